package capacity

import (
	"context"
	"slices"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// Impact adds to an impact the weeks of users whose planned hours a proposal would change, and the hours of
// placeholders. The impact has its dates, at most 370 days (400). ids are the users of the proposal. Impact is called
// in a snapshot.
func Impact(ctx context.Context, impact *pb.ProposalImpact, proposal uuid.UUID, ids []uuid.UUID) error {
	days, err := newRange(impact)
	if err != nil {
		return err
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
	impact.Unfilled = &pb.ProposalFigure{}
	for _, p := range s.people {
		was, will := s.weeks(p, before, sight), s.weeks(p, after, sight)
		for i := range was.starts {
			if p.isPlaceholder() {
				impact.Unfilled.Before += was.hours[i].Planned
				impact.Unfilled.After += will.hours[i].Planned
			}
			if !isSame(was.hours[i], will.hours[i]) {
				impact.Items = append(impact.Items, &pb.ProposalWeek{UserId: p.id.String(), Name: p.name,
					StartDate: was.starts[i], Before: was.hours[i], After: will.hours[i]})
			}
		}
	}
	impact.Unfilled.Before, impact.Unfilled.After = rounded(impact.Unfilled.Before), rounded(impact.Unfilled.After)
	return nil
}

// weeks are the hours of a user in the weeks of a range.
type weeks struct {
	starts []string
	hours  []*pb.ProposalHours
}

// weeks adds up the planned hours of a user, and compares them with availability if sight has that.
func (s *staff) weeks(p *person, plan map[key]dayHours, sight *permit.Sight) weeks {
	d := newDaily(s.days)
	d.reset()
	firm, isCompared := planned, !p.isPlaceholder() && sight.Of(auth.Utilization, p.id)
	switch {
	case p.isPlaceholder():
		d.addUnfilled(plan[key{group: p.id}])
		firm = unfilled
	case isCompared:
		s.availability(p, d)
		fallthrough
	default:
		d.add(plan[key{group: p.id}], nil)
		d.compare()
	}
	starts, bucketOf := s.days.buckets(pb.CapacityBucket_CAPACITY_BUCKET_WEEK)
	w := weeks{starts, make([]*pb.ProposalHours, len(starts))}
	sum := func(of series) []float64 {
		sums := make([]float64, len(starts))
		for day, hours := range d.series[of] {
			sums[bucketOf[day]] += hours
		}
		return sums
	}
	planned, tentative, free, over := sum(firm), sum(tentative), sum(free), sum(over)
	for i := range starts {
		w.hours[i] = &pb.ProposalHours{Planned: rounded(planned[i]), Tentative: rounded(tentative[i])}
		if isCompared {
			w.hours[i].Free, w.hours[i].Over = new(rounded(free[i])), new(rounded(over[i]))
		}
	}
	return w
}

func isSame(a, b *pb.ProposalHours) bool {
	return a.Planned == b.Planned && a.Tentative == b.Tentative && a.GetFree() == b.GetFree() &&
		a.GetOver() == b.GetOver()
}
