package main

import (
	"fmt"
	"slices"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/openapi"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// mode is which side of the wire a message is on: what a client sends to create or to
// update, or what the server answers.
type mode int

const (
	create mode = iota
	update
	answer
)

// suffix tells the schemas of one message apart.
func (m mode) suffix() string { return [...]string{"Input", "Patch", ""}[m] }

// schemaRef is what a reference to a schema begins with.
const schemaRef = "#/components/schemas/"

// reference returns a reference to the schema of a message, which it adds where it is new.
func (b *builder) reference(md protoreflect.MessageDescriptor, m mode) *openapi.Schema {
	if md.FullName() == "google.protobuf.Empty" {
		return &openapi.Schema{Type: openapi.Types{"object"}, MaxProperties: new(uint64), Description: "An empty object."}
	}
	name := schemaName(md, m)
	schemas := &b.doc.Components.Schemas
	if !schemas.Has(name) {
		schemas.Set(name, nil) // it keeps its place before what it refers to
		schemas.Set(name, b.object(md, m))
	}
	return &openapi.Schema{Ref: schemaRef + name}
}

// schemaName is the name of a message on that side of the wire. What an rpc answers is a
// Result: generators make types of their own that end in Response.
func schemaName(md protoreflect.MessageDescriptor, m mode) string {
	name := string(md.Name())
	if operation, ok := strings.CutSuffix(name, "Response"); ok {
		return operation + "Result"
	}
	return name + m.suffix()
}

func (b *builder) object(md protoreflect.MessageDescriptor, m mode) *openapi.Schema {
	s := &openapi.Schema{Type: openapi.Types{"object"}, Description: describe(md, m)}
	if m != answer {
		s.AdditionalProperties = new(bool)
	}
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		if !visible(fd, m) {
			continue
		}
		s.Properties.Set(fd.JSONName(), b.property(fd, m))
		if required(fd, m) {
			s.Required = append(s.Required, fd.JSONName())
		}
	}
	return s
}

// visible says whether a field stands in the JSON of that side.
func visible(fd protoreflect.FieldDescriptor, m mode) bool {
	switch m {
	case create:
		return !behaves(fd, annotations.FieldBehavior_OUTPUT_ONLY)
	case update:
		return !behaves(fd, annotations.FieldBehavior_OUTPUT_ONLY) && !behaves(fd, annotations.FieldBehavior_IMMUTABLE)
	}
	return true
}

func required(fd protoreflect.FieldDescriptor, m mode) bool {
	switch m {
	case create:
		return behaves(fd, annotations.FieldBehavior_REQUIRED)
	case update:
		return false
	}
	return !leftOut(fd)
}

// leftOut says whether an answer leaves a field out where it has no value: what was not
// asked to be expanded, and what the detail of an error has not.
func leftOut(fd protoreflect.FieldDescriptor) bool {
	return option[bool](fd, pb.E_Expanded) || fd.Parent().Name() == "ErrorDetail" && fd.HasOptionalKeyword()
}

// nullable says whether the value may be null on that side.
func nullable(fd protoreflect.FieldDescriptor, m mode) bool {
	if option[bool](fd, pb.E_Nullable) {
		return true
	}
	outputOnly := behaves(fd, annotations.FieldBehavior_OUTPUT_ONLY) && fd.HasOptionalKeyword() && !option[bool](fd, pb.E_Expanded)
	return m == answer && (option[bool](fd, pb.E_NullInAnswers) || outputOnly)
}

// property is the schema of a member of an object.
func (b *builder) property(fd protoreflect.FieldDescriptor, m mode) *openapi.Schema {
	s := b.value(fd, m)
	s.Description = text(fd)
	if name := option[string](fd, pb.E_ObjectForm); name != "" && m == create {
		s.Description += " Each may also be an object with the member " + name + "."
	}
	switch {
	case !nullable(fd, m):
	case s.Ref != "":
		return &openapi.Schema{AnyOf: []*openapi.Schema{{Ref: s.Ref}, {Type: openapi.Types{"null"}}}, Description: s.Description}
	default:
		s.Type = append(s.Type, "null")
	}
	return s
}

