package timesheets

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/organizationsettlement"
	"github.com/workplan-api/workplan/ent/timesheet"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
)

// step is a change of the status of timesheets, whose event has the name of the new status.
type step struct {
	from, to timesheet.Status
	// reason is that of a rejection or a reopening, and nil otherwise.
	reason *string
}

var (
	approval   = step{from: timesheet.StatusPending, to: timesheet.StatusApproved}
	withdrawal = step{from: timesheet.StatusPending, to: timesheet.StatusWithdrawn}
)

func rejection(reason string) step {
	return step{timesheet.StatusPending, timesheet.StatusRejected, &reason}
}

func reopening(reason string) step {
	return step{timesheet.StatusApproved, timesheet.StatusReopened, &reason}
}

// changing is a step of one timesheet, and what became of it.
type changing struct {
	step
	id      uuid.UUID
	after   *pb.Timesheet
	refusal *problem.Error
}

// ApproveTimesheet approves a timesheet and keeps its rows, with the event timesheet.approved:
// Service.changeTimesheets. The package says who may (403) and what cannot be approved (409). It returns when the event
// has its number.
func (s *Service) ApproveTimesheet(
	ctx context.Context, req *pb.ApproveTimesheetRequest,
) (*pb.ApproveTimesheetResponse, error) {
	after, err := s.changeTimesheet(ctx, req.TimesheetId, approval)
	return &pb.ApproveTimesheetResponse{Data: after}, err
}

// RejectTimesheet rejects a timesheet for a reason, with the event timesheet.rejected, as ApproveTimesheet approves it.
func (s *Service) RejectTimesheet(
	ctx context.Context, req *pb.RejectTimesheetRequest,
) (*pb.RejectTimesheetResponse, error) {
	after, err := s.changeTimesheet(ctx, req.TimesheetId, rejection(req.Rejection.GetRejectionReason()))
	return &pb.RejectTimesheetResponse{Data: after}, err
}

// WithdrawTimesheet takes a timesheet back, with the event timesheet.withdrawn: Service.changeTimesheets. The package
// says who may (403) and what cannot be taken back (409).
func (s *Service) WithdrawTimesheet(
	ctx context.Context, req *pb.WithdrawTimesheetRequest,
) (*pb.WithdrawTimesheetResponse, error) {
	after, err := s.changeTimesheet(ctx, req.TimesheetId, withdrawal)
	return &pb.WithdrawTimesheetResponse{Data: after}, err
}

// ReopenTimesheet opens the days of a timesheet for a reason, with the event timesheet.reopened, as ApproveTimesheet
// approves it.
func (s *Service) ReopenTimesheet(
	ctx context.Context, req *pb.ReopenTimesheetRequest,
) (*pb.ReopenTimesheetResponse, error) {
	after, err := s.changeTimesheet(ctx, req.TimesheetId, reopening(req.Reopening.GetReason()))
	return &pb.ReopenTimesheetResponse{Data: after}, err
}

func (s *Service) changeTimesheet(ctx context.Context, id string, to step) (*pb.Timesheet, error) {
	c := &changing{step: to, id: protoconv.ID(id)}
	err := s.changeTimesheets(ctx, []*changing{c}, true, false)
	return c.after, err
}

// DecideTimesheets approves and rejects timesheets, each with its event, some at once: Service.changeTimesheets. What
// is refused stays as it is.
func (s *Service) DecideTimesheets(
	ctx context.Context, req *pb.DecideTimesheetsRequest,
) (*pb.DecideTimesheetsResponse, error) {
	changes, err := newDecisions(ctx, req)
	if err != nil {
		return nil, err
	}
	if err := s.changeTimesheets(ctx, changes, false, req.GetDryRun()); err != nil {
		return nil, err
	}
	return &pb.DecideTimesheetsResponse{Data: &pb.DecidedTimesheets{
		Items: lists.Map(changes, func(c *changing) *pb.DecidedTimesheet {
			if c.refusal == nil {
				return &pb.DecidedTimesheet{Timesheet: c.after}
			}
			return &pb.DecidedTimesheet{Refusal: &pb.DecisionRefusal{
				Code: string(c.refusal.Code), Message: c.refusal.Text(),
			}}
		}),
	}}, nil
}

