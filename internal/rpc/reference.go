package rpc

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// Reference says what a field of a request accepts that names a record: its id, or one of its external ids, and the
// e-mail address of a user. It follows "must be" or "accepts". It is empty for a field that does not name a record with
// external ids.
func Reference(fd protoreflect.FieldDescriptor) string {
	record, _ := proto.GetExtension(fd.Options(), pb.E_IdOf).(string)
	if record == "Placeholder" { // a user of this kind
		record = "User"
	}
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName("workplan.v1." + record))
	md, _ := d.(protoreflect.MessageDescriptor)
	switch {
	case err != nil || md == nil || md.Fields().ByName("external_ids") == nil:
		return ""
	case record == "User":
		return "an id, an external id such as hr:4711, or an e-mail address"
	}
	return "an id, or an external id such as crm:4711"
}
