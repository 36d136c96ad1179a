package acceptance_test

import (
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// elsewhere is the body of a request like skiing in the other organization.
var elsewhere = strings.NewReplacer("$worker", "$other_worker", "$vacation", "$other_vacation").Replace(skiing(`{}`))

// fiveRequests makes requests $r1 to $r5 of four users, in every state, and $other_r
// in the other organization.
func fiveRequests() []apitest.Step {
	days := func(user, start, end string) string {
		return skiing(`{"userId": "$` + user + `", "startDate": "` + start + `", "endDate": "` + end + `"}`)
	}
	return []apitest.Step{
		ask("the worker asks", "worker", days("worker", "2026-01-01", "2026-01-10"), saves("r1")),
		ask("and again", "worker", days("worker", "2026-02-01", "2026-02-01"), saves("r2")),
		approve("which is approved", "lead", "$r2"),
		ask("the peer asks", "peer", days("peer", "2026-01-05", "2026-03-01"), saves("r3")),
		reject("which is rejected", "lead", "$r3", "Too long"),
		ask("the boss asks", "boss", days("boss", "2026-01-10", "2026-01-12"), saves("r4")),
		ask("the loner asks", "loner", days("loner", "2026-04-01", "2026-04-30"), saves("r5")),
		ask("and somebody in another organization", "other_worker", elsewhere, saves("other_r")),
	}
}

func TestTimeOffPages(t *testing.T) {
	steps := []apitest.Step{
		timeOff.list("an organization without any", "count=true", `{"count": true}`,
			data(`{"items": [], "total": 0, "limit": 50, "offset": 0, "hasMore": false}`)),
		ask("the first", "worker", skiing(`{}`), saves("first")),
		ask("the second", "peer", skiing(`{"userId": "$peer"}`), saves("second")),
		ask("one in another organization", "other_worker", elsewhere, saves("third")),
		timeOff.list("which has its own", "", `{}`, by("other_worker"), data(rowsOf("$third"))),
		timeOff.list("a row has all its members", "", `{}`, hasMembers("data.items.0", timeOffMembers)),
		timeOff.list("links keep the filter", "limit=1&status=pending", "",
			hasHeader("Link",
				`<?status=pending&limit=1&offset=1>; rel="next", <?status=pending&limit=1&offset=0>; rel="first"`)),
	}
	apitest.Run(t, append(steps, pages(timeOff, "$first", "$second")...))
}

func TestTimeOffFilters(t *testing.T) {
	bad := func(param string) expectation { return badParam("validation_failed", param) }
	steps := append(fiveRequests(),
		timeOff.list("all, in the order of their creation", "", `{}`, data(rowsOf("$r1", "$r2", "$r3", "$r4", "$r5"))),
		timeOff.list("of one user", "user_id=$worker", `{"user_id": "$worker"}`, data(rowsOf("$r1", "$r2"))),
		timeOff.list("of one user in the other case", "userId=$peer", "", data(rowsOf("$r3"))),
		timeOff.list("of an unknown user", "user_id=$unknown", `{"user_id": "$unknown"}`, data(noRows)),
		timeOff.list("of a user of another organization", "user_id=$other_worker",
			`{"user_id": "$other_worker"}`, data(noRows)),
		timeOff.list("pending", "status=pending", `{"status": "TIME_OFF_STATUS_PENDING"}`,
			data(rowsOf("$r1", "$r4", "$r5"))),
		timeOff.list("approved", "status=approved", `{"status": "TIME_OFF_STATUS_APPROVED"}`, data(rowsOf("$r2"))),
		timeOff.list("rejected", "status=rejected", `{"status": "TIME_OFF_STATUS_REJECTED"}`, data(rowsOf("$r3"))),
		timeOff.list("ending on the day or after", "start_date=2026-01-12", `{"start_date": "2026-01-12"}`,
			data(rowsOf("$r2", "$r3", "$r4", "$r5"))),
		timeOff.list("ending after the day", "startDate=2026-01-13", `{"start_date": "2026-01-13"}`,
			data(rowsOf("$r2", "$r3", "$r5"))),
		timeOff.list("starting on the day or before", "end_date=2026-01-05", `{"end_date": "2026-01-05"}`,
			data(rowsOf("$r1", "$r3"))),
		timeOff.list("starting before the day", "endDate=2026-01-04",
			`{"end_date": "2026-01-04"}`, data(rowsOf("$r1"))),
		timeOff.list("overlapping a window", "start_date=2026-02-01&end_date=2026-02-28",
			`{"start_date": "2026-02-01", "end_date": "2026-02-28"}`, data(rowsOf("$r2", "$r3"))),
		timeOff.list("in all possible days", "start_date=0001-01-01&end_date=9999-12-31",
			`{"start_date": "0001-01-01", "end_date": "9999-12-31"}`, data(rowsOf("$r1", "$r2", "$r3", "$r4", "$r5"))),
		timeOff.list("before the first possible day", "end_date=0001-01-01",
			`{"end_date": "0001-01-01"}`, data(noRows)),
		timeOff.list("filters combine", "user_id=$worker&status=approved&start_date=2026-02-01&end_date=2026-02-01",
			`{"user_id": "$worker", "status": "TIME_OFF_STATUS_APPROVED", "start_date": "2026-02-01", "end_date": "2026-02-01"}`,
			data(rowsOf("$r2"))),
		timeOff.list("filters that nothing matches", "user_id=$worker&status=rejected",
			`{"user_id": "$worker", "status": "TIME_OFF_STATUS_REJECTED"}`, data(noRows)),
		timeOff.list("filtered requests are paged and counted", "status=pending&count=true&limit=1&offset=1",
			`{"status": "TIME_OFF_STATUS_PENDING", "count": true, "limit": 1, "offset": 1}`,
			data(`{"items": [{"id": "$r4"}], "total": 3, "hasMore": true}`)),

		timeOff.list("a user id that is not a UUID", "user_id=x", `{"user_id": "x"}`, bad("user_id")),
		timeOff.list("a userId that is not a UUID", "userId=x", "", bad("userId")),
		timeOff.list("an unknown state", "status=done", "", bad("status")),
		timeOff.list("the unspecified state", "status=unspecified", `{"status": 0}`, bad("status")),
		timeOff.list("two states", "status=pending,approved", "", bad("status")),
		timeOff.list("a first day that does not exist", "start_date=2026-02-29",
			`{"start_date": "2026-02-29"}`, bad("start_date")),
		timeOff.list("a last day that is a word", "end_date=yesterday", `{"end_date": "yesterday"}`, bad("end_date")),
		timeOff.list("a parameter of another list", "project_id=$atlas", "",
			badParam("unknown_parameter", "project_id")),
		timeOff.list("a user in both spellings", "user_id=$worker&userId=$worker", "", refused("validation_failed")),
	)
	for _, filter := range []string{"user_id=$worker", "status=pending",
		"start_date=2026-01-01", "end_date=2026-01-01"} {
		name, _, _ := strings.Cut(filter, "=")
		steps = append(steps,
			timeOff.list(name+" twice", filter+"&"+filter, "", bad(name)),
			timeOff.list(name+" without a value", name+"=", "", bad(name)))
	}
	apitest.Run(t, steps)
}

// TestWhoReadsReasons shows the reasons to the owner, the managers and admins, and to
// nobody else.
func TestWhoReadsReasons(t *testing.T) {
	steps := fiveRequests()
	for as, readable := range map[string]string{
		"admin": "12345", "boss": "1234", "lead": "123", "worker": "12", "peer": "3", "loner": "5", "pm": "",
	} {
		items := []map[string]any{}
		for _, r := range "12345" {
			item := map[string]any{"id": "$r" + string(r), "reason": nil, "rejectionReason": nil, "availability": 0}
			if strings.ContainsRune(readable, r) {
				item["reason"] = "Skiing"
				if r == '3' {
					item["rejectionReason"] = "Too long"
				}
			}
			items = append(items, item)
		}
		steps = append(steps, timeOff.list("as "+as, "", `{}`, by(as), data(`{"items": `+asJSON(items)+`}`)))
	}
	hidden, shown := `{"items": [{"reason": null}, {"reason": null}]}`,
		`{"items": [{"reason": "Skiing"}, {"reason": "Skiing"}]}`
	apitest.Run(t, append(steps,
		timeOff.list("a page of requests of other users", "offset=2&limit=2", `{"offset": 2, "limit": 2}`,
			by("worker"), data(hidden)),
		timeOff.list("a page without any", "offset=5", `{"offset": 5}`, by("worker"), data(noRows)),
		do("the worker moves from the lead to the loner", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE users SET reports_to_id = $1 WHERE id = $2", a.ID("loner"), a.ID("worker"))
		}),
		timeOff.list("the former manager no longer reads", "user_id=$worker", `{"user_id": "$worker"}`,
			by("lead"), data(hidden)),
		timeOff.list("the new one does", "user_id=$worker", `{"user_id": "$worker"}`, by("loner"), data(shown)),
		approve("and may no longer be approved by the former", "lead", "$r1", refused("permission_denied")),
		approve("but by the new one", "loner", "$r1"),
	))
}

