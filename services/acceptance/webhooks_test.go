package acceptance_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/webhooks"
	"github.com/workplan-api/workplan/test/apitest"
)

// strictWebhooks allow what a server allows by default.
var strictWebhooks = webhooks.Config{Keys: webhooks.MasterKeys{[]byte("the master key of the tests")}}

// receiver is an endpoint. It responds with 200, or with what respond returns.
type receiver struct {
	*httptest.Server
	mu      sync.Mutex
	got     []received
	respond func(r received) int
	// retryAfter is the header of that name in each response, empty if there is none.
	retryAfter string
}

// received is a request to a receiver.
type received struct {
	header http.Header
	raw    []byte
	Type   string
	Thin   bool
	Data   event
}

// always is a respond function with one status for all events.
func always(code int) func(received) int { return func(received) int { return code } }

func newReceiver(t *testing.T) *receiver {
	r := &receiver{respond: always(http.StatusOK)}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		got := received{header: req.Header}
		got.raw, _ = io.ReadAll(req.Body)
		if err := json.Unmarshal(got.raw, &got); err != nil {
			t.Errorf("body %q: %v", got.raw, err)
		}
		if err := apitest.UndescribedMessage(got.Type, got.raw); err != nil {
			t.Errorf("%s: %v", got.raw, err)
		}
		r.mu.Lock()
		r.got = append(r.got, got)
		respond, retryAfter := r.respond, r.retryAfter
		r.mu.Unlock()
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		w.WriteHeader(respond(got))
	}))
	t.Cleanup(r.Close)
	return r
}

// script sets how the receiver responds to events. Pings are accepted.
func (r *receiver) script(respond func(received) int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.respond = func(got received) int {
		if got.Type == "webhook.ping" {
			return http.StatusOK
		}
		return respond(got)
	}
}

// events returns the numbers of the events that the receiver got, in their order.
func (r *receiver) events() (seqs []int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, got := range r.got {
		if got.Type != "webhook.ping" {
			seqs = append(seqs, got.Data.Seq)
		}
	}
	return seqs
}

func (r *receiver) last() received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.got[len(r.got)-1]
}

// hook is an endpoint that a test has created.
type hook struct {
	*receiver
	t      *testing.T
	a      *apitest.API
	id     string
	secret string
}

// newHook creates an endpoint for the types and its receiver.
func newHook(t *testing.T, a *apitest.API, types string) *hook {
	t.Helper()
	journal(t, a, "admin") // the events of the fixture have numbers, so they are not after the cursor
	h := &hook{receiver: newReceiver(t), t: t, a: a}
	created := dataOf(t,
		a.REST(t, "admin", "POST /api/v1/webhooks", fmt.Sprintf(`{"url": %q, "types": [%q]}`, h.URL, types), nil))
	h.id, h.secret = created["id"].(string), created["secret"].(string)
	if created["state"] != "active" {
		t.Fatalf("the endpoint is %v", created)
	}
	return h
}

// record returns the endpoint as the API shows it.
func (h *hook) record() map[string]any {
	h.t.Helper()
	return dataOf(h.t, h.a.REST(h.t, "admin", "GET /api/v1/webhooks/"+h.id, "", nil))
}

// post calls an rpc of the endpoint.
func (h *hook) post(verb, body string) *apitest.Answer {
	h.t.Helper()
	return h.a.REST(h.t, "admin", "POST /api/v1/webhooks/"+h.id+"/"+verb, body, nil)
}

func (h *hook) patch(body string) map[string]any {
	h.t.Helper()
	return dataOf(h.t, h.a.REST(h.t, "admin", "PATCH /api/v1/webhooks/"+h.id, body, nil))
}

// hurry makes the endpoint due, in place of the wait for its next try.
func (h *hook) hurry() {
	h.a.Exec("UPDATE webhooks SET due_at = '2020-01-01' WHERE id = $1 AND due_at > now() + interval '1 second'", h.id)
}

// waitFor waits until the receiver got exactly these events, also if tries failed before.
func (h *hook) waitFor(want ...int64) {
	h.t.Helper()
	waitFor(h.t, fmt.Sprintf("the receiver has %v: it has %v", want, h.events()),
		func() bool { return slices.Equal(h.events(), want) })
}

