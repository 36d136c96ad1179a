// Package share divides the process among organizations: the requests that run, and the
// memory of request bodies. No organization holds more than half of either, so that a flood
// of one organization does not slow the others down. A request that would have to wait
// longer than half a second is refused with too_many_concurrent.
//
// A request passes the gate after its key is checked and its body is read, and before the
// body is decoded. It leaves when its response is ready to be sent. As many requests run as
// the pool of database connections can serve, so that no statement waits for a connection.
package share

import (
	"cmp"
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/tenant"
)

// Limits are the limits of a Gate. Zero values are the defaults.
type Limits struct {
	// Requests is the number of requests that run at the same time. The default is
	// Slots of the database connections.
	Requests int
	// BodyBytes is the memory for request bodies. The default is 32 MiB.
	BodyBytes int64
	// Wait is how long a request waits for its turn. The default is 500 ms.
	Wait time.Duration
}

const (
	defaultBodyBytes = 32 << 20
	defaultWait      = 500 * time.Millisecond
	maxWaiting       = 256
	// smallBody is the largest body, in bytes, that is not counted. The buffers of its
	// connection need as much memory.
	smallBody = 16 << 10
	// largeBody is the size of a body, in bytes, from which its request counts as two:
	// a batch of about 1,300 rows.
	largeBody = 256 << 10
	// defaultSlots is the number of requests if the pool of connections has no limit.
	defaultSlots = 8
)

// Gate lets requests in. It is safe for concurrent use.
type Gate struct {
	wait            time.Duration
	requests, bytes *pool
}

// Slots returns how many of the connections of a pool requests may use. The others, a
// fifth, are for the look-ups of keys, which do not pass the gate.
func Slots(conns int) int {
	if conns <= 0 {
		return defaultSlots
	}
	return conns - conns/5
}

// New returns a gate for a process with a pool of database connections.
func New(conns int, limits Limits) *Gate {
	return &Gate{
		wait:     cmp.Or(limits.Wait, defaultWait),
		requests: newPool(int64(cmp.Or(limits.Requests, Slots(conns))), maxWaiting),
		bytes:    newPool(cmp.Or(limits.BodyBytes, defaultBodyBytes), maxWaiting),
	}
}

// Enter waits until a request of the caller's organization may run. size is the size of its
// body in bytes. The caller of Enter must call leave, once.
func (g *Gate) Enter(ctx context.Context, size int) (leave func(), err error) {
	units := int64(1)
	if size >= largeBody {
		units = 2
	}
	return g.requests.acquire(ctx, tenant.Organization(ctx), units, g.wait)
}

// Reserve waits until there is memory for a body of the caller's organization, of size
// bytes. The caller of Reserve must call release, once.
func (g *Gate) Reserve(ctx context.Context, size int) (release func(), err error) {
	return g.reserve(ctx, size, g.wait)
}

func (g *Gate) reserve(ctx context.Context, size int, wait time.Duration) (release func(), err error) {
	if size <= smallBody {
		return func() {}, nil
	}
	return g.bytes.acquire(ctx, tenant.Organization(ctx), int64(size), wait)
}

// Interceptor lets gRPC calls in. The message of a call is in memory already, so it is
// refused at once if there is no memory for it.
func (g *Gate) Interceptor(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	size := 0
	if m, ok := req.(proto.Message); ok {
		size = proto.Size(m)
	}
	release, err := g.reserve(ctx, size, 0)
	if err != nil {
		return nil, err
	}
	defer release()
	leave, err := g.Enter(ctx, size)
	if err != nil {
		return nil, err
	}
	defer leave()
	return next(ctx, req)
}
