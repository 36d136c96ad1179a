package timeoff

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
)

// ApproveTimeOff approves a request, with the event time_off.approved: patch.Run. Only the owner's managers and admins
// may (403). To approve it again writes nothing. A rejected request stays rejected (409), and a hidden one does not
// exist (404).
func (s *Service) ApproveTimeOff(
	ctx context.Context, req *pb.ApproveTimeOffRequest,
) (*pb.ApproveTimeOffResponse, error) {
	err := s.decide(ctx, req.RequestId, timeoffrequest.StatusApproved, nil)
	return &pb.ApproveTimeOffResponse{Data: &emptypb.Empty{}}, err
}

// RejectTimeOff rejects a request for a reason, with the event time_off.rejected, as ApproveTimeOff approves it. The
// same reason again writes nothing, and another one is 409.
func (s *Service) RejectTimeOff(ctx context.Context, req *pb.RejectTimeOffRequest) (*pb.RejectTimeOffResponse, error) {
	reason := req.Rejection.GetRejectionReason()
	err := s.decide(ctx, req.RequestId, timeoffrequest.StatusRejected, &reason)
	return &pb.RejectTimeOffResponse{Data: &pb.TimeOffRejection{RejectionReason: reason}}, err
}

// decide approves or rejects a pending request. The same decision again changes nothing. A
// different decision is refused.
func (s *Service) decide(ctx context.Context, id string, status timeoffrequest.Status, reason *string) error {
	change := s.change(id)
	change.Event = kind + "." + string(status)
	change.Apply = func(ctx context.Context, row *ent.TimeOffRequest) error {
		if row.Status == timeoffrequest.StatusPending {
			row.Status, row.RejectionReason = status, reason
			setDecided(ctx, row, protoconv.Now())
		}
		return nil
	}
	change.Permit = func(ctx context.Context, read, _ *ent.TimeOffRequest) error {
		return permit.DecideTimeOff(ctx, read.UserID)
	}
	change.State = func(_ context.Context, read, _ *ent.TimeOffRequest) error {
		if read.Status == timeoffrequest.StatusPending || read.Status == status && same(read.RejectionReason, reason) {
			return nil
		}
		return refused(read)
	}
	_, err := s.runUnlessClosed(ctx, change)
	return err
}

// setDecided sets in the row who decided the request, and when.
func setDecided(ctx context.Context, row *ent.TimeOffRequest, at time.Time) {
	row.DecidedByID, row.DecidedAt = &call.Caller(ctx).ActorID, &at
}

func same(a, b *string) bool {
	return a == b || (a != nil && b != nil && *a == *b)
}

// refused returns the error for a change that the state of the request does not allow.
func refused(row *ent.TimeOffRequest) error {
	return problem.Conflict(problem.InvalidState, "the time off request is already %s", row.Status)
}

// refusedInBatch is refused for an item of a batch. Nobody looks at the request before the batch is sent again, so the
// error says what to send.
func refusedInBatch(row *ent.TimeOffRequest) error {
	advice := "leave the status out, or send that one"
	if row.Status == timeoffrequest.StatusRejected {
		advice = "delete the request, and send the leave with another external id"
	}
	return problem.Field(problem.InvalidState, kind+".status", fmt.Sprintf("is already %s: %s", row.Status, advice))
}
