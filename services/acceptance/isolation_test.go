package acceptance_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/tenant"
	eventlog "github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/test/apitest"
)

// position is a place in a request that takes an id. The calls have {id} in it.
type position struct {
	name string
	// own is the name of an id of one's own that the call succeeds with.
	own string
	// found tells that a call with an unknown id succeeds, and finds nothing.
	found bool
	// never tells that no id is accepted there.
	never        bool
	rest, body   string
	rpc, request string
}

// positions are all of them. A test counts them in the descriptors.
var positions = slices.Concat([]position{
	// First, because the others write events.
	{name: "the actor of events", own: "worker", found: true, rest: "GET /api/v1/events?actorId={id}",
		rpc: "EventService/ListEvents", request: `{"actorId": "{id}"}`},
	inCapacity("worker", "user_id"), inCapacity("boss", "manager_id"), inCapacity("atlas", "project_id"),
	inCapacity("acme", "client_id"), inCapacity("design", "capability_id"),
	inGaps("boss", "manager_id"), inGaps("design", "capability_id"),
	listOf(inGaps("design", "has_capability_id")),
	inStatus("worker", "user_id"), inStatus("boss", "manager_id"),
	inMoney("worker", "user_id"), inMoney("boss", "manager_id"), inMoney("atlas", "project_id"),
	inMoney("acme", "client_id"), inMoney("design", "capability_id"),
	inMoneyLines("atlas", "project_id"), inMoneyLines("acme", "client_id"),

	inPath("user to read", "worker", "GET /api/v1/users/{id}", ``, "UserService/GetUser", `{"userId": "{id}"}`),
	inPath("client to read", "acme", "GET /api/v1/clients/{id}", ``, "ClientService/GetClient", `{"clientId": "{id}"}`),
	inPath("project to read", "atlas", "GET /api/v1/projects/{id}?expand=client,projectManager", ``,
		"ProjectService/GetProject", `{"projectId": "{id}", "expand": ["client", "projectManager"]}`),
	inPath("time off to read", "patchable", "GET /api/v1/time-off/{id}", ``,
		"TimeOffService/GetTimeOff", `{"requestId": "{id}"}`),
	inPath("user", "worker", "PATCH /api/v1/users/{id}", `{"name": "X"}`, "UserService/UpdateUser",
		`{"userId": "{id}", "user": {"name": "X"}}`),
	inPath("client", "acme", "PATCH /api/v1/clients/{id}", `{"website": "x"}`, "ClientService/UpdateClient",
		`{"clientId": "{id}", "client": {"website": "x"}}`),
	inPath("project", "atlas", "PATCH /api/v1/projects/{id}", `{"name": "X"}`, "ProjectService/UpdateProject",
		`{"projectId": "{id}", "project": {"name": "X"}}`),
	inPath("capability", "design", "PATCH /api/v1/capabilities/{id}", `{"name": "X"}`,
		"CapabilityService/UpdateCapability", `{"capabilityId": "{id}", "capability": {"name": "X"}}`),
	inPath("time off type", "vacation", "PATCH /api/v1/time-off-types/{id}", `{"name": "X"}`,
		"TimeOffTypeService/UpdateTimeOffType", `{"timeOffTypeId": "{id}", "timeOffType": {"name": "X"}}`),
	inPath("time off to change", "patchable", "PATCH /api/v1/time-off/{id}", `{"reason": "X"}`,
		"TimeOffService/UpdateTimeOff", `{"requestId": "{id}", "timeOff": {"reason": "X"}}`),
	inPath("time off to delete", "deletable", "DELETE /api/v1/time-off/{id}", ``, "TimeOffService/DeleteTimeOff",
		`{"requestId": "{id}"}`),
	inPath("time off to approve", "approvable", "POST /api/v1/time-off/{id}/approve", ``,
		"TimeOffService/ApproveTimeOff", `{"requestId": "{id}"}`),
	inPath("time off to reject", "rejectable", "POST /api/v1/time-off/{id}/reject", `{"rejectionReason": "X"}`,
		"TimeOffService/RejectTimeOff", `{"requestId": "{id}", "rejection": {"rejectionReason": "X"}}`),

	inPath("key to change", "rotatable", "PATCH /api/v1/keys/{id}", `{"name": "X"}`, "KeyService/UpdateKey",
		`{"keyId": "{id}", "key": {"name": "X"}}`),
	inPath("key to rotate", "rotatable", "POST /api/v1/keys/{id}/rotate", ``,
		"KeyService/RotateKey", `{"keyId": "{id}"}`),
	inPath("key to revoke", "revocable", "POST /api/v1/keys/{id}/revoke", ``,
		"KeyService/RevokeKey", `{"keyId": "{id}"}`),

	inPath("session to end", "session", "DELETE /api/v1/sessions/{id}", ``, "SessionService/DeleteSession",
		`{"sessionId": "{id}"}`),
	inPath("user whose calendar feed to revoke", "gone", "DELETE /api/v1/calendar-feeds/{id}", ``,
		"CalendarFeedService/DeleteUserCalendarFeed", `{"userId": "{id}"}`),
	inPath("user whose sign-in to unbind", "gone", "POST /api/v1/users/{id}/unbind-sign-in", ``,
		"UserService/UnbindSignIn", `{"userId": "{id}"}`),

	inPath("webhook to read", "hook", "GET /api/v1/webhooks/{id}", ``,
		"WebhookService/GetWebhook", `{"webhookId": "{id}"}`),
	inPath("webhook to change", "hook", "PATCH /api/v1/webhooks/{id}", `{"name": "X"}`, "WebhookService/UpdateWebhook",
		`{"webhookId": "{id}", "webhook": {"name": "X"}}`),
	inPath("webhook to delete", "removable", "DELETE /api/v1/webhooks/{id}", ``, "WebhookService/DeleteWebhook",
		`{"webhookId": "{id}"}`),
	inPath("webhook whose secret to rotate", "hook", "POST /api/v1/webhooks/{id}/rotate-secret", ``,
		"WebhookService/RotateWebhookSecret", `{"webhookId": "{id}"}`),
	inPath("webhook to test", "hook", "POST /api/v1/webhooks/{id}/test", ``, "WebhookService/TestWebhook",
		`{"webhookId": "{id}"}`),
	inPath("webhook to send events to again", "hook", "POST /api/v1/webhooks/{id}/redeliver", `{"parked": true}`,
		"WebhookService/RedeliverWebhook", `{"webhookId": "{id}", "redelivery": {"parked": true}}`),
	inPath("webhook whose attempts to list", "hook", "GET /api/v1/webhooks/{id}/attempts", ``,
		"WebhookService/ListWebhookAttempts", `{"webhookId": "{id}"}`),

	inPath("user whose working patterns to read", "worker", "GET /api/v1/users/{id}/working-patterns", ``,
		"WorkingPatternService/GetWorkingPatterns", `{"userId": "{id}"}`),
	inPath("user whose working patterns to replace", "worker", "PUT /api/v1/users/{id}/working-patterns",
		`{"items": []}`, "WorkingPatternService/ReplaceWorkingPatterns", `{"userId": "{id}", "workingPatterns": {}}`),
	inPath("user whose capabilities to read", "worker", "GET /api/v1/users/{id}/capabilities", ``,
		"UserService/GetUserCapabilities", `{"userId": "{id}"}`),
	inPath("user whose capabilities to replace", "worker", "PUT /api/v1/users/{id}/capabilities", `{"items": []}`,
		"UserService/ReplaceUserCapabilities", `{"userId": "{id}", "userCapabilities": {}}`),
	inBody("a capability of a user", "engineering", "PUT /api/v1/users/$peer/capabilities",
		`{"items": [{"capabilityId": "$design", "level": 1}, {"capabilityId": "{id}", "level": 1}]}`,
		"UserService/ReplaceUserCapabilities", `{"userId": "$peer", "userCapabilities": %s}`),
	inPath("placeholder to fill", "vacancy", "POST /api/v1/users/{id}/fill", `{"userId": "$worker"}`,
		"AssignmentService/FillPlaceholder", `{"placeholderId": "{id}", "filling": {"userId": "$worker"}}`),
	inPath("placeholder whose candidates to list", "vacancy",
		"GET /api/v1/users/{id}/candidates?start_date=2026-02-01&end_date=2026-02-28", ``,
		"CapacityService/ListCandidates", `{"placeholder_id": "{id}", "start_date": "2026-02-01", "end_date": "2026-02-28"}`),
	inBody("user who fills a placeholder", "worker", "POST /api/v1/users/$vacancy/fill", `{"userId": "{id}"}`,
		"AssignmentService/FillPlaceholder", `{"placeholderId": "$vacancy", "filling": %s}`),
	inBody("a capability of a new user", "engineering", "POST /api/v1/users",
		`{"email": "newer@example.com", "name": "New", "capabilities": [{"capabilityId": "{id}", "level": 1}]}`,
		"UserService/CreateUser", `{"user": %s}`),
	{name: "user whose days are prefilled", own: "worker", rest: "POST /api/v1/actual-hours/prefill",
		body: `{"userId": "{id}", "startDate": "2026-02-02", "endDate": "2026-02-06", "from": "plan"}`,
		rpc:  "ActualHoursService/PrefillActualHours", request: `{"prefill": {"userId": "{id}", "startDate": "2026-02-02",
			"endDate": "2026-02-06", "from": "PREFILL_SOURCE_PLAN"}}`},
	inPath("lock to read", "lock", "GET /api/v1/locks/{id}", ``, "LockService/GetLock", `{"lockId": "{id}"}`),
	inPath("lock to delete", "removable_lock", "DELETE /api/v1/locks/{id}", ``, "LockService/DeleteLock",
		`{"lockId": "{id}"}`),
	inPath("lock to make an exception of", "lock", "POST /api/v1/locks/{id}/exceptions",
		`{"userId": "$worker", "until": "$soon", "reason": "X"}`, "LockService/CreateLockException",
		`{"lockId": "{id}", "exception": {"userId": "$worker", "until": "$soon", "reason": "X"}}`),
	inPath("lock to remove an exception of", "lock", "DELETE /api/v1/locks/{id}/exceptions/$removable_exception", ``,
		"LockService/DeleteLockException", `{"lockId": "{id}", "exceptionId": "$removable_exception"}`),
	inPath("exception to remove", "exception", "DELETE /api/v1/locks/$lock/exceptions/{id}", ``,
		"LockService/DeleteLockException", `{"lockId": "$lock", "exceptionId": "{id}"}`),
	inBody("user of an exception", "worker", "POST /api/v1/locks/$lock/exceptions",
		`{"userId": "{id}", "until": "$soon", "reason": "X"}`, "LockService/CreateLockException",
		`{"lockId": "$lock", "exception": %s}`),
	inBody("user of a lock", "worker", "POST /api/v1/locks",
		`{"endDate": "2024-01-31", "kinds": ["time_off"], "userIds": ["{id}"], "reason": "X"}`, "LockService/CreateLock",
		`{"lock": %s}`),
	inPath("user whose rates to read", "worker", "GET /api/v1/users/{id}/rates", ``, "RateService/GetUserRates",
		`{"userId": "{id}"}`),
	inPath("user whose rates to replace", "worker", "PUT /api/v1/users/{id}/rates", `{"items": []}`,
		"RateService/ReplaceUserRates", `{"userId": "{id}", "rates": {}}`),
	inPath("project whose rates to read", "atlas", "GET /api/v1/projects/{id}/rates", ``, "RateService/GetProjectRates",
		`{"projectId": "{id}"}`),
	inPath("project whose rates to replace", "atlas", "PUT /api/v1/projects/{id}/rates", `{"items": []}`,
		"RateService/ReplaceProjectRates", `{"projectId": "{id}", "rates": {}}`),
	inPath("project whose budget to read", "atlas", "GET /api/v1/projects/{id}/budget", ``,
		"MoneyService/GetProjectBudget", `{"projectId": "{id}"}`),
	inPath("project whose budget to replace", "atlas", "PUT /api/v1/projects/{id}/budget", `{"items": []}`,
		"MoneyService/ReplaceProjectBudget", `{"projectId": "{id}", "budget": {}}`),
	inPath("client whose rates to read", "acme", "GET /api/v1/clients/{id}/rates", ``, "RateService/GetClientRates",
		`{"clientId": "{id}"}`),
	inPath("client whose rates to replace", "acme", "PUT /api/v1/clients/{id}/rates", `{"items": []}`,
		"RateService/ReplaceClientRates", `{"clientId": "{id}", "rates": {}}`),
	inPath("proposal to read", "applied_proposal", "GET /api/v1/proposals/{id}", ``, "ProposalService/GetProposal",
		`{"proposalId": "{id}"}`),
	inPath("proposal to change", "draft_proposal", "PATCH /api/v1/proposals/{id}", `{"note": "X"}`,
		"ProposalService/UpdateProposal", `{"proposalId": "{id}", "proposal": {"note": "X"}}`),
	inBody("reviewer of a proposal to change", "peer", "PATCH /api/v1/proposals/$draft_proposal", `{"reviewerIds": ["{id}"]}`,
		"ProposalService/UpdateProposal", `{"proposalId": "$draft_proposal", "proposal": %s}`),
	inPath("proposal to delete", "removable_proposal", "DELETE /api/v1/proposals/{id}", ``,
		"ProposalService/DeleteProposal", `{"proposalId": "{id}"}`),
	inPath("proposal to compare", "draft_proposal", "GET /api/v1/proposals/{id}/diff", ``, "ProposalService/DiffProposal",
		`{"proposalId": "{id}"}`),
	inPath("proposal whose impact to read", "draft_proposal", "GET /api/v1/proposals/{id}/impact", ``,
		"ProposalService/GetProposalImpact", `{"proposalId": "{id}"}`),
	inBody("placeholder to suggest people for", "vacancy", "POST /api/v1/proposals/suggest",
		`{"demand": {"placeholderId": "{id}"}}`, "ProposalService/SuggestProposal", `{"brief": %s}`),
	inBody("project to suggest people for", "atlas", "POST /api/v1/proposals/suggest",
		`{"demand": {"projectId": "{id}", "hours": 4, "startDate": "2026-02-02", "endDate": "2026-02-06"}}`,
		"ProposalService/SuggestProposal", `{"brief": %s}`),
	inBody("capability of people to suggest", "design", "POST /api/v1/proposals/suggest",
		`{"demand": {"projectId": "$atlas", "capabilityId": "{id}", "hours": 4, "startDate": "2026-02-02", "endDate": "2026-02-06"}}`,
		"ProposalService/SuggestProposal", `{"brief": %s}`),
	inBody("user to suggest", "worker", "POST /api/v1/proposals/suggest",
		`{"demand": {"projectId": "$atlas", "hours": 4, "startDate": "2026-02-02", "endDate": "2026-02-06"}, "among": ["{id}"]}`,
		"ProposalService/SuggestProposal", `{"brief": %s}`),
	inPath("proposal to submit", "submittable_proposal", "POST /api/v1/proposals/{id}/submit", ``,
		"ProposalService/SubmitProposal", `{"proposalId": "{id}"}`),
	inPath("proposal to withdraw", "withdrawable_proposal", "POST /api/v1/proposals/{id}/withdraw", ``,
		"ProposalService/WithdrawProposal", `{"proposalId": "{id}"}`),
	inPath("proposal to approve", "approvable_proposal", "POST /api/v1/proposals/{id}/approve", ``,
		"ProposalService/ApproveProposal", `{"proposalId": "{id}"}`),
	inPath("proposal to reject", "rejectable_proposal", "POST /api/v1/proposals/{id}/reject", `{"reason": "X"}`,
		"ProposalService/RejectProposal", `{"proposalId": "{id}", "rejection": {"reason": "X"}}`),
	inPath("proposal to apply", "applicable_proposal", "POST /api/v1/proposals/{id}/apply", `{}`,
		"ProposalService/ApplyProposal", `{"proposalId": "{id}", "application": {}}`),
	inPath("proposal to revert", "applied_proposal", "POST /api/v1/proposals/{id}/revert", ``,
		"ProposalService/RevertProposal", `{"proposalId": "{id}"}`),
	inBody("reviewer of a proposal", "worker", "POST /api/v1/proposals", `{"title": "X", "reviewerIds": ["{id}"]}`,
		"ProposalService/CreateProposal", `{"proposal": %s}`),
	inPath("timesheet to read", "approved_sheet", "GET /api/v1/timesheets/{id}", ``, "TimesheetService/GetTimesheet",
		`{"timesheetId": "{id}"}`),
	inPath("timesheet whose hours to read", "approved_sheet", "GET /api/v1/timesheets/{id}/hours", ``,
		"TimesheetService/GetTimesheetHours", `{"timesheetId": "{id}"}`),
	inPath("timesheet to approve", "approvable_sheet", "POST /api/v1/timesheets/{id}/approve", ``,
		"TimesheetService/ApproveTimesheet", `{"timesheetId": "{id}"}`),
	inPath("timesheet to reject", "rejectable_sheet", "POST /api/v1/timesheets/{id}/reject", `{"rejectionReason": "X"}`,
		"TimesheetService/RejectTimesheet", `{"timesheetId": "{id}", "rejection": {"rejectionReason": "X"}}`),
	inPath("timesheet to withdraw", "withdrawable_sheet", "POST /api/v1/timesheets/{id}/withdraw", ``,
		"TimesheetService/WithdrawTimesheet", `{"timesheetId": "{id}"}`),
	inPath("timesheet to reopen", "approved_sheet", "POST /api/v1/timesheets/{id}/reopen", `{"reason": "X"}`,
		"TimesheetService/ReopenTimesheet", `{"timesheetId": "{id}", "reopening": {"reason": "X"}}`),
	{name: "timesheet to decide", own: "decidable_sheet", found: true, rest: "POST /api/v1/timesheets/decide",
		body: `{"items": [{"id": "{id}", "decision": "approve"}]}`, rpc: "TimesheetService/DecideTimesheets",
		request: `{"batch": {"items": [{"id": "{id}", "decision": "DECISION_APPROVE"}]}}`},
	inBody("user to remind", "worker", "POST /api/v1/timesheets/remind",
		`{"userIds": ["$peer", "{id}"], "startDate": "2025-06-02", "endDate": "2025-06-08"}`, "TimesheetService/RemindOfTimesheets",
		`{"reminding": %s}`),
	{name: "entry to delete", own: "entry", found: true, rest: "POST /api/v1/actual-hours/entries/delete",
		body: `{"items": [{"entryId": "{id}"}]}`, rpc: "ActualHoursEntryService/DeleteActualHoursEntries",
		request: `{"entries": {"items": [{"entryId": "{id}"}]}}`},
	inBody("user of an entry", "worker", "POST /api/v1/actual-hours/entries",
		`{"items": [{"entryId": "a", "userId": "{id}", "projectId": "$atlas", "date": "2025-09-09", "hours": 1}]}`,
		"ActualHoursEntryService/UpsertActualHoursEntries", `{"batch": %s}`),
	inBody("project of an entry", "atlas", "POST /api/v1/actual-hours/entries",
		`{"items": [{"entryId": "a", "userId": "$worker", "projectId": "{id}", "date": "2025-09-09", "hours": 1}]}`,
		"ActualHoursEntryService/UpsertActualHoursEntries", `{"batch": %s}`),
	inBody("capability of an entry", "design", "POST /api/v1/actual-hours/entries",
		`{"items": [{"entryId": "a", "userId": "$worker", "projectId": "$atlas", "capabilityId": "{id}",
			"date": "2025-09-09", "hours": 1}]}`,
		"ActualHoursEntryService/UpsertActualHoursEntries", `{"batch": %s}`),
	inBody("user of a timesheet", "worker", "POST /api/v1/timesheets",
		`{"userId": "{id}", "startDate": "2025-06-02", "endDate": "2025-06-08"}`, "TimesheetService/CreateTimesheet",
		`{"timesheet": %s}`),
	inPath("holiday to delete", "holiday", "DELETE /api/v1/holidays/{id}", ``, "HolidayService/DeleteHoliday",
		`{"holidayId": "{id}"}`),

	inQuery("worker", "assignments", "user_id", "AssignmentService/ListAssignments"),
	inQuery("atlas", "assignments", "project_id", "AssignmentService/ListAssignments"),
	inQuery("design", "assignments", "capability_id", "AssignmentService/ListAssignments"),
	inQuery("worker", "actual-hours", "user_id", "ActualHoursService/ListActualHours"),
	inQuery("atlas", "actual-hours", "project_id", "ActualHoursService/ListActualHours"),
	inQuery("design", "actual-hours", "capability_id", "ActualHoursService/ListActualHours"),
	inDiff("worker", "assignments", "user_id", "AssignmentService/DiffAssignments"),
	inDiff("atlas", "assignments", "project_id", "AssignmentService/DiffAssignments"),
	inDiff("design", "assignments", "capability_id", "AssignmentService/DiffAssignments"),
	inDiff("worker", "actual-hours", "user_id", "ActualHoursService/DiffActualHours"),
	inDiff("atlas", "actual-hours", "project_id", "ActualHoursService/DiffActualHours"),
	inDiff("design", "actual-hours", "capability_id", "ActualHoursService/DiffActualHours"),
	inQuery("worker", "actual-hours/entries", "user_id", "ActualHoursEntryService/ListActualHoursEntries"),
	inQuery("atlas", "actual-hours/entries", "project_id", "ActualHoursEntryService/ListActualHoursEntries"),
	inQuery("design", "actual-hours/entries", "capability_id", "ActualHoursEntryService/ListActualHoursEntries"),
	inQuery("worker", "time-off", "user_id", "TimeOffService/ListTimeOff"),
	inQuery("worker", "proposals", "creator_id", "ProposalService/ListProposals"),
	inQuery("peer", "proposals", "reviewer_id", "ProposalService/ListProposals"),
	inQuery("worker", "timesheets", "user_id", "TimesheetService/ListTimesheets"),
	inQueryList("worker", "users/capabilities", "ids", "UserService/ListUserCapabilities"),
	inQueryList("worker", "users/working-patterns", "ids", "WorkingPatternService/ListWorkingPatterns"),
	inQuery("acme", "projects", "clientId", "ProjectService/ListProjects"),
	inQuery("worker", "projects", "assignedUserId", "ProjectService/ListProjects"),
	inQuery("peer", "sessions", "userId", "SessionService/ListSessions"),
	inQuery("boss", "users", "reportsToId", "UserService/ListUsers"),
	inQueryList("design", "users", "capabilityId", "UserService/ListUsers"),
	inQueryList("worker", "users", "ids", "UserService/ListUsers"),
	inQueryList("acme", "clients", "ids", "ClientService/ListClients"),
	inQueryList("atlas", "projects", "ids", "ProjectService/ListProjects"),
	inQueryList("design", "capabilities", "ids", "CapabilityService/ListCapabilities"),
	inQuery("worker", "clients", "accountManagerId", "ClientService/ListClients"),

	inBody("the manager of a new user", "boss", "POST /api/v1/users",
		`{"email": "new@example.com", "name": "Nia New", "reportsToId": "{id}"}`,
		"UserService/CreateUser", `{"user": %s}`),
	inBody("the actor of a new key", "worker", "POST /api/v1/keys",
		`{"name": "ci", "actorUserId": "{id}", "scopes": ["read:users"]}`, "KeyService/CreateKey", `{"key": %s}`),
	inBody("a user's manager", "boss", "PATCH /api/v1/users/$peer", `{"reportsToId": "{id}"}`, "UserService/UpdateUser",
		`{"userId": "$peer", "user": %s}`),
	inBody("the account manager of a new client", "worker", "POST /api/v1/clients",
		`{"companyName": "Initech", "accountManagerId": "{id}"}`, "ClientService/CreateClient", `{"client": %s}`),
	inBody("a client's account manager", "worker", "PATCH /api/v1/clients/$acme", `{"accountManagerId": "{id}"}`,
		"ClientService/UpdateClient", `{"clientId": "$acme", "client": %s}`),
	inBody("a manager in a batch of users", "worker", "POST /api/v1/users/upsert",
		`{"match": "email", "items": [{"name": "Ada", "email": "ada@example.com", "reportsToId": "{id}"}]}`,
		"UserService/UpsertUsers", `{"batch": %s}`),
	inBody("an account manager in a batch of clients", "worker", "POST /api/v1/clients/upsert",
		`{"match": "name", "items": [{"companyName": "Initech", "accountManagerId": "{id}"}]}`,
		"ClientService/UpsertClients", `{"batch": %s}`),
	inBody("a client in a batch of projects", "acme", "POST /api/v1/projects/upsert",
		`{"match": "name", "items": [{"name": "Comet", "clientId": "{id}", "startDate": "2026-01-01", "endDate": "2026-01-31"}]}`,
		"ProjectService/UpsertProjects", `{"batch": %s}`),
	inBody("a manager in a batch of projects", "worker", "POST /api/v1/projects/upsert",
		`{"match": "name", "items": [{"name": "Comet", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-01-31",
			"projectManagerId": "{id}"}]}`,
		"ProjectService/UpsertProjects", `{"batch": %s}`),
	inBody("the client of a new project", "acme", "POST /api/v1/projects",
		`{"name": "Comet", "clientId": "{id}", "startDate": "2026-01-01", "endDate": "2026-01-31"}`,
		"ProjectService/CreateProject", `{"project": %s}`),
	inBody("the manager of a new project", "worker", "POST /api/v1/projects",
		`{"name": "Comet", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-01-31", "projectManagerId": "{id}"}`,
		"ProjectService/CreateProject", `{"project": %s}`),
	inBody("a project's manager", "worker", "PATCH /api/v1/projects/$atlas", `{"projectManagerId": "{id}"}`,
		"ProjectService/UpdateProject", `{"projectId": "$atlas", "project": %s}`),
	inBody("the user of a list of capabilities", "peer", "POST /api/v1/users/capabilities/upsert",
		`{"items": [{"userId": "{id}", "items": []}]}`, "UserService/UpsertUserCapabilities", `{"batch": %s}`),
	inBody("a capability in a list of a user", "engineering", "POST /api/v1/users/capabilities/upsert",
		`{"items": [{"userId": "$peer", "items": [{"capabilityId": "{id}", "level": 1}]}]}`,
		"UserService/UpsertUserCapabilities", `{"batch": %s}`),
	inBody("the user of a list of working patterns", "peer", "POST /api/v1/users/working-patterns/upsert",
		`{"items": [{"userId": "{id}", "items": []}]}`, "WorkingPatternService/UpsertWorkingPatterns", `{"batch": %s}`),
	inBody("the user of time off in a batch", "worker", "POST /api/v1/time-off/upsert",
		`{"match": "externalId:hr", "items": [{"userId": "{id}", "timeOffTypeId": "$vacation", "startDate": "2026-07-01",
			"endDate": "2026-07-03", "availability": 0, "reason": "Rest", "externalIds": ["hr:1"]}]}`,
		"TimeOffService/UpsertTimeOff", `{"batch": %s}`),
	inBody("the type of time off in a batch", "sick", "POST /api/v1/time-off/upsert",
		`{"match": "externalId:hr", "items": [{"userId": "$worker", "timeOffTypeId": "{id}", "startDate": "2026-07-01",
			"endDate": "2026-07-03", "availability": 0, "reason": "Rest", "externalIds": ["hr:1"]}]}`,
		"TimeOffService/UpsertTimeOff", `{"batch": %s}`),
	{
		name: "time off that a batch deletes", own: "patchable", found: true, rest: "POST /api/v1/time-off/upsert?dryRun=true",
		body: `{"match": "externalId:hr", "items": [], "deleted": ["{id}"]}`, rpc: "TimeOffService/UpsertTimeOff",
		request: `{"dryRun": true, "batch": {"match": "externalId:hr", "items": [], "deleted": ["{id}"]}}`,
	},
	inBody("the user of new time off", "worker", "POST /api/v1/time-off",
		`{"userId": "{id}", "timeOffTypeId": "$vacation", "startDate": "2026-07-01", "endDate": "2026-07-14",
			"availability": 0, "reason": "Rest"}`,
		"TimeOffService/CreateTimeOff", `{"timeOff": %s}`),
	inBody("the type of new time off", "sick", "POST /api/v1/time-off",
		`{"userId": "$worker", "timeOffTypeId": "{id}", "startDate": "2026-07-01", "endDate": "2026-07-14",
			"availability": 0, "reason": "Rest"}`,
		"TimeOffService/CreateTimeOff", `{"timeOff": %s}`),
	inBody("the type of time off", "sick", "PATCH /api/v1/time-off/$patchable", `{"timeOffTypeId": "{id}"}`,
		"TimeOffService/UpdateTimeOff", `{"requestId": "$patchable", "timeOff": %s}`),
}, inItems("assignments", "AssignmentService/UpsertAssignments"),
	inItems("actual-hours", "ActualHoursService/UpsertActualHours"),
	inRates(),
	inProposals(),
	inWindows("assignments", "AssignmentService", "Assignments", "Assignment"),
	inWindows("actual-hours", "ActualHoursService", "ActualHours", "ActualHours"),
	inCopies())