// newDecisions returns the changes of a batch. Its error lists all items that are invalid.
func newDecisions(ctx context.Context, req *pb.DecideTimesheetsRequest) ([]*changing, error) {
	bad := validate.Items(req, call.FromContext(ctx).Unread)
	if len(bad) > 0 {
		return nil, problem.List(bad)
	}
	refuse := func(i int, field, message string) {
		bad = append(bad, problem.InvalidItem(i, fmt.Sprintf("batch.items[%d].%s", i, field), message))
	}
	var changes []*changing
	first := map[uuid.UUID]int{}
	for i, item := range req.Batch.Items {
		c := &changing{step: approval, id: protoconv.ID(item.Id)}
		switch reason := item.RejectionReason; {
		case item.Decision == pb.Decision_DECISION_APPROVE && reason != nil:
			refuse(i, "rejection_reason", "must not be sent to approve")
		case item.Decision == pb.Decision_DECISION_REJECT && reason == nil:
			refuse(i, "rejection_reason", "is required to reject")
		case item.Decision == pb.Decision_DECISION_REJECT:
			c.step = rejection(*reason)
		}
		if j, is := first[c.id]; is {
			refuse(i, "id", fmt.Sprintf("is the timesheet of items[%d], too", j))
		} else {
			first[c.id] = i
		}
		changes = append(changes, c)
	}
	return changes, problem.List(bad)
}

// atOnce is how many timesheets a transaction decides.
const atOnce = 100

// changeTimesheets makes changes of timesheets, in transactions in which nobody writes what they refuse:
// settled.Checker.Change. If strict, the first refusal is its error, and nothing is written. Otherwise each one is in
// its changing. A dry run is undone.
//
// It looks at the permissions before, too: whoever may change none of the timesheets must not delay those who write.
func (s *Service) changeTimesheets(ctx context.Context, changes []*changing, strict, dryRun bool) error {
	if err := s.checkPermissions(ctx, changes, strict); err != nil {
		return err
	}
	may := slices.DeleteFunc(slices.Clone(changes), func(c *changing) bool { return c.refusal != nil })
	for part := range slices.Chunk(may, atOnce) { // while it runs, nobody writes hours
		err := s.closed.Change(ctx, func() (changed bool, err error) {
			changed, err = s.changeInTransaction(ctx, part, strict)
			return changed && !dryRun, err
		})
		if err != nil {
			return err
		}
	}
	if dryRun {
		return nil
	}
	return s.number(ctx, changes)
}

// checkPermissions finds out which of the changes the caller may not make.
func (s *Service) checkPermissions(ctx context.Context, changes []*changing, strict bool) error {
	self, err := selfApproval(ctx)
	if err != nil {
		return err
	}
	return each(ctx, changes, strict, func(c *changing, row *ent.Timesheet) error { return c.permit(ctx, row, self) })
}

