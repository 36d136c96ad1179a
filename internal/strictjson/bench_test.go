package strictjson_test

import (
	"testing"

	"google.golang.org/protobuf/encoding/protojson"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/parquet"
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

// BenchmarkRows encodes a page of a list in the forms for all of its rows.
func BenchmarkRows(b *testing.B) {
	rows := assignments(200)
	columns := strictjson.ColumnsOf(rows[0].ProtoReflect().Descriptor(), nil)
	encoded := func(b *testing.B, out *countingWriter, one func(row *pb.Assignment) error) {
		for b.Loop() {
			for _, row := range rows {
				if err := one(row); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.N*len(rows))/b.Elapsed().Seconds(), "rows/s")
		b.ReportMetric(float64(out.n)/float64(b.N*len(rows)), "B/row")
	}
	var out countingWriter
	var text []byte
	write := func(b []byte, err error) error {
		text = b[:0]
		_, _ = out.Write(b)
		return err
	}
	b.Run("ndjson", func(b *testing.B) {
		out.n = 0
		encoded(b, &out, func(row *pb.Assignment) error { return write(strictjson.Append(text, row)) })
	})
	b.Run("csv", func(b *testing.B) {
		out.n = 0
		encoded(b, &out, func(row *pb.Assignment) error { return write(columns.AppendLine(text, row)) })
	})
	b.Run("parquet", func(b *testing.B) {
		out.n = 0
		w := parquet.NewWriter(&out, columns.Parquet())
		encoded(b, &out, func(row *pb.Assignment) error { return columns.AppendRow(w, row) })
	})
}

type countingWriter struct{ n int }

func (w *countingWriter) Write(b []byte) (int, error) {
	w.n += len(b)
	return len(b), nil
}
