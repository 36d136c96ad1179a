package acceptance_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/apitest"
	"github.com/workplan-api/workplan/services"
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

// TestPingsLeaveConnectionsToOthers sends pings to an endpoint that does not respond, with an Idempotency-Key, which needs a
// transaction. They must keep neither a connection to the database nor the turn of another organization.
func TestPingsLeaveConnectionsToOthers(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	b, _ := a.Start(services.Config{DB: poolOf(t, a, 10)}) // 8 requests at a time, all of an organization that is alone
	h := newHook(t, b, "client.*")
	pinged, release := h.hangs(t)
	var pings sync.WaitGroup
	defer pings.Wait()
	for i := range 8 {
		pings.Go(func() {
			header := map[string]string{"Idempotency-Key": fmt.Sprint("ping-", i)}
			var ans *apitest.Answer
			switch i % 4 {
			case 0:
				ans = b.REST(t, "admin", "POST /api/v1/webhooks/"+h.id+"/test", "", header)
			case 1:
				ans = b.Call(t, "admin", "WebhookService/TestWebhook", fmt.Sprintf(`{"webhookId": %q}`, h.id), header)
			case 2:
				ans = b.REST(t, "admin", "POST /api/v1/webhooks", fmt.Sprintf(`{"url": %q, "types": ["client.*"]}`, h.URL), header)
			case 3:
				ans = b.Call(t, "admin", "WebhookService/CreateWebhook", fmt.Sprintf(`{"webhook": {"url": %q, "types": ["client.*"]}}`, h.URL), header)
			}
			if !ok(ans) {
				t.Errorf("%d: %s %s", i, ans.Code, ans.Message)
			}
		})
	}
	for range 8 {
		<-pinged
	}
	for range 5 {
		began := time.Now()
		ans := b.REST(t, "other_admin", "GET /api/v1/users", "", nil)
		if took := time.Since(began); ans.Status != http.StatusOK || took > 250*time.Millisecond {
			t.Errorf("the other organization got %d after %s: %s", ans.Status, took, ans.Raw)
		}
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
		ans := b.REST(t, "admin", "POST /api/v1/webhooks/"+h.id+"/test", "", map[string]string{"Idempotency-Key": "ping-0"})
		if !ok(ans) || ans.Header.Get("Idempotency-Replayed") != "true" || len(pinged) > 0 {
			t.Errorf("%s", ans.Raw)
		}
	})
}
