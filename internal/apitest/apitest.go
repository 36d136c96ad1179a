// Package apitest runs tests against the real service on a real PostgreSQL.
//
// A test package starts its own private cluster, once:
//
//	func TestMain(m *testing.M) { apitest.Main(m) }
//
// New starts a server for one test, on a database cloned from a template. The template
// has two organizations of the same shape, imported from fixture.json: the organization
// of the test's keys, and another one. In paths, bodies and expectations $name is
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
// and then over gRPC, each time on a new database:
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
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/ent/migrations"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	"github.com/workplan-api/workplan/internal/importer"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/internal/process"
	"github.com/workplan-api/workplan/services/journal"
)

//go:embed fixture.json
var fixture string

const (
	emptyTemplate = "workplan_empty"
	template      = "workplan_fixture"
)

// server is the cluster of this test process.
var server struct {
	cluster   *cluster.Cluster
	admin     *sql.DB
	databases atomic.Int64
	// own and other are the results of the imports of the two organizations.
	own, other *adminv1.ImportResult
}

// Main runs the tests of a package on a private cluster.
func Main(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "apitest:", err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	ctx := context.Background()
	if server.cluster, err = cluster.Start(ctx, cluster.Config{}); err != nil {
		return 1, err
	}
	defer func() {
		if stopErr := server.cluster.Stop(); err == nil {
			err = stopErr
		}
	}()
	if server.admin, err = postgres.Open(server.cluster.DSN("postgres"), patient); err != nil {
		return 1, err
	}
	defer server.admin.Close()
	if err := prepareTemplates(ctx); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

// patient has a long timeout, for the preparation of tests on a busy machine. Servers under
// test have the timeouts of production.
var patient = postgres.Options{StatementTimeout: time.Minute}

func prepareTemplates(ctx context.Context) error {
	if _, err := server.admin.ExecContext(ctx, "CREATE DATABASE "+emptyTemplate); err != nil {
		return err
	}
	if err := migrateTemplate(ctx); err != nil {
		return err
	}
	if _, err := server.admin.ExecContext(ctx, "CREATE DATABASE "+template+" TEMPLATE "+emptyTemplate); err != nil {
		return err
	}
	return inDatabase(template, func(db *sql.DB) (err error) {
		if server.own, err = importFixture(ctx, db, "Acme Works"); err != nil {
			return err
		}
		server.other, err = importFixture(ctx, db, "Other Works")
		return err
	})
}

// migrateWith is a variable with the path of a workplan program. It migrates the databases of the tests, instead of this
// program: .ci/upgrade runs the tests of the release before on the schema of this one.
const migrateWith = "WORKPLAN_MIGRATE_WITH"

func migrateTemplate(ctx context.Context) error {
	if program := os.Getenv(migrateWith); program != "" {
		_, err := process.Output(ctx, program, "migrate", "--database-url", server.cluster.DSN(emptyTemplate))
		return err
	}
	return inDatabase(emptyTemplate, func(db *sql.DB) error {
		_, err := migrate.Up(ctx, db, migrations.Files, migrate.Options{})
		return err
	})
}

func inDatabase(name string, f func(db *sql.DB) error) error {
	db, err := postgres.Open(server.cluster.DSN(name), patient)
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
	numberer := journal.NewNumberer(db, journal.NewHeads(db), slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	_, err = numberer.Number(ctx, uuid.MustParse(result.GetOrganization().GetId()))
	return result, err
}

// NewDatabase returns the address of a new database that has the schema and no rows. It is
// dropped when the test ends.
func NewDatabase(t testing.TB) string { return clone(t, emptyTemplate) }

// BareDatabase returns the address of a new database without the schema.
func BareDatabase(t testing.TB) string { return clone(t, "template0") }

func clone(t testing.TB, from string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", server.databases.Add(1))
	if _, err := server.admin.ExecContext(t.Context(), "CREATE DATABASE "+name+" TEMPLATE "+from); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := server.admin.ExecContext(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return server.cluster.DSN(name)
}

// Open returns a pool on the database at dsn. A statement that Guard refuses fails.
func Open(t testing.TB, dsn string) *sql.DB {
	t.Helper()
	db, err := postgres.Open(dsn, postgres.Options{Inspect: Guard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
