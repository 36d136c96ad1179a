package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/test/openapi"
)

// mode is the use of a message: in a request that creates or updates, or in a response.
type mode int

const (
	create mode = iota
	update
	response
)

// suffix distinguishes the schemas of one message.
func (m mode) suffix() string { return [...]string{"Input", "Patch", ""}[m] }

// schemaRef is the prefix of a reference to a schema.
const schemaRef = "#/components/schemas/"

// reference returns a reference to the schema of a message, and adds the schema if it is new.
func (b *builder) reference(md protoreflect.MessageDescriptor, m mode) *openapi.Schema {
	if md.FullName() == "google.protobuf.Empty" {
		return &openapi.Schema{
			Type: openapi.Types{"object"}, MaxProperties: new(uint64), Description: "An empty object.",
		}
	}
	name := schemaName(md, m)
	schemas := &b.doc.Components.Schemas
	if !schemas.Has(name) {
		schemas.Set(name, nil) // reserves its position before the schemas that it refers to
		schemas.Set(name, b.object(md, m))
	}
	return &openapi.Schema{Ref: schemaRef + name}
}

// partial returns a reference to the schema of a record of which only some fields have values if the caller lacks a
// scope.
func (b *builder) partial(md protoreflect.MessageDescriptor, always []string) *openapi.Schema {
	name, schemas := "Expanded"+schemaName(md, response), &b.doc.Components.Schemas
	if !schemas.Has(name) {
		s := b.object(md, response)
		for i := range md.Fields().Len() {
			fd := md.Fields().Get(i)
			if fd.HasPresence() && !nullable(fd, response) && !slices.Contains(always, string(fd.Name())) {
				s.Properties.Set(fd.JSONName(), orNull(s.Properties.Get(fd.JSONName())))
			}
		}
		s.Description += " It has only its id and its name if the key lacks the scope to read it."
		schemas.Set(name, s)
	}
	return &openapi.Schema{Ref: schemaRef + name}
}

// schemaName is the name of a message's schema. The schema of a FooResponse is FooResult,
// because generators add their own types that end in Response.
func schemaName(md protoreflect.MessageDescriptor, m mode) string {
	name := string(md.Name())
	if operation, ok := strings.CutSuffix(name, "Response"); ok {
		return operation + "Result"
	}
	return name + m.suffix()
}

func (b *builder) object(md protoreflect.MessageDescriptor, m mode) *openapi.Schema {
	s := &openapi.Schema{Type: openapi.Types{"object"}, Description: describe(md, m)}
	if m != response {
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

// visible reports whether the JSON has the field.
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

// leftOut reports whether a response leaves the field out if it has no value: a field that
// ?expand adds, and an optional field of an error's detail.
func leftOut(fd protoreflect.FieldDescriptor) bool {
	return option[bool](fd, pb.E_Expanded) || fd.Parent().Name() == "ErrorDetail" && fd.HasOptionalKeyword()
}

// nullable reports whether the value may be null. In a request that creates, null is the same
// as absent, so every optional field may be null.
func nullable(fd protoreflect.FieldDescriptor, m mode) bool {
	if option[bool](fd, pb.E_Nullable) {
		return true
	}
	if m == create {
		return !required(fd, create)
	}
	outputOnly := behaves(fd, annotations.FieldBehavior_OUTPUT_ONLY) && fd.HasOptionalKeyword() &&
		!option[bool](fd, pb.E_Expanded)
	return m == response && (option[bool](fd, pb.E_NullInResponses) || outputOnly)
}

// property is the schema of a member of an object.
func (b *builder) property(fd protoreflect.FieldDescriptor, m mode) *openapi.Schema {
	s := b.value(fd, m)
	s.Description = describeField(fd, m)
	if name := option[string](fd, pb.E_ObjectForm); name != "" && m == create {
		s.Description += " Each may also be an object with the member " + name + "."
	}
	if nullable(fd, m) {
		return orNull(s)
	}
	return s
}

// orNull returns the schema of what s describes, or null.
func orNull(s *openapi.Schema) *openapi.Schema {
	if s.Ref != "" {
		return &openapi.Schema{
			AnyOf: []*openapi.Schema{{Ref: s.Ref}, {Type: openapi.Types{"null"}}}, Description: s.Description,
		}
	}
	s.Type = append(s.Type, "null")
	return s
}

// value is the schema of a field without its description and without null.
func (b *builder) value(fd protoreflect.FieldDescriptor, m mode) *openapi.Schema {
	rules := option[*validate.FieldRules](fd, validate.E_Field)
	if !fd.IsList() {
		return b.single(fd, rules, m)
	}
	s := &openapi.Schema{Type: openapi.Types{"array"}, Items: b.single(fd, rules.GetRepeated().GetItems(), m)}
	if option[bool](fd, pb.E_NanIsNull) {
		s.Items.Type = append(s.Items.Type, "null")
	}
	if n := rules.GetRepeated().GetMinItems(); n > 0 && m != response {
		s.MinItems = &n
	}
	if n := rules.GetRepeated().GetMaxItems(); n > 0 && m != response {
		s.MaxItems = &n
	}
	if name := option[string](fd, pb.E_ObjectForm); name != "" && m == create {
		s.Items = b.eitherForm(fd, name, s.Items)
	}
	return s
}

// eitherForm refers to a schema for an item that is either a string or an object with that
// string as its only member. Both have names, because generators name types after them.
func (b *builder) eitherForm(fd protoreflect.FieldDescriptor, member string, text *openapi.Schema) *openapi.Schema {
	one := capital(singular(fd.JSONName()))
	object := &openapi.Schema{
		Type: openapi.Types{"object"}, Required: []string{member}, AdditionalProperties: new(bool),
		Description: "The same as the string alone.",
	}
	object.Properties.Set(member, text)
	either := &openapi.Schema{Description: "A string, or an object with the string as its only member."}
	either.OneOf = []*openapi.Schema{text, {Ref: schemaRef + one + "Object"}}
	b.doc.Components.Schemas.Set(one+"Input", either)
	b.doc.Components.Schemas.Set(one+"Object", object)
	return &openapi.Schema{Ref: schemaRef + one + "Input"}
}

// singular returns the singular of a plural: category for categories.
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
		if m == response {
			return s
		}
		if d := rules.GetDouble(); d.HasGte() {
			s.Minimum = proto.Float64(d.GetGte())
		}
		if d := rules.GetDouble(); d.HasGt() {
			s.ExclusiveMinimum = proto.Float64(d.GetGt())
		}
		if d := rules.GetDouble(); d.HasLte() {
			s.Maximum = proto.Float64(d.GetLte())
		}
		return s
	case protoreflect.Int32Kind:
		s := &openapi.Schema{Type: openapi.Types{"integer"}}
		if n := rules.GetInt32(); n.HasGte() && m != response {
			s.Minimum = proto.Float64(float64(n.GetGte()))
		}
		if n := rules.GetInt32(); n.HasLte() && m != response {
			s.Maximum = proto.Float64(float64(n.GetLte()))
		}
		return s
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
		if fd.Message().FullName() == "google.protobuf.Struct" {
			return &openapi.Schema{Type: openapi.Types{"object"}, AdditionalProperties: new(true)}
		}
		if option[bool](fd.Message(), pb.E_Bare) {
			return b.value(fd.Message().Fields().Get(0), m)
		}
		if fields := option[string](fd, pb.E_FieldsWithoutScope); fields != "" && m == response {
			return b.partial(fd.Message(), strings.Fields(fields))
		}
		return b.reference(fd.Message(), m)
	}
	b.fail("the field %s has no JSON form", fd.FullName())
	return &openapi.Schema{}
}

