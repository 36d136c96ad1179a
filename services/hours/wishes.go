package hours

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/proposed"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
)

// wish is what a proposal wishes a row of planned hours to be.
type wish struct {
	key
	id               uuid.UUID
	version          int64
	created, updated time.Time
	// hours is nil if the row shall be deleted.
	hours     *float64
	tentative bool
	// base is the row as it was when it was wished, and its zero value if there was none.
	base state
	// applied is the version of the row after an applied proposal has changed it, nil if it has not.
	applied *int64
	// because is why the server has suggested it, nil if it was wished otherwise.
	because *string
	// moves means that other wishes have the hours that this one takes away.
	moves bool
}

// isDone reports whether a row, or nil for none, is as wished, so that nothing is left to do. If other wishes have the
// hours that this one takes away, somebody else has taken them: then the wish is in conflict.
func (w *wish) isDone(row *pb.Assignment) bool { return w.is(row) && (!w.moves || w.base.isOf(row)) }

// message returns the row as it would be, or nil if it would not be there.
func (w *wish) message() *pb.Assignment {
	if w.hours == nil {
		return nil
	}
	m := &pb.Assignment{
		Id: cmp.Or(w.base.id, w.id).String(), UserId: w.user, ProjectId: w.project, Date: w.date, Hours: w.hours,
		Tentative: &w.tentative, Version: w.version, CreatedAt: timestamppb.New(w.created),
		UpdatedAt: timestamppb.New(w.updated),
	}
	if w.capability != "" {
		m.CapabilityId = &w.capability
	}
	return m
}

// is reports whether a row, or nil for none, already is as wished.
func (w *wish) is(row *pb.Assignment) bool {
	if w.hours == nil || row == nil {
		return w.hours == nil && row == nil
	}
	return row.GetHours() == *w.hours && row.GetTentative() == w.tentative
}

// liveState returns the state of a row, whose zero value is no row.
func liveState(row *pb.Assignment) state {
	if row == nil {
		return state{}
	}
	return state{protoconv.ID(row.Id), row.GetHours(), row.GetTentative(), row.Version}
}

// isOf reports whether a row, or nil for none, is in this state. The version alone does not tell: a row that was
// deleted and created again has version 1, too. The id does not count, because Revert may not know that of a deleted
// row.
func (s state) isOf(row *pb.Assignment) bool {
	return row.GetVersion() == s.version && row.GetHours() == s.hours && row.GetTentative() == s.tentative
}

// in returns the table for requests about a proposal: its reads have the wishes over the live rows, and its writes
// only change wishes, which rewish reads. Without an id, it is the table itself. A proposal that the caller may not
// read is an error (400).
func (t *table) in(ctx context.Context, id *string) (*table, error) {
	proposal, err := proposed.ID(ctx, id)
	if err != nil || proposal == nil {
		return t, err
	}
	plan := *t
	plan.proposal = proposal
	plan.permit = func(context.Context, []permit.Hours) ([]int, error) { return nil, nil }
	return &plan, nil
}

const selectWishes = `
SELECT id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours, tentative,
  base_id, base_version, base_hours, base_tentative, applied_version, because, moves
FROM proposal_rows WHERE organization_id = $1 AND proposal_id = $2`

// readWishes returns the wishes of a proposal.
func readWishes(ctx context.Context, proposal uuid.UUID) (map[key]*wish, error) {
	found := map[key]*wish{}
	return found, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		w := &wish{}
		var date time.Time
		var capability *string
		var tentative, baseTentative *bool
		var base uuid.NullUUID
		var baseHours sql.NullFloat64
		err := scan(&w.id, &w.version, &w.created, &w.updated, &w.user, &w.project, &capability, &date, &w.hours,
			&tentative, &base, &w.base.version, &baseHours, &baseTentative, &w.applied, &w.because, &w.moves)
		if capability != nil {
			w.capability = *capability
		}
		w.date = protoconv.DateString(date)
		w.tentative = tentative != nil && *tentative
		w.base.id, w.base.hours, w.base.tentative = base.UUID, baseHours.Float64, baseTentative != nil && *baseTentative
		found[w.key] = w
		return err
	}, selectWishes, proposal)
}

