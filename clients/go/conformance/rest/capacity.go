package main

import (
	"context"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan"
)

func (p *program) upsertHolidays(ctx context.Context, in workplan.HolidayBatchInput) (any, error) {
	holidays, err := p.admin.UpsertHolidays(ctx, in)
	if err != nil {
		return nil, err
	}
	var written []scenario.Holiday
	for _, h := range holidays {
		written = append(written, scenario.Holiday{CountryCode: h.CountryCode, Factor: h.Factor, Version: h.Version})
	}
	return scenario.Holidays(written), nil
}

func (p *program) listHolidays(ctx context.Context, in workplan.ListHolidaysParams) (any, error) {
	var dates, names []string
	for h, err := range p.admin.AllHolidays(ctx, in) {
		if err != nil {
			return nil, err
		}
		dates, names = append(dates, h.Date), append(names, h.Name)
	}
	return map[string]any{"dates": dates, "names": names}, nil
}

func (p *program) deleteHoliday(ctx context.Context, in workplan.ListHolidaysParams) (any, error) {
	found, err := p.admin.ListHolidays(ctx, in)
	if err != nil {
		return nil, err
	}
	holiday := found.Items[0]
	if err := p.admin.DeleteHoliday(ctx, holiday.ID, workplan.IfMatch(holiday.Version)); err != nil {
		return nil, err
	}
	left, err := p.admin.ListHolidays(ctx, in)
	if err != nil {
		return nil, err
	}
	return map[string]any{"name": holiday.Name, "holidays": len(left.Items)}, nil
}

func (p *program) getPatterns(ctx context.Context) (any, error) {
	return patterns(p.admin.GetWorkingPatterns(ctx, p.workerID))
}

// patternsInput is the input of the steps that replace working patterns.
type patternsInput struct {
	Version int64
	Items   []workplan.WorkingPatternInput
}

func (p *program) replacePatterns(ctx context.Context, in patternsInput) (any, error) {
	p.patterns = in
	return p.replacePatternsAgain(ctx)
}

func (p *program) replacePatternsAgain(ctx context.Context) (any, error) {
	wanted := workplan.WorkingPatternsInput{Items: p.patterns.Items}
	return patterns(p.admin.ReplaceWorkingPatterns(ctx, p.workerID, wanted, workplan.IfMatch(p.patterns.Version)))
}

// patterns returns the outcome of working patterns.
func patterns(found *workplan.WorkingPatterns, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return patternsOf(found), nil
}

func patternsOf(found *workplan.WorkingPatterns) map[string]any {
	var first []string
	var hours [][]float64
	for _, pattern := range found.Items {
		first, hours = append(first, pattern.ValidFrom), append(hours, pattern.Hours)
	}
	return map[string]any{
		"patterns":  len(found.Items),
		"validFrom": first,
		"hours":     hours,
		"version":   found.Version,
		"updated":   found.UpdatedAt != nil,
	}
}

func (p *program) getSkills(ctx context.Context) (any, error) {
	return skills(p.admin.GetUserCapabilities(ctx, p.workerID))
}

// skillsInput is the input of the steps about the capabilities of users.
type skillsInput struct {
	Version int64
	Level   int
}

func (p *program) replaceSkills(ctx context.Context, in skillsInput) (any, error) {
	wanted := workplan.UserCapabilitiesInput{
		Items: []workplan.UserCapabilityInput{{CapabilityID: p.capability, Level: in.Level}},
	}
	return skills(p.admin.ReplaceUserCapabilities(ctx, p.workerID, wanted, workplan.IfMatch(in.Version)))
}

// skills returns the outcome of the capabilities of a user.
func skills(found *workplan.UserCapabilities, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return skillsOf(found), nil
}

func skillsOf(found *workplan.UserCapabilities) map[string]any {
	return map[string]any{
		"capabilities": len(found.Items), "levels": levels(found.Items), "version": found.Version,
		"updated": found.UpdatedAt != nil,
	}
}

func levels(skills []workplan.UserCapability) (levels []int) {
	for _, skill := range skills {
		levels = append(levels, skill.Level)
	}
	return levels
}

