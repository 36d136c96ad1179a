package strictjson

import (
	"bytes"
	"sync"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
)

// decoder decodes one body. It writes the message in wire format for proto.Unmarshal,
// which allocates less than setting field by field through reflection.
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
	stopped  bool
}

var decoders = sync.Pool{New: func() any { return new(decoder) }}

// Decode fills m from the one JSON object in data and drops what m held before. present
// lists the proto names of the members of the object in the order of m's fields: the
// field mask of a PATCH.
//
// Names must match exactly. In an update, null is allowed for fields with the option
// nullable, and is listed as present. In a create, null means absent, because responses
// contain null for absent values. Integers may be written as 50, 50.0 or 1e2. A number is
// out of range if it is too large for its field, or too small for a double and not zero.
// Objects and arrays nest up to 16 deep.
//
// The error is an *Error. If Fatal reports true, m is unchanged and present is nil. Otherwise m
// has the members that could be decoded, so that the caller can check them too.
func Decode(data []byte, m proto.Message, mode Mode) (present []string, err error) {
	d := decoders.Get().(*decoder)
	defer d.release()
	d.data, d.mode = data, mode
	p := planOf(m.ProtoReflect().Descriptor())
	found, ok := d.body(p)
	switch {
	case d.stopped:
		return nil, &Error{Problems: d.problems, More: d.more, Stopped: true}
	case !ok:
		return nil, &Error{Problems: []Problem{*d.fatal}}
	}
	if err := proto.Unmarshal(d.wire, m); err != nil {
		panic("strictjson: wrote a message that cannot be read: " + err.Error())
	}
	for i := range p.fields {
		if found&(1<<i) != 0 {
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

// body decodes the object and checks that nothing is before or after it.
func (d *decoder) body(p *plan) (present uint64, ok bool) {
	c := d.next()
	switch {
	case d.pos == len(d.data):
		return 0, d.abort(bodyRequired)
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
		present, ok = d.message(p)
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
		return 0, d.abort("must be a JSON object" + p.example())
	}
	return present, true
}

// message decodes an object as a message. present has one bit for each field in the
// object.
func (d *decoder) message(p *plan) (present uint64, ok bool) {
	var seen, null uint64
	next, unknown := 0, 0
	ok = d.object(func(name []byte) bool {
		i := p.fieldIndex(name, next, d.mode)
		if i < 0 {
			return d.unknown(&unknown, name, p.unknown(name))
		}
		f := &p.fields[i]
		d.push(f.name)
		if seen&(1<<i) != 0 {
			return d.abort("is given twice")
		}
		seen |= 1 << i
		next = i + 1
		if d.next() == 'n' && (f.nullable || d.mode == Create) {
			if d.mode == Create {
				null |= 1 << i
			}
			if !d.literal("null") {
				return false
			}
		} else if !d.member(f) {
			return false
		}
		d.pop()
		return true
	})
	return seen &^ null, ok
}

// unknown records a member that the body must not have. count is the number of such members
// of the object so far.
func (d *decoder) unknown(count *int, name []byte, message string) bool {
	if *count++; *count > MaxUnknown {
		d.stopped = true
		d.more++
		return false
	}
	d.push(segmentOf(name))
	d.problem(CodeUnknownField, message)
	if !d.skip() {
		return false
	}
	d.pop()
	return true
}

// mismatch records a value of a wrong type and skips it.
func (d *decoder) mismatch(message string) bool {
	if d.next() == 'n' {
		message = "must not be null"
	}
	d.problem(CodeValidationFailed, message)
	return d.skip()
}

// member decodes the value of a member. It writes a field of an inline message as a
// message with only this field. proto.Unmarshal merges these messages.
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
	switch {
	case !f.list:
		return d.single(f)
	case d.next() != '[':
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
