package money

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
)

// Impact adds to an impact what the planned hours of projects bring in and cost in its dates, now and with a proposal.
// More hours do not change a fixed price, only on which days it comes in, so fixed prices are left out.
// It adds nothing if the caller may not read that. Impact is called in a snapshot with postgres.ForManyRows.
func Impact(ctx context.Context, impact *pb.ProposalImpact, proposal uuid.UUID, projects []uuid.UUID) error {
	caller := call.Caller(ctx)
	if !caller.Has("read:rates") || !caller.Has("read:actual_hours") {
		return nil
	}
	impact.Money = &pb.ProposalMoney{}
	if len(projects) == 0 {
		return nil
	}
	if err := mayReadMoney(ctx, nil); err != nil {
		if problem.Has(err, problem.PermissionDenied) {
			impact.Money = nil
			return nil
		}
		return err
	}
	r, err := newReport(&pb.GetMoneyRequest{StartDate: impact.StartDate, EndDate: impact.EndDate,
		Bucket: pb.MoneyBucket_MONEY_BUCKET_TOTAL.Enum(), Compare: pb.PlanComparison_PLAN_COMPARISON_LIVE.Enum()})
	if err != nil {
		return err
	}
	r.only, r.proposal, r.costs = projects, &proposal, permit.SeesCosts(ctx)
	if r.sight, err = permit.SightOf(ctx, auth.WorkedHours); err != nil {
		return err
	}
	if err := r.readBoth(ctx); err != nil {
		return err
	}
	before, after := r.live.planned(), r.planned()
	if r.isTooMuch || r.live.isTooMuch {
		return errTooMuch
	}
	all := maps.Clone(before)
	maps.Copy(all, after)
	for _, currency := range slices.Sorted(maps.Keys(all)) {
		was, will := before[currency], after[currency]
		amounts := &pb.ProposalAmounts{Currency: currency,
			Revenue: &pb.ProposalFigure{Before: was.revenue, After: will.revenue}}
		if r.costs {
			amounts.Cost = &pb.ProposalFigure{Before: was.cost, After: will.cost}
		}
		if was != (amountsOf{}) || will != (amountsOf{}) {
			impact.Money.Items = append(impact.Money.Items, amounts)
		}
	}
	return nil
}

// amountsOf is what planned hours bring in and cost.
type amountsOf struct{ revenue, cost float64 }

// planned returns what the planned hours of persons bring in and cost, tentative or not, by currency.
func (r *report) planned() map[string]amountsOf {
	sums := map[string][2]int64{}
	for k, it := range r.items {
		sum := sums[k.currency]
		for i, of := range [][]series{{plannedRevenue, tentativeRevenue}, {plannedCost, tentativeCost}} {
			for _, s := range of {
				for _, figure := range it.figures[s] {
					sum[i] = saturated(sum[i], figure)
					r.isTooMuch = r.isTooMuch || sum[i] == math.MaxInt64
				}
			}
		}
		sums[k.currency] = sum
	}
	found := map[string]amountsOf{}
	for currency, sum := range sums {
		units := float64(unitsOf(currency))
		found[currency] = amountsOf{float64(sum[0]) / units, float64(sum[1]) / units}
	}
	return found
}
