package acceptance_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// backend is the body that creates a placeholder.
const backend = `{"kind": "placeholder", "name": "Backend 1"}`

// backendOf is a step that creates a placeholder and saves its id as $backend.
func backendOf(override string) apitest.Step {
	return userAPI.create("a placeholder", merged(backend, override), saves("backend"))
}

// fill is a step that fills $backend.
func fill(name, body string, expectations ...expectation) apitest.Step {
	return filling(name, "$backend", body, expectations...)
}

func filling(name, placeholder, body string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "POST /api/v1/users/" + placeholder + "/fill", Body: body,
		RPC: "AssignmentService/FillPlaceholder",
	}, "filling", map[string]any{"placeholder_id": placeholder}, expectations)
}

// candidates is a step that lists who could fill a placeholder in March.
func candidates(name, placeholder, more string, expectations ...expectation) apitest.Step {
	params := map[string]any{"placeholder_id": placeholder, "start_date": "2026-03-01", "end_date": "2026-03-31"}
	query := "?start_date=2026-03-01&end_date=2026-03-31"
	for pair := range strings.SplitSeq(more, "&") {
		if param, value, ok := strings.Cut(pair, "="); ok {
			params[param] = value
			query += "&" + pair
		}
	}
	return paired(apitest.Step{
		Name: name, Call: "GET /api/v1/users/" + placeholder + "/candidates" + query,
		RPC: "CapacityService/ListCandidates",
	}, "", params, expectations)
}

func TestCreatePlaceholder(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		userAPI.create("a name is enough", backend, saves("backend"), hasMembers("data", userMembers),
			hasHeader("ETag", `"1"`),
			data(`{"id": "*", "kind": "placeholder", "name": "Backend 1", "email": "", "role": "member", "image": null, "isActive": true,
				"reportsToId": null, "version": 1}`)),
		userAPI.get("the response shows what is stored", "$backend",
			data(merged(backend, `{"email": "", "role": "member"}`))),
		userAPI.create("two may have the same name", backend, saves("second")),
		userAPI.create("a person is a person", merged(newUser, `{"kind": "person"}`), saves("nia"),
			data(`{"kind": "person"}`)),
		userAPI.create("with capabilities at once",
			merged(backend, `{"name": "Design", "reportsToId": "$lead", "capabilities": [`+
				items(designer, engineer)+`]}`),
			saves("skilled"), hasMembers("data", userMembers)),
		skillsOf("they are those of the user", "$skilled",
			data(`{"version": 1, "items": [`+items(designer, engineer)+`]}`)),
		userAPI.create("a person may have some at once, too",
			merged(newUser, `{"email": "max@example.com", "capabilities": [`+engineer+`]}`),
			saves("max")),
		skillsOf("and has them", "$max", data(`{"version": 1, "items": [`+engineer+`]}`)),
		do("each has an event", func(t *testing.T, a *apitest.API) {
			for _, name := range []string{"skilled", "max"} {
				types := []string{}
				for _, e := range journal(t, a, "admin") {
					if e.Record != nil && e.Record.ID == a.ID(name) {
						types = append(types, e.Type)
					}
				}
				if !slices.Equal(types, []string{"user.created", "user_capabilities.updated"}) {
					t.Errorf("%s has the events %q", name, types)
				}
			}
		}),
		userAPI.create("the role manager is enough", backend, by("boss")),
		userAPI.create("but not for a person", merged(newUser, `{"email": "eve@example.com"}`), by("boss"),
			refused("permission_denied")),
		userAPI.create("a member may not", backend, by("lead"), refused("permission_denied")),

		userAPI.create("no e-mail address", merged(backend, `{"email": "b@example.com"}`),
			badField("validation_failed", "email")),
		userAPI.create("no role", merged(backend, `{"role": "member"}`), badField("validation_failed", "role")),
		userAPI.create("neither of them", merged(backend, `{"role": "member", "email": "b@example.com"}`),
			refused("validation_failed"),
			fieldCount(2)),
		userAPI.create("a name", `{"kind": "placeholder"}`, badField("validation_failed", "name"), fieldCount(1)),
		userAPI.create("a person needs an e-mail address", `{"kind": "person", "name": "X"}`,
			badField("validation_failed", "email"),
			fieldCount(1)),
		userAPI.create("another kind", merged(backend, `{"kind": "robot"}`), badField("validation_failed", "kind"),
			overREST),
		userAPI.create("an unknown capability",
			merged(backend, `{"capabilities": [{"capabilityId": "$unknown", "level": 1}]}`),
			badField("unknown_reference", "capabilities[0].capabilityId")),
		userAPI.create("the same capability twice",
			merged(backend, `{"capabilities": [`+items(engineer, engineer)+`]}`),
			badField("validation_failed", "capabilities[1].capabilityId"), says("that of capabilities[0]")),
		userAPI.create("a level out of range",
			merged(backend, `{"capabilities": [{"capabilityId": "$design", "level": 6}]}`),
			badField("validation_failed", "capabilities[0].level")),
		setActive(false, "design"),
		userAPI.create("an inactive capability", merged(backend, `{"capabilities": [`+designer+`]}`),
			badField("validation_failed", "capabilities[0].capabilityId")),
		do("what is refused creates nothing", func(t *testing.T, a *apitest.API) {
			if n := a.Count(`SELECT count(*) FROM users WHERE organization_id = $1`, a.Organization); n != 8+6 {
				t.Errorf("%d users", n)
			}
		}),
	})
}