// value is the schema of a field's value, without what stands around it.
func (b *builder) value(fd protoreflect.FieldDescriptor, m mode) *openapi.Schema {
	rules := option[*validate.FieldRules](fd, validate.E_Field)
	if !fd.IsList() {
		return b.single(fd, rules, m)
	}
	s := &openapi.Schema{Type: openapi.Types{"array"}, Items: b.single(fd, rules.GetRepeated().GetItems(), m)}
	if n := rules.GetRepeated().GetMaxItems(); n > 0 && m != answer {
		s.MaxItems = &n
	}
	if name := option[string](fd, pb.E_ObjectForm); name != "" && m == create {
		s.Items = b.eitherForm(fd, name, s.Items)
	}
	return s
}

// eitherForm refers to a schema for one item of a list that may be a text, or an object
// with that text as its only member. Both have names, for generators to call them by.
func (b *builder) eitherForm(fd protoreflect.FieldDescriptor, member string, text *openapi.Schema) *openapi.Schema {
	one := capital(singular(fd.JSONName()))
	object := &openapi.Schema{
		Type: openapi.Types{"object"}, Required: []string{member}, AdditionalProperties: new(bool),
		Description: "The same as the text alone.",
	}
	object.Properties.Set(member, text)
	either := &openapi.Schema{Description: "A text, or an object that has it."}
	either.OneOf = []*openapi.Schema{text, {Ref: schemaRef + one + "Object"}}
	b.doc.Components.Schemas.Set(one+"Input", either)
	b.doc.Components.Schemas.Set(one+"Object", object)
	return &openapi.Schema{Ref: schemaRef + one + "Input"}
}

