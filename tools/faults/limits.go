package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// The limits that the operator has set in these rows.
const (
	maxKeys        = 50
	perMinute      = 600 // requests of an organization or a key, or requests to an endpoint
	atOnce         = perMinute / 6
	storedMiB      = 1
	sendsAtOnce    = 2 * perMinute / 60 // those of two turns of a second
	redeliveries   = 60
	redelivered    = 500 // events
	limitedUpserts = 60
)

// limited returns a row about a limit that a variable sets, 0 for none.
func limited(name, variable string, value int, done, holds string, t func(
	*environment, context.Context, string,
) ([]figure, error)) row {
	with := func(value int) trial {
		return func(ctx context.Context, e *environment) ([]figure, error) {
			return t(e, ctx, fmt.Sprintf("%s=%d", variable, value))
		}
	}
	return row{
		name: name, done: fmt.Sprintf("%s %s is %d.", done, variable, value), holds: holds, run: with(value),
		controlDone: variable + "=0", control: with(0),
	}
}

func init() {
	const rest, aSecond = "responses and %d a second, and 429 for the rest.", perMinute / 60
	add(
		limited("limit-keys", "MAX_KEYS", maxKeys,
			fmt.Sprintf("8 clients create %d keys of an organization at the same time on two servers.", 4*maxKeys),
			fmt.Sprintf("The organization has %d keys, and each other request is refused with 409.", maxKeys),
			(*environment).createKeys),
		limited("limit-organization", "ORGANIZATION_RATE_LIMIT", perMinute,
			"3 keys of an organization, without limits of their own, send without a pause.",
			fmt.Sprintf("The organization gets %d "+rest+" Another organization gets only 200.", atOnce, aSecond),
			sendAs("admin", "manager", "member")),
		limited("limit-key", "MAX_KEY_RATE_LIMIT", perMinute,
			"A key whose own rateLimit is 0, no limit, sends without a pause.",
			fmt.Sprintf("The key gets %d "+rest, atOnce, aSecond), sendAs("member")),
		limited("limit-responses", "STORED_RESPONSES_MIB", storedMiB,
			fmt.Sprintf("%d upserts of 1,000 rows on two servers, each with an Idempotency-Key and sent twice.",
				limitedUpserts),
			fmt.Sprintf("At most %d MiB of responses are stored. The second try of an upsert is replayed or gets "+
				"idempotency_response_missing, and has no effect.", storedMiB), (*environment).storeResponses),
		limited("limit-redeliveries", "WEBHOOK_RATE_LIMIT", perMinute,
			fmt.Sprintf("An admin asks %d times for overlapping ranges of %d events, which an endpoint gets again.",
				redeliveries, redelivered),
			fmt.Sprintf("The endpoint gets at most %d requests and %d a second.", sendsAtOnce, aSecond),
			(*environment).redeliver),
	)
}

