package grpc

import (
	"context"

	"google.golang.org/grpc"

	"github.com/workplan-api/workplan/internal/connlimit"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
)

// keyless serves calls that need no key, with limits. If too many run, a new call ends an old one.
type keyless struct {
	running *connlimit.Limiter
	limits  limits
	drain   context.Context // done when streams have to end
}

var errTooManyKeyless = problem.New(problem.TooManyConcurrent, "too many calls without a key run at the same time")

var errTooManyMessages = problem.New(problem.TooManyConcurrent,
	"a call without a key sends at most %d messages: begin another one", maxKeylessMessages)

func (k keyless) acquire(ctx context.Context) *connlimit.Slot {
	return k.running.Acquire(connlimit.Host(ctx), func() { end(ctx, errTooManyKeyless) })
}

// register registers a service whose unary rpcs need no key.
func (k keyless) register(server *grpc.Server, desc *grpc.ServiceDesc, service any) {
	server.RegisterService(withHandlers(desc, func(m grpc.MethodDesc) grpc.MethodHandler {
		return func(
			service any, ctx context.Context, _ func(any) error, interceptor grpc.UnaryServerInterceptor,
		) (any, error) {
			defer k.acquire(ctx).Release()
			return m.Handler(service, ctx, func(req any) error {
				data, err := k.limits.whole(ctx, nil)
				if err != nil {
					return err
				}
				return decode(data, req)
			}, interceptor)
		}
	}), service)
}

// stream returns an interceptor for the streams that need no key, those that are not in the table. A stream that never
// ends, such as Watch of the health service, would hold a server that stops.
func (k keyless) stream(table *rpc.Table) grpc.StreamServerInterceptor {
	return func(service any, s grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
		if table.ByName(info.FullMethod) != nil {
			return next(service, s)
		}
		defer k.acquire(s.Context()).Release()
		ctx, cancel := context.WithCancel(s.Context())
		defer cancel()
		defer context.AfterFunc(k.drain, cancel)()
		return ended(s.Context(), next(service, &limitedStream{ServerStream: s, ctx: ctx, limits: k.limits}))
	}
}
