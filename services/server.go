// Package services is the application: the chain that every call passes, and the
// services that answer, over gRPC and, through the same chain, over REST.
package services

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/reflection"

	"github.com/workplan-api/workplan/ent"
	gateway "github.com/workplan-api/workplan/gen/gateway/workplan/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/catalog"
	"github.com/workplan-api/workplan/services/clients"
	"github.com/workplan-api/workplan/services/hours"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
	"github.com/workplan-api/workplan/services/internal/inproc"
	"github.com/workplan-api/workplan/services/internal/observe"
	"github.com/workplan-api/workplan/services/permit"
	"github.com/workplan-api/workplan/services/projects"
	"github.com/workplan-api/workplan/services/rest"
	"github.com/workplan-api/workplan/services/timeoff"
	"github.com/workplan-api/workplan/services/users"
)

// Config is what a Server is made of.
type Config struct {
	// DB is the pool, see postgres.Open. It need not be reachable yet.
	DB *sql.DB
	// Log takes one line per request, and what goes wrong.
	Log *slog.Logger
	// Metrics takes the figures.
	Metrics *prometheus.Registry
}

// Server answers gRPC and REST.
type Server struct {
	// GRPC serves workplan.v1, health and reflection.
	GRPC *grpc.Server
	// HTTP serves /api/v1, /docs, /openapi.json, /protos.zip, /healthz, /readyz and /metrics.
	HTTP http.Handler

	db     *sql.DB
	log    *slog.Logger
	health *health.Server
	ready  readiness
}

// Limits of a gRPC connection. A message is as large as a REST body may be, with
// room for the names that JSON does not need.
const (
	maxMessage     = 4 << 20
	maxStreams     = 100
	maxHeaderBytes = 16 << 10
)

// New assembles a server. It fails where an rpc has no scope or the bounds in the
// protos cannot be read; it does not connect to the database.
func New(cfg Config) (*Server, error) {
	table, err := rpc.NewTable()
	if err != nil {
		return nil, err
	}
	validator, err := validate.New(table)
	if err != nil {
		return nil, err
	}
	db := tenant.Open(cfg.DB)
	observer := observe.New(cfg.Log, cfg.Metrics)
	admission := auth.NewAdmission(db, cfg.Log, time.Now)

	// The chain, outermost first. REST has its own edge in place of the observer,
	// and is admitted before its body is read. What limits the rate of callers and
	// what makes retries safe has its place behind admission.
	chain := []grpc.UnaryServerInterceptor{
		translateErrors,              // one kind of error, a panic among them
		admission.Interceptor(table), // who is calling, and with which scope
		validator.Interceptor(table), // bounds of the request
		ifmatch.Interceptor,          // the version that a change expects
	}
	remote := []grpc.UnaryServerInterceptor{observer.Interceptor}
	for _, link := range chain {
		remote = append(remote, exceptHealth(link))
	}
	s := &Server{db: cfg.DB, log: cfg.Log, health: health.NewServer()}
	s.GRPC = grpc.NewServer(
		grpc.ChainUnaryInterceptor(remote...),
		grpc.MaxRecvMsgSize(maxMessage),
		grpc.MaxConcurrentStreams(maxStreams),
		grpc.MaxHeaderListSize(maxHeaderBytes),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 30 * time.Second, PermitWithoutStream: true}),
		grpc.ConnectionTimeout(10*time.Second),
	)
	local := inproc.New(chain...)
	for _, r := range []grpc.ServiceRegistrar{s.GRPC, local} {
		register(r, db, validator)
	}
	healthpb.RegisterHealthServer(s.GRPC, s.health)
	reflection.Register(s.GRPC)

	api, err := rest.New(table, local, admission, observer, routed...)
	if err != nil {
		return nil, err
	}
	s.HTTP = s.routes(api, cfg.Metrics)
	return s, nil
}

// exceptHealth leaves the health service to whoever asks: a balancer has no key.
func exceptHealth(link grpc.UnaryServerInterceptor) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		if info.FullMethod == healthpb.Health_Check_FullMethodName {
			return next(ctx, req)
		}
		return link(ctx, req, info, next)
	}
}

// A service is added here: to the routes of REST, and to what answers.
var routed = []rest.Service{
	rest.Route(pb.NewMeServiceClient, gateway.RegisterMeServiceHandlerClient),
	rest.Route(pb.NewUserServiceClient, gateway.RegisterUserServiceHandlerClient),
	rest.Route(pb.NewClientServiceClient, gateway.RegisterClientServiceHandlerClient),
	rest.Route(pb.NewProjectServiceClient, gateway.RegisterProjectServiceHandlerClient),
	rest.Route(pb.NewAssignmentServiceClient, gateway.RegisterAssignmentServiceHandlerClient),
	rest.Route(pb.NewActualHoursServiceClient, gateway.RegisterActualHoursServiceHandlerClient),
	rest.Route(pb.NewTimeOffServiceClient, gateway.RegisterTimeOffServiceHandlerClient),
	rest.Route(pb.NewCapabilityServiceClient, gateway.RegisterCapabilityServiceHandlerClient),
	rest.Route(pb.NewTimeOffTypeServiceClient, gateway.RegisterTimeOffTypeServiceHandlerClient),
}

func register(r grpc.ServiceRegistrar, db *ent.Client, validator *validate.Validator) {
	permits := permit.New(db)
	pb.RegisterMeServiceServer(r, auth.MeService{})
	pb.RegisterUserServiceServer(r, users.New(db))
	pb.RegisterClientServiceServer(r, clients.New(db, permits))
	pb.RegisterProjectServiceServer(r, projects.New(db, permits))
	pb.RegisterAssignmentServiceServer(r, hours.NewAssignments(db, permits, validator))
	pb.RegisterActualHoursServiceServer(r, hours.NewActualHours(db, permits, validator))
	pb.RegisterTimeOffServiceServer(r, timeoff.New(db, permits))
	pb.RegisterCapabilityServiceServer(r, catalog.NewCapabilities(db))
	pb.RegisterTimeOffTypeServiceServer(r, catalog.NewTimeOffTypes(db))
}
