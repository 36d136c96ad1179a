// Package retry has the rules by which calls are sent again, the same over REST and gRPC.
package retry

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	firstBackoff = 500 * time.Millisecond
	longestWait  = time.Minute
)

// Policy bounds the tries and the time of a call.
type Policy struct {
	// Tries is how often a call is sent at most.
	Tries int
	// Timeout bounds a call with all its tries, where its context has no deadline.
	Timeout time.Duration
}

// Default is the policy where the caller says nothing else.
var Default = Policy{Tries: 4, Timeout: 30 * time.Second}

// Outcome is what came of one try.
type Outcome struct {
	Err error
	// Again says that the call may be sent again.
	Again bool
	// After is how long the answer asks to wait; where it is 0, waits double from half a second.
	After time.Duration
}

// Do tries a call until it succeeds or must not be tried again, and returns the last
// error. It waits neither longer than a minute nor beyond the deadline: then the answer
// that asks for it is the last. Where ctx ends during a wait, it returns ctx.Err().
func (p Policy) Do(ctx context.Context, try func(context.Context) Outcome) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, p.Timeout)
		defer cancel()
	}
	deadline, _ := ctx.Deadline()
	for n := 1; ; n++ {
		out := try(ctx)
		if out.Err == nil || !out.Again || n >= p.Tries {
			return out.Err
		}
		wait := out.After
		if wait <= 0 {
			wait = backoff(n)
		}
		if wait > longestWait || wait > time.Until(deadline) {
			return out.Err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// backoff is the wait after try n, give or take a fifth, so that clients that failed
// together do not come back together.
func backoff(n int) time.Duration {
	return time.Duration(float64(firstBackoff<<(n-1)) * (0.8 + 0.4*rand.Float64()))
}
