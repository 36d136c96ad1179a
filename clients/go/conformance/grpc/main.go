// Command grpc runs the steps of clients/scenario.json over gRPC.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan"
	"github.com/workplan-api/workplan/clients/go/workplan/workplangrpc"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

func main() {
	p := &program{
		admin:   dial("WORKPLAN_GRPC", "WORKPLAN_KEY"),
		lossy:   dial("WORKPLAN_LOSSY_GRPC", "WORKPLAN_KEY"),
		member:  dial("WORKPLAN_GRPC", "WORKPLAN_MEMBER_KEY"),
		manager: dial("WORKPLAN_GRPC", "WORKPLAN_MANAGER_KEY"),
		reader:  dial("WORKPLAN_GRPC", "WORKPLAN_READER_KEY"),
	}
	once := workplangrpc.WithTries(1)
	scenario.Run("expectGrpc", map[string]scenario.Step{
		"me":                                         me(p.admin),
		"a base URL with the path of the API":        me(p.admin), // gRPC has no path.
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
		"a busy server":                              me(dial("WORKPLAN_BUSY_GRPC", "WORKPLAN_KEY")),
		"a lost response":                            create(p.lossy),
		"a lost response of a change":                scenario.With(p.lostChange),
		"a dead server":                              me(dial("WORKPLAN_DEAD_GRPC", "WORKPLAN_KEY", once)),
		"a wrong base address":                       me(dial("WORKPLAN_STRANGER_GRPC", "WORKPLAN_KEY", once)),
		"an incomplete body":                         me(dial("WORKPLAN_BROKEN_GRPC", "WORKPLAN_KEY", once)),
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
	})
}

// dial connects to the address of a variable, with the key of another.
func dial(address, key string, opts ...grpc.DialOption) *grpc.ClientConn {
	return dialWith(address, os.Getenv(key), opts...)
}

func dialWith(address, key string, opts ...grpc.DialOption) *grpc.ClientConn {
	opts = append(opts, grpc.WithTransportCredentials(insecure.NewCredentials()))
	conn, err := workplangrpc.Dial(os.Getenv(address), key, opts...)
	if err != nil {
		log.Fatal(err)
	}
	return conn
}

// program keeps the results that later steps need.
type program struct {
	admin, lossy, member, reader    *grpc.ClientConn
	manager                         *grpc.ClientConn
	clientID                        string
	workerID, projectID, capability string
	batch                           scenario.Batch
	planned                         []scenario.Row
	timeOffID                       string
	head                            int64
	follower                        *scenario.Follower[*pb.Event]
	followed                        *pb.Event   // the last event
	webhook                         *pb.Webhook // as it was created
	patterns                        patternsInput
	window                          windowInput
	leave                           *pb.TimeOffBatch
	upserted                        []*pb.TimeOff
	billedID                        string // the project that is billed by the hour
	ratesInput                      ratesInput
	proposalID                      string
	days                            *pb.ListAssignmentsRequest // of the step that reads the plan of the proposal
}

func me(conn *grpc.ClientConn) scenario.Step {
	return scenario.Without(func(ctx context.Context) (any, error) {
		resp, err := pb.NewMeServiceClient(conn).GetMe(ctx, &pb.GetMeRequest{})
		if err != nil {
			return nil, err
		}
		return map[string]any{"keyName": resp.GetData().GetKeyName(), "scopes": len(resp.GetData().GetScopes())}, nil
	})
}

func (p *program) find(ctx context.Context, in struct{ Email, Unknown string }) (any, error) {
	user, err := workplangrpc.FindUserByEmail(ctx, p.admin, in.Email)
	if err != nil {
		return nil, err
	}
	if _, err := workplangrpc.FindUserByEmail(ctx, p.admin, in.Unknown); !errors.Is(err, workplan.ErrNotFound) {
		return nil, fmt.Errorf("an unknown address: %w", err)
	}
	return map[string]any{"name": user.Name, "email": user.GetEmail(), "unknown": nil}, nil
}

func (p *program) getRecords(ctx context.Context) (any, error) {
	user, userErr := pb.NewUserServiceClient(p.admin).GetUser(ctx, &pb.GetUserRequest{UserId: p.workerID})
	client, clientErr := pb.NewClientServiceClient(p.admin).GetClient(ctx, &pb.GetClientRequest{ClientId: p.clientID})
	project, projectErr := pb.NewProjectServiceClient(p.admin).GetProject(ctx,
		&pb.GetProjectRequest{ProjectId: p.projectID, Expand: []string{"client"}})
	timeOff, timeOffErr := pb.NewTimeOffServiceClient(p.admin).GetTimeOff(ctx,
		&pb.GetTimeOffRequest{RequestId: p.timeOffID})
	if err := errors.Join(userErr, clientErr, projectErr, timeOffErr); err != nil {
		return nil, err
	}
	return map[string]any{
		"user":          user.GetData().GetName(),
		"client":        client.GetData().GetCompanyName(),
		"project":       project.GetData().GetName(),
		"projectClient": project.GetData().GetClient().GetCompanyName(),
		"timeOff":       status(timeOff.GetData()),
	}, nil
}

