package journal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
)

// An organization that is moved to another installation is closed at its end: from then on the old database must not
// accept a write that the new one does not get. A server caches callers, so it may learn of that late. So the statement
// that writes also checks it. A transaction that has begun such a statement before does not see it, but the move waits
// for its end.
const (
	selectOpen    = "SELECT FROM organizations WHERE id = $1 AND closed_at IS NULL"
	openCondition = "EXISTS (" + selectOpen + ")"
)

// ErrSettled is the error of a write whose method has looked at the closed days of an earlier version, or of one that
// is about to change, see package settled. Nothing was written.
var ErrSettled = errors.New("the closed days have changed since the write has looked at them")

// What is closed changes while a transaction has locked the row of the organization in closed_days alone, and those
// that write what can be closed share that lock until they end. A statement that has waited for it looks again at the
// row. Whoever shares the lock of a row joins the others without a queue. So all of them also ask for an advisory
// lock before, which PostgreSQL gives in the order in which it was asked for: many writers do not keep a change away.
//
// A transaction waits for it before it has locked rows of what can be closed, and after the lock of the organization,
// if it needs that. If it has locked rows already, it only tries: else it could wait for a change that waits for a
// statement that waits for these rows.
//
// shared and trial are conditions on that row that take both locks, and lockOf is the number of the advisory lock.
const (
	shared = "pg_advisory_xact_lock_shared(hashtextextended('closed ' || organization_id::text, 0)) IS NOT NULL FOR KEY SHARE"
	trial  = "pg_try_advisory_xact_lock_shared(hashtextextended('closed ' || organization_id::text, 0)) FOR KEY SHARE"
	lockOf = "hashtextextended('closed ' || $1::text, 0)"
)

// IsOpen returns the condition that the organization $1 is open, and that its closed days have the version that is the
// argument n.
func IsOpen(n int) string {
	return fmt.Sprintf("EXISTS (SELECT FROM closed_days WHERE organization_id = $1 AND version = $%d AND %s AND %s)", n,
		openCondition, shared)
}

// CheckOpen fails if the organization is closed. It is for a transaction whose rows were written by statements that do
// not check it: a move waits for its end. No organization is moved from Citus, where each statement counts.
func CheckOpen(ctx context.Context, db *ent.Client) error {
	if citus, err := db.Engine.IsCitus(ctx, db); err != nil || citus {
		return err
	}
	result, err := tenant.Exec(ctx, db, selectOpen)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return problem.Moving(nil)
}

// ClosedVersion returns the version of the closed days of the organization, which may change at any time.
func ClosedVersion(ctx context.Context, db *ent.Client) (int64, error) {
	return closedVersion(ctx, db, "")
}

// HoldClosed returns the version of the closed days of the organization. It waits for changes of them, and keeps others
// away until the transaction of db ends. The transaction must not have locked rows of what can be closed.
func HoldClosed(ctx context.Context, db *ent.Client) (int64, error) {
	return share(ctx, db, "SELECT pg_advisory_xact_lock_shared("+lockOf+") IS NOT NULL", shared)
}

// share shares the lock of the closed days and returns their version, or 0 if it has not got the lock. On Citus it asks
// for the advisory lock by a statement of its own: a condition would ask where the organization is, and servers write
// by the coordinator.
func share(ctx context.Context, db *ent.Client, onCitus, condition string) (int64, error) {
	citus, err := db.Engine.IsCitus(ctx, db)
	if err != nil {
		return 0, err
	}
	if !citus {
		return closedVersion(ctx, db, " AND "+condition)
	}
	has := false
	err = tenant.Each(ctx, db, func(scan postgres.Scan) error { return scan(&has) }, onCitus)
	if err != nil || !has {
		return 0, err
	}
	return closedVersion(ctx, db, " FOR KEY SHARE")
}

func closedVersion(ctx context.Context, db *ent.Client, and string) (version int64, err error) {
	err = tenant.Each(ctx, db, func(scan postgres.Scan) error { return scan(&version) },
		"SELECT version FROM closed_days WHERE organization_id = $1"+and)
	return version, err
}

// BeginClosed gives the organization its first version of closed days, unless it has one.
func BeginClosed(ctx context.Context, db *ent.Client) error {
	_, err := tenant.Exec(ctx, db, insertClosed, newVersion())
	return err
}

// CheckSettled fails as CheckOpen does, and with ErrSettled if the closed days have another version, or are about to
// have one. Otherwise they do not change before the transaction of db ends. One statement asks for both: only after it
// has refused, another one tells which it was.
func CheckSettled(ctx context.Context, db *ent.Client, version int64) error {
	now, err := share(ctx, db, "SELECT pg_try_advisory_xact_lock_shared("+lockOf+")", openCondition+" AND "+trial)
	if err != nil || now == version && now > 0 {
		return err
	}
	if err := CheckOpen(ctx, db); err != nil || now == version {
		return err
	}
	return ErrSettled
}

// insertClosed has the version as the argument $2, see newVersion.
const insertClosed = "INSERT INTO closed_days (organization_id, version) VALUES ($1, $2) ON CONFLICT DO NOTHING"

// newVersion returns the time in microseconds, so that a database that was restored does not get a version again. It is
// an argument, because Citus refuses an UPDATE with clock_timestamp().
func newVersion() int64 { return time.Now().UnixMicro() }

// ChangeClosed locks the closed days of the organization for the transaction of db alone, and gives them a version that
// they never had. It waits for all who write what can be closed.
func ChangeClosed(ctx context.Context, db *ent.Client) error {
	if err := tenant.Lock(ctx, db); err != nil { // first, as those do who have both
		return err
	}
	// First: it may wait for the first write of the organization, which then asks for the next lock.
	if err := BeginClosed(ctx, db); err != nil {
		return err
	}
	for _, statement := range []string{
		"SELECT pg_advisory_xact_lock(" + lockOf + ")",
		// Without it, a writer that has begun earlier would share the row as it was before the update.
		"SELECT FROM closed_days WHERE organization_id = $1 FOR UPDATE",
	} {
		if _, err := tenant.Exec(ctx, db, statement); err != nil {
			return err
		}
	}
	_, err := tenant.Exec(ctx, db,
		"UPDATE closed_days SET version = greatest(version + 1, $2) WHERE organization_id = $1", newVersion())
	return err
}
