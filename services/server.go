// Package services is the application: it assembles the chain that every request passes, the services with the methods,
// and the transports, gRPC and REST.
//
// Package call has the chain. The method of a service reads the caller from its context, and Ent confines its
// statements to the caller's organization.
package services

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/connlimit"
	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/tlsfiles"
	"github.com/workplan-api/workplan/internal/without"
	"github.com/workplan-api/workplan/services/calendar"
	"github.com/workplan-api/workplan/services/capacity"
	"github.com/workplan-api/workplan/services/catalog"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	grpcapi "github.com/workplan-api/workplan/services/chain/grpc"
	"github.com/workplan-api/workplan/services/chain/idempotency"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/chain/rest"
	"github.com/workplan-api/workplan/services/clients"
	"github.com/workplan-api/workplan/services/doors/console"
	"github.com/workplan-api/workplan/services/doors/docs"
	"github.com/workplan-api/workplan/services/doors/feeds"
	"github.com/workplan-api/workplan/services/doors/mcp"
	"github.com/workplan-api/workplan/services/doors/scim"
	"github.com/workplan-api/workplan/services/hours"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/services/keys"
	"github.com/workplan-api/workplan/services/me"
	"github.com/workplan-api/workplan/services/projects"
	"github.com/workplan-api/workplan/services/sessions"
	"github.com/workplan-api/workplan/services/timeoff"
	"github.com/workplan-api/workplan/services/users"
	"github.com/workplan-api/workplan/services/webhooks"
)

// Config configures a Server.
type Config struct {
	// DB is the connection pool, see postgres.Open. The database may still be down.
	DB *sql.DB
	// DirectReads, if set, reads the rows of an organization for requests.
	DirectReads *tenant.DirectReads
	// Probe is a pool of one connection for the readiness check, so that requests cannot
	// delay it. The default is DB.
	Probe *sql.DB
	// Primary is what the pools have as postgres.Options.Primary. By default, the readiness check only looks at its own
	// connection.
	Primary *postgres.Primary
	// LockWatch is what the pools have as postgres.Options.LockWatch. By default, the log does not say who had a lock.
	LockWatch *postgres.LockWatch
	// Background is a pool for work that no request waits for, so that requests cannot
	// delay it. The default is DB.
	Background *sql.DB
	// EventRetention is how long events are kept. The default is DefaultEventRetention.
	EventRetention time.Duration
	// WholeLists is a pool of call.MaxWholeLists connections for the lists that are sent with all rows, so that they keep
	// none of those that requests use. The default is DB.
	WholeLists *sql.DB
	// Log receives one line per request and the errors of the server.
	Log *slog.Logger
	// Metrics registers the metrics of requests. See Ops, which serves them.
	Metrics prometheus.Registerer
	// Traces, if set, gets a span of each request, see package tracing. By default there are none,
	// and they cost nothing.
	Traces trace.TracerProvider
	// PublicURL is the address that clients use, such as https://plan.example.com.
	// Links in responses are absolute if PublicURL is set, else relative to the request.
	PublicURL string
	// CORSOrigins are the origins whose pages may call the API from a browser, such
	// as https://app.example.com, or * for all. By default no origin may.
	CORSOrigins []string
	// Quota limits calls and wrong API keys. By default only keys that have a limit of
	// their own are limited.
	Quota quota.Config
	// MaxKeys is how many keys an organization may have that are not revoked. 0 is no limit.
	MaxKeys int
	// StoredResponses is how many bytes of responses are stored for an organization on a day, for
	// requests with an Idempotency-Key. 0 is no limit.
	StoredResponses int64
	// ShutdownDelay is how long a server that stops still accepts requests. It must be
	// longer than the interval at which load balancers poll /readyz.
	ShutdownDelay time.Duration
	// Limits are the limits of what the organizations share.
	Limits Limits
	// UploadTimeout is how long a client may take to send a body, by default 60 s
	// over REST and 30 s over gRPC.
	UploadTimeout time.Duration
	// MaxConnections is the maximum number of connections of each listener. The default is
	// DefaultMaxConnections. It is less if the process may not open that many files.
	MaxConnections int
	// Webhooks configures webhooks. Without keys, no webhook can be created.
	Webhooks webhooks.Config
	// Console configures the web app, its sessions and the ways to sign in.
	Console console.Config
	// MCP serves the Model Context Protocol at /mcp.
	MCP bool
	// SCIM are the groups of identity providers. The protocol is served at /scim/v2, to keys with the scope scim.
	SCIM scim.Groups
	// Version is the version of the program, for clients of the Model Context Protocol.
	Version string
	// TLS has the certificate of both listeners. Without it they serve without TLS.
	TLS *tlsfiles.Files
	// OnReady is called once, when the server is ready for the first time, and OnStopping when it
	// begins to stop. Both may be nil.
	OnReady, OnStopping func()
}

