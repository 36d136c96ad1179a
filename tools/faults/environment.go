package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// shared is what all rows share: a site, and a database to copy.
type shared struct {
	*testbed.Site
	previous      string // the program of an earlier version, or ""
	first, second *organization
	runs          int
}

const template = "template_of_runs"

// newShared builds and starts everything. It removes what it started if it fails.
func newShared(ctx context.Context, previous string) (_ *shared, err error) {
	b := &shared{previous: previous}
	if b.Site, err = testbed.NewSite(ctx, "workplan-faults-"); err != nil {
		return nil, err
	}
	if b.first, b.second, err = b.prepare(ctx, b.Workplan, template); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// prepare makes a database with a program, and imports two organizations.
func (b *shared) prepare(ctx context.Context, program, database string) (first, second *organization, err error) {
	if err := b.Create(ctx, program, database); err != nil {
		return nil, nil, err
	}
	if first, err = b.load(ctx, program, b.Postgres.DSN(database), "First"); err != nil {
		return nil, nil, err
	}
	second, err = b.load(ctx, program, b.Postgres.DSN(database), "Second")
	return first, second, err
}

// load imports an organization.
func (b *shared) load(ctx context.Context, program, dsn, name string) (*organization, error) {
	o := &organization{}
	return o, b.Import(ctx, program, dsn, documentOf(name), o)
}

// environment is what one run of a row has: a database of its own with two organizations, and the servers that it
// starts. Everything stops when the run ends.
type environment struct {
	*shared
	short    bool
	database string
	servers  []*process.Server
	closers  []func()
}

// once runs a trial in an environment of its own.
func (b *shared) once(ctx context.Context, t trial, short bool) ([]figure, error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Minute)
	defer cancel()
	b.runs++
	e := &environment{shared: b, short: short, database: fmt.Sprint("run", b.runs)}
	if err := b.Postgres.Ensure(ctx); err != nil {
		return nil, err
	}
	if err := b.Copy(ctx, template, e.database); err != nil {
		return nil, err
	}
	figures, err := t(ctx, e)
	cancel()
	for _, f := range e.closers {
		defer f()
	}
	for _, s := range e.servers {
		s.Kill()
	}
	return figures, err
}

// atEnd calls f when the run ends, after the servers have ended.
func (e *environment) atEnd(f func()) { e.closers = append(e.closers, f) }

// span is how long a step lasts: long, or short in the short form.
func (e *environment) span(long, short time.Duration) time.Duration {
	if e.short {
		return short
	}
	return long
}

// serve starts workplan serve on the database of the run and waits until it is ready. env are variables such as
// "LOG_LEVEL=warn". A DATABASE_URL in env replaces the direct one, for example with that of a proxy.
func (e *environment) serve(ctx context.Context, env ...string) (*process.Server, error) {
	return e.serveProgram(ctx, e.Workplan, env...)
}

// serveProgram is serve with another version of the program.
func (e *environment) serveProgram(ctx context.Context, program string, env ...string) (*process.Server, error) {
	return e.start(ctx, env, program, "serve", "--http-addr=127.0.0.1:0", "--grpc-addr=127.0.0.1:0")
}

// serveWith starts a server that differs from workplan serve by a variant of this program, see variants.
func (e *environment) serveWith(ctx context.Context, variant string, env ...string) (*process.Server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return e.start(ctx, env, self, serveWith, variant)
}

func (e *environment) start(ctx context.Context, env []string, args ...string) (*process.Server, error) {
	env = append([]string{"DATABASE_URL=" + e.Postgres.DSN(e.database), "OPS_ADDR="}, env...)
	s, err := process.Start(ctx,
		filepath.Join(e.Dir, fmt.Sprintf("%s-%d.log", e.database, len(e.servers))), env, args...)
	if err == nil {
		e.servers = append(e.servers, s)
	}
	return s, err
}

// pool returns a pool on the database of the run, to look at the rows behind the server's back.
func (e *environment) pool() (*sql.DB, error) {
	db, err := postgres.Open(e.Postgres.DSN(e.database), postgres.Options{StatementTimeout: time.Minute})
	if err == nil {
		e.atEnd(func() { db.Close() })
	}
	return db, err
}

// databaseProxy puts a proxy in front of PostgreSQL and returns it with the variable that makes a server use it.
func (e *environment) databaseProxy() (p *proxy, env string, err error) {
	if p, err = newProxy("unix", e.Postgres.Socket()); err != nil {
		return nil, "", err
	}
	e.atEnd(func() { p.Close(); p.Swallowing.Store(false); p.Cut() })
	host, port, err := net.SplitHostPort(p.Address())
	return p, fmt.Sprintf("DATABASE_URL=host=%s port=%s user=postgres dbname=%s sslmode=disable",
		host, port, e.database), err
}
