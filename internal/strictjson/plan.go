package strictjson

import (
	"slices"
	"strings"
	"sync"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

type kind uint8

const (
	kindNone kind = iota // has no JSON form
	kindString
	kindBool
	kindDouble
	kindInt32
	kindInt64
	kindEnum
	kindTime
	kindObject // a google.protobuf.Struct, only in responses
	kindMessage
)

// plan holds the parts of a message's descriptor that encoding and decoding need. It is
// computed once, because descriptors and options are slow to read.
type plan struct {
	fields []field
	byName map[string]int
	none   string // the first field without a JSON form, if any
	bare   bool   // whether the message is a list, its only field
	row    bool   // whether appendRow encodes it
	lists  uint64 // the required lists, one bit for each field: on the wire, none cannot be told from an empty one
}

// field is one field of a plan.
type field struct {
	fd       protoreflect.FieldDescriptor
	name     string // as in JSON
	key      string // `,"name":`
	tag      []byte // in wire format
	kind     kind
	list     bool
	presence bool
	nullable bool
	required bool // for a list: it must be there, and may be empty
	expanded bool
	date     bool // whether the text is a day
	noRecord bool // whether an empty message is null
	nanNull  bool
	object   string  // the member of the object form of a string, or ""
	within   []byte  // the tag of the inline message that has the field, or nil
	in       [2]bool // whether a body may have it, by Mode
	enum     *protoconv.Words
	message  *plan
}

var (
	plans    sync.Map // protoreflect.MessageDescriptor -> *plan
	planning sync.Mutex
)

func planOf(md protoreflect.MessageDescriptor) *plan {
	if p, ok := plans.Load(md); ok {
		return p.(*plan)
	}
	planning.Lock()
	defer planning.Unlock()
	made := map[protoreflect.MessageDescriptor]*plan{}
	p := makePlan(md, made)
	for md, p := range made {
		plans.Store(md, p)
	}
	return p
}

// askedPlans has the plans of responses to requests that ask for fields, by asked.
var askedPlans sync.Map

type asked struct {
	md    protoreflect.MessageDescriptor
	names string
}

// planWith returns the plan of a response to a request that asks for the expanded fields with these names. Its lists of
// those names have a JSON form also if they are empty.
func planWith(md protoreflect.MessageDescriptor, names []string) *plan {
	p := planOf(md)
	if len(names) == 0 {
		return p
	}
	key := asked{md, strings.Join(names, ",")}
	if p, ok := askedPlans.Load(key); ok {
		return p.(*plan)
	}
	p = p.with(names, map[*plan]*plan{})
	askedPlans.Store(key, p)
	return p
}

func (p *plan) with(names []string, made map[*plan]*plan) *plan {
	if c, ok := made[p]; ok {
		return c
	}
	c := new(*p)
	made[p], c.fields = c, slices.Clone(p.fields)
	for i := range c.fields {
		f := &c.fields[i]
		f.expanded = f.expanded && !(f.list && slices.Contains(names, f.name))
		if f.message != nil {
			f.message = f.message.with(names, made)
		}
	}
	return c
}

// makePlan adds the plans of md and of the messages in it to made. The map also ends the
// recursion if a message contains itself.
func makePlan(md protoreflect.MessageDescriptor, made map[protoreflect.MessageDescriptor]*plan) *plan {
	if p, ok := plans.Load(md); ok {
		return p.(*plan)
	}
	if p, ok := made[md]; ok {
		return p
	}
	p := &plan{byName: map[string]int{}, row: isRow(md), bare: proto.GetExtension(md.Options(), pb.E_Bare).(bool)}
	made[md] = p
	for i := range md.Fields().Len() {
		f := makeField(md.Fields().Get(i))
		// The decoder remembers the members it has seen in 64 bits.
		if f.kind == kindNone || len(p.fields) == 64 {
			p.none = string(f.fd.FullName())
			continue
		}
		if f.kind == kindMessage {
			f.message = makePlan(f.fd.Message(), made)
		}
		if p.bare || f.message != nil && f.message.bare { // only read
			f.in = [2]bool{}
		}
		if proto.GetExtension(f.fd.Options(), pb.E_Inline).(bool) {
			p.none = string(f.fd.FullName()) // an inline message can only be decoded
			for _, inner := range f.message.fields {
				if inner.within = f.tag; md.Fields().ByJSONName(inner.name) == nil {
					p.add(inner)
				}
			}
			continue
		}
		p.add(f)
	}
	if p.bare && (len(p.fields) != 1 || !p.fields[0].list) {
		p.none = string(md.FullName())
	}
	return p
}

func (p *plan) add(f field) {
	p.byName[f.name] = len(p.fields)
	if f.list && f.required {
		p.lists |= 1 << len(p.fields)
	}
	p.fields = append(p.fields, f)
}

// mayBeEmpty reports whether a list may have no items. Validation finds that the others are missing.
func mayBeEmpty(fd protoreflect.FieldDescriptor) bool {
	rules, _ := proto.GetExtension(fd.Options(), validate.E_Field).(*validate.FieldRules)
	return rules.GetRepeated().GetMinItems() == 0
}

func makeField(fd protoreflect.FieldDescriptor) field {
	options := fd.Options()
	behavior := proto.GetExtension(options, annotations.E_FieldBehavior).([]annotations.FieldBehavior)
	create := !slices.Contains(behavior, annotations.FieldBehavior_OUTPUT_ONLY)
	update := create && !slices.Contains(behavior, annotations.FieldBehavior_IMMUTABLE)
	f := field{
		fd:       fd,
		name:     fd.JSONName(),
		key:      "," + string(appendString(nil, fd.JSONName())) + ":",
		kind:     kindOf(fd),
		list:     fd.IsList(),
		presence: fd.HasPresence(),
		nullable: proto.GetExtension(options, pb.E_Nullable).(bool),
		required: slices.Contains(behavior, annotations.FieldBehavior_REQUIRED) && mayBeEmpty(fd),
		expanded: proto.GetExtension(options, pb.E_Expanded).(bool),
		date:     proto.GetExtension(options, pb.E_CalendarDate).(bool),
		nanNull:  proto.GetExtension(options, pb.E_NanIsNull).(bool),
		object:   proto.GetExtension(options, pb.E_ObjectForm).(string),
		in:       [2]bool{Create: create, Update: update},
	}
	f.noRecord = f.expanded && f.kind == kindMessage && proto.GetExtension(options, pb.E_NullInResponses).(bool)
	wire := protowire.BytesType
	switch f.kind {
	case kindBool, kindInt32, kindInt64:
		wire = protowire.VarintType
	case kindDouble:
		wire = protowire.Fixed64Type
	case kindEnum:
		wire = protowire.VarintType
		f.enum = protoconv.WordsOf(fd.Enum())
	}
	f.tag = protowire.AppendTag(nil, fd.Number(), wire)
	return f
}

func kindOf(fd protoreflect.FieldDescriptor) kind {
	switch fd.Kind() {
	case protoreflect.StringKind:
		return kindString
	case protoreflect.BoolKind:
		return kindBool
	case protoreflect.DoubleKind:
		return kindDouble
	case protoreflect.Int32Kind:
		return kindInt32
	case protoreflect.Int64Kind:
		return kindInt64
	case protoreflect.EnumKind:
		return kindEnum
	case protoreflect.MessageKind:
		switch name := fd.Message().FullName(); {
		case fd.IsMap():
			return kindNone
		case name == "google.protobuf.Timestamp":
			return kindTime
		case name == "google.protobuf.Struct":
			return kindObject
		case name.Parent() == "google.protobuf" && name != "google.protobuf.Empty":
			return kindNone
		}
		return kindMessage
	}
	return kindNone
}

// example returns an example of the body if it is a batch, otherwise an empty string.
func (p *plan) example() string {
	for i := range p.fields {
		if f := &p.fields[i]; f.list && f.kind == kindMessage {
			return `, as {"` + f.name + `": []}`
		}
	}
	return ""
}

// unknown returns the reason why fieldIndex refuses a member.
func (p *plan) unknown(name []byte) string {
	i, known := p.byName[string(name)]
	switch {
	case !known:
		return noField
	case p.fields[i].in[Create]:
		return "cannot be changed: leave it out"
	}
	return "is set by the server: leave it out"
}

// fieldIndex returns the index of the field of that name, or -1 if a body must not have it.
// Most bodies list members in the order of the fields, so fieldIndex starts at next, the field
// after the last one found.
func (p *plan) fieldIndex(name []byte, next int, mode Mode) int {
	for i := next; i < len(p.fields); i++ {
		if f := &p.fields[i]; f.name == string(name) {
			return f.index(i, mode)
		}
	}
	if i, ok := p.byName[string(name)]; ok {
		return p.fields[i].index(i, mode)
	}
	return -1
}

func (f *field) index(i int, mode Mode) int {
	if f.in[mode] {
		return i
	}
	return -1
}