// overlay puts the wishes over the live rows of a window, or of some keys: has reports whether a key is one of them.
// With onlyTentative, rows are only the tentative ones. A wish whose row has changed since is noted in t.stale,
// and the live rows in t.under.
func (t *table) overlay(rows map[key]*pb.Assignment, has func(key) bool, onlyTentative bool) {
	for k, w := range t.wishes {
		if !has(k) {
			continue
		}
		row := rows[k]
		if !onlyTentative { // else the row may be there, and firm
			t.under[k] = liveState(row)
		}
		isGone := row == nil && w.base.version > 0 && !onlyTentative
		if isGone || row != nil && !w.base.isOf(row) {
			t.stale[k] = true
		}
		if m := w.message(); m != nil && (!onlyTentative || w.tentative) {
			rows[k] = m
		} else {
			delete(rows, k)
		}
	}
}

// rewish makes the change that decide returns a change of the wishes of the proposal, in one transaction, which locks
// the proposal: proposed.Edit. If then is not nil, rewish calls it in the transaction. A dry run is rolled back.
//
// The live rows are not locked. If one of those to wish has changed when its base is read, rewish undoes all of it and
// calls decide again, so that a base never is a row that decide has not seen. After rewriteAttempts the error is 503.
func (t *table) rewish(
	ctx context.Context, dryRun bool, decide func() (*rewriting, error), then func(*rewriting) error,
) (r *rewriting, err error) {
	db := call.DB(ctx)
	write := func(days *settled.Days) error {
		err := proposed.Edit(ctx, *t.proposal, func() (rows int, changed bool, err error) {
			if t.wishes, err = readWishes(ctx, *t.proposal); err != nil {
				return 0, false, err
			}
			t.stale, t.under = map[key]bool{}, map[key]state{}
			if r, err = decide(); err != nil {
				return 0, false, err
			}
			if err := t.refuseClosed(ctx, days, r); err != nil {
				return 0, false, err
			}
			return t.storeWishes(ctx, r)
		})
		if err == nil && then != nil {
			err = then(r)
		}
		if err == nil && dryRun {
			err = txn.ErrUndo
		}
		return err
	}
	err = t.closed.Checked(ctx, false, func(days *settled.Days) error {
		return again(func() error { return db.Unit.Do(ctx, func() error { return write(days) }) })
	})
	return r, err
}

// checkUnder returns errOvertaken if a live row with one of these keys has changed since r was decided: what was read
// then is in t.under for a row with a wish, and in r.read for others.
func (t *table) checkUnder(r *rewriting, keys []key, rowOf map[key]*pb.Assignment) error {
	for _, k := range keys {
		was, known := t.under[k]
		if t.wishes[k] == nil {
			was, known = liveState(r.read[k]), true
		}
		if known && was != liveState(rowOf[k]) {
			return errOvertaken
		}
	}
	return nil
}

// storeWishes makes the rows to write and to remove wishes, and returns how many the proposal has then. A row that is
// live as it is wished needs no wish.
func (t *table) storeWishes(ctx context.Context, r *rewriting) (rows int, changed bool, err error) {
	keys := slices.Concat(keysOf(r.write), r.remove)
	live, err := t.readKeys(ctx, keys)
	if err != nil {
		return 0, false, err
	}
	rowOf := byKey(live)
	if err := t.checkUnder(r, keys, rowOf); err != nil {
		return 0, false, err
	}
	r.after = maps.Clone(r.read)
	var upserts []*wish
	var gone pq.StringArray
	now := protoconv.Now()
	change := func(k key, hours *float64, tentative bool) {
		base := liveState(rowOf[k])
		w := &wish{key: k, id: journal.NewID(), version: base.version + 1, created: now, updated: now, hours: hours,
			tentative: tentative, base: base, moves: r.moved[k]}
		if why, is := t.because[k]; is {
			w.because = &why
		}
		was := t.wishes[k]
		if was != nil {
			w.id, w.created, w.version = was.id, was.created, was.version+1
			if _, known := t.under[k]; !known { // only tentative rows were read, and the live one is none
				w.base = was.base
			}
		}
		if w.is(rowOf[k]) {
			if was != nil {
				gone = append(gone, was.id.String())
			}
			delete(t.wishes, k)
			return
		}
		t.wishes[k] = w
		upserts = append(upserts, w)
	}
	for i := range r.write {
		e := &r.write[i]
		tentative := r.read[e.key].GetTentative()
		if e.tentative != nil {
			tentative = *e.tentative
		}
		if r.read[e.key] == nil {
			r.created++
		}
		change(e.key, &e.hours, tentative)
		if w := t.wishes[e.key]; w != nil {
			r.after[e.key] = w.message()
		} else {
			r.after[e.key] = rowOf[e.key]
		}
	}
	for _, k := range r.remove {
		change(k, nil, false)
		delete(r.after, k)
	}
	if n := len(t.wishes); n > proposed.MaxRows {
		return 0, false, problem.New(problem.InvalidState,
			"the proposal would have %d rows, and at most %d are possible: make another proposal for some of them", n, proposed.MaxRows)
	}
	if err := t.writeWishes(ctx, upserts, gone); err != nil {
		return 0, false, err
	}
	return len(t.wishes), len(upserts)+len(gone) > 0, nil
}