func (p *program) findSkilled(ctx context.Context, in skillsInput) (any, error) {
	found, err := p.admin.ListUsers(ctx, workplan.ListUsersParams{
		CapabilityID: []string{p.capability}, MinLevel: in.Level,
	})
	if err != nil {
		return nil, err
	}
	return map[string]any{"users": len(found.Items), "name": found.Items[0].Name}, nil
}

func (p *program) colorProject(ctx context.Context, in struct{ Color workplan.ProjectColor }) (any, error) {
	chosen, err := p.admin.UpdateProject(ctx, p.projectID, workplan.ProjectPatch{Color: workplan.Set(in.Color)})
	if err != nil {
		return nil, err
	}
	cleared, err := p.admin.UpdateProject(ctx, p.projectID,
		workplan.ProjectPatch{Color: workplan.Null[workplan.ProjectColor]()})
	if err != nil {
		return nil, err
	}
	return map[string]any{"chosen": chosen.Color, "cleared": cleared.Color}, nil
}

func (p *program) upsertClient(ctx context.Context, in struct{ Match, ExternalID, CompanyName string }) (any, error) {
	batch := workplan.ClientBatchInput{Match: in.Match, Items: []workplan.ClientInput{{
		CompanyName: in.CompanyName, ExternalIds: []string{in.ExternalID},
	}}}
	first, err := p.admin.UpsertClients(ctx, batch)
	if err != nil {
		return nil, err
	}
	second, err := p.admin.UpsertClients(ctx, batch)
	if err != nil {
		return nil, err
	}
	page, err := p.admin.ListClients(ctx, workplan.ListClientsParams{ExternalID: in.ExternalID})
	if err != nil {
		return nil, err
	}
	found := []string{}
	for _, c := range page.Items {
		found = append(found, c.CompanyName)
	}
	return map[string]any{"found": found, "sameId": first[0].ID == second[0].ID}, nil
}

func (p *program) saveView(ctx context.Context, in struct {
	workplan.ViewInput
	Version int64
}) (any, error) {
	wanted := workplan.ViewsInput{Items: []workplan.ViewInput{in.ViewInput}}
	if _, err := p.admin.ReplaceViews(ctx, wanted, workplan.IfMatch(in.Version)); err != nil {
		return nil, err
	}
	saved, err := p.admin.GetViews(ctx)
	if err != nil {
		return nil, err
	}
	view := saved.Items[0]
	return map[string]any{"name": view.Name, "query": view.Query, "version": saved.Version}, nil
}

func (p *program) userCapacity(ctx context.Context, in workplan.GetCapacityParams) (any, error) {
	in.UserID, in.Bucket, in.GroupBy = p.workerID, workplan.CapacityBucketWeek, workplan.CapacityGroupUser
	return p.capacity(ctx, in)
}

func (p *program) projectCapacity(ctx context.Context, in workplan.GetCapacityParams) (any, error) {
	in.ProjectID, in.Bucket, in.GroupBy = p.projectID, workplan.CapacityBucketMonth, workplan.CapacityGroupProject
	return p.capacity(ctx, in)
}

func (p *program) longCapacity(ctx context.Context, in workplan.GetCapacityParams) (any, error) {
	return p.capacity(ctx, in)
}

func (p *program) capacity(ctx context.Context, params workplan.GetCapacityParams) (any, error) {
	capacity, err := p.admin.GetCapacity(ctx, params)
	if err != nil {
		return nil, err
	}
	item := capacity.Items[0]
	return map[string]any{
		"items":       len(capacity.Items),
		"buckets":     capacity.Buckets,
		"series":      capacity.Series,
		"name":        item.Name,
		"values":      item.Values,
		"utilization": item.Utilization,
	}, nil
}

func (p *program) gaps(ctx context.Context, in workplan.ListCapacityGapsParams) (any, error) {
	in.CapabilityID = p.capability
	gaps, err := p.admin.ListCapacityGaps(ctx, in)
	if err != nil {
		return nil, err
	}
	first := gaps.Items[0]
	return map[string]any{
		"users": len(gaps.Items), "name": first.Name, "reachedOn": first.ReachedOn, "free": first.Free,
	}, nil
}
