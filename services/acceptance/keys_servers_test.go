package acceptance_test

import (
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestAChangeOfAKeyIsEffectiveOnEveryServer sends at least 1,000 requests with both secrets of
// a key to two servers on one database, while one of the servers changes the key. All requests
// that ended before the change must succeed, and all that began more than a second after it
// must fail.
func TestAChangeOfAKeyIsEffectiveOnEveryServer(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, code string
		// later is how long after the change the key stops.
		later  time.Duration
		change func(t *testing.T, a *apitest.API)
	}{
		{"revoked", "key_revoked", 0,
			func(t *testing.T, a *apitest.API) { mustREST(t, a, "POST /api/v1/keys/$boss_key/revoke", ``) }},
		{"rotated without overlap", "credential_invalid", 0, func(t *testing.T, a *apitest.API) {
			mustREST(t, a, "POST /api/v1/keys/$boss_key/rotate", `{"overlapSeconds": 0}`)
		}},
		{"expired", "key_expired", 500 * time.Millisecond, func(t *testing.T, a *apitest.API) {
			at := time.Now().Add(500 * time.Millisecond)
			mustREST(t, a, "PATCH /api/v1/keys/$boss_key", `{"expiresAt": "`+at.UTC().Format(time.RFC3339Nano)+`"}`)
		}},
		{"of a user who is no admin", "permission_denied", 0, func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE users SET role = 'manager' WHERE id = $1`, a.ID("boss"))
		}},
		{"of a user who is deactivated", "actor_inactive", 0, func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE users SET is_active = false WHERE id = $1`, a.ID("boss"))
		}},
		{"without the scope", "scope_missing", 0, func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE api_keys SET scopes = '{write:keys}' WHERE id = $1`, a.ID("boss_key"))
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := apitest.NewIsolated(t)
			b, _ := a.Start(services.Config{})
			a.Exec(`UPDATE users SET role = 'admin' WHERE id = $1`, a.ID("boss"))
			rotated := mustREST(t, a, "POST /api/v1/keys/$boss_key/rotate", ``)
			a.Hold("boss with the new secret", apitest.Lookup(rotated.Body, "data.secret").(string))

			type sample struct {
				server, key, code string
				began, ended      time.Time
			}
			samples := make(chan sample, 100_000)
			stop := make(chan struct{})
			var senders sync.WaitGroup
			for name, server := range map[string]*apitest.API{"the server that changes it": a, "the other server": b} {
				for _, key := range []string{"boss", "boss with the new secret"} {
					senders.Go(func() {
						for {
							select {
							case <-stop:
								return
							default:
							}
							began := time.Now()
							ans := server.REST(t, key, "GET /api/v1/keys?limit=1", "", nil)
							samples <- sample{name, key, ans.Code, began, time.Now()}
							time.Sleep(2 * time.Millisecond) // 1,000 requests are enough
						}
					})
				}
			}
			// Soon after the first requests, so that the servers have just looked the key up.
			waitFor(t, "requests are sent", func() bool { return len(samples) >= 50 })
			starting := time.Now()
			test.change(t, a)
			finished := time.Now()
			time.Sleep(test.later + 1500*time.Millisecond)
			waitFor(t, "1,000 requests are sent", func() bool { return len(samples) >= 1000 })
			close(stop)
			senders.Wait()
			close(samples)

			before, after := map[string]int{}, map[string]int{}
			for s := range samples {
				who, late := s.key+" at "+s.server, s.began.Sub(finished)
				switch {
				case s.ended.Before(starting):
					if before[who]++; s.code != "" {
						t.Errorf("%s: %s before the change", who, s.code)
					}
				case late > time.Second+test.later:
					if after[who]++; s.code != test.code {
						t.Errorf("%s: %q %s after the change, want %s", who, s.code, late, test.code)
					}
				}
			}
			if len(before) == 0 || len(after) != 4 {
				t.Errorf("requests before the change: %v, a second after it: %v", before, after)
			}
		})
	}
}

// TestASlowLookUpOfAKeyIsNotCachedForLonger makes look-ups that take most of the second in
// which a change must be effective.
func TestASlowLookUpOfAKeyIsNotCachedForLonger(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	var lookUps atomic.Int32
	db, err := postgres.Open(a.DSN, postgres.Options{StatementCache: -1, Inspect: func(query string) error {
		if strings.Contains(query, "FROM api_keys") {
			lookUps.Add(1)
			time.Sleep(800 * time.Millisecond)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	b, _ := a.Start(services.Config{DB: db, Log: slog.New(slog.DiscardHandler)})
	for range 2 {
		if ans := b.REST(t, "worker", "GET /api/v1/me", "", nil); ans.Status != http.StatusOK {
			t.Errorf("%d %s", ans.Status, ans.Raw)
		}
		time.Sleep(150 * time.Millisecond)
	}
	if n := lookUps.Load(); n != 2 {
		t.Errorf("%d look-ups of two requests, the second one of which began 0.9 seconds after the first look-up", n)
	}
}

// mustREST makes a call as the admin that must succeed.
func mustREST(t testing.TB, a *apitest.API, call, body string) *apitest.Answer {
	t.Helper()
	ans := a.REST(t, "admin", call, body, nil)
	if ans.Status != http.StatusOK {
		t.Fatalf("%s: %d %s", call, ans.Status, ans.Raw)
	}
	return ans
}