// caughtUp waits until the cursor is at the head.
func (h *hook) caughtUp() {
	h.t.Helper()
	waitFor(h.t, "the endpoint has all events", func() bool {
		numbered := h.a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND seq IS NULL`,
			h.a.Organization) == 0
		return numbered && h.record()["lag"] == 0.
	})
}

// write makes n events of the type client.updated and returns their numbers.
func write(t *testing.T, a *apitest.API, n int) (seqs []int64) {
	t.Helper()
	for range n {
		writes.Lock()
		writes.n++
		body := fmt.Sprintf(`{"website": "https://example.com/%d"}`, writes.n)
		writes.Unlock()
		if ans := a.REST(t, "admin", "PATCH /api/v1/clients/$acme", body, nil); !ok(ans) {
			t.Fatal(string(ans.Raw))
		}
	}
	all := journal(t, a, "admin")
	for _, e := range all {
		if e.Type == "client.updated" {
			seqs = append(seqs, e.Seq)
		}
	}
	return seqs[len(seqs)-n:]
}

var writes struct {
	sync.Mutex
	n int
}

func TestWebhooksDeliverEventsInOrder(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	w, err := standardwebhooks.NewWebhook(h.secret)
	if err != nil {
		t.Fatal(err)
	}
	seqs := write(t, a, 25)
	h.waitFor(seqs...)
	ids := map[string]bool{}
	for _, got := range h.got {
		if err := w.Verify(got.raw, got.header); err != nil {
			t.Errorf("the signature of %s: %v", got.raw, err)
		}
		ids[got.header.Get("webhook-id")] = true
	}
	if len(ids) != 26 || h.got[0].Type != "webhook.ping" {
		t.Errorf("%d ids, and first %s", len(ids), h.got[0].Type)
	}
	h.caughtUp()

	t.Run("the data is the event", func(t *testing.T) {
		want, _ := json.Marshal(dataOf(t, a.REST(t, "admin", fmt.Sprintf("GET /api/v1/events/%d", seqs[24]), "", nil)))
		var body struct{ Data map[string]any }
		if err := json.Unmarshal(h.last().raw, &body); err != nil {
			t.Fatal(err)
		}
		if got, _ := json.Marshal(body.Data); string(got) != string(want) {
			t.Errorf("%s\nand not\n%s", got, want)
		}
	})
	t.Run("a large batch comes thin, with its size and its days", func(t *testing.T) {
		h.patch(`{"types": ["assignments.*"]}`)
		var items []string
		for i := range 300 {
			items = append(items,
				fmt.Sprintf(`{"userId": "$worker", "projectId": "$atlas", "date": "2027-%02d-%02d", "hours": 1}`,
					1+i/28, 1+i%28))
		}
		a.REST(t, "admin", "POST /api/v1/assignments", `{"items": [`+strings.Join(items, ",")+`]}`, nil)
		waitFor(t, "the batch arrives", func() bool { return h.last().Type == "assignments.upserted" })
		var body struct{ Data map[string]any }
		if err := json.Unmarshal(h.last().raw, &body); err != nil {
			t.Fatal(err)
		}
		if d := body.Data; !h.last().Thin || d["rowCount"] != 300. || d["firstDate"] != "2027-01-01" ||
			d["lastDate"] != "2027-11-20" || hasKey(d, "rows") || hasKey(d, "before") || hasKey(d, "after") {
			t.Errorf("%s", h.last().raw)
		}
	})
	t.Run("the attempts are listed, newest first", func(t *testing.T) {
		h.caughtUp()
		list := recordsOf(t,
			a.REST(t, "admin", "GET /api/v1/webhooks/"+h.id+"/attempts?limit=2&outcome=delivered", "", nil))
		if len(list) != 2 || list[0]["type"] != "assignments.upserted" || list[1]["seq"] != float64(seqs[24]) ||
			list[1]["status"] != 200. {
			t.Errorf("%v", list)
		}
	})
}

func TestWebhooksLoseNothing(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	h.script(always(http.StatusServiceUnavailable))
	seqs := write(t, a, 3)
	for range 8 { // more than a refused event gets
		n := len(h.events())
		waitFor(t, "the receiver gets another try", func() bool { h.hurry(); return len(h.events()) > n })
	}
	if tried := h.events(); slices.Max(tried) != seqs[0] {
		t.Errorf("an event was sent before %d was accepted: %v", seqs[0], tried)
	}
	waitFor(t, "the record shows the outage", func() bool {
		m := h.record()
		return m["state"] == "active" && m["failingSince"] != nil &&
			m["lastError"] == "the endpoint responded with 503" && m["lag"].(float64) >= 3
	})
	h.script(always(http.StatusOK))
	waitFor(t, "the receiver gets everything", func() bool {
		h.hurry()
		got := h.events()
		return slices.Equal(got[len(got)-3:], seqs)
	})
	h.caughtUp()
	if m := h.record(); m["failingSince"] != nil || m["lastError"] != nil {
		t.Errorf("%v", m)
	}

	t.Run("a successful test sends what waits at once", func(t *testing.T) {
		h.script(always(http.StatusServiceUnavailable))
		more := write(t, a, 2)
		waitFor(t, "the outage is noted", func() bool { return h.record()["lastError"] != nil })
		a.Exec("UPDATE webhooks SET due_at = now() + interval '2 hours' WHERE id = $1", h.id) // as after a long outage
		h.script(always(http.StatusOK))
		tried := len(h.events())
		if ans := h.post("test", ""); !ok(ans) {
			t.Fatalf("%s", ans.Raw)
		}
		waitFor(t, "the receiver gets what it missed", func() bool { return slices.Equal(h.events()[tried:], more) })
	})
	t.Run("nor while nobody listens at its address", func(t *testing.T) {
		other := newReceiver(t)
		h.Close()
		more := write(t, a, 2)
		waitFor(t, "the outage is noted", func() bool { return h.record()["lastError"] != nil })
		h.receiver = other
		h.patch(fmt.Sprintf(`{"url": %q}`, other.URL))
		h.waitFor(more...)
	})
}

func TestWebhooksParkRefusedEvents(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	var poison int64
	h.script(func(r received) int {
		if poison == 0 {
			poison = r.Data.Seq
		}
		if r.Data.Seq == poison {
			return http.StatusUnprocessableEntity
		}
		return http.StatusOK
	})
	seqs := write(t, a, 3)
	for n := 1; n < 5; n++ {
		waitFor(t, fmt.Sprintf("there is try %d", n), func() bool { return len(h.events()) == n })
		waitFor(t, "it is noted",
			func() bool { return h.a.Count("SELECT tries FROM webhooks WHERE id = $1", h.id) == n })
		h.hurry()
	}
	h.waitFor(seqs[0], seqs[0], seqs[0], seqs[0], seqs[0], seqs[1], seqs[2])
	h.caughtUp()
	if m := h.record(); m["lastParked"] != float64(seqs[0]) || m["state"] != "active" {
		t.Errorf("%v", m)
	}
	list := recordsOf(t, a.REST(t, "admin", "GET /api/v1/webhooks/"+h.id+"/attempts?outcome=parked", "", nil))
	if len(list) != 1 || list[0]["seq"] != float64(seqs[0]) || list[0]["status"] != 422. {
		t.Errorf("parked attempts %v", list)
	}
	if all := journal(t, a, "admin"); !slices.ContainsFunc(all, func(e event) bool {
		return e.Type == "webhook.parked" && e.After["lastParked"] == float64(seqs[0])
	}) {
		t.Error("there is no event")
	}

	t.Run("a parked event that is refused again is parked again at once", func(t *testing.T) {
		h.post("redeliver", `{"parked": true}`)
		h.waitFor(seqs[0], seqs[0], seqs[0], seqs[0], seqs[0], seqs[1], seqs[2], seqs[0])
	})
	t.Run("parked events are sent again when somebody asks for them", func(t *testing.T) {
		waitFor(t, "it is parked again",
			func() bool { return a.Count("SELECT count(*) FROM webhook_redeliveries WHERE parked") == 1 })
		h.script(always(http.StatusOK))
		h.post("redeliver", `{"parked": true}`)
		h.waitFor(seqs[0], seqs[0], seqs[0], seqs[0], seqs[0], seqs[1], seqs[2], seqs[0], seqs[0])
		waitFor(t, "nothing is parked",
			func() bool { return a.Count("SELECT count(*) FROM webhook_redeliveries") == 0 })
	})
	t.Run("a range of events takes what is parked in it along", func(t *testing.T) {
		a.Exec(`INSERT INTO webhook_redeliveries (organization_id, id, webhook_id, from_seq, to_seq, position, parked)
VALUES ($1, gen_random_uuid(), $2, $3::bigint, $3::bigint, $3::bigint - 1, true)`, a.Organization, h.id, seqs[1])
		before := len(h.events())
		h.post("redeliver", fmt.Sprintf(`{"fromSeq": %d, "toSeq": %d}`, seqs[0], seqs[2]))
		waitFor(t, "the events arrive and nothing is parked", func() bool {
			return len(h.events()) == before+3 && a.Count("SELECT count(*) FROM webhook_redeliveries") == 0
		})
	})
}

// TestWebhooksParkNothingForAnOutage has an endpoint that refuses an event after it was not available for longer than
// the tries of a refused event take.
func TestWebhooksParkNothingForAnOutage(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	tries, statuses := 0, []int{503, 400, 503, 429, 503, 408, 503, 404, 404, 404}
	h.script(func(received) int {
		if tries++; tries <= len(statuses) {
			return statuses[tries-1]
		}
		return http.StatusOK
	})
	seqs := write(t, a, 2)
	var want []int64
	for n := range statuses {
		want = append(want, seqs[0])
		h.waitFor(want...)
		waitFor(t, "it is noted",
			func() bool { return h.a.Count("SELECT tries FROM webhooks WHERE id = $1", h.id) == n+1 })
		h.hurry()
	}
	h.waitFor(append(want, seqs...)...)
	h.caughtUp()
	if m := h.record(); m["lastParked"] != nil {
		t.Errorf("%v", m)
	}
}

func TestWebhooksAreDisabled(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	disabled := func(h *hook) func() bool { return func() bool { return h.record()["state"] == "disabled" } }

	gone := newHook(t, a, "client.*")
	gone.script(always(http.StatusGone))
	failing := newHook(t, a, "client.*")
	failing.script(always(http.StatusInternalServerError))
	seqs := write(t, a, 2)
	waitFor(t, "an endpoint that is gone is disabled", disabled(gone))
	waitFor(t, "an outage is noted", func() bool { return failing.record()["failingSince"] != nil })

	a.Exec("UPDATE webhooks SET failures = 18, failing_since = now() - interval '6 days' WHERE id = $1", failing.id)
	failing.hurry()
	waitFor(t, "there is another failure",
		func() bool { return a.Count("SELECT failures FROM webhooks WHERE id = $1", failing.id) == 19 })
	if state := failing.record()["state"]; state != "active" {
		t.Errorf("after 19 failures it is %v", state)
	}
	failing.hurry()
	waitFor(t, "an endpoint that fails for five days is disabled", disabled(failing))
	if n := len(gone.events()); n != 1 {
		t.Errorf("the endpoint that is gone got %d requests", n)
	}
	count := 0
	for _, e := range journal(t, a, "admin") {
		if e.Type == "webhook.disabled" && e.ActorID == nil && e.Before["state"] == "active" {
			count++
		}
	}
	if count != 2 {
		t.Errorf("%d events", count)
	}

	t.Run("it continues at its cursor when it is active again", func(t *testing.T) {
		gone.script(always(http.StatusOK))
		if state := gone.patch(`{"state": "active"}`)["state"]; state != "active" {
			t.Fatalf("state %v", state)
		}
		gone.waitFor(seqs[0], seqs[0], seqs[1])
	})
	t.Run("or at the head if an admin moves the cursor", func(t *testing.T) {
		failing.script(always(http.StatusOK))
		tried := failing.events()
		failing.patch(fmt.Sprintf(`{"state": "active", "cursor": %v}`, failing.record()["head"]))
		failing.waitFor(append(tried, write(t, a, 1)...)...)
	})
}

func TestWebhooksArePingedUntilTheyRespond(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	journal(t, a, "admin")
	r := newReceiver(t)
	r.respond = always(http.StatusInternalServerError)
	created := dataOf(t,
		a.REST(t, "admin", "POST /api/v1/webhooks", fmt.Sprintf(`{"url": %q, "types": ["client.*"]}`, r.URL), nil))
	h := &hook{receiver: r, t: t, a: a, id: created["id"].(string)}
	if created["state"] != "pending" || created["lastError"] != "the endpoint responded with 500" {
		t.Errorf("%v", created)
	}
	if ans := h.post("test", ""); ans.Status != 409 || ans.Code != "invalid_state" ||
		!strings.Contains(ans.Message, "responded with 500") {
		t.Errorf("status %d: %s", ans.Status, ans.Raw)
	}
	seqs := write(t, a, 2)
	if got := h.events(); len(got) > 0 {
		t.Errorf("events %v were sent", got)
	}
	h.script(always(http.StatusOK))
	h.hurry()
	h.waitFor(seqs...)
	if m := h.record(); m["state"] != "active" || m["lastError"] != nil {
		t.Errorf("%v", m)
	}
	if attempt := dataOf(t, h.post("test", "")); attempt["type"] != "webhook.ping" || attempt["seq"] != nil ||
		attempt["outcome"] != "delivered" {
		t.Errorf("%v", attempt)
	}

	t.Run("also if the address changes", func(t *testing.T) {
		other := newReceiver(t)
		other.respond = always(http.StatusInternalServerError)
		if m := h.patch(fmt.Sprintf(`{"url": %q}`, other.URL)); m["state"] != "pending" {
			t.Errorf("%v", m)
		}
		if m := h.patch(fmt.Sprintf(`{"url": %q}`, r.URL)); m["state"] != "active" {
			t.Errorf("%v", m)
		}
	})
	t.Run("a paused endpoint gets nothing until it is active", func(t *testing.T) {
		h.caughtUp()
		h.patch(`{"state": "paused"}`)
		more := write(t, a, 1)
		time.Sleep(time.Second)
		if got := h.events(); !slices.Equal(got, seqs) {
			t.Errorf("it got %v", got)
		}
		h.patch(`{"state": "active"}`)
		h.waitFor(append(seqs, more...)...)
	})
}

func TestWebhookSecretsRotate(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	verifies := func(secret string) bool {
		w, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		got := h.last()
		return w.Verify(got.raw, got.header) == nil
	}
	rotated := dataOf(t, h.post("rotate-secret", ""))
	secret := rotated["secret"].(string)
	if secret == h.secret || rotated["previousSecretExpiresAt"] == nil {
		t.Fatalf("%v", rotated)
	}
	h.waitFor(write(t, a, 1)...)
	if !verifies(h.secret) || !verifies(secret) {
		t.Error("during the overlap, not both secrets verify")
	}
	latest := dataOf(t, h.post("rotate-secret", `{"overlapSeconds": 0}`))["secret"].(string)
	h.post("test", "")
	if verifies(h.secret) || verifies(secret) || !verifies(latest) {
		t.Error("without an overlap, an old secret verifies")
	}
	if _, shown := h.record()["secret"]; shown {
		t.Error("the record shows the secret")
	}
	if n := a.Count("SELECT count(*) FROM webhooks w WHERE w::text LIKE '%whsec%' OR w::text LIKE '%' || $1 || '%'",
		strings.TrimPrefix(latest, "whsec_")); n > 0 {
		t.Error("the database has the secret")
	}
}

// TestTheSecretOfAWebhookNeedsTheRightToItsEvents: with a secret one can sign events.
func TestTheSecretOfAWebhookNeedsTheRightToItsEvents(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	a.Key("blind", "admin", "write:webhooks", "read:users")
	a.Key("reader", "admin", "write:webhooks", "read:clients")
	h := newHook(t, a, "client.*")
	for protocol, rotate := range map[string]func(as string) *apitest.Answer{
		"over REST": func(as string) *apitest.Answer {
			return a.REST(t, as, "POST /api/v1/webhooks/"+h.id+"/rotate-secret", "", nil)
		},
		"over gRPC": func(as string) *apitest.Answer {
			return a.Call(t, as, "WebhookService/RotateWebhookSecret", fmt.Sprintf(`{"webhookId": %q}`, h.id), nil)
		},
	} {
		before := h.record()["version"]
		if ans := rotate("blind"); ans.Code != "permission_denied" || strings.Contains(string(ans.Raw), "whsec_") {
			t.Errorf("%s without the right: %s %s", protocol, ans.Code, ans.Raw)
		}
		if after := h.record()["version"]; after != before {
			t.Errorf("%s the webhook has version %v after %v", protocol, after, before)
		}
		if ans := rotate("reader"); !ok(ans) {
			t.Errorf("%s with the right: %s %s", protocol, ans.Code, ans.Raw)
		}
	}
}

func TestWebhooksSendEventsAgain(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	seqs := write(t, a, 5)
	h.waitFor(seqs...)
	h.caughtUp()
	first := map[int64]string{}
	for _, got := range h.got {
		first[got.Data.Seq] = got.header.Get("webhook-id")
	}

	h.post("redeliver", fmt.Sprintf(`{"seq": %d}`, seqs[1]))
	h.waitFor(append(seqs, seqs[1])...)
	if id := h.last().header.Get("webhook-id"); id != first[seqs[1]] {
		t.Errorf("the id is %s, and was %s", id, first[seqs[1]])
	}
	h.post("redeliver", fmt.Sprintf(`{"fromSeq": %d, "toSeq": %d}`, seqs[2], seqs[4]))
	want := append(append(slices.Clone(seqs), seqs[1]), seqs[2:]...)
	h.waitFor(want...)
	waitFor(t, "nothing is left to do",
		func() bool { return a.Count("SELECT count(*) FROM webhook_redeliveries") == 0 })
	if h.record()["lag"] != 0. {
		t.Error("a redelivery moved the cursor")
	}

	h.patch(fmt.Sprintf(`{"cursor": %d}`, seqs[3]-1))
	h.waitFor(append(want, seqs[3:]...)...)

	for body, want := range map[string]string{
		`{}`: "validation_failed", `{"seq": 1, "parked": true}`: "validation_failed",
		`{"fromSeq": 2}`: "validation_failed", `{"parked": false}`: "validation_failed",
		`{"fromSeq": 2, "toSeq": 1}`: "validation_failed", `{"seq": 100000}`: "not_found",
	} {
		if ans := h.post("redeliver", body); ans.Code != want {
			t.Errorf("%s: %s", body, ans.Raw)
		}
	}
	for cursor, want := range map[string]string{"100000": "cursor_ahead", "-1": "validation_failed"} {
		if ans := a.REST(t, "admin", "PATCH /api/v1/webhooks/"+h.id, `{"cursor": `+cursor+`}`, nil); ans.Code != want {
			t.Errorf("%s: %s", cursor, ans.Raw)
		}
	}
}

// TestWebhooksSendAgainWhatIsAskedForWhileItIsSent asks for the same event again while the
// receiver gets it. The end of the first turn must not remove the second request.
func TestWebhooksSendAgainWhatIsAskedForWhileItIsSent(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	seq := write(t, a, 1)[0]
	h.waitFor(seq)
	h.caughtUp()
	again := fmt.Sprintf(`{"seq": %d}`, seq)
	var asked atomic.Bool
	h.script(func(received) int {
		if asked.CompareAndSwap(false, true) {
			if ans := h.post("redeliver", again); ans.Code != "" {
				t.Errorf("redeliver: %s", ans.Raw)
			}
		}
		return http.StatusOK
	})
	h.post("redeliver", again)
	h.waitFor(seq, seq, seq)
	waitFor(t, "nothing is left to do",
		func() bool { return a.Count("SELECT count(*) FROM webhook_redeliveries") == 0 })
}

// TestWebhooksHaveTheRightsOfTheirKey shows that an endpoint gets what its key and its user may
// read at the time.
func TestWebhooksHaveTheRightsOfTheirKey(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	a.Key("narrow", "admin", "read:webhooks", "write:webhooks", "read:clients")
	r := newReceiver(t)
	create := func(types string) *apitest.Answer {
		return a.REST(t, "narrow", "POST /api/v1/webhooks",
			fmt.Sprintf(`{"url": %q, "types": [%q]}`, r.URL, types), nil)
	}
	if ans := create("user.*"); ans.Status != 403 || ans.Code != "permission_denied" {
		t.Errorf("status %d: %s", ans.Status, ans.Raw)
	}
	h := &hook{receiver: r, t: t, a: a, id: dataOf(t, create("*"))["id"].(string)}
	a.REST(t, "admin", "PATCH /api/v1/users/$worker", `{"name": "Wanda"}`, nil)
	seqs := write(t, a, 1)
	h.caughtUp()
	for _, got := range h.got {
		if kind, _, _ := strings.Cut(got.Type, "."); kind != "client" && kind != "webhook" {
			t.Errorf("it got %s", got.raw)
		}
	}
	if !slices.Contains(h.events(), seqs[0]) {
		t.Errorf("it got %v, without %v", h.events(), seqs)
	}

	t.Run("nothing is sent and nothing is lost while the user is deactivated", func(t *testing.T) {
		quiet := newHook(t, a, "project.*")
		before := len(h.events())
		a.Exec("UPDATE users SET is_active = false WHERE id = $1", a.ID("admin"))
		a.Key("second", "boss", "write:clients", "read:clients", "read:events", "read:webhooks")
		apitest.WaitForCallers()
		a.REST(t, "second", "PATCH /api/v1/clients/$acme", `{"website": "https://example.com/while-inactive"}`, nil)
		waitFor(t, "the endpoint is held", func() bool {
			return a.Count("SELECT count(*) FROM webhooks WHERE last_error LIKE '%deactivated%'") == 2
		})
		if n := len(h.events()); n != before {
			t.Errorf("it got %v", h.events()[before:])
		}
		a.Exec("UPDATE users SET is_active = true WHERE id = $1", a.ID("admin"))
		h.hurry()
		waitFor(t, "the event arrives", func() bool { return strings.Contains(string(h.last().raw), "while-inactive") })
		quiet.hurry()
		waitFor(t, "an endpoint that has nothing to get is held no longer",
			func() bool { return quiet.record()["lastError"] == nil })
	})
	t.Run("a user who is no longer an admin gets no events of webhooks", func(t *testing.T) {
		a.Exec("UPDATE users SET role = 'member' WHERE id = $1", a.ID("admin"))
		r.mu.Lock()
		r.got = nil
		r.mu.Unlock()
		a.Exec("UPDATE webhooks SET position = 0, due_at = now() WHERE id = $1", h.id)
		waitFor(t, "it gets the old events again", func() bool { return slices.Contains(h.events(), seqs[0]) })
		for _, got := range h.got {
			if strings.HasPrefix(got.Type, "webhook.") {
				t.Errorf("it got %s", got.raw)
			}
		}
	})
}

// TestASlowWebhookKeepsToTheRightsOfItsKey takes rights away while an endpoint gets one event after the other. No
// request may begin a second later.
func TestASlowWebhookKeepsToTheRightsOfItsKey(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(t *testing.T, a *apitest.API){
		"the user is deactivated": func(t *testing.T, a *apitest.API) {
			mustREST(t, a, "PATCH /api/v1/users/$boss", `{"isActive": false}`)
		},
		"the user is no longer an admin": func(t *testing.T, a *apitest.API) {
			mustREST(t, a, "PATCH /api/v1/users/$boss", `{"role": "member"}`)
		},
		"the key loses the scope": func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE api_keys SET scopes = '{read:clients}' WHERE id = $1`, a.ID("boss_key"))
		},
		"the organization is suspended": func(_ *testing.T, a *apitest.API) {
			a.Exec(`UPDATE organizations SET suspended_at = now() WHERE id = $1`, a.Organization)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := apitest.NewIsolated(t)
			a.Exec(`UPDATE users SET role = 'admin' WHERE id = $1`, a.ID("boss"))
			journal(t, a, "admin")
			r := newReceiver(t)
			mustREST(t, a, "POST /api/v1/webhooks",
				fmt.Sprintf(`{"url": %q, "types": ["key.*"], "state": "paused"}`, r.URL))
			a.Exec(`UPDATE webhooks SET state = 'active', api_key_id = $1`, a.ID("boss_key"))
			r.script(func(received) int { time.Sleep(300 * time.Millisecond); return http.StatusOK })
			for i := range 20 {
				mustREST(t, a, "POST /api/v1/keys",
					fmt.Sprintf(`{"name": "%d", "actorUserId": "$worker", "scopes": ["read:users"]}`, i))
			}
			waitFor(t, "events arrive", func() bool { return len(r.events()) > 0 })
			lose(t, a)
			time.Sleep(inForce)
			before := len(r.events())
			time.Sleep(1500 * time.Millisecond)
			if after := len(r.events()); after != before || before >= 20 {
				t.Errorf("it had %d events after a second, and then %d", before, after)
			}
		})
	}
}