// stringSchema is the schema of a string. As with numbers, only requests have bounds: a later
// version may widen them.
func (b *builder) stringSchema(fd protoreflect.FieldDescriptor, rules *validate.StringRules, m mode) *openapi.Schema {
	s := &openapi.Schema{Type: openapi.Types{"string"}, Format: format(fd, rules), IDOf: option[string](fd, pb.E_IdOf)}
	if m == response {
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
	s.Pattern = cmp.Or(rules.GetPattern(), text.GetPattern())
	if n := rules.GetMinLen(); n > 0 && option[bool](fd, pb.E_Trimmed) {
		s.Pattern = trimmedPattern(n)
	}
	s.Enum = rules.GetIn()
	if text.GetFormat() != "" {
		s.Format = text.GetFormat()
	}
	if rules.GetEmail() {
		s.Pattern = emailPattern
	}
	return s
}

// describeField returns what the comment of a field says, and what a request may have there in place of an id.
func describeField(fd protoreflect.FieldDescriptor, m mode) string {
	if reference := rpc.Reference(fd); reference != "" && m != response {
		return text(fd) + " Accepts " + reference + "."
	}
	return text(fd)
}

// trimmedPattern matches a string that still has n characters after white space is removed
// from both ends.
func trimmedPattern(n uint64) string {
	if n == 1 {
		return `\S`
	}
	return fmt.Sprintf(`\S[\s\S]{%d,}\S`, n-2)
}

// emailPattern is the pattern of buf.validate, which is that of HTML. The format email is not
// used: it allows other addresses.
const emailPattern = "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?" +
	"(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$"

// format is the format of a string, in requests and in responses.
func format(fd protoreflect.FieldDescriptor, rules *validate.StringRules) string {
	switch {
	case isDate(fd):
		return "date"
	case option[*pb.TextRules](fd, pb.E_Text).GetPattern() != "", rules.GetPattern() != "":
		return "" // the pattern describes it, such as an id or the word none
	case isID(fd), rules.GetUuid():
		return "uuid"
	case rules.GetUri():
		return "uri"
	}
	return ""
}

// isID reports whether a field holds the UUID of a record. The id of an HTTP request and of an entry is not one: the client
// may choose it. Requests for time off have ids of records.
func isID(fd protoreflect.FieldDescriptor) bool {
	named := fd.Name() == "id" || strings.HasSuffix(string(fd.Name()), "_id") || option[string](fd, pb.E_IdOf) != ""
	ofHTTP := fd.Name() == "request_id" && (fd.Parent().Name() == "ErrorObject" || fd.Parent().Name() == "Event")
	return named && fd.Kind() == protoreflect.StringKind && !ofHTTP && fd.Name() != "entry_id"
}

// enum is the schema of an enum with its JSON values. The enum of error codes may grow, so it
// is a string with known values: a client must accept unknown ones.
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
		if st := option[*pb.ErrorStatus](v, pb.E_RespondsWith); st != nil {
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
