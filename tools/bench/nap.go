//go:build !linux

package main

import "time"

// nap sleeps for a time.
func nap(d time.Duration) { time.Sleep(d) }