func TestWebhookMistakesAreExplained(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	strict, _ := a.Start(services.Config{Webhooks: strictWebhooks})
	for _, test := range []struct{ url, types, says string }{
		{"http://example.com/", "*", "https://"},
		{"https://127.0.0.1/", "*", "is not a public address"},
		{"https://[::ffff:127.0.0.1]/", "*", "is not a public address"},
		{"https://nobody..example/", "*", "cannot be resolved to a public address"},
		{"example.com", "*", "absolute URL"},
		{"https://example.com/", "client.changed", "not a type of event"},
		{"https://example.com/", "", "types"},
	} {
		ans := strict.REST(t, "admin", "POST /api/v1/webhooks",
			fmt.Sprintf(`{"url": %q, "types": [%q]}`, test.url, test.types), nil)
		if ans.Status != 400 || ans.Code != "validation_failed" || !strings.Contains(ans.Message, test.says) {
			t.Errorf("%s %s: status %d: %s", test.url, test.types, ans.Status, ans.Raw)
		}
	}
	t.Run("an organization has at most 20 endpoints", func(t *testing.T) {
		create := func() *apitest.Answer {
			return a.REST(t, "admin", "POST /api/v1/webhooks",
				`{"url": "https://example.com/", "types": ["*"], "state": "paused"}`, nil)
		}
		for range 20 {
			if ans := create(); !ok(ans) {
				t.Fatal(string(ans.Raw))
			}
		}
		if ans := create(); ans.Status != 409 || ans.Code != "invalid_state" {
			t.Errorf("status %d: %s", ans.Status, ans.Raw)
		}
	})
}

