package strictjson

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// next skips white space and returns the next byte, or 0 at the end.
func (d *decoder) next() byte {
	for d.pos < len(d.data) {
		switch c := d.data[d.pos]; c {
		case ' ', '\t', '\n', '\r':
			d.pos++
		default:
			return c
		}
	}
	return 0
}

// syntax records that the body is not JSON at the current position, and ends the
// decoding.
func (d *decoder) syntax(what string) bool {
	if d.pos >= len(d.data) {
		what = "it ends too early"
	}
	before := d.data[:min(d.pos, len(d.data))]
	line := bytes.Count(before, []byte{'\n'}) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	d.fatal = &Problem{
		Code:    CodeInvalidJSON,
		Message: fmt.Sprintf("%s%s at line %d, column %d", notJSON, what, line, column),
		Index:   -1,
	}
	return false
}

// enter counts an opening brace or bracket.
func (d *decoder) enter() bool {
	d.pos++
	if d.depth++; d.depth > maxDepth {
		return d.abort("is nested too deep")
	}
	return true
}

func (d *decoder) leave() bool {
	d.pos++
	d.depth--
	return true
}

// object scans an object and calls member for each value. The name is valid until the
// value is scanned.
func (d *decoder) object(member func(name []byte) bool) bool {
	if !d.enter() {
		return false
	}
	if d.next() == '}' {
		return d.leave()
	}
	for {
		if d.next() != '"' {
			return d.syntax("a name in double quotes is expected")
		}
		name, ok := d.text()
		if !ok {
			return false
		}
		if d.next() != ':' {
			return d.syntax("a colon is expected")
		}
		d.pos++
		if !member(name) {
			return false
		}
		switch d.next() {
		case ',':
			d.pos++
			if d.next() == '}' {
				return d.syntax(extraComma)
			}
		case '}':
			return d.leave()
		default:
			return d.syntax("a comma or a closing brace is expected")
		}
	}
}

// array scans an array and calls item for each value.
func (d *decoder) array(item func(i int) bool) bool {
	if !d.enter() {
		return false
	}
	if d.next() == ']' {
		return d.leave()
	}
	for i := 0; ; i++ {
		if !item(i) {
			return false
		}
		switch d.next() {
		case ',':
			d.pos++
			if d.next() == ']' {
				return d.syntax(extraComma)
			}
		case ']':
			return d.leave()
		default:
			return d.syntax("a comma or a closing bracket is expected")
		}
	}
}

// skip scans a value of any type. enter limits its recursion.
func (d *decoder) skip() bool {
	switch c := d.next(); {
	case c == '{':
		return d.object(func([]byte) bool { return d.skip() })
	case c == '[':
		return d.array(func(int) bool { return d.skip() })
	case c == '"':
		_, ok := d.text()
		return ok
	case startsNumber(c):
		_, ok := d.number()
		return ok
	case c == 't':
		return d.literal("true")
	case c == 'f':
		return d.literal("false")
	case c == 'n':
		return d.literal("null")
	}
	return d.syntax("a value is expected")
}

func (d *decoder) literal(word string) bool {
	if !bytes.HasPrefix(d.data[d.pos:], []byte(word)) {
		return d.syntax("a value is expected")
	}
	d.pos += len(word)
	return true
}

// text scans a string. The result is part of the body or of the scratch space. It is
// valid until the next call.
func (d *decoder) text() (s []byte, ok bool) {
	start := d.pos + 1
	end := start + plain(d.data[start:])
	if end < len(d.data) && d.data[end] == '"' {
		d.pos = end + 1
		return d.data[start:end], true
	}
	d.scratch = append(d.scratch[:0], d.data[start:end]...)
	d.pos = end
	for d.pos < len(d.data) {
		switch d.data[d.pos] {
		case '"':
			d.pos++
			return d.scratch, true
		case '\\':
			if !d.escape() {
				return nil, false
			}
		default:
			return nil, d.syntax("a string holds a control character")
		}
		n := plain(d.data[d.pos:])
		d.scratch = append(d.scratch, d.data[d.pos:d.pos+n]...)
		d.pos += n
	}
	return nil, d.syntax("")
}

// escaped maps the second character of a two-character escape to its value.
var escaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape decodes an escape sequence into the scratch space.
func (d *decoder) escape() bool {
	rest := d.data[d.pos+1:]
	if len(rest) > 0 && escaped[rest[0]] != 0 {
		d.scratch = append(d.scratch, escaped[rest[0]])
		d.pos += 2
		return true
	}
	r, ok := codeUnit(rest)
	if !ok {
		return d.syntax("a string holds a bad escape")
	}
	size := 6
	if 0xd800 <= r && r < 0xdc00 && len(rest) > 5 && rest[5] == '\\' {
		if low, ok := codeUnit(rest[6:]); ok && 0xdc00 <= low && low < 0xe000 {
			r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
			size = 12
		}
	}
	if !utf8.ValidRune(r) {
		return d.syntax("a string holds half of a surrogate pair")
	}
	d.scratch = utf8.AppendRune(d.scratch, r)
	d.pos += size
	return true
}

// codeUnit decodes the u and the four digits of an escape.
func codeUnit(b []byte) (r rune, ok bool) {
	if len(b) < 5 || b[0] != 'u' {
		return 0, false
	}
	for _, c := range b[1:5] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
