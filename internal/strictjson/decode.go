package strictjson

import (
	"bytes"
	"sync"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
)

// decoder reads one body. It writes the message in wire format and leaves it to
// proto.Unmarshal to build it: that knows the layout of the Go type, where
// setting field by field through reflection allocates at every string.
type decoder struct {
	data     []byte
	pos      int
	depth    int
	mode     Mode
	wire     []byte
	scratch  []byte
	path     []segment
	problems []Problem
	more     int
	fatal    *Problem
}

var decoders = sync.Pool{New: func() any { return new(decoder) }}

// Decode fills m from the one JSON object in data (decisions.md section 3); what
// m held before is dropped. present lists the proto names of the members of the
// object in the order of m's fields: the field mask of a PATCH. A member that is
// null is listed and left unset.
//
// Names are matched to the letter. Null is only for fields with the option
// nullable. Integers may be spelled 50, 50.0 or 1e2 (section 1). A number that is
// too large for its field, or not zero and too small for a double, is out of
// range. Objects and arrays nest up to 16 deep.
//
// The error is an *Error. Where it is fatal, m is as it was and present is nil; else m
// holds the members that could be read, so that a batch can be checked further.
func Decode(data []byte, m proto.Message, mode Mode) (present []string, err error) {
	d := decoders.Get().(*decoder)
	defer d.release()
	d.data, d.mode = data, mode
	p := planOf(m.ProtoReflect().Descriptor())
	seen, ok := d.body(p)
	if !ok {
		return nil, &Error{Problems: []Problem{*d.fatal}}
	}
	if err := proto.Unmarshal(d.wire, m); err != nil {
		panic("strictjson: wrote a message that cannot be read: " + err.Error())
	}
	for i := range p.fields {
		if seen&(1<<i) != 0 {
			present = append(present, string(p.fields[i].fd.Name()))
		}
	}
	if len(d.problems) > 0 {
		return present, &Error{Problems: d.problems, More: d.more}
	}
	return present, nil
}

func (d *decoder) release() {
	const keep = 1 << 20
	if cap(d.wire) > keep || cap(d.scratch) > keep {
		return
	}
	*d = decoder{wire: d.wire[:0], scratch: d.scratch[:0], path: d.path[:0]}
	decoders.Put(d)
}

// body reads the object and what is around it.
func (d *decoder) body(p *plan) (seen uint64, ok bool) {
	c := d.next()
	switch {
	case d.pos == len(d.data):
		return 0, d.end(bodyRequired)
	case bytes.HasPrefix(d.data, []byte("\ufeff")):
		return 0, d.syntax("it starts with a byte order mark")
	case bytes.HasPrefix(d.data, []byte("\x1f\x8b")):
		return 0, d.syntax("it is compressed")
	case !utf8.Valid(d.data):
		for d.pos = 0; ; {
			r, size := utf8.DecodeRune(d.data[d.pos:])
			if r == utf8.RuneError && size == 1 {
				return 0, d.syntax("it is not UTF-8")
			}
			d.pos += size
		}
	case c == '{':
		seen, ok = d.message(p)
	default:
		ok = d.skip()
	}
	if !ok {
		return 0, false
	}
	switch d.next(); {
	case d.pos < len(d.data):
		return 0, d.syntax("something follows the first value")
	case c != '{':
		return 0, d.end("must be a JSON object" + p.example())
	}
	return seen, true
}

// message reads an object as a message, and returns the fields that are in it.
func (d *decoder) message(p *plan) (seen uint64, ok bool) {
	next := 0
	ok = d.object(func(name []byte) bool {
		i := p.find(name, next, d.mode)
		if i < 0 {
			return d.unknown(name, p.unknown(name))
		}
		f := &p.fields[i]
		d.push(f.name)
		if seen&(1<<i) != 0 {
			return d.end("is given twice")
		}
		seen |= 1 << i
		next = i + 1
		if !d.member(f) {
			return false
		}
		d.pop()
		return true
	})
	return seen, ok
}

// unknown notes a member that the body may not have.
func (d *decoder) unknown(name []byte, message string) bool {
	d.push(segmentOf(name))
	d.problem(CodeUnknownField, message)
	if !d.skip() {
		return false
	}
	d.pop()
	return true
}

// mismatch notes a value of a wrong type and goes on behind it.
func (d *decoder) mismatch(message string) bool {
	if d.next() == 'n' {
		message = "must not be null"
	}
	d.problem(CodeValidationFailed, message)
	return d.skip()
}

// member reads the value of a member. A field of an inline message is written as such a
// message with this field alone: proto.Unmarshal merges them.
func (d *decoder) member(f *field) bool {
	if f.within == nil {
		return d.value(f)
	}
	start := d.openMessage(f.within)
	ok := d.value(f)
	d.closeMessage(start)
	return ok
}

func (d *decoder) value(f *field) bool {
	c := d.next()
	switch {
	case c == 'n' && f.nullable:
		return d.literal("null")
	case !f.list:
		return d.single(f)
	case c != '[':
		return d.mismatch("must be an array")
	}
	return d.array(func(i int) bool {
		if i >= MaxItems {
			if i == MaxItems {
				d.problem(CodeTooManyItems, "has too many items")
			}
			return d.skip()
		}
		d.pushIndex(i)
		if !d.single(f) {
			return false
		}
		d.pop()
		return true
	})
}