// TestAnOldLeaseCannotWrite holds a process in the middle of a request until another one has
// the endpoint. Then the first process must not move the cursor, and must stop.
func TestAnOldLeaseCannotWrite(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	h.caughtUp()
	held, released := make(chan struct{}), make(chan struct{})
	release := sync.OnceFunc(func() { close(released) })
	defer release()
	var once sync.Once
	h.script(func(received) int {
		first := false
		once.Do(func() { first = true })
		if first {
			close(held)
			<-released
		}
		return http.StatusOK
	})
	seqs := write(t, a, 30)
	<-held
	// The lease ends, as after a minute. Another process takes it and delivers everything.
	a.Exec("UPDATE webhooks SET leased_until = '2020-01-01' WHERE id = $1", h.id)
	waitFor(t, "the other turn has delivered", func() bool { return len(h.events()) == 31 && h.record()["lag"] == 0. })
	before := a.Count("SELECT position FROM webhooks WHERE id = $1", h.id)
	release()
	time.Sleep(2 * time.Second)
	if after := a.Count("SELECT position FROM webhooks WHERE id = $1", h.id); after != before {
		t.Errorf("the cursor was %d and is %d", before, after)
	}
	if again := len(h.events()) - 31; again > 10 {
		t.Errorf("the old turn sent %d events again", again)
	}
	if seqs[0] != h.events()[0] {
		t.Errorf("first %d", h.events()[0])
	}
}

