package services

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
)

// archived reports when PostgreSQL has last archived a file of its WAL, at each scrape. Without an archive, or before
// its first file, it reports nothing.
type archived struct {
	db  *sql.DB
	log *slog.Logger
}

var lastBackupDesc = metrics.LastBackup.Desc()

// Describe implements prometheus.Collector.
func (archived) Describe(descs chan<- *prometheus.Desc) { descs <- lastBackupDesc }

// archivedTime is the time for the query. If it fails, the other metrics must still arrive.
const archivedTime = 2 * time.Second

// On Citus it is the archive of the coordinator. The name of the statement is the first table after FROM, so it has no
// extract.
const lastArchived = `
SELECT date_part('epoch', last_archived_time) FROM pg_stat_archiver
WHERE current_setting('archive_mode') <> 'off' AND last_archived_time IS NOT NULL`

// Collect implements prometheus.Collector.
func (a archived) Collect(found chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), archivedTime)
	defer cancel()
	var at float64
	err := a.db.QueryRowContext(ctx, lastArchived).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return
	}
	if err != nil {
		a.log.WarnContext(ctx, "cannot look for the last file of the WAL archive", "error", err)
		return
	}
	found <- prometheus.MustNewConstMetric(lastBackupDesc, prometheus.GaugeValue, at, "wal")
}
