package acceptance_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/test/apitest"
)

// get is a step that reads the record with the id.
func (r resource) get(name, id string, expectations ...expectation) apitest.Step {
	field := r.field + "_id"
	if r.one == "TimeOff" {
		field = "request_id"
	}
	return paired(apitest.Step{Name: name, Call: "GET " + r.path + "/" + id, RPC: r.one + "Service/Get" + r.one}, "",
		map[string]any{field: id}, expectations)
}

func TestSingleRecords(t *testing.T) {
	for _, tt := range []struct {
		resource
		id, members, want string
	}{
		{userAPI, "$worker", userMembers,
			`{"id": "$worker", "name": "Wo Worker", "email": "worker@example.com", "reportsToId": "$lead"}`},
		{clientAPI, "$acme", membersOfClient, `{"id": "$acme", "companyName": "Acme", "categories": []}`},
		{projectAPI, "$atlas", membersOfProject,
			`{"id": "$atlas", "name": "Atlas", "clientId": "$acme", "projectManagerId": "$pm"}`},
		{timeOff, "$patchable", timeOffMembers, `{"id": "$patchable", "userId": "$worker", "status": "pending"}`},
	} {
		t.Run(tt.many, func(t *testing.T) {
			apitest.Run(t, []apitest.Step{
				ask("there is time off", "worker", skiing(`{}`), saves("patchable")),
				tt.get("a record is read whole, with its version", tt.id, hasMembers("data", tt.members),
					hasHeader("ETag", `"1"`), data(tt.want)),
				tt.get("one that never existed is not found", "$unknown", refused("not_found")),
				tt.get("an id is a UUID", "x", refused("validation_failed")),
				scopedKeys(tt.scope),
				tt.get("the scope is enough", tt.id, by("only"), data(`{"id": "`+tt.id+`"}`)),
				tt.get("without it not even an admin reads", tt.id, by("without"), outOfScope(tt.scope)),
				tt.get("and is not told what exists", "$unknown", by("without"), outOfScope(tt.scope)),
				tt.get("nobody reads without a key", tt.id, by("-"), refused("credential_missing")),
			})
		})
	}
}

func TestASingleProjectIsExpanded(t *testing.T) {
	expanded := func(name, id, want string) apitest.Step {
		return apitest.Step{Name: name, Call: "GET /api/v1/projects/" + id + "?expand=client,projectManager",
			RPC:     "ProjectService/GetProject",
			Request: `{"projectId": "` + id + `", "expand": ["client", "projectManager"]}`,
			Want:    `{"data": ` + want + `}`}
	}
	apitest.Run(t, []apitest.Step{
		expanded("with its client and its manager", "$atlas",
			`{"client": {"id": "$acme", "companyName": "Acme"}, "projectManager": {"id": "$pm", "name": "*"}}`),
		{Name: "a manager that it does not have is null",
			Call: "GET /api/v1/projects/$beacon?expand=client,projectManager",
			Want: `{"data": {"client": {"id": "$globex"}, "projectManager": null}}`},
		{Name: "over gRPC it is not set", RPC: "ProjectService/GetProject",
			Request: `{"projectId": "$beacon", "expand": ["client", "projectManager"]}`,
			Want:    `{"data": {"client": {"id": "$globex"}}}`,
			Check: func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if item, _ := apitest.Lookup(ans.Body, "data").(map[string]any); hasKey(item, "projectManager") {
					t.Error(item)
				}
			}},
		{Name: "only what there is can be expanded", Call: "GET /api/v1/projects/$atlas?expand=budget",
			Status: 400, Code: "validation_failed"},
	})
}

func TestReasonsOfASingleRequestArePrivate(t *testing.T) {
	shown, hidden := data(`{"reason": "Skiing", "rejectionReason": "No"}`),
		data(`{"reason": null, "rejectionReason": null, "status": "rejected"}`)
	apitest.Run(t, []apitest.Step{
		ask("a rejected request", "lead", skiing(`{"status": "rejected", "rejectionReason": "No"}`), saves("request")),
		timeOff.get("the owner reads them", "$request", by("worker"), shown),
		timeOff.get("their manager", "$request", by("lead"), shown),
		timeOff.get("the manager's manager", "$request", by("boss"), shown),
		timeOff.get("an admin", "$request", by("admin"), shown),
		timeOff.get("a peer does not", "$request", by("peer"), hidden),
		timeOff.get("nor a stranger", "$request", by("loner"), hidden),
		decide("rejecting it again for the same reason changes nothing", "lead", "$request", "reject",
			`{"rejectionReason": " No "}`),
		timeOff.get("not even the version", "$request", by("worker"), data(`{"version": 1}`)),
	})
}

// decide is a step that approves or rejects a request.
func decide(name, as, id, verb, body string) apitest.Step {
	return apitest.Step{Name: name, As: as, Call: "POST /api/v1/time-off/" + id + "/" + verb, Body: body,
		RPC:     "TimeOffService/" + strings.ToUpper(verb[:1]) + verb[1:] + "TimeOff",
		Request: `{"requestId": "` + id + `", "rejection": ` + body + `}`}
}

