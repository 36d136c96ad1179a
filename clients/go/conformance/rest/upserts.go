package main

import (
	"context"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan"
)

func (p *program) upsertSkills(ctx context.Context, in skillsInput) (any, error) {
	written, err := p.admin.UpsertUserCapabilities(ctx, workplan.UserCapabilitiesBatchInput{
		Items: []workplan.CapabilitiesOfUserInput{{
			UserID: p.workerID, Items: []workplan.UserCapabilityInput{{CapabilityID: p.capability, Level: in.Level}},
		}},
	})
	if err != nil {
		return nil, err
	}
	listed, err := scenario.Find(p.admin.AllUserCapabilities(ctx, workplan.ListUserCapabilitiesParams{}),
		func(c workplan.UserCapabilities) bool { return c.ID == p.workerID })
	if err != nil {
		return nil, err
	}
	outcome := skillsOf(&written[0])
	outcome["listed"] = levels(listed.Items)
	return outcome, nil
}

func (p *program) listSkilled(ctx context.Context) (any, error) {
	found, err := p.admin.ListUsers(ctx, workplan.ListUsersParams{
		CapabilityID: []string{p.capability}, Include: []string{"capabilities"},
	})
	if err != nil {
		return nil, err
	}
	first := found.Items[0]
	return map[string]any{"users": len(found.Items), "name": first.Name, "levels": levels(first.Capabilities)}, nil
}

func (p *program) upsertPatterns(ctx context.Context, in patternsInput) (any, error) {
	written, err := p.admin.UpsertWorkingPatterns(ctx, workplan.WorkingPatternsBatchInput{
		Items: []workplan.PatternsOfUserInput{{UserID: p.workerID, Items: in.Items}},
	})
	if err != nil {
		return nil, err
	}
	listed, err := scenario.Find(p.admin.AllWorkingPatterns(ctx, workplan.ListWorkingPatternsParams{}),
		func(w workplan.WorkingPatterns) bool { return w.ID == p.workerID })
	if err != nil {
		return nil, err
	}
	outcome := patternsOf(&written[0])
	outcome["listed"] = len(listed.Items)
	return outcome, nil
}

func (p *program) upsertTimeOff(ctx context.Context, in scenario.Leave) (any, error) {
	vacation, err := scenario.Find(p.admin.AllTimeOffTypes(ctx, workplan.ListTimeOffTypesParams{}),
		func(t workplan.TimeOffType) bool { return t.Name == scenario.Vacation })
	if err != nil {
		return nil, err
	}
	p.leave = workplan.TimeOffBatchInput{Match: in.Match}
	for _, item := range in.Items {
		p.leave.Items = append(p.leave.Items, workplan.TimeOffInput{
			UserID: p.workerID, TimeOffTypeID: vacation.ID, StartDate: item.StartDate, EndDate: item.EndDate,
			Reason: in.Reason, ExternalIds: []string{item.ExternalID},
		})
	}
	var meta workplan.WriteMeta
	p.upserted, err = p.admin.UpsertTimeOff(ctx, p.leave, workplan.Include(&meta, "summary"))
	return meta.Summary, err
}

func (p *program) deleteLeave(ctx context.Context) (any, error) {
	var meta workplan.WriteMeta
	batch, second := p.leave, p.upserted[1]
	batch.Items, batch.Deleted = batch.Items[:1], []string{second.ID}
	if _, err := p.admin.UpsertTimeOff(ctx, batch, workplan.Include(&meta, "summary")); err != nil {
		return nil, err
	}
	left, err := p.admin.ListTimeOff(ctx, workplan.ListTimeOffParams{ExternalID: second.ExternalIds[0]})
	if err != nil {
		return nil, err
	}
	s := meta.Summary
	return map[string]any{
		"created": s.Created, "updated": s.Updated, "unchanged": s.Unchanged, "deleted": s.Deleted, "left": len(left.Items),
	}, nil
}

func (p *program) keepLeave(ctx context.Context, in struct{ Email string }) (any, error) {
	other, err := p.admin.FindUserByEmail(ctx, in.Email)
	if err != nil {
		return nil, err
	}
	item := p.leave.Items[0]
	item.UserID = other.ID
	var meta workplan.WriteMeta
	written, err := p.admin.UpsertTimeOff(ctx, workplan.TimeOffBatchInput{
		Match: p.leave.Match, Items: []workplan.TimeOffInput{item}, CreateOnly: new("keep"),
	}, workplan.Include(&meta))
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"kept": written[0].UserID == p.workerID, "warnings": meta.WarningCount,
		"warning": meta.Warnings[0].Code, "field": meta.Warnings[0].Field,
	}, nil
}
