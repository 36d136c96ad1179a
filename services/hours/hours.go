// Package hours serves planned hours, the assignments, and the hours that were
// really worked: two tables and two services of one shape, and one implementation.
//
// The key of a row is its user, project, capability and date, where no capability
// equals no capability. An upsert writes up to 5,000 items or, where one is bad, none:
// the row with that key gets the hours, or is created. Of two items with one key the
// later wins, and both places answer the row as it ends up. Hours come back exactly as
// they were sent, and 0 keeps the row. There is no cap across rows: over-planning is
// legal. A dry run makes the same checks and gives the same answer, and writes nothing.
//
// All upserts write in the order of the keys, so that no two block each other for good.
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
func NewAssignments(db *ent.Client, permits *permit.Permits, validator *validate.Validator) *Assignments {
	return &Assignments{table: newTable(db, assignment.Table, permits.WriteAssignments, validator)}
}

// ListAssignments returns a page of rows, ordered by date, user, project and
// capability.
func (s *Assignments) ListAssignments(ctx context.Context, req *pb.ListAssignmentsRequest) (*pb.ListAssignmentsResponse, error) {
	page := &pb.AssignmentPage{}
	var err error
	page.Items, err = s.table.list(ctx, req, req, page)
	return &pb.ListAssignmentsResponse{Data: page}, err
}

// UpsertAssignments writes rows and returns them in the order of the items.
func (s *Assignments) UpsertAssignments(ctx context.Context, req *pb.UpsertAssignmentsRequest) (*pb.UpsertAssignmentsResponse, error) {
	rows, err := s.table.upsert(ctx, req, req.GetBatch().GetItems(), req.GetDryRun())
	if err != nil {
		return nil, err
	}
	return &pb.UpsertAssignmentsResponse{Data: rows}, nil
}

// ActualHours implements pb.ActualHoursServiceServer. Its messages have the fields of
// those of Assignments, and the compiler holds them to it: they are passed on as what
// they are to the table, which only reads and sets their fields.
type ActualHours struct {
	pb.UnimplementedActualHoursServiceServer
	table table
}

// NewActualHours returns the service of actual hours over db.
func NewActualHours(db *ent.Client, permits *permit.Permits, validator *validate.Validator) *ActualHours {
	return &ActualHours{table: newTable(db, actualhours.Table, permits.WriteActualHours, validator)}
}

// ListActualHours returns a page of rows, ordered by date, user, project and
// capability.
func (s *ActualHours) ListActualHours(ctx context.Context, req *pb.ListActualHoursRequest) (*pb.ListActualHoursResponse, error) {
	page := &pb.ActualHoursPage{}
	rows, err := s.table.list(ctx, req, (*pb.ListAssignmentsRequest)(req), page)
	page.Items = lists.Map(rows, actual)
	return &pb.ListActualHoursResponse{Data: page}, err
}

// UpsertActualHours writes rows and returns them in the order of the items.
func (s *ActualHours) UpsertActualHours(ctx context.Context, req *pb.UpsertActualHoursRequest) (*pb.UpsertActualHoursResponse, error) {
	rows, err := s.table.upsert(ctx, req, lists.Map(req.GetBatch().GetItems(), planned), req.GetDryRun())
	if err != nil {
		return nil, err
	}
	return &pb.UpsertActualHoursResponse{Data: &pb.ActualHoursBatch{Items: lists.Map(rows, actual)}}, nil
}

func planned(m *pb.ActualHoursRow) *pb.Assignment { return (*pb.Assignment)(m) }

func actual(m *pb.Assignment) *pb.ActualHoursRow { return (*pb.ActualHoursRow)(m) }
