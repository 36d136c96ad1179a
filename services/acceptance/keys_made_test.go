package acceptance_test

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

const membersOfMade = "webhooks keys users hasMore"

// stolen holds a key of an admin with which somebody has made a webhook, a user, the key child, and with that the key
// grandchild and another webhook. It returns the receiver of the first webhook.
func stolen(t *testing.T, a *apitest.API) (*apitest.API, *receiver) {
	t.Helper()
	a.Key("stolen", "admin", allScopes...)
	journal(t, a, "admin")
	r := newReceiver(t)
	make := func(as, path, body, name string) string {
		ans := a.REST(t, as, "POST /api/v1/"+path, body, nil)
		if !ok(ans) {
			t.Fatalf("%s: %s", path, ans.Raw)
		}
		id := apitest.Lookup(ans.Body, "data.id").(string)
		a = a.With(name, id)
		if secret, isKey := apitest.Lookup(ans.Body, "data.secret").(string); isKey && path == "keys" {
			a.Hold(name, secret)
		}
		return id
	}
	a = a.With("stolen", apitest.Lookup(a.REST(t, "stolen", "GET /api/v1/me", "", nil).Body, "data.keyId").(string))
	key := func(name string) string {
		return `{"name": "` + name +
			`", "actorUserId": "$admin", "scopes": ["write:keys", "read:events", "read:clients", "write:webhooks"]}`
	}
	make("stolen", "webhooks", fmt.Sprintf(`{"url": %q, "types": ["client.*"], "name": "leak"}`, r.URL), "leak")
	make("stolen", "keys", key("child"), "child")
	make("child", "keys", key("grandchild"), "grandchild")
	make("grandchild", "webhooks",
		fmt.Sprintf(`{"url": %q, "types": ["client.*"], "state": "paused"}`, r.URL), "paused")
	make("stolen", "users", `{"email": "mallory@example.com", "name": "Mallory"}`, "mallory")
	make("admin", "webhooks", fmt.Sprintf(`{"url": %q, "types": ["client.*"], "state": "paused"}`, r.URL), "kept")
	return a, r
}

// made is what the stolen key has made, by whether it works.
func made(webhooks, keys bool) string {
	return fmt.Sprintf(`{"data": {"id": "$stolen", "revokedAt": "*", "made": {"hasMore": false,
		"webhooks": [{"id": "$paused", "name": null, "keyId": "$grandchild", "isActive": %[1]t, "createdAt": "*"},
		{"id": "$leak", "name": "leak", "keyId": "$stolen", "isActive": %[1]t}],
		"keys": [{"id": "$grandchild", "name": "grandchild", "keyId": "$child", "isActive": %[2]t},
		{"id": "$child", "name": "child", "keyId": "$stolen", "isActive": %[2]t}],
		"users": [{"id": "$mallory", "name": "Mallory", "keyId": "$stolen", "isActive": true}]}}}`, webhooks, keys)
}

// TestARevokedKeyShowsWhatItHasMade revokes a key over each protocol, with each body.
func TestARevokedKeyShowsWhatItHasMade(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body, want     string
		webhooks, keys int // the events of webhooks and keys
	}{
		"alone":             {``, made(true, true), 0, 1},
		"with false":        {`{"disableWebhooks": false, "revokeKeys": false}`, made(true, true), 0, 1},
		"with its webhooks": {`{"disableWebhooks": true}`, made(false, true), 2, 1},
		"with its keys":     {`{"revokeKeys": true}`, made(true, false), 0, 3},
		"with both":         {`{"disableWebhooks": true, "revokeKeys": true}`, made(false, false), 2, 3},
	} {
		for _, overREST := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, over REST %t", name, overREST), func(t *testing.T) {
				t.Parallel()
				a, _ := stolen(t, apitest.New(t))
				for range 2 { // again changes nothing
					apitest.RunOn(t, a,
						[]apitest.Step{revokeWith("it is revoked", "$stolen", test.body, func(p *pair) {
							p.Want = test.want
						})}, overREST)
				}
				events := map[string]int{}
				for _, e := range journal(t, a, "admin") {
					events[e.Type]++
				}
				if events["webhook.disabled"] != test.webhooks || events["key.revoked"] != test.keys {
					t.Errorf("events %v", events)
				}
				if n := a.Count("SELECT count(*) FROM webhooks WHERE id = $1 AND state = 'paused'",
					a.ID("kept")); n != 1 {
					t.Error("the webhook of another key is disabled")
				}
			})
		}
	}
}

