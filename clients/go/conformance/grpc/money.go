package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan/workplangrpc"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

func (p *program) rateService() pb.RateServiceClient { return pb.NewRateServiceClient(p.admin) }

func (p *program) moneyService() pb.MoneyServiceClient { return pb.NewMoneyServiceClient(p.admin) }

// word returns a value of an enum as the scenario writes it.
func word(prefix string, value fmt.Stringer) string {
	return strings.ToLower(strings.TrimPrefix(value.String(), prefix))
}

// valueOf returns the value of an enum that the scenario writes as a word.
func valueOf[Enum ~int32](values map[string]int32, prefix, word string) Enum {
	return Enum(values[prefix+strings.ToUpper(word)])
}

func (p *program) changeCurrency(ctx context.Context, in struct{ Currency string }) (any, error) {
	before, err := p.rateService().GetPricing(ctx, &pb.GetPricingRequest{})
	if err != nil {
		return nil, err
	}
	if _, err := p.rateService().UpdatePricing(ctx,
		&pb.UpdatePricingRequest{Pricing: &pb.Pricing{Currency: &in.Currency}}); err != nil {
		return nil, err
	}
	after, err := p.rateService().GetPricing(ctx, &pb.GetPricingRequest{})
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"before": before.GetData().GetCurrency(), "currency": after.GetData().GetCurrency(),
		"version": after.GetData().GetVersion(),
	}, nil
}

func (p *program) createProject(
	ctx context.Context, in struct{ Name, StartDate, EndDate, Status, BillingType string },
) (any, error) {
	resp, err := pb.NewProjectServiceClient(p.admin).CreateProject(ctx, &pb.CreateProjectRequest{Project: &pb.Project{
		Name:        &in.Name,
		ClientId:    p.clientID,
		StartDate:   &in.StartDate,
		EndDate:     &in.EndDate,
		Status:      valueOf[pb.ProjectStatus](pb.ProjectStatus_value, "PROJECT_STATUS_", in.Status).Enum(),
		BillingType: valueOf[pb.BillingType](pb.BillingType_value, "BILLING_TYPE_", in.BillingType).Enum(),
	}})
	if err != nil {
		return nil, err
	}
	project := resp.GetData()
	p.billedID = project.GetId()
	return map[string]any{
		"name": project.Name, "status": word("PROJECT_STATUS_", project.GetStatus()),
		"billingType": word("BILLING_TYPE_", project.GetBillingType()), "isBillable": project.GetIsBillable(),
		"amount": project.Amount, "hourlyRate": project.HourlyRate, "currency": project.Currency,
	}, nil
}

// ratesInput is the input of the steps that replace rates.
type ratesInput struct {
	Version int64
	Items   []struct {
		Kind                string
		ValidFrom, Currency *string
		Amount              *float64
		User, Capability    bool
	}
}

func (p *program) rates(in ratesInput) *pb.Rates {
	list := &pb.Rates{}
	for _, item := range in.Items {
		rate := &pb.Rate{
			Kind:      valueOf[pb.RateKind](pb.RateKind_value, "RATE_KIND_", item.Kind),
			ValidFrom: item.ValidFrom,
			Amount:    item.Amount,
			Currency:  item.Currency,
		}
		if item.User {
			rate.UserId = &p.workerID
		}
		if item.Capability {
			rate.CapabilityId = &p.capability
		}
		list.Items = append(list.Items, rate)
	}
	return list
}

func (p *program) replaceOrganizationRates(ctx context.Context, in ratesInput) (any, error) {
	p.ratesInput = in
	return p.replaceOrganizationRatesAgain(ctx)
}

func (p *program) replaceOrganizationRatesAgain(ctx context.Context) (any, error) {
	in := p.ratesInput
	resp, err := p.rateService().ReplaceOrganizationRates(ifMatch(ctx, in.Version),
		&pb.ReplaceOrganizationRatesRequest{Rates: p.rates(in)})
	if err != nil {
		return nil, err
	}
	return rates(resp.GetData()), nil
}

