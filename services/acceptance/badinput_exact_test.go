package acceptance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// refusal is a call and what it is refused with; where code is empty, it succeeds.
type refusal struct {
	name, rest, body string
	code, field      string
}

func (r refusal) check(t *testing.T, a *apitest.API) {
	t.Run(r.name, func(t *testing.T) {
		ans := a.REST(t, "admin", r.rest, r.body, nil)
		want := 400
		if r.code == "" {
			want = 200
		}
		if ans.Status != want || ans.Code != r.code {
			t.Fatalf("%d %q, want %d %q: %.300s", ans.Status, ans.Code, want, r.code, ans.Raw)
		}
		if r.field != "" &&
			(len(ans.Fields) == 0 || ans.Fields[0] != r.field || !strings.Contains(ans.Message, r.field)) {
			t.Errorf("it names %q in %q, want %q", ans.Fields, ans.Message, r.field)
		}
	})
}

// TestBodiesAreDecodedStrictly sends bodies that a lenient decoder would accept.
func TestBodiesAreDecodedStrictly(t *testing.T) {
	t.Parallel()
	const (
		create  = "POST /api/v1/clients"
		update  = "PATCH /api/v1/clients/$acme"
		project = "POST /api/v1/projects"
		upsert  = "POST /api/v1/assignments"
		person  = "PATCH /api/v1/users/$peer"
	)
	hours := func(change ...string) string {
		row := `{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 8}`
		return `{"items": [` + strings.NewReplacer(change...).Replace(row) + `]}`
	}
	projectWith := func(more string) string {
		return `{"name": "Comet", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-12-31"` + more + `}`
	}
	a := seed(apitest.New(t))
	for _, r := range []refusal{
		{"no body is refused", create, ` `, "invalid_json", ""},
		{"an array is refused", create, `[]`, "invalid_json", ""},
		{"null is refused", update, `null`, "invalid_json", ""},
		{"a number is refused", create, `1`, "invalid_json", ""},
		{"a string is refused", create, `"{}"`, "invalid_json", ""},
		{"broken JSON is refused", create, `{"companyName": "Initech"`, "invalid_json", ""},
		{"a trailing comma is refused", create, `{"companyName": "Initech",}`, "invalid_json", ""},
		{"a comment is refused", create, `{"companyName": "Initech" /* x */}`, "invalid_json", ""},
		{"single quotes are refused", create, `{'companyName': 'Initech'}`, "invalid_json", ""},
		{"text after the body is refused", create, `{"companyName": "Initech"} x`, "invalid_json", ""},
		{"a second body is refused", create,
			`{"companyName": "Initech"}{"companyName": "Initech"}`, "invalid_json", ""},
		{"a byte order mark is refused", create, "\ufeff" + `{"companyName": "Initech"}`, "invalid_json", ""},
		{"a body a thousand levels deep is refused", create,
			strings.Repeat(`{"a":`, 1000) + `1` + strings.Repeat(`}`, 1000), "invalid_json", ""},
		{"a million open brackets are refused", create, strings.Repeat(`[`, 1_000_000), "invalid_json", ""},
		{"a duplicate member is refused", create,
			`{"companyName": "Initech", "companyName": "Initrode"}`, "invalid_json", ""},
		{"a duplicate member of an item is refused", upsert,
			hours(`"hours": 8`, `"hours": 8, "hours": 7`), "invalid_json", ""},
		{"a duplicate member with an escape is refused", create,
			`{"companyName": "Initech", "company\u004eame": "Initrode"}`, "invalid_json", ""},

		{"an unknown member is named", create, `{"companyName": "Initech", "nick": 1}`, "unknown_field", "nick"},
		{"an unknown member of an item is named", upsert, hours(`"hours": 8`, `"hours": 8, "note": "x"`),
			"unknown_field", "items[0].note"},
		{"an unknown member next to the items is named", upsert, `{"items": [], "dryRun": true}`,
			"unknown_field", "dryRun"},
		{"a name in the wrong case is unknown", create, `{"companyname": "Initech"}`, "unknown_field", "companyname"},
		{"a name in snake_case is unknown", create, `{"company_name": "Initech"}`, "unknown_field", "company_name"},
		{"a name in snake_case in an item is unknown", upsert, hours(`userId`, `user_id`),
			"unknown_field", "items[0].user_id"},
		{"the id cannot be written", create, `{"companyName": "Initech", "id": "$unknown"}`, "unknown_field", "id"},
		{"the version cannot be written", update, `{"version": 7}`, "unknown_field", "version"},
		{"the organization cannot be written", update, `{"organizationId": "$unknown"}`,
			"unknown_field", "organizationId"},
		{"the id of a user cannot be written", person, `{"id": "$worker"}`, "unknown_field", "id"},
		{"the creation time of a user cannot be written", person, `{"createdAt": "2026-01-01T00:00:00Z"}`,
			"unknown_field", "createdAt"},
		{"the time of the last change of a user cannot be written", person, `{"updatedAt": "2026-01-01T00:00:00Z"}`,
			"unknown_field", "updatedAt"},
		{"the client of a project cannot be changed", "PATCH /api/v1/projects/$atlas", `{"clientId": "$globex"}`,
			"unknown_field", "clientId"},
		{"the billing of a project cannot be changed", "PATCH /api/v1/projects/$atlas",
			`{"amount": 1}`, "unknown_field", "amount"},
		{"an expanded object cannot be written", project, projectWith(`, "client": {}`), "unknown_field", "client"},
		{"the state of time off cannot be changed", "PATCH /api/v1/time-off/$patchable", `{"status": "approved"}`,
			"unknown_field", "status"},
		{"the user of time off cannot be changed", "PATCH /api/v1/time-off/$patchable", `{"userId": "$peer"}`,
			"unknown_field", "userId"},
		{"who decided cannot be written", "PATCH /api/v1/time-off/$patchable", `{"decidedById": "$peer"}`,
			"unknown_field", "decidedById"},
		{"the body of a rejection has one member", "POST /api/v1/time-off/$rejectable/reject",
			`{"rejectionReason": "No", "status": "rejected"}`, "unknown_field", "status"},

		{"null for a required field is refused", update, `{"companyName": null}`, "validation_failed", "companyName"},
		{"null is not a status", "PATCH /api/v1/projects/$atlas", `{"status": null}`, "validation_failed", "status"},
		{"null is not an availability", person, `{"defaultAvailability": null}`,
			"validation_failed", "defaultAvailability"},
		{"null is not a list in an update", update, `{"categories": null}`, "validation_failed", "categories"},
		{"null is not a list of items", upsert, `{"items": null}`, "validation_failed", "items"},
		{"items is required", upsert, `{}`, "validation_failed", "items"},
		{"an item must be an object", upsert, `{"items": [1]}`, "validation_failed", "items[0]"},
		{"an item must not be null", upsert, `{"items": [null]}`, "validation_failed", "items[0]"},
		{"null clears nullable fields", update,
			`{"email": null, "image": null, "countryCode": null, "website": null, "accountManagerId": null}`, "", ""},
		{"null clears the manager of a project", "PATCH /api/v1/projects/$atlas", `{"projectManagerId": null}`, "", ""},
		{"null clears the reporting line", person, `{"reportsToId": null, "image": null, "countryCode": null}`, "", ""},

		{"NUL in a text is refused", create, `{"companyName": "Ini\u0000tech"}`, "validation_failed", "companyName"},
		{"invalid UTF-8 is refused", create, "{\"companyName\": \"Ini\xfftech\"}", "invalid_json", ""},
		{"half of a surrogate pair is refused", create, `{"companyName": "Ini\ud800tech"}`, "invalid_json", ""},
		{"a surrogate pair is accepted", create, `{"companyName": "Ini\ud83d\ude00tech"}`, "", ""},
		{"a number in quotes is not a number", upsert, hours(`8}`, `"8"}`), "validation_failed", "items[0].hours"},
		{"a number beyond a double is refused", upsert, hours(`8}`, `1e400}`), "validation_failed", "items[0].hours"},
		{"NaN is not JSON", upsert, hours(`8}`, `NaN}`), "invalid_json", ""},
		{"NaN in quotes is not a number", upsert, hours(`8}`, `"NaN"}`), "validation_failed", "items[0].hours"},
		{"a leading zero is not JSON", upsert, hours(`8}`, `08}`), "invalid_json", ""},
		{"1e1 is ten", upsert, hours(`8}`, `1e1}`), "", ""},
		{"24 hours are accepted", upsert, hours(`8}`, `24}`), "", ""},
		{"more than 24 hours are refused", upsert, hours(`8}`, `24.001}`), "validation_failed", "items[0].hours"},
		{"negative hours are refused", upsert, hours(`8}`, `-0.01}`), "validation_failed", "items[0].hours"},
		{"the hours of an item are required", upsert, hours(`, "hours": 8`, ``), "validation_failed", "items[0].hours"},
		{"the user of an item is required", upsert, hours(`"userId": "$worker", `, ``),
			"validation_failed", "items[0].userId"},
		{"the date of an item is required", upsert, hours(`"date": "2026-03-02", `, ``),
			"validation_failed", "items[0].date"},
		{"a boolean in quotes is not a boolean", create, `{"companyName": "Initech", "isActive": "true"}`,
			"validation_failed", "isActive"},
		{"1 is not a boolean", create, `{"companyName": "Initech", "isActive": 1}`, "validation_failed", "isActive"},
		{"an enum in the wrong case is refused", create, `{"companyName": "Initech", "clientPriority": "HIGH"}`,
			"validation_failed", "clientPriority"},
		{"the number of an enum is refused", create, `{"companyName": "Initech", "clientPriority": 1}`,
			"validation_failed", "clientPriority"},
		{"an empty enum is refused", project, projectWith(`, "status": ""`), "validation_failed", "status"},
		{"the proto name of an enum is refused", project, projectWith(`, "status": "PROJECT_STATUS_ACTIVE"`),
			"validation_failed", "status"},

		{"30 February is refused", upsert, hours(`2026-03-02`, `2026-02-30`), "validation_failed", "items[0].date"},
		{"29 February 2026 is refused", upsert, hours(`2026-03-02`, `2026-02-29`),
			"validation_failed", "items[0].date"},
		{"29 February 2024 is accepted", upsert, hours(`2026-03-02`, `2024-02-29`), "", ""},
		{"the year 0 is refused", upsert, hours(`2026-03-02`, `0000-12-31`), "validation_failed", "items[0].date"},
		{"a year of five digits is refused", upsert, hours(`2026-03-02`, `10000-01-01`),
			"validation_failed", "items[0].date"},
		{"the first day of the year 1 is accepted", upsert, hours(`2026-03-02`, `0001-01-01`), "", ""},
		{"the last day of the year 9999 is accepted", upsert, hours(`2026-03-02`, `9999-12-31`), "", ""},
		{"a time is not a date", upsert, hours(`2026-03-02`, `2026-03-02T00:00:00Z`),
			"validation_failed", "items[0].date"},
		{"a day of one digit is refused", upsert, hours(`2026-03-02`, `2026-3-2`),
			"validation_failed", "items[0].date"},
		{"an end before the start is refused", project, strings.Replace(projectWith(``), "2026-12-31", "2025-12-31", 1),
			"validation_failed", "endDate"},

		{"an id in upper case is accepted", upsert,
			strings.Replace(hours(), "$worker", strings.ToUpper(a.ID("worker")), 1), "", ""},
		{"an id between other characters is refused", upsert,
			strings.Replace(hours(), "$worker", "x"+a.ID("worker")+"x", 1), "validation_failed", "items[0].userId"},
		{"an id in braces is refused", upsert, strings.Replace(hours(), "$worker", "{"+a.ID("worker")+"}", 1),
			"validation_failed", "items[0].userId"},
		{"a URN is an external id", upsert, strings.Replace(hours(), "$worker", "urn:uuid:"+a.ID("worker"), 1),
			"unknown_reference", "items[0].userId"},
		{"an id without hyphens is refused", upsert,
			strings.Replace(hours(), "$worker", strings.ReplaceAll(a.ID("worker"), "-", ""), 1),
			"validation_failed", "items[0].userId"},
		{"an empty id is refused", project, strings.Replace(projectWith(``), "$acme", "", 1),
			"validation_failed", "clientId"},
		{"an unknown id is an unknown reference", upsert, strings.Replace(hours(), "$worker", "$unknown", 1),
			"unknown_reference", "items[0].userId"},
		{"the nil id is an unknown reference", upsert,
			strings.Replace(hours(), "$worker", "00000000-0000-0000-0000-000000000000", 1),
			"unknown_reference", "items[0].userId"},
		{"an id in the path must be a UUID", "PATCH /api/v1/users/7", `{}`, "validation_failed", "user_id"},
		{"5,000 items are accepted", upsert + "?dryRun=true", hoursOfItems(5000), "", ""},
		{"5,001 items are too many", upsert, hoursOfItems(5001), "too_many_items", "items"},
		{"an empty list of items is accepted", upsert, `{"items": []}`, "", ""},
		{"characters are counted, not bytes", create, `{"companyName": "` + strings.Repeat("é", 255) + `"}`, "", ""},
		{"256 characters are too many", create, `{"companyName": "` + strings.Repeat("é", 256) + `"}`,
			"validation_failed", "companyName"},
	} {
		r.check(t, a)
	}
	t.Run("the first hundred bad items are listed, and all are counted", func(t *testing.T) {
		var items []string
		for range 150 {
			items = append(items, `{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 25}`)
		}
		ans := a.REST(t, "admin", upsert, `{"items": [`+strings.Join(items, ",")+`]}`, nil)
		if ans.Status != 400 || len(ans.Fields) != 100 || ans.Fields[99] != "items[99].hours" ||
			!strings.Contains(ans.Message, "150") {
			t.Errorf("%d, %d fields: %s", ans.Status, len(ans.Fields), ans.Message)
		}
		if index := apitest.Lookup(ans.Body, "error.details.99.index"); index != 99. {
			t.Errorf("index %v, want 99", index)
		}
	})
	t.Run("text is stored byte by byte", func(t *testing.T) {
		for _, text := range []string{"e\u0301", "\u202egnp.exe", "\uffff x", "'; DROP TABLE users; --",
			"a\\tb%_", "😀 x", "\u00a0x\u3000"} {
			a.REST(t, "admin", update, `{"website": `+quoted(text)+`}`, nil)
			ans := a.REST(t, "admin", "GET /api/v1/clients", "", nil)
			if got := apitest.Lookup(ans.Body, "data.items.0.website"); got != text {
				t.Errorf("%q came back as %q", text, got)
			}
		}
	})
}

