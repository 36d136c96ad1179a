package acceptance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

var (
	sessionAPI = resource{path: "/api/v1/sessions", one: "Session", many: "Sessions", field: "session"}
	feedAPI    = resource{
		path: "/api/v1/calendar-feeds", one: "CalendarFeed", many: "CalendarFeeds", field: "calendar_feed",
	}
)

// deletion is a step that deletes the record of an id.
func deletion(name, path, id, rpc, field string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{Name: name, Call: "DELETE " + path + "/" + id, RPC: rpc}, "",
		map[string]any{field: id}, expectations)
}

func endSession(name, id string, expectations ...expectation) apitest.Step {
	return deletion(name, sessionAPI.path, id, "SessionService/DeleteSession", "session_id", expectations...)
}

func revokeFeed(name, user string, expectations ...expectation) apitest.Step {
	return deletion(name, feedAPI.path, user, "CalendarFeedService/DeleteUserCalendarFeed", "user_id", expectations...)
}

// TestAdminsEndSessions lists and ends the sessions of others.
func TestAdminsEndSessions(t *testing.T) {
	t.Parallel()
	var worker, peer *browser
	apitest.Run(t, []apitest.Step{
		do("two people sign in",
			func(t *testing.T, a *apitest.API) { worker, peer = signedIn(t, a, "worker"), signedIn(t, a, "peer") }),
		sessionAPI.list("an admin lists their sessions", "count=true", `{"count": true}`,
			hasMembers("data.items.0", "id userId method keyId createdAt lastUsedAt expiresAt"),
			hasHeader("X-Total-Count", "2"),
			data(`{"items": [{"userId": "$worker", "method": "key", "keyId": "$worker_key"}, {"userId": "$peer"}]}`)),
		sessionAPI.list("or those of one person", "userId=$worker", `{"userId": "$worker"}`,
			data(`{"items": [{"userId": "$worker"}]}`),
			func(p *pair) { p.Save = map[string]string{"session": "data.items.0.id"} }),
		sessionAPI.list("a filter is an id", "userId=x", `{"userId": "x"}`, refused("validation_failed")),
		sessionAPI.list("a person without one has none", "userId=$loner",
			`{"userId": "$loner"}`, data(`{"items": []}`)),
		sessionAPI.list("nobody else lists them", "", `{}`, by("boss"), refused("permission_denied")),
		endSession("or ends one", "$session", by("worker"), refused("permission_denied")),
		endSession("an unknown one comes first", "$unknown", by("worker"), refused("not_found")),
		endSession("an id is a UUID", "x", badParam("validation_failed", "session_id")),
		endSession("an admin ends one", "$session"),
		endSession("once", "$session", refused("not_found")),
		do("it ends within a second, and no other one", func(t *testing.T, _ *apitest.API) {
			apitest.WaitForCallers()
			worker.t, peer.t = t, t
			worker.refused("GET /api/v1/me", "", nil, 401, "credential_invalid")
			peer.do("GET /api/v1/me", "", 200)
		}),
		do("the other one has ended by time", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE sessions SET last_used_at = now() - interval '12 hours'`)
		}),
		sessionAPI.list("and is not listed", "", `{}`, data(`{"items": []}`)),
	})
}

// TestAdminsRevokeCalendarFeeds lists and revokes the feeds of others.
func TestAdminsRevokeCalendarFeeds(t *testing.T) {
	t.Parallel()
	var address string
	feed := func(status int) apitest.Step {
		return do("the address is read", func(t *testing.T, a *apitest.API) {
			apitest.WaitForCallers()
			if resp, body := newBrowser(t, a).send("GET "+address, "", nil); resp.StatusCode != status {
				t.Errorf("%d %s, want %d", resp.StatusCode, body, status)
			}
		})
	}
	apitest.Run(t, []apitest.Step{
		do("a user creates a feed", func(t *testing.T, a *apitest.API) {
			address, _ = apitest.Lookup(a.REST(t, "worker", "POST /api/v1/calendar-feed", "", nil).Body,
				"data.url").(string)
		}),
		feed(200),
		feedAPI.list("an admin lists it, without its address", "", `{}`,
			hasMembers("data.items.0", "id createdAt lastReadAt"), data(`{"items": [{"id": "$worker"}]}`)),
		feedAPI.list("nobody else does", "", `{}`, by("boss"), refused("permission_denied")),
		revokeFeed("or revokes it", "$worker", by("worker"), refused("permission_denied")),
		feed(200),
		revokeFeed("an admin revokes it", "$worker"),
		feed(404),
		revokeFeed("once", "$worker", refused("not_found")),
		revokeFeed("an unknown user has none", "$unknown", refused("not_found")),
	})
}

// TestEventsOfSignIns reads the events of signing in and out.
func TestEventsOfSignIns(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Key("without", "admin",
		slices.DeleteFunc(slices.Clone(allScopes), func(s string) bool { return s == "read:keys" })...)
	b := signedIn(t, a, "worker")
	b.do("DELETE /session", "", 204)
	a.Exec(`UPDATE users SET is_active = false WHERE id = $1`, a.ID("peer"))
	b.refused("POST /session", `{"key": "`+a.Secret("peer")+`"}`, nil, 403, "actor_inactive")
	read := func(key string) (kinds []string, items []any) {
		ans := a.REST(t, key, "GET /api/v1/events?types=session.*&wait=0", "", nil)
		items, _ = apitest.Lookup(ans.Body, "data.items").([]any)
		for _, item := range items {
			kinds = append(kinds, apitest.Lookup(item, "type").(string))
		}
		return kinds, items
	}
	waitFor(t, "the events have numbers", func() bool { kinds, _ := read("admin"); return len(kinds) == 3 })
	kinds, items := read("admin")
	if want := "session.created session.ended session.refused"; strings.Join(kinds, " ") != want {
		t.Fatalf("%q", kinds)
	}
	for i, who := range []string{"worker", "worker", "peer"} {
		member := "after"
		if i == 1 {
			member = "before"
		}
		if apitest.Lookup(items[i], "actorId") != a.ID(who) ||
			apitest.Lookup(items[i], member+".userId") != a.ID(who) ||
			apitest.Lookup(items[i], member+".method") != "key" ||
			apitest.Lookup(items[i], "record.type") != "session" {
			t.Errorf("%v", items[i])
		}
	}
	for _, key := range []string{"worker", "boss", "without"} {
		if kinds, _ := read(key); len(kinds) != 0 {
			t.Errorf("%s reads %q", key, kinds)
		}
	}
}
