package acceptance_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

var timesheets = resource{path: "/api/v1/timesheets", one: "Timesheet", many: "Timesheets", field: "timesheet",
	table: "timesheets", scope: "read:timesheets"}

const sheetMembers = "id userId startDate endDate note status hours decidedById decidedAt rejectionReason reopenReason " +
	"approvedSeq version createdAt updatedAt"

// ofWeek is a timesheet of the worker, with an override.
func ofWeek(override string) string {
	return merged(`{"userId": "$worker", "startDate": "2026-03-02", "endDate": "2026-03-08"}`, override)
}

// submit is a step that submits a timesheet.
func submit(name, as, body string, expectations ...expectation) apitest.Step {
	return timesheets.create(name, body, append([]expectation{by(as)}, expectations...)...)
}

// turn is a step that approves, rejects, withdraws or reopens a timesheet. Only two of these have a body.
func turn(name, as, verb, id, body string, expectations ...expectation) apitest.Step {
	field := map[string]string{"reject": "rejection", "reopen": "reopening"}[verb]
	return paired(apitest.Step{
		Name: name, As: as, Call: "POST /api/v1/timesheets/" + id + "/" + verb, Body: body,
		RPC: "TimesheetService/" + strings.ToUpper(verb[:1]) + verb[1:] + "Timesheet",
	}, field, map[string]any{"timesheet_id": id}, expectations)
}

// is expects a timesheet with a status, as over both protocols.
func is(status string) expectation {
	return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		got, _ := apitest.Lookup(ans.Body, "data.status").(string)
		if strings.TrimPrefix(strings.ToLower(got), "timesheet_status_") != status {
			t.Errorf("status %q, want %s: %s", got, status, ans.Raw)
		}
	})
}

const (
	because      = `{"rejectionReason": "The workshop is missing"}`
	againBecause = `{"reason": "The wrong project"}`
)