func (p *program) getNothing(ctx context.Context, in struct{ ID string }) (any, error) {
	_, userErr := pb.NewUserServiceClient(p.admin).GetUser(ctx, &pb.GetUserRequest{UserId: in.ID})
	_, clientErr := pb.NewClientServiceClient(p.admin).GetClient(ctx, &pb.GetClientRequest{ClientId: in.ID})
	_, projectErr := pb.NewProjectServiceClient(p.admin).GetProject(ctx, &pb.GetProjectRequest{ProjectId: in.ID})
	_, timeOffErr := pb.NewTimeOffServiceClient(p.admin).GetTimeOff(ctx, &pb.GetTimeOffRequest{RequestId: in.ID})
	return scenario.Codes(userErr, clientErr, projectErr, timeOffErr)
}

func wrongKey(ctx context.Context, in struct{ Key string }) (any, error) {
	return pb.NewMeServiceClient(dialWith("WORKPLAN_GRPC", in.Key)).GetMe(ctx, &pb.GetMeRequest{})
}

func (p *program) users(ctx context.Context, in struct{ Limit int32 }) (any, error) {
	var users []scenario.User
	for user, err := range workplangrpc.All(ctx, pb.NewUserServiceClient(p.admin).ListUsers,
		&pb.ListUsersRequest{Limit: &in.Limit}) {
		if err != nil {
			return nil, err
		}
		users = append(users, scenario.User{ID: user.GetId(), Name: user.GetName()})
	}
	return scenario.Users(users), nil
}

func create(conn *grpc.ClientConn) scenario.Step {
	return scenario.With(func(ctx context.Context, in struct{ CompanyName string }) (any, error) {
		resp, err := pb.NewClientServiceClient(conn).CreateClient(ctx,
			&pb.CreateClientRequest{Client: &pb.Client{CompanyName: &in.CompanyName}})
		if err != nil {
			return nil, err
		}
		return client(resp.GetData()), nil
	})
}

func (p *program) createClient(ctx context.Context, in struct {
	CompanyName, Email, Website, CountryCode string
	Categories                               []string
}) (any, error) {
	resp, err := pb.NewClientServiceClient(p.admin).CreateClient(ctx, &pb.CreateClientRequest{Client: &pb.Client{
		CompanyName: &in.CompanyName,
		Email:       &in.Email,
		Website:     &in.Website,
		CountryCode: &in.CountryCode,
		Categories:  in.Categories,
	}})
	if err != nil {
		return nil, err
	}
	p.clientID = resp.GetData().GetId()
	return client(resp.GetData()), nil
}

// client returns the outcome of a client.
func client(c *pb.Client) any {
	return map[string]any{
		"companyName":      c.CompanyName,
		"email":            c.Email,
		"website":          c.Website,
		"countryCode":      c.CountryCode,
		"categories":       c.GetCategories(),
		"image":            c.Image,
		"accountManagerId": c.AccountManagerId,
		"isActive":         c.IsActive,
		"clientPriority":   strings.ToLower(strings.TrimPrefix(c.GetClientPriority().String(), "CLIENT_PRIORITY_")),
		"version":          c.GetVersion(),
	}
}

// priority reads a priority of the scenario.
func priority(name string) *pb.ClientPriority {
	return pb.ClientPriority(pb.ClientPriority_value["CLIENT_PRIORITY_"+strings.ToUpper(name)]).Enum()
}

func (p *program) patchClient(ctx context.Context, in struct{ ClientPriority string }) (any, error) {
	resp, err := pb.NewClientServiceClient(p.admin).UpdateClient(ctx, &pb.UpdateClientRequest{
		ClientId:   p.clientID,
		Client:     &pb.Client{ClientPriority: priority(in.ClientPriority)},
		UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"website", "client_priority"}},
	})
	if err != nil {
		return nil, err
	}
	return client(resp.GetData()), nil
}

func (p *program) patchPriority(
	ctx context.Context, conn *grpc.ClientConn, id, name string,
) (*pb.UpdateClientResponse, error) {
	return pb.NewClientServiceClient(conn).UpdateClient(ctx, &pb.UpdateClientRequest{
		ClientId:   id,
		Client:     &pb.Client{ClientPriority: priority(name)},
		UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"client_priority"}},
	})
}

