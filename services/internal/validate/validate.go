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

	"github.com/workplan-api/workplan/services/internal/problem"
	"github.com/workplan-api/workplan/services/internal/rpc"
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
			found = append(found, detail(violation))
		}
	case err != nil:
		return nil, err
	}
	return found, nil
}

func detail(v *protovalidate.Violation) problem.Detail {
	d := problem.Detail{Message: message(v), Index: -1, Code: problem.ValidationFailed}
	var path strings.Builder
	for i, e := range v.Proto.GetField().GetElements() {
		if i > 0 {
			path.WriteByte('.')
		}
		path.WriteString(e.GetFieldName())
		if e.HasIndex() {
			fmt.Fprintf(&path, "[%d]", e.GetIndex())
			if d.Index < 0 {
				d.Index = int(e.GetIndex())
			}
		}
	}
	d.Field = path.String()
	if v.Proto.GetRuleId() == "repeated.max_items" && strings.HasSuffix(d.Field, ".items") {
		d.Code = problem.TooManyItems
	}
	return d
}

// message is what is wrong in a few words: a hundred of them have to fit in an error.
func message(v *protovalidate.Violation) string {
	if v.FieldDescriptor == nil { // an item of a list
		return v.Proto.GetMessage()
	}
	rules, _ := proto.GetExtension(v.FieldDescriptor.Options(), validate.E_Field).(*validate.FieldRules)
	switch v.Proto.GetRuleId() {
	case "double.gte_lte":
		double := rules.GetDouble()
		return fmt.Sprintf("must be from %s to %s", strconv.FormatFloat(double.GetGte(), 'f', -1, 64), strconv.FormatFloat(double.GetLte(), 'f', -1, 64))
	case "int64.gte_lte":
		return fmt.Sprintf("must be from %d to %d", rules.GetInt64().GetGte(), rules.GetInt64().GetLte())
	}
	return v.Proto.GetMessage()
}
