package quota

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Limit is a token bucket: it holds up to Burst tokens and gets PerMinute new ones a
// minute. A call takes one. The zero Limit is no limit.
type Limit struct {
	PerMinute int
	Burst     int
}

// NewLimit returns the limit of that many calls a minute. If burst is 0, it is a sixth of
// perMinute, and at least 1: an empty bucket is full after 10 seconds.
func NewLimit(perMinute, burst int) Limit {
	if perMinute <= 0 {
		return Limit{}
	}
	if burst <= 0 {
		burst = max(1, perMinute/6)
	}
	return Limit{perMinute, burst}
}

// Exceeds reports whether l allows more than m.
func (l Limit) Exceeds(m Limit) bool {
	return m != Limit{} && (l == Limit{} || l.PerMinute > m.PerMinute || l.Burst > m.Burst)
}

// interval is the time in which one token is added. Redis counts in microseconds too.
func (l Limit) interval() time.Duration {
	return max(time.Microsecond, (time.Minute / time.Duration(l.PerMinute)).Truncate(time.Microsecond))
}

// whole is the time in which an empty bucket becomes full.
func (l Limit) whole() time.Duration { return time.Duration(l.Burst) * l.interval() }

// take takes a token from a bucket that is full after fullIn. It returns the time until
// the bucket is full after that, and whether there was a token. The script in redis.go
// does the same.
func (l Limit) take(fullIn time.Duration) (after time.Duration, ok bool) {
	// A longer time than whole is left over from an earlier, lower limit of the key.
	fullIn = min(max(fullIn, 0), l.whole())
	after = fullIn + l.interval()
	if after > l.whole() {
		return fullIn, false
	}
	return after, true
}

// maxBuckets limits the memory. A bucket that is forgotten is full again.
const maxBuckets = 10_000

// buckets are the buckets of this process, those that were used last. Each is the time at
// which it is full.
type buckets[K comparable] struct {
	now func() time.Time

	mu     sync.Mutex
	fullAt *simplelru.LRU[K, time.Time]
}

func newBuckets[K comparable](now func() time.Time) *buckets[K] {
	fullAt, err := simplelru.NewLRU[K, time.Time](maxBuckets, nil)
	if err != nil {
		panic(err) // the size is positive
	}
	return &buckets[K]{now: now, fullAt: fullAt}
}

// take takes a token from the bucket of k.
func (b *buckets[K]) take(k K, l Limit) Result {
	now := b.now()
	b.mu.Lock()
	defer b.mu.Unlock()
	fullAt, _ := b.fullAt.Get(k) // long ago if there is none
	fullIn, ok := l.take(fullAt.Sub(now))
	b.fullAt.Add(k, now.Add(fullIn))
	return Result{Limit: l, FullIn: fullIn, Allowed: ok}
}

// fullIn returns the time until the bucket of k is full.
func (b *buckets[K]) fullIn(k K) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	fullAt, _ := b.fullAt.Peek(k)
	return fullAt.Sub(b.now())
}

// taken returns how many tokens the bucket of k lacks.
func (b *buckets[K]) taken(k K, l Limit) int {
	if l == (Limit{}) {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	fullAt, _ := b.fullAt.Peek(k)
	return int(min(max(fullAt.Sub(b.now()), 0), l.whole()) / l.interval())
}

// giveBack returns the token of a successful take.
func (b *buckets[K]) giveBack(k K, l Limit) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if fullAt, ok := b.fullAt.Get(k); ok {
		b.fullAt.Add(k, fullAt.Add(-l.interval()))
	}
}
