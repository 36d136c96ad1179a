package hours

import (
	"database/sql"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent/assignment"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/journal"
)

// binaryRow reads a row as one value of rowSize bytes. A page is the values of its rows,
// one after the other. Reading column by column takes this server nearly twice as long for
// 50 rows and three times as long for 200. PostgreSQL takes the same time for both. The
// functions are immutable because Citus requires that in RETURNING.
func binaryRow(table string) string {
	if table != assignment.Table {
		return rowOf(createdAt)
	}
	return rowOf(flagged)
}

const (
	createdAt = `timestamptz_send(t.created_at)`
	flagged   = `CASE WHEN t.tentative THEN set_bit(` + createdAt + `, ` + tentativeBit + `, 1) ELSE ` +
		createdAt + ` END`
)

// rowOf returns a binaryRow with a statement's text for the time at which it was created.
func rowOf(created string) string {
	return `uuid_send(t.id) || uuid_send(t.user_id) || uuid_send(t.project_id)` +
		` || uuid_send(coalesce(t.capability_id, '00000000-0000-0000-0000-000000000000'))` +
		` || date_send(t.date) || float8send(t.hours) || int8send(t.version)` +
		` || ` + created + ` || timestamptz_send(t.updated_at)`
}

// These are bits of the time at which a row was created, counted as set_bit does: whether it is tentative, whether it
// was so before the write, and whether the event knows that. Times until the year 38000 do not need them. So rows have
// the same size in the events of all versions.
const (
	tentativeBit    = "6"
	wasTentativeBit = "5"
	knownBit        = "4"
)

// writtenRow is a row together with the hours before the write, as journal.RowSize describes it. It begins with a
// binaryRow. If the write may change whether a row is tentative, it also has what that was before.
func writtenRow(table string, changesTentative bool) string {
	if !changesTentative {
		return binaryRow(table) + ` || float8send(coalesce(t.previous_hours, 'NaN'))`
	}
	const signBit = "7" // of the previous hours, see previousHours
	return rowOf(`set_bit(set_bit(`+flagged+`, `+knownBit+`, 1), `+wasTentativeBit+
		`, get_bit(float8send(coalesce(t.previous_hours, 0)), `+signBit+`))`) +
		` || float8send(coalesce(abs(t.previous_hours), 'NaN'))`
}

// previousHours is the hours that a row t had before a write. If the write may change whether a row is tentative, it is
// negative, or minus zero, if the row was: RETURNING has only what is in the new row.
func previousHours(changesTentative bool) string {
	if !changesTentative {
		return "t.hours"
	}
	return "CASE WHEN t.tentative THEN -t.hours ELSE t.hours END"
}

// deletedRow is a deleted row in its event: it has no hours, one version more, and the hours before.
func deletedRow(table string) string {
	return strings.NewReplacer("float8send(t.hours)", "float8send(0)", "int8send(t.version)",
		"int8send(t.version + 1)").
		Replace(binaryRow(table)) + ` || float8send(t.hours)`
}

const (
	rowSize = 4*16 + 4 + 4*8

	idText   = 36
	dateText = len(time.DateOnly)
	rowText  = 4*idText + dateText
)

// epoch is 2000-01-01, from which PostgreSQL counts dates and times, in Unix seconds.
const epoch = 946684800

var noID [16]byte

// read returns the rows that a statement selects as binaryRow. expected is the number of
// rows for which read allocates memory at once. It may be 0 if the statement returns all
// rows as one value.
func read(rows *sql.Rows, expected int) ([]*pb.Assignment, error) {
	return readAs(rows, rowSize, expected, nil)
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
			out.add(row)
		}
		if raw != nil {
			*raw = append(*raw, value...)
		}
	}
	return out.list, rows.Err()
}

// These are the offsets of the hours and the version in a row.
const (
	hoursAt   = 4*16 + 4
	versionAt = hoursAt + 8
)

// count returns how many rows a statement returns, as journal.RowSize describes them, and how many of them are new. It
// appends them to raw unless that is nil.
func count(rows *sql.Rows, raw *[]byte) (all, created int, err error) {
	defer rows.Close()
	var value sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&value); err != nil {
			return 0, 0, err
		}
		for row := range slices.Chunk(value, journal.RowSize) {
			all++
			if word(row[versionAt:]) == 1 {
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
func (ms *messages) add(row []byte) {
	m := &ms.free[0]
	ms.free = ms.free[1:]

	id, user, project, capability := row[:16], row[16:32], row[32:48], row[48:64]
	day := int64(int32(binary.BigEndian.Uint32(row[64:])))
	hours, version, created, updated := word(row[hoursAt:]), word(row[versionAt:]), word(row[84:]), word(row[92:])

	text := appendID(appendID(appendID(ms.buffer[:0], id), user), project)
	text = time.Unix(epoch+day*24*60*60, 0).UTC().AppendFormat(text, time.DateOnly)
	if [16]byte(capability) != noID {
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
	m.hours = math.Float64frombits(hours)
	m.Hours = &m.hours
	m.tentative = journal.Tentative(row)
	m.Tentative = &m.tentative
	m.Version = int64(version)
	m.CreatedAt = timestamp(&m.created, created&^journal.FlagsMask)
	m.UpdatedAt = timestamp(&m.updated, updated)
	ms.list = append(ms.list, &m.Assignment)
}

func word(b []byte) uint64 { return binary.BigEndian.Uint64(b) }

const hexDigits = "0123456789abcdef"

// places has, for each byte of an id, the position of its two digits in the text.
var places = [16]int{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34}

// appendID appends the text of an id.
func appendID(b, id []byte) []byte {
	n := len(b)
	b = append(b, "00000000-0000-0000-0000-000000000000"...)
	text := b[n:]
	for i, at := range places {
		text[at], text[at+1] = hexDigits[id[i]>>4], hexDigits[id[i]&15]
	}
	return b
}

// timestamp sets t to a time of PostgreSQL, in microseconds since epoch, and returns t.
func timestamp(t *timestamppb.Timestamp, since uint64) *timestamppb.Timestamp {
	at := time.UnixMicro(epoch*1e6 + int64(since))
	t.Seconds, t.Nanos = at.Unix(), int32(at.Nanosecond())
	return t
}
