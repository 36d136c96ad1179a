package acceptance_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// userList is a record that has the id of a user, and is read and written in bulk.
type userList struct {
	resource
	event             string
	first, next, both string // items: one, another one, and both in the other order than they are returned
	bad, repeated     string // items that are refused
	badAt, repeatedAt string // and their fields
}

var userLists = []userList{
	{
		resource{path: "/api/v1/users/capabilities", one: "User", many: "UserCapabilities"},
		"user_capabilities.updated",
		designer, engineer, engineer + `,` + designer,
		`{"capabilityId": "$design", "level": 6}`, designer + `,` + designer, "items[0].level", "items[1].capabilityId",
	},
	{
		resource{path: "/api/v1/users/working-patterns", one: "WorkingPattern", many: "WorkingPatterns"},
		"working_patterns.updated", partTime("2026-01-01"), partTime("2026-06-01"),
		partTime("2026-06-01") + `,` + partTime("2026-01-01"),
		`{"validFrom": "2026-01-01", "hours": [8]}`, partTime("2026-01-01") + `,` + partTime("2026-01-01"),
		"items[0].hours", "items[1].validFrom",
	},
}

func partTime(from string) string {
	return `{"validFrom": "` + from + `", "hours": [8, 8, 8, 8, 0, 0, 0]}`
}

func (l userList) name() string { return l.path[strings.LastIndexByte(l.path, '/')+1:] }

func ofUser(user, items string) string { return `{"userId": "` + user + `", "items": [` + items + `]}` }

func listOfItems(items ...string) string { return `{"items": [` + strings.Join(items, ",") + `]}` }

// TestUserListsInBulk: the lists of many users are written in one call, as each alone, and read in one.
func TestUserListsInBulk(t *testing.T) {
	t.Parallel()
	for _, l := range userLists {
		t.Run(l.name(), func(t *testing.T) {
			t.Parallel()
			upsert := func(name, query, batch string, expectations ...expectation) apitest.Step {
				return l.upsert(name, query, batch, expectations...)
			}
			events := func(want int) apitest.Step {
				return do("events", func(t *testing.T, a *apitest.API) {
					if n := len(eventsOf(t, a, l.event)); n != want {
						t.Errorf("%d events, want %d", n, want)
					}
				})
			}
			at := func(i int, field string) expectation {
				return badField("validation_failed", fmt.Sprintf("items[%d].%s", i, field))
			}
			all := func(name, query, request string, e ...expectation) apitest.Step {
				return l.list(name, query, request, e...)
			}
			apitest.Run(t, []apitest.Step{
				userAPI.update("a user has an external id", "$worker", `{"externalIds": ["hr:1"]}`, by("admin")),
				all("nobody has any", "", `{}`, data(noRows)),
				upsert("a dry run writes", "&dryRun=true", listOfItems(ofUser("$worker", l.first)),
					did(`{"version": 1}`, 1, 0, 0)),
				events(0),
				upsert("two users, by the references that they have", "", listOfItems(ofUser("hr:1", l.first),
					ofUser("Peer@example.com", l.both)),
					did(`{"id": "$worker", "version": 1, "items": [`+l.first+`]}, {"id": "$peer", "version": 1,
						"items": [`+l.first+`,`+l.next+`]}`, 2, 0, 0)),
				events(2),
				upsert("the same again, in another order", "",
					listOfItems(ofUser("$peer", l.first+`,`+l.next), ofUser("$worker",
						l.first)),
					did(`{"id": "$peer", "version": 1}, {"id": "$worker", "version": 1}`, 0, 0, 2)),
				upsert("an empty list removes all, and one that is empty is unchanged", "",
					listOfItems(ofUser("$worker", ``),
						ofUser("$lead", ``)),
					did(`{"id": "$worker", "version": 2, "items": []}, {"id": "$lead", "version": 0, "items": []}`,
						0, 1, 1)),
				events(3),
				all("the list has those who ever had any", "", `{}`,
					data(`{`+itemsOf("$worker", "$peer")+`, "hasMore": false}`)),
				all("of some users", "ids=$peer,$lead&count=true", `{"ids": ["$peer", "$lead"], "count": true}`,
					data(`{`+itemsOf("$peer")+`, "total": 1}`)),
				all("a page", "limit=1", `{"limit": 1}`, data(`{`+itemsOf("$worker")+`, "hasMore": true}`),
					keepsCursor),
				all("and the next", "limit=1&cursor=$cursor", `{"limit": 1, "cursor": "$cursor"}`,
					data(`{`+itemsOf("$peer")+`, "hasMore": false}`)),
				upsert("all bad items are named", "", listOfItems(ofUser("$worker", l.bad), ofUser("$peer", l.next),
					ofUser("$loner", l.bad)),
					at(0, l.badAt), fieldCount(2)),
				upsert("in a list, one is there twice", "",
					listOfItems(ofUser("$worker", l.first), ofUser("$peer", l.repeated)),
					at(1, l.repeatedAt)),
				upsert("a user is there twice", "", listOfItems(ofUser("$worker", l.first), ofUser("$peer", l.first),
					ofUser("hr:1", l.next)), at(2, "userId")),
				upsert("nobody has the reference", "", listOfItems(ofUser("$worker", l.first), ofUser("hr:2", l.first)),
					badField("unknown_reference", "items[1].userId")),
				upsert("nobody has the id", "", listOfItems(ofUser("$unknown", l.first), ofUser("$worker", l.next)),
					badField("unknown_reference", "items[0].userId")),
				upsert("a user is required", "", listOfItems(`{"items": []}`), at(0, "userId")),
				upsert("the list too", "", listOfItems(`{"userId": "$peer"}`), overREST, at(0, "items")),
				upsert("who may not write one of them", "",
					listOfItems(ofUser("$worker", l.next), ofUser("$peer", l.next),
						ofUser("$boss", l.first)),
					by("lead"), refused("permission_denied"), func(p *pair) {
						p.Field, p.Path = "items[2]",
							"batch.items[2]"
					}),
				upsert("no items", "", listOfItems(), did("", 0, 0, 0)),
				upsert("without rows", "", listOfItems(ofUser("$worker", l.next)),
					func(p *pair) { p.Header = map[string]string{"Prefer": "return=minimal"} },
					did("", 0, 1, 0), hasHeader("Preference-Applied", "return=minimal")),
				events(4),
				l.upsertOnce(),
				events(5),
			})
		})
	}
}