func TestTimesheets(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		actualHours.upsert("hours", items(day(`{"hours": 0.1}`), day(`{"date": "2026-03-03", "hours": 0.2}`),
			day(`{"date": "2026-03-09"}`)), answers("")),
		submit("a week", "worker", ofWeek(`{"userId": "-", "note": " Friday is right "}`), saves("first"), is("pending"),
			hasMembers("data", sheetMembers),
			data(`{"userId": "$worker", "startDate": "2026-03-02", "endDate": "2026-03-08", "note": "Friday is right", "hours": 0.3,
				"decidedById": null, "decidedAt": null, "rejectionReason": null, "reopenReason": null, "approvedSeq": null,
				"version": 1}`)),
		submit("the same week again", "worker", ofWeek(`{}`), refused("invalid_state"),
			checked(func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
				if !strings.Contains(ans.Message, a.ID("first")) || !strings.Contains(ans.Message, "pending") {
					t.Error(ans.Message)
				}
			})),
		submit("a week of which one day is settled", "lead", ofWeek(`{"startDate": "2026-03-08", "endDate": "2026-03-12"}`),
			refused("invalid_state")),
		submit("the next one", "lead", ofWeek(`{"startDate": "2026-03-09", "endDate": "2026-03-15"}`), saves("second"),
			data(`{"hours": 8, "note": null}`)),
		submit("dates in the wrong order", "worker", ofWeek(`{"endDate": "2026-03-01"}`), badField("validation_failed", "endDate")),
		submit("63 days", "worker", ofWeek(`{"startDate": "2026-04-01", "endDate": "2026-06-02"}`),
			badField("validation_failed", "endDate")),
		submit("62 days, as a dry run", "worker", ofWeek(`{"startDate": "2026-04-01", "endDate": "2026-06-01"}`), dryRun,
			answers("")),
		submit("days that are far away", "worker", ofWeek(`{"startDate": "`+daysAway(1)+`", "endDate": "`+daysAway(33)+`"}`),
			badField("validation_failed", "endDate")),
		submit("no first day", "worker", ofWeek(`{"startDate": "-"}`), badField("validation_failed", "startDate")),
		submit("of nobody", "admin", ofWeek(`{"userId": "$unknown"}`), badField("unknown_reference", "userId")),
		submit("of a placeholder", "admin", ofWeek(`{"userId": "$vacancy"}`), badField("validation_failed", "userId")),
		submit("a note of nothing", "worker", ofWeek(`{"note": " "}`), badField("validation_failed", "note")),
		submit("of a peer", "peer", ofWeek(`{"startDate": "2026-05-01", "endDate": "2026-05-02"}`), refused("permission_denied")),

		timesheets.get("one is read", "$first", by("worker"), hasHeader("ETag", `"1"`), data(`{"id": "$first"}`)),
		timesheets.get("not by a peer", "$first", by("peer"), refused("not_found")),
		timesheets.list("nor listed", "", `{}`, by("peer"), data(noRows)),
		timesheets.list("a manager has them", "", `{}`, by("boss"), data(rowsOf("$first", "$second"))),
		timesheets.list("of a user", "user_id=$worker", `{"user_id": "$worker"}`, data(rowsOf("$first", "$second"))),
		timesheets.list("of days", "start_date=2026-03-08&end_date=2026-03-08",
			`{"start_date": "2026-03-08", "end_date": "2026-03-08"}`, data(rowsOf("$first"))),
		timesheets.list("of a status", "status=approved", `{"status": "TIMESHEET_STATUS_APPROVED"}`, data(noRows)),

		sheetEvents("their events are for those who see them", "lead", 2),
		sheetEvents("and nobody else", "loner", 0),
		turn("nobody approves the own one", "worker", "approve", "$first", "", refused("permission_denied")),
		turn("nor somebody who may not see it", "peer", "approve", "$first", "", refused("not_found")),
		turn("a reason is required", "lead", "reject", "$first", `{"rejectionReason": ""}`,
			badField("validation_failed", "rejectionReason")),
		turn("a manager rejects", "lead", "reject", "$first", because, is("rejected"),
			data(`{"rejectionReason": "The workshop is missing", "decidedById": "$lead", "decidedAt": "*", "version": 2}`)),
		turn("again", "lead", "reject", "$first", because, is("rejected"), data(`{"version": 2}`)),
		turn("for another reason", "lead", "reject", "$first", `{"rejectionReason": "No"}`, refused("invalid_state")),
		turn("approve what is rejected", "lead", "approve", "$first", "", refused("invalid_state")),
		turn("withdraw it", "worker", "withdraw", "$first", "", refused("invalid_state")),
		submit("it is submitted again", "worker", ofWeek(`{}`), saves("third"), is("pending")),
		turn("and withdrawn", "worker", "withdraw", "$third", "", is("withdrawn"), data(`{"version": 2, "decidedAt": null}`)),
		turn("twice", "worker", "withdraw", "$third", "", is("withdrawn"), data(`{"version": 2}`)),
		submit("and again", "worker", ofWeek(`{}`), saves("fourth")),
		turn("another version", "boss", "approve", "$fourth", "", ifMatch(`"7"`), refused("version_conflict")),
		hoursOf("no hours before", "lead", "$fourth", refused("invalid_state")),
		turn("a manager of the manager approves", "boss", "approve", "$fourth", "", is("approved"),
			data(`{"decidedById": "$boss", "decidedAt": "*", "version": 2, "hours": 0.3}`), approvedSeq),
		turn("again", "lead", "approve", "$fourth", "", is("approved"), data(`{"version": 2, "decidedById": "$boss"}`)),
		turn("reject what is approved", "lead", "reject", "$fourth", because, refused("invalid_state")),
		hoursOf("the hours of the approval", "worker", "$fourth",
			data(`{"items": [{"date": "2026-03-02", "hours": 0.1}, {"date": "2026-03-03", "hours": 0.2}]}`),
			hasMembers("data.items.0", actualHours.members)),
		hoursOf("not for a peer", "peer", "$fourth", refused("not_found")),
		turn("the user may not reopen", "worker", "reopen", "$fourth", againBecause, refused("permission_denied")),
		turn("pending is not reopened", "lead", "reopen", "$second", againBecause, refused("invalid_state")),
		turn("a manager reopens", "lead", "reopen", "$fourth", againBecause, is("reopened"),
			data(`{"reopenReason": "The wrong project", "decidedById": "$boss", "version": 3}`)),
		turn("again", "lead", "reopen", "$fourth", againBecause, is("reopened"), data(`{"version": 3}`)),
		turn("for another reason", "lead", "reopen", "$fourth", `{"reason": "No"}`, refused("invalid_state")),
		actualHours.upsert("hours are corrected", items(day(`{"hours": 4}`)), by("worker"), answers("")),
		hoursOf("what was approved stays", "admin", "$fourth", data(`{"items": [{"hours": 0.1}, {"hours": 0.2}]}`)),
		submit("it is submitted for good", "worker", ofWeek(`{}`), data(`{"hours": 4.2}`), is("pending")),
	})
}

