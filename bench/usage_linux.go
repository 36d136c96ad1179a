package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// measurable says that this system tells what processes use.
const measurable = true

// tick is the unit of /proc/PID/stat.
const tick = time.Second / 100

// ownGroup puts a process into a group of its own, and ends it where we end.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func cpuOfSelf() (time.Duration, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}

// cpuOf is the CPU of the threads of a process, to the nanosecond. Go and PostgreSQL
// keep their threads.
func cpuOf(pid int) (sum time.Duration, err error) {
	paths, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil {
		return 0, err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue
		}
		if err != nil {
			return 0, err
		}
		first, _, _ := strings.Cut(string(text), " ")
		n, err := strconv.ParseInt(first, 10, 64)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(n)
	}
	return sum, nil
}

// cpuOfPostgres is the CPU of a cluster, and of its connections alone. Of processes
// that have ended the postmaster knows it to a hundredth of a second.
func cpuOfPostgres(postmaster int) (all, backends time.Duration, err error) {
	own, err := statOf(postmaster)
	if err != nil {
		return 0, 0, err
	}
	if all, err = cpuOf(postmaster); err != nil {
		return 0, 0, err
	}
	all += own.ended
	paths, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0, 0, err
	}
	for _, path := range paths {
		pid, err := strconv.Atoi(filepath.Base(path))
		if err != nil {
			return 0, 0, err
		}
		s, err := statOf(pid)
		if err != nil || s.parent != postmaster {
			continue // it may have ended meanwhile
		}
		cpu, err := cpuOf(pid)
		if err != nil {
			return 0, 0, err
		}
		all += cpu
		if title, _ := os.ReadFile(path + "/cmdline"); bytes.Contains(title, []byte("[local]")) {
			backends += cpu
		}
	}
	return all, backends, nil
}

// stat is what /proc/PID/stat tells: the parent, and the CPU of children that ended.
type stat struct {
	parent int
	ended  time.Duration
}

func statOf(pid int) (s stat, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return s, err
	}
	// The name in parentheses may hold anything; the fields behind it are numbers.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 15 {
		return s, fmt.Errorf("/proc/%d/stat: unexpected text", pid)
	}
	if s.parent, err = strconv.Atoi(fields[1]); err != nil {
		return s, err
	}
	for _, field := range fields[13:15] {
		n, err := strconv.Atoi(field)
		if err != nil {
			return s, err
		}
		s.ended += time.Duration(n) * tick
	}
	return s, nil
}

func parentOf(pid int) (int, error) {
	s, err := statOf(pid)
	return s.parent, err
}

// cpuOfMachine is what all processes and the kernel used.
func cpuOfMachine() (time.Duration, error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 {
		return 0, errors.New("/proc/stat: unexpected text")
	}
	var busy time.Duration
	for i, field := range fields[1:9] { // user nice system idle iowait irq softirq steal
		n, err := strconv.Atoi(field)
		if err != nil {
			return 0, err
		}
		if i != 3 && i != 4 {
			busy += time.Duration(n) * tick
		}
	}
	return busy, nil
}

// memoryOf is the resident memory of a process in bytes, now and at its peak.
func memoryOf(pid int) (now, peak int64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		var kib int64
		switch name {
		case "VmRSS", "VmHWM":
			if _, err := fmt.Sscanf(value, "%d kB", &kib); err != nil {
				return 0, 0, err
			}
		}
		switch name {
		case "VmRSS":
			now = kib << 10
		case "VmHWM":
			peak = kib << 10
		}
	}
	return now, peak, nil
}

// resetPeak makes the peak of a process count from now.
func resetPeak(pid int) error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)
}

// loadAverage is what the machine had to do in the last minute.
func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	return strings.Join(strings.Fields(string(text))[:min(3, len(strings.Fields(string(text))))], " ")
}
