package money

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
)

var errTooLarge = problem.New(problem.ValidationFailed,
	"the response would have more than 20,000 items times buckets: shorten the range, choose longer buckets or another "+
		"group_by, or select a project or a client")

// message returns the items, their totals, and the names of the series.
func (r *report) message() *pb.Money {
	m := &pb.Money{Buckets: r.buckets, Today: dateOf(r.today)}
	shown := r.shown()
	for _, s := range shown {
		m.Series = append(m.Series, seriesNames[s])
	}
	names := r.names()
	totals := map[string]*item{}
	currencies := map[uuid.UUID]int{} // in how many a group has amounts
	var items []*item
	for _, it := range r.items {
		items = append(items, it)
		if it.hasAmounts() {
			currencies[it.group]++
		}
		total := totals[it.currency]
		if total == nil {
			total = r.newItem(itemKey{currency: it.currency})
			totals[it.currency] = total
		}
		total.addAll(it)
	}
	slices.SortFunc(items, func(a, b *item) int {
		return cmp.Or(compareNoneLast(a, b, names), strings.Compare(a.currency, b.currency))
	})
	for _, it := range items {
		one := &pb.MoneyItem{Currency: it.currency, Values: it.values(shown, currencies[it.group] > 1)}
		if it.group != uuid.Nil {
			id, name := it.group.String(), names[it.group]
			one.Id, one.Name = &id, &name
		}
		if r.byProject() {
			p := r.projects[it.group]
			one.Method = methodOf(p).Enum()
			if r.req.GetBudget() {
				one.Budget = &pb.BudgetUse{} // null
				if use := r.budgets[p.ID]; use != nil && it.currency == r.prices.currencyOf(p) {
					one.Budget = use
				}
			}
		}
		m.Items = append(m.Items, one)
	}
	several := 0
	for _, total := range totals {
		if total.hasAmounts() {
			several++
		}
	}
	for _, total := range totals {
		m.Totals = append(m.Totals, &pb.MoneyTotal{Currency: total.currency, Values: total.values(shown, several > 1)})
	}
	slices.SortFunc(m.Totals, func(a, b *pb.MoneyTotal) int { return strings.Compare(a.Currency, b.Currency) })
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
func (it *item) hasAmounts() bool {
	for s := range margin {
		if slices.ContainsFunc(it.figures[s], func(figure int64) bool { return figure != 0 }) {
			return true
		}
	}
	return false
}

// addAll adds the figures of another item.
func (it *item) addAll(other *item) {
	for s := range it.figures {
		for i, figure := range other.figures[s] {
			it.figures[s][i] += figure
		}
	}
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

// compareNoneLast orders items by name in any case, and then by id. The item without a group is the last one.
func compareNoneLast(a, b *item, names map[uuid.UUID]string) int {
	if (a.group == uuid.Nil) != (b.group == uuid.Nil) {
		return bytes.Compare(b.group[:], a.group[:]) // uuid.Nil is the smallest id
	}
	return cmp.Or(strings.Compare(strings.ToLower(names[a.group]), strings.ToLower(names[b.group])),
		bytes.Compare(a.group[:], b.group[:]))
}
