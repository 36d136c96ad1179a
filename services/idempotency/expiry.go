package idempotency

import (
	"context"
	"log/slog"
	"time"

	"github.com/workplan-api/workplan/services/internal/sweep"
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

func (k *Keys) expired() sweep.Table {
	return sweep.Rows(k.db, "idempotency keys", withExpired, removeExpired)
}

// RemoveExpired removes expired keys in the background until ctx is done.
func (k *Keys) RemoveExpired(ctx context.Context, log *slog.Logger) {
	k.expired().Run(ctx, log, time.Now)
}

// Sweep removes the keys that have expired.
func (k *Keys) Sweep(ctx context.Context) error { return k.expired().Once(ctx, time.Now()) }
