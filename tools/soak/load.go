package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"time"

	"google.golang.org/grpc"

	"github.com/workplan-api/workplan/internal/wait"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// workers is how many workers an organization has.
const workers = 4

// worker makes one request at a time for an organization.
type worker struct {
	*piece
	org    *organization
	key    string
	random *rand.Rand

	on     *serving // the server that the client is connected to
	client *testbed.Client
	grpc   *grpc.ClientConn
}

func (p *piece) newWorker(o *organization, key string) *worker {
	return &worker{piece: p, org: o, key: o.key(key), random: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
}

func (w *worker) close() {
	if w.client != nil {
		w.client.Close()
	}
	if w.grpc != nil {
		_ = w.grpc.Close() // no call is left
	}
}

// connect makes the worker a client of the server that runs.
func (w *worker) connect() (err error) {
	if now := w.server.Load(); w.on != now {
		w.close()
		w.on, w.client = now, testbed.NewClient(now.HTTP, w.key)
		w.grpc, err = testbed.DialGRPC(now.GRPC, w.key)
	}
	return err
}

// work makes requests until ctx ends: each after a random time, on average with a rate, or without a pause if the rate
// is 0.
func (w *worker) work(ctx context.Context, rate float64) {
	defer w.close()
	sum := 0
	for _, s := range mix {
		sum += s.weight
	}
	for next := time.Now(); ctx.Err() == nil; {
		if rate > 0 {
			next = next.Add(time.Duration(w.random.ExpFloat64() / rate * float64(time.Second)))
			if late := time.Since(next); late > time.Second {
				next = next.Add(late) // what a stop has delayed is not made up for
			}
			_ = wait.For(ctx, time.Until(next))
		}
		if w.random.IntN(exportsEvery) == 0 {
			w.export(ctx)
			continue
		}
		n := w.random.IntN(sum)
		for _, s := range mix {
			if n -= s.weight; n < 0 {
				s.do(w, ctx)
				break
			}
		}
	}
}

// allowed are the statuses of errors that are only counted: of an If-Match, of a quota, and of a busy machine.
var allowed = []int{http.StatusConflict, http.StatusTooManyRequests, http.StatusServiceUnavailable}

// call sends a request and returns the response if its status is 200. One with a header Idempotency-Key is sent again
// until it has a response that is no refusal. A status that no kind of request should have is noted as wrong.
func (w *worker) call(ctx context.Context, kind, method, path string, body any, header ...string) *testbed.Response {
	once := slices.Contains(header, "Idempotency-Key")
	for ctx.Err() == nil {
		if err := w.connect(); err != nil {
			w.wrong(kind, err.Error())
			return nil
		}
		clear(w.client.Header)
		for i := 0; i < len(header); i += 2 {
			w.client.Header.Set(header[i], header[i+1])
		}
		began := time.Now()
		resp, err := w.client.Call(ctx, method, "/api/v1/"+path, body)
		if ctx.Err() != nil {
			return nil
		}
		delay := 200 * time.Millisecond
		switch {
		case err != nil:
			w.counts.add(w.org, kind, "no response", 0)
			if !w.on.killed.Load() {
				w.wrong(kind,
					fmt.Sprintf("%s %s has no response, although the server was not killed: %v", method, path, err))
			}
		case resp.Status == http.StatusOK:
			w.counts.add(w.org, kind, "200", time.Since(began))
			return resp
		default:
			w.counts.add(w.org, kind, strconv.Itoa(resp.Status), 0)
			if !slices.Contains(allowed, resp.Status) {
				w.wrong(kind, fmt.Sprintf("%s %s: status %d: %.300s", method, path, resp.Status, resp.Body))
			}
			seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
			if resp.Status == http.StatusConflict && seconds == 0 {
				return nil
			}
			delay = max(delay, time.Duration(seconds)*time.Second)
			if w.org.isNoisy() {
				delay /= 10 // it is impatient
			}
		}
		_ = wait.For(ctx, delay)
		if !once {
			return nil
		}
	}
	return nil
}

// get reads a record or a list for the tool itself. It tries for a while.
func (w *worker) get(ctx context.Context, path string, into any) error {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline) && ctx.Err() == nil; {
		if resp := w.call(ctx, checks, http.MethodGet, path, nil); resp != nil {
			return resp.Data(into)
		}
	}
	return errors.Join(ctx.Err(), fmt.Errorf("GET %s has no response in 30 s", path))
}
