// Package validate checks requests against the rules of their fields in the protos: the
// bounds of buf.validate, the behaviors of google.api.field_behavior, and the options of
// options.proto. All bounds are in the protos.
package validate

import (
	"slices"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
)

// Check returns a *problem.Error that lists what is wrong with the request of m, or nil.
// It does not check the items of a batch: Items does. Check converts the request to the
// form that is stored: text is trimmed, the mask of an update names exactly the fields to
// write, and no other field is set.
func Check(m *rpc.Method, req proto.Message) error {
	if m.Mask != nil {
		if err := normalizeUpdate(m, req.ProtoReflect()); err != nil {
			return err
		}
	}
	return problem.List(checker{update: m.Mask != nil, skip: m.Items}.findProblems(req))
}

// Message returns a *problem.Error that lists what is wrong with a message that is not a
// request, or nil.
func Message(m proto.Message) error { return problem.List(checker{}.findProblems(m)) }

// Items returns what is wrong with the items of a batch, each detail with the index of its item: those that are unread,
// because they could not be decoded or refer to what does not exist, and those out of bounds.
func Items(req proto.Message, unread []problem.Detail) []problem.Detail {
	return append(unread, slices.DeleteFunc(checker{}.findProblems(req), func(d problem.Detail) bool {
		// Omit the other problems of an item that could not be read, and of a field that refers to what does not exist.
		return d.Index < 0 || slices.ContainsFunc(unread, func(u problem.Detail) bool {
			return u.Index == d.Index && (u.Code != problem.UnknownReference || u.Field == d.Field)
		})
	})...)
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
	if fd.HasPresence() || !HasBehavior(fd, annotations.FieldBehavior_REQUIRED) ||
		rules.GetDouble().GetGte() <= 0 && rules.GetInt64().GetGte() <= 0 {
		return ""
	}
	return inRange(rules)
}