// TestAWebhookThatIsStoppedElsewhereStops holds a server in the middle of a request of 30, while another server stops
// the endpoint. The first server sends at most the events that it has not stored yet, and does not start the endpoint
// again.
func TestAWebhookThatIsStoppedElsewhereStops(t *testing.T) {
	t.Parallel()
	for state, stop := range map[string]func(a, elsewhere *apitest.API, id string){
		// By its deliverer, which keeps the lease.
		"disabled": func(a, _ *apitest.API, id string) {
			a.Exec(`UPDATE webhooks SET state = 'disabled' WHERE id = $1`, id)
		},
		"paused": func(_, elsewhere *apitest.API, id string) {
			elsewhere.REST(t, "admin", "PATCH /api/v1/webhooks/"+id, `{"state": "paused"}`, nil)
		},
	} {
		t.Run(state, func(t *testing.T) {
			a := apitest.NewIsolated(t)
			h := newHook(t, a, "client.*")
			h.caughtUp()
			held, released := make(chan struct{}), make(chan struct{})
			release := sync.OnceFunc(func() { close(released) })
			defer release()
			h.script(func(received) int {
				select {
				case held <- struct{}{}:
				case <-released:
				}
				<-released
				return http.StatusOK
			})
			write(t, a, 30)
			<-held
			elsewhere, _ := a.Start(services.Config{})
			stop(a, elsewhere, h.id)
			release()
			time.Sleep(2 * time.Second)
			if n := len(h.events()); n > 10 {
				t.Errorf("it got %d events after it was stopped", n)
			}
			if got := h.record()["state"]; got != state {
				t.Errorf("it is %v", got)
			}
		})
	}
}

