// Command rest runs the steps of clients/scenario.json over REST.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan"
)

func main() {
	p := &program{
		admin:   api("WORKPLAN_URL", "WORKPLAN_KEY"),
		lossy:   api("WORKPLAN_LOSSY_URL", "WORKPLAN_KEY"),
		member:  api("WORKPLAN_URL", "WORKPLAN_MEMBER_KEY"),
		manager: api("WORKPLAN_URL", "WORKPLAN_MANAGER_KEY"),
		reader:  api("WORKPLAN_URL", "WORKPLAN_READER_KEY"),
	}
	once := workplan.WithTries(1)
	scenario.Run("expectRest", map[string]scenario.Step{
		"me":                                         me(p.admin),
		"a base URL with the path of the API":        scenario.With(withPath),
		"find a user by e-mail address":              scenario.With(p.find),
		"get single records":                         scenario.Without(p.getRecords),
		"get records that do not exist":              scenario.With(p.getNothing),
		"page through users":                         scenario.With(p.users),
		"create a client":                            scenario.With(p.createClient),
		"patch a client with a null":                 scenario.With(p.patchClient),
		"upsert 500 rows":                            scenario.With(p.plan),
		"upsert them again":                          scenario.Without(p.planAgain),
		"read them back":                             scenario.With(p.readBack),
		"replace a window":                           scenario.With(p.replaceWindow),
		"replace it again":                           scenario.Without(p.replaceWindowAgain),
		"move a plan":                                scenario.With(p.movePlan),
		"confirm a plan":                             scenario.With(p.confirmPlan),
		"fill a placeholder":                         scenario.With(p.fillPlaceholder),
		"delete a plan":                              scenario.With(p.deletePlan),
		"submit actual hours":                        scenario.With(p.submit),
		"ask for time off":                           scenario.With(p.askForTimeOff),
		"approve time off":                           scenario.Without(p.approveTimeOff),
		"a bad field":                                create(p.admin),
		"150 bad items":                              scenario.With(p.plan),
		"a missing scope":                            create(p.reader),
		"a missing permission":                       create(p.member),
		"patch a record that does not exist":         scenario.With(p.patchNothing),
		"an old version":                             scenario.With(p.patchVersion),
		"a wrong key":                                scenario.With(wrongKey),
		"a busy server":                              me(api("WORKPLAN_BUSY_URL", "WORKPLAN_KEY")),
		"a lost response":                            create(p.lossy),
		"a lost response of a change":                scenario.With(p.lostChange),
		"a dead server":                              me(api("WORKPLAN_DEAD_URL", "WORKPLAN_KEY", once)),
		"a wrong base address":                       me(api("WORKPLAN_STRANGER_URL", "WORKPLAN_KEY", once)),
		"an incomplete body":                         me(api("WORKPLAN_BROKEN_URL", "WORKPLAN_KEY", once)),
		"follow the journal":                         scenario.With(p.follow),
		"follow the journal across a restart":        scenario.Without(p.followRestart),
		"follow from a stored number":                scenario.Without(p.followAgain),
		"cancel a follower":                          scenario.With(p.cancelFollower),
		"follow after a number ahead":                scenario.With(p.followAhead),
		"read the event of the 500 rows":             scenario.With(p.readEvent),
		"create a webhook":                           scenario.With(p.createWebhook),
		"patch a webhook":                            scenario.With(p.patchWebhook),
		"pause a webhook":                            scenario.With(p.pauseWebhook),
		"read webhooks":                              scenario.Without(p.readWebhooks),
		"read the attempts of a webhook":             scenario.With(p.readAttempts),
		"rotate the secret of a webhook":             scenario.With(p.rotateWebhook),
		"test a webhook":                             scenario.Without(p.testWebhook),
		"redeliver an event":                         scenario.Without(p.redeliver),
		"redeliver nothing":                          scenario.Without(p.redeliverNothing),
		"a webhook without TLS":                      scenario.With(p.createWebhook),
		"a webhook with an unknown type":             scenario.With(p.createWebhook),
		"delete a webhook":                           scenario.Without(p.deleteWebhook),
		"upsert holidays":                            scenario.With(p.upsertHolidays),
		"a bad holiday":                              scenario.With(p.upsertHolidays),
		"list holidays":                              scenario.With(p.listHolidays),
		"delete a holiday":                           scenario.With(p.deleteHoliday),
		"get working patterns":                       scenario.Without(p.getPatterns),
		"replace working patterns":                   scenario.With(p.replacePatterns),
		"replace an old version of working patterns": scenario.Without(p.replacePatternsAgain),
		"get the capabilities of a user":             scenario.Without(p.getSkills),
		"replace the capabilities of a user":         scenario.With(p.replaceSkills),
		"find users by a capability":                 scenario.With(p.findSkilled),
		"colour a project":                           scenario.With(p.colorProject),
		"upsert a client by its external id":         scenario.With(p.upsertClient),
		"save a view":                                scenario.With(p.saveView),
		"capacity by week and user":                  scenario.With(p.userCapacity),
		"capacity by month and project":              scenario.With(p.projectCapacity),
		"capacity of two years":                      scenario.With(p.longCapacity),
		"find free hours":                            scenario.With(p.gaps),
		"upsert the capabilities of users":           scenario.With(p.upsertSkills),
		"list users with their capabilities":         scenario.Without(p.listSkilled),
		"upsert working patterns":                    scenario.With(p.upsertPatterns),
		"upsert time off":                            scenario.With(p.upsertTimeOff),
		"delete time off in an upsert":               scenario.Without(p.deleteLeave),
		"keep what only a new request has":           scenario.With(p.keepLeave),
		"change the currency":                        scenario.With(p.changeCurrency),
		"create a project billed by the hour":        scenario.With(p.createProject),
		"replace the rates of the organization":      scenario.With(p.replaceOrganizationRates),
		"replace an old version of rates":            scenario.Without(p.replaceOrganizationRatesAgain),
		"a rate with seven decimals":                 scenario.With(p.replaceOrganizationRates),
		"replace the rates of a user":                scenario.With(p.replaceUserRates),
		"replace the rates of a project":             scenario.With(p.replaceProjectRates),
		"resolve a rate":                             scenario.With(p.resolveRate),
		"replace a budget":                           scenario.With(p.replaceBudget),
		"money by month and project":                 scenario.With(p.money),
		"money for a member":                         scenario.With(p.memberMoney),
		"the lines of money":                         scenario.With(p.moneyLines),
		"make a proposal":                            scenario.With(p.makeProposal),
		"wish planned hours":                         scenario.With(p.wishHours),
		"wish a window":                              scenario.With(p.wishWindow),
		"read the plan of a proposal":                scenario.With(p.readProposed),
		"capacity of a proposal":                     scenario.With(p.proposedCapacity),
		"the difference of a proposal":               scenario.With(p.diffProposal),
		"the impact of a proposal":                   scenario.Without(p.proposalImpact),
		"have a proposal approved":                   scenario.Without(p.approveProposal),
		"apply without the scope":                    scenario.Without(p.applyUnscoped),
		"apply in conflict":                          scenario.With(p.applyInConflict),
		"apply a proposal":                           scenario.With(p.applyProposal),
		"revert a proposal":                          scenario.Without(p.revertProposal),
		"delete a proposal":                          scenario.Without(p.deleteProposal),
		"read a whole list":                          scenario.With(p.readWhole),
		"save a whole list":                          scenario.Without(p.saveWhole),
		"a whole list that is cut off":               scenario.Without(p.cutWhole),
		"a page of a whole list":                     scenario.With(p.wholePage),
	})
}

