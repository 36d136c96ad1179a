package hours

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/capability"
	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/proposed"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
)

// Outcome counts what became of the wishes of a proposal that is applied.
type Outcome struct{ Created, Updated, Deleted, Unchanged, Skipped int }

// Wished returns whose hours a proposal wishes to change, each pair of a user and a project once, and from which to
// which day. The days are empty if it has no wishes.
func Wished(ctx context.Context, proposal uuid.UUID) (of []permit.Hours, first, last string, err error) {
	found, err := readWishes(ctx, proposal)
	seen := map[permit.Hours]bool{}
	for k := range found {
		seen[permit.Hours{User: protoconv.ID(k.user), Project: protoconv.ID(k.project)}] = true
		first, last = min(cmp.Or(first, k.date), k.date), max(last, k.date)
	}
	return slices.Collect(maps.Keys(seen)), first, last, err
}

// Apply makes planned hours what a proposal wishes, in one transaction that locks the organization, with the events of
// the rows. begin is called first, in each attempt: it locks the proposal, and returns false if there is nothing to
// apply. end is called last. If onConflict says so, rows that have changed since they were wished are an error (409).
// Rows that the caller may not write (403) and those of closed days (409) always are: table.rewrite.
func (s *Assignments) Apply(
	ctx context.Context, proposal uuid.UUID, onConflict pb.OnConflict, dryRun bool,
	begin func() (bool, error), end func(Outcome) error,
) error {
	var a *applying
	_, err := s.table.rewrite(ctx, dryRun, func() (_ *rewriting, err error) {
		a = &applying{table: &s.table, onConflict: onConflict, proposal: proposal}
		if a.begun, err = begin(); err != nil || !a.begun {
			return &rewriting{read: map[key]*pb.Assignment{}, means: meansProposal}, err
		}
		return a.decide(ctx)
	}, func(r *rewriting) error {
		if !a.begun {
			return nil
		}
		if err := a.keepBefore(ctx, r); err != nil {
			return err
		}
		return end(Outcome{
			Created: r.created, Updated: len(r.write) - r.created, Deleted: len(r.remove), Unchanged: a.unchanged,
			Skipped: a.skipped,
		})
	})
	return err
}

// meansProposal is the field of a request that stands for all rows of a proposal.
func meansProposal(key) string { return proposed.Field }

// applying is a proposal while it is applied.
type applying struct {
	*table
	proposal           uuid.UUID
	onConflict         pb.OnConflict
	begun              bool
	wanted             map[key]*wish
	applied            map[key]bool // those that write or delete a row
	unchanged, skipped int
}

// decide chooses what to write and to delete, by comparing each wish with the row as it was when it was wished, and
// as it is now.
func (a *applying) decide(ctx context.Context) (*rewriting, error) {
	var err error
	if a.wanted, err = readWishes(ctx, a.proposal); err != nil {
		return nil, err
	}
	keys := slices.SortedFunc(maps.Keys(a.wanted), compareKeys)
	r := &rewriting{read: map[key]*pb.Assignment{}, means: meansProposal}
	if err := a.readToo(ctx, r, keys); err != nil {
		return nil, err
	}
	var conflicts []key
	a.applied = map[key]bool{}
	for _, k := range keys {
		w, row := a.wanted[k], r.read[k]
		switch changed := !w.base.isOf(row); {
		case w.isDone(row):
			a.unchanged++
			continue
		case changed && a.onConflict == pb.OnConflict_ON_CONFLICT_THEIRS:
			a.skipped++
			continue
		case changed && a.onConflict != pb.OnConflict_ON_CONFLICT_MINE:
			conflicts = append(conflicts, k)
			continue
		case w.is(row):
			a.unchanged++
			continue
		}
		a.applied[k] = true
		if w.hours == nil {
			r.remove = append(r.remove, k)
		} else {
			r.write = append(r.write, entry{key: k, hours: *w.hours, tentative: &w.tentative})
		}
	}
	if err := a.permitRows(ctx, meansProposal, slices.Concat(keysOf(r.write), r.remove)); err != nil {
		return nil, err
	}
	if len(conflicts) > 0 {
		return nil, conflictError(conflicts)
	}
	return r, a.refuseNewWithInactive(ctx, r)
}

