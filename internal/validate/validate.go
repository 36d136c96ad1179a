// Package validate checks requests against the rules of their fields in the protos: the
// bounds of buf.validate, the behaviors of google.api.field_behavior, and the options of
// options.proto. All bounds are in the protos.
package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
)

// Validator checks the requests of all rpcs.
type Validator struct {
	bounds protovalidate.Validator
}

// New prepares the bounds of all requests. It does so once for the table of rpc.NewTable, because
// that takes 30 ms of CPU time and a process may assemble many servers.
func New(table *rpc.Table) (*Validator, error) {
	if linked, err := rpc.NewTable(); err == nil && table == linked {
		return ofLinked()
	}
	return of(table)
}

var ofLinked = sync.OnceValues(func() (*Validator, error) {
	table, err := rpc.NewTable()
	if err != nil {
		return nil, err
	}
	return of(table)
})

func of(table *rpc.Table) (*Validator, error) {
	opts := []protovalidate.ValidatorOption{}
	for _, m := range table.Methods() {
		opts = append(opts, protovalidate.WithMessages(m.Input.Zero().Interface()))
	}
	bounds, err := protovalidate.New(opts...)
	if err != nil {
		return nil, fmt.Errorf("bounds in the protos: %w", err)
	}
	return &Validator{bounds: bounds}, nil
}

// Check returns a *problem.Error that lists what is wrong with the request of m, or nil.
// It does not check the items of a batch: Items does. Check converts the request to the
// form that is stored: text is trimmed, the mask of an update names exactly the fields to
// write, and no other field is set.
func (v *Validator) Check(m *rpc.Method, req proto.Message) error {
	if m.Mask != nil {
		if err := normalizeUpdate(m, req.ProtoReflect()); err != nil {
			return err
		}
	}
	found, err := v.find(req, checker{update: m.Mask != nil, skip: m.Items})
	if m.Items != nil {
		found = slices.DeleteFunc(found, func(d problem.Detail) bool { return d.Index >= 0 })
	}
	return cmp.Or(err, problem.List(found))
}

// Message returns a *problem.Error that lists what is wrong with a message that is not a
// request, or nil.
func (v *Validator) Message(m proto.Message) error {
	found, err := v.find(m, checker{})
	return cmp.Or(err, problem.List(found))
}

// Items returns what is wrong with the items of a batch, each detail with the index of
// its item: those that could not be read, see WithUnread, and those out of bounds.
func (v *Validator) Items(ctx context.Context, req proto.Message) ([]problem.Detail, error) {
	found, err := v.find(req, checker{})
	if err != nil {
		return nil, err
	}
	unread := Unread(ctx)
	return append(unread, slices.DeleteFunc(found, func(d problem.Detail) bool {
		// Omit the other problems of an item that could not be read, and of a field that refers to what does not exist.
		return d.Index < 0 || slices.ContainsFunc(unread, func(u problem.Detail) bool {
			return u.Index == d.Index && (u.Code != problem.UnknownReference || u.Field == d.Field)
		})
	})...), nil
}

type unreadKey struct{}

// WithUnread returns a context for a batch with items that REST could not read, or that refer to what does not exist, so
// that its error lists them among all bad items.
func WithUnread(ctx context.Context, unread []problem.Detail) context.Context {
	return context.WithValue(ctx, unreadKey{}, unread)
}

// Unread returns the details of WithUnread.
func Unread(ctx context.Context) []problem.Detail {
	unread, _ := ctx.Value(unreadKey{}).([]problem.Detail)
	return unread
}

// find walks a message with c and returns what is wrong with it.
func (v *Validator) find(m proto.Message, c checker) ([]problem.Detail, error) {
	c.message(m.ProtoReflect())
	if !c.unknown {
		return c.found, nil
	}
	var violations *protovalidate.ValidationError
	switch err := v.bounds.Validate(m); {
	case errors.As(err, &violations):
		walked := len(c.found)
		for _, violation := range violations.Violations {
			d := detail(m.ProtoReflect().Descriptor(), violation)
			// Omit the other problems of a field that the walk has refused.
			if !slices.ContainsFunc(c.found[:walked], func(f problem.Detail) bool { return f.Field == d.Field }) {
				c.found = append(c.found, d)
			}
		}
	case err != nil:
		return nil, err
	}
	return c.found, nil
}

