package money

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/rates"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/decimal"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rate"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
)

// prices are the rates of records, and in which currency they count.
type prices struct {
	organization uuid.UUID
	lists        map[uuid.UUID]map[rate.For]rate.List // by the record that has the list
	clients      map[uuid.UUID]*ent.Customer
	currency     string // of the organization
}

// readPrices returns the rates of records, or of all records if only is nil. clients are those of the projects whose
// hours get a price.
func readPrices(ctx context.Context, clients []*ent.Customer, only []uuid.UUID) (*prices, error) {
	p := &prices{
		organization: tenant.Organization(ctx), lists: map[uuid.UUID]map[rate.For]rate.List{},
		clients: map[uuid.UUID]*ent.Customer{},
	}
	for _, c := range clients {
		p.clients[c.ID] = c
	}
	q := call.DB(ctx).Rates.Query()
	if only != nil {
		q.Where(rates.IDIn(append(only, p.organization)...))
	}
	rows, err := q.All(ctx)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		list := map[rate.For]rate.List{}
		for _, r := range row.Items {
			list[r.For()] = append(list[r.For()], r)
		}
		p.lists[row.ID] = list
	}
	pricing, err := readPricing(ctx)
	if err == nil {
		p.currency = pricing.Currency
	}
	return p, err
}

// currencyOf returns the currency of the amounts of a project.
func (p *prices) currencyOf(project *ent.Project) string {
	var ofClient *string
	if c := p.clients[project.ClientID]; c != nil {
		ofClient = c.Currency
	}
	return currencyOf(project.Currency, ofClient, p.currency)
}

// says returns what a level says of an hour on a day: the amount, which is nil if it has none, its currency, and the
// first day of the item of its list.
func (p *prices) says(on *hour, l level, day string) (amount *decimal.Number, currency, from string) {
	if l.none {
		return nil, "", ""
	}
	found := p.lists[l.of][l.For].At(l.For, day)
	if found != nil {
		from = found.ValidFrom
	}
	amount, currency = p.amountOf(on, l, found)
	return amount, currency, from
}

// amountOf returns the amount of a level with an item of its list, nil if there is none, and its currency. Before the
// first item, the level of the project has the hourlyRate.
func (p *prices) amountOf(on *hour, l level, item *rate.Rate) (amount *decimal.Number, currency string) {
	switch {
	case item != nil:
		return item.Amount, item.Currency
	case l.level == pb.RateLevel_RATE_LEVEL_PROJECT && on.project.HourlyRate != nil:
		return decimal.Optional(on.project.HourlyRate), p.currencyOf(on.project)
	}
	return nil, ""
}

// rateFrom is the rate of an hour from a day on. Its level is 0 if there is none.
type rateFrom struct {
	day      int32 // since hoursrow.Epoch
	level    pb.RateLevel
	amount   decimal.Number
	currency string
}

// ratesOf returns the rates of an hour on all days, in their order. The first one holds since ever. It goes through the
// lists of all levels together, from one day on which one of them says something new to the next.
func (p *prices) ratesOf(on *hour) (found []rateFrom) {
	levels := slices.DeleteFunc(on.levels(p.organization), func(l level) bool { return l.none })
	left := make([]rate.List, len(levels)) // what the lists say after the day
	for i, l := range levels {
		left[i] = p.lists[l.of][l.For]
	}
	latest := make([]*rate.Rate, len(levels))
	for day, more := "", true; more; {
		next := rateFrom{day: math.MinInt32}
		if day != "" {
			next.day = hoursrow.Day(protoconv.Date(day))
		}
		for i, l := range levels {
			for len(left[i]) > 0 && left[i][0].ValidFrom <= day {
				latest[i], left[i] = &left[i][0], left[i][1:]
			}
			if amount, currency := p.amountOf(on, l, latest[i]); amount != nil && next.level == 0 {
				next.level, next.amount, next.currency = l.level, *amount, currency
			}
		}
		found, more = append(found, next), false
		for _, list := range left {
			if len(list) > 0 && (!more || list[0].ValidFrom < day) {
				day, more = list[0].ValidFrom, true
			}
		}
	}
	return found
}

// rateOn returns the rate that holds on a day.
func rateOn(rates []rateFrom, day int32) *rateFrom {
	i, is := slices.BinarySearchFunc(rates, day, func(r rateFrom, day int32) int { return cmp.Compare(r.day, day) })
	if !is {
		i--
	}
	return &rates[i]
}

// hoursOf returns hours as they are priced: with six decimals, so to 3.6 ms. The statement of sums does the same, in
// two steps: without the conversion, some processors would round only after the second.
func hoursOf(hours float64) decimal.Number {
	return decimal.Number(math.Floor(float64(hours*1e6) + 0.5))
}

// price returns what hours are worth at a rate, in the smallest unit of the currency. It is rounded half up.
func price(hours, rate decimal.Number, currency string) int64 {
	return share(rate, int64(hours), 1e6, currency)
}

// share returns amount × part / whole in the smallest unit of the currency, rounded half up. None may be negative. The
// share of nothing is nothing: hours can be so few that they are 0 with six decimals.
func share(amount decimal.Number, part, whole int64, currency string) int64 {
	if whole == 0 {
		return 0
	}
	for whole > math.MaxInt64/1_000_000 { // more than nine million hours, whose last digits do not matter
		part, whole = part/2, whole/2
	}
	divisor := uint64(whole) * uint64(1e6/unitsOf(currency))
	high, low := bits.Mul64(uint64(amount), uint64(part))
	low, carry := bits.Add64(low, divisor/2, 0)
	quotient, _ := bits.Div64(high+carry, low, divisor)
	return int64(quotient)
}

// unitsOf returns how many of its smallest unit a currency has: 100 cents of a euro, and one yen.
func unitsOf(currency string) int64 {
	units := int64(1)
	for range validate.CurrencyDigits(currency) {
		units *= 10
	}
	return units
}
