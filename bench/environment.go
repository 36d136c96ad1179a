package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
)

const workplanPackage = "github.com/workplan-api/workplan/cmd/workplan"

// The names of the arms, also of their processes and their connections.
const (
	restName   = "rest"
	grpcName   = "grpc"
	thinName   = "thin"
	rawName    = "raw"
	versusName = "versus"
)

// environment is everything that runs.
type environment struct {
	dir        string
	cluster    *cluster.Cluster
	db         *sql.DB // for what is not measured
	data       *data
	postmaster int
	postgres   string // its version

	rest, grpc, versus *workplan // versus where there is one
	thin               *process
	thinAddress        string
	raw                *pool
}

// prepare starts everything. What it has started, close stops, also after an error.
func prepare(ctx context.Context, opts options, std streams) (_ *environment, err error) {
	e := &environment{}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.close())
		}
	}()
	if e.dir, err = os.MkdirTemp("", "workplan-bench-"); err != nil {
		return nil, err
	}
	// As root, PostgreSQL runs as somebody else and must be able to enter.
	if err = os.Chmod(e.dir, 0o755); err != nil {
		return nil, err
	}
	std.say("building workplan …")
	binary := filepath.Join(e.dir, "workplan")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, workplanPackage).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build %s: %w\n%s", workplanPackage, err, out)
	}
	std.say("starting PostgreSQL in %s …", e.dir)
	if err = e.startPostgres(ctx, std); err != nil {
		return nil, err
	}
	std.say("loading %d rows …", opts.Rows)
	dsn := e.cluster.DSN("postgres")
	if e.data, err = fill(ctx, dsn, opts.Rows, std); err != nil {
		return nil, err
	}
	std.say("starting the servers …")
	return e, e.startServers(ctx, binary, opts.Versus, dsn)
}

// settings are what somebody would set on a server of this size. They also keep
// checkpoints out of the rounds.
var settings = []string{"shared_buffers = '512MB'", "max_wal_size = '4GB'", "checkpoint_timeout = '1h'"}

func (e *environment) startPostgres(ctx context.Context, std streams) (err error) {
	cfg := cluster.Config{DataDir: filepath.Join(e.dir, "postgres"), Durable: true, Log: std.say}
	if e.cluster, err = cluster.Start(ctx, cfg); err != nil {
		return err
	}
	if err := e.open(); err != nil {
		return err
	}
	for _, s := range settings {
		if _, err := e.db.ExecContext(ctx, "ALTER SYSTEM SET "+s); err != nil {
			return err
		}
	}
	if err := errors.Join(e.db.Close(), e.cluster.Stop()); err != nil {
		return err
	}
	if e.cluster, err = cluster.Start(ctx, cfg); err != nil {
		return err
	}
	if err := e.open(); err != nil {
		return err
	}
	if _, err := migrate.Up(ctx, e.db, migrations.Files); err != nil {
		return err
	}
	var backend int
	if err := e.db.QueryRowContext(ctx, "SELECT pg_backend_pid(), current_setting('server_version')").Scan(&backend, &e.postgres); err != nil {
		return err
	}
	e.postmaster, err = parentOf(backend)
	return err
}

func (e *environment) open() (err error) {
	e.db, err = postgres.Open(e.cluster.DSN("postgres")+" application_name=bench", postgres.Options{MaxConns: 2})
	return err
}

func (e *environment) startServers(ctx context.Context, binary, versus, dsn string) (err error) {
	if e.rest, err = startWorkplan(ctx, e.dir, restName, binary, dsn); err != nil {
		return err
	}
	if e.grpc, err = startWorkplan(ctx, e.dir, grpcName, binary, dsn); err != nil {
		return err
	}
	if versus != "" {
		if e.versus, err = startWorkplan(ctx, e.dir, versusName, versus, dsn); err != nil {
			return err
		}
	}
	cfg := thinConfig{DSN: dsn, Organization: e.data.organization, Key: e.data.key}
	if e.thin, e.thinAddress, err = startThin(ctx, e.dir, cfg); err != nil {
		return err
	}
	e.raw, err = openPool(ctx, dsn, rawName)
	return err
}

// arms are the arms in the order in which they are shown.
func (e *environment) arms() []arm {
	arms := []arm{
		{restName, e.rest.pid(), overHTTP(e.rest.http)},
		{grpcName, e.grpc.pid(), overGRPC(e.grpc.grpc, e.data.key)},
		{thinName, e.thin.pid(), overHTTP(e.thinAddress)},
		{rawName, 0, func(context.Context) (caller, error) { return rawCaller{e.raw}, nil }},
	}
	if e.versus != nil {
		arms = append(arms, arm{versusName, e.versus.pid(), overHTTP(e.versus.http)})
	}
	return arms
}

// connections are how many connections each pool holds.
func (e *environment) connections(ctx context.Context) (map[string]int, error) {
	rows, err := e.db.QueryContext(ctx, `
SELECT application_name, count(*) FROM pg_stat_activity
WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() GROUP BY 1`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	pools := map[string]int{}
	for rows.Next() {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			return nil, err
		}
		pools[name] = n
	}
	return pools, rows.Err()
}

// close stops and removes everything that there is.
func (e *environment) close() error {
	for _, w := range []*workplan{e.rest, e.grpc, e.versus} {
		if w != nil {
			w.stop()
		}
	}
	if e.thin != nil {
		e.thin.stop()
	}
	if e.raw != nil {
		e.raw.close()
	}
	var err error
	if e.db != nil {
		_ = e.db.Close()
	}
	if e.cluster != nil {
		err = e.cluster.Stop()
	}
	if e.dir != "" {
		err = errors.Join(err, os.RemoveAll(e.dir))
	}
	return err
}
