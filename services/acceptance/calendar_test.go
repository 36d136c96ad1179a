package acceptance_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// patterns is a step that replaces the working patterns of a user.
func patterns(name, user, items string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "PUT /api/v1/users/" + user + "/working-patterns", Body: `{"items": [` + items + `]}`,
		RPC: "WorkingPatternService/ReplaceWorkingPatterns",
	},
		"working_patterns", map[string]any{"user_id": user}, expectations)
}

// patternsOf is a step that reads the working patterns of a user.
func patternsOf(name, user string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "GET /api/v1/users/" + user + "/working-patterns",
		RPC: "WorkingPatternService/GetWorkingPatterns",
	}, "", map[string]any{"user_id": user}, expectations)
}

// eventsOf returns the events of the journal whose types begin with prefix.
func eventsOf(t *testing.T, a *apitest.API, prefix string) []event {
	t.Helper()
	return slices.DeleteFunc(journal(t, a, "admin"), func(e event) bool { return !strings.HasPrefix(e.Type, prefix) })
}

const (
	weekdays = `{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 8, 0, 0]}`
	fourDays = `{"validFrom": "2027-06-01", "hours": [8, 8, 8, 7.25, 0, 0, 0]}`
)

func TestWorkingPatterns(t *testing.T) {
	t.Parallel()
	eventCount := func(want int) apitest.Step {
		return do("events", func(t *testing.T, a *apitest.API) {
			if n := a.Count(`SELECT count(*) FROM events WHERE type = 'working_patterns.updated' AND record_id = $1`,
				a.ID("worker")); n != want {
				t.Errorf("%d events, want %d", n, want)
			}
		})
	}
	written := `{"id": "$worker", "version": 1, "updatedAt": "*", "items": [` + weekdays + `, ` + fourDays + `]}`
	long := strings.Repeat(weekdays+`, `, 100) + fourDays
	apitest.Run(t, []apitest.Step{
		patternsOf("none were written yet", "$worker",
			data(`{"id": "$worker", "items": [], "version": 0, "updatedAt": null}`),
			hasMembers("data", "id items version updatedAt"), hasHeader("ETag", `"0"`)),
		patterns("an empty list instead of an empty one writes nothing", "$worker", ``,
			data(`{"items": [], "version": 0, "updatedAt": null}`), hasHeader("ETag", `"0"`)),
		eventCount(0),
		patterns("another version than 0 conflicts", "$worker", weekdays, ifMatch(`"1"`), refused("version_conflict")),
		patterns("they are stored by their first day", "$worker", fourDays+`, `+weekdays, ifMatch(`"0"`),
			data(written), hasHeader("ETag", `"1"`)),
		eventCount(1),
		patternsOf("and read like that", "$worker", data(written), hasHeader("ETag", `"1"`)),
		patterns("the same again writes nothing", "$worker", weekdays+`, `+fourDays, data(`{"version": 1}`)),
		patterns("not even in another order", "$worker", fourDays+`, `+weekdays, data(`{"version": 1}`)),
		eventCount(1),
		patterns("a version that is no more conflicts", "$worker", weekdays, ifMatch(`"0"`),
			refused("version_conflict")),
		patterns("the list is replaced as a whole", "$worker", fourDays, ifMatch(`"1"`),
			data(`{"items": [`+fourDays+`], "version": 2}`)),
		patterns("an empty list removes all", "$worker", ``, data(`{"items": [], "version": 3, "updatedAt": "*"}`)),
		eventCount(3),
		patternsOf("the version stays", "$worker", data(`{"items": [], "version": 3}`)),
		patternsOf("those of another user are not changed", "$peer", data(`{"version": 0}`)),

		patterns("two cannot begin on the same day", "$worker", weekdays+`, `+fourDays+`, `+weekdays,
			badField("validation_failed", "items[2].validFrom"), says("that of items[0]")),
		patterns("every bad item is listed", "$worker", weekdays+
			`, {"validFrom": "2026-02-30", "hours": [8, 8, 8, 8, 8, 0, 0]}, {"validFrom": "2026-03-01", "hours": [8]}, `+
			weekdays+`, {"validFrom": "2026-04-01"}`,
			badField("validation_failed", "items[1].validFrom"), fieldCount(4)),
		patterns("also one that cannot be read", "$worker",
			weekdays+`, {"validFrom": 7, "hours": [8, 8, 8, 8, 8, 0, 0]}, {"validFrom": 8}, `+weekdays,
			overREST, badField("validation_failed", "items[1].validFrom"), fieldCount(3)),
		patterns("seven hours are needed", "$worker", `{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 8, 0]}`,
			badField("validation_failed", "items[0].hours")),
		patterns("and not more", "$worker", `{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 8, 0, 0, 0]}`,
			badField("validation_failed", "items[0].hours")),
		patterns("a day has 24 hours", "$worker", `{"validFrom": "2026-01-01", "hours": [24, 24.5, 8, 8, 8, 0, 0]}`,
			badField("validation_failed", "items[0].hours[1]")),
		patterns("there are at most 100", "$worker", long, refusedAs("too_many_items")),
		patterns("an unknown field is refused", "$worker",
			`{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 8, 0, 0], "validTo": "2026-12-31"}`, overREST,
			badField("unknown_field", "items[0].validTo")),
		paired(
			apitest.Step{Name: "the list is required", Call: "PUT /api/v1/users/$worker/working-patterns", Body: `{}`},
			"working_patterns", nil, []expectation{badField("validation_failed", "items")},
		),
		patterns("and the version cannot be written", "$worker", ``, overREST,
			func(p *pair) { p.Body = `{"items": [], "version": 3}` }, badField("unknown_field", "version")),
		patterns("the body comes before the user", "$unknown", weekdays+`, `+weekdays,
			badField("validation_failed", "items[1].validFrom")),
		patterns("the user comes before the permission", "$unknown", weekdays, by("worker"), refused("not_found")),
		patterns("a user of another organization is not found", "$other_worker", weekdays, refused("not_found")),
		patternsOf("neither to read", "$other_worker", refused("not_found")),
		patterns("the permission comes before the version", "$worker", weekdays, by("peer"), ifMatch(`"9"`),
			refused("permission_denied")),

		patterns("nobody writes their own", "$worker", weekdays, by("worker"), refused("permission_denied")),
		patterns("not even a manager", "$lead", weekdays, by("lead"), refused("permission_denied")),
		patterns("but an admin", "$admin", weekdays),
		patterns("their manager does", "$worker", weekdays, by("lead"), data(`{"version": 4}`)),
		patternsOf("everybody reads them", "$worker", by("peer"), data(`{"version": 4}`)),
	})
}