func inPath(what, own, rest, body, rpc, request string) position {
	return position{name: what, own: own, rest: rest, body: body, rpc: rpc, request: request}
}

func inQuery(own, list, param, rpc string) position {
	return position{name: param + " of " + list, own: own, found: true, rest: "GET /api/v1/" + list + "?" + param +
		"={id}&count=true", rpc: rpc, request: `{"count": true, "` + param + `": "{id}"}`}
}

func inDiff(own, list, param, rpc string) position {
	p := inQuery(own, list, param, rpc)
	p.name, p.rest = p.name+" between two moments", strings.Replace(p.rest, "?", "/diff?from=0&", 1)
	p.request = strings.Replace(p.request, "{", `{"from": "0", `, 1)
	return p
}

func inQueryList(own, list, param, rpc string) position {
	return listOf(inQuery(own, list, param, rpc))
}

// listOf is a position whose parameter is a list.
func listOf(p position) position {
	p.request = strings.Replace(p.request, `"{id}"`, `["{id}"]`, 1)
	return p
}

func inCapacity(own, param string) position {
	return position{
		name: param + " of capacity", own: own, found: true,
		rest:    "GET /api/v1/capacity?start_date=2026-02-01&end_date=2026-02-28&" + param + "={id}",
		rpc:     "CapacityService/GetCapacity",
		request: `{"start_date": "2026-02-01", "end_date": "2026-02-28", "` + param + `": "{id}"}`,
	}
}

