package main

import (
	"context"
	"io"
	"os"
	"runtime"
	"sync/atomic"
)

// busyProcessors makes this program keep all processors busy, but only when they would be idle otherwise.
//
// A virtual machine whose processors are busy loses time that an idle one does not: its host takes them away. On the
// machine of docs/reports/faults.md, two loops that do nothing else lose 1 % of their time in pauses of up to 10 ms,
// and a single loop nearly none. A request of 3 ms that meets such a pause is one of the slowest 1 %, whatever the
// server does. So the p99 of an attack, which keeps the processors busy, is compared with the p99 alone on processors
// that are as busy.
const busyProcessors = "busy-processors"

// startBusy keeps the processors busy until stop.
func startBusy(ctx context.Context) (stop func() error, err error) {
	end, err := startIdle(ctx, busyProcessors, nil)
	return func() error { _, err := end(); return err }, err
}

// serveBusy is the process that keeps the processors busy until its standard input ends.
func serveBusy() error {
	runtime.GOMAXPROCS(runtime.NumCPU() + 1) // one waits for the end
	for range runtime.NumCPU() {
		go func() {
			var turns atomic.Int64
			for {
				turns.Add(1)
			}
		}()
	}
	_, err := io.Copy(io.Discard, os.Stdin)
	return err
}
