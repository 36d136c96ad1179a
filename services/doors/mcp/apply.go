package mcp

import (
	"context"
	"fmt"
	"strings"

	"google.golang.org/protobuf/types/known/fieldmaskpb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
)

type submitArguments struct {
	Proposal  string   `json:"proposal" jsonschema:"The id of the proposal."`
	Reviewers []string `json:"reviewers,omitempty" jsonschema:"Who shall decide from now on: names, e-mail addresses, external ids or ids, at most 20. By default they stay as they are."`
}

type submitResult struct {
	Proposal proposalDetails `json:"proposal"`
}

func (b *toolbox) submitProposal(ctx context.Context, in submitArguments) (out submitResult, err error) {
	if len(in.Reviewers) > 0 {
		reviewers, err := b.reviewers(ctx, in.Reviewers)
		if err != nil {
			return out, err
		}
		if _, err := b.proposals.UpdateProposal(ctx, &pb.UpdateProposalRequest{
			ProposalId: in.Proposal, Proposal: &pb.Proposal{ReviewerIds: reviewers},
			UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"reviewer_ids"}},
		}); err != nil {
			return out, missing(explain(err, proposalArgument), "proposal", "proposal")
		}
	}
	resp, err := b.proposals.SubmitProposal(ctx, &pb.SubmitProposalRequest{ProposalId: in.Proposal})
	if err != nil {
		return out, missing(err, "proposal", "proposal")
	}
	details, err := b.details(ctx, resp.GetData())
	if err == nil {
		out.Proposal = details[0]
	}
	return out, err
}

// reviewers returns the ids of the persons that an argument names.
func (b *toolbox) reviewers(ctx context.Context, texts []string) ([]string, error) {
	const most = 20
	if len(texts) > most {
		return nil, bad(problem.ValidationFailed, "reviewers", fmt.Sprintf("must have at most %d items", most))
	}
	ids := make([]string, len(texts))
	for i, text := range texts {
		person, err := b.person(ctx, fmt.Sprintf("reviewers[%d]", i), text)
		if err != nil {
			return nil, err
		}
		ids[i] = person.ID
	}
	return ids, nil
}

// proposalArgument returns the argument for a field of a proposal.
func proposalArgument(path string) string {
	name := argument(path)
	if name == "proposalId" {
		return "proposal"
	}
	return strings.Replace(name, "reviewerIds", "reviewers", 1)
}

type applyArguments struct {
	Proposal string `json:"proposal" jsonschema:"The id of the proposal."`
}

type applyResult struct {
	Proposal  proposal `json:"proposal"`
	Created   int32    `json:"created"`
	Updated   int32    `json:"updated"`
	Deleted   int32    `json:"deleted"`
	Unchanged int32    `json:"unchanged" jsonschema:"How many rows were already as proposed."`
	Skipped   int32    `json:"skipped" jsonschema:"How many rows stayed as somebody else had made them."`
}

// applyProposal applies an approved proposal. A row that somebody has changed since is an error: whose change counts is
// for a person to say.
func (b *toolbox) applyProposal(ctx context.Context, in applyArguments) (out applyResult, err error) {
	found, err := b.getProposal(ctx, in.Proposal)
	if err != nil {
		return out, err
	}
	if !b.mayApply || found.GetStatus() != pb.ProposalStatus_PROPOSAL_STATUS_APPROVED &&
		found.GetStatus() != pb.ProposalStatus_PROPOSAL_STATUS_APPLIED {
		return out, b.unappliable(ctx, found)
	}
	resp, err := b.proposals.ApplyProposal(ctx, &pb.ApplyProposalRequest{
		ProposalId: in.Proposal, Application: &pb.ProposalApplication{},
	})
	if err != nil {
		f := explain(err, proposalArgument)
		f.Proposal = new(b.proposalOf(found))
		return out, f
	}
	o := resp.GetData().GetOutcome()
	return applyResult{
		Proposal: b.proposalOf(resp.GetData()), Created: o.GetCreated(), Updated: o.GetUpdated(),
		Deleted: o.GetDeleted(), Unchanged: o.GetUnchanged(), Skipped: o.GetSkipped(),
	}, nil
}

// unappliable returns the error about a proposal that the key cannot apply. It says who must do what.
func (b *toolbox) unappliable(ctx context.Context, p *pb.Proposal) error {
	details, err := b.details(ctx, p)
	if err != nil {
		return err
	}
	d := details[0]
	f := &failure{Code: problem.InvalidState, Proposal: &d.proposal}
	f.Message = "the proposal is " + strings.ReplaceAll(d.Status, "_", " ")
	switch p.GetStatus() {
	case pb.ProposalStatus_PROPOSAL_STATUS_DRAFT:
		f.Message += ": submit_proposal asks for a review, and then " + d.deciders() + " can approve it, and no tool can"
	case pb.ProposalStatus_PROPOSAL_STATUS_IN_REVIEW:
		f.Message += ": " + d.deciders() + " can approve it, and no tool can"
	case pb.ProposalStatus_PROPOSAL_STATUS_APPROVED:
		f.Code = problem.ScopeMissing
	default:
		f.Message += ", so it cannot be applied"
		return f
	}
	if !b.mayApply {
		f.Message += ". This key may not apply proposals: a person must, who may write all of its rows"
	}
	return f
}
