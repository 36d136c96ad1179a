// Package retry has the rules for sending calls again, the same over REST and gRPC.
package retry

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	firstBackoff   = 500 * time.Millisecond
	longestBackoff = 32 * time.Second // of a follower
	longestWait    = time.Minute
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
		if !sleep(ctx, wait) {
			return ctx.Err()
		}
	}
}

// Follow reads the journal, part by part, until ctx ends or read returns false. If a part
// fails, it reads again for as long as it takes, after the wait that the server asks for,
// otherwise after 0.5 s, 1 s, 2 s and so on, up to about 32 s. But it returns an error of
// the first part, and one that does not pass.
//
// read calls responded for each response of the server. passes reports whether an error may
// pass, and how long the server asks to wait.
func Follow(ctx context.Context, read func(responded func()) (more bool, err error), passes func(
	error,
) (after time.Duration, ok bool)) error {
	connected, failures := false, 0
	responded := func() { connected, failures = true, 0 }
	for {
		more, err := read(responded)
		switch {
		case ctx.Err() != nil || err == nil && !more:
			return nil
		case err == nil:
			continue
		}
		wait, ok := passes(err)
		if !ok || !connected {
			return err
		}
		failures++
		if wait <= 0 {
			wait = backoff(failures)
		}
		if !sleep(ctx, wait) {
			return nil
		}
	}
}

// sleep reports whether ctx did not end before.
func sleep(ctx context.Context, wait time.Duration) bool {
	select {
	case <-time.After(wait):
		return true
	case <-ctx.Done():
		return false
	}
}

// backoff returns the wait after try n, plus or minus a fifth, so that clients that failed
// together do not return together.
func backoff(n int) time.Duration {
	wait := min(firstBackoff<<min(n-1, 10), longestBackoff)
	return time.Duration(float64(wait) * (0.8 + 0.4*rand.Float64()))
}
