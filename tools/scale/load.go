package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/workplan-api/workplan/internal/wait"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

const rowsOfBatch = 100

// stage is a time with the same load.
type stage struct {
	name     string
	time     time.Duration
	rates    rates
	webhooks bool

	used     used
	took     map[string][]time.Duration // by kind, sorted: from the moment at which a request was due
	failed   int
	failure  string // the first
	received int64  // by webhooks
}

// run sends requests at random times, with a fixed average rate, whether earlier ones have responses or not.
func (s *stage) run(ctx context.Context, organizations []*organization, m *meter) error {
	var received atomic.Int64
	if s.webhooks {
		close, err := receive(ctx, &received, organizations, m.server.HTTP)
		if err != nil {
			return err
		}
		defer close()
	}
	before, err := m.read(ctx)
	if err != nil {
		return err
	}
	s.send(ctx, organizations, m.server.HTTP)
	after, err := m.read(ctx)
	if err != nil {
		return err
	}
	s.used, s.received = after.since(before), received.Load()
	return ctx.Err()
}

// clients that wait for a response are at most this many. Others are due, and wait.
const workers = 64

func (s *stage) send(ctx context.Context, organizations []*organization, addr string) {
	type request struct {
		due  time.Time
		kind string
	}
	ctx, stop := context.WithTimeout(ctx, s.time)
	defer stop()
	due, total := make(chan request, 1<<16), s.rates.total()
	var mu sync.Mutex
	var all sync.WaitGroup
	s.took = map[string][]time.Duration{}
	for range workers {
		all.Go(func() {
			c := &caller{client: testbed.NewClient(addr, "")}
			defer c.client.Close()
			for r := range due {
				o := organizations[rand.IntN(len(organizations))]
				err := c.call(context.WithoutCancel(ctx), o, r.kind)
				took := time.Since(r.due)
				mu.Lock()
				if s.took[r.kind] = append(s.took[r.kind], took); err != nil {
					if s.failed++; s.failed == 1 {
						s.failure = err.Error()
					}
				}
				mu.Unlock()
			}
		})
	}
	for at := time.Now(); total > 0; {
		at = at.Add(time.Duration(rand.ExpFloat64() / total * float64(time.Second)))
		_ = wait.For(ctx, time.Until(at))
		if ctx.Err() != nil {
			break
		}
		n := rand.Float64() * total
		for _, kind := range kinds {
			if n -= s.rates[kind]; n < 0 {
				due <- request{at, kind}
				break
			}
		}
	}
	<-ctx.Done()
	close(due)
	all.Wait()
	for _, took := range s.took {
		slices.Sort(took)
	}
}

// quantile returns the time that a share of the requests of a kind took at most.
func (s *stage) quantile(kind string, share float64) time.Duration {
	took := s.took[kind]
	if len(took) == 0 {
		return 0
	}
	return took[max(0, int(math.Ceil(share*float64(len(took))))-1)]
}

// caller sends requests of any organization over one connection.
type caller struct{ client *testbed.Client }

// call sends a request of a kind for an organization. Any status but 200 is an error.
func (c *caller) call(ctx context.Context, o *organization, kind string) error {
	method, path, body := http.MethodPost, "", any(nil)
	day := func() string { return date(rand.IntN(daysOfWeek)) }
	value := func() float64 { return float64(1+rand.IntN(16)) / 4 }
	user, project := o.Users[rand.IntN(len(o.Users))], o.Projects[rand.IntN(projects)]
	switch {
	case kind == page && rand.IntN(2) == 0: // a project
		method, path = http.MethodGet, fmt.Sprintf("assignments?project_id=%s&start_date=%s&end_date=%s&limit=50",
			project.ID, date(0), date(daysOfWeek-1))
	case kind == page: // what everybody has worked on a day
		on := day()
		method, path = http.MethodGet, fmt.Sprintf("actual-hours?start_date=%s&end_date=%s&limit=50", on, on)
	case kind == batch: // what 20 people have worked in a week
		var items []object
		first := rand.IntN(len(o.Users) - leastPeople + 1)
		for _, u := range o.Users[first : first+leastPeople] {
			for d := range daysOfWeek {
				items = append(items,
					object{"userId": u.ID, "projectId": project.ID, "date": date(d), "hours": value()})
			}
		}
		path, body = "actual-hours", object{"items": items}
	case rand.IntN(3) == 0:
		method, path = http.MethodPatch, "clients/"+o.Clients[rand.IntN(clients)].ID
		body = object{"website": fmt.Sprintf("https://%d.example.com", rand.Uint32())}
	default:
		row := object{"userId": user.ID, "projectId": project.ID, "date": day(), "hours": value()}
		path, body = "assignments", object{"items": []object{row}}
	}
	return c.send(ctx, o, method, path, body)
}

func (c *caller) send(ctx context.Context, o *organization, method, path string, body any) error {
	c.client.Header.Set("Authorization", "Bearer "+o.Keys[0].Secret)
	resp, err := c.client.Call(ctx, method, "/api/v1/"+path, body)
	return testbed.Want(http.StatusOK, resp, err)
}

// receive creates a webhook in each organization, and counts what arrives.
func receive(
	ctx context.Context, received *atomic.Int64, organizations []*organization, addr string,
) (stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{
		Handler:           http.HandlerFunc(func(http.ResponseWriter, *http.Request) { received.Add(1) }),
		ReadHeaderTimeout: time.Minute,
	}
	go func() { _ = server.Serve(listener) }() // until it is closed
	c := &caller{testbed.NewClient(addr, "")}
	defer c.client.Close()
	for _, o := range organizations {
		body := object{"url": "http://" + listener.Addr().String(), "types": []string{"*"}}
		if err := c.send(ctx, o, http.MethodPost, "webhooks", body); err != nil {
			server.Close()
			return nil, err
		}
	}
	return func() { server.Close() }, nil
}