func (p *program) replaceUserRates(ctx context.Context, in ratesInput) (any, error) {
	resp, err := p.rateService().ReplaceUserRates(ctx,
		&pb.ReplaceUserRatesRequest{UserId: p.workerID, Rates: p.rates(in)})
	if err != nil {
		return nil, err
	}
	return rates(resp.GetData()), nil
}

func (p *program) replaceProjectRates(ctx context.Context, in ratesInput) (any, error) {
	if _, err := p.rateService().ReplaceProjectRates(ctx,
		&pb.ReplaceProjectRatesRequest{ProjectId: p.billedID, Rates: p.rates(in)}); err != nil {
		return nil, err
	}
	resp, err := p.rateService().GetProjectRates(ctx, &pb.GetProjectRatesRequest{ProjectId: p.billedID})
	if err != nil {
		return nil, err
	}
	return rates(resp.GetData()), nil
}

// rates returns the outcome of rates.
func rates(found *pb.Rates) any {
	var items []scenario.Rate
	for _, r := range found.GetItems() {
		items = append(items, scenario.Rate{
			Kind: word("RATE_KIND_", r.GetKind()), ValidFrom: r.ValidFrom, Amount: r.Amount, Currency: r.GetCurrency(),
			User: r.UserId != nil, Capability: r.CapabilityId != nil,
		})
	}
	return map[string]any{
		"owner": word("RATE_OWNER_", found.GetOwner()), "version": found.GetVersion(), "items": items,
	}
}

func (p *program) resolveRate(ctx context.Context, in struct{ Date string }) (any, error) {
	req := &pb.ResolveRateRequest{UserId: p.workerID, ProjectId: p.billedID, Date: in.Date}
	resp, err := p.rateService().ResolveRate(ctx, req)
	if err != nil {
		return nil, err
	}
	req.Kind = pb.RateKind_RATE_KIND_COST.Enum()
	cost, err := p.rateService().ResolveRate(ctx, req)
	if err != nil {
		return nil, err
	}
	bill := resp.GetData()
	var considered []string
	for _, c := range bill.GetConsidered() {
		considered = append(considered, word("RATE_LEVEL_", c.GetLevel()))
	}
	return map[string]any{
		"kind": word("RATE_KIND_", bill.GetKind()), "amount": bill.Amount, "currency": bill.Currency,
		"level": word("RATE_LEVEL_", bill.GetLevel()), "from": bill.FromDate, "considered": considered,
		"cost": cost.GetData().Amount,
	}, nil
}

func (p *program) replaceBudget(ctx context.Context, in struct {
	AlertAt []int32
	Items   []struct {
		ValidFrom     *string
		Hours, Amount *float64
		Period        string
	}
}) (any, error) {
	wanted := &pb.Budget{AlertAt: in.AlertAt}
	for _, item := range in.Items {
		wanted.Items = append(wanted.Items, &pb.BudgetItem{
			ValidFrom: item.ValidFrom, Hours: item.Hours, Amount: item.Amount,
			Period: valueOf[pb.BudgetPeriod](pb.BudgetPeriod_value, "BUDGET_PERIOD_", item.Period),
		})
	}
	if _, err := p.moneyService().ReplaceProjectBudget(ctx,
		&pb.ReplaceProjectBudgetRequest{ProjectId: p.billedID, Budget: wanted}); err != nil {
		return nil, err
	}
	resp, err := p.moneyService().GetProjectBudget(ctx, &pb.GetProjectBudgetRequest{ProjectId: p.billedID})
	if err != nil {
		return nil, err
	}
	var items []any
	for _, item := range resp.GetData().GetItems() {
		items = append(items, map[string]any{
			"validFrom": item.ValidFrom, "hours": item.Hours, "amount": item.Amount,
			"period": word("BUDGET_PERIOD_", item.GetPeriod()),
		})
	}
	return map[string]any{
		"alertAt": resp.GetData().GetAlertAt(), "version": resp.GetData().GetVersion(), "items": items,
	}, nil
}