// TestWebhooksOfSeveralServers delivers from three servers, of which two stop meanwhile.
func TestWebhooksOfSeveralServers(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	_, stopB := a.Start(services.Config{})
	_, stopC := a.Start(services.Config{})
	var hooks []*hook
	for range 5 {
		hooks = append(hooks, newHook(t, a, "client.*"))
	}
	var seqs []int64
	for i := range 5 {
		seqs = append(seqs, write(t, a, 20)...)
		switch i {
		case 1:
			stopB()
		case 3:
			stopC()
		}
	}
	for _, h := range hooks {
		h.caughtUp()
		highest, distinct := int64(0), map[int64]bool{}
		for _, seq := range h.events() {
			if !distinct[seq] && seq < highest {
				t.Errorf("%d comes after %d", seq, highest)
			}
			distinct[seq], highest = true, max(highest, seq)
		}
		if len(distinct) != len(seqs) {
			t.Errorf("%d of %d events", len(distinct), len(seqs))
		}
	}
}

// hang makes n endpoints that do not respond to events, and an event for all of them. It returns
// when each of them has a request that hangs, or as many as can have one at the same time.
func hang(t *testing.T, a *apitest.API, n, atOnce int) {
	t.Helper()
	release, hanging := make(chan struct{}), make(chan struct{})
	for range n {
		newHook(t, a, "client.*").script(func(received) int {
			select {
			case hanging <- struct{}{}:
			case <-release:
			}
			<-release
			return http.StatusOK
		})
	}
	t.Cleanup(func() { close(release) }) // before the receivers close
	write(t, a, 1)
	for range atOnce {
		<-hanging
	}
}

