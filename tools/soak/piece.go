package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"math"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/process"
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
	timeOff map[*organization]*requests

	followed, received atomic.Int64 // events

	mu     sync.Mutex
	faults int // that were noted as wrong in this piece
	failed error
}

// serving is a process of the server.
type serving struct {
	*process.Server
	ops    string // address of the metrics
	life   int
	killed atomic.Bool
}

const database = "soak"

// shortened are the edits of the program: nothing expires within a day otherwise. None of these times has a setting that may
// be so short, because readers could miss events.
func shortened(kept time.Duration) []testbed.Edit {
	seconds := fmt.Sprintf("%d * time.Second", int(kept.Seconds()))
	return []testbed.Edit{
		{
			File: "services/server.go", Old: "cmp.Or(cfg.EventRetention, DefaultEventRetention)",
			New: "cmp.Or(" + seconds + ", cfg.EventRetention, DefaultEventRetention)",
		},
		{File: "services/idempotency/idempotency.go", Old: "keptFor = 24 * time.Hour", New: "keptFor = " + seconds},
		{File: "services/webhooks/expiry.go", Old: "attemptsKept = 30 * 24 * time.Hour", New: "attemptsKept = " + seconds},
		{
			File: "internal/sweep/sweep.go", Old: "sweepEvery       = 5 * time.Minute",
			New: fmt.Sprintf("sweepEvery = %d * time.Millisecond", (kept / 6).Milliseconds()),
		},
	}
}

// newPiece starts PostgreSQL and the server. At the first start it also makes the organizations.
func newPiece(ctx context.Context, f *folder, isNew bool) (p *piece, err error) {
	p = &piece{folder: f, Site: &testbed.Site{Dir: f.dir}, number: len(f.of(aPiece)) + 1, base: f.load()}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	log.Print("Building workplan with shorter times …")
	if p.Workplan, err = testbed.BuildEdited(ctx, p.Dir, "workplan", shortened(p.settings.Kept)); err != nil {
		return p, err
	}
	if p.Postgres, err = testbed.NewCluster(ctx, p.Dir); err != nil {
		return p, err
	}
	dsn := p.Postgres.DSN(database)
	if isNew {
		if err := p.Postgres.Execute(ctx, "postgres", "DROP DATABASE IF EXISTS "+database); err != nil { // of a start that was cut
			return p, err
		}
		if err := p.Create(ctx, p.Workplan, database); err != nil {
			return p, err
		}
		for _, name := range names {
			o := &organization{}
			if err := p.Import(ctx, p.Workplan, dsn, documentOf(name), o); err != nil {
				return p, err
			}
			p.settings.Organizations = append(p.settings.Organizations, o)
		}
		if p.settings.Short { // dead rows are removed as often as in an hour
			for _, s := range []string{"ALTER SYSTEM SET autovacuum_naptime = '1s'", "SELECT pg_reload_conf()"} {
				if err := p.Postgres.Execute(ctx, "postgres", s); err != nil {
					return p, err
				}
			}
		}
	} else if _, err := process.Output(ctx, p.Workplan, "migrate", "--database-url="+dsn); err != nil {
		return p, err
	}
	if p.db, err = postgres.Open(dsn, postgres.Options{StatementTimeout: time.Minute}); err != nil {
		return p, err
	}
	if p.ledger, err = openLedger(p.path("ledger.ndjson")); err != nil {
		return p, err
	}
	secret := p.path("secret.key")
	if err := os.WriteFile(secret, []byte(strings.Repeat("k", 32)), 0o600); err != nil {
		return p, err
	}
	p.env = []string{
		"DATABASE_URL=" + dsn, "SECRET_KEY_FILE=" + secret, "WEBHOOK_ALLOW_CIDRS=127.0.0.0/8", "WEBHOOK_ALLOW_HTTP=true",
		"WEBHOOK_RATE_LIMIT=0", "SHUTDOWN_DELAY=0s",
	}
	if err := p.serve(ctx); err != nil {
		return p, err
	}
	if isNew {
		if err := p.fill(ctx); err != nil {
			return p, err
		}
		return p, p.save()
	}
	return p, nil
}

// serve starts a server. The one before must have ended.
func (p *piece) serve(ctx context.Context) error {
	life := 1
	if before := p.server.Load(); before != nil {
		life = before.life + 1
	} else if samples := p.of(aSample); len(samples) > 0 {
		life = samples[len(samples)-1].Life + 1
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ops := free.Addr().String()
	if err := free.Close(); err != nil {
		return err
	}
	s, err := process.Start(ctx, p.path("serve.log"), append(p.env, "OPS_ADDR="+ops),
		p.Workplan, "serve", "--http-addr=127.0.0.1:0", "--grpc-addr=127.0.0.1:0")
	if err != nil {
		return err
	}
	p.server.Store(&serving{Server: s, ops: ops, life: life})
	return nil
}

// fill writes a row for each day, user and project of a user.
func (p *piece) fill(ctx context.Context) error {
	for _, o := range p.settings.Organizations {
		w := p.newWorker(o, "admin")
		defer w.close()
		for day := range days {
			var items []item
			for user := range users {
				for n := range projectsOfUser {
					items = append(items, item{o.user(user), o.project(user, n), date(day), w.hours()})
				}
			}
			if err := w.must(ctx, http.MethodPost, "assignments", object{"items": items}); err != nil {
				return err
			}
		}
	}
	return nil
}

// must makes a request that has to succeed.
func (w *worker) must(ctx context.Context, method, path string, body any) error {
	if err := w.connect(); err != nil {
		return err
	}
	resp, err := w.client.Call(ctx, method, "/api/v1/"+path, body)
	return testbed.Want(http.StatusOK, resp, err)
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
		p.failed = errors.Join(p.failed, p.add(record{Kind: aCheck, Piece: p.number, Load: p.load(), Check: what, Found: found}))
	}
}

