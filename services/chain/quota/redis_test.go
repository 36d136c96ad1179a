package quota_test

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/test/apitest"
)

// log is a log that the test reads.
type log struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// share returns a Quota that shares its buckets through Redis.
func share(t *testing.T, url string) (*quota.Quota, *log) {
	t.Helper()
	return shareWith(t, quota.Config{RedisURL: url})
}

func shareWith(t *testing.T, cfg quota.Config) (*quota.Quota, *log) {
	t.Helper()
	l := &log{}
	q, err := quota.New(cfg, slog.New(slog.NewTextHandler(l, nil)),
		metrics.Refusals.Counter(prometheus.NewRegistry()), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := q.Close(); err != nil {
			t.Error(err)
		}
		if strings.Contains(l.String(), "canary") {
			t.Errorf("the log has the password of Redis: %s", l)
		}
	})
	return q, l
}

// rare is a limit of 5 calls at once that gets a new token every 12 seconds.
var rare = quota.NewLimit(5, 5)

// waitUntilShared waits until a and b share their buckets. Redis may be slow or paused after
// an error.
func waitUntilShared(t *testing.T, a, b *quota.Quota) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		key := uuid.New()
		a.Take(t.Context(), uuid.Nil, key, rare)
		if b.Take(t.Context(), uuid.Nil, key, rare).Remaining() == 3 {
			return
		}
	}
	t.Fatal("they never share")
}

func TestServersShareABucketThroughRedis(t *testing.T) {
	quota.SetRedisTimeout(t, 10*time.Second) // a busy machine may be slow
	redis := apitest.StartRedis(t)
	a, _ := share(t, redis.URL)
	b, _ := share(t, redis.URL)
	waitUntilShared(t, a, b)
	key := uuid.New()
	for i, q := range []*quota.Quota{a, b, a, b, a} {
		if r := q.Take(t.Context(), uuid.Nil, key, rare); !r.Allowed || r.Remaining() != 4-i {
			t.Errorf("call %d: %+v", i+1, r)
		}
	}
	for _, q := range []*quota.Quota{a, b} {
		if r := q.Take(t.Context(), uuid.Nil, key, rare); r.Allowed ||
			r.RetryAfter() != 12*time.Second || r.Remaining() != 0 {
			t.Errorf("call 6: %+v", r)
		}
	}
	t.Run("a client that waits as told gets through", func(t *testing.T) {
		key, limit := uuid.New(), quota.NewLimit(60, 2)
		for a.Take(t.Context(), uuid.Nil, key, limit).Allowed {
		}
		r := b.Take(t.Context(), uuid.Nil, key, limit)
		if r.Allowed || r.RetryAfter() != time.Second {
			t.Fatalf("%+v", r)
		}
		time.Sleep(r.RetryAfter())
		if r := a.Take(t.Context(), uuid.Nil, key, limit); !r.Allowed {
			t.Errorf("%+v", r)
		}
	})
	t.Run("a new limit replaces what is left of the old one", func(t *testing.T) {
		key := uuid.New()
		a.Take(t.Context(), uuid.Nil, key, quota.NewLimit(1, 1)) // the bucket is full after a minute
		if r := b.Take(t.Context(), uuid.Nil, key, quota.NewLimit(60, 1)); r.Allowed || r.RetryAfter() != time.Second {
			t.Errorf("%+v", r)
		}
	})
	t.Run("the highest limit", func(t *testing.T) {
		key, limit := uuid.New(), quota.NewLimit(1_000_000, 3)
		if r := a.Take(t.Context(), uuid.Nil, key, limit); !r.Allowed || r.FullIn != 60*time.Microsecond {
			t.Errorf("%+v", r)
		}
	})
}

// TestServersShareTheBucketOfAnOrganization: what an organization may do does not grow with the number of servers or of
// keys. The buckets in the memory of one server do the same as those in Redis.
func TestServersShareTheBucketOfAnOrganization(t *testing.T) {
	quota.SetRedisTimeout(t, 10*time.Second)
	// 5 at once, then one in 2 seconds.
	cfg := quota.Config{OrganizationPerMinute: 30}
	alone, _ := shareWith(t, cfg)
	t.Run("in memory", func(t *testing.T) { sharesTheBucketOfAnOrganization(t, alone, alone) })
	cfg.RedisURL = apitest.StartRedis(t).URL
	a, _ := shareWith(t, cfg)
	b, _ := shareWith(t, cfg)
	waitUntilShared(t, a, b)
	t.Run("in Redis", func(t *testing.T) { sharesTheBucketOfAnOrganization(t, a, b) })
}

