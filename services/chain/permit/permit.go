// Package permit decides who may write what, and who sees timesheets and reasons of time off. It uses the role of the
// acting user and the reporting line at the time of the call.
//
// All users may write their own name, image, capabilities, actual hours and time off. The managers of a
// user are all users above that user in the reporting line. They may write for that user.
// Users with the role manager may write clients, projects and placeholders. A project's manager may
// write that project and its hours. Admins may write everything, and only they may read and
// write API keys, webhooks, and sessions. All other writes are denied.
//
// A function whose rule is about the role alone runs no statement, and none does for an admin. One whose rule is about
// the managers of a user or of a project reads these with one statement, unless LookUpManaged has done so.
package permit

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/proposal"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/eventtype"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
)

func denied(what string) error {
	return problem.New(problem.PermissionDenied, "the acting user may not %s", what)
}

func onlyAdmins(ctx context.Context, what string) error {
	if call.Caller(ctx).IsAdmin() {
		return nil
	}
	return denied(what)
}

var (
	fieldsOfOneself = []string{"name", "image"}
	fieldsOfReports = []string{"name", "image", "country_code", "default_availability"}
)

// writesPlaceholder reports whether the user is a placeholder and the caller has the role to write all of them.
func writesPlaceholder(ctx context.Context, id uuid.UUID) bool {
	return placeholder.Is(id) && call.Caller(ctx).IsManager()
}

// CreateUser returns an error if the caller may not create this user, or not with rights that it would give.
func CreateUser(ctx context.Context, created *pb.User) error {
	if created.GetKind() != pb.UserKind_USER_KIND_PLACEHOLDER || !call.Caller(ctx).IsManager() {
		if err := onlyAdmins(ctx, "create users"); err != nil {
			return err
		}
	}
	return giveAccess(ctx, nil, created)
}

// WriteCatalog returns an error if the caller may not create or change capabilities and
// time off types.
func WriteCatalog(ctx context.Context) error {
	return onlyAdmins(ctx, "write capabilities or time off types")
}

// UpdateUser returns an error if the caller may not write these fields of a user, or not give the rights that the
// change gives. fields are proto names.
func UpdateUser(ctx context.Context, before, after *pb.User, fields []string) error {
	if err := writeUser(ctx, protoconv.ID(before.Id), fields); err != nil {
		return err
	}
	return giveAccess(ctx, before, after)
}

func writeUser(ctx context.Context, id uuid.UUID, fields []string) error {
	if call.Caller(ctx).IsAdmin() || writesPlaceholder(ctx, id) {
		return nil
	}
	allowed := fieldsOfOneself
	if !isActor(ctx, id) {
		isManaged, err := manages(ctx, id)
		if err != nil {
			return err
		}
		if !isManaged {
			return denied("change this user")
		}
		allowed = fieldsOfReports
	}
	refused := slices.DeleteFunc(slices.Clone(fields), func(f string) bool { return slices.Contains(allowed, f) })
	return refuse(problem.PermissionDenied, "may not be changed by the acting user", "user.", refused)
}

// refuse returns an error that names each field, with a prefix, or nil if there are none.
func refuse(code problem.Code, message, prefix string, fields []string) error {
	var details []problem.Detail
	for _, field := range fields {
		details = append(details, problem.Detail{Field: prefix + field, Message: message, Index: -1, Code: code})
	}
	return problem.List(details)
}

// Provision returns an error if the caller may not write users as an identity provider does.
func Provision(ctx context.Context) error {
	return onlyAdmins(ctx, "write users as an identity provider")
}

// WriteHolidays returns an error if the caller may not create, change and delete holidays.
func WriteHolidays(ctx context.Context) error {
	return onlyAdmins(ctx, "write holidays")
}

// WriteWorkingPatterns returns an error if the caller may not change the working patterns of
// the user. The rule is that of default_availability in UpdateUser.
func WriteWorkingPatterns(ctx context.Context, id uuid.UUID) error {
	return approve(ctx, id, "change the working patterns of this user")
}

// WriteCapabilities returns an error if the caller may not change the capabilities of the user. The user may, too.
func WriteCapabilities(ctx context.Context, id uuid.UUID) error {
	if isActor(ctx, id) || writesPlaceholder(ctx, id) {
		return nil
	}
	return approve(ctx, id, "change the capabilities of this user")
}

// WriteLocks returns an error if the caller may not close and open days.
func WriteLocks(ctx context.Context) error {
	return onlyAdmins(ctx, "write locks")
}

