package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/checkout"
	"github.com/workplan-api/workplan/tools/internal/proc"
)

type reportOptions struct {
	Rows      int     `default:"2000000" help:"Rows of planned hours in the largest database, a multiple of ${step}. The others have a tenth and a hundredth."`
	Rounds    int     `default:"5" help:"Rounds of each contestant in each step, after one that does not count."`
	Seconds   float64 `default:"0.7" help:"Duration of a round of one contestant."`
	Short     bool    `help:"A smoke run of about two minutes with few rows, if everything is built. Its figures mean nothing."`
	PlotsOnly bool    `help:"Measure nothing: write the page and the plots again from the stored figures."`
	Dir       string  `default:"docs/reports/performance" help:"The folder to write, relative to the root of the repository."`
}

// Help is the rest of the help text.
func (reportOptions) Help() string {
	return `The contestants are PostgreSQL by pgbench, the same statements from Go without a server, the baseline server,
workplan over REST and over gRPC, and typical services with Gin and GORM, with Fastify and Drizzle, and with
PocketBase. Their programs are in tools/bench/contestants. They are built in a temporary folder; one that cannot be
built or started is left out, and the report says why.

It needs Go, and what the contestants need: pgbench, Node.js with npm, and the registries of Go and npm. It takes
about 18 minutes on two processors if Go has built the contestants before, and 6 GB in the temporary folder. Run it on
a machine without other load.`
}

// Validate implements kong's check of the command line.
func (o *reportOptions) Validate() error {
	if o.Short {
		o.Rows, o.Rounds, o.Seconds = 100*rowsOfWeek, 1, 0.1
	}
	if o.Rounds < 1 || o.Seconds <= 0 || o.Rows < 100*rowsOfWeek || o.Rows%(100*rowsOfWeek) != 0 {
		return fmt.Errorf("--rounds and --seconds must be positive, and --rows a multiple of %d", 100*rowsOfWeek)
	}
	return nil
}

// study is one run of the report.
type study struct {
	*environment
	opts    reportOptions
	figures *figures
	step    int
	began   time.Time
	sets    map[int][]scenario // the scenarios by the rows of the database
}

// report measures everything and writes the page.
func report(ctx context.Context, opts reportOptions) (err error) {
	dir, err := checkout.Root()
	if err != nil {
		return err
	}
	page := opts.Dir
	if !filepath.IsAbs(page) {
		page = filepath.Join(dir, page)
	}
	stored := filepath.Join(page, "figures.json")
	if opts.PlotsOnly {
		f, err := readFigures(stored)
		if err != nil {
			return err
		}
		return f.writePage(page)
	}
	debug.SetGCPercent(400) // the clients share the processors with the servers
	r := &study{
		environment: &environment{options: options{As: []string{"admin"}, Rows: opts.Rows}}, opts: opts,
		began: time.Now(), sets: map[int][]scenario{},
		figures: &figures{
			Date: time.Now().UTC().Format(time.DateOnly), Rounds: opts.Rounds, Seconds: opts.Seconds,
			Rows: []int{opts.Rows / 100, opts.Rows / 10, opts.Rows},
		},
	}
	defer func() { err = errors.Join(err, r.close()) }()
	if err := r.run(ctx, dir); err != nil {
		return err
	}
	r.figures.Minutes = time.Since(r.began).Minutes()
	if err := errors.Join(os.MkdirAll(page, 0o755), r.figures.write(stored)); err != nil {
		return err
	}
	log.Printf("Writing %s", page)
	if err := r.figures.writePage(page); err != nil {
		return err
	}
	if at := slices.IndexFunc(r.figures.Absent, func(a absent) bool { return !isForeign(a.Name) }); at >= 0 {
		return fmt.Errorf("%s failed: %s", r.figures.Absent[at].Name, r.figures.Absent[at].Reason)
	}
	return nil
}

// progress logs that a step begins.
func (r *study) progress(format string, args ...any) {
	r.step++
	log.Printf("%5.1f min  %2d  %s", time.Since(r.began).Minutes(), r.step, fmt.Sprintf(format, args...))
}

func (r *study) run(ctx context.Context, root string) error {
	if err := r.prepare(ctx, root); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{r.pages, r.connections, r.growth, r.deepOffset, r.openPages,
		r.memory, r.costs, r.writes, r.openWrites} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return r.peaks()
}

