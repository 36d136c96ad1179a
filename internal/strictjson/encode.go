package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Append appends the JSON form of m to b, without white space. Bytes of text that are not
// UTF-8 become U+FFFD.
//
// It fails if a value has no JSON form: a number that is not finite, an unknown enum
// number, a time outside the years 1 to 9999, or a field of a kind that the API does not
// use. On an error it returns b unchanged.
func Append(b []byte, m proto.Message) ([]byte, error) { return AppendAsked(b, m, nil) }

// AppendAsked is Append for the response to a request that asks for the fields with these names, which a response only
// has on request. On the wire, a list that is empty cannot be told from one that nobody asked for. The names are
// validated.
func AppendAsked(b []byte, m proto.Message, names []string) ([]byte, error) {
	r := m.ProtoReflect()
	out, err := appendMessage(b, planWith(r.Descriptor(), names), r)
	if err != nil {
		return b, fmt.Errorf("strictjson: %w", err)
	}
	return out, nil
}

func appendMessage(b []byte, p *plan, m protoreflect.Message) ([]byte, error) {
	if p.none != "" {
		return nil, fmt.Errorf("%s has no JSON form", p.none)
	}
	if p.bare {
		f := &p.fields[0]
		return appendList(b, f, m.Get(f.fd).List())
	}
	if p.row {
		if b, ok := appendRow(b, m); ok {
			return b, nil
		}
	}
	var err error
	start := len(b)
	for i := range p.fields {
		if b, err = appendField(b, &p.fields[i], m); err != nil {
			return nil, err
		}
	}
	return closeObject(b, start), nil
}

// AppendChanged appends the members of the JSON form of m that differ from those of other, a
// message of the same type, as an object.
func AppendChanged(b []byte, m, other proto.Message) ([]byte, error) {
	var theirs []byte
	var err error
	out := b
	for i, p := 0, planOf(m.ProtoReflect().Descriptor()); i < len(p.fields); i++ {
		before := len(out)
		if out, err = appendField(out, &p.fields[i], m.ProtoReflect()); err == nil {
			theirs, err = appendField(theirs[:0], &p.fields[i], other.ProtoReflect())
		}
		if err != nil {
			return b, fmt.Errorf("strictjson: %w", err)
		}
		if bytes.Equal(out[before:], theirs) {
			out = out[:before]
		}
	}
	return closeObject(out, len(b)), nil
}

// AppendWithout is Append without the members of some fields.
func AppendWithout(b []byte, m proto.Message, names ...protoreflect.Name) ([]byte, error) {
	var err error
	out := b
	for i, p := 0, planOf(m.ProtoReflect().Descriptor()); i < len(p.fields); i++ {
		if slices.Contains(names, p.fields[i].fd.Name()) {
			continue
		}
		if out, err = appendField(out, &p.fields[i], m.ProtoReflect()); err != nil {
			return b, fmt.Errorf("strictjson: %w", err)
		}
	}
	return closeObject(out, len(b)), nil
}

// appendField appends a member with a comma before it, or nothing for an expanded field that
// is not set.
func appendField(b []byte, f *field, m protoreflect.Message) ([]byte, error) {
	v, ok := get(m, f)
	switch {
	case f.expanded && (!ok || f.list && v.List().Len() == 0):
		return b, nil
	case !ok:
		return append(append(b, f.key...), "null"...), nil
	}
	b = append(b, f.key...)
	switch {
	case f.list:
		return appendList(b, f, v.List())
	case f.noRecord && isEmpty(f.message, v.Message()):
		return append(b, "null"...), nil
	}
	return appendValue(b, f, v)
}

// closeObject makes an object of the members from start on. Each begins with a comma; the
// first comma becomes the brace.
func closeObject(b []byte, start int) []byte {
	if len(b) == start {
		return append(b, "{}"...)
	}
	b[start] = '{'
	return append(b, '}')
}

// get returns the value of a field, and whether it has one. For messages it calls
// IsValid, which is faster than Has.
func get(m protoreflect.Message, f *field) (v protoreflect.Value, ok bool) {
	switch {
	case f.list || !f.presence:
		return m.Get(f.fd), true
	case f.kind == kindMessage || f.kind == kindTime || f.kind == kindObject:
		v = m.Get(f.fd)
		return v, v.Message().IsValid()
	case m.Has(f.fd):
		return m.Get(f.fd), true
	}
	return v, false
}

func appendList(b []byte, f *field, l protoreflect.List) ([]byte, error) {
	var err error
	b = append(b, '[')
	for i := range l.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = appendValue(b, f, l.Get(i)); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func appendValue(b []byte, f *field, v protoreflect.Value) ([]byte, error) {
	switch f.kind {
	case kindString:
		return appendString(b, v.String()), nil
	case kindBool:
		return strconv.AppendBool(b, v.Bool()), nil
	case kindInt32, kindInt64:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case kindDouble:
		x := v.Float()
		switch {
		case !math.IsNaN(x) && !math.IsInf(x, 0):
			return appendDouble(b, x), nil
		case math.IsNaN(x) && f.nanNull:
			return append(b, "null"...), nil
		}
		return nil, fmt.Errorf("%s is not a finite number", f.fd.FullName())
	case kindEnum:
		n := v.Enum()
		if n == 0 {
			return append(b, "null"...), nil
		}
		if word, ok := f.enum.Word(n); ok {
			return append(append(append(b, '"'), word...), '"'), nil
		}
		return nil, fmt.Errorf("%s has no value %d", f.fd.Enum().FullName(), n)
	case kindTime:
		seconds, nanos := timestamp(v.Message())
		if !inYears(seconds, nanos) {
			return nil, fmt.Errorf("%s is not in the years 1 to 9999", f.fd.FullName())
		}
		b = AppendTime(append(b, '"'), time.Unix(seconds, nanos))
		return append(b, '"'), nil
	case kindObject:
		return appendObject(b, v.Message().Interface())
	}
	return appendMessage(b, f.message, v.Message())
}

// appendObject appends a google.protobuf.Struct with its members in alphabetical order.
func appendObject(b []byte, m proto.Message) ([]byte, error) {
	object, ok := m.(*structpb.Struct)
	if !ok {
		return nil, errors.New("an object is not a google.protobuf.Struct")
	}
	text, err := MarshalPlain(object.AsMap())
	return append(b, text...), err
}

// MarshalPlain is json.Marshal without escapes for HTML: <, > and & stay as they are.
func MarshalPlain(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

func timestamp(m protoreflect.Message) (seconds, nanos int64) {
	if t, ok := m.Interface().(*timestamppb.Timestamp); ok {
		return t.GetSeconds(), int64(t.GetNanos())
	}
	fields := m.Descriptor().Fields()
	return m.Get(fields.ByNumber(1)).Int(), m.Get(fields.ByNumber(2)).Int()
}

func isEmpty(p *plan, m protoreflect.Message) bool {
	for i := range p.fields {
		if m.Has(p.fields[i].fd) {
			return false
		}
	}
	return true
}

// appendDouble appends the shortest number that parses as x, as encoding/json does: 7.5,
// 8, 1e-7, 1e+21. Negative zero becomes 0.
func appendDouble(b []byte, x float64) []byte {
	if n := int64(x); float64(n) == x && n > -1e15 && n < 1e15 {
		return strconv.AppendInt(b, n, 10)
	}
	if a := math.Abs(x); a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, x, 'e', -1, 64)
	// Write e-07 as e-7.
	if n := len(b); b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}