func inMoney(own, param string) position {
	return position{
		name: param + " of money", own: own, found: true,
		rest:    "GET /api/v1/money?start_date=2026-02-01&end_date=2026-02-28&" + param + "={id}",
		rpc:     "MoneyService/GetMoney",
		request: `{"start_date": "2026-02-01", "end_date": "2026-02-28", "` + param + `": "{id}"}`,
	}
}

func inMoneyLines(own, param string) position {
	return position{
		name: param + " of lines of money", own: own, found: true,
		rest:    "GET /api/v1/money/lines?start_date=2026-02-01&end_date=2026-02-28&" + param + "={id}",
		rpc:     "MoneyService/ListMoneyLines",
		request: `{"start_date": "2026-02-01", "end_date": "2026-02-28", "` + param + `": "{id}"}`,
	}
}

func inGaps(own, param string) position {
	return position{
		name: param + " of capacity gaps", own: own, found: true,
		rest:    "GET /api/v1/capacity/gaps?hours=8&start_date=2026-02-01&end_date=2026-02-28&" + param + "={id}",
		rpc:     "CapacityService/ListCapacityGaps",
		request: `{"hours": 8, "start_date": "2026-02-01", "end_date": "2026-02-28", "` + param + `": "{id}"}`,
	}
}

func inStatus(own, param string) position {
	return position{
		name: param + " of the status of timesheets", own: own, found: true,
		rest:    "GET /api/v1/timesheets/status?start_date=2026-02-01&end_date=2026-02-28&" + param + "={id}",
		rpc:     "TimesheetService/GetTimesheetStatus",
		request: `{"start_date": "2026-02-01", "end_date": "2026-02-28", "` + param + `": "{id}"}`,
	}
}

