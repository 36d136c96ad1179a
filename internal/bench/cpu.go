package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// usage is the CPU time until a moment.
type usage struct {
	at                       time.Time
	server, postgres, others time.Duration
}

// sample returns the usage of a server, of PostgreSQL, and of all processes outside the benchmark.
func (e *environment) sample(server *server) usage {
	table, self := processTable(), os.Getpid()
	ours := table.tree(self)
	u := usage{time.Now(), table.tree(server.pid), ours - table[self].cpu, machineTime() - ours}
	for _, s := range e.servers {
		u.postgres -= table.tree(s.pid)
	}
	return u
}

// processes are the processes of the machine by their ids. cpu contains that of children that
// have ended.
type processes map[int]struct {
	parent int
	cpu    time.Duration
}

// processTable reads /proc. It is empty on other systems than Linux.
func processTable() processes {
	table := processes{}
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
		p.parent, _ = strconv.Atoi(fields[1])
		p.cpu = ticks(fields[11:15])
		table[pid] = p
	}
	return table
}

// tree is the CPU time of a process and of its descendants.
func (t processes) tree(root int) (sum time.Duration) {
	for pid, p := range t {
		for at := pid; at != 0; at = t[at].parent {
			if at == root {
				sum += p.cpu
			}
		}
	}
	return sum
}

// machineTime is the time that the processors were busy.
func machineTime() time.Duration {
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
