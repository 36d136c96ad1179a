package doctor_test

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/cmd/workplan/operate/doctor"
	"github.com/workplan-api/workplan/cmd/workplan/operate/verify"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) {
	doctor.Strict()
	apitest.Main(m)
}

// open returns a pool of the owner of a new database.
func open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", apitest.NewDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func mustExec(t *testing.T, db interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// warnings returns the findings about the schema and what grows that are not ok.
func warnings(t *testing.T, db *sql.DB) (bad []doctor.Finding) {
	t.Helper()
	seen := 0
	for _, f := range doctor.Database(t.Context(), db, doctor.Limits{Connections: 1}) {
		switch f.Check {
		case "schema", "structure", "vacuum", "horizon", "locks", "bloat":
			seen++
			if f.Status != doctor.OK {
				bad = append(bad, f)
			}
		}
	}
	if seen != 6 {
		t.Fatalf("%d checks", seen)
	}
	return bad
}

// verified reports whether verify finds the schema to be sound.
func verified(t *testing.T, db *sql.DB) bool {
	t.Helper()
	results, err := verify.Run(t.Context(), db, verify.Options{Organization: uuid.Nil, StatementTimeout: time.Minute})
	if err != nil || results[0].Check != "schema" || results[0].Error != "" {
		t.Fatalf("%v: %+v", err, results)
	}
	return results[0].OK
}

// TestChangesOfTheSchemaAreNamed changes one thing after the other, on databases of their own.
func TestChangesOfTheSchemaAreNamed(t *testing.T) {
	for _, test := range []struct {
		name, change string
		status       doctor.Status
		want         string
	}{
		{"nothing", `SELECT 1`, doctor.OK, ""},
		{"names", `ALTER INDEX clients_created_at_idx RENAME TO x; ALTER TABLE users RENAME CONSTRAINT users_pkey TO y`,
			doctor.OK, ""},
		{"an index of an operator", `CREATE INDEX ON clients (organization_id, email)`, doctor.OK, ""},
		{"an index", `DROP INDEX clients_created_at_idx`, doctor.Warn,
			"CREATE INDEX clients_created_at_idx ON clients USING btree (organization_id, created_at, id)"},
		{"the columns of an index",
			`DROP INDEX clients_created_at_idx; CREATE INDEX clients_created_at_idx ON clients (organization_id, id)`,
			doctor.Warn, "CREATE INDEX clients_created_at_idx ON clients USING btree (organization_id, created_at, id)"},
		{"the condition of an index",
			`DROP INDEX events_unnumbered_idx; CREATE INDEX ON events (organization_id, written_at, id)`,
			doctor.Warn, "CREATE INDEX events_unnumbered_idx ON events"},
		{"a unique index", `DROP INDEX users_email_key`, doctor.Warn, "CREATE UNIQUE INDEX users_email_key ON users"},
		{"an invalid index",
			`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'clients_created_at_idx'::regclass`,
			doctor.Warn, "for each: clients_created_at_idx"},
		{"a foreign key", `ALTER TABLE projects DROP CONSTRAINT projects_client_id_fkey`, doctor.Warn,
			"ALTER TABLE projects ADD CONSTRAINT projects_client_id_fkey FOREIGN KEY (organization_id, client_id) REFERENCES"},
		{"a check", `ALTER TABLE users DROP CONSTRAINT users_placeholder_check`, doctor.Warn,
			"ALTER TABLE users ADD CONSTRAINT users_placeholder_check CHECK"},
		{"a type", `ALTER TABLE clients ALTER COLUMN company_name TYPE varchar(100)`, doctor.Fail,
			"ALTER TABLE clients ADD COLUMN company_name text"},
		{"NOT NULL", `ALTER TABLE clients ALTER COLUMN created_at DROP NOT NULL`, doctor.Fail,
			"ALTER TABLE clients ADD COLUMN created_at timestamp with time zone NOT NULL"},
		{"a key that is too much", `CREATE UNIQUE INDEX extra ON clients (organization_id, company_name)`, doctor.Warn,
			"not made by the migrations, and may refuse what the servers write: drop it: CREATE UNIQUE INDEX extra"},
	} {
		t.Run(test.name, func(t *testing.T) {
			db := open(t)
			mustExec(t, db, strings.Split(test.change, "; ")...)
			bad := warnings(t, db)
			if test.status == doctor.OK && len(bad) > 0 || test.status != doctor.OK && (len(bad) != 1 ||
				bad[0].Check != "structure" || bad[0].Status != test.status || !strings.Contains(bad[0].Text, test.want)) {
				t.Errorf("%+v", bad)
			}
			if got := verified(t, db); got != (test.status == doctor.OK) {
				t.Errorf("verify says %t", got)
			}
		})
	}
}