// TestEveryFieldThatCanBeChangedIsWritten reads the descriptors: every field that an
// update may name is written, and what the response shows is stored. A service that
// forgets a field fails here.
func TestEveryFieldThatCanBeChangedIsWritten(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, m := range table.Methods() {
		if m.Mask == nil {
			continue
		}
		// Nil for the catalog and keys, which have only lists.
		get := table.ByName(strings.Replace(m.Name, "/Update", "/Get", 1))
		fields := m.Body.Message().Fields()
		for i := range fields.Len() {
			fd := fields.Get(i)
			behaviors, _ := proto.GetExtension(fd.Options(), annotations.E_FieldBehavior).([]annotations.FieldBehavior)
			if slices.Contains(behaviors, annotations.FieldBehavior_OUTPUT_ONLY) ||
				slices.Contains(behaviors, annotations.FieldBehavior_IMMUTABLE) {
				continue
			}
			t.Run(string(fd.FullName()), func(t *testing.T) {
				update := requestFor(a, m)
				in := update.Mutable(m.Body).Message()
				in.Set(fd, anotherValue(t, a, in, fd))
				update.Set(m.Mask, protoreflect.ValueOfMessage((&fieldmaskpb.FieldMask{
					Paths: []string{string(fd.Name())},
				}).ProtoReflect()))
				after := invoke(t, a, m, update)
				if !after.Get(fd).Equal(in.Get(fd)) {
					t.Errorf("it is %v after the change, want %v", after.Get(fd), in.Get(fd))
				}
				stored := invoke(t, a, m, requestFor(a, m)) // an update without fields
				if get != nil {
					stored = invoke(t, a, get, requestFor(a, get))
				}
				for _, name := range []protoreflect.Name{"head", "lag"} { // of a webhook: they rise with each write
					if fd := fields.ByName(name); fd != nil {
						after.Clear(fd)
						stored.Clear(fd)
					}
				}
				if !proto.Equal(stored.Interface(), after.Interface()) {
					t.Errorf("the response shows %v, stored is %v", after.Interface(), stored.Interface())
				}
			})
			tried++
		}
	}
	if tried < 20 {
		t.Errorf("%d fields were tried, want at least 20", tried)
	}
}

// requestFor is a request of m for the record that its path names.
func requestFor(a *apitest.API, m *rpc.Method) protoreflect.Message {
	req := m.Input.New()
	for name, id := range map[protoreflect.Name]string{"user_id": "$worker", "client_id": "$globex",
		"project_id": "$beacon", "request_id": "$patchable", "key_id": "$rotatable", "webhook_id": "$hook",
		"capability_id": "$design", "time_off_type_id": "$vacation", "proposal_id": "$draft_proposal"} {
		if fd := req.Descriptor().Fields().ByName(name); fd != nil {
			req.Set(fd, protoreflect.ValueOfString(a.Expand(id)))
		}
	}
	return req
}

// anotherValue is a value for a field that no record of the fixture has.
func anotherValue(
	t *testing.T, a *apitest.API, m protoreflect.Message, fd protoreflect.FieldDescriptor,
) protoreflect.Value {
	texts := map[protoreflect.Name]string{
		"email": "new@example.com", "image": "https://example.com/new.png", "country_code": "AT", "currency": "USD",
		"reports_to_id": "$pm", "account_manager_id": "$pm",
		"project_manager_id": "$lead", "reviewer_ids": "$pm", "time_off_type_id": "$sick", "external_ids": "hr:4711",
	}
	if fd.Parent().Name() == "TimeOff" {
		texts["start_date"], texts["end_date"] = "2026-07-02", "2026-07-13"
	} else {
		texts["start_date"], texts["end_date"] = "2026-06-02", "2026-06-29"
	}
	if fd.Parent().Name() == "Webhook" {
		texts["url"], texts["types"] = "$receiver/new", "project.*"
	}
	switch {
	case fd.IsList():
		list := m.NewField(fd)
		list.List().Append(protoreflect.ValueOfString(a.Expand(cmp.Or(texts[fd.Name()], "new"))))
		return list
	case fd.Kind() == protoreflect.StringKind:
		return protoreflect.ValueOfString(a.Expand(cmp.Or(texts[fd.Name()], "new")))
	case fd.Kind() == protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(7.25)
	case fd.Kind() == protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(7)
	case fd.Kind() == protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(7)
	case fd.Kind() == protoreflect.BoolKind:
		return protoreflect.ValueOfBool(false)
	case fd.Kind() == protoreflect.MessageKind:
		return protoreflect.ValueOfMessage(timestamppb.New(time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)).ProtoReflect())
	case fd.Kind() == protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(min(3, fd.Enum().Values().Len()-1)))
	}
	t.Fatalf("this test has no value of the kind %s", fd.Kind())
	return protoreflect.Value{}
}

// invoke calls an rpc as the admin and returns the record in its response.
func invoke(t *testing.T, a *apitest.API, m *rpc.Method, req protoreflect.Message) protoreflect.Message {
	t.Helper()
	_, method, _ := strings.Cut(strings.TrimPrefix(m.Name, "/"), "/")
	mt, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName("workplan.v1." + method + "Response"))
	if err != nil {
		t.Fatal(err)
	}
	resp := mt.New()
	if ans := a.Invoke(t, "admin", m.Name, req.Interface(), resp.Interface(), nil); ans.GRPC != codes.OK {
		t.Fatalf("%s: %s %s", m.Name, ans.GRPC, ans.Message)
	}
	return resp.Get(resp.Descriptor().Fields().ByName("data")).Message()
}
