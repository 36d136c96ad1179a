package main

import (
	"syscall"
	"time"
)

// pause sleeps for a time, or shorter. time.Sleep may take a millisecond longer if the process is idle.
func pause(d time.Duration) {
	spec := syscall.NsecToTimespec(d.Nanoseconds())
	_ = syscall.Nanosleep(&spec, nil) // a signal may interrupt it
}
