package metrics

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// scrapeTime is the time for the query of a Scraped. If it fails, the other metrics must still arrive.
const scrapeTime = 2 * time.Second

// Scraped are metrics that a query reads at each scrape. It implements prometheus.Collector.
type Scraped struct {
	Log     *slog.Logger
	Metrics []*Metric
	// Purpose is what Read does, for the log.
	Purpose string
	// Read calls found with each value.
	Read func(ctx context.Context, found func(m *Metric, value float64, labels ...string)) error
}

// Describe implements prometheus.Collector.
func (s Scraped) Describe(descs chan<- *prometheus.Desc) {
	for _, m := range s.Metrics {
		descs <- m.desc()
	}
}

// Collect implements prometheus.Collector.
func (s Scraped) Collect(values chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	err := s.Read(ctx, func(m *Metric, value float64, labels ...string) {
		values <- prometheus.MustNewConstMetric(m.desc(), prometheus.GaugeValue, value, labels...)
	})
	if err != nil {
		s.Log.WarnContext(ctx, "cannot "+s.Purpose, "error", err)
	}
}
