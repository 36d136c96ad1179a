package mcp

import (
	"cmp"
	"context"
	"slices"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

func moneyTools() []tool {
	return []tool{
		define("project_budget", "Budgets of projects",
			"Lists the budgets of projects, the one that is used up first at the top: how many hours and how much money "+
				"each project may take, what is spent, and the day on which the planned hours use the budget up.", reads,
			[]string{pb.MoneyService_GetMoney_FullMethodName, pb.ProjectService_ListProjects_FullMethodName},
			(*toolbox).projectBudget),
	}
}

type budgetArguments struct {
	Project string `json:"project,omitempty" jsonschema:"Only this project: its id, its external id or its name. Managers may leave it out: then all projects with hours from 180 days ago to 180 days ahead."`
}

type budgetResult struct {
	Today string       `json:"today" jsonschema:"The day until which hours count as worked. After it, planned hours count."`
	Items []budgetLeft `json:"items"`
	part
}

type budgetLeft struct {
	Project         named    `json:"project"`
	Currency        string   `json:"currency"`
	Period          string   `json:"period" jsonschema:"total, or month for a budget of each calendar month"`
	Hours           *float64 `json:"hours"`
	SpentHours      *float64 `json:"spentHours"`
	RemainingHours  *float64 `json:"remainingHours"`
	Amount          *float64 `json:"amount"`
	SpentAmount     *float64 `json:"spentAmount" jsonschema:"What the worked hours are worth. Null if some have a rate in another currency."`
	RemainingAmount *float64 `json:"remainingAmount"`
	UsedUpOn        *string  `json:"usedUpOn" jsonschema:"The day on which the budget is used up, or null if it lasts."`
	OverrunOn       *string  `json:"overrunOn" jsonschema:"The first day on which the hours are more than the budget, or null."`
}

// projectBudget lists what is left of budgets.
func (b *toolbox) projectBudget(ctx context.Context, in budgetArguments) (out budgetResult, err error) {
	const around = 180
	today := protoconv.DateString(protoconv.Today(b.now()))
	req := &pb.GetMoneyRequest{
		StartDate: protoconv.AddDays(today, -around), EndDate: protoconv.AddDays(today, around),
		Bucket: pb.MoneyBucket_MONEY_BUCKET_TOTAL.Enum(), Budget: new(true),
	}
	out.Items = []budgetLeft{}
	if in.Project != "" {
		project, err := b.project(ctx, "project", in.Project)
		if err != nil {
			return out, err
		}
		req.ProjectId = &project.ID
	}
	resp, err := b.money.GetMoney(ctx, req)
	if err != nil {
		return out, err
	}
	out.Today = resp.GetData().GetToday()
	for _, item := range resp.GetData().GetItems() {
		left := item.GetBudget()
		if left.GetPeriod() == pb.BudgetPeriod_BUDGET_PERIOD_UNSPECIFIED {
			continue
		}
		out.Items = append(out.Items, budgetLeft{
			named{item.GetId(), item.GetName()}, item.GetCurrency(), protoconv.Word[string](left.GetPeriod()),
			left.Hours, left.SpentHours, left.RemainingHours, left.Amount, left.SpentAmount, left.RemainingAmount,
			left.BurnDate, left.OverrunAt,
		})
	}
	const never = "9999-12-31" // those that last are at the end
	slices.SortStableFunc(out.Items, func(x, y budgetLeft) int {
		day := func(left budgetLeft) string {
			if left.UsedUpOn == nil {
				return never
			}
			return *left.UsedUpOn
		}
		return cmp.Compare(day(x), day(y))
	})
	all := len(out.Items)
	out.Items = out.Items[:min(all, pageSize)]
	out.part = part{Complete: len(out.Items) == all, Total: int64(all)}
	return out, nil
}
