package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/process"
)

// The bar of a flood.
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
		s.Limits = services.Limits{Requests: 1 << 20, BodyBytes: 1 << 40, Wait: 10 * time.Second, Streams: 1 << 20}
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
		timed: true,
		name:  name,
		done: fmt.Sprintf(
			"One organization sends %s over %d connections without a pause, another one sends 20 requests a second.",
			what, floodConnections,
		),
		holds: fmt.Sprintf("The p99 of the other one is at most %d times its p99 alone on busy processors, without a "+
			"503; /readyz is 200 throughout; each request of the flood is refused within %s or succeeds; the server "+
			"stays below %d MiB.", maxSlowdown,
			maxRefusal, maxServerMemory>>20),
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

// besideFlood measures the neighbour alone, and then during the flood of the requests.
func (e *environment) besideFlood(ctx context.Context, s *process.Server, requests []request) (h harmed, f *flooded,
	err error) {
	setup := newClient(s.HTTP, e.first.key("admin"))
	defer setup.Close()
	for first := 0; first < 20_000; first += 5000 { // what the lists have to read
		resp, err := setup.Upsert(ctx, e.first.items(first, 5000, 8))
		if err := want(http.StatusOK, resp, err); err != nil {
			return h, nil, err
		}
	}
	f = &flooded{}
	h, err = e.harm(ctx, s, func() (stop func() error, err error) {
		end, err := startFlood(ctx, floodOrder{Addr: s.HTTP, Key: e.first.key("admin"), Requests: requests})
		return func() error {
			got, err := end()
			f.add(got)
			return err
		}, err
	})
	return h, f, err
}

func (e *environment) flood(ctx context.Context, s *process.Server, requests []request) ([]figure, error) {
	harmed, f, err := e.besideFlood(ctx, s, requests)
	if err != nil {
		return nil, err
	}
	figures := append(harmed.figures(),
		count("requests of the flood done", f.Statuses[http.StatusOK]+f.Statuses[http.StatusBadRequest]),
		count("× 429", f.Statuses[http.StatusTooManyRequests]),
		milliseconds("slowest 429", f.Slowest[http.StatusTooManyRequests]),
		count("× 503", f.Statuses[http.StatusServiceUnavailable]),
		milliseconds("slowest 503", f.Slowest[http.StatusServiceUnavailable]),
	)
	err = harmed.check(maxServerMemory)
	switch {
	case err != nil:
	case f.slowestRefusal() > maxRefusal:
		err = broken("the flood was refused only after %s", f.slowestRefusal())
	case f.unexpected() > 0:
		err = broken("the flood got %v", f.Statuses)
	}
	return figures, err
}
