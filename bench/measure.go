package main

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"
)

// round is what one arm did in one round.
type round struct {
	Requests int `json:"requests"`
	// PerSecond is requests per second, the latencies are milliseconds, and the CPU
	// is microseconds per request.
	PerSecond   float64 `json:"perSecond"`
	P50         float64 `json:"p50Ms"`
	P99         float64 `json:"p99Ms"`
	ServerCPU   float64 `json:"serverCpuUs"`
	PostgresCPU float64 `json:"postgresCpuUs"`
	BackendCPU  float64 `json:"backendCpuUs"`
	ClientCPU   float64 `json:"clientCpuUs"`
	// Others is the share of the machine that processes outside of the benchmark used.
	Others float64 `json:"others"`
}

// maxRequests bounds what one client sends in a round.
const maxRequests = 1_000_000

// measure has so many clients send calls to an arm for some time. The same seed gives
// the same requests.
func measure(ctx context.Context, a arm, clients int, calls []call, seconds float64, seed uint64, postmaster int) (r round, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	callers := make([]caller, 0, clients)
	defer func() {
		for _, c := range callers {
			c.close()
		}
	}()
	for range clients {
		c, err := a.dial(ctx)
		if err != nil {
			return r, err
		}
		callers = append(callers, c)
	}
	runtime.GC() // what was left by the arm before is not this one's
	took := make([][]time.Duration, clients)
	p := processes{server: a.server, postmaster: postmaster}
	before, err := p.observe()
	if err != nil {
		return r, err
	}
	began := time.Now()
	until := began.Add(time.Duration(seconds * float64(time.Second)))
	var running sync.WaitGroup
	for i, c := range callers {
		running.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(i)))
			at := time.Now()
			for n := 0; n < maxRequests && at.Before(until); n++ {
				if err := c.do(ctx, &calls[random.IntN(len(calls))]); err != nil {
					cancel(err) // of several errors the first one counts
					return
				}
				now := time.Now()
				took[i] = append(took[i], now.Sub(at))
				at = now
			}
		})
	}
	running.Wait()
	elapsed := time.Since(began)
	after, err := p.observe()
	if err != nil {
		return r, err
	}
	if ctx.Err() != nil {
		return r, context.Cause(ctx)
	}
	return newRound(slices.Concat(took...), elapsed, after.since(before), a.server), nil
}

func newRound(took []time.Duration, elapsed time.Duration, used usage, server int) round {
	slices.Sort(took)
	n := len(took)
	each := func(d time.Duration) float64 { return d.Seconds() * 1e6 / float64(n) }
	at := func(share float64) float64 { return took[min(n-1, int(share*float64(n)))].Seconds() * 1e3 }
	return round{
		Requests: n, PerSecond: float64(n) / elapsed.Seconds(), P50: at(0.5), P99: at(0.99),
		ServerCPU: each(used.server), PostgresCPU: each(used.postgres), BackendCPU: each(used.backends), ClientCPU: each(used.client),
		Others: used.others(elapsed, runtime.NumCPU(), server),
	}
}