func inBody(what, own, rest, body, rpc, request string) position {
	return position{name: what, own: own, rest: rest, body: body, rpc: rpc, request: fmt.Sprintf(request, body)}
}

// inItems are the ids of a batch, in the last of its items.
func inItems(list, rpc string) []position {
	var out []position
	for _, member := range []struct{ name, own string }{{"userId", "peer"}, {"projectId", "beacon"},
		{"capabilityId", "engineering"}} {
		first := `{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-03-02", "hours": 8}`
		last := `{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-03-03", "hours": 8}`
		last = regexp.MustCompile(`"`+member.name+`": "[^"]*"`).ReplaceAllString(last, `"`+member.name+`": "{id}"`)
		out = append(out, inBody(member.name+" of an item of "+list, member.own, "POST /api/v1/"+list,
			`{"items": [`+first+`, `+last+`]}`, rpc, `{"batch": %s}`))
	}
	return out
}

// inProposals are the proposals that a request is about.
func inProposals() (out []position) {
	for _, c := range withProposal {
		rpc, request := c.over()
		out = append(out, position{
			name: "proposal of " + c.call, own: "draft_proposal", rest: c.call + "proposal={id}", body: c.body, rpc: rpc,
			request: merged(request, `{"proposal": "{id}"}`),
		})
	}
	return out
}

