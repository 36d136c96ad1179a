package hours

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/journal"
)

// maxChunk is how many rows one statement of a read of the past reads.
const maxChunk = 2000

// past is the rows of a list as they were at a moment: the rows of the table, undone by the events after the moment. All
// is read in one snapshot.
//
// The events of a row have the versions 1, 2, 3 and so on, the last one of a row that was deleted too. So the event with
// the lowest version after the moment has the row as it was, or says that it was created since, and the order of the events
// does not matter. A row without an event after the moment is now as it was then, also one that is older than the journal.
type past struct {
	now *query // the rows as they are now
	// written are the rows that were written since, by their ids.
	written map[uuid.UUID]int
	// were and are have those of them that match the filters, as they were and as they are, in the order of the list.
	were []wasRow
	are  []change
}

// wasRow is a row as it was, in the format of a row of the journal.
type wasRow struct {
	change
	row []byte
}

// listAsOf is list for a request with as_of.
func (t *table) listAsOf(
	ctx context.Context, filters *pb.ListAssignmentsRequest, w *lists.Window, page proto.Message,
) (items []*pb.Assignment, err error) {
	if !auth.FromContext(ctx).Has("read:events") {
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
	if err := t.settle(ctx, moment); err != nil {
		return nil, err
	}
	err = txn.Snapshot(ctx, t.db, func(db *ent.Client) error {
		at, err := journal.FindMoment(ctx, db, "as_of", moment)
		if err != nil {
			return err
		}
		p, err := t.past(ctx, db, at, filters)
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

// settle gives all events their numbers if a moment is a time, which may be that of an event without one. An empty moment is
// now.
func (t *table) settle(ctx context.Context, moment string) error {
	if moment != "" && journal.IsNumber(moment) {
		return nil
	}
	head, err := journal.Head(ctx, t.db)
	if err == nil && !head.Settled {
		t.sequencer.Settle(ctx)
	}
	return err
}

// touched is a row that was written between two moments, as the first and as the last of its events there have it.
type touched struct {
	change
	first, last write
	events      []int64
}

// write is a row of an event.
type write struct {
	row       []byte
	isDeleted bool
}

func (w *write) version() uint64 { return word(w.row[versionAt:]) }

// collect returns the rows that read yields and that match the filters on their keys, and their places by their ids. If
// withEvents, it also returns the numbers of their events. read is a method of a moment.
func collect(
	read func(func(seq int64, isDeleted bool, rows []byte)) (bool, error), filters *pb.ListAssignmentsRequest, withEvents bool,
) (found []touched, byID map[uuid.UUID]int, ok bool, err error) {
	f := newKeyFilter(filters)
	byID = map[uuid.UUID]int{}
	ok, err = read(func(seq int64, isDeleted bool, rows []byte) {
		for row := range slices.Chunk(rows, journal.RowSize) {
			c, matches := f.match(row)
			if !matches {
				continue
			}
			w := write{row, isDeleted}
			i, known := byID[c.id]
			if !known {
				i = len(found)
				byID[c.id] = i
				found = append(found, touched{change: c, first: w, last: w})
			}
			t := &found[i]
			if w.version() < t.first.version() {
				t.first = w
			}
			if w.version() > t.last.version() {
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
	ctx context.Context, db *ent.Client, at journal.Moment, filters *pb.ListAssignmentsRequest,
) (*past, error) {
	found, byID, ok, err := collect(func(f func(int64, bool, []byte)) (bool, error) {
		return at.ChangesSince(ctx, db, t.upserted, t.deleted, f)
	}, filters, false)
	if err == nil && !ok {
		err = journal.TooMany("as_of", "use a later moment, or undo the events of GET /events")
	}
	if err != nil {
		return nil, err
	}
	p := &past{now: t.query(ctx, db, filters), written: byID}
	for _, r := range found {
		if !r.last.isDeleted && matches(r.last.row, filters) {
			p.are = append(p.are, r.change)
		}
		if journal.Undo(r.first.row, r.first.isDeleted, at.Latest) && matches(r.first.row, filters) {
			p.were = append(p.were, wasRow{r.change, r.first.row})
		}
	}
	slices.SortFunc(p.are, comparePlaces)
	slices.SortFunc(p.were, func(a, b wasRow) int { return comparePlaces(a.change, b.change) })
	return p, nil
}

// matches reports whether a row of the journal matches the filters on its values.
func matches(row []byte, req *pb.ListAssignmentsRequest) bool {
	return (req.MinHours == nil || math.Float64frombits(word(row[hoursAt:])) >= req.GetMinHours()) &&
		(req.Tentative == nil || journal.Tentative(row) == req.GetTentative())
}

// count returns the number of rows.
func (p *past) count(ctx context.Context) (int, error) {
	n, err := p.now.count(ctx)
	return n - len(p.are) + len(p.were), err
}

// page returns the rows of a page, and one more if there is a next page. It merges the rows of the table that were not
// written since, and the others as they were.
func (p *past) page(ctx context.Context, w *lists.Window) ([]*pb.Assignment, error) {
	q, begin := *p.now, int64(0)
	m := &merger{limit: w.Limit + 1, skip: w.Offset, were: p.were}
	if w.After != nil {
		if err := q.after(w.After); err != nil {
			return nil, err
		}
		m.were = after(m.were, placeOf(w.After))
	} else {
		begin = max(0, w.Offset-int64(len(p.were)))
	}
	for size := w.Limit + 1; ; size = min(2*size, maxChunk) {
		rows, err := q.rows(ctx, size, int(begin))
		if err != nil {
			return nil, err
		}
		if begin > 0 {
			if len(rows) == 0 {
				return nil, nil // so the page is also after all rows that were
			}
			m.beginAt(begin, placeOf(position(rows[0])), p.are)
		}
		for _, row := range rows {
			m.yieldBefore(placeOf(position(row)))
			if _, written := p.written[protoconv.ID(row.Id)]; !written {
				m.yield(func() *pb.Assignment { return row })
			}
		}
		if len(rows) < size {
			m.yieldRest()
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
	were  []wasRow
	rows  []*pb.Assignment
}

// beginAt begins at the row of the table that has a place and comes after skipped other rows.
func (m *merger) beginAt(skipped int64, at place, are []change) {
	gone, _ := slices.BinarySearchFunc(are, change{place: at}, comparePlaces)
	was := len(m.were) - len(notBefore(m.were, at))
	m.skip -= skipped - int64(gone) + int64(was)
	m.were = m.were[was:]
}

// yieldBefore adds the rows that were before a place.
func (m *merger) yieldBefore(at place) {
	rest := notBefore(m.were, at)
	m.yieldWere(m.were[:len(m.were)-len(rest)])
	m.were = rest
}

// yieldRest adds all rows that were and are not added yet.
func (m *merger) yieldRest() { m.yieldWere(m.were) }

func (m *merger) yieldWere(were []wasRow) {
	skipped := min(m.skip, int64(len(were)))
	m.skip -= skipped
	for _, r := range were[skipped:] {
		if len(m.rows) == m.limit {
			return
		}
		m.yield(r.message)
	}
}

func (m *merger) yield(row func() *pb.Assignment) {
	switch {
	case m.skip > 0:
		m.skip--
	case len(m.rows) < m.limit:
		m.rows = append(m.rows, row())
	}
}

func (r *wasRow) message() *pb.Assignment {
	var one messages
	one.grow(1)
	one.add(r.row)
	return one.list[0]
}

// notBefore returns the rows from a place on, and after those that come after it.
func notBefore(rows []wasRow, at place) []wasRow {
	begin, _ := slices.BinarySearchFunc(rows, change{place: at}, compareWas)
	return rows[begin:]
}

func after(rows []wasRow, at place) []wasRow {
	begin, exists := slices.BinarySearchFunc(rows, change{place: at}, compareWas)
	if exists {
		begin++
	}
	return rows[begin:]
}

func compareWas(r wasRow, c change) int { return comparePlaces(r.change, c) }
