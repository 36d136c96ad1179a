package acceptance_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/webhooks"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestOverlappingRedeliveriesAreMerged asks for 60 ranges of the same events while an endpoint is paused. It gets each
// event once.
func TestOverlappingRedeliveriesAreMerged(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	seqs := write(t, a, 20)
	h.waitFor(seqs...)
	h.caughtUp()
	h.patch(`{"state": "paused"}`)
	first, last := seqs[0], seqs[len(seqs)-1]
	for i := range int64(60) {
		if ans := h.post("redeliver", fmt.Sprintf(`{"fromSeq": %d, "toSeq": %d}`, first+i%10, last-i%7)); !ok(ans) {
			t.Fatal(string(ans.Raw))
		}
	}
	if n := a.Count(`SELECT count(*) FROM webhook_redeliveries WHERE organization_id = $1`, a.Organization); n != 1 {
		t.Errorf("%d ranges are stored, want 1", n)
	}
	h.patch(`{"state": "active"}`)
	waitFor(t, "nothing is left to do",
		func() bool { return a.Count("SELECT count(*) FROM webhook_redeliveries") == 0 })
	h.waitFor(append(slices.Clone(seqs), seqs...)...)
}

// TestAnEndpointGetsAtMostItsRequestsAMinute: with 120 a minute, an endpoint gets two requests a second, also if events
// are sent again, and in the end all of them.
func TestAnEndpointGetsAtMostItsRequestsAMinute(t *testing.T) {
	t.Parallel()
	a := apitest.NewWith(t, services.Config{Webhooks: webhooks.Config{SendsPerMinute: 120}})
	h := newHook(t, a, "client.*")
	began := time.Now()
	seqs := write(t, a, 6)
	h.waitFor(seqs...)
	h.post("redeliver", fmt.Sprintf(`{"fromSeq": %d, "toSeq": %d}`, seqs[0], seqs[5]))
	for _, allowed := range []time.Duration{0, time.Second, 2 * time.Second} {
		time.Sleep(time.Until(began.Add(allowed)))
		if n, most := len(h.events()), 4+2*int(time.Since(began).Seconds()); n > most {
			t.Errorf("after %s: %d requests, want at most %d", time.Since(began), n, most)
		}
	}
	h.waitFor(append(slices.Clone(seqs), seqs...)...)
	if took := time.Since(began); took < 5*time.Second {
		t.Errorf("12 requests took only %s", took)
	}
}

// TestAnUnreachableHostTellsNothing: neither the response nor its time tells whether a name exists in our network.
func TestAnUnreachableHostTellsNothing(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	strict, _ := a.Start(services.Config{Webhooks: strictWebhooks})
	messages := map[string]bool{}
	for _, host := range []string{"localhost", "ip6-localhost", "nobody.invalid"} {
		began := time.Now()
		ans := strict.REST(t, "admin", "POST /api/v1/webhooks", `{"url": "https://`+host+`/", "types": ["*"]}`, nil)
		messages[fmt.Sprint(ans.Status, ans.Code, ans.Message)] = true
		if took := time.Since(began); took < time.Second || took > 2*time.Second {
			t.Errorf("%s: after %s", host, took)
		}
	}
	if len(messages) != 1 {
		t.Errorf("the responses differ: %v", messages)
	}
}