// changeInTransaction is changeTimesheets for those of one transaction. It reports whether a timesheet has changed.
func (s *Service) changeInTransaction(ctx context.Context, changes []*changing, strict bool) (changed bool, err error) {
	self, err := selfApproval(ctx)
	if err != nil {
		return false, err
	}
	hours, err := readSums(ctx, idsOf(changes))
	if err != nil {
		return false, err
	}
	var approved []uuid.UUID
	err = each(ctx, changes, strict, func(c *changing, row *ent.Timesheet) error {
		if err := c.changeRow(ctx, row, hours[row.ID], self, !strict); err != nil {
			return err
		}
		changed = changed || row.Status != c.to
		if c.to == timesheet.StatusApproved && row.Status != c.to {
			approved = append(approved, row.ID)
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	return changed, writeProof(ctx, approved)
}

// each calls f with each change and the row of its timesheet. If strict, it returns the first error. Otherwise it notes
// those that are about one timesheet only.
func each(ctx context.Context, changes []*changing, strict bool, f func(*changing, *ent.Timesheet) error) error {
	rows, err := readRows(ctx, idsOf(changes))
	if err != nil {
		return err
	}
	for _, c := range changes {
		c.refusal = nil
		var err error = problem.Missing(record)
		if row := rows[c.id]; row != nil {
			err = f(c, row)
		}
		if err != nil && (strict || !errors.As(err, &c.refusal) || !slices.Contains(refusals, c.refusal.Code)) {
			return err
		}
	}
	return nil
}

// refusals are the codes of errors that are about one timesheet only.
var refusals = []problem.Code{problem.NotFound, problem.PermissionDenied, problem.InvalidState}

func idsOf(changes []*changing) []uuid.UUID {
	return lists.Map(changes, func(c *changing) uuid.UUID { return c.id })
}

// readRows returns those of the timesheets that the caller may see, and looks up which of their owners the caller
// manages.
func readRows(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]*ent.Timesheet, error) {
	found, err := among.Read[ent.Timesheet](ctx, call.DB(ctx), timesheet.Table, timesheet.Columns, ids)
	if err != nil {
		return nil, err
	}
	sees, err := permit.SeesPrivate(ctx, lists.Map(found, func(row *ent.Timesheet) uuid.UUID { return row.UserID }))
	if err != nil {
		return nil, err
	}
	rows := map[uuid.UUID]*ent.Timesheet{}
	for _, row := range found {
		if sees(row.UserID) {
			rows[row.ID] = row
		}
	}
	return rows, nil
}

// selfApproval returns that of the settlement of the organization.
func selfApproval(ctx context.Context) (bool, error) {
	row, err := call.DB(ctx).OrganizationSettlement.Query().Only(ctx)
	if ent.IsNotFound(err) {
		return organizationsettlement.DefaultSelfApproval, nil
	}
	return err == nil && row.SelfApproval, err
}

// permit returns an error if the caller may not make the change.
func (c *changing) permit(ctx context.Context, row *ent.Timesheet, selfApproval bool) error {
	if c.to == timesheet.StatusWithdrawn {
		return permit.SubmitTimesheet(ctx, row.UserID)
	}
	return permit.DecideTimesheet(ctx, row.UserID, selfApproval)
}

// changeRow makes the change of a row that was read in the transaction: patch.Run. unconditional is that of a
// patch.Change.
func (c *changing) changeRow(
	ctx context.Context, stored *ent.Timesheet, of sums, selfApproval, unconditional bool,
) (err error) {
	c.after, err = patch.Run(ctx, patch.Change[ent.Timesheet, *pb.Timesheet]{
		Record:        record,
		Event:         record + "." + string(c.to),
		Unconditional: unconditional,
		Message:       toProto,
		Read: func(context.Context) (*ent.Timesheet, error) {
			row := *stored
			return &row, nil
		},
		Permit: func(ctx context.Context, read, _ *ent.Timesheet) error { return c.permit(ctx, read, selfApproval) },
		State:  func(_ context.Context, read, _ *ent.Timesheet) error { return c.refuse(read, of.rows) },
		Apply: func(ctx context.Context, row *ent.Timesheet) error {
			if row.Status != c.from {
				return nil
			}
			row.Status = c.to
			now := protoconv.Now()
			switch c.to {
			case timesheet.StatusApproved:
				row.Hours, row.DecidedByID, row.DecidedAt = of.hours, &call.Caller(ctx).ActorID, &now
			case timesheet.StatusRejected:
				row.RejectionReason, row.DecidedByID, row.DecidedAt = c.reason, &call.Caller(ctx).ActorID, &now
			case timesheet.StatusReopened:
				row.ReopenReason = c.reason
			}
			return nil
		},
	})
	return err
}

// refuse returns an error if the state of a timesheet with so many rows of hours does not allow the change.
func (c *changing) refuse(read *ent.Timesheet, rows int) error {
	switch {
	case read.Status == c.to && c.reason != nil && *c.reason != *c.reasonOf(read):
		return problem.New(problem.InvalidState, "the timesheet is already %s for another reason", c.to)
	case read.Status == c.to:
		return nil
	case read.Status != c.from:
		return problem.New(problem.InvalidState, "the timesheet is %s: only one that is %s can be %s",
			read.Status, c.from, c.to)
	case c.to == timesheet.StatusApproved && rows > maxRows:
		return problem.New(problem.InvalidState,
			"the timesheet has %d rows of hours, and at most %d can be approved at once: submit fewer days", rows, maxRows)
	}
	return nil
}

// reasonOf returns the reason for which the step was made before.
func (c *changing) reasonOf(row *ent.Timesheet) *string {
	if c.to == timesheet.StatusReopened {
		return row.ReopenReason
	}
	return row.RejectionReason
}

// number waits for the numbers of the approvals that have none yet, unless they are not committed: an Idempotency-Key
// stores the response with them.
func (s *Service) number(ctx context.Context, changes []*changing) error {
	waiting := map[uuid.UUID]*pb.Timesheet{}
	for _, c := range changes {
		if c.after.GetStatus() == pb.TimesheetStatus_TIMESHEET_STATUS_APPROVED && c.after.ApprovedSeq == nil {
			waiting[c.id] = c.after
		}
	}
	db := call.DB(ctx)
	if len(waiting) == 0 || db.Unit.InTransaction() {
		return nil
	}
	if err := s.sequencer.NumberAll(ctx, db); err != nil {
		return err
	}
	rows, err := among.Read[ent.Timesheet](
		ctx, db, timesheet.Table, timesheet.Columns, slices.Collect(maps.Keys(waiting)))
	for _, row := range rows {
		waiting[row.ID].ApprovedSeq = row.ApprovedSeq
	}
	return err
}
