package hours

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lib/pq"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
)

const (
	// maxTouched is how many rows a request may create, change and delete.
	maxTouched = 5000
	// maxRead is how many rows of a window a request reads: up to 5,000 items of a new plan, and as many that go.
	maxRead = 2 * maxTouched
	// rewriteAttempts is how often a rewrite is tried if other requests write the same rows.
	rewriteAttempts = 5
)

// rewriting is a change that depends on rows that were read first.
type rewriting struct {
	// read are the rows that were read: all rows of window, unless that is nil, and those with keys.
	window *window
	keys   []key
	read   map[key]*pb.Assignment
	// write are the rows to create and to change, and remove those to delete, in key order.
	write  []entry
	remove []key
	// after are the rows that were read, as they are after the change.
	after map[key]*pb.Assignment
	// created counts the rows of write that are new.
	created int
	// items are those of the request that rows can be of, or nil, and means returns the field of the request that
	// stands for another row.
	items *batch
	means func(key) string
	// target is the field that stands for all rows to write instead, or empty.
	target string
	// takesSums means that the change may write and delete rows that are the sum of entries; otherwise that is refused.
	takesSums bool
	// sums are the rows of read that are such a sum, and are looked up only if takesSums.
	sums map[key]bool
	// entryKeys are those of the rows whose entries change, in key order.
	entryKeys []key
	// places are the fields that stand for the rows whose entries change. If it is nil, placesOf finds them by items.
	places map[key][]place
	// moved are the keys of rows whose hours other rows of the change have.
	moved map[key]bool
	// stale are the keys of rows that a proposal wishes and that have changed since: they are wished again.
	stale map[key]bool
	// leavesOut means that rows of closed days are not written. closed are these days.
	leavesOut bool
	closed    map[string]bool
}

// newRewriting reads all rows of a window.
func (t *table) newRewriting(ctx context.Context, w *window) (*rewriting, error) {
	read, err := t.readWindow(ctx, w)
	return &rewriting{window: w, read: read, means: w.means, stale: t.stale}, err
}

// readToo reads the rows with these keys, too. It returns errOvertaken if rows of the window have changed since they
// were read: what was read before must not be mixed with them.
func (t *table) readToo(ctx context.Context, r *rewriting, keys []key) error {
	found, err := t.readRows(ctx, keys)
	r.keys = keys
	for k, row := range found {
		if r.window != nil && r.window.has(k) && row.Version != r.read[k].GetVersion() {
			return errOvertaken
		}
		r.read[k] = row
	}
	return err
}

// set makes the row of an entry as the entry is, if it is not so already.
func (r *rewriting) set(e entry) {
	if r.takesSums {
		e.origin = released
	}
	if row := r.read[e.key]; row == nil || !e.is(row) || r.sums[e.key] || r.stale[e.key] {
		r.write = append(r.write, e)
	}
}

// removeIf deletes the rows that were read and that meet a condition.
func (r *rewriting) removeIf(condition func(key) bool) {
	for _, k := range slices.SortedFunc(maps.Keys(r.read), compareKeys) {
		if condition(k) {
			r.remove = append(r.remove, k)
		}
	}
}

// rewrite makes the change that decide returns, with its events, in one transaction, and returns the change. If then is
// not nil, rewrite calls it in the transaction, after the rows. A dry run is rolled back. In a proposal, only wishes
// change: rewish.
//
// For a caller who is no admin, decide first runs once before it, without the lock, only for the 403: refuseEarly.
// Closed days are 409 behind the lock: rewriteUnless.
//
// Rewrites of an organization run one after the other, so only upserts can interfere. Those lock rows in key order,
// until they end. So rewrite reads without locks, and then writes in key order, so that they cannot deadlock. In the
// end it reads again. If a row is not as it has read or written it, an upsert came between. Then rewrite undoes all of
// it and calls decide again, which reads and checks. After rewriteAttempts the error is 503.
func (t *table) rewrite(
	ctx context.Context, dryRun bool, decide func() (*rewriting, error),
	then func(*rewriting) error,
) (r *rewriting, err error) {
	if t.proposal != nil {
		return t.rewish(ctx, dryRun, decide, then)
	}
	if err := t.refuseEarly(ctx, decide); err != nil {
		return nil, err
	}
	err = t.closed.Checked(ctx, true, func(days *settled.Days) (err error) {
		r, err = t.rewriteUnless(ctx, days, dryRun, decide, then)
		return err
	})
	if isOfSum(err) {
		rows := slices.Concat(r.write, lists.Map(r.remove, toDelete))
		err = cmp.Or(refuseSums(ctx, r.items, rows, r.means), overtaken(err))
	}
	return r, err
}

