package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/services/chain/auth"
)

// The bar of wrong keys. The attacker sends so many a second, and as many look-ups may they cost.
const (
	wrongKeysPerSecond = 20
	lookUpsPerSecond   = 20
	// firstLookUps run at once, before the rate counts.
	firstLookUps = 8
	rightKeys    = 100
	minAnswered  = 95
	maxAnswer    = 2 * time.Second
)

func init() {
	trial := func(perSecond int, env ...string) trial {
		return func(ctx context.Context, e *environment) ([]figure, error) {
			return e.wrongKeys(ctx, perSecond, env...)
		}
	}
	add(row{
		timed: true,
		name:  "wrong-keys",
		done: fmt.Sprintf("An address sends %d wrong keys a second of an organization. %d keys of this organization "+
			"are used for the first time meanwhile, from the same address.",
			wrongKeysPerSecond, rightKeys),
		holds: fmt.Sprintf("%d of the %d right keys get 200 within %s, and the wrong keys cost "+
			"at most %d look-ups a second.",
			minAnswered, rightKeys, maxAnswer, lookUpsPerSecond),
		run:         trial(wrongKeysPerSecond),
		controlDone: "no limit of wrong keys, and 100 a second",
		control:     trial(5*wrongKeysPerSecond, "WRONG_KEY_LIMIT=0"),
	})
}

// wrongKeys uses new keys while wrong ones are sent.
func (e *environment) wrongKeys(ctx context.Context, perSecond int, env ...string) ([]figure, error) {
	ops, err := freeAddr()
	if err != nil {
		return nil, err
	}
	s, err := e.serve(ctx, append(env, "OPS_ADDR="+ops)...)
	if err != nil {
		return nil, err
	}
	keys, err := e.newKeys(ctx, s.HTTP, rightKeys)
	if err != nil {
		return nil, err
	}
	before, err := lookUps(ctx, ops)
	if err != nil {
		return nil, err
	}
	var running sync.WaitGroup
	attack, end := context.WithCancel(ctx)
	began := time.Now()
	running.Go(func() {
		tick := time.NewTicker(time.Second / time.Duration(perSecond))
		defer tick.Stop()
		for attack.Err() == nil {
			running.Go(func() { getMe(ctx, s.HTTP, auth.NewKey(uuid.MustParse(e.first.Organization.ID)).Reveal()) })
			<-tick.C
		}
	})
	time.Sleep(3 * time.Second) // more than an address may send in a minute
	answered, slowest := 0, time.Duration(0)
	for _, key := range keys {
		status, took := getMe(ctx, s.HTTP, key)
		slowest = max(slowest, took)
		if status == http.StatusOK && took < maxAnswer {
			answered++
		}
		time.Sleep(100 * time.Millisecond)
	}
	end()
	running.Wait()
	lasted := time.Since(began)
	after, err := lookUps(ctx, ops)
	if err != nil {
		return nil, err
	}
	wrong := after - before - rightKeys
	figures := []figure{
		count("right keys answered", answered), milliseconds("slowest", slowest),
		count("look-ups of wrong keys", wrong), {"in", lasted.Seconds(), "s"},
	}
	switch most := firstLookUps + int(lasted.Seconds()*lookUpsPerSecond); {
	case answered < minAnswered:
		return figures, broken("%d of %d right keys were answered", answered, rightKeys)
	case wrong > most:
		return figures, broken("the wrong keys cost %d look-ups in %s", wrong, lasted.Round(time.Second))
	}
	return figures, nil
}

// newKeys creates keys that no server has seen in use.
func (e *environment) newKeys(ctx context.Context, addr string, n int) (secrets []string, err error) {
	c := newClient(addr, e.first.key("admin"))
	defer c.Close()
	for i := range n {
		resp, err := c.Call(ctx, http.MethodPost, "/api/v1/keys",
			object{"name": fmt.Sprint("new ", i), "actorUserId": e.first.user(0), "scopes": []string{"read:users"}})
		if err := want(http.StatusOK, resp, err); err != nil {
			return nil, err
		}
		var created struct{ Secret string }
		if err := resp.Data(&created); err != nil {
			return nil, err
		}
		secrets = append(secrets, created.Secret)
	}
	return secrets, nil
}

// getMe asks for the identity of a key over a connection of its own. The status is 0 if there is no response.
func getMe(ctx context.Context, addr, key string) (status int, took time.Duration) {
	c := newClient(addr, key)
	defer c.Close()
	began := time.Now()
	if resp, err := c.Call(context.WithoutCancel(ctx), http.MethodGet, "/api/v1/me", nil); err == nil {
		status = resp.Status
	}
	return status, time.Since(began)
}

// lookUps returns how many keys the server with these metrics has looked up.
func lookUps(ctx context.Context, ops string) (n int, err error) {
	c := newClient(ops, "")
	defer c.Close()
	resp, err := c.Call(ctx, http.MethodGet, "/metrics", nil)
	if err := want(http.StatusOK, resp, err); err != nil {
		return 0, err
	}
	_, value, ok := strings.Cut(string(resp.Body), "\n"+`workplan_statements_total{statement="SELECT api_keys"} `)
	if !ok {
		return 0, errors.New("the server does not count look-ups of keys")
	}
	value, _, _ = strings.Cut(value, "\n")
	return strconv.Atoi(value)
}

// freeAddr returns an address at which nothing listens.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
