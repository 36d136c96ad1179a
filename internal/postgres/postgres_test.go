package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
)

var server *cluster.Cluster

func TestMain(m *testing.M) { os.Exit(run(m)) }

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

func MustOpen(t *testing.T, dsn string, opts postgres.Options) *sql.DB {
	t.Helper()
	db, err := postgres.Open(dsn, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// MustOne opens a pool of one connection.
func MustOne(t *testing.T, opts postgres.Options) *sql.DB {
	t.Helper()
	opts.MaxConns = 1
	return MustOpen(t, server.DSN("postgres"), opts)
}

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func MustExec(t *testing.T, db execer, query string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func MustText(t *testing.T, db *sql.DB, query string, args ...any) (text string) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&text); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return text
}

func expectCode(t *testing.T, err error, code string, unavailable, retryable bool) {
	t.Helper()
	if postgres.Code(err) != code || postgres.IsUnavailable(err) != unavailable ||
		postgres.IsRetryable(err) != retryable {
		t.Errorf("got %v: code %q, unavailable %v, retryable %v; want %q, %v, %v", err,
			postgres.Code(err), postgres.IsUnavailable(err), postgres.IsRetryable(err), code, unavailable, retryable)
	}
}

func TestOpen(t *testing.T) {
	t.Run("does not connect", func(t *testing.T) {
		db := MustOpen(t, "postgres://nobody@127.0.0.1:1/none", postgres.Options{})
		if err := db.PingContext(t.Context()); !postgres.IsUnavailable(err) || postgres.IsOutcomeUnknown(err) {
			t.Fatalf("got %v", err)
		}
	})

	t.Run("refuses an address it cannot understand", func(t *testing.T) {
		if _, err := postgres.Open("port=many", postgres.Options{}); err == nil {
			t.Fatal("no error")
		}
		if _, err := postgres.Open(server.DSN("postgres"), postgres.Options{MaxConns: -1}); err == nil {
			t.Fatal("no error")
		}
	})

	t.Run("sets the limits of the session", func(t *testing.T) {
		db := MustOne(t, postgres.Options{})
		for name, want := range map[string]string{
			"statement_timeout": "4s", "lock_timeout": "1200ms", "idle_in_transaction_session_timeout": "8s",
			"application_name": "workplan", "TimeZone": "UTC",
			"plan_cache_mode": "force_generic_plan", "enable_bitmapscan": "off", "jit": "off",
		} {
			if got := MustText(t, db, "SELECT current_setting($1)", name); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	})

	t.Run("bounds the number of connections", func(t *testing.T) {
		db := MustOne(t, postgres.Options{})
		held, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer held.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := db.ExecContext(ctx, "SELECT 1"); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("got %v", err)
		}
	})
}

func TestInspect(t *testing.T) {
	var (
		mu   sync.Mutex
		seen []string
	)
	refused := errors.New("refused")
	db := MustOne(t, postgres.Options{Inspect: func(query string) error {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, query)
		if strings.Contains(query, "forbidden") {
			return refused
		}
		return nil
	}})
	for range 3 {
		MustText(t, db, "SELECT $1::text", "x")
	}
	MustExec(t, db, "SELECT 2")
	if len(seen) != 2 {
		t.Errorf("seen %q", seen)
	}
	for name, args := range map[string][]any{"SELECT 'forbidden'": nil, "SELECT 'forbidden', $1::int": {1}} {
		if _, err := db.ExecContext(t.Context(), name, args...); !errors.Is(err, refused) {
			t.Errorf("%s: got %v", name, err)
		}
		if rows, err := db.QueryContext(t.Context(), name, args...); !errors.Is(err, refused) {
			t.Errorf("%s: got %v, %v", name, rows, err)
		}
	}
	if st, err := db.PrepareContext(t.Context(), "SELECT 'forbidden'"); !errors.Is(err, refused) {
		t.Errorf("got %v, %v", st, err)
	}
}

func TestErrors(t *testing.T) {
	db := MustOne(t, postgres.Options{StatementTimeout: 300 * time.Millisecond})
	raise := func(code string) error {
		_, err := db.ExecContext(t.Context(),
			fmt.Sprintf("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '%s'; END $$", code))
		return err
	}
	for _, code := range []string{"08006", "53100", "53300", "57014", "57P01", "57P02", "57P03",
		"58030", "55P03", "25P03", "25006"} {
		expectCode(t, raise(code), code, true, false)
	}
	for _, code := range []string{"40001", "40P01"} {
		expectCode(t, raise(code), code, false, true)
	}
	for _, code := range []string{"23505", "42P01", "22001", "0A000", "P0001", "57P04"} {
		expectCode(t, raise(code), code, false, false)
	}
	for _, err := range []error{nil, errors.New("x"), sql.ErrNoRows, context.Canceled, context.DeadlineExceeded} {
		expectCode(t, err, "", false, false)
	}
	expectCode(t, sql.ErrTxDone, "", true, false)

	for code, is := range map[string]func(error) bool{
		"23503": postgres.IsForeignKeyViolation, "55P03": postgres.IsLockTimeout,
	} {
		if !is(fmt.Errorf("wrapped: %w", raise(code))) || is(raise("23505")) || is(nil) {
			t.Errorf("the predicate of %s is wrong", code)
		}
	}

	t.Run("a statement that takes too long is unavailable", func(t *testing.T) {
		_, err := db.ExecContext(t.Context(), "SELECT pg_sleep($1)", 5)
		expectCode(t, err, "57014", true, false)
		if postgres.IsOutcomeUnknown(err) {
			t.Error("the server canceled the statement, but the outcome is unknown")
		}
	})

	t.Run("a lock that takes too long is unavailable", func(t *testing.T) {
		tx, err := MustOne(t, postgres.Options{}).BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback() }()
		MustExec(t, tx, "SELECT pg_advisory_xact_lock(1)")
		_, err = db.ExecContext(t.Context(), "SELECT pg_advisory_xact_lock($1)", 1)
		expectCode(t, err, "55P03", true, false)
	})

	t.Run("a database that does not exist is unavailable", func(t *testing.T) {
		err := MustOpen(t, server.DSN("no such"), postgres.Options{}).PingContext(t.Context())
		expectCode(t, err, "3D000", true, false)
	})
}

func TestCancel(t *testing.T) {
	for _, query := range []string{"SELECT pg_sleep(30) /* cancelled */", "SELECT pg_sleep($1) /* cancelled */"} {
		t.Run(query, func(t *testing.T) {
			db := MustOne(t, postgres.Options{StatementTimeout: time.Minute})
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			var args []any
			if strings.Contains(query, "$1") {
				args = []any{30}
			}
			began := time.Now()
			_, err := db.ExecContext(ctx, query, args...)
			if err == nil || time.Since(began) > 10*time.Second {
				t.Fatalf("after %v: %v", time.Since(began), err)
			}
			// The server must have ended it too, and the pool must still work.
			if n := MustText(t, db, "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query = $1",
				query); n != "0" {
				t.Fatalf("%s statements still run", n)
			}
		})
	}
}
