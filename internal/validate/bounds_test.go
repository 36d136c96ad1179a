package validate

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
)

// TestEveryRuleIsKnown reads the rules of all messages. What this package does not know makes it panic.
func TestEveryRuleIsKnown(t *testing.T) {
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if strings.HasPrefix(string(file.Package()), "workplan.") {
			for i := range file.Messages().Len() {
				md := file.Messages().Get(i)
				rulesOf(md)
				if proto.HasExtension(md.Options(), validate.E_Message) {
					t.Errorf("%s has rules of a message, which this package does not know", md.FullName())
				}
			}
		}
		return true
	})
}

// TestProtovalidateAgrees makes random requests of every rpc, from its descriptor, out of values on both sides of the
// bounds. This package has to refuse the fields that protovalidate refuses, and no others.
func TestProtovalidateAgrees(t *testing.T) {
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	const tries = 1000
	r := rand.New(rand.NewPCG(1, 2))
	for _, m := range table.Methods() {
		refused := 0
		for range tries {
			req := m.Input.New()
			fill(r, req, r.IntN(10))
			c := checker{update: m.Mask != nil}
			c.message(req)
			var got []string
			for _, d := range c.outside {
				if d.Message != oneSource { // a rule of ours
					got = append(got, d.Field)
				}
			}
			want := slices.DeleteFunc(refusedBy(req.Interface()), func(path string) bool {
				// what the server sets is refused whole
				return slices.ContainsFunc(c.found, func(d problem.Detail) bool {
					return d.Code == problem.UnknownField && (path == d.Field || strings.HasPrefix(path, d.Field+".") ||
						strings.HasPrefix(path, d.Field+"["))
				})
			})
			if refused += len(want); !slices.Equal(got, want) {
				t.Fatalf("%s: refused %q, but protovalidate says %q: %.500v", m.Name, got, want, req.Interface())
			}
		}
		if bounded(m.Input.Descriptor()) && refused == 0 {
			t.Errorf("%s: protovalidate refused nothing, so the values of this test are too tame", m.Name)
		}
	}
}

// refusedBy returns the paths of the fields that protovalidate refuses, each once.
func refusedBy(m proto.Message) (paths []string) {
	var violations *protovalidate.ValidationError
	if !errors.As(protovalidate.Validate(m), &violations) {
		return nil
	}
	for _, v := range violations.Violations {
		var path strings.Builder
		for i, e := range v.Proto.GetField().GetElements() {
			if i > 0 {
				path.WriteByte('.')
			}
			path.WriteString(e.GetFieldName())
			if e.HasIndex() {
				fmt.Fprintf(&path, "[%d]", e.GetIndex())
			}
		}
		if !slices.Contains(paths, path.String()) {
			paths = append(paths, path.String())
		}
	}
	return paths
}

// TestURIs compares what is a URI with protovalidate, for random texts.
func TestURIs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	parts := []string{"http", "s", "mailto", "urn", ":", "//", "/", "?", "#", "@", "example.com", "127.0.0.1", "[::1]",
		"[v1.x]",
		"[fe80::1%25eth0]", "[::ffff:1.2.3.4]", "[", "]", ":80", "%41", "%4", "%zz", "%ff", "é", " ", "a", "1", "-",
		".", "..", "+", "~", "!",
		"$", "&", "'", "(", "*", ",", ";", "=", "<", ">", "\"", "{", "|", "\\", "^", "`", "\n", ""}
	agreed := map[bool]int{}
	for range 100_000 {
		var b strings.Builder
		if r.IntN(3) > 0 {
			b.WriteString("https://")
		}
		for range r.IntN(7) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		s := b.String()
		want := len(refusedBy(&pb.Client{Image: &s})) == 0
		if strings.Contains(s, "[::ffff:1.2.3.4]") { // a URI, but not for protovalidate
			continue
		}
		if isURI(s) != want {
			t.Errorf("%q is a URI: %v, protovalidate says %v", s, isURI(s), want)
		}
		agreed[want]++
	}
	if agreed[true] < 1000 || agreed[false] < 1000 {
		t.Errorf("the texts are too much alike: %v", agreed)
	}
}

func bounded(md protoreflect.MessageDescriptor) bool {
	for _, r := range rulesOf(md).fields {
		if r.bounds.value != nil || r.message && bounded(r.field.Message()) {
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

// TestOtherRulesPanic gives a message rules of the kinds that this package does not know. None may be forgotten.
func TestOtherRulesPanic(t *testing.T) {
	field := func(rules *validate.FieldRules) *descriptorpb.FieldOptions {
		o := &descriptorpb.FieldOptions{}
		proto.SetExtension(o, validate.E_Field, rules)
		return o
	}
	text := func(s *validate.StringRules) *validate.FieldRules {
		return &validate.FieldRules{Type: &validate.FieldRules_String_{String_: s}}
	}
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
		"a form of text": {Field: []*descriptorpb.FieldDescriptorProto{
			{Options: field(text(&validate.StringRules{Prefix: proto.String("x")}))},
		}},
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
			defer func() {
				if recover() == nil {
					t.Error("nothing panics")
				}
			}()
			rulesOf(file.Messages().Get(0))
		})
	}
}
