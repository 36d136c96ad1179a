package main

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"math"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/workplan-api/workplan/tools/internal/proc"
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
	u = usage{at: time.Now(), server: table.CPU(on.PID), ours: table.CPU(os.Getpid()), machine: proc.MachineTime(), life: float64(on.life)}
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
	if err := on.metrics(ctx, values); err != nil {
		return err
	}
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

// metrics reads the metrics of the server that are sampled. Those with labels are added up.
func (s *serving) metrics(ctx context.Context, into map[string]float64) error {
	wanted := map[string]string{"go_goroutines": "goroutines", "workplan_webhook_oldest_undelivered_seconds": "webhook lag"}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.ops+"/metrics", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		name, _, labelled := strings.Cut(name, "{")
		if labelled {
			_, value, _ = strings.Cut(lines.Text(), "} ")
		}
		if wanted[name] != "" {
			v, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return err
			}
			into[wanted[name]] += v
		}
	}
	return lines.Err()
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

// series is what is sampled under a name, and how much of it is a leak.
type series struct {
	name, unit string
	scale      float64 // by which values are divided for people
	bound      bound
	process    bool // it begins anew with each process of the server
}

const mib = 1 << 20

// seriesOf returns the series of a name. In a short run the hours are half a minute, so what is noise in an hour is large.
func seriesOf(name string, short float64) series {
	s := series{name: name, scale: 1, bound: bound{1, 0.02}, process: true}
	kind, _, _ := strings.Cut(name, " ")
	switch kind {
	case "rss":
		s.unit, s.scale, s.bound = "MiB", mib, bound{2 * mib, 0.03}
	case "goroutines":
		s.bound.units = 2
	case "cpu":
		s.unit, s.bound, s.process = "processors", bound{0.01, 0.02}, false
	case "table", "index", "tables":
		s.unit, s.scale, s.bound, s.process = "MiB", mib, bound{mib / 8, 0.01}, false
	case "dead":
		s.unit, s.bound, s.process = "rows", bound{500, 0.05}, false
	case "wal":
		s.unit, s.scale, s.bound, s.process = "MiB/s", mib, bound{mib / 100, 0.02}, false
	case "p99":
		s.unit, s.bound, s.process = "ms", bound{0.5, 0.03}, false
	case "webhook", "events":
		s.unit, s.bound, s.process = map[bool]string{true: "s", false: "/s"}[name == "webhook lag"], bound{1, 0.05}, false
	}
	if name == "cpu of the machine" { // others use it too
		s.bound.units = math.Inf(1)
	}
	s.bound = bound{s.bound.units * (1 + short), s.bound.share * (1 + short)}
	return s
}

// livesOf returns the samples of a series, a group for each process of the server.
func livesOf(samples []record, name string) (lives [][]point) {
	life := 0
	for _, r := range samples {
		value, ok := r.Values[name]
		if !ok {
			continue
		}
		if life != r.Life || len(lives) == 0 {
			lives, life = append(lives, nil), r.Life
		}
		last := &lives[len(lives)-1]
		*last = append(*last, point{r.Load, value})
	}
	return lives
}

// binsOfHour are the parts of an hour whose median is a point of a trend over the whole time, and within a life.
const binsOfHour, binsOfLife = 4, 12

// overall is the trend over the whole time after the hours to settle.
func overall(lives [][]point, settle float64) trend {
	var all []point
	for _, life := range lives {
		all = append(all, life...)
	}
	return trendOf([][]point{binned(after(all, settle), 1./binsOfHour)})
}

// inLives is the trend within the lives of the processes. The first third of an hour of each is left out.
func inLives(lives [][]point, settle float64) trend {
	var groups [][]point
	for _, life := range lives {
		groups = append(groups, binned(after(life, max(settle, life[0].at+1./3)), 1./binsOfLife))
	}
	return trendOf(groups)
}

// after returns the points from a time on.
func after(points []point, from float64) []point {
	i := slices.IndexFunc(points, func(p point) bool { return p.at >= from })
	if i < 0 {
		return nil
	}
	return points[i:]
}

// judged is a series with its trends.
type judged struct {
	series
	whole, within trend
	verdict       string
}

// judge returns the verdicts of all series that were sampled.
func (f *folder) judge() (all []judged) {
	samples, found := f.of(aSample), map[string]bool{}
	for _, r := range samples {
		for name := range r.Values {
			found[name] = true
		}
	}
	short := 0.
	if f.settings.Short {
		short = 9
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		lives := livesOf(samples, name)
		j := judged{series: seriesOf(name, short), whole: overall(lives, f.settings.Settle)}
		j.verdict = j.whole.verdict(j.bound)
		if j.process && !f.settings.Short {
			j.within = inLives(lives, f.settings.Settle)
			if j.within.verdict(j.bound) == grows {
				j.verdict = grows
			}
		}
		all = append(all, j)
	}
	return all
}