// Check returns an error that names everything in c that is malformed. It connects to nothing.
func (c Config) Check() error {
	return errors.Join(c.Quota.Check(), rest.CheckAddresses(c.PublicURL, c.CORSOrigins), c.Console.Check(), c.SCIM.Check())
}

// DefaultEventRetention is the default of Config.EventRetention.
const DefaultEventRetention = 400 * 24 * time.Hour

// DefaultMaxConnections is the default of Config.MaxConnections.
const DefaultMaxConnections = 1000

// Limits are the limits of what the organizations share.
type Limits = call.Limits

// Server serves gRPC and REST.
type Server struct {
	// GRPC serves workplan.v1, health and reflection.
	GRPC *grpc.Server
	// HTTP serves the console, /api/v1, /calendar, /mcp, /scim, /docs, /openapi.json, /protos.zip, /healthz and /readyz.
	HTTP http.Handler
	// Usage serves what each organization has used since the start, see Ops.
	Usage http.Handler

	outage        *outageLines
	probe         *sql.DB
	primary       *postgres.Primary
	locks         *postgres.LockWatch
	requests      *sql.DB
	log           *slog.Logger
	admission     *auth.Admission
	background    *sql.DB
	retention     time.Duration
	swept         *prometheus.GaugeVec
	sequencer     *journal.Sequencer
	deliverer     *webhooks.Deliverer
	health        *health.Server
	ready         readiness
	pending       prometheus.Gauge
	shutdownDelay time.Duration
	maxConns      int
	unlimited     bool            // without the limits of connections
	streams       context.Context // done when gRPC streams have to end
	endStreams    context.CancelFunc
	quota         *quota.Quota
	tls           *tlsfiles.Files // nil without TLS
	onlyHTTPS     bool            // browsers may use only HTTPS
	onReady       func()
	onStopping    func()
	console       *console.Console // nil if it is off
	docs          docs.Docs
	doors         []door
}

const uploadTimeout = time.Minute