// conflictError returns the error about rows that have changed since they were wished.
func conflictError(conflicts []key) error {
	e := problem.New(problem.ProposalConflict, "%d rows of the proposal have been changed since they were wished: read its "+
		"difference, and wish them again or apply it with onConflict", len(conflicts))
	slices.SortFunc(conflicts, compareByDate)
	for _, k := range conflicts {
		e.Add(problem.Detail{Field: proposed.Field, Index: -1, Message: fmt.Sprintf(
			"has a row that was changed since it was wished: user %s, project %s, %s", k.user, k.project, k.date)})
	}
	return e
}

// refuseNewWithInactive returns an error if a row would be new and has an inactive capability.
func (a *applying) refuseNewWithInactive(ctx context.Context, r *rewriting) error {
	inactive, err := a.inactive.current(ctx)
	if err != nil {
		return err
	}
	e := &problem.Error{Code: problem.ProposalConflict}
	for _, w := range r.write {
		if inactive[w.capability] && r.read[w.key] == nil {
			e.Add(problem.Detail{Field: proposed.Field, Index: -1, Message: fmt.Sprintf(
				"has a new row with the capability %s, which is inactive now: user %s, project %s, %s",
				w.capability, w.user, w.project, w.date)})
		}
	}
	if len(e.Details) == 0 {
		return nil
	}
	return e
}

const (
	// All rows that were applied without a conflict have the version after that of their base.
	markApplied = `UPDATE proposal_rows SET applied_version = CASE WHEN hours IS NULL THEN 0 ELSE base_version + 1 END
WHERE organization_id = $1 AND proposal_id = $2`

	markOthers = `UPDATE proposal_rows w SET base_id = k.id, base_version = k.version, base_hours = k.hours,
  base_tentative = k.tentative, applied_version = k.applied
FROM unnest((SELECT $3::uuid[]), (SELECT $4::uuid[]), (SELECT $5::bigint[]), (SELECT $6::float8[]), (SELECT $7::bool[]),
  (SELECT $8::bigint[])) AS k (wish, id, version, hours, tentative, applied)
WHERE w.organization_id = $1 AND w.proposal_id = $2 AND w.id = k.wish`
)

// keepBefore stores what the rows were before they were applied, and which versions they have now, for a proposal that
// undoes it.
func (a *applying) keepBefore(ctx context.Context, r *rewriting) error {
	db := call.DB(ctx)
	var ids, bases []*string
	var versions, applied []*int64
	var hours []*float64
	var tentative []*bool
	for k, w := range a.wanted {
		row := r.read[k]
		if a.applied[k] && w.base.isOf(row) {
			continue
		}
		was := liveState(row)
		ids, versions = append(ids, new(w.id.String())), append(versions, &was.version)
		if row == nil {
			bases, hours, tentative = append(bases, nil), append(hours, nil), append(tentative, nil)
		} else {
			bases, hours = append(bases, &row.Id), append(hours, &was.hours)
			tentative = append(tentative, &was.tentative)
		}
		switch {
		case !a.applied[k]:
			applied = append(applied, nil)
		case w.hours == nil:
			applied = append(applied, new(int64))
		default:
			applied = append(applied, new(was.version+1))
		}
	}
	return db.Unit.Owe(proposed.Record+".applied", func() (int, error) {
		if _, err := tenant.Exec(ctx, db, markApplied, a.proposal); err != nil || len(ids) == 0 {
			return len(a.wanted), err
		}
		_, err := tenant.Exec(ctx, db, markOthers, a.proposal, pq.Array(ids), pq.Array(bases), pq.Array(versions),
			pq.Array(hours), pq.Array(tentative), pq.Array(applied))
		return len(a.wanted), err
	})
}

