// Package services is the application: it assembles the chain that every request passes (package call), the services
// with the methods (resources.go), and the transports that hand requests to the chain (transports.go). The method of
// a service reads the caller from its context, and Ent confines its statements to the caller's organization.
package services

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/without"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/idempotency"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/doors/console"
	"github.com/workplan-api/workplan/services/doors/docs"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/services/money"
	"github.com/workplan-api/workplan/services/webhooks"
)

// Server serves gRPC and REST.
type Server struct {
	// GRPC serves workplan.v1, health and reflection.
	GRPC *grpc.Server
	// HTTP serves the console, /api/v1, /calendar, /mcp, /scim, /docs, /openapi.json, /protos.zip, /healthz and
	// /readyz.
	HTTP http.Handler
	// Usage serves what each organization has used since the start, see Ops.
	Usage http.Handler

	cfg        Config
	unlimited  bool // without the limits of connections
	quota      *quota.Quota
	admission  *auth.Admission
	sequencer  *journal.Sequencer
	deliverer  *webhooks.Deliverer
	alerts     *money.Alerts
	console    *console.Console // nil if it is off
	docs       docs.Docs
	doors      []door
	health     *health.Server
	ready      readiness
	outage     *outageLines
	pending    prometheus.Gauge
	swept      *prometheus.GaugeVec
	streams    context.Context // done when gRPC streams have to end
	endStreams context.CancelFunc
}

// New assembles a server. It fails if an rpc has no scope option, or if an address in cfg is malformed. It does not
// connect to the database. Benchmarks and tests leave parts out.
func New(cfg Config, leftOut ...without.Part) (s *Server, err error) {
	s = &Server{
		unlimited: slices.Contains(leftOut, without.Limits), outage: &outageLines{}, health: health.NewServer(),
		pending: metrics.MigrationsPending.Gauge(cfg.Metrics).WithLabelValues(),
		swept:   metrics.ExpiredRemoved.Gauge(cfg.Metrics),
	}
	refusals := metrics.Refusals.Counter(cfg.Metrics)
	if s.quota, err = quota.New(cfg.Quota, cfg.Log, refusals, time.Now); err != nil {
		return nil, err
	}
	cfg.Log = slog.New(outage{cmp.Or(cfg.Log, slog.Default()).Handler(), s.outage})
	cfg = cfg.withDefaults()
	s.cfg = cfg
	s.streams, s.endStreams = context.WithCancel(context.Background())
	s.measure()

	db, marks := tenant.OpenDirect(cfg.DB, cfg.DirectReads), journal.NewHighWaterMarks(cfg.Background)
	db.Engine.Unjournaled = slices.Contains(leftOut, without.Journal)
	s.sequencer = journal.NewSequencer(cfg.Background, marks, cfg.Log, cfg.Metrics)
	chain, err := s.newChain(db, refusals)
	if err != nil {
		return nil, err
	}
	s.register(chain, marks)
	return s, s.open(chain)
}

// newChain returns the chain that every request passes.
func (s *Server) newChain(db *ent.Client, refusals *prometheus.CounterVec) (*call.Chain, error) {
	cfg, connections := s.cfg, s.cfg.DB.Stats().MaxOpenConnections
	table, err := rpc.NewTable()
	if err != nil {
		return nil, err
	}
	s.admission = auth.NewAdmission(db, cfg.Background, cfg.Log, time.Now, s.quota)
	s.admission.LimitLookUps(call.LookUps(connections), refusals.WithLabelValues("look_ups"))
	observer := call.NewObserver(db, cfg.Log, table, cfg.Metrics, cfg.Traces)
	s.Usage = observer.Usage().Handler(s.describe)
	return &call.Chain{
		Table: table, Observer: observer, Admission: s.admission,
		Scheduler: call.NewScheduler(connections, cfg.Limits, refusals),
		Idempotency: idempotency.New(cfg.StoredResponses,
			metrics.ResponsesNotStored.Counter(cfg.Metrics).WithLabelValues()),
		Wake:      s.sequencer.Wake,
		NumberAll: s.sequencer.NumberAll,
		Head: func(ctx context.Context, db *ent.Client) (int64, error) {
			head, err := journal.Head(ctx, db)
			return head.Seq, err
		},
		Drain: s.streams, WholeLists: tenant.Open(cfg.WholeLists),
	}, nil
}

// measure registers the metrics of the process that nothing else counts.
func (s *Server) measure() {
	registry := s.cfg.Metrics
	registry.MustRegister(archived(s.cfg.Background, s.cfg.Log))
	if s.cfg.TLS != nil {
		metrics.CertificateExpiry.GaugeFunc(registry,
			func() float64 { return float64(s.cfg.TLS.Certificate().NotAfter.Unix()) })
	}
	metrics.ForwardedIgnored.CounterFunc(registry, s.quota.WrongKeys.Ignored)
	metrics.Ready.GaugeFunc(registry, s.ready.value)
}