// TestRevokingALeakedKeyStopsEverything revokes a key and what it has made at one server, while another one has streams
// of both keys open, and events are sent to the webhook all the time.
func TestRevokingALeakedKeyStopsEverything(t *testing.T) {
	t.Parallel()
	a, r := stolen(t, apitest.NewIsolated(t))
	b, _ := a.Start(services.Config{})
	streams := map[string]<-chan message{}
	for _, as := range []string{"stolen", "grandchild"} {
		for _, protocol := range []string{"over REST", "over gRPC"} {
			streams[as+" "+protocol] = watch(t, b, protocol, as, "after=head&types=client.*")
			receive(t, streams[as+" "+protocol])
		}
	}
	defer keepWriting(t, a)()
	waitFor(t, "events arrive at the webhook", func() bool { return len(r.events()) > 3 })
	mustREST(t, a, "POST /api/v1/keys/$stolen/revoke", `{"disableWebhooks": true, "revokeKeys": true}`)
	ended := time.Now()
	for name, stream := range streams {
		m := last(t, stream, time.Until(ended.Add(5*time.Second)))
		if took := time.Since(ended); m.err != "key_revoked" || took > inForce {
			t.Errorf("%s: the stream ends with %+v after %s", name, m, took)
		}
	}
	time.Sleep(time.Until(ended.Add(inForce)))
	sent := len(r.events())
	for _, as := range []string{"stolen", "child", "grandchild"} {
		if ans := b.REST(t, as, "GET /api/v1/me", "", nil); ans.Status != http.StatusUnauthorized ||
			ans.Code != "key_revoked" {
			t.Errorf("%s: %d %s", as, ans.Status, ans.Code)
		}
	}
	time.Sleep(2 * time.Second)
	if n := len(r.events()); n != sent {
		t.Errorf("a second after the webhook was disabled it got %d events more", n-sent)
	}
}

// TestWhatAKeyHasMadeIsBounded makes more keys with a key than a list has. All are revoked when the request is
// repeated.
func TestWhatAKeyHasMadeIsBounded(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Key("stolen", "admin", allScopes...)
	a = a.With("stolen", apitest.Lookup(a.REST(t, "stolen", "GET /api/v1/me", "", nil).Body, "data.keyId").(string))
	for i := range 205 {
		if ans := a.REST(t, "stolen", "POST /api/v1/keys",
			fmt.Sprintf(`{"name": "%d", "actorUserId": "$worker", "scopes": ["read:users"]}`, i), nil); !ok(ans) {
			t.Fatalf("%s", ans.Raw)
		}
	}
	for _, left := range []int{5, 0} {
		ans := mustREST(t, a, "POST /api/v1/keys/$stolen/revoke", `{"revokeKeys": true}`)
		if n := len(apitest.Lookup(ans.Body, "data.made.keys").([]any)); n != 200 ||
			apitest.Lookup(ans.Body, "data.made.hasMore") != true {
			t.Errorf("%d keys are listed", n)
		}
		if n := a.Count(
			"SELECT count(*) FROM api_keys k WHERE k.organization_id = $1 AND revoked_at IS NULL AND name ~ '^[0-9]+$'",
			a.Organization,
		); n != left {
			t.Errorf("%d keys still work, want %d", n, left)
		}
	}
}