// rewriteUnless is rewrite unless it would write or delete a row whose day is closed.
func (t *table) rewriteUnless(
	ctx context.Context, days *settled.Days, dryRun bool, decide func() (*rewriting, error),
	then func(*rewriting) error,
) (r *rewriting, err error) {
	db := call.DB(ctx)
	err = again(func() error {
		return db.Unit.Do(ctx, func() (err error) {
			if err := tenant.Lock(ctx, db); err != nil {
				return err
			}
			if r, err = decide(); err != nil {
				return err
			}
			if err := t.refuseClosed(ctx, days, r); err != nil {
				return err
			}
			upserted, deleted, err := t.writeAndDelete(ctx, r)
			if err == nil && then != nil {
				err = then(r)
			}
			switch {
			case err != nil:
				return err
			case dryRun:
				return cmp.Or(journal.CheckSettled(ctx, db, days.Version), txn.ErrUndo)
			}
			if len(upserted)+len(deleted) == 0 && len(r.entryKeys) > 0 {
				return journal.CheckSettled(ctx, db, days.Version)
			}
			if err := journal.WriteRows(ctx, db, t.upserted, upserted, days.Version); err != nil {
				return err
			}
			return journal.WriteRows(ctx, db, t.deleted, deleted, days.Version)
		})
	})
	return r, err
}

// again calls write until no other request has overtaken it, at most rewriteAttempts times. Then the error is 503.
func again(write func() error) (err error) {
	for range rewriteAttempts {
		if err = write(); !errors.Is(err, errOvertaken) {
			return err
		}
	}
	return tooBusy(err)
}

// overtaken is the error of a change that was refused for what another request has changed meanwhile.
func overtaken(cause error) error {
	e := problem.New(problem.Unavailable, "another request has just changed these rows: send the request again")
	e.Cause = cause
	return e
}

func tooBusy(cause error) error {
	busy := problem.New(problem.Unavailable, "other requests are writing the same rows all the time; try again later")
	busy.Cause = cause
	return busy
}

// refuseEarly returns the error of a change that the caller may not make, without the lock of the organization: whoever
// may not write must not delay those who do. Other errors may be about rows that change meanwhile, so they count only
// behind the lock. Admins may write everything.
func (t *table) refuseEarly(
	ctx context.Context, decide func() (*rewriting, error),
) error {
	if call.Caller(ctx).IsAdmin() {
		return nil
	}
	if _, err := decide(); problem.Denies(err) {
		return err
	}
	return nil
}

// writeAndDelete writes and deletes rows, and returns what the events have of them. A row to delete is first written
// with the hours that it has, which changes nothing, but locks it in its turn.
func (t *table) writeAndDelete(ctx context.Context, r *rewriting) (upserted, deleted []byte, err error) {
	if n := len(r.write) + len(r.remove); n > maxTouched {
		return nil, nil, r.tooMany(fmt.Sprintf("would create, change and delete %d rows", n))
	}
	r.after, r.created = maps.Clone(r.read), 0
	if len(r.write) == 0 {
		err = t.lockRows(ctx, r)
	} else {
		upserted, err = t.writeRows(ctx, r)
	}
	if err == nil && len(r.remove) > 0 {
		deleted, err = t.removeRows(ctx, r)
	}
	if err != nil {
		return nil, nil, err
	}
	return upserted, deleted, t.lookAgain(ctx, r)
}

// writeRows writes the rows of write, and locks those of remove.
func (t *table) writeRows(ctx context.Context, r *rewriting) (upserted []byte, err error) {
	all := slices.Clone(r.write)
	for _, k := range r.remove {
		all = append(all, r.entryOf(k))
	}
	slices.SortFunc(all, func(a, b entry) int { return a.compare(&b.key) })
	written, event := 0, &recording{}
	for _, chunk := range tenant.Chunks(all, sizes) {
		list, err := t.insert(ctx, chunk, event)
		if err != nil {
			return nil, err
		}
		for _, row := range list {
			k := keyOf(row)
			before := r.read[k]
			if row.Version != before.GetVersion()+1 {
				return nil, errOvertaken
			}
			if before == nil {
				r.created++
			}
			r.after[k] = row
		}
		written += len(list)
	}
	if written != len(r.write) {
		return nil, errOvertaken
	}
	return event.rows, nil
}

