package idempotency

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/workplan-api/workplan/internal/sweep"
)

func expired(db *sql.DB) sweep.Table {
	return sweep.Rows(db, "idempotency keys", "idempotency_keys", "expires_at")
}

// RemoveExpired removes expired keys in the background until ctx is done. db should not have the connections of
// requests.
func RemoveExpired(ctx context.Context, db *sql.DB, log *slog.Logger) {
	expired(db).Run(ctx, log, time.Now)
}

// Sweep removes the keys that have expired.
func Sweep(ctx context.Context, db *sql.DB) error { return expired(db).Once(ctx, time.Now()) }