func TestListPlaceholders(t *testing.T) {
	t.Parallel()
	list := func(name, query, request, count, ids string) apitest.Step {
		return userAPI.list(name, query+"&count=true", merged(request, `{"count": true}`),
			data(`{"total": `+count+`, `+itemsOf(strings.Fields(ids)...)+`}`))
	}
	apitest.Run(t, []apitest.Step{
		backendOf(`{"reportsToId": "$lead"}`),
		userAPI.list("lists have persons", "count=true", `{"count": true}`, data(`{"total": 7}`)),
		list("also those who report to somebody", "reportsToId=$lead", `{"reportsToId": "$lead"}`, "2",
			"$worker $peer"),
		list("placeholders if they are asked for", "kind=placeholder", `{"kind": "USER_KIND_FILTER_PLACEHOLDER"}`, "2",
			"$vacancy $backend"),
		list("or all", "kind=all&reportsToId=$lead", `{"kind": "USER_KIND_FILTER_ALL", "reportsToId": "$lead"}`, "4",
			"$worker $peer $vacancy $backend"),
		list("persons in a word", "kind=person&reportsToId=$lead",
			`{"kind": "USER_KIND_FILTER_PERSON", "reportsToId": "$lead"}`, "2",
			"$worker $peer"),
		list("a role is that of the response", "kind=all&role=member&reportsToId=$lead",
			`{"kind": "USER_KIND_FILTER_ALL", "role": "ROLE_MEMBER", "reportsToId": "$lead"}`, "4", "$worker $peer $vacancy $backend"),
		list("a change is listed as well", "kind=placeholder&updatedSince=2020-01-01T00:00:00Z",
			`{"kind": "USER_KIND_FILTER_PLACEHOLDER", "updatedSince": "2020-01-01T00:00:00Z"}`, "2", "$vacancy $backend"),
		userAPI.list("another word", "kind=robot", "", badParam("validation_failed", "kind")),
		userAPI.list("another organization has its own", "kind=placeholder", `{"kind": "USER_KIND_FILTER_PLACEHOLDER"}`,
			by("other_admin"), data(rowsOf("$other_vacancy"))),
		userAPI.get("nor knows it", "$backend", by("other_admin"), refused("not_found")),
	})
}

