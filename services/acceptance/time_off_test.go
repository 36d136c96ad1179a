package acceptance_test

import (
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/test/apitest"
)

// skiing is the body of a request of the worker for the days from 2 to 6 March 2026,
// changed as override says: "-" takes a member out.
func skiing(override string) string {
	return merged(`{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-03-02", "endDate": "2026-03-06",
		"availability": 0, "reason": "Skiing"}`, override)
}

var timeOff = resource{
	path: "/api/v1/time-off", one: "TimeOff", many: "TimeOff", field: "time_off",
	table: "time_off_requests", scope: "read:time_off", enums: map[string]string{"status": "TIME_OFF_STATUS_"},
}

const timeOffMembers = `id userId timeOffTypeId startDate endDate availability reason status rejectionReason
	decidedById decidedAt version createdAt updatedAt externalIds`

func ask(name, as, body string, expectations ...expectation) apitest.Step {
	return timeOff.create(name, body, append(expectations, by(as))...)
}

func TestCreateTimeOff(t *testing.T) {
	apitest.Run(t, []apitest.Step{
		ask("the owner asks and gets the whole record", "worker", skiing(`{}`), hasHeader("ETag", `"1"`),
			data(`{"id": "*", "userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-03-02", "endDate": "2026-03-06",
				"availability": 0, "reason": "Skiing", "status": "pending", "rejectionReason": null, "decidedById": null, "decidedAt": null,
				"version": 1, "createdAt": "*", "updatedAt": "*"}`), hasMembers("data", timeOffMembers)),
		ask("requests may overlap", "worker", skiing(`{}`), data(`{"status": "pending"}`)),
		ask("null gives the default", "worker", skiing(`{"status": null, "rejectionReason": null}`),
			data(`{"status": "pending", "rejectionReason": null}`), overREST),
		ask("pending may be said", "worker", skiing(`{"status": "pending"}`),
			data(`{"status": "pending", "decidedById": null, "decidedAt": null}`)),
		ask("days long past are allowed", "worker", skiing(`{"startDate": "0001-01-01", "endDate": "0001-01-01"}`),
			data(`{"startDate": "0001-01-01", "endDate": "0001-01-01"}`)),
		ask("days far ahead are allowed", "worker", skiing(`{"startDate": "9999-12-31", "endDate": "9999-12-31"}`),
			data(`{"startDate": "9999-12-31"}`)),
		ask("a leap day is a day", "worker", skiing(`{"startDate": "2024-02-29", "endDate": "2024-02-29"}`),
			data(`{"endDate": "2024-02-29"}`)),
		ask("366 days are allowed", "worker", skiing(`{"startDate": "2026-01-01", "endDate": "2027-01-01"}`),
			data(`{"endDate": "2027-01-01"}`)),
		ask("availability is answered as sent", "worker", skiing(`{"availability": 7.123456789012345}`),
			data(`{"availability": 7.123456789012345}`)),
		ask("24 hours are allowed", "worker", skiing(`{"availability": 24}`), data(`{"availability": 24}`)),
		ask("a reason may have 2,000 characters of any width", "worker",
			skiing(`{"reason": "`+strings.Repeat("🏔", 2000)+`"}`), data(`{"reason": "`+strings.Repeat("🏔", 2000)+`"}`)),
		ask("a reason is trimmed and otherwise kept as it is", "worker",
			skiing(`{"reason": " 'x' -- % \\ \n\t\u202e. "}`), data(`{"reason": "'x' -- % \\ \n\t\u202e."}`)),
		{Name: "an id in capitals is the same id", Do: func(t *testing.T, a *apitest.API) {
			body := strings.ReplaceAll(a.Expand(skiing(`{}`)), a.ID("worker"), strings.ToUpper(a.ID("worker")))
			ans := a.REST(t, "worker", "POST /api/v1/time-off", body, nil)
			if got := apitest.Lookup(ans.Body, "data.userId"); got != a.ID("worker") {
				t.Errorf("userId is %v, want %s (%s)", got, a.ID("worker"), ans.Message)
			}
		}},
	})
}

