package idempotency

import (
	"context"
	"log/slog"
	"time"

	"github.com/workplan-api/workplan/services/internal/sweep"
)

var expired = sweep.Table{
	Name: "idempotency keys",
	// Only this statement reads more than one organization.
	Organizations: `
SELECT o.id FROM organizations o
WHERE EXISTS (SELECT FROM idempotency_keys k WHERE k.organization_id = o.id AND k.expires_at <= $1)
LIMIT $2`,
	// SKIP LOCKED lets several nodes work at once, and leaves rows that a request replaces.
	Remove: `
DELETE FROM idempotency_keys WHERE organization_id = $1 AND id IN (
  SELECT id FROM idempotency_keys WHERE organization_id = $1 AND expires_at <= $2
  LIMIT $3 FOR UPDATE SKIP LOCKED)`,
}

// RemoveExpired removes expired keys in the background until ctx is done.
func (k *Keys) RemoveExpired(ctx context.Context, log *slog.Logger) {
	expired.Run(ctx, k.db, log, time.Now)
}

// Sweep removes the keys that have expired.
func (k *Keys) Sweep(ctx context.Context) error { return expired.Once(ctx, k.db, time.Now()) }
