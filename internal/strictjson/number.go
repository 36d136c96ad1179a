package strictjson

import (
	"bytes"
	"math"
	"strconv"
)

func startsNumber(c byte) bool {
	return c == '-' || isDigit(c)
}

func isDigit(c byte) bool {
	return '0' <= c && c <= '9'
}

// number scans a number and returns its text.
func (d *decoder) number() (text []byte, ok bool) {
	start := d.pos
	if d.at('-') {
		d.pos++
	}
	zero := d.at('0')
	whole := d.digits()
	switch {
	case whole == 0:
		return nil, d.syntax("a number has no digits")
	case zero && whole > 1:
		return nil, d.syntax("a number starts with a zero")
	}
	if d.at('.') {
		d.pos++
		if d.digits() == 0 {
			return nil, d.syntax("a number has no digits after the point")
		}
	}
	if d.at('e') || d.at('E') {
		d.pos++
		if d.at('+') || d.at('-') {
			d.pos++
		}
		if d.digits() == 0 {
			return nil, d.syntax("a number has no digits in the exponent")
		}
	}
	return d.data[start:d.pos], true
}

func (d *decoder) at(c byte) bool {
	return d.pos < len(d.data) && d.data[d.pos] == c
}

func (d *decoder) digits() int {
	start := d.pos
	for d.pos < len(d.data) && isDigit(d.data[d.pos]) {
		d.pos++
	}
	return d.pos - start
}

// parseDouble returns the nearest double. wrong is set if the number is too large, or so
// small that it would become zero. Negative zero becomes zero.
func parseDouble(text []byte) (x float64, wrong string) {
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return 0, outOfRange
	}
	if x != 0 {
		return x, ""
	}
	mantissa := text
	if e := bytes.IndexAny(text, "eE"); e >= 0 {
		mantissa = text[:e]
	}
	if bytes.ContainsAny(mantissa, "123456789") {
		return 0, outOfRange
	}
	return 0, ""
}

// parseWhole parses an integer of bitSize bits in any spelling, such as 50, 50.0 or 1e2.
// wrong is set if the number is not whole or is out of range. The result is exact beyond
// 2^53 too.
func parseWhole(text []byte, bitSize int) (n int64, wrong string) {
	if n, err := strconv.ParseInt(string(text), 10, bitSize); err == nil {
		return n, ""
	}
	negative := text[0] == '-'
	digits, exponent := decimal(bytes.TrimPrefix(text, []byte{'-'}))
	switch {
	case len(digits) == 0:
		return 0, ""
	case exponent < 0:
		return 0, mustBeWhole
	case len(digits)+exponent > 19:
		return 0, outOfRange
	}
	// Nineteen digits always fit.
	var u uint64
	for _, c := range digits {
		u = u*10 + uint64(c-'0')
	}
	for range exponent {
		u *= 10
	}
	limit := uint64(1)<<(bitSize-1) - 1
	switch {
	case negative && u <= limit+1:
		return int64(-u), ""
	case !negative && u <= limit:
		return int64(u), ""
	}
	return 0, outOfRange
}

// ParseInteger parses a text that is an integer in any notation of JSON: 50, 50.0 or 1e2. A number
// out of the range of int64 becomes the nearest int64.
func ParseInteger(text string) (n int64, ok bool) {
	d := decoder{data: []byte(text)}
	if number, ok := d.number(); !ok || len(number) < len(text) {
		return 0, false
	}
	n, wrong := parseWhole(d.data, 64)
	switch {
	case wrong == outOfRange && text[0] == '-':
		return math.MinInt64, true
	case wrong == outOfRange:
		return math.MaxInt64, true
	}
	return n, wrong == ""
}

// decimal splits a number without a sign: its value is digits times ten to the
// exponent. The digits have no zeros at either end, so the number is whole if and only if
// the exponent is not negative.
func decimal(text []byte) (digits []byte, exponent int) {
	mantissa := text
	if e := bytes.IndexAny(text, "eE"); e >= 0 {
		mantissa = text[:e]
		exponent = clamped(string(text[e+1:]))
	}
	digits = mantissa
	if point := bytes.IndexByte(mantissa, '.'); point >= 0 {
		fraction := mantissa[point+1:]
		digits = append(bytes.Clone(mantissa[:point]), fraction...)
		exponent -= len(fraction)
	}
	digits = bytes.TrimLeft(digits, "0")
	trimmed := bytes.TrimRight(digits, "0")
	return trimmed, exponent + len(digits) - len(trimmed)
}

// clamped parses an exponent, limited to 32 bits so that sums with it cannot overflow.
func clamped(s string) int {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n > math.MaxInt32 || n < math.MinInt32 {
		if s[0] == '-' {
			return math.MinInt32
		}
		return math.MaxInt32
	}
	return int(n)
}
