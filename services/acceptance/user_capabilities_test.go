package acceptance_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// skills is a step that replaces the capabilities of a user.
func skills(name, user, items string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "PUT /api/v1/users/" + user + "/capabilities", Body: `{"items": [` + items + `]}`,
		RPC: "UserService/ReplaceUserCapabilities",
	}, "user_capabilities", map[string]any{"user_id": user}, expectations)
}

// skillsOf is a step that reads the capabilities of a user.
func skillsOf(name, user string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "GET /api/v1/users/" + user + "/capabilities", RPC: "UserService/GetUserCapabilities",
	}, "", map[string]any{"user_id": user}, expectations)
}

const (
	designer = `{"capabilityId": "$design", "level": 4}`
	engineer = `{"capabilityId": "$engineering", "level": 2}`
)

// writeSkills replaces the capabilities of a user.
func writeSkills(t *testing.T, a *apitest.API, user, items string) *apitest.Answer {
	t.Helper()
	ans := a.REST(t, "admin", "PUT /api/v1/users/$"+user+"/capabilities", `{"items": [`+items+`]}`, nil)
	if ans.Status != http.StatusOK {
		t.Fatalf("%d %s", ans.Status, ans.Raw)
	}
	return ans
}

// setActive is a step that changes whether capabilities are active.
func setActive(active bool, names ...string) apitest.Step {
	return do("set", func(_ *testing.T, a *apitest.API) {
		for _, name := range names {
			a.Exec(`UPDATE capabilities SET is_active = $1 WHERE id = $2`, active, a.ID(name))
		}
	})
}

