package journal

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/wait"
)

const (
	// scanEvery is how often a Sequencer looks for events that nobody has told it of: those
	// of a process that died after a commit, and of commands.
	scanEvery = time.Second
	// gather is how long a Sequencer waits for more events. Under load it then commits twenty
	// times a second, not once for each event.
	gather = 50 * time.Millisecond
	// batch is the largest number of events that one transaction numbers.
	batch = 1000
	// busyDelay is the pause before an organization that another process numbers is tried
	// again.
	busyDelay = 5 * time.Millisecond
	// sequencers is how many organizations are numbered at the same time. One more is numbered of
	// those whose last batch took longer than slowAfter, because a lock or a worker of Citus hangs.
	// So these do not keep the others waiting.
	sequencers = 2
	slowAfter  = time.Second
	// futureFrom is how far in the future the time of an event is worth a line, and futureEvery how often there is one.
	futureFrom  = time.Second
	futureEvery = time.Hour
	// heldFrom is how long the events of an organization may wait for the lock of another session until there is a
	// line.
	heldFrom = 10 * time.Second
)

// Sequencer gives numbers to events that are committed.
type Sequencer struct {
	db     *sql.DB
	marks  *HighWaterMarks
	log    *slog.Logger
	meter  *meter
	notify func()

	mu      sync.Mutex
	pending map[uuid.UUID]struct{}
	running map[uuid.UUID]struct{}
	slow    map[uuid.UUID]struct{}  // the organizations that took longer than slowAfter
	future  time.Time               // when it was logged that events have a time in the future
	held    map[uuid.UUID]time.Time // since when another session has had a lock; the zero time once it is logged
	wake    chan struct{}
	free    chan struct{} // an organization has been numbered
}

// NewSequencer returns a Sequencer that tells marks of its numbers. It needs sequencers and one more
// connections of db, and they should not be those of requests. It registers its metrics.
func NewSequencer(db *sql.DB, marks *HighWaterMarks, log *slog.Logger, registerer prometheus.Registerer) *Sequencer {
	return &Sequencer{
		db: db, marks: marks, log: log, meter: newMeter(db, log, registerer), notify: func() {},
		pending: map[uuid.UUID]struct{}{}, running: map[uuid.UUID]struct{}{}, slow: map[uuid.UUID]struct{}{},
		held: map[uuid.UUID]time.Time{}, wake: make(chan struct{}, 1), free: make(chan struct{}, 1),
	}
}

// Notify makes the Sequencer call f each time that it has given numbers. It must be called
// before Run. f must not block.
func (n *Sequencer) Notify(f func()) { n.notify = f }

// Wake says that an organization has new events.
func (n *Sequencer) Wake(organization uuid.UUID) {
	n.mu.Lock()
	n.pending[organization] = struct{}{}
	n.mu.Unlock()
	select {
	case n.wake <- struct{}{}:
	default: // it will see the organization anyway
	}
}

// Run numbers events until ctx is done.
func (n *Sequencer) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { n.scanAgain(ctx) })
	for {
		select {
		case <-ctx.Done():
			return
		case <-n.free:
		case <-n.wake:
			if wait.For(ctx, gather) != nil {
				return
			}
		}
		for _, organization := range n.take() {
			running.Go(func() { n.numberNow(ctx, organization) })
		}
	}
}

// scanAgain looks for events that nobody has told of, each second.
func (n *Sequencer) scanAgain(ctx context.Context) {
	scan := time.NewTicker(scanEvery)
	defer scan.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-scan.C:
		}
		if err := n.scan(ctx); err != nil && ctx.Err() == nil {
			n.log.WarnContext(ctx, "cannot look for events without a number", "error", err)
		}
	}
}

// take returns the organizations to number now. The others that are pending wait until one of those that are running
// has been numbered.
func (n *Sequencer) take() (organizations []uuid.UUID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	slow := 0
	for id := range n.running {
		if _, ok := n.slow[id]; ok {
			slow++
		}
	}
	for id := range n.pending {
		_, runs := n.running[id]
		_, isSlow := n.slow[id]
		switch {
		case runs, isSlow && slow > 0, !isSlow && len(n.running)-slow >= sequencers:
			continue
		case isSlow:
			slow++
		}
		delete(n.pending, id)
		n.running[id] = struct{}{}
		organizations = append(organizations, id)
	}
	return organizations
}

// numberNow numbers an organization of take, and then gives its place to another one.
func (n *Sequencer) numberNow(ctx context.Context, organization uuid.UUID) {
	busy, err := n.Number(ctx, organization)
	n.warnOfLock(ctx, organization, busy)
	switch {
	case busy:
		time.AfterFunc(busyDelay, func() { n.Wake(organization) })
	case err != nil && ctx.Err() == nil:
		n.log.WarnContext(ctx, "cannot number events", "organization", organization, "error", err)
	}
	n.mu.Lock()
	delete(n.running, organization)
	n.mu.Unlock()
	select {
	case n.free <- struct{}{}:
	default: // Run will see that there is a place
	}
}

