package hours

import (
	"context"
	"maps"
	"slices"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// maxRefused is how many refused rows a response lists.
const maxRefused = 100

// confirm makes the tentative rows of a window firm, as far as the caller may write them.
func (t *table) confirm(ctx context.Context, w *window, dryRun bool) (*pb.Confirmation, error) {
	if err := w.owned(); err != nil {
		return nil, err
	}
	if err := w.check(ctx, t); err != nil {
		return nil, err
	}
	w.tentative = true
	var refused []key
	r, err := t.rewrite(ctx, dryRun, func() (*rewriting, error) {
		r, err := t.newRewriting(ctx, w)
		if err != nil {
			return nil, err
		}
		refused, err = t.decideConfirm(ctx, r)
		return r, err
	}, nil)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(refused, compareByDate)
	return &pb.Confirmation{
		Confirmed: int32(len(r.write)), Refused: int32(len(refused)),
		RefusedItems: lists.Map(refused[:min(len(refused), maxRefused)], keyMessage),
	}, nil
}

// decideConfirm writes the rows that the caller may write, and returns the keys of the others. It is an error if there
// are only others.
func (t *table) decideConfirm(ctx context.Context, r *rewriting) (refused []key, err error) {
	keys := slices.Collect(maps.Keys(r.read))
	indexes, err := t.refusedKeys(ctx, keys)
	if err != nil {
		return nil, err
	}
	isRefused := map[key]bool{}
	for _, i := range indexes {
		refused, isRefused[keys[i]] = append(refused, keys[i]), true
	}
	if len(refused) > 0 && len(refused) == len(keys) {
		return nil, t.permitRows(ctx, r.window.means, keys)
	}
	for k, row := range r.read {
		if !isRefused[k] {
			r.write = append(r.write, entry{key: k, hours: row.GetHours(), tentative: new(false)})
		}
	}
	return refused, nil
}

func keyMessage(k key) *pb.HoursKey {
	m := &pb.HoursKey{UserId: k.user, ProjectId: k.project, Date: k.date}
	if k.capability != "" {
		m.CapabilityId = &k.capability
	}
	return m
}