// api returns the API at the address of a variable, with the key of another.
func api(address, key string, opts ...workplan.Option) *workplan.API {
	return workplan.New(os.Getenv(address), os.Getenv(key), opts...)
}

// program keeps the results that later steps need.
type program struct {
	admin, lossy, member, reader    *workplan.API
	manager                         *workplan.API
	client                          *workplan.Client
	workerID, projectID, capability string
	batch                           scenario.Batch
	planned                         []scenario.Row
	timeOff                         *workplan.TimeOff
	head                            int64
	follower                        *scenario.Follower[workplan.Event]
	followed                        workplan.Event    // the last event
	webhook                         *workplan.Webhook // as it was created
	patterns                        patternsInput
	window                          windowInput
	leave                           workplan.TimeOffBatchInput
	upserted                        []workplan.TimeOff
	billedID                        string // the project that is billed by the hour
	ratesInput                      ratesInput
	proposalID                      string
	days                            workplan.ListAssignmentsParams // of the step that reads the plan of the proposal
	whole                           workplan.ListAssignmentsParams
}

func me(api *workplan.API) scenario.Step {
	return scenario.Without(func(ctx context.Context) (any, error) {
		me, err := api.GetMe(ctx)
		if err != nil {
			return nil, err
		}
		return map[string]any{"keyName": me.KeyName, "scopes": len(me.Scopes)}, nil
	})
}