func TestCreateTimeOffRefusesBadRequests(t *testing.T) {
	long := `{"reason": "` + strings.Repeat("ä", 2001) + `"}`
	steps := []apitest.Step{
		ask("an empty body lacks six fields", "worker", `{}`, refused("validation_failed"), fieldCount(6)),
		ask("an end before the start", "worker", skiing(`{"endDate": "2026-03-01"}`),
			badField("validation_failed", "endDate")),
		ask("367 days", "worker", skiing(`{"startDate": "2026-01-01", "endDate": "2027-01-02"}`),
			badField("validation_failed", "endDate")),
		ask("a negative availability", "worker", skiing(`{"availability": -0.01}`),
			badField("validation_failed", "availability")),
		ask("an availability over 24", "worker", skiing(`{"availability": 24.01}`),
			badField("validation_failed", "availability")),
		ask("an availability in quotes", "worker", skiing(`{"availability": "8"}`),
			badField("validation_failed", "availability"), overREST),
		ask("an availability that is no number", "worker", skiing(`{"availability": "NaN"}`),
			badField("validation_failed", "availability")),
		ask("an infinite availability", "worker", skiing(`{"availability": "Infinity"}`),
			badField("validation_failed", "availability")),
		ask("an availability beyond numbers", "worker",
			strings.Replace(skiing(`{}`), `"availability":0`, `"availability":1e400`, 1),
			badField("validation_failed", "availability"), overREST),
		ask("an empty reason", "worker", skiing(`{"reason": ""}`), badField("validation_failed", "reason")),
		ask("a blank reason", "worker", skiing(`{"reason": " \n"}`), badField("validation_failed", "reason")),
		ask("a rejection reason of a pending request", "lead", skiing(`{"rejectionReason": "No"}`),
			badField("validation_failed", "rejectionReason")),
		ask("and of an approved one", "lead", skiing(`{"status": "approved", "rejectionReason": "No"}`),
			badField("validation_failed", "rejectionReason")),
		ask("a blank rejection reason", "lead", skiing(`{"status": "rejected", "rejectionReason": " "}`),
			badField("validation_failed", "rejectionReason")),
		ask("a rejection reason of 1,001 characters", "lead",
			skiing(`{"status": "rejected", "rejectionReason": "`+strings.Repeat("ä", 1001)+`"}`),
			badField("validation_failed", "rejectionReason")),
		ask("a reason of 2,001 characters", "worker", skiing(long), badField("validation_failed", "reason")),
		ask("NUL in a reason", "worker", skiing(`{"reason": "a\u0000b"}`), badField("validation_failed", "reason")),
		ask("a reason that is a number", "worker", skiing(`{"reason": 5}`),
			badField("validation_failed", "reason"), overREST),
		ask("a status that is none", "worker", skiing(`{"status": "cancelled"}`),
			badField("validation_failed", "status"), overREST),
		ask("a status in capitals", "worker", skiing(`{"status": "PENDING"}`),
			badField("validation_failed", "status"), overREST),
		ask("a status by its number", "worker", skiing(`{"status": 1}`),
			badField("validation_failed", "status"), overREST),
		ask("the status that stands for none", "worker", skiing(`{"status": 0}`),
			badField("validation_failed", "status"), overGRPC),
		ask("a status with an unknown number", "worker", skiing(`{"status": 9}`),
			badField("validation_failed", "status"), overGRPC),
		ask("an unknown user", "worker", skiing(`{"userId": "$unknown"}`), badField("unknown_reference", "userId")),
		ask("a user of another organization", "worker", skiing(`{"userId": "$other_worker"}`),
			badField("unknown_reference", "userId")),
		ask("no user's id", "worker", skiing(`{"userId": "00000000-0000-0000-0000-000000000000"}`),
			badField("unknown_reference", "userId")),
		ask("an unknown type", "worker", skiing(`{"timeOffTypeId": "$unknown"}`),
			badField("unknown_reference", "timeOffTypeId")),
		ask("a type of another organization", "worker", skiing(`{"timeOffTypeId": "$other_vacation"}`),
			badField("unknown_reference", "timeOffTypeId")),
		ask("an id of another kind", "worker", skiing(`{"timeOffTypeId": "$worker"}`),
			badField("unknown_reference", "timeOffTypeId")),
		ask("two unknown ids are both named", "worker", skiing(`{"userId": "$unknown", "timeOffTypeId": "$unknown"}`),
			badField("unknown_reference", "userId"), fieldCount(2)),
		ask("what is wrong is said before what is forbidden", "peer", skiing(`{"endDate": "2026-03-01"}`),
			badField("validation_failed", "endDate")),
		ask("and so is what is unknown", "peer", skiing(`{"timeOffTypeId": "$unknown"}`),
			badField("unknown_reference", "timeOffTypeId")),
		ask("a body that is a list", "worker", `[]`, refused("invalid_json"), overREST),
		ask("a body that is cut off", "worker", `{"userId": `, refused("invalid_json"), overREST),
		ask("a field twice", "worker", `{"reason": "a", "reason": "b"}`, refused("invalid_json"), overREST),
		ask("no body", "worker", ``, refused("invalid_json"), overREST),
		{Name: "no resource", As: "worker", RPC: "TimeOffService/CreateTimeOff", GRPC: codes.InvalidArgument,
			Code: "validation_failed", Path: "time_off"},
	}
	for _, field := range []string{"userId", "timeOffTypeId", "startDate", "endDate", "availability", "reason"} {
		steps = append(steps,
			ask(field+" is required", "worker", skiing(`{"`+field+`": "-"}`), badField("validation_failed", field)),
			ask(field+" must not be null", "worker", skiing(`{"`+field+`": null}`),
				badField("validation_failed", field)))
	}
	for _, field := range []string{"userId", "timeOffTypeId"} {
		for _, id := range []string{"", "x", "{$worker}", "$worker ", "0189000000007000800000000000000"} {
			steps = append(steps,
				ask(field+" "+id, "worker", skiing(`{"`+field+`": "`+id+`"}`), badField("validation_failed", field)))
		}
	}
	steps = append(steps,
		ask("userId that is an external id", "worker", skiing(`{"userId": "urn:uuid:$worker"}`),
			badField("unknown_reference", "userId")),
		ask("timeOffTypeId that is none", "worker", skiing(`{"timeOffTypeId": "urn:uuid:$worker"}`),
			badField("validation_failed", "timeOffTypeId")))
	for _, field := range []string{"startDate", "endDate"} {
		for _, date := range []string{"", "2026-3-2", "2026-02-30", "2026-02-29", "0000-00-00", "0000-12-31",
			"10000-01-01", "2026-03-02T00:00:00Z", " 2026-03-02", "２０２６-03-02", "infinity", "today"} {
			steps = append(steps, ask(field+" "+date, "worker", skiing(`{"`+field+`": "`+date+`"}`),
				badField("validation_failed", field)))
		}
		steps = append(steps, ask(field+" that is a number", "worker", skiing(`{"`+field+`": 20260302}`),
			badField("validation_failed", field), overREST))
	}
	for _, field := range []string{"id", "version", "createdAt", "updatedAt", "decidedById", "decidedAt",
		"organizationId", "user_id", "UserId", "__proto__"} {
		steps = append(steps, ask("a body has no "+field, "worker", skiing(`{"`+field+`": "x"}`),
			badField("unknown_field", field), overREST))
	}
	apitest.Run(t, append(steps, nothingWritten()))
}

