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

func TestRun(t *testing.T) {
	a := apitest.NewIsolated(t)
	client := tenant.Open(a.DB)
	ctx := tenant.WithOrganization(t.Context(), a.Organization)

	// run creates a capability in each run, and fails with the errors in turn.
	run := func(ctx context.Context, name string, failures ...error) (runs int, err error) {
		err = txn.Run(ctx, client, func(tx *ent.Tx) error {
			if err := tx.Capability.Create().SetName(name).SetCreatedAt(time.Now()).
				SetUpdatedAt(time.Now()).Exec(ctx); err != nil {
				return err
			}
			if runs++; runs <= len(failures) {
				return failures[runs-1]
			}
			return nil
		})
		return runs, err
	}
	expect := func(t *testing.T, name string, rows int) {
		t.Helper()
		if n := a.Count(`SELECT count(*) FROM capabilities WHERE organization_id = $1 AND name = $2`,
			a.Organization, name); n != rows {
			t.Errorf("%d rows, want %d", n, rows)
		}
	}
	deadlock, serialization := &pq.Error{Code: "40P01"}, &pq.Error{Code: "40001"}

	t.Run("runs again after a deadlock and a serialization failure", func(t *testing.T) {
		if runs, err := run(ctx, "again", deadlock, serialization, deadlock); runs != 4 || err != nil {
			t.Errorf("%d runs, %v", runs, err)
		}
		expect(t, "again", 1)
	})
	t.Run("gives up after four runs", func(t *testing.T) {
		if runs, err := run(ctx, "never", deadlock, deadlock, deadlock, deadlock); runs != 4 ||
			!postgres.IsRetryable(err) {
			t.Errorf("%d runs, %v", runs, err)
		}
		expect(t, "never", 0)
	})
	t.Run("runs once if the error is another one", func(t *testing.T) {
		other := errors.New("other")
		if runs, err := run(ctx, "once", other); runs != 1 || !errors.Is(err, other) {
			t.Errorf("%d runs, %v", runs, err)
		}
		expect(t, "once", 0)
	})
	t.Run("does not run again after the context has ended", func(t *testing.T) {
		ctx, cancel := context.WithCancel(ctx)
		err := txn.Run(ctx, client, func(*ent.Tx) error { cancel(); return deadlock })
		if !postgres.IsRetryable(err) {
			t.Errorf("%v", err)
		}
	})
}

