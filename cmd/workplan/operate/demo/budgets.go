package demo

import (
	"context"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/money"
)

const (
	inTotal  = pb.BudgetPeriod_BUDGET_PERIOD_TOTAL
	perMonth = pb.BudgetPeriod_BUDGET_PERIOD_MONTH
)

// budget is an item of the budget of a project. It has hours, an amount, or both.
type budget struct {
	project string
	// from is the week on whose Monday the item begins, or since if it holds since ever.
	from          int
	period        pb.BudgetPeriod
	hours, amount float64
}

// since is the week of an item without a first day.
const since = -1000

// budgets are those of projects. A month of Design System takes four fifths of its hours, and one of Website Care
// much more than were sold. The plans of Patient Booking and Grid Dashboard use up more than there is. The budget of
// Rider App was raised two weeks ago.
var budgets = []budget{
	{"Customer Portal", since, inTotal, 2400, 324_000},
	{"Tracking API", since, inTotal, 900, 0},
	{"Patient Booking", since, inTotal, 2900, 0},
	{"Design System", since, perMonth, 280, 0},
	{"Grid Dashboard", since, inTotal, 0, 250_000},
	{"Data Platform Discovery", since, inTotal, 0, 150_000},
	{"Crew Rostering", since, inTotal, 0, 260_000},
	{"Loyalty App", since, inTotal, 1400, 175_000},
	{"Website Care", since, perMonth, 60, 0},
	{"Rider App", since, inTotal, 0, 180_000},
	{"Rider App", -2, inTotal, 0, 260_000},
	{"Supplier Portal", since, inTotal, 0, 140_000},
}

// budgets writes the budgets, as an admin.
func (f *fill) budgets(ctx context.Context) error {
	ctx = f.as(ctx, adminHandle)
	service, items := money.New(nil, nil), map[string][]*pb.BudgetItem{}
	for _, b := range budgets {
		item := &pb.BudgetItem{Period: b.period}
		if b.from != since {
			item.ValidFrom = new(protoconv.DateString(f.monday.AddDate(0, 0, 7*b.from)))
		}
		if b.hours > 0 {
			item.Hours = &b.hours
		}
		if b.amount > 0 {
			item.Amount = &b.amount
		}
		items[b.project] = append(items[b.project], item)
	}
	for _, p := range projects {
		if len(items[p.name]) == 0 {
			continue
		}
		if _, err := service.ReplaceProjectBudget(ctx, &pb.ReplaceProjectBudgetRequest{
			ProjectId: f.projects[p.name], Budget: &pb.Budget{Items: items[p.name]},
		}); err != nil {
			return err
		}
	}
	f.log("budgets of %d projects", len(items))
	return nil
}