// refusedAs expects an error with status 400 and this code.
func refusedAs(code string) expectation {
	return func(p *pair) {
		refused("validation_failed")(p)
		p.Code = code
	}
}

func TestConditionsOfWorkingPatterns(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const call = "/api/v1/users/$worker/working-patterns"
	cached := func(tag string) int {
		return a.REST(t, "admin", "GET "+call, "", map[string]string{"If-None-Match": tag}).Status
	}
	if got := cached(`"0"`); got != http.StatusNotModified {
		t.Errorf("the version 0 that the client has: %d", got)
	}
	key := map[string]string{"Idempotency-Key": "patterns-1", "If-Match": `"0"`}
	first := a.REST(t, "admin", "PUT "+call, `{"items": [`+weekdays+`]}`, key)
	again := a.REST(t, "admin", "PUT "+call, `{"items": [`+weekdays+`]}`, key)
	if first.Status != 200 || replayed(first) || !replayed(again) || string(again.Raw) != string(first.Raw) ||
		again.Header.Get("ETag") != `"1"` {
		t.Errorf("%d %s, then %d %s", first.Status, first.Raw, again.Status, again.Raw)
	}
	if got := []int{cached(`"0"`), cached(`"1"`)}; !slices.Equal(got, []int{200, 304}) {
		t.Errorf("after a change: %v", got)
	}
	for path, allow := range map[string]string{
		call: "GET, HEAD, PUT", "/api/v1/holidays": "GET, HEAD, PUT", "/api/v1/holidays/$unknown": "DELETE",
		"/api/v1/users/$worker": "GET, HEAD, PATCH",
	} {
		verb := map[bool]string{true: "PUT ", false: "POST "}[path == "/api/v1/users/$worker"]
		if ans := a.REST(t, "admin", verb+path, "{}", nil); ans.Status != 405 || ans.Header.Get("Allow") != allow {
			t.Errorf("%s%s: %d, Allow %q", verb, path, ans.Status, ans.Header.Get("Allow"))
		}
	}
}

