package hours

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/journal"
)

// diffRequest asks what changed between two moments.
type diffRequest interface {
	lists.Request
	GetFromMoment() string
	GetToMoment() string
}

// state is a row at a moment. Its zero value is no row.
type state struct {
	id        uuid.UUID
	hours     float64
	tentative bool
	version   int64
}

func stateOf(row hoursrow.Row) state {
	return state{row.ID(), row.Hours(), row.Tentative(), row.Version()}
}

// same reports whether a row is the same. A row that was changed back has another version.
func (s state) same(other state) bool {
	s.version = other.version
	return s == other
}

func (s state) message() *pb.HoursState {
	if s == (state{}) {
		return nil
	}
	return &pb.HoursState{Id: s.id.String(), Hours: s.hours, Tentative: s.tentative, Version: s.version}
}

// difference is the row with a key at two moments, and the events in between.
type difference struct {
	key           sortKey
	before, after state
	events        []int64
}

// diff returns a page of the rows that differ between two moments. filters are those of req.
func (t *table) diff(ctx context.Context, req diffRequest,
	filters *pb.ListAssignmentsRequest) (*pb.HoursDiffPage, error) {
	w, err := lists.NewWindow(req)
	if err != nil {
		return nil, err
	}
	from, to, err := moments(req, w)
	if err != nil {
		return nil, err
	}
	if err := t.numberAll(ctx, to); err != nil {
		return nil, err
	}
	seen, err := t.seen(ctx, filters)
	if err != nil {
		return nil, err
	}
	page := &pb.HoursDiffPage{}
	err = call.DB(ctx).Unit.Snapshot(ctx, func() error {
		earlier, err := journal.FindMoment(ctx, call.DB(ctx), "from_moment", from)
		if err != nil {
			return err
		}
		later := earlier.Now()
		if to != "" {
			if later, err = journal.FindMoment(ctx, call.DB(ctx), "to_moment", to); err != nil {
				return err
			}
		}
		all, err := t.differences(ctx, earlier, later, seen)
		if err != nil {
			return err
		}
		page.FromSeq, page.ToSeq = earlier.Seq, later.Seq
		return fillPage(ctx, w, page, all)
	})
	return page, err
}

// moments returns the moments of a request. On later pages, they are those that the first page has found.
func moments(req diffRequest, w *lists.Window) (from, to string, err error) {
	if w.After == nil {
		return req.GetFromMoment(), req.GetToMoment(), nil
	}
	if len(w.After) != len(sortKey{})+2*seqSize {
		return "", "", lists.ForeignCursor()
	}
	seq := func(at int) string {
		return strconv.FormatUint(binary.BigEndian.Uint64(w.After[len(sortKey{})+at:]), 10)
	}
	return seq(0), seq(seqSize), nil
}

// differences returns all rows that differ, in the order of the list.
func (t *table) differences(
	ctx context.Context, earlier, later journal.Moment, filters selection,
) ([]difference, error) {
	if earlier.Seq > later.Seq {
		return nil, problem.List([]problem.Detail{
			problem.Invalid("from_moment", "must not be after to"),
			problem.Invalid("to_moment", "must not be before from"),
		})
	}
	found, _, ok, err := collect(func(f func(int64, bool, []byte)) (bool, error) {
		return earlier.ChangesUntil(ctx, call.DB(ctx), later, t.upserted, t.deleted, f)
	}, filters, true)
	if err == nil && !ok {
		err = journal.TooMany("from_moment", "use moments that are closer to each other, or read GET /events")
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b touched) int { return compareRows(a.first.row, b.first.row) })
	var all []difference
	for i := range found {
		r := &found[i]
		at := sortKeyOf(r.first.row)
		if last := len(all) - 1; last < 0 || all[last].key != at {
			all = append(all, difference{key: at})
		}
		all[len(all)-1].add(r, earlier)
	}
	return slices.DeleteFunc(all, func(d difference) bool { return d.before.same(d.after) }), nil
}

// add adds a row. Rows have the same key if one was deleted before the next was created.
func (d *difference) add(r *touched, earlier journal.Moment) {
	if !r.last.isDeleted {
		d.after = stateOf(r.last.row)
	}
	if r.first.row.Undo(r.first.isDeleted, earlier.Latest) {
		d.before = stateOf(r.first.row)
	}
	d.events = append(d.events, r.events...)
}

// fillPage makes the page of all rows that differ.
func fillPage(ctx context.Context, w *lists.Window, page *pb.HoursDiffPage, all []difference) error {
	begin := 0
	if w.After != nil {
		at := sortKey(w.After[:len(sortKey{})])
		begin, _ = slices.BinarySearchFunc(all, at, func(d difference, at sortKey) int {
			return bytes.Compare(d.key[:], at[:])
		})
		begin++ // the row before the page still differs
	}
	begin = int(min(int64(begin)+w.Offset, int64(len(all))))
	shown, err := lists.Cut(ctx, w, page, all[begin:min(begin+w.Limit+1, len(all))], func(d difference) []byte {
		b := binary.BigEndian.AppendUint64(slices.Clone(d.key[:]), uint64(page.FromSeq))
		return binary.BigEndian.AppendUint64(b, uint64(page.ToSeq))
	}, func(context.Context) (int, error) { return len(all), nil })
	page.Items = lists.Map(shown, difference.message)
	return err
}

func (d difference) message() *pb.HoursDifference {
	slices.Sort(d.events)
	return &pb.HoursDifference{
		Key: d.key.message(), Before: d.before.message(), After: d.after.message(), Events: slices.Compact(d.events),
	}
}
