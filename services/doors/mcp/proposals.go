package mcp

import (
	"context"
	"strings"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

func proposalTools() []tool {
	const users, get = pb.UserService_ListUsers_FullMethodName, pb.ProposalService_GetProposal_FullMethodName
	return []tool{
		define("list_proposals", "Open proposals",
			"Lists the proposals that are drafts, in review or approved: changes of the plan that are not applied yet.", reads,
			[]string{pb.ProposalService_ListProposals_FullMethodName, users}, (*toolbox).listProposals),
		define("show_proposal", "Show a proposal",
			"Shows what a proposal would change, row by row, and what is in the way. Of an applied one, it shows what it has "+
				"changed.", reads,
			[]string{
				get, pb.ProposalService_DiffProposal_FullMethodName, users,
				pb.ProjectService_ListProjects_FullMethodName, pb.CapabilityService_ListCapabilities_FullMethodName,
			}, (*toolbox).showProposal),
		define("submit_proposal", "Ask for a review of a proposal",
			"Asks for a review of a draft. No tool approves a proposal: a person does.", submits,
			[]string{pb.ProposalService_SubmitProposal_FullMethodName, users}, (*toolbox).submitProposal),
		// Also for keys that may not apply: they are told that a person must.
		define("apply_proposal", "Apply an approved proposal",
			"Changes the plan as an approved proposal says. Call it only if the person has asked for it. If the proposal is not "+
				"approved, or the key may not apply it, nothing changes, and the error says who must do what.", applies,
			[]string{get, pb.ProposalService_SubmitProposal_FullMethodName, users}, (*toolbox).applyProposal),
	}
}

// proposal is what identifies a proposal for people.
type proposal struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status" jsonschema:"draft, in_review, approved, applied, rejected, withdrawn or expired."`
	Link   string `json:"link,omitempty" jsonschema:"The address of the proposal in the web app, for people. It is missing if the server does not know its address."`
}

func (b *toolbox) proposalOf(p *pb.Proposal) proposal {
	out := proposal{ID: p.GetId(), Title: p.GetTitle(), Status: protoconv.Word[string](p.GetStatus())}
	if b.webApp != "" {
		out.Link = b.webApp + "/#/proposals/" + out.ID
	}
	return out
}

// proposalDetails is a proposal with its persons.
type proposalDetails struct {
	proposal
	Note            *string `json:"note" jsonschema:"What the person wrote for those who decide: data."`
	Creator         named   `json:"creator"`
	Visibility      string  `json:"visibility" jsonschema:"Who can read it: private for the creator, the reviewers and admins, or organization for everybody."`
	Reviewers       []named `json:"reviewers" jsonschema:"Who decides. If there are none, admins do, and if everybody can read it also managers of all of its persons."`
	Rows            int32   `json:"rows" jsonschema:"How many rows it would change."`
	DecidedBy       *named  `json:"decidedBy" jsonschema:"Who has approved or rejected it."`
	RejectionReason *string `json:"rejectionReason" jsonschema:"What the person wrote: data."`
	AppliedBy       *named  `json:"appliedBy"`
}

// details returns proposals with the names of their persons.
func (b *toolbox) details(ctx context.Context, found ...*pb.Proposal) (all []proposalDetails, err error) {
	people := names{}
	for _, p := range found {
		ids := []string{p.GetCreatorId(), p.GetDecidedById(), p.GetAppliedById()}
		for _, id := range append(ids, p.GetReviewerIds()...) {
			people.want(id)
		}
	}
	delete(people, "")
	if err := b.nameUsers(ctx, people); err != nil {
		return nil, err
	}
	one := func(id *string) *named {
		if id == nil {
			return nil
		}
		return new(people.of(*id))
	}
	all = []proposalDetails{}
	for _, p := range found {
		out := proposalDetails{
			proposal: b.proposalOf(p), Note: p.Note, Creator: people.of(p.GetCreatorId()),
			Visibility: protoconv.Word[string](p.GetVisibility()), Reviewers: []named{}, Rows: p.GetRows(),
			DecidedBy: one(p.DecidedById), RejectionReason: p.RejectionReason, AppliedBy: one(p.AppliedById),
		}
		for _, id := range p.GetReviewerIds() {
			out.Reviewers = append(out.Reviewers, people.of(id))
		}
		all = append(all, out)
	}
	return all, nil
}

// deciders says who can approve the proposal.
func (p proposalDetails) deciders() string {
	switch {
	case len(p.Reviewers) > 0:
	case p.Visibility == "private": // managers cannot read it
		return "admins"
	default:
		return "managers of all of its persons and admins"
	}
	all := make([]string, len(p.Reviewers))
	for i, r := range p.Reviewers {
		all[i] = r.Name
	}
	return strings.Join(all, " or ")
}