func withPath(ctx context.Context, in struct{ Path string }) (any, error) {
	return workplan.New(os.Getenv("WORKPLAN_URL")+in.Path, os.Getenv("WORKPLAN_KEY")).GetMe(ctx)
}

func (p *program) find(ctx context.Context, in struct{ Email, Unknown string }) (any, error) {
	user, err := p.admin.FindUserByEmail(ctx, in.Email)
	if err != nil {
		return nil, err
	}
	if _, err := p.admin.FindUserByEmail(ctx, in.Unknown); !errors.Is(err, workplan.ErrNotFound) {
		return nil, fmt.Errorf("an unknown address: %w", err)
	}
	return map[string]any{"name": user.Name, "email": user.Email, "unknown": nil}, nil
}

func (p *program) getRecords(ctx context.Context) (any, error) {
	user, userErr := p.admin.GetUser(ctx, p.workerID, workplan.GetUserParams{})
	client, clientErr := p.admin.GetClient(ctx, p.client.ID)
	project, projectErr := p.admin.GetProject(ctx, p.projectID, workplan.GetProjectParams{Expand: []string{"client"}})
	timeOff, timeOffErr := p.admin.GetTimeOff(ctx, p.timeOff.ID, workplan.GetTimeOffParams{})
	if err := errors.Join(userErr, clientErr, projectErr, timeOffErr); err != nil {
		return nil, err
	}
	return map[string]any{
		"user":          user.Name,
		"client":        client.CompanyName,
		"project":       project.Name,
		"projectClient": project.Client.CompanyName,
		"timeOff":       timeOff.Status,
	}, nil
}

func (p *program) getNothing(ctx context.Context, in struct{ ID string }) (any, error) {
	_, userErr := p.admin.GetUser(ctx, in.ID, workplan.GetUserParams{})
	_, clientErr := p.admin.GetClient(ctx, in.ID)
	_, projectErr := p.admin.GetProject(ctx, in.ID, workplan.GetProjectParams{})
	_, timeOffErr := p.admin.GetTimeOff(ctx, in.ID, workplan.GetTimeOffParams{})
	return scenario.Codes(userErr, clientErr, projectErr, timeOffErr)
}

func wrongKey(ctx context.Context, in struct{ Key string }) (any, error) {
	return workplan.New(os.Getenv("WORKPLAN_URL"), in.Key).GetMe(ctx)
}

func (p *program) users(ctx context.Context, in workplan.ListUsersParams) (any, error) {
	var users []scenario.User
	for user, err := range p.admin.AllUsers(ctx, in) {
		if err != nil {
			return nil, err
		}
		users = append(users, scenario.User{ID: user.ID, Name: user.Name})
	}
	return scenario.Users(users), nil
}

func create(api *workplan.API) scenario.Step {
	return scenario.With(func(ctx context.Context, in workplan.ClientInput) (any, error) {
		return api.CreateClient(ctx, in)
	})
}

func (p *program) createClient(ctx context.Context, in workplan.ClientInput) (_ any, err error) {
	p.client, err = p.admin.CreateClient(ctx, in)
	return p.client, err
}

