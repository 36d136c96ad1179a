package quota_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/quota"
)

// clock is a clock that the test moves.
type clock struct{ now time.Time }

func (c *clock) time() time.Time { return c.now }

func (c *clock) pass(d time.Duration) { c.now = c.now.Add(d) }

func start(t testing.TB, cfg quota.Config) (*quota.Quota, *clock) {
	t.Helper()
	c := &clock{time.Date(2026, 1, 31, 8, 0, 0, 0, time.UTC)}
	q, err := quota.New(cfg, slog.New(slog.DiscardHandler), metrics.Refusals.Counter(prometheus.NewRegistry()), c.time)
	if err != nil {
		t.Fatal(err)
	}
	return q, c
}

// allowed returns how many calls at once are allowed, up to 1,000,000.
func allowed(t *testing.T, q *quota.Quota, key uuid.UUID, l quota.Limit) int {
	for n := range 1_000_000 {
		if !q.Take(t.Context(), uuid.Nil, key, l).Allowed {
			return n
		}
	}
	t.Fatal("every call is allowed")
	return 0
}

func TestABucketHasABurstAndARate(t *testing.T) {
	q, clock := start(t, quota.Config{PerMinute: 600, Burst: 100})
	key, limit := uuid.New(), q.LimitOf(nil)
	if n := allowed(t, q, key, limit); n != 100 {
		t.Errorf("%d calls at once, want 100", n)
	}
	if n := allowed(t, q, uuid.New(), limit); n != 100 {
		t.Errorf("another key makes %d calls at once, want 100", n)
	}
	clock.pass(99 * time.Millisecond)
	if n := allowed(t, q, key, limit); n != 0 {
		t.Errorf("%d calls after 99 ms, want 0", n)
	}
	clock.pass(time.Millisecond)
	if n := allowed(t, q, key, limit); n != 1 {
		t.Errorf("%d calls after 100 ms, want 1", n)
	}
	sum := 0
	for range 600 { // ten minutes
		clock.pass(time.Second)
		sum += allowed(t, q, key, limit)
	}
	if sum != 6000 {
		t.Errorf("%d calls in ten minutes, want 6000", sum)
	}
	clock.pass(time.Hour)
	if n := allowed(t, q, key, limit); n != 100 {
		t.Errorf("%d calls at once after an hour, want 100", n)
	}
}

func TestACallThatGivesItsTokenBackCostsNothing(t *testing.T) {
	q, clock := start(t, quota.Config{PerMinute: 60, Burst: 3})
	key, limit := uuid.New(), q.LimitOf(nil)
	q.Take(t.Context(), uuid.Nil, key, limit)
	r := q.Take(t.Context(), uuid.Nil, key, limit)
	if r = q.GiveBack(t.Context(), r); r.Remaining() != 2 || r.FullIn != time.Second {
		t.Errorf("%+v has %d left, want 2", r, r.Remaining())
	}
	r = q.Take(t.Context(), uuid.Nil, key, limit)
	clock.pass(time.Hour)
	if r = q.GiveBack(t.Context(), r); r.Remaining() != 3 || r.FullIn != 0 {
		t.Errorf("after an hour %+v has %d left, want 3", r, r.Remaining())
	}
	if n := allowed(t, q, key, limit); n != 3 {
		t.Errorf("%d calls at once, want 3", n)
	}
	if r := q.GiveBack(t.Context(), q.Take(t.Context(), uuid.Nil, key, quota.Limit{})); r.Limit != (quota.Limit{}) {
		t.Errorf("a key without a limit: %+v", r)
	}
}

