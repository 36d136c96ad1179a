package acceptance_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// call is one operation of the API with a request that succeeds for an admin.
type call struct {
	scope string // the scopes that it needs, separated by spaces
	// rest and body are the call over REST, rpc and request the same over gRPC.
	rest, body   string
	rpc, request string
}

// calls are all operations but streams, ready to be called on an API that seed has prepared.
var calls = []call{
	{"", "GET /api/v1/me", ``, "MeService/GetMe", `{}`},
	{"read:users", "GET /api/v1/users", ``, "UserService/ListUsers", `{}`},
	{"read:users", "GET /api/v1/users/$worker", ``, "UserService/GetUser", `{"userId": "$worker"}`},
	{"write:users", "POST /api/v1/users", `{"email": "new@example.com", "name": "Nia New"}`,
		"UserService/CreateUser", `{"user": {"email": "new@example.com", "name": "Nia New"}}`},
	{"write:users", "PATCH /api/v1/users/$worker", `{"name": "Wanda"}`,
		"UserService/UpdateUser", `{"userId": "$worker", "user": {"name": "Wanda"}}`},
	{"write:users", "POST /api/v1/users/upsert",
		`{"match": "email", "items": [{"email": "worker@example.com", "name": "Wendy"}]}`,
		"UserService/UpsertUsers", `{"batch": {"match": "email", "items": [{"email": "worker@example.com", "name": "Wendy"}]}}`},
	{"read:clients", "GET /api/v1/clients", ``, "ClientService/ListClients", `{}`},
	{"read:clients", "GET /api/v1/clients/$acme", ``, "ClientService/GetClient", `{"clientId": "$acme"}`},
	{"write:clients", "POST /api/v1/clients", `{"companyName": "Initech"}`,
		"ClientService/CreateClient", `{"client": {"companyName": "Initech"}}`},
	{"write:clients", "PATCH /api/v1/clients/$acme", `{"website": "acme.example"}`,
		"ClientService/UpdateClient", `{"clientId": "$acme", "client": {"website": "acme.example"}}`},
	{"write:clients", "POST /api/v1/clients/upsert",
		`{"match": "name", "items": [{"companyName": "Acme", "website": "a.example"}]}`,
		"ClientService/UpsertClients", `{"batch": {"match": "name", "items": [{"companyName": "Acme", "website": "a.example"}]}}`},
	{"read:projects", "GET /api/v1/projects", ``, "ProjectService/ListProjects", `{}`},
	{"read:projects", "GET /api/v1/projects/$atlas", ``, "ProjectService/GetProject", `{"projectId": "$atlas"}`},
	{"write:projects", "POST /api/v1/projects",
		`{"name": "Comet", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-01-31"}`,
		"ProjectService/CreateProject",
		`{"project": {"name": "Comet", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-01-31"}}`},
	{"write:projects", "PATCH /api/v1/projects/$atlas", `{"objective": "Reach the moon"}`,
		"ProjectService/UpdateProject", `{"projectId": "$atlas", "project": {"objective": "Reach the moon"}}`},
	{"write:projects", "POST /api/v1/projects/upsert", `{"match": "externalId:crm", "items": [
		{"name": "Comet", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-01-31", "externalIds": ["crm:1"]}]}`,
		"ProjectService/UpsertProjects", `{"batch": {"match": "externalId:crm", "items": [{"name": "Comet", "clientId": "$acme",
			"startDate": "2026-01-01", "endDate": "2026-01-31", "externalIds": ["crm:1"]}]}}`},
	{"read:assignments", "GET /api/v1/assignments", ``, "AssignmentService/ListAssignments", `{}`},
	{"read:assignments read:events", "GET /api/v1/assignments/diff?from=0", ``,
		"AssignmentService/DiffAssignments", `{"from": "0"}`},
	{"write:assignments", "POST /api/v1/assignments",
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-03-02", "hours": 8}]}`,
		"AssignmentService/UpsertAssignments",
		`{"batch": {"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design",
			"date": "2026-03-02", "hours": 8}]}}`},
	{"write:assignments", "PUT /api/v1/assignments/window",
		`{"startDate": "2026-02-01", "endDate": "2026-02-28", "userId": "$worker",
			"projectId": "$atlas", "items": [
			{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-02", "hours": 7},
			{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-03", "hours": 5, "tentative": true}]}`,
		"AssignmentService/ReplaceAssignmentsWindow", `{"window": {"startDate": "2026-02-01", "endDate": "2026-02-28", "userId": "$worker",
			"projectId": "$atlas", "items": [
			{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-02", "hours": 7},
			{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-03", "hours": 5,
				"tentative": true}]}}`},
	{"write:assignments read:users read:assignments read:time_off", "POST /api/v1/users/$vacancy/fill",
		`{"userId": "$worker"}`,
		"AssignmentService/FillPlaceholder", `{"placeholderId": "$vacancy", "filling": {"userId": "$worker"}}`},
	{"read:users read:assignments read:time_off",
		"GET /api/v1/users/$vacancy/candidates?start_date=2026-02-01&end_date=2026-02-28", ``,
		"CapacityService/ListCandidates", `{"placeholder_id": "$vacancy", "start_date": "2026-02-01", "end_date": "2026-02-28"}`},
	{"write:assignments read:assignments", "POST /api/v1/assignments/copy",
		`{"source": {"userId": "$worker", "startDate": "2026-02-02", "endDate": "2026-02-08"},
			"target": {"startDate": "2026-02-16"}, "onExisting": "replace"}`,
		"AssignmentService/CopyAssignments",
		`{"copy": {"source": {"userId": "$worker", "startDate": "2026-02-02", "endDate": "2026-02-08"},
			"target": {"startDate": "2026-02-16"}, "onExisting": "ON_EXISTING_REPLACE"}}`},
	{"write:assignments", "POST /api/v1/assignments/confirm",
		`{"userId": "$worker", "projectId": "$atlas", "startDate": "2026-02-01", "endDate": "2026-02-28"}`,
		"AssignmentService/ConfirmAssignments",
		`{"window": {"userId": "$worker", "projectId": "$atlas", "startDate": "2026-02-01", "endDate": "2026-02-28"}}`},
	{"write:assignments", "POST /api/v1/assignments/delete",
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-02"}]}`,
		"AssignmentService/DeleteAssignmentRows",
		`{"rows": {"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-02"}]}}`},
	{"write:assignments", "DELETE /api/v1/assignments?user_id=$worker&start_date=2026-02-01&end_date=2026-02-28", ``,
		"AssignmentService/DeleteAssignments", `{"user_id": "$worker", "start_date": "2026-02-01", "end_date": "2026-02-28"}`},
	{"read:actual_hours", "GET /api/v1/actual-hours", ``, "ActualHoursService/ListActualHours", `{}`},
	{"read:actual_hours read:events", "GET /api/v1/actual-hours/diff?from=0", ``,
		"ActualHoursService/DiffActualHours", `{"from": "0"}`},
	{"write:actual_hours", "POST /api/v1/actual-hours",
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-03-02", "hours": 8}]}`,
		"ActualHoursService/UpsertActualHours",
		`{"batch": {"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design",
			"date": "2026-03-02", "hours": 8}]}}`},
	{"write:actual_hours", "PUT /api/v1/actual-hours/window",
		`{"startDate": "2026-02-01", "endDate": "2026-02-28", "userId": "$worker",
			"projectId": "$atlas", "items": [
			{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-02", "hours": 7},
			{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-03", "hours": 5}]}`,
		"ActualHoursService/ReplaceActualHoursWindow", `{"window": {"startDate": "2026-02-01", "endDate": "2026-02-28", "userId": "$worker",
			"projectId": "$atlas", "items": [
			{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-02", "hours": 7},
			{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-03", "hours": 5}]}}`},
	{"write:actual_hours read:actual_hours read:assignments", "POST /api/v1/actual-hours/prefill",
		`{"userId": "$worker", "startDate": "2026-02-09", "endDate": "2026-02-13", "from": "previous_week"}`,
		"ActualHoursService/PrefillActualHours",
		`{"prefill": {"userId": "$worker", "startDate": "2026-02-09", "endDate": "2026-02-13",
			"from": "PREFILL_SOURCE_PREVIOUS_WEEK"}}`},
	{"write:actual_hours", "POST /api/v1/actual-hours/delete",
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-02"}]}`,
		"ActualHoursService/DeleteActualHoursRows",
		`{"rows": {"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-02-02"}]}}`},
	{"write:actual_hours", "DELETE /api/v1/actual-hours?user_id=$worker&start_date=2026-02-01&end_date=2026-02-28", ``,
		"ActualHoursService/DeleteActualHours", `{"user_id": "$worker", "start_date": "2026-02-01", "end_date": "2026-02-28"}`},
	{"read:actual_hours", "GET /api/v1/actual-hours/entries", ``, "ActualHoursEntryService/ListActualHoursEntries", `{}`},
	{"write:actual_hours", "POST /api/v1/actual-hours/entries",
		`{"items": [{"entryId": "toggl:1", "userId": "$worker", "projectId": "$atlas", "date": "2026-03-09", "hours": 1.5}]}`,
		"ActualHoursEntryService/UpsertActualHoursEntries",
		`{"batch": {"items": [{"entryId": "toggl:1", "userId": "$worker", "projectId": "$atlas", "date": "2026-03-09", "hours": 1.5}]}}`},
	{"write:actual_hours", "POST /api/v1/actual-hours/entries/delete", `{"items": [{"entryId": "$entry"}]}`,
		"ActualHoursEntryService/DeleteActualHoursEntries", `{"entries": {"items": [{"entryId": "$entry"}]}}`},
	{"read:time_off", "GET /api/v1/time-off", ``, "TimeOffService/ListTimeOff", `{}`},
	{"read:time_off", "GET /api/v1/time-off/$patchable", ``, "TimeOffService/GetTimeOff",
		`{"requestId": "$patchable"}`},
	{"write:time_off", "POST /api/v1/time-off",
		`{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-07-01", "endDate": "2026-07-14",
			"availability": 0, "reason": "Rest"}`,
		"TimeOffService/CreateTimeOff",
		`{"timeOff": {"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-07-01",
			"endDate": "2026-07-14", "availability": 0, "reason": "Rest"}}`},
	{"write:time_off", "POST /api/v1/time-off/upsert",
		`{"match": "externalId:hr", "items": [{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-07-01",
			"endDate": "2026-07-03", "availability": 0, "reason": "Rest", "externalIds": ["hr:1"]}]}`,
		"TimeOffService/UpsertTimeOff",
		`{"batch": {"match": "externalId:hr", "items": [{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-07-01",
			"endDate": "2026-07-03", "availability": 0, "reason": "Rest", "externalIds": ["hr:1"]}]}}`},
	{"write:time_off", "PATCH /api/v1/time-off/$patchable", `{"reason": "A long rest"}`,
		"TimeOffService/UpdateTimeOff", `{"requestId": "$patchable", "timeOff": {"reason": "A long rest"}}`},
	{"write:time_off", "DELETE /api/v1/time-off/$deletable", ``,
		"TimeOffService/DeleteTimeOff", `{"requestId": "$deletable"}`},
	{"write:time_off", "POST /api/v1/time-off/$approvable/approve", ``,
		"TimeOffService/ApproveTimeOff", `{"requestId": "$approvable"}`},
	{"write:time_off", "POST /api/v1/time-off/$rejectable/reject", `{"rejectionReason": "No"}`,
		"TimeOffService/RejectTimeOff", `{"requestId": "$rejectable", "rejection": {"rejectionReason": "No"}}`},
	{"read:assignments", "GET /api/v1/capabilities", ``, "CapabilityService/ListCapabilities", `{}`},
	{"write:catalog", "POST /api/v1/capabilities", `{"name": "Testing"}`,
		"CapabilityService/CreateCapability", `{"capability": {"name": "Testing"}}`},
	{"write:catalog", "PATCH /api/v1/capabilities/$design", `{"name": "Drawing"}`,
		"CapabilityService/UpdateCapability", `{"capabilityId": "$design", "capability": {"name": "Drawing"}}`},
	{"write:catalog", "POST /api/v1/time-off-types", `{"name": "Parental leave"}`,
		"TimeOffTypeService/CreateTimeOffType", `{"timeOffType": {"name": "Parental leave"}}`},
	{"write:catalog", "PATCH /api/v1/time-off-types/$vacation", `{"name": "Holiday"}`,
		"TimeOffTypeService/UpdateTimeOffType", `{"timeOffTypeId": "$vacation", "timeOffType": {"name": "Holiday"}}`},
	{"read:time_off", "GET /api/v1/time-off-types", ``, "TimeOffTypeService/ListTimeOffTypes", `{}`},
	{"read:users", "GET /api/v1/users/$worker/working-patterns", ``, "WorkingPatternService/GetWorkingPatterns",
		`{"userId": "$worker"}`},
	{"write:users", "PUT /api/v1/users/$worker/working-patterns",
		`{"items": [{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 4, 0, 0]}]}`,
		"WorkingPatternService/ReplaceWorkingPatterns",
		`{"userId": "$worker", "workingPatterns": {"items": [{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 4, 0, 0]}]}}`},
	{"read:users", "GET /api/v1/users/capabilities", ``, "UserService/ListUserCapabilities", `{}`},
	{"write:users", "POST /api/v1/users/capabilities/upsert",
		`{"items": [{"userId": "$worker", "items": [{"capabilityId": "$design", "level": 2}]}]}`,
		"UserService/UpsertUserCapabilities",
		`{"batch": {"items": [{"userId": "$worker", "items": [{"capabilityId": "$design", "level": 2}]}]}}`},
	{"read:users", "GET /api/v1/users/working-patterns", ``, "WorkingPatternService/ListWorkingPatterns", `{}`},
	{"write:users", "POST /api/v1/users/working-patterns/upsert",
		`{"items": [{"userId": "$worker", "items": [{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 0, 0, 0]}]}]}`,
		"WorkingPatternService/UpsertWorkingPatterns",
		`{"batch": {"items": [{"userId": "$worker", "items": [{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 0, 0, 0]}]}]}}`},
	{"read:users", "GET /api/v1/users/$worker/capabilities", ``, "UserService/GetUserCapabilities",
		`{"userId": "$worker"}`},
	{"write:users", "PUT /api/v1/users/$worker/capabilities", `{"items": [{"capabilityId": "$design", "level": 3}]}`,
		"UserService/ReplaceUserCapabilities",
		`{"userId": "$worker", "userCapabilities": {"items": [{"capabilityId": "$design", "level": 3}]}}`},
	{"read:users", "GET /api/v1/me/views", ``, "MeService/GetViews", `{}`},
	{"write:users", "PUT /api/v1/me/views", `{"items": [{"name": "My team", "query": "zoom=month"}]}`,
		"MeService/ReplaceViews", `{"views": {"items": [{"name": "My team", "query": "zoom=month"}]}}`},
	{"read:users", "GET /api/v1/organization/privacy", ``, "OrganizationService/GetPrivacy", `{}`},
	{"write:keys", "PATCH /api/v1/organization/privacy", `{"leaveTypes": "managers"}`,
		"OrganizationService/UpdatePrivacy", `{"privacy": {"leaveTypes": "AUDIENCE_MANAGERS"}}`},
	{"read:timesheets", "GET /api/v1/locks", ``, "LockService/ListLocks", `{}`},
	{"write:timesheets", "POST /api/v1/locks",
		`{"startDate": "2025-01-01", "endDate": "2025-12-31", "kinds": ["actual_hours"], "userIds": ["$worker"],
			"reason": "Audit"}`,
		"LockService/CreateLock",
		`{"lock": {"startDate": "2025-01-01", "endDate": "2025-12-31", "kinds": ["actual_hours"], "userIds": ["$worker"],
			"reason": "Audit"}}`},
	{"read:timesheets", "GET /api/v1/locks/$lock", ``, "LockService/GetLock", `{"lockId": "$lock"}`},
	{"write:timesheets", "DELETE /api/v1/locks/$removable_lock", ``, "LockService/DeleteLock",
		`{"lockId": "$removable_lock"}`},
	{"write:timesheets", "POST /api/v1/locks/$lock/exceptions",
		`{"userId": "$worker", "until": "$soon", "reason": "A late receipt"}`,
		"LockService/CreateLockException",
		`{"lockId": "$lock", "exception": {"userId": "$worker", "until": "$soon", "reason": "A late receipt"}}`},
	{"write:timesheets", "DELETE /api/v1/locks/$lock/exceptions/$exception", ``, "LockService/DeleteLockException",
		`{"lockId": "$lock", "exceptionId": "$exception"}`},
	{"read:timesheets", "GET /api/v1/organization/settlement", ``, "OrganizationService/GetSettlement", `{}`},
	{"write:timesheets", "PATCH /api/v1/organization/settlement", `{"period": "month"}`,
		"OrganizationService/UpdateSettlement", `{"settlement": {"period": "SETTLEMENT_PERIOD_MONTH"}}`},
	{"read:rates", "GET /api/v1/rates/resolve?user_id=$worker&project_id=$atlas&capability_id=$design&date=2026-02-02", ``,
		"RateService/ResolveRate",
		`{"user_id": "$worker", "project_id": "$atlas", "capability_id": "$design", "date": "2026-02-02"}`},
	{"read:rates", "GET /api/v1/users/$worker/rates", ``, "RateService/GetUserRates", `{"userId": "$worker"}`},
	{"write:rates", "PUT /api/v1/users/$worker/rates", `{"items": [{"kind": "bill", "amount": 120}]}`,
		"RateService/ReplaceUserRates",
		`{"userId": "$worker", "rates": {"items": [{"kind": "RATE_KIND_BILL", "amount": 120}]}}`},
	{"read:rates", "GET /api/v1/projects/$atlas/rates", ``, "RateService/GetProjectRates", `{"projectId": "$atlas"}`},
	{"write:rates", "PUT /api/v1/projects/$atlas/rates", `{"items": [{"kind": "bill", "amount": 120}]}`,
		"RateService/ReplaceProjectRates",
		`{"projectId": "$atlas", "rates": {"items": [{"kind": "RATE_KIND_BILL", "amount": 120}]}}`},
	{"read:rates", "GET /api/v1/clients/$acme/rates", ``, "RateService/GetClientRates", `{"clientId": "$acme"}`},
	{"write:rates", "PUT /api/v1/clients/$acme/rates", `{"items": [{"kind": "bill", "amount": 120}]}`,
		"RateService/ReplaceClientRates",
		`{"clientId": "$acme", "rates": {"items": [{"kind": "RATE_KIND_BILL", "amount": 120}]}}`},
	{"read:rates", "GET /api/v1/organization/rates", ``, "RateService/GetOrganizationRates", `{}`},
	{"write:rates", "PUT /api/v1/organization/rates", `{"items": [{"kind": "bill", "amount": 95.5}]}`,
		"RateService/ReplaceOrganizationRates", `{"rates": {"items": [{"kind": "RATE_KIND_BILL", "amount": 95.5}]}}`},
	{"read:rates", "GET /api/v1/organization/pricing", ``, "RateService/GetPricing", `{}`},
	{"write:rates", "PATCH /api/v1/organization/pricing", `{"currency": "CHF"}`, "RateService/UpdatePricing",
		`{"pricing": {"currency": "CHF"}}`},
	{"read:rates read:assignments read:actual_hours",
		"GET /api/v1/money?start_date=2026-02-01&end_date=2026-02-28&group_by=capability", ``, "MoneyService/GetMoney",
		`{"start_date": "2026-02-01", "end_date": "2026-02-28", "group_by": "MONEY_GROUP_CAPABILITY"}`},
	{"read:rates read:actual_hours", "GET /api/v1/money/lines?start_date=2026-02-01&end_date=2026-02-28", ``,
		"MoneyService/ListMoneyLines", `{"start_date": "2026-02-01", "end_date": "2026-02-28"}`},
	{"read:rates", "GET /api/v1/projects/$atlas/budget", ``, "MoneyService/GetProjectBudget", `{"projectId": "$atlas"}`},
	{"write:rates", "PUT /api/v1/projects/$atlas/budget", `{"items": [{"hours": 400, "period": "total"}]}`,
		"MoneyService/ReplaceProjectBudget",
		`{"projectId": "$atlas", "budget": {"items": [{"hours": 400, "period": "BUDGET_PERIOD_TOTAL"}]}}`},
	{"read:proposals", "GET /api/v1/proposals", ``, "ProposalService/ListProposals", `{}`},
	{"write:proposals", "POST /api/v1/proposals", `{"title": "More design", "reviewerIds": ["$boss"]}`,
		"ProposalService/CreateProposal", `{"proposal": {"title": "More design", "reviewerIds": ["$boss"]}}`},
	{"read:proposals", "GET /api/v1/proposals/$applied_proposal", ``, "ProposalService/GetProposal",
		`{"proposalId": "$applied_proposal"}`},
	{"write:proposals", "PATCH /api/v1/proposals/$draft_proposal", `{"note": "Until May"}`,
		"ProposalService/UpdateProposal", `{"proposalId": "$draft_proposal", "proposal": {"note": "Until May"}}`},
	{"write:proposals", "DELETE /api/v1/proposals/$removable_proposal", ``, "ProposalService/DeleteProposal",
		`{"proposalId": "$removable_proposal"}`},
	{"read:proposals read:assignments", "GET /api/v1/proposals/$draft_proposal/diff", ``, "ProposalService/DiffProposal",
		`{"proposalId": "$draft_proposal"}`},
	{"read:proposals read:users read:assignments read:time_off", "GET /api/v1/proposals/$draft_proposal/impact", ``,
		"ProposalService/GetProposalImpact", `{"proposalId": "$draft_proposal"}`},
	{"write:proposals read:users read:assignments read:time_off", "POST /api/v1/proposals/suggest",
		`{"demand": {"projectId": "$atlas", "hours": 4, "startDate": "2026-02-01", "endDate": "2026-02-28"}}`,
		"ProposalService/SuggestProposal", `{"brief": {"demand": {"projectId": "$atlas", "hours": 4, "startDate": "2026-02-01",
			"endDate": "2026-02-28"}}}`},
	{"write:proposals", "POST /api/v1/proposals/$submittable_proposal/submit", ``,
		"ProposalService/SubmitProposal", `{"proposalId": "$submittable_proposal"}`},
	{"write:proposals", "POST /api/v1/proposals/$withdrawable_proposal/withdraw", ``,
		"ProposalService/WithdrawProposal", `{"proposalId": "$withdrawable_proposal"}`},
	{"write:proposals apply:proposals", "POST /api/v1/proposals/$approvable_proposal/approve", ``,
		"ProposalService/ApproveProposal", `{"proposalId": "$approvable_proposal"}`},
	{"write:proposals", "POST /api/v1/proposals/$rejectable_proposal/reject", `{"reason": "The audit comes first"}`,
		"ProposalService/RejectProposal", `{"proposalId": "$rejectable_proposal", "rejection": {"reason": "The audit comes first"}}`},
	{"apply:proposals read:assignments", "POST /api/v1/proposals/$applicable_proposal/apply", `{"onConflict": "mine"}`,
		"ProposalService/ApplyProposal", `{"proposalId": "$applicable_proposal", "application": {"onConflict": "ON_CONFLICT_MINE"}}`},
	{"write:proposals read:assignments", "POST /api/v1/proposals/$applied_proposal/revert", ``,
		"ProposalService/RevertProposal", `{"proposalId": "$applied_proposal"}`},
	{"read:timesheets", "GET /api/v1/timesheets", ``, "TimesheetService/ListTimesheets", `{}`},
	{"write:timesheets", "POST /api/v1/timesheets",
		`{"userId": "$worker", "startDate": "2025-06-02", "endDate": "2025-06-08", "note": "The Friday is right"}`,
		"TimesheetService/CreateTimesheet",
		`{"timesheet": {"userId": "$worker", "startDate": "2025-06-02", "endDate": "2025-06-08", "note": "The Friday is right"}}`},
	{"read:timesheets", "GET /api/v1/timesheets/status?start_date=2026-02-01&end_date=2026-02-28", ``,
		"TimesheetService/GetTimesheetStatus", `{"start_date": "2026-02-01", "end_date": "2026-02-28"}`},
	{"read:timesheets", "GET /api/v1/timesheets/$approved_sheet", ``, "TimesheetService/GetTimesheet",
		`{"timesheetId": "$approved_sheet"}`},
	{"read:timesheets", "GET /api/v1/timesheets/$approved_sheet/hours", ``, "TimesheetService/GetTimesheetHours",
		`{"timesheetId": "$approved_sheet"}`},
	{"write:timesheets", "POST /api/v1/timesheets/$approvable_sheet/approve", ``, "TimesheetService/ApproveTimesheet",
		`{"timesheetId": "$approvable_sheet"}`},
	{"write:timesheets", "POST /api/v1/timesheets/$rejectable_sheet/reject", `{"rejectionReason": "Hours are missing"}`,
		"TimesheetService/RejectTimesheet",
		`{"timesheetId": "$rejectable_sheet", "rejection": {"rejectionReason": "Hours are missing"}}`},
	{"write:timesheets", "POST /api/v1/timesheets/$withdrawable_sheet/withdraw", ``, "TimesheetService/WithdrawTimesheet",
		`{"timesheetId": "$withdrawable_sheet"}`},
	{"write:timesheets", "POST /api/v1/timesheets/$approved_sheet/reopen", `{"reason": "A wrong project"}`,
		"TimesheetService/ReopenTimesheet", `{"timesheetId": "$approved_sheet", "reopening": {"reason": "A wrong project"}}`},
	{"write:timesheets", "POST /api/v1/timesheets/decide", `{"items": [{"id": "$decidable_sheet", "decision": "approve"}]}`,
		"TimesheetService/DecideTimesheets",
		`{"batch": {"items": [{"id": "$decidable_sheet", "decision": "DECISION_APPROVE"}]}}`},
	{"write:timesheets", "POST /api/v1/timesheets/remind",
		`{"userIds": ["$worker"], "startDate": "2026-02-02", "endDate": "2026-02-08"}`, "TimesheetService/RemindOfTimesheets",
		`{"reminding": {"userIds": ["$worker"], "startDate": "2026-02-02", "endDate": "2026-02-08"}}`},
	{"read:time_off", "GET /api/v1/holidays", ``, "HolidayService/ListHolidays", `{}`},
	{"write:catalog", "PUT /api/v1/holidays",
		`{"items": [{"countryCode": "GB", "date": "2027-12-27", "name": "Christmas Day", "factor": 0.5}]}`,
		"HolidayService/UpsertHolidays",
		`{"batch": {"items": [{"countryCode": "GB", "date": "2027-12-27", "name": "Christmas Day", "factor": 0.5}]}}`},
	{"read:time_off write:catalog", "POST /api/v1/holidays/import",
		`{"countryCode": "GB", "file": "` + holidayFile + `", "firstYear": 2027}`, "HolidayService/ImportHolidays",
		`{"calendar": {"countryCode": "GB", "file": "` + holidayFile + `", "firstYear": 2027}}`},
	{"write:catalog", "DELETE /api/v1/holidays/$holiday", ``, "HolidayService/DeleteHoliday",
		`{"holidayId": "$holiday"}`},
	{"write:users read:projects read:assignments read:time_off", "POST /api/v1/calendar-feed", ``,
		"CalendarFeedService/CreateCalendarFeed", `{}`},
	{"read:users", "GET /api/v1/calendar-feed", ``, "CalendarFeedService/GetCalendarFeed", `{}`},
	{"write:users", "DELETE /api/v1/calendar-feed", ``, "CalendarFeedService/DeleteCalendarFeed", `{}`},
	{"read:keys", "GET /api/v1/calendar-feeds", ``, "CalendarFeedService/ListCalendarFeeds", `{}`},
	{"write:keys", "DELETE /api/v1/calendar-feeds/$gone", ``, "CalendarFeedService/DeleteUserCalendarFeed",
		`{"userId": "$gone"}`},
	{"read:keys", "GET /api/v1/sessions", ``, "SessionService/ListSessions", `{}`},
	{"write:keys", "DELETE /api/v1/sessions/$session", ``, "SessionService/DeleteSession", `{"sessionId": "$session"}`},
	{"write:users write:keys", "POST /api/v1/users/$gone/unbind-sign-in", ``,
		"UserService/UnbindSignIn", `{"userId": "$gone"}`},
	{"read:keys", "GET /api/v1/keys", ``, "KeyService/ListKeys", `{}`},
	{"write:keys", "POST /api/v1/keys", `{"name": "ci", "actorUserId": "$worker", "scopes": ["write:keys"]}`,
		"KeyService/CreateKey", `{"key": {"name": "ci", "actorUserId": "$worker", "scopes": ["write:keys"]}}`},
	{"write:keys", "PATCH /api/v1/keys/$rotatable", `{"rateLimit": 60}`,
		"KeyService/UpdateKey", `{"keyId": "$rotatable", "key": {"rateLimit": 60}}`},
	{"write:keys", "POST /api/v1/keys/$rotatable/rotate", `{"overlapSeconds": 3600}`,
		"KeyService/RotateKey", `{"keyId": "$rotatable", "rotation": {"overlapSeconds": 3600}}`},
	{"write:keys", "POST /api/v1/keys/$revocable/revoke", ``, "KeyService/RevokeKey", `{"keyId": "$revocable"}`},
	{"read:webhooks", "GET /api/v1/webhooks", ``, "WebhookService/ListWebhooks", `{}`},
	{"read:webhooks", "GET /api/v1/webhooks/$hook", ``, "WebhookService/GetWebhook", `{"webhookId": "$hook"}`},
	{"write:webhooks", "POST /api/v1/webhooks", `{"url": "$receiver", "types": ["client.*"], "state": "paused"}`,
		"WebhookService/CreateWebhook",
		`{"webhook": {"url": "$receiver", "types": ["client.*"], "state": "WEBHOOK_STATE_PAUSED"}}`},
	{"write:webhooks", "PATCH /api/v1/webhooks/$hook", `{"name": "payroll", "url": "$receiver"}`,
		"WebhookService/UpdateWebhook", `{"webhookId": "$hook", "webhook": {"name": "payroll", "url": "$receiver"}}`},
	{"write:webhooks", "DELETE /api/v1/webhooks/$removable", ``, "WebhookService/DeleteWebhook",
		`{"webhookId": "$removable"}`},
	{"write:webhooks", "POST /api/v1/webhooks/$hook/rotate-secret", `{"overlapSeconds": 3600}`,
		"WebhookService/RotateWebhookSecret", `{"webhookId": "$hook", "rotation": {"overlapSeconds": 3600}}`},
	{"write:webhooks", "POST /api/v1/webhooks/$hook/test", ``, "WebhookService/TestWebhook", `{"webhookId": "$hook"}`},
	{"write:webhooks", "POST /api/v1/webhooks/$hook/redeliver", `{"parked": true}`,
		"WebhookService/RedeliverWebhook", `{"webhookId": "$hook", "redelivery": {"parked": true}}`},
	{"read:webhooks", "GET /api/v1/webhooks/$hook/attempts", ``, "WebhookService/ListWebhookAttempts",
		`{"webhookId": "$hook"}`},
	{"read:users read:assignments read:actual_hours read:time_off",
		"GET /api/v1/capacity?start_date=2026-02-01&end_date=2026-02-28", ``,
		"CapacityService/GetCapacity", `{"start_date": "2026-02-01", "end_date": "2026-02-28"}`},
	{"read:users read:assignments read:time_off",
		"GET /api/v1/capacity/gaps?hours=8&start_date=2026-02-01&end_date=2026-02-28", ``,
		"CapacityService/ListCapacityGaps", `{"hours": 8, "start_date": "2026-02-01", "end_date": "2026-02-28"}`},
	{"read:events", "GET /api/v1/events", ``, "EventService/ListEvents", `{}`},
	{"read:events", "GET /api/v1/events/1", ``, "EventService/GetEvent", `{"seq": "1"}`}, // of a capability
}

