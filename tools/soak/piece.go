package main

import (
	"bufio"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"math"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/checkout"
	"github.com/workplan-api/workplan/tools/internal/proc"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// piece is one start of the soak, until it is stopped or its hours are over.
type piece struct {
	*folder
	*testbed.Site
	number  int
	base    float64   // hours of load of the pieces before
	began   time.Time // of the load
	db      *sql.DB
	env     []string // of the servers
	server  atomic.Pointer[serving]
	counts  counts
	before  usage // at the last sample
	ledger  *ledger
	goesOn  bool // the ledger is from a piece before
	timeOff map[*organization]*requests

	followed, received atomic.Int64 // events

	mu     sync.Mutex
	faults int // that were noted as wrong in this piece
	failed error
}

// serving is a process of the server.
type serving struct {
	*process.Server
	life   int
	killed atomic.Bool
}

// load is how many hours of load there were.
func (p *piece) load() float64 {
	if p.began.IsZero() {
		return p.base
	}
	return p.base + float64(time.Since(p.began))/float64(p.settings.Every)
}

// firstDay is the first day of the window.
func (p *piece) firstDay() int {
	if p.settings.Short {
		return int(p.load() * daysOfHour / 8)
	}
	return int(p.load() * daysOfHour)
}

// faultsKept is how many faults of a piece are kept.
const faultsKept = 20

// wrong notes a fault, such as a response that should not be.
func (p *piece) wrong(what, found string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.faults++; p.faults <= faultsKept {
		log.Printf("WRONG: %s: %s", what, found)
		p.failed = errors.Join(p.failed,
			p.add(record{Kind: aCheck, Piece: p.number, Load: p.load(), Check: what, Found: found}))
	}
}

// record appends a record of this piece.
func (p *piece) record(r record) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	r.Piece, r.Load = p.number, p.load()
	return errors.Join(p.failed, p.add(r))
}

// work starts the workers and the followers. Each organization gets an equal part of a rate: the noisy one by its
// quota.
func (p *piece) work(ctx context.Context, working *sync.WaitGroup, rate float64) error {
	part := rate / float64(len(p.settings.Organizations))
	for _, o := range p.settings.Organizations {
		each := part / workers
		if o.isNoisy() {
			admin := p.newWorker(o, "admin")
			defer admin.close()
			quota := object{"rateLimit": int(math.Ceil(part * 60))} // a minute
			if err := admin.must(ctx, http.MethodPatch, "keys/"+o.named("load").ID, quota); err != nil {
				return err
			}
			each = 0
		}
		for range workers {
			working.Go(func() { p.newWorker(o, "load").work(ctx, each) })
		}
		working.Go(func() { p.newWorker(o, "admin").follow(ctx) })
	}
	return nil
}

// measure finds the rate at which the soak, that is its load, the server and PostgreSQL, uses a share of the
// processors.
func (p *piece) measure(ctx context.Context, share float64) (float64, error) {
	log.Printf("Measuring which rate uses %.0f %% of %d processors …", 100*share, runtime.NumCPU())
	rate, self := 30., os.Getpid()
	for range 3 {
		working, stop := context.WithTimeout(ctx, 15*time.Second)
		defer stop()
		var running sync.WaitGroup
		began, before := time.Now(), proc.ReadTable().CPU(self)
		if err := p.work(working, &running, rate); err != nil {
			return 0, err
		}
		running.Wait()
		busy := (proc.ReadTable().CPU(self) - before).Seconds() / time.Since(began).Seconds()
		log.Printf("%.0f requests a second use %.2f processors.", rate, busy)
		rate = math.Round(rate * share * float64(runtime.NumCPU()) / busy)
	}
	p.counts.take()
	return rate, ctx.Err()
}