func TestJoin(t *testing.T) {
	a := apitest.NewIsolated(t)
	db := apitest.Open(t, a.DSN)
	db.SetMaxOpenConns(1) // whatever does not take part waits until the context ends
	client := tenant.Open(db)
	ctx, cancel := context.WithTimeout(tenant.WithOrganization(t.Context(), a.Organization), time.Minute)
	defer cancel()

	create := func(ctx context.Context, client *ent.Client, name string) error {
		return client.Capability.Create().SetName(name).SetCreatedAt(time.Now()).SetUpdatedAt(time.Now()).Exec(ctx)
	}
	expect := func(t *testing.T, name string, rows int) {
		t.Helper()
		if n := a.Count(`SELECT count(*) FROM capabilities WHERE organization_id = $1 AND name = $2`,
			a.Organization, name); n != rows {
			t.Errorf("%d rows named %s, want %d", n, name, rows)
		}
	}
	other := errors.New("other")

	t.Run("the statements of a client are part of the transaction", func(t *testing.T) {
		err := txn.Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error {
			if err := create(ctx, client, "part"); err != nil {
				return err
			}
			expect(t, "part", 0) // outside
			if n, err := client.Capability.Query().Where(capability.Name("part")).Count(ctx); n != 1 || err != nil {
				t.Errorf("inside: %d rows, %v", n, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "part", 1)
	})
	t.Run("an error undoes them", func(t *testing.T) {
		err := txn.Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error {
			return errors.Join(create(ctx, client, "undone"), txn.Run(ctx, client, func(tx *ent.Tx) error {
				return create(ctx, tx.Client(), "undone too")
			}), other)
		})
		if !errors.Is(err, other) {
			t.Errorf("%v", err)
		}
		expect(t, "undone", 0)
		expect(t, "undone too", 0)
	})
	t.Run("a statement that fails undoes only itself", func(t *testing.T) {
		err := txn.Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error {
			if err := create(ctx, client, "before"); err != nil {
				return err
			}
			if err := create(ctx, client, "before"); postgres.Code(err) != "23505" {
				t.Errorf("%v", err)
			}
			if _, err := client.QueryContext(ctx, "INSERT INTO capabilities (organization_id) VALUES ($1) RETURNING id",
				a.Organization); postgres.Code(err) != "23502" {
				t.Errorf("%v", err)
			}
			return create(ctx, client, "after")
		})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "before", 1)
		expect(t, "after", 1)
	})
	t.Run("a transaction inside is nested", func(t *testing.T) {
		err := txn.Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error {
			nest := func(name string, err error) error {
				return txn.Run(ctx, client, func(tx *ent.Tx) error {
					return errors.Join(create(ctx, tx.Client(), name), create(ctx, client, name+" by the client"), err)
				})
			}
			if err := nest("nested and undone", other); !errors.Is(err, other) {
				t.Errorf("%v", err)
			}
			return nest("nested", nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "nested and undone", 0)
		expect(t, "nested and undone by the client", 0)
		expect(t, "nested", 1)
		expect(t, "nested by the client", 1)
	})
	t.Run("a transaction is undone as a whole after one inside was undone", func(t *testing.T) {
		err := txn.Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error {
			err := txn.Run(ctx, client, func(tx *ent.Tx) error {
				if err := create(ctx, tx.Client(), "before the one inside"); err != nil {
					return err
				}
				return txn.Run(ctx, client, func(tx *ent.Tx) error {
					return errors.Join(create(ctx, tx.Client(), "inside"), other)
				})
			})
			if !errors.Is(err, other) {
				t.Errorf("%v", err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "before the one inside", 0)
		expect(t, "inside", 0)
	})
	t.Run("after a deadlock the whole transaction runs again", func(t *testing.T) {
		outer, inner := 0, 0
		err := txn.Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error {
			outer++
			return txn.Run(ctx, client, func(tx *ent.Tx) error {
				inner++
				if err := create(ctx, tx.Client(), "again"); err != nil || outer > 1 {
					return err
				}
				return &pq.Error{Code: "40P01"}
			})
		})
		if err != nil || outer != 2 || inner != 2 {
			t.Errorf("%d runs with %d nested ones, %v", outer, inner, err)
		}
		expect(t, "again", 1)
	})
	t.Run("what is to run outside of it runs once, without a connection, and then it runs again", func(t *testing.T) {
		runs, slow := 0, 0
		err := txn.Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error {
			runs++
			if err := create(ctx, client, "outside"); err != nil {
				return err
			}
			return txn.Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error {
				for _, name := range []string{"a", "b", "a"} {
					got, err := txn.Outside(ctx, name, func(ctx context.Context) (string, error) {
						slow++
						expect(t, "outside", 0)
						_, err := client.Capability.Query().Count(ctx) // needs the connection
						return name + " is done", err
					})
					if err != nil {
						return err
					}
					if got != name+" is done" {
						t.Errorf("the result of %s is %q", name, got)
					}
				}
				return nil
			})
		})
		if err != nil || runs != 3 || slow != 2 {
			t.Errorf("%d runs with %d outside, %v", runs, slow, err)
		}
		expect(t, "outside", 1)
	})
	t.Run("if that fails, so does the transaction", func(t *testing.T) {
		err := txn.Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error {
			_, err := txn.Outside(ctx, "a", func(context.Context) (int, error) { return 0, other })
			return errors.Join(create(ctx, client, "outside and undone"), err)
		})
		if !errors.Is(err, other) {
			t.Errorf("%v", err)
		}
		expect(t, "outside and undone", 0)
	})
}

func TestBulk(t *testing.T) {
	a := apitest.NewIsolated(t)
	client := tenant.Open(a.DB)
	ctx := tenant.WithOrganization(t.Context(), a.Organization)
	create := func(ctx context.Context, name string) error {
		return client.Capability.Create().SetName(name).SetCreatedAt(time.Now()).SetUpdatedAt(time.Now()).Exec(ctx)
	}
	nest := func(ctx context.Context, name string, err error) error {
		return txn.Run(ctx, client, func(tx *ent.Tx) error {
			return errors.Join(tx.Capability.Create().SetName(name).SetCreatedAt(time.Now()).SetUpdatedAt(time.Now()).Exec(ctx), err)
		})
	}
	other := errors.New("other")
	for _, test := range []struct {
		name string
		f    func(ctx context.Context) error
		runs int
		err  error
		rows int // in a new transaction
	}{
		{"without a failure, it runs once", func(ctx context.Context) error {
			return errors.Join(create(ctx, "a"), nest(ctx, "b", nil))
		}, 1, nil, 2},
		{"an error that is not of a write does not repeat it", func(ctx context.Context) error {
			return errors.Join(create(ctx, "a"), other)
		}, 1, other, 0},
		{"after a write that fails, it runs again, and then the write undoes only itself", func(ctx context.Context) error {
			if err := create(ctx, "a"); err != nil {
				return err
			}
			if err := create(ctx, "a"); postgres.Code(err) != "23505" {
				t.Errorf("%v", err)
			}
			return create(ctx, "b")
		}, 2, nil, 2},
		{"after a nested transaction that fails, too", func(ctx context.Context) error {
			if err := nest(ctx, "a", other); !errors.Is(err, other) {
				t.Errorf("%v", err)
			}
			return errors.Join(create(ctx, "a"), create(ctx, "b"))
		}, 2, nil, 2},
		{"and if the function does not tell of the failure", func(ctx context.Context) error {
			_ = errors.Join(create(ctx, "a"), create(ctx, "a"))
			return nil
		}, 2, nil, 1},
	} {
		for _, joined := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, joined: %t", test.name, joined), func(t *testing.T) {
				a.Exec(`DELETE FROM capabilities WHERE organization_id = $1 AND name IN ('a', 'b', 'before')`, a.Organization)
				runs, rows := 0, test.rows
				run := func(ctx context.Context) error {
					return txn.Bulk(ctx, client, func(ctx context.Context, _ *ent.Tx) error { runs++; return test.f(ctx) })
				}
				err := run
				if joined {
					rows++
					err = func(ctx context.Context) (err error) {
						return errors.Join(txn.Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error {
							err = errors.Join(create(ctx, "before"), run(ctx))
							return nil
						}), err)
					}
				}
				if err := err(ctx); !errors.Is(err, test.err) || runs != test.runs {
					t.Errorf("%d runs: %v", runs, err)
				}
				if n := a.Count(`SELECT count(*) FROM capabilities WHERE organization_id = $1 AND name IN ('a', 'b', 'before')`,
					a.Organization); n != rows {
					t.Errorf("%d rows, want %d", n, rows)
				}
			})
		}
	}
}