// lockRows locks the rows of remove in key order.
func (t *table) lockRows(ctx context.Context, r *rewriting) error {
	if len(r.remove) == 0 {
		return nil
	}
	return tenant.Each(ctx, call.DB(ctx), func(postgres.Scan) error { return nil }, t.lock, r.idsToRemove())
}

func (r *rewriting) idsToRemove() pq.StringArray {
	return lists.Map(r.remove, func(k key) string { return r.read[k].Id })
}

// removeRows deletes the rows of remove, which are locked.
func (t *table) removeRows(ctx context.Context, r *rewriting) (deleted []byte, err error) {
	var list []*pb.Assignment
	db := call.DB(ctx)
	if err := db.Unit.Owe(t.deleted, func() (int, error) {
		args := []any{r.idsToRemove()}
		if !isPlanned(t.name) {
			args = append(args, r.takesSums)
		}
		result, err := tenant.Query(ctx, db, t.remove, args...)
		if err != nil {
			return 0, err
		}
		list, err = readAs(result, hoursrow.Size, len(r.remove), &deleted)
		return len(list), err
	}); err != nil {
		return nil, err
	}
	for _, row := range list {
		k := keyOf(row)
		if row.Version != r.read[k].GetVersion()+1 {
			return nil, errOvertaken
		}
		delete(r.after, k)
	}
	if len(list) == len(r.remove) {
		return deleted, nil
	}
	if !isPlanned(t.name) && !r.takesSums {
		err = refuseSums(ctx, r.items, lists.Map(r.remove, toDelete), r.means)
	}
	return nil, cmp.Or(err, errOvertaken)
}

// lookAgain returns errOvertaken if the rows are not those of after.
func (t *table) lookAgain(ctx context.Context, r *rewriting) error {
	now, err := t.readRows(ctx, r.keys)
	if err != nil {
		return err
	}
	if r.window != nil {
		in, err := t.readWindow(ctx, r.window)
		if err != nil {
			return err
		}
		maps.Copy(now, in)
	}
	same := func(a, b *pb.Assignment) bool { return a.Id == b.Id && a.Version == b.Version }
	expected := maps.Clone(r.after)
	maps.DeleteFunc(expected, func(_ key, row *pb.Assignment) bool {
		return r.window != nil && r.window.tentative && !row.GetTentative()
	})
	if !maps.EqualFunc(now, expected, same) {
		return errOvertaken
	}
	return nil
}

// entryOf returns the entry that a row already is.
func (r *rewriting) entryOf(k key) entry {
	e := entry{key: k, hours: r.read[k].GetHours()}
	switch {
	case r.sums[k]:
		e.origin = summed
	case r.takesSums:
		e.origin = released
	}
	return e
}

// tooMany returns the error about more rows than a request may touch.
func (r *rewriting) tooMany(what string) error {
	if r.window == nil {
		return problem.Field(problem.ValidationFailed, r.items.path,
			fmt.Sprintf("%s: at most %d are possible, so send fewer items", what, maxTouched))
	}
	return r.window.tooMany(what)
}

// place is a field of the request that stands for a row. Index is that of its item, or -1.
type place struct {
	index int
	field string
}

// placesOf returns the fields of the request that stand for a row.
func (r *rewriting) placesOf(k key) []place {
	if r.places != nil {
		return r.places[k]
	}
	if i, is := r.items.last()[k]; is {
		return []place{{i, r.items.field(i, "date")}}
	}
	if r.target != "" && slices.ContainsFunc(r.write, func(e entry) bool { return e.key == k }) {
		return []place{{-1, r.target}}
	}
	return []place{{-1, r.means(k)}}
}

// readRows returns the rows that have these keys and that the caller may see.
func (t *table) readRows(ctx context.Context, keys []key) (map[key]*pb.Assignment, error) {
	if len(keys) == 0 {
		return map[key]*pb.Assignment{}, nil
	}
	list, err := t.readSeen(ctx, keys)
	rows := byKey(list)
	if len(t.wishes) > 0 {
		has := make(map[key]bool, len(keys))
		for _, k := range keys {
			has[k] = true
		}
		t.overlay(rows, func(k key) bool { return has[k] }, false)
	}
	return rows, err
}

func compareKeys(a, b key) int { return a.compare(&b) }
