// Package acceptance_test tests the contract, over REST and over gRPC.
package acceptance_test

import (
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) {
	apitest.AtATime(6)
	apitest.Main(m)
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{{
		Name: "a key is told who it is", As: "worker",
		Call: "GET /api/v1/me", RPC: "MeService/GetMe",
		Want: `{"data": {"keyId": "*", "keyName": "worker", "organizationId": "*", "actorUserId": "$worker", "scopes": ["apply:proposals",
			"read:actual_hours", "read:assignments", "read:clients", "read:costs", "read:events", "read:keys", "read:projects",
			"read:proposals", "read:rates", "read:time_off", "read:timesheets", "read:users", "read:webhooks", "scim",
			"write:actual_hours", "write:assignments", "write:catalog", "write:clients", "write:costs", "write:keys",
			"write:projects", "write:proposals", "write:rates", "write:time_off", "write:timesheets", "write:users", "write:webhooks"]}}`,
	}, {
		Name: "without a key nobody is told", As: "-",
		Call: "GET /api/v1/me", RPC: "MeService/GetMe",
		Status: 401, GRPC: codes.Unauthenticated, Code: "credential_missing",
	}, {
		Name: "a user changes their own name", As: "worker",
		Call: "PATCH /api/v1/users/$worker", Body: `{"name": "Wanda"}`,
		RPC:     "UserService/UpdateUser",
		Request: `{"userId": "$worker", "user": {"name": "Wanda"}, "updateMask": "name"}`,
		Want:    `{"data": {"id": "$worker", "name": "Wanda", "email": "worker@example.com", "image": null, "version": 2}}`,
	}, {
		Name: "and not their availability", As: "worker",
		Call: "PATCH /api/v1/users/$worker", Body: `{"defaultAvailability": 12}`,
		RPC:     "UserService/UpdateUser",
		Request: `{"userId": "$worker", "user": {"defaultAvailability": 12}, "updateMask": "defaultAvailability"}`,
		Status:  403, GRPC: codes.PermissionDenied, Code: "permission_denied",
	}, {
		Name: "a list has its page",
		Call: "GET /api/v1/users?limit=2&count=true", RPC: "UserService/ListUsers",
		Request: `{"limit": 2, "count": true}`,
		Want: `{"data": {"items": [{"id": "$admin", "role": "admin"}, {"id": "$boss"}], "total": 7, "limit": 2,
			"offset": 0, "hasMore": true}}`,
	}})
}