// New assembles a server. It fails if an rpc has no scope option, or if an
// address in cfg is malformed. It does not connect to the database. Benchmarks and tests leave parts out.
func New(cfg Config, leftOut ...without.Part) (*Server, error) {
	table, err := rpc.NewTable()
	if err != nil {
		return nil, err
	}
	refusals := metrics.Refusals.Counter(cfg.Metrics)
	limiter, err := quota.New(cfg.Quota, cfg.Log, refusals, time.Now)
	if err != nil {
		return nil, err
	}
	lines := &outageLines{}
	cfg.Log = slog.New(outage{cmp.Or(cfg.Log, slog.Default()).Handler(), lines})
	metrics.ForwardedIgnored.CounterFunc(cfg.Metrics, limiter.WrongKeys.Ignored)
	s := newServer(cfg, limiter)
	s.outage, s.unlimited = lines, slices.Contains(leftOut, without.Limits)

	db, connections := tenant.OpenDirect(cfg.DB, cfg.DirectReads), cfg.DB.Stats().MaxOpenConnections
	s.admission = auth.NewAdmission(db, s.background, cfg.Log, time.Now, limiter)
	s.admission.LimitLookUps(call.LookUps(connections), refusals.WithLabelValues("look_ups"))
	marks := journal.NewHighWaterMarks(s.background)
	s.sequencer = journal.NewSequencer(s.background, marks, cfg.Log, cfg.Metrics)
	chain := &call.Chain{
		Table:     table,
		Observer:  call.NewObserver(cfg.Log, table, cfg.Metrics, cfg.Traces),
		Admission: s.admission,
		Scheduler: call.NewScheduler(connections, cfg.Limits, refusals),
		Idempotency: idempotency.New(db, cfg.StoredResponses,
			metrics.ResponsesNotStored.Counter(cfg.Metrics).WithLabelValues()),
		Written: s.sequencer.Wake,
		Settle:  func(ctx context.Context) error { return s.sequencer.Settle(ctx, db) },
		Head: func(ctx context.Context) (int64, error) {
			head, err := journal.Head(ctx, db)
			return head.Seq, err
		},
		Drain:      s.streams,
		DB:         db,
		WholeLists: tenant.Open(cmp.Or(cfg.WholeLists, cfg.DB)),
	}
	if slices.Contains(leftOut, without.Journal) {
		chain.Prepare = journal.Off
	}
	s.Usage = chain.Observer.Usage().Handler(s.describe)

	events := func(db *ent.Client) *journal.Service { return journal.NewService(s.streams, db, permit.New(db), marks) }
	sender, backgroundDB := webhooks.NewSender(cfg.Webhooks, cfg.Traces), tenant.Open(s.background)
	s.deliverer = webhooks.NewDeliverer(cfg.Webhooks, backgroundDB, events(backgroundDB), sender, cfg.Log, cfg.Metrics)
	s.sequencer.Notify(s.deliverer.Wake)
	s.register(chain, parts{db: db, events: events(db), sender: sender}, cfg)
	return s, s.transports(chain, db, cfg)
}

// newServer returns a server without what serves requests.
func newServer(cfg Config, limiter *quota.Quota) *Server {
	s := &Server{
		requests: cfg.DB, locks: cfg.LockWatch,
		probe: cmp.Or(cfg.Probe, cfg.DB), primary: cfg.Primary, log: cfg.Log, background: cmp.Or(cfg.Background, cfg.DB),
		retention: cmp.Or(cfg.EventRetention, DefaultEventRetention),
		pending:   metrics.MigrationsPending.Gauge(cfg.Metrics).WithLabelValues(),
		swept:     metrics.ExpiredRemoved.Gauge(cfg.Metrics),
		health:    health.NewServer(), shutdownDelay: cfg.ShutdownDelay,
		maxConns: connlimit.Max(cmp.Or(cfg.MaxConnections, DefaultMaxConnections)), quota: limiter,
		tls: cfg.TLS, onlyHTTPS: cfg.TLS != nil || isHTTPS(cfg.PublicURL) || isHTTPS(cfg.Console.URL),
		onReady: sync.OnceFunc(orNothing(cfg.OnReady)), onStopping: orNothing(cfg.OnStopping),
	}
	if s.primary == nil {
		s.primary = postgres.NewPrimary(cfg.Log)
	}
	s.streams, s.endStreams = context.WithCancel(context.Background())
	cfg.Metrics.MustRegister(archived(s.background, cfg.Log))
	if cfg.TLS != nil {
		metrics.CertificateExpiry.GaugeFunc(cfg.Metrics,
			func() float64 { return float64(cfg.TLS.Certificate().NotAfter.Unix()) })
	}
	metrics.Ready.GaugeFunc(cfg.Metrics, s.ready.value)
	return s
}

