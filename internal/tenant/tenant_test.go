package tenant_test

import (
	"context"
	stdsql "database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// touches are statements of every kind, as a service makes them. The pool under them has no guard, so that the tests
// see the work of package tenant alone.
func touches(client *ent.Client, id uuid.UUID) map[string]func(context.Context) error {
	now := time.Now()
	return map[string]func(context.Context) error{
		"a list": func(ctx context.Context) error { _, err := client.User.Query().All(ctx); return err },
		"a look-up": func(ctx context.Context) error {
			_, err := client.User.Query().Where(user.ID(id)).Only(ctx)
			return err
		},
		"Get":     func(ctx context.Context) error { _, err := client.User.Get(ctx, id); return err },
		"a count": func(ctx context.Context) error { _, err := client.Project.Query().Count(ctx); return err },
		"Exist":   func(ctx context.Context) error { _, err := client.Customer.Query().Exist(ctx); return err },
		"ids":     func(ctx context.Context) error { _, err := client.Assignment.Query().IDs(ctx); return err },
		"a grouping": func(ctx context.Context) error {
			_, err := client.User.Query().GroupBy(user.FieldRole).Strings(ctx)
			return err
		},
		"a lock": func(ctx context.Context) error {
			_, err := client.User.Query().Where(func(s *sql.Selector) { s.For("NO KEY UPDATE") }).All(ctx)
			return err
		},
		"a create": func(ctx context.Context) error {
			return client.Capability.Create().SetName("New").SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
		},
		"a bulk": func(ctx context.Context) error {
			return client.Capability.CreateBulk(
				client.Capability.Create().SetName("A").SetCreatedAt(now).SetUpdatedAt(now),
				client.Capability.Create().SetName("B").SetCreatedAt(now).SetUpdatedAt(now),
			).Exec(ctx)
		},
		"an update": func(ctx context.Context) error {
			return client.User.Update().SetName("Changed").Exec(ctx)
		},
		"a delete": func(
			ctx context.Context,
		) error {
			_, err := client.TimeOffRequest.Delete().Exec(ctx)
			return err
		},
		"the organization": func(
			ctx context.Context,
		) error {
			_, err := client.Organization.Query().All(ctx)
			return err
		},
		"a query as text": func(ctx context.Context) error {
			rows, err := tenant.Query(ctx, client,
				`SELECT id FROM users WHERE organization_id = $1 AND name <> $2`, "Nobody")
			if err != nil {
				return err
			}
			return rows.Close()
		},
		"a statement as text": func(ctx context.Context) error {
			_, err := tenant.Exec(ctx, client, `UPDATE users SET name = $2 WHERE organization_id = $1`, "Changed")
			return err
		},
	}
}

func TestNoOrganizationNoRows(t *testing.T) {
	a := apitest.NewIsolated(t)
	for name, touch := range touches(tenant.Open(a.DB), uuid.MustParse(a.ID("worker"))) {
		t.Run(name, func(t *testing.T) {
			for _, ctx := range []context.Context{t.Context(), tenant.WithOrganization(t.Context(), uuid.Nil)} {
				if err := touch(ctx); err == nil || !strings.Contains(err.Error(), "no organization") {
					t.Errorf("error %v", err)
				}
			}
		})
	}
	if n := a.Count(`SELECT count(*) FROM users WHERE name = 'Changed'`) +
		a.Count(`SELECT count(*) FROM capabilities WHERE name IN ('New', 'A', 'B')`); n != 0 {
		t.Errorf("%d rows were written", n)
	}
}

// withoutEvents runs f in a transaction of the unit of db, in which writes need no events.
func withoutEvents(ctx context.Context, db *ent.Client, f func() error) error {
	return db.Unit.Do(ctx, func() error { return db.Unit.Silently(f) })
}

func TestOnlyRowsOfTheOrganization(t *testing.T) {
	a := apitest.NewIsolated(t)
	client := tenant.Open(a.DB).InUnit()
	ctx := tenant.WithOrganization(t.Context(), a.Organization)
	for name, touch := range touches(client, uuid.MustParse(a.ID("worker"))) {
		if err := withoutEvents(ctx, client, func() error { return touch(ctx) }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	t.Run("a list has only its rows", func(t *testing.T) {
		users, err := client.User.Query().All(ctx)
		if err != nil || len(users) != 8 {
			t.Fatalf("%d users, %v", len(users), err)
		}
		for _, u := range users {
			if u.OrganizationID != a.Organization {
				t.Errorf("a user of %s", u.OrganizationID)
			}
		}
	})
	t.Run("another organization's row is not found", func(t *testing.T) {
		if _, err := client.User.Get(ctx, uuid.MustParse(a.ID("other_worker"))); !ent.IsNotFound(err) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("another organization's row is not written", func(t *testing.T) {
		id := uuid.MustParse(a.ID("other_worker"))
		if err := withoutEvents(ctx, client, func() error {
			if n, err := client.User.Update().Where(user.ID(id)).SetName("Changed").Save(ctx); n != 0 || err != nil {
				t.Errorf("%d rows, %v", n, err)
			}
			n, err := client.User.Delete().Where(user.ID(id)).Exec(ctx)
			if n != 0 {
				t.Errorf("%d rows", n)
			}
			return err
		}); err != nil {
			t.Error(err)
		}
		if n := a.Count(`SELECT count(*) FROM users WHERE name = 'Changed' AND organization_id = $1`, a.Other); n != 0 {
			t.Errorf("%d users of the other organization were changed", n)
		}
	})
	t.Run("a predicate with another organization adds no rows", func(t *testing.T) {
		n, err := client.User.Query().Where(user.Or(user.OrganizationID(a.Other), user.IDNEQ(uuid.Nil))).Count(ctx)
		if n != 8 || err != nil {
			t.Errorf("%d users, %v", n, err)
		}
	})
	t.Run("a create with another organization is corrected", func(t *testing.T) {
		var row *ent.Capability
		if err := withoutEvents(ctx, client, func() (err error) {
			row, err = client.Capability.Create().SetOrganizationID(a.Other).SetName("Stray").SetCreatedAt(time.Now()).
				SetUpdatedAt(time.Now()).Save(ctx)
			return err
		}); err != nil || row.OrganizationID != a.Organization {
			t.Errorf("%v, %v", row, err)
		}
	})
	t.Run("of the organizations only its own is found", func(t *testing.T) {
		id, err := client.Organization.Query().OnlyID(ctx)
		if id != a.Organization || err != nil {
			t.Errorf("%s, %v", id, err)
		}
	})
	t.Run("a transaction is confined too", func(t *testing.T) {
		if err := client.Unit.Do(ctx, func() error {
			if n, err := client.User.Query().Count(ctx); n != 8 || err != nil {
				t.Errorf("%d users, %v", n, err)
			}
			if _, err := client.User.Query().Count(t.Context()); err == nil {
				t.Error("a query without an organization succeeds")
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
}

func TestDirectReadsWithoutCitus(t *testing.T) {
	apitest.SkipOnCitus(t, "the reads are direct there")
	a := apitest.NewIsolated(t)
	reads, err := tenant.NewDirectReads(a.DB, func(host string, port uint16) (*stdsql.DB, error) {
		t.Errorf("a pool for %s:%d", host, port)
		return nil, errors.ErrUnsupported
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx := tenant.WithOrganization(t.Context(), a.Organization)
	if n, err := tenant.OpenDirect(a.DB, reads).User.Query().Count(ctx); n != 8 || err != nil {
		t.Errorf("%d users, %v", n, err)
	}
}

func TestUpdateOneIsRefused(t *testing.T) {
	a := apitest.NewIsolated(t)
	client := tenant.Open(a.DB).InUnit()
	ctx := tenant.WithOrganization(t.Context(), a.Organization)
	id := uuid.MustParse(a.ID("worker"))
	row, err := client.User.Get(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"by id":  client.User.UpdateOneID(id).SetName("Changed").Exec(ctx),
		"by row": client.User.UpdateOne(row).SetName("Changed").Exec(ctx),
	} {
		if err == nil || !strings.Contains(err.Error(), "UpdateOne is not confined") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if err := withoutEvents(ctx, client, func() error {
		return client.User.DeleteOneID(uuid.MustParse(a.ID("other_loner"))).Exec(ctx)
	}); !ent.IsNotFound(err) {
		t.Errorf("another organization's row, by id: %v", err)
	}
}

// TestAWriteOwesItsEvent: Ent writes only what a unit knows of, and that is committed only if its event follows.
func TestAWriteOwesItsEvent(t *testing.T) {
	a := apitest.NewIsolated(t)
	ctx := tenant.WithOrganization(t.Context(), a.Organization)
	pool := tenant.Open(a.DB)
	db := pool.InUnit()
	unit := db.Unit
	rename := func(client *ent.Client, from string) (int, error) {
		return client.User.Update().Where(user.Name(from)).SetName("Changed").Save(ctx)
	}
	owing := func(from string) error {
		return unit.Owe("user.updated", func() (int, error) { return rename(db, from) })
	}
	do := func(f func() error) error { return unit.Do(ctx, f) }
	_, alone := rename(db, "Wo Worker")
	_, onPool := rename(pool, "Wo Worker")
	for _, tt := range []struct {
		name string
		err  error
		owes bool
	}{
		{"by itself", alone, true},
		{"on the pool", onPool, true},
		{"owed outside of a transaction", owing("Wo Worker"), true},
		{"in a transaction, and nobody knows", do(func() error { _, err := rename(db, "Wo Worker"); return err }), true},
		{"owed", do(func() error { return owing("Wo Worker") }), true},
		{"owed after the event", do(func() error { unit.Settle("user.updated"); return owing("Wo Worker") }), true},
		{"owed, with the event of another record", do(func() error {
			defer unit.Settle("client.updated")
			return owing("Wo Worker")
		}), true},
		{"owed, with an event of another kind", do(func() error {
			defer unit.Settle("user.created")
			return owing("Wo Worker")
		}), true},
		{"of no rows", do(func() error { return owing("Nobody") }), false},
		{"in a part that is undone, without an error", do(func() error {
			err := do(func() error { return errors.Join(owing("Wo Worker"), errors.ErrUnsupported) })
			if !errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("the part: %v", err)
			}
			return nil
		}), false},
		{"of a table without events", do(func() error { _, err := db.UserViews.Delete().Exec(ctx); return err }), false},
	} {
		if owes := tt.err != nil && strings.Contains(tt.err.Error(), "a write without its event"); owes != tt.owes {
			t.Errorf("%s: error %v", tt.name, tt.err)
		}
	}
	changed := func() int { return a.Count(`SELECT count(*) FROM users WHERE name = 'Changed'`) }
	if n := changed(); n != 0 {
		t.Errorf("%d users were changed without an event", n)
	}
	if err := do(func() error { defer unit.Settle("user.updated"); return owing("Wo Worker") }); err != nil {
		t.Error(err)
	}
	if n := changed(); n == 0 {
		t.Error("no users were changed although the event was written")
	}
}

func TestOrganization(t *testing.T) {
	if got := tenant.Organization(t.Context()); got != uuid.Nil {
		t.Errorf("without an organization: %s", got)
	}
	id := uuid.New()
	if got := tenant.Organization(tenant.WithOrganization(t.Context(), id)); got != id {
		t.Errorf("%s, want %s", got, id)
	}
}