// moreCalls are further calls of these operations, which need more scopes than the operation because of what they
// change or ask for. $gone is a user who is not active.
var moreCalls = []call{
	{"read:assignments read:events", "GET /api/v1/assignments?asOf=0", ``, "AssignmentService/ListAssignments",
		`{"as_of": "0"}`},
	{"read:actual_hours read:events", "GET /api/v1/actual-hours?asOf=0", ``, "ActualHoursService/ListActualHours",
		`{"as_of": "0"}`},
	{"write:users write:keys", "POST /api/v1/users", `{"email": "m@example.com", "name": "Mia", "role": "manager"}`,
		"UserService/CreateUser", `{"user": {"email": "m@example.com", "name": "Mia", "role": "ROLE_MANAGER"}}`},
	{"write:users write:keys", "POST /api/v1/users", `{"email": "a@example.com", "name": "Ana", "role": "admin"}`,
		"UserService/CreateUser", `{"user": {"email": "a@example.com", "name": "Ana", "role": "ROLE_ADMIN"}}`},
	{"write:users write:keys", "PATCH /api/v1/users/$gone", `{"email": "back@example.com"}`,
		"UserService/UpdateUser", `{"userId": "$gone", "user": {"email": "back@example.com"}}`},
	{"write:users write:keys", "PATCH /api/v1/users/$gone", `{"role": "manager"}`,
		"UserService/UpdateUser", `{"userId": "$gone", "user": {"role": "ROLE_MANAGER"}}`},
	{"write:users write:keys", "PATCH /api/v1/users/$gone", `{"role": "admin"}`,
		"UserService/UpdateUser", `{"userId": "$gone", "user": {"role": "ROLE_ADMIN"}}`},
	{"write:users write:keys", "PATCH /api/v1/users/$gone", `{"isActive": true}`,
		"UserService/UpdateUser", `{"userId": "$gone", "user": {"isActive": true}}`},
	{"write:keys write:webhooks", "POST /api/v1/keys/$rotatable/revoke",
		`{"disableWebhooks": true, "revokeKeys": true}`,
		"KeyService/RevokeKey", `{"keyId": "$rotatable", "revocation": {"disableWebhooks": true, "revokeKeys": true}}`},
	{"read:users read:assignments read:actual_hours read:time_off read:projects",
		"GET /api/v1/capacity?start_date=2026-02-01&end_date=2026-02-28&group_by=project", ``,
		"CapacityService/GetCapacity",
		`{"start_date": "2026-02-01", "end_date": "2026-02-28", "group_by": "CAPACITY_GROUP_PROJECT"}`},
	{"read:users read:assignments read:actual_hours read:time_off read:clients",
		"GET /api/v1/capacity?start_date=2026-02-01&end_date=2026-02-28&group_by=client", ``,
		"CapacityService/GetCapacity",
		`{"start_date": "2026-02-01", "end_date": "2026-02-28", "group_by": "CAPACITY_GROUP_CLIENT"}`},
	{"read:users read:assignments read:actual_hours read:time_off read:projects",
		"GET /api/v1/capacity?start_date=2026-02-01&end_date=2026-02-28&split_by=project", ``,
		"CapacityService/GetCapacity",
		`{"start_date": "2026-02-01", "end_date": "2026-02-28", "split_by": "CAPACITY_SPLIT_PROJECT"}`},
	{"read:users read:assignments read:actual_hours read:time_off read:clients",
		"GET /api/v1/capacity?start_date=2026-02-01&end_date=2026-02-28&split_by=client", ``,
		"CapacityService/GetCapacity",
		`{"start_date": "2026-02-01", "end_date": "2026-02-28", "split_by": "CAPACITY_SPLIT_CLIENT"}`},
	{"read:rates read:assignments read:actual_hours read:projects",
		"GET /api/v1/money?start_date=2026-02-01&end_date=2026-02-28", ``, "MoneyService/GetMoney",
		`{"start_date": "2026-02-01", "end_date": "2026-02-28"}`},
	{"read:rates read:assignments read:actual_hours read:clients",
		"GET /api/v1/money?start_date=2026-02-01&end_date=2026-02-28&group_by=client", ``, "MoneyService/GetMoney",
		`{"start_date": "2026-02-01", "end_date": "2026-02-28", "group_by": "MONEY_GROUP_CLIENT"}`},
	{"read:rates read:assignments read:actual_hours read:users",
		"GET /api/v1/money?start_date=2026-02-01&end_date=2026-02-28&group_by=user", ``, "MoneyService/GetMoney",
		`{"start_date": "2026-02-01", "end_date": "2026-02-28", "group_by": "MONEY_GROUP_USER"}`},
}

