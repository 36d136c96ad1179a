package main

import (
	"context"
	"slices"

	"google.golang.org/protobuf/proto"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan/workplangrpc"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

func (p *program) proposals() pb.ProposalServiceClient { return pb.NewProposalServiceClient(p.manager) }

func (p *program) makeProposal(ctx context.Context, in struct{ Title, Note, Reviewer string }) (any, error) {
	reviewer, err := workplangrpc.FindUserByEmail(ctx, p.admin, in.Reviewer)
	if err != nil {
		return nil, err
	}
	resp, err := pb.NewProposalServiceClient(p.member).CreateProposal(ctx, &pb.CreateProposalRequest{
		Proposal: &pb.Proposal{Title: &in.Title, Note: &in.Note, ReviewerIds: []string{reviewer.GetId()}},
	})
	if err != nil {
		return nil, err
	}
	made := resp.GetData()
	p.proposalID = made.GetId()
	return map[string]any{
		"title": made.Title, "note": made.Note,
		"visibility": word("PROPOSAL_VISIBILITY_", made.GetVisibility()),
		"source":     word("PROPOSAL_SOURCE_", made.GetSource()),
		"status":     proposalStatus(made),
		"rows":       made.GetRows(), "expiresAt": made.ExpiresAt, "outcome": made.Outcome, "revertsId": made.RevertsId,
		"version": made.GetVersion(), "reviewer": slices.Equal(made.GetReviewerIds(), []string{reviewer.GetId()}),
	}, nil
}

func proposalStatus(proposal *pb.Proposal) string {
	return word("PROPOSAL_STATUS_", proposal.GetStatus())
}

// onDays returns rows of the user and the project.
func (p *program) onDays(days ...scenario.Day) (items []*pb.Assignment) {
	for _, day := range days {
		items = append(items, &pb.Assignment{
			UserId: p.workerID, ProjectId: p.projectID, Date: day.Date, Hours: &day.Hours,
		})
	}
	return items
}

func (p *program) wishHours(ctx context.Context, in struct{ Planned, Wished []scenario.Day }) (any, error) {
	live := &pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{Items: p.onDays(in.Planned...)}}
	if _, err := p.assignments().UpsertAssignments(ctx, live); err != nil {
		return nil, err
	}
	wished, err := pb.NewAssignmentServiceClient(p.member).UpsertAssignments(ctx, &pb.UpsertAssignmentsRequest{
		Batch: &pb.AssignmentBatch{Items: p.onDays(in.Wished...)}, ProposalId: &p.proposalID,
	})
	if err != nil {
		return nil, err
	}
	var rows []scenario.Row
	for _, row := range wished.GetData() {
		rows = append(rows, toRow(row))
	}
	return scenario.Sum(rows), nil
}

func (p *program) wishWindow(ctx context.Context, in struct {
	StartDate, EndDate string
	Items              []scenario.Day
}) (any, error) {
	done, err := pb.NewAssignmentServiceClient(p.member).ReplaceAssignmentsWindow(ctx,
		&pb.ReplaceAssignmentsWindowRequest{
			Window: &pb.AssignmentWindow{
				UserId: &p.workerID, ProjectId: &p.projectID, StartDate: in.StartDate, EndDate: in.EndDate,
				Items: p.onDays(in.Items...),
			},
			ProposalId: &p.proposalID,
		})
	if err != nil {
		return nil, err
	}
	proposal, err := p.proposals().GetProposal(ctx, &pb.GetProposalRequest{ProposalId: p.proposalID})
	if err != nil {
		return nil, err
	}
	outcome := counts(done.GetData())
	outcome["wishes"] = proposal.GetData().GetRows()
	return outcome, nil
}

// readDays reads the days of planned hours, those of a proposal if it has an id.
func (p *program) readDays(ctx context.Context, proposalID *string) (days []scenario.Day, err error) {
	req := proto.CloneOf(p.days)
	req.ProposalId = proposalID
	for row, err := range workplangrpc.All(ctx, p.assignments().ListAssignments, req) {
		if err != nil {
			return nil, err
		}
		days = append(days, scenario.Day{Date: row.GetDate(), Hours: row.GetHours()})
	}
	return days, nil
}

