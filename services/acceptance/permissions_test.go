package acceptance_test

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/test/apitest"
)

// everybody has the callers, by their role and their relation to the $worker whom the calls are
// about: an admin, a
// user with the role manager above $worker, the manager of $worker, $worker, a colleague, a
// user without any relation, and the manager of the project $atlas.
const everybody = "admin boss lead worker peer loner pm"

var callers = strings.Fields(everybody)

// permitted are the callers that may make the call of each rpc that writes or is for admins.
// All callers may make the others.
var permitted = map[string]string{
	"UserService/UpdateUser":                           "admin boss lead worker",
	"UserService/CreateUser":                           "admin",
	"AssignmentService/FillPlaceholder":                "admin boss lead pm",
	"UserService/UpsertUsers":                          "admin boss lead worker",
	"ClientService/UpsertClients":                      "admin boss",
	"ProjectService/UpsertProjects":                    "admin boss",
	"ClientService/CreateClient":                       "admin boss",
	"ClientService/UpdateClient":                       "admin boss",
	"ProjectService/CreateProject":                     "admin boss",
	"ProjectService/UpdateProject":                     "admin boss pm",
	"AssignmentService/UpsertAssignments":              "admin boss lead pm",
	"AssignmentService/ReplaceAssignmentsWindow":       "admin boss lead pm",
	"AssignmentService/CopyAssignments":                "admin boss lead pm",
	"AssignmentService/ConfirmAssignments":             "admin boss lead pm",
	"AssignmentService/DeleteAssignmentRows":           "admin boss lead pm",
	"AssignmentService/DeleteAssignments":              "admin boss lead pm",
	"ActualHoursService/UpsertActualHours":             "admin boss lead worker pm",
	"ActualHoursService/ReplaceActualHoursWindow":      "admin boss lead worker pm",
	"ActualHoursService/DeleteActualHoursRows":         "admin boss lead worker pm",
	"ActualHoursService/PrefillActualHours":            "admin boss lead worker pm",
	"ActualHoursService/DeleteActualHours":             "admin boss lead worker pm",
	"ActualHoursEntryService/UpsertActualHoursEntries": "admin boss lead worker pm",
	"ActualHoursEntryService/DeleteActualHoursEntries": "admin boss lead worker",
	"TimeOffService/CreateTimeOff":                     "admin boss lead worker",
	"TimeOffService/UpdateTimeOff":                     "admin boss lead worker",
	"TimeOffService/DeleteTimeOff":                     "admin boss lead worker",
	"TimeOffService/ApproveTimeOff":                    "admin boss lead",
	"TimeOffService/RejectTimeOff":                     "admin boss lead",
	"CapabilityService/CreateCapability":               "admin",
	"CapabilityService/UpdateCapability":               "admin",
	"TimeOffTypeService/CreateTimeOffType":             "admin",
	"TimeOffTypeService/UpdateTimeOffType":             "admin",
	"WorkingPatternService/ReplaceWorkingPatterns":     "admin boss lead",
	"UserService/ReplaceUserCapabilities":              "admin boss lead worker",
	"WorkingPatternService/UpsertWorkingPatterns":      "admin boss lead",
	"UserService/UpsertUserCapabilities":               "admin boss lead worker",
	"TimeOffService/UpsertTimeOff":                     "admin boss lead",
	"MeService/ReplaceViews":                           everybody,
	"OrganizationService/UpdatePrivacy":                "admin",
	"LockService/CreateLock":                           "admin",
	"LockService/DeleteLock":                           "admin",
	"LockService/CreateLockException":                  "admin",
	"LockService/DeleteLockException":                  "admin",
	"OrganizationService/UpdateSettlement":             "admin",
	"RateService/ResolveRate":                          "admin boss pm",
	"RateService/GetUserRates":                         "admin boss lead",
	"RateService/ReplaceUserRates":                     "admin boss lead",
	"RateService/GetProjectRates":                      "admin boss pm",
	"RateService/ReplaceProjectRates":                  "admin boss pm",
	"RateService/GetClientRates":                       "admin boss",
	"RateService/ReplaceClientRates":                   "admin boss",
	"RateService/GetOrganizationRates":                 "admin boss",
	"RateService/ReplaceOrganizationRates":             "admin",
	"RateService/UpdatePricing":                        "admin",
	"MoneyService/GetMoney":                            "admin boss",
	"MoneyService/ListMoneyLines":                      "admin boss",
	"MoneyService/GetProjectBudget":                    "admin boss pm",
	"MoneyService/ReplaceProjectBudget":                "admin boss pm",
	"ProposalService/CreateProposal":                   everybody,
	"ProposalService/SuggestProposal":                  everybody,
	"ProposalService/UpdateProposal":                   "admin worker",
	"ProposalService/DeleteProposal":                   "admin worker",
	"ProposalService/SubmitProposal":                   "admin worker",
	"ProposalService/WithdrawProposal":                 "admin worker",
	"ProposalService/ApproveProposal":                  "admin boss lead",
	"ProposalService/RejectProposal":                   "admin boss lead",
	"ProposalService/ApplyProposal":                    "admin boss lead pm",
	"ProposalService/RevertProposal":                   everybody,
	"TimesheetService/CreateTimesheet":                 "admin boss lead worker",
	"TimesheetService/GetTimesheet":                    "admin boss lead worker",
	"TimesheetService/GetTimesheetHours":               "admin boss lead worker",
	"TimesheetService/ApproveTimesheet":                "admin boss lead",
	"TimesheetService/RejectTimesheet":                 "admin boss lead",
	"TimesheetService/ReopenTimesheet":                 "admin boss lead",
	"TimesheetService/DecideTimesheets":                "admin boss lead",
	"TimesheetService/RemindOfTimesheets":              "admin boss lead",
	"TimesheetService/WithdrawTimesheet":               "admin boss lead worker",
	"HolidayService/UpsertHolidays":                    "admin",
	"HolidayService/ImportHolidays":                    "admin",
	"HolidayService/DeleteHoliday":                     "admin",
	"CalendarFeedService/CreateCalendarFeed":           everybody,
	"CalendarFeedService/DeleteCalendarFeed":           everybody,
	"CalendarFeedService/ListCalendarFeeds":            "admin",
	"CalendarFeedService/DeleteUserCalendarFeed":       "admin",
	"SessionService/ListSessions":                      "admin",
	"SessionService/DeleteSession":                     "admin",
	"UserService/UnbindSignIn":                         "admin",
	"KeyService/ListKeys":                              "admin",
	"KeyService/CreateKey":                             "admin",
	"KeyService/UpdateKey":                             "admin",
	"KeyService/RotateKey":                             "admin",
	"KeyService/RevokeKey":                             "admin",
	"WebhookService/ListWebhooks":                      "admin",
	"WebhookService/GetWebhook":                        "admin",
	"WebhookService/CreateWebhook":                     "admin",
	"WebhookService/UpdateWebhook":                     "admin",
	"WebhookService/DeleteWebhook":                     "admin",
	"WebhookService/RotateWebhookSecret":               "admin",
	"WebhookService/TestWebhook":                       "admin",
	"WebhookService/RedeliverWebhook":                  "admin",
	"WebhookService/ListWebhookAttempts":               "admin",
}

