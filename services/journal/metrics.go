package journal

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
)

// meter measures the journal. It looks for the oldest event without a number at each scrape, so it
// also shows that nothing is numbered any more.
type meter struct {
	db     *sql.DB
	log    *slog.Logger
	events prometheus.Counter
	lag    prometheus.Observer
}

var oldestDesc = metrics.OldestUnnumbered.Desc()

func newMeter(db *sql.DB, log *slog.Logger, registerer prometheus.Registerer) *meter {
	m := &meter{
		db: db, log: log,
		events: metrics.Events.Counter(registerer).WithLabelValues(),
		lag:    metrics.EventLag.Histogram(registerer).WithLabelValues(),
	}
	registerer.MustRegister(m)
	return m
}

// numbered counts events that have got a number, by how long they waited for it, in seconds.
func (m *meter) numbered(lags []float64) {
	m.events.Add(float64(len(lags)))
	for _, lag := range lags {
		m.lag.Observe(max(0, lag))
	}
}

// Describe implements prometheus.Collector.
func (m *meter) Describe(descs chan<- *prometheus.Desc) { descs <- oldestDesc }

// scrapeTime is the time for the query. If it fails, the other metrics must still arrive.
const scrapeTime = 2 * time.Second

// This statement reads all organizations, like withoutNumber.
const oldestWithoutNumber = `
SELECT coalesce(extract(epoch FROM now() - min(e.written_at)), 0)
FROM organizations o JOIN events e ON e.organization_id = o.id AND e.seq IS NULL`

// Collect implements prometheus.Collector.
func (m *meter) Collect(found chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	var age float64
	if err := m.db.QueryRowContext(ctx, oldestWithoutNumber).Scan(&age); err != nil {
		m.log.WarnContext(ctx, "cannot look for the oldest event without a number", "error", err)
		return
	}
	found <- prometheus.MustNewConstMetric(oldestDesc, prometheus.GaugeValue, max(0, age))
}
