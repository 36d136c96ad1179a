package acceptance_test

import (
	"math"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto" // registers the codec
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestBadMessages sends requests over gRPC that JSON cannot express, or not like this.
func TestBadMessages(t *testing.T) {
	t.Parallel()
	a := seed(noted.New(t))
	changes := changesOf(a)
	row := func(change ...string) string {
		return `{"batch": {"items": [` + strings.NewReplacer(change...).
			Replace(`{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 8}`) + `]}}`
	}
	project := func(more string) string {
		return `{"project": {"name": "Comet", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-12-31"` +
			more + `}}`
	}
	const upsert, update = "AssignmentService/UpsertAssignments", "ClientService/UpdateClient"
	for _, test := range []struct{ name, rpc, request, code, path string }{
		{"a request without a resource is refused", "ClientService/CreateClient", `{}`, "validation_failed", "client"},
		{"an empty resource is refused", "ClientService/CreateClient", `{"client": {}}`,
			"validation_failed", "client.company_name"},
		{"an empty name is refused", "ClientService/CreateClient", `{"client": {"companyName": ""}}`,
			"validation_failed", "client.company_name"},
		{"NUL in a text is refused", "ClientService/CreateClient", `{"client": {"companyName": "a\u0000b"}}`,
			"validation_failed", "client.company_name"},
		{"NUL in a list is refused", "ClientService/CreateClient",
			`{"client": {"companyName": "Initech", "categories": ["a", "b\u0000"]}}`,
			"validation_failed", "client.categories[1]"},
		{"an unknown priority is refused", "ClientService/CreateClient",
			`{"client": {"companyName": "Initech", "clientPriority": 99}}`,
			"validation_failed", "client.client_priority"},
		{"a negative priority is refused", "ClientService/CreateClient",
			`{"client": {"companyName": "Initech", "clientPriority": -1}}`,
			"validation_failed", "client.client_priority"},
		{"the unspecified priority is refused", "ClientService/CreateClient",
			`{"client": {"companyName": "Initech", "clientPriority": 0}}`,
			"validation_failed", "client.client_priority"},
		{"an unknown billing type is refused", "ProjectService/CreateProject", project(`, "billingType": 12`),
			"validation_failed", "project.billing_type"},
		{"NaN is not an amount", "ProjectService/CreateProject", project(`, "amount": "NaN"`),
			"validation_failed", "project.amount"},
		{"infinity is not an amount", "ProjectService/CreateProject", project(`, "amount": "Infinity"`),
			"validation_failed", "project.amount"},
		{"an empty client id is refused", "ProjectService/CreateProject", strings.Replace(project(``), "$acme", "", 1),
			"validation_failed", "project.client_id"},
		{"NaN is not an availability", "UserService/UpdateUser",
			`{"userId": "$peer", "user": {"defaultAvailability": "NaN"}}`, "validation_failed",
			"user.default_availability"},
		{"NaN hours are refused", upsert, row(`8}`, `"NaN"}`), "validation_failed", "batch.items[0].hours"},
		{"infinite hours are refused", upsert, row(`8}`, `"-Infinity"}`), "validation_failed", "batch.items[0].hours"},
		{"hours are required", upsert, row(`, "hours": 8`, ``), "validation_failed", "batch.items[0].hours"},
		{"an empty user id is refused", upsert, row(`$worker`, ``), "validation_failed", "batch.items[0].user_id"},
		{"an empty capability id is refused", upsert, row(`"hours"`, `"capabilityId": "", "hours"`),
			"validation_failed", "batch.items[0].capability_id"},
		{"an empty date is refused", upsert, row(`2026-03-02`, ``), "validation_failed", "batch.items[0].date"},
		{"a request without a batch is refused", upsert, `{}`, "validation_failed", "batch"},
		{"an empty batch is accepted", upsert, `{"batch": {}}`, "", ""},
		{"a dry run is checked", upsert, strings.Replace(row(`8}`, `25}`), `{"batch"`, `{"dryRun": true, "batch"`, 1),
			"validation_failed", "batch.items[0].hours"},

		{"an empty update changes nothing", update, `{"clientId": "$acme"}`, "", ""},
		{"an update without its id is refused", update, `{"client": {"website": "x"}}`,
			"validation_failed", "client_id"},
		{"an id must be a UUID", update, `{"clientId": "7", "client": {"website": "x"}}`,
			"validation_failed", "client_id"},
		{"a mask with an unknown field is refused", update, `{"clientId": "$acme", "client": {}, "updateMask": "nick"}`,
			"unknown_field", "client.nick"},
		{"a mask with an output field is refused", update,
			`{"clientId": "$acme", "client": {}, "updateMask": "version"}`, "unknown_field", "client.version"},
		{"a mask with the id is refused", update, `{"clientId": "$acme", "client": {}, "updateMask": "id"}`,
			"unknown_field", "client.id"},
		{"a mask with a fixed field is refused", "ProjectService/UpdateProject",
			`{"projectId": "$atlas", "project": {"clientId": "$globex"}, "updateMask": "clientId"}`,
			"unknown_field", "project.client_id"},
		{"a mask with the status of time off is refused", "TimeOffService/UpdateTimeOff",
			`{"requestId": "$patchable", "timeOff": {"status": "TIME_OFF_STATUS_APPROVED"}, "updateMask": "status"}`,
			"unknown_field", "time_off.status"},
		{"a mask with a time of the server is refused", "UserService/UpdateUser",
			`{"userId": "$peer", "user": {"createdAt": "2026-01-01T00:00:00Z"}, "updateMask": "createdAt"}`,
			"unknown_field", "user.created_at"},
		{"a mask with a nested path is refused", "ProjectService/UpdateProject",
			`{"projectId": "$atlas", "project": {}, "updateMask": "client.companyName"}`, "unknown_field",
			"project.client.company_name"},
		{"a mask with an empty value is refused", update,
			`{"clientId": "$acme", "client": {}, "updateMask": "companyName"}`,
			"validation_failed", "client.company_name"},
		{"a mask without its resource is refused", update, `{"clientId": "$acme", "updateMask": "companyName"}`,
			"validation_failed", "client.company_name"},

		{"a limit below 1 is 1", "ClientService/ListClients", `{"limit": -2147483648}`, "", ""},
		{"a limit above 200 is 200", "ClientService/ListClients", `{"limit": 2147483647}`, "", ""},
		{"a negative offset is refused", "ClientService/ListClients", `{"offset": "-1"}`,
			"validation_failed", "offset"},
		{"the largest offset is accepted", "ClientService/ListClients", `{"offset": "9007199254740991"}`, "", ""},
		{"a larger offset is refused", "ClientService/ListClients", `{"offset": "9007199254740992"}`,
			"validation_failed", "offset"},
		{"an empty user in a filter is refused", "TimeOffService/ListTimeOff", `{"user_id": ""}`,
			"validation_failed", "user_id"},
		{"an empty date in a filter is refused", "TimeOffService/ListTimeOff", `{"start_date": ""}`,
			"validation_failed", "start_date"},
		{"an unknown status in a filter is refused", "TimeOffService/ListTimeOff", `{"status": 77}`,
			"validation_failed", "status"},
		{"six statuses are too many", "ProjectService/ListProjects", `{"status": [1, 2, 3, 4, 5, 1]}`,
			"validation_failed", "status"},
		{"an unknown expansion is refused", "ProjectService/ListProjects", `{"expand": ["x"]}`,
			"validation_failed", "expand[0]"},
		{"an empty name is refused", "ProjectService/ListProjects", `{"name": ""}`, "validation_failed", "name"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := changes()
			ans := a.Call(t, "admin", test.rpc, test.request, nil)
			want := codes.InvalidArgument
			if test.code == "" {
				want = codes.OK
			}
			if ans.GRPC != want || ans.Code != test.code {
				t.Errorf("%s %q, want %s %q: %s", ans.GRPC, ans.Code, want, test.code, ans.Message)
			}
			if test.path != "" && (len(ans.Fields) == 0 || ans.Fields[0] != test.path) {
				t.Errorf("it names %q, want %q", ans.Fields, test.path)
			}
			if changes() != before {
				t.Error("something is written")
			}
		})
	}

	t.Run("without a mask the fields that are set are written, and no others", func(t *testing.T) {
		a.Call(t, "admin", update,
			`{"clientId": "$acme", "client": {"email": "a@example.com", "categories": ["a"]}, "updateMask": "email,categories"}`, nil)
		ans := a.Call(t, "admin", update, `{"clientId": "$acme", "client": {"website": "w"}}`, nil)
		if !ok(ans) || apitest.Lookup(ans.Body, "data.email") != "a@example.com" ||
			apitest.Lookup(ans.Body, "data.website") != "w" || apitest.Lookup(ans.Body, "data.version") != 3. {
			t.Errorf("%s %s: %v", ans.GRPC, ans.Message, ans.Body)
		}
	})
	t.Run("a field in the mask that is not set is cleared", func(t *testing.T) {
		ans := a.Call(t, "admin", update, `{"clientId": "$acme", "client": {}, "updateMask": "email,categories"}`, nil)
		if !ok(ans) || apitest.Lookup(ans.Body, "data.email") != nil ||
			len(apitest.Lookup(ans.Body, "data.categories").([]any)) != 0 ||
			apitest.Lookup(ans.Body, "data.website") != "w" {
			t.Errorf("%s %s: %v", ans.GRPC, ans.Message, ans.Body)
		}
	})
	t.Run("a field that is set and not in the mask is ignored", func(t *testing.T) {
		ans := a.Call(t, "admin", update,
			`{"clientId": "$acme", "client": {"companyName": "Hidden", "website": "v"}, "updateMask": "website"}`, nil)
		if !ok(ans) || apitest.Lookup(ans.Body, "data.companyName") != "Acme" ||
			apitest.Lookup(ans.Body, "data.website") != "v" {
			t.Errorf("%s %s: %v", ans.GRPC, ans.Message, ans.Body)
		}
	})
}