func TestUpdatePlaceholder(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		backendOf(`{"reportsToId": "$lead"}`),
		userAPI.update("an admin changes it", "$backend", `{"name": "Backend 2", "isActive": false}`,
			data(`{"name": "Backend 2", "isActive": false, "email": "", "role": "member", "kind": "placeholder", "version": 2}`)),
		userAPI.update("so does the role manager", "$backend", `{"isActive": true, "reportsToId": "$boss"}`, by("boss"),
			data(`{"isActive": true, "reportsToId": "$boss", "version": 3}`)),
		userAPI.update("its managers change some fields", "$backend", `{"name": "Backend"}`, by("boss"),
			data(`{"version": 4}`)),
		userAPI.update("others do not", "$backend", `{"name": "Mine"}`, by("worker"), refused("permission_denied")),
		userAPI.update("it gets no e-mail address", "$backend", `{"email": "b@example.com"}`,
			badField("validation_failed", "email")),
		userAPI.update("nor a role", "$backend", `{"role": "admin"}`, badField("validation_failed", "role")),
		userAPI.update("a kind stays", "$backend", `{"kind": "person"}`, badField("unknown_field", "kind"), overREST),
		userAPI.update("also that of a person", "$worker", `{"kind": "placeholder"}`, badField("unknown_field", "kind"),
			overREST),
		userAPI.update("and the capabilities have a place of their own", "$backend", `{"capabilities": []}`,
			badField("unknown_field", "capabilities"), overREST),
		userAPI.update("a person keeps the e-mail address", "$worker", `{"email": null}`,
			badField("validation_failed", "email"), overREST),
		skills("the role manager writes its capabilities", "$backend", designer, by("boss"), data(`{"version": 1}`)),
		skills("a member does not", "$backend", designer, by("worker"), refused("permission_denied")),
	})
}

// TestPlaceholdersAreNoPersons has a placeholder in each place where a person belongs.
func TestPlaceholdersAreNoPersons(t *testing.T) {
	t.Parallel()
	vacant := func(field string) expectation { return badField("validation_failed", field) }
	mine := day(`{"userId": "$backend"}`)
	key := keyOnly(`{"userId": "$backend"}`)
	rest := func(name, call, body, field string) apitest.Step {
		return apitest.Step{
			Name: name, Call: call, Body: body, Status: http.StatusBadRequest, Code: "validation_failed", Field: field,
			Check: func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if !strings.Contains(ans.Message, "placeholder") {
					t.Errorf("%s does not say why", ans.Message)
				}
			},
		}
	}
	h := actualHours
	apitest.Run(t, []apitest.Step{
		backendOf(`{}`),
		plannedHours.upsert("planned hours may be its own", mine, plannedHours.wrote(mine)),
		h.upsert("actual hours are those of persons", mine, vacant("items[0].userId")),
		h.upsert("each of them is named", items(day(`{}`), mine, day(`{"projectId": "$unknown"}`), mine),
			refused("validation_failed"),
			fieldCount(3)),
		h.upsert("one of another organization does not exist", mine, by("other_admin"), refused("unknown_reference"),
			fieldCount(2)),
		h.upsert("nor does one that never was", day(`{"userId": "01970000-0000-8000-8000-000000000001"}`),
			badField("unknown_reference", "items[0].userId")),
		h.replace("a window of actual hours is that of a person", merged(march, `{"userId": "$backend"}`), "",
			vacant("userId")),
		h.replace("and so are its rows", merged(march, `{"projectId": "$atlas"}`), mine, vacant("items[0].userId")),
		h.remove("a placeholder has none to delete", "user_id=$backend&start_date=2026-03-01&end_date=2026-03-31",
			badParam("validation_failed", "user_id")),
		h.removeKeys("not one", key, vacant("items[0].userId")),
		h.has("nothing was written", ""),

		rest("time off", "POST /api/v1/time-off",
			`{"userId": "$backend", "timeOffTypeId": "$vacation", "startDate": "2026-03-02",
			"endDate": "2026-03-03", "availability": 0, "reason": "x"}`, "userId"),
		userAPI.update("nobody reports to it", "$worker", `{"reportsToId": "$backend"}`, vacant("reportsToId")),
		userAPI.create("also nobody new", merged(newUser, `{"reportsToId": "$backend"}`), vacant("reportsToId")),
		projectAPI.update("it manages no project", "$atlas", `{"projectManagerId": "$backend"}`,
			vacant("projectManagerId")),
		clientAPI.update("and no account", "$acme", `{"accountManagerId": "$backend"}`, vacant("accountManagerId")),
		rest("it has no key", "POST /api/v1/keys", `{"name": "k", "actorUserId": "$backend", "scopes": ["read:users"]}`,
			"actorUserId"),
		rest("and no working pattern", "PUT /api/v1/users/$backend/working-patterns",
			`{"items": [{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 8, 0, 0]}]}`, "user_id"),
	})
}

