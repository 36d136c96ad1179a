package acceptance_test

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestScopes calls every operation with keys of a single scope. Only the scope of the
// operation is sufficient, and no single one if it needs several.
func TestScopes(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	for _, scope := range everyScope {
		a.Key(scope, "admin", scope)
	}
	a.Key("none", "admin", "read:users")
	a.Exec(`UPDATE api_keys SET scopes = '{}' WHERE name = 'none'`)
	a.Key("invented", "admin", "read:users")
	a.Exec(`UPDATE api_keys SET scopes = '{read:everything,"**"}' WHERE name = 'invented'`)

	for _, scope := range append(everyScope, "none", "invented") {
		t.Run(scope, func(t *testing.T) {
			for _, c := range slices.Concat(calls, moreCalls) {
				needed := slices.DeleteFunc(strings.Fields(c.scope), func(s string) bool { return s == scope })
				if len(needed) == 0 {
					continue // see TestOwnScopesAreEnough
				}
				each(t, a, scope, c, func(t *testing.T, ans *apitest.Answer) {
					if ans.Status != 403 && ans.GRPC != codes.PermissionDenied || ans.Code != "scope_missing" {
						t.Errorf("status %d %s, code %q, want a missing scope", ans.Status, ans.GRPC, ans.Code)
					}
					if !strings.HasSuffix(ans.Message, " "+needed[0]) {
						t.Errorf("the message %q does not name the scope %s", ans.Message, needed[0])
					}
				})
			}
			t.Run("is enough for GET /me", func(t *testing.T) {
				each(t, a, scope, callTo(t, "MeService/GetMe"), func(t *testing.T, ans *apitest.Answer) {
					if !ok(ans) {
						t.Errorf("status %d %s: %s", ans.Status, ans.GRPC, ans.Message)
					}
				})
			})
		})
	}
}

// alsoNeeded are the scopes that a key needs to read an event of a capability, and to have those
// of clients sent to a webhook.
var alsoNeeded = map[string][]string{
	"read:events": {"read:assignments"}, "write:webhooks": {"read:events", "read:clients"},
}

// TestEachScopeIsNeeded calls the operations that need several scopes with keys that lack one.
func TestEachScopeIsNeeded(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	called := 0
	for _, c := range slices.Concat(calls, moreCalls) {
		all := strings.Fields(c.scope)
		if len(all) < 2 {
			continue
		}
		for i, missing := range all {
			called++
			as := c.scope + " without " + missing
			a.Key(as, "admin", slices.Delete(slices.Clone(all), i, i+1)...)
			each(t, a, as, c, func(t *testing.T, ans *apitest.Answer) {
				if ans.Status != 403 && ans.GRPC != codes.PermissionDenied || ans.Code != "scope_missing" ||
					!strings.HasSuffix(ans.Message, " "+missing) {
					t.Errorf("without %s: status %d %s, code %q: %s", missing, ans.Status,
						ans.GRPC, ans.Code, ans.Message)
				}
			})
		}
	}
	if called == 0 {
		t.Error("no operation needs several scopes")
	}
}

// TestOwnScopesAreEnough calls every operation with a key that has only its scopes, and those of
// the events that it asks for.
func TestOwnScopesAreEnough(t *testing.T) {
	t.Parallel()
	for _, protocol := range []string{"over REST", "over gRPC"} {
		t.Run(protocol, func(t *testing.T) {
			a := seed(apitest.New(t))
			for _, c := range slices.Concat(calls[1:], moreCalls) {
				t.Run(c.rpc, func(t *testing.T) {
					a.Key(c.scope, "admin", append(strings.Fields(c.scope), alsoNeeded[c.scope]...)...)
					var ans *apitest.Answer
					if protocol == "over REST" {
						ans = a.REST(t, c.scope, c.rest, c.body, nil)
					} else {
						ans = a.Call(t, c.scope, c.rpc, c.request, nil)
					}
					if !ok(ans) {
						t.Errorf("status %d %s, code %q: %s", ans.Status, ans.GRPC, ans.Code, ans.Message)
					}
				})
			}
		})
	}
}

