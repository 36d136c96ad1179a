package journal

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

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
		Log: log, Metrics: []*metrics.Metric{metrics.OldestUnnumbered, metrics.EventsAhead},
		Purpose: "look for events without a number or with a time in the future",
		Read: func(ctx context.Context, found func(m *metrics.Metric, value float64, labels ...string)) error {
			var age float64
			err := db.QueryRowContext(ctx, oldestWithoutNumber).Scan(&age)
			if err == nil {
				found(metrics.OldestUnnumbered, max(0, age))
			}
			ahead, failed := Ahead(ctx, db)
			if failed == nil {
				found(metrics.EventsAhead, ahead.Seconds())
			}
			return errors.Join(err, failed)
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

// Ahead returns how far the time of the latest event of an organization is in the future, the largest of all, and 0 if
// none is. The clock of the database was ahead when an event was written. Later events get the same time until it is
// reached.
func Ahead(ctx context.Context, db *sql.DB) (time.Duration, error) {
	var seconds float64
	err := db.QueryRowContext(ctx, latestTime).Scan(&seconds)
	return time.Duration(max(0, seconds) * float64(time.Second)), err
}

// This statement reads all organizations, like withoutNumber.
const latestTime = `
SELECT coalesce(extract(epoch FROM max(e.written_at) - clock_timestamp()), 0)
FROM organizations o JOIN event_heads h ON h.organization_id = o.id
JOIN events e ON e.organization_id = o.id AND e.seq = h.seq`

// This statement reads all organizations, like withoutNumber.
const oldestWithoutNumber = `
SELECT coalesce(extract(epoch FROM now() - min(e.written_at)), 0)
FROM organizations o JOIN events e ON e.organization_id = o.id AND e.seq IS NULL`
