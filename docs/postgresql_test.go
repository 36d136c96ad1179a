package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
)

var sqlBlock = regexp.MustCompile("(?s)```sql\n(.*?)```")

// TestStatementsOfThePages runs the statements of the pages for operators of the database, on a server that is set up as they
// say.
func TestStatementsOfThePages(t *testing.T) {
	t.Parallel()
	c, err := cluster.Start(t.Context(), cluster.Config{Settings: []string{"shared_preload_libraries=pg_stat_statements"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Stop() })
	db, err := postgres.Open(c.DSN("postgres"), postgres.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE ROLE workplan LOGIN"); err != nil {
		t.Fatal(err)
	}
	if _, err := migrate.Up(t.Context(), db, migrations.Files, migrate.Options{}); err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]int{"postgresql.md": 10, "pooling.md": 5} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		ran := 0
		for _, block := range sqlBlock.FindAllSubmatch(text, -1) {
			for statement := range strings.SplitSeq(string(block[1]), ";\n") {
				if strings.TrimSpace(statement) == "" {
					continue
				}
				rows, err := db.QueryContext(t.Context(), statement)
				if err != nil {
					t.Errorf("%s: %v\n%s", page, err, statement)
					continue
				}
				for rows.Next() { // reads the answer
				}
				if err := rows.Err(); err != nil {
					t.Errorf("%s: %v\n%s", page, err, statement)
				}
				rows.Close()
				ran++
			}
		}
		if ran < want {
			t.Errorf("%s: only %d statements ran, want %d", page, ran, want)
		}
	}
	var limits string
	if err := db.QueryRowContext(t.Context(), "SELECT array_to_string(setconfig, ',') FROM pg_db_role_setting WHERE setrole = 'workplan'::regrole").Scan(&limits); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"statement_timeout=4000", "plan_cache_mode=force_generic_plan", "enable_bitmapscan=off"} {
		if !strings.Contains(limits, want) {
			t.Errorf("the role has the settings %s, and not %s", limits, want)
		}
	}
}
