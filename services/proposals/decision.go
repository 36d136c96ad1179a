package proposals

import (
	"context"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/proposal"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/hours"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/proposed"
)

// step is a change of the status of a proposal.
type step struct {
	from  []proposal.Status
	to    proposal.Status
	event string
	// reason is that of a rejection, and nil otherwise.
	reason *string
}

// SubmitProposal asks for a review of a draft with wishes, with the event proposal.submitted: see change.
func (s *Service) SubmitProposal(
	ctx context.Context, req *pb.SubmitProposalRequest,
) (*pb.SubmitProposalResponse, error) {
	after, err := change(ctx, req.ProposalId, step{
		from: []proposal.Status{proposal.StatusDraft}, to: proposal.StatusInReview, event: record + ".submitted",
	})
	return &pb.SubmitProposalResponse{Data: after}, err
}

// WithdrawProposal takes a proposal back, with the event proposal.withdrawn: see change.
func (s *Service) WithdrawProposal(
	ctx context.Context, req *pb.WithdrawProposalRequest,
) (*pb.WithdrawProposalResponse, error) {
	after, err := change(ctx, req.ProposalId, step{
		from: []proposal.Status{proposal.StatusInReview, proposal.StatusApproved}, to: proposal.StatusWithdrawn,
		event: record + ".withdrawn",
	})
	return &pb.WithdrawProposalResponse{Data: after}, err
}

// ApproveProposal approves a proposal, with the event proposal.approved: see change.
func (s *Service) ApproveProposal(
	ctx context.Context, req *pb.ApproveProposalRequest,
) (*pb.ApproveProposalResponse, error) {
	after, err := change(ctx, req.ProposalId, step{
		from: []proposal.Status{proposal.StatusInReview}, to: proposal.StatusApproved, event: record + ".approved",
	})
	return &pb.ApproveProposalResponse{Data: after}, err
}

// RejectProposal rejects a proposal for a reason, with the event proposal.rejected: see change.
func (s *Service) RejectProposal(
	ctx context.Context, req *pb.RejectProposalRequest,
) (*pb.RejectProposalResponse, error) {
	reason := req.Rejection.GetReason()
	after, err := change(ctx, req.ProposalId, step{
		from: []proposal.Status{proposal.StatusInReview, proposal.StatusApproved}, to: proposal.StatusRejected,
		event: record + ".rejected", reason: &reason,
	})
	return &pb.RejectProposalResponse{Data: after}, err
}

// change makes a step of a proposal: patch.Run. A change of its wishes meanwhile gives the proposal another version, so
// the step looks at all of them.
func change(ctx context.Context, id string, to step) (*pb.Proposal, error) {
	return patch.Run(ctx, patch.Change[ent.Proposal, *pb.Proposal]{
		Record:  record,
		Event:   to.event,
		Message: proposed.ToProto,
		Read:    byID(id),
		Permit:  func(ctx context.Context, read, _ *ent.Proposal) error { return to.permit(ctx, read) },
		State:   func(_ context.Context, read, _ *ent.Proposal) error { return to.refuse(read) },
		Apply: func(ctx context.Context, row *ent.Proposal) error {
			if !slices.Contains(to.from, row.Status) {
				return nil
			}
			row.Status = to.to
			now := protoconv.Now()
			switch to.to {
			case proposal.StatusInReview:
				row.SubmittedAt = &now
			case proposal.StatusApproved, proposal.StatusRejected:
				row.RejectionReason, row.DecidedByID, row.DecidedAt = to.reason, &call.Caller(ctx).ActorID, &now
			}
			return nil
		},
	})
}

// permit returns an error if the caller may not make the step.
func (s step) permit(ctx context.Context, read *ent.Proposal) error {
	if s.to == proposal.StatusInReview || s.to == proposal.StatusWithdrawn {
		return permit.WriteProposal(ctx, read)
	}
	rows, _, _, err := hours.Wished(ctx, read.ID)
	if err != nil {
		return err
	}
	return permit.DecideProposal(ctx, read, rows)
}

// refuse returns an error if the state of a proposal does not allow the step.
func (s step) refuse(read *ent.Proposal) error {
	now, to := proposed.ToProto(read).Status, protoconv.EnumOf[pb.ProposalStatus](s.to)
	switch {
	case now == to && s.reason != nil && (read.RejectionReason == nil || *s.reason != *read.RejectionReason):
		return problem.New(problem.InvalidState, "the proposal is already rejected for another reason")
	case now == to:
		return nil
	case now != protoconv.EnumOf[pb.ProposalStatus](read.Status) || !slices.Contains(s.from, read.Status):
		words := strings.Join(lists.Map(s.from, func(from proposal.Status) string { return string(from) }), " or ")
		return problem.New(problem.InvalidState, "the proposal is %s, and must be %s for this", protoconv.Word[string](now), words)
	case s.to == proposal.StatusInReview && read.RowCount == 0:
		return problem.New(problem.InvalidState, "the proposal has no rows: write planned hours with proposal=%s first", read.ID)
	}
	return nil
}