// nothingWritten shows that no step before it has left a request.
func nothingWritten() apitest.Step {
	return apitest.Step{Name: "nothing was written", Do: func(t *testing.T, a *apitest.API) {
		if n := a.Count("SELECT count(*) FROM time_off_requests"); n != 0 {
			t.Errorf("%d requests were written", n)
		}
	}}
}

func TestWhoMayCreateTimeOff(t *testing.T) {
	decided := func(status, by string) expectation {
		return data(`{"status": "` + status + `", "decidedById": "$` + by +
			`", "decidedAt": "*", "rejectionReason": null, "version": 1}`)
	}
	apitest.Run(t, []apitest.Step{
		ask("not a peer", "peer", skiing(`{}`), refused("permission_denied")),
		ask("not a stranger", "loner", skiing(`{}`), refused("permission_denied")),
		ask("not the role manager without a line to the user", "boss", skiing(`{"userId": "$loner"}`),
			refused("permission_denied")),
		ask("not a report for the manager", "worker", skiing(`{"userId": "$lead"}`), refused("permission_denied")),
		ask("not the owner as approved", "worker", skiing(`{"status": "approved"}`), refused("permission_denied")),
		ask("not the owner as rejected", "worker", skiing(`{"status": "rejected"}`), refused("permission_denied")),
		ask("not the role manager for oneself as approved", "boss", skiing(`{"userId": "$boss", "status": "approved"}`),
			refused("permission_denied")),
		nothingWritten(),
		ask("the manager", "lead", skiing(`{}`),
			data(`{"userId": "$worker", "status": "pending", "reason": "Skiing"}`)),
		ask("the manager's manager", "boss", skiing(`{}`), data(`{"userId": "$worker", "reason": "Skiing"}`)),
		ask("an admin", "admin", skiing(`{}`), data(`{"userId": "$worker", "decidedById": null}`)),
		ask("the manager as approved", "lead", skiing(`{"status": "approved"}`), decided("approved", "lead")),
		ask("the manager as rejected", "lead", skiing(`{"status": "rejected"}`), decided("rejected", "lead")),
		ask("with a reason", "lead", skiing(`{"status": "rejected", "rejectionReason": " Too many are away "}`),
			saves("rejected"),
			data(`{"status": "rejected", "rejectionReason": "Too many are away", "decidedById": "$lead"}`)),
		timeOff.list("which is kept", "status=rejected&offset=1", `{"status": "TIME_OFF_STATUS_REJECTED", "offset": 1}`,
			data(`{"items": [{"id": "$rejected", "rejectionReason": "Too many are away"}]}`)),
		ask("the manager's manager as approved", "boss", skiing(`{"status": "approved"}`), decided("approved", "boss")),
		ask("an admin as approved", "admin", skiing(`{"status": "approved"}`), decided("approved", "admin")),
		ask("an admin as approved also for oneself", "admin", skiing(`{"userId": "$admin", "status": "approved"}`),
			decided("approved", "admin")),
		{Name: "a user leaves and a type goes out of use", Do: func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE users SET is_active = false WHERE id = $1", a.ID("worker"))
			a.Exec("UPDATE time_off_types SET is_active = false WHERE id = $1", a.ID("vacation"))
		}},
		ask("the inactive user can still have time off", "lead", skiing(`{"timeOffTypeId": "$sick"}`),
			data(`{"userId": "$worker"}`)),
		ask("new time off cannot have the inactive type", "lead", skiing(`{}`),
			badField("validation_failed", "timeOffTypeId")),
		{Name: "a key without the scope", Do: func(_ *testing.T, a *apitest.API) {
			a.Key("reader", "loner", "read:time_off")
		}},
		ask("may not", "reader", skiing(`{}`), refused("scope_missing")),
		ask("and is told so before what is wrong", "reader", `{}`, refused("scope_missing")),
		ask("and without a key nobody may", "-", skiing(`{}`), refused("credential_missing")),
	})
}
