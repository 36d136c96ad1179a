package validate

import (
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
)

// normalizeUpdate converts an update to one form: its mask names exactly the fields to
// write, and no other field is set. Without a mask, the fields that are set are written,
// as in AIP-134.
func normalizeUpdate(m *rpc.Method, req protoreflect.Message) error {
	resource := req.Mutable(m.Body).Message()
	fields, rules := resource.Descriptor().Fields(), rulesOf(resource.Descriptor())
	mask, _ := req.Get(m.Mask).Message().Interface().(*fieldmaskpb.FieldMask)
	if !req.Has(m.Mask) {
		mask = &fieldmaskpb.FieldMask{}
		for i := range fields.Len() {
			if fd := fields.Get(i); resource.Has(fd) {
				mask.Paths = append(mask.Paths, string(fd.Name()))
			}
		}
		req.Set(m.Mask, protoreflect.ValueOfMessage(mask.ProtoReflect()))
	}
	for _, path := range mask.GetPaths() {
		fd := fields.ByName(protoreflect.Name(path))
		name := string(m.Body.Name()) + "." + path
		if fd == nil || !rules.writable[fd.Number()] {
			return problem.Field(problem.UnknownField, name, "is not a field that can be changed")
		}
		if !resource.Has(fd) && fd.HasPresence() && !rules.nullable[fd.Number()] {
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