func (p *program) readProposed(ctx context.Context, in struct {
	StartDate, EndDate string
	Limit              int32
}) (any, error) {
	p.days = &pb.ListAssignmentsRequest{
		UserId: &p.workerID, StartDate: &in.StartDate, EndDate: &in.EndDate, Limit: &in.Limit,
	}
	live, err := p.readDays(ctx, nil)
	if err != nil {
		return nil, err
	}
	proposed, err := p.readDays(ctx, &p.proposalID)
	return map[string]any{"live": live, "proposed": proposed}, err
}

func (p *program) proposedCapacity(ctx context.Context, in struct{ StartDate, EndDate string }) (any, error) {
	resp, err := pb.NewCapacityServiceClient(p.admin).GetCapacity(ctx, &pb.GetCapacityRequest{
		StartDate: in.StartDate, EndDate: in.EndDate, UserId: &p.workerID, ProposalId: &p.proposalID,
		Compare: pb.PlanComparison_PLAN_COMPARISON_LIVE.Enum(), Bucket: pb.CapacityBucket_CAPACITY_BUCKET_MONTH.Enum(),
		GroupBy: pb.CapacityGroup_CAPACITY_GROUP_USER.Enum(),
	})
	if err != nil {
		return nil, err
	}
	capacity := resp.GetData()
	hours := func(series string) []float64 {
		return capacity.GetItems()[0].GetValues()[slices.Index(capacity.GetSeries(), series)].GetHours()
	}
	return map[string]any{"live": hours("livePlanned"), "proposed": hours("planned")}, nil
}

func (p *program) diffProposal(ctx context.Context, in struct{ Limit int32 }) (any, error) {
	rows, err := p.difference(ctx, &pb.DiffProposalRequest{ProposalId: p.proposalID, Limit: &in.Limit})
	return map[string]any{"rows": rows}, err
}

func (p *program) difference(ctx context.Context, req *pb.DiffProposalRequest) (rows []scenario.Difference, err error) {
	hours := func(state *pb.HoursState) *float64 {
		if state == nil {
			return nil
		}
		return new(state.GetHours())
	}
	for row, err := range workplangrpc.All(ctx, p.proposals().DiffProposal, req) {
		if err != nil {
			return nil, err
		}
		difference := scenario.Difference{
			Date: row.GetKey().GetDate(), Before: hours(row.Before), After: hours(row.After), Base: hours(row.Base),
		}
		if row.Conflict != nil {
			difference.Conflict = new(word("PROPOSAL_CONFLICT_", row.GetConflict()))
		}
		rows = append(rows, difference)
	}
	return rows, nil
}

func (p *program) proposalImpact(ctx context.Context) (any, error) {
	req := &pb.GetProposalImpactRequest{ProposalId: p.proposalID}
	resp, err := pb.NewProposalServiceClient(p.admin).GetProposalImpact(ctx, req)
	if err != nil {
		return nil, err
	}
	hours := func(sums *pb.ProposalHours) map[string]any {
		return map[string]any{
			"planned": sums.GetPlanned(), "tentative": sums.GetTentative(), "free": sums.Free, "over": sums.Over,
		}
	}
	figure := func(f *pb.ProposalFigure) map[string]any {
		return map[string]any{"before": f.GetBefore(), "after": f.GetAfter()}
	}
	impact := resp.GetData()
	var weeks, money []map[string]any
	for _, week := range impact.GetItems() {
		weeks = append(weeks, map[string]any{
			"name": week.GetName(), "startDate": week.GetStartDate(),
			"before": hours(week.GetBefore()), "after": hours(week.GetAfter()),
		})
	}
	for _, amounts := range impact.GetMoney().GetItems() {
		money = append(money, map[string]any{
			"currency": amounts.GetCurrency(), "revenue": figure(amounts.GetRevenue()), "cost": figure(amounts.GetCost()),
		})
	}
	hidden, err := pb.NewProposalServiceClient(p.member).GetProposalImpact(ctx, req)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"startDate": impact.GetStartDate(), "endDate": impact.GetEndDate(), "weeks": weeks,
		"unfilled": figure(impact.GetUnfilled()), "money": money, "hidden": hidden.GetData().Money == nil,
	}, nil
}

