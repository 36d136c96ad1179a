package acceptance_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestOneConnectionIsEnough calls every operation on a server with one connection, with and
// without an Idempotency-Key. A method that needs a second connection while it has one waits
// until its time is over.
func TestOneConnectionIsEnough(t *testing.T) {
	t.Parallel()
	serve := func(t *testing.T) *apitest.API {
		a := seed(apitest.NewIsolated(t))
		one, _ := a.Start(services.Config{DB: poolOf(t, a, 1)})
		return one
	}
	// Changes that lock the organization, changes that are refused there, and other ways of lists and upserts.
	more := []call{
		{"", "PATCH /api/v1/users/$worker", `{"reportsToId": "$peer"}`, "UserService/UpdateUser",
			`{"userId": "$worker", "user": {"reportsToId": "$peer"}}`},
		{"", "PATCH /api/v1/users/$pm", `{"reportsToId": "$boss", "role": "manager", "email": "pm@example.org"}`,
			"UserService/UpdateUser",
			`{"userId": "$pm", "user": {"reportsToId": "$boss", "role": "ROLE_MANAGER", "email": "pm@example.org"}}`},
		{"", "POST /api/v1/assignments?dryRun=true", callTo(t, "AssignmentService/UpsertAssignments").body,
			"AssignmentService/UpsertAssignments",
			`{"dryRun": true, ` + callTo(t, "AssignmentService/UpsertAssignments").request[1:]},
		{"", "PATCH /api/v1/users/$peer?dryRun=true", `{"email": "peer@example.org"}`, "UserService/UpdateUser",
			`{"dryRun": true, "userId": "$peer", "user": {"email": "peer@example.org"}}`},
		tried(callTo(t, "ClientService/CreateClient")),
		{"", "GET /api/v1/assignments?count=true&updatedSince=2020-01-01T00:00:00Z", ``,
			"AssignmentService/ListAssignments", `{"count": true, "updatedSince": "2020-01-01T00:00:00Z"}`},
		{"", "GET /api/v1/time-off?count=true", ``, "TimeOffService/ListTimeOff", `{"count": true}`},
		{"", "GET /api/v1/projects?expand=client,projectManager", ``, "ProjectService/ListProjects",
			`{"expand": ["client", "projectManager"]}`},
	}
	for _, as := range []string{"admin", "lead", "peer"} { // the lead may do much for the worker, the peer nothing
		t.Run(as, func(t *testing.T) {
			t.Parallel()
			rest, rpcs := serve(t), serve(t)
			for i, c := range append(calls[:len(calls):len(calls)], more...) {
				check := func(t *testing.T, ans *apitest.Answer) {
					if ans.Status >= 500 || ans.Code == "unavailable" || ans.Code == "internal" ||
						ans.Code == "too_many_concurrent" ||
						as == "admin" && !ok(ans) && !slices.Contains([]string{"already_exists", "not_found", "invalid_state"}, ans.Code) {
						t.Errorf("%d %s %s: %s", ans.Status, ans.GRPC, ans.Code, ans.Message)
					}
				}
				for _, header := range []map[string]string{nil, {"Idempotency-Key": fmt.Sprint("key-", i)}} {
					t.Run(c.rest, func(t *testing.T) { check(t, rest.REST(t, as, c.rest, c.body, header)) })
					t.Run(c.rpc, func(t *testing.T) { check(t, rpcs.Call(t, as, c.rpc, c.request, header)) })
				}
			}
		})
	}
}
