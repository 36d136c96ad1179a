package validate

import (
	"math"
	"slices"
	"unicode/utf8"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// within reports whether a value keeps the bounds of its field. False only means that
// this package cannot prove it; then protovalidate decides. It must never be true for a
// value that protovalidate refuses.
type fastCheck func(protoreflect.Value) bool

// unknown leaves every value to protovalidate.
func unknown(protoreflect.Value) bool { return false }

// boundsOf returns a fast check of the bounds of a field, or nil if it has none. For a
// batch of a thousand rows, protovalidate takes longer than writing the rows, so the
// rules that lists and batches use are checked here.
func boundsOf(fd protoreflect.FieldDescriptor) fastCheck {
	rules, _ := proto.GetExtension(fd.Options(), validate.E_Field).(*validate.FieldRules)
	if rules == nil {
		return nil
	}
	allowZero := rules.GetIgnore() == validate.Ignore_IGNORE_IF_ZERO_VALUE
	if allowZero {
		rules = proto.CloneOf(rules)
		rules.Ignore = nil
	}
	look := boundsOfValue(fd, rules)
	if allowZero && fd.Kind() == protoreflect.StringKind {
		return func(v protoreflect.Value) bool { return v.String() == "" || look(v) }
	}
	return look
}

func boundsOfValue(fd protoreflect.FieldDescriptor, rules *validate.FieldRules) fastCheck {
	if !has(rules, 1) { // a type's rules, and no others such as cel
		return unknown
	}
	switch {
	case rules.GetString() != nil:
		return boundsOfString(rules.GetString())
	case rules.GetDouble() != nil:
		r := rules.GetDouble()
		_, gte := r.GreaterThan.(*validate.DoubleRules_Gte)
		_, lte := r.LessThan.(*validate.DoubleRules_Lte)
		if !gte || !lte || !r.GetFinite() || !has(r, 3) {
			return unknown
		}
		low, high := r.GetGte(), r.GetLte()
		return func(v protoreflect.Value) bool { f := v.Float(); return f >= low && f <= high && !math.IsInf(f, 0) }
	case rules.GetInt64() != nil:
		r := rules.GetInt64()
		_, gte := r.GreaterThan.(*validate.Int64Rules_Gte)
		_, lte := r.LessThan.(*validate.Int64Rules_Lte)
		if !gte || !lte || !has(r, 2) {
			return unknown
		}
		low, high := r.GetGte(), r.GetLte()
		return func(v protoreflect.Value) bool { return v.Int() >= low && v.Int() <= high }
	case rules.GetEnum() != nil:
		r := rules.GetEnum()
		if !r.GetDefinedOnly() || len(r.GetNotIn()) != 1 || r.GetNotIn()[0] != 0 || !has(r, 2) {
			return unknown
		}
		values := fd.Enum().Values()
		return func(v protoreflect.Value) bool { return v.Enum() != 0 && values.ByNumber(v.Enum()) != nil }
	case rules.GetRepeated() != nil:
		return boundsOfList(fd, rules.GetRepeated())
	}
	return unknown
}

func boundsOfString(r *validate.StringRules) fastCheck {
	switch {
	case len(r.GetIn()) > 0 && has(r, 1):
		return func(v protoreflect.Value) bool { return slices.Contains(r.GetIn(), v.String()) }
	case r.GetUuid() && has(r, 1):
		return func(v protoreflect.Value) bool { return isUUID(v.String()) }
	case r.MaxLen != nil && r.MinLen != nil && has(r, 2), r.MaxLen != nil && has(r, 1):
		low, high := int(r.GetMinLen()), int(min(r.GetMaxLen(), math.MaxInt32))
		return func(v protoreflect.Value) bool {
			s := v.String()
			n := len(s)
			if n > high || n < utf8.UTFMax*low {
				n = utf8.RuneCountInString(s)
			}
			return n >= low && n <= high
		}
	}
	return unknown
}

func boundsOfList(fd protoreflect.FieldDescriptor, r *validate.RepeatedRules) fastCheck {
	rules, most := 0, math.MaxInt
	if r.MaxItems != nil {
		rules, most = rules+1, int(min(r.GetMaxItems(), math.MaxInt32))
	}
	item := func(protoreflect.Value) bool { return true }
	if r.Items != nil {
		rules, item = rules+1, boundsOfValue(fd, r.GetItems())
	}
	if !has(r, rules) {
		return unknown
	}
	return func(v protoreflect.Value) bool {
		l := v.List()
		if l.Len() > most {
			return false
		}
		if r.Items == nil {
			return true
		}
		for i := range l.Len() {
			if !item(l.Get(i)) {
				return false
			}
		}
		return true
	}
}

// has reports whether a message has exactly n fields set.
func has(m proto.Message, n int) bool {
	m.ProtoReflect().Range(func(protoreflect.FieldDescriptor, protoreflect.Value) bool { n--; return true })
	return n == 0 && len(m.ProtoReflect().GetUnknown()) == 0
}

func isUUID(s string) bool {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9', 'a' <= c && c <= 'f', 'A' <= c && c <= 'F':
		case c == '-' && (i == 8 || i == 13 || i == 18 || i == 23):
		default:
			return false
		}
	}
	return true
}
