package retry_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/workplan-api/workplan/clients/go/workplan/internal/retry"
)

var errBusy = errors.New("busy")

// do makes tries that all fail, and returns the time of each.
func do(ctx context.Context, policy retry.Policy, out retry.Outcome) (tries []time.Duration, err error) {
	start := time.Now()
	out.Err = errBusy
	err = policy.Do(ctx, func(context.Context) retry.Outcome {
		tries = append(tries, time.Since(start))
		return out
	})
	return tries, err
}

func TestBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries, err := do(t.Context(), retry.Default, retry.Outcome{Again: true})
		if len(tries) != 4 || err != errBusy {
			t.Fatalf("%d tries: %v", len(tries), err)
		}
		for i, want := range []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second} {
			if wait := tries[i+1] - tries[i]; wait < want*8/10 || wait > want*12/10 {
				t.Errorf("wait %d is %v, want about %v", i+1, wait, want)
			}
		}
	})
}

func TestWaits(t *testing.T) {
	hour := retry.Policy{Tries: 2, Timeout: time.Hour}
	for name, c := range map[string]struct {
		policy retry.Policy
		out    retry.Outcome
		tries  int
		took   time.Duration
	}{
		"as long as the server asks": {hour, retry.Outcome{Again: true, After: time.Minute}, 2, time.Minute},
		"not over a minute":          {hour, retry.Outcome{Again: true, After: 61 * time.Second}, 1, 0},
		"not beyond the deadline":    {retry.Default, retry.Outcome{Again: true, After: 31 * time.Second}, 1, 0},
		"not after a final error":    {hour, retry.Outcome{After: time.Second}, 1, 0},
		"not with a single try":      {retry.Policy{Tries: 1, Timeout: time.Hour}, retry.Outcome{Again: true}, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				tries, err := do(t.Context(), c.policy, c.out)
				if len(tries) != c.tries || time.Since(start) != c.took || err != errBusy {
					t.Errorf("%d tries in %v: %v", len(tries), time.Since(start), err)
				}
			})
		})
	}
}

func TestCancelEndsAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		start := time.Now()
		tries, err := do(ctx, retry.Default, retry.Outcome{Again: true, After: 20 * time.Second})
		if len(tries) != 1 || time.Since(start) != time.Second || err != context.Canceled {
			t.Errorf("%d tries in %v: %v", len(tries), time.Since(start), err)
		}
	})
}

func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := func(ctx context.Context) (left time.Duration) {
			err := retry.Default.Do(ctx, func(ctx context.Context) retry.Outcome {
				deadline, _ := ctx.Deadline()
				left = time.Until(deadline)
				return retry.Outcome{}
			})
			if err != nil {
				t.Error(err)
			}
			return left
		}
		if got := left(t.Context()); got != 30*time.Second {
			t.Errorf("a call has %v by default", got)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if got := left(ctx); got != time.Minute {
			t.Errorf("a call has %v with a deadline of a minute", got)
		}
	})
}

// follow reads parts, of which outs are the outcomes, and returns the time of each.
func follow(ctx context.Context, outs ...retry.Outcome) (parts []time.Duration, err error) {
	start := time.Now()
	err = retry.Follow(ctx, func(responded func()) (more bool, err error) {
		out := outs[len(parts)]
		parts = append(parts, time.Since(start))
		if out.Err == nil {
			responded()
		}
		return len(parts) < len(outs), out.Err
	}, func(error) (after time.Duration, ok bool) {
		out := outs[len(parts)-1]
		return out.After, out.Again
	})
	return parts, err
}

func TestFollow(t *testing.T) {
	ok, down, gone := retry.Outcome{}, retry.Outcome{Err: errBusy, Again: true}, retry.Outcome{Err: errBusy}
	asked := retry.Outcome{Err: errBusy, Again: true, After: 90 * time.Second}
	seconds := func(s ...float64) (all []time.Duration) {
		for _, s := range s {
			all = append(all, time.Duration(s*float64(time.Second)))
		}
		return all
	}
	for name, c := range map[string]struct {
		outs  []retry.Outcome
		waits []time.Duration // before the second part and the later ones
		err   error
	}{
		"the first part fails": {[]retry.Outcome{down}, nil, errBusy},
		"longer and longer": {[]retry.Outcome{ok, down, down, down, down, down, down, down, down, down, ok},
			seconds(0, .5, 1, 2, 4, 8, 16, 32, 32, 32), nil},
		"short again after a success":  {[]retry.Outcome{ok, down, down, ok, down, ok}, seconds(0, .5, 1, 0, .5), nil},
		"as long as the server asks":   {[]retry.Outcome{ok, asked, ok}, seconds(0, 90), nil},
		"an error that does not pass":  {[]retry.Outcome{ok, ok, gone}, seconds(0, 0), errBusy},
		"an error after one that does": {[]retry.Outcome{ok, down, gone}, seconds(0, .5), errBusy},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				parts, err := follow(t.Context(), c.outs...)
				if len(parts) != len(c.outs) || err != c.err {
					t.Fatalf("%d parts: %v", len(parts), err)
				}
				for i, want := range c.waits {
					if wait := parts[i+1] - parts[i]; wait < want*8/10 || wait > want*12/10 {
						t.Errorf("wait %d is %v, want about %v", i+1, wait, want)
					}
				}
			})
		})
	}
	t.Run("it ends in a wait when it is cancelled", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			start := time.Now()
			parts, err := follow(ctx, ok, asked, ok)
			if len(parts) != 2 || time.Since(start) != time.Second || err != nil {
				t.Errorf("%d parts in %v: %v", len(parts), time.Since(start), err)
			}
		})
	})
}