// capacityOf is a step that expects the sums of March by item, and the sums of the total. Each is series and hours,
// such as "planned 8".
func capacityOf(name, query, total string, items map[string]string) apitest.Step {
	return apitest.Step{
		Name: name, Call: "GET /api/v1/capacity?start_date=2026-03-01&end_date=2026-03-31&bucket=month&" + query,
		Check: func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
			series, _ := apitest.Lookup(ans.Body, "data.series").([]any)
			sums := func(of any) string {
				var text []string
				for i, values := range apitest.Lookup(of, "values").([]any) {
					shown := slices.Contains([]any{"planned", "tentative", "over", "unfilled"}, series[i])
					if hours := values.([]any)[0].(float64); hours != 0 && shown {
						text = append(text, fmt.Sprint(series[i], " ", hours))
					}
				}
				return strings.Join(text, ", ")
			}
			if got := sums(apitest.Lookup(ans.Body, "data.total")); got != total {
				t.Errorf("the total is %q, want %q", got, total)
			}
			for _, item := range apitest.Lookup(ans.Body, "data.items").([]any) {
				id, _ := apitest.Lookup(item, "id").(string)
				for name, want := range items {
					if a.Expand("$"+name) == id {
						if got := sums(item); got != want {
							t.Errorf("%s has %q, want %q", name, got, want)
						}
						delete(items, name)
					}
				}
			}
			if len(items) > 0 {
				t.Errorf("there are no items %v in %s", items, ans.Raw)
			}
		},
	}
}

// TestFillPlaceholder goes from demand without a name to a firm plan, over REST and over gRPC.
func TestFillPlaceholder(t *testing.T) {
	t.Parallel()
	h := plannedHours
	on := func(user, date, override string) string {
		return merged(day(`{"userId": "$`+user+`", "date": "2026-03-`+date+`"}`), override)
	}
	apitest.Run(t, []apitest.Step{
		backendOf(`{"capabilities": [` + designer + `]}`),
		h.upsert("demand without a name",
			items(on("backend", "02", `{"hours": 6}`), on("backend", "03", `{"hours": 6}`),
				on("backend", "04", `{"hours": 6, "tentative": true}`),
				on("backend", "09", `{"hours": 6, "projectId": "$beacon"}`)), answers("")),
		h.upsert("and the plan of a person", items(on("worker", "02", `{"hours": 1}`),
			on("worker", "03", `{"hours": 7, "projectId": "$beacon"}`)), answers("")),
		capacityOf("it is unfilled, and nobody's plan", "", "planned 8, unfilled 24",
			map[string]string{"worker": "planned 8"}),
		capacityOf("persons are the items", "kind=all", "planned 8, unfilled 24",
			map[string]string{"backend": "unfilled 24"}),
		capacityOf("or placeholders alone", "kind=placeholder", "unfilled 24",
			map[string]string{"backend": "unfilled 24"}),
		capacityOf("or the one that is named", "user_id=$backend", "unfilled 24",
			map[string]string{"backend": "unfilled 24"}),
		capacityOf("projects have it", "group_by=project", "planned 8, unfilled 24",
			map[string]string{"atlas": "planned 1, unfilled 18", "beacon": "planned 7, unfilled 6"}),
		capacityOf("and who splits it", "split_by=project&user_id=$backend", "unfilled 24",
			map[string]string{"backend": "unfilled 18"}),

		candidates("nobody has its capability", "$backend", "", data(`{"hours": 24, "days": 4, "items": []}`)),
		skills("somebody learns it", "$worker", designer, answers("")),
		skills("and another one, a little", "$peer", `{"capabilityId": "$design", "level": 3}`, answers("")),
		skills("and a third one, well", "$lead", `{"capabilityId": "$design", "level": 5}`, answers("")),
		candidates("who has enough of it is listed, with the time that is free", "$backend", "", data(
			`{"hours": 24, "days": 4, "items": [{"id": "$lead", "name": "Lea Lead", "covered": 24, "daysShort": 0, "level": 5},
				{"id": "$worker", "name": "Wo Worker", "covered": 19, "daysShort": 1, "level": 4}]}`)),
		candidates("as many as asked for", "$backend", "limit=1", data(`{"items": [{"id": "$lead"}]}`)),

		fill("a dry run shows what would be", `{"userId": "$worker"}`, dryRun, data(
			`{"moved": 4, "merged": 1, "overBefore": 0, "overAfter": 5, "items": [`+items(on("worker", "02",
				`{"hours": 7}`),
				on("worker", "03", `{"hours": 6}`), on("worker", "04", `{"hours": 6, "tentative": true}`),
				on("worker", "09", `{"hours": 6, "projectId": "$beacon"}`))+`]}`)),
		capacityOf("and does nothing", "", "planned 8, unfilled 24", map[string]string{"worker": "planned 8"}),
		fill("a part of the time", `{"userId": "$worker", "startDate": "2026-03-02", "endDate": "2026-03-03"}`,
			include("warnings", "summary"), data(`{"moved": 2, "merged": 1, "overBefore": 0, "overAfter": 5}`),
			answers(`{"meta": {"summary": {"created": 1, "updated": 1, "unchanged": 0}, "warningCount": 0}}`)),
		capacityOf("then that part is the person's", "", "planned 20, over 5, unfilled 12",
			map[string]string{"worker": "planned 20, over 5"}),
		withoutPeer(),
		fill("somebody who has left could fill it", `{"userId": "$peer"}`, dryRun, include("warnings"),
			checked(namesUser)),
		fill("the rest", `{"userId": "$lead", "startDate": "2026-03-04"}`,
			data(`{"moved": 2, "merged": 0, "overBefore": 0, "overAfter": 0}`)),
		fill("nothing is left", `{"userId": "$lead"}`, data(`{"moved": 0, "merged": 0, "items": []}`)),
		capacityOf("all work has a person", "", "planned 26, tentative 6, over 5",
			map[string]string{"lead": "planned 6, tentative 6"}),
		paired(apitest.Step{
			Name: "and is made firm", Call: "POST /api/v1/assignments/confirm",
			Body: merged(march, `{"userId": "$lead"}`),
			RPC:  "AssignmentService/ConfirmAssignments", Want: `{"data": {"confirmed": 1}}`,
		}, "window", nil, nil),
		capacityOf("so that nothing is open", "", "planned 32, over 5", map[string]string{"lead": "planned 12"}),
		candidates("there is no more to do", "$backend", "", data(`{"hours": 0, "days": 0, "items": []}`)),
		do("the journal has each change once", func(t *testing.T, a *apitest.API) {
			var got []string
			for _, e := range journal(t, a, "admin") {
				if strings.HasPrefix(e.Type, "assignments.") {
					got = append(got, fmt.Sprint(e.Type, " ", len(e.Rows)))
				}
			}
			want := []string{"assignments.upserted 4", "assignments.upserted 2", "assignments.upserted 2",
				"assignments.deleted 2",
				"assignments.upserted 2", "assignments.deleted 2", "assignments.upserted 1"}
			if !slices.Equal(got, want) {
				t.Errorf("the journal has %q, want %q", got, want)
			}
		}),
	})
}

