//go:build !linux

package main

import "time"

// pause sleeps for a time.
func pause(d time.Duration) { time.Sleep(d) }