func (p *program) patchClient(ctx context.Context, in struct{ ClientPriority workplan.ClientPriority }) (any, error) {
	return p.admin.UpdateClient(ctx, p.client.ID, workplan.ClientPatch{
		Website:        workplan.Null[string](),
		ClientPriority: &in.ClientPriority,
	})
}

func (p *program) patchNothing(ctx context.Context, in struct {
	ID             string
	ClientPriority workplan.ClientPriority
}) (any, error) {
	return p.admin.UpdateClient(ctx, in.ID, workplan.ClientPatch{ClientPriority: &in.ClientPriority})
}

// prioritized is the input of a change of a client with a version.
type prioritized struct {
	Version        int64
	ClientPriority workplan.ClientPriority
}

func (p *program) patchVersion(ctx context.Context, in prioritized) (any, error) {
	return p.patchPriority(ctx, p.admin, in)
}

func (p *program) lostChange(ctx context.Context, in prioritized) (any, error) {
	return p.patchPriority(ctx, p.lossy, in)
}

func (p *program) patchPriority(ctx context.Context, api *workplan.API, in prioritized) (any, error) {
	return api.UpdateClient(ctx, p.client.ID, workplan.ClientPatch{ClientPriority: &in.ClientPriority},
		workplan.IfMatch(in.Version))
}

func (p *program) plan(ctx context.Context, in scenario.Batch) (any, error) {
	worker, err := p.admin.FindUserByEmail(ctx, scenario.WorkerEmail)
	if err != nil {
		return nil, err
	}
	project, err := scenario.Find(p.admin.AllProjects(ctx, workplan.ListProjectsParams{Name: scenario.ProjectName}),
		func(p workplan.Project) bool { return p.Name == scenario.ProjectName })
	if err != nil {
		return nil, err
	}
	capability, err := scenario.Find(p.admin.AllCapabilities(ctx, workplan.ListCapabilitiesParams{}),
		func(c workplan.Capability) bool { return c.Name == scenario.CapabilityName })
	if err != nil {
		return nil, err
	}
	p.workerID, p.projectID, p.capability = worker.ID, project.ID, capability.ID
	planned, err := p.upsert(ctx, in)
	if err != nil {
		return nil, err
	}
	p.batch, p.planned = in, planned
	return scenario.Sum(planned), nil
}

func (p *program) planAgain(ctx context.Context) (any, error) {
	planned, err := p.upsert(ctx, p.batch)
	return scenario.SameIDs(p.planned, planned), err
}

// items returns the items of a call that plans hours.
func (p *program) items(in scenario.Batch) (items []workplan.AssignmentInput, err error) {
	rows, err := in.Items()
	for _, row := range rows {
		item := workplan.AssignmentInput{UserID: p.workerID, ProjectID: p.projectID, Date: row.Date, Hours: row.Hours}
		if row.Capability {
			item.CapabilityID = &p.capability
		}
		items = append(items, item)
	}
	return items, err
}

func (p *program) upsert(ctx context.Context, in scenario.Batch) ([]scenario.Row, error) {
	items, err := p.items(in)
	if err != nil {
		return nil, err
	}
	rows, err := p.admin.UpsertAssignments(ctx, workplan.AssignmentBatchInput{Items: items})
	if err != nil {
		return nil, err
	}
	var planned []scenario.Row
	for _, assignment := range rows {
		planned = append(planned, toRow(assignment))
	}
	return planned, nil
}

func toRow(a workplan.Assignment) scenario.Row {
	return scenario.Row{ID: a.ID, Date: a.Date, Hours: a.Hours, Capability: a.CapabilityID != nil}
}

func (p *program) readBack(ctx context.Context, in struct {
	From, To string
	Limit    int
}) (any, error) {
	var rows []scenario.Row
	params := workplan.ListAssignmentsParams{UserID: p.workerID, StartDate: in.From, EndDate: in.To, Limit: in.Limit}
	for assignment, err := range p.admin.AllAssignments(ctx, params) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, toRow(assignment))
	}
	return scenario.Sum(rows), nil
}

