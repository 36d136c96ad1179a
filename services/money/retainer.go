package money

import (
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/internal/decimal"
	"github.com/workplan-api/workplan/internal/hoursrow"
)

func dayOf(date time.Time) int32 { return hoursrow.Day(date) }

// isRetainer reports whether a project brings in an amount for each month.
func isRetainer(p *ent.Project) bool {
	return p.BillingType == project.BillingTypeRetainer && p.Amount != nil && p.Status != project.StatusCancelled
}

// retained returns what a retainer brings in on a day of the project, in the smallest unit of the currency: the
// difference of two shares of the amount, that of the days of the month up to this one, and that of the days before. So
// all days of a month add up to the amount.
func retained(p *ent.Project, day int32, currency string) int64 {
	date, amount := hoursrow.Date(day), decimal.Rounded(*p.Amount)
	first := time.Date(date.Year(), date.Month(), 1, 0, 0, 0, 0, time.UTC)
	whole := int64(dayOf(first.AddDate(0, 1, 0)) - dayOf(first))
	part := int64(day - max(dayOf(first), dayOf(p.StartDate)) + 1)
	return share(amount, part, whole, currency) - share(amount, part-1, whole, currency)
}

// addRetainers adds what retainers bring in.
func (r *report) addRetainers() {
	if r.selectsHours() {
		return
	}
	for _, p := range r.projects {
		first, last := max(r.days.first, dayOf(p.StartDate)), min(r.days.last, dayOf(p.EndDate))
		if !isRetainer(p) || first > last {
			continue
		}
		currency := r.prices.currencyOf(p)
		to := r.item(r.groupOf(uuid.Nil, uuid.Nil, p), currency)
		for day := first; day <= last; day++ {
			amount := retained(p, day, currency)
			if p.Status == project.StatusDraft {
				r.add(to, day, tentativeRevenue, amount)
				continue
			}
			r.add(to, day, plannedRevenue, amount)
			r.addIf(day <= r.today || isOpen(p), to, day, forecastRevenue, amount)
			r.addIf(day <= r.today, to, day, actualRevenue, amount)
		}
	}
}
