package validate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
)

// rule is what the options of a field ask of it.
type rule struct {
	field    protoreflect.FieldDescriptor
	required bool
	text     bool
	date     *pb.DateRules
	time     bool
	child    bool
	within   within
}

// plan is the rules of the fields of a message that a client may write.
type plan struct {
	rules []rule
	// quick says that the quick look sees all bounds, those below included.
	quick bool
}

var plans sync.Map // protoreflect.MessageDescriptor to *plan

func planOf(md protoreflect.MessageDescriptor) *plan {
	if p, ok := plans.Load(md); ok {
		return p.(*plan)
	}
	made := &plan{quick: !proto.HasExtension(md.Options(), validate.E_Message)}
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		r := rule{
			field:    fd,
			required: has(fd, annotations.FieldBehavior_REQUIRED),
			text:     fd.Kind() == protoreflect.StringKind,
			time:     fd.Message() != nil && fd.Message().FullName() == "google.protobuf.Timestamp",
			child:    fd.Message() != nil && strings.HasPrefix(string(fd.Message().FullName()), "workplan."),
		}
		r.date, _ = proto.GetExtension(fd.Options(), pb.E_CalendarDate).(*pb.DateRules)
		look, ok := quick(fd)
		r.within = look
		if r.child {
			ok = ok && planOf(fd.Message()).quick
		}
		made.quick = made.quick && ok
		if look != nil || !has(fd, annotations.FieldBehavior_OUTPUT_ONLY) && (r.required || r.text || r.time || r.child) {
			made.rules = append(made.rules, r)
		}
	}
	p, _ := plans.LoadOrStore(md, made)
	return p.(*plan)
}

func has(fd protoreflect.FieldDescriptor, behavior annotations.FieldBehavior) bool {
	behaviors, _ := proto.GetExtension(fd.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
	return slices.Contains(behaviors, behavior)
}

// checker walks a request and collects what is wrong.
type checker struct {
	// update says that the resource in the request holds only the fields to write.
	update bool
	path   []byte
	depth  int
	index  int
	found  []problem.Detail
	// beyond says that a bound is not kept.
	beyond bool
}

func (c *checker) message(m protoreflect.Message) {
	rules := planOf(m.Descriptor()).rules
	for i := range rules {
		r := &rules[i]
		end := len(c.path)
		if end > 0 {
			c.path = append(c.path, '.')
		}
		c.path = append(c.path, r.field.Name()...)
		c.field(m, r)
		c.path = c.path[:end]
	}
}

func (c *checker) field(m protoreflect.Message, r *rule) {
	if !m.Has(r.field) {
		if r.required && !r.field.IsList() && (!c.update || c.depth == 0) {
			c.fail("is required")
		}
		if r.within != nil && !r.field.HasPresence() && !r.field.IsList() && !r.within(m.Get(r.field)) {
			c.beyond = true
		}
		return
	}
	v := m.Get(r.field)
	if r.within != nil && !r.within(v) {
		c.beyond = true
	}
	switch {
	case r.field.IsList():
		c.list(v.List(), r)
	case r.child:
		c.depth++
		c.message(v.Message())
		c.depth--
	case r.time:
		// A message can carry times that the database has no room for.
		if t, ok := v.Message().Interface().(*timestamppb.Timestamp); !ok || !t.IsValid() {
			c.fail("must be a time of the years 1 to 9999")
		}
	case r.text:
		c.text(v.String(), r)
	}
}

func (c *checker) list(l protoreflect.List, r *rule) {
	end := len(c.path)
	for i := range l.Len() {
		if c.depth <= 1 && r.child {
			c.index = i + 1
		}
		c.path = append(strconv.AppendInt(append(c.path, '['), int64(i), 10), ']')
		switch {
		case r.child:
			c.depth++
			c.message(l.Get(i).Message())
			c.depth--
		case r.text:
			c.text(l.Get(i).String(), r)
		}
		c.path = c.path[:end]
	}
	c.index = 0
}

func (c *checker) text(s string, r *rule) {
	switch {
	case r.date != nil && !protoconv.ValidDate(s):
		c.fail("must be a date of the calendar, as YYYY-MM-DD")
	case r.date.GetMin() != "" && s < r.date.GetMin(), r.date.GetMax() != "" && s > r.date.GetMax():
		c.fail(fmt.Sprintf("must be a date from %s to %s", r.date.GetMin(), r.date.GetMax()))
	case strings.IndexByte(s, 0) >= 0:
		c.fail("must not contain NUL")
	}
}

func (c *checker) fail(message string) {
	c.found = append(c.found, problem.Detail{Field: string(c.path), Message: message, Index: c.index - 1, Code: problem.ValidationFailed})
}

// normalizeUpdate makes the mask of an update name exactly the fields to write and
// clears all others. Without a mask these are the fields that are set, AIP-134.
func normalizeUpdate(m *rpc.Method, req protoreflect.Message) error {
	resource := req.Mutable(m.Body).Message()
	fields := resource.Descriptor().Fields()
	mask, _ := req.Get(m.Mask).Message().Interface().(*fieldmaskpb.FieldMask)
	if !req.Has(m.Mask) {
		mask = &fieldmaskpb.FieldMask{}
		for i := range fields.Len() {
			if fd := fields.Get(i); resource.Has(fd) && writable(fd) {
				mask.Paths = append(mask.Paths, string(fd.Name()))
			}
		}
		req.Set(m.Mask, protoreflect.ValueOfMessage(mask.ProtoReflect()))
	}
	for _, path := range mask.GetPaths() {
		fd := fields.ByName(protoreflect.Name(path))
		name := string(m.Body.Name()) + "." + path
		if fd == nil || !writable(fd) {
			return problem.Field(problem.UnknownField, name, "is not a field that can be changed")
		}
		if nullable, _ := proto.GetExtension(fd.Options(), pb.E_Nullable).(bool); !resource.Has(fd) && fd.HasPresence() && !nullable {
			return problem.Field(problem.ValidationFailed, name, "must not be null")
		}
	}
	for i := range fields.Len() {
		if fd := fields.Get(i); !slices.Contains(mask.GetPaths(), string(fd.Name())) {
			resource.Clear(fd)
		}
	}
	return nil
}

func writable(fd protoreflect.FieldDescriptor) bool {
	return !has(fd, annotations.FieldBehavior_OUTPUT_ONLY) && !has(fd, annotations.FieldBehavior_IMMUTABLE)
}