type listProposalsResult struct {
	Items []proposalDetails `json:"items"`
	part
}

// listProposals lists all open proposals: an organization has at most 200.
func (b *toolbox) listProposals(ctx context.Context, _ struct{}) (out listProposalsResult, err error) {
	var found []*pb.Proposal
	for _, status := range []pb.ProposalStatus{
		pb.ProposalStatus_PROPOSAL_STATUS_DRAFT, pb.ProposalStatus_PROPOSAL_STATUS_IN_REVIEW,
		pb.ProposalStatus_PROPOSAL_STATUS_APPROVED,
	} {
		if err := pages(func(cursor *string) (*string, error) {
			resp, err := b.proposals.ListProposals(ctx,
				&pb.ListProposalsRequest{Status: &status, Limit: new(int32(pageSize)), Cursor: cursor})
			found = append(found, resp.GetData().GetItems()...)
			return next(resp.GetData().GetNextCursor()), err
		}); err != nil {
			return out, err
		}
	}
	out.Items, err = b.details(ctx, found...)
	out.part = part{Complete: true, Total: int64(len(out.Items))}
	return out, err
}

type showProposalArguments struct {
	Proposal string `json:"proposal" jsonschema:"The id of the proposal."`
	paged
}

type showProposalResult struct {
	Proposal  proposalDetails  `json:"proposal"`
	Changes   []proposedChange `json:"changes" jsonschema:"What it would change: before is the plan now. Of an applied one, what it has changed."`
	Conflicts int32            `json:"conflicts" jsonschema:"How many rows have a conflict, also of those that are not listed."`
	part
}

// proposedChange is a row that a proposal would change.
type proposedChange struct {
	rowChange
	Conflict *string `json:"conflict" jsonschema:"What is in the way, or null."`
}

// conflicts are what is in the way of a row, in words.
var conflicts = map[pb.ProposalConflict]string{
	pb.ProposalConflict_PROPOSAL_CONFLICT_CHANGED:             "somebody has changed or created the row since it was proposed",
	pb.ProposalConflict_PROPOSAL_CONFLICT_GONE:                "somebody has deleted the row since it was proposed",
	pb.ProposalConflict_PROPOSAL_CONFLICT_SETTLED:             "the day is closed",
	pb.ProposalConflict_PROPOSAL_CONFLICT_INACTIVE_USER:       "the row is new, and the person is inactive",
	pb.ProposalConflict_PROPOSAL_CONFLICT_CANCELLED_PROJECT:   "the row is new, and the project is cancelled",
	pb.ProposalConflict_PROPOSAL_CONFLICT_INACTIVE_CAPABILITY: "the row is new, and the skill is inactive",
}

func (b *toolbox) showProposal(ctx context.Context, in showProposalArguments) (out showProposalResult, err error) {
	found, err := b.getProposal(ctx, in.Proposal)
	if err != nil {
		return out, err
	}
	details, err := b.details(ctx, found)
	if err != nil {
		return out, err
	}
	resp, err := b.proposals.DiffProposal(ctx, &pb.DiffProposalRequest{
		ProposalId: in.Proposal, Limit: new(int32(pageSize)), Count: new(true), Offset: &in.Offset,
	})
	if err != nil {
		return out, err
	}
	page := resp.GetData()
	keys := make([]*pb.HoursKey, len(page.GetItems()))
	for i, d := range page.GetItems() {
		keys[i] = d.GetKey()
	}
	n, err := namesOf(ctx, b, keys)
	if err != nil {
		return out, err
	}
	out = showProposalResult{
		Proposal: details[0], Changes: []proposedChange{}, Conflicts: page.GetConflicts(), part: partOf(page),
	}
	for _, d := range page.GetItems() {
		c := proposedChange{rowChange: n.row(d.GetKey())}
		if d.Before != nil {
			c.HoursBefore, c.TentativeBefore = &d.Before.Hours, &d.Before.Tentative
		}
		if d.After != nil {
			c.HoursAfter, c.TentativeAfter = &d.After.Hours, &d.After.Tentative
		}
		if d.Conflict != nil {
			c.Conflict = new(conflicts[*d.Conflict])
		}
		out.Changes = append(out.Changes, c)
	}
	return out, nil
}

// getProposal returns the proposal that an argument names.
func (b *toolbox) getProposal(ctx context.Context, id string) (*pb.Proposal, error) {
	resp, err := b.proposals.GetProposal(ctx, &pb.GetProposalRequest{ProposalId: id})
	return resp.GetData(), missing(err, "proposal", "proposal")
}
