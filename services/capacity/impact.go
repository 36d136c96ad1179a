package capacity

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// Impact adds to an impact the weeks of users whose planned hours a proposal would change, and the hours of those of
// them who are placeholders. impact has the dates; more than 370 days, or too many users for them, are an error (400).
// ids are the users of the proposal. Impact is called in a snapshot, and makes its settings: set.
func Impact(ctx context.Context, impact *pb.ProposalImpact, proposal uuid.UUID, ids []uuid.UUID) error {
	days, err := newRange(impact)
	if err != nil {
		return err
	}
	if n := len(ids); n*days.n > maxUserDays {
		return problem.Field(problem.ValidationFailed, "end_date",
			fmt.Sprintf("must be at most %d days after the start date for %d users", maxUserDays/n-1, n))
	}
	if err := set(ctx); err != nil {
		return err
	}
	sight, err := permit.SightOf(ctx, auth.Utilization)
	if err != nil {
		return err
	}
	s, err := readStaffOf(ctx, days, sight, ids)
	if err != nil {
		return err
	}
	slices.SortFunc(s.people, func(a, b *person) int { return lists.CompareNames(a.name, a.id, b.name, b.id) })
	query := hoursQuery{planned: true, by: columns{group: byUser}, days: days, people: ids}
	before, err := query.hoursByKey(ctx)
	if err != nil {
		return err
	}
	query.proposal = &proposal
	after, err := query.hoursByKey(ctx)
	if err != nil {
		return err
	}
	w := weeks{staff: s, sight: sight, d: newDaily(days)}
	w.starts, w.of = days.buckets(pb.CapacityBucket_CAPACITY_BUCKET_WEEK)
	impact.Unfilled = &pb.ProposalFigure{}
	for _, p := range s.people {
		was, will := w.hours(p, before[key{group: p.id}]), w.hours(p, after[key{group: p.id}])
		for i, start := range w.starts {
			if p.isPlaceholder() {
				impact.Unfilled.Before += was[i].Planned
				impact.Unfilled.After += will[i].Planned
			}
			if !isSame(was[i], will[i]) {
				impact.Items = append(impact.Items, &pb.ProposalWeek{UserId: p.id.String(), Name: p.name,
					StartDate: start, Before: was[i], After: will[i]})
			}
		}
	}
	impact.Unfilled.Before, impact.Unfilled.After = rounded(impact.Unfilled.Before), rounded(impact.Unfilled.After)
	return nil
}

// weeks adds up the hours of users in the weeks of a range.
type weeks struct {
	*staff
	sight  *permit.Sight
	d      *daily
	starts []string // of each week
	of     []int    // of each day
}

// hours returns the planned hours of a user in each week, beside those that are free and over if sight has that.
func (w weeks) hours(p *person, plan dayHours) []*pb.ProposalHours {
	w.d.reset()
	isCompared, firm := !p.isPlaceholder() && w.sight.Of(auth.Utilization, p.id), planned
	if p.isPlaceholder() {
		w.d.addUnfilled(plan)
		firm = unfilled
	} else {
		if isCompared {
			w.availability(p, w.d)
		}
		w.d.add(plan, nil)
		w.d.compare()
	}
	sums := make([]*pb.ProposalHours, len(w.starts))
	firmSums, tentativeSums, freeSums, overSums := w.sums(firm), w.sums(tentative), w.sums(free), w.sums(over)
	for i := range sums {
		sums[i] = &pb.ProposalHours{Planned: rounded(firmSums[i]), Tentative: rounded(tentativeSums[i])}
		if isCompared {
			sums[i].Free, sums[i].Over = new(rounded(freeSums[i])), new(rounded(overSums[i]))
		}
	}
	return sums
}

func (w weeks) sums(of series) []float64 {
	sums := make([]float64, len(w.starts))
	for day, hours := range w.d.series[of] {
		sums[w.of[day]] += hours
	}
	return sums
}

func isSame(a, b *pb.ProposalHours) bool {
	return a.Planned == b.Planned && a.Tentative == b.Tentative && a.GetFree() == b.GetFree() &&
		a.GetOver() == b.GetOver()
}
