package main

import (
	"os"
	"time"

	"github.com/workplan-api/workplan/tools/internal/proc"
)

// usage is the CPU time until a moment.
type usage struct {
	at                       time.Time
	server, postgres, others time.Duration
}

// sample returns the usage of a server, of PostgreSQL, and of all processes outside the benchmark.
func (e *environment) sample(server *server) usage {
	table, self := proc.ReadTable(), os.Getpid()
	ours := table.CPU(self)
	u := usage{at: time.Now(), postgres: ours - table[self].CPU, others: proc.MachineTime() - ours}
	if server.Server != nil {
		u.server = table.CPU(server.PID)
	}
	for _, s := range e.servers {
		u.postgres -= table.CPU(s.PID)
	}
	return u
}
