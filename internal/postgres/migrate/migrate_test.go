package migrate_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
)

var server *cluster.Cluster

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) (code int) {
	var err error
	if server, err = cluster.Start(context.Background(), cluster.Config{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() {
		err := server.Stop()
		if code == 0 {
			err = errors.Join(err, goleak.Find())
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}()
	return m.Run()
}

// MustDatabase makes an empty database and returns a function that opens pools on it.
func MustDatabase(t *testing.T) func(postgres.Options) *sql.DB {
	t.Helper()
	name := strings.ToLower(strings.NewReplacer("/", "_", "'", "").Replace(t.Name()))
	name = name[max(0, len(name)-60):]
	MustExec(t, MustOpen(t, "postgres", postgres.Options{}), fmt.Sprintf("CREATE DATABASE %q", name))
	return func(opts postgres.Options) *sql.DB { return MustOpen(t, name, opts) }
}

func MustOpen(t *testing.T, name string, opts postgres.Options) *sql.DB {
	t.Helper()
	db, err := postgres.Open(server.DSN(name), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func MustExec(t *testing.T, db *sql.DB, query string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), query); err != nil {
		t.Fatal(err)
	}
}

func MustCount(t *testing.T, db *sql.DB, query string) (n int64) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// files makes migrations of names and texts in turn.
func files(pairs ...string) fs.FS {
	dir := fstest.MapFS{"migrations.go": {Data: []byte("package migrations")}}
	for i := 0; i < len(pairs); i += 2 {
		dir[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return dir
}

func expect(t *testing.T, what string, got []string, err error, want ...string) {
	t.Helper()
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%s: got %q, %v; want %q", what, got, err, want)
	}
}

// MustUp applies migrations and expects that they are those in want.
func MustUp(t *testing.T, db *sql.DB, dir fs.FS, want ...string) {
	t.Helper()
	got, err := migrate.Up(t.Context(), db, dir, migrate.Options{})
	expect(t, "up", got, err, want...)
}

// expectPending also expects that the migrations are those that Up has left.
func expectPending(t *testing.T, db *sql.DB, dir fs.FS, want ...string) {
	t.Helper()
	got, err := migrate.Pending(t.Context(), db, dir)
	expect(t, "pending", got, err, want...)
}

// upAtOnce starts Up several times at once, each on a pool of its own, and returns all that they applied.
func upAtOnce(
	t *testing.T, starts int, open func(postgres.Options) *sql.DB, opts postgres.Options, dir fs.FS,
) (applied []string) {
	t.Helper()
	var (
		mu sync.Mutex
		wg sync.WaitGroup
	)
	for range starts {
		db := open(opts)
		wg.Go(func() {
			got, err := migrate.Up(t.Context(), db, dir, migrate.Options{})
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			applied = append(applied, got...)
		})
	}
	wg.Wait()
	return applied
}

// MustBegin opens a transaction that has read table a and so holds up whoever changes it.
func MustBegin(t *testing.T, open func(postgres.Options) *sql.DB) *sql.Tx {
	t.Helper()
	tx, err := open(postgres.Options{StatementTimeout: time.Minute}).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback() })
	if _, err := tx.ExecContext(t.Context(), "SELECT * FROM a"); err != nil {
		t.Fatal(err)
	}
	return tx
}

var (
	first  = []string{"0001_first.sql", "-- Why.\nCREATE TABLE a (id int);\nINSERT INTO a VALUES (1);\n"}
	second = []string{"0002_second.sql", "ALTER TABLE a ADD COLUMN b text;\n"}
	index  = []string{"0002_index.sql", "-- Why.\n-- workplan:outside-transaction\n" +
		"CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_id_key ON a (id);\n"}
)

const valid = "SELECT count(*) FROM pg_index WHERE indexrelid = to_regclass('a_id_key') AND indisvalid"

func TestUp(t *testing.T) {
	t.Run("applies what is pending, once and in order", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		dir := files(append(second, first...)...)
		expectPending(t, db, dir, first[0], second[0])
		MustUp(t, db, dir, first[0], second[0])
		expectPending(t, db, dir)
		MustUp(t, db, dir)
		MustExec(t, db, "SELECT b FROM a")
	})

	t.Run("is safe from eight starts at once", func(t *testing.T) {
		// The sleep makes the starts overlap: without the lock, the second would find the table there.
		dir := files(first[0], first[1]+"SELECT pg_sleep(0.2);\n")
		expect(t, "up", upAtOnce(t, 8, MustDatabase(t), postgres.Options{}, dir), nil, first[0])
	})

	t.Run("keeps the files before one that fails and goes on from there", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		broken := files(append(first, second[0], "CREATE TABLE c (); SELECT no_such_function();")...)
		got, err := migrate.Up(t.Context(), db, broken, migrate.Options{})
		if postgres.Code(err) != "42883" || !strings.Contains(err.Error(), second[0]) || !slices.Equal(got, first[:1]) {
			t.Fatalf("got %q, %v", got, err)
		}
		expectPending(t, db, broken, second[0])
		if n := MustCount(t, db, "SELECT count(*) FROM pg_class WHERE relname = 'c'"); n != 0 {
			t.Error("the failed file has left a table")
		}
		MustUp(t, db, files(append(first, second...)...), second[0])
	})

	t.Run("ignores migrations of a newer build", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		MustUp(t, db, files(append(first, second...)...), first[0], second[0])
		older := files(first...)
		MustUp(t, db, older)
		expectPending(t, db, older)
	})

	t.Run("applies a file that was merged late under an earlier number", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		third := []string{"0003_third.sql", "CREATE TABLE c ();"}
		MustUp(t, db, files(append(first, third...)...), first[0], third[0])
		MustUp(t, db, files(slices.Concat(first, second, third)...), second[0])
	})

	t.Run("refuses a file that changed after it was applied", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		MustUp(t, db, files(first...), first[0])
		edited := files(append(second, first[0], first[1]+"-- edited\n")...)
		if got, err := migrate.Up(t.Context(), db, edited, migrate.Options{}); err == nil ||
			!strings.Contains(err.Error(), "has changed") ||
			!strings.Contains(err.Error(), "Run a released build") || len(got) > 0 {
			t.Errorf("Up: got %q, %v", got, err)
		}
		if _, err := migrate.Pending(t.Context(), db, edited); err == nil ||
			!strings.Contains(err.Error(), "has changed") {
			t.Errorf("Pending: got %v", err)
		}
	})

	t.Run("needs no right to create tables if nothing is pending", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{MaxConns: 1})
		MustUp(t, db, files(first...), first[0])
		MustExec(t, db, "CREATE ROLE reader; GRANT SELECT ON schema_revisions TO reader; SET ROLE reader")
		MustUp(t, db, files(first...))
	})

	t.Run("ignores the time-outs of its pool", func(t *testing.T) {
		// The statement lasts longer than the statement time-out and the wait for a response (1.2 s), and so does the
		// wait for the lock.
		dir := files(first[0], first[1]+"SELECT pg_sleep(1.8);\n")
		expect(t, "up",
			upAtOnce(t, 2, MustDatabase(t), postgres.Options{StatementTimeout: 200 * time.Millisecond}, dir),
			nil, first[0])
	})

	t.Run("does not change the limits of its pool", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{MaxConns: 1})
		MustUp(t, db, files(first...), first[0])
		var limit string
		if err := db.QueryRowContext(t.Context(), "SHOW statement_timeout").Scan(&limit); err != nil || limit != "4s" {
			t.Fatalf("got %q, %v", limit, err)
		}
	})

	t.Run("releases the lock after an error", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		if _, err := migrate.Up(t.Context(), db, files(first[0], "SELECT no_such_function();"),
			migrate.Options{}); err == nil {
			t.Fatal("no error")
		}
		migrate.SetPatience(t, 10*time.Second, time.Second)
		MustUp(t, db, files(first...), first[0])
	})
}

