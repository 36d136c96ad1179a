// Package apitest runs tests against the real service on a real PostgreSQL.
//
// A test package starts its own private cluster, once:
//
//	func TestMain(m *testing.M) { apitest.Main(m) }
//
// New returns an API for one test: two organizations of the same shape, imported from
// fixture.json, on a server that all tests of the package share. One is the organization of
// the test's keys, the other is another one. NewIsolated starts a server of its own for the
// test, on a database cloned from a template with two such organizations. In paths, bodies and expectations $name is
// replaced by an id:
//
//	users         $admin $boss (role manager) $lead (reports to boss) $worker $peer
//	              (both report to lead) $loner $pm (manager of Atlas)
//	capabilities  $design $engineering
//	types         $vacation $sick
//	clients       $acme $globex
//	projects      $atlas (of Acme, 2026, fixed price) $beacon (of Globex, June 2026)
//	keys          $admin_key … (one for each user)
//	other         $other_worker, $other_acme …: the same in the other organization
//	unknown       $unknown: an id that never existed
//
// and the names that steps save. Each user has a key with every scope, named like the user;
// API.Key creates others.
//
// A step describes a call over REST and over gRPC. Run runs all steps in order over REST,
// and then over gRPC, each time in new organizations:
//
//	apitest.Run(t, []apitest.Step{{
//		Name: "a member may not create clients", As: "worker",
//		Call: "POST /api/v1/clients", Body: `{"companyName": "Initech"}`,
//		RPC: "ClientService/CreateClient", Request: `{"client": {"companyName": "Initech"}}`,
//		Status: 403, GRPC: codes.PermissionDenied, Code: "permission_denied",
//	}})
package apitest

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/cmd/workplan/operate/importer"
	"github.com/workplan-api/workplan/ent/migrations"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/test/bouncer"
	"github.com/workplan-api/workplan/test/process"
)

//go:embed fixture.json
var fixture string

const (
	emptyTemplate = "workplan_empty"
	template      = "workplan_fixture"
)

// server has the databases of this test process.
var server struct {
	// nodes are the servers of PostgreSQL, and each of them has every database: a private cluster has one, Citus
	// several. Statements go to the first one.
	nodes []node
	// prefix begins the names of all databases, bare is the name of the one without a schema.
	prefix, bare string
	databases    atomic.Int64
	// own and other are the results of the imports of the two organizations.
	own, other *adminv1.ImportResult
}

// node is a server of PostgreSQL.
type node struct {
	admin *sql.DB
	// dsn returns the address of a database.
	dsn func(database string) string
}

// Main runs the tests of a package on a private cluster, or on Citus if WORKPLAN_CITUS_URL is set.
func Main(m *testing.M) {
	code, err := runTests(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "apitest:", err)
		code = 1
	}
	os.Exit(code)
}

// AtATime makes a package run n parallel tests at a time, unless -parallel says otherwise or there are more processors.
// Most tests wait, for the database, for a process or for a time to pass. TestMain calls it before Main.
func AtATime(n int) {
	flag.Parse()
	parallel := flag.Lookup("test.parallel")
	if parallel.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = parallel.Value.Set(strconv.Itoa(max(n, runtime.GOMAXPROCS(0))))
	}
}

func runTests(m *testing.M) (code int, err error) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // as workplan serve
	}
	ctx := context.Background()
	defer func() { err = removeProgram(err) }()
	defer func() {
		for _, n := range server.nodes {
			n.admin.Close()
		}
	}()
	if OnCitus() {
		defer func() { err = errors.Join(err, dropTemplates(ctx)) }()
		err = startCitus(ctx)
	} else {
		private, startErr := cluster.Start(ctx, cluster.Config{})
		if startErr != nil {
			return 1, startErr
		}
		defer func() { err = errors.Join(err, private.Stop()) }()
		server.bare = "template0"
		err = addNode(private.DSN)
	}
	if err == nil {
		err = prepareTemplates(ctx)
	}
	if err != nil {
		return 1, err
	}
	code = m.Run()
	return code, stopShared()
}

func addNode(dsn func(database string) string) error {
	// Without timeouts: tests wait for each other to create databases.
	admin, err := sql.Open("postgres", dsn("postgres"))
	server.nodes = append(server.nodes, node{admin, dsn})
	return err
}

// patient has a long timeout, for the preparation of tests on a busy machine. Servers under
// test have the timeouts of production.
var patient = postgres.Options{StatementTimeout: time.Minute}