// daysAway is the date of a day from now.
func daysAway(n int) string { return time.Now().UTC().AddDate(0, 0, n).Format(time.DateOnly) }

// hoursOf is a step that reads what was approved.
func hoursOf(name, as, id string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{Name: name, As: as, Call: "GET /api/v1/timesheets/" + id + "/hours",
		RPC: "TimesheetService/GetTimesheetHours"}, "", map[string]any{"timesheet_id": id}, expectations)
}

// sheetEvents is a step that reads the events of timesheets.
func sheetEvents(name, as string, n int) apitest.Step {
	return apitest.Step{Name: name, As: as, Call: "GET /api/v1/events?types=timesheet.*",
		Check: func(t *testing.T, a *apitest.API, _ *apitest.Answer) {
			allNumbered(t, a)
			ans := a.REST(t, as, "GET /api/v1/events?types=timesheet.*", "", nil)
			if items := apitest.Lookup(ans.Body, "data.items").([]any); len(items) != n {
				t.Errorf("%d events, want %d: %s", len(items), n, ans.Raw)
			}
		}}
}

// approvedSeq expects the number of the event of an approval.
func approvedSeq(p *pair) {
	checked(func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
		seq := fmt.Sprint(apitest.Lookup(ans.Body, "data.approvedSeq"))
		var n int64
		if _, err := fmt.Sscan(seq, &n); err != nil || n < 1 {
			t.Fatalf("approvedSeq %s in %s", seq, ans.Raw)
		}
		event := a.REST(t, "admin", fmt.Sprintf("GET /api/v1/events?after=%d&limit=1", n-1), "", nil)
		if kind := apitest.Lookup(event.Body, "data.items.0.type"); kind != "timesheet.approved" {
			t.Errorf("event %d is %v", n, kind)
		}
		then := a.REST(t, "admin", fmt.Sprintf("GET /api/v1/actual-hours?start_date=2026-03-02&end_date=2026-03-08&asOf=%d", n),
			"", nil)
		if n := len(apitest.Lookup(then.Body, "data.items").([]any)); n != 2 {
			t.Errorf("%d rows as of the approval: %s", n, then.Raw)
		}
	})(p)
}

func TestListTimesheets(t *testing.T) {
	t.Parallel()
	apitest.Run(t, append([]apitest.Step{
		submit("one", "worker", ofWeek(`{}`), saves("first")),
		submit("and another", "worker", ofWeek(`{"startDate": "2026-03-09", "endDate": "2026-03-15"}`), saves("second")),
		do("the loner is the worker's manager", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE users SET reports_to_id = NULL WHERE id = $1", a.ID("loner"))
			a.Exec("UPDATE users SET reports_to_id = $1 WHERE id = $2", a.ID("loner"), a.ID("worker"))
		}),
	}, pages(timesheets, "$first", "$second")...))
}