// A database that the builds with Atlas have migrated has the same table, with a row as below.
func TestUpReadsTheRevisionsOfEarlierBuilds(t *testing.T) {
	db := MustDatabase(t)(postgres.Options{})
	MustExec(t, db,
		`CREATE TABLE schema_revisions (version text PRIMARY KEY, description text NOT NULL, applied int NOT NULL, total int NOT NULL,
		executed_at timestamptz NOT NULL, hash text NOT NULL, error text NOT NULL);
		INSERT INTO schema_revisions VALUES ('0001', 'first', 2, 2, '2026-11-01T10:00:00Z',
			encode(sha256(E'-- Why.\nCREATE TABLE a (id int);\nINSERT INTO a VALUES (1);\n'), 'hex'), '');
		CREATE TABLE a (id int)`)
	dir := files(append(first, second...)...)
	expectPending(t, db, dir, second[0])
	MustUp(t, db, dir, second[0])
	// Those builds read all columns of a row.
	if n := MustCount(t, db, "SELECT count(*) FROM schema_revisions WHERE version = '0002' AND description = "+
		"'second' AND applied = total AND error = ''"); n != 1 {
		t.Error("0002 is not recorded as those builds expect it")
	}
}

func TestUpWaitsBrieflyForATable(t *testing.T) {
	t.Run("and tries again", func(t *testing.T) {
		open := MustDatabase(t)
		db := open(postgres.Options{})
		MustUp(t, db, files(first...), first[0])
		reader := MustBegin(t, open)
		migrate.SetPatience(t, time.Minute, 500*time.Millisecond)
		time.AfterFunc(700*time.Millisecond, func() { _ = reader.Rollback() })
		MustUp(t, db, files(append(first, second...)...), second[0])
	})

	t.Run("and gives up after twelve tries", func(t *testing.T) {
		open := MustDatabase(t)
		db := open(postgres.Options{})
		MustUp(t, db, files(first...), first[0])
		MustBegin(t, open)
		migrate.SetPatience(t, time.Minute, 200*time.Millisecond)
		began := time.Now()
		_, err := migrate.Up(t.Context(), db, files(append(first, second...)...), migrate.Options{})
		if took := time.Since(began); !postgres.IsLockTimeout(err) || took < time.Second || took > 30*time.Second {
			t.Fatalf("after %v: %v", took, err)
		}
	})
}

