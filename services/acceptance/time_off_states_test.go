package acceptance_test

import (
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// anEmptyObject is the answer of deleting and of approving.
var anEmptyObject = []expectation{data(`{}`), hasMembers("data", "")}

func edit(name, as, id, body string, expectations ...expectation) apitest.Step {
	s := apitest.Step{
		Name: name, As: as, Call: "PATCH /api/v1/time-off/" + id, Body: body, RPC: "TimeOffService/UpdateTimeOff",
	}
	return paired(s, "time_off", map[string]any{"request_id": id}, expectations)
}

func remove(name, as, id string, expectations ...expectation) apitest.Step {
	s := apitest.Step{Name: name, As: as, Call: "DELETE /api/v1/time-off/" + id, RPC: "TimeOffService/DeleteTimeOff"}
	return paired(s, "", map[string]any{"request_id": id}, append(anEmptyObject, expectations...))
}

func approve(name, as, id string, expectations ...expectation) apitest.Step {
	s := apitest.Step{
		Name: name, As: as, Call: "POST /api/v1/time-off/" + id + "/approve", RPC: "TimeOffService/ApproveTimeOff",
	}
	return paired(s, "", map[string]any{"request_id": id}, append(anEmptyObject, expectations...))
}

func reject(name, as, id, reason string, expectations ...expectation) apitest.Step {
	kept := asJSON(map[string]string{"rejectionReason": strings.TrimSpace(reason)})
	return rejectWith(name, as, id, asJSON(map[string]string{"rejectionReason": reason}),
		append([]expectation{data(kept), hasMembers("data", "rejectionReason")}, expectations...)...)
}

func rejectWith(name, as, id, body string, expectations ...expectation) apitest.Step {
	s := apitest.Step{
		Name: name, As: as, Call: "POST /api/v1/time-off/" + id + "/reject", Body: body,
		RPC: "TimeOffService/RejectTimeOff",
	}
	return paired(s, "rejection", map[string]any{"request_id": id}, expectations)
}

// threeStates makes requests $pending, $approved and $rejected of the worker, the
// latter two decided by the lead, and $foreign of another organization.
func threeStates() []apitest.Step {
	return []apitest.Step{
		ask("a pending request", "worker", skiing(`{}`), saves("pending")),
		ask("an approved one", "worker", skiing(`{}`), saves("approved")),
		approve("is approved", "lead", "$approved"),
		ask("a rejected one", "worker", skiing(`{}`), saves("rejected")),
		reject("is rejected", "lead", "$rejected", "No"),
		ask("one of another organization", "other_worker", elsewhere, saves("foreign")),
	}
}

// stands shows what the list says of the worker's request at this place.
func stands(name, as string, items string) apitest.Step {
	return timeOff.list(name, "user_id=$worker", `{"user_id": "$worker"}`, by(as), data(`{"items": `+items+`}`))
}

func TestUpdateTimeOff(t *testing.T) {
	apitest.Run(t, append(threeStates(),
		edit("the owner changes every field of a pending one", "worker", "$pending",
			`{"timeOffTypeId": "$sick", "startDate": "2026-05-01", "endDate": "2026-05-02", "availability": 3.5, "reason": "Flu"}`,
			hasHeader("ETag", `"2"`), hasMembers("data", timeOffMembers),
			data(`{"id": "$pending", "userId": "$worker", "timeOffTypeId": "$sick", "startDate": "2026-05-01",
				"endDate": "2026-05-02", "availability": 3.5,
				"reason": "Flu", "status": "pending", "rejectionReason": null, "decidedById": null, "decidedAt": null, "version": 2}`)),
		edit("one field leaves the others", "worker", "$pending", `{"availability": 4}`,
			data(`{"availability": 4, "reason": "Flu", "startDate": "2026-05-01", "version": 3}`)),
		edit("no field leaves all", "worker", "$pending", `{}`, hasHeader("ETag", `"3"`),
			data(`{"availability": 4, "reason": "Flu", "version": 3}`)),
		stands("what was answered is what is stored", "worker",
			`[{"id": "$pending", "timeOffTypeId": "$sick", "startDate": "2026-05-01", "endDate": "2026-05-02",
				"availability": 4, "reason": "Flu", "version": 3}, {}, {}]`),
		edit("the manager changes a pending one", "lead", "$pending", `{"reason": "Influenza"}`,
			data(`{"reason": "Influenza", "version": 4, "decidedById": null}`)),
		edit("the manager's manager", "boss", "$pending", `{"availability": 1}`,
			data(`{"version": 5, "reason": "Influenza"}`)),
		edit("an admin", "admin", "$pending", `{"availability": 0}`, data(`{"version": 6, "reason": "Influenza"}`)),
		edit("a peer may not", "peer", "$pending", `{"availability": 2}`, refused("permission_denied")),
		edit("a stranger may not", "pm", "$pending", `{"reason": "?"}`, refused("permission_denied")),
		edit("not even change nothing", "pm", "$pending", `{}`, refused("permission_denied")),

		edit("the owner may not change an approved one", "worker", "$approved", `{"reason": "?"}`,
			refused("permission_denied")),
		edit("a peer may not either", "peer", "$approved", `{"reason": "?"}`, refused("permission_denied")),
		edit("the manager may, and it stays approved", "lead", "$approved", `{"endDate": "2026-03-31"}`, data(
			`{"endDate": "2026-03-31", "status": "approved", "decidedById": "$lead", "decidedAt": "*", "version": 3}`,
		)),
		edit("the manager's manager may, and the decision stays the lead's", "boss", "$approved",
			`{"startDate": "2026-03-30"}`,
			data(`{"startDate": "2026-03-30", "status": "approved", "decidedById": "$lead", "version": 4}`)),
		edit("an admin may", "admin", "$approved", `{"timeOffTypeId": "$sick"}`,
			data(`{"timeOffTypeId": "$sick", "status": "approved", "version": 5}`)),

		edit("a rejected one the owner cannot change", "worker", "$rejected",
			`{"reason": "?"}`, refused("invalid_state")),
		edit("nor the manager", "lead", "$rejected", `{"reason": "?"}`, refused("invalid_state")),
		edit("nor an admin", "admin", "$rejected", `{"reason": "?"}`, refused("invalid_state")),
		edit("not even to nothing", "admin", "$rejected", `{}`, refused("invalid_state")),
		edit("a peer is told that they may not", "peer", "$rejected", `{"reason": "?"}`, refused("permission_denied")),
		edit("what is wrong comes first", "peer", "$rejected", `{"endDate": "2026-03-01"}`,
			badField("validation_failed", "endDate")),

		edit("another version is refused", "worker", "$pending", `{"reason": "?"}`, ifMatch(`"5"`),
			refused("version_conflict")),
		edit("also for no change", "worker", "$pending", `{}`, ifMatch(`"5"`), refused("version_conflict")),
		edit("and before the state", "lead", "$rejected", `{"reason": "?"}`, ifMatch(`"1"`),
			refused("version_conflict")),
		edit("but not before the permission", "peer", "$pending", `{"reason": "?"}`, ifMatch(`"5"`),
			refused("permission_denied")),
		edit("the right version is taken", "worker", "$pending", `{"reason": "Cold"}`, ifMatch(`"6"`),
			data(`{"reason": "Cold", "version": 7}`)),
		edit("one of two versions is", "worker", "$pending", `{"reason": "Cough"}`,
			ifMatch(`"6", "7"`), data(`{"version": 8}`)),
		edit("any version is", "worker", "$pending", `{"reason": "Fever"}`, ifMatch(`*`), data(`{"version": 9}`)),
		edit("what is no version is not", "worker", "$pending", `{"reason": "?"}`, ifMatch(`"nine"`), badPrecondition),
		stands("nothing that was refused was written", "worker",
			`[{"reason": "Fever", "version": 9}, {"reason": "Skiing", "version": 5},
				{"reason": "Skiing", "rejectionReason": "No", "version": 2}]`),
	))
}

func TestUpdateTimeOffRefusesBadRequests(t *testing.T) {
	steps := append(threeStates(),
		edit("an unknown request", "worker", "$unknown", `{"reason": "?"}`, refused("not_found")),
		edit("one of another organization", "admin", "$foreign", `{"reason": "?"}`, refused("not_found")),
		edit("what is wrong comes before what is not there", "worker", "$unknown", `{"availability": 25}`,
			badField("validation_failed", "availability")),
		edit("what is not there comes before what is forbidden", "pm", "$unknown",
			`{"reason": "?"}`, refused("not_found")),
		edit("no request's id", "worker", "x", `{"reason": "?"}`, badParam("validation_failed", "request_id")),
		edit("a start after the stored end", "worker", "$pending", `{"startDate": "2026-03-07"}`,
			badField("validation_failed", "startDate")),
		edit("an end before the stored start", "worker", "$pending", `{"endDate": "2026-03-01"}`,
			badField("validation_failed", "endDate")),
		edit("an end before the start", "worker", "$pending", `{"startDate": "2026-08-02", "endDate": "2026-08-01"}`,
			badField("validation_failed", "endDate")),
		edit("367 days with the stored start", "worker", "$pending", `{"endDate": "2027-03-03"}`,
			badField("validation_failed", "endDate")),
		edit("367 days with the stored end", "worker", "$pending", `{"startDate": "2025-03-05"}`,
			badField("validation_failed", "startDate")),
		edit("366 days with the stored start", "worker", "$pending", `{"endDate": "2027-03-02"}`,
			data(`{"startDate": "2026-03-02", "endDate": "2027-03-02", "version": 2}`)),
		edit("both moved past the stored ones", "worker", "$pending",
			`{"startDate": "2028-01-01", "endDate": "2028-01-01"}`, data(`{"startDate": "2028-01-01", "version": 3}`)),
		edit("an unknown type", "worker", "$pending", `{"timeOffTypeId": "$unknown"}`,
			badField("unknown_reference", "timeOffTypeId")),
		edit("a type of another organization", "worker", "$pending", `{"timeOffTypeId": "$other_vacation"}`,
			badField("unknown_reference", "timeOffTypeId")),
		edit("an unknown type comes before what is forbidden", "peer", "$pending", `{"timeOffTypeId": "$unknown"}`,
			badField("unknown_reference", "timeOffTypeId")),
		edit("no type's id", "worker", "$pending", `{"timeOffTypeId": "x"}`,
			badField("validation_failed", "timeOffTypeId")),
		edit("a day that is none", "worker", "$pending", `{"startDate": "2026-02-29"}`,
			badField("validation_failed", "startDate")),
		edit("a day too early", "worker", "$pending", `{"startDate": "1969-12-31"}`,
			badField("validation_failed", "startDate")),
		edit("an availability over 24", "worker", "$pending", `{"availability": 24.5}`,
			badField("validation_failed", "availability")),
		edit("an empty reason", "worker", "$pending", `{"reason": ""}`, badField("validation_failed", "reason")),
		edit("a reason of 2,001 characters", "worker", "$pending", `{"reason": "`+strings.Repeat("x", 2001)+`"}`,
			badField("validation_failed", "reason")),
		edit("two bad fields are both named", "worker", "$pending", `{"availability": -1, "reason": ""}`,
			refused("validation_failed"), fieldCount(2)),
		edit("a list", "worker", "$pending", `[]`, refused("invalid_json"), overREST),
	)
	for _, field := range []string{"timeOffTypeId", "startDate", "endDate", "availability", "reason"} {
		steps = append(steps, edit(field+" cannot be cleared", "worker", "$pending", `{"`+field+`": null}`,
			badField("validation_failed", field)))
	}
	for _, field := range []string{"userId", "status", "rejectionReason", "decidedById", "decidedAt", "id",
		"version", "createdAt", "updatedAt"} {
		steps = append(steps,
			edit(field+" cannot be changed", "admin", "$pending", `{"`+field+`": null}`,
				badField("unknown_field", field)))
	}
	steps = append(steps,
		edit("nor in another spelling", "admin", "$pending", `{"start_date": "2026-01-01"}`,
			badField("unknown_field", "start_date"), overREST),
		edit("nor an organization", "admin", "$pending", `{"organizationId": "$unknown"}`,
			badField("unknown_field", "organizationId"), overREST),
		do("a key without the scope",
			func(_ *testing.T, a *apitest.API) { a.Key("reader", "worker", "read:time_off") }),
		edit("may not change", "reader", "$pending", `{"reason": "?"}`, refused("scope_missing")),
		remove("may not delete", "reader", "$pending", refused("scope_missing")),
		approve("may not approve", "reader", "$pending", refused("scope_missing")),
		reject("may not reject", "reader", "$pending", "No", refused("scope_missing")),
		approve("without a key nobody may", "-", "$pending", refused("credential_missing")),
		stands("nothing that was refused was written", "worker",
			`[{"reason": "Skiing", "startDate": "2028-01-01", "version": 3}, {"version": 2}, {"version": 2}]`),
	)
	apitest.Run(t, steps)
}

func TestDeleteTimeOff(t *testing.T) {
	// A run that goes past midnight finds tomorrow still ahead.
	day := func(days int) string {
		return time.Now().UTC().Add(10*time.Minute).AddDate(0, 0, days).Format(time.DateOnly)
	}
	begins := func(date string) string { return skiing(`{"startDate": "` + date + `", "endDate": "` + day(30) + `"}`) }
	steps := append(threeStates(),
		remove("a peer may not delete a pending one", "peer", "$pending", refused("permission_denied")),
		remove("nor a stranger with another version", "pm", "$pending", ifMatch(`"7"`), refused("permission_denied")),
		remove("another version is refused", "worker", "$pending", ifMatch(`"2"`), refused("version_conflict")),
		remove("the owner deletes a pending one", "worker", "$pending", ifMatch(`"1"`)),
		remove("which then is not there", "worker", "$pending", refused("not_found")),
		edit("to be changed", "worker", "$pending", `{"reason": "?"}`, refused("not_found")),
		approve("to be approved", "lead", "$pending", refused("not_found")),
		reject("to be rejected", "lead", "$pending", "No", refused("not_found")),
		stands("or to be listed", "worker", `[{"id": "$approved"}, {"id": "$rejected"}]`),
		remove("the owner may not delete an approved one that has begun", "worker", "$approved",
			refused("permission_denied")),
		remove("nor one that is rejected", "worker", "$rejected", refused("permission_denied")),
		remove("a peer may delete neither", "peer", "$approved", refused("permission_denied")),
		remove("of the two", "peer", "$rejected", refused("permission_denied")),
		remove("the manager deletes the approved one", "lead", "$approved"),
		remove("and the rejected one", "lead", "$rejected"),
		remove("an unknown one is not there", "admin", "$unknown", refused("not_found")),
		remove("nor is one of another organization", "admin", "$foreign", refused("not_found")),
		remove("no request's id", "admin", "x", badParam("validation_failed", "request_id")),
	)
	for _, as := range []string{"lead", "boss", "admin"} {
		steps = append(steps, ask("a pending one", "worker", skiing(`{}`), saves("r")),
			remove("is deleted by "+as, as, "$r"))
	}
	for start, allowed := range map[string]bool{day(-1): false, day(0): false, day(1): true, day(2): true} {
		approved := []expectation{}
		if !allowed {
			approved = append(approved, refused("permission_denied"))
		}
		steps = append(steps,
			ask("a request that begins on "+start, "worker", begins(start), saves("r")),
			approve("is approved", "boss", "$r"),
			remove("the owner then", "worker", "$r", approved...))
	}
	for _, as := range []string{"boss", "admin"} {
		steps = append(steps,
			ask("an approved one that has begun", "lead", skiing(`{"status": "approved"}`), saves("r")),
			remove("is deleted by "+as, as, "$r"),
			ask("a rejected one", "lead", skiing(`{"status": "rejected"}`), saves("r")),
			remove("is deleted by "+as, as, "$r"))
	}
	apitest.Run(t, append(steps,
		ask("an admin deletes their own approved one", "admin",
			skiing(`{"userId": "$admin", "status": "approved"}`), saves("r")), remove("that has begun", "admin", "$r")))
}

func TestApproveTimeOff(t *testing.T) {
	apitest.Run(t, append(threeStates(),
		approve("never the owner", "worker", "$pending", refused("permission_denied")),
		approve("nor a peer", "peer", "$pending", refused("permission_denied")),
		approve("nor a stranger", "pm", "$pending", refused("permission_denied")),
		approve("also of one that is approved", "worker", "$approved", refused("permission_denied")),
		approve("or rejected", "worker", "$rejected", refused("permission_denied")),
		approve("or not in that version", "worker", "$pending", ifMatch(`"9"`), refused("permission_denied")),
		approve("another version is refused", "lead", "$pending", ifMatch(`"9"`), refused("version_conflict")),
		approve("what is no version is wrong", "lead", "$pending", ifMatch(`9"`), badPrecondition),
		stands("nothing was decided", "worker",
			`[{"status": "pending", "decidedById": null, "decidedAt": null, "version": 1}, {}, {}]`),
		approve("the manager approves", "lead", "$pending", ifMatch(`"1"`), hasHeader("ETag", "")),
		stands("and it is approved", "worker",
			`[{"status": "approved", "decidedById": "$lead", "decidedAt": "*", "rejectionReason": null,
				"reason": "Skiing", "version": 2}, {}, {}]`),
		approve("again changes nothing", "boss", "$pending"),
		approve("nor with a body, which it has no use for", "boss", "$pending", overREST,
			func(p *pair) { p.Body = `{}` }),
		approve("nor with its version", "boss", "$pending", ifMatch(`"2"`)),
		approve("but not with another", "boss", "$pending", ifMatch(`"1"`), refused("version_conflict")),
		stands("the decision stays the first one's", "worker",
			`[{"status": "approved", "decidedById": "$lead", "version": 2}, {}, {}]`),
		approve("a rejected one stays rejected", "lead", "$rejected", refused("invalid_state")),
		approve("whoever asks", "admin", "$rejected", refused("invalid_state")),
		approve("an unknown one is not there", "pm", "$unknown", refused("not_found")),
		approve("nor is one of another organization", "admin", "$foreign", refused("not_found")),
		approve("no request's id", "admin", "x", badParam("validation_failed", "request_id")),
		ask("the manager's own", "lead", skiing(`{"userId": "$lead"}`), saves("r")),
		approve("is not theirs to approve", "lead", "$r", refused("permission_denied")),
		approve("nor their report's", "worker", "$r", refused("permission_denied")),
		approve("but their manager's", "boss", "$r"),
		ask("one of whom nobody manages", "boss", skiing(`{"userId": "$boss"}`), saves("r")),
		approve("is not for the role manager themselves", "boss", "$r", refused("permission_denied")),
		approve("but for an admin", "admin", "$r"),
		ask("an admin's own", "admin", skiing(`{"userId": "$admin"}`), saves("r")),
		approve("is the admin's", "admin", "$r"),
	))
}

func TestRejectTimeOff(t *testing.T) {
	wide := strings.Repeat("💤", 1000)
	apitest.Run(t, append(threeStates(),
		reject("never the owner", "worker", "$pending", "No", refused("permission_denied")),
		reject("nor a peer", "peer", "$pending", "No", refused("permission_denied")),
		rejectWith("a reason is required", "lead", "$pending", `{}`, badField("validation_failed", "rejectionReason")),
		rejectWith("and not null", "lead", "$pending", `{"rejectionReason": null}`,
			badField("validation_failed", "rejectionReason")),
		rejectWith("and no number", "lead", "$pending", `{"rejectionReason": 1}`,
			badField("validation_failed", "rejectionReason"), overREST),
		rejectWith("and the only field", "lead", "$pending", `{"rejectionReason": "No", "reason": "No"}`,
			badField("unknown_field", "reason"), overREST),
		rejectWith("in its one spelling", "lead", "$pending", `{"rejection_reason": "No"}`,
			badField("unknown_field", "rejection_reason"), overREST),
		rejectWith("in a body", "lead", "$pending", ``, refused("invalid_json"), overREST),
		rejectWith("that is JSON", "lead", "$pending", `No`, refused("invalid_json"), overREST),
		apitest.Step{
			Name: "and in a request", As: "lead", RPC: "TimeOffService/RejectTimeOff",
			Request: `{"requestId": "$pending"}`, GRPC: refusals["validation_failed"].grpc,
			Code: "validation_failed", Path: "rejection",
		},
		reject("an empty one is none", "lead", "$pending", "", badField("validation_failed", "rejectionReason")),
		reject("nor are spaces", "lead", "$pending", " \t\n\u00a0\u2003",
			badField("validation_failed", "rejectionReason")),
		reject("1,001 characters are too many", "lead", "$pending", wide+"💤",
			badField("validation_failed", "rejectionReason")),
		reject("NUL is no character", "lead", "$pending", "a\x00b", badField("validation_failed", "rejectionReason")),
		reject("what is wrong comes before what is not there", "lead", "$unknown", " ",
			badField("validation_failed", "rejectionReason")),
		reject("and before what is forbidden", "peer", "$pending", " ",
			badField("validation_failed", "rejectionReason")),
		reject("another version is refused", "lead", "$pending", "No", ifMatch(`"2"`), refused("version_conflict")),
		stands("nothing was decided", "worker",
			`[{"status": "pending", "decidedById": null, "rejectionReason": null, "version": 1}, {}, {}]`),
		reject("the manager rejects, and the reason is trimmed", "lead", "$pending", "\n Not  now ", ifMatch(`"1"`),
			data(`{"rejectionReason": "Not  now"}`)),
		stands("and it is rejected", "worker",
			`[{"status": "rejected", "decidedById": "$lead", "decidedAt": "*", "rejectionReason": "Not  now",
				"reason": "Skiing", "version": 2}, {}, {}]`),
		reject("for the same reason again changes nothing", "boss", "$pending", "Not  now"),
		reject("nor with space around it", "admin", "$pending", " Not  now"),
		reject("for another reason is refused", "lead", "$pending", "Not now", refused("invalid_state")),
		reject("also in other letters", "lead", "$pending", "not  now", refused("invalid_state")),
		stands("the decision stays the first one's", "worker",
			`[{"rejectionReason": "Not  now", "decidedById": "$lead", "version": 2}, {}, {}]`),
		reject("an approved one stays approved", "lead", "$approved", "No", refused("invalid_state")),
		reject("whoever asks", "admin", "$approved", "No", refused("invalid_state")),
		reject("and not the owner", "worker", "$approved", "No", refused("permission_denied")),
		reject("an unknown one is not there", "pm", "$unknown", "No", refused("not_found")),
		reject("nor is one of another organization", "admin", "$foreign", "No", refused("not_found")),
		reject("no request's id", "admin", "x", "No", badParam("validation_failed", "request_id")),
		ask("one more", "worker", skiing(`{}`), saves("r")),
		reject("for 1,000 characters of any width, and spaces", "boss", "$r", "  "+wide+"  "),
		ask("one created as rejected has no reason", "lead", skiing(`{"status": "rejected"}`), saves("r"),
			data(`{"status": "rejected", "rejectionReason": null}`)),
		reject("so that every reason is another", "lead", "$r", "No", refused("invalid_state")),
		ask("an admin's own", "admin", skiing(`{"userId": "$admin"}`), saves("r")),
		reject("is the admin's", "admin", "$r", "Too busy"),
	))
}
