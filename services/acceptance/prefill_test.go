package acceptance_test

import (
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// prefill is a step that fills the days of a user, from the plan unless the override says otherwise.
func prefill(name, override string, expectations ...expectation) apitest.Step {
	of := resource{field: "prefill", enums: map[string]string{"from": "PREFILL_SOURCE_"}}
	return paired(apitest.Step{
		Name: name, Call: "POST /api/v1/actual-hours/prefill", RPC: "ActualHoursService/PrefillActualHours",
		Body: merged(`{"userId": "$worker", "startDate": "2026-03-02", "endDate": "2026-03-08", "from": "plan"}`, override),
	}, "prefill", nil, append([]expectation{of.nameEnums}, expectations...))
}

// TestPrefill: empty days get the plan, and nothing else changes. 2026-03-02 is a Monday.
func TestPrefill(t *testing.T) {
	t.Parallel()
	plan, worked := plannedHours, actualHours
	monday, tuesday := day(`{"date": "2026-03-02", "hours": 8}`), day(`{"date": "2026-03-03", "hours": 3}`)
	beacon := day(`{"date": "2026-03-03", "projectId": "$beacon", "hours": 4.5}`)
	apitest.Run(t, []apitest.Step{
		plan.upsert("a plan", items(monday, tuesday, beacon, day(`{"date": "2026-03-04"}`), day(`{"date": "2026-03-05"}`),
			day(`{"date": "2026-03-06"}`), day(`{"date": "2026-03-07", "tentative": true}`),
			day(`{"date": "2026-03-08", "hours": 0}`)), answers("")),
		worked.upsert("Wednesday has hours", items(day(`{"date": "2026-03-04", "hours": 1}`)), answers("")),
		timeOff.create("Thursday is off", skiing(`{"startDate": "2026-03-05", "endDate": "2026-03-05", "status": "approved"}`),
			answers("")),
		{Name: "Friday is a holiday", Call: "PUT /api/v1/holidays", RPC: "HolidayService/UpsertHolidays",
			Body:    `{"items": [{"countryCode": "DE", "date": "2026-03-06", "name": "Feast"}]}`,
			Request: `{"batch": {"items": [{"countryCode": "DE", "date": "2026-03-06", "name": "Feast"}]}}`},
		do("of the user", func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE users SET country_code = 'DE' WHERE id = $1`, a.ID("worker"))
		}),
		prefill("a dry run", `{}`, dryRun, data(`{"created": 3}`)),
		worked.has("writes nothing", items(day(`{"date": "2026-03-04", "hours": 1}`))),
		prefill("the empty days get the plan", `{}`, by("worker"), data(`{"created": 3,
			"items": [`+monday+`, {"date": "2026-03-03"}, {"date": "2026-03-03"}],
			"skipped": [{"date": "2026-03-04", "reason": "has_hours"}, {"date": "2026-03-05", "reason": "time_off"},
				{"date": "2026-03-06", "reason": "holiday"}]}`)),
		prefill("once", `{}`, data(`{"created": 0, "items": []}`)),
		prefill("and the next week from this one", `{"startDate": "2026-03-09", "endDate": "2026-03-15",
			"from": "previous_week"}`, data(`{"created": 4, "skipped": []}`)),
		prefill("one's own days by default", `{"userId": "-", "startDate": "2026-03-16", "endDate": "2026-03-22",
			"from": "previous_week"}`, by("worker"), data(`{"created": 4}`)),
		lockAPI.create("a month is closed", closing(`{}`), saves("lock"), answers("")),
		plan.upsert("more is planned", items(day(`{"date": "2026-03-31"}`), day(`{"date": "2026-04-01"}`)), answers("")),
		prefill("only its days stay empty", `{"startDate": "2026-03-31", "endDate": "2026-04-01"}`,
			data(`{"created": 1, "items": [{"date": "2026-04-01"}]}`)),
		prefill("the end before the start", `{"endDate": "2026-03-01"}`, badField("validation_failed", "startDate")),
		prefill("63 days", `{"endDate": "2026-05-03"}`, badField("validation_failed", "endDate")),
		prefill("the first days of all", `{"startDate": "0001-01-01", "endDate": "0001-01-03", "from": "previous_week"}`,
			data(`{"created": 0}`)),
		prefill("the last days of all", `{"startDate": "9999-12-30", "endDate": "9999-12-31", "from": "previous_week"}`,
			data(`{"created": 0}`)),
		prefill("a placeholder", `{"userId": "$vacancy"}`, badField("validation_failed", "userId")),
		prefill("an unknown user", `{"userId": "$unknown"}`, badField("unknown_reference", "userId")),
		plan.upsert("the days of somebody", items(day(`{"date": "2026-04-02"}`)), answers("")),
		prefill("are not for everybody", `{"startDate": "2026-04-02", "endDate": "2026-04-02"}`, by("loner"),
			refused("permission_denied")),
	})
}

// TestPrefillOfTheFuture: a day that is after today stays empty.
func TestPrefillOfTheFuture(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	tomorrow := time.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	done(t, a, "POST /api/v1/assignments", batch([]string{day(`{"date": "` + tomorrow + `"}`)}))
	ans := a.REST(t, "admin", "POST /api/v1/actual-hours/prefill",
		`{"userId": "$worker", "startDate": "`+tomorrow+`", "endDate": "`+tomorrow+`", "from": "plan"}`, nil)
	if got := asJSON(apitest.Lookup(ans.Body, "data.skipped")); got != `[{"date":"`+tomorrow+`","reason":"future"}]` {
		t.Errorf("skipped %s of %s", got, ans.Raw)
	}
}