func TestFillPlaceholderRefused(t *testing.T) {
	t.Parallel()
	h := plannedHours
	on := func(user, date, override string) string {
		return merged(day(`{"userId": "$`+user+`", "date": "2026-03-`+date+`"}`), override)
	}
	to := `{"userId": "$worker"}`
	demand := items(on("backend", "02", `{"hours": 6}`), on("backend", "03", `{"projectId": "$beacon"}`))
	taken := items(on("worker", "02", `{"hours": 19}`), on("worker", "03", `{"hours": 17, "projectId": "$beacon"}`))
	bad := func(name, body, code, field string) apitest.Step { return fill(name, body, badField(code, field)) }
	apitest.Run(t, []apitest.Step{
		backendOf(`{}`),
		userAPI.create("another one", backend, saves("second")),
		h.upsert("demand", demand, answers("")),
		h.upsert("full days", taken, answers("")),
		bad("somebody fills it", `{}`, "validation_failed", "userId"),
		bad("who exists", `{"userId": "$unknown"}`, "unknown_reference", "userId"),
		bad("here", `{"userId": "$other_worker"}`, "unknown_reference", "userId"),
		bad("and is a person", `{"userId": "$second"}`, "validation_failed", "userId"),
		bad("not itself", `{"userId": "$backend"}`, "validation_failed", "userId"),
		bad("dates are dates", merged(to, `{"startDate": "2026-02-30"}`), "validation_failed", "startDate"),
		fill("in order", merged(to, `{"startDate": "2026-03-31", "endDate": "2026-03-01"}`),
			refused("validation_failed"), fieldCount(2)),
		filling("a person is not filled", "$peer", to, badParam("validation_failed", "placeholder_id")),
		filling("nor what does not exist", "$unknown", to, refused("not_found")),
		fill("nor one of another organization", to, by("other_admin"), refused("not_found")),
		fill("a day has 24 hours", to, refused("invalid_state"), checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
			if text := string(ans.Raw) + ans.Message; !strings.Contains(text, "2026-03-02") ||
				!strings.Contains(text, "2026-03-03") &&
					!strings.Contains(text, "1 later day") {
				t.Errorf("%s does not name the days", text)
			}
		})),
		fill("the caller may write each row", to, by("pm"), refused("permission_denied"),
			checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if !slices.Contains(ans.Fields, "placeholder_id") ||
					!slices.ContainsFunc(ans.Fields, func(f string) bool {
						return f == "userId" || f == "filling.user_id"
					}) {
					t.Errorf("%q do not name the placeholder and the person", ans.Fields)
				}
			})),
		h.has("what is refused moves nothing",
			items(on("worker", "02", `{"hours": 19}`), on("backend", "02", `{"hours": 6}`),
				on("worker", "03", `{"hours": 17, "projectId": "$beacon"}`), on("backend", "03",
					`{"projectId": "$beacon"}`))),
		h.upsert("with a capability", on("backend", "05", `{"capabilityId": "$design"}`), answers("")),
		do("that is retired", retire),
		fill("that new rows cannot have", merged(to, `{"startDate": "2026-03-05"}`),
			badParam("validation_failed", "placeholder_id")),
		candidates("a person has no candidates", "$peer", "", badParam("validation_failed", "placeholder_id")),
		candidates("nor has what does not exist", "$unknown", "", refused("not_found")),
		candidates("nor one of another organization", "$backend", "", by("other_admin"), refused("not_found")),
		apitest.Step{Name: "candidates need dates", Call: "GET /api/v1/users/$backend/candidates?start_date=2026-03-01",
			Status: 400, Code: "validation_failed"},
		apitest.Step{Name: "of at most 370 days",
			Call:   "GET /api/v1/users/$backend/candidates?start_date=2026-03-01&end_date=2027-03-06",
			Status: 400, Code: "validation_failed"},
		apitest.Step{Name: "kinds are of users",
			Call:   "GET /api/v1/capacity?start_date=2026-03-01&end_date=2026-03-31&group_by=project&kind=all",
			Status: 400, Code: "validation_failed"},
	})
}

