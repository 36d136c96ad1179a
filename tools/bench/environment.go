package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/test/citustest"
	"github.com/workplan-api/workplan/test/process"
)

// environment is everything that runs.
type environment struct {
	options
	dir          string
	workplan     string // this build
	cluster      *cluster.Cluster
	citus        []citustest.Node // the nodes of Citus, if it is measured too
	organization *organization
	servers      []*server
	contestants  []contestant
}

// contestant is what is measured: a server as one caller uses it, or PostgreSQL without a server.
type contestant struct {
	*server
	name, caller, key string
	dial              func() (client, error)
	bench             *pgbench // sends the requests instead of clients, if it is not nil
}

// server is a server process and its database. There is no process if PostgreSQL is measured without a server.
type server struct {
	database string
	*process.Server
}

const (
	noJournal    = "no-journal" // the contestant without the journal
	baselineName = "baseline"   // the least server
	settled      = "settled"    // the contestant whose organization has closed days
)

const loaded = "loaded" // the database that the others are copies of

const (
	nameCitus = "citus"          // the contestant on Citus
	onCitus   = "workplan_bench" // its database there
)

// versus returns the name of the other build with the protocol of a contestant.
func versus(name string) string { return "versus-" + name }

func serve(workplan string) []string {
	return []string{workplan, "serve", "--http-addr=127.0.0.1:0", "--grpc-addr=127.0.0.1:0"}
}

// startPostgreSQL builds workplan and starts PostgreSQL. close must follow, also after an error.
func (e *environment) startPostgreSQL(ctx context.Context, settings ...string) (err error) {
	if e.dir, err = os.MkdirTemp("", "workplan-bench-"); err != nil {
		return err
	}
	log.Print("Building workplan …")
	if e.workplan, err = process.Build(ctx, e.dir); err != nil {
		return err
	}
	if e.cluster, err = cluster.Start(ctx,
		cluster.Config{Durable: true, Settings: settings, Log: log.Printf}); err != nil {
		return err
	}
	// Checkpoints and vacuums must not fall into single rounds.
	for _, statement := range []string{
		"ALTER SYSTEM SET checkpoint_timeout = '1h'", "ALTER SYSTEM SET max_wal_size = '8GB'",
		"ALTER SYSTEM SET autovacuum = off",
		"SELECT pg_reload_conf()", "CREATE DATABASE " + loaded,
	} {
		if err := e.execute(ctx, "postgres", statement); err != nil {
			return err
		}
	}
	return nil
}

// start starts everything. close must follow, also after an error.
func (e *environment) start(ctx context.Context) error {
	if err := e.startPostgreSQL(ctx); err != nil {
		return err
	}
	log.Printf("Loading %d rows …", e.Rows)
	this := e.workplan
	oldest := this
	if e.Versus != "" {
		oldest = e.Versus
	}
	if err := e.load(ctx, oldest); err != nil {
		return err
	}
	log.Print("Starting the servers …")
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := errors.Join(
		e.add(ctx, "rest", this, serve(this)),
		e.add(ctx, "grpc", this, serve(this)),
		e.add(ctx, noJournal, this, []string{self, noJournalCommand}),
		e.add(ctx, settled, this, serve(this)),
		e.add(ctx, baselineName, this, []string{self, baselineCommand, string(mustJSON(e.organization))}),
	); err != nil {
		return err
	}
	if citustest.URL() != "" {
		if err := e.addCitus(ctx); err != nil {
			return err
		}
	}
	if e.Versus == "" {
		return nil
	}
	return errors.Join(
		e.add(ctx, versus("rest"), e.Versus, serve(e.Versus)),
		e.add(ctx, versus("grpc"), e.Versus, serve(e.Versus)),
	)
}

