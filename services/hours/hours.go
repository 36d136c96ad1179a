// Package hours serves planned hours, called assignments, and actual hours. They are two
// tables and two services with the same fields, and share one implementation.
//
// The key of a row is its user, project, capability and date. Two rows without a
// capability have the same key if the other parts are equal. An upsert has up to 5,000
// items. For each item it creates the row with that key or changes the hours of that row.
// If one item is bad, it writes nothing. If a row already has the hours, its version and
// updated_at do not change. If two items have the same key, the later one wins, and the
// response has its row for both items. A new row cannot have an inactive capability; the
// hours of a row that has one can still be changed. Hours are returned exactly as sent. A row with 0
// hours is kept. There is no limit across rows: over-planning is allowed, and so are inactive
// users and days outside of the project's dates. Who asks for it gets warnings about these. A dry
// run makes the same checks and returns the same response, but writes nothing.
//
// Upserts write in key order, so that concurrent upserts cannot deadlock.
//
// A list can be asked for as it was at a moment, and two moments can be compared. Both undo or read what the journal
// has of the rows, see past.
//
// A window is the rows of a user, a project or both in a range of dates. Requests replace, delete, copy and confirm the
// rows of a window, see rewrite. Planned hours can be those of a placeholder, and are moved to the person who fills it.
package hours

import (
	"context"

	"github.com/workplan-api/workplan/ent/actualhours"
	"github.com/workplan-api/workplan/ent/assignment"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
)

// Assignments implements pb.AssignmentServiceServer.
type Assignments struct {
	pb.UnimplementedAssignmentServiceServer
	table table
}

// NewAssignments returns the service of planned hours. It asks sequencer for the numbers of events that have none
// yet.
func NewAssignments(
	inactive *Inactive, closed *settled.Checker, overloads Overloads, sequencer *journal.Sequencer,
) *Assignments {
	t := newTable(assignment.Table, permit.WriteAssignments, inactive, closed, sequencer)
	t.overloads = overloads
	return &Assignments{table: t}
}