// wishSizes are the numbers of wishes that one statement can write, largest first.
var wishSizes = []int{250, 50, 10, 1}

var (
	upsertWishes = tenant.BySize(wishSizes, func(size int) string {
		return `INSERT INTO proposal_rows (organization_id, proposal_id, id, version, created_at, updated_at, user_id, project_id,
  capability_id, date, hours, tentative, base_id, base_version, base_hours, base_tentative, because,
  moves) VALUES ` +
			tenant.Values(size, "uuid", "uuid", "bigint", "timestamptz", "timestamptz", "uuid", "uuid", "uuid", "date", "float8",
				"boolean", "uuid", "bigint", "float8", "boolean", "text", "boolean") + `
ON CONFLICT (organization_id, id) DO UPDATE SET version = excluded.version, updated_at = excluded.updated_at,
  hours = excluded.hours, tentative = excluded.tentative, base_id = excluded.base_id,
  base_version = excluded.base_version, base_hours = excluded.base_hours, base_tentative = excluded.base_tentative,
  because = excluded.because, moves = excluded.moves`
	})

	deleteWishes = `DELETE FROM proposal_rows WHERE organization_id = $1 AND proposal_id = $2 AND id = ANY ($3)`
)

// writeWishes writes and deletes wishes of the proposal.
func (t *table) writeWishes(ctx context.Context, upserts []*wish, gone pq.StringArray) error {
	db := call.DB(ctx)
	return db.Unit.Owe(proposed.Updated, func() (int, error) {
		for _, chunk := range tenant.Chunks(upserts, wishSizes) {
			var args []any
			for _, w := range chunk {
				args = append(args, append([]any{*t.proposal}, w.columns()...)...)
			}
			if _, err := tenant.Exec(ctx, db, upsertWishes[len(chunk)], args...); err != nil {
				return 0, err
			}
		}
		n := len(upserts) + len(gone)
		if len(gone) == 0 {
			return n, nil
		}
		_, err := tenant.Exec(ctx, db, deleteWishes, *t.proposal, gone)
		return n, err
	})
}

// columns returns the values of the columns that upsertWishes writes, after that of the proposal.
func (w *wish) columns() []any {
	var capability, base, baseHours, baseTentative, tentative any
	if w.capability != "" {
		capability = w.capability
	}
	if w.hours != nil {
		tentative = w.tentative
	}
	if w.base.id != uuid.Nil {
		base, baseHours, baseTentative = w.base.id, w.base.hours, w.base.tentative
	}
	return []any{w.id, w.version, w.created, w.updated, w.user, w.project, capability, w.date, w.hours, tentative, base,
		w.base.version, baseHours, baseTentative, w.because,
		w.moves}
}

// upsertInProposal is upsert for a proposal: the items become wishes.
func (t *table) upsertInProposal(
	ctx context.Context, req upsertRequest, x extras, b *batch,
) (*changes, *pb.WriteMeta, error) {
	final, indexes := b.distinct()
	found := &warnings{}
	r, err := t.rewish(ctx, req.GetDryRun(), func() (*rewriting, error) {
		r := &rewriting{read: map[key]*pb.Assignment{}, items: b, means: func(key) string { return b.path }}
		if err := t.readToo(ctx, r, keysOf(final)); err != nil {
			return nil, err
		}
		r.stale = t.stale
		for _, e := range final {
			r.set(e)
		}
		return r, nil
	}, func(*rewriting) (err error) {
		if x.warnings {
			found, err = t.warn(ctx, x, b)
		}
		return err
	})
	if err != nil {
		return nil, nil, t.explain(ctx, b, err)
	}
	done := r.changes(keysOf(final))
	done.items = x.items(lists.Map(indexes, func(i int) *pb.Assignment { return done.rows[i] }))
	return done, x.meta(done.outcome, found), nil
}