// warnOfLock logs once if the events of an organization cannot get numbers because another session has a lock, until
// they can. busy is that of Number.
func (n *Sequencer) warnOfLock(ctx context.Context, organization uuid.UUID, busy bool) {
	n.mu.Lock()
	since, known := n.held[organization]
	switch {
	case !busy:
		delete(n.held, organization)
	case !known:
		n.held[organization] = time.Now()
	}
	due := busy && !since.IsZero() && time.Since(since) >= heldFrom
	if due {
		n.held[organization] = time.Time{}
	}
	n.mu.Unlock()
	if !due {
		return
	}
	holders, err := HeadHolders(ctx, n.db)
	if err == nil {
		n.log.WarnContext(ctx, "events get no number: another session has a lock", "organization", organization,
			"holders", strings.Join(holders, "; "))
	} else if ctx.Err() == nil {
		n.log.WarnContext(ctx, "events get no number: another session has a lock", "organization", organization,
			"error", err)
	}
}

// HeadHolders describes the sessions that have had locks of event_heads for more than a second: others cannot number
// events meanwhile. Of other roles one may not see since when.
func HeadHolders(ctx context.Context, db postgres.Querier) ([]string, error) {
	return postgres.Column[string](ctx, db, headHolders)
}

// isSlow reports whether the last batch of an organization took longer than slowAfter.
func (n *Sequencer) isSlow(organization uuid.UUID) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	_, ok := n.slow[organization]
	return ok
}

// setSlow notes how long the last batch of an organization took.
func (n *Sequencer) setSlow(organization uuid.UUID, slow bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if slow {
		n.slow[organization] = struct{}{}
	} else {
		delete(n.slow, organization)
	}
}

const (
	// This statement and oldestWithoutNumber read more than one organization.
	withoutNumber = `
SELECT o.id FROM organizations o
WHERE EXISTS (SELECT FROM events e WHERE e.organization_id = o.id AND e.seq IS NULL)`

	// Both settings are for the rest of the transaction. They keep giveNumbers from a plan that
	// reads the whole table, which PostgreSQL chooses if its statistics are from a moment with
	// many events without a number.
	lockHead = `
SELECT seq, set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)
FROM event_heads WHERE organization_id = $1 FOR NO KEY UPDATE SKIP LOCKED`

	newHead = `INSERT INTO event_heads (organization_id, seq, first_seq) VALUES ($1, 0, 1) ON CONFLICT DO NOTHING`

	// The statement begins after the lock is held, so it sees which events have a number. It
	// raises written_at to that of the event before, because an event may be committed late. It
	// finds events again by their place, because without statistics PostgreSQL would read all
	// events of the organization for each one. An event that is changed meanwhile has another
	// place, and gets no number, see giveNumbersTo. Citus refuses clock_timestamp() in RETURNING.
	giveNumbers = `
WITH numbered AS (UPDATE events e SET seq = $2 + next.place,
  written_at = greatest(e.written_at, (SELECT h.written_at FROM events h WHERE h.organization_id = $1 AND h.seq = $2))
FROM (SELECT ctid, row_number() OVER (ORDER BY written_at, id) AS place FROM events
      WHERE organization_id = $1 AND seq IS NULL ORDER BY written_at, id LIMIT $3) next
WHERE e.organization_id = $1 AND e.ctid = next.ctid
RETURNING e.written_at, e.seq, CASE WHEN e.type = 'timesheet.approved' THEN e.record_id END AS approved)
SELECT extract(epoch FROM clock_timestamp() - written_at), seq, approved FROM numbered`

	// A timesheet keeps the number of its approval also after the event has expired.
	noteApprovals = `UPDATE timesheets t SET approved_seq = a.seq, updated_at = greatest(t.updated_at, now())
FROM unnest($2::uuid[], $3::bigint[]) AS a (id, seq)
WHERE t.organization_id = $1 AND t.id = a.id`

	headHolders = `
SELECT DISTINCT 'process ' || a.pid || ' (' || coalesce(nullif(a.application_name, ''), 'without a name') || ')'
  || coalesce(', in a transaction since ' || to_char(a.xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')
FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.relation = 'event_heads'::regclass AND l.granted AND l.mode <> 'AccessShareLock' AND a.pid <> pg_backend_pid()
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND coalesce(a.xact_start < clock_timestamp() - interval '1 second', true)
ORDER BY 1`

	moveHead = `UPDATE event_heads SET seq = seq + $2 WHERE organization_id = $1`
)

func (n *Sequencer) scan(ctx context.Context) error {
	return postgres.Each(ctx, n.db, func(scan postgres.Scan) error {
		var id uuid.UUID
		err := scan(&id)
		if err == nil {
			n.Wake(id)
		}
		return err
	}, withoutNumber)
}

// Number gives numbers to the events of an organization. busy means that another process is
// doing that, and may not see the latest events, or that a lock was held for too long, such as
// by a transaction whose commit waits for the disk. Call it again then.
func (n *Sequencer) Number(ctx context.Context, organization uuid.UUID) (busy bool, err error) {
	for {
		numbered, err := n.numberInTime(ctx, organization)
		if errors.Is(err, sql.ErrNoRows) { // the head is locked, or there is none
			var created bool
			if created, err = n.createHead(ctx, organization); created {
				continue
			} else if err == nil {
				return true, nil
			}
		}
		switch {
		case errors.Is(err, errChanged):
			continue
		case errors.Is(err, errSlow) || postgres.IsLockTimeout(err):
			return true, nil
		}
		if err != nil || numbered < batch {
			return false, err
		}
	}
}

