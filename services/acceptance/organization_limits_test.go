package acceptance_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/test/apitest"
)

// newKey creates a key over REST or gRPC and returns the answer.
func newKey(t *testing.T, a *apitest.API, overREST bool, header map[string]string) *apitest.Answer {
	const key = `{"name": "export", "actorUserId": "$admin", "scopes": ["read:users"]}`
	if overREST {
		return a.REST(t, "admin", "POST /api/v1/keys", key, header)
	}
	return a.Call(t, "admin", "KeyService/CreateKey", `{"key": `+key+`}`, header)
}

// TestAnOrganizationHasAtMostItsKeys creates keys on two servers at the same time. The control has no limit.
func TestAnOrganizationHasAtMostItsKeys(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	had := a.Count(`SELECT count(*) FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL`, a.Organization)
	b, _ := a.Start(services.Config{MaxKeys: had + 5})
	c, _ := a.Start(services.Config{MaxKeys: had + 5})
	var created, refused atomic.Int64
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			header := map[string]string{}
			if i%3 == 0 {
				header["Idempotency-Key"] = fmt.Sprint("key-", i)
			}
			ans := newKey(t, []*apitest.API{b, c}[i%2], true, header)
			for ans.Code == "too_many_concurrent" { // a busy machine
				ans = newKey(t, []*apitest.API{b, c}[i%2], true, header)
			}
			switch {
			case ok(ans):
				created.Add(1)
			case ans.Status == http.StatusConflict && ans.Code == "invalid_state":
				refused.Add(1)
			default:
				t.Errorf("%d %s", ans.Status, ans.Raw)
			}
		})
	}
	wg.Wait()
	if created.Load() != 5 || refused.Load() != 15 {
		t.Errorf("%d keys created and %d refused, want 5 and 15", created.Load(), refused.Load())
	}
	if ans := newKey(t, b, false, nil); ans.Code != "invalid_state" {
		t.Errorf("over gRPC: %s %q", ans.GRPC, ans.Code)
	}
	if me := b.REST(t, "admin",
		"GET /api/v1/me", "", nil); apitest.Lookup(me.Body, "data.organization.limits.keys") != float64(had+5) {
		t.Errorf("GET /me: %s", me.Raw)
	}
	if ans := newKey(t, a, true, nil); !ok(ans) {
		t.Errorf("without a limit: %s", ans.Raw)
	}
	a.Exec(`UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1 AND name = 'export'`, a.Organization)
	if ans := newKey(t, b, true, nil); !ok(ans) {
		t.Errorf("after the keys were revoked: %s", ans.Raw)
	}
}

// TestAnOrganizationHasAtMostItsRequests sends with several keys that have no limit of their own. Another organization
// is not concerned.
func TestAnOrganizationHasAtMostItsRequests(t *testing.T) {
	overBoth(t, quota.Config{OrganizationPerMinute: 60}, func(t *testing.T, a *apitest.API, overREST bool) {
		allowed := 0
		var last identified
		for i := range 30 {
			as := []string{"admin", "boss", "worker"}[i%3]
			if last = me(t, a, overREST, "Bearer "+a.Secret(as), nil); last.code == "" {
				allowed++
			}
		}
		// 10 at once, and one for each second that the test takes.
		if allowed < 10 || allowed > 20 || last.code != "rate_limited" || last.retryAfter != 1 ||
			!strings.HasPrefix(last.message, "the organization may send 60 requests per minute") {
			t.Errorf("%d of 30 allowed, then %+v", allowed, last)
		}
		if other := me(t, a, overREST, "Bearer "+a.Secret("other_admin"), nil); other.code != "" {
			t.Errorf("another organization: %+v", other)
		}
	})
}

// TestNoKeyHasMoreThanTheMaximum: a key that was created without a limit has the operator's maximum.
func TestNoKeyHasMoreThanTheMaximum(t *testing.T) {
	overBoth(t, quota.Config{MaxPerMinute: 60}, func(t *testing.T, a *apitest.API, overREST bool) {
		a.Exec(`UPDATE api_keys SET rate_limit = 0 WHERE organization_id = $1`, a.Organization)
		if first := me(t, a, overREST, "Bearer "+a.Secret("worker"), nil); first.code != "" || first.limit != "60" {
			t.Errorf("%+v", first)
		}
	})
}