func TestUpWaitsForAnotherMigration(t *testing.T) {
	open := MustDatabase(t)
	db := open(postgres.Options{})
	other, err := open(postgres.Options{}).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Rollback() }()
	// Earlier builds take the same lock in a transaction: "workplan" in ASCII.
	if _, err := other.ExecContext(t.Context(),
		"SELECT pg_advisory_xact_lock(x'776f726b706c616e'::bigint)"); err != nil {
		t.Fatal(err)
	}
	migrate.SetPatience(t, 300*time.Millisecond, time.Second)
	if _, err := migrate.Up(t.Context(), db, files(first...), migrate.Options{}); err == nil ||
		!strings.Contains(err.Error(), "another migration") {
		t.Fatalf("got %v", err)
	}
}

func TestOutsideATransaction(t *testing.T) {
	dir := files(append(first, index...)...)

	t.Run("an index is made, and many starts at once do not deadlock", func(t *testing.T) {
		open := MustDatabase(t)
		db := open(postgres.Options{})
		MustUp(t, db, files(first...), first[0])
		// The open transaction makes CREATE INDEX CONCURRENTLY wait until the other starts wait too.
		writer := MustBegin(t, open)
		if _, err := writer.ExecContext(t.Context(), "INSERT INTO a VALUES (2)"); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Second, func() { _ = writer.Commit() })
		expect(t, "up", upAtOnce(t, 4, open, postgres.Options{}, dir), nil, index[0])
		if MustCount(t, db, valid) != 1 {
			t.Error("there is no valid index")
		}
	})

	t.Run("an invalid index that a failed run left is replaced", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		MustUp(t, db, files(first...), first[0])
		MustExec(t, db, "INSERT INTO a VALUES (1)")
		if _, err := migrate.Up(t.Context(), db, dir, migrate.Options{}); postgres.Code(err) != "23505" {
			t.Fatalf("got %v", err)
		}
		if MustCount(t, db, "SELECT count(*) FROM pg_class WHERE relname = 'a_id_key'") != 1 ||
			MustCount(t, db, valid) != 0 {
			t.Fatal("PostgreSQL has left no invalid index: the test proves nothing")
		}
		expectPending(t, db, dir, index[0])
		MustExec(t, db, "DELETE FROM a")
		MustUp(t, db, dir, index[0])
		if MustCount(t, db, valid) != 1 {
			t.Error("there is no valid index")
		}
	})

	t.Run("a finished index that was not recorded is kept", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		MustUp(t, db, files(first...), first[0])
		MustExec(t, db, "CREATE UNIQUE INDEX a_id_key ON a (id)")
		before := MustCount(t, db, "SELECT 'a_id_key'::regclass::oid::bigint")
		MustUp(t, db, dir, index[0])
		if after := MustCount(t, db, "SELECT 'a_id_key'::regclass::oid::bigint"); after != before {
			t.Error("it was made again")
		}
	})

	t.Run("an index is dropped", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		drop := []string{"0003_drop.sql", "-- Why.\n-- workplan:outside-transaction\n" +
			"DROP INDEX CONCURRENTLY IF EXISTS a_id_key;\n"}
		MustUp(t, db, files(slices.Concat(first, index, drop)...), first[0], index[0], drop[0])
		if MustCount(t, db, "SELECT count(*) FROM pg_class WHERE relname = 'a_id_key'") != 0 {
			t.Error("it is still there")
		}
	})
}