// TestPermissions makes every call as every caller, over both protocols. A refused call
// writes nothing. A new rpc that writes fails the test until permitted has it.
func TestPermissions(t *testing.T) {
	t.Parallel()
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	for _, caller := range callers {
		for _, protocol := range []string{"over REST", "over gRPC"} {
			t.Run(caller+" "+protocol, func(t *testing.T) {
				t.Parallel()
				a := seed(noted.New(t))
				changes := changesOf(a)
				for _, c := range slices.Concat(calls, moreCalls) {
					who, listed := permitted[c.rpc]
					if !listed && table.ByName("/workplan.v1."+c.rpc).Verb != "GET" {
						t.Errorf("%s: add it to permitted", c.rpc)
					}
					if slices.Contains(strings.Fields(c.scope), "write:keys") {
						who, listed = "admin", true
					}
					may, before := !listed || slices.Contains(strings.Fields(who), caller), changes()
					var ans *apitest.Answer
					if protocol == "over REST" {
						ans = a.REST(t, caller, c.rest, c.body, nil)
					} else {
						ans = a.Call(t, caller, c.rpc, c.request, nil)
					}
					switch {
					case may && !ok(ans):
						t.Errorf("%s is refused: %d %s %s", c.rpc, ans.Status, ans.GRPC, ans.Message)
					case may && c.verb() != "GET" && changes() == before && !apitest.OnCitus():
						t.Errorf("%s succeeds, and nothing is written", c.rpc)
					case may:
					case strings.HasPrefix(c.rpc, "TimesheetService/") && ans.Code == "not_found": // it does not exist for the caller
					case c.rpc == "TimesheetService/DecideTimesheets" && ok(ans):
						if refusal := apitest.Lookup(ans.Body, "data.items.0.refusal"); refusal == nil {
							t.Errorf("%s is not refused: %s", c.rpc, ans.Raw)
						}
					case ans.Status != 403 && ans.GRPC != codes.PermissionDenied || ans.Code != "permission_denied":
						t.Errorf("%s is not refused: %d %s %s %s", c.rpc, ans.Status, ans.GRPC, ans.Code, ans.Message)
					}
					if !may && changes() != before {
						t.Errorf("%s is refused, and something is written", c.rpc)
					}
				}
			})
		}
	}
}
