package strictjson_test

import (
	"fmt"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
)

const (
	id1 = "0198c0de-0000-7000-8000-000000000001"
	id2 = "0198c0de-0000-7000-8000-000000000002"
	id3 = "0198c0de-0000-7000-8000-000000000003"
)

var (
	created = timestamppb.New(time.Date(2026, 11, 20, 16, 7, 0, 123456789, time.UTC))
	updated = timestamppb.New(time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC))
)

// assignments is a page of rows as the database gives them.
func assignments(n int) []*pb.Assignment {
	rows := make([]*pb.Assignment, n)
	for i := range rows {
		rows[i] = &pb.Assignment{
			Id: id1, UserId: id2, ProjectId: id3,
			Date:      fmt.Sprintf("2026-11-%02d", i%30+1),
			Hours:     proto.Float64(float64(i%16) / 2),
			Tentative: proto.Bool(false),
			Version:   int64(i + 1),
			CreatedAt: created, UpdatedAt: updated,
		}
		if i%2 == 0 {
			rows[i].CapabilityId = proto.String(id1)
		}
	}
	return rows
}

// batch is the body of an upsert.
func batch(n int) []byte {
	b := []byte(`{"items":[`)
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, `{"userId":%q,"projectId":%q,"capabilityId":%q,"date":"2026-11-%02d","hours":%v}`,
			id1, id2, id3, i%30+1, float64(i%16)/2)
	}
	return append(b, "]}"...)
}

func mustAppend(t testing.TB, m proto.Message) string {
	t.Helper()
	b, err := strictjson.Append(nil, m)
	if err != nil {
		t.Fatalf("Append: %v", err)
	}
	return string(b)
}