// TestSettledHours: the hours of a timesheet stay as they are for those who may not decide it, and after its approval
// for everybody, over every rpc that writes hours. Planned hours do not.
func TestSettledHours(t *testing.T) {
	t.Parallel()
	settled := func(index int, words ...string) expectation {
		return func(p *pair) {
			refused("day_settled")(p)
			checked(func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
				for _, word := range append(words, a.ID("sheet")) {
					if !strings.Contains(ans.Message, word) {
						t.Errorf("%q does not say %q", ans.Message, word)
					}
				}
				if got := apitest.Lookup(ans.Body, "error.details.0.index"); ans.Header != nil && index >= 0 && got != float64(index) {
					t.Errorf("index %v of %s", got, ans.Raw)
				}
			})(p)
		}
	}
	march := merged(march, `{"userId": "$worker"}`)
	other := day(`{"date": "2026-03-20"}`)
	h := actualHours
	apitest.Run(t, []apitest.Step{
		h.upsert("hours", items(day(`{"hours": 5}`), other), answers("")),
		submit("a week is submitted", "worker", ofWeek(`{}`), saves("sheet")),
		h.upsert("the user changes it no more", items(other, day(`{"hours": 6}`)), by("worker"),
			settled(1, "items[1].date is settled by the pending timesheet", "withdraw it")),
		h.upsert("the same again", items(day(`{"hours": 5}`), other), by("worker"), include("warnings"),
			settledUnchanged(0, "settled by the pending timesheet", "sheet")),
		h.upsert("other days", items(merged(other, `{"hours": 7}`)), by("worker"), answers("")),
		h.upsert("a manager may", items(day(`{"hours": 5.5}`)), by("lead"), answers("")),
		h.upsert("and an admin", items(day(`{"hours": 5}`)), answers("")),
		plannedHours.upsert("planned hours are free", items(day(`{"hours": 3}`)), answers("")),
		turn("it is approved", "lead", "approve", "$sheet", "", is("approved")),
		h.upsert("the manager may no more", items(day(`{"hours": 6}`)), by("lead"),
			settled(0, "settled by the approved timesheet", "reopen")),
		h.upsert("nor an admin", items(day(`{"hours": 6}`)), settled(0)),
		h.upsert("nor a new row", items(day(`{"date": "2026-03-08"}`)), settled(0)),
		h.upsert("nor among many", items(append(daysOf("2026-05-01", 40), day(`{"hours": 6}`))...), settled(40)),
		h.upsert("a dry run", items(day(`{"hours": 6}`)), dryRun, settled(0)),
		h.upsert("the same again", items(day(`{"hours": 5}`)), include("warnings"),
			settledUnchanged(0, "settled by the approved timesheet", "sheet")),
		h.replace("a window that changes one", march, items(day(`{"hours": 1}`)), settled(0)),
		h.replace("a window that deletes one", march, items(other), settled(-1, ": 2026-03-02 is settled")),
		h.replace("a window that is like that", march, items(day(`{"hours": 5}`), other), answers("")),
		h.remove("nor is a window deleted", "user_id=$worker&start_date=2026-03-01&end_date=2026-04-30", settled(-1)),
		h.removeKeys("nor a row", keyOnly(`{}`), settled(0)),
		plannedHours.upsert("planned hours are free", items(day(`{"hours": 4}`)), answers("")),
		h.upsert("rows of others too", items(day(`{"userId": "$peer"}`)), answers("")),
		h.has("everything is as it was", items(day(`{"hours": 5}`), day(`{"userId": "$peer"}`), other)),
		turn("it is reopened", "lead", "reopen", "$sheet", againBecause, is("reopened")),
		h.upsert("and the user corrects it", items(day(`{"hours": 6}`)), by("worker"), answers("")),
	})
}

// TestSettledTimeOff: time off cannot change a day that is approved, and can while it is pending.
func TestSettledTimeOff(t *testing.T) {
	t.Parallel()
	settled := refused("day_settled")
	trip := skiing(`{"startDate": "2026-03-07", "endDate": "2026-03-10"}`)
	apitest.Run(t, []apitest.Step{
		submit("a week is submitted", "worker", ofWeek(`{}`), saves("sheet")),
		ask("time off in it", "worker", trip, saves("trip")),
		turn("it is approved", "lead", "approve", "$sheet", "", is("approved")),
		ask("no new request", "admin", skiing(`{"startDate": "2026-03-08", "endDate": "2026-03-09"}`), settled),
		edit("days after it change", "admin", "$trip", `{"endDate": "2026-03-11"}`, answers("")),
		edit("not in it", "admin", "$trip", `{"startDate": "2026-03-09"}`, settled),
		approve("no decision", "admin", "$trip", settled),
		reject("of either kind", "admin", "$trip", "No", settled),
		remove("nor is it deleted", "admin", "$trip", settled),
		turn("it is reopened", "lead", "reopen", "$sheet", againBecause, is("reopened")),
		approve("and the request is decided", "admin", "$trip"),
	})
}

// decideAll is a step that decides timesheets.
func decideAll(name, as, list string, expectations ...expectation) apitest.Step {
	step := paired(apitest.Step{Name: name, As: as, Call: "POST /api/v1/timesheets/decide", Body: `{"items": [` + list + `]}`,
		RPC: "TimesheetService/DecideTimesheets"}, "batch", nil, expectations)
	step.Request = strings.ReplaceAll(step.Request, `"approve"`, `"DECISION_APPROVE"`)
	step.Request = strings.ReplaceAll(step.Request, `"reject"`, `"DECISION_REJECT"`)
	return step
}

