package money

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/internal/decimal"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/proposed"
)

// progress is the hours of a fixed price. Its rows are those of the range. In the order of their days, each brings in
// the difference of two shares of the amount: that of all hours up to the row, and that of all before it. So the rows
// of any days add up to the share of these days, and all rows to the amount.
type progress struct {
	project *ent.Project
	rows    []progressRow
	plan    sums // of planned hours that count, on all days
	rest    sums // of those after today
	work    sums // of actual hours
}

// sums are hours in millionths: those before the range, and all.
type sums struct{ before, all int64 }

type progressRow struct {
	hoursOfDay
	of        hoursKey
	kind      kind
	group     uuid.UUID
	isCounted bool // the request selects it
}

// progressOf returns the progress of a project, which it creates if it is new.
func (r *report) progressOf(p *ent.Project) *progress {
	found := r.progress[p.ID]
	if found == nil {
		found = &progress{project: p}
		r.progress[p.ID] = found
	}
	return found
}

func (p *progress) add(row progressRow) { p.rows = append(p.rows, row) }

// isPlan reports whether planned hours are part of the work: firm ones, also of placeholders, and all of a draft.
func (p *progress) isPlan(isTentative bool) bool {
	return p.project.Status != project.StatusCancelled && (!isTentative || p.project.Status == project.StatusDraft)
}

// addProgress adds what the rows of fixed prices bring in.
func (r *report) addProgress(ctx context.Context) error {
	// A completed project without any hours in the range may have none at all.
	for _, p := range r.projects {
		if p.BillingType == project.BillingTypeFixedPrice && p.Status == project.StatusCompleted &&
			r.days.has(hoursrow.Day(p.EndDate)) {
			r.progressOf(p)
		}
	}
	if len(r.progress) == 0 {
		return nil
	}
	if err := r.readSums(ctx); err != nil {
		return err
	}
	for _, p := range r.progress {
		if p.project.Amount == nil || p.project.Status == project.StatusCancelled {
			continue
		}
		slices.SortFunc(p.rows, func(a, b progressRow) int {
			if a.day != b.day {
				return int(a.day - b.day)
			}
			return cmp.Or(bytes.Compare(a.of.user[:], b.of.user[:]),
				bytes.Compare(a.of.capability[:], b.of.capability[:]))
		})
		r.addPlan(p)
		r.addForecast(p)
	}
	return nil
}

// addPlan adds what planned hours bring in if all of them are worked.
func (r *report) addPlan(p *progress) {
	next := r.shares(p.project, p.plan.before, p.plan.all)
	for _, row := range p.rows {
		if row.isActual || !p.isPlan(row.isTentative) {
			continue
		}
		if amount, currency := next(row.hours); row.isCounted {
			r.add(r.item(row.group, currency), row.day, plannedRevenue+row.kind, amount)
		}
	}
}

// addForecast adds what actual hours bring in, and then the planned hours after today: those of persons, because the
// others need one first. A completed project without hours brings in its amount on its last day.
func (r *report) addForecast(p *progress) {
	if p.project.Status == project.StatusCompleted {
		p.rest = sums{}
		if day := hoursrow.Day(p.project.EndDate); p.work.all == 0 && !r.selectsHours() && r.days.has(day) {
			currency := r.prices.currencyOf(p.project)
			to := r.item(r.groupOf(uuid.Nil, uuid.Nil, p.project), currency)
			amount := share(decimal.Rounded(*p.project.Amount), 1, 1, currency)
			r.addIf(day <= r.today, to, day, actualRevenue, amount)
			r.add(to, day, forecastRevenue, amount)
		}
	}
	whole := p.work.all + p.rest.all
	next := r.shares(p.project, p.work.before, whole)
	for _, row := range p.rows {
		if !row.isActual {
			continue
		}
		if amount, currency := next(row.hours); row.isCounted {
			to := r.item(row.group, currency)
			r.add(to, row.day, actualRevenue, amount)
			r.add(to, row.day, forecastRevenue, amount)
		}
	}
	if p.project.Status == project.StatusCompleted {
		return
	}
	next = r.shares(p.project, p.work.all+p.rest.before, whole)
	for _, row := range p.rows {
		if row.isActual || row.day <= r.today || !p.isPlan(row.isTentative) {
			continue
		}
		if amount, currency := next(row.hours); row.isCounted && row.kind == planned {
			r.add(r.item(row.group, currency), row.day, forecastRevenue, amount)
		}
	}
}

// shares returns a function that returns what the next hours bring in, after those before, and in which currency.
func (r *report) shares(p *ent.Project, before, whole int64) func(decimal.Number) (int64, string) {
	currency, amount := r.prices.currencyOf(p), decimal.Rounded(*p.Amount)
	return func(hours decimal.Number) (int64, string) {
		after := before + int64(hours)
		gained := share(amount, after, whole, currency) - share(amount, before, whole, currency)
		before = after
		return gained, currency
	}
}

// readSums reads the hours of fixed prices on all days.
func (r *report) readSums(ctx context.Context) error {
	ids := tenant.IDs(maps.Keys(r.progress))
	for _, isActual := range []bool{false, true} {
		text, args := r.sumsText(isActual, ids)
		if err := tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
			var id uuid.UUID
			var isTentative bool
			var all, rest sums
			if err := scan(&id, &isTentative, &all.before, &all.all, &rest.before, &rest.all); err != nil {
				return err
			}
			p := r.progress[id]
			if isActual {
				p.work = all
			} else if p.isPlan(isTentative) {
				p.plan.add(all)
				p.rest.add(rest)
			}
			return nil
		}, text, args...); err != nil {
			return err
		}
	}
	return nil
}

func (s *sums) add(other sums) {
	s.before += other.before
	s.all += other.all
}

// sumsText returns the statement that adds up hours of projects before the range and on all days, and those after
// today. Of actual hours, it has those up to today that the caller sees. Hours are rounded as by hoursOf.
func (r *report) sumsText(isActual bool, projects pq.StringArray) (string, []any) {
	args := tenant.Args{projects, dateOf(r.days.first), dateOf(r.today)}
	sum := func(condition string) string {
		return ", coalesce(sum(floor(t.hours * 1e6 + 0.5)::bigint) FILTER (WHERE " + condition + "), 0)::bigint"
	}
	from, isTentative, where := "actual_hours", "false", ""
	if isActual {
		where = " AND t.date <= $4" + r.sight.AndSeenHours(&args)
	} else {
		from, isTentative = proposed.Rows("assignments", &args, r.proposal), "t.tentative IS TRUE"
	}
	return "SELECT t.project_id, " + isTentative + sum("t.date < $3") + sum("true") +
		sum("t.date > $4 AND t.date < $3") + sum("t.date > $4") + " FROM " + from +
		" t WHERE t.organization_id = $1 AND t.project_id = ANY ($2)" + where + " GROUP BY 1, 2", args
}