func sharesTheBucketOfAnOrganization(t *testing.T, servers ...*quota.Quota) {
	keys := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
	none := quota.Limit{}
	take := func(n int, organization uuid.UUID, l quota.Limit) quota.Result {
		return servers[n%2].Take(t.Context(), organization, keys[n%3], l)
	}
	exhaust := func(organization uuid.UUID) (allowed int, last quota.Result) {
		for n := range 30 {
			if last = take(n, organization, none); last.Allowed {
				allowed++
			}
		}
		return allowed, last
	}
	busy := uuid.New()
	allowed, last := exhaust(busy)
	if allowed < 5 || allowed > 8 || last.Allowed || last.RetryAfter() > 2*time.Second {
		t.Errorf("%d of 30 calls allowed, then %+v", allowed, last)
	}
	if r := take(0, uuid.New(), none); !r.Allowed {
		t.Errorf("another organization: %+v", r)
	}
	t.Run("what the organization is refused leaves the bucket of the key", func(t *testing.T) {
		if r := take(1, busy, rare); r.Allowed || r.Remaining() != 5 {
			t.Errorf("%+v has %d left, want 5", r, r.Remaining())
		}
	})
	t.Run("what is given back can be taken again", func(t *testing.T) {
		organization, key := uuid.New(), uuid.New()
		for n := range 20 { // the organization and the key have 5 at once
			r := servers[n%2].Take(t.Context(), organization, key, rare)
			if !r.Allowed || r.Remaining() != 4 {
				t.Fatalf("call %d: %+v", n+1, r)
			}
			if r = servers[n%2].GiveBack(t.Context(), r); r.Remaining() != 5 || r.FullIn != 0 {
				t.Fatalf("call %d gives back: %+v", n+1, r)
			}
		}
		exhaust(organization)
		refused := servers[0].Take(t.Context(), organization, key, rare)
		if r := servers[1].GiveBack(t.Context(), refused); r.Allowed || r.Remaining() != 5 {
			t.Errorf("a refused call gives back: %+v", r)
		}
		if r := servers[0].Take(t.Context(), organization, key, rare); r.Allowed {
			t.Errorf("a refused call has given back what it did not take")
		}
	})
	t.Run("what a key is refused leaves the bucket of the organization", func(t *testing.T) {
		organization, one := uuid.New(), quota.NewLimit(1, 1)
		for range 10 { // 1 is allowed
			servers[0].Take(t.Context(), organization, keys[0], one)
		}
		if allowed, _ := exhaust(organization); allowed < 4 {
			t.Errorf("%d calls allowed, want at least 4", allowed)
		}
	})
}

// TestRedisThatDiesDoesNotStopCalls kills Redis and starts it again.
func TestRedisThatDiesDoesNotStopCalls(t *testing.T) {
	redis := apitest.StartRedis(t)
	a, log := share(t, redis.URL)
	b, _ := share(t, redis.URL)
	waitUntilShared(t, a, b)
	before := strings.Count(log.String(), "level=WARN")
	redis.Kill()
	for range 3 { // longer than one pause
		callsAreFast(t, a)
		time.Sleep(500 * time.Millisecond)
	}
	key := uuid.New()
	for i := range 6 {
		if r := a.Take(t.Context(), uuid.Nil, key, rare); r.Allowed != (i < 5) {
			t.Errorf("call %d without Redis: %+v", i+1, r)
		}
	}
	if n := strings.Count(log.String(), "level=WARN"); n != max(before, 1) {
		t.Errorf("%d warnings within a minute: %s", n, log)
	}
	redis.Start()
	waitUntilShared(t, a, b)
	if !strings.Contains(log.String(), "Redis responds again") {
		t.Errorf("the log is %s", log)
	}
}

// TestRedisThatFreezesDoesNotStopCalls stops Redis in the middle of its work: connections
// stay open, and nothing responds.
func TestRedisThatFreezesDoesNotStopCalls(t *testing.T) {
	redis := apitest.StartRedis(t)
	a, log := share(t, redis.URL)
	b, _ := share(t, redis.URL)
	waitUntilShared(t, a, b)
	redis.Freeze()
	callsAreFast(t, a)
	if !strings.Contains(log.String(), "level=WARN") {
		t.Errorf("the log is %s", log)
	}
	redis.Thaw()
	waitUntilShared(t, a, b)
}

// callsAreFast makes 100 calls. At most one call a second waits for Redis.
func callsAreFast(t *testing.T, q *quota.Quota) {
	t.Helper()
	start := time.Now()
	for range 100 {
		if r := q.Take(t.Context(), uuid.Nil, uuid.New(), rare); !r.Allowed || r.Remaining() != 4 {
			t.Errorf("%+v", r)
		}
	}
	if took := time.Since(start); took > 2*time.Second { // 5 seconds if each call waits for Redis
		t.Errorf("100 calls take %s", took)
	}
}

func TestAMalformedRedisURLIsNotPrinted(t *testing.T) {
	for _, url := range []string{
		"redis://:canary@host:port", "http://:canary@host", "redis://:can%ary@host", "redis://user:canary@host/x",
		"redis://:canary@host?canary=1", "canary", "redis://:can@ary@host", "redis://:can@ary/0@host",
	} {
		_, err := quota.New(quota.Config{RedisURL: url}, slog.New(slog.DiscardHandler),
			metrics.Refusals.Counter(prometheus.NewRegistry()), time.Now)
		if err == nil || strings.Contains(err.Error(), "can") || !strings.Contains(err.Error(), "REDIS_URL") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func BenchmarkTakeThroughRedis(b *testing.B) {
	redis := apitest.StartRedis(b)
	q, err := quota.New(quota.Config{RedisURL: redis.URL}, slog.New(slog.DiscardHandler),
		metrics.Refusals.Counter(prometheus.NewRegistry()), time.Now)
	if err != nil {
		b.Fatal(err)
	}
	defer q.Close()
	key, limit := uuid.New(), quota.NewLimit(1_000_000, 0)
	b.ReportAllocs()
	for b.Loop() {
		q.Take(b.Context(), uuid.Nil, key, limit)
	}
}