func TestDecideTimesheets(t *testing.T) {
	t.Parallel()
	approval := func(id string) string { return `{"id": "` + id + `", "decision": "approve"}` }
	const rejection = `{"id": "$second", "decision": "reject", "rejectionReason": "No hours"}`
	apitest.Run(t, []apitest.Step{
		submit("one", "worker", ofWeek(`{}`), saves("first")),
		submit("another", "worker", ofWeek(`{"startDate": "2026-03-09", "endDate": "2026-03-15"}`), saves("second")),
		submit("one of a manager", "lead", ofWeek(`{"userId": "$lead"}`), saves("own")),
		submit("one of somebody else", "loner", ofWeek(`{"userId": "$loner"}`), saves("foreign")),
		decideAll("no reason", "lead", `{"id": "$first", "decision": "reject"}`, badItem("rejectionReason")),
		decideAll("a reason to approve", "lead", `{"id": "$first", "decision": "approve", "rejectionReason": "X"}`,
			badItem("rejectionReason")),
		decideAll("the same twice", "lead", items(approval("$first"), approval("$first")), refused("validation_failed")),
		decideAll("a decision that is none", "lead", `{"id": "$first", "decision": "maybe"}`, overREST, badItem("decision")),
		decideAll("no decision", "lead", `{"id": "$first"}`, badItem("decision")),
		decideAll("a dry run", "lead", items(approval("$first"), rejection), dryRun,
			data(`{"items": [{"timesheet": {"version": 2}}, {"timesheet": {"version": 2}}]}`)),
		timesheets.get("writes nothing", "$first", is("pending"), data(`{"version": 1}`)),
		decideAll("each by itself", "lead",
			items(approval("$first"), rejection, approval("$own"), approval("$foreign"), approval("$unknown")),
			data(`{"items": [
				{"timesheet": {"id": "$first", "version": 2, "decidedById": "$lead"}, "refusal": null},
				{"timesheet": {"id": "$second", "version": 2, "rejectionReason": "No hours"}, "refusal": null},
				{"timesheet": null, "refusal": {"message": "the acting user may not decide the own timesheet"}},
				{"timesheet": null, "refusal": {"message": "timesheet not found"}},
				{"timesheet": null, "refusal": {"message": "timesheet not found"}}]}`)),
		timesheets.get("it is approved", "$first", is("approved")),
		timesheets.get("or rejected", "$second", is("rejected")),
		timesheets.get("or pending", "$own", is("pending")),
		decideAll("what is decided", "admin", items(approval("$first"), approval("$second")),
			data(`{"items": [{"timesheet": {"version": 2}, "refusal": null}, {"timesheet": null}]}`)),
	})
}

// badItem expects an error that names a field of the first item.
func badItem(field string) expectation {
	return func(p *pair) {
		refused("validation_failed")(p)
		p.Field, p.Path = "items[0]."+field, "batch.items[0]."+snake(field)
	}
}

// TestSettlement: what the organization says of its timesheets. An admin decides the own one only if it may be so, and
// days close by themselves.
func TestSettlement(t *testing.T) {
	t.Parallel()
	const path = "/api/v1/organization/settlement"
	change := func(name, as, body string, expectations ...expectation) apitest.Step {
		step := paired(apitest.Step{Name: name, As: as, Call: "PATCH " + path, Body: body,
			RPC: "OrganizationService/UpdateSettlement"}, "settlement", nil, expectations)
		step.Request = strings.ReplaceAll(step.Request, `"half_month"`, `"SETTLEMENT_PERIOD_HALF_MONTH"`)
		return step
	}
	apitest.Run(t, []apitest.Step{
		{Name: "at first", As: "worker", Call: "GET " + path, Want: `{"data": {"period": "week", "weekStart": 1,
			"selfApproval": false, "autoLockAfterDays": null, "version": 0, "updatedAt": null}}`},
		change("who is no admin", "boss", `{"weekStart": 7}`, refused("permission_denied")),
		change("a day that is none", "admin", `{"weekStart": 8}`, badField("validation_failed", "weekStart")),
		change("no days", "admin", `{"autoLockAfterDays": 0}`, badField("validation_failed", "autoLockAfterDays")),
		submit("an admin submits", "admin", ofWeek(`{"userId": "$admin"}`), saves("own")),
		turn("and does not approve", "admin", "approve", "$own", "", refused("permission_denied")),
		change("but may", "admin", `{"selfApproval": true, "period": "half_month"}`, data(`{"selfApproval": true, "version": 1}`)),
		turn("from then on", "admin", "approve", "$own", "", is("approved")),
		submit("a manager", "lead", ofWeek(`{"userId": "$lead"}`), saves("leads")),
		turn("may still not", "lead", "approve", "$leads", "", refused("permission_denied")),
		actualHours.upsert("old days are open", items(day(`{"date": "`+daysAway(-11)+`"}`)), answers("")),
		change("days close after ten", "admin", `{"autoLockAfterDays": 10}`, data(`{"autoLockAfterDays": 10, "version": 2}`)),
		actualHours.upsert("an older day", items(day(`{"date": "`+daysAway(-11)+`", "hours": 1}`)), refused("period_locked"),
			checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if !strings.Contains(ans.Message, "autoLockAfterDays") {
					t.Error(ans.Message)
				}
			})),
		actualHours.upsert("a younger one", items(day(`{"date": "`+daysAway(-10)+`"}`)), answers("")),
		plannedHours.upsert("planned hours", items(day(`{"date": "`+daysAway(-11)+`"}`)), answers("")),
		change("no more", "admin", `{"autoLockAfterDays": null}`, data(`{"autoLockAfterDays": null}`)),
		actualHours.upsert("and old days are open", items(day(`{"date": "`+daysAway(-11)+`", "hours": 1}`)), answers("")),
	})
}

