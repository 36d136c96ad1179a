package services

import (
	"context"

	"google.golang.org/grpc"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/internal/conns"
	"github.com/workplan-api/workplan/services/internal/receive"
)

// keyless limits the number of running calls that need no key: health and reflection. If
// there are too many, a new call ends an old one.
type keyless struct{ room *conns.Room }

// maxKeyless is more than all load balancers and developers need. A waiting call needs about
// 20 KiB.
const maxKeyless = 500

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