// load fills the database that all others are copies of.
func (e *environment) load(ctx context.Context, workplan string) error {
	if err := e.importOrganization(ctx, workplan); err != nil {
		return err
	}
	o := e.organization
	s, err := e.startServer(ctx, loaded, serve(workplan))
	if err != nil {
		return err
	}
	defer func() {
		s.Kill()
		e.servers = nil // it is no contestant's
	}()
	client, err := s.dialHTTP(o.key("admin"))
	if err != nil {
		return err
	}
	defer client.Close()
	for first := 0; first < o.rows; first += rowsOfWeek {
		if err := client.send(ctx, o.upsert(first, rowsOfWeek, 0), io.Discard); err != nil {
			return err
		}
	}
	// The actual hours are as planned.
	if err := e.execute(ctx, loaded, `INSERT INTO actual_hours (organization_id, id, version, created_at, updated_at, user_id,
		project_id, capability_id, date, hours)
		SELECT organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours
		FROM assignments`); err != nil {
		return err
	}
	return e.vacuum(ctx, loaded)
}

// importOrganization creates the organization without planned hours.
func (e *environment) importOrganization(ctx context.Context, workplan string) error {
	file, dsn := filepath.Join(e.dir, "organization.json"), e.cluster.DSN(loaded)
	if err := os.WriteFile(file, mustJSON(document()), 0o600); err != nil {
		return err
	}
	if _, err := process.Output(ctx, workplan, "migrate", "--database-url="+dsn); err != nil {
		return err
	}
	printed, err := process.Output(ctx, workplan, "import", "--database-url="+dsn, file)
	if err != nil {
		return err
	}
	o := &organization{rows: e.Rows}
	if err := json.Unmarshal(printed, o); err != nil {
		return err
	}
	e.organization = o
	return nil
}

// add starts a server on a copy of the loaded database, with the schema of a build of
// workplan, and adds its contestants.
func (e *environment) add(ctx context.Context, name, workplan string, args []string) error {
	if err := e.execute(ctx, "postgres",
		"CREATE DATABASE \""+name+"\" TEMPLATE "+loaded+" STRATEGY file_copy"); err != nil {
		return err
	}
	if _, err := process.Output(ctx, workplan, "migrate", "--database-url="+e.cluster.DSN(name)); err != nil {
		return err
	}
	if name == settled {
		if err := e.execute(ctx, name, settle); err != nil {
			return err
		}
	}
	return e.compete(ctx, name, args)
}

// settle closes days that no request writes: with 50 locks, and with a timesheet of each month of 2025 for 200 people.
const settle = `
INSERT INTO locks (organization_id, id, version, created_at, updated_at, start_date, end_date, kinds, user_ids, reason,
  exceptions, created_by_id)
SELECT u.organization_id, gen_random_uuid(), 1, now(), now(), '2024-01-01'::date + 7 * i::int, '2024-01-07'::date + 7 * i::int,
  '{actual_hours,assignments,time_off}', '{}', 'Closed', '[]', u.id
FROM generate_series(0, 49) i, (SELECT organization_id, id FROM users LIMIT 1) u;
INSERT INTO timesheets (organization_id, id, version, created_at, updated_at, user_id, start_date, end_date, status, hours,
  decided_by_id, decided_at)
SELECT organization_id, gen_random_uuid(), 2, now(), now(), id, month, month + interval '1 month' - interval '1 day',
  'approved', 160, id, now()
FROM (SELECT * FROM users LIMIT 200) u, generate_series('2025-01-01', '2025-12-01', interval '1 month') month;
INSERT INTO closed_days (organization_id, version) SELECT id, 1 FROM organizations
ON CONFLICT (organization_id) DO UPDATE SET version = closed_days.version + 1`

// contestantsFor returns the contestants of a scenario.
func (e *environment) contestantsFor(s scenario) []contestant {
	return slices.DeleteFunc(slices.Clone(e.contestants), func(c contestant) bool {
		return s.worked && c.name == baselineName
	})
}

