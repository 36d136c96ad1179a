// Package migrations_test compares the migrated database with the rules for tables and with the declarations in
// ent/schema.
package migrations_test

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql/schema"
	"entgo.io/ent/entc/gen"
	"entgo.io/ent/entc/load"
	"entgo.io/ent/schema/field"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/ent/schema"
	"github.com/workplan-api/workplan/internal/apitest"
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
			"bad: no NOT NULL uuid organization_id", "bad: no primary key", "bad: unique index bad_id_key does not start with organization_id",
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

// columns returns the columns of the database as "users.name text NOT NULL".
const columns = `
SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> 'schema_revisions'`

// tables returns the tables that ent/schema declares.
func tables(t *testing.T) []*entsql.Table {
	t.Helper()
	storage, err := gen.NewStorage("sql")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := gen.NewGraph(&gen.Config{Package: "ent", Storage: storage}, declarations(t,
		schema.ActualHours{}, schema.APIKey{}, schema.IdempotencyKey{}, schema.Assignment{}, schema.Capability{}, schema.Customer{},
		schema.Organization{}, schema.Project{}, schema.TimeOffRequest{}, schema.TimeOffType{}, schema.User{},
		schema.Webhook{}, schema.WebhookAttempt{}, schema.WebhookRedelivery{},
		schema.WorkingPatterns{}, schema.Holiday{}, schema.Session{}, schema.CalendarFeed{}, schema.SignInIdentity{})...)
	if err != nil {
		t.Fatal(err)
	}
	all, err := graph.Tables()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// declarations loads schemas as Ent's generator does.
func declarations(t *testing.T, all ...ent.Interface) (loaded []*load.Schema) {
	t.Helper()
	for _, s := range all {
		text, err := load.MarshalSchema(s)
		if err != nil {
			t.Fatal(err)
		}
		l, err := load.UnmarshalSchema(text)
		if err != nil {
			t.Fatal(err)
		}
		loaded = append(loaded, l)
	}
	return loaded
}

// types maps Ent's types to those of the columns.
var types = map[field.Type]string{
	field.TypeUUID: "uuid", field.TypeString: "text", field.TypeEnum: "text", field.TypeBool: "boolean", field.TypeBytes: "bytea",
	field.TypeInt32: "integer", field.TypeInt64: "bigint", field.TypeFloat64: "double precision", field.TypeTime: "timestamp with time zone", field.TypeJSON: "jsonb",
}

func columnType(c *entsql.Column) string {
	if own := c.SchemaType[dialect.Postgres]; own != "" {
		return own
	}
	return types[c.Type]
}

// onlySQL are the columns that only statements in SQL use, so that Ent need not know them.
var onlySQL = regexp.MustCompile(`^(events|event_heads|stored_responses)\.|\.previous_hours `)

func TestDeclarationsMatchTheDatabase(t *testing.T) {
	db := open(t)
	var want []string
	for _, table := range tables(t) {
		for _, c := range table.Columns {
			column := fmt.Sprintf("%s.%s %s", table.Name, c.Name, columnType(c))
			if !c.Nullable {
				column += " NOT NULL"
			}
			want = append(want, column)
		}
	}
	got := texts(t, db, columns)
	for _, column := range want {
		if !slices.Contains(got, column) {
			t.Errorf("only ent/schema has %s", column)
		}
	}
	for _, column := range got {
		if !slices.Contains(want, column) && !onlySQL.MatchString(column) {
			t.Errorf("only the migrations have %s: is its schema in the list of this test?", column)
		}
	}
	if len(want) < 80 {
		t.Errorf("ent/schema has only %d columns", len(want))
	}

	t.Run("the database checks the values of each enum", func(t *testing.T) {
		checks := texts(t, db, `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`)
		for _, table := range tables(t) {
			for _, c := range table.Columns {
				if c.Type != field.TypeEnum {
					continue
				}
				var words []string
				for _, word := range c.Enums {
					words = append(words, "'"+word+"'::text")
				}
				want := table.Name + " CHECK ((" + c.Name + " = ANY (ARRAY[" + strings.Join(words, ", ") + "])))"
				if !slices.Contains(checks, want) {
					t.Errorf("missing: %s", want)
				}
			}
		}
	})
}

func TestKeys(t *testing.T) {
	db := open(t)
	t.Run("every primary key starts with the organization", func(t *testing.T) {
		got := texts(t, db, `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'p' AND connamespace = 'public'::regnamespace`)
		for _, table := range tables(t) {
			want := table.Name + " PRIMARY KEY (organization_id, id)"
			if table.Name == "organizations" {
				want = "organizations PRIMARY KEY (id)"
			}
			if !slices.Contains(got, want) {
				t.Errorf("missing: %s", want)
			}
		}
	})
	t.Run("every reference is a foreign key with the organization", func(t *testing.T) {
		got := texts(t, db, `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`)
		target := map[string]string{
			"user_id": "users", "reports_to_id": "users", "account_manager_id": "users", "project_manager_id": "users", "decided_by_id": "users", "actor_user_id": "users",
			"client_id": "clients", "project_id": "projects", "capability_id": "capabilities", "time_off_type_id": "time_off_types", "api_key_id": "api_keys", "webhook_id": "webhooks",
		}
		for _, table := range tables(t) {
			for _, c := range table.Columns {
				want := fmt.Sprintf("%s FOREIGN KEY (organization_id, %s) REFERENCES %s(organization_id, id)", table.Name, c.Name, target[c.Name])
				switch {
				case c.Name == "organization_id":
					want = table.Name + " FOREIGN KEY (organization_id) REFERENCES organizations(id)"
				case c.Name == "id" || c.Type != field.TypeUUID:
					continue
				case table.Name == "idempotency_keys" && c.Name == "api_key_id": // or a session, which they outlive
					continue
				case table.Name == "webhook_attempts" && c.Name == "webhook_id": // attempts outlive their endpoint
					continue
				}
				if !slices.Contains(got, want) && !slices.Contains(got, want+" ON DELETE CASCADE") {
					t.Errorf("missing: %s", want)
				}
			}
		}
	})
	for _, table := range []string{"assignments", "actual_hours"} {
		t.Run("the natural key of "+table+" treats nulls as equal", func(t *testing.T) {
			got := texts(t, db, `SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = '`+table+`'::regclass AND indisunique AND indnullsnotdistinct
				AND (SELECT array_agg(attname::text ORDER BY attname) FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey[0:indnkeyatts - 1]))
					= ARRAY['capability_id', 'date', 'organization_id', 'project_id', 'user_id']`)
			if len(got) != 1 {
				t.Errorf("%d unique indexes NULLS NOT DISTINCT over the natural key: %q", len(got), got)
			}
		})
		t.Run("pages of "+table+" have free space for updates", func(t *testing.T) {
			got := texts(t, db, `SELECT coalesce(array_to_string(reloptions, ','), '') FROM pg_class WHERE oid = '`+table+`'::regclass`)
			if !strings.Contains(got[0], "fillfactor=85") {
				t.Errorf("options %q", got)
			}
		})
		t.Run("an update of hours in "+table+" changes no index", func(t *testing.T) {
			got := texts(t, db, `SELECT DISTINCT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
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
		t.Errorf("SHA256SUMS does not match the files. Add a new file to it, see migrations.go. Never edit a file that has landed.\ngot:\n%swant:\n%s", &sums, want)
	}
}
