package main

import (
	"maps"

	"github.com/anishathalye/porcupine"
)

// The product promises a little less than one order for windows, copies and moves: such a call looks at its rows twice, but a row
// that is created between its second look and its commit is not seen. So another call may read the new row and not yet what
// the window has written. phantoms is the model with that one exception: such a call is two steps, of which the first decides
// and the second writes, if what was read and what is written is still as it was. A history is checked with it only if it has
// no order without it, and is counted.
var phantoms = porcupine.Model{
	Init: func() any { return planned{} },
	Step: func(state, in, out any) (bool, any) { return stepPlanned(state.(planned), in.(step), out.(*output)) },
	Equal: func(a, b any) bool {
		return a.(planned).grid == b.(planned).grid && maps.Equal(a.(planned).plans, b.(planned).plans)
	},
}

// step is a call, or the first or last step of one.
type step struct {
	*input
	last bool
}

// planned is a grid, and the calls that have decided and not written yet.
type planned struct {
	grid  grid
	plans map[*input]plan
}

type plan struct{ before, after grid }

// inSteps returns the operations of a history for phantoms.
func inSteps(ops []operation) (all []porcupine.Operation) {
	for _, op := range operations(ops) {
		in := op.Input.(*input)
		op.Input = step{in, false}
		all = append(all, op)
		if in.Kind != "upsert" && in.Kind != "list" {
			op.Input = step{in, true}
			all = append(all, op)
		}
	}
	return all
}

func stepPlanned(s planned, in step, out *output) (bool, any) {
	if in.Kind == "upsert" || in.Kind == "list" {
		possible, after := stepHours(s.grid, in.input, out)
		return possible, planned{after.(grid), s.plans}
	}
	plans := maps.Clone(s.plans)
	if !in.last {
		possible, after := stepHours(s.grid, in.input, out)
		if plans == nil {
			plans = map[*input]plan{}
		}
		plans[in.input] = plan{s.grid, after.(grid)}
		return possible, planned{s.grid, plans}
	}
	p, decided := s.plans[in.input]
	if !decided {
		return out.Unknown, s
	}
	delete(plans, in.input)
	for i, before := range p.before {
		writes, read := before != p.after[i], before.Version > 0 && i >= in.First && i <= in.Last
		if (writes || read) && s.grid[i] != before {
			return false, s
		}
		if writes {
			s.grid[i] = p.after[i]
		}
	}
	return true, planned{s.grid, plans}
}
