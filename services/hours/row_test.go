package hours

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
)

// BenchmarkPage makes the messages of a page of 50 rows and their JSON.
func BenchmarkPage(b *testing.B) {
	var page []byte
	for i := range 50 {
		for range 3 {
			id := uuid.Must(uuid.NewV7())
			page = append(page, id[:]...)
		}
		capability := uuid.Nil
		if i%2 == 0 {
			capability = uuid.Must(uuid.NewV7())
		}
		page = append(page, capability[:]...)
		page = binary.BigEndian.AppendUint32(page, uint32(9000+i/4))
		page = binary.BigEndian.AppendUint64(page, math.Float64bits(7.5))
		page = binary.BigEndian.AppendUint64(page, uint64(1+i%3))
		page = binary.BigEndian.AppendUint64(page, uint64(800_000_000_000_000+i*1_000_003))
		page = binary.BigEndian.AppendUint64(page, uint64(810_000_000_000_000+i*7_000_003))
	}
	b.Run("messages", func(b *testing.B) {
		for b.Loop() {
			var out messages
			out.grow(50)
			for i := range 50 {
				out.add(page[i*rowSize : (i+1)*rowSize])
			}
		}
	})
	b.Run("messages and JSON", func(b *testing.B) {
		var text []byte
		for b.Loop() {
			var out messages
			out.grow(50)
			for i := range 50 {
				out.add(page[i*rowSize : (i+1)*rowSize])
			}
			text, _ = strictjson.Append(text[:0], &pb.AssignmentPage{Items: out.list})
		}
	})
}