// inRates are the ids of rates, and of the hour whose rate is asked for.
func inRates() []position {
	hour := "GET /api/v1/rates/resolve?date=2026-03-02&user_id=$worker&project_id=$atlas&capability_id=$design"
	request := `{"date": "2026-03-02", "user_id": "$worker", "project_id": "$atlas", "capability_id": "$design"}`
	out := []position{
		inPath("user of an hour", "peer", strings.Replace(hour, "$worker", "{id}", 1), ``, "RateService/ResolveRate",
			strings.Replace(request, "$worker", "{id}", 1)),
		inPath("project of an hour", "beacon", strings.Replace(hour, "$atlas", "{id}", 1), ``, "RateService/ResolveRate",
			strings.Replace(request, "$atlas", "{id}", 1)),
		inPath("capability of an hour", "engineering", strings.Replace(hour, "$design", "{id}", 1), ``,
			"RateService/ResolveRate", strings.Replace(request, "$design", "{id}", 1)),
	}
	for _, of := range []struct{ path, param, rpc string }{
		{"users/$worker", `"userId": "$worker", `, "User"}, {"projects/$atlas", `"projectId": "$atlas", `, "Project"},
		{"clients/$acme", `"clientId": "$acme", `, "Client"}, {"organization", ``, "Organization"},
	} {
		for member, own := range map[string]string{"userId": "peer", "capabilityId": "engineering"} {
			body := `{"items": [{"kind": "bill", "amount": 1, "` + member + `": "{id}"}]}`
			p := inPath(member+" of a rate of "+of.path, own, "PUT /api/v1/"+of.path+"/rates", body,
				"RateService/Replace"+of.rpc+"Rates",
				`{`+of.param+`"rates": `+strings.Replace(body, `"bill"`, `"RATE_KIND_BILL"`, 1)+`}`)
			p.never = member == "userId" && of.rpc != "Project"
			out = append(out, p)
		}
	}
	return out
}

