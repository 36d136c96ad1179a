package acceptance_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// hangs makes a receiver hang until release. A message is sent for each ping that it gets.
func (r *receiver) hangs(t *testing.T) (pinged chan struct{}, release func()) {
	pinged, released := make(chan struct{}, 100), make(chan struct{})
	release = sync.OnceFunc(func() { close(released) })
	t.Cleanup(release)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.respond = func(received) int {
		pinged <- struct{}{}
		<-released
		return http.StatusOK
	}
	return pinged, release
}

// TestAPingDoesNotOutliveTheRightOfItsKey takes a right away while calls wait for the response to their pings. They
// must then fail as any call does, and change nothing.
func TestAPingDoesNotOutliveTheRightOfItsKey(t *testing.T) {
	t.Parallel()
	demoted := struct {
		name, code string
		lose       func(t *testing.T, a *apitest.API)
	}{"the user is no longer an admin", "permission_denied", func(t *testing.T, a *apitest.API) {
		mustREST(t, a, "PATCH /api/v1/users/$boss", `{"role": "member"}`)
	}}
	for _, loss := range append(losses[:len(losses):len(losses)], demoted) {
		t.Run(loss.name, func(t *testing.T) {
			t.Parallel()
			a := apitest.NewIsolated(t)
			r := newReceiver(t)
			a.Exec(`UPDATE users SET role = 'admin' WHERE id = $1`, a.ID("boss"))
			for _, name := range []string{"paused", "moved", "tested"} {
				ans := mustREST(t, a, "POST /api/v1/webhooks",
					fmt.Sprintf(`{"url": %q, "types": ["client.*"], "state": "paused"}`, r.URL))
				a = a.With(name, apitest.Lookup(ans.Body, "data.id").(string))
			}
			a.Exec(`UPDATE webhooks SET state = 'pending', due_at = now() + interval '1 day' WHERE id = $1`,
				a.ID("tested"))
			a.Exec(`UPDATE webhooks SET state = 'active' WHERE id = $1`, a.ID("moved"))
			// state has everything that a call could have written.
			const state = `SELECT coalesce(sum(hashtext(w.id || w.state::text || w.url || w.version)), 0) FROM webhooks w`
			before := a.Count(state)
			pinged, release := r.hangs(t)
			key := map[string]string{"Idempotency-Key": "once"}
			codes := make(chan string)
			calls := []func() *apitest.Answer{
				func() *apitest.Answer {
					return a.REST(t, "boss", "POST /api/v1/webhooks",
						fmt.Sprintf(`{"url": %q, "types": ["client.*"]}`, r.URL), nil)
				},
				func() *apitest.Answer {
					return a.REST(t, "boss", "POST /api/v1/webhooks",
						fmt.Sprintf(`{"url": %q, "types": ["client.*"]}`, r.URL), key)
				},
				func() *apitest.Answer {
					return a.Call(t, "boss", "WebhookService/CreateWebhook",
						fmt.Sprintf(`{"webhook": {"url": %q, "types": ["client.*"]}}`, r.URL), nil)
				},
				func() *apitest.Answer {
					return a.REST(t, "boss", "PATCH /api/v1/webhooks/$paused", `{"state": "active"}`, nil)
				},
				func() *apitest.Answer {
					return a.REST(t, "boss", "PATCH /api/v1/webhooks/$moved",
						fmt.Sprintf(`{"url": %q}`, r.URL+"/moved"), key)
				},
				func() *apitest.Answer {
					return a.Call(t, "boss", "WebhookService/UpdateWebhook",
						fmt.Sprintf(`{"webhookId": "$moved", "webhook": {"url": %q}}`, r.URL+"/moved"), nil)
				},
				func() *apitest.Answer {
					return a.REST(t, "boss", "POST /api/v1/webhooks/$tested/test", "", nil)
				},
			}
			for _, call := range calls {
				go func() { codes <- call().Code }()
			}
			for range calls {
				<-pinged
			}
			loss.lose(t, a)
			release()
			for range calls {
				if code := <-codes; code != loss.code {
					t.Errorf("a call ends with %q, want %q", code, loss.code)
				}
			}
			if after := a.Count(state); after != before {
				t.Error("a webhook was written")
			}
		})
	}
}

// TestPingsLeaveConnectionsToOthers sends pings to an endpoint that does not respond, with an Idempotency-Key, which
// needs a transaction. They must keep neither a connection to the database nor the turn of another organization.
func TestPingsLeaveConnectionsToOthers(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	// 8 requests at a time, all of an organization that is alone. Who waits for a ping, waits until it ends.
	b, _ := a.Start(services.Config{DB: poolOf(t, a, 10), Limits: services.Limits{Wait: time.Minute}})
	h := newHook(t, b, "client.*")
	pinged, release := h.hangs(t)
	var pings sync.WaitGroup
	defer pings.Wait()
	var ended atomic.Int64
	for i := range 8 {
		pings.Go(func() {
			defer ended.Add(1)
			header := map[string]string{"Idempotency-Key": fmt.Sprint("ping-", i)}
			var ans *apitest.Answer
			switch i % 4 {
			case 0:
				ans = b.REST(t, "admin", "POST /api/v1/webhooks/"+h.id+"/test", "", header)
			case 1:
				ans = b.Call(t, "admin", "WebhookService/TestWebhook", fmt.Sprintf(`{"webhookId": %q}`, h.id), header)
			case 2:
				ans = b.REST(t, "admin", "POST /api/v1/webhooks",
					fmt.Sprintf(`{"url": %q, "types": ["client.*"]}`, h.URL), header)
			case 3:
				ans = b.Call(t, "admin", "WebhookService/CreateWebhook",
					fmt.Sprintf(`{"webhook": {"url": %q, "types": ["client.*"]}}`, h.URL), header)
			}
			if !ok(ans) {
				t.Errorf("%d: %s %s", i, ans.Code, ans.Message)
			}
		})
	}
	for n := range 8 {
		select {
		case <-pinged:
		case <-time.After(time.Minute):
			t.Fatalf("only %d of 8 pings were sent", n)
		}
	}
	// The work in the background has a transaction now and then. That of a ping would stay until release.
	waitFor(t, "no transaction stays open", func() bool {
		return a.Count(`SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND state = 'idle in transaction'`) == 0
	})
	for range 5 {
		if ans := b.REST(t, "other_admin", "GET /api/v1/users", "", nil); ans.Status != http.StatusOK {
			t.Errorf("the other organization got %d: %s", ans.Status, ans.Raw)
		}
	}
	if n := ended.Load(); n > 0 {
		t.Errorf("%d pings have ended before the other organization got its responses", n)
	}
	release()
	pings.Wait()
	if n := a.Count(`SELECT count(*) FROM webhooks WHERE state = 'active'`); n != 5 {
		t.Errorf("there are %d webhooks, want the first and four more", n)
	}
	if n := a.Count(`SELECT count(*) FROM webhook_attempts WHERE type = 'webhook.ping'`); n != 9 {
		t.Errorf("%d pings are stored", n)
	}
	t.Run("the same request again is not another ping", func(t *testing.T) {
		ans := b.REST(t, "admin", "POST /api/v1/webhooks/"+h.id+"/test", "",
			map[string]string{"Idempotency-Key": "ping-0"})
		if !ok(ans) || ans.Header.Get("Idempotency-Replayed") != "true" || len(pinged) > 0 {
			t.Errorf("%s", ans.Raw)
		}
	})
}
