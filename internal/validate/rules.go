package validate

import (
	"slices"
	"strings"
	"sync"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// rule has the rules that the options of a field set for its value.
type rule struct {
	field      protoreflect.FieldDescriptor
	required   bool
	unless     *exemption
	outputOnly bool
	text       bool // a string, or a list of strings
	trimmed    bool
	verbatim   bool
	country    bool
	currency   bool
	safeURL    bool
	date       bool
	time       bool
	float      bool // a double, or a list of doubles
	message    bool // a message with its own rules, or a list of such messages
	sources    bool // a list of texts, each of another source
	bounds     bounds
}

// exemption is the value of an enum with which another field is not required.
type exemption struct {
	field protoreflect.FieldDescriptor
	value protoreflect.EnumNumber
}

// exemptionOf reads the option required_unless of a field, and returns nil if the field does not have it.
func exemptionOf(fd protoreflect.FieldDescriptor) *exemption {
	text, _ := proto.GetExtension(fd.Options(), pb.E_RequiredUnless).(string)
	if text == "" {
		return nil
	}
	name, value, _ := strings.Cut(text, "=")
	field := fd.ContainingMessage().Fields().ByName(protoreflect.Name(name))
	return &exemption{field, field.Enum().Values().ByName(protoreflect.Name(value)).Number()}
}

// isRequired reports whether the field must be set in m.
func (r *rule) isRequired(m protoreflect.Message) bool {
	return r.required || r.unless != nil && m.Get(r.unless.field).Enum() != r.unless.value
}

// rules are the rules of the fields of a message.
type rules struct {
	fields []rule
	// writable are the fields that an update may write, nullable those that it may
	// clear.
	writable, nullable map[protoreflect.FieldNumber]bool
}

var rulesByMessage sync.Map // protoreflect.MessageDescriptor to *rules

func rulesOf(md protoreflect.MessageDescriptor) *rules {
	if r, ok := rulesByMessage.Load(md); ok {
		return r.(*rules)
	}
	made := &rules{
		writable: map[protoreflect.FieldNumber]bool{}, nullable: map[protoreflect.FieldNumber]bool{},
	}
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		r := rule{
			field:      fd,
			required:   HasBehavior(fd, annotations.FieldBehavior_REQUIRED),
			unless:     exemptionOf(fd),
			outputOnly: HasBehavior(fd, annotations.FieldBehavior_OUTPUT_ONLY),
			text:       fd.Kind() == protoreflect.StringKind,
			trimmed:    option(fd, pb.E_Trimmed),
			verbatim:   option(fd, pb.E_Verbatim),
			country:    option(fd, pb.E_Country),
			currency:   option(fd, pb.E_CurrencyCode),
			safeURL:    option(fd, pb.E_SafeUrl),
			date:       option(fd, pb.E_CalendarDate),
			time:       fd.Message() != nil && fd.Message().FullName() == "google.protobuf.Timestamp",
			float:      fd.Kind() == protoreflect.DoubleKind,
			message:    fd.Message() != nil && !strings.HasPrefix(string(fd.Message().FullName()), "google.protobuf."),
			sources:    option(fd, pb.E_OneOfEachSource),
			bounds:     boundsOf(fd),
		}
		made.writable[fd.Number()] = !r.outputOnly && !HasBehavior(fd, annotations.FieldBehavior_IMMUTABLE)
		made.nullable[fd.Number()] = option(fd, pb.E_Nullable)
		if r.required || r.unless != nil || r.outputOnly || r.text || r.time || r.float || r.message ||
			r.bounds.value != nil || fd.IsList() {
			made.fields = append(made.fields, r)
		}
	}
	r, _ := rulesByMessage.LoadOrStore(md, made)
	return r.(*rules)
}

// HasBehavior reports whether a field has a behavior, as the annotation field_behavior declares it.
func HasBehavior(fd protoreflect.FieldDescriptor, behavior annotations.FieldBehavior) bool {
	behaviors, _ := proto.GetExtension(fd.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
	return slices.Contains(behaviors, behavior)
}

func option(fd protoreflect.FieldDescriptor, x protoreflect.ExtensionType) bool {
	set, _ := proto.GetExtension(fd.Options(), x).(bool)
	return set
}
