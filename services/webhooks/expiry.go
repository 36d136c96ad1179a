package webhooks

import (
	"time"

	"github.com/workplan-api/workplan/internal/sweep"
)

// AttemptsKept is how long attempts are kept.
const AttemptsKept = 30 * 24 * time.Hour

// Expired removes the attempts that were made before a time.
func Expired(db sweep.Database) sweep.Table {
	return sweep.Rows(db, "attempts of webhooks", "webhook_attempts", "created_at")
}
