// Package grpc is the gRPC side of the API. receive.go reads messages, call.go hands calls to the chain of package
// call.
package grpc

import (
	"cmp"
	"time"

	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/experimental"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/reflection"

	"github.com/workplan-api/workplan/internal/connlimit"
	"github.com/workplan-api/workplan/internal/tlsfiles"
	"github.com/workplan-api/workplan/internal/tracing"
	"github.com/workplan-api/workplan/services/chain/call"
)

// Limits of a gRPC connection. maxMessage equals the limit of a REST body. MaxHeaderBytes
// also limits the headers of an HTTP request.
const (
	maxMessage     = 4 << 20
	MaxStreams     = 100
	MaxHeaderBytes = 16 << 10

	// maxKeylessMessage is the maximum size of a message without a key: of health and
	// reflection. messageTimeout is how long a message may take to arrive, if
	// Config.UploadTimeout does not set it.
	maxKeylessMessage = 4 << 10
	messageTimeout    = 30 * time.Second

	// maxKeylessMessages is more than a developer's tool asks in one call about all services and their types.
	maxKeylessMessages = 500

	// maxKeyless is more than all load balancers and developers need. A waiting call needs
	// about 20 KiB.
	maxKeyless = 500

	// readBuffer belongs to each connection, idle or not. StreamWindow is how much of a
	// message a client may send before the message is read. connWindow, the same for all
	// streams of a connection together, is only about speed: 20 MB/s at a round trip of 50 ms.
	readBuffer   = 8 << 10
	StreamWindow = 64 << 10
	connWindow   = 1 << 20

	// workers is the number of goroutines that are kept for calls. Calls beyond them get a new
	// goroutine each, whose stack has to grow to the depth of a call: a tenth of the processor
	// time of a list.
	workers = 32
)

// init replaces the pool of the buffers for messages. That of gRPC has none between 32 KiB and 1 MiB, and clears all of
// a buffer before each use: for a page of 200 rows, a seventh of the processor time of the call.
func init() {
	pool, err := mem.NewBinaryTieredBufferPool(8, 12, 14, 15, 16, 17, 18, 19, 20) // powers of 2
	if err != nil {
		panic(err) // the numbers are constants
	}
	experimental.SetDefaultBufferPool(pool)
}

// Config configures the server that NewServer returns.
type Config struct {
	Chain  *call.Chain
	Health *health.Server
	Traces trace.TracerProvider // nil without traces
	TLS    *tlsfiles.Files      // nil without TLS
	// UploadTimeout is how long a message may take to arrive. The default is 30 s.
	UploadTimeout time.Duration
	// Unlimited removes the limits of connections and of calls without a key, with health and reflection. Messages are
	// read before the caller is admitted. It is for drills that show what the limits prevent.
	Unlimited bool
}

// NewServer returns the gRPC server. Health and reflection need no key: load balancers and tools call them. Their calls
// are not logged, like those of /healthz.
func NewServer(cfg Config) *grpc.Server {
	options := []grpc.ServerOption{
		grpc.InTapHandle(tapped),
		grpc.MaxRecvMsgSize(maxMessage),
		grpc.MaxConcurrentStreams(MaxStreams),
		grpc.MaxHeaderListSize(MaxHeaderBytes),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{
			MinTime: 30 * time.Second, PermitWithoutStream: true,
		}),
		grpc.ConnectionTimeout(10 * time.Second),
	}
	if cfg.Traces != nil {
		options = append(options, grpc.StatsHandler(tracing.ServerHandler(cfg.Traces)))
	}
	if cfg.TLS != nil {
		options = append(options, grpc.Creds(credentials.NewTLS(cfg.TLS.GRPC())))
	}
	api := &api{
		chain: cfg.Chain, limits: limits{size: maxMessage, timeout: cmp.Or(cfg.UploadTimeout, messageTimeout)},
		readFirst: cfg.Unlimited,
	}
	if cfg.Unlimited {
		server := grpc.NewServer(options...)
		api.register(server)
		return server
	}
	open := keyless{connlimit.NewLimiter(maxKeyless),
		limits{size: maxKeylessMessage, timeout: api.limits.timeout}, cfg.Chain.Drain}
	server := grpc.NewServer(append(options,
		grpc.ChainStreamInterceptor(open.stream(cfg.Chain.Table)),
		grpc.KeepaliveParams(keepalive.ServerParameters{
			MaxConnectionIdle: 5 * time.Minute, Time: time.Minute, Timeout: 20 * time.Second,
		}),
		grpc.ReadBufferSize(readBuffer),
		grpc.StaticStreamWindowSize(StreamWindow),
		grpc.StaticConnWindowSize(connWindow),
		grpc.NumStreamWorkers(workers),
	)...)
	api.register(server)
	open.register(server, &healthpb.Health_ServiceDesc, cfg.Health)
	reflection.Register(server)
	return server
}
