// Package validate holds requests to what the protos say of their fields: the
// bounds of buf.validate, the behaviours of google.api.field_behavior, and the
// options of options.proto. No bound is written anywhere else.
package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"buf.build/go/protovalidate"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/services/internal/ifmatch"
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

// Interceptor refuses requests that Check finds fault with, and those whose
// precondition cannot be read.
func (v *Validator) Interceptor(table *rpc.Table) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		if err := v.Check(table.ByName(info.FullMethod), req.(proto.Message)); err != nil {
			return nil, err
		}
		ctx, err := ifmatch.Parse(ctx)
		if err != nil {
			return nil, err
		}
		return next(ctx, req)
	}
}

// Check returns a *problem.Error that lists what is wrong with the request of m,
// in the order of the items of a batch, or nil. It brings an update into one form:
// its mask names exactly the fields to write, and no other field is set.
func (v *Validator) Check(m *rpc.Method, req proto.Message) error {
	if m.Mask != nil {
		if err := normalizeUpdate(m, req.ProtoReflect()); err != nil {
			return err
		}
	}
	return v.check(req, m.Mask != nil)
}

// Message returns a *problem.Error that lists what is wrong with a message that is
// no request, or nil.
func (v *Validator) Message(m proto.Message) error { return v.check(m, false) }

func (v *Validator) check(m proto.Message, update bool) error {
	c := checker{update: update}
	c.message(m.ProtoReflect())
	found := c.found

	var violations *protovalidate.ValidationError
	switch err := v.bounds.Validate(m); {
	case errors.As(err, &violations):
		for _, violation := range violations.Violations {
			found = append(found, detail(violation))
		}
	case err != nil:
		return err
	}
	if len(found) == 0 {
		return nil
	}
	slices.SortStableFunc(found, func(a, b finding) int { return cmp.Compare(a.Index, b.Index) })
	p := &problem.Error{Code: found[0].code}
	for _, f := range found {
		p.Add(f.Detail)
	}
	return p
}

// finding is one thing that is wrong.
type finding struct {
	problem.Detail
	code problem.Code
}

func detail(v *protovalidate.Violation) finding {
	f := finding{problem.Detail{Message: v.Proto.GetMessage(), Index: -1}, problem.ValidationFailed}
	var path strings.Builder
	for i, e := range v.Proto.GetField().GetElements() {
		if i > 0 {
			path.WriteByte('.')
		}
		path.WriteString(e.GetFieldName())
		if e.HasIndex() {
			fmt.Fprintf(&path, "[%d]", e.GetIndex())
			if f.Index < 0 {
				f.Index = int(e.GetIndex())
			}
		}
	}
	f.Field = path.String()
	if v.Proto.GetRuleId() == "repeated.max_items" && strings.HasSuffix(f.Field, ".items") {
		f.code = problem.TooManyItems
	}
	return f
}
