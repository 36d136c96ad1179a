package main

import (
	"fmt"
	"maps"
)

// cells is the number of days of a grid: planned hours of one user on one project, of which all calls about it are one
// history. A call that writes several rows writes them at once.
const cells = 12

// cell is a row of hours, and grid those of all days. A day without a row has version 0.
type cell struct {
	Hours     int
	Tentative bool  `json:",omitempty"`
	Version   int64 `json:",omitempty"` // 0 in an input
}

type grid [cells]cell

func (c cell) String() string {
	text := fmt.Sprint(c.Hours, " h")
	if c.Tentative {
		text += " tentative"
	}
	if c.Version > 0 {
		text += fmt.Sprint(" v", c.Version)
	}
	return text
}

// counts are the rows that a call has changed.
type counts struct {
	Created, Updated, Unchanged, Deleted int
	Skipped                              int `json:",omitempty"` // by a proposal
}

// rows returns the days that have a row.
func (g *grid) rows() map[int]cell {
	rows := map[int]cell{}
	for i, c := range g {
		if c.Version > 0 {
			rows[i] = c
		}
	}
	return rows
}

// stepHours is the grid: upsert writes rows and remove deletes them, replace and delete are about a window, copy and
// move too, and list reads all.
func stepHours(state any, in *input, out *output) (bool, any) {
	g := state.(grid)
	if in.Kind == "list" {
		return maps.Equal(out.Rows, g.rows()), g
	}
	after, done := g.apply(in)
	switch {
	case out.Unknown:
		return true, after
	case out.Status != ok:
		return false, g
	case in.Kind == "upsert":
		for i := range in.Rows {
			if out.Rows[i] != after[i] {
				return false, g
			}
		}
		return len(out.Rows) == len(in.Rows), after
	}
	return out.Counts != nil && *out.Counts == done, after
}

// apply returns the grid after a call that writes, and what it has changed.
func (g grid) apply(in *input) (after grid, done counts) {
	after = g
	set := func(i int, to cell) {
		to.Version = g[i].Version
		switch {
		case to.Version == 0:
			done.Created++
			to.Version = 1
		case to != g[i]:
			done.Updated++
			to.Version++
		default:
			done.Unchanged++
		}
		after[i] = to
	}
	remove := func(i int) {
		done.Deleted++
		after[i] = cell{}
	}
	if in.Kind == "copy" || in.Kind == "move" {
		goes := 0
		for i := in.First; i <= in.Last; i++ {
			if g[i].Version > 0 {
				goes++
				set(i+in.Shift, g[i])
			}
		}
		for i := in.First; i <= in.Last && in.Kind == "move"; i++ {
			if g[i].Version > 0 && !(i-in.Shift >= in.First && g[i-in.Shift].Version > 0) {
				remove(i)
			}
		}
		return after, done
	}
	for i, row := range in.Rows {
		switch {
		case in.Kind != "remove":
			set(i, row)
		case g[i].Version > 0:
			remove(i)
		}
	}
	for i := in.First; i <= in.Last && (in.Kind == "replace" || in.Kind == "delete"); i++ {
		if _, kept := in.Rows[i]; g[i].Version > 0 && !kept {
			remove(i)
		}
	}
	return after, done
}
