package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"
)

// follow keeps a replica from GET /events, begun at whatever number the journal has, until stop returns a number and
// the replica has it.
func (w *worker) follow(ctx context.Context, p *replica, stop func() int64) error {
	seq, err := w.head(ctx)
	if err != nil {
		return err
	}
	if err := p.load(ctx, w, seq); err != nil {
		return err
	}
	for {
		if end := stop(); end >= 0 && p.seq >= end {
			return nil
		}
		page, err := w.events(ctx, p.seq, 1)
		if err != nil {
			return err
		}
		for _, e := range page.Items {
			if err := p.apply(e); err != nil {
				return err
			}
		}
		if int64(page.NextAfter) != p.seq {
			return broken("%s: after event %d, nextAfter is %d", p.name, p.seq, page.NextAfter)
		}
	}
}

// receiver is the endpoint of a webhook, which keeps a replica. It fails at random: it responds with 500, closes the
// connection, or hangs.
type receiver struct {
	http.Server
	id string

	mu       sync.Mutex
	random   *rand.Rand
	patient  bool // it does not fail any more
	replica  *replica
	failures int
	again    int // events that came again
	wrong    error
}

// receive creates a webhook for all events.
func (w *worker) receive(ctx context.Context) (*receiver, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	to := &receiver{replica: &replica{name: w.Name + ": receiver of a webhook"},
		random: rand.New(rand.NewPCG(w.random.Uint64(), 0))}
	to.mu.Lock() // until the replica is loaded
	defer to.mu.Unlock()
	to.Handler, to.ReadHeaderTimeout = to, time.Minute
	go func() { _ = to.Serve(listener) }()
	body := object{"url": "http://" + listener.Addr().String(), "types": []string{"*"}}
	a := w.call(ctx, w.any(w.random), request{method: "POST", path: "/api/v1/webhooks", body: body}, false)
	var created struct {
		ID     string
		Cursor number
	}
	if err := a.data(&created); err != nil {
		return nil, err
	}
	to.id = created.ID
	return to, to.replica.load(ctx, w, int64(created.Cursor))
}

// ServeHTTP accepts an event, or fails.
func (to *receiver) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	var message struct {
		Type string
		Data event
	}
	if err := json.NewDecoder(r.Body).Decode(&message); err != nil || message.Type == "webhook.ping" {
		return
	}
	to.mu.Lock()
	defer to.mu.Unlock()
	if n := to.random.IntN(300); n < 4 && !to.patient {
		to.failures++
		switch n {
		case 0, 1:
			rw.WriteHeader(http.StatusInternalServerError)
			return
		case 2:
			panic(http.ErrAbortHandler) // closes the connection
		case 3:
			time.Sleep(time.Duration(to.random.IntN(800)) * time.Millisecond)
			if to.random.IntN(2) == 0 {
				panic(http.ErrAbortHandler)
			}
		}
	}
	if int64(message.Data.Seq) <= to.replica.seq {
		to.again++
		return
	}
	if to.wrong == nil {
		to.wrong = to.replica.apply(message.Data)
	}
}

// has reports whether the receiver has an event, and what is wrong.
func (to *receiver) has(seq int64) (bool, error) {
	to.mu.Lock()
	defer to.mu.Unlock()
	to.patient = true
	return to.replica.seq >= seq, to.wrong
}