// TestTheMaximumDoesNotHideAHigherLimit: a key that may not give another one a higher limit may not give it one above
// the operator's maximum either, since the operator may lift that.
func TestTheMaximumDoesNotHideAHigherLimit(t *testing.T) {
	overBoth(t, quota.Config{MaxPerMinute: 60}, func(t *testing.T, a *apitest.API, overREST bool) {
		a.Key("narrow", "admin", "write:keys")
		a.Exec(`UPDATE api_keys SET rate_limit = 100 WHERE id = $1`, a.ID("boss_key"))
		change := func(limit string) *apitest.Answer {
			if overREST {
				return a.REST(t, "narrow", "PATCH /api/v1/keys/$boss_key", `{"rateLimit": `+limit+`}`, nil)
			}
			return a.Call(t, "narrow", "KeyService/UpdateKey",
				`{"keyId": "$boss_key", "key": {"rateLimit": `+limit+`}, "updateMask": "rateLimit"}`, nil)
		}
		if ans := change("200"); ans.Code != "permission_denied" {
			t.Errorf("a higher limit: %s %q", ans.Raw, ans.Code)
		}
		if ans := change("80"); !ok(ans) {
			t.Errorf("a lower limit: %s %q", ans.Raw, ans.Code)
		}
	})
}

// TestResponsesBeyondTheRoomOfADay sends large writes with an Idempotency-Key on two servers. Each is executed once.
// Those for which there is no room are not replayed.
func TestResponsesBeyondTheRoomOfADay(t *testing.T) {
	t.Parallel()
	unlimited := apitest.NewIsolated(t)
	limited := services.Config{StoredResponses: 64 << 10}
	b, _ := unlimited.Start(limited)
	c, _ := unlimited.Start(limited)
	servers := []*apitest.API{b, c}
	for _, kept := range []bool{true, false} {
		replays, missing := 0, 0
		for i := range 20 {
			send := func() *apitest.Answer {
				on := unlimited
				if !kept {
					on = servers[i%2]
				}
				return on.REST(t, "admin", "POST /api/v1/clients", large(fmt.Sprint(kept, i)),
					map[string]string{"Idempotency-Key": fmt.Sprintf("%t-%d", kept, i)})
			}
			if first := send(); !ok(first) {
				t.Fatalf("%s", first.Raw)
			}
			switch again := send(); {
			case ok(again) && again.Header.Get("Idempotency-Replayed") == "true":
				replays++
			case again.Status == http.StatusConflict && again.Code == "idempotency_response_missing":
				missing++
			default:
				t.Errorf("%d %s", again.Status, again.Raw)
			}
		}
		if kept && missing != 0 || !kept && (replays < 5 || missing < 5) {
			t.Errorf("kept %t: %d replays and %d without a response", kept, replays, missing)
		}
		if n := unlimited.Count(`SELECT count(*) FROM clients WHERE organization_id = $1 AND company_name LIKE $2`,
			unlimited.Organization, fmt.Sprint(kept, "%")); n != 20 {
			t.Errorf("kept %t: %d clients, want 20", kept, n)
		}
	}
	if n := unlimited.Count(`SELECT sum(bytes) FROM stored_responses WHERE organization_id = $1`,
		unlimited.Organization); n > 64<<10 {
		t.Errorf("%d bytes are counted, want at most %d", n, 64<<10)
	}
	other := b.REST(t, "other_admin", "POST /api/v1/clients", large("other"),
		map[string]string{"Idempotency-Key": "other"})
	again := b.REST(t, "other_admin", "POST /api/v1/clients", large("other"),
		map[string]string{"Idempotency-Key": "other"})
	if !ok(other) || !ok(again) {
		t.Errorf("another organization: %s, %s", other.Raw, again.Raw)
	}
}

// large returns a client whose message has more than 4 KiB.
func large(name string) string {
	categories := make([]string, 30)
	for i := range categories {
		categories[i] = fmt.Sprintf(`"%02d%s"`, i, strings.Repeat("𝕏", 48))
	}
	return `{"companyName": "` + name + `", "categories": [` + strings.Join(categories, ",") + `]}`
}
