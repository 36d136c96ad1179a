package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/internal/wait"
	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/proc"
)

const archiveEvery = cluster.ArchiveEvery

// size is how much a drill does.
type size struct {
	rows int
	// writing is how long the writers write before the base backup, before the mistake, and after it.
	writing time.Duration
}

// drill is one run.
type drill struct {
	size          size
	dir, workplan string
	version       string
	steps         []step
	restores      []restore
	seen          []sight
	broken        []string // what does not hold

	production   *cluster.Cluster
	server       *process.Server
	organization *organization
	ledger       *ledger
	mistake      time.Time // the moment before it
	killed       time.Time
	head         int64  // the last event that a reader has got
	figures      string // the ETag of capacity at that time
}

type step struct {
	name string
	took time.Duration
}

type restore struct {
	name               string
	acknowledged, lost int
	span, took         time.Duration
	verify             string
}

type sight struct{ client, gets string }

func newDrill(ctx context.Context, s size) (d *drill, err error) {
	d = &drill{size: s}
	if d.dir, err = os.MkdirTemp("", "workplan-drill-"); err != nil {
		return nil, err
	}
	if err = os.Chmod(d.dir, 0o755); err == nil { // PostgreSQL runs as another user if this one is root
		log.Print("Building workplan …")
		d.workplan, err = process.Build(ctx, d.dir)
	}
	if err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

func (d *drill) close() (err error) {
	if d.server != nil {
		d.server.Kill()
	}
	if d.production != nil {
		err = d.production.Stop()
	}
	return errors.Join(err, os.RemoveAll(d.dir))
}

// measure runs a step and notes its time.
func (d *drill) measure(name string, f func() error) (time.Duration, error) {
	log.Printf("%s …", name)
	start := time.Now()
	if err := f(); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	took := time.Since(start)
	d.steps = append(d.steps, step{name, took})
	return took, nil
}

// hold notes that something does not hold.
func (d *drill) hold(holds bool, format string, args ...any) {
	if !holds {
		d.broken = append(d.broken, fmt.Sprintf(format, args...))
	}
}

const (
	archive  = "archive"
	backup   = "backup"
	database = "workplan"
)

func (d *drill) path(name string) string { return filepath.Join(d.dir, name) }

func (d *drill) run(ctx context.Context) error {
	if err := d.load(ctx); err != nil {
		return err
	}
	if err := d.lose(ctx); err != nil {
		return err
	}
	if err := d.restore(ctx, "the end of the archive", time.Time{}, nil); err != nil {
		return err
	}
	return d.restore(ctx, "the moment before the mistake", d.mistake, d.clients)
}

// load starts PostgreSQL and the server and fills the database.
func (d *drill) load(ctx context.Context) (err error) {
	if _, err := d.measure("start PostgreSQL with an archive", func() (err error) {
		d.production, err = cluster.Start(ctx,
			cluster.Config{DataDir: d.path("production"), Durable: true, Archive: d.path(archive)})
		return err
	}); err != nil {
		return err
	}
	admin, err := postgres.Open(d.production.DSN("postgres"), postgres.Options{})
	if err != nil {
		return err
	}
	defer admin.Close()
	if err := admin.QueryRowContext(ctx, "SHOW server_version").Scan(&d.version); err != nil {
		return err
	}
	if _, err := admin.ExecContext(ctx, "CREATE DATABASE "+database); err != nil {
		return err
	}
	dsn := "--database-url=" + d.production.DSN(database)
	if _, err := process.Output(ctx, d.workplan, "migrate", dsn); err != nil {
		return err
	}
	text, err := json.Marshal(document())
	if err != nil {
		return err
	}
	file := d.path("organization.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return err
	}
	printed, err := process.Output(ctx, d.workplan, "import", dsn, file)
	if err != nil {
		return err
	}
	d.organization = &organization{}
	if err := json.Unmarshal(printed, d.organization); err != nil {
		return err
	}
	if err := d.serve(ctx, d.production); err != nil {
		return err
	}
	c := d.client()
	_, err = d.measure(fmt.Sprintf("write %d rows over REST", d.size.rows), func() error {
		for first := 0; first < d.size.rows; first += 5000 {
			var items []item
			for n := first; n < first+5000; n++ {
				items = append(items, d.organization.item(n, 8))
			}
			if err := c.upsert(ctx, items); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// serve starts a server on a cluster.
func (d *drill) serve(ctx context.Context, on *cluster.Cluster) (err error) {
	d.server, err = process.Start(ctx, d.path("serve.log"), []string{"DATABASE_URL=" + on.DSN(database)},
		d.workplan, "serve", "--http-addr=127.0.0.1:0", "--grpc-addr=127.0.0.1:0", "--ops-addr=", "--shutdown-delay=0s")
	return err
}

func (d *drill) client() *client { return newClient(d.server.HTTP, d.organization.Keys[0].Secret) }

// lose writes, takes the base backup meanwhile, makes a mistake, and kills PostgreSQL.
func (d *drill) lose(ctx context.Context) error {
	d.ledger = &ledger{organization: d.organization, next: d.size.rows}
	writing, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer func() {
		stop()
		running.Wait()
	}()
	for range writers {
		running.Go(func() { d.ledger.write(writing, d.client()) })
	}
	_ = wait.For(ctx, d.size.writing)
	if _, err := d.measure("take a base backup while clients write", func() error {
		return d.production.BaseBackup(ctx, d.path(backup))
	}); err != nil {
		return err
	}
	_ = wait.For(ctx, d.size.writing)
	d.mistake = time.Now()
	_ = wait.For(ctx, 100*time.Millisecond)
	var wrong []item
	for day := range d.size.rows / (users * projects) {
		wrong = append(wrong, d.organization.item(day*users*projects, 0))
	}
	if err := d.client().upsert(ctx, wrong); err != nil {
		return err
	}
	// The moment before the mistake must be in the archive.
	_ = wait.For(ctx, max(d.size.writing, archiveEvery+archiveEvery/2))
	if err := d.read(ctx); err != nil {
		return err
	}
	log.Print("kill PostgreSQL …")
	if err := d.kill(); err != nil {
		return err
	}
	d.killed = time.Now()
	stop()
	d.server.Kill()
	d.server = nil
	return nil
}

// kill ends all processes of PostgreSQL with SIGKILL, as the loss of its machine does.
func (d *drill) kill() error {
	postmaster := d.production.PID()
	if err := syscall.Kill(postmaster, syscall.SIGSTOP); err != nil { // so that it starts no more processes
		return err
	}
	for _, pid := range proc.ReadTable().Tree(postmaster) {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	err := d.production.Stop()
	d.production = nil
	return err
}

// read does what a reader of events and a client with a cache of capacity do.
func (d *drill) read(ctx context.Context) (err error) {
	c := d.client()
	if d.head, err = c.head(ctx); err != nil {
		return err
	}
	status, header, text, err := c.call(ctx, http.MethodGet, capacity, nil, nil)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("status %d: %.300s", status, text)
	}
	d.figures = header.Get("ETag")
	return err
}

const capacity = "/capacity?start_date=2020-01-01&end_date=2020-03-31&bucket=month&group_by=organization"

// head returns the number of the latest event.
func (c *client) head(ctx context.Context) (int64, error) {
	status, _, text, err := c.call(ctx, http.MethodGet, "/events?after=head", nil, nil)
	var page struct{ Data struct{ Head int64 } }
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("status %d: %.300s", status, text)
	}
	if err == nil {
		err = json.Unmarshal(text, &page)
	}
	return page.Data.Head, err
}

// restore restores the database into a new cluster, checks it and serves it. then is what happens afterwards.
func (d *drill) restore(
	ctx context.Context, name string, until time.Time, then func(context.Context, *client) error,
) (err error) {
	r := restore{name: name, acknowledged: len(d.ledger.notes)}
	home := d.path("restored " + fmt.Sprint(len(d.restores)))
	part := func(what string, f func() error) error {
		took, err := d.measure(fmt.Sprintf("restore to %s: %s", name, what), f)
		r.took += took
		return err
	}
	if err := part("copy the base backup", func() error {
		if err := os.Mkdir(home, 0o755); err != nil {
			return err
		}
		_, err := process.Output(ctx, "cp", "-a", filepath.Join(d.path(backup), "pgdata"), home)
		return err
	}); err != nil {
		return err
	}
	var restored *cluster.Cluster
	if err := part("recover from the archive", func() (err error) {
		restored, err = cluster.Start(ctx, cluster.Config{
			DataDir: home, Durable: true, Recovery: &cluster.Recovery{Archive: d.path(archive), Until: until},
		})
		return err
	}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, restored.Stop()) }()
	if err := part("workplan verify", func() error {
		out, err := process.Output(ctx, d.workplan, "verify", "--database-url="+restored.DSN(database))
		r.verify = fmt.Sprintf("%d of %d checks ok", strings.Count("\n"+string(out), "\nok "),
			strings.Count("\n"+string(out), "\nok ")+strings.Count(string(out), "\nFOUND"))
		d.hold(err == nil, "workplan verify finds nothing after the restore to %s: %v\n%s", name, err, out)
		return nil
	}); err != nil {
		return err
	}
	if err := part("start workplan serve until it is ready", func() error {
		return d.serve(ctx, restored)
	}); err != nil {
		return err
	}
	defer func() {
		d.server.Kill()
		d.server = nil
	}()
	db, err := postgres.Open(restored.DSN(database), postgres.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := d.count(ctx, db, &r, until); err != nil {
		return err
	}
	d.restores = append(d.restores, r)
	if then == nil {
		return nil
	}
	if err := d.numbered(ctx, db); err != nil {
		return err
	}
	return then(ctx, d.client())
}

// numbered waits until all events have numbers.
func (d *drill) numbered(ctx context.Context, db *sql.DB) error {
	for {
		var waiting bool
		err := db.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM events WHERE organization_id = $1 AND seq IS NULL)`,
			d.organization.Organization.ID).Scan(&waiting)
		if err != nil || !waiting {
			return err
		}
		_ = wait.For(ctx, 50*time.Millisecond)
	}
}

// count compares the rows with the ledger.
func (d *drill) count(ctx context.Context, db *sql.DB, r *restore, until time.Time) error {
	lost, err := d.ledger.lost(ctx, db)
	if err != nil {
		return err
	}
	end := d.killed
	if r.lost = len(lost); r.lost > 0 {
		first := slices.MinFunc(lost, func(a, b note) int { return a.at.Compare(b.at) })
		r.span = end.Sub(first.at)
		d.hold(until.IsZero() || first.at.After(until), "no write that was acknowledged before %s is lost", r.name)
	}
	var zero int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM assignments WHERE organization_id = $1 AND hours = 0`,
		d.organization.Organization.ID).Scan(&zero); err != nil {
		return err
	}
	d.hold(until.IsZero() || zero == 0, "the hours of the mistake are back after the restore to %s", r.name)
	return nil
}

// clients does what clients do that have seen what is lost.
func (d *drill) clients(ctx context.Context, c *client) error {
	see := func(client, format string, args ...any) {
		d.seen = append(d.seen, sight{client, fmt.Sprintf(format, args...)})
	}
	head, err := c.head(ctx)
	if err != nil {
		return err
	}
	status, code, err := c.events(ctx, d.head)
	if err != nil {
		return err
	}
	see(fmt.Sprintf("that has read the events up to %d and asks for more; the restored journal ends at %d", d.head,
		head), "%d `%s`", status, code)
	d.hold(status == http.StatusConflict && code == "cursor_ahead", "a reader of lost events gets cursor_ahead")

	log.Printf("write %d events, so that the lost numbers are used again …", d.head-head)
	if err := d.catchUp(ctx, c, head); err != nil {
		return err
	}
	if status, _, err = c.events(ctx, d.head); err != nil {
		return err
	}
	see(fmt.Sprintf("the same, when other events have got the numbers up to %d", d.head),
		"%d, as if nothing had happened: it has missed events", status)
	status, header, _, err := c.call(ctx, http.MethodGet, capacity, nil, http.Header{"If-None-Match": {d.figures}})
	if err != nil {
		return err
	}
	see(fmt.Sprintf("that asks for capacity with its `ETag` %s, when the last event has the same number again",
		d.figures), "%d with the `ETag` %s", status, header.Get("ETag"))
	d.hold(status == http.StatusOK && header.Get("ETag") != d.figures, "an ETag of lost figures does not match others")
	return nil
}

// unused is the first row that nobody writes before the end.
const unused = 5_000_000

// catchUp writes events until the head is that of the time before.
func (d *drill) catchUp(ctx context.Context, c *client, head int64) error {
	group, writing := errgroup.WithContext(ctx)
	group.SetLimit(2 * writers)
	for n := head; n < d.head; n++ {
		group.Go(func() error { return c.upsert(writing, []item{d.organization.item(unused+int(n-head), 1)}) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for {
		now, err := c.head(ctx)
		if err != nil || now >= d.head {
			d.hold(now == d.head, "each write has one event: the head is %d instead of %d", now, d.head)
			return err
		}
		_ = wait.For(ctx, 20*time.Millisecond)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// events asks for the events after a number, and returns the status and the code of the error.
func (c *client) events(ctx context.Context, after int64) (status int, code string, err error) {
	status, _, text, err := c.call(ctx, http.MethodGet, fmt.Sprintf("/events?after=%d", after), nil, nil)
	var problem struct{ Error struct{ Code string } }
	if err == nil {
		err = json.Unmarshal(text, &problem)
	}
	return status, problem.Error.Code, err
}