func TestUserCapabilities(t *testing.T) {
	t.Parallel()
	eventCount := func(want int) apitest.Step {
		return do("events", func(t *testing.T, a *apitest.API) {
			if n := a.Count(`SELECT count(*) FROM events WHERE type = 'user_capabilities.updated' AND record_id = $1`,
				a.ID("worker")); n != want {
				t.Errorf("%d events, want %d", n, want)
			}
		})
	}
	written := `{"id": "$worker", "version": 1, "updatedAt": "*", "items": [` + designer + `, ` + engineer + `]}`
	unknown := `{"capabilityId": "$unknown", "level": 1}`
	long := strings.Repeat(designer+`, `, 100) + engineer
	apitest.Run(t, []apitest.Step{
		skillsOf("none were written yet", "$worker",
			data(`{"id": "$worker", "items": [], "version": 0, "updatedAt": null}`),
			hasMembers("data", "id items version updatedAt"), hasHeader("ETag", `"0"`)),
		skills("an empty list instead of an empty one writes nothing", "$worker", ``,
			data(`{"items": [], "version": 0, "updatedAt": null}`), hasHeader("ETag", `"0"`)),
		eventCount(0),
		skills("another version than 0 conflicts", "$worker", designer, ifMatch(`"1"`), refused("version_conflict")),
		skills("they are stored in the order of their ids", "$worker", engineer+`, `+designer, ifMatch(`"0"`),
			data(written), hasHeader("ETag", `"1"`)),
		eventCount(1),
		skillsOf("and read like that", "$worker", data(written), hasHeader("ETag", `"1"`)),
		skills("the same again in another order writes nothing", "$worker", designer+`, `+engineer,
			data(`{"version": 1}`)),
		eventCount(1),
		skills("a version that is no more conflicts", "$worker", designer, ifMatch(`"0"`), refused("version_conflict")),
		skills("the list is replaced as a whole", "$worker", engineer, ifMatch(`"1"`),
			data(`{"items": [`+engineer+`], "version": 2}`)),
		skills("a level changes", "$worker", `{"capabilityId": "$engineering", "level": 5}`,
			data(`{"items": [{"capabilityId": "$engineering", "level": 5}], "version": 3}`)),
		skills("an empty list removes all", "$worker", ``, data(`{"items": [], "version": 4, "updatedAt": "*"}`)),
		eventCount(4),
		skillsOf("the version stays", "$worker", data(`{"items": [], "version": 4}`)),
		skillsOf("those of another user are not changed", "$peer", data(`{"version": 0}`)),

		skills("no capability is there twice", "$worker",
			designer+`, `+engineer+`, {"capabilityId": "$design", "level": 1}`,
			badField("validation_failed", "items[2].capabilityId"), says("that of items[0]")),
		skills("a capability exists", "$worker", designer+`, `+unknown,
			badField("unknown_reference", "items[1].capabilityId"), says("does not exist")),
		skills("in the organization", "$worker", `{"capabilityId": "$other_design", "level": 1}`,
			badField("unknown_reference", "items[0].capabilityId")),
		skills("every bad item is listed", "$worker",
			designer+`, {"capabilityId": "$engineering", "level": 6}, `+unknown+`, `+designer+`, {"level": 1}, `+
				`{"capabilityId": "$engineering"}, {"capabilityId": "x", "level": 0}`,
			badField("validation_failed", "items[1].level"), fieldCount(7)),
		skills("also one that cannot be read", "$worker", designer+`, {"capabilityId": 7, "level": 1}, `+unknown,
			overREST, badField("validation_failed", "items[1].capabilityId"), fieldCount(2)),
		skills("a level is at least 1", "$worker", `{"capabilityId": "$design", "level": 0}`,
			badField("validation_failed", "items[0].level")),
		skills("and an integer", "$worker", `{"capabilityId": "$design", "level": 2.5}`, overREST,
			badField("validation_failed", "items[0].level")),
		skills("there are at most 100", "$worker", long, refusedAs("too_many_items")),
		skills("an unknown field is refused", "$worker", `{"capabilityId": "$design", "level": 1, "name": "Design"}`,
			overREST, badField("unknown_field", "items[0].name")),
		paired(
			apitest.Step{Name: "the list is required", Call: "PUT /api/v1/users/$worker/capabilities", Body: `{}`},
			"user_capabilities", nil, []expectation{badField("validation_failed", "items")},
		),
		skills("and the version cannot be written", "$worker", ``, overREST,
			func(p *pair) { p.Body = `{"items": [], "version": 3}` }, badField("unknown_field", "version")),
		skills("the body comes before the user", "$unknown", designer+`, `+designer,
			badField("validation_failed", "items[1].capabilityId")),
		skills("the user comes before the capability", "$unknown", unknown, refused("not_found")),
		skills("the user comes before the permission", "$unknown", designer, by("worker"), refused("not_found")),
		skills("the capability comes before the permission", "$worker", unknown, by("peer"),
			badField("unknown_reference", "items[0].capabilityId")),
		skills("a user of another organization is not found", "$other_worker", designer, refused("not_found")),
		skillsOf("neither to read", "$other_worker", refused("not_found")),
		skills("the permission comes before the version", "$worker", designer, by("peer"), ifMatch(`"9"`),
			refused("permission_denied")),

		skills("people write their own", "$worker", designer, by("worker"), data(`{"version": 5}`)),
		skills("those above them write theirs", "$worker", engineer, by("boss"), data(`{"version": 6}`)),
		skills("not those of who is above", "$lead", designer, by("worker"), refused("permission_denied")),
		skills("nor does the manager of a project", "$worker", designer, by("pm"), refused("permission_denied")),
		skillsOf("everybody reads them", "$worker", by("loner"), data(`{"version": 6}`)),
		eventCount(6),
	})
	t.Run("an id may have upper case letters", func(t *testing.T) {
		a := apitest.New(t)
		a = a.With("upper", strings.ToUpper(a.ID("design")))
		for range 2 {
			ans := writeSkills(t, a, "worker", `{"capabilityId": "$upper", "level": 4}`)
			if apitest.Lookup(ans.Body, "data.items.0.capabilityId") != a.ID("design") ||
				apitest.Lookup(ans.Body, "data.version") != 1.0 {
				t.Errorf("%s", ans.Raw)
			}
		}
	})
}

