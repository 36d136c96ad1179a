// Package services is the application: it assembles the services, the interceptors
// that every call passes, and the two protocols.
//
// A gRPC request passes observe (id, log, errors) and auth (caller, quota and scope) before
// receive reads its message. Then it passes share (its turn among the requests of all
// organizations), validate (bounds), ifmatch (the expected version) and idempotency (at most
// once), and the method of its service runs. A REST request also passes observe, auth and
// share. Then services/rest decodes it and calls the same method in process, through the same
// validate, ifmatch and idempotency. With both protocols, the method reads the caller from its
// context, and Ent confines its statements to the caller's organization.
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
	gateway "github.com/workplan-api/workplan/gen/gateway/workplan/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/tlsfiles"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/internal/without"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/calendar"
	"github.com/workplan-api/workplan/services/capacity"
	"github.com/workplan-api/workplan/services/catalog"
	"github.com/workplan-api/workplan/services/clients"
	"github.com/workplan-api/workplan/services/console"
	"github.com/workplan-api/workplan/services/docs"
	"github.com/workplan-api/workplan/services/feeds"
	"github.com/workplan-api/workplan/services/hours"
	"github.com/workplan-api/workplan/services/idempotency"
	"github.com/workplan-api/workplan/services/internal/conns"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
	"github.com/workplan-api/workplan/services/internal/inproc"
	"github.com/workplan-api/workplan/services/internal/observe"
	"github.com/workplan-api/workplan/services/internal/share"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/services/keys"
	"github.com/workplan-api/workplan/services/permit"
	"github.com/workplan-api/workplan/services/projects"
	"github.com/workplan-api/workplan/services/quota"
	"github.com/workplan-api/workplan/services/rest"
	"github.com/workplan-api/workplan/services/sessions"
	"github.com/workplan-api/workplan/services/timeoff"
	"github.com/workplan-api/workplan/services/users"
	"github.com/workplan-api/workplan/services/webhooks"
)

// Config configures a Server.
type Config struct {
	// DB is the connection pool, see postgres.Open. The database may still be down.
	DB *sql.DB
	// Probe is a pool of one connection for the readiness check, so that requests cannot
	// delay it. The default is DB.
	Probe *sql.DB
	// Background is a pool for work that no request waits for, so that requests cannot
	// delay it. The default is DB.
	Background *sql.DB
	// EventRetention is how long events are kept. The default is DefaultEventRetention.
	EventRetention time.Duration
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
	// TLS has the certificate of both listeners. Without it they serve without TLS.
	TLS *tlsfiles.Files
	// OnReady is called once, when the server is ready for the first time, and OnStopping when it
	// begins to stop. Both may be nil.
	OnReady, OnStopping func()
}

// Check returns an error that names everything in c that is malformed. It connects to nothing.
func (c Config) Check() error {
	return errors.Join(c.Quota.Check(), rest.CheckAddresses(c.PublicURL, c.CORSOrigins), c.Console.Check())
}

// DefaultEventRetention is the default of Config.EventRetention.
const DefaultEventRetention = 400 * 24 * time.Hour

// DefaultMaxConnections is the default of Config.MaxConnections.
const DefaultMaxConnections = 1000

// Limits are the limits of what the organizations share.
type Limits = share.Limits

// Server serves gRPC and REST.
type Server struct {
	// GRPC serves workplan.v1, health and reflection.
	GRPC *grpc.Server
	// HTTP serves the console, /api/v1, /calendar, /docs, /openapi.json, /protos.zip, /healthz and /readyz.
	HTTP http.Handler
	// Usage serves what each organization has used since the start, see Ops.
	Usage http.Handler

	probe         *sql.DB
	log           *slog.Logger
	admission     *auth.Admission
	background    *sql.DB
	retention     time.Duration
	numberer      *journal.Numberer
	deliverer     *webhooks.Deliverer
	health        *health.Server
	ready         readiness
	pending       prometheus.Gauge
	shutdownDelay time.Duration
	maxConns      int
	unprotected   bool
	streams       context.Context // done when gRPC streams have to end
	endStreams    context.CancelFunc
	quota         *quota.Quota
	tls           *tlsfiles.Files // nil without TLS
	onlyHTTPS     bool            // browsers may use only HTTPS
	onReady       func()
	onStopping    func()
	console       *console.Console // nil if it is off
	docs          docs.Docs
	feeds         http.Handler
}

const uploadTimeout = time.Minute

