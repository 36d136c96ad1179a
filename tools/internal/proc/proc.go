// Package proc reads what processes use from /proc.
package proc

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Table are the processes of the machine by their ids. CPU contains that of children that have ended.
type Table map[int]struct {
	Parent int
	CPU    time.Duration
}

// ReadTable reads /proc. The table is empty on other systems than Linux.
func ReadTable() Table {
	table := Table{}
	paths, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		// The name in parentheses may contain anything. The fields after it are numbers.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		p := table[pid]
		p.Parent, _ = strconv.Atoi(fields[1])
		p.CPU = ticks(fields[11:15])
		table[pid] = p
	}
	return table
}

// Tree returns a process and its descendants.
func (t Table) Tree(root int) (pids []int) {
	for pid := range t {
		for at := pid; at != 0; at = t[at].Parent {
			if at == root {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// CPU is the CPU time of a process and of its descendants.
func (t Table) CPU(root int) (sum time.Duration) {
	for _, pid := range t.Tree(root) {
		sum += t[pid].CPU
	}
	return sum
}

// MachineTime is the time that the processors were busy.
func MachineTime() time.Duration {
	text, _ := os.ReadFile("/proc/stat")
	fields := strings.Fields(string(text[:max(0, bytes.IndexByte(text, '\n'))]))
	if len(fields) < 9 {
		return 0
	}
	return ticks(fields[1:4]) + ticks(fields[6:9]) // user nice system, irq softirq steal
}

// ticks adds times in hundredths of a second.
func ticks(fields []string) (sum time.Duration) {
	for _, field := range fields {
		n, _ := strconv.Atoi(field)
		sum += time.Duration(n) * time.Second / 100
	}
	return sum
}

// PeakMemory is the largest resident memory of a running process so far, in bytes.
func PeakMemory(pid int) (int64, error) { return status(pid, "VmHWM:") }

// Memory is the resident memory of a running process, in bytes.
func Memory(pid int) (int64, error) { return status(pid, "VmRSS:") }

// AnonymousMemory is the part of Memory that is not a file, such as the program itself, which the system can read
// again.
func AnonymousMemory(pid int) (int64, error) { return status(pid, "RssAnon:") }

// status returns a size of /proc/PID/status in bytes.
func status(pid int, name string) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, after, found := strings.Cut(string(text), name)
	fields := strings.Fields(after)
	if !found || len(fields) < 2 || fields[1] != "kB" {
		return 0, fmt.Errorf("process %d has no %s", pid, name)
	}
	kib, err := strconv.ParseInt(fields[0], 10, 64)
	return kib << 10, err
}
