package validate

import (
	"math"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// within is a quick look at the bounds of a field: whether protovalidate has nothing
// to say of a value. Of what is not within, it says what is wrong.
type within func(protoreflect.Value) bool

// quick returns the quick look for the bounds of a field, nil where it has none. It is
// false where they are of a kind that only protovalidate knows.
func quick(fd protoreflect.FieldDescriptor) (look within, ok bool) {
	rules, _ := proto.GetExtension(fd.Options(), validate.E_Field).(*validate.FieldRules)
	if rules == nil {
		return nil, true
	}
	zero := rules.GetIgnore() == validate.Ignore_IGNORE_IF_ZERO_VALUE
	switch {
	case rules.GetString().GetUuid() && only(rules.GetString(), 1):
		return func(v protoreflect.Value) bool { s := v.String(); return isUUID(s) || zero && s == "" }, true
	case rules.GetDouble() != nil:
		d := rules.GetDouble()
		if !d.GetFinite() || d.GreaterThan == nil || d.LessThan == nil || !only(d, 3) {
			return nil, false
		}
		_, gte := d.GreaterThan.(*validate.DoubleRules_Gte)
		_, lte := d.LessThan.(*validate.DoubleRules_Lte)
		low, high := d.GetGte(), d.GetLte()
		return func(v protoreflect.Value) bool { f := v.Float(); return f >= low && f <= high && !math.IsInf(f, 0) }, gte && lte
	case rules.GetInt64() != nil:
		n := rules.GetInt64()
		_, gte := n.GreaterThan.(*validate.Int64Rules_Gte)
		_, lte := n.LessThan.(*validate.Int64Rules_Lte)
		low, high := n.GetGte(), n.GetLte()
		return func(v protoreflect.Value) bool { return v.Int() >= low && v.Int() <= high }, gte && lte && only(n, 2)
	case rules.GetRepeated() != nil:
		r := rules.GetRepeated()
		return func(v protoreflect.Value) bool { return uint64(v.List().Len()) <= r.GetMaxItems() }, r.MaxItems != nil && only(r, 1)
	}
	return nil, false
}

// only tells whether a message has n fields set.
func only(m proto.Message, n int) bool {
	m.ProtoReflect().Range(func(protoreflect.FieldDescriptor, protoreflect.Value) bool { n--; return true })
	return n == 0
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