// TestWhatAKeyHasMadeIsFoundBehindMore hides a webhook of a revoked key behind more keys than a list has, and an admin
// and a manager behind more users. They are listed, and everything is stopped when the request is repeated until no
// webhook and no key is active.
func TestWhatAKeyHasMadeIsFoundBehindMore(t *testing.T) {
	t.Parallel()
	for _, overREST := range []bool{true, false} {
		t.Run(fmt.Sprintf("over REST %t", overREST), func(t *testing.T) {
			t.Parallel()
			a, _ := stolen(t, apitest.New(t))
			for _, u := range []string{"boss1", "boss2", "boss3"} {
				role := map[string]string{"boss1": "manager", "boss2": "admin", "boss3": "manager"}[u]
				ans := mustREST(t, a, "POST /api/v1/users",
					fmt.Sprintf(`{"email": "%s@example.com", "name": %[1]q, "role": %q}`, u, role))
				a = a.With(u, apitest.Lookup(ans.Body, "data.id").(string))
			}
			a.Exec("UPDATE events SET api_key_id = $2 WHERE organization_id = $1 AND type = 'user.created' "+
				"AND record_id IN ($3, $4, $5)",
				a.Organization, a.ID("stolen"), a.ID("boss1"), a.ID("boss2"), a.ID("boss3"))
			mustREST(t, a, "PATCH /api/v1/users/$boss3", `{"isActive": false}`)
			mustREST(t, a, "POST /api/v1/keys/$grandchild/revoke", ``)
			for i := range 205 {
				for path, body := range map[string]string{
					"keys":  fmt.Sprintf(`{"name": "%d", "actorUserId": "$worker", "scopes": ["read:users"]}`, i),
					"users": fmt.Sprintf(`{"email": "more%d@example.com", "name": "More"}`, i),
				} {
					if ans := a.REST(t, "stolen", "POST /api/v1/"+path, body, nil); !ok(ans) {
						t.Fatalf("%s", ans.Raw)
					}
				}
			}
			revoked := func(body string) (records map[string][]any) {
				apitest.RunOn(t, a, []apitest.Step{revokeWith("it is revoked", "$stolen", body,
					data(`{"made": {"hasMore": true}}`), checked(
						func(_ *testing.T, _ *apitest.API, ans *apitest.Answer) {
							records = map[string][]any{}
							for _, list := range []string{"webhooks", "keys", "users"} {
								records[list] = apitest.Lookup(ans.Body, "data.made."+list).([]any)
							}
						}))}, overREST)
				return records
			}
			active := func(records []any) (n int) {
				for _, r := range records {
					if apitest.Lookup(r, "isActive") == true {
						n++
					}
				}
				return n
			}
			made := revoked(`{}`)
			if len(made["webhooks"]) != 2 || active(made["webhooks"]) != 2 || len(made["keys"]) != 200 ||
				active(made["keys"]) != 200 || len(made["users"]) != 200 {
				t.Errorf("%d webhooks, %d active, %d keys and %d users are listed", len(made["webhooks"]),
					active(made["webhooks"]), len(made["keys"]), len(made["users"]))
			}
			for i, want := range []string{"boss2", "boss1", "boss3"} {
				if id := apitest.Lookup(made["users"][i], "id"); id != a.ID(want) {
					t.Errorf("user %d is %v, want %s", i, id, want)
				}
			}
			for i, left := range []int{6, 0} {
				made := revoked(`{"disableWebhooks": true, "revokeKeys": true}`)
				if n := active(made["keys"]); n != left || active(made["webhooks"]) > 0 {
					t.Errorf("request %d lists %d active keys, want %d, and %d active webhooks", i, n,
						left, active(made["webhooks"]))
				}
			}
			if n := a.Count(
				"SELECT count(*) FROM webhooks WHERE organization_id = $1 AND state <> 'disabled' AND id <> $2",
				a.Organization, a.ID("kept"),
			); n != 0 {
				t.Errorf("%d webhooks still work", n)
			}
			if n := a.Count("SELECT count(*) FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL AND "+
				"(name ~ '^[0-9]+$' OR name ~ 'child')", a.Organization); n != 0 {
				t.Errorf("%d keys still work", n)
			}
		})
	}
}