func prepareTemplates(ctx context.Context) error {
	if err := createDatabase(ctx, server.prefix+emptyTemplate, server.bare); err != nil {
		return err
	}
	if err := migrateTemplate(ctx); err != nil {
		return err
	}
	prepare := grant
	if OnCitus() {
		prepare = distribute
	}
	if err := prepare(ctx, server.prefix+emptyTemplate); err != nil {
		return err
	}
	return closeTemplate(ctx, server.prefix+emptyTemplate)
}

// withFixture returns the name of the template with the two organizations. It is made when the first test needs it.
var withFixture = sync.OnceValues(func() (name string, err error) {
	name = server.prefix + template
	return name, prepareFixture(context.Background())
})

func prepareFixture(ctx context.Context) error {
	if err := createDatabase(ctx, server.prefix+template, server.prefix+emptyTemplate); err != nil {
		return err
	}
	if err := inDatabase(server.prefix+template, func(db *sql.DB) (err error) {
		if server.own, err = importFixture(ctx, db, "Acme Works"); err != nil {
			return err
		}
		server.other, err = importFixture(ctx, db, "Other Works")
		return err
	}); err != nil {
		return err
	}
	return closeTemplate(ctx, server.prefix+template)
}

// createDatabase clones a database. The nodes of Citus have its tables under the same ids, so a clone on each node is a
// clone of all. The workers get the limit that Citus does not pass on, as docs/operate/citus.md says.
func createDatabase(ctx context.Context, name, from string) error {
	create := "CREATE DATABASE " + name + " TEMPLATE " + from
	if !OnCitus() {
		create += " STRATEGY FILE_COPY" // a copy through the WAL is twice the work
	}
	for i, n := range server.nodes {
		if _, err := n.admin.ExecContext(ctx, create); err != nil {
			return err
		}
		if i == 0 && os.Getenv(poolerMode) != "" {
			if err := setLimits(ctx, name, n.admin); err != nil {
				return err
			}
		}
		if i > 0 {
			if _, err := n.admin.ExecContext(ctx, "ALTER DATABASE "+name+" SET lock_timeout = '1200ms'"); err != nil {
				return err
			}
		}
	}
	return nil
}

// poolerMode is a variable with a mode of PgBouncer, session or transaction. The servers under test then connect
// through one.
const poolerMode = "WORKPLAN_TEST_POOLER"

// setLimits gives each session of a database the limits that a server sets itself without a pooler.
func setLimits(ctx context.Context, database string, admin *sql.DB) error {
	for _, set := range bouncer.Limits {
		if _, err := admin.ExecContext(ctx, "ALTER DATABASE "+database+" SET "+set); err != nil {
			return err
		}
	}
	return nil
}

// closeTemplate ends the connections to a database and allows no more: a database with connections, such as those of
// Citus to itself, cannot be cloned.
func closeTemplate(ctx context.Context, name string) error {
	for _, n := range server.nodes {
		if _, err := n.admin.ExecContext(ctx, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false"); err != nil {
			return err
		}
		if _, err := n.admin.ExecContext(ctx,
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name); err != nil {
			return err
		}
	}
	return nil
}

