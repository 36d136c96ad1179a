package hours

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/journal"
)

// maxChunk is how many rows one statement of a read of the past reads.
const maxChunk = 2000

// past is the rows of a list as they were at a moment: the rows of the table, undone by the events after the moment.
// All is read in one snapshot.
//
// The events of a row have the versions 1, 2, 3 and so on, the last one of a row that was deleted too. So the event
// with the lowest version after the moment has the row as it was, or says that it was created since, and the order of
// the events does not matter. A row without an event after the moment is now as it was then, also one that is older
// than the journal.
type past struct {
	now *query // the rows as they are now
	// written are the rows that were written since, by their ids.
	written map[uuid.UUID]int
	// old has those of them that match the filters as they were, in no order.
	old []hoursrow.Row
	// present has the sort keys of those that match the filters as they are now.
	present []sortKey
}

// listAsOf is list for a request with as_of.
func (t *table) listAsOf(
	ctx context.Context, filters *pb.ListAssignmentsRequest, w *lists.Window, page proto.Message,
) (items []*pb.Assignment, err error) {
	if !call.Caller(ctx).Has("read:events") {
		return nil, problem.Field(problem.ScopeMissing, "as_of", "needs the scope read:events")
	}
	if filters.UpdatedSince != nil {
		return nil, problem.Field(problem.ValidationFailed, "updated_since",
			"must not be given together with asOf: a diff has what changed between two moments")
	}
	moment := filters.GetAsOf()
	if w.After != nil { // the first page has found the event
		if len(w.After) != positionSize+seqSize {
			return nil, lists.ForeignCursor()
		}
		var seq []byte
		w.After, seq = w.After[:positionSize], w.After[positionSize:]
		moment = strconv.FormatUint(binary.BigEndian.Uint64(seq), 10)
	}
	if err := t.numberAll(ctx, moment); err != nil {
		return nil, err
	}
	seen, err := t.seen(ctx, filters)
	if err != nil {
		return nil, err
	}
	err = call.DB(ctx).Unit.Snapshot(ctx, func() error {
		at, err := journal.FindMoment(ctx, call.DB(ctx), "as_of", moment)
		if err != nil {
			return err
		}
		p, err := t.past(ctx, at, seen)
		if err != nil {
			return err
		}
		rows, err := p.page(ctx, w)
		if err != nil {
			return err
		}
		setAsOf(page, at.Seq)
		items, err = lists.Cut(ctx, w, page, rows, func(m *pb.Assignment) []byte {
			return binary.BigEndian.AppendUint64(position(m), uint64(at.Seq))
		}, p.count)
		return err
	})
	return items, err
}

// seqSize is the size of the number of an event in a cursor.
const seqSize = 8

func setAsOf(page proto.Message, seq int64) {
	switch page := page.(type) {
	case *pb.AssignmentPage:
		page.AsOfSeq = &seq
	case *pb.ActualHoursPage:
		page.AsOfSeq = &seq
	}
}

// numberAll gives all events their numbers if a moment is a time, which may be that of an event without one. An empty
// moment is now.
func (t *table) numberAll(ctx context.Context, moment string) error {
	if moment != "" && journal.IsNumber(moment) {
		return nil
	}
	return t.sequencer.NumberAll(ctx, call.DB(ctx))
}

// touched is a row that was written between two moments, as the first and as the last of its events there have it.
type touched struct {
	first, last write
	events      []int64
}

// write is a row of an event.
type write struct {
	row       hoursrow.Row
	isDeleted bool
}

// collect returns the rows that read yields and that match the filters on their keys, and their indexes by their ids.
// If withEvents, it also returns the numbers of their events. read is a method of a moment.
func collect(
	read func(func(seq int64, isDeleted bool, rows []byte)) (bool, error), filters selection, withEvents bool,
) (found []touched, byID map[uuid.UUID]int, ok bool, err error) {
	f := newKeyFilter(filters)
	byID = map[uuid.UUID]int{}
	ok, err = read(func(seq int64, isDeleted bool, rows []byte) {
		for row := range hoursrow.Rows(rows) {
			if !f.match(row) {
				continue
			}
			w := write{row, isDeleted}
			i, known := byID[row.ID()]
			if !known {
				i = len(found)
				byID[row.ID()] = i
				found = append(found, touched{first: w, last: w})
			}
			t := &found[i]
			if row.Version() < t.first.row.Version() {
				t.first = w
			}
			if row.Version() > t.last.row.Version() {
				t.last = w
			}
			if withEvents {
				t.events = append(t.events, seq)
			}
		}
	})
	return found, byID, ok, err
}