// New assembles a server. It fails if an rpc has no scope option, if the bounds in the
// protos are malformed, or if an address in cfg is malformed. It does not connect to the
// database. Benchmarks and tests leave parts out.
func New(cfg Config, leftOut ...without.Part) (*Server, error) {
	table, err := rpc.NewTable()
	if err != nil {
		return nil, err
	}
	validator, err := validate.New(table)
	if err != nil {
		return nil, err
	}
	db := tenant.Open(cfg.DB)
	observer := observe.New(cfg.Log, table, cfg.Metrics, cfg.Traces)
	refusals := metrics.Refusals.Counter(cfg.Metrics)
	limiter, err := quota.New(cfg.Quota, cfg.Log, refusals, time.Now)
	if err != nil {
		return nil, err
	}
	metrics.ForwardedIgnored.CounterFunc(cfg.Metrics, limiter.WrongKeys.Ignored)
	background := cmp.Or(cfg.Background, cfg.DB)
	admission := auth.NewAdmission(db, background, cfg.Log, time.Now, limiter)
	poolSize := cfg.DB.Stats().MaxOpenConnections
	admission.LimitLookUps(share.LookUps(poolSize), refusals.WithLabelValues("look_ups"))
	gate := share.New(poolSize, cfg.Limits, refusals)
	idempotent := idempotency.New(db, cfg.StoredResponses, metrics.ResponsesNotStored.Counter(cfg.Metrics).WithLabelValues())
	heads := journal.NewHeads(background)
	numberer := journal.NewNumberer(background, heads, cfg.Log, cfg.Metrics)
	streams, endStreams := context.WithCancel(context.Background())
	events := journal.NewService(streams, db, permit.New(db), heads) // one, since it counts the readers of both protocols
	sender := webhooks.NewSender(cfg.Webhooks, cfg.Traces)
	backgroundDB := tenant.Open(background)
	deliverer := webhooks.NewDeliverer(cfg.Webhooks, backgroundDB, journal.NewService(streams, backgroundDB, permit.New(backgroundDB), heads), sender, cfg.Log, cfg.Metrics)
	numberer.Notify(deliverer.Wake)
	numbered := numberer.Interceptor(table)
	if slices.Contains(leftOut, without.Journal) {
		numbered = journal.Off
	}

	checked := inproc.Chain(
		auth.AfterMessage,             // the caller as they are now
		validator.Interceptor(table),  // the bounds of the request
		ifmatch.Interceptor,           // the version that a change expects
		numbered,                      // the number of the event
		idempotent.Interceptor(table), // at most once per Idempotency-Key
		observer.Rows,                 // the number of rows
	)
	admit := inproc.Chain(
		observer.Interceptor,         // id, log line, panics and errors
		admission.Interceptor(table), // caller, quota and scope
		conns.Admitted,               // the connection is read at full speed
		gate.Begin,                   // the share of the organization
	)
	// Here the message is read.
	serveStream := inproc.Chain(
		share.Enter, // the turn of the call
		checked,
	)
	serve := inproc.Chain(
		observe.Deadline, // the time for the call
		serveStream,
	)
	s := &Server{
		Usage: observer.Usage(),
		probe: cmp.Or(cfg.Probe, cfg.DB), log: cfg.Log, admission: admission, background: background,
		retention: cmp.Or(cfg.EventRetention, DefaultEventRetention), numberer: numberer, deliverer: deliverer,
		pending: metrics.MigrationsPending.Gauge(cfg.Metrics).WithLabelValues(),
		health:  health.NewServer(), shutdownDelay: cfg.ShutdownDelay,
		maxConns: conns.Max(cmp.Or(cfg.MaxConnections, DefaultMaxConnections)), unprotected: slices.Contains(leftOut, without.Limits), quota: limiter,
		streams: streams, endStreams: endStreams, tls: cfg.TLS, onlyHTTPS: cfg.TLS != nil || isHTTPS(cfg.PublicURL) || isHTTPS(cfg.Console.URL),
		onReady: sync.OnceFunc(orNothing(cfg.OnReady)), onStopping: orNothing(cfg.OnStopping),
	}
	cfg.Metrics.MustRegister(archived{background, cfg.Log})
	if cfg.TLS != nil {
		metrics.CertificateExpiry.GaugeFunc(cfg.Metrics, func() float64 { return float64(cfg.TLS.Certificate().NotAfter.Unix()) })
	}
	metrics.Ready.GaugeFunc(cfg.Metrics, s.ready.value)
	local := inproc.New(checked) // rest.New calls observer, admission and gate itself
	inactive := hours.NewInactive(db)
	address := strings.TrimRight(cmp.Or(cfg.PublicURL, cfg.Console.URL), "/")
	registerAll := func(r grpc.ServiceRegistrar) {
		register(r, db, validator, inactive, events, numberer, sender, limiter, cfg, address)
	}
	registerAll(local)
	s.GRPC = s.newGRPC(table, cfg.Traces, cmp.Or(cfg.UploadTimeout, messageTimeout), admit, serve, serveStream, registerAll)

	site, err := s.newConsole(cfg, console.Parts{DB: db, Admission: admission, Observer: observer, Gate: gate, Quota: limiter, Log: cfg.Log})
	if err != nil {
		return nil, err
	}
	api, err := rest.New(rest.Config{
		Table: table, Conn: local, Drain: s.streams, Admission: admission, Observer: observer, Gate: gate, UploadTimeout: cmp.Or(cfg.UploadTimeout, uploadTimeout), Site: site,
		PublicURL: cfg.PublicURL, CORSOrigins: cfg.CORSOrigins, CSV: rest.CSV{pb.CapacityService_GetCapacity_FullMethodName: capacity.AppendCSV},
	}, routed...)
	if err != nil {
		return nil, err
	}
	if s.docs, err = docs.New(); err != nil {
		return nil, err
	}
	s.feeds = (&feeds.Handler{DB: db, Admission: admission, Observer: observer, Gate: gate}).HTTP()
	s.HTTP = s.routes(api)
	return s, nil
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

// newConsole adds the console, unless it is off. It returns the site that reads its sessions, or nil.
func (s *Server) newConsole(cfg Config, parts console.Parts) (site *sessions.Site, err error) {
	if cfg.Console.Off {
		return nil, nil
	}
	if parts.Site, err = sessions.NewSite(cfg.Console.URL); err != nil {
		return nil, err
	}
	s.console, err = console.New(cfg.Console, parts)
	return parts.Site, err
}

// routed are the REST routes of the services. Add a new service here and to register. The gateway compares a path with the
// routes of the last service first and of the first service last, so the services that are called most are at the end.
var routed = []rest.Service{
	rest.Route(pb.NewMeServiceClient, gateway.RegisterMeServiceHandlerClient),
	rest.Route(pb.NewTimeOffServiceClient, gateway.RegisterTimeOffServiceHandlerClient),
	rest.Route(pb.NewCapabilityServiceClient, gateway.RegisterCapabilityServiceHandlerClient),
	rest.Route(pb.NewTimeOffTypeServiceClient, gateway.RegisterTimeOffTypeServiceHandlerClient),
	rest.Route(pb.NewWorkingPatternServiceClient, gateway.RegisterWorkingPatternServiceHandlerClient),
	rest.Route(pb.NewHolidayServiceClient, gateway.RegisterHolidayServiceHandlerClient),
	rest.Route(pb.NewCalendarFeedServiceClient, gateway.RegisterCalendarFeedServiceHandlerClient),
	rest.Route(pb.NewSessionServiceClient, gateway.RegisterSessionServiceHandlerClient),
	rest.Route(pb.NewKeyServiceClient, gateway.RegisterKeyServiceHandlerClient),
	rest.Route(pb.NewEventServiceClient, gateway.RegisterEventServiceHandlerClient),
	rest.Route(pb.NewWebhookServiceClient, gateway.RegisterWebhookServiceHandlerClient),
	rest.Route(pb.NewUserServiceClient, gateway.RegisterUserServiceHandlerClient),
	rest.Route(pb.NewClientServiceClient, gateway.RegisterClientServiceHandlerClient),
	rest.Route(pb.NewProjectServiceClient, gateway.RegisterProjectServiceHandlerClient),
	rest.Route(pb.NewActualHoursServiceClient, gateway.RegisterActualHoursServiceHandlerClient),
	rest.Route(pb.NewCapacityServiceClient, gateway.RegisterCapacityServiceHandlerClient),
	rest.Route(pb.NewAssignmentServiceClient, gateway.RegisterAssignmentServiceHandlerClient),
}

func register(
	r grpc.ServiceRegistrar, db *ent.Client, validator *validate.Validator, inactive *hours.Inactive, events *journal.Service, numberer *journal.Numberer, sender *webhooks.Sender,
	limiter *quota.Quota, cfg Config, address string,
) {
	permits := permit.New(db)
	pb.RegisterMeServiceServer(r, auth.NewMeService(&pb.OrganizationLimits{
		Keys: int32(cfg.MaxKeys), RequestsPerMinute: int32(cfg.Quota.OrganizationPerMinute), KeyRequestsPerMinute: int32(cfg.Quota.MaxPerMinute),
		StoredResponsesMibPerDay: int32(cfg.StoredResponses >> 20),
	}))
	pb.RegisterUserServiceServer(r, users.New(db))
	pb.RegisterClientServiceServer(r, clients.New(db, permits))
	pb.RegisterProjectServiceServer(r, projects.New(db, permits))
	pb.RegisterAssignmentServiceServer(r, hours.NewAssignments(db, permits, validator, inactive, capacity.Overloads))
	pb.RegisterActualHoursServiceServer(r, hours.NewActualHours(db, permits, validator, inactive))
	pb.RegisterTimeOffServiceServer(r, timeoff.New(db, permits))
	pb.RegisterCapabilityServiceServer(r, catalog.NewCapabilities(db, permits, inactive.Forget))
	pb.RegisterTimeOffTypeServiceServer(r, catalog.NewTimeOffTypes(db, permits))
	pb.RegisterWorkingPatternServiceServer(r, calendar.NewWorkingPatterns(db, permits, validator))
	pb.RegisterHolidayServiceServer(r, calendar.NewHolidays(db, permits, validator))
	pb.RegisterCalendarFeedServiceServer(r, feeds.New(db, permits, address))
	pb.RegisterSessionServiceServer(r, sessions.NewService(db, permits))
	pb.RegisterKeyServiceServer(r, keys.New(db, permits, limiter.Granted, webhooks.Disable(db, permits), cfg.MaxKeys))
	pb.RegisterEventServiceServer(r, events)
	pb.RegisterWebhookServiceServer(r, webhooks.New(db, permits, events, sender))
	pb.RegisterCapacityServiceServer(r, capacity.New(db, numberer))
}