// dropDatabase tries again while somebody connects to the database, as the processes of Citus do that look after it.
func dropDatabase(ctx context.Context, name string) error {
	for _, n := range server.nodes {
		for try := 1; ; try++ {
			_, err := n.admin.ExecContext(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
			if err == nil {
				break
			}
			if try > 5 || postgres.Code(err) != "55006" {
				return err
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	return nil
}

// unused are the databases of tests that have ended, and are not dropped yet.
var unused struct {
	sync.Mutex
	names []string
}

// maxUnused bounds the disk that unused databases need: each has about 10 MB.
const maxUnused = 32

// dropLater drops unused databases together when there are maxUnused of them. Each DROP DATABASE makes a checkpoint,
// which costs little if nothing was written since the last one. Those that are left end with the cluster. Citus
// outlasts the tests, so there the database is dropped at once.
func dropLater(ctx context.Context, name string) (err error) {
	if OnCitus() {
		return dropDatabase(ctx, name)
	}
	unused.Lock()
	defer unused.Unlock()
	unused.names = append(unused.names, name)
	if len(unused.names) < maxUnused {
		return nil
	}
	for _, name := range unused.names {
		err = errors.Join(err, dropDatabase(ctx, name))
	}
	unused.names = nil
	return err
}

// dropTemplates drops what the clones of a shared cluster were made from.
func dropTemplates(ctx context.Context) (err error) {
	for _, name := range []string{server.bare, server.prefix + emptyTemplate, server.prefix + template} {
		err = errors.Join(err, dropDatabase(ctx, name))
	}
	return err
}

// migrateWith is a variable with the path of a workplan program. It migrates the databases of the tests, instead of
// this program: .ci/upgrade runs the tests of the release before on the schema of this one.
const migrateWith = "WORKPLAN_MIGRATE_WITH"

func migrateTemplate(ctx context.Context) error {
	if program := os.Getenv(migrateWith); program != "" {
		_, err := process.Output(ctx, program, "migrate", "--database-url",
			server.nodes[0].dsn(server.prefix+emptyTemplate))
		return err
	}
	return inDatabase(server.prefix+emptyTemplate, func(db *sql.DB) error {
		_, err := migrate.Up(ctx, db, migrations.Files, migrate.Options{})
		return err
	})
}

// serverRole is the role of the servers under test, except on Citus: the cluster is shared, and roles would outlast the
// test. It does not own the tables, so each test shows that a server needs no more rights than those of migrate.Grant.
const serverRole = "workplan_server"

// grant makes the role of the servers, with its rights in a template.
func grant(ctx context.Context, database string) error {
	return inDatabase(database, func(db *sql.DB) error {
		if err := migrate.CreateRole(ctx, db, serverRole, ""); err != nil {
			return err
		}
		return migrate.Grant(ctx, db, serverRole)
	})
}

// AsServer returns the address of a database for the role of the servers.
func AsServer(dsn string) string {
	if OnCitus() {
		return dsn
	}
	dsn, _, _ = strings.Cut(dsn, " options=") // of a test that shares a database
	return strings.NewReplacer("user=postgres", "user="+serverRole, "user="+testRole, "user="+serverRole).Replace(dsn)
}

func inDatabase(name string, f func(db *sql.DB) error) error {
	db, err := postgres.Open(server.nodes[0].dsn(name), patient)
	if err != nil {
		return err
	}
	defer db.Close()
	return f(db)
}

// importFixture imports an organization. Its events have numbers before a test begins.
func importFixture(ctx context.Context, db *sql.DB, organization string) (*adminv1.ImportResult, error) {
	result, err := importer.ImportJSON(ctx, db, []byte(strings.Replace(fixture, "%s", organization, 1)), false)
	if err != nil {
		return nil, err
	}
	sequencer := journal.NewSequencer(db, journal.NewHighWaterMarks(db), slog.New(slog.DiscardHandler),
		prometheus.NewRegistry())
	_, err = sequencer.Number(ctx, uuid.MustParse(result.GetOrganization().GetId()))
	return result, err
}

// NewDatabase returns the address of a new database that has the schema and no rows. It is
// dropped when the test ends.
func NewDatabase(t testing.TB) string { return clone(t, server.prefix+emptyTemplate) }

// BareDatabase returns the address of a new database without the schema.
func BareDatabase(t testing.TB) string { return clone(t, server.bare) }

func clone(t testing.TB, from string) string {
	t.Helper()
	name := fmt.Sprintf("%stest_%d", server.prefix, server.databases.Add(1))
	t.Cleanup(func() {
		if err := dropLater(context.Background(), name); err != nil {
			t.Error(err)
		}
	})
	if err := createDatabase(t.Context(), name, from); err != nil {
		t.Fatal(err)
	}
	return server.nodes[0].dsn(name)
}

// Open returns a pool on the database at dsn, with the rights of a server. A statement that Guard refuses fails, and so
// does the write of a record without an event. On Citus, a statement that needs several shards fails.
func Open(t testing.TB, dsn string) *sql.DB {
	t.Helper()
	return open(t, dsn, true)
}

// open is Open, or a pool whose writes need no events.
func open(t testing.TB, dsn string, events bool) *sql.DB {
	t.Helper()
	dsn, opts := guardedPool(t, dsn)
	if events && opts.OpenDB == nil {
		opts.OpenDB = eventsRequired
	}
	db, err := postgres.Open(dsn, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// guardedPool returns the address and the options of Open.
func guardedPool(t testing.TB, dsn string) (string, postgres.Options) {
	t.Helper()
	dsn = AsServer(dsn)
	opts := postgres.Options{Inspect: Guard}
	if mode := os.Getenv(poolerMode); mode != "" {
		dsn, opts.Pooler = bouncer.Start(t, dsn, mode, bouncer.Ignored, 50), postgres.Pooler(mode)
	}
	if OnCitus() {
		return oneShard(dsn, opts)
	}
	return dsn, opts
}
