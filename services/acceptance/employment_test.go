package acceptance_test

import (
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestEmployment: the days of employment are in order, and a placeholder has none.
func TestEmployment(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		userAPI.update("one day", "$worker", `{"startDate": "2026-03-02", "endDate": "2026-03-02"}`,
			data(`{"startDate": "2026-03-02", "endDate": "2026-03-02", "version": 2}`)),
		userAPI.update("an end before the start", "$worker", `{"endDate": "2026-03-01"}`,
			badField("validation_failed", "endDate")),
		userAPI.update("a start after the end", "$worker", `{"startDate": "2026-03-03"}`,
			badField("validation_failed", "startDate")),
		userAPI.update("both in the wrong order", "$worker", `{"startDate": "2026-04-02", "endDate": "2026-04-01"}`,
			badField("validation_failed", "endDate")),
		userAPI.update("the start alone", "$worker", `{"endDate": null}`,
			data(`{"startDate": "2026-03-02", "endDate": null, "version": 3}`)),
		userAPI.create("a new user with an end", merged(newUser, `{"endDate": "2026-12-31"}`),
			data(`{"startDate": null, "endDate": "2026-12-31"}`)),
		userAPI.create("a placeholder is not employed", merged(backend, `{"startDate": "2026-03-02"}`),
			badField("validation_failed", "startDate")),
		userAPI.create("a placeholder without dates", backend, saves("backend"), data(`{"startDate": null, "endDate": null}`)),
		userAPI.update("nor does its employment end", "$backend", `{"endDate": "2026-03-02"}`,
			badField("validation_failed", "endDate")),
	})
}

// TestEmploymentAndTime: outside of employment there is no availability, whoever asks.
func TestEmploymentAndTime(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	done(t, a, "PATCH /api/v1/users/$worker", `{"startDate": "2026-03-04", "endDate": "2026-03-10"}`)
	const weeks = "?start_date=2026-03-02&end_date=2026-03-15"
	read := func(call, path string) any {
		t.Helper()
		ans := a.REST(t, "admin", "GET /api/v1/"+call, "", nil)
		return apitest.Lookup(ans.Body, path)
	}
	available := read("capacity"+weeks+"&user_id=$worker&bucket=week", "data.items.0.values.3")
	if got := asJSON(available); got != "[24,16]" { // Wednesday to Friday, Monday and Tuesday
		t.Errorf("availability is %s", got)
	}
	if got := read("capacity?start_date=2026-03-16&end_date=2026-03-22&user_id=$worker", "data.items.0.values.3"); asJSON(got) != "[0]" {
		t.Errorf("after the end, availability is %s", asJSON(got))
	}
	listed := func(call string) (found bool) {
		t.Helper()
		items, _ := read(call, "data.items").([]any)
		if len(items) == 0 {
			t.Errorf("%s has no items", call)
		}
		for _, item := range items {
			found = found || apitest.Lookup(item, "id") == a.ID("worker")
		}
		return found
	}
	for call, want := range map[string]bool{
		"capacity" + weeks:                                                true,
		"capacity/gaps" + weeks + "&hours=8":                              true,
		"capacity?start_date=2026-03-16&end_date=2026-03-22":              false,
		"capacity/gaps?hours=8&start_date=2026-03-16&end_date=2026-03-22": false,
		"capacity/gaps?hours=8&start_date=2026-02-23&end_date=2026-03-01": false,
	} {
		if got := listed(call); got != want {
			t.Errorf("%s: the user is listed: %t", call, got)
		}
	}
	leave := a.REST(t, "admin", "POST /api/v1/time-off", `{"userId": "$worker", "timeOffTypeId": "$vacation",
		"startDate": "2026-03-09", "endDate": "2026-03-13", "availability": 0, "reason": "rest"}`, nil)
	id, _ := apitest.Lookup(leave.Body, "data.id").(string)
	if days := read("time-off/"+id+"?include=workingTime", "data.workingTime.days"); days != 2. {
		t.Errorf("leave over the end takes %v days: %s", days, leave.Raw)
	}
}

// TestWarningsOfEmployment: hours outside of employment are taken, and a client that asks is told.
func TestWarningsOfEmployment(t *testing.T) {
	t.Parallel()
	outside := func(i int) string {
		return warning(i, "date", "outside_employment", "is outside of the employment of the user")
	}
	bothHours(t, func(t *testing.T, h hours) {
		on := func(date string) string { return day(`{"userId": "$peer", "date": "` + date + `"}`) }
		apitest.Run(t, []apitest.Step{
			userAPI.update("Pe has two days", "$peer", `{"startDate": "2026-03-03", "endDate": "2026-03-04"}`),
			h.upsert("only days outside are named",
				items(on("2026-03-02"), on("2026-03-03"), on("2026-03-04"), on("2026-03-05")), include("warnings"),
				h.wrote(items(on("2026-03-02"), on("2026-03-03"), on("2026-03-04"), on("2026-03-05"))),
				meta(`{`+warned(outside(0), outside(3))+`}`)),
			userAPI.update("without an end", "$peer", `{"endDate": null}`),
			h.upsert("only the start counts", items(on("2026-03-02"), on("2026-03-05")), include("warnings"),
				meta(`{`+warned(outside(0))+`}`)),
		})
	})
}

// TestEmploymentOverSCIM: identity providers send the days in an extension of the schema.
func TestEmploymentOverSCIM(t *testing.T) {
	t.Parallel()
	api := newSCIM(t)
	const extension = "urn:ietf:params:scim:schemas:extension:workplan:2.0:User"
	employed := func(got scimAnswer, want string) {
		t.Helper()
		if days := asJSON(got.body[extension]); days != want {
			t.Errorf("%s, want %s: %s", days, want, got.raw)
		}
	}
	got := scimMust(t, api, 201, "POST /Users", `{"userName": "new@example.com",
		"`+extension+`": {"startDate": "2026-03-02T00:00:00Z", "endDate": "2026-12-31"}}`)
	employed(got, `{"endDate":"2026-12-31","startDate":"2026-03-02"}`)
	api = api.With("new", got.body["id"].(string))
	ans := api.REST(t, "admin", "GET /api/v1/users/$new", "", nil)
	if first := apitest.Lookup(ans.Body, "data.startDate"); first != "2026-03-02" {
		t.Errorf("over REST it is %v", first)
	}
	employed(scimMust(t, api, 200, "PATCH /Users/$new",
		patchOf(`{"op": "replace", "path": "`+extension+`:endDate", "value": "2026-11-30"}`)),
		`{"endDate":"2026-11-30","startDate":"2026-03-02"}`)
	employed(scimMust(t, api, 200, "PATCH /Users/$new",
		patchOf(`{"op": "remove", "path": "`+extension+`:startDate"}`)), `{"endDate":"2026-11-30"}`)
	employed(scimMust(t, api, 200, "PUT /Users/$new", `{"userName": "new@example.com", "displayName": "New"}`),
		`{"endDate":"2026-11-30"}`)
	for value, detail := range map[string]string{
		"2026-02-30": extension + ":endDate must be", "soon": extension + ":endDate must be",
	} {
		got := scimCall(t, api, "PATCH /Users/$new",
			patchOf(`{"op": "replace", "path": "`+extension+`:endDate", "value": "`+value+`"}`))
		if text, _ := got.body["detail"].(string); got.StatusCode != 400 || !strings.HasPrefix(text, detail) {
			t.Errorf("%s: %d %s", value, got.StatusCode, got.raw)
		}
	}
	employed(scimMust(t, api, 200, "PATCH /Users/$new", patchOf(`{"op": "remove", "path": "`+extension+`"}`)), "null")
}
