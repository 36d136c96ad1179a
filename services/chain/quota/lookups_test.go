package quota_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/quota"
)

// queue returns limits by the clock of the bubble.
func queue(t *testing.T, perMinute int) *quota.WrongKeys {
	t.Helper()
	q, err := quota.New(quota.Config{WrongKeysPerMinute: perMinute}, slog.New(slog.DiscardHandler),
		metrics.Refusals.Counter(prometheus.NewRegistry()), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return q.WrongKeys
}

// attack sends so many wrong keys a second until the context ends. It counts their look-ups.
func attack(
	ctx context.Context, w *quota.WrongKeys, from quota.Sender, perSecond int, organization func() uuid.UUID,
) (lookUps func() int) {
	var mu sync.Mutex
	n := 0
	go func() {
		for tick := time.NewTicker(time.Second / time.Duration(perSecond)); ctx.Err() == nil; <-tick.C {
			go func() {
				if end, err := w.StartLookUp(context.WithoutCancel(ctx), from, organization()); err == nil {
					mu.Lock()
					n++
					mu.Unlock()
					end(true)
				}
			}()
		}
	}()
	return func() int { mu.Lock(); defer mu.Unlock(); return n }
}

// tryKeys looks up 100 right keys, 10 a second, and returns how many got their turn within 2 seconds.
func tryKeys(t *testing.T, w *quota.WrongKeys, from quota.Sender, organization uuid.UUID) (answered int) {
	for range 100 {
		began := time.Now()
		if end, err := w.StartLookUp(t.Context(), from, organization); err == nil && time.Since(began) < 2*time.Second {
			time.Sleep(2 * time.Millisecond) // the look-up
			end(false)
			answered++
		}
		time.Sleep(100 * time.Millisecond)
	}
	return answered
}

func TestRightKeysGetTheirTurnDuringAnAttack(t *testing.T) {
	home, away := quota.Sender{Peer: "192.0.2.1:4000"}, quota.Sender{Peer: "192.0.2.2:4000"}
	mine, theirs := uuid.New(), uuid.New()
	same := func() uuid.UUID { return mine }
	for _, test := range []struct {
		name         string
		perSecond    int
		organization func() uuid.UUID
		from         quota.Sender
		key          uuid.UUID
		want         int
	}{
		{"20 wrong keys a second, from the same address", 20, same, home, mine, 95},
		{"20 of any organization, from the same address", 20, uuid.New, home, mine, 95},
		{"200, from another address", 200, same, away, mine, 100},
		{"200 of any organization, from another address", 200, uuid.New, away, mine, 100},
		{"200, from the same address, of another organization", 200, same, home, theirs, 100},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := queue(t, 20)
				ctx, end := context.WithCancel(t.Context())
				began := time.Now()
				lookUps := attack(ctx, w, home, test.perSecond, test.organization)
				time.Sleep(5 * time.Second)
				if n := tryKeys(t, w, test.from, test.key); n < test.want {
					t.Errorf("%d of 100 right keys got their turn, want %d", n, test.want)
				}
				if n, limit := lookUps(), 8+int(time.Since(began)/(50*time.Millisecond)); n > limit {
					t.Errorf("the wrong keys cost %d look-ups, want at most %d", n, limit)
				}
				end()
				time.Sleep(time.Minute)
			})
		})
	}
}

func TestALookUpThatGetsNoTurnFails(t *testing.T) {
	from, organization := quota.Sender{Peer: "192.0.2.1:4000"}, uuid.New()
	hold := func(t *testing.T, w *quota.WrongKeys) (ends []func(bool)) {
		for range 8 {
			end, err := w.StartLookUp(t.Context(), from, organization)
			if err != nil {
				t.Fatal(err)
			}
			ends = append(ends, end)
		}
		return ends
	}
	fails := func(t *testing.T, w *quota.WrongKeys, code problem.Code) {
		t.Helper()
		began := time.Now()
		_, err := w.StartLookUp(t.Context(), from, organization)
		var p *problem.Error
		if took := time.Since(began); !errors.As(err, &p) || p.Code != code || p.RetryAfter != time.Second ||
			took != 1500*time.Millisecond {
			t.Errorf("after %s: %v", took, err)
		}
	}
	t.Run("with unavailable if the others wait for the database", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := queue(t, 20)
			ends := hold(t, w)
			fails(t, w, problem.Unavailable)
			for _, end := range ends {
				end(false)
			}
			if _, err := w.StartLookUp(t.Context(), from, organization); err != nil {
				t.Error(err)
			}
		})
	})
	t.Run("with rate_limited if others are wrong", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := queue(t, 20)
			end, err := w.StartLookUp(t.Context(), from, organization)
			if err != nil {
				t.Fatal(err)
			}
			end(true)
			time.Sleep(time.Second)
			ends := hold(t, w)
			go func() { // it is the next, because its address has sent no wrong key yet
				end, err := w.StartLookUp(t.Context(), quota.Sender{Peer: "192.0.2.2:4000"}, organization)
				if err != nil {
					t.Error(err)
					return
				}
				end(true)
			}()
			time.AfterFunc(1200*time.Millisecond, func() { ends[0](false) })
			synctest.Wait()
			fails(t, w, problem.RateLimited)
			time.Sleep(time.Second)
		})
	})
	t.Run("with the error of its context", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := queue(t, 20)
			hold(t, w)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := w.StartLookUp(ctx, from, organization); !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
		})
	})
	t.Run("without a limit of wrong keys, none keeps its place", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := queue(t, 0)
			for range 100 {
				end, err := w.StartLookUp(t.Context(), from, organization)
				if err != nil {
					t.Fatal(err)
				}
				end(true)
			}
		})
	})
}

func TestAnIgnoredHeaderIsNoted(t *testing.T) {
	log := &bytes.Buffer{}
	q, err := quota.New(quota.Config{WrongKeysPerMinute: 20, TrustedProxies: []string{"10.0.0.0/8"}},
		slog.New(slog.NewTextHandler(log, nil)),
		metrics.Refusals.Counter(prometheus.NewRegistry()), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []quota.Sender{{Peer: "192.0.2.1:4000"},
		{Peer: "10.0.0.1:80", Forwarded: []string{"198.51.100.1"}}} {
		if q.WrongKeys.Count(from); q.WrongKeys.Ignored() != 0 || log.Len() > 0 {
			t.Errorf("%+v is noted: %s", from, log)
		}
	}
	for range 3 {
		q.WrongKeys.Count(quota.Sender{Peer: "172.16.0.1:80", Forwarded: []string{"198.51.100.1"}})
	}
	if q.WrongKeys.Ignored() != 3 || strings.Count(log.String(), "\n") != 1 ||
		!strings.Contains(log.String(), "TRUSTED_PROXIES") || !strings.Contains(log.String(), "sender=172.16.0.1") {
		t.Errorf("%v are noted: %s", q.WrongKeys.Ignored(), log)
	}
}
