package timeoff

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
)

// maxRejectionReason is the length of a rejection reason in characters, once it is
// trimmed: decisions.md section 3.
const maxRejectionReason = 1000

// ApproveTimeOff approves a request.
func (s *Service) ApproveTimeOff(ctx context.Context, req *pb.ApproveTimeOffRequest) (*pb.ApproveTimeOffResponse, error) {
	if err := s.decide(ctx, req.RequestId, timeoffrequest.StatusApproved, nil); err != nil {
		return nil, err
	}
	return &pb.ApproveTimeOffResponse{Data: &emptypb.Empty{}}, nil
}

// RejectTimeOff rejects a request for a reason, which is kept trimmed.
func (s *Service) RejectTimeOff(ctx context.Context, req *pb.RejectTimeOffRequest) (*pb.RejectTimeOffResponse, error) {
	reason := strings.TrimSpace(req.Rejection.GetRejectionReason())
	if n := utf8.RuneCountInString(reason); n < 1 || n > maxRejectionReason {
		return nil, problem.Field(problem.ValidationFailed, "rejection.rejection_reason",
			fmt.Sprintf("must have 1 to %d characters, not counting spaces around it", maxRejectionReason))
	}
	if err := s.decide(ctx, req.RequestId, timeoffrequest.StatusRejected, &reason); err != nil {
		return nil, err
	}
	return &pb.RejectTimeOffResponse{Data: &pb.TimeOffRejection{RejectionReason: reason}}, nil
}

// decide brings a pending request into its last state. To decide one again in the
// same way changes nothing; in another way it is refused.
func (s *Service) decide(ctx context.Context, id string, status timeoffrequest.Status, reason *string) error {
	_, err := s.change(ctx, id, func(ctx context.Context, row *ent.TimeOffRequest) (int, error) {
		if err := s.permits.DecideTimeOff(ctx, row.UserID); err != nil {
			return 0, err
		}
		if err := ifmatch.Check(ctx, row.Version); err != nil {
			return 0, err
		}
		switch {
		case row.Status == timeoffrequest.StatusPending:
			u := s.guarded(row).SetStatus(status).SetNillableRejectionReason(reason)
			return save(ctx, row, u.SetDecidedByID(auth.FromContext(ctx).ActorID).SetDecidedAt(protoconv.Now()))
		case row.Status == status && same(row.RejectionReason, reason):
			return 1, nil
		default:
			return 0, refused(row)
		}
	})
	return err
}

func same(a, b *string) bool {
	return a == b || (a != nil && b != nil && *a == *b)
}

// refused is the answer where the state that a request is in does not allow the
// change.
func refused(row *ent.TimeOffRequest) error {
	return problem.Conflict(problem.InvalidState, "the time off request is already %s", row.Status)
}