// statusOf is a step that reads how far days of March are settled.
func statusOf(name, as, query string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, As: as, Call: "GET /api/v1/timesheets/status?start_date=2026-03-02&end_date=2026-03-08" + query,
		RPC: "TimesheetService/GetTimesheetStatus",
	}, "", nil, append(expectations, overREST))
}

// TestTimesheetStatus: what a person still has to settle is what is expected, without what is there or submitted.
func TestTimesheetStatus(t *testing.T) {
	t.Parallel()
	const mine = "&user_id=$worker"
	apitest.Run(t, []apitest.Step{
		statusOf("nothing is there", "worker", mine, hasMembers("data.items.0", "userId state expected actual missingDays days remindedAt"),
			data(`{"items": [{"userId": "$worker", "state": "missing", "expected": 40, "actual": 0,
				"missingDays": ["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"],
				"days": {"open": 5, "pending": 0, "approved": 0}}], "asOf": "*"}`)),
		actualHours.upsert("hours of three days, also of a Sunday, and none of one", items(day(`{"hours": 7.1}`),
			day(`{"hours": 0.2, "projectId": "$beacon"}`), day(`{"date": "2026-03-03", "hours": 0}`), day(`{"date": "2026-03-08"}`)),
			answers("")),
		ask("time off", "worker", skiing(`{"startDate": "2026-03-04", "endDate": "2026-03-04"}`), saves("ski")),
		approve("is approved", "lead", "$ski"),
		timesheetHoliday,
		statusOf("two days are left", "lead", mine, data(`{"items": [{"state": "missing", "expected": 28, "actual": 15.3,
			"missingDays": ["2026-03-06"], "days": {"open": 5, "pending": 0, "approved": 0}}]}`)),
		submit("two days", "worker", ofWeek(`{"startDate": "2026-03-05", "endDate": "2026-03-06"}`), saves("sheet")),
		statusOf("none is missing", "worker", mine, data(`{"items": [{"state": "open", "missingDays": [],
			"days": {"open": 3, "pending": 2, "approved": 0}}]}`)),
		turn("it is approved", "lead", "approve", "$sheet", "", is("approved")),
		submit("the others", "worker", ofWeek(`{"startDate": "2026-03-02", "endDate": "2026-03-04"}`), answers("")),
		submit("and the end of the week", "worker", ofWeek(`{"startDate": "2026-03-07"}`), answers("")),
		statusOf("all is submitted", "worker", mine,
			data(`{"items": [{"state": "pending", "days": {"open": 0, "pending": 3, "approved": 2}}]}`)),
		statusOf("a state", "admin", "&state=pending", data(`{"items": [{"userId": "$worker"}]}`), itemCount(1)),
		statusOf("those below a manager", "boss", "&manager_id=$lead", itemCount(2)),
		statusOf("all whom one sees", "lead", "", itemCount(3)),
		statusOf("a peer sees the own", "peer", "", data(`{"items": [{"userId": "$peer"}]}`), itemCount(1)),
		statusOf("and nobody else", "peer", mine, itemCount(0)),
		do("the worker has left", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE users SET is_active = false WHERE id IN ($1, $2)", a.ID("worker"), a.ID("peer"))
		}),
		statusOf("and is there with what is left", "lead", "&manager_id=$lead",
			data(`{"items": [{"userId": "$worker", "expected": 0, "actual": 15.3, "state": "pending"}]}`), itemCount(1)),
		{Name: "63 days", Call: "GET /api/v1/timesheets/status?start_date=2026-03-01&end_date=2026-05-02", Status: 400,
			Code: "validation_failed", Field: "end_date"},
	})
}

