package acceptance_test

import (
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/apitest"
)

// timeOffList lists with a query over REST and the same request over gRPC.
func timeOffList(name, as, query, request string, expectations ...expectation) apitest.Step {
	s := apitest.Step{Name: name, As: as, Call: "GET /api/v1/time-off" + query, RPC: "TimeOffService/ListTimeOff"}
	s = paired(s, "", nil, expectations)
	s.Request = request
	return s
}

// finds expects the requests with these saved names, in this order.
func finds(names ...string) expectation {
	items := []map[string]string{}
	for _, name := range names {
		items = append(items, map[string]string{"id": "$" + name})
	}
	return answers(`{"data": {"items": ` + asJSON(items) + `}}`)
}

// fiveRequests makes requests $r1 to $r5 of four users, in every state.
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
		ask("and somebody in another organization", "other_worker", strings.NewReplacer("$worker", "$other_worker", "$vacation", "$other_vacation").Replace(skiing(`{}`)), saves("other_r")),
	}
}

func TestListTimeOff(t *testing.T) {
	steps := []apitest.Step{timeOffList("an organization without any", "worker", "", `{}`, memberCount("data", 5),
		answers(`{"data": {"items": [], "total": null, "limit": 50, "offset": 0, "hasMore": false}}`))}
	steps = append(steps, fiveRequests()...)
	apitest.Run(t, append(steps,
		timeOffList("all, in the order of their creation", "worker", "", `{}`, finds("r1", "r2", "r3", "r4", "r5"), memberCount("data.items.0", 14)),
		timeOffList("of one user", "worker", "?user_id=$worker", `{"userId": "$worker"}`, finds("r1", "r2")),
		timeOffList("of one user in the other case", "worker", "?userId=$peer", `{"user_id": "$peer"}`, finds("r3")),
		timeOffList("of an unknown user", "worker", "?user_id=$unknown", `{"userId": "$unknown"}`, finds()),
		timeOffList("of a user of another organization", "worker", "?user_id=$other_worker", `{"userId": "$other_worker"}`, finds()),
		timeOffList("pending", "worker", "?status=pending", `{"status": "TIME_OFF_STATUS_PENDING"}`, finds("r1", "r4", "r5")),
		timeOffList("approved", "worker", "?status=approved", `{"status": "TIME_OFF_STATUS_APPROVED"}`, finds("r2")),
		timeOffList("rejected", "worker", "?status=rejected", `{"status": "TIME_OFF_STATUS_REJECTED"}`, finds("r3")),
		timeOffList("ending on the day or after", "worker", "?start_date=2026-01-12", `{"startDate": "2026-01-12"}`, finds("r2", "r3", "r4", "r5")),
		timeOffList("ending after the day", "worker", "?startDate=2026-01-13", `{"start_date": "2026-01-13"}`, finds("r2", "r3", "r5")),
		timeOffList("starting on the day or before", "worker", "?end_date=2026-01-05", `{"endDate": "2026-01-05"}`, finds("r1", "r3")),
		timeOffList("starting before the day", "worker", "?endDate=2026-01-04", `{"end_date": "2026-01-04"}`, finds("r1")),
		timeOffList("overlapping a window", "worker", "?start_date=2026-02-01&end_date=2026-02-28", `{"startDate": "2026-02-01", "endDate": "2026-02-28"}`, finds("r2", "r3")),
		timeOffList("in a window that ends before it begins", "worker", "?start_date=2026-02-01&end_date=2026-01-06", `{"startDate": "2026-02-01", "endDate": "2026-01-06"}`, finds("r3")),
		timeOffList("in all days there are", "worker", "?start_date=0001-01-01&end_date=9999-12-31", `{"startDate": "0001-01-01", "endDate": "9999-12-31"}`, finds("r1", "r2", "r3", "r4", "r5")),
		timeOffList("filters combine", "worker", "?user_id=$worker&status=approved&start_date=2026-02-01&end_date=2026-02-01",
			`{"userId": "$worker", "status": "TIME_OFF_STATUS_APPROVED", "startDate": "2026-02-01", "endDate": "2026-02-01"}`, finds("r2")),
		timeOffList("and need not match", "worker", "?user_id=$worker&status=rejected", `{"userId": "$worker", "status": "TIME_OFF_STATUS_REJECTED"}`, finds()),
		timeOffList("a page", "worker", "?limit=2&offset=1&count=true", `{"limit": 2, "offset": 1, "count": true}`, header("X-Total-Count", "5"),
			answers(`{"data": {"items": [{"id": "$r2"}, {"id": "$r3"}], "total": 5, "limit": 2, "offset": 1, "hasMore": true}}`)),
		timeOffList("the last page", "worker", "?limit=2&offset=4", `{"limit": 2, "offset": 4}`,
			answers(`{"data": {"items": [{"id": "$r5"}], "total": null, "limit": 2, "offset": 4, "hasMore": false}}`)),
		timeOffList("a page that ends with the list", "worker", "?limit=5", `{"limit": 5}`, answers(`{"data": {"limit": 5, "hasMore": false}}`)),
		timeOffList("past the end", "worker", "?offset=9007199254740991", `{"offset": "9007199254740991"}`, answers(`{"data": {"items": [], "offset": 9007199254740991, "hasMore": false}}`)),
		timeOffList("a count of what the filter leaves", "worker", "?status=pending&count=true&limit=1", `{"status": "TIME_OFF_STATUS_PENDING", "count": true, "limit": 1}`, answers(`{"data": {"total": 3}}`)),
		timeOffList("a limit of 0 is 1", "worker", "?limit=0", `{"limit": 0}`, answers(`{"data": {"limit": 1, "items": [{"id": "$r1"}]}}`)),
		timeOffList("a negative limit is 1", "worker", "?limit=-5", `{"limit": -5}`, answers(`{"data": {"limit": 1}}`)),
		timeOffList("a limit of 201 is 200", "worker", "?limit=201", `{"limit": 201}`, answers(`{"data": {"limit": 200}}`)),
		timeOffList("links lead on and keep the filter", "worker", "?limit=1&offset=1&status=pending", `{}`, overREST,
			header("Link", `</api/v1/time-off?limit=1&offset=2&status=pending>; rel="next", </api/v1/time-off?limit=1&offset=0&status=pending>; rel="prev", </api/v1/time-off?limit=1&offset=0&status=pending>; rel="first"`)),
		timeOffList("another organization has its own", "other_worker", "", `{}`, finds("other_r")),
		apitest.Step{Name: "changed at a time or later", Do: changedSince},
	))
}

