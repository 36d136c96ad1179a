package call

import (
	"cmp"
	"context"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
)

// Limits are the limits of a Scheduler. Zero values are the defaults.
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
	// WholeListTime is the maximum time of a response with all rows of a list. The default is 5 minutes.
	WholeListTime time.Duration
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
	parts      = 4
	largeUnits = 2
	// forever is how long a stream waits for its turn.
	forever = math.MaxInt64
	// defaultRequests is the number of requests if the pool of connections has no limit.
	defaultRequests = 8
)

// LargeBody is the size of a body, in bytes, from which its request counts as two: a batch of about 1,300 rows. With
// the default pool of connections, an organization that is not alone runs one of them for every two processors. So it
// leaves processors free. A request that may be as much work has this size for [Slot.Start], whatever its body is.
const LargeBody = 256 << 10

// Scheduler divides the process among organizations: the requests that run, and the memory of request bodies. No
// organization holds more than a quarter of the running requests and half of the memory, so that a flood of one
// organization does not slow the others down. Only if no other organization has sent a request for ten seconds, one may
// have all the running requests. A request that would have to wait longer than half a second is refused with
// too_many_concurrent. A stream of events waits for each part that it reads, as long as it takes.
//
// A request starts after its key is checked and its body is read, and before the body is decoded. It ends when its
// response is ready to be sent. As many requests run as the pool of database connections can serve, so that no
// statement waits for a connection.
//
// A Scheduler is safe for concurrent use.
type Scheduler struct {
	wait                     time.Duration
	requests, bytes, streams *pool
	whole                    *pool // lists that are sent whole
	wholeListTime            time.Duration
}

// connections returns how many of the connections of a pool requests may use. The others, a
// fifth, are for the look-ups of keys, which do not pass the scheduler.
func connections(conns int) int {
	if conns <= 0 {
		return defaultRequests
	}
	return conns - conns/5
}

// LookUps returns how many look-ups of keys may use a pool of database connections at the
// same time.
func LookUps(conns int) int { return max(1, conns/5) }

// NewScheduler returns a scheduler for a process with a pool of database connections. It counts what it refuses by
// reason.
func NewScheduler(conns int, limits Limits, refusals *prometheus.CounterVec) *Scheduler {
	requests, bytes := int64(cmp.Or(limits.Requests, connections(conns))), cmp.Or(limits.BodyBytes, defaultBodyBytes)
	streams := cmp.Or(int64(limits.Streams), max(1, requests/2))
	return &Scheduler{
		wait:     cmp.Or(limits.Wait, defaultWait),
		requests: newPool(requests, requests/parts, maxWaiting, alone, refusals.WithLabelValues("turn")),
		bytes:    newPool(bytes, bytes/2, maxWaiting, 0, refusals.WithLabelValues("memory")),
		streams:  newPool(streams, cmp.Or(int64(limits.Streams), 1), maxWaiting, 0, refusals.WithLabelValues("turn")),
		whole:    newPool(MaxWholeLists, MaxWholeLists/2, maxWaiting, 0, refusals.WithLabelValues("whole_lists")),

		wholeListTime: cmp.Or(limits.WholeListTime, defaultWholeListTime),
	}
}

// Slot is the place of a request of the caller's organization. It is not safe for concurrent use.
type Slot struct {
	scheduler      *Scheduler
	organization   uuid.UUID
	mayWait        time.Duration // how much longer the request may wait
	pause, release func()
	request        *Request
}

// Begin returns the slot of a request, for the functions of this package that take a context, too. It must be ended. It
// panics if the request has one: a request that waited for a second turn while it has its first could wait for itself.
func (s *Scheduler) Begin(ctx context.Context) *Slot {
	r := FromContext(ctx)
	if r.slot != nil {
		panic("call: a request has one turn")
	}
	r.slot = &Slot{scheduler: s, organization: tenant.Organization(ctx), mayWait: s.wait, request: r}
	return r.slot
}