// detail describes a violation in a message.
func detail(md protoreflect.MessageDescriptor, v *protovalidate.Violation) problem.Detail {
	d := problem.Detail{Index: -1, Code: problem.ValidationFailed}
	var path strings.Builder
	var fd protoreflect.FieldDescriptor
	elements := v.Proto.GetField().GetElements()
	for i, e := range elements {
		if i > 0 {
			path.WriteByte('.')
		}
		path.WriteString(e.GetFieldName())
		fd = md.Fields().ByName(protoreflect.Name(e.GetFieldName()))
		md = fd.Message()
		if e.HasIndex() {
			fmt.Fprintf(&path, "[%d]", e.GetIndex())
			if d.Index < 0 && i+1 < len(elements) { // a field of an item, not a word in a list
				d.Index = int(e.GetIndex())
			}
		}
	}
	d.Field, d.Message = path.String(), message(fd, v)
	if v.Proto.GetRuleId() == "repeated.max_items" && strings.HasSuffix(d.Field, ".items") {
		d.Code = problem.TooManyItems
	}
	return d
}

// missing returns the message for a required field that is not set. A number without presence is not set if it is 0.
func missing(fd protoreflect.FieldDescriptor) string {
	if message := TooLow(fd); message != "" {
		return "is required and " + message
	}
	return "is required"
}

// TooLow returns the message for a required number that is 0, or "" if the field is no such number or may be 0.
func TooLow(fd protoreflect.FieldDescriptor) string {
	rules, _ := proto.GetExtension(fd.Options(), validate.E_Field).(*validate.FieldRules)
	if fd.HasPresence() || !hasBehavior(fd, annotations.FieldBehavior_REQUIRED) ||
		rules.GetDouble().GetGte() <= 0 && rules.GetInt64().GetGte() <= 0 {
		return ""
	}
	return inRange(rules)
}

// inRange returns the message for a number that is out of its range.
func inRange(rules *validate.FieldRules) string {
	switch {
	case rules.GetDouble() != nil:
		double := rules.GetDouble()
		return fmt.Sprintf("must be from %s to %s", strconv.FormatFloat(double.GetGte(), 'f', -1, 64),
			strconv.FormatFloat(double.GetLte(), 'f', -1, 64))
	case rules.GetInt32() != nil:
		return fmt.Sprintf("must be from %d to %d", rules.GetInt32().GetGte(), rules.GetInt32().GetLte())
	}
	return fmt.Sprintf("must be from %d to %d", rules.GetInt64().GetGte(), rules.GetInt64().GetLte())
}

// message describes a violation in a few words, because an error lists up to a hundred.
func message(fd protoreflect.FieldDescriptor, v *protovalidate.Violation) string {
	rules, _ := proto.GetExtension(fd.Options(), validate.E_Field).(*validate.FieldRules)
	if fd.IsList() && v.Proto.GetRuleId() != "repeated.max_items" {
		rules = rules.GetRepeated().GetItems()
	}
	switch v.Proto.GetRuleId() {
	case "double.gte_lte", "int32.gte_lte", "int64.gte_lte":
		return inRange(rules)
	case "enum.defined_only", "enum.not_in":
		return "must be one of " + protoconv.WordsOf(fd.Enum()).String()
	case "string.in":
		return "must be one of " + strings.Join(rules.GetString().GetIn(), ", ")
	case "string.email_empty", "string.uuid_empty":
		if option(fd, pb.E_Nullable) {
			return "must not be empty: null is for none"
		}
		return "must not be empty"
	case "string.min_len":
		if rules.GetString().GetMinLen() == 1 {
			return "must not be empty"
		}
	case "repeated.max_items":
		return fmt.Sprintf("must have at most %d items", rules.GetRepeated().GetMaxItems())
	}
	return v.Proto.GetMessage()
}
