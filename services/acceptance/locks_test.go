package acceptance_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

var lockAPI = resource{path: "/api/v1/locks", one: "Lock", many: "Locks", field: "lock", table: "locks",
	scope: "read:timesheets"}

const lockMembers = "id startDate endDate kinds userIds reason exceptions createdById version createdAt updatedAt"

// closing is a lock of march, with an override.
func closing(override string) string {
	return merged(`{"startDate": "2026-03-01", "endDate": "2026-03-31", "kinds": ["actual_hours"], "reason": "Payroll"}`,
		override)
}

func TestLocks(t *testing.T) {
	t.Parallel()
	apitest.Run(t, []apitest.Step{
		lockAPI.create("all days up to one", closing(`{"startDate": null, "userIds": ["$worker", "$boss", "$worker"],
			"kinds": ["time_off", "actual_hours", "time_off"], "reason": " Payroll "}`), saves("first"),
			hasMembers("data", lockMembers),
			data(`{"startDate": null, "endDate": "2026-03-31", "kinds": ["actual_hours", "time_off"], "reason": "Payroll",
				"exceptions": [], "createdById": "$admin", "version": 1}`)),
		lockAPI.create("of everybody", closing(`{}`), saves("second"), data(`{"userIds": []}`)),
		lockAPI.get("one is read", "$first", hasHeader("ETag", `"1"`), data(`{"id": "$first"}`)),
		lockAPI.list("all are listed", "", `{}`, data(`{"items": [{"id": "$first"}, {"id": "$second"}], "hasMore": false}`)),
		lockAPI.create("a dry run", closing(`{"reason": "Try"}`), dryRun, data(`{"reason": "Try"}`)),
		lockAPI.list("creates none", "count=true", `{"count": true}`, data(`{"total": 2}`)),
		lockAPI.create("dates in the wrong order", closing(`{"endDate": "2026-02-28"}`), badField("validation_failed", "endDate")),
		lockAPI.create("no last day", closing(`{"endDate": "-"}`), badField("validation_failed", "endDate")),
		lockAPI.create("no kind", closing(`{"kinds": []}`), badField("validation_failed", "kinds")),
		lockAPI.create("an unknown kind", closing(`{"kinds": ["time_off", "money"]}`), badField("validation_failed", "kinds[1]")),
		lockAPI.create("an unknown user", closing(`{"userIds": ["$worker", "$unknown"]}`),
			badField("unknown_reference", "userIds[1]")),
		lockAPI.create("no reason", closing(`{"reason": " "}`), badField("validation_failed", "reason")),
		lockAPI.create("who is no admin", closing(`{}`), by("boss"), refused("permission_denied")),
		lockAPI.get("reads", "$first", by("worker"), data(`{"id": "$first"}`)),
		except("an exception in the past", "$first", "$worker", -1, badField("validation_failed", "until")),
		except("an exception of 31 days", "$first", "$worker", 31, badField("validation_failed", "until")),
		except("an exception of a user of whom no day is closed", "$first", "$peer", 1,
			badField("validation_failed", "userId")),
		except("an exception of nobody", "$second", "$unknown", 1, badField("unknown_reference", "userId")),
		except("an exception", "$first", "$worker", 1, saves("exception"),
			hasMembers("data", "id userId until reason createdById createdAt"),
			data(`{"userId": "$worker", "reason": "Late", "createdById": "$admin"}`)),
		lockAPI.get("is in the lock", "$first",
			data(`{"version": 2, "exceptions": [{"id": "$exception", "userId": "$worker"}]}`)),
		unexcept("is removed", "$first", data(`{}`)),
		lockAPI.get("and gone", "$first", data(`{"version": 3, "exceptions": []}`)),
		unexcept("once", "$first", refused("not_found")),
		unlock("and the lock is deleted", "$first"),
		lockAPI.get("and gone", "$first", refused("not_found")),
	})
}

// except is a step that opens the days of a lock for a user for some days.
func except(name, lock, user string, days int, expectations ...expectation) apitest.Step {
	until := time.Now().AddDate(0, 0, days).UTC().Format(time.RFC3339)
	return paired(apitest.Step{
		Name: name, Call: "POST /api/v1/locks/" + lock + "/exceptions", RPC: "LockService/CreateLockException",
		Body: `{"userId": "` + user + `", "until": "` + until + `", "reason": "Late"}`,
	}, "exception", map[string]any{"lock_id": lock}, expectations)
}