// UpdateSettlement returns an error if the caller may not change how people settle their days.
func UpdateSettlement(ctx context.Context) error {
	return onlyAdmins(ctx, "change how people settle their days")
}

// SubmitTimesheet returns an error if the caller may not submit days of the owner, or take them back. The owner may,
// and so may the owner's managers and admins.
func SubmitTimesheet(ctx context.Context, owner uuid.UUID) error {
	if isActor(ctx, owner) {
		return nil
	}
	return approve(ctx, owner, "submit or withdraw days of this user")
}

// DecideTimesheet returns an error if the caller may not approve, reject and reopen timesheets of the owner. The
// owner's managers and admins may, but nobody their own. If the organization has selfApproval, an admin may.
func DecideTimesheet(ctx context.Context, owner uuid.UUID, selfApproval bool) error {
	if !DecidesSeen(ctx, owner, selfApproval) {
		return denied("decide the own timesheet")
	}
	return approve(ctx, owner, "decide timesheets of this user")
}

// DecidesSeen reports whether the caller, who sees the timesheets of the owner, may decide them, see DecideTimesheet.
func DecidesSeen(ctx context.Context, owner uuid.UUID, selfApproval bool) bool {
	return !isActor(ctx, owner) || selfApproval && call.Caller(ctx).IsAdmin()
}

// SeesPrivate returns a function that reports whether the caller sees what only an owner, the owner's managers and
// admins see: the timesheets of the owner, and the reasons of the owner's time off. It knows only the given owners. It
// looks them up with one statement, for later permissions of the request too: LookUpManaged.
func SeesPrivate(ctx context.Context, owners []uuid.UUID) (func(owner uuid.UUID) bool, error) {
	err := LookUpManaged(ctx, owners)
	caller, manages := call.Caller(ctx), call.FromContext(ctx).Manages
	return func(owner uuid.UUID) bool { return caller.IsAdmin() || owner == caller.ActorID || manages[owner] }, err
}

// Team returns the users whose timesheets the caller may see, as an argument of a statement: the caller and all users
// below in the reporting line. It returns nil for an admin, who may see all.
func Team(ctx context.Context) (pq.StringArray, error) {
	if call.Caller(ctx).IsAdmin() {
		return nil, nil
	}
	s := &Sight{caller: call.Caller(ctx)}
	err := s.readManaged(ctx)
	return s.Users(), err
}

// Rates returns an error if the caller may not read and write the bill rates of a user or a project, or of other
// records if both are uuid.Nil. Managers may, and those who may write planned hours of both: WriteAssignments.
func Rates(ctx context.Context, of Hours) error { return bills(ctx, of, "read or write these rates") }

// Budget returns an error if the caller may not read and write the budget of a project. The rule is that of its bill
// rates: Rates.
func Budget(ctx context.Context, project uuid.UUID) error {
	return bills(ctx, Hours{Project: project}, "read or write the budget of this project")
}

func bills(ctx context.Context, of Hours, what string) error {
	if call.Caller(ctx).IsManager() {
		return nil
	}
	refused, err := WriteAssignments(ctx, []Hours{of})
	if err != nil || len(refused) == 0 {
		return err
	}
	return denied(what)
}

// WriteOrganizationRates returns an error if the caller may not write the bill rates of the organization.
func WriteOrganizationRates(ctx context.Context) error {
	return onlyAdmins(ctx, "write the rates of the organization")
}

// UpdatePricing returns an error if the caller may not change the currency of the organization.
func UpdatePricing(ctx context.Context) error {
	return onlyAdmins(ctx, "change the currency of the organization")
}

// SeesCosts reports whether the caller may read what hours cost: an admin with the scope.
func SeesCosts(ctx context.Context) bool {
	return call.Caller(ctx).IsAdmin() && call.Caller(ctx).Has(auth.ReadCosts)
}

// ReadCosts returns an error if the caller may not read what hours cost. field is what asks for it.
func ReadCosts(ctx context.Context, field string) error {
	return costs(ctx, field, "read what hours cost", auth.ReadCosts)
}

// WriteCosts returns an error if the caller may not write what hours cost. Whoever may not read it may not either.
func WriteCosts(ctx context.Context, field string) error {
	return costs(ctx, field, "write what hours cost", auth.ReadCosts, auth.WriteCosts)
}

func costs(ctx context.Context, field, what string, scopes ...string) error {
	if err := onlyAdmins(ctx, what); err != nil {
		return err
	}
	for _, scope := range scopes {
		if !call.Caller(ctx).Has(scope) {
			return problem.Field(problem.ScopeMissing, field, "needs the scope "+scope+" to "+what)
		}
	}
	return nil
}

