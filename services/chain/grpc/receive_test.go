package grpc

import (
	"errors"
	"testing"

	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
)

// encoded returns a message as it is received.
func encoded(t testing.TB, m proto.Message) mem.BufferSlice {
	t.Helper()
	data, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return mem.BufferSlice{mem.SliceBuffer(data)}
}

// TestValuesOfAMessageAreBounded decodes lists with too many values: items without fields, which take two bytes each,
// texts, and lists in items.
func TestValuesOfAMessageAreBounded(t *testing.T) {
	items, inner := &pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{}},
		&pb.UpsertUsersRequest{Batch: &pb.UserBatch{}}
	ids := &pb.ListUsersRequest{}
	for i := range maxValues + 1 {
		items.Batch.Items = append(items.Batch.Items, &pb.Assignment{})
		ids.Ids = append(ids.Ids, "hr:1")
		if i%100 == 0 {
			inner.Batch.Items = append(inner.Batch.Items, &pb.User{})
		}
		last := inner.Batch.Items[len(inner.Batch.Items)-1]
		last.ExternalIds = append(last.ExternalIds, "")
	}
	for _, m := range []proto.Message{items, ids, inner} {
		got := m.ProtoReflect().New().Interface()
		var refused *problem.Error
		if err := decode(encoded(t, m), got); !errors.As(err, &refused) || refused.Code != problem.TooManyItems ||
			proto.Size(got) > 0 {
			t.Errorf("%T: %v, and %d bytes are decoded", m, err, proto.Size(got))
		}
	}
	items.Batch.Items = items.Batch.Items[:maxValues]
	got := &pb.UpsertAssignmentsRequest{}
	if err := decode(encoded(t, items), got); err != nil || !proto.Equal(got, items) {
		t.Errorf("%d items: %v", maxValues, err)
	}
}
