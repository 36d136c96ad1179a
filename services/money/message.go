package money

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/proposed"
)

var errTooLarge = problem.New(problem.ValidationFailed,
	"the response would have more than 20,000 items times buckets: shorten the range, choose longer buckets or another "+
		"group_by, or select a project or a client")

var errTooMuch = problem.New(problem.ValidationFailed,
	"an amount would be more than 9,000,000,000,000,000: shorten the range, or select a project")

// message returns the items, their totals, and the names of the series.
func (r *report) message() *pb.Money {
	m := &pb.Money{Buckets: r.buckets, Today: dateOf(r.today)}
	for id := range r.projects {
		m.Partial = m.Partial || !r.sight.OfProject(id)
	}
	shown := r.shown()
	for _, s := range shown {
		m.Series = append(m.Series, seriesNames[s])
	}
	keys, names := r.kept(), r.names()
	slices.SortFunc(keys, func(a, b itemKey) int {
		return cmp.Or(lists.CompareNoneLast(names[a.group], a.group, names[b.group], b.group),
			strings.Compare(a.currency, b.currency))
	})
	values, totals := r.values(keys, shown)
	if r.live != nil {
		for _, s := range shown {
			m.Series = append(m.Series, proposed.LiveName(seriesNames[s]))
		}
		ofLive, ofTotals := r.live.values(keys, shown)
		for k, v := range ofLive {
			values[k] = append(values[k], v...)
		}
		for currency, v := range ofTotals {
			totals[currency] = append(totals[currency], v...)
		}
	}
	for _, k := range keys {
		m.Items = append(m.Items, r.itemMessage(r.items[k], names[k.group], values[k]))
	}
	for _, currency := range slices.Sorted(maps.Keys(totals)) {
		m.Totals = append(m.Totals, &pb.MoneyTotal{Currency: currency, Values: totals[currency]})
	}
	return m
}

// kept returns the keys of the items of the response. An item without any figure is left out if its group has another
// one and no budget: it is that of the currency of a project, in which there is nothing.
func (r *report) kept() (keys []itemKey) {
	isEmpty := func(k itemKey) bool {
		return r.items[k].isEmpty() && (r.live == nil || r.live.items[k].isEmpty())
	}
	some := map[uuid.UUID]bool{} // the groups with an item that has figures
	for k := range r.items {
		some[k.group] = some[k.group] || !isEmpty(k)
	}
	for k := range r.items {
		if !isEmpty(k) || !some[k.group] || r.budgets[k.group] != nil {
			keys = append(keys, k)
		}
	}
	return keys
}

// values returns the figures of items, and their sums by currency.
func (r *report) values(
	keys []itemKey, shown []series,
) (values map[itemKey][]*pb.MoneyValues, totals map[string][]*pb.MoneyValues) {
	sums, currencies := map[string]*item{}, map[uuid.UUID]int{} // in how many a group has amounts
	for _, k := range keys {
		it := r.items[k]
		if it.hasAmounts() {
			currencies[k.group]++
		}
		sum := sums[k.currency]
		if sum == nil {
			sum = r.newItem(itemKey{currency: k.currency})
			sums[k.currency] = sum
		}
		r.isTooMuch = !sum.addAll(it) || r.isTooMuch
	}
	several := 0
	for _, sum := range sums {
		if sum.hasAmounts() {
			several++
		}
	}
	values, totals = map[itemKey][]*pb.MoneyValues{}, map[string][]*pb.MoneyValues{}
	for _, k := range keys {
		values[k] = r.items[k].values(shown, currencies[k.group] > 1)
	}
	for currency, sum := range sums {
		totals[currency] = sum.values(shown, several > 1)
	}
	return values, totals
}

// itemMessage returns the message of an item. The budget of a project is in the item of its currency.
func (r *report) itemMessage(it *item, name string, values []*pb.MoneyValues) *pb.MoneyItem {
	m := &pb.MoneyItem{Currency: it.currency, Values: values}
	if it.group != uuid.Nil {
		m.Id, m.Name = new(it.group.String()), &name
	}
	if !r.byProject() {
		return m
	}
	p := r.projects[it.group]
	m.Method = methodOf(p).Enum()
	if r.req.GetBudget() {
		m.Budget = &pb.BudgetUse{} // null
		if use := r.budgets[p.ID]; use != nil && it.currency == r.prices.currencyOf(p) {
			m.Budget = use
		}
	}
	return m
}

// shown returns the series that the caller may read.
func (r *report) shown() (shown []series) {
	for s := range seriesCount {
		if r.costs || !s.ofCosts() {
			shown = append(shown, s)
		}
	}
	return shown
}

// names returns the names of the groups.
func (r *report) names() map[uuid.UUID]string {
	names := map[uuid.UUID]string{}
	switch groupOf(r.req) {
	case pb.MoneyGroup_MONEY_GROUP_PROJECT:
		for id, p := range r.projects {
			names[id] = p.Name
		}
	case pb.MoneyGroup_MONEY_GROUP_CLIENT:
		for id, c := range r.prices.clients {
			names[id] = c.CompanyName
		}
	case pb.MoneyGroup_MONEY_GROUP_CAPABILITY:
		return r.capabilities
	default:
		for id, p := range r.people {
			names[id] = p.name
		}
	}
	return names
}

// hasAmounts reports whether a revenue or a cost is not 0.
func (it *item) hasAmounts() bool { return slices.ContainsFunc(it.figures[:margin], isAny) }

// isEmpty reports whether all figures are 0.
func (it *item) isEmpty() bool { return !slices.ContainsFunc(it.figures[:], isAny) }

// isAny reports whether a figure is not 0.
func isAny(figures []int64) bool {
	return slices.ContainsFunc(figures, func(figure int64) bool { return figure != 0 })
}

// addAll adds the figures of another item. It returns false if a sum is more than a number can be.
func (it *item) addAll(other *item) (fits bool) {
	fits = true
	for s := range it.figures {
		for i, figure := range other.figures[s] {
			it.figures[s][i] = saturated(it.figures[s][i], figure)
			fits = fits && it.figures[s][i] < math.MaxInt64
		}
	}
	return fits
}

// values returns the figures of series. If there are several currencies, there is no margin.
func (it *item) values(shown []series, several bool) (values []*pb.MoneyValues) {
	units := float64(unitsOf(it.currency))
	for _, s := range shown {
		list := &pb.MoneyValues{Figures: make([]float64, len(it.figures[s]))}
		for i, figure := range it.figures[s] {
			switch {
			case s.isHours():
				list.Figures[i] = float64(figure) / 1e6
			case s == margin && several:
				list.Figures[i] = math.NaN()
			case s == margin:
				list.Figures[i] = float64(it.figures[forecastRevenue][i]-it.figures[forecastCost][i]) / units
			default:
				list.Figures[i] = float64(figure) / units
			}
		}
		values = append(values, list)
	}
	return values
}