// TestTheGuideFindsWhatAUserOfALeakedKeyHasDone signs in as an admin that a leaked key has made, and makes a key there
// that makes another one. They are not in made. The request of the guide finds the first one, and revoking it stops
// both.
func TestTheGuideFindsWhatAUserOfALeakedKeyHasDone(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../doors/docs/guides/keys.md")
	if err != nil {
		t.Fatal(err)
	}
	request := regexp.MustCompile(`\$api(/events\?actorId=)\$user(\S+)"`).FindSubmatch(guide)
	if request == nil {
		t.Fatal("the guide has no request for the events of a user")
	}
	a := withDemo(t, services.Config{})
	a.Key("stolen", "admin", allScopes...)
	id := func(ans *apitest.Answer) string {
		if !ok(ans) {
			t.Fatalf("%s", ans.Raw)
		}
		return apitest.Lookup(ans.Body, "data.id").(string)
	}
	a = a.With("stolen", apitest.Lookup(a.REST(t, "stolen", "GET /api/v1/me", "", nil).Body, "data.keyId").(string))
	a = a.With("eve", id(a.REST(t, "stolen", "POST /api/v1/users",
		`{"email": "eve@example.com", "name": "Eve", "role": "admin"}`, nil)))
	key := `{"name": "of Eve", "actorUserId": "$admin", "scopes": ["read:users", "write:keys"]}`
	hidden := asDemo(t, a, "eve").do("POST /api/v1/keys", a.Expand(key), 200)
	a = a.With("hidden", hidden["id"].(string))
	a.Hold("hidden", hidden["secret"].(string))
	made := a.REST(t, "hidden", "POST /api/v1/keys", key, nil)
	id(made)
	a.Hold("further", apitest.Lookup(made.Body, "data.secret").(string))

	mustREST(t, a, "POST /api/v1/keys/$stolen/revoke", `{"disableWebhooks": true, "revokeKeys": true}`)
	mustREST(t, a, "PATCH /api/v1/users/$eve", `{"isActive": false}`)
	waitFor(t, "the events have numbers",
		func() bool { return a.Count("SELECT count(*) FROM events WHERE seq IS NULL") == 0 })
	events := mustREST(t, a, "GET /api/v1"+string(request[1])+"$eve"+string(request[2]), "")
	items := apitest.Lookup(events.Body, "data.items").([]any)
	if len(items) != 1 || apitest.Lookup(items[0], "record.id") != a.ID("hidden") ||
		apitest.Lookup(items[0], "keyId") != nil {
		t.Fatalf("%s", events.Raw)
	}
	mustREST(t, a, "POST /api/v1/keys/$hidden/revoke", `{"disableWebhooks": true, "revokeKeys": true}`)
	for _, as := range []string{"hidden", "further"} {
		waitFor(t, as+" is refused",
			func() bool { return a.REST(t, as, "GET /api/v1/me", "", nil).Code == "key_revoked" })
	}
}

// TestDisablingWebhooksNeedsTheirScope revokes a key with a key that lacks the scope.
func TestDisablingWebhooksNeedsTheirScope(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		do("a key writes keys alone", func(_ *testing.T, a *apitest.API) { a.Key("narrow", "admin", "write:keys") }),
		keyAPI.create("there is a key", ci(`{}`), holds("ci")),
		revokeWith("it disables no webhooks", "$ci", `{"disableWebhooks": true, "revokeKeys": true}`, by("narrow"),
			badField("scope_missing", "disableWebhooks"), shows("write:webhooks")),
		keyAPI.list("and revokes nothing", "offset=8&limit=1", `{"offset": 8, "limit": 1}`,
			data(`{"items": [{"id": "$ci", "revokedAt": null}]}`)),
		revokeWith("what is not asked for needs no scope", "$ci", `{"disableWebhooks": false, "revokeKeys": true}`,
			by("narrow"), hasMembers("data.made", membersOfMade), data(`{"revokedAt": "*"}`)),
		revokeWith("a precondition is about the key alone", "$ci", `{"disableWebhooks": true, "revokeKeys": true}`,
			ifMatch(`"2"`), data(`{"version": 2}`)),
		revokeWith("a switch is true or false", "$ci", `{"revokeKeys": "yes"}`, overREST, invalid("revokeKeys")),
	})
}
