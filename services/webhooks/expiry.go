package webhooks

import (
	"context"
	"time"

	"github.com/workplan-api/workplan/internal/sweep"
)

// attemptsKept is how long attempts are kept.
const attemptsKept = 30 * 24 * time.Hour

const (
	// Only this statement reads more than one organization.
	withExpired = `
SELECT o.id FROM organizations o
WHERE EXISTS (SELECT FROM webhook_attempts a WHERE a.organization_id = o.id AND a.created_at < $1)
LIMIT $2`

	removeExpired = `
DELETE FROM webhook_attempts WHERE organization_id = $1 AND id IN (
  SELECT id FROM webhook_attempts WHERE organization_id = $1 AND created_at < $2
  LIMIT $3 FOR UPDATE SKIP LOCKED)`
)

// RemoveExpired removes old attempts in the background until ctx is done.
func (d *Deliverer) RemoveExpired(ctx context.Context) {
	sweep.Rows(d.db, "attempts of webhooks", withExpired, removeExpired).
		Run(ctx, d.log, func() time.Time { return time.Now().Add(-attemptsKept) })
}