func TestBadMessagesThatNoTextCanSay(t *testing.T) {
	t.Parallel()
	a := seed(noted.New(t))
	changes := changesOf(a)
	ctx := a.Context(t.Context(), "admin")
	t.Run("5,001 items are too many", func(t *testing.T) {
		item := &pb.Assignment{
			UserId: a.ID("worker"), ProjectId: a.ID("atlas"), Date: "2026-03-02", Hours: new(float64),
		}
		req := &pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{}}
		for range 5001 {
			req.Batch.Items = append(req.Batch.Items, item)
		}
		ans := a.Invoke(t, "admin", "/workplan.v1.AssignmentService/UpsertAssignments", req,
			&pb.UpsertAssignmentsResponse{}, nil)
		if ans.GRPC != codes.InvalidArgument || ans.Code != "too_many_items" || ans.Fields[0] != "batch.items" {
			t.Errorf("%s %q %q", ans.GRPC, ans.Code, ans.Fields)
		}
	})
	t.Run("an item that is nil is refused", func(t *testing.T) {
		req := &pb.UpsertActualHoursRequest{Batch: &pb.ActualHoursBatch{Items: []*pb.ActualHoursRow{nil}}}
		_, err := pb.NewActualHoursServiceClient(a.Conn).UpsertActualHours(ctx, req)
		if status.Code(err) != codes.InvalidArgument {
			t.Error(err)
		}
	})
	t.Run("a time out of range is refused or matches nothing", func(t *testing.T) {
		for _, at := range []*timestamppb.Timestamp{{Seconds: math.MaxInt64}, {Seconds: math.MinInt64},
			{Nanos: -1}, {Nanos: math.MaxInt32}} {
			_, err := pb.NewUserServiceClient(a.Conn).ListUsers(ctx, &pb.ListUsersRequest{UpdatedSince: at})
			if status.Code(err) != codes.InvalidArgument {
				t.Errorf("%v: %v", at, err)
			}
		}
	})
	t.Run("a malformed message is refused", func(t *testing.T) {
		for name, message := range map[string][]byte{
			"a text that is no UTF-8": {0x0a, 0x03, 0x12, 0x01, 0xff},
			"half of a message":       {0x0a, 0x7f, 0x12},
			"what is no message":      []byte("{}"),
		} {
			before := changes()
			err := a.Conn.Invoke(ctx, "/workplan.v1.ClientService/CreateClient", message, &pb.CreateClientResponse{},
				grpc.ForceCodecV2(raw{encoding.GetCodecV2("proto")}))
			if status.Code(err) != codes.InvalidArgument {
				t.Errorf("%s: %v", name, err)
			}
			if changes() != before {
				t.Errorf("%s: something is written", name)
			}
		}
	})
	t.Run("a message above 4 MiB is refused", func(t *testing.T) {
		long := strings.Repeat("x", 5<<20)
		ans := a.Invoke(t, "admin", "/workplan.v1.ClientService/CreateClient",
			&pb.CreateClientRequest{Client: &pb.Client{CompanyName: &long}}, &pb.CreateClientResponse{}, nil)
		if ans.GRPC != codes.InvalidArgument || ans.Code != "body_too_large" {
			t.Errorf("%s %q", ans.GRPC, ans.Code)
		}
	})
	t.Run("an unknown method does not exist", func(t *testing.T) {
		for _, method := range []string{"/workplan.v1.ClientService/DropClients", "/workplan.v1.NoService/GetMe",
			"/workplan.v2.MeService/GetMe"} {
			if err := a.Conn.Invoke(ctx, method, &pb.GetMeRequest{},
				&pb.GetMeResponse{}); status.Code(err) != codes.Unimplemented {
				t.Errorf("%s: %v", method, err)
			}
		}
	})
	t.Run("a malformed version is refused", func(t *testing.T) {
		ctx := metadata.AppendToOutgoingContext(ctx, "if-match", "seven")
		_, err := pb.NewClientServiceClient(a.Conn).UpdateClient(ctx, &pb.UpdateClientRequest{ClientId: a.ID("acme")})
		if status.Code(err) != codes.InvalidArgument {
			t.Error(err)
		}
	})
}

// raw is a codec for encoded messages.
type raw struct{ encoding.CodecV2 }

func (r raw) Marshal(v any) (mem.BufferSlice, error) {
	if b, ok := v.([]byte); ok {
		return mem.BufferSlice{mem.SliceBuffer(b)}, nil
	}
	return r.CodecV2.Marshal(v)
}
