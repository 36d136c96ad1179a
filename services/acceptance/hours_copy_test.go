package acceptance_test

import (
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// copying is a step that copies rows. source and target are objects; more has the other members.
func copying(name, source, target, more string, expectations ...expectation) apitest.Step {
	body := merged(`{"source": `+source+`, "target": `+target+`, "onExisting": "replace"}`, more)
	toEnum := func(p *pair) {
		for _, word := range []string{"replace", "add", "skip"} {
			p.Request = strings.Replace(p.Request, `"onExisting":"`+word+`"`,
				`"onExisting":"ON_EXISTING_`+strings.ToUpper(word)+`"`, 1)
		}
	}
	return paired(apitest.Step{
		Name: name, Call: "POST /api/v1/assignments/copy", Body: body, RPC: "AssignmentService/CopyAssignments",
	}, "copy", nil, append([]expectation{toEnum}, expectations...))
}

// namesUser checks that the first warning names the user of the first row of the response, as the response does.
func namesUser(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
	t.Helper()
	want := "items[0].userId"
	if ans.Status == 0 {
		want = "items[0].user_id"
	}
	if got := apitest.Lookup(ans.Body, "meta.warnings.0.field"); got != want {
		t.Errorf("the warning names %v, want %s", got, want)
	}
}

func TestCopy(t *testing.T) {
	t.Parallel()
	h := plannedHours
	week := func(override string) string {
		return merged(`{"userId": "$worker", "startDate": "2026-03-02", "endDate": "2026-03-08"}`, override)
	}
	on := func(date, override string) string { return merged(day(`{"date": "2026-03-`+date+`"}`), override) }
	later := `{"startDate": "2026-03-09"}`
	apitest.Run(t, []apitest.Step{
		h.upsert("a week", items(on("02", `{}`), on("03", `{"hours": 4, "tentative": true}`), on("07", `{"hours": 1}`)),
			answers("")),
		copying("a dry run shows the copy", week(`{}`), later, `{}`, dryRun, changed(3, 0, 0, 0)),
		copying("a week is copied a week on, weekend and all", week(`{}`), later, `{}`, changed(3, 0, 0, 0),
			data(`{"items": [`+items(on("09", `{"version": 1}`), on("10", `{"hours": 4, "tentative": true}`),
				on("14", `{"hours": 1}`))+`]}`)),
		copying("the same again changes nothing", week(`{}`), later, `{}`, changed(0, 0, 3, 0)),
		h.upsert("the copy is changed", items(on("09", `{"hours": 2}`), on("10", `{"hours": 5, "tentative": false}`)),
			answers("")),
		copying("existing rows are left alone", week(`{}`), later, `{"onExisting": "skip"}`, changed(0, 0, 3, 0),
			data(`{"items": [`+items(on("09", `{"hours": 2}`), on("10", `{"hours": 5}`),
				on("14", `{"hours": 1}`))+`]}`)),
		copying("hours are added", week(`{}`), later, `{"onExisting": "add"}`, changed(0, 3, 0, 0),
			data(`{"items": [`+items(on("09", `{"hours": 10}`), on("10", `{"hours": 9, "tentative": false}`),
				on("14", `{"hours": 2}`))+`]}`)),
		h.upsert("a full day", on("10", `{"hours": 21}`), answers("")),
		copying("no row gets more than 24 hours", week(`{}`), later, `{"onExisting": "add"}`, refused("invalid_state"),
			checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if text := ans.Message + string(ans.Raw); !strings.Contains(text, "2026-03-10") ||
					strings.Contains(text, "2026-03-09") {
					t.Errorf("%s does not name the day alone", text)
				}
			})),
		copying("existing rows are replaced", week(`{}`), later, `{}`, changed(0, 3, 0, 0),
			data(`{"items": [`+items(on("09", `{"hours": 8}`), on("10", `{"hours": 4, "tentative": true}`),
				on("14", `{"hours": 1}`))+`]}`)),

		copying("another person gets the plan", week(`{}`), `{"startDate": "2026-03-02", "userId": "$peer"}`, `{}`,
			changed(3, 0, 0, 0)),
		copying("another project gets the rows of one", week(`{"projectId": "$atlas"}`),
			`{"startDate": "2026-03-02", "projectId": "$beacon"}`, `{}`,
			changed(3, 0, 0, 0), data(`{"items": [`+items(on("02", `{"projectId": "$beacon"}`),
				`{"projectId": "$beacon"}`, `{"projectId": "$beacon"}`)+`]}`)),
		h.remove("and the plan of that project goes", "project_id=$beacon&start_date=2026-03-01&end_date=2026-03-31",
			data(`{"deleted": 3}`)),
		h.remove("and that of the person", "user_id=$peer&start_date=2026-03-01&end_date=2026-03-31",
			data(`{"deleted": 3}`)),

		copying("a plan moves by a day, over itself", merged(week(`{}`), `{"endDate": "2026-03-31"}`),
			`{"startDate": "2026-03-03"}`,
			`{"move": true}`, changed(4, 2, 0, 4)),
		h.has("then all its rows are a day later", items(on("03", `{}`), on("04", `{"hours": 4, "tentative": true}`),
			on("08", `{"hours": 1}`),
			on("10", `{"hours": 8}`), on("11", `{"hours": 4}`), on("15", `{"hours": 1}`))),
		copying("and back", merged(week(`{}`), `{"startDate": "2026-03-03", "endDate": "2026-03-31"}`),
			`{"startDate": "2026-03-02"}`,
			`{"move": true, "onExisting": "skip"}`, changed(4, 2, 0, 4)),
		h.has("then they are where they were",
			items(on("02", `{}`), on("03", `{"hours": 4, "tentative": true}`), on("07", `{"hours": 1}`),
				on("09", `{"hours": 8}`), on("10", `{"hours": 4}`), on("14", `{"hours": 1}`))),
		h.upsert("a place is taken", on("04", `{"hours": 3}`), answers("")),
		copying("a row stays if its place is taken, and so does the row behind it",
			merged(week(`{}`), `{"endDate": "2026-03-03"}`),
			`{"startDate": "2026-03-03"}`, `{"move": true, "onExisting": "skip"}`, changed(0, 0, 2, 0)),
		copying("a row moves to a place that another one leaves", week(`{}`), `{"startDate": "2026-03-03"}`,
			`{"move": true, "onExisting": "skip"}`, changed(2, 2, 0, 2)),
		h.has("so all have moved", items(on("03", `{}`), on("04", `{"hours": 4, "tentative": true}`),
			on("05", `{"hours": 3}`), on("08", `{"hours": 1}`),
			on("09", `{"hours": 8}`), on("10", `{"hours": 4}`), on("14", `{"hours": 1}`))),

		copying("rows outside of the project's dates have warnings", week(`{}`), `{"startDate": "2027-03-08"}`, `{}`,
			include("warnings", "summary"), changed(4, 0, 0, 0),
			checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if got := asJSON(apitest.Lookup(ans.Body, "meta")); got != merged(`{`+warned(outsideDates(0),
					outsideDates(1), outsideDates(2), outsideDates(3))+`, `+
					summed(4, 0, 0)+`}`, "{}") {
					t.Errorf("meta is %s", got)
				}
			})),
		withoutPeer(),
		copying("so have those of somebody who has left", week(`{}`), `{"startDate": "2026-03-02", "userId": "$peer"}`,
			`{}`, dryRun, include("warnings"), changed(4, 0, 0, 0), checked(namesUser)),
		copying("an empty week is copied as nothing", week(`{"startDate": "2025-03-02", "endDate": "2025-03-08"}`),
			later, `{}`, changed(0, 0, 0, 0)),
	})
}