// createKeys creates more keys than an organization may have.
func (e *environment) createKeys(ctx context.Context, env string) ([]figure, error) {
	servers, err := e.replicas(ctx, 2, env)
	if err != nil {
		return nil, err
	}
	var created, refused, other atomic.Int64
	var clients sync.WaitGroup
	for n := range 8 {
		clients.Go(func() {
			c := newClient(servers[n%2].HTTP, e.first.key("admin"))
			defer c.Close()
			for range 4 * maxKeys / 8 {
				resp, err := c.Call(ctx, http.MethodPost, "/api/v1/keys",
					object{"name": "one of many", "actorUserId": e.first.user(0), "scopes": []string{"read:users"}})
				switch {
				case err == nil && resp.Status == http.StatusOK:
					created.Add(1)
				case err == nil && resp.Status == http.StatusConflict:
					refused.Add(1)
				default:
					other.Add(1)
				}
			}
		})
	}
	clients.Wait()
	db, err := e.pool()
	if err != nil {
		return nil, err
	}
	keys := 0
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL`,
		e.first.Organization.ID).Scan(&keys); err != nil {
		return nil, err
	}
	figures := []figure{count("created", int(created.Load())), count("refused with 409", int(refused.Load())),
		count("other responses", int(other.Load())), count("keys", keys)}
	if keys != maxKeys || other.Load() > 0 {
		return figures, broken("the organization has %d keys", keys)
	}
	return figures, nil
}

// sendAs returns a trial that sends with the keys of these callers, and with one of another organization a few times.
func sendAs(callers ...string) func(*environment, context.Context, string) ([]figure, error) {
	return func(e *environment, ctx context.Context, env string) ([]figure, error) {
		return e.sendMuch(ctx, callers, env)
	}
}

func (e *environment) sendMuch(ctx context.Context, callers []string, env string) ([]figure, error) {
	s, err := e.serve(ctx, env)
	if err != nil {
		return nil, err
	}
	var answered, limited, other atomic.Int64
	send := func(key string) {
		switch status, _ := getMe(ctx, s.HTTP, key); status {
		case http.StatusOK:
			answered.Add(1)
		case http.StatusTooManyRequests:
			limited.Add(1)
		default:
			other.Add(1)
		}
	}
	began := time.Now()
	var clients sync.WaitGroup
	for _, caller := range callers {
		clients.Go(func() {
			for time.Since(began) < e.span(10*time.Second, 3*time.Second) {
				send(e.first.key(caller))
			}
		})
	}
	neighbour := 0
	for range 10 {
		if status, _ := getMe(ctx, s.HTTP, e.second.key("admin")); status == http.StatusOK {
			neighbour++
		}
		time.Sleep(100 * time.Millisecond)
	}
	clients.Wait()
	took := time.Since(began)
	figures := []figure{
		count("responses with 200", int(answered.Load())), count("with 429", int(limited.Load())),
		count("others", int(other.Load())),
		count("of 10 requests of the other organization answered", neighbour), {"in", took.Seconds(), "s"},
	}
	most := atOnce + int(took.Seconds()*perMinute/60) + 1
	switch n := int(answered.Load()); {
	case n > most:
		return figures, broken("%d responses in %.0f s, more than %d", n, took.Seconds(), most)
	case n < atOnce || other.Load() > 0 || neighbour < 10:
		return figures, broken("requests within the limit were refused")
	}
	return figures, nil
}

// storeResponses upserts the same rows with other hours each time. Each upsert is sent twice.
func (e *environment) storeResponses(ctx context.Context, env string) ([]figure, error) {
	servers, err := e.replicas(ctx, 2, env)
	if err != nil {
		return nil, err
	}
	db, err := e.pool()
	if err != nil {
		return nil, err
	}
	events := func() (n int, err error) {
		return n, db.QueryRowContext(ctx, `SELECT count(*) FROM events WHERE organization_id = $1`,
			e.first.Organization.ID).Scan(&n)
	}
	replayed, missing := 0, 0
	for n := range limitedUpserts {
		c := newClient(servers[n%2].HTTP, e.first.key("admin"))
		c.Header.Set("Idempotency-Key", fmt.Sprint("upsert-", n))
		items := e.first.items(0, 1000, float64(1+n%20)/10)
		resp, err := c.Upsert(ctx, items)
		if err := want(http.StatusOK, resp, err); err != nil {
			return nil, err
		}
		before, err := events()
		if err != nil {
			return nil, err
		}
		resp, err = c.Upsert(ctx, items)
		if err != nil {
			return nil, err
		}
		c.Close()
		var failure struct{ Error struct{ Code string } }
		switch err := json.Unmarshal(resp.Body, &failure); {
		case err != nil:
			return nil, err
		case resp.Header.Get("Idempotency-Replayed") == "true":
			replayed++
		case failure.Error.Code == "idempotency_response_missing":
			missing++
		default:
			return nil, broken("the second try got %d %.200s", resp.Status, resp.Body)
		}
		switch after, err := events(); {
		case err != nil:
			return nil, err
		case after != before:
			return nil, broken("the second try had an effect")
		}
	}
	var bytes int64
	if err := db.QueryRowContext(ctx,
		`SELECT coalesce(sum(octet_length(response)), 0) FROM idempotency_keys WHERE organization_id = $1`,
		e.first.Organization.ID).Scan(&bytes); err != nil {
		return nil, err
	}
	figures := []figure{count("replayed", replayed), count("without a response", missing), mebibytes("stored", bytes)}
	if bytes > storedMiB<<20 {
		return figures, broken("%.1f MiB are stored", float64(bytes)/(1<<20))
	}
	return figures, nil
}

// redeliver asks again and again for events that an endpoint has got.
func (e *environment) redeliver(ctx context.Context, limit string) ([]figure, error) {
	env, err := e.withWebhooks(limit)
	if err != nil {
		return nil, err
	}
	servers, err := e.replicas(ctx, 1, env...)
	if err != nil {
		return nil, err
	}
	d := &delivery{e: e, servers: &pair{servers: servers}}
	if d.db, err = e.pool(); err != nil {
		return nil, err
	}
	admin := newClient(servers[0].HTTP, e.first.key("admin"))
	defer admin.Close()
	for n := range redelivered {
		resp, err := admin.Call(ctx, http.MethodPost, "/api/v1/clients",
			object{"companyName": fmt.Sprint("Client ", n)})
		if err := want(http.StatusOK, resp, err); err != nil {
			return nil, err
		}
	}
	if err := e.numbered(ctx, d.db); err != nil {
		return nil, err
	}
	if err := d.addEndpoint(ctx); err != nil {
		return nil, err
	}
	to := d.endpoints[0]
	began, span := time.Now(), e.span(10*time.Second, 6*time.Second)
	for n := range int64(redeliveries) {
		resp, err := admin.Call(ctx, http.MethodPost, "/api/v1/webhooks/"+to.id+"/redeliver",
			object{"fromSeq": to.cursor - redelivered + 1 + n, "toSeq": to.cursor - n})
		if err := want(http.StatusOK, resp, err); err != nil {
			return nil, err
		}
		time.Sleep(span / redeliveries)
	}
	took := time.Since(began)
	to.mu.Lock()
	got := len(to.got)
	to.mu.Unlock()
	figures := []figure{count("requests", got), {"in", took.Seconds(), "s"}}
	switch most := sendsAtOnce + int(took.Seconds()*perMinute/60); {
	case got == 0:
		return figures, broken("the endpoint got nothing")
	case got > most:
		return figures, broken("the endpoint got %d requests in %.0f s, more than %d", got, took.Seconds(), most)
	}
	return figures, nil
}
