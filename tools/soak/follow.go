package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// number is a number in JSON, which is a string if it has 64 bits.
type number int64

func (n *number) UnmarshalJSON(text []byte) error {
	v, err := strconv.ParseInt(strings.Trim(string(text), `"`), 10, 64)
	*n = number(v)
	return err
}

// page is a page of events.
type page struct {
	Items           []struct{ Seq number }
	NextAfter, Head number
}

// follow reads all events of an organization, from now on. Their numbers must have no gap.
func (w *worker) follow(ctx context.Context) {
	defer w.close()
	var now page
	if err := w.get(ctx, "events?after=head", &now); err != nil {
		if ctx.Err() == nil {
			w.wrong("follower", err.Error())
		}
		return
	}
	for seq := now.Head; ctx.Err() == nil; {
		var next page
		resp := w.call(ctx, waits, http.MethodGet, fmt.Sprintf("events?after=%d&wait=10&limit=200", seq), nil)
		if resp == nil {
			continue
		}
		if err := resp.Data(&next); err != nil {
			w.wrong("follower", err.Error())
			return
		}
		for _, e := range next.Items {
			if e.Seq != seq+1 {
				w.wrong("follower", fmt.Sprintf("%s: event %d comes after %d", w.org.Organization.Name, e.Seq, seq))
			}
			seq = e.Seq
		}
		w.followed.Add(int64(len(next.Items)))
	}
}

// The kinds of requests that wait for events, and of those of the tool itself. Their times are not sampled.
const waits, checks = "wait for events", "check"

// receiver gets the events of all organizations from their webhooks, each at a path of its own. It fails now and then.
type receiver struct {
	http.Server
	piece  *piece
	url    string
	mu     sync.Mutex
	last   map[string]number // by path
	failed atomic.Int64
}

// failsEvery is how many events the receiver gets for each one that it refuses. The next try is 5 s later.
const failsEvery = 5000

func (p *piece) newReceiver() (*receiver, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &receiver{piece: p, url: "http://" + listener.Addr().String() + "/", last: map[string]number{}}
	r.Handler, r.ReadHeaderTimeout = r, time.Minute
	go func() { _ = r.Serve(listener) }() // until it is closed
	return r, nil
}

func (r *receiver) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	var message struct {
		Type string
		Data struct{ Seq number }
	}
	if err := json.NewDecoder(req.Body).Decode(&message); err != nil || message.Type == "webhook.ping" {
		return
	}
	seq := message.Data.Seq
	if n := r.piece.received.Add(1); n%failsEvery == 0 {
		r.failed.Add(1)
		rw.WriteHeader(http.StatusInternalServerError)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	last := r.last[req.URL.Path]
	if last > 0 && seq > last+1 {
		r.piece.wrong("webhook", fmt.Sprintf("%s: event %d comes after %d", req.URL.Path, seq, last))
	}
	r.last[req.URL.Path] = max(last, seq)
}

// register makes the receiver the endpoint of an organization, from the next event on.
func (r *receiver) register(ctx context.Context, w *worker) error {
	var list struct{ Items []entry }
	if err := w.get(ctx, "webhooks", &list); err != nil {
		return err
	}
	body := object{"url": r.url + w.org.Organization.Name}
	if len(list.Items) == 0 {
		body["types"] = []string{"*"}
		return w.must(ctx, http.MethodPost, "webhooks", body)
	}
	var now page
	if err := w.get(ctx, "events?after=head", &now); err != nil {
		return err
	}
	body["state"], body["cursor"] = "active", int64(now.Head)
	return w.must(ctx, http.MethodPatch, "webhooks/"+list.Items[0].ID, body)
}
