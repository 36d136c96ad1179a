package money

import (
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/internal/decimal"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/services/internal/amounts"
)

// retained returns what a retainer brings in on days of one month, all of which are in the project, in the smallest
// unit of the currency: the difference of two shares of the amount, that of the days of the month up to the last one,
// and that of the days before the first one. So all days of a month add up to the amount.
func retained(p *ent.Project, first, last int32, currency string) int64 {
	month, amount := monthOf(first), decimal.Rounded(*p.Amount)
	whole := int64(endOfMonth(first) - month + 1)
	begin := max(month, hoursrow.Day(p.StartDate))
	return share(amount, int64(last-begin+1), whole, currency) - share(amount, int64(first-begin), whole, currency)
}

// monthOf and endOfMonth return the first and the last day of the month of a day.
func monthOf(day int32) int32 { return day - int32(hoursrow.Date(day).Day()) + 1 }

func endOfMonth(day int32) int32 { return hoursrow.Day(hoursrow.Date(monthOf(day)).AddDate(0, 1, -1)) }

// addRetainers adds what retainers bring in.
func (r *report) addRetainers() {
	if r.selectsHours() {
		return
	}
	for _, p := range r.projects {
		first, last := max(r.days.first, hoursrow.Day(p.StartDate)), min(r.days.last, hoursrow.Day(p.EndDate))
		if !amounts.IsRetainer(p) || first > last {
			continue
		}
		currency := r.prices.currencyOf(p)
		to := r.item(r.groupOf(uuid.Nil, uuid.Nil, p), currency)
		for day := first; day <= last; day++ {
			amount := retained(p, day, day, currency)
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