// record appends a record of this piece.
func (p *piece) record(r record) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	r.Piece, r.Load = p.number, p.load()
	return errors.Join(p.failed, p.add(r))
}

// prepare makes what a piece needs that does not outlive it: the endpoint of the webhooks, the quota of the noisy
// organization, and the list of time off requests.
func (p *piece) prepare(ctx context.Context, to *receiver) error {
	p.timeOff = map[*organization]*requests{}
	for _, o := range p.settings.Organizations {
		w := p.newWorker(o, "admin")
		defer w.close()
		if err := to.register(ctx, w); err != nil {
			return err
		}
		var list struct{ Items []entry }
		if err := w.get(ctx, "time-off?limit=200", &list); err != nil {
			return err
		}
		r := &requests{}
		for _, it := range list.Items {
			r.ids = append(r.ids, it.ID)
		}
		p.timeOff[o] = r
	}
	return nil
}

// work starts the workers and the followers. Each organization gets an equal part of a rate: the noisy one by its quota.
func (p *piece) work(ctx context.Context, working *sync.WaitGroup, rate float64) error {
	part := rate / float64(len(p.settings.Organizations))
	for _, o := range p.settings.Organizations {
		each := part / workers
		if o.isNoisy() {
			admin := p.newWorker(o, "admin")
			defer admin.close()
			if err := admin.must(ctx, http.MethodPatch, "keys/"+o.named("load").ID, object{"rateLimit": int(math.Ceil(part * 60))}); err != nil {
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

// measure finds the rate at which the soak, that is its load, the server and PostgreSQL, uses a share of the processors.
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

// run puts load on the server until ctx ends or the total of hours is reached, with a sample now and then, and checks and a kill
// at the end of each hour.
func (p *piece) run(ctx context.Context, opts options) (err error) {
	to, err := p.newReceiver()
	if err != nil {
		return err
	}
	defer to.Close()
	if err := p.prepare(ctx, to); err != nil {
		return err
	}
	if p.settings.Rate == 0 {
		if p.settings.Rate, err = p.measure(ctx, opts.Share); err != nil {
			return err
		}
		if err := p.save(); err != nil {
			return err
		}
	}
	commit, _ := process.Output(ctx, "git", "describe", "--always", "--dirty=-dirty", "--exclude=*", "--abbrev=12")
	var version string
	if err := p.db.QueryRowContext(ctx, "SHOW server_version").Scan(&version); err != nil {
		return err
	}
	if err := p.record(record{
		Kind: aPiece, Commit: strings.TrimSpace(string(commit)), Versions: runtime.Version() + ", PostgreSQL " + version,
	}); err != nil {
		return err
	}
	if p.number > 1 {
		if err := p.check(ctx, "ledger after a stop", p.compareAll(true)); err != nil {
			return err
		}
	}
	if p.before, err = p.used(ctx); err != nil {
		return err
	}
	p.began = time.Now()
	log.Printf("Piece %d, from hour %.2f to %g, %.0f requests a second. To stop it: kill -INT %d", p.number, p.base, opts.Hours, p.settings.Rate,
		os.Getpid())
	working, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	if err := p.work(working, &running, p.settings.Rate); err != nil {
		return err
	}
	if opts.leak != nil {
		running.Go(func() { opts.leak(working, p) })
	}
	samples := time.NewTicker(p.settings.Sample)
	defer samples.Stop()
	for hour := math.Floor(p.base) + 1; p.load() < opts.Hours; {
		left := time.Duration((min(hour, opts.Hours) - p.load()) * float64(p.settings.Every))
		select {
		case <-ctx.Done():
		case <-samples.C:
			err = p.sample(ctx)
		case <-time.After(left):
			if p.load() >= hour {
				hour++
				if opts.leak == nil {
					err = p.endHour(ctx)
				}
			}
		}
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
	}
	stop()
	running.Wait()
	return p.record(record{Kind: anEnd})
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

// check makes a check and records its outcome. The error is one of the check itself.
func (p *piece) check(ctx context.Context, what string, make func(context.Context) (string, error)) error {
	began := time.Now()
	found, err := make(ctx)
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return err
	}
	seconds := time.Since(began).Seconds()
	log.Printf("Hour %.2f: %s, %.1f s: %s", p.load(), what, seconds, map[bool]string{true: "ok", false: "WRONG: " + found}[found == ""])
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

// close stops the server and PostgreSQL. The folder stays.
func (p *piece) close() (err error) {
	if s := p.server.Load(); s != nil && !s.killed.Load() {
		if err = s.Signal(syscall.SIGTERM); err == nil {
			select {
			case <-s.Exited():
			case <-time.After(30 * time.Second):
				err = errors.New("the server does not stop 30 s after SIGTERM")
			}
		}
		s.Kill()
	}
	if p.db != nil {
		err = errors.Join(err, p.db.Close())
	}
	if p.ledger != nil {
		err = errors.Join(err, p.ledger.file.Close())
	}
	if p.Postgres != nil {
		err = errors.Join(err, p.Postgres.Stop())
	}
	return err
}