// callTo returns the call of an rpc.
func callTo(t *testing.T, rpc string) call {
	t.Helper()
	for _, c := range calls {
		if c.rpc == rpc {
			return c
		}
	}
	t.Fatalf("there is no call to %s", rpc)
	return call{}
}

// seeded are the ids of the pending time off requests that seed adds to an
// organization; those of the other organization end in f.
var seeded = map[string]string{
	"patchable":  "01890000-0000-7000-8000-0000000000a",
	"deletable":  "01890000-0000-7000-8000-0000000000b",
	"approvable": "01890000-0000-7000-8000-0000000000c",
	"rejectable": "01890000-0000-7000-8000-0000000000d",
}

// seededSheets are the timesheets of $worker that seed adds to an organization, each of another week of 2020. Only
// one is approved, and the others are pending.
var seededSheets = []string{
	"approved_sheet", "approvable_sheet", "rejectable_sheet", "withdrawable_sheet", "decidable_sheet",
}

// seededProposals are the proposals of $worker that seed adds to an organization, with the wish of a row each, and
// their statuses.
var seededProposals = []struct{ name, status string }{
	{"draft", "draft"}, {"removable", "draft"}, {"submittable", "draft"}, {"withdrawable", "in_review"},
	{"approvable", "in_review"}, {"rejectable", "in_review"}, {"applicable", "approved"}, {"applied", "applied"},
}

