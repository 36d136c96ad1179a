package call

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/workplan-api/workplan/internal/problem"
)

var a, b, c = uuid.MustParse("a0000000-0000-7000-8000-000000000000"),
	uuid.MustParse("b0000000-0000-7000-8000-000000000000"),
	uuid.MustParse("c0000000-0000-7000-8000-000000000000")

var refused = prometheus.NewCounter(prometheus.CounterOpts{Name: "refused"})

// held is units that a test holds or waits for.
type held struct {
	release func()
	err     error
	done    atomic.Bool
	waited  time.Duration
}

// take begins to acquire units, and returns when they are held or have to be waited for.
func take(ctx context.Context, p *pool, organization uuid.UUID, units int64) *held {
	h, began := &held{}, time.Now()
	go func() {
		h.release, h.err = p.acquire(ctx, organization, units, time.Second)
		h.waited = time.Since(began)
		h.done.Store(true)
	}()
	synctest.Wait()
	return h
}

func (h *held) holds() bool { return h.done.Load() && h.err == nil }

func (h *held) giveBack() {
	h.release()
	synctest.Wait()
}

func tooMany(err error) bool {
	var p *problem.Error
	return errors.As(err, &p) && p.Code == problem.TooManyConcurrent && p.RetryAfter == time.Second
}

func TestPool(t *testing.T) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, p *pool)
	}{
		{"an organization holds at most its share, even if nobody else holds anything", func(t *testing.T, p *pool) {
			first, second, third := take(t.Context(), p, a, 1), take(t.Context(), p, a, 1), take(t.Context(), p, a, 1)
			if !first.holds() || !second.holds() || third.done.Load() {
				t.Fatal("a does not hold exactly two of four")
			}
			if other := take(t.Context(), p, b, 2); !other.holds() {
				t.Error("b does not get the other half at once")
			} else {
				other.release()
			}
			first.giveBack()
			if !third.holds() {
				t.Error("the waiter does not get what was given back")
			}
			second.release()
			third.release()
		}},
		{"a request for more than a share is one for a share", func(t *testing.T, p *pool) {
			h := take(t.Context(), p, a, 100)
			if !h.holds() || p.held != 2 {
				t.Fatalf("%d held", p.held)
			}
			h.release()
		}},
		{"the wait is bounded", func(t *testing.T, p *pool) {
			all := take(t.Context(), p, a, 2)
			late := take(t.Context(), p, a, 1)
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if !late.done.Load() || !tooMany(late.err) || late.waited != time.Second {
				t.Errorf("refused after %s: %v", late.waited, late.err)
			}
			all.release()
		}},
		{"so is the number of waiters", func(t *testing.T, p *pool) {
			all := take(t.Context(), p, a, 2)
			waiters := []*held{take(t.Context(), p, a, 1), take(t.Context(), p, a, 1), take(t.Context(), p, a, 1)}
			before := testutil.ToFloat64(refused)
			last := take(t.Context(), p, a, 1)
			if counted := testutil.ToFloat64(refused) - before; counted != 1 {
				t.Errorf("%v refusals are counted, want 1", counted)
			}
			if !last.done.Load() || !tooMany(last.err) || waiters[2].done.Load() {
				t.Error("a fourth waiter is not refused at once")
			}
			other := take(t.Context(), p, b, 1)
			if !other.holds() {
				t.Error("the waiters of a keep b away")
			}
			other.release()
			all.release()
			time.Sleep(2 * time.Second)
			synctest.Wait()
			for _, w := range waiters {
				if w.err == nil {
					w.release()
				}
			}
		}},
		{"a client that goes away does not wait", func(t *testing.T, p *pool) {
			all := take(t.Context(), p, a, 2)
			ctx, cancel := context.WithCancel(t.Context())
			gone := take(ctx, p, a, 1)
			before := testutil.ToFloat64(refused)
			cancel()
			synctest.Wait()
			if !errors.Is(gone.err, context.Canceled) || testutil.ToFloat64(refused) != before {
				t.Errorf("%v, and it counts as a refusal: %t", gone.err, testutil.ToFloat64(refused) != before)
			}
			all.release()
		}},
		{"organizations take turns", func(t *testing.T, p *pool) {
			first, second := take(t.Context(), p, a, 2), take(t.Context(), p, b, 2)
			c1, c2, a1 := take(t.Context(), p, c, 1), take(t.Context(), p, c, 2), take(t.Context(), p, a, 1)
			first.giveBack()
			if !c1.holds() || c2.done.Load() || !a1.holds() {
				t.Error("the second request of c goes before the first of a")
			}
			second.giveBack()
			c1.giveBack()
			if !c2.holds() {
				t.Error("c waits although its share is free")
			}
			c2.release()
			a1.release()
		}},
		{"small requests do not pass a large one forever", func(t *testing.T, p *pool) {
			a1, a2, b1, b2 := take(t.Context(), p, a, 1), take(t.Context(), p, a, 1), take(t.Context(), p, b, 1),
				take(t.Context(), p, b, 1)
			large := take(t.Context(), p, c, 2)
			a1.giveBack()
			small := take(t.Context(), p, a, 1)
			if small.done.Load() {
				t.Error("a small request passes the large one")
			}
			b1.giveBack()
			if !large.holds() {
				t.Error("the large request does not get the two that are free")
			}
			large.giveBack()
			if !small.holds() {
				t.Error("the small request is not next")
			}
			small.release()
			a2.release()
			b2.release()
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPool(4, 2, 3, 0, refused)
				test.run(t, p)
				synctest.Wait()
				if p.held != 0 || len(p.accounts) != 0 || len(p.turns) != 0 {
					t.Errorf("left behind: %d held, %d accounts, %d turns", p.held, len(p.accounts), len(p.turns))
				}
			})
		})
	}
}

func TestAnOrganizationThatIsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(4, 2, 3, 10*time.Second, refused)
		first := []*held{take(t.Context(), p, a, 1), take(t.Context(), p, a, 1), take(t.Context(), p, a, 1),
			take(t.Context(), p, a, 1)}
		if !first[3].holds() {
			t.Fatal("a does not get all")
		}
		other, more := take(t.Context(), p, b, 1), take(t.Context(), p, a, 1)
		first[0].giveBack()
		if !other.holds() || more.done.Load() {
			t.Error("b is not next")
		}
		first[1].giveBack()
		if more.done.Load() {
			t.Error("a gets more than its share although it is no longer alone")
		}
		first[2].giveBack()
		if !more.holds() {
			t.Error("a does not get its share")
		}
		other.giveBack()
		time.Sleep(9 * time.Second)
		synctest.Wait()
		if h := take(t.Context(), p, a, 1); h.done.Load() {
			t.Error("a gets more than its share too early")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		again := []*held{take(t.Context(), p, a, 1), take(t.Context(), p, a, 1)}
		if !again[1].holds() {
			t.Error("a does not get all when it has been alone again")
		}
		for _, h := range append(again, first[3], more) {
			h.release()
		}
	})
}