// TestConcurrentWorkingPatterns writes the patterns of a user for the first time, from many
// writers. All succeed, and the versions of the events have no gap.
func TestConcurrentWorkingPatterns(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const writers = 12
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() {
			body := fmt.Sprintf(`{"items": [{"validFrom": "2026-01-%02d", "hours": [8, 8, 8, 8, 8, 0, 0]}]}`, i+1)
			header := map[string]string{}
			if i%2 == 0 {
				header["Idempotency-Key"] = fmt.Sprint("writer-", i)
			}
			if ans := inQueue(t, func() *apitest.Answer {
				return a.REST(t, "admin", "PUT /api/v1/users/$worker/working-patterns", body, header)
			}); ans.Status != 200 {
				t.Errorf("%d %s", ans.Status, ans.Raw)
			}
		})
	}
	all.Wait()
	var versions []float64
	for _, e := range eventsOf(t, a, "working_patterns.") {
		versions = append(versions, e.After["version"].(float64))
	}
	if len(versions) != writers || versions[0] != 1 || versions[writers-1] != writers {
		t.Errorf("versions %v", versions)
	}
}

var holidayAPI = resource{
	path: "/api/v1/holidays", one: "Holiday", many: "Holidays", field: "holiday", table: "holidays",
	scope: "read:time_off",
}

// putHolidays is a step that writes these items.
func putHolidays(name, items string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "PUT /api/v1/holidays", Body: `{"items": [` + items + `]}`,
		RPC: "HolidayService/UpsertHolidays",
	}, "batch", nil, expectations)
}

// dropHoliday is a step that deletes a holiday.
func dropHoliday(name, id string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{Name: name, Call: "DELETE /api/v1/holidays/" + id, RPC: "HolidayService/DeleteHoliday"},
		"", map[string]any{"holiday_id": id}, expectations)
}

// holiday returns an item. It also serves as an expected holiday.
func holiday(country, date, name string) string {
	return asJSON(map[string]any{"countryCode": country, "date": date, "name": name})
}

