package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/workplan-api/workplan/tools/internal/testbed"
)

func init() {
	add(row{
		name: "webhooks-killed", runs: 1,
		done: "Three servers deliver the events of 4 writers to 20 endpoints, where a few requests fail or are slow. " +
			"In turns, a server gets SIGKILL and is started again, a server gets SIGSTOP until the others have its " +
			"endpoints, and all leases end in the middle of requests. Meanwhile an admin moves the cursors of 5 " +
			"endpoints back. The waits for leases and for the next try are cut short in the database.",
		holds: "Each endpoint gets every event after its cursor, in order, once or more, and again after its cursor " +
			"was moved back. A fault repeats at most 11 events of an endpoint.",
		run: func(ctx context.Context, e *environment) ([]figure, error) { return killDeliverers(ctx, e, nil) },

		controlDone: "a proxy lets processes write whose lease has ended", controls: 3,
		control: func(ctx context.Context, e *environment) ([]figure, error) {
			return killDeliverers(ctx, e, func(b []byte) {
				replaceAll(b, ` AND "webhooks"."lease" = $`, ` AND "webhooks"."lease" >=$`)
			})
		},
	})
}

// replaceAll replaces a text by another one of the same length.
func replaceAll(b []byte, old, replacement string) {
	for at := bytes.Index(b, []byte(old)); at >= 0; at = bytes.Index(b, []byte(old)) {
		copy(b[at:], replacement)
	}
}

const (
	// The cursors of the first endpoints are moved back, each time by so many events.
	movedEndpoints = 5
	moveBack       = 200
	// repeatedPerFault is how many events an endpoint may get again after a fault: the ten whose
	// success is not stored yet, and the one that is being sent.
	repeatedPerFault = 11
)

// killDeliverers delivers events from three servers that are killed and stopped meanwhile. If rewrite is not nil, the
// statements of the servers pass it.
func killDeliverers(ctx context.Context, e *environment, rewrite func([]byte)) ([]figure, error) {
	d, err := newDelivery(ctx, e, rewrite)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	err = d.harm(ctx)
	if err == nil {
		err = d.finish(ctx, e.span(5*time.Minute, time.Minute))
	}
	took := time.Since(began)
	got, again := 0, 0
	for _, to := range d.endpoints {
		repeated, wrong := to.check(d.head, d.faults)
		if err == nil {
			err = wrong
		}
		got, again = got+len(to.got), again+repeated
	}
	return []figure{
		count("faults", d.faults), count("events", int(d.head)), count("failed requests", int(d.failed.Load())),
		count("deliveries", got),
		count("of them again", again), {"deliveries", float64(got) / took.Seconds(), "a second"},
	}, err
}

// delivery is three servers and the endpoints to which they deliver.
type delivery struct {
	e         *environment
	db        *sql.DB
	env       []string // of the servers
	servers   *pair
	endpoints []*endpoint
	failed    atomic.Int64 // requests that the endpoints have not accepted
	faults    int
	head      int64
}

// withWebhooks returns the environment of a server that delivers to endpoints on this machine.
func (e *environment) withWebhooks(env ...string) ([]string, error) {
	webhooks, err := testbed.Webhooks(e.Dir)
	return append(env, webhooks...), err
}

