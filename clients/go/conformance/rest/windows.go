package main

import (
	"context"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan"
)

// windowInput is the input of the steps that replace a window.
type windowInput struct {
	scenario.Batch
	StartDate, EndDate string
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
	for i := range items {
		items[i].Tentative = new(bool)
		*items[i].Tentative = true
	}
	done, err := p.admin.ReplaceAssignmentsWindow(ctx, workplan.AssignmentWindowInput{
		UserID: &p.workerID, ProjectID: &p.projectID, StartDate: p.window.StartDate, EndDate: p.window.EndDate,
		Items: items,
	})
	if err != nil {
		return nil, err
	}
	return counts(done), nil
}

func counts(done *workplan.AssignmentChanges) map[string]any {
	return map[string]any{
		"created": done.Created, "updated": done.Updated, "unchanged": done.Unchanged, "deleted": done.Deleted,
	}
}

func (p *program) movePlan(ctx context.Context, in struct{ StartDate, EndDate, Target string }) (any, error) {
	move := true
	done, err := p.admin.CopyAssignments(ctx, workplan.AssignmentCopyInput{
		Source:     workplan.AssignmentSourceInput{UserID: &p.workerID, StartDate: in.StartDate, EndDate: in.EndDate},
		Target:     workplan.AssignmentTargetInput{StartDate: in.Target},
		OnExisting: workplan.OnExistingReplace, Move: &move,
	})
	if err != nil {
		return nil, err
	}
	outcome, dates := counts(done), []string{}
	for _, row := range done.Items {
		dates = append(dates, row.Date)
	}
	outcome["dates"] = dates
	return outcome, nil
}

func (p *program) confirmPlan(ctx context.Context, in struct{ StartDate, EndDate string }) (any, error) {
	done, err := p.admin.ConfirmAssignments(ctx, workplan.ConfirmationWindowInput{
		UserID: &p.workerID, StartDate: in.StartDate, EndDate: in.EndDate,
	})
	if err != nil {
		return nil, err
	}
	tentative := true
	left, err := p.admin.ListAssignments(ctx, workplan.ListAssignmentsParams{UserID: p.workerID, Tentative: &tentative})
	if err != nil {
		return nil, err
	}
	return map[string]any{"confirmed": done.Confirmed, "refused": done.Refused, "tentative": len(left.Items)}, nil
}

func (p *program) deletePlan(ctx context.Context, in struct{ Date, StartDate, EndDate string }) (any, error) {
	row, err := p.admin.DeleteAssignmentRows(ctx, workplan.HoursKeysInput{
		Items: []workplan.HoursKeyInput{{UserID: p.workerID, ProjectID: p.projectID, Date: in.Date}},
	})
	if err != nil {
		return nil, err
	}
	window, err := p.admin.DeleteAssignments(ctx, workplan.DeleteAssignmentsParams{
		UserID: p.workerID, StartDate: in.StartDate, EndDate: in.EndDate,
	})
	if err != nil {
		return nil, err
	}
	return map[string]any{"row": row.Deleted, "window": window.Deleted}, nil
}

func (p *program) fillPlaceholder(ctx context.Context, in struct {
	Name, Date string
	Hours      float64
}) (any, error) {
	kind := workplan.UserKindPlaceholder
	placeholder, err := p.admin.CreateUser(ctx, workplan.UserInput{Kind: &kind, Name: in.Name})
	if err != nil {
		return nil, err
	}
	item := workplan.AssignmentInput{UserID: placeholder.ID, ProjectID: p.projectID, Date: in.Date, Hours: in.Hours}
	if _, err := p.admin.UpsertAssignments(ctx,
		workplan.AssignmentBatchInput{Items: []workplan.AssignmentInput{item}}); err != nil {
		return nil, err
	}
	found, err := p.admin.ListCandidates(ctx, placeholder.ID, workplan.ListCandidatesParams{
		StartDate: in.Date, EndDate: in.Date, Limit: 200,
	})
	if err != nil {
		return nil, err
	}
	isCandidate := false
	for _, c := range found.Items {
		isCandidate = isCandidate || c.ID == p.workerID
	}
	filled, err := p.admin.FillPlaceholder(ctx, placeholder.ID, workplan.FillingInput{UserID: p.workerID})
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"hours": found.Hours, "candidate": isCandidate, "moved": filled.Moved, "merged": filled.Merged, "after": filled.Items[0].Hours,
	}, nil
}
