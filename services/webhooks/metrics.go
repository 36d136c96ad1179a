package webhooks

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/webhookattempt"
	"github.com/workplan-api/workplan/internal/metrics"
)

// meter measures webhooks. The endpoints of all organizations are counted together,
// by a query at each scrape. So each process reports the same endpoints.
type meter struct {
	db       *ent.Client
	log      *slog.Logger
	requests *prometheus.HistogramVec
}

var endpointsDesc, oldestDesc = metrics.Webhooks.Desc(), metrics.OldestUndelivered.Desc()

func newMeter(db *ent.Client, log *slog.Logger, registerer prometheus.Registerer) *meter {
	m := &meter{db: db, log: log, requests: metrics.WebhookDuration.Histogram(registerer)}
	for _, outcome := range []webhookattempt.Outcome{webhookattempt.OutcomeDelivered, webhookattempt.OutcomeFailed, webhookattempt.OutcomeParked} {
		m.requests.WithLabelValues(string(outcome)) // so that the rate is known from the first one on
	}
	registerer.MustRegister(m)
	return m
}

// Describe implements prometheus.Collector.
func (m *meter) Describe(descs chan<- *prometheus.Desc) {
	descs <- endpointsDesc
	descs <- oldestDesc
}

// scrapeTime is the time for the query. If it fails, the other metrics must still arrive.
const scrapeTime = 2 * time.Second

// Only this statement reads more than one organization. An active endpoint is failing if the
// last request failed, or if its key may read nothing at the moment.
const selectEndpoints = `
SELECT CASE WHEN w.state = 'active' AND w.last_error IS NOT NULL THEN 'failing' ELSE w.state END, count(*),
  coalesce(extract(epoch FROM now() - min(e.written_at)), 0)
FROM organizations o
JOIN webhooks w ON w.organization_id = o.id
LEFT JOIN events e ON e.organization_id = o.id AND e.seq = w.position + 1
GROUP BY 1`

// Collect implements prometheus.Collector.
func (m *meter) Collect(found chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	counts, ages, err := m.read(ctx)
	if err != nil {
		m.log.WarnContext(ctx, "cannot count webhooks", "error", err)
		return
	}
	for _, state := range []string{"active", "failing", "pending", "paused", "disabled"} {
		found <- prometheus.MustNewConstMetric(endpointsDesc, prometheus.GaugeValue, counts[state], state)
	}
	for _, state := range []string{"active", "failing"} {
		found <- prometheus.MustNewConstMetric(oldestDesc, prometheus.GaugeValue, max(0, ages[state]), state)
	}
}

// read returns the number of endpoints of each state, and the age of the oldest event that one
// of them has not got, in seconds.
func (m *meter) read(ctx context.Context) (counts, ages map[string]float64, err error) {
	rows, err := m.db.QueryContext(ctx, selectEndpoints)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	counts, ages = map[string]float64{}, map[string]float64{}
	for rows.Next() {
		var state string
		var count, age float64
		if err := rows.Scan(&state, &count, &age); err != nil {
			return nil, nil, err
		}
		counts[state], ages[state] = count, age
	}
	return counts, ages, rows.Err()
}