// TestWhatGrowsIsNamed plants one after the other what lets a database grow or be slow.
func TestWhatGrowsIsNamed(t *testing.T) {
	apitest.SkipOnCitus(t, "the rows and their statistics are on the workers")
	const rows = `INSERT INTO organizations (id, name, created_at, updated_at) ` +
		`SELECT gen_random_uuid(), 'o' || n, now(), now() FROM generate_series(1, 20000) n`
	// counted makes a session report now what its statements before have counted, and not after what follows.
	const counted = `SELECT pg_stat_force_next_flush()`
	expect := func(t *testing.T, db *sql.DB, check, want string) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(200 * time.Millisecond) { // statistics arrive late
			bad := warnings(t, db)
			if len(bad) == 1 && bad[0].Check == check && strings.Contains(bad[0].Text, want) {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("want %s: %s, have %+v", check, want, bad)
			}
		}
	}
	t.Run("autovacuum of a table is off", func(t *testing.T) {
		db := open(t)
		mustExec(t, db, `ALTER TABLE events SET (autovacuum_enabled = off)`)
		expect(t, db, "vacuum", "autovacuum is off for events: ALTER TABLE events RESET")
	})
	t.Run("nothing counts what autovacuum waits for", func(t *testing.T) {
		db := open(t)
		db.SetMaxOpenConns(1)
		mustExec(t, db, `SET track_counts = off`)
		expect(t, db, "vacuum", "track_counts is off: switch it on")
	})
	t.Run("no statistics", func(t *testing.T) {
		db := open(t)
		db.SetMaxOpenConns(1)
		mustExec(t, db, `ALTER TABLE organizations SET (autovacuum_analyze_threshold = 1000000)`, rows, counted)
		expect(t, db, "vacuum", "organizations has no statistics: ANALYZE organizations")
	})
	t.Run("old versions", func(t *testing.T) {
		db := open(t)
		db.SetMaxOpenConns(1)
		mustExec(t, db, `ALTER TABLE organizations SET (autovacuum_vacuum_threshold = 1000000, autovacuum_vacuum_insert_threshold = -1)`,
			rows, counted, `ANALYZE organizations`, `UPDATE organizations SET name = name || '!'`, counted)
		expect(t, db, "vacuum", "VACUUM organizations")
	})
	t.Run("an index that is mostly empty", func(t *testing.T) {
		db := open(t)
		db.SetMaxOpenConns(1)
		mustExec(t, db, rows, counted, `ANALYZE organizations`)
		if bad := warnings(t, db); len(bad) > 0 {
			t.Errorf("a full index: %+v", bad)
		}
		// Without the triggers of the foreign keys, it takes a second instead of a minute.
		mustExec(t, db, `SET session_replication_role = replica`,
			`DELETE FROM organizations WHERE name NOT LIKE '%7'`, counted, `VACUUM ANALYZE organizations`)
		expect(t, db, "bloat", "REINDEX INDEX CONCURRENTLY organizations_pkey would free about")
		mustExec(t, db, `REINDEX INDEX CONCURRENTLY organizations_pkey`)
		if bad := warnings(t, db); len(bad) > 0 {
			t.Errorf("after REINDEX: %+v", bad)
		}
	})
	t.Run("an open transaction", func(t *testing.T) {
		db := open(t)
		tx, err := db.BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		mustExec(t, tx, `SELECT count(*) FROM organizations`)
		expect(t, db, "horizon", "pg_terminate_backend(")
	})
	t.Run("a lock", func(t *testing.T) {
		db := open(t)
		mustExec(t, db, `INSERT INTO organizations (id, name, created_at, updated_at) VALUES (gen_random_uuid(), 'o', now(), now())`)
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		mustExec(t, tx, `SET application_name = 'nightly'`, `UPDATE organizations SET name = 'p'`)
		waits := make(chan error)
		for range 2 {
			go func() {
				_, err := db.ExecContext(t.Context(), `UPDATE organizations SET name = 'q'`)
				waits <- err
			}()
		}
		var bad []doctor.Finding
		for end := time.Now().Add(20 * time.Second); len(bad) == 0 && time.Now().Before(end); {
			bad = slices.DeleteFunc(warnings(t, db), func(f doctor.Finding) bool { return f.Check != "locks" })
		}
		if err := errors.Join(tx.Rollback(), <-waits, <-waits); err != nil {
			t.Fatal(err)
		}
		want := regexp.MustCompile(`: process \d+ \(nightly\) blocks it, in a transaction since \S+Z, ` +
			`idle in transaction since \S+Z, last statement UPDATE organizations$`)
		if len(bad) != 1 || !want.MatchString(bad[0].Text) {
			t.Errorf("%+v", bad)
		}
		if bad := warnings(t, db); len(bad) > 0 {
			t.Errorf("after it: %+v", bad)
		}
	})
	t.Run("a replication slot that nobody reads", func(t *testing.T) {
		db := open(t)
		mustExec(t, db, `SELECT pg_create_physical_replication_slot('forgotten', true)`)
		defer mustExec(t, db, `SELECT pg_drop_replication_slot('forgotten')`)
		expect(t, db, "horizon", "nobody reads the replication slot forgotten, which keeps")
	})
}
