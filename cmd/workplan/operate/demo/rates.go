package demo

import (
	"context"
	"fmt"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/money"
)

// prices are what an hour with a capability is worth, until the beginning of the year and from then on.
var prices = []struct {
	capability     string
	before, bill   float64
	cost, ofLeader float64
}{
	{productDesign, 105, 110, 52, 68},
	{userResearch, 100, 105, 50, 66},
	{brandDesign, 98, 102, 48, 62},
	{frontend, 108, 114, 54, 70},
	{backend, 112, 118, 56, 74},
	{mobile, 112, 118, 56, 74},
	{dataEngineering, 120, 128, 60, 78},
	{cloudOperations, 118, 125, 58, 76},
	{qualityAssurance, 85, 90, 42, 56},
	{projectManagement, 110, 115, 55, 72},
}

// basic is what an hour without a capability is worth and costs.
const (
	basicBill = 95
	basicCost = 45
)

// rates writes what hours are worth and cost, as an admin: those of capabilities, with a raise at the beginning of the
// year, and what an hour of each manager costs.
func (f *fill) rates(ctx context.Context) error {
	ctx = f.as(ctx, adminHandle)
	service, raise := money.New(nil, nil), fmt.Sprintf("%d-01-01", f.today.In(time.UTC).Year())
	all := &pb.Rates{Items: []*pb.Rate{bill(basicBill), cost(basicCost)}}
	leaders := map[string]float64{}
	for _, p := range prices {
		leaders[p.capability] = p.ofLeader
		id := f.capabilities[p.capability]
		raised := bill(p.bill)
		raised.ValidFrom = &raise
		for _, r := range []*pb.Rate{bill(p.before), raised, cost(p.cost)} {
			r.CapabilityId = &id
			all.Items = append(all.Items, r)
		}
	}
	if _, err := service.ReplaceOrganizationRates(ctx, &pb.ReplaceOrganizationRatesRequest{Rates: all}); err != nil {
		return err
	}
	n := 0
	for _, p := range people {
		amount, leads := leaders[p.capability]
		if p.role != manager || !leads {
			continue
		}
		n++
		if _, err := service.ReplaceUserRates(ctx, &pb.ReplaceUserRatesRequest{
			UserId: f.users[p.handle], Rates: &pb.Rates{Items: []*pb.Rate{cost(amount)}},
		}); err != nil {
			return err
		}
	}
	f.log("rates of %d capabilities and %d managers", len(prices), n)
	return nil
}

func bill(amount float64) *pb.Rate {
	return &pb.Rate{Kind: pb.RateKind_RATE_KIND_BILL, Amount: &amount}
}

func cost(amount float64) *pb.Rate {
	return &pb.Rate{Kind: pb.RateKind_RATE_KIND_COST, Amount: &amount}
}
