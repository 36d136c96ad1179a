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

// within returns the time until a bucket is full, if it was fullIn before: not more than whole. A longer time is left
// over from an earlier, lower limit of the key.
func (l Limit) within(fullIn time.Duration) time.Duration { return min(max(fullIn, 0), l.whole()) }

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

// bucket is a bucket from which a call needs a token.
type bucket[K comparable] struct {
	key   K
	limit Limit
}

// take takes a token from each of the buckets, or from none. refused is the number of the first one that has none,
// counted from 1, or 0. fullIn is the time until each is full. The script in redis.go does the same.
func (b *buckets[K]) take(from ...bucket[K]) (refused int, fullIn []time.Duration) {
	now := b.now()
	b.mu.Lock()
	defer b.mu.Unlock()
	fullIn = make([]time.Duration, len(from))
	for i, of := range from {
		fullAt, _ := b.fullAt.Get(of.key) // long ago if there is none
		fullIn[i] = of.limit.within(fullAt.Sub(now))
		if refused == 0 && fullIn[i]+of.limit.interval() > of.limit.whole() {
			refused = i + 1
		}
	}
	for i, of := range from {
		if refused == 0 {
			fullIn[i] += of.limit.interval()
		}
		if fullIn[i] > 0 {
			b.fullAt.Add(of.key, now.Add(fullIn[i]))
		}
	}
	return refused, fullIn
}

// taken returns how many tokens the bucket of k lacks.
func (b *buckets[K]) taken(k K, l Limit) int {
	if l == (Limit{}) {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	fullAt, _ := b.fullAt.Peek(k)
	return int(l.within(fullAt.Sub(b.now())) / l.interval())
}

// giveBack returns the tokens of a successful take. fullIn is the time until each bucket is full. The script in
// redis.go does the same.
func (b *buckets[K]) giveBack(to ...bucket[K]) (fullIn []time.Duration) {
	now := b.now()
	b.mu.Lock()
	defer b.mu.Unlock()
	fullIn = make([]time.Duration, len(to))
	for i, of := range to {
		if fullAt, ok := b.fullAt.Get(of.key); ok {
			fullIn[i] = of.limit.within(fullAt.Sub(now) - of.limit.interval())
			b.fullAt.Add(of.key, now.Add(fullIn[i]))
		}
	}
	return fullIn
}