// Revert writes the wishes that undo an applied proposal, as those of another one, and returns how many they are. The
// transaction owes the event that tells of the other one.
//
// If fewer of its own wishes are left than count, it is an error (409): they are removed with the events of their time.
func (s *Assignments) Revert(ctx context.Context, of, other uuid.UUID, count int) (rows int, err error) {
	wishes, err := readWishes(ctx, of)
	switch {
	case err != nil:
		return 0, err
	case len(wishes) < count:
		return 0, problem.New(problem.InvalidState,
			"the rows of the proposal are not kept any more: they are removed after the retention of events")
	}
	var keys []key
	for k, w := range wishes {
		if w.applied != nil {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, compareKeys)
	live, err := s.table.readKeys(ctx, keys)
	if err != nil {
		return 0, err
	}
	rowOf, now := byKey(live), protoconv.Now()
	var undo []*wish
	for _, k := range keys {
		was, row := wishes[k], rowOf[k]
		w := &wish{key: k, id: journal.NewID(), version: row.GetVersion() + 1, created: now, updated: now,
			tentative: was.base.tentative, base: liveState(row)}
		if was.base.version > 0 {
			w.hours = &was.base.hours
		}
		// A row that somebody has changed since is in conflict: its base is what the proposal has left, and not the
		// row.
		isLeft := was.is(row) && w.base.version == *was.applied
		switch {
		case isLeft && w.is(row):
			continue
		case isLeft:
		case was.hours == nil:
			w.base = state{}
		default:
			w.base = state{cmp.Or(w.base.id, was.base.id, was.id), *was.hours, was.tentative, *was.applied}
		}
		undo = append(undo, w)
	}
	plan := s.table
	plan.proposal = &other
	return len(undo), plan.writeWishes(ctx, undo, nil)
}

// differing is a wish, the row as it is now, and what is in the way.
type differing struct {
	*wish
	now      state
	conflict pb.ProposalConflict
}

// DiffProposal returns a page of the rows that a proposal would change, and what is in the way of each; of an applied
// one, of those that it has changed. It reads all in one snapshot.
func (s *Assignments) DiffProposal(
	ctx context.Context, req *pb.DiffProposalRequest, isApplied bool,
) (*pb.ProposalDiffPage, error) {
	w, err := lists.NewWindow(req)
	if err != nil {
		return nil, err
	}
	if w.After != nil && !isPosition(w.After) {
		return nil, lists.ForeignCursor()
	}
	sight, err := permit.SightOf(ctx, auth.Utilization)
	if err != nil {
		return nil, err
	}
	caller := call.Caller(ctx)
	mayReadReasons := caller.Has("read:users") && caller.Has("read:time_off")
	page := &pb.ProposalDiffPage{}
	err = s.table.closed.Checked(ctx, false, func(days *settled.Days) error {
		return call.DB(ctx).Unit.Snapshot(ctx, func() error {
			all, err := s.table.differing(ctx, protoconv.ID(req.ProposalId), isApplied, days)
			if err != nil {
				return err
			}
			page.Conflicts = 0
			for _, d := range all {
				if d.conflict != pb.ProposalConflict_PROPOSAL_CONFLICT_UNSPECIFIED {
					page.Conflicts++
				}
			}
			begin := 0
			if w.After != nil {
				at, found := slices.BinarySearchFunc(all, w.After, func(d differing, at []byte) int {
					return bytes.Compare(d.position(), at)
				})
				if begin = at; found {
					begin++
				}
			}
			begin = int(min(int64(begin)+w.Offset, int64(len(all))))
			shown, err := lists.Cut(ctx, w, page, all[begin:min(begin+w.Limit+1, len(all))], differing.position,
				func(context.Context) (int, error) { return len(all), nil })
			page.Items = lists.Map(shown, func(d differing) *pb.ProposalDifference {
				m := d.message()
				// A reason has levels and free hours.
				if mayReadReasons && sight.Of(auth.Utilization, protoconv.ID(d.user)) {
					m.Because = d.because
				}
				return m
			})
			return err
		})
	})
	return page, err
}

// differing returns the wishes of a proposal in the order of the list.
func (t *table) differing(
	ctx context.Context, proposal uuid.UUID, isApplied bool, days *settled.Days,
) (all []differing, err error) {
	wishes, err := readWishes(ctx, proposal)
	if err != nil {
		return nil, err
	}
	if isApplied {
		for _, w := range wishes {
			if w.applied != nil {
				all = append(all, differing{wish: w, now: w.base})
			}
		}
	} else if all, err = t.compared(ctx, wishes, days); err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b differing) int { return bytes.Compare(a.position(), b.position()) })
	return all, nil
}

