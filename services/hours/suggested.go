package hours

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/settled"
)

// errOtherPlan is the error about hours that have changed since people were suggested.
var errOtherPlan = problem.New(problem.Unavailable, "planned hours have changed meanwhile: send the request again")

// Suggest makes suggested rows the wishes of a new proposal, in one transaction: what they have is added to the live
// rows, and taken from the rows of the placeholder, if there is one. begin is called first in each attempt, and end
// last, with the number of wishes. Rows of closed days are an error (409). A dry run is rolled back.
func (s *Assignments) Suggest(
	ctx context.Context, proposal uuid.UUID, placeholder string, rows []*pb.SuggestedRow, dryRun bool,
	begin func() error, end func(wishes int) error,
) error {
	plan := s.table
	plan.proposal = &proposal
	return plan.closed.Checked(ctx, false, func(days *settled.Days) error {
		return call.DB(ctx).Unit.Do(ctx, func() error {
			if err := begin(); err != nil {
				return err
			}
			plan.wishes, plan.because = map[key]*wish{}, map[key]string{}
			r, err := plan.decideSuggested(ctx, placeholder, rows)
			if err != nil {
				return err
			}
			if err := plan.refuseClosed(ctx, days, r); err != nil {
				return err
			}
			wishes, _, err := plan.storeWishes(ctx, r)
			switch {
			case errors.Is(err, errOvertaken):
				return errOtherPlan
			case err != nil:
				return err
			}
			if err := end(wishes); err != nil || !dryRun {
				return err
			}
			return txn.ErrUndo
		})
	})
}

// decideSuggested returns the change that suggested rows are, and notes why each of them is suggested.
func (t *table) decideSuggested(
	ctx context.Context, placeholder string, rows []*pb.SuggestedRow,
) (*rewriting, error) {
	added, taken := map[key]float64{}, map[key]float64{}
	for _, row := range rows {
		k := key{row.UserId, row.ProjectId, row.GetCapabilityId(), row.Date}
		added[k], t.because[k] = row.Hours, row.Because
		if placeholder != "" {
			k.user = placeholder
			taken[k] = sum(taken[k], row.Hours)
		}
	}
	from, to := slices.SortedFunc(maps.Keys(taken), compareKeys), slices.SortedFunc(maps.Keys(added), compareKeys)
	r := &rewriting{read: map[key]*pb.Assignment{}, means: func(key) string { return "brief.demand" }}
	if err := t.readToo(ctx, r, slices.Concat(from, to)); err != nil {
		return nil, err
	}
	for _, k := range from {
		switch left := sum(r.read[k].GetHours(), -taken[k]); {
		case left < 0:
			return nil, errOtherPlan
		case left == 0:
			r.remove = append(r.remove, k)
		default:
			r.write = append(r.write, entry{key: k, hours: left})
		}
	}
	for _, k := range to {
		e := entry{key: k, hours: sum(r.read[k].GetHours(), added[k])}
		if e.hours > maxHours {
			return nil, errOtherPlan
		}
		if r.read[k] == nil { // a row that is there keeps whether it is tentative
			of := k
			of.user = placeholder
			e.tentative = new(r.read[of].GetTentative())
		}
		r.write = append(r.write, e)
	}
	return r, nil
}
