// Package capacity compares the hours that people have with those that are planned and
// worked.
//
// For each user and day:
//
//   - contracted is the hours of the working pattern that began last, and before the first one
//     a fifth of defaultAvailability from Monday to Friday.
//   - holiday is the part of contracted that a holiday of the user's country takes. What
//     remains is the base of the day.
//   - Approved time off leaves at most its availability of the base. If several requests are on
//     a day, the least availability counts. timeOff is what they take.
//   - availability is the base without timeOff. pendingTimeOff is what pending requests would
//     also take.
//   - planned is the planned hours of projects that are neither draft nor cancelled, tentative
//     those of draft projects. actual is the actual hours of all projects.
//   - free is by how much availability is more than planned, over by how much it is less.
//
// The hours of a bucket or a group are the sums of these. So free hours of one day or person do
// not hide that another one is over. utilization is the sum of planned divided by the sum of
// availability.
//
// A user or a group has hours if planned, tentative or actual is not 0 on some day.
package capacity

import (
	"context"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/internal/ifnonematch"
	"github.com/workplan-api/workplan/services/journal"
)

// Service implements CapacityService.
type Service struct {
	pb.UnimplementedCapacityServiceServer
	db *ent.Client
}

// New returns the service.
func New(db *ent.Client) *Service { return &Service{db: db} }

// GetCapacity returns the hours of users or groups in buckets.
func (s *Service) GetCapacity(ctx context.Context, req *pb.GetCapacityRequest) (*pb.GetCapacityResponse, error) {
	days, err := newRange(req.StartDate, req.EndDate)
	if err != nil {
		return nil, err
	}
	if req.SplitBy != nil && !byUsers(req) {
		return nil, problem.Field(problem.ValidationFailed, "split_by", "needs group_by=user")
	}
	// The head is read before the figures, so that they include its event.
	head, err := journal.Head(ctx, s.db)
	if err != nil {
		return nil, err
	}
	if ifnonematch.Check(ctx, head.Tag, head.Settled) {
		return &pb.GetCapacityResponse{Data: &pb.Capacity{AsOf: head.Seq}}, nil // REST sends 304
	}
	t := newTable(req, days)
	if err := txn.Snapshot(ctx, s.db, func(db *ent.Client) error { return t.read(ctx, db) }); err != nil {
		return nil, err
	}
	data := t.message()
	data.AsOf = head.Seq
	return &pb.GetCapacityResponse{Data: data}, nil
}
