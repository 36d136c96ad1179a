package main

import (
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"time"
)

// The hand-written JSON of thin: the bytes of workplan for the rows of this benchmark,
// whose texts need no escapes.

// epoch is the zero of PostgreSQL's dates and times, in Unix seconds.
const epoch = 946684800

var noID [16]byte

// appendRow appends a row, as binaryRow gives it.
func appendRow(b, row []byte) []byte {
	b = appendID(append(b, `{"id":"`...), row[:16])
	b = appendID(append(b, `","userId":"`...), row[16:32])
	b = appendID(append(b, `","projectId":"`...), row[32:48])
	if [16]byte(row[48:64]) == noID {
		b = append(b, `","capabilityId":null`...)
	} else {
		b = appendID(append(b, `","capabilityId":"`...), row[48:64])
		b = append(b, '"')
	}
	day := int64(int32(binary.BigEndian.Uint32(row[64:])))
	b = appendDate(append(b, `,"date":"`...), time.Unix(epoch+day*24*60*60, 0).UTC())
	b = strconv.AppendFloat(append(b, `","hours":`...), math.Float64frombits(binary.BigEndian.Uint64(row[68:])), 'f', -1, 64)
	b = strconv.AppendUint(append(b, `,"version":`...), binary.BigEndian.Uint64(row[76:]), 10)
	b = appendTime(append(b, `,"createdAt":"`...), time.UnixMicro(epoch*1e6+int64(binary.BigEndian.Uint64(row[84:]))))
	b = appendTime(append(b, `","updatedAt":"`...), time.UnixMicro(epoch*1e6+int64(binary.BigEndian.Uint64(row[92:]))))
	return append(b, `"}`...)
}

func appendID(b, id []byte) []byte {
	b = append(hex.AppendEncode(b, id[:4]), '-')
	b = append(hex.AppendEncode(b, id[4:6]), '-')
	b = append(hex.AppendEncode(b, id[6:8]), '-')
	b = append(hex.AppendEncode(b, id[8:10]), '-')
	return hex.AppendEncode(b, id[10:])
}

func appendDigits(b []byte, n, width int) []byte {
	b = append(b, "000000"[:width]...)
	for i := len(b) - 1; n > 0; i-- {
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return b
}

func appendDate(b []byte, t time.Time) []byte {
	year, month, day := t.Date()
	b = append(appendDigits(b, year, 4), '-')
	b = append(appendDigits(b, int(month), 2), '-')
	return appendDigits(b, day, 2)
}

func appendTime(b []byte, t time.Time) []byte {
	t = t.UTC()
	hour, minute, second := t.Clock()
	b = append(appendDate(b, t), 'T')
	b = append(appendDigits(b, hour, 2), ':')
	b = append(appendDigits(b, minute, 2), ':')
	b = append(appendDigits(b, second, 2), '.')
	return append(appendDigits(b, t.Nanosecond()/1000, 6), 'Z')
}

// appendPage appends the answer of a list. rows may hold one row more than the page.
func appendPage(b, rows []byte, p page) []byte {
	more := len(rows) > p.limit*rowSize
	b = append(b, `{"data":{"items":[`...)
	for i := 0; i < min(len(rows), p.limit*rowSize); i += rowSize {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendRow(b, rows[i:i+rowSize])
	}
	b = strconv.AppendInt(append(b, `],"total":null,"limit":`...), int64(p.limit), 10)
	b = strconv.AppendInt(append(b, `,"offset":`...), int64(p.offset), 10)
	b = strconv.AppendBool(append(b, `,"hasMore":`...), more)
	return append(b, "}}"...)
}

// appendClient appends the answer of a change.
func appendClient(b []byte, c *client) []byte {
	text := func(name string, s sql.NullString) {
		b = append(append(b, `,"`...), name...)
		if s.Valid {
			b = append(append(append(b, `":"`...), s.String...), '"')
		} else {
			b = append(b, `":null`...)
		}
	}
	b = append(append(append(b, `{"data":{"id":"`...), c.id...), '"')
	text("companyName", sql.NullString{String: c.name, Valid: true})
	text("email", c.email)
	text("image", c.image)
	text("countryCode", c.country)
	text("website", c.website)
	b = strconv.AppendBool(append(b, `,"isActive":`...), c.active)
	text("clientPriority", sql.NullString{String: c.priority, Valid: true})
	b = append(b, `,"categories":[`...)
	if len(c.categories) > 0 {
		b = append(append(append(b, '"'), strings.Join(c.categories, `","`)...), '"')
	}
	b = append(b, ']')
	text("accountManagerId", c.manager)
	b = strconv.AppendInt(append(b, `,"version":`...), c.version, 10)
	b = appendTime(append(b, `,"createdAt":"`...), c.created)
	b = appendTime(append(b, `","updatedAt":"`...), c.updated)
	return append(b, `"}}`...)
}
