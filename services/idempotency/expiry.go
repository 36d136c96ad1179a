package idempotency

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/workplan-api/workplan/internal/sweep"
)

const (
	// Only this statement reads more than one organization.
	withExpired = `
SELECT o.id FROM organizations o
WHERE EXISTS (SELECT FROM idempotency_keys k WHERE k.organization_id = o.id AND k.expires_at <= $1)
LIMIT $2`

	// SKIP LOCKED lets several nodes work at once, and leaves rows that a request replaces.
	removeExpired = `
DELETE FROM idempotency_keys WHERE organization_id = $1 AND id IN (
  SELECT id FROM idempotency_keys WHERE organization_id = $1 AND expires_at <= $2
  LIMIT $3 FOR UPDATE SKIP LOCKED)`
)

func expired(db *sql.DB) sweep.Table {
	return sweep.Rows(db, "idempotency keys", withExpired, removeExpired)
}

// RemoveExpired removes expired keys in the background until ctx is done. db should not have the connections of
// requests.
func RemoveExpired(ctx context.Context, db *sql.DB, log *slog.Logger) {
	expired(db).Run(ctx, log, time.Now)
}

// Sweep removes the keys that have expired.
func Sweep(ctx context.Context, db *sql.DB) error { return expired(db).Once(ctx, time.Now()) }
