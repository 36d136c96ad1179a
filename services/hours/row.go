package hours

import (
	"database/sql"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
)

const (
	idText   = 36
	dateText = len(time.DateOnly)
	rowText  = 4*idText + dateText
)

// read returns the rows that a statement selects as hoursrow.Read. expected is the number of
// rows for which read allocates memory at once. It may be 0 if the statement returns all
// rows as one value.
func read(rows *sql.Rows, expected int) ([]*pb.Assignment, error) {
	return readAs(rows, hoursrow.ReadSize, expected, nil)
}

// readAs is read for values that consist of size bytes for each row. It appends them to raw
// unless that is nil.
func readAs(rows *sql.Rows, size, expected int, raw *[]byte) ([]*pb.Assignment, error) {
	defer rows.Close()
	var out messages
	var value sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&value); err != nil {
			return nil, err
		}
		if n := len(value) / size; len(out.free) < n {
			out.grow(max(n, expected))
		}
		for row := range slices.Chunk(value, size) {
			out.add(hoursrow.Row(row))
		}
		if raw != nil {
			*raw = append(*raw, value...)
		}
	}
	return out.list, rows.Err()
}

// count returns how many rows a statement returns, as hoursrow.Written, and how many of them are new. It appends them
// to raw unless that is nil.
func count(rows *sql.Rows, raw *[]byte) (all, created int, err error) {
	defer rows.Close()
	var value sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&value); err != nil {
			return 0, 0, err
		}
		for row := range hoursrow.Rows(value) {
			all++
			if row.Version() == 1 {
				created++
			}
		}
		if raw != nil {
			*raw = append(*raw, value...)
		}
	}
	return all, created, rows.Err()
}

// messages makes the messages of rows in few allocations: one for all messages and one
// for all their text.
type messages struct {
	list   []*pb.Assignment
	free   []message
	text   strings.Builder
	buffer [rowText]byte
}

// message is a message together with the values that its pointers point to.
type message struct {
	pb.Assignment
	capability       string
	hours            float64
	tentative        bool
	created, updated timestamppb.Timestamp
}

func (ms *messages) grow(n int) {
	ms.list = slices.Grow(ms.list, n)
	ms.free = make([]message, n)
	ms.text.Grow(n * rowText)
}

// add adds the message of a row. The caller must call grow first.
func (ms *messages) add(row hoursrow.Row) {
	m := &ms.free[0]
	ms.free = ms.free[1:]

	text := appendID(appendID(appendID(ms.buffer[:0], row.ID()), row.User()), row.Project())
	text = hoursrow.Date(row.Day()).AppendFormat(text, time.DateOnly)
	if capability := row.Capability(); capability != uuid.Nil {
		text = appendID(text, capability)
	}
	start := ms.text.Len()
	ms.text.Write(text)
	all := ms.text.String()[start:]

	m.Id, all = all[:idText], all[idText:]
	m.UserId, all = all[:idText], all[idText:]
	m.ProjectId, all = all[:idText], all[idText:]
	m.Date, all = all[:dateText], all[dateText:]
	if all != "" {
		m.capability = all
		m.CapabilityId = &m.capability
	}
	m.hours = row.Hours()
	m.Hours = &m.hours
	m.tentative = row.Tentative()
	m.Tentative = &m.tentative
	m.Version = row.Version()
	m.CreatedAt = timestamp(&m.created, row.Created())
	m.UpdatedAt = timestamp(&m.updated, row.Updated())
	ms.list = append(ms.list, &m.Assignment)
}

const hexDigits = "0123456789abcdef"

// places has, for each byte of an id, the position of its two digits in the text.
var places = [16]int{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34}

// appendID appends the text of an id.
func appendID(b []byte, id uuid.UUID) []byte {
	n := len(b)
	b = append(b, "00000000-0000-0000-0000-000000000000"...)
	text := b[n:]
	for i, at := range places {
		text[at], text[at+1] = hexDigits[id[i]>>4], hexDigits[id[i]&15]
	}
	return b
}

// timestamp sets t to a time of a row, and returns t.
func timestamp(t *timestamppb.Timestamp, of int64) *timestamppb.Timestamp {
	at := hoursrow.Time(of)
	t.Seconds, t.Nanos = at.Unix(), int32(at.Nanosecond())
	return t
}
