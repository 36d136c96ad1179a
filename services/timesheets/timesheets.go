// Package timesheets serves timesheets, which say that days of a person are complete, and their decisions.
//
// A timesheet is for one user, its owner, and has at most 62 days. Those of an owner that are pending or approved
// have no day in common. Its approvers are the managers of the owner and admins, but nobody is the approver of the
// own one. If the settlement of the organization has selfApproval, an admin is.
//
// The table shows for each status what becomes of it:
//
//	           by its approvers              by the owner and approvers
//	           approve    reject    reopen   withdraw
//	pending    approved   rejected  refused  withdrawn
//	approved   no change  refused   reopened refused
//	rejected   refused    same      refused  refused
//	withdrawn  refused    refused   refused  no change
//	reopened   refused    refused   same     refused
//
// With the same reason, it is no change, and otherwise refused. Nobody changes a timesheet that is rejected,
// withdrawn or reopened any more: the owner submits another one.
//
// Which writes a timesheet refuses is the rule of package settled. Each change of a timesheet waits for the writes that
// it refuses from then on. So the rows of an approval are read in its transaction, and nothing else is written to them
// until it is reopened. They stay in timesheet_hours as they were approved.
package timesheets

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/timesheet"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/reference"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
)

// record is the name of the resource in errors and in the types of events.
const record = "timesheet"

const (
	// maxDays is how many days a timesheet can have.
	maxDays = 62
	// maxAhead is how many days from today the last one can be.
	maxAhead = 31
)

// Service implements pb.TimesheetServiceServer.
type Service struct {
	pb.UnimplementedTimesheetServiceServer
	closed    *settled.Checker
	expected  ExpectedHours
	sequencer *journal.Sequencer
}

// ExpectedHours calls f with how many hours persons are expected to work, see capacity.ExpectedHours.
type ExpectedHours func(ctx context.Context, first time.Time, n int, user, manager *string,
	f func(person uuid.UUID, isActive bool, hours []float64, sum float64)) error

// New returns the service. closed is that of the services that write what can be closed.
func New(closed *settled.Checker, expected ExpectedHours, sequencer *journal.Sequencer) *Service {
	return &Service{closed: closed, expected: expected, sequencer: sequencer}
}

// ListTimesheets returns a page of the timesheets that the caller may see, oldest first. Whom a caller manages who is
// no admin is read before.
func (s *Service) ListTimesheets(
	ctx context.Context, req *pb.ListTimesheetsRequest,
) (*pb.ListTimesheetsResponse, error) {
	q := call.DB(ctx).Timesheet.Query()
	lists.Filter(q, protoconv.OptionalID(req.UserId), timesheet.UserID)
	lists.Filter(q, req.Status, func(status pb.TimesheetStatus) predicate.Timesheet {
		return timesheet.StatusEQ(protoconv.Word[timesheet.Status](status))
	})
	// The list has the timesheets that overlap the time between the two dates.
	lists.Filter(q, protoconv.OptionalDate(req.StartDate), timesheet.EndDateGTE)
	lists.Filter(q, protoconv.OptionalDate(req.EndDate), timesheet.StartDateLTE)
	if err := onlySeen(ctx, q); err != nil {
		return nil, err
	}
	page := &pb.TimesheetPage{}
	return &pb.ListTimesheetsResponse{Data: page}, lists.Get(ctx, req, page, q, lists.Each(toProto))
}

// onlySeen adds the condition that the caller may see a timesheet: it is the caller's, or of somebody below. An admin
// may see all.
func onlySeen(ctx context.Context, q *ent.TimesheetQuery) error {
	team, err := permit.Team(ctx)
	if team != nil {
		q.Where(among.In[predicate.Timesheet](timesheet.FieldUserID, team))
	}
	return err
}

// GetTimesheet returns one timesheet. One that the caller may not see does not exist (404).
func (s *Service) GetTimesheet(ctx context.Context, req *pb.GetTimesheetRequest) (*pb.GetTimesheetResponse, error) {
	row, err := byID(ctx, req.TimesheetId)
	if err != nil {
		return nil, err
	}
	// Neither an erasure nor the number of the approval changes the version.
	wasApproved := row.Status == timesheet.StatusApproved || row.Status == timesheet.StatusReopened
	if wasApproved && row.ApprovedSeq == nil || isErased(row) {
		call.FromContext(ctx).Condition.TagByBody()
	}
	return &pb.GetTimesheetResponse{Data: toProto(row)}, nil
}

func isErased(row *ent.Timesheet) bool {
	for _, text := range []*string{row.Note, row.RejectionReason, row.ReopenReason} {
		if text != nil && *text == journal.Erased {
			return true
		}
	}
	return false
}

