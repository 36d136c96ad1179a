package strictjson

import (
	"bytes"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// single decodes the value of a field, or one item of its list.
func (d *decoder) single(f *field) bool {
	c := d.next()
	switch f.kind {
	case kindString:
		if c == '{' && f.object != "" && d.mode == Create {
			return d.objectForm(f)
		}
		return d.stringValue(f)
	case kindEnum:
		return d.enumValue(f)
	case kindTime:
		return d.timeValue(f)
	case kindBool:
		return d.boolValue(f)
	case kindDouble, kindInt32, kindInt64:
		return d.numberValue(f)
	}
	// A value that is not an object is decoded as an empty message, so that later items
	// keep their indexes.
	start, ok := d.openMessage(f.tag), false
	if c == '{' {
		var present uint64
		if present, ok = d.message(f.message); ok && f.message.lists&^present != 0 {
			d.missingLists(f.message, present)
		}
	} else {
		ok = d.mismatch("must be an object")
	}
	d.closeMessage(start)
	return ok
}

// missingLists records the required lists that an object in the body does not have. Those of the body itself are
// checked later.
func (d *decoder) missingLists(p *plan, present uint64) {
	for i := range p.fields {
		if p.lists&^present&(1<<i) != 0 {
			d.push(p.fields[i].name)
			d.problem(CodeValidationFailed, "is required")
			d.pop()
		}
	}
}

func (d *decoder) stringValue(f *field) bool {
	if d.next() != '"' {
		return d.mismatch(mustBeString)
	}
	s, ok := d.text()
	if !ok {
		return false
	}
	if bytes.IndexByte(s, 0) >= 0 {
		d.problem(CodeValidationFailed, "must not contain NUL")
	}
	d.wire = append(d.wire, f.tag...)
	d.wire = protowire.AppendBytes(d.wire, s)
	return true
}

// objectForm decodes a string that is written as an object with one member.
func (d *decoder) objectForm(f *field) bool {
	given, unknown := false, 0
	ok := d.object(func(name []byte) bool {
		if string(name) != f.object {
			return d.unknown(&unknown, name, noField)
		}
		d.push(f.object)
		if given {
			return d.abort("is given twice")
		}
		given = true
		if !d.stringValue(f) {
			return false
		}
		d.pop()
		return true
	})
	if ok && !given {
		d.push(f.object)
		d.problem(CodeValidationFailed, "is required")
		d.pop()
	}
	return ok
}

func (d *decoder) enumValue(f *field) bool {
	if d.next() != '"' {
		return d.mismatch(mustBeOneOf + f.enum.String())
	}
	s, ok := d.text()
	if !ok {
		return false
	}
	n, known := f.enum.Number(string(s))
	if !known {
		d.problem(CodeValidationFailed, mustBeOneOf+f.enum.String())
	}
	d.writeVarint(f, uint64(n))
	return true
}

func (d *decoder) timeValue(f *field) bool {
	if d.next() != '"' {
		return d.mismatch(mustBeTime)
	}
	s, ok := d.text()
	if !ok {
		return false
	}
	t, ok := ParseTime(string(s))
	if !ok {
		d.problem(CodeValidationFailed, mustBeTime)
	}
	start := d.openMessage(f.tag)
	d.wire = protowire.AppendTag(d.wire, 1, protowire.VarintType)
	d.wire = protowire.AppendVarint(d.wire, uint64(t.Unix()))
	d.wire = protowire.AppendTag(d.wire, 2, protowire.VarintType)
	d.wire = protowire.AppendVarint(d.wire, uint64(t.Nanosecond()))
	d.closeMessage(start)
	return true
}

func (d *decoder) boolValue(f *field) bool {
	switch d.next() {
	case 't':
		d.writeVarint(f, 1)
		return d.literal("true")
	case 'f':
		d.writeVarint(f, 0)
		return d.literal("false")
	}
	return d.mismatch(mustBeBoolean)
}

func (d *decoder) numberValue(f *field) bool {
	if !startsNumber(d.next()) {
		return d.mismatch(mustBeNumber)
	}
	text, ok := d.number()
	if !ok {
		return false
	}
	var wrong string
	if f.kind == kindDouble {
		var x float64
		x, wrong = parseDouble(text)
		d.wire = append(d.wire, f.tag...)
		d.wire = protowire.AppendFixed64(d.wire, math.Float64bits(x))
	} else {
		bitSize := 64
		if f.kind == kindInt32 {
			bitSize = 32
		}
		var n int64
		n, wrong = parseWhole(text, bitSize)
		d.writeVarint(f, uint64(n))
	}
	if wrong != "" {
		d.problem(CodeValidationFailed, wrong)
	}
	return true
}

func (d *decoder) writeVarint(f *field, n uint64) {
	d.wire = append(d.wire, f.tag...)
	d.wire = protowire.AppendVarint(d.wire, n)
}

// openMessage reserves five bytes for the length of a message. A varint of five bytes can
// hold any length, so closeMessage does not have to move the message.
func (d *decoder) openMessage(tag []byte) (start int) {
	d.wire = append(d.wire, tag...)
	d.wire = append(d.wire, 0x80, 0x80, 0x80, 0x80, 0)
	return len(d.wire)
}

func (d *decoder) closeMessage(start int) {
	n := len(d.wire) - start
	for i := start - 5; n > 0; i++ {
		d.wire[i] |= byte(n & 0x7f)
		n >>= 7
	}
}
