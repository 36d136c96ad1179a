package webhooks

import (
	"context"
	"time"

	"github.com/workplan-api/workplan/internal/sweep"
)

// attemptsKept is how long attempts are kept.
const attemptsKept = 30 * 24 * time.Hour

// RemoveExpired removes old attempts in the background until ctx is done.
func (d *Deliverer) RemoveExpired(ctx context.Context) {
	sweep.Rows(d.db, "attempts of webhooks", "webhook_attempts", "created_at").
		Run(ctx, d.log, func() time.Time { return time.Now().Add(-attemptsKept) })
}
