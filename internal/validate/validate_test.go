package validate_test

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/validate"
)

func rpcs(t *testing.T) *rpc.Table {
	t.Helper()
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestAnUpdateIsBroughtIntoOneForm(t *testing.T) {
	const id = "01890000-0000-7000-8000-000000000000"
	table := rpcs(t)
	m := table.ByName("/workplan.v1.ClientService/UpdateClient")
	for _, test := range []struct{ name, request, want string }{
		{"without a mask it names what is set", `{"client": {"website": "w"}}`,
			`{"client": {"website": "w"}, "updateMask": "website"}`},
		{"an empty one names nothing", `{}`, `{"client": {}, "updateMask": ""}`},
		{"a mask leaves out all else",
			`{"client": {"website": "w", "email": "a@example.com"}, "updateMask": "website"}`,
			`{"client": {"website": "w"}, "updateMask": "website"}`},
		{"what is in the mask and not set stays unset", `{"client": {}, "updateMask": "email"}`,
			`{"client": {}, "updateMask": "email"}`},
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
			if err := validate.Check(m, got); err != nil {
				t.Fatal(err)
			}
			if !proto.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

func TestItemsOfABatch(t *testing.T) {
	table := rpcs(t)
	m := table.ByName("/workplan.v1.AssignmentService/UpsertAssignments")
	nan, ok := math.NaN(), 8.0
	const id = "01890000-0000-7000-8000-000000000000"
	good := &pb.Assignment{UserId: id, ProjectId: id, Date: "2026-03-02", Hours: &ok}
	req := &pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{Items: []*pb.Assignment{
		{UserId: "x", ProjectId: id, Date: "2026-03-02", Hours: &ok}, good,
		{UserId: id, ProjectId: id, Date: "2026-02-30", Hours: &nan}, {UserId: id, ProjectId: id, Date: "2026-03-02"},
		{Id: id, UserId: id, ProjectId: id, Date: "2026-03-02", Hours: &ok, Version: 3},
	}}}
	t.Run("all that is wrong is listed, with the index of the item", func(t *testing.T) {
		found := validate.Items(req, nil)
		got := map[string]int{}
		for _, d := range found {
			got[d.Field] = d.Index
		}
		want := map[string]int{
			"batch.items[0].user_id": 0, "batch.items[2].date": 2, "batch.items[2].hours": 2, "batch.items[3].hours": 3,
			"batch.items[4].id": 4, "batch.items[4].version": 4,
		}
		if !maps.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
	t.Run("an item that REST could not read has only that to say", func(t *testing.T) {
		unread := problem.Detail{Field: "items[2].hours", Message: "must be a number", Index: 2}
		found := validate.Items(req, []problem.Detail{unread})
		if found[0] != unread ||
			slices.ContainsFunc(found[1:], func(d problem.Detail) bool { return d.Index == 2 }) {
			t.Error(found)
		}
	})
	t.Run("they are not the business of Check", func(t *testing.T) {
		if err := validate.Check(m, req); err != nil {
			t.Error(err)
		}
	})
	t.Run("how many there are is", func(t *testing.T) {
		many := &pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{Items: slices.Repeat([]*pb.Assignment{good},
			5001)}}
		var p *problem.Error
		if err := validate.Check(m, many); !errors.As(err, &p) || p.Code != problem.TooManyItems ||
			len(p.Details) != 1 {
			t.Error(err)
		}
	})
}

func TestTextIsStoredTrimmed(t *testing.T) {
	table := rpcs(t)
	req := &pb.CreateClientRequest{
		Client: &pb.Client{CompanyName: proto.String(" \t Initech\u00a0"), Categories: []string{" a ", "b"}},
	}
	if err := validate.Check(table.ByName("/workplan.v1.ClientService/CreateClient"), req); err != nil {
		t.Fatal(err)
	}
	if req.Client.GetCompanyName() != "Initech" || !slices.Equal(req.Client.Categories, []string{"a", "b"}) {
		t.Error(req)
	}
	blank := &pb.RejectTimeOffRequest{
		RequestId: "01890000-0000-7000-8000-000000000000", Rejection: &pb.TimeOffRejection{RejectionReason: " \n "},
	}
	var p *problem.Error
	if err := validate.Check(table.ByName("/workplan.v1.TimeOffService/RejectTimeOff"), blank); !errors.As(err, &p) ||
		len(p.Details) != 1 || p.Details[0].Field != "rejection.rejection_reason" {
		t.Error(err)
	}
}

func TestCountryCodes(t *testing.T) {
	table := rpcs(t)
	m := table.ByName("/workplan.v1.UserService/UpdateUser")
	for code, want := range map[string]string{"de": "DE", "GB": "GB", "\u0131t": "", "XX": "", "D": "", "": ""} {
		req := &pb.UpdateUserRequest{UserId: "01890000-0000-7000-8000-000000000000", User: &pb.User{CountryCode: &code}}
		err := validate.Check(m, req)
		if (err == nil) != (want != "") || err == nil && req.User.GetCountryCode() != want {
			t.Errorf("%q becomes %q: %v", code, req.User.GetCountryCode(), err)
		}
	}
}

func TestFieldsThatTheServerSetsAreRefused(t *testing.T) {
	table := rpcs(t)
	for _, m := range table.Methods() {
		if m.Body == nil || m.Items != nil {
			continue
		}
		fields := m.Body.Message().Fields()
		for i := range fields.Len() {
			fd := fields.Get(i)
			outputOnly := slices.Contains(proto.GetExtension(fd.Options(),
				annotations.E_FieldBehavior).([]annotations.FieldBehavior), annotations.FieldBehavior_OUTPUT_ONLY)
			if !outputOnly {
				continue
			}
			req := m.Input.New()
			resource := req.Mutable(m.Body).Message()
			switch fd.Kind() {
			case protoreflect.StringKind:
				resource.Set(fd, protoreflect.ValueOfString("x"))
			case protoreflect.Int32Kind:
				resource.Set(fd, protoreflect.ValueOfInt32(1))
			case protoreflect.Int64Kind:
				resource.Set(fd, protoreflect.ValueOfInt64(1))
			case protoreflect.DoubleKind:
				resource.Set(fd, protoreflect.ValueOfFloat64(1))
			case protoreflect.BoolKind:
				resource.Set(fd, protoreflect.ValueOfBool(true))
			case protoreflect.EnumKind:
				resource.Set(fd, protoreflect.ValueOfEnum(1))
			default:
				if value := resource.Mutable(fd); fd.IsList() {
					value.List().AppendMutable()
				}
			}
			name := string(m.Body.Name()) + "." + string(fd.Name())
			var p *problem.Error
			if err := validate.Check(m, req.Interface()); !errors.As(err, &p) || !slices.ContainsFunc(p.Details,
				func(d problem.Detail) bool { return d.Field == name && d.Code != problem.ValidationFailed }) {
				t.Errorf("%s takes %s: %v", m.Name, name, err)
			}
		}
	}
}

// TestEveryIDAndEveryDateIsHeldToItsForm reads the descriptors: a field that is called
// an id or a date and has no rule is one that was forgotten.
func TestEveryIDAndEveryDateIsHeldToItsForm(t *testing.T) {
	table := rpcs(t)
	for _, m := range table.Methods() {
		fields := m.Input.Descriptor().Fields()
		for i := range fields.Len() {
			fd := fields.Get(i)
			name := string(fd.Name())
			if fd.Message() != nil || name == "entry_id" || // which another system has given
				!(len(name) > 3 && name[len(name)-3:] == "_id" || name == "start_date" || name == "end_date") {
				continue
			}
			req, value := m.Input.New(), protoreflect.ValueOfString("no such thing")
			if fd.IsList() {
				req.Mutable(fd).List().Append(value)
				name += "[0]"
			} else {
				req.Set(fd, value)
			}
			var p *problem.Error
			if err := validate.Check(m, req.Interface()); !errors.As(err, &p) ||
				!slices.ContainsFunc(p.Details, func(d problem.Detail) bool { return d.Field == name }) {
				t.Errorf("%s takes anything as its %s: %v", m.Name, name, err)
			}
		}
	}
}

// BenchmarkRefused checks a batch in which each item has two problems. The time is in proportion to the number of
// items.
//
//	go test ./internal/validate -run '^$' -bench Refused
func BenchmarkRefused(b *testing.B) {
	for _, n := range []int{500, 5000} {
		req := &pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{}}
		for range n {
			req.Batch.Items = append(req.Batch.Items, &pb.Assignment{Hours: proto.Float64(25)}) // without a user
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				if validate.Message(req) == nil {
					b.Fatal("it is accepted")
				}
			}
		})
	}
}