func TestCopyBadInput(t *testing.T) {
	t.Parallel()
	h := plannedHours
	week := `{"userId": "$worker", "startDate": "2026-03-02", "endDate": "2026-03-08"}`
	later := `{"startDate": "2026-03-09"}`
	bad := func(name, source, target, more, code, field string, count int) apitest.Step {
		return copying(name, source, target, more, badField(code, field), fieldCount(count))
	}
	apitest.Run(t, []apitest.Step{
		h.upsert("a row", items(day(`{}`), day(`{"projectId": "$beacon"}`)), answers("")),
		bad("a source needs a user or a project", merged(week, `{"userId": "-"}`), later, `{}`, "validation_failed",
			"source.userId", 2),
		bad("a source does not end before it starts", merged(week, `{"endDate": "2026-03-01"}`), later, `{}`,
			"validation_failed", "source.startDate", 2),
		bad("the dates of a source are required", `{"userId": "$worker"}`, later, `{}`, "validation_failed",
			"source.startDate", 2),
		bad("dates are dates", merged(week, `{"startDate": "2026-02-30"}`), later, `{}`, "validation_failed",
			"source.startDate", 1),
		bad("a target has a date", week, `{}`, `{}`, "validation_failed", "target.startDate", 1),
		bad("what to do with existing rows is said", week, later, `{"onExisting": "-"}`, "validation_failed",
			"onExisting", 1),
		copying("in a word that exists", week, later, `{"onExisting": "merge"}`,
			badField("validation_failed", "onExisting"), overREST),
		bad("a copy is not onto itself", week, `{"startDate": "2026-03-02"}`, `{}`, "validation_failed", "target", 1),
		bad("nor to the same person", week, `{"startDate": "2026-03-02", "userId": "$worker"}`, `{}`,
			"validation_failed", "target", 1),
		bad("a target has a user only if the source has one", merged(week, `{"userId": "-", "projectId": "$atlas"}`),
			`{"startDate": "2026-03-09", "userId": "$peer"}`, `{}`, "validation_failed", "target.userId", 1),
		bad("and a project only if the source has one", week,
			`{"startDate": "2026-03-09", "projectId": "$beacon"}`, `{}`,
			"validation_failed", "target.projectId", 1),
		bad("the user of the source exists", merged(week, `{"userId": "$unknown"}`), later, `{}`, "unknown_reference",
			"source.userId", 1),
		bad("the user of the target exists", week, `{"startDate": "2026-03-09", "userId": "$other_worker"}`, `{}`,
			"unknown_reference", "target.userId", 1),
		bad("the project of the target exists", merged(week, `{"projectId": "$atlas"}`),
			`{"startDate": "2026-03-09", "projectId": "$unknown"}`, `{}`,
			"unknown_reference", "target.projectId", 1),
		bad("days are of the years 1 to 9999", merged(week, `{"startDate": "2026-03-01"}`),
			`{"startDate": "9999-12-31"}`, `{}`,
			"validation_failed", "target.startDate", 1),
		copying("the caller may write the rows of the target", merged(week, `{"projectId": "$atlas"}`),
			`{"startDate": "2026-03-09", "projectId": "$beacon"}`,
			`{}`, by("pm"), badField("permission_denied", "target.projectId")),
		copying("and those that move away", merged(week, `{"projectId": "$beacon"}`),
			`{"startDate": "2026-03-09", "projectId": "$atlas"}`,
			`{"move": true}`, by("pm"), badField("permission_denied", "source.userId")),
		copying("without the move it may", merged(week, `{"projectId": "$beacon"}`),
			`{"startDate": "2026-03-09", "projectId": "$atlas"}`,
			`{}`, by("pm"), changed(1, 0, 0, 0)),
		h.upsert("a row with a capability", day(`{"capabilityId": "$design"}`), answers("")),
		do("the capability is retired", retire),
		copying("new rows have an active capability", week, later, `{}`,
			badField("validation_failed", "source.userId")),
		h.has("what is refused copies nothing",
			items(day(`{}`), day(`{"capabilityId": "$design"}`), day(`{"projectId": "$beacon"}`),
				day(`{"date": "2026-03-09"}`))),
	})
}