// compared compares wishes with the live rows.
func (t *table) compared(ctx context.Context, wishes map[key]*wish, days *settled.Days) (all []differing, err error) {
	keys := slices.SortedFunc(maps.Keys(wishes), compareKeys)
	live, err := t.readKeys(ctx, keys)
	if err != nil {
		return nil, err
	}
	closed, err := t.closedKeys(ctx, days, keys)
	if err != nil {
		return nil, err
	}
	ended, err := readEnded(ctx, keys)
	if err != nil {
		return nil, err
	}
	rowOf := byKey(live)
	for _, k := range keys {
		w, row := wishes[k], rowOf[k]
		d := differing{wish: w, now: liveState(row)}
		isNew := row == nil && w.hours != nil
		switch {
		case w.isDone(row):
		case closed[k] != nil:
			d.conflict = pb.ProposalConflict_PROPOSAL_CONFLICT_SETTLED
		case row == nil && w.base.version > 0:
			d.conflict = pb.ProposalConflict_PROPOSAL_CONFLICT_GONE
		case !w.base.isOf(row):
			d.conflict = pb.ProposalConflict_PROPOSAL_CONFLICT_CHANGED
		case isNew && ended[k.user]:
			d.conflict = pb.ProposalConflict_PROPOSAL_CONFLICT_INACTIVE_USER
		case isNew && ended[k.project]:
			d.conflict = pb.ProposalConflict_PROPOSAL_CONFLICT_CANCELLED_PROJECT
		case isNew && ended[k.capability]:
			d.conflict = pb.ProposalConflict_PROPOSAL_CONFLICT_INACTIVE_CAPABILITY
		}
		all = append(all, d)
	}
	return all, nil
}

// readEnded returns the inactive users, the cancelled projects and the inactive capabilities of keys.
func readEnded(ctx context.Context, keys []key) (map[string]bool, error) {
	ids := func(part func(key) string) (list []uuid.UUID) {
		for _, id := range each(keys, part) {
			if id != "" {
				list = append(list, protoconv.ID(id))
			}
		}
		return list
	}
	ended, db := map[string]bool{}, call.DB(ctx)
	users, err := among.Read[ent.User](ctx, db, user.Table, user.Columns, ids(func(k key) string { return k.user }))
	for _, row := range users {
		ended[row.ID.String()] = !row.IsActive
	}
	if err != nil {
		return nil, err
	}
	projects, err := among.Read[ent.Project](ctx, db, project.Table, project.Columns,
		ids(func(k key) string { return k.project }))
	for _, row := range projects {
		ended[row.ID.String()] = row.Status == project.StatusCancelled
	}
	if err != nil {
		return nil, err
	}
	skills, err := among.Read[ent.Capability](ctx, db, capability.Table, capability.Columns,
		ids(func(k key) string { return k.capability }))
	for _, row := range skills {
		ended[row.ID.String()] = !row.IsActive
	}
	return ended, err
}

// position returns the sort key of the row in the list.
func (d differing) position() []byte {
	return position(&pb.Assignment{
		UserId: d.user, ProjectId: d.project, CapabilityId: new(cmp.Or(d.capability, uuid.Nil.String())), Date: d.date,
	})
}

func (d differing) message() *pb.ProposalDifference {
	m := &pb.ProposalDifference{Key: keyMessage(d.key), Before: d.now.message(), Base: d.base.message()}
	if d.hours != nil {
		m.After = state{cmp.Or(d.base.id, d.id), *d.hours, d.tentative, d.version}.message()
	}
	if d.conflict != pb.ProposalConflict_PROPOSAL_CONFLICT_UNSPECIFIED {
		m.Conflict = &d.conflict
	}
	return m
}
