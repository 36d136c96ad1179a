package journal

import (
	"context"
	"database/sql"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
)

// meter measures the journal. It looks for the oldest event without a number at each scrape, so it
// also shows that nothing is numbered any more.
type meter struct {
	events prometheus.Counter
	lag    prometheus.Observer
}

func newMeter(db *sql.DB, log *slog.Logger, registerer prometheus.Registerer) *meter {
	registerer.MustRegister(metrics.Scraped{
		Log: log, Metrics: []*metrics.Metric{metrics.OldestUnnumbered},
		Purpose: "look for the oldest event without a number",
		Read: func(ctx context.Context, found func(m *metrics.Metric, value float64, labels ...string)) error {
			var age float64
			err := db.QueryRowContext(ctx, oldestWithoutNumber).Scan(&age)
			if err == nil {
				found(metrics.OldestUnnumbered, max(0, age))
			}
			return err
		},
	})
	return &meter{
		events: metrics.Events.Counter(registerer).WithLabelValues(),
		lag:    metrics.EventLag.Histogram(registerer).WithLabelValues(),
	}
}

// numbered counts events that have got a number, by how long they waited for it, in seconds.
func (m *meter) numbered(lags []float64) {
	m.events.Add(float64(len(lags)))
	for _, lag := range lags {
		m.lag.Observe(max(0, lag))
	}
}

// This statement reads all organizations, like withoutNumber.
const oldestWithoutNumber = `
SELECT coalesce(extract(epoch FROM now() - min(e.written_at)), 0)
FROM organizations o JOIN events e ON e.organization_id = o.id AND e.seq IS NULL`
