//go:build !linux

package main

import (
	"errors"
	"syscall"
	"time"
)

// measurable says that this system tells what processes use. Only Linux does in a way
// that the benchmark reads; elsewhere it compares requests and latencies.
const measurable = false

// ownGroup puts a process into a group of its own.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func cpuOfSelf() (time.Duration, error) { return 0, errors.ErrUnsupported }

func cpuOf(int) (time.Duration, error) { return 0, errors.ErrUnsupported }

func cpuOfPostgres(int) (all, backends time.Duration, err error) {
	return 0, 0, errors.ErrUnsupported
}

func parentOf(int) (int, error) { return 0, nil }

func cpuOfMachine() (time.Duration, error) { return 0, errors.ErrUnsupported }

func memoryOf(int) (now, peak int64, err error) { return 0, 0, nil }

func resetPeak(int) error { return nil }

func loadAverage() string { return "" }
