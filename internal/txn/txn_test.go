package txn_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/capability"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// work is a unit over a pool with one connection: whatever does not take part in its transaction waits until ctx ends.
type work struct {
	*apitest.API
	t    *testing.T
	ctx  context.Context
	pool *ent.Client
	db   *ent.Client
}

func newWork(t *testing.T) work {
	a := apitest.NewIsolated(t)
	db := apitest.OpenRecorded(t, a.DSN, &apitest.Statements{}) // whose writes need no events
	db.SetMaxOpenConns(1)
	ctx, cancel := context.WithTimeout(tenant.WithOrganization(t.Context(), a.Organization), time.Minute)
	t.Cleanup(cancel)
	pool := tenant.Open(db)
	return work{a, t, ctx, pool, pool.InUnit()}
}

// create creates a capability, without an event: these tests are not about it.
func (w work) create(name string) error {
	return w.db.Unit.Silently(func() error {
		return w.db.Capability.Create().SetName(name).SetCreatedAt(time.Now()).SetUpdatedAt(time.Now()).Exec(w.ctx)
	})
}

// inside returns the number of capabilities with a name that the unit sees.
func (w work) inside(name string) (int, error) {
	return w.db.Capability.Query().Where(capability.Name(name)).Count(w.ctx)
}

// expect checks the number of capabilities with a name that others see.
func (w work) expect(name string, rows int) {
	w.t.Helper()
	if n := w.Count(`SELECT count(*) FROM capabilities WHERE organization_id = $1 AND name = $2`,
		w.Organization, name); n != rows {
		w.t.Errorf("%d rows named %s, want %d", n, name, rows)
	}
}

var (
	errOther                = errors.New("other")
	deadlock, serialization = &pq.Error{Code: "40P01"}, &pq.Error{Code: "40001"}
)

func TestDoRunsAgain(t *testing.T) {
	w := newWork(t)
	for _, tt := range []struct {
		name     string
		failures []error // of the runs, in turn
		runs     int
		err      error
	}{
		{"after a deadlock and a serialization failure", []error{deadlock, serialization, deadlock}, 4, nil},
		{"at most four times", []error{deadlock, deadlock, deadlock, deadlock}, 4, deadlock},
		{"not after another error", []error{errOther}, 1, errOther},
		{"not after it has undone what it did", []error{txn.ErrUndo}, 1, nil},
	} {
		runs := 0
		err := w.db.Unit.Do(w.ctx, func() error {
			if err := w.create(tt.name); err != nil {
				return err
			}
			if runs++; runs <= len(tt.failures) {
				return tt.failures[runs-1]
			}
			return nil
		})
		if runs != tt.runs || !errors.Is(err, tt.err) {
			t.Errorf("%s: %d runs, %v", tt.name, runs, err)
		}
		w.expect(tt.name, max(0, runs-len(tt.failures)))
	}
	ctx, cancel := context.WithCancel(w.ctx)
	if err := w.db.Unit.Do(ctx, func() error { cancel(); return deadlock }); !postgres.IsRetryable(err) {
		t.Errorf("after the context has ended: %v", err)
	}
}

