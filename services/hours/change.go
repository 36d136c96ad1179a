package hours

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/journal"
)

// change is a row that the journal has. Its key never changes, so the journal is enough to
// filter, order and count such rows. Only those of a page are read from the table.
type change struct {
	place place
	id    uuid.UUID
}

// place is the key of a row: its date, user, project and capability. Places sort as the list.
type place [atCapability + 16]byte

// These are the offsets of the ids in a place.
const (
	atUser       = 4
	atProject    = atUser + 16
	atCapability = atProject + 16
)

func comparePlaces(a, b change) int { return bytes.Compare(a.place[:], b.place[:]) }

// sorted makes an unsigned number of a day, in the same order.
func sorted(day uint32) uint32 { return day ^ 1<<31 }

// dayOf returns the day of a valid date, as it is in a place.
func dayOf(date string) uint32 {
	at, _ := time.Parse(time.DateOnly, date)
	return sorted(uint32((at.Unix() - epoch) / (24 * 60 * 60)))
}

// changesOf returns the rows of the journal that match the filters of a request on their
// keys, each once, in the order of the list.
func changesOf(rows []byte, req *pb.ListAssignmentsRequest) (found []change) {
	first, last := uint32(0), uint32(math.MaxUint32)
	if req.StartDate != nil {
		first = dayOf(req.GetStartDate())
	}
	if req.EndDate != nil {
		last = dayOf(req.GetEndDate())
	}
	wanted := map[int]uuid.UUID{} // by their offsets in a place
	if req.UserId != nil {
		wanted[atUser] = protoconv.ID(req.GetUserId())
	}
	if req.ProjectId != nil {
		wanted[atProject] = protoconv.ID(req.GetProjectId())
	}
	switch {
	case req.GetCapabilityId() == noCapability:
		wanted[atCapability] = uuid.Nil
	case req.CapabilityId != nil:
		wanted[atCapability] = protoconv.ID(req.GetCapabilityId())
		if wanted[atCapability] == uuid.Nil {
			return nil // the id of no capability, but in a row it means none
		}
	}
next:
	for row := range slices.Chunk(rows, journal.RowSize) {
		c := change{id: uuid.UUID(row[:16])}
		day := sorted(binary.BigEndian.Uint32(row[64:]))
		if day < first || day > last {
			continue
		}
		binary.BigEndian.PutUint32(c.place[:], day)
		copy(c.place[atUser:], row[16:64])
		for at, id := range wanted {
			if uuid.UUID(c.place[at:at+16]) != id {
				continue next
			}
		}
		found = append(found, c)
	}
	slices.SortFunc(found, comparePlaces)
	return slices.Compact(found)
}

// pageOf returns the items of a page of rows of the journal and sets the other fields of
// page. The table has what changes of all rows, so with a filter on that all are read from it.
func (q *query) pageOf(
	ctx context.Context, found []change, w *lists.Window, page proto.Message,
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
		var after change
		binary.BigEndian.PutUint32(after.place[:], dayOf(string(w.After[:dateText])))
		copy(after.place[atUser:], w.After[dateText:])
		var exists bool
		if begin, exists = slices.BinarySearchFunc(found, after, comparePlaces); exists {
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
