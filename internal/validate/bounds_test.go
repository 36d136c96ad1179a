package validate_test

import (
	"math"
	"testing"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/validate"
)

// TestTheQuickLookAgreesWithProtovalidate tries values on both sides of every bound of
// the requests that are looked at quickly.
func TestTheQuickLookAgreesWithProtovalidate(t *testing.T) {
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	v, err := validate.New(table)
	if err != nil {
		t.Fatal(err)
	}
	const id = "01890000-0000-7000-8000-00000000000a"
	items := func(item *pb.Assignment) *pb.UpsertAssignmentsRequest {
		return &pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{Items: []*pb.Assignment{item}}}
	}
	item := func(change func(*pb.Assignment)) *pb.UpsertAssignmentsRequest {
		m := &pb.Assignment{UserId: id, ProjectId: id, Date: "2026-01-01", Hours: proto.Float64(1)}
		change(m)
		return items(m)
	}
	requests := map[string][]proto.Message{}
	for _, hours := range []float64{0, math.Copysign(0, -1), 24, math.Nextafter(24, 25), -math.SmallestNonzeroFloat64, math.NaN(), math.Inf(1), math.Inf(-1)} {
		requests["AssignmentService/UpsertAssignments"] = append(requests["AssignmentService/UpsertAssignments"], item(func(m *pb.Assignment) { m.Hours = &hours }))
	}
	for _, text := range []string{id, "01890000-0000-7000-8000-00000000000A", "x" + id, id[1:], "01890000-0000-7000-8000-00000000000g", "01890000x0000-7000-8000-00000000000a", "0189000000000-7000-8000-00000000000a", "{1890000-0000-7000-8000-0000000000}", "é"} {
		requests["AssignmentService/UpsertAssignments"] = append(requests["AssignmentService/UpsertAssignments"],
			item(func(m *pb.Assignment) { m.UserId = text }), item(func(m *pb.Assignment) { m.ProjectId = text }), item(func(m *pb.Assignment) { m.CapabilityId = &text }))
		requests["AssignmentService/ListAssignments"] = append(requests["AssignmentService/ListAssignments"], &pb.ListAssignmentsRequest{UserId: &text})
	}
	requests["AssignmentService/UpsertAssignments"] = append(requests["AssignmentService/UpsertAssignments"],
		item(func(m *pb.Assignment) { m.CapabilityId = proto.String("") }))
	for _, offset := range []int64{0, -1, math.MinInt64, 9007199254740991, 9007199254740992, math.MaxInt64} {
		requests["AssignmentService/ListAssignments"] = append(requests["AssignmentService/ListAssignments"], &pb.ListAssignmentsRequest{Offset: &offset})
	}
	for _, n := range []int{0, 5000, 5001} {
		batch := &pb.AssignmentBatch{}
		for range n {
			batch.Items = append(batch.Items, &pb.Assignment{UserId: id, ProjectId: id, Date: "2026-01-01", Hours: proto.Float64(1)})
		}
		requests["AssignmentService/UpsertAssignments"] = append(requests["AssignmentService/UpsertAssignments"], &pb.UpsertAssignmentsRequest{Batch: batch})
	}
	for name, list := range requests {
		m := table.ByName("/workplan.v1." + name)
		for _, req := range list {
			quick, full := v.Check(m, req), protovalidate.Validate(req)
			if (quick == nil) != (full == nil) {
				t.Errorf("%s: %v, protovalidate says %v: %.200v", name, quick, full, req)
			}
		}
	}
}