// prepare builds and loads everything and starts the servers.
func (r *study) prepare(ctx context.Context, root string) error {
	r.progress("building and starting PostgreSQL")
	if err := r.startPostgreSQL(ctx, "shared_buffers=2GB", "max_connections=500", "jit=off"); err != nil {
		return err
	}
	r.progress("loading %d, %d and %d rows, and building the other contestants", r.figures.Rows[0],
		r.figures.Rows[1], r.figures.Rows[2])
	if err := r.importOrganization(ctx, r.workplan); err != nil {
		return err
	}
	commands, failures := make([][]string, len(foreigners)), make([]error, len(foreigners))
	g, loading := errgroup.WithContext(ctx)
	g.Go(func() error {
		for _, rows := range r.figures.Rows {
			if err := r.copyRows(loading, rows); err != nil {
				return err
			}
		}
		return r.addKeys(loading, databaseOf(r.opts.Rows))
	})
	g.Go(func() error {
		for i, f := range foreigners {
			commands[i], failures[i] = f.prepare(loading, root, r.dir)
		}
		return nil
	})
	if err := g.Wait(); err != nil {
		return err
	}
	r.progress("starting the servers, and loading PocketBase")
	for _, rows := range r.figures.Rows {
		if bench, err := r.newPgbench(r.sized(rows), databaseOf(rows)); err == nil {
			r.contestants = append(r.contestants,
				contestant{server: &server{database: databaseOf(rows)}, name: nameBench, bench: bench})
		} else if err := r.drop(nameBench, err); err != nil {
			return err
		}
		if err := r.addWorkplan(ctx, rows); err != nil {
			return err
		}
	}
	if err := r.addBaseline(ctx, r.opts.Rows); err != nil {
		return err
	}
	for i, f := range foreigners {
		err := failures[i]
		if err == nil {
			err = r.addForeign(ctx, f, commands[i], r.opts.Rows)
		}
		if err != nil {
			if err := r.drop(f.name, err); err != nil {
				return err
			}
		}
	}
	r.versions(ctx, root)
	for _, rows := range r.figures.Rows {
		for _, s := range reportScenarios {
			if rows < r.opts.Rows && !strings.HasPrefix(s.name, "list-50") {
				continue // only growth uses the smaller databases
			}
			s.requests = s.make(r.sized(rows), rand.New(rand.NewPCG(1, 2)))
			r.sets[rows] = append(r.sets[rows], s)
		}
	}
	return r.check(ctx)
}

// sized is the organization in the database with a number of rows.
func (r *study) sized(rows int) *organization {
	o := *r.organization
	o.rows = rows
	return &o
}

// scenario returns a scenario in the largest database.
func (r *study) scenario(name string) scenario { return r.scenarioOf(name, r.opts.Rows) }

func (r *study) scenarioOf(name string, rows int) scenario {
	return r.sets[rows][slices.IndexFunc(r.sets[rows], func(s scenario) bool { return s.name == name })]
}

// closedLoop is a load of clients that each send the next request when they have the response.
func (r *study) closedLoop(clients int) load {
	return load{clients: clients, mayFail: true, time: time.Duration(r.opts.Seconds * float64(time.Second))}
}

// connections writes a number of connections.
func connections(n int) string {
	if n == 1 {
		return "1 connection"
	}
	return fmt.Sprint(n, " connections")
}

// in returns the contestants of a database, without those that are named.
func (r *study) in(rows int, without ...string) (list []contestant) {
	for _, name := range contestantNames {
		for _, c := range r.contestants {
			if c.name == name && !slices.Contains(without, name) &&
				(c.database == databaseOf(rows) || name == namePocket && rows == r.opts.Rows) {
				list = append(list, c)
			}
		}
	}
	return list
}

// race measures entries, and keeps the results of those that did not fail.
func (r *study) race(ctx context.Context, rounds int, entries []entry) error {
	results, err := r.measure(ctx, rounds, entries, func(failed entry, err error) error {
		return r.miss(failed.name,
			fmt.Errorf("%s, %s: %w", failed.scenario.name, connections(failed.load.clients), err))
	})
	if err != nil {
		return err
	}
	for i, e := range entries {
		if len(results[i]) == rounds {
			r.figures.Results = append(r.figures.Results, result{
				Scenario: e.scenario.name, Contestant: e.name, Rows: e.rows, Clients: e.load.clients, Share: e.share,
				Offered: e.load.offered, Rounds: results[i],
			})
		}
	}
	return nil
}

