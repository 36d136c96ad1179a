package webhooks

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/webhookattempt"
	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/postgres"
)

// meter measures webhooks. The endpoints of all organizations are counted together,
// by a query at each scrape. So each process reports the same endpoints.
type meter struct {
	requests *prometheus.HistogramVec
	paced    prometheus.Counter
}

func newMeter(db *ent.Client, log *slog.Logger, registerer prometheus.Registerer) *meter {
	m := &meter{
		requests: metrics.WebhookDuration.Histogram(registerer),
		paced:    metrics.WebhookPaused.Counter(registerer).WithLabelValues(),
	}
	for _, outcome := range []webhookattempt.Outcome{webhookattempt.OutcomeDelivered, webhookattempt.OutcomeFailed,
		webhookattempt.OutcomeParked} {
		m.requests.WithLabelValues(string(outcome)) // so that the rate is known from the first one on
	}
	registerer.MustRegister(metrics.Scraped{
		Log: log, Metrics: []*metrics.Metric{metrics.Webhooks, metrics.OldestUndelivered}, Purpose: "count webhooks",
		Read: func(ctx context.Context, found func(m *metrics.Metric, value float64, labels ...string)) error {
			all, err := ReadBacklog(ctx, db)
			if err != nil {
				return err
			}
			for _, state := range []string{"active", "failing", "pending", "paused", "disabled"} {
				found(metrics.Webhooks, float64(all[state].Endpoints), state)
			}
			for _, state := range []string{"active", "failing"} {
				found(metrics.OldestUndelivered, all[state].Oldest.Seconds(), state)
			}
			return nil
		},
	})
	return m
}

// Backlog is about all endpoints of one state.
type Backlog struct {
	Endpoints int
	// Oldest is the age of the oldest event that one of them has not got; 0 if they have got all.
	Oldest time.Duration
}

// Only this statement reads more than one organization. One that was moved away is left out. An active endpoint is
// failing if the last request failed, or if its key may read nothing at the moment.
const selectBacklog = `
SELECT CASE WHEN w.state = 'active' AND w.last_error IS NOT NULL THEN 'failing' ELSE w.state END, count(*),
  coalesce(extract(epoch FROM now() - min(e.written_at)), 0)
FROM organizations o
JOIN webhooks w ON w.organization_id = o.id
LEFT JOIN events e ON e.organization_id = o.id AND e.seq = w.position + 1
WHERE o.closed_at IS NULL
GROUP BY 1`

// ReadBacklog reads the endpoints of all organizations. It returns a Backlog for each state that
// an endpoint has: active, pending, paused, disabled, or failing instead of active if the last request
// failed.
func ReadBacklog(ctx context.Context, db postgres.Querier) (all map[string]Backlog, err error) {
	all = map[string]Backlog{}
	err = postgres.Each(ctx, db, func(scan postgres.Scan) error {
		var state string
		var endpoints int
		var age float64
		err := scan(&state, &endpoints, &age)
		all[state] = Backlog{endpoints, time.Duration(max(0, age) * float64(time.Second))}
		return err
	}, selectBacklog)
	return all, err
}
