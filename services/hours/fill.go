package hours

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/reference"
)

// The days of a filling that has none.
const firstDay, lastDay = "0001-01-01", "9999-12-31"

// newFilling returns a move of the rows of a placeholder to a person, whose hours are added to those that the person
// has. What the body alone shows to be invalid comes before a missing placeholder, like in the chain.
func (t *table) newFilling(ctx context.Context, req *pb.FillPlaceholderRequest) (*copying, error) {
	const body, person = "filling.", "filling.user_id"
	m := req.GetFilling()
	c := &copying{
		source: &window{
			first: cmp.Or(m.GetStartDate(), firstDay), last: cmp.Or(m.GetEndDate(), lastDay),
			user: strings.ToLower(req.GetPlaceholderId()), field: "placeholder_id",
		},
		user: strings.ToLower(m.GetUserId()), existing: pb.OnExisting_ON_EXISTING_ADD, move: true,
		target: body, overfull: person,
	}
	if c.source.first > c.source.last {
		return nil, reversed(body)
	}
	from, to := link{"user_id", c.source.user}, link{"user_id", c.user}
	known, err := t.lookUp(ctx, []link{from, to})
	if err != nil {
		return nil, err
	}
	isFrom, isTo := known[from], known[to]
	switch {
	case !isFrom:
		return nil, problem.Missing("user")
	case !placeholder.IsText(c.source.user):
		return nil, problem.Field(problem.ValidationFailed, "placeholder_id", reference.IsPerson)
	case !isTo:
		return nil, problem.Field(problem.UnknownReference, person, "does not exist")
	case placeholder.IsText(c.user):
		return nil, problem.Field(problem.ValidationFailed, person, reference.IsPlaceholder)
	}
	c.inactive, err = t.inactive.current(ctx)
	return c, err
}

// lockAndCheckVersion locks the placeholder if the request is for a version of it, and returns an error if it has
// another one.
func lockAndCheckVersion(ctx context.Context, id string) error {
	versions := call.FromContext(ctx).Versions
	if versions == nil {
		return nil
	}
	if err := tenant.LockRow(ctx, call.DB(ctx), user.Table, id); err != nil {
		return err
	}
	row, err := call.DB(ctx).User.Query().Where(user.ID(protoconv.ID(id))).Only(ctx)
	if err != nil {
		return err
	}
	return versions.Check(row.Version)
}

// fill moves rows of a placeholder to a person.
func (t *table) fill(
	ctx context.Context, req *pb.FillPlaceholderRequest,
) (filled *pb.FilledPlaceholder, meta *pb.WriteMeta, err error) {
	x, err := extrasOf(ctx, req.GetInclude())
	if err != nil {
		return nil, nil, err
	}
	c, err := t.newFilling(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	filled = &pb.FilledPlaceholder{}
	_, err = t.rewrite(ctx, req.GetDryRun(), func() (*rewriting, error) {
		r, err := t.decideCopy(ctx, c)
		if err == nil {
			err = lockAndCheckVersion(ctx, c.source.user)
		}
		if err != nil {
			return nil, err
		}
		filled.OverBefore, err = t.over(ctx, c.user, r.keys)
		return r, err
	}, func(r *rewriting) (err error) {
		if filled.OverAfter, err = t.over(ctx, c.user, r.keys); err != nil {
			return err
		}
		done := r.changes(r.keys)
		filled.Moved, filled.Merged = int32(len(r.keys)), int32(len(r.keys)-r.created)
		found, err := t.warnOf(ctx, x, done)
		filled.Items, meta = x.items(done.items), x.meta(done.outcome, found)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return filled, meta, nil
}

// over returns by how many hours the planned hours of a person are above the availability, on the days of keys, which
// are in the order of the list.
func (t *table) over(ctx context.Context, person string, keys []key) (hours float64, err error) {
	dates := slices.Compact(lists.Map(keys, func(k key) string { return k.date }))
	over, err := t.overloads(ctx, slices.Repeat([]string{person}, len(dates)), dates, t.proposal)
	for _, h := range over {
		hours = sum(hours, h)
	}
	return hours, err
}
