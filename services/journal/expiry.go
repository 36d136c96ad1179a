package journal

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/sweep"
)

// sweepBatch is how many events are removed at once.
const sweepBatch = 500

const (
	// Only this statement reads more than one organization. The oldest event of each one
	// shows whether it has any that has expired.
	withExpired = `
SELECT h.organization_id FROM organizations o
JOIN event_heads h ON h.organization_id = o.id
JOIN events e ON e.organization_id = o.id AND e.seq = h.first_seq
WHERE o.closed_at IS NULL AND e.written_at < $1
LIMIT $2`

	lockEnds = `SELECT first_seq FROM event_heads WHERE organization_id = $1 FOR NO KEY UPDATE SKIP LOCKED`

	// The first event that is kept ends the batch.
	endOfBatch = `
SELECT coalesce(min(seq) FILTER (WHERE written_at >= $2), max(seq) + 1)
FROM (SELECT seq, written_at FROM events WHERE organization_id = $1 AND seq >= $3 ORDER BY seq LIMIT $4) oldest`

	removeOldest = `DELETE FROM events WHERE organization_id = $1 AND seq < $2`
	// A role that may not delete events has a function, see migrate.Grant.
	removeByFunction = `SELECT remove_events($1, $2)`
	mayDelete        = `SELECT has_table_privilege('events', 'DELETE')`
	moveFirst        = `UPDATE event_heads SET first_seq = $2 WHERE organization_id = $1`
)

// Expired removes the events that were written before a time, in small batches.
func Expired(db *sql.DB) sweep.Table {
	return sweep.Table{DB: db, Name: "events", Organizations: withExpired, Batch: sweepBatch, Remove: func(
		ctx context.Context, organization uuid.UUID, before time.Time,
	) (int64, error) {
		return sweepOne(ctx, db, organization, before)
	}}
}

// sweepOne removes a batch of an organization, unless another process holds its head.
func sweepOne(ctx context.Context, db *sql.DB, organization uuid.UUID, before time.Time) (removed int64, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	var first int64
	switch err := tx.QueryRowContext(ctx, lockEnds, organization).Scan(&first); err {
	case nil:
	case sql.ErrNoRows:
		return 0, nil
	default:
		return 0, err
	}
	var end sql.NullInt64
	if err := tx.QueryRowContext(ctx, endOfBatch, organization, before, first, sweepBatch).Scan(&end); err != nil ||
		!end.Valid || end.Int64 == first {
		return 0, err
	}
	remove, may := removeByFunction, false
	if err := tx.QueryRowContext(ctx, mayDelete).Scan(&may); err != nil {
		return 0, err
	}
	if may {
		remove = removeOldest
	}
	if _, err := tx.ExecContext(ctx, remove, organization, end.Int64); err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, moveFirst, organization, end.Int64); err != nil {
		return 0, err
	}
	return end.Int64 - first, tx.Commit()
}
