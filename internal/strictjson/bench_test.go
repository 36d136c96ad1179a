package strictjson_test

import (
	"testing"

	"google.golang.org/protobuf/encoding/protojson"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
)

func BenchmarkEncodePage(b *testing.B) {
	m := &pb.ListAssignmentsResponse{Data: &pb.AssignmentPage{Items: assignments(200), Limit: 200, HasMore: true}}
	b.Run("strictjson", func(b *testing.B) {
		var out []byte
		b.ReportAllocs()
		for b.Loop() {
			var err error
			if out, err = strictjson.Append(out[:0], m); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(len(out)))
	})
	b.Run("protojson", func(b *testing.B) {
		var out []byte
		b.ReportAllocs()
		for b.Loop() {
			var err error
			if out, err = (protojson.MarshalOptions{EmitUnpopulated: true}).MarshalAppend(out[:0], m); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(len(out)))
	})
}

func BenchmarkEncodeCapacity(b *testing.B) {
	m := capacity(500, 13)
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if out, err = strictjson.Append(out[:0], m); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(out)))
}

func BenchmarkDecodeBatch(b *testing.B) {
	data := batch(1000)
	b.Run("strictjson", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if _, err := strictjson.Decode(data, &pb.AssignmentBatch{}, strictjson.Create); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("protojson", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if err := protojson.Unmarshal(data, &pb.AssignmentBatch{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
