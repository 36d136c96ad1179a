package acceptance_test

import (
	"fmt"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestErrorsSayWhatToDo: a slip of an integration gets an error that says what it was, over REST and gRPC.
func TestErrorsSayWhatToDo(t *testing.T) {
	t.Parallel()
	leave := func(override string) string {
		return `{"match": "externalId:hr", "items": [` +
			merged(merged(skiing(`{}`), `{"externalIds": ["hr:moved"]}`), override) + `]}`
	}
	decide := func(name, verb, body string) apitest.Step {
		return do(name, func(t *testing.T, a *apitest.API) {
			if ans := a.REST(t, "admin", "POST /api/v1/time-off/hr:moved/"+verb, body, nil); !ok(ans) {
				t.Errorf("%s", ans.Raw)
			}
		})
	}
	apitest.Run(t, []apitest.Step{
		paired(apitest.Step{
			Name: "a list for one value", Call: "GET /api/v1/assignments?userId=hr:1001,hr:1002", RPC: "AssignmentService/ListAssignments",
		}, "", map[string]any{"user_id": "hr:1001,hr:1002"}, []expectation{badParam("unknown_reference", "userId"), func(p *pair) {
			p.Path = "user_id"
		}, says("the field takes one value")}),
		paired(apitest.Step{
			Name: "an unknown time off request", Call: "POST /api/v1/time-off/hr:unknown/approve", RPC: "TimeOffService/ApproveTimeOff",
		}, "", map[string]any{"request_id": "hr:unknown"}, []expectation{refused("not_found"), says("time off request not found")}),
		paired(apitest.Step{
			Name: "five hours of a week", Call: "PUT /api/v1/users/$worker/working-patterns",
			Body: `{"items": [{"validFrom": "2026-01-05", "hours": [8, 8, 8, 8, 8]}]}`, RPC: "WorkingPatternService/ReplaceWorkingPatterns",
		}, "working_patterns", map[string]any{"user_id": "$worker"},
			[]expectation{badField("validation_failed", "items[0].hours"), says("must have exactly 7 items")}),
		userAPI.upsert("skills of users", "", `{"match": "email", "items": [{"name": "S", "email": "s@advice.example",
			"capabilities": [{"capabilityId": "$design", "level": 3}]}]}`,
			badField("validation_failed", "items[0].capabilities"), says("POST /users/capabilities/upsert")),
		userAPI.upsert("who may not", "", `{"match": "email", "items": [{"name": "S", "email": "s@advice.example"}]}`,
			by("worker"),
			refused("permission_denied"), says("items[0]: the acting user may not create")),
		userAPI.upsert("a key that is wrong", "", `{"match": "externalId:hr", "items": [
			{"name": "S", "email": "s@advice.example", "externalIds": ["HR:1"]}]}`,
			badField("validation_failed", "items[0].externalIds[0]"), fieldCount(1)),
		timeOff.create("a long leave", skiing(`{"startDate": "2026-01-01", "endDate": "2027-02-01"}`), by("admin"),
			badField("validation_failed", "endDate"), says("must be at most 365 days after the start date")),

		timeOff.upsert("leave", "", leave(`{}`), did(`{}`, 1, 0, 0)),
		decide("that is approved", "approve", ``),
		timeOff.upsert("and rejected by HR", "", leave(`{"status": "rejected"}`),
			badField("invalid_state", "items[0].status"),
			says("is already approved: leave the status out")),
		timeOff.upsert("other leave", "", leave(`{"externalIds": ["hr:other"]}`), did(`{}`, 1, 0, 0),
			func(p *pair) { p.Save = map[string]string{"other": "data.0.id"} }),
		do("that is rejected", func(t *testing.T, a *apitest.API) {
			if ans := a.REST(t, "admin", "POST /api/v1/time-off/$other/reject", `{"rejectionReason": "No"}`,
				nil); !ok(ans) {
				t.Errorf("%s", ans.Raw)
			}
		}),
		timeOff.upsert("and moved by HR", "", leave(`{"externalIds": ["hr:other"], "endDate": "2026-03-10"}`),
			badField("invalid_state", "items[0].status"), says("is already rejected: delete the request")),
	})
}

// TestRedeliveryOfATypeNotTaken: an event that the webhook does not take is refused, because nothing would be sent.
func TestRedeliveryOfATypeNotTaken(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	h.waitFor(write(t, a, 1)...)
	if ans := a.REST(t, "admin", "PATCH /api/v1/users/$worker", `{"name": "Other"}`, nil); !ok(ans) {
		t.Fatal(string(ans.Raw))
	}
	events := eventsOf(t, a, "user.updated")
	ans := h.post("redeliver", fmt.Sprintf(`{"seq": %d}`, events[len(events)-1].Seq))
	if want := "seq is an event of the type user.updated, which is not among the types of the webhook"; ans.Status != 400 ||
		ans.Message != want {
		t.Errorf("%s, want %q", ans.Raw, want)
	}
}