// unexcept is a step that removes an exception.
func unexcept(name, lock string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "DELETE /api/v1/locks/" + lock + "/exceptions/$exception", RPC: "LockService/DeleteLockException",
	}, "", map[string]any{"lock_id": lock, "exception_id": "$exception"}, expectations)
}

// unlock is a step that deletes a lock.
func unlock(name, lock string) apitest.Step {
	return paired(apitest.Step{Name: name, Call: "DELETE /api/v1/locks/" + lock, RPC: "LockService/DeleteLock"}, "",
		map[string]any{"lock_id": lock}, nil)
}

// TestTheMostLocks: an organization has at most 200.
func TestTheMostLocks(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	for i := range 200 {
		done(t, a, "POST /api/v1/locks", closing(fmt.Sprintf(`{"reason": "%d"}`, i)))
	}
	ans := a.REST(t, "admin", "POST /api/v1/locks", closing(`{}`), nil)
	if ans.Status != 409 || ans.Code != "invalid_state" || !strings.Contains(ans.Message, "200 locks") {
		t.Errorf("%d %s", ans.Status, ans.Raw)
	}
}

// TestClosedHours: closed days of hours stay as they are, over every rpc that writes hours, and the error names each
// item. What is there already can be sent again.
func TestClosedHours(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		kind := map[bool]string{true: "assignments", false: "actual_hours"}[h.one == "Assignment"]
		closed := func(index int, field string) expectation {
			return checked(func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
				lock := a.ID("lock")
				if ans.Code != "period_locked" || !strings.Contains(ans.Message, lock) ||
					!strings.Contains(ans.Message, "Payroll") || ans.Header != nil && !strings.HasPrefix(ans.Message, field) {
					t.Errorf("%s: %s %q", ans.Raw, ans.Code, ans.Message)
				}
				if got := apitest.Lookup(ans.Body, "error.details.0.index"); ans.Header != nil && index >= 0 && got != float64(index) {
					t.Errorf("index %v of %s", got, ans.Raw)
				}
			})
		}
		worker := merged(march, `{"userId": "$worker"}`)
		april, other := day(`{"date": "2026-04-01"}`), day(`{"userId": "$peer"}`)
		third := day(`{"date": "2026-03-03"}`)
		apitest.Run(t, []apitest.Step{
			h.upsert("rows of before", items(day(`{"hours": 5}`), third, other), answers("")),
			lockAPI.create("their month is closed", closing(`{"kinds": ["`+kind+`"], "userIds": ["$worker"]}`), saves("lock"),
				answers("")),
			h.upsert("the same again", items(april, day(`{"hours": 5}`)), include("warnings"),
				settledUnchanged(1, "closed by the lock", "lock")),
			h.upsert("a change", items(april, day(`{"hours": 6}`)), refused("period_locked"), closed(1, "items[1].date is closed")),
			h.upsert("a new row", items(day(`{"date": "2026-03-31"}`)), refused("period_locked"),
				closed(0, "items[0].date is closed")),
			h.upsert("a dry run", items(day(`{"hours": 6}`)), dryRun, refused("period_locked"),
				closed(0, "items[0].date is closed")),
			h.upsert("many items, of which one is closed",
				items(append(daysOf("2026-05-01", 40), day(`{"hours": 6}`))...), refused("period_locked"),
				closed(40, "items[40].date is closed")),
			h.upsert("the row of somebody else", items(merged(other, `{"hours": 7}`)), answers("")),
			h.replace("a window that changes one", worker, items(day(`{"hours": 5}`), merged(third, `{"hours": 1}`)),
				refused("period_locked"), closed(1, "items[1].date is closed")),
			h.replace("a window that deletes one", worker, items(day(`{"hours": 5}`)), refused("period_locked"),
				closed(-1, "userId: 2026-03-03 is closed")),
			h.replace("a window that is like that", worker, items(day(`{"hours": 5}`), third), changed(0, 0, 2, 0)),
			h.remove("nor is a window deleted", "user_id=$worker&start_date=2026-03-01&end_date=2026-04-30",
				refused("period_locked"), closed(-1, "")),
			h.removeKeys("nor a row", keyOnly(`{}`), refused("period_locked"), closed(0, "items[0].date is closed")),
			h.removeKeys("one that is not there", keyOnly(`{"date": "2026-03-20"}`), answers("")),
			h.has("everything is as it was",
				items(day(`{"hours": 5, "version": 1}`), merged(other, `{"hours": 7}`), third, april)),
			except("the user gets an exception", "$lock", "$worker", 1, saves("exception")),
			h.upsert("and writes", items(day(`{"hours": 6}`)), answers("")),
			unexcept("until it is removed", "$lock"),
			h.upsert("and is refused", items(day(`{"hours": 7}`)), refused("period_locked"), closed(0, "items[0].date")),
			unlock("the lock is deleted", "$lock"),
			h.upsert("and the days are open", items(day(`{"hours": 7}`)), answers("")),
		})
	})
}

