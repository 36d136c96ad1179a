package strictjson_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
)

// capacity is a message with lists in lists, and with numbers that are null in JSON.
func capacity(items, buckets int) *pb.GetCapacityResponse {
	c := &pb.Capacity{Total: &pb.CapacityTotal{}, AsOf: 1204}
	for i := range items {
		item := &pb.CapacityItem{Id: proto.String(id1), Name: proto.String(fmt.Sprint("Person ", i))}
		if i == 0 {
			item.Id, item.Name = nil, nil
		}
		for s := range 10 {
			hours := make([]float64, buckets)
			for bucket := range hours {
				hours[bucket] = float64((i+s*bucket)%160) / 4
			}
			item.Values = append(item.Values, &pb.CapacityHours{Hours: hours})
		}
		item.Utilization = make([]float64, buckets)
		for bucket := range item.Utilization {
			if item.Utilization[bucket] = float64(bucket) / 8; bucket%3 == 0 {
				item.Utilization[bucket] = math.NaN()
			}
		}
		c.Items = append(c.Items, item)
	}
	return &pb.GetCapacityResponse{Data: c}
}

func TestAppendWritesBareLists(t *testing.T) {
	for _, tc := range []struct {
		name string
		m    proto.Message
		json string
	}{
		{"lists in a list", &pb.CapacityTotal{Values: []*pb.CapacityHours{{Hours: []float64{32, 0.5}}, {}}},
			`{"values":[[32,0.5],[]],"utilization":[]}`},
		{"by itself", &pb.CapacityHours{Hours: []float64{1}}, `[1]`},
		{"without items", &pb.CapacityHours{}, `[]`},
		{"none, because it is not set", &pb.UpsertAssignmentsResponse{Meta: &pb.WriteMeta{}}, `{"data":[],"meta":{}}`},
		{"one that is set and has no items", &pb.UpsertAssignmentsResponse{Meta: &pb.WriteMeta{
			Warnings: &pb.WriteWarnings{}, WarningCount: proto.Int32(0), Summary: &pb.WriteSummary{},
		}}, `{"data":[],"meta":{"warnings":[],"warningCount":0,"summary":{"created":0,"updated":0,"unchanged":0}}}`},
		{"NaN as null", &pb.CapacityItem{Utilization: []float64{math.NaN(), 0.8, -math.NaN()}},
			`{"id":null,"name":null,"values":[],"utilization":[null,0.8,null]}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := mustAppend(t, tc.m); got != tc.json {
				t.Errorf("got  %s\nwant %s", got, tc.json)
			}
			wire, err := proto.Marshal(tc.m)
			if err != nil {
				t.Fatal(err)
			}
			dynamic := dynamicpb.NewMessage(tc.m.ProtoReflect().Descriptor())
			if err := proto.Unmarshal(wire, dynamic); err != nil {
				t.Fatal(err)
			}
			if got := mustAppend(t, dynamic); got != tc.json {
				t.Errorf("as a dynamic message: got %s", got)
			}
		})
	}
	t.Run("a large capacity is as encoding/json writes it", func(t *testing.T) {
		type item struct {
			ID          *string     `json:"id"`
			Name        *string     `json:"name"`
			Values      [][]float64 `json:"values"`
			Utilization []*float64  `json:"utilization"`
		}
		m := capacity(500, 52)
		items := []item{}
		for _, it := range m.Data.Items {
			one := item{ID: it.Id, Name: it.Name}
			for _, values := range it.Values {
				one.Values = append(one.Values, values.Hours)
			}
			for _, ratio := range it.Utilization {
				one.Utilization = append(one.Utilization, &ratio)
				if math.IsNaN(ratio) {
					one.Utilization[len(one.Utilization)-1] = nil
				}
			}
			items = append(items, one)
		}
		want, err := json.Marshal(items)
		if err != nil {
			t.Fatal(err)
		}
		if got := mustAppend(t, m); got != `{"data":{"buckets":[],"series":[],"items":`+string(want)+
			`,"total":{"values":[],"utilization":[]},"asOf":1204}}` {
			t.Errorf("got %.500s\nwant %.500s", got, want)
		}
	})
	t.Run("other numbers without a JSON form fail", func(t *testing.T) {
		for _, m := range []proto.Message{
			&pb.CapacityItem{Utilization: []float64{math.Inf(1)}},
			&pb.CapacityHours{Hours: []float64{math.NaN()}},
			&pb.CapacityTotal{Values: []*pb.CapacityHours{{Hours: []float64{1, math.NaN()}}}},
		} {
			if b, err := strictjson.Append(nil, m); err == nil {
				t.Errorf("%v: %s", m, b)
			}
		}
	})
}

func TestDecodeRefusesBareLists(t *testing.T) {
	for _, tc := range []struct {
		m          proto.Message
		body, code string
	}{
		{&pb.CapacityHours{}, `[1]`, strictjson.CodeInvalidJSON},
		{&pb.CapacityHours{}, `{"hours":[1]}`, strictjson.CodeUnknownField},
		{&pb.CapacityTotal{}, `{"values":[[1]]}`, strictjson.CodeUnknownField},
		{&pb.CapacityTotal{}, `{"values":[{"hours":[1]}]}`, strictjson.CodeUnknownField},
		{&pb.CapacityTotal{}, `{"values":[]}`, strictjson.CodeUnknownField},
	} {
		for _, mode := range []strictjson.Mode{strictjson.Create, strictjson.Update} {
			_, err := strictjson.Decode([]byte(tc.body), tc.m, mode)
			var bad *strictjson.Error
			if !errors.As(err, &bad) || bad.Problems[0].Code != tc.code {
				t.Errorf("%T from %s: %v", tc.m, tc.body, err)
			}
		}
	}
}