// Reserve waits until there is memory for a body of size bytes, for at most three quarters of
// the time that the request may wait. Many clients read that they are refused only after they
// have sent the whole body, so a refusal has to come earlier than without a body.
func (s *Slot) Reserve(ctx context.Context, size int) (err error) {
	if size > smallBody {
		s.release, err = s.acquire(ctx, s.scheduler.bytes, int64(size), s.mayWait*3/4)
	}
	return err
}

// Contended reports whether other organizations have sent requests in the last ten seconds.
func (s *Slot) Contended() bool { return s.scheduler.requests.contested(s.organization) }

// Start waits until the request may run. size is that of its body in bytes, or that of a body which is as much work.
func (s *Slot) Start(ctx context.Context, size int) (err error) {
	units := int64(1)
	if size >= LargeBody {
		units = largeUnits
	}
	pause, err := s.acquire(ctx, s.scheduler.requests, units, s.mayWait)
	if err != nil {
		return err
	}
	worked := s.request.Work()
	s.pause = func() { worked(); pause() }
	return nil
}

func (s *Slot) acquire(ctx context.Context, p *pool, units int64, wait time.Duration) (release func(), err error) {
	began := time.Now()
	release, err = p.acquire(ctx, s.organization, units, wait)
	waited := time.Since(began)
	s.mayWait -= waited
	s.request.turn += waited
	return release, err
}

// Pause ends the run of the request: it waits, or only its response has to be sent. More calls have no effect.
func (s *Slot) Pause() {
	if s.pause != nil {
		s.pause()
		s.pause = nil
	}
}

// resume waits, as long as it takes, until a request that has paused may run once more.
func (s *Slot) resume(ctx context.Context) (pause func(), err error) {
	leaveStreams, err := s.scheduler.streams.acquire(ctx, s.organization, 1, forever)
	if err != nil {
		return nil, err
	}
	leaveRequests, err := s.scheduler.requests.acquire(ctx, s.organization, 1, forever)
	if err != nil {
		leaveStreams()
		return nil, err
	}
	worked := s.request.Work()
	return func() { worked(); leaveRequests(); leaveStreams() }, nil
}

// again is resume for a request that ends its turn with Pause.
func (s *Slot) again(ctx context.Context) (err error) {
	s.Pause()
	s.pause, err = s.resume(ctx)
	return err
}

// enterWhole waits for a place among the lists that are sent whole.
func (s *Slot) enterWhole(ctx context.Context) (leave func(), err error) {
	leave, err = s.acquire(ctx, s.scheduler.whole, 1, s.mayWait)
	if err == errTooMany {
		err = errTooManyWhole
	}
	return leave, err
}

var errTooManyWhole = &problem.Error{
	Code: problem.TooManyConcurrent, RetryAfter: 5 * time.Second,
	Message: "too many lists are sent whole at the same time: try again after some seconds, or read pages",
}

// End gives back everything that the request holds.
func (s *Slot) End() {
	s.Pause()
	if s.release != nil {
		s.release()
	}
}

// Pause ends the run of the request of the context, which only waits from now on.
func Pause(ctx context.Context) {
	if slot := FromContext(ctx).slot; slot != nil {
		slot.Pause()
	}
}

// WhilePaused calls f while the request of the context does not run, because f waits for something else, and returns
// when the request may run again. It fails as Slot.Start does.
func WhilePaused(ctx context.Context, f func()) error {
	slot := FromContext(ctx).slot
	if slot == nil {
		f()
		return nil
	}
	slot.Pause()
	f()
	slot.mayWait = slot.scheduler.wait
	return slot.Start(ctx, 0)
}

// Resume waits until the request of the context, which has paused, may run once more, until pause: it is a stream that
// reads its next events. One stream of an organization reads at a time, so that many streams that are behind take no
// more turns than one request.
func Resume(ctx context.Context) (pause func(), err error) {
	slot := FromContext(ctx).slot
	if slot == nil {
		return func() {}, nil
	}
	return slot.resume(ctx)
}
