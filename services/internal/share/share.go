// Package share divides the process among organizations: the requests that run, and the
// memory of request bodies. No organization holds more than a quarter of the running requests
// and half of the memory, so that a flood of one organization does not slow the others down.
// Only if no other organization has sent a request for ten seconds, one may have all the
// running requests. A request that would have to wait longer than half a second is refused
// with too_many_concurrent. A stream of events takes a turn for each part that it reads, and
// waits for it as long as it takes.
//
// A request passes the gate after its key is checked and its body is read, and before the
// body is decoded. It leaves when its response is ready to be sent. As many requests run as
// the pool of database connections can serve, so that no statement waits for a connection.
package share

import (
	"cmp"
	"context"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"

	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/internal/observe"
)

// Limits are the limits of a Gate. Zero values are the defaults.
type Limits struct {
	// Requests is the number of requests that run at the same time. The default is
	// four fifths of the database connections.
	Requests int
	// BodyBytes is the memory for request bodies. The default is 32 MiB.
	BodyBytes int64
	// Wait is how long a request waits for its turn. The default is 500 ms.
	Wait time.Duration
	// Streams is the number of streams that read events at the same time, each for another
	// organization. The default is half of the requests.
	Streams int
}

const (
	defaultBodyBytes = 32 << 20
	defaultWait      = 500 * time.Millisecond
	maxWaiting       = 256
	// alone is how long no other organization may have sent a request, so that one may have
	// all the running requests.
	alone = 10 * time.Second
	// smallBody is the largest body, in bytes, that is not counted. The buffers of its
	// connection need as much memory.
	smallBody = 16 << 10
	// parts is the number of organizations that can have their share of the running requests at
	// the same time. With the default pool of connections, a share is one request for every
	// processor, and at least two. With two for every processor, a flood of lists makes the p99
	// of the neighbours half as long again.
	parts = 4
	// largeBody is the size of a body, in bytes, from which its request counts as largeUnits:
	// a batch of about 1,300 rows. With the default pool of connections, an organization that
	// is not alone runs one of them for every two processors. So it leaves processors free.
	largeBody  = 256 << 10
	largeUnits = 2
	// forever is how long a stream waits for its turn.
	forever = math.MaxInt64
	// defaultSlots is the number of requests if the pool of connections has no limit.
	defaultSlots = 8
)

// Gate lets requests in. It is safe for concurrent use.
type Gate struct {
	wait                     time.Duration
	requests, bytes, streams *pool
}

// slots returns how many of the connections of a pool requests may use. The others, a
// fifth, are for the look-ups of keys, which do not pass the gate.
func slots(conns int) int {
	if conns <= 0 {
		return defaultSlots
	}
	return conns - conns/5
}

// LookUps returns how many look-ups of keys may use a pool of database connections at the
// same time.
func LookUps(conns int) int { return max(1, conns/5) }

// New returns a gate for a process with a pool of database connections. It counts what it refuses by
// reason.
func New(conns int, limits Limits, refusals *prometheus.CounterVec) *Gate {
	requests, bytes := int64(cmp.Or(limits.Requests, slots(conns))), cmp.Or(limits.BodyBytes, defaultBodyBytes)
	streams := cmp.Or(int64(limits.Streams), max(1, requests/2))
	return &Gate{
		wait:     cmp.Or(limits.Wait, defaultWait),
		requests: newPool(requests, requests/parts, maxWaiting, alone, refusals.WithLabelValues("turn")),
		bytes:    newPool(bytes, bytes/2, maxWaiting, 0, refusals.WithLabelValues("memory")),
		streams:  newPool(streams, cmp.Or(int64(limits.Streams), 1), maxWaiting, 0, refusals.WithLabelValues("turn")),
	}
}

// Request is a request of the caller's organization. It is not safe for concurrent use.
type Request struct {
	gate           *Gate
	organization   uuid.UUID
	patience       time.Duration // how much longer it may wait
	size           int           // of the message of a gRPC call, in bytes
	leave, release func()
	record         *observe.Record
}

