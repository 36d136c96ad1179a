package main

import (
	"context"

	"example/scenario"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// windowInput is the input of the steps that replace a window.
type windowInput struct {
	scenario.Batch
	StartDate, EndDate string
}

func (p *program) assignments() pb.AssignmentServiceClient {
	return pb.NewAssignmentServiceClient(p.admin)
}

func (p *program) replaceWindow(ctx context.Context, in windowInput) (any, error) {
	p.window = in
	return p.replaceWindowAgain(ctx)
}

func (p *program) replaceWindowAgain(ctx context.Context) (any, error) {
	items, err := p.items(p.window.Batch)
	if err != nil {
		return nil, err
	}
	tentative := true
	for _, item := range items {
		item.Tentative = &tentative
	}
	resp, err := p.assignments().ReplaceAssignmentsWindow(ctx, &pb.ReplaceAssignmentsWindowRequest{
		Window: &pb.AssignmentWindow{
			UserId: &p.workerID, ProjectId: &p.projectID, StartDate: p.window.StartDate, EndDate: p.window.EndDate,
			Items: items,
		},
	})
	if err != nil {
		return nil, err
	}
	return counts(resp.GetData()), nil
}

func counts(done *pb.AssignmentChanges) map[string]any {
	return map[string]any{
		"created": done.GetCreated(), "updated": done.GetUpdated(), "unchanged": done.GetUnchanged(), "deleted": done.GetDeleted(),
	}
}

func (p *program) movePlan(ctx context.Context, in struct{ StartDate, EndDate, Target string }) (any, error) {
	move := true
	resp, err := p.assignments().CopyAssignments(ctx, &pb.CopyAssignmentsRequest{Copy: &pb.AssignmentCopy{
		Source:     &pb.AssignmentSource{UserId: &p.workerID, StartDate: in.StartDate, EndDate: in.EndDate},
		Target:     &pb.AssignmentTarget{StartDate: in.Target},
		OnExisting: pb.OnExisting_ON_EXISTING_REPLACE, Move: &move,
	}})
	if err != nil {
		return nil, err
	}
	outcome, dates := counts(resp.GetData()), []string{}
	for _, row := range resp.GetData().GetItems() {
		dates = append(dates, row.GetDate())
	}
	outcome["dates"] = dates
	return outcome, nil
}

func (p *program) confirmPlan(ctx context.Context, in struct{ StartDate, EndDate string }) (any, error) {
	resp, err := p.assignments().ConfirmAssignments(ctx, &pb.ConfirmAssignmentsRequest{
		Window: &pb.ConfirmationWindow{UserId: &p.workerID, StartDate: in.StartDate, EndDate: in.EndDate},
	})
	if err != nil {
		return nil, err
	}
	tentative := true
	left, err := p.assignments().ListAssignments(ctx,
		&pb.ListAssignmentsRequest{UserId: &p.workerID, Tentative: &tentative})
	if err != nil {
		return nil, err
	}
	done := resp.GetData()
	return map[string]any{
		"confirmed": done.GetConfirmed(), "refused": done.GetRefused(), "tentative": len(left.GetData().GetItems()),
	}, nil
}

func (p *program) deletePlan(ctx context.Context, in struct{ Date, StartDate, EndDate string }) (any, error) {
	row, err := p.assignments().DeleteAssignmentRows(ctx, &pb.DeleteAssignmentRowsRequest{Rows: &pb.HoursKeys{
		Items: []*pb.HoursKey{{UserId: p.workerID, ProjectId: p.projectID, Date: in.Date}},
	}})
	if err != nil {
		return nil, err
	}
	window, err := p.assignments().DeleteAssignments(ctx, &pb.DeleteAssignmentsRequest{
		UserId: &p.workerID, StartDate: in.StartDate, EndDate: in.EndDate,
	})
	if err != nil {
		return nil, err
	}
	return map[string]any{"row": row.GetData().GetDeleted(), "window": window.GetData().GetDeleted()}, nil
}

func (p *program) fillPlaceholder(ctx context.Context, in struct {
	Name, Date string
	Hours      float64
}) (any, error) {
	placeholder, err := pb.NewUserServiceClient(p.admin).CreateUser(ctx, &pb.CreateUserRequest{
		User: &pb.User{Kind: pb.UserKind_USER_KIND_PLACEHOLDER.Enum(), Name: &in.Name},
	})
	if err != nil {
		return nil, err
	}
	id := placeholder.GetData().GetId()
	item := &pb.Assignment{UserId: id, ProjectId: p.projectID, Date: in.Date, Hours: &in.Hours}
	if _, err := p.assignments().UpsertAssignments(ctx, &pb.UpsertAssignmentsRequest{
		Batch: &pb.AssignmentBatch{Items: []*pb.Assignment{item}},
	}); err != nil {
		return nil, err
	}
	limit := int32(200)
	resp, err := pb.NewCapacityServiceClient(p.admin).ListCandidates(ctx, &pb.ListCandidatesRequest{
		PlaceholderId: id, StartDate: in.Date, EndDate: in.Date, Limit: &limit,
	})
	if err != nil {
		return nil, err
	}
	isCandidate := false
	for _, c := range resp.GetData().GetItems() {
		isCandidate = isCandidate || c.GetId() == p.workerID
	}
	filled, err := p.assignments().FillPlaceholder(ctx, &pb.FillPlaceholderRequest{
		PlaceholderId: id, Filling: &pb.Filling{UserId: &p.workerID},
	})
	if err != nil {
		return nil, err
	}
	done := filled.GetData()
	return map[string]any{
		"hours": resp.GetData().GetHours(), "candidate": isCandidate,
		"moved": done.GetMoved(), "merged": done.GetMerged(), "after": done.GetItems()[0].GetHours(),
	}, nil
}
