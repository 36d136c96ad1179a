package main

import (
	"context"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan"
)

func (p *program) changeCurrency(ctx context.Context, in workplan.PricingPatch) (any, error) {
	before, err := p.admin.GetPricing(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := p.admin.UpdatePricing(ctx, in); err != nil {
		return nil, err
	}
	after, err := p.admin.GetPricing(ctx)
	if err != nil {
		return nil, err
	}
	return map[string]any{"before": before.Currency, "currency": after.Currency, "version": after.Version}, nil
}

func (p *program) createProject(ctx context.Context, in workplan.ProjectInput) (any, error) {
	in.ClientID = p.client.ID
	project, err := p.admin.CreateProject(ctx, in)
	if err != nil {
		return nil, err
	}
	p.billedID = project.ID
	return project, nil
}

// ratesInput is the input of the steps that replace rates.
type ratesInput struct {
	Version int64
	Items   []struct {
		workplan.RateInput
		User, Capability bool
	}
}

func (p *program) rates(in ratesInput) (list workplan.RatesInput) {
	for _, item := range in.Items {
		if item.User {
			item.UserID = &p.workerID
		}
		if item.Capability {
			item.CapabilityID = &p.capability
		}
		list.Items = append(list.Items, item.RateInput)
	}
	return list
}

func (p *program) replaceOrganizationRates(ctx context.Context, in ratesInput) (any, error) {
	p.ratesInput = in
	return p.replaceOrganizationRatesAgain(ctx)
}

func (p *program) replaceOrganizationRatesAgain(ctx context.Context) (any, error) {
	in := p.ratesInput
	return rates(p.admin.ReplaceOrganizationRates(ctx, p.rates(in), workplan.IfMatch(in.Version)))
}

func (p *program) replaceUserRates(ctx context.Context, in ratesInput) (any, error) {
	return rates(p.admin.ReplaceUserRates(ctx, p.workerID, p.rates(in)))
}

func (p *program) replaceProjectRates(ctx context.Context, in ratesInput) (any, error) {
	if _, err := p.admin.ReplaceProjectRates(ctx, p.billedID, p.rates(in)); err != nil {
		return nil, err
	}
	return rates(p.admin.GetProjectRates(ctx, p.billedID))
}

// rates returns the outcome of rates.
func rates(found *workplan.Rates, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	var items []scenario.Rate
	for _, r := range found.Items {
		items = append(items, scenario.Rate{
			Kind: string(r.Kind), ValidFrom: r.ValidFrom, Amount: r.Amount, Currency: r.Currency,
			User: r.UserID != nil, Capability: r.CapabilityID != nil,
		})
	}
	return map[string]any{"owner": found.Owner, "version": found.Version, "items": items}, nil
}

func (p *program) resolveRate(ctx context.Context, in workplan.ResolveRateParams) (any, error) {
	in.UserID, in.ProjectID = p.workerID, p.billedID
	bill, err := p.admin.ResolveRate(ctx, in)
	if err != nil {
		return nil, err
	}
	in.Kind = workplan.RateKindCost
	cost, err := p.admin.ResolveRate(ctx, in)
	if err != nil {
		return nil, err
	}
	var considered []workplan.RateLevel
	for _, c := range bill.Considered {
		considered = append(considered, c.Level)
	}
	return map[string]any{
		"kind": bill.Kind, "amount": bill.Amount, "currency": bill.Currency, "level": bill.Level, "from": bill.From,
		"considered": considered, "cost": cost.Amount,
	}, nil
}

func (p *program) replaceBudget(ctx context.Context, in workplan.BudgetInput) (any, error) {
	if _, err := p.admin.ReplaceProjectBudget(ctx, p.billedID, in); err != nil {
		return nil, err
	}
	return p.admin.GetProjectBudget(ctx, p.billedID)
}

func (p *program) money(ctx context.Context, in scenario.Work) (any, error) {
	var planned workplan.AssignmentBatchInput
	for _, row := range in.Planned {
		planned.Items = append(planned.Items, workplan.AssignmentInput{
			UserID: p.workerID, ProjectID: p.billedID, CapabilityID: p.capabilityOf(row),
			Date: row.Date, Hours: row.Hours,
		})
	}
	if _, err := p.admin.UpsertAssignments(ctx, planned); err != nil {
		return nil, err
	}
	var actual workplan.ActualHoursBatchInput
	for _, row := range in.Actual {
		actual.Items = append(actual.Items, workplan.ActualHoursRowInput{
			UserID: p.workerID, ProjectID: p.billedID, CapabilityID: p.capabilityOf(row),
			Date: row.Date, Hours: row.Hours,
		})
	}
	if _, err := p.admin.UpsertActualHours(ctx, actual); err != nil {
		return nil, err
	}
	money, err := p.admin.GetMoney(ctx, workplan.GetMoneyParams{
		StartDate: in.StartDate, EndDate: in.EndDate, Bucket: workplan.MoneyBucketMonth,
		GroupBy: workplan.MoneyGroupProject, Budget: new(true),
	})
	if err != nil {
		return nil, err
	}
	var items []any
	for _, item := range money.Items {
		var spent *float64
		if item.Budget != nil {
			spent = item.Budget.SpentHours
		}
		items = append(items, map[string]any{
			"name": item.Name, "currency": item.Currency, "method": item.Method, "spentHours": spent, "values": item.Values,
		})
	}
	var totals []string
	for _, total := range money.Totals {
		totals = append(totals, total.Currency)
	}
	return map[string]any{"buckets": money.Buckets, "series": money.Series, "items": items, "totals": totals}, nil
}

// capabilityOf returns the capability of a row, nil if it has none.
func (p *program) capabilityOf(row scenario.Row) *string {
	if !row.Capability {
		return nil
	}
	return &p.capability
}

func (p *program) memberMoney(ctx context.Context, in workplan.GetMoneyParams) (any, error) {
	return p.member.GetMoney(ctx, in)
}

func (p *program) moneyLines(ctx context.Context, in workplan.ListMoneyLinesParams) (any, error) {
	found, err := scenario.Rows(p.admin.AllMoneyLines(ctx, in))
	if err != nil {
		return nil, err
	}
	var lines []any
	for _, l := range found {
		lines = append(lines, map[string]any{
			"date": l.Date, "hours": l.Hours, "capability": l.CapabilityID != nil, "rate": l.Rate, "rateLevel": l.RateLevel,
			"amount": l.Amount, "currency": l.Currency, "timesheetStatus": l.TimesheetStatus,
		})
	}
	whole, err := scenario.Rows(p.admin.WholeMoneyLines(workplan.ListMoneyLinesParams{
		StartDate: in.StartDate, EndDate: in.EndDate,
	}).Rows(ctx))
	return map[string]any{"lines": lines, "whole": len(whole)}, err
}