// changedSince asks for what has changed since the second request was approved, to
// the microsecond and one after.
func changedSince(t *testing.T, a *apitest.API) {
	var at time.Time
	if err := a.DB.QueryRowContext(t.Context(), "SELECT updated_at FROM time_off_requests WHERE id = $1", a.ID("r2")).Scan(&at); err != nil {
		t.Fatal(err)
	}
	for after, first := range map[time.Duration]string{0: "r2", time.Microsecond: "r3"} {
		since := at.Add(after).UTC().Format(time.RFC3339Nano)
		rest := a.REST(t, "worker", "GET /api/v1/time-off?updatedSince="+since, "", nil)
		grpc := a.Call(t, "worker", "TimeOffService/ListTimeOff", `{"updatedSince": "`+since+`"}`, nil)
		for _, ans := range []*apitest.Answer{rest, grpc} {
			if got := apitest.Lookup(ans.Body, "data.items.0.id"); got != a.ID(first) {
				t.Errorf("%v after the change the list begins with %v, want %s", after, got, first)
			}
		}
	}
}

func TestListTimeOffRefusesBadRequests(t *testing.T) {
	steps := []apitest.Step{
		timeOffList("no user's id", "worker", "?user_id=x", `{"userId": "x"}`, badParam("validation_failed", "user_id")),
		timeOffList("no user's id in the other case", "worker", "?userId=x", `{}`, badParam("validation_failed", "userId"), overREST),
		timeOffList("no state", "worker", "?status=done", `{}`, badParam("validation_failed", "status"), overREST),
		timeOffList("the state that stands for none", "worker", "?status=unspecified", `{"status": 0}`, badParam("validation_failed", "status")),
		timeOffList("two states", "worker", "?status=pending,approved", `{}`, badParam("validation_failed", "status"), overREST),
		timeOffList("a first day that is none", "worker", "?start_date=2026-02-29", `{"startDate": "2026-02-29"}`, badParam("validation_failed", "start_date")),
		timeOffList("a last day that is none", "worker", "?end_date=yesterday", `{"endDate": "yesterday"}`, badParam("validation_failed", "end_date")),
		timeOffList("a time that is none", "worker", "?updatedSince=2026-01-01", `{}`, badParam("validation_failed", "updatedSince"), overREST),
		timeOffList("a negative offset", "worker", "?offset=-1", `{"offset": -1}`, badParam("validation_failed", "offset")),
		timeOffList("an offset beyond 2^53", "worker", "?offset=9007199254740992", `{"offset": "9007199254740992"}`, badParam("validation_failed", "offset")),
		timeOffList("half a row", "worker", "?limit=1.5", `{}`, badParam("validation_failed", "limit"), overREST),
		timeOffList("a count that is neither true nor false", "worker", "?count=1", `{}`, badParam("validation_failed", "count"), overREST),
		timeOffList("an unknown parameter", "worker", "?project_id=$atlas", `{}`, badParam("unknown_parameter", "project_id"), overREST),
		{Name: "a key without the scope", Do: func(_ *testing.T, a *apitest.API) { a.Key("writer", "worker", "write:time_off", "read:users") }},
		timeOffList("may not list", "writer", "", `{}`, refused("scope_missing")),
		timeOffList("and is told so before what is wrong", "writer", "?user_id=x", `{"userId": "x"}`, refused("scope_missing")),
		timeOffList("and without a key nobody may", "-", "", `{}`, refused("credential_missing")),
	}
	for _, param := range []string{"user_id", "status", "start_date", "end_date", "limit", "offset", "count", "updatedSince"} {
		steps = append(steps, timeOffList("an empty "+param, "worker", "?"+param+"=", `{}`, badParam("validation_failed", param), overREST))
	}
	for _, param := range []string{"user_id=$worker", "status=pending", "start_date=2026-01-01", "limit=1"} {
		name, _, _ := strings.Cut(param, "=")
		steps = append(steps, timeOffList(name+" twice", "worker", "?"+param+"&"+param, `{}`, badParam("validation_failed", name), overREST))
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
		steps = append(steps, timeOffList("as "+as, as, "", `{}`, answers(`{"data": {"items": `+asJSON(items)+`}}`)))
	}
	apitest.Run(t, append(steps,
		timeOffList("a page of strangers' requests", "worker", "?offset=2&limit=2", `{"offset": 2, "limit": 2}`, answers(`{"data": {"items": [{"reason": null}, {"reason": null}]}}`)),
		apitest.Step{Name: "the worker moves from the lead to the loner", Do: func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE users SET reports_to_id = $1 WHERE id = $2", a.ID("loner"), a.ID("worker"))
		}},
		timeOffList("the former manager no longer reads", "lead", "?user_id=$worker", `{"userId": "$worker"}`, answers(`{"data": {"items": [{"reason": null}, {"reason": null}]}}`)),
		timeOffList("the new one does", "loner", "?user_id=$worker", `{"userId": "$worker"}`, answers(`{"data": {"items": [{"reason": "Skiing"}, {"reason": "Skiing"}]}}`)),
	))
}
