package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/workplan-api/workplan/internal/process"
	"github.com/workplan-api/workplan/services"
)

// The bar of a flood. A p99 of few requests is the latency of one of them, so a calm phase and a flood take 20 s each.
const (
	floodConnections = 64
	maxSlowdown      = 3
	maxRefusal       = 600 * time.Millisecond
	maxServerMemory  = 256 << 20
	unfair           = "without shares"
)

func init() {
	// As before there were shares: as many requests as clients send wait for connections, up to their timeout.
	variants[unfair] = func(s *settings) {
		s.Limits = services.Limits{Requests: 1 << 20, BodyBytes: 1 << 40, Wait: 10 * time.Second}
	}
	add(
		flood("flood-upsert", "5,000 rows, overlapping", func(o *organization) []request { return rotations(o, 8) }),
		flood("flood-list", "pages of 200 rows", func(*organization) []request {
			return []request{{http.MethodGet, "/api/v1/assignments?limit=200", nil}}
		}),
		flood("flood-json", "4 MiB of distinct unknown members", func(*organization) []request {
			return []request{{http.MethodPost, "/api/v1/assignments", hostileJSON(4<<20 - 1)}}
		}),
	)
}

func flood(name, what string, requests func(*organization) []request) row {
	return row{
		name: name,
		done: fmt.Sprintf("One organization sends %s over %d connections without a pause, another one sends 20 requests a second.", what, floodConnections),
		holds: fmt.Sprintf("The p99 of the other one is at most %d times its p99 before the flood, without a 503; /readyz is 200 throughout; "+
			"each request of the flood is refused within %s or succeeds; the server stays below %d MiB.", maxSlowdown, maxRefusal, maxServerMemory>>20),
		runs: 3,
		run: func(ctx context.Context, e *environment) ([]figure, error) {
			s, err := e.serve(ctx)
			if err != nil {
				return nil, err
			}
			return e.flood(ctx, s, requests(e.first))
		},
		controlDone: "no limit on the requests and the memory of an organization",
		control: func(ctx context.Context, e *environment) ([]figure, error) {
			s, err := e.serveWith(ctx, unfair)
			if err != nil {
				return nil, err
			}
			return e.flood(ctx, s, requests(e.first))
		},
	}
}

// request is one request of a flood.
type request struct {
	method, path string
	body         []byte
}

// rotations returns upserts of the same 5,000 rows with different hours.
func rotations(o *organization, n int) (requests []request) {
	for i := range n {
		body, err := json.Marshal(object{"items": o.items(0, 5000, float64(1+i))})
		if err != nil {
			panic(err) // strings and numbers always encode
		}
		requests = append(requests, request{http.MethodPost, "/api/v1/assignments", body})
	}
	return requests
}

// hostileJSON returns an object of about size bytes whose members no request has.
func hostileJSON(size int) []byte {
	b := bytes.NewBufferString(`{"items":[]`)
	for i := 0; b.Len() < size-20; i++ {
		fmt.Fprintf(b, `,"k%d":1`, i)
	}
	return append(b.Bytes(), '}')
}

// flood measures the neighbour alone, and then during the flood.
func (e *environment) flood(ctx context.Context, s *process.Server, requests []request) ([]figure, error) {
	setup := newClient(s.HTTP, e.first.key("admin"))
	defer setup.close()
	for first := 0; first < 20_000; first += 5000 { // what the lists have to read
		resp, err := setup.upsert(ctx, e.first.items(first, 5000, 8))
		if err := want(http.StatusOK, resp, err); err != nil {
			return nil, err
		}
	}
	span := e.span(20*time.Second, 8*time.Second)
	warm := newNeighbour(ctx, s.HTTP, e.second)
	time.Sleep(2 * time.Second)
	warm.stop()

	polls := newPoller(ctx, s.HTTP)
	alone := newNeighbour(ctx, s.HTTP, e.second)
	time.Sleep(span)
	calm := alone.stop()

	flooding, stop := context.WithCancel(ctx)
	defer stop()
	f := &flooder{slowest: map[int]time.Duration{}, statuses: map[int]int{}}
	var running sync.WaitGroup
	for i := range floodConnections {
		running.Go(func() { f.send(flooding, s.HTTP, e.first.key("admin"), requests, i) })
	}
	other := newNeighbour(ctx, s.HTTP, e.second)
	time.Sleep(span)
	during := other.stop()
	stop()
	running.Wait()
	ready := polls.stop()
	memory, err := process.PeakMemory(s.PID)
	if err != nil {
		return nil, err
	}

	figures := []figure{
		milliseconds("p99 alone", calm.p99()), milliseconds("p99 in the flood", during.p99()),
		count("requests of the flood done", f.statuses[http.StatusOK]+f.statuses[http.StatusBadRequest]),
		count("× 429", f.statuses[http.StatusTooManyRequests]), milliseconds("slowest 429", f.slowest[http.StatusTooManyRequests]),
		count("× 503", f.statuses[http.StatusServiceUnavailable]), milliseconds("slowest 503", f.slowest[http.StatusServiceUnavailable]),
		mebibytes("memory", memory),
	}
	switch {
	case during.not(http.StatusOK) > 0:
		return figures, broken("the neighbour got %s", during)
	case ready.not(http.StatusOK) > 0:
		return figures, broken("/readyz responded with %s", ready)
	case during.p99() > maxSlowdown*calm.p99():
		return figures, broken("the p99 of the neighbour rose from %s to %s", calm.p99(), during.p99())
	case f.slowestRefusal() > maxRefusal:
		return figures, broken("the flood was refused only after %s", f.slowestRefusal())
	case f.unexpected() > 0:
		return figures, broken("the flood got %v", f.statuses)
	case memory > maxServerMemory:
		return figures, broken("the server took %d MiB", memory>>20)
	}
	return figures, nil
}

// flooder counts the responses of a flood.
type flooder struct {
	mu       sync.Mutex
	slowest  map[int]time.Duration // by status
	statuses map[int]int           // 0: no response
}

// send sends requests over one connection, one after the other without a pause.
func (f *flooder) send(ctx context.Context, addr, key string, requests []request, first int) {
	c := newClient(addr, key)
	defer c.close()
	for i := first; ctx.Err() == nil; i++ {
		r, began, status := requests[i%len(requests)], time.Now(), 0
		var body any
		if r.body != nil {
			body = r.body
		}
		resp, err := c.call(ctx, r.method, r.path, body)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			status = resp.status
		}
		f.mu.Lock()
		f.statuses[status]++
		f.slowest[status] = max(f.slowest[status], time.Since(began))
		f.mu.Unlock()
	}
}

func (f *flooder) slowestRefusal() time.Duration {
	return max(f.slowest[http.StatusTooManyRequests], f.slowest[http.StatusServiceUnavailable])
}

// unexpected counts the responses that are neither a result nor a refusal.
func (f *flooder) unexpected() (n int) {
	for status := range maps.Keys(f.statuses) {
		if !slices.Contains([]int{http.StatusOK, http.StatusBadRequest, http.StatusTooManyRequests, http.StatusServiceUnavailable}, status) {
			n += f.statuses[status]
		}
	}
	return n
}