// NumberAll gives the events of the caller's organization their numbers, if some have none: who reads something as of
// an event must not get what a later event has, and not miss what was written before. It takes a few milliseconds, and
// at most a second. If that fails, the events get their numbers later. The error is that of reading from db whether
// some have none.
func (n *Sequencer) NumberAll(ctx context.Context, db *ent.Client) error {
	if head, err := Head(ctx, db); err != nil || head.Numbered {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for {
		// Another process that is giving them may have begun before the latest events.
		if busy, _ := n.Number(ctx, tenant.Organization(ctx)); !busy || wait.For(ctx, 10*time.Millisecond) != nil {
			return nil
		}
	}
}

// createHead reports whether it has created the head of the organization. There may be one. It waits for another
// process that creates it.
func (n *Sequencer) createHead(ctx context.Context, organization uuid.UUID) (created bool, err error) {
	result, err := n.db.ExecContext(ctx, newHead, organization)
	if err != nil {
		return false, err
	}
	rows, err := result.RowsAffected()
	return rows > 0, err
}

// errSlow means that a batch took longer than slowAfter.
var errSlow = errors.New("the events of the organization take long to number")

// numberInTime is numberSome, but gives up after slowAfter if the last batch took less. What then takes longer has the
// place of slow organizations, and all the time of a statement.
func (n *Sequencer) numberInTime(ctx context.Context, organization uuid.UUID) (numbered int64, err error) {
	began, limited := time.Now(), ctx
	if !n.isSlow(organization) {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, slowAfter)
		defer cancel()
	}
	if numbered, err = n.numberSome(limited, organization); err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = errSlow
	}
	n.setSlow(organization, time.Since(began) >= slowAfter)
	return numbered, err
}

func (n *Sequencer) numberSome(ctx context.Context, organization uuid.UUID) (numbered int64, err error) {
	tx, err := n.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	var head int64
	var setting string
	if err := tx.QueryRowContext(ctx, lockHead, organization).Scan(&head, &setting, &setting); err != nil {
		return 0, err
	}
	lags, approvals, err := giveNumbersTo(ctx, tx, organization, head)
	if err != nil || len(lags) == 0 {
		return 0, err
	}
	numbered = int64(len(lags))
	if err := approvals.note(ctx, tx, organization); err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, moveHead, organization, numbered); err != nil {
		return 0, err
	}
	if err := tx.Commit(); err != nil {
		return 0, err
	}
	n.meter.numbered(lags)
	n.warnOfFuture(ctx, lags)
	n.marks.Moved(organization, head+numbered)
	n.notify()
	return numbered, nil
}

// warnOfFuture logs if events have a time in the future: the clock of the database was ahead.
func (n *Sequencer) warnOfFuture(ctx context.Context, lags []float64) {
	ahead := time.Duration(-slices.Min(lags) * float64(time.Second))
	if ahead < futureFrom {
		return
	}
	n.mu.Lock()
	said := time.Since(n.future) < futureEvery
	if !said {
		n.future = time.Now()
	}
	n.mu.Unlock()
	if !said {
		n.log.WarnContext(ctx,
			"the clock of the database was ahead: events get this time in the future until it is reached",
			"ahead_ms", ahead.Milliseconds())
	}
}

// errChanged means that an event was changed while its batch was numbered, such as by an erasure.
var errChanged = errors.New("an event was changed while it should get its number")

// approvals are events that approve timesheets, and their numbers.
type approvals struct {
	timesheets []uuid.UUID
	numbers    []int64
}

// note stores the numbers in the timesheets.
func (a approvals) note(ctx context.Context, tx *sql.Tx, organization uuid.UUID) error {
	if len(a.timesheets) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, noteApprovals, organization, pq.Array(a.timesheets), pq.Array(a.numbers))
	return err
}

// giveNumbersTo returns how long each event has waited for its number, in seconds, and which of them are approvals. Its
// error is errChanged if a number is left out, because another transaction has changed the event that should get it.
func giveNumbersTo(
	ctx context.Context, tx *sql.Tx, organization uuid.UUID, head int64,
) (lags []float64, approved approvals, err error) {
	last := head
	err = postgres.Each(ctx, tx, func(scan postgres.Scan) error {
		var lag float64
		var seq int64
		var timesheet *uuid.UUID
		err := scan(&lag, &seq, &timesheet)
		lags, last = append(lags, lag), max(last, seq)
		if timesheet != nil {
			approved.timesheets = append(approved.timesheets, *timesheet)
			approved.numbers = append(approved.numbers, seq)
		}
		return err
	}, giveNumbers, organization, head, batch)
	if err == nil && last != head+int64(len(lags)) {
		err = errChanged
	}
	return lags, approved, err
}