// TestReportingLineOfAnyDepth: the top of a line of fifty approves for its end. Nobody
// approves for themselves, not even if the line is a cycle.
func TestReportingLineOfAnyDepth(t *testing.T) {
	apitest.Run(t, []apitest.Step{
		ask("the worker asks", "worker", skiing(`{}`), saves("r")),
		do("fifty users are between the worker and the loner", func(_ *testing.T, a *apitest.API) {
			a.Exec(`INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name,
				default_availability, reports_to_id, role, is_active)
				SELECT $1, ('01890000-0000-7000-8000-' || to_char(n, 'FM000000000000'))::uuid, 1, now(), now(), n || '@line.example', n, 40,
					CASE n WHEN 1 THEN $2 ELSE ('01890000-0000-7000-8000-' || to_char(n - 1, 'FM000000000000')) END::uuid, 'member', true
				FROM generate_series(1, 50) n`, a.Organization, a.ID("loner"))
			a.Exec("UPDATE users SET reports_to_id = '01890000-0000-7000-8000-000000000050' WHERE id = $1",
				a.ID("worker"))
		}),
		timeOff.list("the loner reads the reason", "", `{}`, by("loner"), data(`{"items": [{"reason": "Skiing"}]}`)),
		do("the line becomes a cycle", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE users SET reports_to_id = $1 WHERE id = $2", a.ID("worker"), a.ID("loner"))
		}),
		approve("the worker still may not approve their own", "worker", "$r", refused("permission_denied")),
		approve("the loner may", "loner", "$r"),
	})
}