func (p *program) submit(ctx context.Context, in workplan.ActualHoursRowInput) (any, error) {
	in.UserID, in.ProjectID = p.workerID, p.projectID
	written, err := p.admin.UpsertActualHours(ctx,
		workplan.ActualHoursBatchInput{Items: []workplan.ActualHoursRowInput{in}})
	if err != nil {
		return nil, err
	}
	row := written.Items[0]
	return map[string]any{"rows": len(written.Items), "hours": row.Hours, "capabilityId": row.CapabilityID}, nil
}

func (p *program) askForTimeOff(ctx context.Context, in workplan.TimeOffInput) (any, error) {
	kind, err := scenario.Find(p.member.AllTimeOffTypes(ctx, workplan.ListTimeOffTypesParams{}),
		func(t workplan.TimeOffType) bool { return t.Name == scenario.Vacation })
	if err != nil {
		return nil, err
	}
	in.UserID, in.TimeOffTypeID = p.workerID, kind.ID
	p.timeOff, err = p.member.CreateTimeOff(ctx, in)
	return p.timeOff, err
}

func (p *program) approveTimeOff(ctx context.Context) (any, error) {
	if err := p.admin.ApproveTimeOff(ctx, p.timeOff.ID); err != nil {
		return nil, err
	}
	me, err := p.admin.GetMe(ctx)
	if err != nil {
		return nil, err
	}
	approved, err := p.admin.ListTimeOff(ctx,
		workplan.ListTimeOffParams{UserID: p.workerID, Status: workplan.TimeOffStatusApproved})
	if err != nil {
		return nil, err
	}
	request := approved.Items[0]
	decided := request.DecidedByID != nil && *request.DecidedByID == me.ActorUserID && request.DecidedAt != nil
	return map[string]any{"requests": len(approved.Items), "status": request.Status, "decided": decided}, nil
}

func (p *program) follow(ctx context.Context, in struct {
	Types       []string
	CompanyName string
}) (any, error) {
	now, err := p.admin.ListEvents(ctx, workplan.ListEventsParams{After: "head"})
	if err != nil {
		return nil, err
	}
	p.head = now.Head
	p.follower = scenario.NewFollower(p.admin.Follow(ctx,
		workplan.ListEventsParams{After: fmt.Sprint(p.head), Types: in.Types}))
	client, err := p.admin.CreateClient(ctx, workplan.ClientInput{CompanyName: in.CompanyName})
	if err != nil {
		return nil, err
	}
	me, err := p.admin.GetMe(ctx)
	if err != nil {
		return nil, err
	}
	if p.followed, err = p.follower.Next(); err != nil {
		return nil, err
	}
	e := p.followed
	return map[string]any{
		"type":        e.Type,
		"later":       e.Seq > p.head,
		"client":      e.Record.ID == client.ID,
		"actor":       *e.ActorID == me.ActorUserID,
		"companyName": e.After["companyName"],
	}, nil
}

func (p *program) followRestart(context.Context) (any, error) {
	defer p.follower.Stop()
	if err := scenario.RestartServer(); err != nil {
		return nil, err
	}
	e, err := p.follower.Next()
	if err != nil {
		return nil, err
	}
	return map[string]any{"type": e.Type, "next": e.Seq == p.followed.Seq+1, "companyName": e.After["companyName"]}, nil
}

func (p *program) followAgain(ctx context.Context) (any, error) {
	var names []any
	for event, err := range p.admin.Follow(ctx, workplan.ListEventsParams{After: fmt.Sprint(p.head)}) {
		if err != nil {
			return nil, err
		}
		if names = append(names, event.After["companyName"]); len(names) == 2 {
			break
		}
	}
	return map[string]any{"companyNames": names}, nil
}

func (p *program) cancelFollower(ctx context.Context, in struct{ Milliseconds int }) (any, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	time.AfterFunc(time.Duration(in.Milliseconds)*time.Millisecond, cancel)
	return scenario.Count(p.admin.Follow(ctx, workplan.ListEventsParams{After: "head"}))
}

func (p *program) followAhead(ctx context.Context, in struct{ Ahead int64 }) (any, error) {
	return scenario.Count(p.admin.Follow(ctx, workplan.ListEventsParams{After: fmt.Sprint(p.head + in.Ahead)}))
}