func (p *program) approveProposal(ctx context.Context) (any, error) {
	submitted, err := pb.NewProposalServiceClient(p.member).SubmitProposal(ctx,
		&pb.SubmitProposalRequest{ProposalId: p.proposalID})
	if err != nil {
		return nil, err
	}
	resp, err := p.proposals().ApproveProposal(ctx, &pb.ApproveProposalRequest{ProposalId: p.proposalID})
	if err != nil {
		return nil, err
	}
	me, err := pb.NewMeServiceClient(p.manager).GetMe(ctx, &pb.GetMeRequest{})
	if err != nil {
		return nil, err
	}
	approved := resp.GetData()
	decided := approved.GetDecidedById() == me.GetData().GetActorUserId() && approved.DecidedAt != nil
	return map[string]any{
		"submitted": proposalStatus(submitted.GetData()), "status": proposalStatus(approved),
		"rows": approved.GetRows(), "decided": decided,
	}, nil
}

// application returns a request to apply the proposal.
func (p *program) application(onConflict *pb.OnConflict) *pb.ApplyProposalRequest {
	return &pb.ApplyProposalRequest{
		ProposalId: p.proposalID, Application: &pb.ProposalApplication{OnConflict: onConflict},
	}
}

func (p *program) applyUnscoped(ctx context.Context) (any, error) {
	return pb.NewProposalServiceClient(p.reader).ApplyProposal(ctx, p.application(nil))
}

func (p *program) applyInConflict(ctx context.Context, in scenario.Day) (any, error) {
	live := &pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{Items: p.onDays(in)}}
	if _, err := p.assignments().UpsertAssignments(ctx, live); err != nil {
		return nil, err
	}
	return p.proposals().ApplyProposal(ctx, p.application(nil))
}

func (p *program) applyProposal(ctx context.Context, in struct{ OnConflict string }) (any, error) {
	onConflict := valueOf[pb.OnConflict](pb.OnConflict_value, "ON_CONFLICT_", in.OnConflict)
	applied, err := p.proposals().ApplyProposal(ctx, p.application(&onConflict))
	if err != nil {
		return nil, err
	}
	again, err := p.proposals().ApplyProposal(ctx, p.application(&onConflict))
	if err != nil {
		return nil, err
	}
	live, err := p.readDays(ctx, nil)
	outcome := applied.GetData().GetOutcome()
	return map[string]any{
		"status": proposalStatus(applied.GetData()),
		"counts": map[string]any{
			"created": outcome.GetCreated(), "updated": outcome.GetUpdated(), "deleted": outcome.GetDeleted(),
			"unchanged": outcome.GetUnchanged(), "skipped": outcome.GetSkipped(),
		},
		"same": proto.Equal(applied.GetData(), again.GetData()),
		"live": live,
	}, err
}

func (p *program) revertProposal(ctx context.Context) (any, error) {
	resp, err := p.proposals().RevertProposal(ctx, &pb.RevertProposalRequest{ProposalId: p.proposalID})
	if err != nil {
		return nil, err
	}
	draft := resp.GetData()
	rows, err := p.difference(ctx, &pb.DiffProposalRequest{ProposalId: draft.GetId()})
	if err != nil {
		return nil, err
	}
	var after []*float64
	for _, row := range rows {
		after = append(after, row.After)
	}
	drafts, err := scenario.Rows(workplangrpc.All(ctx, p.proposals().ListProposals,
		&pb.ListProposalsRequest{Status: pb.ProposalStatus_PROPOSAL_STATUS_DRAFT.Enum()}))
	reverts := draft.GetRevertsId() == p.proposalID
	p.proposalID = draft.GetId()
	return map[string]any{
		"status": proposalStatus(draft), "rows": draft.GetRows(), "version": draft.GetVersion(), "reverts": reverts,
		"after": after, "drafts": len(drafts),
	}, err
}

func (p *program) deleteProposal(ctx context.Context) (any, error) {
	if _, err := p.proposals().DeleteProposal(ctx, &pb.DeleteProposalRequest{ProposalId: p.proposalID}); err != nil {
		return nil, err
	}
	return p.proposals().GetProposal(ctx, &pb.GetProposalRequest{ProposalId: p.proposalID})
}