func TestInactiveCapabilitiesOfUsers(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		skills("a capability is added while it is active", "$worker", designer, data(`{"version": 1}`)),
		setActive(false, "design", "engineering"),
		skillsOf("it stays when it becomes inactive", "$worker", data(`{"items": [`+designer+`]}`)),
		skills("its level changes", "$worker", `{"capabilityId": "$design", "level": 1}`, data(`{"version": 2}`)),
		skills("another inactive one is not added", "$worker", designer+`, `+engineer,
			badField("validation_failed", "items[1].capabilityId"), says("is inactive: choose one that is active")),
		skills("nor is it to the list of another user", "$peer", engineer+`, `+designer,
			badField("validation_failed", "items[0].capabilityId"), fieldCount(2)),
		skills("it is removed", "$worker", ``, data(`{"version": 3}`)),
		skills("and then it is new", "$worker", designer, badField("validation_failed", "items[0].capabilityId")),
		setActive(true, "design"),
		skills("until it is active again", "$worker", designer, data(`{"version": 4}`)),
	})
}

func TestEventsOfUserCapabilities(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	writeSkills(t, a, "worker", designer)
	writeSkills(t, a, "worker", designer+`, `+engineer)
	events := eventsOf(t, a, "user_capabilities.")
	if len(events) != 2 {
		t.Fatalf("%d events", len(events))
	}
	for i, e := range events {
		if e.Type != "user_capabilities.updated" || e.Record == nil || e.Record.Type != "user_capabilities" ||
			e.Record.ID != a.ID("worker") || e.After["version"] != float64(i+1) || e.Before["version"] != float64(i) {
			t.Errorf("event %d is %s of %v", i, e.Type, e.Record)
		}
	}
}

// TestConcurrentWritesOfUserCapabilities lets many requests write the first list: each is a version of its own.
func TestConcurrentWritesOfUserCapabilities(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const writers = 8
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() {
			ans := a.REST(t, "admin", "PUT /api/v1/users/$worker/capabilities",
				fmt.Sprintf(`{"items": [{"capabilityId": "$design", "level": %d}]}`, 1+i%5), nil)
			if ans.Status != http.StatusOK {
				t.Errorf("%d %s", ans.Status, ans.Raw)
			}
		})
	}
	all.Wait()
	ans := a.REST(t, "admin", "GET /api/v1/users/$worker/capabilities", ``, nil)
	events := a.Count(`SELECT count(*) FROM events WHERE type = 'user_capabilities.updated' AND record_id = $1`,
		a.ID("worker"))
	if version := apitest.Lookup(ans.Body, "data.version"); version != float64(events) || events < 2 {
		t.Errorf("version %v after %d events", version, events)
	}
}