func TestDo(t *testing.T) {
	w := newWork(t)
	unit := w.db.Unit
	t.Run("what runs on the client is a part of the transaction", func(t *testing.T) {
		err := unit.Do(w.ctx, func() error {
			if err := w.create("part"); err != nil {
				return err
			}
			w.expect("part", 0)
			if n, err := w.inside("part"); n != 1 || err != nil {
				t.Errorf("inside: %d rows, %v", n, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		w.expect("part", 1)
	})
	t.Run("an error undoes it", func(t *testing.T) {
		err := unit.Do(w.ctx, func() error {
			return errors.Join(w.create("undone"), unit.Do(w.ctx, func() error { return w.create("undone too") }),
				errOther)
		})
		if !errors.Is(err, errOther) {
			t.Errorf("%v", err)
		}
		w.expect("undone", 0)
		w.expect("undone too", 0)
	})
	t.Run("a panic undoes it, and the connection is free", func(t *testing.T) {
		func() {
			defer func() { _ = recover() }()
			_ = unit.Do(w.ctx, func() error { panic(w.create("panicked")) })
		}()
		if n, err := w.inside("panicked"); n != 0 || err != nil {
			t.Errorf("%d rows, %v", n, err)
		}
	})
	t.Run("a pool has no transactions", func(t *testing.T) {
		if err := w.pool.Unit.Do(w.ctx, func() error { return nil }); err == nil {
			t.Error("no error")
		}
		if _, err := w.pool.Tx(w.ctx); err == nil {
			t.Error("Ent begins one")
		}
	})
}

// TestDoAnswersErrors: a transaction runs without savepoints until something has failed in it whose error f answers,
// and then with savepoints.
func TestDoAnswersErrors(t *testing.T) {
	w := newWork(t)
	unit := w.db.Unit
	t.Run("a statement that fails undoes only itself", func(t *testing.T) {
		runs := 0
		err := unit.Do(w.ctx, func() error {
			runs++
			if err := w.create("before"); err != nil {
				return err
			}
			if err := w.create("before"); postgres.Code(err) != "23505" {
				t.Errorf("%v", err)
			}
			if _, err := w.db.QueryContext(w.ctx, "INSERT INTO capabilities (organization_id) VALUES ($1) RETURNING id",
				w.Organization); runs > 1 && postgres.Code(err) != "23502" {
				t.Errorf("%v", err)
			}
			return w.create("after")
		})
		if runs != 2 || err != nil {
			t.Errorf("%d runs, %v", runs, err)
		}
		w.expect("before", 1)
		w.expect("after", 1)
	})
	t.Run("an error that f returns is not answered", func(t *testing.T) {
		runs := 0
		err := unit.Do(w.ctx, func() error {
			runs++
			return fmt.Errorf("the name is taken: %w", w.create("before"))
		})
		if runs != 1 || postgres.Code(err) != "23505" {
			t.Errorf("%d runs, %v", runs, err)
		}
	})
	t.Run("one inside undoes only what is its own", func(t *testing.T) {
		runs := 0
		nest := func(name string, err error) error {
			return unit.Do(w.ctx, func() error { return errors.Join(w.create(name), err) })
		}
		err := unit.Do(w.ctx, func() error {
			runs++
			if err := nest("nested and undone", errOther); !errors.Is(err, errOther) {
				t.Errorf("%v", err)
			}
			// After a failure, another part fails too until there are savepoints.
			if err := nest("tried", txn.ErrUndo); (runs == 1) != (err != nil) {
				t.Errorf("run %d: %v", runs, err)
			}
			return nest("nested", nil)
		})
		if runs != 2 || err != nil {
			t.Errorf("%d runs, %v", runs, err)
		}
		w.expect("nested and undone", 0)
		w.expect("tried", 0)
		w.expect("nested", 1)
	})
	t.Run("one around another is undone as a whole", func(t *testing.T) {
		err := unit.Do(w.ctx, func() error {
			err := unit.Do(w.ctx, func() error {
				if err := w.create("before the one inside"); err != nil {
					return err
				}
				if err := unit.Do(w.ctx,
					func() error { return errors.Join(w.create("inside"), errOther) }); err == nil {
					t.Error("no error")
				}
				return errOther
			})
			if !errors.Is(err, errOther) {
				t.Errorf("%v", err)
			}
			return w.create("around")
		})
		if err != nil {
			t.Fatal(err)
		}
		w.expect("before the one inside", 0)
		w.expect("inside", 0)
		w.expect("around", 1)
	})
	t.Run("after a deadlock inside, all of it runs again", func(t *testing.T) {
		outer, inner := 0, 0
		err := unit.Do(w.ctx, func() error {
			outer++
			return unit.Do(w.ctx, func() error {
				inner++
				if err := w.create("again"); err != nil || outer > 1 {
					return err
				}
				return deadlock
			})
		})
		if err != nil || outer != 2 || inner != 2 {
			t.Errorf("%d runs with %d inside, %v", outer, inner, err)
		}
		w.expect("again", 1)
	})
}

func TestOutside(t *testing.T) {
	w := newWork(t)
	unit := w.db.Unit
	slow := 0
	outside := func(name string) (string, error) {
		return txn.Outside(unit, name, func() (string, error) {
			slow++
			w.expect("outside", 0)
			_, err := w.pool.Capability.Query().Count(w.ctx) // needs the connection
			return name + " is done", err
		})
	}
	runs := 0
	err := unit.Do(w.ctx, func() error {
		runs++
		if err := w.create("outside"); err != nil {
			return err
		}
		return unit.Do(w.ctx, func() error {
			for _, name := range []string{"a", "b", "a"} {
				if got, err := outside(name); err != nil {
					return err
				} else if got != name+" is done" {
					t.Errorf("the result of %s is %q", name, got)
				}
			}
			return nil
		})
	})
	if err != nil || runs != 3 || slow != 2 {
		t.Errorf("%d runs with %d outside, %v", runs, slow, err)
	}
	w.expect("outside", 1)
	err = unit.Do(w.ctx, func() error {
		_, err := txn.Outside(unit, "a", func() (int, error) { return 0, errOther })
		return errors.Join(w.create("outside and undone"), err)
	})
	if !errors.Is(err, errOther) {
		t.Errorf("%v", err)
	}
	w.expect("outside and undone", 0)
	if got, err := txn.Outside(unit, "a", func() (int, error) { return 7, nil }); got != 7 || err != nil {
		t.Errorf("without a transaction: %d, %v", got, err)
	}
}

func TestSnapshot(t *testing.T) {
	w := newWork(t)
	unit := w.db.Unit
	types := func() (int, error) { return w.db.TimeOffType.Query().Count(w.ctx) }
	t.Run("its statements see one moment", func(t *testing.T) {
		runs := 0
		err := unit.Snapshot(w.ctx, func() error {
			runs++
			before, err := types()
			if err != nil {
				return err
			}
			w.Exec("INSERT INTO time_off_types (organization_id, id, version, created_at, updated_at, name, is_active) "+
				"VALUES ($1, gen_random_uuid(), 1, now(), now(), 'New', true)", w.Organization)
			return unit.Snapshot(w.ctx, func() error {
				if n, err := types(); err != nil || n != before || before == 0 {
					t.Errorf("%d and then %d rows, %v", before, n, err)
				}
				return serialization
			})
		})
		if runs != 1 || !postgres.IsRetryable(err) {
			t.Errorf("%d runs, %v", runs, err)
		}
	})
	t.Run("does not write", func(t *testing.T) {
		err := unit.Snapshot(w.ctx, func() error { return w.create("in a snapshot") })
		if postgres.Code(err) != "25006" {
			t.Errorf("%v", err)
		}
	})
	t.Run("cannot begin in a transaction, and a transaction is none", func(t *testing.T) {
		if err := unit.Do(w.ctx,
			func() error { return unit.Snapshot(w.ctx, func() error { return nil }) }); err == nil {
			t.Error("it begins")
		}
		if err := unit.Do(w.ctx, func() error { return w.create("after a snapshot") }); err != nil {
			t.Error(err)
		}
	})
}

// TestNothingHalfIsCommitted: what has failed inside is undone, also if f goes on and nobody could tell PostgreSQL, or
// if the error came with the rows of a query.
func TestNothingHalfIsCommitted(t *testing.T) {
	w := newWork(t)
	unit := w.db.Unit
	t.Run("a part whose context ends", func(t *testing.T) {
		err := unit.Do(w.ctx, func() error {
			if err := w.create("whole"); err != nil {
				return err
			}
			ctx, cancel := context.WithCancel(w.ctx)
			err := unit.Do(ctx, func() error {
				defer cancel()
				return errors.Join(w.create("half"), errOther)
			})
			if !errors.Is(err, errOther) {
				t.Errorf("%v", err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		w.expect("whole", 1)
		w.expect("half", 0)
	})
	// late fails at the third row, which QueryContext does not see.
	late := func() error {
		rows, err := w.db.QueryContext(w.ctx, "SELECT 1 / (3 - i) FROM generate_series(1, 3) i WHERE $1 = 1", 1)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() { // until the error
		}
		return rows.Err()
	}
	t.Run("an error with the rows", func(t *testing.T) {
		err := unit.Do(w.ctx, func() error {
			err := w.create("swallowed")
			_ = late()
			return err
		})
		if err == nil {
			t.Error("the transaction is committed")
		}
		w.expect("swallowed", 0)
	})
	t.Run("an error with the rows, and then a statement", func(t *testing.T) {
		runs := 0
		err := unit.Do(w.ctx, func() error {
			runs++
			_ = late()
			_, err := w.inside("swallowed")
			return err
		})
		if runs != 2 {
			t.Errorf("%d runs, %v", runs, err)
		}
	})
	t.Run("a transaction that cannot begin", func(t *testing.T) {
		began := make(chan struct{})
		go func() {
			_ = w.pool.InUnit().Unit.Do(w.ctx, func() error {
				close(began)
				time.Sleep(300 * time.Millisecond)
				return nil
			})
		}()
		<-began
		ctx, cancel := context.WithTimeout(w.ctx, 20*time.Millisecond)
		defer cancel()
		if err := unit.Do(ctx, func() error { return nil }); err == nil || postgres.IsOutcomeUnknown(err) {
			t.Errorf("its outcome is known: %v", err)
		}
	})
	t.Run("a result that is nil", func(t *testing.T) {
		times := 0
		err := unit.Do(w.ctx, func() error {
			_, err := txn.Outside(unit, "nil", func() (error, error) { times++; return nil, nil })
			return err
		})
		if times != 1 || err != nil {
			t.Errorf("%d times, %v", times, err)
		}
	})
}
