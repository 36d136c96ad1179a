package hours

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// changedRow is a row that the journal has. Its key never changes, so the journal is enough to
// filter, order and count such rows. Only those of a page are read from the table.
type changedRow struct {
	key sortKey
	id  uuid.UUID
}

// sortKey is the key of a row in the order of the list: its date, user, project and capability.
type sortKey [atCapability + 16]byte

// These are the offsets of the ids in a sort key.
const (
	atUser       = 4
	atProject    = atUser + 16
	atCapability = atProject + 16
)

func compareChanged(a, b changedRow) int { return bytes.Compare(a.key[:], b.key[:]) }

// sortable makes an unsigned number of a day, in the same order.
func sortable(day uint32) uint32 { return day ^ 1<<31 }

// dayOf returns the day of a valid date, as it is in a sort key.
func dayOf(date string) uint32 {
	at, _ := time.Parse(time.DateOnly, date)
	return sortable(uint32(hoursrow.Day(at)))
}

// keyFilter is a selection of rows by their keys.
type keyFilter struct {
	first, last uint32
	wanted      []part
	none        bool          // no row matches
	sight       *permit.Sight // nil: the caller may see all rows
}

// part is an id that a row of the journal must have.
type part struct {
	of func(hoursrow.Row) uuid.UUID
	id uuid.UUID
}

func newKeyFilter(req selection) *keyFilter {
	f := &keyFilter{last: math.MaxUint32, sight: req.sight}
	if req.StartDate != nil {
		f.first = dayOf(req.GetStartDate())
	}
	if req.EndDate != nil {
		f.last = dayOf(req.GetEndDate())
	}
	if req.UserId != nil {
		f.wanted = append(f.wanted, part{hoursrow.Row.User, protoconv.ID(req.GetUserId())})
	}
	if req.ProjectId != nil {
		f.wanted = append(f.wanted, part{hoursrow.Row.Project, protoconv.ID(req.GetProjectId())})
	}
	switch {
	case req.GetCapabilityId() == noCapability:
		f.wanted = append(f.wanted, part{hoursrow.Row.Capability, uuid.Nil})
	case req.CapabilityId != nil:
		id := protoconv.ID(req.GetCapabilityId())
		f.wanted = append(f.wanted, part{hoursrow.Row.Capability, id})
		f.none = id == uuid.Nil // the id of no capability, but in a row it means none
	}
	return f
}

// match reports whether a row of the journal matches.
func (f *keyFilter) match(row hoursrow.Row) bool {
	if day := dayOfRow(row); f.none || day < f.first || day > f.last {
		return false
	}
	for _, p := range f.wanted {
		if p.of(row) != p.id {
			return false
		}
	}
	return f.sight == nil || f.sight.OfHours(row.User(), row.Project())
}

// changedRows returns the rows of the journal whose keys match a selection, each once, in the
// order of the list.
func changedRows(rows []byte, req selection) (found []changedRow) {
	f := newKeyFilter(req)
	for row := range hoursrow.Rows(rows) {
		if f.match(row) {
			found = append(found, changedRow{id: row.ID(), key: sortKeyOf(row)})
		}
	}
	slices.SortFunc(found, compareChanged)
	return slices.Compact(found)
}

// dayOfRow returns the day of a row of the journal, as it is in a sort key.
func dayOfRow(row hoursrow.Row) uint32 { return sortable(uint32(row.Day())) }

// sortKeyOf returns the sort key of a row of the journal.
func sortKeyOf(row hoursrow.Row) (k sortKey) {
	binary.BigEndian.PutUint32(k[:], dayOfRow(row))
	copy(k[atUser:], row.KeyIDs())
	return k
}

// compareRows compares the sort keys of rows of the journal.
func compareRows(a, b hoursrow.Row) int {
	return cmp.Or(cmp.Compare(dayOfRow(a), dayOfRow(b)), bytes.Compare(a.KeyIDs(), b.KeyIDs()))
}

// compareWithKey compares the sort key of a row of the journal with another one.
func compareWithKey(row hoursrow.Row, k sortKey) int {
	of := sortKeyOf(row)
	return bytes.Compare(of[:], k[:])
}

// sortKeyAt returns the sort key of a position in the list, which a cursor has.
func sortKeyAt(position []byte) (k sortKey) {
	binary.BigEndian.PutUint32(k[:], dayOf(string(position[:dateText])))
	copy(k[atUser:], position[dateText:])
	return k
}

func (k *sortKey) message() *pb.HoursKey {
	day := int32(sortable(binary.BigEndian.Uint32(k[:])))
	m := &pb.HoursKey{
		Date:   hoursrow.Date(day).Format(time.DateOnly),
		UserId: uuid.UUID(k[atUser:atProject]).String(), ProjectId: uuid.UUID(k[atProject:atCapability]).String(),
	}
	if id := uuid.UUID(k[atCapability:]); id != uuid.Nil {
		m.CapabilityId = new(id.String())
	}
	return m
}

// pageOf returns the items of a page of rows of the journal and sets the other fields of
// page. The table has what changes of all rows, so with a filter on that all are read from it.
func (q *query) pageOf(
	ctx context.Context, found []changedRow, w *lists.Window, page proto.Message,
) ([]*pb.Assignment, error) {
	if q.byValue {
		q.among(found)
		return q.page(ctx, w, page)
	}
	begin := 0
	if w.After != nil {
		if !isPosition(w.After) {
			return nil, lists.ForeignCursor()
		}
		var exists bool
		if begin, exists = slices.BinarySearchFunc(found, changedRow{key: sortKeyAt(w.After)}, compareChanged); exists {
			begin++
		}
	}
	begin = int(min(int64(begin)+w.Offset, int64(len(found))))
	q.among(found[begin:min(begin+w.Limit+1, len(found))])
	rows, err := q.rows(ctx, w.Limit+1, 0)
	if err != nil {
		return nil, err
	}
	return lists.Cut(ctx, w, page, rows, position, func(context.Context) (int, error) { return len(found), nil })
}