func TestAClientThatWaitsAsToldGetsThrough(t *testing.T) {
	for _, perMinute := range []int32{1, 2, 7, 59, 60, 61, 600, 7919, 1_000_000} {
		t.Run(fmt.Sprint(perMinute), func(t *testing.T) {
			q, clock := start(t, quota.Config{})
			key, limit := uuid.New(), q.LimitOf(&perMinute)
			for range 5 {
				allowed(t, q, key, limit)
				r := q.Take(t.Context(), uuid.Nil, key, limit)
				var p *problem.Error
				if !errors.As(r.Err("the key"), &p) || p.Code != problem.RateLimited || p.RetryAfter < time.Second ||
					p.RetryAfter%time.Second != 0 {
					t.Fatalf("refused with %v", r.Err("the key"))
				}
				clock.pass(p.RetryAfter)
				if r := q.Take(t.Context(), uuid.Nil, key, limit); !r.Allowed {
					t.Fatalf("still refused after %s: %v", p.RetryAfter, r.Err("the key"))
				}
			}
		})
	}
	t.Run("and no sooner", func(t *testing.T) {
		q, clock := start(t, quota.Config{})
		six := int32(6)
		key, limit := uuid.New(), q.LimitOf(&six)
		allowed(t, q, key, limit)
		clock.pass(3 * time.Second)
		r := q.Take(t.Context(), uuid.Nil, key, limit)
		if r.RetryAfter() != 7*time.Second ||
			r.Err("the key").Error() != "rate_limited: the key may send 6 requests per minute: wait 7 seconds" {
			t.Errorf("%s, %v", r.RetryAfter(), r.Err("the key"))
		}
		clock.pass(6999 * time.Millisecond)
		if q.Take(t.Context(), uuid.Nil, key, limit).Allowed {
			t.Error("allowed after 6.999 seconds")
		}
	})
}

func TestHeadersDescribeTheBucket(t *testing.T) {
	q, clock := start(t, quota.Config{PerMinute: 600, Burst: 100})
	key, limit := uuid.New(), q.LimitOf(nil)
	for _, test := range []struct {
		name             string
		pass             time.Duration
		calls            int
		remaining, reset string
	}{
		{"the first call", 0, 1, "99", "1"},
		{"ten more", 0, 10, "89", "2"},
		{"all", 0, 89, "0", "10"},
		{"one too many", 0, 1, "0", "10"},
		{"half a second later", 500 * time.Millisecond, 1, "4", "10"},
		{"a minute later", time.Minute, 1, "99", "1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			clock.pass(test.pass)
			var r quota.Result
			for range test.calls {
				r = q.Take(t.Context(), uuid.Nil, key, limit)
			}
			h := http.Header{}
			r.SetHeaders(h)
			md := r.Metadata()
			for name, want := range map[string]string{
				"X-RateLimit-Limit": "600", "X-RateLimit-Remaining": test.remaining, "X-RateLimit-Reset": test.reset,
			} {
				if got := h.Get(name); got != want {
					t.Errorf("%s is %s, want %s", name, got, want)
				}
				if got := md.Get(name); len(got) != 1 || got[0] != want {
					t.Errorf("the metadata %s is %s, want %s", name, got, want)
				}
			}
		})
	}
}

func TestTheLimitOfAKey(t *testing.T) {
	q, _ := start(t, quota.Config{PerMinute: 600})
	for _, test := range []struct {
		perMinute int32
		want      quota.Limit
	}{
		{1, quota.Limit{PerMinute: 1, Burst: 1}},
		{11, quota.Limit{PerMinute: 11, Burst: 1}},
		{60, quota.Limit{PerMinute: 60, Burst: 10}},
		{0, quota.Limit{}},
	} {
		if got := q.LimitOf(&test.perMinute); got != test.want {
			t.Errorf("%d is %v, want %v", test.perMinute, got, test.want)
		}
	}
	if got := q.LimitOf(nil); got != (quota.Limit{PerMinute: 600, Burst: 100}) {
		t.Errorf("the default is %v", got)
	}
	t.Run("zero is no limit, and has no headers", func(t *testing.T) {
		h := http.Header{}
		for range 1000 {
			r := q.Take(t.Context(), uuid.Nil, uuid.Nil, quota.Limit{})
			r.SetHeaders(h)
			if !r.Allowed || r.Err("the key") != nil || len(h) > 0 || r.Metadata() != nil {
				t.Fatalf("%v %v", r, h)
			}
		}
	})
	t.Run("a new limit replaces what is left of the old one", func(t *testing.T) {
		key := uuid.New()
		allowed(t, q, key, quota.NewLimit(1, 0)) // the bucket is full after a minute
		r := q.Take(t.Context(), uuid.Nil, key, quota.NewLimit(600, 0))
		if r.Allowed || r.RetryAfter() != time.Second {
			t.Errorf("after the limit is raised, the key waits %s", r.RetryAfter())
		}
		if r := q.Take(t.Context(), uuid.Nil, key, quota.NewLimit(6, 0)); r.Allowed ||
			r.RetryAfter() != 10*time.Second {
			t.Errorf("after the limit is lowered, the key waits %s", r.RetryAfter())
		}
	})
}

