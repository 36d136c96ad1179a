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
package hours

import (
	"context"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/actualhours"
	"github.com/workplan-api/workplan/ent/assignment"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/permit"
)

// Assignments implements pb.AssignmentServiceServer.
type Assignments struct {
	pb.UnimplementedAssignmentServiceServer
	table table
}

// NewAssignments returns the service of planned hours over db.
func NewAssignments(
	db *ent.Client, permits *permit.Permits, validator *validate.Validator, inactive *Inactive, overloads Overloads,
) *Assignments {
	t := newTable(db, assignment.Table, permits.WriteAssignments, validator, inactive)
	t.overloads = overloads
	return &Assignments{table: t}
}

// ListAssignments returns a page of rows, ordered by date, user, project and
// capability.
func (s *Assignments) ListAssignments(
	ctx context.Context, req *pb.ListAssignmentsRequest,
) (*pb.ListAssignmentsResponse, error) {
	page := &pb.AssignmentPage{}
	var err error
	page.Items, err = s.table.list(ctx, req, req, page)
	return &pb.ListAssignmentsResponse{Data: page}, err
}

// UpsertAssignments writes rows and returns them in the order of the items.
func (s *Assignments) UpsertAssignments(
	ctx context.Context, req *pb.UpsertAssignmentsRequest,
) (*pb.UpsertAssignmentsResponse, error) {
	rows, meta, err := s.table.upsert(ctx, req, req.GetBatch().GetItems())
	if err != nil {
		return nil, err
	}
	return &pb.UpsertAssignmentsResponse{Data: rows, Meta: meta}, nil
}

// ActualHours implements pb.ActualHoursServiceServer. Its messages have the same fields
// as those of Assignments, so Go converts between them without a copy.
type ActualHours struct {
	pb.UnimplementedActualHoursServiceServer
	table table
}

// NewActualHours returns the service of actual hours over db.
func NewActualHours(
	db *ent.Client, permits *permit.Permits, validator *validate.Validator, inactive *Inactive,
) *ActualHours {
	return &ActualHours{table: newTable(db, actualhours.Table, permits.WriteActualHours, validator, inactive)}
}

// ListActualHours returns a page of rows, ordered by date, user, project and
// capability.
func (s *ActualHours) ListActualHours(
	ctx context.Context, req *pb.ListActualHoursRequest,
) (*pb.ListActualHoursResponse, error) {
	page := &pb.ActualHoursPage{}
	rows, err := s.table.list(ctx, req, (*pb.ListAssignmentsRequest)(req), page)
	page.Items = lists.Map(rows, actual)
	return &pb.ListActualHoursResponse{Data: page}, err
}

// UpsertActualHours writes rows and returns them in the order of the items.
func (s *ActualHours) UpsertActualHours(
	ctx context.Context, req *pb.UpsertActualHoursRequest,
) (*pb.UpsertActualHoursResponse, error) {
	rows, meta, err := s.table.upsert(ctx, req, lists.Map(req.GetBatch().GetItems(), planned))
	if err != nil {
		return nil, err
	}
	return &pb.UpsertActualHoursResponse{Data: &pb.ActualHoursBatch{Items: lists.Map(rows, actual)}, Meta: meta}, nil
}

func planned(m *pb.ActualHoursRow) *pb.Assignment { return (*pb.Assignment)(m) }

func actual(m *pb.Assignment) *pb.ActualHoursRow { return (*pb.ActualHoursRow)(m) }
