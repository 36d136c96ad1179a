package strictjson

import (
	"regexp"
	"strings"
	"time"
)

// The years that a google.protobuf.Timestamp can hold, in Unix seconds.
const (
	minSeconds = -62135596800 // 0001-01-01T00:00:00Z
	maxSeconds = 253402300799 // 9999-12-31T23:59:59Z
)

var rfc3339 = regexp.MustCompile(
	`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

// AppendTime appends t as RFC 3339 in UTC with six fractional digits, truncated:
// 2026-11-20T16:07:00.123456Z, without quotes. The year of t must be 1 to 9999.
func AppendTime(b []byte, t time.Time) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	micros := t.Nanosecond() / 1000
	b = appendPair(b, year/100)
	b = appendPair(b, year%100)
	b = appendPair(append(b, '-'), int(month))
	b = appendPair(append(b, '-'), day)
	b = appendPair(append(b, 'T'), hour)
	b = appendPair(append(b, ':'), minute)
	b = appendPair(append(b, ':'), second)
	b = appendPair(append(b, '.'), micros/10000)
	b = appendPair(b, micros/100%100)
	b = appendPair(b, micros%100)
	return append(b, 'Z')
}

func appendPair(b []byte, n int) []byte {
	return append(b, byte('0'+n/10), byte('0'+n%10))
}

// ParseTime parses an RFC 3339 date and time with any offset and up to nine fractional
// digits, in the years 1 to 9999 in UTC, and returns it in UTC. For anything else it
// returns false.
func ParseTime(s string) (t time.Time, ok bool) {
	s = strings.ToUpper(s) // RFC 3339 also allows t and z
	// time.Parse also accepts hours of one digit, commas, and offsets beyond 23:59.
	if !rfc3339.MatchString(s) {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}, false
	}
	if sec := t.Unix(); sec < minSeconds || sec > maxSeconds {
		return time.Time{}, false
	}
	return t.UTC(), true
}