func TestListUsersByCapability(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	for user, items := range map[string]string{
		"worker": designer + `, ` + engineer, "peer": designer, "lead": engineer, "boss": ``,
	} {
		writeSkills(t, a, user, items)
	}
	for _, test := range []struct{ query, want string }{
		{"capability_id=$design", "peer worker"},
		{"capabilityId=$design", "peer worker"},
		{"capability_id=$engineering", "lead worker"},
		{"capability_id=$design&capability_id=$engineering", "worker"},
		{"capability_id=$design,$engineering", "worker"},
		{"capability_id=$design&capability_id=$design", "peer worker"},
		{"capability_id=$design&capability_id=$unknown", ""},
		{"capability_id=$other_design", ""},
		{"capability_id=$design&min_level=4", "peer worker"},
		{"capability_id=$design&min_level=5", ""},
		{"capability_id=$design&capability_id=$engineering&min_level=2", "worker"},
		{"capability_id=$design&capability_id=$engineering&minLevel=3", ""},
		{"capability_id=$design&name=wo", "worker"},
	} {
		ans := a.REST(t, "loner", "GET /api/v1/users?count=true&"+test.query, ``, nil)
		var got []string
		items, _ := apitest.Lookup(ans.Body, "data.items").([]any)
		for _, item := range items {
			for _, name := range []string{"worker", "peer", "lead", "boss"} {
				if apitest.Lookup(item, "id") == a.ID(name) {
					got = append(got, name)
				}
			}
		}
		slices.Sort(got)
		if ans.Status != http.StatusOK || strings.Join(got, " ") != test.want || len(items) != len(got) ||
			apitest.Lookup(ans.Body, "data.total") != float64(len(got)) {
			t.Errorf("%s: %q, want %q: %d %.300s", test.query, got, test.want, ans.Status, ans.Raw)
		}
	}
	t.Run("a cursor belongs to its capabilities", func(t *testing.T) {
		ans := a.REST(t, "admin", "GET /api/v1/users?limit=1&capability_id=$design", ``, nil)
		cursor, _ := apitest.Lookup(ans.Body, "data.nextCursor").(string)
		for query, status := range map[string]int{"capability_id=$design": 200, "capability_id=$engineering": 400} {
			if ans := a.REST(t, "admin", "GET /api/v1/users?limit=1&"+query+"&cursor="+cursor, ``,
				nil); ans.Status != status {
				t.Errorf("%s: %d %s", query, ans.Status, ans.Raw)
			}
		}
	})
}

// overGRPCPath expects the path of the field in an error over gRPC. REST names the parameter.
func overGRPCPath(path string) expectation { return func(p *pair) { p.Path = path } }

func TestParametersOfCapabilities(t *testing.T) {
	t.Parallel()
	type members map[string]any
	list := func(name, query string, request members, expectations ...expectation) apitest.Step {
		return paired(apitest.Step{Name: name, Call: "GET /api/v1/users?" + query, RPC: "UserService/ListUsers"}, "",
			request, expectations)
	}
	free := func(name, query string, request members, expectations ...expectation) apitest.Step {
		maps.Copy(request, members{"hours": 8, "start_date": "2028-01-01", "end_date": "2028-01-31"})
		return paired(apitest.Step{
			Name: name, RPC: "CapacityService/ListCapacityGaps",
			Call: "GET /api/v1/capacity/gaps?hours=8&start_date=2028-01-01&end_date=2028-01-31&" + query,
		}, "", request, expectations)
	}
	design := []string{"$design"}
	many := slices.Repeat(design, 21)
	apitest.Run(t, []apitest.Step{
		list("a level needs a capability", "min_level=3", members{"min_level": 3},
			badParam("validation_failed", "min_level"), says("needs capability_id")),
		list("a level is at least 1", "capability_id=$design&min_level=0",
			members{"capability_id": design, "min_level": 0}, badParam("validation_failed", "min_level")),
		list("and at most 5", "capability_id=$design&min_level=6",
			members{"capability_id": design, "min_level": 6}, badParam("validation_failed", "min_level")),
		list("a capability is a UUID", "capability_id=$design,x", members{"capability_id": []string{"$design", "x"}},
			badParam("validation_failed", "capability_id"), overGRPCPath("capability_id[1]")),
		list("there are at most 20", "capability_id="+strings.Join(many, ","), members{"capability_id": many},
			badParam("validation_failed", "capability_id")),
		free("a level needs a capability that people have", "capability_id=$design&min_level=3",
			members{"capability_id": "$design", "min_level": 3}, badParam("validation_failed", "min_level"),
			says("needs has_capability_id")),
		free("a capability that people have is a UUID", "has_capability_id=x",
			members{"has_capability_id": []string{"x"}},
			badParam("validation_failed", "has_capability_id"), overGRPCPath("has_capability_id[0]")),
		free("nobody has one that does not exist", "has_capability_id=$unknown",
			members{"has_capability_id": []string{"$unknown"}}, data(`{"items": []}`)),
	})
}
