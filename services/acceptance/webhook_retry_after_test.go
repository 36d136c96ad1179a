package acceptance_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestWebhooksWaitAsTheyAreAsked has an endpoint that asks for times with Retry-After. The guide says how long each
// wait is.
func TestWebhooksWaitAsTheyAreAsked(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	status := make(chan int, 1)
	h.script(func(received) int { return <-status })
	write(t, a, 1)
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
	for i, try := range []struct {
		status int
		asked  string
		want   time.Duration
		vary   time.Duration
	}{
		{503, "", 5 * time.Second, 1},
		{503, "60", time.Minute, 0},
		{429, "7200", time.Hour, 0},
		{302, "1", 5 * time.Second, 0},
		{422, "90", 90 * time.Second, 0},
		{503, "0", time.Hour, 1},
		{503, in(-time.Hour), 2 * time.Hour, 1},
		{503, in(20 * time.Minute), 20 * time.Minute, 0},
		{503, "soon", 2 * time.Hour, 1},
	} {
		h.mu.Lock()
		h.retryAfter = try.asked
		h.mu.Unlock()
		h.hurry()
		status <- try.status
		what := fmt.Sprintf("try %d is noted", i+1)
		waitFor(t, what, func() bool { return a.Count("SELECT tries FROM webhooks WHERE id = $1", h.id) == i+1 })
		waits := time.Duration(a.Count(`SELECT extract(epoch FROM w.due_at - (SELECT max(created_at) FROM webhook_attempts
			WHERE organization_id = $2 AND webhook_id = $1))::int FROM webhooks w WHERE organization_id = $2 AND id = $1`,
			h.id, a.Organization)) * time.Second
		// how long a response takes is in it, and a date has no parts of a second
		vary := try.want/5*try.vary + 10*time.Second
		if try.want == 5*time.Second {
			vary = 4 * time.Second
		}
		if waits < try.want-vary || waits > try.want+vary {
			t.Errorf("after %d with Retry-After %q it waits for %s, not for %s", try.status, try.asked, waits, try.want)
		}
	}
}
