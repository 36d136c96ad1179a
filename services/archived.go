package services

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"

	"github.com/workplan-api/workplan/internal/metrics"
)

// On Citus it is the archive of the coordinator. The name of the statement is the first table after FROM, so it has no
// extract.
const lastArchived = `
SELECT date_part('epoch', last_archived_time) FROM pg_stat_archiver
WHERE current_setting('archive_mode') <> 'off' AND last_archived_time IS NOT NULL`

// archived reports when PostgreSQL has last archived a file of its WAL. Without an archive, or before its first file,
// it reports nothing.
func archived(db *sql.DB, log *slog.Logger) metrics.Scraped {
	return metrics.Scraped{
		Log: log, Metrics: []*metrics.Metric{metrics.LastBackup}, Purpose: "look for the last file of the WAL archive",
		Read: func(ctx context.Context, found func(m *metrics.Metric, value float64, labels ...string)) error {
			var at float64
			err := db.QueryRowContext(ctx, lastArchived).Scan(&at)
			if errors.Is(err, sql.ErrNoRows) {
				return nil
			}
			if err == nil {
				found(metrics.LastBackup, at, "wal", "")
			}
			return err
		},
	}
}
