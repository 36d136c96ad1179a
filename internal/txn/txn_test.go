package txn_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/apitest"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
)

func TestMain(m *testing.M) { apitest.Main(m) }

func TestRun(t *testing.T) {
	a := apitest.New(t)
	client := tenant.Open(a.DB)
	ctx := tenant.WithOrganization(t.Context(), a.Organization)

	// run creates a capability in each run, and fails with the errors in turn.
	run := func(ctx context.Context, name string, failures ...error) (runs int, err error) {
		err = txn.Run(ctx, client, func(tx *ent.Tx) error {
			if err := tx.Capability.Create().SetName(name).SetCreatedAt(time.Now()).SetUpdatedAt(time.Now()).Exec(ctx); err != nil {
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
		if n := a.Count(`SELECT count(*) FROM capabilities WHERE organization_id = $1 AND name = $2`, a.Organization, name); n != rows {
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
		if runs, err := run(ctx, "never", deadlock, deadlock, deadlock, deadlock); runs != 4 || !postgres.IsRetryable(err) {
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