// byID returns a timesheet that the caller may see.
func byID(ctx context.Context, id string) (*ent.Timesheet, error) {
	q := call.DB(ctx).Timesheet.Query().Where(timesheet.ID(protoconv.ID(id)))
	if err := onlySeen(ctx, q); err != nil {
		return nil, err
	}
	row, err := q.Only(ctx)
	if err != nil {
		return nil, problem.OrMissing(err, record)
	}
	return row, nil
}

// CreateTimesheet submits days. It checks the fields and the user (400), and the permission (403). Then it waits, in a
// transaction, for the writes that the timesheet will refuse, and inserts the row with the event timesheet.submitted:
// settled.Checker.Change. If one of the days is in another timesheet that is pending or approved, it is 409.
func (s *Service) CreateTimesheet(
	ctx context.Context, req *pb.CreateTimesheetRequest,
) (*pb.CreateTimesheetResponse, error) {
	row, err := newTimesheet(ctx, req.Timesheet)
	if err != nil {
		return nil, err
	}
	if err := permit.SubmitTimesheet(ctx, row.UserID); err != nil {
		return nil, err
	}
	var created *pb.Timesheet
	err = s.closed.Change(ctx, func() (changed bool, err error) {
		// The reporting line may have changed while it waited.
		if err := permit.SubmitTimesheet(ctx, row.UserID); err != nil {
			return false, err
		}
		if err := refuseOverlap(ctx, row); err != nil {
			return false, err
		}
		if row.Hours, err = sumOfDays(ctx, row); err != nil {
			return false, err
		}
		created = toProto(row)
		return true, journal.Insert(ctx, call.DB(ctx), journal.Change{Type: record + ".submitted", After: created}, row)
	})
	return &pb.CreateTimesheetResponse{Data: created}, err
}

// newTimesheet returns the row of a new timesheet.
func newTimesheet(ctx context.Context, in *pb.Timesheet) (*ent.Timesheet, error) {
	now := protoconv.Now()
	row := &ent.Timesheet{
		ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now, UserID: call.Caller(ctx).ActorID,
		StartDate: protoconv.Date(in.GetStartDate()), EndDate: protoconv.Date(in.GetEndDate()), Note: in.Note,
		Status: timesheet.DefaultStatus,
	}
	if in.UserId != nil {
		row.UserID = protoconv.ID(*in.UserId)
	}
	if err := checkDays(record, row.StartDate, row.EndDate); err != nil {
		return nil, err
	}
	return row, reference.Check(ctx, record, []string{timesheet.FieldUserID},
		reference.Person(call.DB(ctx), timesheet.FieldUserID, &row.UserID))
}

// checkDays returns an error about the dates of a message if they are in the wrong order, too many, or too far away.
func checkDays(message string, first, last time.Time) error {
	end := message + ".end_date"
	switch latest := protoconv.Today(time.Now()).AddDate(0, 0, maxAhead); {
	case last.Before(first):
		return problem.DatesReversed(message, true)
	case !last.Before(first.AddDate(0, 0, maxDays)):
		return problem.TooManyDays(end, maxDays)
	case last.After(latest):
		return problem.Field(problem.ValidationFailed, end,
			fmt.Sprintf("must be at most %d days from today, so not after %s", maxAhead, protoconv.DateString(latest)))
	}
	return nil
}

// refuseOverlap returns an error if a day of a new timesheet is in another one of its owner that is pending or
// approved.
func refuseOverlap(ctx context.Context, row *ent.Timesheet) error {
	other, err := call.DB(ctx).Timesheet.Query().Where(
		timesheet.UserID(row.UserID), timesheet.EndDateGTE(row.StartDate), timesheet.StartDateLTE(row.EndDate),
		timesheet.StatusIn(timesheet.StatusPending, timesheet.StatusApproved),
	).Order(timesheet.ByStartDate()).First(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return problem.New(problem.InvalidState, "the days from %s to %s are in the timesheet %s, which is %s",
		protoconv.DateString(other.StartDate), protoconv.DateString(other.EndDate), other.ID, other.Status)
}

func toProto(row *ent.Timesheet) *pb.Timesheet {
	user, start, end := row.UserID.String(), protoconv.DateString(row.StartDate), protoconv.DateString(row.EndDate)
	return &pb.Timesheet{
		Id:              row.ID.String(),
		UserId:          &user,
		StartDate:       &start,
		EndDate:         &end,
		Note:            row.Note,
		Status:          protoconv.EnumOf[pb.TimesheetStatus](row.Status),
		Hours:           row.Hours,
		DecidedById:     protoconv.OptionalIDString(row.DecidedByID),
		DecidedAt:       protoconv.OptionalTimestamp(row.DecidedAt),
		RejectionReason: row.RejectionReason,
		ReopenReason:    row.ReopenReason,
		ApprovedSeq:     row.ApprovedSeq,
		Version:         row.Version,
		CreatedAt:       timestamppb.New(row.CreatedAt),
		UpdatedAt:       timestamppb.New(row.UpdatedAt),
	}
}