// daysOf returns n items on days from one on.
func daysOf(first string, n int) (list []string) {
	at, _ := time.Parse(time.DateOnly, first)
	for i := range n {
		list = append(list, day(`{"date": "`+at.AddDate(0, 0, i).Format(time.DateOnly)+`"}`))
	}
	return list
}

// TestClosedTimeOff: a request cannot change a closed day. What leaves closed days as they are is possible.
func TestClosedTimeOff(t *testing.T) {
	t.Parallel()
	locked := refused("period_locked")
	across := skiing(`{"startDate": "2026-03-28", "endDate": "2026-04-05"}`)
	apitest.Run(t, []apitest.Step{
		ask("time off across the end of a month", "worker", across, saves("across")),
		ask("and within", "worker", skiing(`{"startDate": "2026-03-02", "endDate": "2026-03-06"}`), saves("within")),
		ask("and after", "worker", skiing(`{"startDate": "2026-04-20", "endDate": "2026-04-21"}`), saves("after")),
		lockAPI.create("the month is closed", closing(`{"kinds": ["time_off"]}`), saves("lock"), answers("")),
		ask("no new request", "admin", skiing(`{"startDate": "2026-03-31", "endDate": "2026-04-01"}`), locked),
		ask("but after it", "worker", skiing(`{"startDate": "2026-04-01", "endDate": "2026-04-01"}`), answers("")),
		edit("days after it are added", "admin", "$across", `{"endDate": "2026-04-10"}`, answers("")),
		edit("not in it", "admin", "$across", `{"startDate": "2026-03-27"}`, locked),
		edit("nor taken away", "admin", "$across", `{"startDate": "2026-04-01"}`, locked),
		edit("nor moved into it", "admin", "$after", `{"startDate": "2026-03-20", "endDate": "2026-03-21"}`, locked),
		edit("nor out of it", "admin", "$within", `{"startDate": "2026-05-20", "endDate": "2026-05-21"}`, locked),
		edit("nor the availability", "admin", "$across", `{"availability": 4}`, locked),
		edit("the reason may change", "admin", "$within", `{"reason": "Skiing with the children"}`, answers("")),
		approve("no decision", "admin", "$within", locked),
		reject("of either kind", "admin", "$within", "No", locked),
		remove("nor is it deleted", "admin", "$within", locked),
		approve("other requests are decided", "admin", "$after"),
		{Name: "a batch names its item", Call: "POST /api/v1/time-off/upsert", Body: `{"match": "externalId:hr", "items": [` +
			merged(skiing(`{"startDate": "2026-06-01", "endDate": "2026-06-02"}`), `{"externalIds": ["hr:1"]}`) + `,` +
			merged(skiing(`{"startDate": "2026-03-12", "endDate": "2026-03-12"}`), `{"externalIds": ["hr:2"]}`) + `]}`,
			Status: 409, Code: "period_locked", Check: func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
				if got := apitest.Lookup(ans.Body, "error.details.0.index"); got != float64(1) {
					t.Errorf("index %v of %s", got, ans.Raw)
				}
			}},
		unlock("the lock is deleted", "$lock"),
		approve("and the request is decided", "admin", "$within"),
	})
}
