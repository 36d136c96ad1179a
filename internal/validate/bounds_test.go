package validate

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/workplan-api/workplan/internal/rpc"
)

// TestWhatIsProvedIsWhatProtovalidateAccepts makes random requests of every rpc, from
// its descriptor, out of values on both sides of the bounds. Whatever this package
// accepts without protovalidate, protovalidate has to accept as well.
func TestWhatIsProvedIsWhatProtovalidateAccepts(t *testing.T) {
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	const tries = 3000
	r := rand.New(rand.NewPCG(1, 2))
	for _, m := range table.Methods() {
		proved, refused := 0, 0
		for range tries {
			req := m.Input.New()
			fill(r, req, r.IntN(10))
			c := checker{update: m.Mask != nil}
			c.message(req)
			full := protovalidate.Validate(req.Interface())
			if full != nil {
				refused++
			}
			if c.unknown {
				continue // protovalidate decides
			}
			proved++
			if len(c.found) > 0 {
				continue // refused already
			}
			if full != nil {
				t.Fatalf("%s: proved, but protovalidate says %v: %.500v", m.Name, full, req.Interface())
			}
		}
		// A diff must have a moment, whose form only protovalidate knows.
		if proved == 0 && !strings.Contains(m.Name, "Service/Diff") {
			t.Errorf("%s: nothing is proved, every request costs a run of protovalidate", m.Name)
		}
		if bounded(m.Input.Descriptor()) && refused == 0 {
			t.Errorf("%s: protovalidate refused nothing, so the values of this test are too tame", m.Name)
		}
	}
}

func bounded(md protoreflect.MessageDescriptor) bool {
	for _, r := range rulesOf(md).fields {
		if r.fastCheck != nil || r.message && bounded(r.field.Message()) {
			return true
		}
	}
	return false
}

var texts = []string{
	"", "a", "ab", " ", "é", "01890000-0000-7000-8000-00000000000a", "01890000-0000-7000-8000-00000000000A",
	"x01890000-0000-7000-8000-00000000000a", "0189000000000-7000-8000-00000000000a",
	"01890000x0000-7000-8000-00000000000a", "none", "client", "2026-02-28", "DE",
	"a@example.com", "https://example.com/x", "javascript:alert(1)", "data:text/html,x", strings.Repeat("é", 255),
	strings.Repeat("é", 256), strings.Repeat("x", 50), strings.Repeat("x", 51), strings.Repeat("é", 1000),
	strings.Repeat("x", 1001), strings.Repeat("x", 10001), strings.Repeat("😀", 2000),
	strings.Repeat("😀", 2001),
}

var numbers = []float64{0, math.Copysign(0, -1), 1, 24, math.Nextafter(24, 25), 168, 168.5, 1e12, 2e12,
	-math.SmallestNonzeroFloat64, math.NaN(), math.Inf(1), math.Inf(-1)}

var integers = []int64{0, 1, -1, 200, math.MinInt64, 9007199254740991, 9007199254740992, math.MaxInt64}

// fill sets about so many tenths of the fields of a message.
func fill(r *rand.Rand, m protoreflect.Message, tenths int) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		switch {
		case r.IntN(10) > tenths, fd.Message() != nil && fd.Message().FullName() == "google.protobuf.FieldMask":
		case fd.IsList():
			l := m.Mutable(fd).List()
			for range []int{0, 1, 3, 31}[r.IntN(4)] {
				if fd.Message() != nil {
					fill(r, l.AppendMutable().Message(), tenths)
				} else {
					l.Append(value(r, fd))
				}
			}
		case fd.Message() != nil:
			if strings.HasPrefix(string(fd.Message().FullName()), "workplan.") {
				fill(r, m.Mutable(fd).Message(), tenths)
			}
		default:
			m.Set(fd, value(r, fd))
		}
	}
}

func value(r *rand.Rand, fd protoreflect.FieldDescriptor) protoreflect.Value {
	switch fd.Kind() {
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(texts[r.IntN(len(texts))])
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(numbers[r.IntN(len(numbers))])
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(integers[r.IntN(len(integers))])
	case protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(int32(integers[r.IntN(len(integers))]))
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(r.IntN(8) - 1))
	}
	return protoreflect.ValueOfBool(r.IntN(2) == 0)
}

