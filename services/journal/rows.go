package journal

import (
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/klauspost/compress/s2"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
)

// maxRows is the largest number of rows of a batch.
const maxRows = 5000

// buffers are those of compress, and of events whose rows become messages.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// compress makes rows of a large batch a fifth as long: they have most bytes in common, except
// the random ones of their ids. zstd, with the first bytes of all rows before their second
// bytes and so on, would need a quarter less, and three times the processor time.
func compress(rows []byte) []byte {
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	*buffer = slices.Grow((*buffer)[:0], s2.MaxEncodedLen(len(rows)))
	return slices.Clone(s2.Encode((*buffer)[:cap(*buffer)], rows))
}

var errDamaged = errors.New("the rows of an event are damaged")

// decompress returns the rows that compress got. They are in the memory of buffer if it is large enough. With an error,
// it returns buffer.
func decompress(buffer, data []byte) ([]byte, error) {
	size, err := s2.DecodedLen(data)
	if err != nil || size > maxRows*hoursrow.Size || size%hoursrow.Size != 0 {
		return buffer, errDamaged
	}
	rows, err := s2.Decode(buffer, data)
	if err != nil {
		return buffer, errDamaged
	}
	return rows, nil
}

// rowMessage returns the message of a row.
func rowMessage(row hoursrow.Row) *pb.EventRow {
	m := &pb.EventRow{
		Id: row.ID().String(), UserId: row.User().String(), ProjectId: row.Project().String(),
		Date:    dateText(row.Day()),
		Hours:   row.Hours(),
		Version: row.Version(), Tentative: row.Tentative(),
	}
	if id := row.Capability(); id != uuid.Nil {
		m.CapabilityId = new(id.String())
	}
	if previous, ok := row.Previous(); ok {
		m.PreviousHours = &previous
	}
	return m
}

func dateText(day int32) string { return hoursrow.Date(day).Format(time.DateOnly) }

// dates returns the first and the last day of rows, of which there is at least one.
func dates(rows []byte) (first, last string) {
	low, high := int32(math.MaxInt32), int32(math.MinInt32)
	for row := range hoursrow.Rows(rows) {
		low, high = min(low, row.Day()), max(high, row.Day())
	}
	return dateText(low), dateText(high)
}

// Rows returns the rows of hours of a stored event, by its columns encoding and data. It returns none for the event of
// a record.
func Rows(encoding int16, data []byte) (list []*pb.EventRow, err error) {
	switch encoding {
	case encodingRecord:
		return nil, nil
	case encodingPacked:
		if data, err = decompress(nil, data); err != nil {
			return nil, err
		}
	case encodingRows:
	default:
		return nil, errDamaged
	}
	if len(data)%hoursrow.Size != 0 {
		return nil, errDamaged
	}
	for row := range hoursrow.Rows(data) {
		list = append(list, rowMessage(row))
	}
	return list, nil
}
