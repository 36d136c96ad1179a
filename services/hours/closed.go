package hours

import (
	"context"
	"slices"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/internal/settled"
)

// closedKeys returns those of the keys whose days are closed for the caller, and what closes them.
func (t *table) closedKeys(ctx context.Context, days *settled.Days, keys []key) (map[key]*settled.Closed, error) {
	closed, err := days.Closed(ctx, t.name, len(keys), func(i int) settled.Span {
		return settled.Span{User: keys[i].user, First: keys[i].date, Last: keys[i].date}
	})
	if err != nil || closed == nil {
		return nil, err
	}
	found := map[key]*settled.Closed{}
	for i, k := range keys {
		if closed[i] != nil {
			found[k] = closed[i]
		}
	}
	return found, nil
}

// refuseWritten returns an error that lists the items whose rows were written although their days are closed, or nil. A
// row that has the values of its item already was not written.
func (b *batch) refuseWritten(ctx context.Context, written []*pb.Assignment) error {
	if len(b.closed) == 0 {
		return nil
	}
	rows := byKey(written)
	var details []problem.Detail
	for i, k := range b.keys {
		if closed := b.closed[k]; closed != nil && rows[k] != nil {
			details = append(details, closed.Item(ctx, i, b.field(i, "date")))
		}
	}
	return problem.List(details)
}

// refuseClosed returns an error that lists the rows to write and to delete, and those whose entries change, of which
// the days are closed, or nil. If the rewriting leaves closed days out, it removes them.
func (t *table) refuseClosed(ctx context.Context, days *settled.Days, r *rewriting) error {
	keys := slices.Concat(r.remove, r.entryKeys)
	for _, e := range r.write {
		keys = append(keys, e.key)
	}
	slices.SortFunc(keys, compareByDate)
	keys = slices.Compact(keys)
	looked := keys
	if r.items != nil { // those that leave their rows as they are get a warning
		looked = slices.Concat(keys, r.items.keys)
	}
	closed, err := t.closedKeys(ctx, days, looked)
	if err != nil {
		return err
	}
	if r.items != nil {
		r.items.closed = closed
	}
	if r.leavesOut {
		r.leaveOut(closed)
		return nil
	}
	var details []problem.Detail
	for _, k := range keys {
		c := closed[k]
		if c == nil {
			continue
		}
		for _, p := range r.placesOf(k) {
			if p.index < 0 {
				details = append(details, c.Detail(ctx, p.field))
			} else {
				details = append(details, c.Item(ctx, p.index, p.field))
			}
		}
	}
	return problem.List(details)
}

// leaveOut removes the rows to write whose days are closed.
func (r *rewriting) leaveOut(closed map[key]*settled.Closed) {
	r.closed = map[string]bool{}
	r.write = slices.DeleteFunc(r.write, func(e entry) bool {
		if closed[e.key] == nil {
			return false
		}
		r.closed[e.date] = true
		return true
	})
}