// run puts load on the server until ctx ends or the total of hours is reached.
func (p *piece) run(ctx context.Context, opts options) (err error) {
	to, err := p.newReceiver()
	if err != nil {
		return err
	}
	defer to.Close()
	if err := p.prepare(ctx, to); err != nil {
		return err
	}
	if p.goesOn {
		if err := p.check(ctx, "ledger after a stop", p.compareAll(true)); err != nil {
			return err
		}
	}
	if p.settings.Rate == 0 {
		if p.settings.Rate, err = p.measure(ctx, opts.Share); err != nil {
			return err
		}
		if err := p.save(); err != nil {
			return err
		}
	}
	if err := p.begin(ctx); err != nil {
		return err
	}
	p.began = time.Now()
	log.Printf("Piece %d, from hour %.2f to %g, %.0f requests a second. To stop it: kill -INT %d",
		p.number, p.base, opts.Hours, p.settings.Rate, os.Getpid())
	working, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	if err := p.work(working, &running, p.settings.Rate); err != nil {
		return err
	}
	endHour := p.endHour
	if opts.leak != nil {
		running.Go(func() { opts.leak(working, p) })
		endHour = func(context.Context) error { return nil } // a kill would end the leak
	}
	if err := p.watch(ctx, opts.Hours, endHour); err != nil && ctx.Err() == nil {
		return err
	}
	stop()
	running.Wait()
	return p.record(record{Kind: anEnd})
}

// begin records the beginning of a piece.
func (p *piece) begin(ctx context.Context) (err error) {
	var version string
	if err := p.db.QueryRowContext(ctx, "SHOW server_version").Scan(&version); err != nil {
		return err
	}
	if err := p.record(record{
		Kind: aPiece, Commit: checkout.Commit(), Versions: runtime.Version() + ", PostgreSQL " + version,
	}); err != nil {
		return err
	}
	p.before, err = p.used(ctx)
	return err
}

// watch takes samples until ctx ends or the total of hours is reached, and calls endHour at the end of each hour.
func (p *piece) watch(ctx context.Context, total float64, endHour func(context.Context) error) (err error) {
	samples := time.NewTicker(p.settings.Sample)
	defer samples.Stop()
	for hour := math.Floor(p.base) + 1; err == nil && p.load() < total; {
		left := (min(hour, total) - p.load()) * float64(p.settings.Every)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-samples.C:
			err = p.sample(ctx)
		case <-time.After(time.Duration(left)):
			if p.load() >= hour {
				hour++
				err = endHour(ctx)
			}
		}
	}
	return err
}

// endHour checks the database, kills the server, starts another one, and checks that no acknowledged write is lost.
func (p *piece) endHour(ctx context.Context) error {
	if err := p.check(ctx, "workplan verify", func(ctx context.Context) (string, error) {
		out, err := process.Output(ctx, p.Workplan, "verify", "--database-url="+p.Postgres.DSN(database))
		if err != nil && ctx.Err() == nil {
			return fmt.Sprintf("%v\n%s", err, out), nil
		}
		return "", err
	}); err != nil {
		return err
	}
	if err := p.check(ctx, "errors in the log of the server", p.logged); err != nil {
		return err
	}
	if err := p.check(ctx, "kill -9 of the server", func(ctx context.Context) (string, error) {
		s := p.server.Load()
		s.killed.Store(true)
		s.Kill()
		return "", p.serve(ctx)
	}); err != nil {
		return err
	}
	return p.check(ctx, "ledger after a kill", p.compareAll(false))
}

// logged returns the first error that the server has logged.
func (p *piece) logged(context.Context) (string, error) {
	file, err := os.Open(p.path(logFile))
	if err != nil {
		return "", err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if strings.Contains(lines.Text(), `"level":"ERROR"`) {
			return lines.Text(), nil
		}
	}
	return "", lines.Err()
}

// check makes a check and records its outcome. The error is one of the check itself.
func (p *piece) check(ctx context.Context, what string, make func(context.Context) (string, error)) error {
	began := time.Now()
	found, err := make(ctx)
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return err
	}
	seconds := time.Since(began).Seconds()
	log.Printf("Hour %.2f: %s, %.1f s: %s", p.load(), what, seconds, cmp.Or(found, "ok"))
	return p.record(record{Kind: aCheck, Check: what, Found: found, Seconds: seconds})
}

// compareAll returns a check that compares the ledger of all organizations.
func (p *piece) compareAll(stopped bool) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		var all []string
		for _, o := range p.settings.Organizations {
			w := p.newWorker(o, "admin")
			defer w.close()
			_, wrong, err := w.compare(ctx, stopped)
			if err != nil {
				return "", err
			}
			all = append(all, wrong...)
		}
		return strings.Join(all, "\n"), nil
	}
}