// ReadProposal reports whether the caller may read a proposal.
func ReadProposal(ctx context.Context, row *ent.Proposal) bool {
	return row.Visibility == proposal.VisibilityOrganization || seesProposal(ctx, row)
}

func seesProposal(ctx context.Context, row *ent.Proposal) bool {
	return writesProposal(ctx, row) || slices.Contains(row.ReviewerIds, call.Caller(ctx).ActorID.String())
}

func writesProposal(ctx context.Context, row *ent.Proposal) bool {
	return call.Caller(ctx).IsAdmin() || isActor(ctx, row.CreatorID)
}

// WriteProposal returns an error if the caller may not change, submit, withdraw and delete a proposal: its creator and
// admins may.
func WriteProposal(ctx context.Context, row *ent.Proposal) error {
	if writesProposal(ctx, row) {
		return nil
	}
	return denied("change this proposal")
}

// WishInProposal returns an error if the caller may not change the wishes of a proposal: its creator, its reviewers and
// admins may.
func WishInProposal(ctx context.Context, row *ent.Proposal) error {
	if seesProposal(ctx, row) {
		return nil
	}
	return denied("change the rows of this proposal")
}

// DecideProposal returns an error if the caller may not approve and reject a proposal that wishes these rows. Its
// reviewers may, and without reviewers managers of all of its persons, and admins. Its creator may only who may write
// all of the rows.
func DecideProposal(ctx context.Context, row *ent.Proposal, rows []Hours) error {
	const what = "approve or reject this proposal"
	if isActor(ctx, row.CreatorID) {
		refused, err := WriteAssignments(ctx, rows)
		if err != nil || len(refused) == 0 {
			return err
		}
		return denied(what + ": who has made it may only if they may write all of its rows")
	}
	if len(row.ReviewerIds) > 0 {
		if slices.Contains(row.ReviewerIds, call.Caller(ctx).ActorID.String()) {
			return nil
		}
		return denied(what)
	}
	if call.Caller(ctx).IsAdmin() {
		return nil
	}
	var users []uuid.UUID
	for _, h := range rows {
		users = append(users, h.User)
	}
	found, err := managed(ctx, users, nil)
	if err != nil {
		return err
	}
	if len(users) == 0 || slices.ContainsFunc(users, func(id uuid.UUID) bool { return !found[id] }) {
		return denied(what)
	}
	return nil
}

// WriteClient returns an error if the caller may not create or change clients.
func WriteClient(ctx context.Context) error {
	if c := call.Caller(ctx); c.IsAdmin() || c.IsManager() {
		return nil
	}
	return denied("write clients")
}

// ManageKeys returns an error if the caller may not list and change API keys.
func ManageKeys(ctx context.Context) error {
	return onlyAdmins(ctx, "manage API keys")
}

// RevokeKey returns an error if the caller may not revoke keys, or not disable the webhooks that they have made.
func RevokeKey(ctx context.Context, disablesWebhooks bool) error {
	if err := ManageKeys(ctx); err != nil || !disablesWebhooks || call.Caller(ctx).Has(disableWebhooks) {
		return err
	}
	return problem.Field(problem.ScopeMissing, "revocation.disable_webhooks", "needs the scope "+disableWebhooks)
}

// ManageSessions returns an error if the caller may not list and end the sessions and the calendar
// feeds of other users.
func ManageSessions(ctx context.Context) error {
	return onlyAdmins(ctx, "manage the sessions and calendar feeds of users")
}

// ManageWebhooks returns an error if the caller may not list, change and test webhooks.
func ManageWebhooks(ctx context.Context) error {
	return onlyAdmins(ctx, "manage webhooks")
}

// CreateProject returns an error if the caller may not create projects.
func CreateProject(ctx context.Context) error {
	if c := call.Caller(ctx); c.IsAdmin() || c.IsManager() {
		return nil
	}
	return denied("create projects")
}

// UpdateProject returns an error if the caller may not change a project with this manager, who is another one after the
// change, or the same. Callers with the role manager may not make themselves the manager of a project: they would get
// the right to write all its hours. In a project that they create they may, because it has no hours yet.
func UpdateProject(ctx context.Context, manager, after *uuid.UUID) error {
	c := call.Caller(ctx)
	isCaller := func(id *uuid.UUID) bool { return id != nil && *id == c.ActorID }
	switch {
	case c.IsAdmin() || isCaller(manager):
		return nil
	case !c.IsManager():
		return denied("change this project")
	case isCaller(after):
		return problem.Field(problem.PermissionDenied, "project.project_manager_id",
			"may not be set to the acting user: only the project's manager and admins may do that")
	}
	return nil
}

