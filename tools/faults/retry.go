package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

func init() {
	const holds = "Each call succeeds in the end and has one effect."
	const controlDone = "without Idempotency-Key"
	add(row{
		name: "retry-lost-response",
		done: "Creates of every kind and upserts, over two servers. A proxy in front of each cuts " +
			"half of the successful responses. The clients send each call again, with the same " +
			"Idempotency-Key, to a server in turn.",
		holds:       holds,
		run:         func(ctx context.Context, e *environment) ([]figure, error) { return e.cutResponses(ctx, true) },
		controlDone: controlDone,
		control:     func(ctx context.Context, e *environment) ([]figure, error) { return e.cutResponses(ctx, false) },
	}, row{
		name: "retry-lost-commit",
		done: "The same, but a proxy in front of PostgreSQL cuts a third of the responses to INSERT and " +
			"COMMIT. The clients wait as Retry-After says.",
		holds:       holds,
		run:         func(ctx context.Context, e *environment) ([]figure, error) { return e.cutCommits(ctx, true) },
		controlDone: controlDone,
		control:     func(ctx context.Context, e *environment) ([]figure, error) { return e.cutCommits(ctx, false) },
	}, row{
		name: "retry-at-once",
		done: "Creates of every kind and upserts, each sent to two servers at the same moment " +
			"with the same Idempotency-Key.",
		holds:       holds,
		run:         func(ctx context.Context, e *environment) ([]figure, error) { return e.sendTwice(ctx, true) },
		controlDone: controlDone,
		control:     func(ctx context.Context, e *environment) ([]figure, error) { return e.sendTwice(ctx, false) },
	})
}

// once is a call that must have one effect: one row of a table that has the text in a column.
type once struct {
	path          string
	table, column string
	body          func(o *organization, text string) any
}

// onces are all creates, and an upsert.
var onces = []once{
	{"/api/v1/clients", "clients", "company_name",
		func(_ *organization, text string) any { return object{"companyName": text} }},
	{"/api/v1/projects", "projects", "name", func(o *organization, text string) any {
		return object{"name": text, "clientId": o.Clients[0].ID, "startDate": "2026-01-01", "endDate": "2026-12-31"}
	}},
	{"/api/v1/time-off", "time_off_requests", "reason", func(o *organization, text string) any {
		return object{
			"userId": o.user(0), "timeOffTypeId": o.TimeOffTypes[0].ID, "reason": text,
			"startDate": "2026-01-01", "endDate": "2026-01-02", "availability": 0,
		}
	}},
	{"/api/v1/users", "users", "name", func(_ *organization, text string) any {
		return object{"name": text, "email": text + "@once.example"}
	}},
	{"/api/v1/capabilities", "capabilities", "name",
		func(_ *organization, text string) any { return object{"name": text} }},
	{"/api/v1/time-off-types", "time_off_types", "name",
		func(_ *organization, text string) any { return object{"name": text} }},
	{"/api/v1/keys", "api_keys", "name", func(o *organization, text string) any {
		return object{"name": text, "actorUserId": o.user(0), "scopes": []string{"read:users"}}
	}},
	{"/api/v1/assignments", "assignments", "date::text", func(o *organization, text string) any {
		return object{"items": []item{{o.user(0), o.Projects[0].ID, text, 8}}}
	}},
}

// text is what identifies the effect of the call with this number.
func (c once) text(n int) string {
	if c.table == "assignments" {
		return date(1000 + n)
	}
	return fmt.Sprintf("once-%d", n)
}

// calls sends each call until it succeeds, and counts the effects afterwards.
type calls struct {
	keyed                              bool
	organization                       *organization
	lost, replayed, inProgress, failed atomic.Int64
	firstFailure                       atomic.Pointer[string]
}

// run makes n calls with 16 clients. send sends one call and returns when it has ended.
func (c *calls) run(ctx context.Context, e *environment, send func(context.Context, int, once)) ([]figure, error) {
	n := 300
	if e.short {
		n = 4 * len(onces)
	}
	numbers := make(chan int)
	var clients sync.WaitGroup
	for range 16 {
		clients.Go(func() {
			for i := range numbers {
				send(ctx, i, onces[i%len(onces)])
			}
		})
	}
	for i := range n {
		numbers <- i
	}
	close(numbers)
	clients.Wait()

	db, err := e.pool()
	if err != nil {
		return nil, err
	}
	doubled, missing := 0, 0
	for i := range n {
		call := onces[i%len(onces)]
		rows := 0
		query := "SELECT count(*) FROM " + call.table + " WHERE organization_id = $1 AND " + call.column + " = $2"
		if err := db.QueryRowContext(ctx, query, c.organization.Organization.ID, call.text(i)).Scan(&rows); err != nil {
			return nil, err
		}
		switch {
		case rows == 0:
			missing++
		case rows > 1:
			doubled++
		}
	}
	figures := []figure{
		count("calls", n), count("lost responses", int(c.lost.Load())), count("replayed", int(c.replayed.Load())),
		count("in progress", int(c.inProgress.Load())), count("doubled", doubled), count("missing", missing),
		count("failed", int(c.failed.Load())),
	}
	switch {
	case ctx.Err() != nil:
		return figures, ctx.Err()
	case doubled > 0 || missing > 0:
		return figures, broken("%d of %d calls doubled, %d missing", doubled, n, missing)
	case c.failed.Load() > 0:
		return figures, broken("%d of %d calls failed, such as %s", c.failed.Load(), n, *c.firstFailure.Load())
	case c.keyed && c.replayed.Load() == 0:
		return figures, broken("no response was replayed")
	}
	return figures, nil
}

