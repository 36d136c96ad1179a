package citus_test

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/citus"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// open opens a database that has the schema, and executes a statement in it.
func open(t *testing.T, statement string) *sql.DB {
	t.Helper()
	db, err := postgres.Open(apitest.NewDatabase(t), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	return db
}

// later makes the tables of a newer program, which has migrated the database.
const later = `INSERT INTO schema_revisions (version, description, applied, total, executed_at, hash, error)
	VALUES ('9999', 'later', 1, 1, now(), '', ''); `

func TestTables(t *testing.T) {
	t.Run("a table that somebody has left is not in the list", func(t *testing.T) {
		tables, err := citus.Tables(t.Context(), open(t, `CREATE TABLE colors (id uuid PRIMARY KEY);
			CREATE TABLE a (organization_id uuid PRIMARY KEY)`))
		if err != nil || len(tables) != len(apitest.TenantTables())+2 {
			t.Errorf("%v, %v", tables, err)
		}
	})

	t.Run("every table is in the list, organizations by id and the others by organization_id", func(t *testing.T) {
		got, err := citus.Tables(t.Context(), open(t, ""))
		if err != nil {
			t.Fatal(err)
		}
		want := []citus.Table{{Name: "organizations", Column: "id"}, {Name: "schema_revisions"}}
		for _, name := range apitest.TenantTables() {
			want = append(want, citus.Table{Name: name, Column: "organization_id"})
		}
		byName := func(a, b citus.Table) int { return strings.Compare(a.Name, b.Name) }
		if got, want := fmt.Sprint(slices.SortedFunc(slices.Values(got), byName)),
			fmt.Sprint(slices.SortedFunc(slices.Values(want), byName)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})

	t.Run("a table comes after those to which it refers", func(t *testing.T) {
		tables, err := citus.Tables(t.Context(), open(t, later+
			`CREATE TABLE a (organization_id uuid PRIMARY KEY); CREATE TABLE z (organization_id uuid PRIMARY KEY);
			ALTER TABLE a ADD FOREIGN KEY (organization_id) REFERENCES z;
				ALTER TABLE z ADD FOREIGN KEY (organization_id) REFERENCES organizations`))
		if err != nil {
			t.Fatal(err)
		}
		at := func(name string) int {
			return slices.IndexFunc(tables, func(t citus.Table) bool { return t.Name == name })
		}
		for _, order := range [][2]string{{"organizations", "events"}, {"organizations", "users"}, {"users", "clients"},
			{"clients", "projects"}, {"webhooks", "webhook_redeliveries"}, {"organizations", "z"}, {"z", "a"}} {
			if before, after := at(order[0]), at(order[1]); before < 0 || before > after {
				t.Errorf("%s is number %d, and %s number %d", order[0], before, order[1], after)
			}
		}
	})

	for name, tc := range map[string]struct{ statement, want string }{
		"a table without an organization": {`CREATE TABLE colors (id uuid PRIMARY KEY)`,
			"the table colors has no column organization_id"},
		"tables that refer to each other": {`CREATE TABLE a (organization_id uuid PRIMARY KEY);
			CREATE TABLE b (organization_id uuid PRIMARY KEY REFERENCES a);
			ALTER TABLE a ADD FOREIGN KEY (organization_id) REFERENCES b`, "form a cycle"},
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			if _, err := citus.Tables(t.Context(), open(t, later+tc.statement)); err == nil ||
				!strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestDistribute(t *testing.T) {
	t.Run("is refused without the extension", func(t *testing.T) {
		if names, err := citus.Distribute(t.Context(), open(t, ""), t.Logf); !errors.Is(err, citus.ErrMissing) ||
			len(names) > 0 {
			t.Errorf("got %q, %v", names, err)
		}
	})
}
