// Package retry has the rules for sending calls again, the same over REST and gRPC.
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

// Policy limits the tries and the time of a call.
type Policy struct {
	// Tries is the maximum number of times that a call is sent.
	Tries int
	// Timeout limits the time of a call, including all its tries, unless its context has a
	// deadline.
	Timeout time.Duration
}

// Default is the policy unless the caller sets another one.
var Default = Policy{Tries: 4, Timeout: 30 * time.Second}

// Outcome is the result of one try.
type Outcome struct {
	Err error
	// Again reports whether the call may be sent again.
	Again bool
	// After is how long the server asks to wait. If it is 0, the waits are 0.5 s, 1 s, 2 s.
	After time.Duration
}

// Do tries a call until it succeeds or must not be tried again, and returns the last
// error. It does not wait longer than a minute or beyond the deadline. If ctx ends during
// a wait, it returns ctx.Err().
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

// backoff returns the wait after try n, plus or minus a fifth, so that clients that failed
// together do not return together.
func backoff(n int) time.Duration {
	return time.Duration(float64(firstBackoff<<(n-1)) * (0.8 + 0.4*rand.Float64()))
}
