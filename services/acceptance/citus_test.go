package acceptance_test

import (
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/citus"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/services/chain/idempotency"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestWritesCommitOnOneNode calls every rpc on Citus, which keeps a record of each transaction that has changed several
// nodes and so committed in two phases. A write with such a commit fails for organizations of healthy nodes while
// another node is down.
func TestWritesCommitOnOneNode(t *testing.T) {
	t.Parallel()
	if !apitest.OnCitus() {
		t.Skip("one PostgreSQL has one node")
	}
	a := seed(apitest.NewIsolated(t))
	twoPhases := func() int { return a.Count(`SELECT count(*) FROM pg_dist_transaction`) }
	before := twoPhases()
	batches := []call{
		{rest: "POST /api/v1/assignments", body: `{"items": [
			{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-03", "hours": 8},
			{"userId": "$boss", "projectId": "$atlas", "date": "2026-03-03", "hours": 4}]}`},
		{rest: "POST /api/v1/actual-hours", body: `{"items": [
			{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-03", "hours": 8},
			{"userId": "$boss", "projectId": "$atlas", "date": "2026-03-03", "hours": 4}]}`},
		{rest: "PUT /api/v1/holidays", body: `{"items": [
			{"countryCode": "GB", "date": "2027-01-01", "name": "New Year's Day"},
			{"countryCode": "FR", "date": "2027-01-01", "name": "Jour de l'An"}]}`},
	}
	for i, c := range append(batches, calls...) {
		ans := a.REST(t, "admin", c.rest, c.body, map[string]string{idempotency.Header: fmt.Sprintf("write-%d", i)})
		if ans.Status != 200 {
			t.Errorf("%s: %s", c.rest, ans.Raw)
		}
		// Citus removes old records, so there may be fewer.
		after := twoPhases()
		if after > before {
			t.Errorf("%s commits in two phases", c.rest)
		}
		before = after
	}
}

// firstDistributed is the last migration of the first program that distributes tables.
const firstDistributed = "0007_requires.sql"

// TestMigrationsOfDistributedTables distributes the tables after each migration, so that the next one changes
// distributed tables, as upgrades do.
func TestMigrationsOfDistributedTables(t *testing.T) {
	t.Parallel()
	if !apitest.OnCitus() {
		t.Skip("one PostgreSQL distributes no tables")
	}
	db, err := postgres.Open(apitest.BareDatabase(t), postgres.Options{StatementTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	files := fstest.MapFS{}
	for _, name := range names {
		text, err := fs.ReadFile(migrations.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		if files[name] = &(fstest.MapFile{Data: text}); name < firstDistributed {
			continue
		}
		if _, err := migrate.Up(t.Context(), db, files, migrate.Options{}); err != nil {
			t.Fatal(err)
		}
		if _, err := citus.Distribute(t.Context(), db, t.Logf); err != nil {
			t.Fatalf("after %s: %v", name, err)
		}
	}
	var local int
	const isLocal = `SELECT count(*) FROM pg_tables t WHERE schemaname = 'public' AND NOT EXISTS (
		SELECT FROM pg_dist_partition p WHERE p.logicalrelid = quote_ident(t.tablename)::regclass)`
	if err := db.QueryRowContext(t.Context(), isLocal).Scan(&local); err != nil || local != 0 {
		t.Errorf("%d tables are not distributed, %v", local, err)
	}
}

// TestDirectReads reads on the worker that has the rows, before and after Citus has moved them to another one.
func TestDirectReads(t *testing.T) {
	t.Parallel()
	if !apitest.OnCitus() {
		t.Skip("one PostgreSQL has no workers")
	}
	a := seed(apitest.NewIsolated(t))
	read := func() string {
		t.Helper()
		ans := a.REST(t, "admin", "GET /api/v1/users", "", nil)
		if ans.Status != 200 {
			t.Fatalf("%s", ans.Raw)
		}
		return string(ans.Raw)
	}
	want := read()
	const connected = `SELECT count(*) FROM run_command_on_workers($$SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND application_name LIKE 'workplan%'$$) WHERE result <> '0'`
	if n := a.Count(connected); n != 1 {
		t.Errorf("the server reads on %d workers", n)
	}
	if _, err := a.DB.ExecContext(t.Context(), `
		SELECT citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, n.nodename, n.nodeport, 'block_writes')
		FROM pg_dist_shard_placement s JOIN pg_dist_node n ON (n.nodename, n.nodeport) <> (s.nodename, s.nodeport)
		WHERE n.groupid > 0 AND s.shardid = get_shard_id_for_distribution_column('organizations', $1::uuid)`,
		a.Organization); err != nil {
		t.Fatal(err)
	}
	if got := read(); got != want {
		t.Errorf("after the move %s, want %s", got, want)
	}
}
