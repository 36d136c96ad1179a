// Command scale compares docs/operate/scale.md with a run: it makes many organizations, sends the requests of their
// busiest second for minutes, and measures what the server and PostgreSQL use.
//
//	go -C tools run ./scale --write docs/reports/scale-run.md
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/wait"
	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/checkout"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

const description = `Make many organizations, send the requests of their busiest second for minutes, and compare what the server
and PostgreSQL use with docs/operate/scale.md.

It needs Go, a PostgreSQL that is installed or else fetched, and 7 GB in the temporary folder. With its defaults it takes half
an hour, on a machine that should have nothing else to do. It exits with 1 if a request fails, if the requests cannot be sent
in time, or if verify finds something.`

type options struct {
	Organizations int           `default:"1000" help:"How many organizations."`
	People        int           `default:"200" help:"How many people each has, at least 20."`
	Days          int           `default:"5" help:"Working days that have hours."`
	Time          time.Duration `default:"8m" help:"How long requests are sent: once without webhooks, and once with one in each organization."`
	Load          float64       `default:"1" help:"The requests, as a multiple of those of the busiest second."`
	Short         bool          `help:"20 organizations of 20 people, 50 times their requests, and 10 s: to see that the program works."`
	Write         string        `placeholder:"FILE" help:"Also write a report, such as docs/reports/scale-run.md."`
}

func main() {
	log.SetFlags(log.Ltime)
	if err := checkout.Enter(); err != nil {
		log.Fatal("scale: ", err)
	}
	var opts options
	kong.Parse(&opts, kong.Description(description))
	if opts.Short {
		opts.Organizations, opts.People, opts.Load, opts.Time = 20, 20, 50, 10*time.Second
	}
	if opts.People < leastPeople || opts.Organizations < 1 || opts.Days < daysOfWeek {
		log.Fatalf("scale: it needs at least one organization, %d people and %d days", leastPeople, daysOfWeek)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	began := time.Now()
	r, err := run(ctx, opts)
	if err != nil {
		log.Fatal("scale: ", err)
	}
	r.took = time.Since(began)
	fmt.Print(r.text())
	if opts.Write != "" {
		if err := os.WriteFile(opts.Write, []byte(r.text()), 0o644); err != nil {
			log.Fatal("scale: ", err)
		}
	}
	if err := r.failure(); err != nil {
		log.Fatal("scale: ", err)
	}
}

const database = "scale"

func run(ctx context.Context, opts options) (r *report, err error) {
	site, err := testbed.NewSite(ctx, "workplan-scale-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	if err := site.Create(ctx, site.Workplan, database); err != nil {
		return nil, err
	}
	dsn := site.Postgres.DSN(database)
	db, err := postgres.Open(dsn, postgres.Options{StatementTimeout: time.Hour})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	r = &report{options: opts}
	if r.predicted, err = predict(r.people()); err != nil {
		return nil, err
	}
	organizations, err := r.load(ctx, site, db)
	if err != nil {
		return nil, err
	}
	env, err := testbed.Webhooks(site.Dir)
	if err != nil {
		return nil, err
	}
	env = append(env, "DATABASE_URL="+dsn, "OPS_ADDR=127.0.0.1:0", "WEBHOOK_RATE_LIMIT=0")
	server, err := process.Start(ctx, filepath.Join(site.Dir, "serve.log"), env,
		site.Workplan, "serve", "--http-addr=127.0.0.1:0", "--grpc-addr=127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer server.Kill()
	m := &meter{db: db, server: server, postgres: site.Postgres}
	rates := r.rates()
	idle := max(5*time.Second, min(time.Minute, opts.Time/4))
	_ = wait.For(ctx, idle/4) // what a start does is not idle
	for _, s := range []stage{
		{name: "no requests", time: idle}, {name: "requests", time: opts.Time, rates: rates},
		{name: "requests, and webhooks", time: opts.Time, rates: rates, webhooks: true},
	} {
		log.Printf("%s: %s …", s.name, s.time)
		if err := s.run(ctx, organizations, m); err != nil {
			return nil, err
		}
		r.stages = append(r.stages, s)
	}
	log.Print("workplan verify …")
	began := time.Now()
	if out, err := process.Output(ctx, site.Workplan, "verify", "--database-url="+dsn); err != nil {
		r.found = fmt.Sprintf("%v\n%.2000s", err, out)
	}
	r.verified = time.Since(began)
	return r, ctx.Err()
}
