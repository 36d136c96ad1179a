package main

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"go.opentelemetry.io/otel/trace"

	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tracing"
)

// flushTime is how long a server that stops waits for the collector of traces.
const flushTime = 5 * time.Second

// telemetry is how a server is seen from outside: its metrics, its log and its traces.
type telemetry struct {
	registry   *prometheus.Registry
	statements *postgres.Statements
	log        *slog.Logger
	provider   *tracing.Provider // nil without traces
}

// startTelemetry registers the metrics of the process, and starts traces if the environment asks for them. After an
// error, which is about traces, the rest can be used.
func startTelemetry(ctx context.Context, log *slog.Logger) (*telemetry, error) {
	b := thisBuild()
	s := &telemetry{registry: prometheus.NewRegistry(), log: log}
	s.registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	metrics.BuildInfo.Gauge(s.registry).WithLabelValues(b.Version, b.Commit, b.Go).Set(1)
	s.statements = &postgres.Statements{
		Count: metrics.Statements.Counter(s.registry), Seconds: metrics.StatementSeconds.Counter(s.registry),
	}
	provider, err := tracing.Start(ctx, b.Version, log)
	if provider != nil {
		s.provider, s.log = provider, slog.New(tracing.Log(log.Handler()))
	}
	return s, err
}

// traces returns the provider for services.Config, nil without traces.
func (s *telemetry) traces() trace.TracerProvider {
	if s.provider == nil {
		return nil // not a nil pointer in an interface
	}
	return s.provider
}

// requests returns the options of the pool of requests.
func (s *telemetry) requests() postgres.Options {
	opts := postgres.Options{Statements: s.statements}
	if s.provider != nil {
		opts.OpenDB = tracing.OpenDB(s.provider)
	}
	return opts
}

// pools registers the metrics of the pools.
func (s *telemetry) pools(requests, background, wholeLists *sql.DB) {
	s.registry.MustRegister(collectors.NewDBStatsCollector(requests, "requests"),
		collectors.NewDBStatsCollector(background, "background"),
		collectors.NewDBStatsCollector(wholeLists, "whole_lists"))
}

// stop sends the last spans.
func (s *telemetry) stop() {
	if s.provider == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), flushTime)
	defer cancel()
	if err := s.provider.Shutdown(ctx); err != nil {
		s.log.Warn("cannot send the last traces", "error", err)
	}
}
