package hours

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/reference"
	"github.com/workplan-api/workplan/services/internal/settled"
)

// Suggesting is how a suggestion becomes a proposal. Its functions are called again if hours have changed meanwhile.
type Suggesting struct {
	// Proposal is the id of the new proposal, and Placeholder that of whose hours move, or empty.
	Proposal    uuid.UUID
	Placeholder string
	// Rows returns who would do what. closed are the closed days. Without rows, nothing is written.
	Rows func(closed *settled.Days) ([]*pb.SuggestedRow, error)
	// Begin inserts the proposal, and End notes how many wishes it has. Both are called in the transaction.
	Begin  func() error
	End    func(wishes int) error
	DryRun bool
}

// Suggest makes suggested rows the wishes of a new proposal, in one transaction: what they have is added to the live
// rows, and taken from the rows of the placeholder, if there is one. Rows of closed days are an error (409). If hours
// change all the time, the error is 503. A dry run is rolled back.
func (s *Assignments) Suggest(ctx context.Context, of Suggesting) error {
	plan := s.table
	plan.proposal = &of.Proposal
	write := func(days *settled.Days, rows []*pb.SuggestedRow) error {
		if err := of.Begin(); err != nil {
			return err
		}
		plan.wishes, plan.because = map[key]*wish{}, map[key]string{}
		r, err := plan.decideSuggested(ctx, of.Placeholder, rows)
		if err != nil {
			return err
		}
		if err := plan.refuseClosed(ctx, days, r); err != nil {
			return err
		}
		wishes, _, err := plan.storeWishes(ctx, r)
		if err != nil {
			return err
		}
		if err := of.End(wishes); err != nil || !of.DryRun {
			return err
		}
		return txn.ErrUndo
	}
	return plan.closed.Checked(ctx, true, func(days *settled.Days) error {
		return again(func() error {
			rows, err := of.Rows(days)
			if err != nil || len(rows) == 0 {
				return err
			}
			return call.DB(ctx).Unit.Do(ctx, func() error { return write(days, rows) })
		})
	})
}

// decideSuggested returns the change that suggested rows are, and notes why each of them is suggested. If the rows of
// the placeholder are no longer what was suggested for, it returns errOvertaken.
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
	inactive, err := t.inactive.current(ctx)
	if err != nil {
		return nil, err
	}
	r.moved = map[key]bool{}
	for _, k := range from {
		r.moved[k] = true
		switch left := sum(r.read[k].GetHours(), -taken[k]); {
		case left < 0:
			return nil, errOvertaken
		case left == 0:
			r.remove = append(r.remove, k)
		default:
			r.write = append(r.write, entry{key: k, hours: left})
		}
	}
	for _, k := range to {
		e := entry{key: k, hours: sum(r.read[k].GetHours(), added[k])}
		if e.hours > maxHours {
			return nil, errOvertaken
		}
		if r.read[k] == nil { // a new row is tentative if that of the placeholder is
			if inactive[k.capability] {
				return nil, problem.Field(problem.ValidationFailed, "brief.demand.placeholder_id",
					"has rows with the capability "+k.capability+", which "+reference.IsInactive)
			}
			of := k
			of.user = placeholder
			e.tentative = new(r.read[of].GetTentative())
		}
		r.write = append(r.write, e)
	}
	return r, nil
}
