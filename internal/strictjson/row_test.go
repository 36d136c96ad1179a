package strictjson_test

import (
	"math"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
)

// TestRowsOfHoursAreWrittenLikeAnyMessage compares appendRow with the encoder of all
// messages, which a dynamic message of the same type uses.
func TestRowsOfHoursAreWrittenLikeAnyMessage(t *testing.T) {
	at := &timestamppb.Timestamp{Seconds: 1795190400, Nanos: 1000}
	for _, hours := range []*float64{nil, proto.Float64(0), proto.Float64(math.Copysign(0, -1)), proto.Float64(7.5),
		proto.Float64(0.1 + 0.2), proto.Float64(1e-7), proto.Float64(24)} {
		for _, capability := range []*string{nil, proto.String(""), proto.String("c\"<\u2028\n")} {
			for _, updated := range []*timestamppb.Timestamp{nil, at, {Seconds: -62135596800},
				{Seconds: 253402300799, Nanos: 999999999}} {
				planned := &pb.Assignment{
					Id: "i", UserId: "u\\", ProjectId: "p", CapabilityId: capability, Date: "2026-01-01", Hours: hours,
					Version: math.MaxInt64, CreatedAt: at, UpdatedAt: updated,
				}
				actual := &pb.ActualHoursRow{
					Id: "i", UserId: "u\\", ProjectId: "p", CapabilityId: capability, Date: "2026-01-01", Hours: hours,
					Version: math.MaxInt64, CreatedAt: at, UpdatedAt: updated,
				}
				tentative, firm := proto.CloneOf(planned), proto.CloneOf(planned)
				tentative.Tentative, firm.Tentative = proto.Bool(true), proto.Bool(false)
				for _, m := range []proto.Message{planned, tentative, firm, actual} {
					wire, err := proto.Marshal(m)
					if err != nil {
						t.Fatal(err)
					}
					long := dynamicpb.NewMessage(m.ProtoReflect().Descriptor())
					if err := proto.Unmarshal(wire, long); err != nil {
						t.Fatal(err)
					}
					got, err1 := strictjson.Append(nil, m)
					want, err2 := strictjson.Append(nil, long)
					if err1 != nil || err2 != nil || string(got) != string(want) {
						t.Errorf("%s, %v\nwant %s, %v", got, err1, want, err2)
					}
				}
			}
		}
	}
}