// TestOrderOfChecks makes calls that are wrong in several ways: 401 comes before 403 for
// the scope, then 400, 404, 403 for the permission, and 409.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	without := apitest.Step{
		Do:   func(t *testing.T, a *apitest.API) { a.Key("reader", "worker", "read:clients") },
		Name: "a key without the scope",
	}
	patch := "PATCH /api/v1/clients/"
	rpc := "ClientService/UpdateClient"
	apitest.Run(t, []apitest.Step{without, {
		Name: "without a key a malformed body is not read", As: "-",
		Call: patch + "$acme", Body: `{`, RPC: rpc, Request: `{"clientId": "x"}`,
		Status: 401, GRPC: codes.Unauthenticated, Code: "credential_missing",
	}, {
		Name: "without a key a path that is no id tells nothing", As: "-",
		Call: patch + "x?y=1", Body: `{}`, RPC: rpc, Request: `{"clientId": "x"}`,
		Status: 401, GRPC: codes.Unauthenticated, Code: "credential_missing",
	}, {
		Name: "without the scope a malformed body is not read", As: "reader",
		Call: patch + "$acme", Body: `{`, RPC: rpc, Request: `{"clientId": "x"}`,
		Status: 403, GRPC: codes.PermissionDenied, Code: "scope_missing",
	}, {
		Name: "without the scope an unknown id tells nothing", As: "reader",
		Call: patch + "$unknown", Body: `{}`, RPC: rpc, Request: `{"clientId": "$unknown"}`,
		Status: 403, GRPC: codes.PermissionDenied, Code: "scope_missing",
	}, {
		Name: "a malformed body comes before an unknown id",
		Call: patch + "$unknown", Body: `{"companyName": 7}`, RPC: rpc,
		Request: `{"clientId": "$unknown", "client": {"companyName": "x"}}`, Status: 400, GRPC: codes.InvalidArgument,
		Code: "validation_failed", Field: "companyName",
		Path: "client.company_name",
	}, {
		Name: "an unknown id comes before the permission", As: "worker",
		Call: patch + "$unknown", Body: `{"companyName": "Initech"}`, RPC: rpc,
		Request: `{"clientId": "$unknown", "client": {"companyName": "Initech"}}`,
		Status:  404, GRPC: codes.NotFound, Code: "not_found",
	}, {
		Name: "a malformed body comes before the permission", As: "worker",
		Call: patch + "$acme", Body: `{"companyName": "x"}`, RPC: rpc,
		Request: `{"clientId": "$acme", "client": {"companyName": "x"}}`,
		Status:  400, GRPC: codes.InvalidArgument, Code: "validation_failed",
	}, {
		Name: "an unknown reference comes before the permission", As: "worker",
		Call: patch + "$acme", Body: `{"accountManagerId": "$unknown"}`, RPC: rpc,
		Request: `{"clientId": "$acme", "client": {"accountManagerId": "$unknown"}}`, Status: 400,
		GRPC: codes.InvalidArgument, Code: "unknown_reference", Field: "accountManagerId",
		Path: "client.account_manager_id",
	}, {
		Name: "the permission comes before the version", As: "worker", Header: map[string]string{"If-Match": `"7"`},
		Call: patch + "$acme", Body: `{"companyName": "Initech"}`, RPC: rpc,
		Request: `{"clientId": "$acme", "client": {"companyName": "Initech"}}`,
		Status:  403, GRPC: codes.PermissionDenied, Code: "permission_denied",
	}, {
		Name: "and then the version", As: "boss", Header: map[string]string{"If-Match": `"7"`},
		Call: patch + "$acme", Body: `{"companyName": "Initech"}`, RPC: rpc,
		Request: `{"clientId": "$acme", "client": {"companyName": "Initech"}}`,
		Status:  409, GRPC: codes.Aborted, Code: "version_conflict",
	}})
}