// raceAll measures a scenario with all contestants of the largest database but those that are named.
func (r *study) raceAll(ctx context.Context, name string, clients int, without ...string) error {
	r.progress("%s, %s", name, connections(clients))
	var entries []entry
	for _, c := range r.in(r.opts.Rows, without...) {
		entries = append(entries,
			entry{contestant: c, scenario: r.scenario(name), load: r.closedLoop(clients), rows: r.opts.Rows})
	}
	return r.race(ctx, r.opts.Rounds, entries)
}

func (r *study) pages(ctx context.Context) error {
	for _, name := range []string{"list-50", "list-200", "list-50-project", "list-50-all"} {
		if err := r.raceAll(ctx, name, manyClients, nameRaw); err != nil {
			return err
		}
	}
	return nil
}

// manyClients is the number of connections of most steps.
const manyClients = 8

func (r *study) connections(ctx context.Context) error {
	for _, clients := range []int{1, 64, 256} {
		if err := r.raceAll(ctx, "list-50", clients, nameRaw); err != nil {
			return err
		}
	}
	return nil
}

// growth measures the same pages in databases of all sizes.
func (r *study) growth(ctx context.Context) error {
	for _, name := range []string{"list-50", "list-50-project", "list-50-all"} {
		r.progress("%s by the number of rows", name)
		var entries []entry
		for _, rows := range r.figures.Rows {
			for _, c := range r.in(rows) {
				if slices.Contains([]string{nameBench, nameREST, nameGRPC}, c.name) {
					l := r.closedLoop(growthClients)
					l.time /= 2
					entries = append(entries,
						entry{contestant: c, scenario: r.scenarioOf(name, rows), load: l, rows: rows})
				}
			}
		}
		if err := r.race(ctx, r.opts.Rounds, entries); err != nil {
			return err
		}
	}
	return nil
}

// growthClients is another number than that of the other steps, so that the results of both are kept apart.
const growthClients = 4

// deepOffset measures a page in the middle of all rows.
func (r *study) deepOffset(ctx context.Context) error {
	r.figures.Offset = r.opts.Rows / 2
	r.progress("list-50-all at offset %d, 1 connection", r.figures.Offset)
	s := scenario{name: "offset", make: list("", 50, 0, r.figures.Offset)}
	s.requests = s.make(r.sized(r.opts.Rows), rand.New(rand.NewPCG(1, 2)))
	var entries []entry
	for _, c := range r.in(r.opts.Rows, nameBench, nameBaseline) {
		l := r.closedLoop(1)
		l.time /= 2
		entries = append(entries, entry{contestant: c, scenario: s, load: l, rows: r.opts.Rows})
	}
	return r.race(ctx, r.opts.Rounds, entries)
}

// The arrival rates of the open loop, as shares of the largest rate in a closed loop.
var shares = []float64{0.25, 0.5, 0.75, 0.9}

// openClients is the number of connections of the open loop.
const openClients = 64

// open measures a scenario at fixed arrival rates. Each contestant gets shares of its own largest rate.
func (r *study) open(ctx context.Context, name string, clients int, names ...string) error {
	r.progress("%s at fixed arrival rates", name)
	var entries []entry
	for _, c := range r.in(r.opts.Rows) {
		if slices.Contains(names, c.name) {
			for _, share := range shares {
				l := r.closedLoop(openClients)
				l.time, l.offered = l.time*3/2, share*r.figures.of(name, c.name, clients).median(rateOf)
				if l.offered > 0 {
					l.clients = min(openClients, 2*clients)
					entries = append(entries,
						entry{contestant: c, scenario: r.scenario(name), load: l, rows: r.opts.Rows, share: share})
				}
			}
		}
	}
	return r.race(ctx, max(1, r.opts.Rounds*3/5), entries)
}

func (r *study) openPages(ctx context.Context) error {
	return r.open(ctx, "list-50", openClients, nameBaseline, nameREST, nameGRPC, nameGin, nameFastify, namePocket)
}

func (r *study) openWrites(ctx context.Context) error {
	r.progress("upsert-100, %s", connections(manyClients))
	var entries []entry
	names := []string{nameBaseline, nameREST, nameGRPC, nameGin, nameFastify}
	for _, c := range r.in(r.opts.Rows) {
		if slices.Contains(names, c.name) {
			entries = append(entries, entry{
				contestant: c, scenario: r.scenario("upsert-100"), load: r.closedLoop(manyClients), rows: r.opts.Rows,
			})
		}
	}
	if err := r.race(ctx, max(1, r.opts.Rounds*3/5), entries); err != nil {
		return err
	}
	return r.open(ctx, "upsert-100", manyClients, names...)
}