// upsertOnce is a step that sends a batch twice with an Idempotency-Key, after which it is written once.
func (l userList) upsertOnce() apitest.Step {
	return do("twice with a key", func(t *testing.T, a *apitest.API) {
		for range 2 {
			ans := a.REST(t, "admin", "POST "+l.path+"/upsert", listOfItems(ofUser("hr:1", l.both)),
				map[string]string{"Idempotency-Key": l.event})
			if version := apitest.Lookup(ans.Body, "data.0.version"); version != 4.0 {
				t.Errorf("%s", ans.Raw)
			}
		}
	})
}

// TestUsersWithCapabilities: a list of users, and one user, can have the capabilities.
func TestUsersWithCapabilities(t *testing.T) {
	t.Parallel()
	with := `{"id": "$worker", "capabilities": [` + designer + `,` + engineer + `]}`
	apitest.Run(t, []apitest.Step{
		skills("a user has two", "$worker", engineer+`,`+designer, by("admin")),
		userAPI.list("who asks for them", "ids=$worker&include=capabilities",
			`{"ids": ["$worker"], "include": ["capabilities"]}`,
			data(`{"items": [`+with+`]}`)),
		userAPI.list("others have none", "limit=1&include=capabilities", `{"limit": 1, "include": ["capabilities"]}`,
			data(`{"hasMore": true}`), keepsCursor),
		userAPI.list("what a page has may change", "limit=200&cursor=$cursor", `{"limit": 200, "cursor": "$cursor"}`,
			data(`{"hasMore": false}`)),
		do("all of them, as a table", func(t *testing.T, a *apitest.API) {
			_, body := send(t, a, "GET /api/v1/users?include=capabilities", nil,
				http.Header{"Accept": {"text/csv"}, "Accept-Encoding": {"identity"}})
			names, _, _ := strings.Cut(body, "\r\n")
			if !strings.Contains(names, ",capabilities,") || strings.Count(body, `""level"":4`) != 1 {
				t.Errorf("%s", body)
			}
		}),
		do("one user", func(t *testing.T, a *apitest.API) {
			ans := a.REST(t, "admin", "GET /api/v1/users/$worker?include=capabilities", "", nil)
			tag := ans.Header.Get("ETag")
			if !strings.Contains(asJSON(ans.Body), `"level":4`) {
				t.Errorf("%s", ans.Raw)
			}
			if again := a.REST(t, "admin", "GET /api/v1/users/$worker?include=capabilities", "",
				map[string]string{"If-None-Match": tag}); again.Status != 304 {
				t.Errorf("unchanged: %d", again.Status)
			}
			writeSkills(t, a, "worker", designer)
			if again := a.REST(t, "admin", "GET /api/v1/users/$worker?include=capabilities", "",
				map[string]string{"If-None-Match": tag}); again.Status != 200 {
				t.Errorf("changed: %d", again.Status)
			}
			if plain := a.REST(t, "admin", "GET /api/v1/users/$worker", "", nil); strings.Contains(string(plain.Raw),
				"capabilities") {
				t.Errorf("not asked for: %s", plain.Raw)
			}
		}),
	})
}
