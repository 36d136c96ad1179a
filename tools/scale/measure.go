package main

import (
	"context"
	"database/sql"
	"os"
	"time"

	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/proc"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// meter reads the counters of a server and of its PostgreSQL.
type meter struct {
	db       *sql.DB
	server   *process.Server
	postgres *testbed.Cluster
}

// used are counters, or how much they grew.
type used struct {
	time                                   time.Duration
	server, postgres, ours, machine        time.Duration // of CPU
	statements, transactions, wal, vacuums float64
	hours, journal, others, dead, fromDisk float64
	connections, memory, webhookLag        float64 // now
	at                                     time.Time
}

func (m *meter) read(ctx context.Context) (u used, err error) {
	processes, err := m.postgres.Processes()
	if err != nil {
		return u, err
	}
	table := proc.ReadTable()
	u = used{
		at: time.Now(), server: table.CPU(m.server.PID), postgres: table.CPU(processes[0]), machine: proc.MachineTime(),
	}
	u.ours = table[os.Getpid()].CPU
	memory, err := proc.Memory(m.server.PID)
	if err != nil {
		return u, err
	}
	metrics, err := testbed.Metrics(ctx, m.server)
	if err != nil {
		return u, err
	}
	u.memory, u.statements = float64(memory), metrics["workplan_statements_total"]
	u.webhookLag = metrics["workplan_webhook_oldest_undelivered_seconds"]
	err = m.db.QueryRowContext(ctx, `
SELECT pg_current_wal_lsn() - '0/0', xact_commit, blks_read, (SELECT sum(autovacuum_count) FROM pg_stat_user_tables),
  (SELECT sum(n_dead_tup) FROM pg_stat_user_tables),
  pg_total_relation_size('assignments') + pg_total_relation_size('actual_hours'), pg_total_relation_size('events'),
  pg_database_size(datid), (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database())
FROM pg_stat_database WHERE datname = current_database()`).Scan(
		&u.wal, &u.transactions, &u.fromDisk, &u.vacuums, &u.dead, &u.hours, &u.journal, &u.others, &u.connections)
	u.others -= u.hours + u.journal
	return u, err
}

// since returns how much the counters grew. What is not counted stays as it is now.
func (u used) since(before used) used {
	u.time = u.at.Sub(before.at)
	for _, d := range []struct{ now, then *time.Duration }{
		{&u.server, &before.server}, {&u.postgres, &before.postgres}, {&u.ours, &before.ours},
		{&u.machine, &before.machine},
	} {
		*d.now -= *d.then
	}
	for _, d := range []struct{ now, then *float64 }{
		{&u.statements, &before.statements}, {&u.transactions, &before.transactions}, {&u.wal, &before.wal},
		{&u.vacuums, &before.vacuums}, {&u.fromDisk, &before.fromDisk}, {&u.journal, &before.journal},
	} {
		*d.now -= *d.then
	}
	return u
}

// cores returns a time of CPU in processors.
func (u used) cores(cpu time.Duration) float64 { return cpu.Seconds() / u.time.Seconds() }
