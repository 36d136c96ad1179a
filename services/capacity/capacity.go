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
//   - planned is the firm planned hours of projects that are neither draft nor cancelled, tentative
//     the hours of tentative rows and those of draft projects. actual is the actual hours of all projects.
//   - free is by how much availability is more than planned, over by how much it is less.
//   - supply is the availability of the active users who have a capability in their list. It
//     belongs to a capability, not to rows of hours.
//
// A placeholder has no availability, and its planned hours are in unfilled only, tentative or not, and also those of
// draft projects.
//
// The hours of a bucket or a group are the sums of these. So free hours of one day or person do
// not hide that another one is over. utilization is the sum of planned divided by the sum of
// availability.
//
// If the organization hides the utilization of a user from the caller, the user has rows of hours here, but no
// availability, and neither free nor over. A group with such a user has no utilization.
//
// A user or a group has hours if planned, tentative, actual or unfilled is not 0 on some day.
package capacity

import (
	"context"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/proposed"
	"github.com/workplan-api/workplan/services/journal"
)

// hideable is what an organization can hide of what a capacity has.
const hideable = auth.LeaveTypes | auth.PendingRequests | auth.WorkedHours | auth.Utilization

// Service implements CapacityService.
type Service struct {
	pb.UnimplementedCapacityServiceServer
	sequencer *journal.Sequencer
}

// New returns the service. It asks sequencer for the numbers of events that have none yet.
func New(sequencer *journal.Sequencer) *Service {
	return &Service{sequencer: sequencer}
}

// GetCapacity returns the hours of users or groups in buckets. It checks the scopes for names (403) before the other
// parameters (400). It reads all in one snapshot, first the number of the last event. If the client has the figures
// already, GetCapacity reads no more: see call.CheckTag and Sequencer.ReadAsOf.
func (s *Service) GetCapacity(ctx context.Context, req *pb.GetCapacityRequest) (*pb.GetCapacityResponse, error) {
	if err := permit.ReadNames(ctx, named(req)); err != nil {
		return nil, err
	}
	days, err := newRange(req)
	if err != nil {
		return nil, err
	}
	if req.SplitBy != nil && !byUsers(req) {
		return nil, problem.Field(problem.ValidationFailed, "split_by", "needs group_by=user")
	}
	if req.Kind != nil && !byUsers(req) {
		return nil, problem.Field(problem.ValidationFailed, "kind", "needs group_by=user")
	}
	t := newTable(req, days)
	if t.proposal, err = proposed.ID(ctx, req.ProposalId); err != nil {
		return nil, err
	}
	if err := proposed.CheckComparison(req); err != nil {
		return nil, err
	}
	if req.GetTimeOffByType() && t.ofRows {
		return nil, problem.Field(problem.ValidationFailed, "time_off_by_type",
			"needs the series timeOff: items that are users, managers or the organization, without split_by, project_id, "+
				"client_id and capability_id")
	}
	head, err := s.sequencer.ReadAsOf(ctx, call.DB(ctx), func(head journal.Latest) (err error) {
		if err := set(ctx); err != nil {
			return err
		}
		if t.sight, err = permit.SightOf(ctx, hideable); err != nil {
			return err
		}
		if call.CheckTag(ctx, head.Tag+t.sight.Tag(hideable), head.Numbered) {
			return nil // without the figures: REST sends 304
		}
		return t.read(ctx)
	})
	if err != nil {
		return nil, err
	}
	data := t.message()
	data.AsOf = head.Seq
	return &pb.GetCapacityResponse{Data: data}, nil
}

// snapshot calls f in a snapshot with settings for statements that read many rows. A write with an Idempotency-Key is
// in a transaction already, which stays as it is: there, each statement of f sees the database as it is then.
func snapshot(ctx context.Context, f func() error) error {
	read := func() error {
		if err := set(ctx); err != nil {
			return err
		}
		return f()
	}
	db := call.DB(ctx)
	if !db.Unit.InTransaction() {
		return db.Unit.Snapshot(ctx, read)
	}
	if err := read(); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, postgres.AfterManyRows)
	return err
}

// set makes the settings for the rest of the transaction.
func set(ctx context.Context) error {
	db := call.DB(ctx)
	_, err := db.ExecContext(ctx, postgres.ForManyRows)
	return err
}

// named returns the parameters by which a response has the names of projects or clients, with
// the scope that reads them. All other names need the scopes of the rpc.
func named(req *pb.GetCapacityRequest) map[string]string {
	needed := map[string]string{}
	switch req.GetGroupBy() {
	case pb.CapacityGroup_CAPACITY_GROUP_PROJECT:
		needed["group_by"] = "read:projects"
	case pb.CapacityGroup_CAPACITY_GROUP_CLIENT:
		needed["group_by"] = "read:clients"
	}
	switch req.GetSplitBy() {
	case pb.CapacitySplit_CAPACITY_SPLIT_PROJECT:
		needed["split_by"] = "read:projects"
	case pb.CapacitySplit_CAPACITY_SPLIT_CLIENT:
		needed["split_by"] = "read:clients"
	}
	return needed
}
