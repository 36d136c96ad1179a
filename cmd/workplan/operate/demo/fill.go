package demo

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"github.com/workplan-api/workplan/cmd/workplan/operate/importer"
	"github.com/workplan-api/workplan/ent"
	entproject "github.com/workplan-api/workplan/ent/project"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/calendar"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/hours"
	"github.com/workplan-api/workplan/services/organization"
	"github.com/workplan-api/workplan/services/timeoff"
)

// batch is the number of rows of hours in one upsert, the most that the API accepts.
const batch = 5000

// fill creates or completes the organization once.
type fill struct {
	sql *sql.DB
	db  *ent.Client
	log func(format string, args ...any)
	// today is the current day. Weeks are relative to the week of monday.
	today, monday time.Time

	organization uuid.UUID
	// The ids of the imported records: people by handle, the others by name.
	users, capabilities, types, projects map[string]string
	secrets                              map[string]string
}

func newFill(db *sql.DB, now time.Time, log func(format string, args ...any)) *fill {
	client, today := tenant.Open(db), protoconv.Today(now)
	return &fill{
		sql: db, db: client, log: log,
		today: today, monday: protoconv.Monday(today), secrets: map[string]string{},
	}
}

// all runs the steps. Each step can be repeated. The keys are created last, because they
// mark a complete organization.
func (f *fill) all(ctx context.Context) error {
	if err := f.records(ctx); err != nil {
		return err
	}
	confined := call.As(ctx, auth.Operator(f.organization, uuid.Nil), f.db)
	for _, step := range []func(context.Context) error{
		f.keepMonday, f.skills, f.rates, f.budgets, f.calendar, f.hours, f.timeOff, f.timesheets, f.proposals,
		f.privacy,
	} {
		if err := step(confined); err != nil {
			return err
		}
	}
	return f.keys(ctx)
}

// records imports people, clients and projects.
func (f *fill) records(ctx context.Context) error {
	result, err := importer.Import(ctx, f.sql, document(f.monday))
	if err != nil {
		return err
	}
	f.organization = protoconv.ID(result.GetOrganization().GetId())
	f.users = map[string]string{}
	for i, u := range result.GetUsers() {
		f.users[people[i].handle] = u.GetId()
	}
	for _, v := range result.GetPlaceholders() {
		f.users[v.GetName()] = v.GetId()
	}
	f.capabilities, f.types, f.projects = byName(result.GetCapabilities()), byName(result.GetTimeOffTypes()),
		byName(result.GetProjects())
	f.log("%d people, %d placeholders, %d clients, %d projects", len(people), len(vacancies), len(clients),
		len(projects))
	return nil
}

func byName(list []*adminv1.Named) map[string]string {
	m := map[string]string{}
	for _, n := range list {
		m[n.GetName()] = n.GetId()
	}
	return m
}

// keepMonday sets monday to the week in which the projects were imported. It is an
// earlier week if an interrupted fill is completed later. Plans from different weeks
// would overlap.
func (f *fill) keepMonday(ctx context.Context) error {
	first := projects[0]
	row, err := f.db.Project.Query().Where(entproject.ID(protoconv.ID(f.projects[first.name]))).Only(ctx)
	if err != nil {
		return err
	}
	f.monday = row.StartDate.UTC().AddDate(0, 0, -7*first.from)
	return nil
}

// calendar writes working patterns and holidays, as an admin.
func (f *fill) calendar(ctx context.Context) error {
	ctx = f.as(ctx, adminHandle)
	patterns, n := calendar.NewWorkingPatterns(), 0
	for _, s := range schedules(f.monday) {
		items := s.workingPatterns()
		if len(items.Items) == 0 {
			continue
		}
		n++
		if _, err := patterns.ReplaceWorkingPatterns(ctx,
			&pb.ReplaceWorkingPatternsRequest{UserId: f.users[s.handle], WorkingPatterns: items}); err != nil {
			return err
		}
	}
	list := holidays(f.monday)
	if _, err := calendar.NewHolidays().
		UpsertHolidays(ctx, &pb.UpsertHolidaysRequest{Batch: &pb.HolidayBatch{Items: list}}); err != nil {
		return err
	}
	f.log("working patterns of %d people, %d holidays", n, len(list))
	return nil
}

// hours writes planned and actual hours.
func (f *fill) hours(ctx context.Context) error {
	var plan, actual []entry
	for _, s := range schedules(f.monday) {
		entries := s.plan()
		plan = append(plan, entries...)
		actual = append(actual, s.actual(entries, f.today)...)
	}
	plan, actual = append(plan, f.demand()...), slices.DeleteFunc(actual, f.isForgotten)
	inactive := hours.NewInactive()
	planned := hours.NewAssignments(inactive, nil, nil, nil)
	worked := hours.NewActualHours(planned, inactive, nil, nil, nil)
	if err := f.write(plan, "planned", func(entries []entry) error {
		_, err := planned.UpsertAssignments(ctx,
			&pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{Items: f.assignments(entries)}})
		return err
	}); err != nil {
		return err
	}
	return f.write(actual, "actual", func(entries []entry) error {
		_, err := worked.UpsertActualHours(ctx,
			&pb.UpsertActualHoursRequest{Batch: &pb.ActualHoursBatch{Items: f.actualHours(entries)}})
		return err
	})
}

