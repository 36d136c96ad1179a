package postgres_test

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/bouncer"
)

// poolers are the modes of a real PgBouncer that ignores some startup parameters.
func poolers(t *testing.T, ignored string) map[string]string {
	dsns := map[string]string{}
	for _, mode := range []string{bouncer.Session, bouncer.Transaction} {
		dsns[mode] = bouncer.Start(t, MustDatabase(t), mode, ignored, 4)
	}
	return dsns
}

// MustDatabase returns the address of a new database whose sessions have limits.
func MustDatabase(t *testing.T) string {
	t.Helper()
	admin := MustOne(t, postgres.Options{})
	name := fmt.Sprintf("pooled_%d", databases.Add(1))
	MustExec(t, admin, "CREATE DATABASE "+name)
	for _, set := range bouncer.Limits {
		MustExec(t, admin, "ALTER DATABASE "+name+" SET "+set)
	}
	return server.DSN(name)
}

var databases atomic.Int64

func expectPooler(t *testing.T, err error, text string) {
	t.Helper()
	if !errors.Is(err, postgres.ErrPooler) || !strings.Contains(err.Error(), text) {
		t.Errorf("error %v", err)
	}
}

func TestPoolerIsFound(t *testing.T) {
	for mode, dsn := range poolers(t, bouncer.Ignored) {
		t.Run("without the setting, in the mode "+mode, func(t *testing.T) {
			err := MustOpen(t, dsn, postgres.Options{}).PingContext(t.Context())
			expectPooler(t, err, "set DATABASE_POOLER")
			if !postgres.IsUnavailable(err) {
				t.Error("a request would fail with 500")
			}
		})
	}
	t.Run("if it refuses startup parameters", func(t *testing.T) {
		dsn := bouncer.Start(t, MustDatabase(t), bouncer.Transaction, "extra_float_digits", 4)
		expectPooler(t, MustOpen(t, dsn, postgres.Options{}).PingContext(t.Context()), "startup parameter")
	})
	t.Run("if its mode is another one than the setting", func(t *testing.T) {
		dsn := bouncer.Start(t, MustDatabase(t), bouncer.Transaction, bouncer.Ignored, 4)
		expectPooler(t,
			postgres.CheckSessions(t.Context(), MustOpen(t, dsn, postgres.Options{Pooler: postgres.SessionPooler})),
			"DATABASE_POOLER to transaction")
	})
	t.Run("if a connection loses its session later", func(t *testing.T) {
		dsn := bouncer.Start(t, MustDatabase(t), bouncer.Transaction, bouncer.Ignored, 4)
		db := MustOpen(t, dsn, postgres.Options{Pooler: postgres.SessionPooler})
		c, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := postgres.CheckSession(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		MustExec(t, db, "SELECT 1") // over another connection
		expectPooler(t, postgres.CheckSession(t.Context(), c), "does not keep its session")
	})
	t.Run("if its sessions have no limits", func(t *testing.T) {
		dsn := MustDatabase(t)
		admin := MustOpen(t, dsn, postgres.Options{})
		MustExec(t, admin,
			"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET lock_timeout', current_database()); END $$")
		err := MustOpen(t, bouncer.Start(t, dsn, bouncer.Transaction, bouncer.Ignored, 4),
			postgres.Options{Pooler: postgres.TransactionPooler}).PingContext(t.Context())
		expectPooler(t, err,
			`and lock_timeout is missing or too long: run in PostgreSQL: ALTER ROLE "postgres" SET statement_timeout = 4000`)
	})
	t.Run("and not on a direct connection", func(t *testing.T) {
		for _, p := range []postgres.Pooler{"", postgres.NoPooler, postgres.SessionPooler, postgres.TransactionPooler} {
			db := MustOpen(t, MustDatabase(t), postgres.Options{Pooler: p})
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					for range 20 {
						if err := postgres.CheckSessions(t.Context(), db); err != nil {
							t.Error(p, err)
						}
					}
				})
			}
			wg.Wait()
			MustExec(t, db, "DISCARD ALL")
			if err := postgres.CheckSessions(t.Context(), db); p != postgres.SessionPooler && err != nil {
				t.Error(p, err)
			}
		}
	})
}

// wrong runs statements from eight clients and returns how many of them did not return their own result.
func wrong(t *testing.T, db *sql.DB, statements int) (failed int64) {
	var count atomic.Int64
	var wg sync.WaitGroup
	for client := range 8 {
		wg.Go(func() {
			for i := range statements / 8 {
				var got string
				which := (client + i) % 11
				err := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT $1::text || ' %d'", which), i).Scan(&got)
				if err != nil || got != fmt.Sprint(i, which) {
					count.Add(1)
				}
			}
		})
	}
	wg.Wait()
	return count.Load()
}

func TestStatementsThroughAPooler(t *testing.T) {
	const statements = 4000
	dsns := poolers(t, "")
	for _, right := range []struct {
		mode   string
		pooler postgres.Pooler
	}{{bouncer.Session, postgres.SessionPooler}, {bouncer.Session, postgres.TransactionPooler},
		{bouncer.Transaction, postgres.TransactionPooler}} {
		t.Run(fmt.Sprintf("%s through %s are right", right.pooler, right.mode), func(t *testing.T) {
			db := MustOpen(t, dsns[right.mode], postgres.Options{Pooler: right.pooler, MaxConns: 4})
			if n := wrong(t, db, statements); n != 0 {
				t.Errorf("%d of %d are wrong", n, statements)
			}
			if text := MustText(t, db, "SELECT current_setting('statement_timeout') "+
				"|| current_setting('lock_timeout') || current_setting('idle_in_transaction_session_timeout') || "+
				"current_setting('timezone')"); text != "4s1200ms8sUTC" {
				t.Errorf("limits %q", text)
			}
		})
	}
	t.Run("prepared ones are wrong in the mode transaction", func(t *testing.T) {
		if n := wrong(t,
			MustOpen(t, dsns[bouncer.Transaction], postgres.Options{Pooler: postgres.SessionPooler, MaxConns: 8}),
			statements); n == 0 {
			t.Error("none is wrong: the test proves nothing")
		} else {
			t.Logf("%d of %d are wrong", n, statements)
		}
	})
	t.Run("values are the same as on a direct connection", func(t *testing.T) {
		direct := MustOne(t, postgres.Options{})
		pooled := MustOpen(t, dsns[bouncer.Transaction], postgres.Options{Pooler: postgres.TransactionPooler})
		for _, query := range []string{
			"SELECT ($1::bytea || '\\x00ff')::text", "SELECT encode($1::bytea, 'hex')",
			"SELECT $1::text", "SELECT $1::bytea",
		} {
			for _, arg := range []any{[]byte{0x61, 0x62}, []byte("\\x00"), nil} {
				var a, b sql.NullString
				errA := direct.QueryRowContext(t.Context(), query, arg).Scan(&a)
				errB := pooled.QueryRowContext(t.Context(), query, arg).Scan(&b)
				if postgres.Code(errA) != postgres.Code(errB) || a != b {
					t.Errorf("%s with %q: %q, %v; through the pooler %q, %v", query, arg,
						a.String, errA, b.String, errB)
				}
			}
		}
	})
	t.Run("a limit ends a statement", func(t *testing.T) {
		db := MustOpen(t, dsns[bouncer.Session],
			postgres.Options{Pooler: postgres.SessionPooler, StatementTimeout: 100 * time.Millisecond})
		_, err := db.ExecContext(t.Context(), "SELECT pg_sleep(10)")
		expectCode(t, err, "57014", true, false)
	})
}
