package money

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/project"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/budget"
	"github.com/workplan-api/workplan/internal/decimal"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rate"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
)

// use is what the hours of a project take of its budget.
type use struct {
	project  *ent.Project
	items    budget.List
	currency string
	days     []dayUse
}

// dayUse is a part of what is used on a day: actual hours up to today, and firm planned hours of persons after it.
type dayUse struct {
	day   int32
	hours decimal.Number
	worth int64 // by bill rates, in the smallest unit of the currency
	// isMixed means that some hours have a rate in another currency, so that nobody knows what all are worth.
	isMixed bool
}

// plus returns both parts together.
func (d dayUse) plus(other dayUse) dayUse {
	return dayUse{d.day, d.hours + other.hours, saturated(d.worth, other.worth), d.isMixed || other.isMixed}
}

// saturated returns the sum of two amounts, or the largest amount there is: more than any budget.
func saturated(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// limit is what a project may use. hours and amount are negative if the budget has none.
type limit struct {
	period budget.Period
	hours  decimal.Number
	amount int64
}

// readBudgets returns how much of the budgets is used up: of the projects that have an item or are selected, and of
// those that still go on. It adds an item for each.
func (r *report) readBudgets(ctx context.Context) (map[uuid.UUID]*pb.BudgetUse, error) {
	stored, err := call.DB(ctx).Budget.Query().All(ctx)
	if err != nil {
		return nil, err
	}
	items := map[uuid.UUID]budget.List{}
	for _, row := range stored {
		items[row.ID] = row.Items
	}
	uses := map[uuid.UUID]*use{}
	for id, p := range r.projects {
		u := r.useOf(id, items[id])
		_, has := u.limitOn(r.today)
		if has && (isOpen(p) || r.req.ProjectId != nil || r.items[itemKey{id, u.currency}] != nil) {
			uses[id] = u
			r.item(id, u.currency)
		}
	}
	if r.isTooLarge {
		return nil, errTooLarge
	}
	found := map[uuid.UUID]*pb.BudgetUse{}
	if err := r.readUses(ctx, uses); err != nil {
		return nil, err
	}
	for id, u := range uses {
		found[id] = u.message(r.today)
		if !r.sight.OfProject(id) { // what is spent is not known
			found[id] = &pb.BudgetUse{Period: found[id].Period, Hours: found[id].Hours, Amount: found[id].Amount}
		}
	}
	return found, nil
}

// useOf returns what is used of the budget of a project, without hours.
func (r *report) useOf(id uuid.UUID, items budget.List) *use {
	p := r.projects[id]
	return &use{project: p, items: items, currency: r.prices.currencyOf(p)}
}

// readUses adds all hours of the projects to what is used of their budgets.
func (r *report) readUses(ctx context.Context, uses map[uuid.UUID]*use) error {
	if len(uses) == 0 {
		return nil
	}
	q := hoursQuery{
		days: allDays, today: r.today, projects: tenant.IDs(maps.Keys(uses)), sight: r.sight, proposal: r.proposal,
	}
	return q.each(ctx, func(of hoursKey, rows []hoursOfDay) error {
		u := uses[of.project]
		rates := r.ratesOf(rate.Bill, of)
		for _, row := range rows {
			if row.isActual || row.day > r.today && isOpen(u.project) && kindOf(of.user, u.project, row) == planned {
				u.add(row, rateOn(rates, row.day))
			}
		}
		return nil
	})
}

// isOpen reports whether planned hours of a project will still be worked.
func isOpen(p *ent.Project) bool {
	return p.Status != project.StatusCompleted && p.Status != project.StatusCancelled
}

func (u *use) add(row hoursOfDay, bill *rateFrom) {
	next := dayUse{day: row.day, hours: row.hours}
	switch {
	case bill.level == 0: // without a rate, hours are worth nothing
	case bill.currency != u.currency:
		next.isMixed = true
	default:
		next.worth = price(row.hours, bill.amount, bill.currency)
	}
	u.days = append(u.days, next)
}

// limitOn returns the budget that holds on a day, and whether there is one. The amount of a fixed price is for the
// whole project, and that of a retainer for a month. An item for the other period replaces it.
func (u *use) limitOn(day int32) (limit, bool) {
	l := limit{hours: -1, amount: -1}
	if it := u.items.At(dateOf(day)); it != nil {
		l.period = it.Period
		if it.Hours != nil {
			l.hours = *it.Hours
		}
		if it.Amount != nil {
			l.amount = share(*it.Amount, 1, 1, u.currency)
		}
	}
	if u.project.Amount == nil || u.project.Status == project.StatusCancelled {
		return l, l.period != ""
	}
	switch period := cmp.Or(l.period, periodOf(u.project)); {
	case period != periodOf(u.project): // the item replaces the amount
	case period == budget.Total:
		l.period, l.amount = period, share(decimal.Rounded(*u.project.Amount), 1, 1, u.currency)
	case period == budget.Month:
		l.period, l.amount = period, retainedInMonth(u.project, day, u.currency)
	}
	return l, l.period != ""
}

// periodOf returns what the amount of a project is for, or "" if the project has none.
func periodOf(p *ent.Project) budget.Period {
	switch p.BillingType {
	case project.BillingTypeFixedPrice:
		return budget.Total
	case project.BillingTypeRetainer:
		return budget.Month
	}
	return ""
}

// message returns how much is used. The budget of today counts for the days before, and what begins later for the days
// from then on.
func (u *use) message(today int32) *pb.BudgetUse {
	for _, it := range u.items { // a budget that becomes smaller can be used up on its first day
		if it.ValidFrom != "" {
			u.days = append(u.days, dayUse{day: hoursrow.Day(protoconv.Date(it.ValidFrom))})
		}
	}
	slices.SortFunc(u.days, func(a, b dayUse) int { return cmp.Compare(a.day, b.day) })
	now, _ := u.limitOn(today)
	m := &pb.BudgetUse{Period: protoconv.EnumOf[pb.BudgetPeriod](now.period)}
	spent, _ := u.taken(now, today)
	var used dayUse
	month := int32(math.MinInt32)
	if now.period == budget.Month {
		month = monthOf(today)
	}
	for i, next := range u.days {
		if now.period == budget.Month && monthOf(next.day) < month {
			continue
		}
		if now.period == budget.Month && monthOf(next.day) > month {
			month, used = monthOf(next.day), dayUse{}
		}
		used = used.plus(next)
		if i+1 < len(u.days) && u.days[i+1].day == next.day {
			continue
		}
		l, has := u.limitOn(max(next.day, today))
		if !has || l.period != now.period {
			break
		}
		date := dateOf(next.day)
		if m.BurnDate == nil && used.usesUp(l) {
			m.BurnDate = &date
		}
		if m.OverrunAt == nil && used.overruns(l) {
			m.OverrunAt = &date
		}
	}
	if now.hours >= 0 {
		m.Hours = new(now.hours.Float())
		m.SpentHours = new(spent.hours.Float())
		m.RemainingHours = new((now.hours - spent.hours).Float())
	}
	if now.amount >= 0 {
		units := float64(unitsOf(u.currency))
		m.Amount = new(float64(now.amount) / units)
		if !spent.isMixed {
			m.SpentAmount = new(float64(spent.worth) / units)
			m.RemainingAmount = new(float64(now.amount-spent.worth) / units)
		}
	}
	return m
}

// taken returns what is taken of a budget that holds today: by the actual hours up to today, and by these and the firm
// planned hours after it. Of a budget for each month, it is that of the current month.
func (u *use) taken(of limit, today int32) (actual, planned dayUse) {
	for _, next := range u.days {
		if of.period == budget.Month && monthOf(next.day) != monthOf(today) {
			continue
		}
		planned = planned.plus(next)
		if next.day <= today {
			actual = actual.plus(next)
		}
	}
	return actual, planned
}

// usesUp reports whether the hours or the amount of a limit are used up.
func (d dayUse) usesUp(l limit) bool {
	return l.hours >= 0 && d.hours > 0 && d.hours >= l.hours ||
		l.amount >= 0 && !d.isMixed && d.worth > 0 && d.worth >= l.amount
}

// overruns reports whether there are more hours than those of a limit, or whether they are worth more.
func (d dayUse) overruns(l limit) bool {
	return l.hours >= 0 && d.hours > l.hours || l.amount >= 0 && !d.isMixed && d.worth > l.amount
}

// retainedInMonth returns what a retainer brings in in the month of a day.
func retainedInMonth(p *ent.Project, day int32, currency string) int64 {
	first, last := max(monthOf(day), hoursrow.Day(p.StartDate)), min(endOfMonth(day), hoursrow.Day(p.EndDate))
	if first > last {
		return 0
	}
	return retained(p, first, last, currency)
}
