package migrate_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// MustFiles writes migrations, given as name and text in turn, and sums them.
func MustFiles(t *testing.T, pairs ...string) fs.FS {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(pairs); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, pairs[i]), []byte(pairs[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := migrate.Sum(dir); err != nil {
		t.Fatal(err)
	}
	return os.DirFS(dir)
}

func expect(t *testing.T, what string, got []string, err error, want ...string) {
	t.Helper()
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%s: got %q, %v; want %q", what, got, err, want)
	}
}

var (
	first  = []string{"20260101000000_first.sql", "-- Why.\nCREATE TABLE a (id int);\nINSERT INTO a VALUES (1);\n"}
	second = []string{"20260102000000_second.sql", "ALTER TABLE a ADD COLUMN b text;\n"}
)

func TestUp(t *testing.T) {
	t.Run("applies what is pending, once and in order", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		files := MustFiles(t, append(second, first...)...)
		got, err := migrate.Pending(t.Context(), db, files)
		expect(t, "pending", got, err, first[0], second[0])
		got, err = migrate.Up(t.Context(), db, files)
		expect(t, "up", got, err, first[0], second[0])
		got, err = migrate.Pending(t.Context(), db, files)
		expect(t, "pending", got, err)
		got, err = migrate.Up(t.Context(), db, files)
		expect(t, "up", got, err)
		MustExec(t, db, "SELECT b FROM a")
	})

	t.Run("is safe from eight starts at once", func(t *testing.T) {
		open := MustDatabase(t)
		// The sleep makes the starts overlap: without the lock, the second would find the table there.
		files := MustFiles(t, first[0], first[1]+"SELECT pg_sleep(0.2);\n")
		var (
			mu    sync.Mutex
			total []string
			wg    sync.WaitGroup
		)
		for range 8 {
			db := open(postgres.Options{})
			wg.Go(func() {
				got, err := migrate.Up(t.Context(), db, files)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				total = append(total, got...)
			})
		}
		wg.Wait()
		expect(t, "up", total, nil, first[0])
	})

	t.Run("applies nothing when one file fails", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		files := MustFiles(t, append(first, second[0], "SELECT no_such_function();")...)
		if _, err := migrate.Up(t.Context(), db, files); postgres.Code(err) != "42883" || !strings.Contains(err.Error(), second[0]) {
			t.Fatalf("got %v", err)
		}
		got, err := migrate.Pending(t.Context(), db, files)
		expect(t, "pending", got, err, first[0], second[0])
		var table sql.NullString
		if err := db.QueryRowContext(t.Context(), "SELECT to_regclass('a')").Scan(&table); err != nil || table.Valid {
			t.Fatalf("table a is there: %v, %v", table, err)
		}
	})

	t.Run("leaves a schema that is ahead alone", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		got, err := migrate.Up(t.Context(), db, MustFiles(t, append(first, second...)...))
		expect(t, "up", got, err, first[0], second[0])
		older := MustFiles(t, first...)
		got, err = migrate.Up(t.Context(), db, older)
		expect(t, "up", got, err)
		got, err = migrate.Pending(t.Context(), db, older)
		expect(t, "pending", got, err)
	})

	t.Run("applies a file that was merged late under an earlier name", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		_, err := migrate.Up(t.Context(), db, MustFiles(t, append(first, second...)...))
		if err != nil {
			t.Fatal(err)
		}
		late := "20260101120000_late.sql"
		got, err := migrate.Up(t.Context(), db, MustFiles(t, slices.Concat(first, second, []string{late, "CREATE TABLE late ();"})...))
		expect(t, "up", got, err, late)
	})

	t.Run("refuses a file that was edited after it was applied", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{})
		if _, err := migrate.Up(t.Context(), db, MustFiles(t, first...)); err != nil {
			t.Fatal(err)
		}
		edited := MustFiles(t, first[0], first[1]+"-- edited\n")
		if _, err := migrate.Up(t.Context(), db, edited); err == nil || !strings.Contains(err.Error(), "edited") {
			t.Fatalf("got %v", err)
		}
	})

	t.Run("is not stopped by the time-outs of its pool", func(t *testing.T) {
		open := MustDatabase(t)
		hurried := postgres.Options{StatementTimeout: 200 * time.Millisecond}
		var waited sync.WaitGroup
		// The statement outlasts both the statement time-out and the wait for an answer (1.2 s), and so does the
		// wait for the lock.
		files := MustFiles(t, first[0], first[1]+"SELECT pg_sleep(1.8);\n")
		for range 2 {
			db := open(hurried)
			waited.Go(func() {
				if _, err := migrate.Up(t.Context(), db, files); err != nil {
					t.Error(err)
				}
			})
		}
		waited.Wait()
	})

	t.Run("leaves the limits of its connection as they were", func(t *testing.T) {
		db := MustDatabase(t)(postgres.Options{MaxConns: 1})
		if _, err := migrate.Up(t.Context(), db, MustFiles(t, first...)); err != nil {
			t.Fatal(err)
		}
		var limit string
		if err := db.QueryRowContext(t.Context(), "SHOW statement_timeout").Scan(&limit); err != nil || limit != "5s" {
			t.Fatalf("got %q, %v", limit, err)
		}
	})
}

func TestUpDoesNotQueueBehindAnOpenTransaction(t *testing.T) {
	open := MustDatabase(t)
	db := open(postgres.Options{})
	if _, err := migrate.Up(t.Context(), db, MustFiles(t, first...)); err != nil {
		t.Fatal(err)
	}
	reader, err := open(postgres.Options{StatementTimeout: time.Minute}).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Rollback() }()
	if _, err := reader.ExecContext(t.Context(), "SELECT * FROM a"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err = migrate.Up(t.Context(), db, MustFiles(t, append(first, second...)...))
	if postgres.Code(err) != "55P03" || time.Since(began) > 30*time.Second {
		t.Fatalf("after %v: %v", time.Since(began), err)
	}
}

func TestCheck(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{first[0], "atlas.sum"} {
		b, err := fs.ReadFile(MustFiles(t, first...), name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: b}
	}
	files["migrations.go"] = &fstest.MapFile{Data: []byte("package migrations")}
	t.Run("accepts files that match atlas.sum, and others beside them", func(t *testing.T) {
		if err := migrate.Check(files); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("refuses an edited file", func(t *testing.T) {
		files[first[0]].Data = append(files[first[0]].Data, " "...)
		if err := migrate.Check(files); err == nil || !strings.Contains(err.Error(), "checksum") {
			t.Fatalf("got %v", err)
		}
	})
	t.Run("refuses files without atlas.sum", func(t *testing.T) {
		delete(files, "atlas.sum")
		if err := migrate.Check(files); err == nil {
			t.Fatal("no error")
		}
	})
}
