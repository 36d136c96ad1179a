package idempotency

import (
	"database/sql"

	"github.com/workplan-api/workplan/internal/sweep"
)

// Expired removes the keys that expired before a time. db should not have the connections of requests.
func Expired(db *sql.DB) sweep.Table {
	return sweep.Rows(db, "idempotency keys", "idempotency_keys", "expires_at")
}