// hoursOfItems returns the body of an upsert of n items.
func hoursOfItems(n int) string {
	item := `{"userId":"$worker","projectId":"$atlas","date":"2026-03-02","hours":8}`
	return `{"items":[` + strings.Join(slices.Repeat([]string{item}, n), ",") + `]}`
}

// TestQueriesAreDecodedStrictly sends queries that a lenient decoder would accept.
func TestQueriesAreDecodedStrictly(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	for _, list := range []string{"users", "clients", "projects", "assignments", "actual-hours", "time-off",
		"capabilities", "time-off-types"} {
		for query, limit := range map[string]float64{
			"": 50, "limit=0": 1, "limit=-1": 1, "limit=1": 1, "limit=200": 200, "limit=201": 200, "limit=1e2": 100,
			"limit=50.0": 50, "limit=1e9": 200, "limit=1e400": 200, "limit=-99999999999999999999": 1,
			"offset=9007199254740991": 50, "offset=1e2": 50, "offset=0.0": 50,
		} {
			t.Run(list+" takes "+query, func(t *testing.T) {
				ans := a.REST(t, "admin", "GET /api/v1/"+list+"?"+query, "", nil)
				if ans.Status != 200 || apitest.Lookup(ans.Body, "data.limit") != limit {
					t.Errorf("%d, limit %v, want %v: %s", ans.Status,
						apitest.Lookup(ans.Body, "data.limit"), limit, ans.Raw)
				}
			})
		}
		for query, field := range map[string]string{
			"limit=1.5": "limit", "limit=": "limit", "limit=x": "limit", "limit=0x10": "limit", "limit=%2B5": "limit",
			"limit=1&limit=2": "limit", "limit=1,2": "limit", "offset=-1": "offset",
			"offset=9007199254740992": "offset", "offset=1e400": "offset",
			"offset=0.5": "offset", "offset=": "offset",
			"count=1": "count", "count=TRUE": "count", "count=": "count",
			"updatedSince=2026-01-01": "updatedSince", "updated_since=yesterday": "updated_since",
			"updatedSince=2026-01-01T00:00:00Z&updated_since=2026-01-01T00:00:00Z": "",
		} {
			refusal{
				list + " refuses " + query, "GET /api/v1/" + list + "?" + query, "", "validation_failed", field,
			}.check(t, a)
		}
		refusal{list + " does not know x", "GET /api/v1/" + list + "?x=1", "", "unknown_parameter", "x"}.check(t, a)
		refusal{
			list + " does not know LIMIT", "GET /api/v1/" + list + "?LIMIT=1", "", "unknown_parameter", "LIMIT",
		}.check(t, a)
	}
	for _, r := range []refusal{
		{"six states are too many", "projects?status=draft,planned,active,completed,cancelled,draft", "",
			"validation_failed", "status"},
		{"five are not", "projects?status=draft,planned,active,completed,cancelled", "", "", ""},
		{"an unknown state is refused", "projects?status=draft,done", "", "validation_failed", "status"},
		{"no state is refused", "projects?status=", "", "validation_failed", "status"},
		{"nothing after a comma is refused", "projects?status=draft,", "", "validation_failed", "status"},
		{"an unknown expansion is refused", "projects?expand=x", "", "validation_failed", "expand"},
		{"both expansions are taken", "projects?expand=client,projectManager", "", "", ""},
		{"an expansion twice is taken once", "projects?expand=client,client", "", "", ""},
		{"1 is not a boolean", "projects?isBillable=1", "", "validation_failed", "isBillable"},
		{"an empty name is refused", "projects?name=", "", "validation_failed", "name"},
		{"the other spelling is taken",
			"projects?client_id=$acme&assigned_user_id=$worker&start_date=2026-01-01&is_billable=true", "", "", ""},
		{"and named as it was written", "projects?client_id=x", "", "validation_failed", "client_id"},
		{"both spellings at once are refused", "projects?clientId=$acme&client_id=$acme", "", "validation_failed", ""},
		{"userId is user_id",
			"assignments?userId=$worker&projectId=$atlas&startDate=2026-01-01&endDate=2026-12-31&capabilityId=$design",
			"", "", ""},
		{"and named as it was written", "assignments?userId=x", "", "validation_failed", "userId"},
		{"both at once are refused", "assignments?userId=$worker&user_id=$worker", "", "validation_failed", ""},
		{"user_id is user_id",
			"time-off?user_id=$worker&status=pending&start_date=2026-01-01&end_date=2026-12-31", "", "", ""},
		{"two states of time off are refused", "time-off?status=pending,approved", "", "validation_failed", "status"},
		{"a state given twice is refused", "time-off?status=pending&status=approved", "",
			"validation_failed", "status"},
		{"a day that is none is refused", "time-off?start_date=2026-02-30", "", "validation_failed", "start_date"},
		{"a semicolon is no separator", "users?limit=1;offset=1", "", "validation_failed", ""},
		{"a broken escape is refused", "users?limit=%zz", "", "validation_failed", ""},
	} {
		r.rest = "GET /api/v1/" + r.rest
		r.check(t, a)
	}
	t.Run("a filter of another list is unknown", func(t *testing.T) {
		for _, query := range []string{"users?clientId=$acme", "clients?clientId=$acme", "projects?user_id=$worker",
			"time-off?project_id=$atlas", "capabilities?user_id=$worker"} {
			refusal{query, "GET /api/v1/" + query, "", "unknown_parameter", ""}.check(t, a)
		}
	})
	t.Run("a write knows no parameters of a list", func(t *testing.T) {
		refusal{
			"limit", "POST /api/v1/clients?limit=1", `{"companyName": "Initech"}`, "unknown_parameter", "limit",
		}.check(t, a)
		refusal{
			"companyName", "PATCH /api/v1/clients/$acme?companyName=x", `{}`, "unknown_parameter", "companyName",
		}.check(t, a)
		refusal{
			"the id", "PATCH /api/v1/clients/$acme?clientId=$globex", `{}`, "unknown_parameter", "clientId",
		}.check(t, a)
		refusal{
			"updateMask", "PATCH /api/v1/clients/$acme?updateMask=website", `{}`, "unknown_parameter", "updateMask",
		}.check(t, a)
		refusal{"dryRun of what has none", "POST /api/v1/keys?dryRun=true",
			`{"name": "Sync", "scopes": ["read:users"]}`,
			"unknown_parameter", "dryRun"}.check(t, a)
	})
	t.Run("an error repeats no more than 64 bytes of a name", func(t *testing.T) {
		ans := a.REST(t, "admin", "GET /api/v1/users?"+strings.Repeat("x", 1000)+"=1", "", nil)
		if ans.Code != "unknown_parameter" || len(ans.Message) > 200 {
			t.Errorf("%s", ans.Raw)
		}
	})
	t.Run("an error never repeats a value", func(t *testing.T) {
		const value = "sesame-7f3a"
		for _, c := range [][2]string{
			{"GET /api/v1/users?limit=" + value, ""}, {"GET /api/v1/projects?clientId=" + value, ""},
			{"GET /api/v1/projects?status=" + value, ""}, {"GET /api/v1/projects?expand=" + value, ""},
			{"PATCH /api/v1/users/" + value, `{}`}, {"PATCH /api/v1/users/$peer", `{"countryCode": "` + value + `"}`},
			{"PATCH /api/v1/users/$peer", `{"image": "` + value + `"}`},
			{"POST /api/v1/clients", `{"companyName": "Initech", "email": "` + value + `"}`},
			{"POST /api/v1/clients", `{"companyName": "Initech", "clientPriority": "` + value + `"}`},
			{"POST /api/v1/clients", `{"companyName": {"x": "` + value + `"}}`},
			{"POST /api/v1/clients", `{"companyName": "` + value + `}`},
		} {
			if ans := a.REST(t, "admin", c[0], c[1], nil); ans.Status != 400 ||
				strings.Contains(fmt.Sprint(string(ans.Raw), ans.Header), value) {
				t.Errorf("%s %s: %d %s %v", c[0], c[1], ans.Status, ans.Raw, ans.Header)
			}
		}
	})
}