// timesheetHoliday takes half of a Thursday.
var timesheetHoliday = do("half a holiday", func(_ *testing.T, a *apitest.API) {
	a.Exec("UPDATE users SET country_code = 'DE' WHERE id = $1", a.ID("worker"))
	a.Exec(`INSERT INTO holidays (organization_id, id, version, created_at, updated_at, country_code, date, name, factor)
		VALUES ($1, gen_random_uuid(), 1, now(), now(), 'DE', '2026-03-05', 'Half', 0.5)`, a.Organization)
	a.Exec(`INSERT INTO actual_hours SELECT organization_id, gen_random_uuid(), 1, now(), now(), user_id, project_id, NULL,
		'2026-03-05', 0 FROM actual_hours WHERE organization_id = $1 AND user_id = $2 AND date = '2026-03-02' LIMIT 1`,
		a.Organization, a.ID("worker"))
})

// itemCount expects that many items.
func itemCount(n int) expectation {
	return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		if items, _ := apitest.Lookup(ans.Body, "data.items").([]any); len(items) != n {
			t.Errorf("%d items, want %d: %s", len(items), n, ans.Raw)
		}
	})
}

// TestTimesheetStatusIsTagged: the status has a tag until something is written, one for each caller.
func TestTimesheetStatusIsTagged(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	const path = "GET /api/v1/timesheets/status?start_date=2026-03-02&end_date=2026-03-08"
	get := func(as, tag string) *apitest.Answer {
		return a.REST(t, as, path, "", map[string]string{"If-None-Match": tag})
	}
	allNumbered(t, a)
	tag := get("lead", "").Header.Get("ETag")
	if ans := get("lead", tag); tag == "" || ans.Status != 304 {
		t.Errorf("with the tag %q: %d", tag, ans.Status)
	}
	if ans := get("peer", tag); ans.Status != 200 {
		t.Errorf("another caller: %d", ans.Status)
	}
	done(t, a, "POST /api/v1/actual-hours", `{"items": [`+day(`{}`)+`]}`)
	if ans := get("lead", tag); ans.Status != 200 {
		t.Errorf("after a write: %d", ans.Status)
	}
}

// TestWritesGoOnWhileDaysAreSettled: whoever submits and withdraws days all the time keeps no large write of others
// away.
func TestWritesGoOnWhileDaysAreSettled(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	end, steps := make(chan struct{}), &atomic.Int64{}
	var settling sync.WaitGroup
	settling.Go(func() {
		for {
			select {
			case <-end:
				return
			case <-time.After(20 * time.Millisecond):
			}
			sheet := created(t, a, "POST /api/v1/timesheets", ofWeek(`{"userId": "$peer"}`))
			done(t, a, "POST /api/v1/timesheets/"+sheet+"/withdraw", "")
			steps.Add(1)
		}
	})
	for range 10 {
		rows := daysOf("2026-05-01", 1000)
		for i := range rows {
			rows[i] = merged(rows[i], fmt.Sprintf(`{"hours": %d.%d}`, rand.IntN(9), rand.IntN(10)))
		}
		if ans := a.REST(t, "admin", "POST /api/v1/actual-hours", `{"items": [`+items(rows...)+`]}`, nil); ans.Status != 200 {
			t.Errorf("%d %s", ans.Status, ans.Raw)
		}
	}
	close(end)
	settling.Wait()
	if steps.Load() < 5 {
		t.Errorf("only %d timesheets: the test shows nothing", steps.Load())
	}
}