// Hours are the user and the project of a row of hours. Who may write the row depends on
// these two.
type Hours struct{ User, Project uuid.UUID }

// WriteAssignments returns the positions of the rows of planned hours that the caller may
// not write. The user's managers, the project's manager and admins may write a row.
func WriteAssignments(ctx context.Context, rows []Hours) (refused []int, err error) {
	return writeHours(ctx, rows, func(Hours) bool { return false })
}

// WriteActualHours returns the positions of the rows of actual hours that the caller may
// not write. The rule is that of WriteAssignments, and all users may also write their own
// rows.
func WriteActualHours(ctx context.Context, rows []Hours) (refused []int, err error) {
	return writeHours(ctx, rows, func(h Hours) bool { return isActor(ctx, h.User) })
}

// writeHours returns the positions of the rows that the caller may not write. Callers may
// write a row if own returns true for it, or if they manage its user or its project. One
// query looks up all users and projects.
func writeHours(ctx context.Context, rows []Hours, own func(Hours) bool) (refused []int, err error) {
	if call.Caller(ctx).IsAdmin() {
		return nil, nil
	}
	var users, projects []uuid.UUID
	for i, h := range rows {
		if !own(h) {
			refused, users, projects = append(refused, i), append(users, h.User), append(projects, h.Project)
		}
	}
	found, err := managed(ctx, users, projects)
	return slices.DeleteFunc(refused,
		func(i int) bool { return found[rows[i].User] || found[rows[i].Project] }), err
}

// CreateTimeOff returns an error if the caller may not create a request for time off of
// this owner and status. Owners may create pending requests. Approvers may create requests
// of any status.
func CreateTimeOff(ctx context.Context, owner uuid.UUID, status timeoffrequest.Status) error {
	if isActor(ctx, owner) && status == timeoffrequest.StatusPending {
		return nil
	}
	if status != timeoffrequest.StatusPending {
		return approve(ctx, owner, "create time off of this user that is decided already")
	}
	return approve(ctx, owner, "create time off of this user")
}

// UpdateTimeOff returns an error if the caller may not change the time off request. The
// owner may change it until it is approved. Approvers may change it at any time. Package
// timeoff refuses changes of a rejected request: that rule is about the state of the
// request.
func UpdateTimeOff(ctx context.Context, row *ent.TimeOffRequest) error {
	what := "change this time off request"
	if isActor(ctx, row.UserID) {
		if row.Status != timeoffrequest.StatusApproved {
			return nil
		}
		what += ", which is approved"
	}
	return approve(ctx, row.UserID, what)
}

// DeleteTimeOff returns an error if the caller may not delete the time off request today.
// The owner may delete it if it is pending, or if it is approved and starts after today.
// Approvers may always delete it.
func DeleteTimeOff(ctx context.Context, row *ent.TimeOffRequest, today time.Time) error {
	what := "delete this time off request"
	if isActor(ctx, row.UserID) {
		switch row.Status {
		case timeoffrequest.StatusPending:
			return nil
		case timeoffrequest.StatusApproved:
			if today.Before(row.StartDate) {
				return nil
			}
			what += ", which has begun"
		case timeoffrequest.StatusRejected:
			what += ", which is rejected"
		}
	}
	return approve(ctx, row.UserID, what)
}

// IdentifyTimeOff returns an error if the caller may not write the external ids of time off of this owner: a program
// that knows the ids changes and deletes what has them.
func IdentifyTimeOff(ctx context.Context, owner uuid.UUID) error {
	return approve(ctx, owner, "write external ids of this time off request")
}

// DecideTimeOff returns an error if the caller may not approve or reject time off of the
// owner.
func DecideTimeOff(ctx context.Context, owner uuid.UUID) error {
	return approve(ctx, owner, "approve or reject time off of this user")
}

// approve returns an error if the caller is not an approver of the owner. The approvers are
// the owner's managers and all admins. An admin may be their own approver. No other user
// is, even if the reporting line has a cycle.
func approve(ctx context.Context, owner uuid.UUID, what string) error {
	if call.Caller(ctx).IsAdmin() {
		return nil
	}
	if !isActor(ctx, owner) {
		if isManaged, err := manages(ctx, owner); err != nil || isManaged {
			return err
		}
	}
	return denied(what)
}

