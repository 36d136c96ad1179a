package acceptance_test

import (
	"testing"

	"github.com/workplan-api/workplan/internal/apitest"
	"github.com/workplan-api/workplan/services"
)

// TestOneConnectionIsEnough calls every operation on a server with one connection. A method
// that needs a second connection while it has a transaction waits forever.
func TestOneConnectionIsEnough(t *testing.T) {
	a := seed(apitest.New(t))
	db := apitest.Open(t, a.DSN)
	db.SetMaxOpenConns(1)
	a, _ = a.Start(services.Config{DB: db})
	for _, c := range append(calls, []call{
		{"", "PATCH /api/v1/users/$peer", `{"reportsToId": "$boss", "role": "manager", "email": "pe@example.org"}`,
			"UserService/UpdateUser", `{"userId": "$peer", "user": {"reportsToId": "$boss", "role": "ROLE_MANAGER", "email": "pe@example.org"}}`},
		{"", "POST /api/v1/assignments?dryRun=true", `{"items": []}`, "AssignmentService/UpsertAssignments", `{"dryRun": true, "batch": {}}`},
	}...) {
		t.Run(c.rpc, func(t *testing.T) {
			for _, as := range []string{"admin", "worker"} { // the worker is refused what only admins may
				if ans := a.REST(t, as, c.rest, c.body, nil); ans.Status >= 500 {
					t.Errorf("as %s: status %d: %s", as, ans.Status, ans.Raw)
				}
				if ans := a.Call(t, as, c.rpc, c.request, nil); ans.Code == "unavailable" || ans.Code == "internal" {
					t.Errorf("as %s: %s %s", as, ans.GRPC, ans.Message)
				}
			}
		})
	}
}
