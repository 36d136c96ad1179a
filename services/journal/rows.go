package journal

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/klauspost/compress/s2"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// RowSize is the size in bytes of a row of hours: the ids of the row, its user, its project
// and its capability, which is zero if there is none; the date; the hours and the version;
// when the row was created, in which FlagsMask has flags, and last changed; and the hours
// before the write, which are not a number if the row is new. All are in the binary format of
// PostgreSQL.
const RowSize = atPrevious + 8

// These are the offsets of what a row has beside its key.
const (
	atHours    = 4*16 + 4
	atVersion  = atHours + 8
	atCreated  = atVersion + 8
	atChanged  = atCreated + 8
	atPrevious = atChanged + 8
)

// These are bits of the time at which a row was created. The first one is set if the row is tentative. The others are
// in the events of writes that may change that: whether the row was tentative before, and whether the event knows that.
// Events of older versions do not.
const (
	TentativeMask    = 1 << 62
	wasTentativeMask = 1 << 61
	knownMask        = 1 << 60
	FlagsMask        = TentativeMask | wasTentativeMask | knownMask
)

// Tentative reports whether a row is tentative.
func Tentative(row []byte) bool { return word(row[atCreated:])&TentativeMask != 0 }

// Hours returns the hours of a row.
func Hours(row []byte) float64 { return math.Float64frombits(word(row[atHours:])) }

// Version returns the version of a row.
func Version(row []byte) int64 { return int64(word(row[atVersion:])) }

// Undo makes a row of an event what the row was before the event, or returns false if the event created it. isDeleted
// means that the event deleted it. The event of a change does not have the time of the change before. If that one did
// not create the row, it becomes latest, which is a time in the format of a row when it was not later than that.
func Undo(row []byte, isDeleted bool, latest uint64) (existed bool) {
	hours, previous := word(row[atHours:]), word(row[atPrevious:])
	if math.IsNaN(math.Float64frombits(previous)) {
		return false
	}
	version, created := word(row[atVersion:])-1, word(row[atCreated:])
	binary.BigEndian.PutUint64(row[atHours:], previous)
	binary.BigEndian.PutUint64(row[atVersion:], version)
	if isDeleted {
		return true // the event has all else as it was
	}
	was := created&TentativeMask != 0
	switch {
	case created&knownMask != 0:
		was = created&wasTentativeMask != 0
	case hours == previous:
		was = !was // something must have changed, in an event of an older version
	}
	created &^= FlagsMask
	changed := min(latest, word(row[atChanged:]))
	if version == 1 {
		changed = created
	}
	if was {
		created |= TentativeMask
	}
	binary.BigEndian.PutUint64(row[atCreated:], created)
	binary.BigEndian.PutUint64(row[atChanged:], changed)
	return true
}

func word(b []byte) uint64 { return binary.BigEndian.Uint64(b) }

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
	if err != nil || size > maxRows*RowSize || size%RowSize != 0 {
		return buffer, errDamaged
	}
	rows, err := s2.Decode(buffer, data)
	if err != nil {
		return buffer, errDamaged
	}
	return rows, nil
}

// epoch is the day 0 of PostgreSQL.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// rowMessage returns the message of a row.
func rowMessage(row []byte) *pb.EventRow {
	m := &pb.EventRow{
		Id: idText(row), UserId: idText(row[16:]), ProjectId: idText(row[32:]),
		Date:    dateText(day(row)),
		Hours:   Hours(row),
		Version: Version(row), Tentative: Tentative(row),
	}
	if id := uuid.UUID(row[48:64]); id != uuid.Nil {
		m.CapabilityId = new(id.String())
	}
	if previous := math.Float64frombits(word(row[atPrevious:])); !math.IsNaN(previous) {
		m.PreviousHours = &previous
	}
	return m
}

// day returns the day of a row, as the number of days since epoch.
func day(row []byte) int32 { return int32(binary.BigEndian.Uint32(row[64:])) }

func dateText(day int32) string { return epoch.AddDate(0, 0, int(day)).Format(time.DateOnly) }

// dates returns the first and the last day of rows.
func dates(rows []byte) (first, last string) {
	low, high := day(rows), day(rows)
	for at := RowSize; at < len(rows); at += RowSize {
		low, high = min(low, day(rows[at:])), max(high, day(rows[at:]))
	}
	return dateText(low), dateText(high)
}

func idText(b []byte) string { return uuid.UUID(b[:16]).String() }

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
	if len(data)%RowSize != 0 {
		return nil, errDamaged
	}
	for row := range slices.Chunk(data, RowSize) {
		list = append(list, rowMessage(row))
	}
	return list, nil
}