func newDelivery(ctx context.Context, e *environment, rewrite func([]byte)) (*delivery, error) {
	env, err := e.withWebhooks("WEBHOOK_RATE_LIMIT=0")
	if err != nil {
		return nil, err
	}
	d := &delivery{e: e, env: env}
	if rewrite != nil {
		p, address, err := e.databaseProxy()
		if err != nil {
			return nil, err
		}
		p.Rewrite, d.env = rewrite, append(d.env, address)
	}
	servers, err := e.replicas(ctx, 3, d.env...)
	if err != nil {
		return nil, err
	}
	d.servers = &pair{servers: servers}
	if d.db, err = e.pool(); err != nil {
		return nil, err
	}
	for range 20 {
		if err := d.addEndpoint(ctx); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// addEndpoint creates an endpoint for all events. It has a port of its own.
func (d *delivery) addEndpoint(ctx context.Context) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	to := &endpoint{ids: map[int64]string{}, failed: &d.failed}
	server := &http.Server{Handler: to, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	d.e.atEnd(func() { _ = server.Close() })
	c := newClient(d.servers.any().HTTP, d.e.first.key("admin"))
	defer c.Close()
	resp, err := c.Call(ctx, http.MethodPost, "/api/v1/webhooks",
		object{"url": "http://" + listener.Addr().String(), "types": []string{"*"}})
	if err := want(http.StatusOK, resp, err); err != nil {
		return err
	}
	var created struct {
		ID, State string
		Cursor    int64
	}
	if err := resp.Data(&created); err != nil {
		return err
	}
	if created.State != "active" {
		return fmt.Errorf("a new endpoint is %s", created.State)
	}
	to.id, to.cursor = created.ID, created.Cursor
	d.endpoints = append(d.endpoints, to)
	return nil
}

// harm writes events and harms the servers until there are enough of both.
func (d *delivery) harm(ctx context.Context) error {
	events, faults := int64(10_000), 30
	if d.e.short {
		events, faults = 1_000, 6
	}
	writing, cancel := context.WithCancel(ctx)
	var writers sync.WaitGroup
	defer writers.Wait()
	defer cancel()
	for n := range 4 {
		writers.Go(func() { d.write(writing, n) })
	}
	for ; d.faults < faults || d.head < events; d.faults++ {
		time.Sleep(d.e.span(2*time.Second, time.Second))
		at := d.faults / 3 % 3
		if err := []func(context.Context, int) error{d.kill, d.stop, d.endLeases}[d.faults%3](ctx, at); err != nil {
			return err
		}
		if err := d.hurry(ctx); err != nil {
			return err
		}
		if err := d.db.QueryRowContext(ctx, `SELECT seq FROM event_heads WHERE organization_id = $1`,
			d.e.first.Organization.ID).Scan(&d.head); err != nil {
			return err
		}
		if d.head >= events {
			cancel()
		}
	}
	return nil
}

// write upserts a row with other hours each time, until ctx ends. Failures do not matter.
func (d *delivery) write(ctx context.Context, n int) {
	for hours := 0; ctx.Err() == nil; {
		c := newClient(d.servers.any().HTTP, d.e.first.key("admin"))
		c.Timeout = time.Second // the server may be stopped
		for range 20 {
			hours++
			resp, err := c.Upsert(ctx, d.e.first.items(n, 1, float64(1+hours%2399)/100))
			if err != nil || resp.Status != http.StatusOK {
				break
			}
			time.Sleep(d.e.span(10*time.Millisecond, 5*time.Millisecond)) // so that the endpoints keep up
		}
		c.Close()
	}
}

// kill kills a server and starts it again.
func (d *delivery) kill(ctx context.Context, at int) error {
	d.servers.servers[at].Kill()
	if err := d.endLeases(ctx, at); err != nil {
		return err
	}
	s, err := d.e.serve(ctx, d.env...)
	if err == nil {
		d.servers.replace(at, s)
	}
	return err
}

// stop stops a server while the others get its endpoints and an admin moves cursors back. Then the server goes on.
func (d *delivery) stop(ctx context.Context, at int) error {
	stopped := d.servers.servers[at]
	if err := stopped.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	defer func() { _ = stopped.Signal(syscall.SIGCONT) }() // it runs
	if err := d.endLeases(ctx, at); err != nil {
		return err
	}
	for _, to := range d.endpoints[:movedEndpoints] {
		if err := d.moveBack(ctx, d.servers.servers[(at+1)%3].HTTP, to); err != nil {
			return err
		}
	}
	time.Sleep(d.e.span(2*time.Second, time.Second))
	return nil
}

// endLeases ends all leases, as time does. The processes that have them go on.
func (d *delivery) endLeases(ctx context.Context, _ int) error {
	_, err := d.db.ExecContext(ctx,
		`UPDATE webhooks SET leased_until = now() - interval '1 second' WHERE leased_until IS NOT NULL`)
	return err
}

// moveBack moves the cursor of an endpoint.
func (d *delivery) moveBack(ctx context.Context, addr string, to *endpoint) error {
	var position int64
	if err := d.db.QueryRowContext(ctx, `SELECT position FROM webhooks WHERE id = $1`, to.id).
		Scan(&position); err != nil {
		return err
	}
	position = max(to.cursor, position-moveBack)
	c := newClient(addr, d.e.first.key("admin"))
	defer c.Close()
	to.move(position)
	resp, err := c.Call(ctx, http.MethodPatch, "/api/v1/webhooks/"+to.id, object{"cursor": position})
	return want(http.StatusOK, resp, err)
}

// finish waits until all events are delivered.
func (d *delivery) finish(ctx context.Context, within time.Duration) error {
	for deadline := time.Now().Add(within); ; time.Sleep(200 * time.Millisecond) {
		var unnumbered, behind int
		err := d.db.QueryRowContext(ctx, `
SELECT h.seq, (SELECT count(*) FROM events WHERE organization_id = $1 AND seq IS NULL),
  (SELECT count(*) FROM webhooks WHERE organization_id = $1 AND (position < h.seq OR leased_until > now()))
FROM event_heads h WHERE h.organization_id = $1`, d.e.first.Organization.ID).Scan(&d.head, &unnumbered, &behind)
		if err != nil || unnumbered+behind == 0 {
			return err
		}
		if time.Now().After(deadline) {
			return broken("%d endpoints do not have all events after %s", behind, within)
		}
		if err := d.hurry(ctx); err != nil {
			return err
		}
	}
}

// hurry makes endpoints due that wait for the next try.
func (d *delivery) hurry(ctx context.Context) error {
	_, err := d.db.ExecContext(ctx, `UPDATE webhooks SET due_at = now() WHERE due_at > now()`)
	return err
}

// endpoint is a receiver of events.
type endpoint struct {
	id     string
	cursor int64 // of the new endpoint
	failed *atomic.Int64

	mu    sync.Mutex
	got   []int64          // the numbers of the accepted events
	ids   map[int64]string // of the messages
	other string           // says which event had two ids
	moves []move
}

// move is a cursor that was moved back when the endpoint had got so many events.
type move struct {
	got    int
	cursor int64
}

func (to *endpoint) move(cursor int64) {
	to.mu.Lock()
	defer to.mu.Unlock()
	to.moves = append(to.moves, move{len(to.got), cursor})
}

// ServeHTTP accepts a message. One request in a thousand gets 500, one no response, and five a late one.
func (to *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var message struct {
		Type string
		Data struct{ Seq int64 }
	}
	if err := json.NewDecoder(r.Body).Decode(&message); err != nil {
		return
	}
	if message.Type == "webhook.ping" {
		return
	}
	switch n := rand.N(1000); {
	case n == 0:
		to.failed.Add(1)
		w.WriteHeader(http.StatusInternalServerError)
		return
	case n == 1:
		to.failed.Add(1)
		panic(http.ErrAbortHandler) // closes the connection
	case n < 7:
		time.Sleep(rand.N(time.Second))
	}
	to.mu.Lock()
	defer to.mu.Unlock()
	id := r.Header.Get("Webhook-Id")
	if was, known := to.ids[message.Data.Seq]; known && was != id {
		to.other = fmt.Sprintf("event %d has the ids %s and %s", message.Data.Seq, was, id)
	}
	to.ids[message.Data.Seq] = id
	to.got = append(to.got, message.Data.Seq)
}

// check returns how many events came again, and an error of broken if not every event up to head came in order.
func (to *endpoint) check(head int64, faults int) (again int, err error) {
	to.mu.Lock()
	defer to.mu.Unlock()
	if to.other != "" {
		return 0, broken("%s", to.other)
	}
	next := to.cursor + 1
	for _, seq := range to.got {
		switch {
		case seq < next:
			again++
		case seq > next:
			return again, broken("an endpoint got event %d after event %d", seq, next-1)
		default:
			next++
		}
	}
	if next <= head {
		return again, broken("an endpoint did not get the events from %d to %d", next, head)
	}
	for _, m := range to.moves {
		missing := map[int64]bool{}
		for seq := m.cursor + 1; seq <= head; seq++ {
			missing[seq] = true
		}
		for _, seq := range to.got[m.got:] {
			delete(missing, seq)
		}
		if len(missing) > 0 {
			return again, broken("an endpoint did not get %d events again after its cursor was moved back to %d",
				len(missing), m.cursor)
		}
	}
	if most := repeatedPerFault * faults; len(to.moves) == 0 && again > most {
		return again, broken("an endpoint got %d events again, more than %d, after %d faults", again, most, faults)
	}
	return again, nil
}