// Request begins a request. The caller must call End.
func (g *Gate) Request(ctx context.Context) *Request {
	return &Request{gate: g, organization: tenant.Organization(ctx), patience: g.wait, record: observe.FromContext(ctx)}
}

// Reserve waits until there is memory for a body of size bytes, for at most three quarters of
// the time that the request may wait. Many clients read that they are refused only after they
// have sent the whole body, so a refusal has to come earlier than without a body.
func (r *Request) Reserve(ctx context.Context, size int) (err error) {
	if size > smallBody {
		r.release, err = r.acquire(ctx, r.gate.bytes, int64(size), r.patience*3/4)
	}
	return err
}

// Crowded reports whether other organizations have sent requests in the last ten seconds.
func (r *Request) Crowded() bool { return r.gate.requests.contested(r.organization) }

// Enter waits until the request may run. size is the size of its body in bytes.
func (r *Request) Enter(ctx context.Context, size int) (err error) {
	units := int64(1)
	if size >= largeBody {
		units = largeUnits
	}
	leave, err := r.acquire(ctx, r.gate.requests, units, r.patience)
	if err != nil {
		return err
	}
	worked := r.record.Work()
	r.leave = func() { worked(); leave() }
	return nil
}

func (r *Request) acquire(ctx context.Context, p *pool, units int64, wait time.Duration) (release func(), err error) {
	began := time.Now()
	release, err = p.acquire(ctx, r.organization, units, wait)
	r.patience -= time.Since(began)
	return release, err
}

// Leave ends the run of the request: only its response has to be sent. More calls have no
// effect.
func (r *Request) Leave() {
	if r.leave != nil {
		r.leave()
		r.leave = nil
	}
}

// again waits, as long as it takes, until a request that has left may run once more.
func (r *Request) again(ctx context.Context) (leave func(), err error) {
	leaveStreams, err := r.gate.streams.acquire(ctx, r.organization, 1, forever)
	if err != nil {
		return nil, err
	}
	leaveRequests, err := r.gate.requests.acquire(ctx, r.organization, 1, forever)
	if err != nil {
		leaveStreams()
		return nil, err
	}
	worked := r.record.Work()
	return func() { worked(); leaveRequests(); leaveStreams() }, nil
}

// End gives back everything that the request holds.
func (r *Request) End() {
	r.Leave()
	if r.release != nil {
		r.release()
	}
}

type requestKey struct{}

// With returns a context that has the request, for Leave.
func (r *Request) With(ctx context.Context) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// Leave ends the run of the request of the context, which only waits from now on.
func Leave(ctx context.Context) {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		r.Leave()
	}
}

// Wait calls f while the request of the context does not run, because f waits for something else, and returns when the
// request may run again. It fails as Enter does.
func Wait(ctx context.Context, f func()) error {
	r, ok := ctx.Value(requestKey{}).(*Request)
	if !ok {
		f()
		return nil
	}
	r.Leave()
	f()
	r.patience = r.gate.wait
	return r.Enter(ctx, 0)
}

// Again waits until the request of the context, which has left, may run once more, until
// leave: it is a stream that reads its next events. One stream of an organization reads at a
// time, so that many streams that are behind take no more turns than one request.
func Again(ctx context.Context) (leave func(), err error) {
	r, ok := ctx.Value(requestKey{}).(*Request)
	if !ok {
		return func() {}, nil
	}
	return r.again(ctx)
}

// Begin is the interceptor that begins a request for a gRPC call, before its message is
// read. Then Reserve waits for the memory of the message, and Enter for the turn of the
// request.
func (g *Gate) Begin(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	r := g.Request(ctx)
	defer r.End()
	return next(r.With(ctx), req)
}

// Reserve waits until there is memory for the message of a gRPC call, of size bytes.
func Reserve(ctx context.Context, size int) error {
	r := ctx.Value(requestKey{}).(*Request)
	r.size = size
	return r.Reserve(ctx, size)
}

// Enter is the interceptor that waits until a gRPC call may run. It must come after Reserve.
func Enter(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	r := ctx.Value(requestKey{}).(*Request)
	if err := r.Enter(ctx, r.size); err != nil {
		return nil, err
	}
	return next(ctx, req)
}
