package main

import (
	"context"
	"runtime"
	"time"
)

// arrivals starts an open loop: requests arrive at a fixed rate, whether earlier ones are done or not. The function
// that it returns waits for the next arrival that no client has taken and returns when it was due.
func arrivals(ctx context.Context, l load) func() (time.Time, bool) {
	count := max(1, int(l.offered*l.time.Seconds()))
	due := make(chan time.Time, count) // arrivals wait here while all clients are busy
	begin := time.Now()
	go func() {
		defer close(due)
		runtime.LockOSThread() // pause blocks the thread
		defer runtime.UnlockOSThread()
		for i := range count {
			at := begin.Add(time.Duration(float64(i) / l.offered * float64(time.Second)))
			for wait := time.Until(at); wait > 0; wait = time.Until(at) {
				pause(wait)
			}
			if ctx.Err() != nil {
				return
			}
			due <- at
		}
	}()
	return func() (time.Time, bool) {
		at, ok := <-due
		return at, ok
	}
}