func TestConcurrentCallsShareABucket(t *testing.T) {
	q, _ := start(t, quota.Config{PerMinute: 60, Burst: 10})
	key, limit := uuid.New(), q.LimitOf(nil)
	var calls atomic.Int64
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			if q.Take(t.Context(), uuid.Nil, key, limit).Allowed {
				calls.Add(1)
			}
		})
	}
	all.Wait()
	if calls.Load() != 10 {
		t.Errorf("%d calls, want 10", calls.Load())
	}
}

// TestTheMemoryIsBounded uses more keys than there is room for. The key that was used
// longest ago is forgotten.
func TestTheMemoryIsBounded(t *testing.T) {
	q, _ := start(t, quota.Config{PerMinute: 6})
	key, limit := uuid.New(), q.LimitOf(nil)
	allowed(t, q, key, limit)
	for range 10_000 {
		q.Take(t.Context(), uuid.Nil, uuid.New(), limit)
	}
	if n := allowed(t, q, key, limit); n != 1 {
		t.Errorf("the key may make %d calls: its bucket is still there", n)
	}
}

func TestWrongKeysOfAnAddress(t *testing.T) {
	q, clock := start(t, quota.Config{WrongKeysPerMinute: 20})
	home, away := quota.Sender{Peer: "192.0.2.1:4000"}, quota.Sender{Peer: "192.0.2.2:4000"}
	for i := range 20 {
		if err := q.WrongKeys.Count(home); err != nil {
			t.Fatalf("wrong key %d: %v", i+1, err)
		}
	}
	var p *problem.Error
	if err := q.WrongKeys.Count(home); !errors.As(err, &p) || p.Code != problem.RateLimited ||
		p.RetryAfter != 3*time.Second ||
		p.Message != "too many wrong API keys came from this address: wait 3 seconds" {
		t.Errorf("wrong key 21: %v", err)
	}
	if err := q.WrongKeys.Count(away); err != nil {
		t.Errorf("another address: %v", err)
	}
	if err := q.WrongKeys.StartSignIn(home); err != nil {
		t.Errorf("a sign-in, which has a bucket of its own: %v", err)
	}
	clock.pass(3 * time.Second)
	if err := q.WrongKeys.Count(home); err != nil {
		t.Errorf("after the wait: %v", err)
	}
	t.Run("sign-ins that succeed do not count", func(t *testing.T) {
		for range 100 {
			if err := q.WrongKeys.StartSignIn(away); err != nil {
				t.Fatal(err)
			}
			q.WrongKeys.GiveBack(away)
		}
		for i := range 20 {
			if err := q.WrongKeys.StartSignIn(away); err != nil {
				t.Fatalf("sign-in %d: %v", i+1, err)
			}
		}
		if err := q.WrongKeys.StartSignIn(away); !errors.As(err, &p) || p.Code != problem.RateLimited {
			t.Errorf("sign-in 21: %v", err)
		}
	})
}