// TestRulesThatAreNotKnownAreNotProved gives a message rules of the kinds that this
// package does not know. Each has to be left to protovalidate.
func TestRulesThatAreNotKnownAreNotProved(t *testing.T) {
	field := func(rules *validate.FieldRules) *descriptorpb.FieldOptions {
		o := &descriptorpb.FieldOptions{}
		proto.SetExtension(o, validate.E_Field, rules)
		return o
	}
	text := func(s *validate.StringRules) *validate.FieldRules {
		return &validate.FieldRules{Type: &validate.FieldRules_String_{String_: s}}
	}
	whole := &descriptorpb.MessageOptions{}
	proto.SetExtension(whole, validate.E_Message,
		&validate.MessageRules{Cel: []*validate.Rule{{Id: proto.String("x"), Expression: proto.String("false")}}})
	for name, message := range map[string]*descriptorpb.DescriptorProto{
		"a field that is required": {Field: []*descriptorpb.FieldDescriptorProto{
			{Options: field(&validate.FieldRules{Required: proto.Bool(true)})},
		}},
		"an expression on a field": {Field: []*descriptorpb.FieldDescriptorProto{{Options: field(
			&validate.FieldRules{Cel: []*validate.Rule{{Id: proto.String("x"), Expression: proto.String("false")}}},
		)}}},
		"bounds and an expression": {Field: []*descriptorpb.FieldDescriptorProto{
			{Options: field(&validate.FieldRules{
				Type: text(&validate.StringRules{MaxLen: proto.Uint64(9)}).Type, CelExpression: []string{"false"},
			})},
		}},
		"a pattern": {Field: []*descriptorpb.FieldDescriptorProto{
			{Options: field(text(&validate.StringRules{Pattern: proto.String("^x$")}))},
		}},
		"a length and a pattern": {Field: []*descriptorpb.FieldDescriptorProto{
			{Options: field(text(&validate.StringRules{MaxLen: proto.Uint64(9), Pattern: proto.String("^x$")}))},
		}},
		"an expression on a message": {Options: whole, Field: []*descriptorpb.FieldDescriptorProto{{}}},
		"a number with an open interval": {Field: []*descriptorpb.FieldDescriptorProto{{
			Type: descriptorpb.FieldDescriptorProto_TYPE_DOUBLE.Enum(),
			Options: field(&validate.FieldRules{Type: &validate.FieldRules_Double{Double: &validate.DoubleRules{
				GreaterThan: &validate.DoubleRules_Gt{Gt: 5}, LessThan: &validate.DoubleRules_Lte{Lte: 9},
				Finite: proto.Bool(true),
			}}}),
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			message.Name = proto.String("M")
			for _, f := range message.Field {
				f.Name, f.Number, f.Label = proto.String("f"), proto.Int32(1),
					descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum()
				if f.Type == nil {
					f.Type = descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum()
				}
				f.Proto3Optional, f.OneofIndex = proto.Bool(true), proto.Int32(0)
			}
			message.OneofDecl = []*descriptorpb.OneofDescriptorProto{{Name: proto.String("_f")}}
			file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
				Name: proto.String(name), Syntax: proto.String("proto3"),
				MessageType: []*descriptorpb.DescriptorProto{message},
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			md := file.Messages().Get(0)
			for _, set := range []bool{true, false} {
				m := dynamicpb.NewMessage(md)
				if fd := md.Fields().Get(0); set && fd.Kind() == protoreflect.StringKind {
					m.Set(fd, protoreflect.ValueOfString("y"))
				} else if set {
					m.Set(fd, protoreflect.ValueOfFloat64(5))
				}
				c := checker{}
				c.message(m)
				if err := protovalidate.Validate(m); err != nil && !c.unknown {
					t.Errorf("set %v: proved, but protovalidate says %v", set, err)
				}
			}
		})
	}
}