// ListAssignments returns a page of rows, ordered by date, user, project and capability. With updatedSince or asOf, it
// reads all in one snapshot. asOf needs the scope read:events (403), and is 410 if the events are no longer kept:
// table.list.
func (s *Assignments) ListAssignments(
	ctx context.Context, req *pb.ListAssignmentsRequest,
) (*pb.ListAssignmentsResponse, error) {
	t, err := s.table.in(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	page := &pb.AssignmentPage{}
	page.Items, err = t.list(ctx, req, req, page)
	return &pb.ListAssignmentsResponse{Data: page}, err
}

// DiffAssignments returns a page of the rows that differ between two moments. If a moment may be that of an event
// without a number, it first gives all events their numbers. Then it reads all in one snapshot: table.diff.
func (s *Assignments) DiffAssignments(
	ctx context.Context, req *pb.DiffAssignmentsRequest,
) (*pb.DiffAssignmentsResponse, error) {
	page, err := s.table.diff(ctx, req, &pb.ListAssignmentsRequest{
		UserId: req.UserId, ProjectId: req.ProjectId, StartDate: req.StartDate, EndDate: req.EndDate,
		CapabilityId: req.CapabilityId,
	})
	return &pb.DiffAssignmentsResponse{Data: page}, err
}

// UpsertAssignments writes rows, all of them or none, with one event, and returns them in the order of the items. It
// first checks all items (400), and then which of them the caller may write (403): table.check.
// Few rows and their event are one statement, others a transaction: table.write.
func (s *Assignments) UpsertAssignments(
	ctx context.Context, req *pb.UpsertAssignmentsRequest,
) (*pb.UpsertAssignmentsResponse, error) {
	t, err := s.table.in(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	rows, meta, err := t.upsert(ctx, req, req.GetBatch().GetItems())
	return &pb.UpsertAssignmentsResponse{Data: rows, Meta: meta}, err
}

// ReplaceAssignmentsWindow makes the rows of a window the items, in a transaction that locks the organization, with one
// event for the rows that it writes and one for those that it deletes. It is refused if the caller may not write an
// item or a row that goes (403): table.rewrite.
func (s *Assignments) ReplaceAssignmentsWindow(
	ctx context.Context, req *pb.ReplaceAssignmentsWindowRequest,
) (*pb.ReplaceAssignmentsWindowResponse, error) {
	t, err := s.table.in(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	done, meta, err := t.replace(ctx, req, newWindow("window.", req.GetWindow()), req.GetWindow().GetItems())
	if err != nil {
		return nil, err
	}
	return &pb.ReplaceAssignmentsWindowResponse{Data: done.assignments(), Meta: meta}, nil
}

// DeleteAssignments deletes the rows of a window, in a transaction that locks the organization, with the event
// assignments.deleted if there were any. It is refused (403) if the caller may not write one of them: table.rewrite.
func (s *Assignments) DeleteAssignments(
	ctx context.Context, req *pb.DeleteAssignmentsRequest,
) (*pb.DeleteAssignmentsResponse, error) {
	t, err := s.table.in(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	deleted, err := t.removeWindow(ctx, newWindow("", req), req.GetDryRun())
	return &pb.DeleteAssignmentsResponse{Data: deleted}, err
}

// DeleteAssignmentRows deletes rows by their keys. Before the transaction it checks all keys (400): their users,
// projects and capabilities must exist, and capabilities may be inactive. A key without a row is no error. The rest
// is as for DeleteAssignments: table.removeKeys.
func (s *Assignments) DeleteAssignmentRows(
	ctx context.Context, req *pb.DeleteAssignmentRowsRequest,
) (*pb.DeleteAssignmentRowsResponse, error) {
	t, err := s.table.in(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	deleted, err := t.removeKeys(ctx, req)
	return &pb.DeleteAssignmentRowsResponse{Data: deleted}, err
}

// CopyAssignments copies or moves the rows of a window, in a transaction that locks the organization, with an event for
// the rows that it writes and one for those that it deletes: table.rewrite.
func (s *Assignments) CopyAssignments(
	ctx context.Context, req *pb.CopyAssignmentsRequest,
) (*pb.CopyAssignmentsResponse, error) {
	t, err := s.table.in(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	done, meta, err := t.copy(ctx, req)
	if err != nil {
		return nil, err
	}
	return &pb.CopyAssignmentsResponse{Data: done.assignments(), Meta: meta}, nil
}

// FillPlaceholder moves rows of a placeholder to a person, as CopyAssignments does. If-Match is about the placeholder,
// whose row is locked then (409).
func (s *Assignments) FillPlaceholder(
	ctx context.Context, req *pb.FillPlaceholderRequest,
) (*pb.FillPlaceholderResponse, error) {
	t, err := s.table.in(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	filled, meta, err := t.fill(ctx, req)
	return &pb.FillPlaceholderResponse{Data: filled, Meta: meta}, err
}

// ConfirmAssignments makes the tentative rows of a window firm that the caller may write, and lists the others. It
// does so in a transaction that locks the organization, with the event assignments.upserted: table.rewrite.
func (s *Assignments) ConfirmAssignments(
	ctx context.Context, req *pb.ConfirmAssignmentsRequest,
) (*pb.ConfirmAssignmentsResponse, error) {
	t, err := s.table.in(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	done, err := t.confirm(ctx, newWindow("window.", req.GetWindow()), req.GetDryRun())
	return &pb.ConfirmAssignmentsResponse{Data: done}, err
}

// assignments returns the message of the changes.
func (c *changes) assignments() *pb.AssignmentChanges {
	s := c.summary()
	return &pb.AssignmentChanges{
		Created: s.Created, Updated: s.Updated, Unchanged: s.Unchanged, Deleted: int32(c.deleted), Items: c.items,
	}
}

// ActualHours implements pb.ActualHoursServiceServer. Its rows are those of Assignments that
// are never tentative.
type ActualHours struct {
	pb.UnimplementedActualHoursServiceServer
	table   table
	planned *table
	daysOff DaysOff
}

// NewActualHours returns the service of actual hours, which can be filled from planned ones. It asks sequencer for the
// numbers of events that have none yet.
func NewActualHours(
	planned *Assignments, inactive *Inactive, closed *settled.Checker, daysOff DaysOff, sequencer *journal.Sequencer,
) *ActualHours {
	t := newTable(actualhours.Table, permit.WriteActualHours, inactive, closed, sequencer)
	t.ofPersons = true
	return &ActualHours{table: t, planned: &planned.table, daysOff: daysOff}
}

// ListActualHours returns a page of the rows that the caller may see, as ListAssignments does.
func (s *ActualHours) ListActualHours(
	ctx context.Context, req *pb.ListActualHoursRequest,
) (*pb.ListActualHoursResponse, error) {
	page := &pb.ActualHoursPage{}
	rows, err := s.table.list(ctx, req, &pb.ListAssignmentsRequest{
		UpdatedSince: req.UpdatedSince, UserId: req.UserId, ProjectId: req.ProjectId, StartDate: req.StartDate,
		EndDate: req.EndDate, CapabilityId: req.CapabilityId, MinHours: req.MinHours, AsOf: req.AsOf,
	}, page)
	page.Items = actual(rows)
	return &pb.ListActualHoursResponse{Data: page}, err
}

// DiffActualHours returns a page of the rows that differ between two moments, of those that the caller may see, as
// DiffAssignments does.
func (s *ActualHours) DiffActualHours(
	ctx context.Context, req *pb.DiffActualHoursRequest,
) (*pb.DiffActualHoursResponse, error) {
	page, err := s.table.diff(ctx, req, &pb.ListAssignmentsRequest{
		UserId: req.UserId, ProjectId: req.ProjectId, StartDate: req.StartDate, EndDate: req.EndDate,
		CapabilityId: req.CapabilityId,
	})
	return &pb.DiffActualHoursResponse{Data: page}, err
}

// UpsertActualHours writes rows, as UpsertAssignments does.
func (s *ActualHours) UpsertActualHours(
	ctx context.Context, req *pb.UpsertActualHoursRequest,
) (*pb.UpsertActualHoursResponse, error) {
	rows, meta, err := s.table.upsert(ctx, req, planned(req.GetBatch().GetItems()))
	if err != nil {
		return nil, err
	}
	return &pb.UpsertActualHoursResponse{Data: &pb.ActualHoursBatch{Items: actual(rows)}, Meta: meta}, nil
}

// ReplaceActualHoursWindow makes the rows of a window the items, as ReplaceAssignmentsWindow does.
func (s *ActualHours) ReplaceActualHoursWindow(
	ctx context.Context, req *pb.ReplaceActualHoursWindowRequest,
) (*pb.ReplaceActualHoursWindowResponse, error) {
	w := newWindow("window.", req.GetWindow())
	w.takesSums = req.GetWindow().GetEntries() == pb.WindowEntries_WINDOW_ENTRIES_REPLACE
	done, meta, err := s.table.replace(ctx, req, w, planned(req.GetWindow().GetItems()))
	if err != nil {
		return nil, err
	}
	n := done.summary()
	return &pb.ReplaceActualHoursWindowResponse{Data: &pb.ActualHoursChanges{
		Created: n.Created, Updated: n.Updated, Unchanged: n.Unchanged, Deleted: int32(done.deleted),
		Items: actual(done.items),
	}, Meta: meta}, nil
}

// DeleteActualHours deletes the rows of a window, as DeleteAssignments does, with the event actual_hours.deleted.
func (s *ActualHours) DeleteActualHours(
	ctx context.Context, req *pb.DeleteActualHoursRequest,
) (*pb.DeleteActualHoursResponse, error) {
	deleted, err := s.table.removeWindow(ctx, newWindow("", req), req.GetDryRun())
	return &pb.DeleteActualHoursResponse{Data: deleted}, err
}

// DeleteActualHoursRows deletes rows by their keys, as DeleteAssignmentRows does. A key whose row the caller may not
// see is one without a row.
func (s *ActualHours) DeleteActualHoursRows(
	ctx context.Context, req *pb.DeleteActualHoursRowsRequest,
) (*pb.DeleteActualHoursRowsResponse, error) {
	deleted, err := s.table.removeKeys(ctx, req)
	return &pb.DeleteActualHoursRowsResponse{Data: deleted}, err
}

// PrefillActualHours fills the empty days of a user, in a transaction that locks the organization, with the event
// actual_hours.upserted: table.rewrite. What it leaves out is no error.
func (s *ActualHours) PrefillActualHours(
	ctx context.Context, req *pb.PrefillActualHoursRequest,
) (*pb.PrefillActualHoursResponse, error) {
	done, err := s.prefill(ctx, req)
	return &pb.PrefillActualHoursResponse{Data: done}, err
}

// planned returns the items of an upsert of actual hours as those of planned hours.
func planned(items []*pb.ActualHoursRow) []*pb.Assignment {
	all, list := make([]pb.Assignment, len(items)), make([]*pb.Assignment, len(items))
	for i, m := range items {
		to := &all[i]
		to.UserId, to.ProjectId, to.CapabilityId = m.GetUserId(), m.GetProjectId(), m.CapabilityId
		to.Date, to.Hours = m.GetDate(), m.Hours
		list[i] = to
	}
	return list
}

// actual returns rows as those of actual hours.
func actual(rows []*pb.Assignment) []*pb.ActualHoursRow {
	all, list := make([]pb.ActualHoursRow, len(rows)), make([]*pb.ActualHoursRow, len(rows))
	for i, m := range rows {
		to := &all[i]
		to.Id, to.UserId, to.ProjectId, to.CapabilityId = m.Id, m.UserId, m.ProjectId, m.CapabilityId
		to.Date, to.Hours, to.Version = m.Date, m.Hours, m.Version
		to.CreatedAt, to.UpdatedAt = m.CreatedAt, m.UpdatedAt
		list[i] = to
	}
	return list
}