// TestTheAddressOfACall compares the addresses of two calls: they are the same if the
// second call finds no try left.
func TestTheAddressOfACall(t *testing.T) {
	const proxy = "10.0.0.1:80"
	from := func(peer string, forwarded ...string) quota.Sender {
		return quota.Sender{Peer: peer, Forwarded: forwarded}
	}
	for _, test := range []struct {
		name string
		a, b quota.Sender
		same bool
	}{
		{"another port", from("192.0.2.1:1"), from("192.0.2.1:2"), true},
		{"another address", from("192.0.2.1:1"), from("192.0.2.2:1"), false},
		{"the same IPv6 network", from("[2001:db8::1]:1"), from("[2001:db8::2:0:0:1]:1"), true},
		{"another IPv6 network", from("[2001:db8::1]:1"), from("[2001:db8:0:1::1]:1"), false},
		{"IPv4 in IPv6", from("[::ffff:192.0.2.1]:1"), from("192.0.2.1:1"), true},
		{"a forged header of an untrusted peer", from("192.0.2.1:1", "198.51.100.1"),
			from("192.0.2.1:1", "198.51.100.2"), true},
		{"two clients of a trusted proxy", from(proxy, "198.51.100.1"), from(proxy, "198.51.100.2"), false},
		{"one client of two trusted proxies", from(proxy, "198.51.100.1"), from("[fd00::1]:80", "198.51.100.1"), true},
		{"a client that forges the start of the list", from(proxy, "1.1.1.1, 198.51.100.1"),
			from(proxy, "2.2.2.2, 198.51.100.1"), true},
		{"a client that forges a header of its own", from(proxy, "1.1.1.1", "198.51.100.1"),
			from(proxy, "2.2.2.2", "198.51.100.1"), true},
		{"two proxies in a row", from(proxy, "198.51.100.1, 10.0.0.2"), from(proxy, "198.51.100.2, 10.0.0.2"), false},
		{"a client that claims to be a proxy", from(proxy, "10.9.9.9, 198.51.100.1"),
			from(proxy, "10.8.8.8, 198.51.100.1"), true},
		{"two clients of a trusted proxy whose range is IPv4 in IPv6", from("192.0.2.9:1", "198.51.100.1"),
			from("192.0.2.9:1", "198.51.100.2"), false},
		{"entries with ports", from(proxy, "198.51.100.1:5000"), from(proxy, "198.51.100.1:6000"), true},
		{"an entry that is no address", from(proxy, "198.51.100.1, unknown"),
			from(proxy, "198.51.100.2, unknown"), true},
		{"an empty header", from(proxy, ""), from(proxy), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			q, _ := start(t, quota.Config{WrongKeysPerMinute: 1,
				TrustedProxies: []string{"10.0.0.0/8", "fd00::1", "", "::ffff:192.0.2.8/125"}})
			if err := q.WrongKeys.Count(test.a); err != nil {
				t.Fatal(err)
			}
			if same := q.WrongKeys.Count(test.b) != nil; same != test.same {
				t.Errorf("the same address: %t, want %t", same, test.same)
			}
		})
	}
}

func TestAMalformedConfigIsRefused(t *testing.T) {
	for _, cfg := range []quota.Config{
		{PerMinute: -1},
		{Burst: -1},
		{WrongKeysPerMinute: -1},
		{TrustedProxies: []string{"proxy.example.com"}},
		{TrustedProxies: []string{"10.0.0.0/33"}},
	} {
		if _, err := quota.New(cfg, slog.New(slog.DiscardHandler),
			metrics.Refusals.Counter(prometheus.NewRegistry()), time.Now); err == nil {
			t.Errorf("%+v is accepted", cfg)
		}
	}
}

func BenchmarkTake(b *testing.B) {
	q, err := quota.New(quota.Config{}, slog.New(slog.DiscardHandler),
		metrics.Refusals.Counter(prometheus.NewRegistry()), time.Now)
	if err != nil {
		b.Fatal(err)
	}
	key, limit := uuid.New(), quota.NewLimit(1_000_000, 0)
	h := http.Header{}
	b.ReportAllocs()
	for b.Loop() {
		q.Take(b.Context(), uuid.Nil, key, limit).SetHeaders(h)
	}
}
