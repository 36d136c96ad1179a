package main

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/proc"
)

// neighbour is a well-behaved client: 20 requests a second, whatever the responses, of which one in ten writes 10 rows
// and the others list 50. A latency counts from the moment when the request was due.
type neighbour struct {
	cancel  context.CancelFunc
	running sync.WaitGroup

	mu        sync.Mutex
	latencies []time.Duration
	statuses  map[int]int // 0: no response
}

const neighbourEvery = 50 * time.Millisecond

// newNeighbour starts a neighbour with the admin's key of an organization.
func newNeighbour(ctx context.Context, addr string, o *organization) *neighbour {
	ctx, cancel := context.WithCancel(ctx)
	n := &neighbour{cancel: cancel, statuses: map[int]int{}}
	idle := make(chan *client, 1000)
	n.running.Go(func() {
		tick := time.NewTicker(neighbourEvery)
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-ctx.Done():
				return
			case due := <-tick.C:
				n.running.Go(func() {
					var c *client
					select {
					case c = <-idle:
					default:
						c = newClient(addr, o.key("admin"))
					}
					n.note(due, n.send(context.WithoutCancel(ctx), c, o, i))
					idle <- c
				})
			}
		}
	})
	return n
}

func (n *neighbour) send(ctx context.Context, c *client, o *organization, i int) (status int) {
	var resp *response
	var err error
	if i%10 == 0 {
		resp, err = c.Upsert(ctx, o.items(i%100*10, 10, float64(i%16)))
	} else {
		resp, err = c.Call(ctx, http.MethodGet, "/api/v1/assignments?limit=50", nil)
	}
	if err != nil {
		return 0
	}
	return resp.Status
}

func (n *neighbour) note(due time.Time, status int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.latencies = append(n.latencies, time.Since(due))
	n.statuses[status]++
}

// stop waits for the responses and returns what the neighbour saw.
func (n *neighbour) stop() seen {
	n.cancel()
	n.running.Wait()
	slices.Sort(n.latencies)
	return seen{n.latencies, n.statuses}
}

// seen are the responses of a neighbour or of a poller.
type seen struct {
	latencies []time.Duration // ascending
	statuses  map[int]int     // 0: no response
}

func (s *seen) add(more seen) {
	s.latencies = slices.Sorted(slices.Values(append(s.latencies, more.latencies...)))
	if s.statuses == nil {
		s.statuses = map[int]int{}
	}
	for status, n := range more.statuses {
		s.statuses[status] += n
	}
}

// p99 is the latency that 99 % of the requests did not exceed.
func (s seen) p99() time.Duration {
	if len(s.latencies) == 0 {
		return 0
	}
	return s.latencies[(len(s.latencies)*99+99)/100-1]
}

func (s seen) longest() time.Duration {
	if len(s.latencies) == 0 {
		return 0
	}
	return s.latencies[len(s.latencies)-1]
}

// not counts the responses with another status.
func (s seen) not(status int) int { return len(s.latencies) - s.statuses[status] }

func (s seen) String() string {
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(s.statuses)) {
		parts = append(parts, fmt.Sprintf("%d × %d", s.statuses[status], status))
	}
	return strings.Join(parts, ", ")
}

// newPoller asks /readyz ten times a second on a connection of its own, as a load balancer does, with a timeout of 1 s.
func newPoller(ctx context.Context, addr string) *neighbour {
	ctx, cancel := context.WithCancel(ctx)
	n := &neighbour{cancel: cancel, statuses: map[int]int{}}
	n.running.Go(func() {
		c := newClient(addr, "")
		c.Timeout = time.Second
		defer c.Close()
		for ctx.Err() == nil {
			due, status := time.Now(), 0
			if resp, err := c.Call(context.WithoutCancel(ctx), http.MethodGet, "/readyz", nil); err == nil {
				status = resp.Status
			}
			n.note(due, status)
			time.Sleep(time.Until(due.Add(100 * time.Millisecond)))
		}
	})
	return n
}

// harmed is what an attack does to a neighbour and to a server.
type harmed struct {
	calm, busy, attack seen // by the neighbour: alone, alone on busy processors, and during the attack
	ready              seen // by a poller of /readyz
	memory             int64
}

// harm measures a neighbour alone, and then in turns alone on busy processors and during an attack, which it starts and
// stops. With the turns, something else that happens on the machine for a moment meets both, and is a small part of
// each.
func (e *environment) harm(
	ctx context.Context, s *process.Server, start func() (stop func() error, err error),
) (h harmed, err error) {
	const turns = 3
	span := e.span(12*time.Second, 4*time.Second)
	measure := func(span time.Duration, into *seen) {
		n := newNeighbour(ctx, s.HTTP, e.second)
		time.Sleep(span)
		into.add(n.stop())
	}
	during := func(start func() (stop func() error, err error), into *seen) error {
		stop, err := start()
		if err != nil {
			return err
		}
		measure(span, into)
		return stop()
	}
	measure(2*time.Second, &seen{}) // warms up
	polls := newPoller(ctx, s.HTTP)
	measure(span, &h.calm)
	for turn := 0; turn < turns && err == nil; turn++ {
		e.settle(ctx, s)
		if err = during(func() (func() error, error) { return startBusy(ctx) }, &h.busy); err == nil {
			err = during(start, &h.attack)
		}
	}
	h.ready = polls.stop()
	if err != nil {
		return h, err
	}
	h.memory, err = proc.PeakMemory(s.PID)
	return h, err
}

// settle waits until the server has got over the attack of the turn before: it responds fast ten times in a row. A
// server without protection may need long, so there is a limit.
func (e *environment) settle(ctx context.Context, s *process.Server) {
	c := newClient(s.HTTP, e.second.key("admin"))
	defer c.Close()
	fast := 0
	for deadline := time.Now().Add(30 * time.Second); fast < 10 && ctx.Err() == nil &&
		time.Now().Before(deadline); time.Sleep(neighbourEvery) {
		began := time.Now()
		resp, err := c.Call(ctx, http.MethodGet, "/api/v1/assignments?limit=50", nil)
		if fast++; err != nil || resp.Status != http.StatusOK || time.Since(began) > 20*time.Millisecond {
			fast = 0
		}
	}
}

func (h harmed) figures() []figure {
	return []figure{
		milliseconds("p99 alone", h.calm.p99()), milliseconds("p99 alone on busy processors", h.busy.p99()),
		milliseconds("p99 in the attack", h.attack.p99()), mebibytes("memory", h.memory),
	}
}

// check returns an error of broken unless the neighbour got only responses with 200 and was not slowed down, /readyz
// was 200 throughout, and the server needed at most maxMemory.
func (h harmed) check(maxMemory int64) error {
	switch {
	case h.memory > maxMemory:
		return broken("the server needed %d MiB", h.memory>>20)
	case h.attack.not(http.StatusOK) > 0:
		return broken("the neighbour got %s", h.attack)
	case h.ready.not(http.StatusOK) > 0:
		return broken("/readyz responded with %s", h.ready)
	case h.attack.p99() > maxSlowdown*h.busy.p99():
		return broken("the p99 of the neighbour rose from %s to %s", h.busy.p99(), h.attack.p99())
	}
	return nil
}