// past reads what was written after a moment.
func (t *table) past(
	ctx context.Context, at journal.Moment, filters selection,
) (*past, error) {
	found, byID, ok, err := collect(func(f func(int64, bool, []byte)) (bool, error) {
		return at.ChangesSince(ctx, call.DB(ctx), t.upserted, t.deleted, f)
	}, filters, false)
	if err == nil && !ok {
		err = journal.TooMany("as_of", "use a later moment, or undo the events of GET /events")
	}
	if err != nil {
		return nil, err
	}
	p := &past{now: t.query(filters), written: byID}
	for _, r := range found {
		if !r.last.isDeleted && matches(r.last.row, filters.ListAssignmentsRequest) {
			p.present = append(p.present, sortKeyOf(r.last.row))
		}
		if r.first.row.Undo(r.first.isDeleted, at.Latest) && matches(r.first.row, filters.ListAssignmentsRequest) {
			p.old = append(p.old, r.first.row)
		}
	}
	return p, nil
}

// after returns the first n rows of old that come after a position in the list, which is nil for its beginning.
func (p *past) after(position []byte, n int) (first []hoursrow.Row) {
	rest := p.old
	if position != nil {
		at := sortKeyAt(position)
		rest = nil
		for _, row := range p.old {
			if compareWithKey(row, at) > 0 {
				rest = append(rest, row)
			}
		}
	}
	full := false
	for _, row := range rest {
		if full && compareRows(row, first[n-1]) > 0 {
			continue
		}
		if first = append(first, row); len(first) == 2*n { // to sort all would take longer than the rest of the page
			slices.SortFunc(first, compareRows)
			first, full = first[:n], true
		}
	}
	slices.SortFunc(first, compareRows)
	return first[:min(n, len(first))]
}

// matches reports whether a row of the journal matches the filters on its values.
func matches(row hoursrow.Row, req *pb.ListAssignmentsRequest) bool {
	return (req.MinHours == nil || row.Hours() >= req.GetMinHours()) &&
		(req.Tentative == nil || row.Tentative() == req.GetTentative())
}

// count returns the number of rows.
func (p *past) count(ctx context.Context) (int, error) {
	n, err := p.now.count(ctx)
	return n - len(p.present) + len(p.old), err
}

// page returns the rows of a page, and one more if there is a next page. It merges the rows of the table that were not
// written since, and the others as they were.
func (p *past) page(ctx context.Context, w *lists.Window) ([]*pb.Assignment, error) {
	q, begin := *p.now, max(0, w.Offset-int64(len(p.old)))
	if w.After != nil {
		if err := q.after(w.After); err != nil {
			return nil, err
		}
	}
	n := min(len(p.old), int(w.Offset)+w.Limit+1)
	m := &merger{limit: w.Limit + 1, skip: w.Offset, old: p.after(w.After, n)}
	for size := w.Limit + 1; ; size = min(2*size, maxChunk) {
		rows, err := q.rows(ctx, size, int(begin))
		if err != nil {
			return nil, err
		}
		if begin > 0 {
			if len(rows) == 0 {
				return nil, nil // so the page is also after all rows that were
			}
			m.beginAt(begin, sortKeyAt(position(rows[0])), p.present)
		}
		for _, row := range rows {
			m.addOld(m.takeBefore(sortKeyAt(position(row))))
			if _, written := p.written[protoconv.ID(row.Id)]; !written {
				m.add(row)
			}
		}
		if len(rows) < size {
			m.addOld(m.old)
			return m.rows, nil
		}
		if len(m.rows) == m.limit {
			return m.rows, nil
		}
		q, begin = *p.now, 0
		if err := q.after(position(rows[len(rows)-1])); err != nil {
			return nil, err
		}
	}
}

// merger collects the rows of a page.
type merger struct {
	limit int
	skip  int64 // how many rows come before the page
	old   []hoursrow.Row
	rows  []*pb.Assignment
}

// beginAt begins at the row of the table that has a sort key and comes after skipped other rows, some of which may be
// in present.
func (m *merger) beginAt(skipped int64, at sortKey, present []sortKey) {
	for _, p := range present {
		if bytes.Compare(p[:], at[:]) < 0 {
			skipped--
		}
	}
	before := m.takeBefore(at)
	m.skip -= skipped + int64(len(before))
}

// takeBefore removes the old rows before a sort key, and returns them.
func (m *merger) takeBefore(at sortKey) (before []hoursrow.Row) {
	n, _ := slices.BinarySearchFunc(m.old, at, compareWithKey)
	before, m.old = m.old[:n], m.old[n:]
	return before
}

// addOld adds rows as they were.
func (m *merger) addOld(rows []hoursrow.Row) {
	skipped := min(m.skip, int64(len(rows)))
	m.skip -= skipped
	rows = rows[skipped:]
	rows = rows[:min(len(rows), m.limit-len(m.rows))]
	if len(rows) == 0 {
		return
	}
	out := messages{list: m.rows}
	out.grow(len(rows))
	for _, row := range rows {
		out.add(row)
	}
	m.rows = out.list
}

// add adds a row of the table.
func (m *merger) add(row *pb.Assignment) {
	switch {
	case m.skip > 0:
		m.skip--
	case len(m.rows) < m.limit:
		m.rows = append(m.rows, row)
	}
}