// TestAHangingEndpointDelaysNoOther has 19 endpoints that do not respond.
func TestAHangingEndpointDelaysNoOther(t *testing.T) {
	t.Parallel()
	delivers := func(t *testing.T, maxDeliveries, atOnce int) bool {
		a := apitest.NewWith(t, services.Config{Webhooks: webhooks.Config{MaxDeliveries: maxDeliveries}})
		hang(t, a, 19, atOnce)
		h := newHook(t, a, "client.*")
		for range 5 {
			n, began := len(h.events()), time.Now()
			write(t, a, 1)
			for len(h.events()) == n {
				if time.Since(began) > 5*time.Second { // the others hang for 15 s
					return false
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
		return true
	}
	if !delivers(t, 0, 19) {
		t.Error("an event did not arrive while other endpoints hang")
	}
	t.Run("but it would with a place for one endpoint", func(t *testing.T) {
		if delivers(t, 4, 1) { // an organization has a quarter
			t.Error("events arrive, so this test cannot fail")
		}
	})
}

// TestHangingEndpointsDelayNoOtherOrganization has an organization with more endpoints that do not
// respond than the process has places.
func TestHangingEndpointsDelayNoOtherOrganization(t *testing.T) {
	t.Parallel()
	a := apitest.NewWith(t, services.Config{Webhooks: webhooks.Config{MaxDeliveries: 8}})
	hang(t, a, 10, 2)
	other := newReceiver(t)
	if ans := a.REST(t, "other_admin", "POST /api/v1/webhooks",
		fmt.Sprintf(`{"url": %q, "types": ["user.*"]}`, other.URL), nil); !ok(ans) {
		t.Fatal(string(ans.Raw))
	}
	began := time.Now()
	if ans := a.REST(t, "other_admin", "PATCH /api/v1/users/$other_worker", `{"name": "Walter"}`, nil); !ok(ans) {
		t.Fatal(string(ans.Raw))
	}
	waitFor(t, "the event arrives", func() bool { return len(other.events()) == 1 })
	if took := time.Since(began); took > 5*time.Second { // the others hang for 15 s
		t.Errorf("it took %s", took)
	}
}

// TestAStopDoesNotWaitForEndpoints stops one of two servers while all endpoints hang.
func TestAStopDoesNotWaitForEndpoints(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	_, stop := a.Start(services.Config{})
	hang(t, a, 20, 20) // each server has some of the requests
	began := time.Now()
	if err := stop(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 5*time.Second { // a request may take 15 s
		t.Errorf("the stop took %s", took)
	}
}

// TestIdleWebhooksCostLittle counts the statements of a server in which nothing happens.
func TestIdleWebhooksCostLittle(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	newHook(t, a, "client.*").caughtUp()
	var looked atomic.Int32
	// Each time, since nothing is prepared.
	pool, err := postgres.Open(a.DSN, postgres.Options{StatementCache: -1, Inspect: func(query string) error {
		if strings.Contains(query, "webhooks") {
			looked.Add(1)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	a.Start(services.Config{Background: pool})
	waitFor(t, "it looks for endpoints", func() bool { return looked.Load() > 0 })
	before := looked.Load()
	time.Sleep(5 * time.Second)
	if n := looked.Load() - before; n < 3 || n > 6 {
		t.Errorf("it looked %d times in 5 s", n)
	}
}

// TestWebhooksAreMeasured shows what an operator sees: the results of requests, how many
// endpoints have which state, and how long the oldest event waits.
func TestWebhooksAreMeasured(t *testing.T) {
	t.Parallel()
	metrics := prometheus.NewRegistry()
	a := apitest.NewWith(t, services.Config{Metrics: metrics})
	read := func(name, label string) (value float64) {
		families, err := metrics.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range families {
			for _, m := range f.GetMetric() {
				if labels := m.GetLabel(); f.GetName() == name && len(labels) == 1 && labels[0].GetValue() == label {
					value = m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
				}
			}
		}
		return value
	}
	has := func(name, label string, at func(float64) bool) {
		t.Helper()
		waitFor(t, fmt.Sprintf("%s{%s} is right: it is %v", name, label, read(name, label)),
			func() bool { return at(read(name, label)) })
	}
	is := func(want float64) func(float64) bool { return func(got float64) bool { return got == want } }
	const endpoints, oldest, requests = "workplan_webhooks", "workplan_webhook_oldest_undelivered_seconds",
		"workplan_webhook_request_duration_seconds"

	good, bad := newHook(t, a, "client.*"), newHook(t, a, "client.*")
	newHook(t, a, "client.*").patch(`{"state": "paused"}`)
	bad.script(always(http.StatusInternalServerError))
	has(endpoints, "active", is(2))
	has(endpoints, "paused", is(1))
	good.waitFor(write(t, a, 2)...)
	has(requests, "delivered", is(2))
	has(endpoints, "failing", is(1))
	has(oldest, "failing", func(age float64) bool { return age > 1 && age < 100 })
	has(oldest, "active", is(0))
	has(requests, "failed", is(1))
	bad.script(always(http.StatusOK))
	bad.hurry()
	bad.caughtUp()
	has(endpoints, "active", is(2))
	has(oldest, "failing", is(0))

	t.Run("a scrape succeeds without a database", func(t *testing.T) {
		pool, metrics := apitest.Open(t, a.DSN), prometheus.NewRegistry()
		if _, err := services.New(services.Config{
			DB: pool, Metrics: metrics, Log: slog.New(slog.DiscardHandler),
		}); err != nil {
			t.Fatal(err)
		}
		pool.Close()
		if _, err := metrics.Gather(); err != nil {
			t.Error(err)
		}
	})
}

// TestAServerWithoutASecretKeySendsNothing: without SECRET_KEY nothing can be signed, and a copy of an installation for
// tests must not send to the real receivers. Nothing is lost: a server with the key goes on.
func TestAServerWithoutASecretKeySendsNothing(t *testing.T) {
	t.Parallel()
	a := apitest.NewWith(t, services.Config{Webhooks: webhooks.Config{
		Keys: webhooks.MasterKeys{}, AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, AllowHTTP: true,
	}})
	withKey, stop := a.Start(services.Config{})
	h := newHook(t, withKey, "client.*")
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	dataOf(t, a.REST(t, "admin", "PATCH /api/v1/clients/$acme", `{"companyName": "Acme 2"}`, nil))
	var seq int64
	waitFor(t, "the event has a number", func() bool {
		seq = int64(a.Count(`SELECT coalesce(max(seq), 0) FROM events WHERE type = 'client.updated'`))
		return seq > 0
	})
	time.Sleep(2 * time.Second)
	if got := h.events(); len(got) > 0 {
		t.Errorf("the receiver has %v", got)
	}
	h.a = a
	ans := a.REST(t, "admin", "PATCH /api/v1/webhooks/"+h.id, fmt.Sprintf(`{"url": "%s/x"}`, h.URL), nil)
	h.mu.Lock()
	if ans.Status != http.StatusConflict || ans.Code != "invalid_state" || len(h.got) != 1 {
		t.Errorf("another address: %d %s, %d requests", ans.Status, ans.Raw, len(h.got))
	}
	h.mu.Unlock()
	h.a, _ = a.Start(services.Config{})
	h.waitFor(seq)
}
