package idempotency

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
)

// Expired rows are removed at the start and then every sweepEvery, or up to half of it
// earlier or later, so that nodes do not work at the same time. A sweep removes at most
// maxBatches batches of batchSize rows for each of maxOrganizations organizations. The next
// sweep continues.
const (
	sweepEvery       = 5 * time.Minute
	batchSize        = 100
	maxBatches       = 100
	maxOrganizations = 1000
)

// RemoveExpired removes expired keys in the background until ctx is done.
func (k *Keys) RemoveExpired(ctx context.Context, log *slog.Logger) {
	for {
		if err := k.Sweep(ctx); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "cannot remove expired idempotency keys", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(sweepEvery/2 + rand.N(sweepEvery)):
		}
	}
}

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

// Sweep removes the keys that have expired, in small batches.
func (k *Keys) Sweep(ctx context.Context) error {
	now := time.Now()
	rows, err := k.db.QueryContext(ctx, withExpired, now, maxOrganizations)
	if err != nil {
		return err
	}
	defer rows.Close()
	var organizations []uuid.UUID
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return err
		}
		organizations = append(organizations, id)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, id := range organizations {
		for range maxBatches {
			result, err := k.db.ExecContext(ctx, removeExpired, id, now, batchSize)
			if err != nil {
				return err
			}
			if n, err := result.RowsAffected(); err != nil || n < batchSize {
				break
			}
		}
	}
	return nil
}