func (p *program) patchNothing(ctx context.Context, in struct{ ID, ClientPriority string }) (any, error) {
	return p.patchPriority(ctx, p.admin, in.ID, in.ClientPriority)
}

// prioritized is the input of a change of a client with a version.
type prioritized struct {
	Version        int64
	ClientPriority string
}

func (p *program) patchVersion(ctx context.Context, in prioritized) (any, error) {
	return p.patchPriority(ifMatch(ctx, in.Version), p.admin, p.clientID, in.ClientPriority)
}

func (p *program) lostChange(ctx context.Context, in prioritized) (any, error) {
	resp, err := p.patchPriority(ifMatch(ctx, in.Version), p.lossy, p.clientID, in.ClientPriority)
	if err != nil {
		return nil, err
	}
	return client(resp.GetData()), nil
}

func (p *program) plan(ctx context.Context, in scenario.Batch) (any, error) {
	worker, err := workplangrpc.FindUserByEmail(ctx, p.admin, scenario.WorkerEmail)
	if err != nil {
		return nil, err
	}
	projects := workplangrpc.All(ctx, pb.NewProjectServiceClient(p.admin).ListProjects,
		&pb.ListProjectsRequest{Name: new(scenario.ProjectName)})
	project, err := scenario.Find(projects, func(p *pb.Project) bool { return p.GetName() == scenario.ProjectName })
	if err != nil {
		return nil, err
	}
	capabilities := workplangrpc.All(ctx, pb.NewCapabilityServiceClient(p.admin).ListCapabilities,
		&pb.ListCapabilitiesRequest{})
	capability, err := scenario.Find(capabilities,
		func(c *pb.Capability) bool { return c.GetName() == scenario.CapabilityName })
	if err != nil {
		return nil, err
	}
	p.workerID, p.projectID, p.capability = worker.GetId(), project.GetId(), capability.GetId()
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
func (p *program) items(in scenario.Batch) (items []*pb.Assignment, err error) {
	rows, err := in.Items()
	for _, row := range rows {
		item := &pb.Assignment{UserId: p.workerID, ProjectId: p.projectID, Date: row.Date, Hours: &row.Hours}
		if row.Capability {
			item.CapabilityId = &p.capability
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
	resp, err := p.assignments().UpsertAssignments(ctx,
		&pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{Items: items}})
	if err != nil {
		return nil, err
	}
	var planned []scenario.Row
	for _, assignment := range resp.GetData() {
		planned = append(planned, toRow(assignment))
	}
	return planned, nil
}

func toRow(a *pb.Assignment) scenario.Row {
	return scenario.Row{ID: a.GetId(), Date: a.GetDate(), Hours: a.GetHours(), Capability: a.CapabilityId != nil}
}

func (p *program) readBack(ctx context.Context, in struct {
	From, To string
	Limit    int32
}) (any, error) {
	var rows []scenario.Row
	req := &pb.ListAssignmentsRequest{UserId: &p.workerID, StartDate: &in.From, EndDate: &in.To, Limit: &in.Limit}
	for assignment, err := range workplangrpc.All(ctx, p.assignments().ListAssignments, req) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, toRow(assignment))
	}
	return scenario.Sum(rows), nil
}

func (p *program) submit(ctx context.Context, in struct {
	Date  string
	Hours float64
}) (any, error) {
	resp, err := pb.NewActualHoursServiceClient(p.admin).UpsertActualHours(ctx,
		&pb.UpsertActualHoursRequest{Batch: &pb.ActualHoursBatch{
			Items: []*pb.ActualHoursRow{{UserId: p.workerID, ProjectId: p.projectID, Date: in.Date, Hours: &in.Hours}},
		}})
	if err != nil {
		return nil, err
	}
	rows := resp.GetData().GetItems()
	return map[string]any{"rows": len(rows), "hours": rows[0].Hours, "capabilityId": rows[0].CapabilityId}, nil
}