// accepting returns the address of an endpoint that accepts everything.
var accepting = sync.OnceValue(func() string {
	return httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).URL
})

// seed adds to both organizations what the fixture leaves out: time off and hours of $worker, keys with the scope
// write:keys, and webhooks that are paused, so that nothing happens in the background. It returns an API that knows
// the requests $patchable, $deletable, $approvable and $rejectable, the user $gone, who has a calendar feed and an
// account to sign in with, a $session of $worker and one of $peer, the keys $rotatable and $revocable, the webhooks
// $hook, which has a parked event, and $removable, their address $receiver, the $holiday, the $lock with the
// exceptions $exception and $removable_exception, $removable_lock, the time $soon, those of seededSheets, the
// $entry, those of seededProposals such as $draft_proposal, a calendar feed of $admin, and $other_patchable ….
func seed(a *apitest.API) *apitest.API {
	a = a.With("receiver", accepting())
	for _, o := range []struct{ id, prefix, digit string }{{a.Organization.String(), "", "0"},
		{a.Other.String(), "other_", "f"}} {
		worker, atlas, design := a.ID(o.prefix+"worker"), a.ID(o.prefix+"atlas"), a.ID(o.prefix+"design")
		gone := "01890000-0000-7000-8000-00000000040" + o.digit
		a = a.With(o.prefix+"gone", gone)
		a.Exec(`INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, default_availability, role, is_active)
			VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', 'gone@example.com', 'Gus Gone', 40, 'member', false)`,
			o.id, gone)
		for name, id := range seeded {
			a = a.With(o.prefix+name, id+o.digit)
			a.Exec(`INSERT INTO time_off_requests (organization_id, id, version, created_at, updated_at, user_id, time_off_type_id,
				start_date, end_date, availability, reason, status)
				VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', $3, $4, '2026-08-03', '2026-08-07', 0, 'Sea', 'pending')`,
				o.id, id+o.digit, worker, a.ID(o.prefix+"vacation"))
		}
		for i, name := range []string{"rotatable", "revocable"} {
			id := "01890000-0000-7000-8000-0000000001" + string(rune('1'+i)) + o.digit
			a = a.With(o.prefix+name, id)
			a.Exec(`INSERT INTO api_keys (organization_id, id, version, created_at, updated_at, name, actor_user_id, secret_hash, scopes)
				VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', $3, $4, sha256(convert_to($3::text, 'UTF8')), '{write:keys}')`,
				o.id, id, name, worker)
		}
		for i, name := range []string{"hook", "removable"} {
			id := "01890000-0000-7000-8000-0000000002" + string(rune('1'+i)) + o.digit
			a = a.With(o.prefix+name, id)
			a.Exec(`INSERT INTO webhooks (organization_id, id, version, created_at, updated_at, url, types, state,
				api_key_id, secret_generation,
				position, tries, failures, due_at, lease)
				VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', $3, '{client.*}', 'paused', $4, 1, 0, 0, 0, '2026-01-01', 0)`,
				o.id, id, accepting(), a.ID(o.prefix+"admin_key"))
			a.Exec(`INSERT INTO webhook_redeliveries (organization_id, id, webhook_id, from_seq, to_seq, position,
				parked) VALUES ($1, $2, $2, 1, 1, 0, true)`, o.id, id)
		}
		holiday := "01890000-0000-7000-8000-00000000030" + o.digit
		a = a.With(o.prefix+"holiday", holiday)
		a.Exec(`INSERT INTO holidays (organization_id, id, version, created_at, updated_at, country_code, date, name, factor)
			VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', 'DE', '2026-05-01', 'Labour Day', 1)`, o.id, holiday)
		exception := "01890000-0000-7000-8000-00000000072" + o.digit
		removable := "01890000-0000-7000-8000-00000000073" + o.digit
		a = a.With(o.prefix+"exception", exception).With(o.prefix+"removable_exception", removable).
			With("soon", time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
		exceptions := fmt.Sprintf(`[
			{"id": %[1]q, "userId": %[3]q, "until": %[4]q, "reason": "Late", "createdById": %[3]q, "createdAt": "2026-01-01T00:00:00Z"},
			{"id": %[2]q, "userId": %[3]q, "until": %[4]q, "reason": "Late", "createdById": %[3]q, "createdAt": "2026-01-01T00:00:00Z"}]`,
			exception, removable, worker, time.Now().AddDate(0, 0, 1).UTC().Format(time.RFC3339))
		for i, name := range []string{"lock", "removable_lock"} {
			id := "01890000-0000-7000-8000-0000000007" + string(rune('0'+i)) + o.digit
			a = a.With(o.prefix+name, id)
			a.Exec(`INSERT INTO locks (organization_id, id, version, created_at, updated_at, end_date, kinds, user_ids, reason,
				exceptions, created_by_id)
				VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', '2024-12-31', '{actual_hours}', '{}', 'Closed', $3, $4)`,
				o.id, id, exceptions, worker)
		}
		for i, name := range seededSheets {
			id := "01890000-0000-7000-8000-0000000008" + string(rune('0'+i)) + o.digit
			a = a.With(o.prefix+name, id)
			a.Exec(`INSERT INTO timesheets (organization_id, id, version, created_at, updated_at, user_id, start_date, end_date, note,
				status, hours, decided_by_id, decided_at, approved_seq)
				SELECT $1, $2, 1, '2026-01-01', '2026-01-01', $3, '2020-01-01'::date + 7 * $4::int, '2020-01-07'::date + 7 * $4::int,
					'Fine', CASE WHEN a THEN 'approved' ELSE 'pending' END, 6, CASE WHEN a THEN $3::uuid END,
					CASE WHEN a THEN '2026-01-02'::timestamptz END, CASE WHEN a THEN 1 END
				FROM (SELECT $5::text = 'approved_sheet' AS a) a`, o.id, id, worker, i, name)
			a.Exec(`INSERT INTO timesheet_hours (organization_id, timesheet_id, approved_at, id, version, created_at, updated_at,
				user_id, project_id, date, hours)
				VALUES ($1, $2, '2026-01-02', $2, 1, '2026-01-01', '2026-01-01', $3, $4, '2020-01-06', 6)`, o.id, id, worker, atlas)
		}
		for i, p := range seededProposals {
			id := "01890000-0000-7000-8000-000000000a" + string(rune('0'+i)) + o.digit
			a = a.With(o.prefix+p.name+"_proposal", id)
			reviewers := "{}"
			if p.name == "draft" {
				reviewers = "{" + a.ID(o.prefix+"boss") + "}"
			}
			a.Exec(`INSERT INTO proposals (organization_id, id, version, created_at, updated_at, title, visibility, reviewer_ids,
				source, status, creator_id, row_count, outcome, expires_at)
				VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', 'What if', 'organization', $5, 'person', $3, $4, 1,
					CASE WHEN $3::text = 'applied' THEN '{1,0,0,0,0}'::bigint[] ELSE '{}' END, '2100-01-01')`,
				o.id, id, p.status, worker, reviewers)
			a.Exec(`INSERT INTO proposal_rows (organization_id, proposal_id, id, version, created_at, updated_at, user_id, project_id,
				date, hours, tentative, base_version, applied_version)
				VALUES ($1, $2, $2, 1, '2026-01-01', '2026-01-01', $3, $4, '2026-02-09', 3, false, 0,
					CASE WHEN $5::text = 'applied' THEN 1 END)`, o.id, id, worker, atlas, p.status)
		}
		entry := "seed:" + o.digit
		a = a.With(o.prefix+"entry", entry)
		a.Exec(`INSERT INTO actual_hours (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours,
			entries_hours) VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', $3, $4, '2025-05-05', 2, 2)`,
			o.id, "01890000-0000-7000-8000-00000000090"+o.digit, worker, a.ID(o.prefix+"beacon"))
		a.Exec(`INSERT INTO actual_hours_entries (organization_id, id, version, created_at, updated_at, entry_id, user_id, project_id,
			date, hours, note) VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', $3, $4, $5, '2025-05-05', 2, 'Fine')`,
			o.id, "01890000-0000-7000-8000-00000000091"+o.digit, entry, worker, a.ID(o.prefix+"beacon"))
		a.Exec(`INSERT INTO closed_days (organization_id, version) VALUES ($1, 1)
			ON CONFLICT (organization_id) DO UPDATE SET version = closed_days.version + 1`, o.id)
		a.Exec(`INSERT INTO user_capabilities (organization_id, id, version, created_at, updated_at, items)
			VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', jsonb_build_array(jsonb_build_object('capabilityId', $3::uuid, 'level', 3)))`,
			o.id, a.ID(o.prefix+"lead"), design)
		for of, id := range map[string]string{
			"user": worker, "project": atlas, "client": a.ID(o.prefix + "acme"), "organization": o.id,
		} {
			a.Exec(`INSERT INTO rates (organization_id, id, version, created_at, updated_at, owner, items)
				VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', $3, '[{"kind": "bill", "amount": 80, "currency": "EUR"}]')`,
				o.id, id, of)
		}
		a.Exec(`INSERT INTO budgets (organization_id, id, version, created_at, updated_at, items, alert_at)
			VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', '[{"hours": 300, "period": "total"}]', '{50,80,100}')`, o.id, atlas)
		a.Exec(`INSERT INTO calendar_feeds (organization_id, id, token_hash, created_at) VALUES ($1, $2, sha256('\x00'), '2026-01-01')`,
			o.id, a.ID(o.prefix+"admin"))
		a.Exec(`INSERT INTO calendar_feeds (organization_id, id, token_hash, created_at) VALUES ($1, $2, sha256('\x01'), '2026-01-01')`,
			o.id, gone)
		a.Exec(`INSERT INTO sign_in_identities (organization_id, id, issuer, subject, created_at)
			VALUES ($1, $2, 'https://accounts.example.com', '1', '2026-01-01')`, o.id, gone)
		session := "01890000-0000-7000-8000-00000000050" + o.digit
		a = a.With(o.prefix+"session", session)
		a.Exec(`INSERT INTO sessions (organization_id, id, user_id, token_hash, method, created_at, last_used_at, expires_at) VALUES
			($1, $2, $3, sha256('\x00'), 'demo', '2026-01-01', now(), now() + interval '1 day'),
			($1, $4, $4, sha256('\x01'), 'demo', '2026-01-01', now(), now() + interval '1 day')`,
			o.id, session, worker, a.ID(o.prefix+"peer"))
		for i, table := range []string{"assignments", "actual_hours"} {
			id := "01890000-0000-7000-8000-0000000000" + string(rune('1'+i)) + o.digit
			a.Exec(`INSERT INTO `+table+
				` (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours)
				VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', $3, $4, $5, '2026-02-02', 6)`,
				o.id, id, worker, atlas, design)
		}
		a.Exec(`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
			VALUES ($1, $2, 1, '2026-01-01', '2026-01-01', $3, $4, '2026-02-05', 6)`,
			o.id, "01890000-0000-7000-8000-00000000060"+o.digit, a.ID(o.prefix+"vacancy"), atlas)
		a.Exec(`UPDATE assignments SET tentative = true WHERE organization_id = $1 AND date = '2026-02-02'`, o.id)
	}
	return a
}

// verb is the verb of the call over REST.
func (c call) verb() string { verb, _, _ := strings.Cut(c.rest, " "); return verb }

// each calls an operation over each protocol.
func each(t *testing.T, a *apitest.API, as string, c call, check func(t *testing.T, ans *apitest.Answer)) {
	t.Helper()
	t.Run(c.rest, func(t *testing.T) { check(t, a.REST(t, as, c.rest, c.body, nil)) })
	t.Run(c.rpc, func(t *testing.T) { check(t, a.Call(t, as, c.rpc, c.request, nil)) })
}

// ok tells whether a call over either protocol succeeded.
func ok(ans *apitest.Answer) bool { return (ans.Status == 0 || ans.Status == 200) && ans.GRPC == 0 }
