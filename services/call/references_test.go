package call

import (
	"testing"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// BenchmarkReferences looks for references in 1,000 items that have none. Decoding the items takes it a hundred times as
// long.
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