func TestUpsertHolidays(t *testing.T) {
	t.Parallel()
	boxing, christmas := holiday("GB", "2027-12-28", "Boxing Day"), holiday("GB", "2027-12-27", "Christmas Day")
	eventTypes := func(name, want string) apitest.Step {
		return do(name, func(t *testing.T, a *apitest.API) {
			var got []string
			for _, e := range eventsOf(t, a, "holiday.") {
				got = append(got, strings.TrimPrefix(e.Type, "holiday."))
			}
			if strings.Join(got, " ") != want {
				t.Errorf("events %q, want %q", got, want)
			}
		})
	}
	long := make([]string, 1001)
	for i := range long {
		long[i] = holiday("GB", fmt.Sprintf("%04d-01-01", i+1), "New Year")
	}
	apitest.Run(t, []apitest.Step{
		putHolidays("holidays come back in the order of the items", items(boxing, christmas),
			data(`[`+merged(boxing, `{"id": "*", "factor": 1, "version": 1, "createdAt": "*", "updatedAt": "*"}`)+`, `+
				merged(christmas, `{"version": 1}`)+`]`),
			hasMembers("data.0", "id countryCode date name factor version createdAt updatedAt"), hasHeader("ETag", ""),
			func(p *pair) {
				p.Save = map[string]string{"boxing": "data.0.id", "christmas": "data.1.id", "time": "data.0.updatedAt"}
			}),
		eventTypes("each leaves an event", "created created"),
		putHolidays("the same again writes nothing", items(boxing, christmas),
			data(`[{"id": "$boxing", "version": 1, "updatedAt": "$time"}, {"id": "$christmas", "version": 1}]`)),
		eventTypes("and leaves no event", "created created"),
		putHolidays("only what differs is written", items(christmas, merged(boxing, `{"factor": 0.5}`)),
			data(`[{"id": "$christmas", "version": 1}, {"id": "$boxing", "factor": 0.5, "version": 2}]`)),
		eventTypes("with its event", "created created updated"),
		putHolidays("without a factor it is a whole day again", boxing, data(`[{"factor": 1, "version": 3}]`)),
		putHolidays("the later item wins",
			items(merged(boxing, `{"name": "A"}`), christmas, merged(boxing, `{"name": " B "}`)),
			data(`[{"id": "$boxing", "name": "B", "version": 4}, {"id": "$christmas", "version": 1},
				{"id": "$boxing", "name": "B", "version": 4}]`)),
		putHolidays("a country is stored in upper case", holiday("gb", "2027-12-28", "Boxing Day"),
			data(`[{"id": "$boxing", "countryCode": "GB", "version": 5}]`)),
		putHolidays("in both spellings it is one holiday",
			items(holiday("fr", "2027-07-14", "Bastille Day"), holiday("FR", "2027-07-14", "Fête nationale")),
			data(`[{"name": "Fête nationale", "version": 1}, {"name": "Fête nationale", "version": 1}]`)),
		putHolidays("no items give no holidays", "", data(`[]`)),
		eventTypes("and no events", "created created updated updated updated updated created"),

		putHolidays("every bad item is listed",
			items(boxing, holiday("ZZ", "2027-01-01", "A"), holiday("GB", "2027-02-30", "B"),
				merged(boxing, `{"name": " "}`), merged(boxing, `{"factor": 1.5}`), christmas),
			badField("validation_failed", "items[1].countryCode"), listed("items[1].countryCode", "items[2].date",
				"items[3].name", "items[4].factor"), says("4 items are bad")),
		putHolidays("also one that cannot be read",
			items(`{"countryCode": "GB", "date": 7, "name": "A"}`, `{}`, boxing), overREST,
			badField("validation_failed", "items[0].date"), fieldCount(4)),
		putHolidays("the id is not written", merged(boxing, `{"id": "$boxing"}`), overREST,
			badField("unknown_field", "items[0].id")),
		putHolidays("1,000 are accepted", items(long[:1000]...), overREST),
		putHolidays("one more is not", items(long...), overREST, refusedAs("too_many_items")),
		paired(apitest.Step{Name: "the list is required", Call: "PUT /api/v1/holidays", Body: `{}`}, "batch", nil,
			[]expectation{badField("validation_failed", "items")}),
		putHolidays("a manager does not write them", boxing, by("boss"), refused("permission_denied")),
		putHolidays("but is told first what is wrong", holiday("ZZ", "2027-01-01", "A"), by("boss"),
			badField("validation_failed", "items[0].countryCode")),
		putHolidays("there is no dry run", boxing, overREST, func(p *pair) { p.Call += "?dryRun=true" },
			refused("unknown_parameter")),

		dropHoliday("a manager deletes none", "$boxing", by("boss"), refused("permission_denied")),
		dropHoliday("a version that is no more conflicts", "$boxing", ifMatch(`"1"`), refused("version_conflict")),
		dropHoliday("an unknown one is not found", "$unknown", refused("not_found")),
		dropHoliday("an id is a UUID", "x", badParam("validation_failed", "holiday_id")),
		do("and REST and gRPC each delete one", func(t *testing.T, a *apitest.API) {
			rest := a.REST(t, "admin", "DELETE /api/v1/holidays/$boxing", "", map[string]string{"If-Match": `"5"`})
			rpc := a.Call(t, "admin", "HolidayService/DeleteHoliday", `{"holidayId": "$christmas"}`, nil)
			if !ok(rest) || !ok(rpc) ||
				a.Count(`SELECT count(*) FROM holidays WHERE id IN ($1, $2)`, a.ID("boxing"), a.ID("christmas")) != 0 {
				t.Errorf("%d %s, %s %s", rest.Status, rest.Raw, rpc.GRPC, rpc.Message)
			}
			if n := a.Count(`SELECT count(*) FROM events WHERE type = 'holiday.deleted'`); n != 2 {
				t.Errorf("%d events", n)
			}
		}),
		dropHoliday("a deleted one is not found", "$boxing", refused("not_found")),
		putHolidays("and can be created again", boxing, data(`[{"version": 1}]`)),
	})
}