func TestFilesAreRefused(t *testing.T) {
	db := MustDatabase(t)(postgres.Options{})
	const outside = "-- workplan:outside-transaction\n"
	for name, dir := range map[string]fs.FS{
		"no number":                 files("first.sql", "SELECT 1"),
		"no words":                  files("0001.sql", "SELECT 1"),
		"one number twice":          files(append(second, index...)...),
		"another statement outside": files("0001_x.sql", outside+"UPDATE a SET id = 1;"),
		"two statements outside": files("0001_x.sql",
			outside+"CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON a (id); SELECT 1;"),
		"an unknown marker":            files("0001_x.sql", "-- workplan:outside-transactions\nSELECT 1;"),
		"a contract without a number":  files("0001_x.sql", "-- workplan:contract\nSELECT 1;"),
		"a contract with no migration": files("0002_x.sql", "-- workplan:contract 0001\nSELECT 1;"),
		"a contract with a later one": files("0001_x.sql", "-- workplan:contract 0002\nSELECT 1;",
			"0002_y.sql", "SELECT 1;"),
		"an index that cannot be again": files("0001_x.sql", outside+"CREATE INDEX CONCURRENTLY i ON a (id);"),
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := migrate.Pending(t.Context(), db, dir); err == nil ||
				!strings.HasPrefix(err.Error(), "migration") {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestStatements(t *testing.T) {
	for text, want := range map[string][]string{
		"":                    nil,
		"-- Nothing; here.\n": nil,
		"SELECT 1":            {"SELECT 1"},
		"SELECT 1; -- one;\nSELECT 2;\n;/* and; */ ;\n-- end": {"SELECT 1;", " -- one;\nSELECT 2;"},
		`SELECT ';', 'it''s;', "a;b", 4-2/1; SELECT 2`:        {`SELECT ';', 'it''s;', "a;b", 4-2/1;`, " SELECT 2"},
		"DO $$ BEGIN NULL; END $$; SELECT '--'; SELECT 3": {"DO $$ BEGIN NULL; END $$;", " SELECT '--';",
			" SELECT 3"},
		"SELECT /* one;\ntwo' */ 1; SELECT $1::text;": {"SELECT /* one;\ntwo' */ 1;", " SELECT $1::text;"},
	} {
		if got := migrate.Statements(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// messages collects what Up says.
type messages struct {
	mu   sync.Mutex
	text strings.Builder
}

func (m *messages) say(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	fmt.Fprintf(&m.text, format+"\n", args...)
}

func (m *messages) String() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.text.String()
}

func TestUpSaysWhatItWaitsFor(t *testing.T) {
	expectText := func(t *testing.T, text string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("no %q in: %s", w, text)
			}
		}
		if strings.Contains(text, "hunter2") {
			t.Errorf("the text of a query in: %s", text)
		}
	}
	// block reads the table a in a transaction of a program named reports.
	block := func(t *testing.T, open func(postgres.Options) *sql.DB) (pid int) {
		t.Helper()
		reader := MustBegin(t, open)
		if _, err := reader.ExecContext(t.Context(), "SET LOCAL application_name = 'reports'"); err != nil {
			t.Fatal(err)
		}
		if err := reader.QueryRowContext(t.Context(), "SELECT pg_backend_pid() WHERE 'hunter2' <> ''").
			Scan(&pid); err != nil {
			t.Fatal(err)
		}
		return pid
	}

	t.Run("the process that holds the lock of a table", func(t *testing.T) {
		open := MustDatabase(t)
		db := open(postgres.Options{})
		MustUp(t, db, files(first...), first[0])
		pid := block(t, open)
		migrate.SetPatience(t, time.Minute, 300*time.Millisecond)
		said := &messages{}
		_, err := migrate.Up(t.Context(), db, files(append(first, second...)...), migrate.Options{Say: said.say})
		if err == nil {
			t.Fatal("no error")
		}
		held := fmt.Sprintf("held by process %d (reports of the role postgres, idle in transaction since ", pid)
		expectText(t, said.String(), "Applying 0002_second.sql …", "Migration 0002_second.sql waits for a lock "+held,
			"Trying again in 60ms (1 of 12 tries)", "Trying again in 120ms (2 of 12 tries)",
			"Trying again in 150ms (11 of 12 tries)")
		expectText(t, err.Error(), "migration 0002_second.sql: in 12 tries it did not get a lock "+held,
			"pg_terminate_backend", "workplan migrate")
	})

	t.Run("a transaction that CREATE INDEX CONCURRENTLY waits for", func(t *testing.T) {
		open := MustDatabase(t)
		db := open(postgres.Options{})
		MustUp(t, db, files(first...), first[0])
		migrate.SetPatience(t, time.Minute, 300*time.Millisecond)
		said := &messages{}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		writer := MustBegin(t, open)
		if _, err := writer.ExecContext(ctx, "INSERT INTO a VALUES (2)"); err != nil {
			t.Fatal(err)
		}
		if _, err := migrate.Up(ctx, db, files(append(first, index...)...),
			migrate.Options{Say: said.say}); err == nil {
			t.Fatal("no error")
		}
		expectText(t, said.String(), "Migration 0002_index.sql waits for a lock held by process")
	})

	t.Run("the process that migrates", func(t *testing.T) {
		open := MustDatabase(t)
		migrate.SetPatience(t, 500*time.Millisecond, 300*time.Millisecond)
		other := open(postgres.Options{MaxConns: 1})
		var pid int
		if err := other.QueryRowContext(t.Context(),
			"SELECT pg_backend_pid() FROM pg_advisory_lock(x'776f726b706c616e'::bigint)").Scan(&pid); err != nil {
			t.Fatal(err)
		}
		said := &messages{}
		_, err := migrate.Up(t.Context(), open(postgres.Options{}), files(first...), migrate.Options{Say: said.say})
		if err == nil {
			t.Fatal("no error")
		}
		held := fmt.Sprintf("held by process %d (workplan of the role postgres, idle", pid)
		expectText(t, said.String(), "Waiting for the lock of the schema "+held)
		expectText(t, err.Error(), "another migration has been running for 500ms, with the lock of the schema "+held)
	})

	t.Run("nothing, if it is quick", func(t *testing.T) {
		said := &messages{}
		if _, err := migrate.Up(t.Context(), MustDatabase(t)(postgres.Options{}), files(first...),
			migrate.Options{Say: said.say}); err != nil || said.String() != "" {
			t.Errorf("%v: %s", err, said)
		}
	})
}

// The releases of a column that is replaced: 0001 has the old one, 0002 adds the new one, and 0003 drops the old one.
var contracts = []string{"0003_contract.sql", "-- Why.\n-- workplan:contract 0002\nALTER TABLE a DROP COLUMN id;\n"}

func TestContract(t *testing.T) {
	release1, release2, release3 := files(first...), files(append(first, second...)...),
		files(slices.Concat(first, second, contracts)...)

	t.Run("a program that is one release behind runs on the schema", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		MustUp(t, db, release2, first[0], second[0])
		MustUp(t, db, release3, contracts[0])
		expectPending(t, db, release2)
		MustUp(t, db, release2)
	})

	t.Run("a program that is two releases behind does not", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		MustUp(t, db, release3, first[0], second[0], contracts[0])
		_, err := migrate.Pending(t.Context(), db, release1)
		if !errors.Is(err, migrate.ErrAhead) ||
			!strings.Contains(err.Error(), "migration 0003_contract was applied, and a program needs migration 0002") {
			t.Errorf("Pending: %v", err)
		}
		if got, err := migrate.Up(t.Context(), db, release1, migrate.Options{}); !errors.Is(err, migrate.ErrAhead) ||
			len(got) > 0 {
			t.Errorf("Up: %q, %v", got, err)
		}
	})

	t.Run("a release may not be skipped while servers may run", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		MustUp(t, db, release1, first[0])
		got, err := migrate.Up(t.Context(), db, release3, migrate.Options{})
		if err == nil || !strings.Contains(
			err.Error(), "0003_contract.sql is only for databases whose servers all have migration 0002_second.sql",
		) || len(got) > 0 {
			t.Fatalf("got %q, %v", got, err)
		}
		expectPending(t, db, release3, second[0], contracts[0])
		got, err = migrate.Up(t.Context(), db, release3, migrate.Options{ServersStopped: true})
		expect(t, "up", got, err, second[0], contracts[0])
	})

	t.Run("a table of revisions without the column is read", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		MustUp(t, db, release1, first[0])
		MustExec(t, db, "ALTER TABLE schema_revisions DROP COLUMN requires")
		expectPending(t, db, release1)
		MustUp(t, db, release2, second[0])
	})
}
