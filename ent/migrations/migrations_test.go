// Package migrations_test compares the migrated database with the rules for tables. The tests of tools/ent compare it
// with the declarations in ent/schema.
package migrations_test

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

func open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", apitest.NewDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// texts returns the rows of a query of one column.
func texts(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// lint returns a row for every violation of the rules that let the schema be distributed by organization: the
// organization leads each key, and there are no sequences, triggers, rules or ON DELETE SET NULL. It runs on plain
// PostgreSQL.
const lint = `
WITH t AS (SELECT c.oid, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'schema_revisions'),
     k AS (SELECT t.oid, t.relname, CASE t.relname WHEN 'organizations' THEN 'id' ELSE 'organization_id' END AS col FROM t),
     a AS (SELECT k.*, att.attnum, att.attnotnull, att.atttypid FROM k
           LEFT JOIN pg_attribute att ON att.attrelid = k.oid AND att.attname = k.col AND NOT att.attisdropped)
SELECT relname || ': no NOT NULL uuid ' || col FROM a WHERE attnum IS NULL OR NOT attnotnull OR atttypid <> 'uuid'::regtype
UNION ALL SELECT a.relname || ': no primary key' FROM a
  WHERE NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = a.oid AND i.indisprimary)
UNION ALL SELECT a.relname || ': unique index ' || i.indexrelid::regclass || ' does not start with ' || a.col
  FROM a JOIN pg_index i ON i.indrelid = a.oid WHERE i.indisunique AND i.indkey[0] IS DISTINCT FROM a.attnum
UNION ALL SELECT a.relname || ': foreign key ' || f.conname || ' does not pair the organization columns first'
  FROM a JOIN pg_constraint f ON f.conrelid = a.oid AND f.contype = 'f' JOIN a r ON r.oid = f.confrelid
  WHERE f.conkey[1] IS DISTINCT FROM a.attnum OR f.confkey[1] IS DISTINCT FROM r.attnum
UNION ALL SELECT a.relname || ': foreign key ' || f.conname || ' ON DELETE SET NULL or DEFAULT'
  FROM a JOIN pg_constraint f ON f.conrelid = a.oid AND f.contype = 'f' WHERE f.confdeltype IN ('n', 'd')
UNION ALL SELECT a.relname || ': trigger ' || g.tgname FROM a JOIN pg_trigger g ON g.tgrelid = a.oid AND NOT g.tgisinternal
UNION ALL SELECT a.relname || ': rule ' || r.rulename FROM a JOIN pg_rewrite r ON r.ev_class = a.oid
UNION ALL SELECT a.relname || ': exclusion constraint ' || x.conname || ' does not start with ' || a.col
  FROM a JOIN pg_constraint x ON x.conrelid = a.oid AND x.contype = 'x' WHERE x.conkey[1] IS DISTINCT FROM a.attnum
UNION ALL SELECT 'sequence ' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind = 'S'`

func TestLint(t *testing.T) {
	db := open(t)
	t.Run("the schema can be distributed by organization", func(t *testing.T) {
		for _, violation := range texts(t, db, lint) {
			t.Error(violation)
		}
	})
	t.Run("violations are found", func(t *testing.T) {
		if _, err := db.ExecContext(t.Context(), `
			CREATE UNIQUE INDEX users_id_key ON users (id, organization_id);
			CREATE TABLE bad (id serial UNIQUE, organization_id uuid, user_organization uuid, user_id uuid,
				FOREIGN KEY (user_id, user_organization) REFERENCES users (id, organization_id) ON DELETE SET NULL);
			CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
			CREATE TRIGGER touch BEFORE UPDATE ON bad FOR EACH ROW EXECUTE FUNCTION nothing();
			CREATE RULE quiet AS ON DELETE TO bad DO INSTEAD NOTHING`); err != nil {
			t.Fatal(err)
		}
		got := texts(t, db, lint)
		for _, want := range []string{
			"bad: no NOT NULL uuid organization_id", "bad: no primary key",
			"bad: unique index bad_id_key does not start with organization_id",
			"users: unique index users_id_key does not start with organization_id",
			"bad: foreign key bad_user_id_user_organization_fkey does not pair the organization columns first",
			"bad: foreign key bad_user_id_user_organization_fkey ON DELETE SET NULL or DEFAULT",
			"bad: trigger touch", "bad: rule quiet", "sequence bad_id_seq",
		} {
			if !slices.Contains(got, want) {
				t.Errorf("not found: %s", want)
			}
		}
	})
}

func TestKeys(t *testing.T) {
	db := open(t)
	for _, table := range []string{"assignments", "actual_hours"} {
		t.Run("the natural key of "+table+" treats nulls as equal", func(t *testing.T) {
			got := texts(t, db, `SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = '`+table+
				`'::regclass AND indisunique AND indnullsnotdistinct
				AND (SELECT array_agg(attname::text ORDER BY attname) FROM pg_attribute
					WHERE attrelid = indrelid AND attnum = ANY (indkey[0:indnkeyatts - 1]))
					= ARRAY['capability_id', 'date', 'organization_id', 'project_id', 'user_id']`)
			if len(got) != 1 {
				t.Errorf("%d unique indexes NULLS NOT DISTINCT over the natural key: %q", len(got), got)
			}
		})
		t.Run("pages of "+table+" have free space for updates", func(t *testing.T) {
			got := texts(t, db,
				`SELECT coalesce(array_to_string(reloptions, ','), '') FROM pg_class WHERE oid = '`+table+`'::regclass`)
			if !strings.Contains(got[0], "fillfactor=85") {
				t.Errorf("options %q", got)
			}
		})
		t.Run("an update of hours in "+table+" changes no index", func(t *testing.T) {
			got := texts(t, db,
				`SELECT DISTINCT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
				WHERE i.indrelid = '`+table+`'::regclass AND a.attname IN ('hours', 'version', 'updated_at')`)
			if len(got) > 0 {
				t.Errorf("indexed: %q", got)
			}
		})
	}
}

func TestFiles(t *testing.T) {
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	var sums strings.Builder
	for _, name := range names {
		text, err := fs.ReadFile(migrations.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), name)
		if first, _, _ := strings.Cut(string(text), "\n"); !strings.HasPrefix(first, "-- ") || len(first) < 20 {
			t.Errorf("%s does not begin with a comment that says why it exists: %q", name, first)
		}
	}
	want, err := os.ReadFile("SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	if sums.String() != string(want) {
		t.Errorf("SHA256SUMS does not match the files. Add a new file to it, see migrations.go. Never edit a file "+
			"that has landed.\ngot:\n%swant:\n%s", &sums, want)
	}
}