// readScopes has the scope that a key needs to read the events of a record, by the first
// part of the types of these events.
var readScopes = map[string]string{
	"user": "read:users", "client": "read:clients", "project": "read:projects",
	"capability": "read:assignments", "time_off_type": "read:time_off", "time_off": "read:time_off",
	"assignments": "read:assignments", "actual_hours": "read:actual_hours", "key": "read:keys",
	"webhook":          "read:webhooks",
	"working_patterns": "read:users", "user_capabilities": "read:users",
	"holiday": "read:time_off", "calendar_feed": "read:users",
	"session": "read:keys", "sign_in_identity": "read:keys", "privacy": "read:users",
	"lock": "read:timesheets", "timesheet": "read:timesheets", "settlement": "read:timesheets",
	"rates": "read:rates", "pricing": "read:rates", "budget": "read:rates", "proposal": "read:proposals",
}

// Reads reports whether the caller has the scope to read records of a kind, the first part of the types of their
// events.
func Reads(ctx context.Context, kind string) bool { return call.Caller(ctx).Has(readScopes[kind]) }

// privateKinds are the records whose events only admins may read.
var privateKinds = []string{"key", "webhook", "session", "sign_in_identity", "proposal"}

// ReadEvents reports whether the caller may read events of a type, such as client.updated.
// Only admins may read those of privateKinds, and only managers and admins those of rates and budgets, also of how much
// of a budget is used up.
func ReadEvents(ctx context.Context, eventType string) bool {
	c := call.Caller(ctx)
	kind, _, _ := strings.Cut(eventType, ".")
	if eventType == eventtype.BudgetReached {
		kind = "budget"
	}
	switch {
	case !c.Has(readScopes[kind]), eventType == eventtype.CostsUpdated && !SeesCosts(ctx):
		return false
	case kind == "rates", kind == "budget":
		return c.IsAdmin() || c.IsManager()
	}
	return c.IsAdmin() || !slices.Contains(privateKinds, kind)
}

func isActor(ctx context.Context, id uuid.UUID) bool { return call.Caller(ctx).ActorID == id }

// LookUpManaged looks up with one statement which of the users the caller manages, and keeps it in Request.Manages. So
// later permissions of the request need no statement for each of these users. The reporting line above them must not
// change meanwhile.
func LookUpManaged(ctx context.Context, users []uuid.UUID) error {
	if call.Caller(ctx).IsAdmin() || len(users) == 0 {
		return nil
	}
	found, err := managed(ctx, users, nil)
	if err != nil {
		return err
	}
	known := make(map[uuid.UUID]bool, len(users)) // also those whom the caller does not manage
	for _, id := range users {
		known[id] = found[id]
	}
	call.FromContext(ctx).Manages = known
	return nil
}

// manages reports whether the caller is above the user in the reporting line.
func manages(ctx context.Context, id uuid.UUID) (bool, error) {
	if isManaged, known := call.FromContext(ctx).Manages[id]; known {
		return isManaged, nil
	}
	found, err := managed(ctx, []uuid.UUID{id}, nil)
	return found[id], err
}

// managedBy walks the reporting line up from the users, so that its cost does not depend
// on the size of the organization. UNION drops repeated rows, so the walk ends even if the
// line has a cycle. The array is in a subquery to hide its length from the planner.
// Otherwise it plans each call again, which takes longer than to run the plan.
var managedBy = `
WITH RECURSIVE line (user_id, manager_id) AS (
  SELECT id, id FROM unnest((SELECT $2::uuid[])) id
  UNION
  SELECT user_id, (SELECT u.reports_to_id FROM users u WHERE u.organization_id = $1 AND u.id = line.manager_id)
  FROM line WHERE manager_id <> $4
)
SELECT user_id FROM line WHERE manager_id = $4 AND user_id <> $4
UNION ALL
SELECT t.id FROM ` + among.Rows("projects", "$3") + ` WHERE t.project_manager_id = $4`

// managed returns the ids of the given users and projects that the caller manages: users
// below the caller in the reporting line, and projects whose manager is the caller.
func managed(ctx context.Context, users, projects []uuid.UUID) (map[uuid.UUID]bool, error) {
	if len(users) == 0 {
		return nil, nil
	}
	found := map[uuid.UUID]bool{}
	err := tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id uuid.UUID
		err := scan(&id)
		found[id] = true
		return err
	}, managedBy, among.Distinct(users), among.Distinct(projects), call.Caller(ctx).ActorID)
	return found, err
}
