package rpc

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// Reference is what a field of a request accepts in place of the id of a record.
type Reference struct {
	// Record is the kind of the record: User, Client, Project or TimeOff.
	Record string
	// Words say what the field accepts, and follow "must be".
	Words string
	// Pattern matches the id and what is accepted in place of it.
	Pattern string
}

const (
	anID         = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
	anExternalID = "[a-z0-9._-]{1,40}:.{1,255}"
	anEmail      = "[^@:]+@[^@:]+"
)

// ReferenceOf returns what a field of a request accepts in place of an id. A record with external ids can be named by one of
// them, and a user also by an e-mail address. It returns nil for a field that has no id of such a record.
func ReferenceOf(fd protoreflect.FieldDescriptor) *Reference {
	record, _ := proto.GetExtension(fd.Options(), pb.E_IdOf).(string)
	if record == "Placeholder" { // a user of this kind
		record = "User"
	}
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName("workplan.v1." + record))
	md, _ := d.(protoreflect.MessageDescriptor)
	if err != nil || md == nil || md.Fields().ByName("external_ids") == nil {
		return nil
	}
	if record == "User" {
		return &Reference{record, "an id, an external id such as hr:4711, or an e-mail address",
			"^(" + anID + "|" + anExternalID + "|" + anEmail + ")$"}
	}
	return &Reference{record, "an id, or an external id such as crm:4711", "^(" + anID + "|" + anExternalID + ")$"}
}
