package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/workplan-api/workplan/test/apitest"
)

const listenSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"

// receiver responds with 200 to signed events, or as respond says.
type receiver struct {
	*httptest.Server
	mu      sync.Mutex
	got     []string // webhook-id and type
	seqs    []int64
	respond int
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{respond: http.StatusOK}
	verifier, err := standardwebhooks.NewWebhook(listenSecret)
	if err != nil {
		t.Fatal(err)
	}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		var message struct {
			Type string
			Data struct{ Seq int64 }
		}
		if err := verifier.Verify(body, req.Header); err != nil {
			t.Errorf("%v: %s", err, body)
		}
		if err := json.Unmarshal(body, &message); err != nil {
			t.Errorf("%v: %s", err, body)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.got = append(r.got, req.Header.Get("webhook-id")+" "+message.Type)
		r.seqs = append(r.seqs, message.Data.Seq)
		w.WriteHeader(r.respond)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) respondWith(code int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.respond = code
}

// requests returns the ids and types, and the numbers, of the requests.
func (r *receiver) requests() ([]string, []int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got), slices.Clone(r.seqs)
}

// relay returns an address that leads to target, and a function that cuts its connections.
func relay(t *testing.T, target string) (addr string, cut func()) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var conns []net.Conn
	cut = func() {
		mu.Lock()
		defer mu.Unlock()
		for _, conn := range conns {
			conn.Close()
		}
	}
	t.Cleanup(func() { l.Close(); cut() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", target)
			if err != nil {
				in.Close()
				continue
			}
			mu.Lock()
			conns = append(conns, in, out)
			mu.Unlock()
			go io.Copy(in, out)
			go io.Copy(out, in)
		}
	}()
	return l.Addr().String(), cut
}

func TestWebhookListen(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("WORKPLAN_GRPC", a.Conn.Target())
	t.Setenv("WORKPLAN_KEY", a.Secret("admin"))
	head := func() int {
		t.Helper()
		eventually(t, "all events have numbers",
			func() bool { return a.Count("SELECT count(*) FROM events WHERE seq IS NULL") == 0 })
		return a.Count("SELECT seq FROM event_heads WHERE organization_id = $1", a.Organization)
	}
	before := head()
	change := func(website string) {
		t.Helper()
		if ans := a.REST(t, "admin", "PATCH /api/v1/clients/$acme",
			fmt.Sprintf(`{"website": "https://%s.example"}`, website), nil); ans.Status != 200 {
			t.Fatalf("%s", ans.Raw)
		}
	}
	listen := func(r *receiver) []string {
		return []string{"webhook", "listen", "--forward", r.URL + "/workplan", "--secret", listenSecret, "--types",
			"client.*", "--after", fmt.Sprint(before)}
	}

	t.Run("a receiver gets the signed events in order", func(t *testing.T) {
		r := newReceiver(t)
		listening := start(t, listen(r)...)
		change("one")
		a.REST(t, "admin", "PATCH /api/v1/projects/$atlas", `{"name": "Not sent"}`, nil)
		change("two")
		eventually(t, "both events arrive", func() bool { _, seqs := r.requests(); return len(seqs) == 2 })
		got, seqs := r.requests()
		if want := []int64{int64(before) + 1, int64(before) + 3}; !slices.Equal(seqs, want) ||
			!strings.HasSuffix(got[0], " client.updated") {
			t.Errorf("%v %v, want %v", got, seqs, want)
		}
		eventually(t, "the responses are printed",
			func() bool { return strings.Count(listening.out.String(), " client.updated (") == 2 })
		listening.cancel()
		if code := <-listening.done; code != 0 ||
			!strings.Contains(listening.out.String(), "signed with "+listenSecret) ||
			!strings.HasSuffix(listening.out.String(), ": 200 OK\n") {
			t.Errorf("exit %d: %s", code, listening.out)
		}
	})
	t.Run("a receiver that fails gets the same event again, and then the next one", func(t *testing.T) {
		r := newReceiver(t)
		r.respondWith(http.StatusInternalServerError)
		listening := start(t, listen(r)...)
		eventually(t, "the event is sent again", func() bool { got, _ := r.requests(); return len(got) == 2 })
		r.respondWith(http.StatusOK)
		eventually(t, "the next event follows",
			func() bool { _, seqs := r.requests(); return seqs[len(seqs)-1] == int64(before)+3 })
		got, seqs := r.requests()
		if got[0] != got[1] || seqs[len(seqs)-2] != seqs[0] {
			t.Errorf("%v %v", got, seqs)
		}
		if out := listening.out.String(); !strings.Contains(out, ": 500 Internal Server Error, again in 1s\n") ||
			!strings.Contains(out, "again in 2s\n") {
			t.Error(out)
		}
	})
	t.Run("Ctrl-C also ends it while the receiver is down", func(t *testing.T) {
		r := newReceiver(t)
		r.Close()
		listening := start(t, listen(r)...)
		eventually(t, "the failure is printed",
			func() bool { return strings.Contains(listening.out.String(), "connection refused, again in ") })
		listening.cancel()
		if code := <-listening.done; code != 0 {
			t.Errorf("exit %d: %s", code, listening.out)
		}
	})
	t.Run("it continues when the server is back", func(t *testing.T) {
		r := newReceiver(t)
		addr, cut := relay(t, a.Conn.Target())
		listening := start(t, append(listen(r), "--addr", addr)...)
		eventually(t, "both events arrive", func() bool { _, seqs := r.requests(); return len(seqs) == 2 })
		cut()
		change("three")
		eventually(t, "the next event arrives", func() bool { _, seqs := r.requests(); return len(seqs) == 3 })
		if out := listening.out.String(); !strings.Contains(out, "Lost the server, connecting again: ") {
			t.Error(out)
		}
	})
	t.Run("mistakes are named", func(t *testing.T) {
		with := func(args ...string) []string {
			return append([]string{"webhook", "listen", "--forward", "http://127.0.0.1:1/workplan"}, args...)
		}
		mustFail(t, "", "--forward must be a URL such as http://127.0.0.1:3000/workplan", "webhook", "listen",
			"--forward", "127.0.0.1:3000")
		mustFail(t, "", "credential_invalid", with("--key", "wpk_x")...)
		mustFail(t, "", "credential_missing", with("--key", "")...)
		mustFail(t, "", "cannot reach 127.0.0.1:1", with("--addr", "127.0.0.1:1")...)
		mustFail(t, "", `did you mean "client.updated"?`, with("--types", "client.update")...)
		mustFail(t, "", "after: ", with("--after", "soon")...)
		mustFail(t, "", "--secret: a secret is whsec_ and base64", with("--secret", "secret")...)
		a.Key("reader", "admin", "read:clients")
		mustFail(t, "", "read:events", with("--key", a.Secret("reader"))...)
	})
}