func TestListHolidays(t *testing.T) {
	t.Parallel()
	filter := func(query, request string, want ...string) apitest.Step {
		return holidayAPI.list(query, query, request, data(`{"items": [`+items(want...)+`]}`))
	}
	gb, at, ie, late := holiday("GB", "2027-01-01", "New Year"), holiday("AT", "2027-01-01", "Neujahr"),
		holiday("IE", "2026-12-31", "New Year's Eve"), holiday("GB", "9999-12-31", "The last day")
	apitest.Run(t, []apitest.Step{
		putHolidays("some holidays", items(late, gb, ie, at)),
		do("those of another organization are its own", func(t *testing.T, a *apitest.API) {
			if ans := a.REST(
				t, "other_admin", "PUT /api/v1/holidays", `{"items": [`+merged(gb, `{"name": "Theirs"}`)+`]}`, nil,
			); !ok(ans) || apitest.Lookup(ans.Body, "data.0.version") != 1. {
				t.Errorf("%s", ans.Raw)
			}
		}),
		filter("", "{}", ie, at, gb, late),
		filter("countryCode=GB", `{"countryCode": "GB"}`, gb, late),
		filter("country_code=gb", `{"countryCode": "gb"}`, gb, late),
		filter("year=2027", `{"year": 2027}`, at, gb),
		filter("year=9999", `{"year": 9999}`, late),
		filter("year=1", `{"year": 1}`),
		filter("year=2027&countryCode=AT&updatedSince=2020-01-01T00:00:00Z",
			`{"year": 2027, "countryCode": "AT", "updatedSince": "2020-01-01T00:00:00Z"}`, at),
		filter("updatedSince=2099-01-01T00:00:00Z", `{"updatedSince": "2099-01-01T00:00:00Z"}`),
		holidayAPI.list("year 0 is none", "year=0", `{"year": 0}`, badParam("validation_failed", "year")),
		holidayAPI.list("ZZ is not assigned", "countryCode=ZZ", `{"countryCode": "ZZ"}`,
			badParam("validation_failed", "countryCode")),
		holidayAPI.list("a page between two countries of a day", "limit=2", `{"limit": 2}`,
			data(`{"items": [`+items(ie, at)+`], "hasMore": true}`), keepsCursor),
		holidayAPI.list("continues with the next country", "cursor=$cursor&count=true",
			`{"cursor": "$cursor", "count": true}`,
			data(`{"items": [`+items(gb, late)+`], "total": 4, "nextCursor": null}`)),
		holidayAPI.list("the cursor is of these filters", "cursor=$cursor&year=2027",
			`{"cursor": "$cursor", "year": 2027}`, badParam("validation_failed", "cursor")),
		scopedKeys("read:time_off"),
		holidayAPI.list("without the scope nobody reads", "", "{}", by("without"), outOfScope("read:time_off")),
	})
}

// TestConcurrentHolidays writes and deletes the same holidays from many writers, in different
// orders. All succeed, and the journal is what the table shows.
func TestConcurrentHolidays(t *testing.T) {
	t.Parallel()
	a := patient(apitest.NewIsolated(t))
	var all sync.WaitGroup
	for w := range 8 {
		all.Go(func() {
			for i := range 6 {
				days := make([]string, 20)
				for d := range days {
					days[d] = holiday("GB", fmt.Sprintf("2027-05-%02d", d+1), fmt.Sprint("Day ", w, i))
				}
				if w%2 == 0 {
					slices.Reverse(days)
				}
				if ans := a.REST(t, "admin", "PUT /api/v1/holidays", `{"items": [`+items(days...)+`]}`, nil); !ok(ans) {
					t.Errorf("%d %s", ans.Status, ans.Raw)
				}
				if ans := a.REST(t, "admin", "GET /api/v1/holidays?limit=1", "", nil); w == 0 {
					if id, found := apitest.Lookup(ans.Body, "data.items.0.id").(string); found {
						a.REST(t, "admin", "DELETE /api/v1/holidays/"+id, "", nil)
					}
				}
			}
		})
	}
	all.Wait()
	known := map[string]map[string]any{}
	for _, e := range eventsOf(t, a, "holiday.") {
		was := known[e.Record.ID]
		if (was == nil) != (e.Type == "holiday.created") ||
			was != nil && e.Type == "holiday.updated" && e.After["version"].(float64) != was["version"].(float64)+1 {
			t.Errorf("event %d: %s %v after %v", e.Seq, e.Type, e.After, was)
		}
		known[e.Record.ID] = e.After
		if e.After == nil {
			delete(known, e.Record.ID)
		}
	}
	listed := recordsOf(t, a.REST(t, "admin", "GET /api/v1/holidays", "", nil))
	if len(listed) != len(known) || len(listed) < 19 {
		t.Errorf("%d holidays, %d in the journal", len(listed), len(known))
	}
	for _, item := range listed {
		if fmt.Sprint(item) != fmt.Sprint(known[item["id"].(string)]) {
			t.Errorf("%v, and in the journal %v", item, known[item["id"].(string)])
		}
	}
}