func (f *fill) write(entries []entry, kind string, upsert func([]entry) error) error {
	done := 0
	for chunk := range slices.Chunk(entries, batch) {
		if err := upsert(chunk); err != nil {
			return err
		}
		done += len(chunk)
		f.log("%d of %d rows of %s hours", done, len(entries), kind)
	}
	return nil
}

// firmWeeks is for how many weeks, from this one on, the plan is firm.
const firmWeeks = 8

func (f *fill) assignments(entries []entry) []*pb.Assignment {
	items := make([]*pb.Assignment, len(entries))
	firmUntil := f.monday.AddDate(0, 0, 7*firmWeeks)
	for i, e := range entries {
		items[i] = &pb.Assignment{
			UserId: f.users[e.who], ProjectId: f.projects[e.project], CapabilityId: f.capability(e),
			Date: protoconv.DateString(e.date), Hours: &e.hours, Tentative: new(!e.date.Before(firmUntil)),
		}
	}
	return items
}

func (f *fill) actualHours(entries []entry) []*pb.ActualHoursRow {
	items := make([]*pb.ActualHoursRow, len(entries))
	for i, e := range entries {
		items[i] = &pb.ActualHoursRow{
			UserId: f.users[e.who], ProjectId: f.projects[e.project], CapabilityId: f.capability(e),
			Date: protoconv.DateString(e.date), Hours: &e.hours,
		}
	}
	return items
}

func (f *fill) capability(e entry) *string {
	if e.capability == "" {
		return nil
	}
	return new(f.capabilities[e.capability])
}

// timeOff creates requests for time off as each person, and decides them as the managers.
// It skips requests that exist. Deciding a request again changes nothing.
func (f *fill) timeOff(ctx context.Context) error {
	rows, err := f.db.TimeOffRequest.Query().All(ctx)
	if err != nil {
		return err
	}
	there := map[[2]string]string{} // ids by user and first day
	for _, row := range rows {
		there[[2]string{row.UserID.String(), protoconv.DateString(row.StartDate)}] = row.ID.String()
	}
	service := timeoff.New(nil, nil)
	for _, a := range absences {
		user, first := f.users[a.who], protoconv.DateString(a.first(f.monday))
		id, ok := there[[2]string{user, first}]
		if !ok {
			resp, err := service.CreateTimeOff(f.as(ctx, a.who), &pb.CreateTimeOffRequest{TimeOff: &pb.TimeOff{
				UserId: user, TimeOffTypeId: new(f.types[a.kind]), StartDate: &first,
				EndDate:      new(protoconv.DateString(a.last(f.monday))),
				Availability: &a.availability, Reason: &a.reason,
			}})
			if err != nil {
				return err
			}
			id = resp.GetData().GetId()
		}
		if err := decide(f.as(ctx, approver(a.who)), service, id, a); err != nil {
			return err
		}
	}
	f.log("%d requests for time off", len(absences))
	return nil
}

func decide(ctx context.Context, service *timeoff.Service, id string, a absence) (err error) {
	switch a.status {
	case approved:
		_, err = service.ApproveTimeOff(ctx, &pb.ApproveTimeOffRequest{RequestId: id})
	case rejected:
		_, err = service.RejectTimeOff(ctx,
			&pb.RejectTimeOffRequest{RequestId: id, Rejection: &pb.TimeOffRejection{RejectionReason: a.rejection}})
	}
	return err
}

// privacy lets only managers see what is private, so that the roles differ in more than what they may write.
func (f *fill) privacy(ctx context.Context) error {
	managers := pb.Audience_AUDIENCE_MANAGERS.Enum()
	_, err := organization.New(nil).UpdatePrivacy(f.as(ctx, adminHandle), &pb.UpdatePrivacyRequest{
		Privacy: &pb.Privacy{
			LeaveTypes: managers, PendingRequests: managers, WorkedHours: managers, Utilization: managers,
		},
		UpdateMask: &fieldmaskpb.FieldMask{
			Paths: []string{"leave_types", "pending_requests", "worked_hours", "utilization"},
		},
	})
	return err
}

// as returns a context in which the person with the handle is the actor.
func (f *fill) as(ctx context.Context, handle string) context.Context {
	return call.As(ctx, auth.Operator(f.organization, protoconv.ID(f.users[handle])), f.db)
}

func (f *fill) keys(ctx context.Context) error {
	result, err := importer.Import(ctx, f.sql, keysDocument())
	if err != nil {
		return err
	}
	for _, k := range result.GetKeys() {
		f.secrets[k.GetName()] = k.GetSecret()
	}
	f.log("keys %s and %s", AdminKey, MemberKey)
	return nil
}
