package main

import (
	"context"
	"reflect"
	"slices"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan"
)

func (p *program) makeProposal(ctx context.Context, in struct{ Title, Note, Reviewer string }) (any, error) {
	reviewer, err := p.admin.FindUserByEmail(ctx, in.Reviewer)
	if err != nil {
		return nil, err
	}
	made, err := p.member.CreateProposal(ctx, workplan.ProposalInput{
		Title: in.Title, Note: &in.Note, ReviewerIds: []string{reviewer.ID},
	})
	if err != nil {
		return nil, err
	}
	p.proposalID = made.ID
	return struct {
		*workplan.Proposal
		Reviewer bool `json:"reviewer"`
	}{made, slices.Equal(made.ReviewerIds, []string{reviewer.ID})}, nil
}

// onDays returns rows of the user and the project.
func (p *program) onDays(days ...scenario.Day) (items []workplan.AssignmentInput) {
	for _, day := range days {
		items = append(items, workplan.AssignmentInput{
			UserID: p.workerID, ProjectID: p.projectID, Date: day.Date, Hours: day.Hours,
		})
	}
	return items
}

func (p *program) wishHours(ctx context.Context, in struct{ Planned, Wished []scenario.Day }) (any, error) {
	live := workplan.AssignmentBatchInput{Items: p.onDays(in.Planned...)}
	if _, err := p.admin.UpsertAssignments(ctx, live); err != nil {
		return nil, err
	}
	wished, err := p.member.UpsertAssignments(ctx, workplan.AssignmentBatchInput{Items: p.onDays(in.Wished...)},
		workplan.InProposal(p.proposalID))
	if err != nil {
		return nil, err
	}
	var rows []scenario.Row
	for _, row := range wished {
		rows = append(rows, toRow(row))
	}
	return scenario.Sum(rows), nil
}

func (p *program) wishWindow(ctx context.Context, in struct {
	StartDate, EndDate string
	Items              []scenario.Day
}) (any, error) {
	done, err := p.member.ReplaceAssignmentsWindow(ctx, workplan.AssignmentWindowInput{
		UserID: &p.workerID, ProjectID: &p.projectID, StartDate: in.StartDate, EndDate: in.EndDate,
		Items: p.onDays(in.Items...),
	}, workplan.InProposal(p.proposalID))
	if err != nil {
		return nil, err
	}
	proposal, err := p.member.GetProposal(ctx, p.proposalID)
	if err != nil {
		return nil, err
	}
	outcome := counts(done)
	outcome["wishes"] = proposal.Rows
	return outcome, nil
}

// readDays reads the days of planned hours, those of a proposal if it has an id.
func (p *program) readDays(ctx context.Context, proposalID string) (days []scenario.Day, err error) {
	params := p.days
	params.Proposal = proposalID
	for row, err := range p.admin.AllAssignments(ctx, params) {
		if err != nil {
			return nil, err
		}
		days = append(days, scenario.Day{Date: row.Date, Hours: row.Hours})
	}
	return days, nil
}

func (p *program) readProposed(ctx context.Context, in workplan.ListAssignmentsParams) (any, error) {
	p.days = in
	p.days.UserID = p.workerID
	live, err := p.readDays(ctx, "")
	if err != nil {
		return nil, err
	}
	proposed, err := p.readDays(ctx, p.proposalID)
	return map[string]any{"live": live, "proposed": proposed}, err
}

func (p *program) proposedCapacity(ctx context.Context, in workplan.GetCapacityParams) (any, error) {
	in.UserID, in.Bucket, in.GroupBy = p.workerID, workplan.CapacityBucketMonth, workplan.CapacityGroupUser
	in.Proposal, in.Compare = p.proposalID, workplan.PlanComparisonLive
	capacity, err := p.admin.GetCapacity(ctx, in)
	if err != nil {
		return nil, err
	}
	hours := func(series string) []float64 {
		return capacity.Items[0].Values[slices.Index(capacity.Series, series)]
	}
	return map[string]any{"live": hours("livePlanned"), "proposed": hours("planned")}, nil
}

func (p *program) diffProposal(ctx context.Context, in workplan.DiffProposalParams) (any, error) {
	rows, err := p.difference(ctx, p.proposalID, in)
	return map[string]any{"rows": rows}, err
}