func TestSnapshot(t *testing.T) {
	a := apitest.NewIsolated(t)
	client := tenant.Open(a.DB)
	ctx := tenant.WithOrganization(t.Context(), a.Organization)

	t.Run("sees the database as it was at the first statement", func(t *testing.T) {
		err := txn.Snapshot(ctx, client, func(db *ent.Client) error {
			before, err := db.Capability.Query().Count(ctx)
			if err != nil {
				return err
			}
			a.Exec("DELETE FROM capabilities WHERE organization_id = $1 AND name = 'Design'", a.Organization)
			if after, err := db.Capability.Query().Count(ctx); err != nil || after != before || after == 0 {
				t.Errorf("%d and then %d rows, %v", before, after, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	t.Run("does not write", func(t *testing.T) {
		err := txn.Snapshot(ctx, client, func(db *ent.Client) error {
			return db.Capability.Update().SetName("Changed").Exec(ctx)
		})
		if postgres.Code(err) != "25006" {
			t.Errorf("%v", err)
		}
	})
	t.Run("a joined one holds for every client, and for the snapshots inside", func(t *testing.T) {
		runs := 0
		err := txn.JoinSnapshot(ctx, client, time.Minute, func(join func(context.Context) context.Context) error {
			runs++
			inside, other := join(ctx), tenant.Open(a.DB)
			before, err := client.TimeOffType.Query().Count(inside)
			if err != nil {
				return err
			}
			a.Exec("INSERT INTO time_off_types (organization_id, id, version, created_at, updated_at, name, is_active) "+
				"VALUES ($1, gen_random_uuid(), 1, now(), now(), 'New', true)", a.Organization)
			if n, err := client.TimeOffType.Query().Count(ctx); err != nil || n != before+1 {
				t.Errorf("outside: %d and then %d rows, %v", before, n, err)
			}
			return txn.Snapshot(inside, other, func(db *ent.Client) error {
				if n, err := db.TimeOffType.Query().Count(inside); err != nil || n != before {
					t.Errorf("inside: %d and then %d rows, %v", before, n, err)
				}
				if err := other.TimeOffType.Update().SetName("Changed").Exec(inside); postgres.Code(err) != "25006" {
					t.Errorf("a write: %v", err)
				}
				return &pq.Error{Code: "40001"}
			})
		})
		if runs != 1 || !postgres.IsRetryable(err) {
			t.Errorf("%d runs, %v", runs, err)
		}
	})
	t.Run("the database ends a joined one that waits too long", func(t *testing.T) {
		err := txn.JoinSnapshot(ctx, client, 50*time.Millisecond, func(join func(context.Context) context.Context) error {
			time.Sleep(500 * time.Millisecond)
			_, err := client.TimeOffType.Query().Count(join(ctx))
			return err
		})
		if !postgres.IsUnavailable(err) {
			t.Errorf("%v", err)
		}
	})
	t.Run("cannot be a part of another transaction", func(t *testing.T) {
		err := txn.Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error {
			if _, err := client.Capability.Query().Count(ctx); err != nil {
				return err
			}
			return txn.Snapshot(ctx, client, func(*ent.Client) error { return nil })
		})
		if postgres.Code(err) != "25001" {
			t.Errorf("%v", err)
		}
	})
}