// until sends a call to the servers in turn until it has a response that is not an invitation to send it again.
func (c *calls) until(ctx context.Context, addrs []string, n int, call once, key string) {
	for try := 0; ctx.Err() == nil; try++ {
		client := newClient(addrs[(n+try)%len(addrs)], c.organization.key("admin"))
		if c.keyed {
			client.Header.Set("Idempotency-Key", key)
		}
		resp, err := client.Call(ctx, http.MethodPost, call.path, call.body(c.organization, call.text(n)))
		client.Close()
		wait := 10 * time.Millisecond
		switch {
		case err != nil:
			c.lost.Add(1)
		case resp.Status == http.StatusOK:
			if resp.Header.Get("Idempotency-Replayed") == "true" {
				c.replayed.Add(1)
			}
			return
		case resp.Header.Get("Retry-After") != "":
			if resp.Status == http.StatusConflict {
				c.inProgress.Add(1)
			} else {
				c.lost.Add(1)
			}
			seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
			wait = time.Duration(seconds) * time.Second
		case resp.Status == http.StatusServiceUnavailable && !c.keyed: // the client of the control does not look first
			c.lost.Add(1)
		default:
			c.failed.Add(1)
			text := fmt.Sprintf("%s: %d %.200s", call.path, resp.Status, resp.Body)
			c.firstFailure.CompareAndSwap(nil, &text)
			return
		}
		time.Sleep(wait)
	}
}

// cutResponses puts a proxy in front of each server that cuts half of the successful responses.
func (e *environment) cutResponses(ctx context.Context, keyed bool) ([]figure, error) {
	servers, err := e.replicas(ctx, 2)
	if err != nil {
		return nil, err
	}
	var addrs []string
	for _, s := range servers {
		p, err := newProxy("tcp", s.HTTP)
		if err != nil {
			return nil, err
		}
		e.atEnd(func() { p.Close(); p.Cut() })
		p.Lose = func(part []byte) bool { return bytes.HasPrefix(part, []byte("HTTP/1.1 200")) && rand.IntN(2) == 0 }
		addrs = append(addrs, p.Address())
	}
	c := &calls{keyed: keyed, organization: e.first}
	return c.run(ctx, e, func(ctx context.Context, n int, call once) {
		c.until(ctx, addrs, n, call, fmt.Sprint("call-", n))
	})
}

// cutCommits puts a proxy in front of PostgreSQL that cuts a third of the responses to writes and commits.
func (e *environment) cutCommits(ctx context.Context, keyed bool) ([]figure, error) {
	p, servers, err := e.replicasBehindProxy(ctx)
	if err != nil {
		return nil, err
	}
	tags := [][]byte{[]byte("INSERT 0 1\x00"), []byte("COMMIT\x00")}
	p.Lose = func(part []byte) bool {
		return slices.ContainsFunc(tags, func(tag []byte) bool { return bytes.Contains(part, tag) }) &&
			rand.IntN(3) == 0
	}
	c := &calls{keyed: keyed, organization: e.first}
	addrs := []string{servers[0].HTTP, servers[1].HTTP}
	return c.run(ctx, e, func(ctx context.Context, n int, call once) {
		c.until(ctx, addrs, n, call, fmt.Sprint("call-", n))
	})
}

// sendTwice sends each call to two servers at the same moment.
func (e *environment) sendTwice(ctx context.Context, keyed bool) ([]figure, error) {
	servers, err := e.replicas(ctx, 2)
	if err != nil {
		return nil, err
	}
	c := &calls{keyed: keyed, organization: e.first}
	return c.run(ctx, e, func(ctx context.Context, n int, call once) {
		var both sync.WaitGroup
		for _, s := range servers {
			both.Go(func() { c.until(ctx, []string{s.HTTP}, n, call, fmt.Sprint("call-", n)) })
		}
		both.Wait()
	})
}