// TestNobodySeesWhereHiddenEventsAre: a page does not end at an event that the caller may not see.
func TestNobodySeesWhereHiddenEventsAre(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	allNumbered(t, a)
	start := events(t, a, "admin", "after=head").Head
	submitted := func(day string) {
		done(t, a, "POST /api/v1/timesheets", ofWeek(`{"startDate": "`+day+`", "endDate": "`+day+`"}`))
	}
	submitted("2026-03-02")
	submitted("2026-03-03")
	done(t, a, "PATCH /api/v1/clients/$acme", `{"website": "acme.example"}`)
	submitted("2026-03-04")
	allNumbered(t, a)
	page := func(after int64) eventPage {
		return events(t, a, "loner", fmt.Sprintf("types=timesheet.*&types=client.*&limit=1&after=%d", after))
	}
	if p := page(start); len(p.Items) != 1 || p.Items[0].Type != "client.updated" || p.NextAfter != start+4 || !p.UpToDate {
		t.Errorf("a page of one event among hidden ones: %+v", p)
	}
	if p := page(start + 3); len(p.Items) != 0 || p.NextAfter != start+4 || !p.UpToDate {
		t.Errorf("a page of the last one, which is hidden: %+v", p)
	}
	if p := events(t, a, "loner", fmt.Sprintf("types=timesheet.*&limit=1&after=%d", start)); p.NextAfter != start+4 {
		t.Errorf("a page of hidden events alone ends at %d, want %d", p.NextAfter, start+4)
	}
	if p := events(t, a, "lead", fmt.Sprintf("types=timesheet.*&limit=2&after=%d", start)); len(p.Items) != 2 || p.NextAfter != start+2 {
		t.Errorf("the page of who sees them: %+v", p)
	}
}

// remind is a step that reminds users of a week, with an override.
func remind(name, as, users, override string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, As: as, Call: "POST /api/v1/timesheets/remind", RPC: "TimesheetService/RemindOfTimesheets",
		Body: merged(`{"userIds": [`+users+`], "startDate": "2026-03-02", "endDate": "2026-03-08"}`, override),
	}, "reminding", nil, expectations)
}

// TestReminders: nobody is reminded twice a day, and only those who see a timesheet see its reminder.
func TestReminders(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		remind("nobody", "lead", ``, `{}`, badField("validation_failed", "userIds")),
		remind("somebody unknown", "admin", `"$worker", "$unknown"`, `{}`, badField("unknown_reference", "userIds[1]")),
		remind("a placeholder", "admin", `"$vacancy"`, `{}`, badField("validation_failed", "userIds[0]")),
		remind("somebody twice", "admin", `"$worker", "$worker"`, `{}`, badField("validation_failed", "userIds[1]")),
		remind("of reversed days", "admin", `"$worker"`, `{"endDate": "2026-03-01"}`, refused("validation_failed")),
		remind("of 63 days", "admin", `"$worker"`, `{"endDate": "2026-05-03"}`, badField("validation_failed", "endDate")),
		remind("a peer", "worker", `"$peer"`, `{}`, badField("permission_denied", "userIds[0]")),
		remind("themselves", "worker", `"$worker"`, `{}`, badField("permission_denied", "userIds[0]")),
		remind("as a dry run", "lead", `"$worker"`, `{}`, dryRun, data(`{"items": [{"isNew": true}]}`)),
		remind("a worker", "lead", `"$worker"`, `{}`, data(`{"items": [{"isNew": true, "reminder": {"id": "*", "userId": "$worker",
			"startDate": "2026-03-02", "endDate": "2026-03-08", "createdById": "$lead", "createdAt": "*"}}]}`)),
		remind("again, with another", "admin", `"$worker", "$lead"`, `{"startDate": "2026-03-01"}`, data(`{"items": [
			{"isNew": false, "reminder": {"userId": "$worker", "startDate": "2026-03-02", "createdById": "$lead"}},
			{"isNew": true, "reminder": {"userId": "$lead", "startDate": "2026-03-01", "createdById": "$admin"}}]}`)),
		do("each leaves an event, for those who see it", func(t *testing.T, a *apitest.API) {
			for as, want := range map[string]int{"admin": 2, "lead": 2, "worker": 1, "peer": 0} {
				seen := 0
				for _, e := range journal(t, a, as) {
					if e.Type == "timesheet.reminded" {
						seen++
					}
				}
				if seen != want {
					t.Errorf("%s sees %d reminders, want %d", as, seen, want)
				}
			}
		}),
		do("and the status has it", func(t *testing.T, a *apitest.API) {
			for days, reminded := range map[string]bool{"start_date=2026-03-08&end_date=2026-03-31": true,
				"start_date=2026-03-09&end_date=2026-03-31": false} {
				ans := a.REST(t, "worker", "GET /api/v1/timesheets/status?user_id="+a.ID("worker")+"&"+days, "", nil)
				if got := apitest.Lookup(ans.Body, "data.items.0.remindedAt") != nil; got != reminded {
					t.Errorf("%s: %s", days, ans.Raw)
				}
			}
		}),
	})
}