// addCitus distributes a copy of the organization on a Citus cluster and adds the contestants of a server there.
func (e *environment) addCitus(ctx context.Context) (err error) {
	log.Print("Loading the organization into Citus …")
	if e.citus, err = citustest.Nodes(ctx); err != nil {
		return err
	}
	if err := errors.Join(citustest.DropDatabase(ctx, e.citus, onCitus),
		citustest.CreateDatabase(ctx, e.citus, onCitus)); err != nil {
		return err
	}
	file, dsn := filepath.Join(e.dir, "export"), e.dsn(nameCitus)
	for _, args := range [][]string{
		{"migrate", "--distribute", "--database-url=" + dsn},
		{"organization", "export", e.organization.Organization.ID,
			"--database-url=" + e.cluster.DSN(loaded), "--output=" + file},
		{"organization", "import", file, "--database-url=" + dsn},
	} {
		if _, err := process.Output(ctx, e.workplan, args...); err != nil {
			return err
		}
	}
	if err := e.vacuum(ctx, nameCitus); err != nil {
		return err
	}
	return e.compete(ctx, nameCitus, append(serve(e.workplan), "--db-direct-reads"))
}

// compete starts a server on the database of its name, and adds a contestant for each caller.
func (e *environment) compete(ctx context.Context, name string, args []string) error {
	s, err := e.startServer(ctx, name, args)
	if err != nil {
		return err
	}
	for _, caller := range e.As {
		e.contestants = append(e.contestants, e.contestantOf(s, name, caller))
	}
	return nil
}

// contestantOf returns the contestant that uses a server with the key of a caller: over gRPC if its name ends so,
// otherwise over REST.
func (e *environment) contestantOf(s *server, name, caller string) contestant {
	key, connect := e.organization.key(caller), s.dialHTTP
	if strings.HasSuffix(strings.ToLower(name), "grpc") {
		connect = s.dialGRPC
	}
	return contestant{
		server: s, name: name, caller: caller, key: key, dial: func() (client, error) { return connect(key) },
	}
}

// startServer starts a server on a database, with variables besides the usual ones. close ends it.
func (e *environment) startServer(ctx context.Context, database string, args []string, env ...string) (*server, error) {
	env = append(env, "DATABASE_URL="+e.dsn(database), "OPS_ADDR=")
	launched, err := process.Start(ctx, filepath.Join(e.dir, database+"-"+filepath.Base(args[0])+".log"), env, args...)
	if err != nil {
		return nil, err
	}
	s := &server{database, launched}
	e.servers = append(e.servers, s)
	return s, nil
}

// dsn returns the address of a database. That of the contestant on Citus is on its coordinator.
func (e *environment) dsn(database string) string {
	if database == nameCitus {
		return e.citus[0].DSN(onCitus)
	}
	return e.cluster.DSN(database)
}

func (e *environment) open(database string) (*sql.DB, error) {
	return sql.Open("postgres", e.cluster.DSN(database))
}

// execute runs a statement in a database.
func (e *environment) execute(ctx context.Context, database, statement string) error {
	db, err := e.open(database)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, statement)
	return errors.Join(err, db.Close())
}

// vacuum vacuums the database of a contestant, on all its nodes.
func (e *environment) vacuum(ctx context.Context, database string) error {
	const statement = "VACUUM ANALYZE"
	if database != nameCitus {
		return e.execute(ctx, database, statement)
	}
	for _, n := range e.citus {
		if err := n.In(onCitus, func(db *sql.DB) error {
			_, err := db.ExecContext(ctx, statement)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// close stops and removes everything.
func (e *environment) close() (err error) {
	for _, s := range e.servers {
		s.Kill()
	}
	if e.citus != nil {
		err = citustest.DropDatabase(context.Background(), e.citus, onCitus)
	}
	if e.cluster != nil {
		err = errors.Join(err, e.cluster.Stop())
	}
	return errors.Join(err, os.RemoveAll(e.dir))
}