// inWindows are the ids of windows, of their items, and of keys of rows to delete.
func inWindows(list, service, many, one string) (out []position) {
	const dates = `"startDate": "2026-03-01", "endDate": "2026-03-31"`
	for _, id := range []struct{ name, own string }{{"userId", "peer"}, {"projectId", "beacon"}} {
		param := map[string]string{"userId": "user_id", "projectId": "project_id"}[id.name]
		out = append(out,
			inBody(id.name+" of a window of "+list, id.own, "PUT /api/v1/"+list+"/window",
				`{`+dates+`, "`+id.name+`": "{id}", "items": []}`, service+"/Replace"+many+"Window", `{"window": %s}`),
			position{
				name: param + " of deleted " + list, own: id.own,
				rest:    "DELETE /api/v1/" + list + "?start_date=2026-03-01&end_date=2026-03-31&" + param + "={id}",
				rpc:     service + "/Delete" + many,
				request: `{"start_date": "2026-03-01", "end_date": "2026-03-31", "` + param + `": "{id}"}`,
			})
	}
	for _, p := range inItems(list, service+"/Delete"+one+"Rows") {
		p.rest, p.name = "POST /api/v1/"+list+"/delete", p.name+" to delete"
		p.body = strings.ReplaceAll(p.body, `, "hours": 8`, "")
		out = append(out, inBody(p.name, p.own, p.rest, p.body, p.rpc, `{"rows": %s}`))
	}
	for _, p := range inItems(list, service+"/Replace"+many+"Window") {
		within := `"userId": "$worker"`
		if strings.HasPrefix(p.name, "userId") {
			within = `"projectId": "$atlas"`
		}
		p.body = `{` + dates + `, ` + within + strings.Replace(p.body, `{"items"`, `, "items"`, 1)
		out = append(out,
			inBody(p.name+" of a window", p.own, "PUT /api/v1/"+list+"/window", p.body, p.rpc, `{"window": %s}`))
	}
	return out
}

