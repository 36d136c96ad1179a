package strictjson

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// segment is the name of a member, or the index of an item if name is empty.
type segment struct {
	name  string
	index int
}

func (d *decoder) push(name string) {
	d.path = append(d.path, segment{name: name})
}

func (d *decoder) pushIndex(i int) {
	d.path = append(d.path, segment{index: i})
}

func (d *decoder) pop() {
	d.path = d.path[:len(d.path)-1]
}

// problem records a problem at the current path.
func (d *decoder) problem(code, message string) {
	if len(d.problems) == MaxProblems {
		d.more++
		return
	}
	d.problems = append(d.problems, d.here(code, message))
}

// abort records a fatal problem at the current path and ends the decoding.
func (d *decoder) abort(message string) bool {
	p := d.here(CodeInvalidJSON, message)
	d.fatal = &p
	return false
}

func (d *decoder) here(code, message string) Problem {
	p := Problem{Code: code, Message: message, Index: -1}
	var b strings.Builder
	for i, s := range d.path {
		switch {
		case s.name == "":
			if p.Index < 0 {
				p.Index = s.index
			}
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
			continue
		case i > 0:
			b.WriteByte('.')
		}
		b.WriteString(s.name)
	}
	p.Path = b.String()
	return p
}

// segmentOf makes a segment of a path from an unknown name: at most 64 bytes, without
// control characters and never empty, so that it fits in a sentence and a log line.
func segmentOf(name []byte) string {
	if len(name) == 0 {
		return `""`
	}
	if len(name) > maxSegment {
		n := maxSegment
		for !utf8.RuneStart(name[n]) {
			n--
		}
		name = name[:n]
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, string(name))
}