func (p *program) difference(
	ctx context.Context, proposalID string, params workplan.DiffProposalParams,
) (rows []scenario.Difference, err error) {
	hours := func(state *workplan.HoursState) *float64 {
		if state == nil {
			return nil
		}
		return &state.Hours
	}
	for row, err := range p.admin.AllDiffProposal(ctx, proposalID, params) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, scenario.Difference{
			Date: row.Key.Date, Before: hours(row.Before), After: hours(row.After), Base: hours(row.Base),
			Conflict: (*string)(row.Conflict),
		})
	}
	return rows, nil
}

func (p *program) proposalImpact(ctx context.Context) (any, error) {
	impact, err := p.admin.GetProposalImpact(ctx, p.proposalID, workplan.GetProposalImpactParams{})
	if err != nil {
		return nil, err
	}
	var weeks []map[string]any
	for _, week := range impact.Items {
		weeks = append(weeks, map[string]any{
			"name": week.Name, "startDate": week.StartDate, "before": week.Before, "after": week.After,
		})
	}
	hidden, err := p.member.GetProposalImpact(ctx, p.proposalID, workplan.GetProposalImpactParams{})
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"startDate": impact.StartDate, "endDate": impact.EndDate, "weeks": weeks, "unfilled": impact.Unfilled,
		"money": impact.Money, "hidden": hidden.Money == nil,
	}, nil
}

func (p *program) approveProposal(ctx context.Context) (any, error) {
	submitted, err := p.member.SubmitProposal(ctx, p.proposalID)
	if err != nil {
		return nil, err
	}
	approved, err := p.manager.ApproveProposal(ctx, p.proposalID)
	if err != nil {
		return nil, err
	}
	me, err := p.manager.GetMe(ctx)
	if err != nil {
		return nil, err
	}
	decided := approved.DecidedByID != nil && *approved.DecidedByID == me.ActorUserID && approved.DecidedAt != nil
	return map[string]any{
		"submitted": submitted.Status, "status": approved.Status, "rows": approved.Rows, "decided": decided,
	}, nil
}

func (p *program) applyUnscoped(ctx context.Context) (any, error) {
	return p.reader.ApplyProposal(ctx, p.proposalID, workplan.ProposalApplicationInput{})
}

func (p *program) applyInConflict(ctx context.Context, in scenario.Day) (any, error) {
	live := workplan.AssignmentBatchInput{Items: p.onDays(in)}
	if _, err := p.admin.UpsertAssignments(ctx, live); err != nil {
		return nil, err
	}
	return p.manager.ApplyProposal(ctx, p.proposalID, workplan.ProposalApplicationInput{})
}

func (p *program) applyProposal(ctx context.Context, in workplan.ProposalApplicationInput) (any, error) {
	applied, err := p.manager.ApplyProposal(ctx, p.proposalID, in)
	if err != nil {
		return nil, err
	}
	again, err := p.manager.ApplyProposal(ctx, p.proposalID, in)
	if err != nil {
		return nil, err
	}
	live, err := p.readDays(ctx, "")
	return map[string]any{
		"status": applied.Status, "counts": applied.Outcome, "same": reflect.DeepEqual(applied, again), "live": live,
	}, err
}

func (p *program) revertProposal(ctx context.Context) (any, error) {
	draft, err := p.manager.RevertProposal(ctx, p.proposalID)
	if err != nil {
		return nil, err
	}
	rows, err := p.difference(ctx, draft.ID, workplan.DiffProposalParams{})
	if err != nil {
		return nil, err
	}
	var after []*float64
	for _, row := range rows {
		after = append(after, row.After)
	}
	drafts, err := scenario.Rows(p.admin.AllProposals(ctx,
		workplan.ListProposalsParams{Status: workplan.ProposalStatusDraft}))
	reverts := draft.RevertsID != nil && *draft.RevertsID == p.proposalID
	p.proposalID = draft.ID
	return map[string]any{
		"status": draft.Status, "rows": draft.Rows, "version": draft.Version, "reverts": reverts, "after": after,
		"drafts": len(drafts),
	}, err
}

func (p *program) deleteProposal(ctx context.Context) (any, error) {
	if err := p.manager.DeleteProposal(ctx, p.proposalID); err != nil {
		return nil, err
	}
	return p.manager.GetProposal(ctx, p.proposalID)
}