// inCopies are the ids of copies and confirmations.
func inCopies() (out []position) {
	for _, id := range []struct{ name, own string }{{"userId", "peer"}, {"projectId", "beacon"}} {
		other := map[string]string{"userId": "$worker", "projectId": "$atlas"}[id.name]
		for _, body := range []struct{ part, source, target string }{
			{"source", `"` + id.name + `": "{id}", `, ``},
			{"target", `"` + id.name + `": "` + other + `", `, `"` + id.name + `": "{id}", `},
		} {
			out = append(out, inBody(id.name+" of the "+body.part+" of a copy", id.own, "POST /api/v1/assignments/copy",
				`{"source": {`+body.source+`"startDate": "2026-03-02", "endDate": "2026-03-08"},
					"target": {`+body.target+`"startDate": "2026-03-16"}, "onExisting": "replace"}`,
				"AssignmentService/CopyAssignments", `{"copy": %s}`))
			copied := &out[len(out)-1]
			copied.request = strings.Replace(copied.request, `"replace"`, `"ON_EXISTING_REPLACE"`, 1)
		}
		out = append(out, inBody(id.name+" of a confirmation", id.own, "POST /api/v1/assignments/confirm",
			`{"startDate": "2026-03-01", "endDate": "2026-03-31", "`+id.name+`": "{id}"}`,
			"AssignmentService/ConfirmAssignments", `{"window": %s}`))
	}
	return out
}

// with is the call with an id in its place.
func (p position) with(id string) position {
	for _, s := range []*string{&p.rest, &p.body, &p.request} {
		*s = strings.ReplaceAll(*s, "{id}", id)
	}
	return p
}

// TestAnotherOrganizationsIDIsAsOneThatNeverWas puts, wherever an id may stand, one of
// another organization and one that never existed: the answers are the same to the
// byte, and nothing of the other organization changes.
func TestAnotherOrganizationsIDIsAsOneThatNeverWas(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	for name, n := range idsOf(t) {
		if name == "AssignmentService/CopyAssignments" {
			n += 4 // of the source and the target
		}
		if name == "ProposalService/SuggestProposal" {
			n += 3 // of the demand
		}
		if listed := len(slices.DeleteFunc(slices.Clone(positions), func(p position) bool {
			return p.rpc != name
		})); listed != n {
			t.Errorf("%s takes %d ids, and %d of them are in positions", name, n, listed)
		}
	}
	for _, table := range []string{"user_capabilities", "working_patterns"} {
		a.Exec(`INSERT INTO `+table+` (organization_id, id, version, created_at, updated_at, items)
			VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', '[]') ON CONFLICT DO NOTHING`, a.Organization, a.ID("worker"))
	}
	a.Exec("UPDATE clients SET account_manager_id = $1 WHERE id = $2", a.ID("worker"), a.ID("acme"))
	for _, worker := range []string{"worker", "other_worker"} {
		a.Exec(
			"UPDATE events SET actor_id = $1 WHERE organization_id = (SELECT organization_id FROM users WHERE id = $1)",
			a.ID(worker),
		)
	}
	for _, h := range []hours{plannedHours, actualHours} { // for the diffs, which read events
		for _, prefix := range []string{"", "other_"} {
			item := strings.ReplaceAll(day(`{"capabilityId": "$design"}`), "$", "$"+prefix)
			if ans := a.REST(t, prefix+"admin", "POST "+h.path, batch([]string{item}), nil); !ok(ans) {
				t.Fatal(ans.Raw)
			}
		}
	}
	other := *a
	other.Organization = a.Other
	allNumbered(t, a)
	allNumbered(t, &other)
	for _, p := range positions {
		foreign := a.ID("other_" + p.own)
		t.Run(p.name, func(t *testing.T) {
			before := checksum(t, a, a.Other.String())
			t.Run("over REST", func(t *testing.T) {
				got := a.REST(t, "admin", p.with(foreign).rest, p.with(foreign).body, nil)
				want := a.REST(t, "admin", p.with("$unknown").rest, p.with("$unknown").body, nil)
				if ok(want) != p.found {
					t.Fatalf("an unknown id: status %d %s", want.Status, want.Raw)
				}
				if got, want := visible(got, foreign), visible(want, a.ID("unknown")); got != want {
					t.Errorf("another organization's id:\n%s\nan unknown one:\n%s", got, want)
				}
			})
			t.Run("over gRPC", func(t *testing.T) {
				got := a.Call(t, "admin", p.rpc, p.with(foreign).request, nil)
				want := a.Call(t, "admin", p.rpc, p.with("$unknown").request, nil)
				if ok(want) != p.found {
					t.Fatalf("an unknown id: %s %s", want.GRPC, want.Message)
				}
				if fmt.Sprint(*got) != fmt.Sprint(*want) {
					t.Errorf("another organization's id: %v\nan unknown one: %v", *got, *want)
				}
			})
			if checksum(t, a, a.Other.String()) != before {
				t.Error("the other organization has changed")
			}
			if p.never {
				return
			}
			t.Run("and one's own id is found there", func(t *testing.T) {
				ans := a.REST(t, "admin", p.with("$"+p.own).rest, p.with("$"+p.own).body, nil)
				if items, _ := apitest.Lookup(ans.Body, "data.items").([]any); !ok(ans) ||
					p.found && strings.HasPrefix(p.rest, "GET ") && len(items) == 0 {
					t.Errorf("status %d: %s", ans.Status, ans.Raw)
				}
			})
		})
	}
}

// idsOf counts the ids that the path, the query and the body of each rpc take.
func idsOf(t *testing.T) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for _, in := range inputs(t) {
		fields := in.Input.Descriptor().Fields()
		for i := range fields.Len() {
			if isID(fields.Get(i)) {
				counts[in.rpc]++
			}
		}
		written := in.fields()
		if in.Items != nil && !in.isBatch() {
			written = append(written, fieldsOf(in.Items.Message())...)
		}
		for _, fd := range written {
			if fd.IsList() && fd.Message() != nil && isWritable(fd, in.Mask != nil) &&
				(in.Items == nil || in.isBatch()) {
				written = append(written, fieldsOf(fd.Message())...)
			}
		}
		for _, fd := range written {
			if isID(fd) && isWritable(fd, in.Mask != nil) {
				counts[in.rpc]++
			}
		}
	}
	return counts
}