func (p *program) askForTimeOff(ctx context.Context, in struct {
	StartDate, EndDate, Reason string
	Availability               float64
}) (any, error) {
	types := workplangrpc.All(ctx, pb.NewTimeOffTypeServiceClient(p.member).ListTimeOffTypes,
		&pb.ListTimeOffTypesRequest{})
	kind, err := scenario.Find(types, func(t *pb.TimeOffType) bool { return t.GetName() == scenario.Vacation })
	if err != nil {
		return nil, err
	}
	resp, err := pb.NewTimeOffServiceClient(p.member).CreateTimeOff(ctx, &pb.CreateTimeOffRequest{TimeOff: &pb.TimeOff{
		UserId:        p.workerID,
		TimeOffTypeId: &kind.Id,
		StartDate:     &in.StartDate,
		EndDate:       &in.EndDate,
		Availability:  &in.Availability,
		Reason:        &in.Reason,
	}})
	if err != nil {
		return nil, err
	}
	request := resp.GetData()
	p.timeOffID = request.GetId()
	return map[string]any{
		"status":          status(request),
		"startDate":       request.StartDate,
		"endDate":         request.EndDate,
		"availability":    request.Availability,
		"reason":          request.Reason,
		"rejectionReason": request.RejectionReason,
		"decidedById":     request.DecidedById,
		"decidedAt":       request.DecidedAt,
	}, nil
}

// status returns the status of a request as the scenario writes it.
func status(request *pb.TimeOff) string {
	return strings.ToLower(strings.TrimPrefix(request.GetStatus().String(), "TIME_OFF_STATUS_"))
}

func (p *program) approveTimeOff(ctx context.Context) (any, error) {
	requests := pb.NewTimeOffServiceClient(p.admin)
	if _, err := requests.ApproveTimeOff(ctx, &pb.ApproveTimeOffRequest{RequestId: p.timeOffID}); err != nil {
		return nil, err
	}
	me, err := pb.NewMeServiceClient(p.admin).GetMe(ctx, &pb.GetMeRequest{})
	if err != nil {
		return nil, err
	}
	approved, err := requests.ListTimeOff(ctx,
		&pb.ListTimeOffRequest{UserId: &p.workerID, Status: pb.TimeOffStatus_TIME_OFF_STATUS_APPROVED.Enum()})
	if err != nil {
		return nil, err
	}
	request := approved.GetData().GetItems()[0]
	decided := request.GetDecidedById() == me.GetData().GetActorUserId() && request.DecidedAt != nil
	return map[string]any{
		"requests": len(approved.GetData().GetItems()), "status": status(request), "decided": decided,
	}, nil
}

func (p *program) follow(ctx context.Context, in struct {
	Types       []string
	CompanyName string
}) (any, error) {
	now, err := pb.NewEventServiceClient(p.admin).ListEvents(ctx, &pb.ListEventsRequest{After: new("head")})
	if err != nil {
		return nil, err
	}
	p.head = now.GetData().GetHead()
	p.follower = scenario.NewFollower(workplangrpc.Follow(ctx, p.admin,
		&pb.WatchEventsRequest{After: new(fmt.Sprint(p.head)), Types: in.Types}))
	created, err := pb.NewClientServiceClient(p.admin).CreateClient(ctx,
		&pb.CreateClientRequest{Client: &pb.Client{CompanyName: &in.CompanyName}})
	if err != nil {
		return nil, err
	}
	me, err := pb.NewMeServiceClient(p.admin).GetMe(ctx, &pb.GetMeRequest{})
	if err != nil {
		return nil, err
	}
	if p.followed, err = p.follower.Next(); err != nil {
		return nil, err
	}
	e := p.followed
	return map[string]any{
		"type":        e.GetType(),
		"later":       e.GetSeq() > p.head,
		"client":      e.GetRecord().GetId() == created.GetData().GetId(),
		"actor":       e.GetActorId() == me.GetData().GetActorUserId(),
		"companyName": companyName(e),
	}, nil
}

func companyName(e *pb.Event) string {
	return e.GetAfter().GetFields()["companyName"].GetStringValue()
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
	return map[string]any{
		"type": e.GetType(), "next": e.GetSeq() == p.followed.GetSeq()+1, "companyName": companyName(e),
	}, nil
}

func (p *program) followAgain(ctx context.Context) (any, error) {
	var names []string
	for event, err := range workplangrpc.Follow(ctx, p.admin, &pb.WatchEventsRequest{After: new(fmt.Sprint(p.head))}) {
		if err != nil {
			return nil, err
		}
		if names = append(names, companyName(event)); len(names) == 2 {
			break
		}
	}
	return map[string]any{"companyNames": names}, nil
}

func (p *program) cancelFollower(ctx context.Context, in struct{ Milliseconds int }) (any, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	time.AfterFunc(time.Duration(in.Milliseconds)*time.Millisecond, cancel)
	return scenario.Count(workplangrpc.Follow(ctx, p.admin, &pb.WatchEventsRequest{After: new("head")}))
}

func (p *program) followAhead(ctx context.Context, in struct{ Ahead int64 }) (any, error) {
	return scenario.Count(workplangrpc.Follow(ctx, p.admin,
		&pb.WatchEventsRequest{After: new(fmt.Sprint(p.head + in.Ahead))}))
}
