package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/wait"
)

// LockWaits are the statements that wait for locks, at one moment. On Citus, those on the workers are not among them.
type LockWaits struct {
	blockers map[int64][]int64 // of each process that waits
	holders  map[int64]string  // the blockers that wait for nothing themselves
}

// readLockWaits returns the sessions of this role that have waited longer than $1 seconds, with their blockers, and
// then the blockers that are not among them. Only some roles may see more of the sessions of others than their names.
const readLockWaits = `
WITH waiting AS MATERIALIZED (
  SELECT pid, pg_blocking_pids(pid) AS blockers FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query_start < clock_timestamp() - $1 * interval '1 second'
)
SELECT pid, blockers, '', '', '', '', '' FROM waiting
UNION ALL
SELECT pid, '{}', coalesce(application_name, ''), coalesce(state, ''),
  coalesce(to_char(xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''),
  coalesce(to_char(state_change AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''),
  CASE WHEN state IS NULL THEN '' ELSE query END
FROM pg_stat_activity
WHERE pid IN (SELECT unnest(blockers) FROM waiting) AND pid NOT IN (SELECT pid FROM waiting)`

// ReadLockWaits returns the statements of this role that have waited for a lock longer than a time.
func ReadLockWaits(ctx context.Context, db Querier, longer time.Duration) (LockWaits, error) {
	w := LockWaits{map[int64][]int64{}, map[int64]string{0: "a prepared transaction blocks it"}}
	return w, Each(ctx, db, func(scan Scan) error {
		var pid int64
		var blockers pq.Int64Array
		var application, state, began, changed, query string
		if err := scan(&pid, &blockers, &application, &state, &began, &changed, &query); err != nil {
			return err
		}
		if len(blockers) > 0 {
			w.blockers[pid] = blockers
			return nil
		}
		text := fmt.Sprintf("process %d (%s) blocks it", pid, application)
		if began != "" {
			text += fmt.Sprintf(", in a transaction since %s, %s since %s, last statement %s",
				began, state, changed, StatementName(query))
		}
		w.holders[pid] = text
		return nil
	}, readLockWaits, longer.Seconds())
}

// Holders describes the sessions that keep a process waiting, directly or through others that wait. They have no values
// of statements. With 0, it describes those that keep any process waiting.
func (w LockWaits) Holders(pid int64) (texts []string) {
	next, seen := slices.Clone(w.blockers[pid]), map[int64]bool{}
	if pid == 0 {
		for _, blockers := range w.blockers {
			next = append(next, blockers...)
		}
	}
	for len(next) > 0 {
		pid, next = next[0], next[1:]
		if text, ok := w.holders[pid]; ok && !seen[pid] {
			texts = append(texts, text)
		} else if !seen[pid] {
			next = append(next, w.blockers[pid]...)
		}
		seen[pid] = true
	}
	slices.Sort(texts)
	return texts
}

// LockWatch looks again and again which sessions keep the statements of some pools waiting for locks. PostgreSQL knows
// it only while a statement waits. So the error of a statement that has waited too long can name them.
type LockWatch struct{ last atomic.Pointer[LockWaits] }

// Run looks with a connection of db while statements run on one of pools, until ctx ends. It sees each wait that
// reaches the limit of a lock at least once.
func (l *LockWatch) Run(ctx context.Context, db *sql.DB, pools ...*sql.DB) {
	const often = maxLockWait / 4
	busy := func(pool *sql.DB) bool { return pool.Stats().InUse > 0 }
	for wait.For(ctx, often) == nil {
		l.last.Store(nil)
		if slices.ContainsFunc(pools, busy) {
			if waits, err := ReadLockWaits(ctx, db, often); err == nil {
				l.last.Store(&waits)
			}
		}
	}
}

// lockError is a wait for a lock that took too long, and who has the lock.
type lockError struct {
	error
	holders string
}

// Error implements error.
func (e *lockError) Error() string { return e.error.Error() + ": " + e.holders }

// Unwrap returns the error of PostgreSQL.
func (e *lockError) Unwrap() error { return e.error }

// explain adds to the error of a process who has the lock that it has waited for.
func (l *LockWatch) explain(err error, pid int64) error {
	if l == nil || !IsLockTimeout(err) {
		return err
	}
	holders := "who had the lock is not known, or has gone"
	if waits := l.last.Load(); waits != nil {
		if texts := waits.Holders(pid); len(texts) > 0 {
			holders = strings.Join(texts, "; ")
		}
	}
	return &lockError{err, holders}
}
