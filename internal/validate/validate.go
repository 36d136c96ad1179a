// Package validate holds requests to what the protos say of their fields: the
// bounds of buf.validate, the behaviours of google.api.field_behavior, and the
// options of options.proto. No bound is written anywhere else.
package validate

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
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

// New prepares the bounds of all requests.
func New(table *rpc.Table) (*Validator, error) {
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

// Check returns a *problem.Error that lists what is wrong with the request of m,
// in the order of the items of a batch, or nil. It brings an update into one form:
// its mask names exactly the fields to write, and no other field is set.
func (v *Validator) Check(m *rpc.Method, req proto.Message) error {
	found, err := v.find(m, req)
	return cmp.Or(err, problem.List(found))
}

// Message returns a *problem.Error that lists what is wrong with a message that is
// no request, or nil.
func (v *Validator) Message(m proto.Message) error {
	found, err := v.walk(m, false)
	return cmp.Or(err, problem.List(found))
}

func (v *Validator) find(m *rpc.Method, req proto.Message) ([]problem.Detail, error) {
	if m.Mask != nil {
		if err := normalizeUpdate(m, req.ProtoReflect()); err != nil {
			return nil, err
		}
	}
	return v.walk(req, m.Mask != nil)
}

func (v *Validator) walk(m proto.Message, update bool) ([]problem.Detail, error) {
	c := checker{update: update}
	c.message(m.ProtoReflect())
	found := c.found
	if !c.beyond && planOf(m.ProtoReflect().Descriptor()).quick {
		return found, nil // protovalidate would find nothing
	}

	var violations *protovalidate.ValidationError
	switch err := v.bounds.Validate(m); {
	case errors.As(err, &violations):
		for _, violation := range violations.Violations {
			found = append(found, detail(m.ProtoReflect().Descriptor(), violation))
		}
	case err != nil:
		return nil, err
	}
	return found, nil
}

// detail is what a violation in a message says.
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

// message is what is wrong in a few words: a hundred of them have to fit in an error.
func message(fd protoreflect.FieldDescriptor, v *protovalidate.Violation) string {
	rules, _ := proto.GetExtension(fd.Options(), validate.E_Field).(*validate.FieldRules)
	if fd.IsList() && v.Proto.GetRuleId() != "repeated.max_items" {
		rules = rules.GetRepeated().GetItems()
	}
	switch v.Proto.GetRuleId() {
	case "double.gte_lte":
		double := rules.GetDouble()
		return fmt.Sprintf("must be from %s to %s", strconv.FormatFloat(double.GetGte(), 'f', -1, 64), strconv.FormatFloat(double.GetLte(), 'f', -1, 64))
	case "int64.gte_lte":
		return fmt.Sprintf("must be from %d to %d", rules.GetInt64().GetGte(), rules.GetInt64().GetLte())
	case "enum.defined_only", "enum.not_in":
		return "must be one of " + protoconv.WordsOf(fd.Enum()).String()
	case "string.in":
		return "must be one of " + strings.Join(rules.GetString().GetIn(), ", ")
	case "string.email_empty", "string.uuid_empty":
		if nullable, _ := proto.GetExtension(fd.Options(), pb.E_Nullable).(bool); nullable {
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