// confirm is a step that makes rows firm.
func confirm(name, override string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "POST /api/v1/assignments/confirm", Body: merged(march, override),
		RPC: "AssignmentService/ConfirmAssignments",
	}, "window", nil, expectations)
}

func TestConfirm(t *testing.T) {
	t.Parallel()
	h := plannedHours
	maybe := func(override string) string { return merged(day(`{"tentative": true}`), override) }
	apitest.Run(t, []apitest.Step{
		h.upsert("a plan that is not firm",
			items(maybe(`{}`), maybe(`{"projectId": "$beacon"}`), maybe(`{"userId": "$peer"}`),
				maybe(`{"date": "2026-04-01"}`), day(`{"date": "2026-03-20"}`)), answers("")),
		confirm("the caller must be able to write one of the rows", `{"projectId": "$beacon"}`, by("pm"),
			badField("permission_denied", "projectId")),
		confirm("a dry run counts", `{"userId": "$worker"}`, dryRun,
			data(`{"confirmed": 2, "refused": 0, "refusedItems": []}`)),
		confirm("rows of others are left and named", `{"userId": "$worker"}`, by("pm"),
			data(`{"confirmed": 1, "refused": 1, "refusedItems": [
			{"userId": "$worker", "projectId": "$beacon", "capabilityId": null, "date": "2026-03-02"}]}`)),
		h.has("a confirmed row is a new version", items(day(`{"tentative": false, "version": 2}`),
			maybe(`{"projectId": "$beacon", "version": 1}`),
			maybe(`{"userId": "$peer"}`), day(`{"date": "2026-03-20", "version": 1}`), maybe(`{"date": "2026-04-01"}`))),
		confirm("the rows of the whole organization would be too many", `{}`, badField("validation_failed", "userId"),
			fieldCount(2)),
		confirm("also with null, as from a program that lost the id", `{"userId": null}`,
			badField("validation_failed", "userId")),
		confirm("a user's month is confirmed", `{"userId": "$worker"}`, data(`{"confirmed": 1, "refused": 0}`)),
		confirm("and that of a project", `{"projectId": "$atlas"}`, data(`{"confirmed": 1, "refused": 0}`)),
		confirm("again there is nothing to do", `{"projectId": "$atlas"}`, data(`{"confirmed": 0, "refused": 0}`)),
		confirm("also for whoever may write nothing", `{"projectId": "$atlas"}`, by("pm"),
			data(`{"confirmed": 0, "refused": 0}`)),
		h.list("only the rows of other months are tentative", "tentative=true", `{"tentative": true}`,
			data(`{"items": [{"date": "2026-04-01"}]}`)),
		confirm("the dates are in order", `{"userId": "$worker", "startDate": "2026-04-01"}`,
			badField("validation_failed", "startDate"), fieldCount(2)),
		confirm("the user exists", `{"userId": "$unknown"}`, badField("unknown_reference", "userId")),
		confirm("the project exists", `{"projectId": "$other_atlas"}`, badField("unknown_reference", "projectId")),
	})
}

// TestCopyOfAnInactiveCapability: a copy knows at once that a capability is active again, whichever process has
// changed it.
func TestCopyOfAnInactiveCapability(t *testing.T) {
	t.Parallel()
	h := plannedHours
	week := `{"userId": "$worker", "startDate": "2026-03-02", "endDate": "2026-03-08"}`
	again := func(name, date string, expectations ...expectation) apitest.Step {
		return copying(name, week, `{"startDate": "`+date+`"}`, `{}`, expectations...)
	}
	inactive := badField("validation_failed", "source.userId")
	activate := do("another process makes it active again", func(_ *testing.T, a *apitest.API) {
		a.Exec("UPDATE capabilities SET is_active = true WHERE id = $1", a.ID("design"))
	})
	apitest.Run(t, []apitest.Step{
		h.upsert("a row with a capability", day(`{"capabilityId": "$design"}`), answers("")),
		capabilities.update("which becomes inactive", "$design", `{"isActive": false}`),
		again("a copy is refused", "2026-03-09", inactive),
		activate,
		again("then it is not", "2026-03-09", changed(1, 0, 0, 0)),
	})
}
