package main

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/workplan-api/workplan/internal/wait"
)

// replica is a copy of the tables that is kept by events alone: clients, users, keys, time off requests and planned
// hours, by kind and id.
type replica struct {
	name string
	seq  int64 // of the last event applied
	// a client that was created when the tables were copied: events before its own may be in the copy already
	marker  string
	records map[string]map[string]any
	applied int
}

// event is an event in JSON.
type event struct {
	Seq           number
	Type          string
	Record        *struct{ Type, ID string }
	Before, After map[string]any
	Rows          []map[string]any
	RowCount      int
}

// tables are the lists that a replica copies, by what events call their records.
var tables = map[string]struct {
	path  string
	leave []string // members that are not compared: events have no times of rows, and the use of a key has no event
}{
	"client": {path: "clients"}, "proposal": {path: "proposals"}, "user": {path: "users"}, "time_off": {path: "time-off"},
	"key": {"keys", []string{"lastUsedAt"}}, "assignment": {"assignments", []string{"createdAt", "updatedAt"}},
}

// without removes the members of a record that are not compared.
func without(kind string, record map[string]any) map[string]any {
	maps.DeleteFunc(record, func(member string, _ any) bool { return slices.Contains(tables[kind].leave, member) })
	return record
}

// load copies the tables, whose changes after event seq are still to be applied.
func (p *replica) load(ctx context.Context, w *worker, seq int64) (err error) {
	p.seq = seq
	if p.records, err = w.readTables(ctx); err != nil {
		return err
	}
	made, err := w.post(ctx, "clients", object{"companyName": p.name})
	p.marker = made.ID
	return err
}

// get sends a GET until there is a response, for a few seconds.
func (w *worker) get(ctx context.Context, path string) (a answer, err error) {
	for deadline := time.Now().Add(30 * time.Second); ; _ = wait.For(ctx, max(a.wait, 20*time.Millisecond)) {
		a = w.call(ctx, w.any(w.random), request{method: "GET", path: "/api/v1/" + path}, false)
		switch {
		case a.status == ok:
			return a, nil
		case ctx.Err() != nil:
			return a, ctx.Err()
		case time.Now().After(deadline):
			return a, broken("GET %s has no response in 30 s: status %d: %.300s", path, a.status, a.body)
		}
	}
}

func (w *worker) readTables(ctx context.Context) (map[string]map[string]any, error) {
	records := map[string]map[string]any{}
	for kind, table := range tables {
		filter := "?limit=200"
		if kind == "assignment" { // later ones belong to no history
			filter += "&end_date=2199-12-31"
		}
		for next := table.path + filter; next != ""; {
			a, err := w.get(ctx, next)
			if err != nil {
				return nil, err
			}
			var list struct {
				Items      []map[string]any
				NextCursor string
			}
			if err := a.data(&list); err != nil {
				return nil, err
			}
			for _, item := range list.Items {
				records[fmt.Sprint(kind, " ", item["id"])] = without(kind, item)
			}
			if next = ""; list.NextCursor != "" {
				next = table.path + filter + "&cursor=" + list.NextCursor
			}
		}
	}
	return records, nil
}

// head is the number of the latest event.
func (w *worker) head(ctx context.Context) (int64, error) {
	page, err := w.events(ctx, "head", 0)
	return int64(page.NextAfter), err
}

// eventPage is a page of the journal.
type eventPage struct {
	Items     []event
	NextAfter number
	UpToDate  bool
}

func (w *worker) events(ctx context.Context, after any, wait int) (page eventPage, err error) {
	a, err := w.get(ctx, fmt.Sprintf("events?limit=200&after=%v&wait=%d", after, wait))
	if err == nil {
		err = a.data(&page)
	}
	return page, err
}

// apply applies an event. It returns an error of broken if the event does not follow from those before.
func (p *replica) apply(e event) error {
	if int64(e.Seq) != p.seq+1 {
		return broken("%s: event %d follows event %d", p.name, e.Seq, p.seq)
	}
	p.seq++
	p.applied++
	kind, _, _ := strings.Cut(e.Type, ".")
	if e.Record != nil && e.Record.ID == p.marker {
		p.marker = ""
	}
	if _, found := tables[kind]; found {
		return p.write(e, kind+" "+e.Record.ID, without(kind, e.After))
	}
	if kind != "assignments" {
		return nil
	}
	if e.RowCount != len(e.Rows) {
		return broken("%s: event %d has %d of %d rows", p.name, e.Seq, len(e.Rows), e.RowCount)
	}
	for _, r := range e.Rows {
		id, previous := fmt.Sprint("assignment ", r["id"]), r["previousHours"]
		was, after := p.records[id], maps.Clone(r)
		if delete(after, "previousHours"); e.Type == "assignments.deleted" {
			after = nil
		}
		if p.marker == "" && was["hours"] != previous {
			return broken("%s: event %d writes over %v hours of %s, which has %v", p.name, e.Seq, previous, id,
				was["hours"])
		}
		if err := p.write(e, id, after); err != nil {
			return err
		}
	}
	return nil
}

// write writes a record, or deletes it if after is nil. As long as the copy may be newer than the event, versions tell.
func (p *replica) write(e event, id string, after map[string]any) error {
	was := version(p.records[id])
	switch {
	case after == nil && was == 0 && p.marker == "":
		return broken("%s: event %d, %s, deletes %s, which does not exist", p.name, e.Seq, e.Type, id)
	case after == nil:
		delete(p.records, id)
	case p.marker == "" && version(after) != was+1:
		return broken("%s: event %d, %s, makes version %d of %s, which has version %d", p.name, e.Seq, e.Type,
			version(after), id, was)
	case version(after) > was:
		p.records[id] = after
	}
	return nil
}

func version(record map[string]any) int64 {
	v, _ := record["version"].(float64)
	return int64(v)
}

// equals returns an error of broken if the copy differs from tables.
func (p *replica) equals(tables map[string]map[string]any) error {
	for id, record := range tables {
		if !reflect.DeepEqual(p.records[id], record) {
			return broken("%s: after event %d, %s is %v from events and %v in the table", p.name, p.seq, id,
				p.records[id], record)
		}
	}
	for id := range p.records {
		if tables[id] == nil {
			return broken("%s: after event %d, %s exists from events, and not in the table", p.name, p.seq, id)
		}
	}
	return nil
}
