package docs_test

import (
	"context"
	"database/sql"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
)

// TestStatementsForOperators runs the statements of the pages about PostgreSQL, and looks at what they have set.
func TestStatementsForOperators(t *testing.T) {
	ctx := t.Context()
	c, err := cluster.Start(ctx,
		cluster.Config{Settings: []string{"shared_preload_libraries=pg_stat_statements"}, Log: t.Logf})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Stop()
	owner := open(t, c.DSN("postgres"), postgres.Options{})
	if _, err := migrate.Up(ctx, owner, migrations.Files, migrate.Options{Say: t.Logf}); err != nil {
		t.Fatal(err)
	}
	if _, err := owner.ExecContext(ctx, "CREATE ROLE workplan LOGIN"); err != nil {
		t.Fatal(err)
	}
	if err := migrate.Grant(ctx, owner, "workplan"); err != nil {
		t.Fatal(err)
	}
	for page, least := range map[string]int{"operate/postgresql.md": 12, "operate/pooling.md": 5,
		"operate/failover.md": 1} {
		statements := statementsOf(t, page)
		if len(statements) < least {
			t.Errorf("%s has only %d statements", page, len(statements))
		}
		for _, statement := range statements {
			if _, err := owner.ExecContext(ctx, statement); err != nil {
				t.Errorf("%s: %s: %v", page, statement, err)
			}
		}
	}
	wantText(t, owner, "autovacuum_vacuum_scale_factor=0.02",
		"SELECT array_to_string(reloptions, ' ') FROM pg_class WHERE oid = 'events'::regclass")

	// The server takes the settings of its role, as through a pooler in the mode transaction.
	server := open(t, strings.Replace(c.DSN("postgres"), "user=postgres", "user=workplan", 1),
		postgres.Options{Pooler: postgres.TransactionPooler})
	wantText(t, server, "workplan force_generic_plan off off 4s",
		`SELECT concat_ws(' ', current_user, current_setting('plan_cache_mode'),
		current_setting('enable_bitmapscan'), current_setting('jit'), current_setting('statement_timeout'))`)
}

var sqlBlock = regexp.MustCompile("(?s)```sql\n(.*?)```")

// statementsOf returns the statements of the examples in SQL of a page.
func statementsOf(t *testing.T, page string) (statements []string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range sqlBlock.FindAllStringSubmatch(string(text), -1) {
		for statement := range strings.SplitSeq(block[1], ";\n") {
			if strings.TrimSpace(statement) != "" {
				statements = append(statements, statement)
			}
		}
	}
	return statements
}

func open(t *testing.T, dsn string, opts postgres.Options) *sql.DB {
	t.Helper()
	db, err := postgres.Open(dsn, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// wantText fails unless the query returns a text that contains want.
func wantText(t *testing.T, db *sql.DB, want, query string) {
	t.Helper()
	var text string
	if err := db.QueryRowContext(context.Background(), query).Scan(&text); err != nil || !strings.Contains(text, want) {
		t.Errorf("%q, %v; want %q", text, err, want)
	}
}
