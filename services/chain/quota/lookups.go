package quota

import (
	"cmp"
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
)

const (
	// lookUpPlaces is how many look-ups of keys that the process has not seen run at once.
	lookUpPlaces = 8
	// missTime is how long a look-up that finds nothing keeps its place, at least. So wrong keys cost at most 20
	// look-ups a second, however many addresses send them.
	missTime = 400 * time.Millisecond
	// lookUpWait is how long a look-up waits for its turn.
	lookUpWait = 1500 * time.Millisecond
	// maxWaiting limits the memory.
	maxWaiting = 256
)

// lookUps is the queue of the look-ups of keys that the process has not seen. Only its look-up tells a wrong key from a
// right one, so none is refused at once. The next turn is that of the address with the fewest look-ups that found
// nothing, and there that of the organization with the fewest, because all clients behind a proxy may have the same
// address. Of equal ones, it is that of the one that came first.
type lookUps struct {
	missed *buckets[source]
	limit  Limit // how many misses are remembered; zero if they count nothing

	mu      sync.Mutex
	free    int
	misses  int       // the places of look-ups that have found nothing
	waiting []*waiter // in the order in which they came
}

// source is an address and an organization, or with the nil organization all of an address.
type source struct {
	address      netip.Prefix
	organization uuid.UUID
}

// waiter is a look-up that waits for its turn.
type waiter struct {
	from [2]source // its address, and its organization there
	turn chan struct{}
}

func newLookUps(limit Limit, now func() time.Time) *lookUps {
	return &lookUps{missed: newBuckets[source](now), limit: limit, free: lookUpPlaces}
}

var errNoTurn = errors.New("the turn did not come in time")

// acquire waits for the turn of a look-up. It returns a function that must be called with whether the look-up found
// nothing. It fails with the error of the context, or with errNoTurn: then wrong reports whether that is because of
// wrong keys.
func (q *lookUps) acquire(
	ctx context.Context, address netip.Prefix, organization uuid.UUID,
) (leave func(missed bool), wrong bool, err error) {
	from := [2]source{{address: address}, {address, organization}}
	if wrong, err := q.wait(ctx, from); err != nil {
		return nil, wrong, err
	}
	began := time.Now()
	return func(missed bool) {
		if !missed || q.limit == (Limit{}) {
			q.leave()
			return
		}
		for _, s := range from {
			q.missed.take(bucket[source]{s, q.limit})
		}
		q.mu.Lock()
		q.misses++
		q.mu.Unlock()
		time.AfterFunc(missTime-time.Since(began), func() {
			q.mu.Lock()
			q.misses--
			q.mu.Unlock()
			q.leave()
		})
	}, false, nil
}

// leave gives the place of a look-up to the next one.
func (q *lookUps) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.free++
		return
	}
	next := slices.MinFunc(q.waiting, q.compare)
	q.remove(next)
	close(next.turn)
}

func (q *lookUps) remove(w *waiter) {
	q.waiting = slices.DeleteFunc(q.waiting, func(other *waiter) bool { return other == w })
}

// compare is negative if the turn of a is before that of b, also if b came first.
func (q *lookUps) compare(a, b *waiter) int {
	for i := range a.from {
		if c := q.missed.taken(a.from[i], q.limit) - q.missed.taken(b.from[i], q.limit); c != 0 {
			return c
		}
	}
	return 0
}

// wait waits for a place.
func (q *lookUps) wait(ctx context.Context, from [2]source) (wrong bool, err error) {
	w := q.join(from)
	if w == nil {
		return false, nil
	}
	select {
	case <-w.turn:
		return false, nil
	case <-ctx.Done():
	case <-time.After(lookUpWait):
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-w.turn: // it came at this moment
		return false, nil
	default:
	}
	q.remove(w)
	return q.misses > 0, cmp.Or(ctx.Err(), errNoTurn)
}

// join takes a free place and returns nil, or joins the queue.
func (q *lookUps) join(from [2]source) *waiter {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.free > 0 {
		q.free--
		return nil
	}
	w := &waiter{from: from, turn: make(chan struct{})}
	if q.waiting = append(q.waiting, w); len(q.waiting) > maxWaiting {
		q.remove(slices.MaxFunc(q.waiting, q.compare)) // its turn would not come in time
	}
	return w
}
