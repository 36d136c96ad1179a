package main

import (
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A row of planned hours leaves the database as one value of rowSize bytes, as in workplan.
const (
	binaryRow = `uuid_send(t.id) || uuid_send(t.user_id) || uuid_send(t.project_id)` +
		` || uuid_send(coalesce(t.capability_id, '00000000-0000-0000-0000-000000000000'))` +
		` || date_send(t.date) || float8send(t.hours) || int8send(t.version)` +
		` || timestamptz_send(t.created_at) || timestamptz_send(t.updated_at) || boolsend(coalesce(t.tentative, false))`
	rowSize = 4*16 + 4 + 4*8 + 1
	rowJSON = 400 // bytes, rounded up
)

// collect returns the values of a result with one column, one after the other.
func collect(rows *sql.Rows, err error) (all []byte, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var value sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&value); err != nil {
			return nil, err
		}
		all = append(all, value...)
	}
	return all, rows.Err()
}

// appendRows appends the JSON of rows.
func appendRows(b, rows []byte) []byte {
	b = append(slices.Grow(b, rowJSON*(1+len(rows)/rowSize)), '[')
	for row := range slices.Chunk(rows, rowSize) {
		b = append(appendRow(b, row), ',')
	}
	return append(b[:len(b)-1], ']')
}

const (
	epoch        = 946684800 // the zero of PostgreSQL's dates and times, in Unix seconds
	secondsOfDay = 24 * 60 * 60
)

func appendRow(b, row []byte) []byte {
	word := func(at int) uint64 { return binary.BigEndian.Uint64(row[at:]) }
	b = appendID(append(b, `{"id":"`...), row[:16])
	b = appendID(append(b, `","userId":"`...), row[16:32])
	b = appendID(append(b, `","projectId":"`...), row[32:48])
	if [16]byte(row[48:64]) == [16]byte{} {
		b = append(b, `","capabilityId":null`...)
	} else {
		b = append(appendID(append(b, `","capabilityId":"`...), row[48:64]), '"')
	}
	day := time.Unix(epoch+secondsOfDay*int64(int32(binary.BigEndian.Uint32(row[64:]))), 0)
	b = append(b, `,"date":"`...)
	b = day.UTC().AppendFormat(b, time.RFC3339)[:len(b)+len(time.DateOnly)]
	b = strconv.AppendFloat(append(b, `","hours":`...), math.Float64frombits(word(68)), 'f', -1, 64)
	b = strconv.AppendBool(append(b, `,"tentative":`...), row[100] != 0)
	b = strconv.AppendUint(append(b, `,"version":`...), word(76), 10)
	b = appendTime(append(b, `,"createdAt":"`...), word(84))
	b = appendTime(append(b, `","updatedAt":"`...), word(92))
	return append(b, `"}`...)
}

func appendID(b, id []byte) []byte {
	b = append(hex.AppendEncode(b, id[:4]), '-')
	b = append(hex.AppendEncode(b, id[4:6]), '-')
	b = append(hex.AppendEncode(b, id[6:8]), '-')
	b = append(hex.AppendEncode(b, id[8:10]), '-')
	return hex.AppendEncode(b, id[10:])
}

// appendTime appends RFC 3339 with microseconds. Go formats RFC3339 faster than other layouts.
func appendTime(b []byte, micros uint64) []byte {
	t := time.UnixMicro(epoch*1e6 + int64(micros)).UTC()
	b = t.AppendFormat(b, time.RFC3339)
	z := len(b) - 1
	b = strconv.AppendInt(b[:z], 1e6+int64(t.Nanosecond()/1000), 10)
	b[z] = '.' // instead of the first digit
	return append(b, 'Z')
}

// readItems reads the body of an upsert as the benchmark sends it.
func readItems(body string) ([]item, error) {
	items := make([]item, 0, len(body)/150)
	rest, ok := strings.CutPrefix(body, `{"items":[`)
	until := func(mark string) (before string) {
		if ok {
			before, rest, ok = strings.Cut(rest, mark)
		}
		return before
	}
	for ok && rest != "]}" {
		until(`{"userId":"`)
		it := item{User: until(`","projectId":"`), Project: until(`","capabilityId":`)}
		if id := until(`,"date":"`); id != "null" {
			id = strings.Trim(id, `"`)
			it.Capability = &id
		}
		it.Date = until(`","hours":`)
		hours, err := strconv.ParseFloat(until("}"), 64)
		it.Hours, ok = hours, ok && err == nil
		items = append(items, it)
	}
	if !ok {
		return nil, errors.New("this is no body of the benchmark")
	}
	return items, nil
}