func (p *program) money(ctx context.Context, in scenario.Work) (any, error) {
	planned := &pb.AssignmentBatch{}
	for _, row := range in.Planned {
		planned.Items = append(planned.Items, &pb.Assignment{
			UserId: p.workerID, ProjectId: p.billedID, CapabilityId: p.capabilityOf(row),
			Date: row.Date, Hours: &row.Hours,
		})
	}
	if _, err := p.assignments().UpsertAssignments(ctx, &pb.UpsertAssignmentsRequest{Batch: planned}); err != nil {
		return nil, err
	}
	actual := &pb.ActualHoursBatch{}
	for _, row := range in.Actual {
		actual.Items = append(actual.Items, &pb.ActualHoursRow{
			UserId: p.workerID, ProjectId: p.billedID, CapabilityId: p.capabilityOf(row),
			Date: row.Date, Hours: &row.Hours,
		})
	}
	if _, err := pb.NewActualHoursServiceClient(p.admin).UpsertActualHours(ctx,
		&pb.UpsertActualHoursRequest{Batch: actual}); err != nil {
		return nil, err
	}
	resp, err := p.moneyService().GetMoney(ctx, &pb.GetMoneyRequest{
		StartDate: in.StartDate,
		EndDate:   in.EndDate,
		Bucket:    pb.MoneyBucket_MONEY_BUCKET_MONTH.Enum(),
		GroupBy:   pb.MoneyGroup_MONEY_GROUP_PROJECT.Enum(),
		Budget:    new(true),
	})
	if err != nil {
		return nil, err
	}
	money := resp.GetData()
	var items []any
	for _, item := range money.GetItems() {
		var spent *float64
		if item.Budget != nil {
			spent = item.Budget.SpentHours
		}
		items = append(items, map[string]any{
			"name": item.Name, "currency": item.GetCurrency(), "method": word("MONEY_METHOD_", item.GetMethod()),
			"spentHours": spent, "values": figures(item.GetValues()),
		})
	}
	var totals []string
	for _, total := range money.GetTotals() {
		totals = append(totals, total.GetCurrency())
	}
	return map[string]any{
		"buckets": money.GetBuckets(), "series": money.GetSeries(), "items": items, "totals": totals,
	}, nil
}

// figures returns the figures of each series. Those that are not numbers are nil.
func figures(values []*pb.MoneyValues) (lists [][]*float64) {
	for _, series := range values {
		var list []*float64
		for _, figure := range series.GetFigures() {
			if math.IsNaN(figure) {
				list = append(list, nil)
			} else {
				list = append(list, &figure)
			}
		}
		lists = append(lists, list)
	}
	return lists
}

// capabilityOf returns the capability of a row, nil if it has none.
func (p *program) capabilityOf(row scenario.Row) *string {
	if !row.Capability {
		return nil
	}
	return &p.capability
}

func (p *program) memberMoney(ctx context.Context, in days) (any, error) {
	return pb.NewMoneyServiceClient(p.member).GetMoney(ctx,
		&pb.GetMoneyRequest{StartDate: in.StartDate, EndDate: in.EndDate})
}

func (p *program) moneyLines(ctx context.Context, in struct {
	days
	Limit int32
}) (any, error) {
	req := &pb.ListMoneyLinesRequest{StartDate: in.StartDate, EndDate: in.EndDate, Limit: &in.Limit}
	found, err := scenario.Rows(workplangrpc.All(ctx, p.moneyService().ListMoneyLines, req))
	if err != nil {
		return nil, err
	}
	var lines []any
	for _, l := range found {
		var timesheet any
		if l.TimesheetStatus != nil {
			timesheet = word("TIMESHEET_STATUS_", l.GetTimesheetStatus())
		}
		lines = append(lines, map[string]any{
			"date": l.GetDate(), "hours": l.Hours, "capability": l.CapabilityId != nil, "rate": l.Rate,
			"rateLevel": word("RATE_LEVEL_", l.GetRateLevel()), "amount": l.Amount, "currency": l.Currency,
			"timesheetStatus": timesheet,
		})
	}
	return map[string]any{"lines": lines}, nil
}
