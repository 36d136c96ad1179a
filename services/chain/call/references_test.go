package call

import (
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/validate"
)

// TestReferencesAreDescribed compares the kinds of records that are found without their ids with those of which the
// document and the errors say so.
func TestReferencesAreDescribed(t *testing.T) {
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	described, lists := 0, 0
	var read func(md protoreflect.MessageDescriptor)
	read = func(md protoreflect.MessageDescriptor) {
		for i := range md.Fields().Len() {
			fd := md.Fields().Get(i)
			if fd.Message() != nil && !fd.IsMap() {
				read(fd.Message())
			}
			of, _ := proto.GetExtension(fd.Options(), pb.E_IdOf).(string)
			_, resolved := kinds[of]
			if resolved && fd.IsList() {
				lists++
				long := dynamicpb.NewMessage(md)
				ids := long.Mutable(fd).List()
				for range validate.MostItems(fd) + 1 {
					ids.Append(protoreflect.ValueOfString("hr:1"))
				}
				w := referenceWalk{index: -1}
				if w.message(long); len(w.found) > 0 {
					t.Errorf("%s: looks up the references of a list that is too long", fd.FullName())
				}
			}
			if (rpc.Reference(fd) != "") != resolved {
				t.Errorf("%s: resolved: %t, described as %q", fd.FullName(), resolved, rpc.Reference(fd))
			} else if resolved {
				described++
			}
		}
	}
	for _, m := range table.Methods() {
		read(m.Input.Descriptor())
	}
	if described < 40 {
		t.Errorf("only %d fields accept references", described)
	}
	if lists < 5 {
		t.Errorf("only %d lists of references", lists)
	}
}

// BenchmarkReferences looks for references in 1,000 items that have none. Decoding the items takes it a hundred times
// as long.
func BenchmarkReferences(b *testing.B) {
	id, date, hours := uuid.NewString(), "2026-03-02", 8.
	req := &pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{}}
	for range 1000 {
		req.Batch.Items = append(req.Batch.Items, &pb.Assignment{UserId: id, ProjectId: id, Date: date, Hours: &hours})
	}
	b.ReportAllocs()
	for b.Loop() {
		w := referenceWalk{index: -1}
		if w.message(req.ProtoReflect()); len(w.found) > 0 {
			b.Fatal(w.found)
		}
	}
}