// TestADeletedIDIsAsOneThatNeverWas makes the calls about time off with an id that was
// deleted: the responses are the same to the byte as those to an unknown id.
func TestADeletedIDIsAsOneThatNeverWas(t *testing.T) {
	t.Parallel()
	a := seed(apitest.New(t))
	if ans := a.REST(t, "admin", "DELETE /api/v1/time-off/$deletable", "", nil); !ok(ans) {
		t.Fatalf("%s", ans.Raw)
	}
	deleted, compared := a.ID("deletable"), 0
	for _, p := range positions {
		if !strings.Contains(p.rest, "/time-off/{id}") {
			continue
		}
		compared++
		got, want := a.REST(t, "admin", p.with(deleted).rest, p.body, nil),
			a.REST(t, "admin", p.with("$unknown").rest, p.body, nil)
		if got, want := visible(got, deleted), visible(want, a.ID("unknown")); got != want {
			t.Errorf("%s: a deleted id:\n%s\nan unknown one:\n%s", p.name, got, want)
		}
		gotRPC, wantRPC := a.Call(t, "admin", p.rpc, p.with(deleted).request, nil),
			a.Call(t, "admin", p.rpc, p.with("$unknown").request, nil)
		if fmt.Sprint(*gotRPC) != fmt.Sprint(*wantRPC) {
			t.Errorf("%s: a deleted id: %v\nan unknown one: %v", p.name, *gotRPC, *wantRPC)
		}
	}
	if compared == 0 {
		t.Error("no position takes the id of time off")
	}
}

// visible is all that a client sees of an answer, but for what names the request.
func visible(ans *apitest.Answer, id string) string {
	header := ans.Header.Clone()
	header.Del("Date")
	header.Del("X-Request-Id")
	for name := range header {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			header[name] = []string{"counts calls"}
		}
	}
	body := regexp.MustCompile(`"requestId":"[^"]*"`).ReplaceAllString(string(ans.Raw), `"requestId":""`)
	var b strings.Builder
	_ = header.Write(&b) // a builder does not fail
	return strings.ReplaceAll(fmt.Sprintf("%d\n%s\n%s", ans.Status, b.String(), body), id, "ID")
}

// checksum is over all rows of an organization.
func checksum(t *testing.T, a *apitest.API, organization string) string {
	t.Helper()
	var sums []string
	for _, table := range apitest.TenantTables() {
		sums = append(sums, "SELECT '"+table+"' || coalesce(md5(string_agg(x::text, '|' ORDER BY x::text)), '') FROM "+
			table+" x WHERE organization_id = $1")
	}
	var sum string
	if err := a.DB.QueryRowContext(t.Context(),
		"SELECT string_agg(s, ' ' ORDER BY s) FROM ("+strings.Join(sums, " UNION ALL ")+") AS sums (s)",
		organization).Scan(&sum); err != nil {
		t.Fatal(err)
	}
	return sum
}

// TestNothingOfAnotherOrganizationIsEverShown marks the other organization's texts and
// looks for the mark in all that comes back.
func TestNothingOfAnotherOrganizationIsEverShown(t *testing.T) {
	t.Parallel()
	const canary = "canary-5f0e"
	a := seed(apitest.New(t))
	mark := func(table string, columns ...string) {
		for i, c := range columns {
			columns[i] = c + " = '" + canary + "' || coalesce(" + c + ", '')"
			if c == "email" && table == "users" {
				columns[i] = "email = '" + canary + "' || email" // placeholders have none
			}
		}
		a.Exec("UPDATE "+table+" SET "+strings.Join(columns, ", ")+" WHERE organization_id = $1", a.Other)
	}
	mark("users", "name", "email", "image")
	mark("clients", "company_name", "email", "website", "country_code")
	mark("projects", "name", "objective")
	mark("capabilities", "name")
	mark("time_off_types", "name")
	mark("time_off_requests", "reason", "rejection_reason")
	mark("api_keys", "name")
	mark("webhooks", "name")
	mark("holidays", "name")
	mark("locks", "reason")
	mark("timesheets", "note")
	mark("proposals", "title", "note")
	mark("actual_hours_entries", "note")
	mark("events", "request_id")
	a.Exec("UPDATE organizations SET name = $1 WHERE id = $2", canary, a.Other)
	a.Exec("UPDATE clients SET categories = ARRAY[$1] WHERE organization_id = $2", canary, a.Other)

	look := func(t *testing.T, text string) {
		t.Helper()
		if strings.Contains(text, canary) {
			t.Errorf("the other organization shows: %s", text)
		}
		for _, id := range []string{"worker", "acme", "atlas", "design", "vacation", "patchable"} {
			if strings.Contains(text, a.ID("other_"+id)) {
				t.Errorf("an id of the other organization shows: %s", text)
			}
		}
	}
	for _, c := range calls {
		each(t, a, "admin", c, func(t *testing.T, ans *apitest.Answer) {
			look(t, fmt.Sprint(ans.Header, ans.Message, ans.Body, string(ans.Raw)))
		})
	}
	t.Run("nor in a count, in an expansion or in a filter by name", func(t *testing.T) {
		for _, query := range []string{"projects?expand=client,projectManager&count=true",
			"projects?name=canary&count=true", "projects?name=atlas&count=true",
			"users?count=true", "clients?count=true"} {
			ans := a.REST(t, "admin", "GET /api/v1/"+query, "", nil)
			look(t, fmt.Sprint(ans.Header, string(ans.Raw)))
			list, _, _ := strings.Cut(query, "?")
			own := a.Count("SELECT count(*) FROM "+list+" WHERE organization_id = $1", a.Organization)
			if total := apitest.Lookup(ans.Body, "data.total"); ans.Status != http.StatusOK ||
				total.(float64) > float64(own) {
				t.Errorf("%s: %v in all, of %d of one's own", query, total, own)
			}
		}
	})
	t.Run("and the mark is there to be seen", func(t *testing.T) {
		ans := a.REST(t, "other_admin", "GET /api/v1/users", "", nil)
		if n := strings.Count(string(ans.Raw), canary); n < 14 {
			t.Errorf("the other organization sees its own mark %d times", n)
		}
		if ans := a.REST(t, "other_admin", "GET /api/v1/events", "", nil); !strings.Contains(string(ans.Raw), canary) {
			t.Errorf("the other organization does not see its own mark in %.300s", ans.Raw)
		}
	})
}

// TestNoOrganizationNoHead reads the journal, which is not read by Ent, without an organization.
func TestNoOrganizationNoHead(t *testing.T) {
	a := apitest.New(t)
	db := tenant.Open(a.DB)
	if head, err := eventlog.Head(t.Context(), db); err == nil || !strings.Contains(err.Error(), "no organization") {
		t.Errorf("%+v, %v", head, err)
	}
	if _, err := eventlog.Head(tenant.WithOrganization(t.Context(), a.Organization), db); err != nil {
		t.Error(err)
	}
}
