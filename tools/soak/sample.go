package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/workplan-api/workplan/tools/internal/proc"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// counts are the requests since the last sample.
type counts struct {
	mu    sync.Mutex
	took  map[string][]float64 // by kind, in milliseconds, of the organizations that are not noisy
	codes map[string]int       // by organization and status
}

func (c *counts) add(o *organization, kind, code string, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.codes == nil {
		c.took, c.codes = map[string][]float64{}, map[string]int{}
	}
	c.codes[o.Organization.Name+" "+code]++
	if took > 0 && kind != waits && kind != checks && !o.isNoisy() {
		c.took[kind] = append(c.took[kind], took.Seconds()*1000)
	}
}

// take returns the counts and begins new ones.
func (c *counts) take() (map[string]timing, map[string]int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kinds := map[string]timing{}
	for kind, took := range c.took {
		slices.Sort(took)
		at := func(share float64) float64 { return took[int(math.Ceil(share*float64(len(took))))-1] }
		kinds[kind] = timing{len(took), at(0.5), at(0.99)}
	}
	codes := c.codes
	c.took, c.codes = map[string][]float64{}, map[string]int{}
	return kinds, codes
}

// usage are counters whose rates are sampled.
type usage struct {
	at                     time.Time
	server, ours, machine  time.Duration // of CPU
	wal                    float64       // bytes written
	life, events, received float64
}

// used reads the counters.
func (p *piece) used(ctx context.Context) (u usage, err error) {
	table, on := proc.ReadTable(), p.server.Load()
	u = usage{at: time.Now(), server: table.CPU(on.PID), ours: table.CPU(os.Getpid()), machine: proc.MachineTime(),
		life: float64(on.life)}
	u.events, u.received = float64(p.followed.Load()), float64(p.received.Load())
	return u, p.db.QueryRowContext(ctx, `SELECT pg_current_wal_lsn() - '0/0'`).Scan(&u.wal)
}

// sample appends a sample to the records.
func (p *piece) sample(ctx context.Context) error {
	on := p.server.Load()
	values := map[string]float64{}
	memory, err := proc.Memory(on.PID)
	if err != nil {
		return err
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", on.PID))
	if err != nil {
		return err
	}
	values["rss"], values["fds"] = float64(memory), float64(len(files))
	metrics, err := testbed.Metrics(ctx, on.Server)
	if err != nil {
		return err
	}
	values["goroutines"] = metrics["go_goroutines"]
	values["heap"] = metrics["go_memstats_next_gc_bytes"] // follows what the last collection found in use
	values["webhook lag"] = metrics["workplan_webhook_oldest_undelivered_seconds"]
	if err := p.sizes(ctx, values); err != nil {
		return err
	}
	now, err := p.used(ctx)
	if err != nil {
		return err
	}
	if before := p.before; now.life == before.life {
		seconds := now.at.Sub(before.at).Seconds()
		values["cpu of the server"] = (now.server - before.server).Seconds() / seconds
		values["cpu of the soak"] = (now.ours - before.ours).Seconds() / seconds
		values["cpu of the machine"] = (now.machine - before.machine).Seconds() / seconds
		values["wal"] = (now.wal - before.wal) / seconds
		values["events"] = (now.events - before.events) / seconds
		values["webhook requests"] = (now.received - before.received) / seconds
	}
	p.before = now
	kinds, codes := p.counts.take()
	for kind, t := range kinds {
		if t.N >= 5 {
			values["p99 "+kind] = t.P99
		}
	}
	return p.record(record{Kind: aSample, Life: on.life, Values: values, Kinds: kinds, Codes: codes})
}

// sizes reads the sizes of tables and indexes in bytes, and what else PostgreSQL knows.
func (p *piece) sizes(ctx context.Context, into map[string]float64) error {
	rows, err := p.db.QueryContext(ctx, `
SELECT CASE c.relkind WHEN 'r' THEN 'table ' ELSE 'index ' END || c.relname,
  CASE c.relkind WHEN 'r' THEN pg_table_size(c.oid) ELSE pg_relation_size(c.oid) END, coalesce(s.n_dead_tup, 0)
FROM pg_class c LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i')`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var size, dead float64
		if err := rows.Scan(&name, &size, &dead); err != nil {
			return err
		}
		into[name] = size
		into["tables and indexes"] += size
		into["dead rows"] += dead
	}
	if err := rows.Err(); err != nil {
		return err
	}
	var connections float64
	err = p.db.QueryRowContext(ctx,
		`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`).Scan(&connections)
	into["connections"] = connections
	return err
}