// TestFillIfMatch: the version of If-Match is that of the placeholder when its rows move, and whoever may not move them
// is not told whether it is.
func TestFillIfMatch(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	made := mustREST(t, a, "POST /api/v1/users", `{"name": "Backend", "kind": "placeholder"}`)
	a = a.With("backend", apitest.Lookup(made.Body, "data.id").(string))
	mustREST(t, a, "POST /api/v1/assignments", `{"items": [`+day(`{"userId": "$backend"}`)+`]}`)
	fill := func(as, version string) *apitest.Answer {
		return a.REST(t, as, "POST /api/v1/users/$backend/fill", `{"userId": "$worker"}`,
			map[string]string{"If-Match": `"` + version + `"`})
	}
	if ans := fill("peer", "9"); ans.Status != 403 {
		t.Errorf("who may not: %d %s", ans.Status, ans.Raw)
	}
	if ans := fill("admin", "9"); ans.Status != 409 || ans.Code != "version_conflict" {
		t.Errorf("another version: %d %s", ans.Status, ans.Raw)
	}
	tx, err := a.DB.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.Exec(`SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE`, a.Organization); err != nil {
		t.Fatal(err)
	}
	filled := make(chan *apitest.Answer)
	go func() { filled <- fill("admin", "1") }()
	time.Sleep(300 * time.Millisecond) // until it waits for the organization
	mustREST(t, a, "PATCH /api/v1/users/$backend", `{"name": "Frontend"}`)
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if ans := <-filled; ans.Status != 409 || ans.Code != "version_conflict" {
		t.Errorf("a version that changes meanwhile: %d %s", ans.Status, ans.Raw)
	}
	if ans := fill("admin", "2"); ans.Status != 200 {
		t.Errorf("the version: %d %s", ans.Status, ans.Raw)
	}
}