func (r *study) writes(ctx context.Context) error {
	vacuum := func() error { return r.execute(ctx, databaseOf(r.opts.Rows), "VACUUM") }
	for _, name := range []string{"upsert-1", "upsert-100", "upsert-1000", "upsert-5000"} {
		without := []string{nameBench}
		if name == "upsert-5000" {
			without = append(without, namePocket)
		}
		if err := errors.Join(vacuum(), r.raceAll(ctx, name, 1, without...)); err != nil {
			return err
		}
	}
	return errors.Join(vacuum(), r.raceAll(ctx, "patch", manyClients, nameRaw))
}

// memory measures a workplan that does nothing, and one with 256 connections, and how long it takes to start.
func (r *study) memory(ctx context.Context) error {
	r.progress("memory and start")
	const mib = 1 << 20
	var s *server
	for range max(3, r.opts.Rounds) {
		if s != nil {
			s.Kill()
		}
		began := time.Now()
		launched, err := process.Launch(filepath.Join(r.dir, "started.log"),
			[]string{"DATABASE_URL=" + r.cluster.DSN(databaseOf(r.opts.Rows)), "OPS_ADDR="}, serve(r.workplan)...)
		if err != nil {
			return err
		}
		s = &server{databaseOf(r.opts.Rows), launched}
		for !r.authenticated(ctx, s) {
			if time.Since(began) > time.Minute || ctx.Err() != nil {
				s.Kill()
				return fmt.Errorf("workplan did not start:\n%s", s.Log())
			}
			time.Sleep(time.Millisecond)
		}
		r.figures.Starts = append(r.figures.Starts, milliseconds(time.Since(began)))
	}
	defer s.Kill()
	time.Sleep(time.Duration(3 * r.opts.Seconds * float64(time.Second)))
	idle, err := proc.Memory(s.PID)
	if err != nil {
		return nil //nolint:nilerr // there is no /proc
	}
	c := r.contestantOf(s, nameREST, "admin")
	l := r.closedLoop(256)
	l.time *= 4
	anonymous, err := proc.AnonymousMemory(s.PID)
	if err != nil {
		return err
	}
	if _, err := r.round(ctx, c, r.scenario("list-50"), l); err != nil {
		return err
	}
	loaded, err := proc.PeakMemory(s.PID)
	r.figures.Memory = append(r.figures.Memory, memory{
		Contestant: "workplan serve", Idle: float64(idle) / mib, Anonymous: float64(anonymous) / mib,
		Loaded: float64(loaded) / mib,
	})
	return err
}

// authenticated reports whether a request with a key gets 200.
func (r *study) authenticated(ctx context.Context, s *server) bool {
	if s.HTTP == "" {
		s.Ready() // reads the address
		if s.HTTP == "" {
			return false
		}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.HTTP+"/api/v1/me", nil)
	if err != nil {
		return false
	}
	req.Header.Set("Authorization", "Bearer "+r.organization.key("admin"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	return resp.Body.Close() == nil && resp.StatusCode == http.StatusOK
}

// peaks reads the largest memory of each server.
func (r *study) peaks() error {
	for _, c := range r.in(r.opts.Rows, nameGRPC) { // the same process as REST
		if c.Server == nil {
			continue
		}
		if peak, err := proc.PeakMemory(c.PID); err == nil {
			r.figures.Memory = append(r.figures.Memory, memory{Contestant: c.name, Peak: float64(peak) / (1 << 20)})
		}
	}
	return nil
}

// versions describes the machine and the programs.
func (r *study) versions(ctx context.Context, root string) {
	text := func(name string, args ...string) string {
		out, err := exec.CommandContext(ctx, name, args...).Output()
		if err != nil {
			return ""
		}
		first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return first
	}
	r.figures.Commit = checkout.Commit()
	r.figures.Machine = fmt.Sprintf("%d processors%s%s, %s/%s", runtime.NumCPU(), cpuModel(), memorySize(),
		runtime.GOOS, runtime.GOARCH)
	var postgres string
	if db, err := r.environment.open("postgres"); err == nil {
		_ = db.QueryRowContext(ctx, "SELECT current_setting('server_version')").Scan(&postgres)
		db.Close()
	}
	r.figures.Versions = []string{runtime.Version(), "PostgreSQL " + postgres}
	if node := text("node", "--version"); node != "" {
		r.figures.Versions = append(r.figures.Versions, "Node.js "+strings.TrimPrefix(node, "v"))
	}
	r.figures.Versions = append(r.figures.Versions, contestantVersions(root)...)
}