// transports adds what hands requests to the chain.
func (s *Server) transports(chain *call.Chain, db *ent.Client, cfg Config) (err error) {
	s.GRPC = grpcapi.NewServer(grpcapi.Config{
		Chain: chain, Health: s.health, Traces: cfg.Traces, TLS: cfg.TLS,
		UploadTimeout: cfg.UploadTimeout, Unlimited: s.unlimited,
	})
	var site *rest.Site
	if !cfg.Console.Off {
		if site, err = rest.NewSite(cfg.Console.URL); err != nil {
			return err
		}
		if s.console, err = console.New(cfg.Console,
			console.Parts{DB: db, Site: site, Chain: chain, Quota: s.quota, Log: cfg.Log}); err != nil {
			return err
		}
	}
	api, err := rest.New(rest.Config{
		Chain: chain, Site: site, UploadTimeout: cmp.Or(cfg.UploadTimeout, uploadTimeout), PublicURL: cfg.PublicURL,
		CORSOrigins: cfg.CORSOrigins, CSV: rest.CSV{pb.CapacityService_GetCapacity_FullMethodName: capacity.AppendCSV},
	})
	if err != nil {
		return err
	}
	if s.docs, err = docs.New(); err != nil {
		return err
	}
	s.doors = []door{
		{feeds.Prefix, (&feeds.Handler{DB: db, Chain: chain}).HTTP()},
		{scim.Prefix, (&scim.Handler{DB: db, Chain: chain, Groups: cfg.SCIM, PublicURL: cfg.PublicURL}).HTTP()},
	}
	if cfg.MCP {
		s.doors = append(s.doors, door{mcp.Path, (&mcp.Handler{
			Chain: chain, Version: cfg.Version, Log: cfg.Log, PublicURL: cfg.PublicURL, Origins: cfg.CORSOrigins,
		}).HTTP()})
	}
	s.HTTP = s.routes(api)
	return nil
}

// isHTTPS reports whether the address is one of HTTPS.
func isHTTPS(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https"
}

func orNothing(f func()) func() {
	if f == nil {
		return func() {}
	}
	return f
}

// parts are what several services share.
type parts struct {
	db     *ent.Client
	events *journal.Service // one, since it counts the readers of all protocols
	sender *webhooks.Sender
}

// register registers the services. Add a new service here.
func (s *Server) register(r grpc.ServiceRegistrar, p parts, cfg Config) {
	db, permits, inactive := p.db, permit.New(p.db), hours.NewInactive(p.db)
	address := strings.TrimRight(cmp.Or(cfg.PublicURL, cfg.Console.URL), "/")
	pb.RegisterMeServiceServer(r, me.New(db, &pb.OrganizationLimits{
		Keys: int32(cfg.MaxKeys), RequestsPerMinute: int32(cfg.Quota.OrganizationPerMinute),
		KeyRequestsPerMinute:     int32(cfg.Quota.MaxPerMinute),
		StoredResponsesMibPerDay: int32(cfg.StoredResponses >> 20),
	}))
	pb.RegisterUserServiceServer(r, users.New(db))
	pb.RegisterClientServiceServer(r, clients.New(db, permits))
	pb.RegisterProjectServiceServer(r, projects.New(db, permits))
	pb.RegisterAssignmentServiceServer(r, hours.NewAssignments(db, inactive, capacity.Overloads, s.sequencer))
	pb.RegisterActualHoursServiceServer(r, hours.NewActualHours(db, inactive, s.sequencer))
	pb.RegisterTimeOffServiceServer(r, timeoff.New(db, permits))
	pb.RegisterCapabilityServiceServer(r, catalog.NewCapabilities(db, permits, inactive.Forget))
	pb.RegisterTimeOffTypeServiceServer(r, catalog.NewTimeOffTypes(db, permits))
	pb.RegisterWorkingPatternServiceServer(r, calendar.NewWorkingPatterns(db, permits))
	pb.RegisterHolidayServiceServer(r, calendar.NewHolidays(db, permits))
	pb.RegisterCalendarFeedServiceServer(r, feeds.New(db, permits, address))
	pb.RegisterSessionServiceServer(r, sessions.NewService(db, permits))
	pb.RegisterKeyServiceServer(r, keys.New(db, permits, s.quota.Granted, webhooks.Disable(db, permits), cfg.MaxKeys))
	pb.RegisterEventServiceServer(r, p.events)
	pb.RegisterWebhookServiceServer(r, webhooks.New(db, permits, p.events, p.sender))
	pb.RegisterCapacityServiceServer(r, capacity.New(db, s.sequencer))
}
