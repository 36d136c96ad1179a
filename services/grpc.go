package services

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/reflection"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tracing"
	"github.com/workplan-api/workplan/services/internal/conns"
	"github.com/workplan-api/workplan/services/internal/inproc"
	"github.com/workplan-api/workplan/services/internal/receive"
	"github.com/workplan-api/workplan/services/internal/share"
)

// Limits of a gRPC connection. maxMessage equals the limit of a REST body. maxHeaderBytes
// also limits the headers of an HTTP request.
const (
	maxMessage     = 4 << 20
	maxStreams     = 100
	maxHeaderBytes = 16 << 10

	// maxKeylessMessage is the maximum size of a message without a key: of health and
	// reflection. messageTimeout is how long a message may take to arrive, if
	// Config.UploadTimeout does not set it.
	maxKeylessMessage = 4 << 10
	messageTimeout    = 30 * time.Second

	// maxKeyless is more than all load balancers and developers need. A waiting call needs
	// about 20 KiB.
	maxKeyless = 500

	// readBuffer belongs to each connection, idle or not. streamWindow is how much of a
	// message a client may send before the message is read. connWindow, the same for all
	// streams of a connection together, is only about speed: 20 MB/s at a round trip of 50 ms.
	readBuffer   = 8 << 10
	streamWindow = 64 << 10
	connWindow   = 1 << 20

	// workers is the number of goroutines that are kept for calls. Calls beyond them get a new
	// goroutine each, whose stack has to grow to the depth of a call: a tenth of the processor
	// time of a list.
	workers = 32
)

// newGRPC returns the gRPC server. A call passes admit before its message is read, and then
// serve. timeout is how long a message may take to arrive. Health and reflection need no key:
// load balancers and tools call them. Their calls are not logged, like those of /healthz.
func (s *Server) newGRPC(
	table *rpc.Table, traces trace.TracerProvider, timeout time.Duration, admit, serve, serveStream grpc.UnaryServerInterceptor, register func(grpc.ServiceRegistrar),
) *grpc.Server {
	options := []grpc.ServerOption{
		grpc.InTapHandle(receive.Tap),
		grpc.MaxRecvMsgSize(maxMessage),
		grpc.MaxConcurrentStreams(maxStreams),
		grpc.MaxHeaderListSize(maxHeaderBytes),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 30 * time.Second, PermitWithoutStream: true}),
		grpc.ConnectionTimeout(10 * time.Second),
	}
	if traces != nil {
		options = append(options, grpc.StatsHandler(tracing.ServerHandler(traces)))
	}
	if s.tls != nil {
		options = append(options, grpc.Creds(credentials.NewTLS(s.tls.GRPC())))
	}
	if s.unprotected {
		server := grpc.NewServer(append(options, grpc.UnaryInterceptor(inproc.Chain(admit, serve)))...)
		register(server)
		return server
	}
	open, small := keyless{conns.NewRoom(maxKeyless)}, receive.Limits{Size: maxKeylessMessage, Timeout: timeout}
	server := grpc.NewServer(append(options,
		grpc.ChainStreamInterceptor(s.untilDrain, withoutKey(table, open.stream), withoutKey(table, small.Stream)),
		grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionIdle: 5 * time.Minute, Time: time.Minute, Timeout: 20 * time.Second}),
		grpc.ReadBufferSize(readBuffer),
		grpc.StaticStreamWindowSize(streamWindow),
		grpc.StaticConnWindowSize(connWindow),
		grpc.NumStreamWorkers(workers),
	)...)
	limits := receive.Limits{Size: maxMessage, Timeout: timeout, Reserve: share.Reserve}
	register(&receive.Registrar{
		Server: server, Admit: admit, Serve: serve, Limits: limits, ServeStream: serveStream,
		NewRequest: func(name string) proto.Message { return table.ByName(name).Input.New().Interface() },
	})
	healthpb.RegisterHealthServer(&receive.Registrar{Server: server, Admit: open.unary, Limits: small}, s.health)
	reflection.Register(server)
	return server
}

// withoutKey returns an interceptor for the streams that need no key.
func withoutKey(table *rpc.Table, interceptor grpc.StreamServerInterceptor) grpc.StreamServerInterceptor {
	return func(service any, s grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
		if table.ByName(info.FullMethod) != nil {
			return next(service, s)
		}
		return interceptor(service, s, info, next)
	}
}

// keyless limits the number of running calls that need no key. If there are too many, a new
// call ends an old one.
type keyless struct{ room *conns.Room }

var errTooManyKeyless = problem.New(problem.TooManyConcurrent, "too many calls without a key run at the same time")

func (k keyless) enter(ctx context.Context) *conns.Guest {
	return k.room.Enter(conns.Host(ctx), func() { receive.End(ctx, errTooManyKeyless) })
}

func (k keyless) unary(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	defer k.enter(ctx).Leave()
	return next(ctx, req)
}

func (k keyless) stream(service any, s grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	defer k.enter(s.Context()).Leave()
	return next(service, s)
}