// singular is the name of one item of a list: category of categories.
func singular(list string) string {
	if stem, ok := strings.CutSuffix(list, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(list, "s")
}

func (b *builder) single(fd protoreflect.FieldDescriptor, rules *validate.FieldRules, m mode) *openapi.Schema {
	switch fd.Kind() {
	case protoreflect.BoolKind:
		return &openapi.Schema{Type: openapi.Types{"boolean"}}
	case protoreflect.StringKind:
		return b.stringSchema(fd, rules.GetString(), m)
	case protoreflect.DoubleKind:
		s := &openapi.Schema{Type: openapi.Types{"number"}, Format: "double"}
		if m == answer {
			return s
		}
		if d := rules.GetDouble(); d.HasGte() {
			s.Minimum = proto.Float64(d.GetGte())
		}
		if d := rules.GetDouble(); d.HasLte() {
			s.Maximum = proto.Float64(d.GetLte())
		}
		return s
	case protoreflect.Int32Kind:
		return &openapi.Schema{Type: openapi.Types{"integer"}}
	case protoreflect.Int64Kind:
		s := &openapi.Schema{Type: openapi.Types{"integer"}, Format: "int64"}
		if n := rules.GetInt64(); n.HasGte() {
			s.Minimum = proto.Float64(float64(n.GetGte()))
		}
		if n := rules.GetInt64(); n.HasLte() {
			s.Maximum = proto.Float64(float64(n.GetLte()))
		}
		return s
	case protoreflect.EnumKind:
		return b.enum(fd.Enum())
	case protoreflect.MessageKind:
		if fd.Message().FullName() == "google.protobuf.Timestamp" {
			return &openapi.Schema{Type: openapi.Types{"string"}, Format: "date-time"}
		}
		return b.reference(fd.Message(), m)
	}
	b.fail("the field %s has no JSON form", fd.FullName())
	return &openapi.Schema{}
}

// stringSchema has the bounds of a string where a client sends it. An answer has its
// format only, as with numbers: bounds may be widened one day.
func (b *builder) stringSchema(fd protoreflect.FieldDescriptor, rules *validate.StringRules, m mode) *openapi.Schema {
	s := &openapi.Schema{Type: openapi.Types{"string"}, Format: format(fd, rules), IDOf: option[string](fd, pb.E_IdOf)}
	if m == answer {
		return s
	}
	bound := func(n uint64) *uint64 {
		if n == 0 {
			return nil
		}
		return &n
	}
	text := option[*pb.TextRules](fd, pb.E_Text)
	s.MinLength = bound(max(rules.GetMinLen(), rules.GetLen(), text.GetMinLen()))
	s.MaxLength = bound(max(rules.GetMaxLen(), rules.GetLen(), text.GetMaxLen()))
	s.Pattern = text.GetPattern()
	s.Enum = rules.GetIn()
	if text.GetFormat() != "" {
		s.Format = text.GetFormat()
	}
	if rules.GetEmail() {
		s.Pattern = emailPattern
	}
	return s
}

// emailPattern is what buf.validate takes for an address, that of HTML. It stands in place
// of the format, which allows less here and more there.
const emailPattern = "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$"

// format is the format of a string on both sides of the wire.
func format(fd protoreflect.FieldDescriptor, rules *validate.StringRules) string {
	switch {
	case isDate(fd):
		return "date"
	case isID(fd), rules.GetUuid():
		return "uuid"
	case rules.GetUri():
		return "uri"
	}
	return ""
}

// isID says whether a field holds an id of ours. That of a request is the client's own,
// where it sends one.
func isID(fd protoreflect.FieldDescriptor) bool {
	named := fd.Name() == "id" || strings.HasSuffix(string(fd.Name()), "_id")
	return named && fd.Kind() == protoreflect.StringKind && !(fd.Name() == "request_id" && fd.Parent().Name() == "ErrorObject")
}

// enum is the schema of an enum, as the wire has its values. One of error codes is open:
// a client must not fail on a code that is new to it.
func (b *builder) enum(ed protoreflect.EnumDescriptor) *openapi.Schema {
	name := string(ed.Name())
	schemas := &b.doc.Components.Schemas
	if schemas.Has(name) {
		return &openapi.Schema{Ref: schemaRef + name}
	}
	s, open := &openapi.Schema{Type: openapi.Types{"string"}}, false
	lines := []string{capital(without(text(ed), ed.Name())), ""}
	for i := range ed.Values().Len() {
		v := ed.Values().Get(i)
		if v.Number() == 0 {
			continue
		}
		written, _ := protoconv.WordsOf(ed).Word(v.Number())
		s.Enum = append(s.Enum, written)
		line := fmt.Sprintf("- `%s`: %s", written, text(v))
		if st := option[*pb.ErrorStatus](v, pb.E_AnsweredWith); st != nil {
			open = true
			line = fmt.Sprintf("- `%s` (%d): %s", written, st.GetHttp(), text(v))
		}
		lines = append(lines, line)
	}
	s.Description = strings.Join(lines, "\n")
	if open {
		s.Examples, s.KnownValues, s.Enum = []any{s.Enum[0]}, s.Enum, nil
	}
	schemas.Set(name, s)
	return &openapi.Schema{Ref: schemaRef + name}
}

func isDate(fd protoreflect.FieldDescriptor) bool {
	return option[bool](fd, pb.E_CalendarDate)
}

func behaves(fd protoreflect.FieldDescriptor, behavior annotations.FieldBehavior) bool {
	return slices.Contains(option[[]annotations.FieldBehavior](fd, annotations.E_FieldBehavior), behavior)
}

// option is the value of an extension of a descriptor's options, or the zero value.
func option[T any](d protoreflect.Descriptor, ext protoreflect.ExtensionType) (zero T) {
	if !proto.HasExtension(d.Options(), ext) {
		return zero
	}
	v, _ := proto.GetExtension(d.Options(), ext).(T)
	return v
}
