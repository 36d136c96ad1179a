package validate_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/validate"
)

func validator(t *testing.T) (*rpc.Table, *validate.Validator) {
	t.Helper()
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	v, err := validate.New(table)
	if err != nil {
		t.Fatal(err)
	}
	return table, v
}

func TestAnUpdateIsBroughtIntoOneForm(t *testing.T) {
	const id = "01890000-0000-7000-8000-000000000000"
	table, v := validator(t)
	m := table.ByName("/workplan.v1.ClientService/UpdateClient")
	for _, test := range []struct{ name, request, want string }{
		{"without a mask it names what is set", `{"client": {"website": "w", "version": "7"}}`, `{"client": {"website": "w"}, "updateMask": "website"}`},
		{"an empty one names nothing", `{}`, `{"client": {}, "updateMask": ""}`},
		{"a mask leaves out all else", `{"client": {"website": "w", "email": "a@example.com"}, "updateMask": "website"}`, `{"client": {"website": "w"}, "updateMask": "website"}`},
		{"what is in the mask and not set stays unset", `{"client": {}, "updateMask": "email"}`, `{"client": {}, "updateMask": "email"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			read := func(text string) *pb.UpdateClientRequest {
				req := &pb.UpdateClientRequest{}
				if err := protojson.Unmarshal([]byte(text), req); err != nil {
					t.Fatal(err)
				}
				req.ClientId = id
				return req
			}
			got, want := read(test.request), read(test.want)
			if err := v.Check(m, got); err != nil {
				t.Fatal(err)
			}
			if !proto.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

func TestWhatIsWrongWithABatchIsAllListedInOrder(t *testing.T) {
	table, v := validator(t)
	nan, ok := math.NaN(), 8.0
	const id = "01890000-0000-7000-8000-000000000000"
	good := &pb.Assignment{UserId: id, ProjectId: id, Date: "2026-03-02", Hours: &ok}
	req := &pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{Items: []*pb.Assignment{
		{UserId: "x", ProjectId: id, Date: "2026-03-02", Hours: &ok}, good, {UserId: id, ProjectId: id, Date: "2026-02-30", Hours: &nan}, {UserId: id, ProjectId: id, Date: "2026-03-02"},
	}}}
	var p *problem.Error
	if err := v.Check(table.ByName("/workplan.v1.AssignmentService/UpsertAssignments"), req); !errors.As(err, &p) {
		t.Fatal(err)
	}
	var indexes []int
	var fields []string
	for _, d := range p.Details {
		indexes, fields = append(indexes, d.Index), append(fields, d.Field)
	}
	if !slices.IsSorted(indexes) || !slices.Equal(slices.Compact(indexes), []int{0, 2, 3}) {
		t.Errorf("items %v: %q", indexes, fields)
	}
	for _, want := range []string{"batch.items[0].user_id", "batch.items[2].date", "batch.items[2].hours", "batch.items[3].hours"} {
		if !slices.Contains(fields, want) {
			t.Errorf("%s is not among %q", want, fields)
		}
	}
	if err := v.Check(table.ByName("/workplan.v1.AssignmentService/UpsertAssignments"), &pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{Items: []*pb.Assignment{good}}}); err != nil {
		t.Error(err)
	}
}

// TestEveryIDAndEveryDateIsHeldToItsForm reads the descriptors: a field that is called
// an id or a date and has no rule is one that was forgotten.
func TestEveryIDAndEveryDateIsHeldToItsForm(t *testing.T) {
	table, v := validator(t)
	for _, m := range table.Methods() {
		fields := m.Input.Descriptor().Fields()
		for i := range fields.Len() {
			fd := fields.Get(i)
			name := string(fd.Name())
			if fd.Message() != nil || !(len(name) > 3 && name[len(name)-3:] == "_id" || name == "start_date" || name == "end_date") {
				continue
			}
			req := m.Input.New()
			req.Set(fd, protoreflect.ValueOfString("no such thing"))
			var p *problem.Error
			if err := v.Check(m, req.Interface()); !errors.As(err, &p) || !slices.ContainsFunc(p.Details, func(d problem.Detail) bool { return d.Field == name }) {
				t.Errorf("%s takes anything as its %s: %v", m.Name, name, err)
			}
		}
	}
}
