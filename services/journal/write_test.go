package journal_test

import (
	"context"
	"errors"
	"testing"

	"entgo.io/ent/dialect/sql"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/capability"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// writing is an organization of its own, and its rows and events.
type writing struct {
	*apitest.API
	db  *ent.Client
	ctx context.Context
}

func newWriting(t *testing.T) writing {
	a := apitest.NewIsolated(t)
	return writing{a, tenant.Open(a.DB).InUnit(), tenant.WithOrganization(t.Context(), a.Organization)}
}

func (w writing) row(name string) *ent.Capability {
	now := protoconv.Now()
	return &ent.Capability{
		ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now, Name: name, IsActive: true,
	}
}

func changeOf(row *ent.Capability) journal.Change {
	return journal.Change{Type: "capability.updated", Before: &pb.Capability{Id: row.ID.String()},
		After: &pb.Capability{Id: row.ID.String(), Name: &row.Name}}
}

func changed(row *ent.Capability) *ent.Capability {
	is := *row
	is.Version, is.Name = is.Version+1, is.Name+"!"
	return &is
}

// state returns the number of events of a row, and the name and the version that are stored.
func (w writing) state(row *ent.Capability) (events int, stored *ent.Capability) {
	stored, _ = w.db.Capability.Query().Where(capability.ID(row.ID)).Only(w.ctx)
	return w.Count(`SELECT count(*) FROM events WHERE record_id = $1`, row.ID), stored
}

// writes are all ways to write one row. Each gets a row that is stored and one that is not.
var writes = map[string]func(w writing, ctx context.Context, stored, other *ent.Capability) (int, error){
	"Insert": func(w writing, ctx context.Context, _, other *ent.Capability) (int, error) {
		return 1, journal.Insert(ctx, w.db, changeOf(other), other)
	},
	"InsertIfNew": func(w writing, ctx context.Context, _, other *ent.Capability) (int, error) {
		return journal.InsertIfNew(ctx, w.db, changeOf(other), other)
	},
	"Replace a row that is new": func(w writing, ctx context.Context, _, other *ent.Capability) (int, error) {
		return 1, journal.Replace(ctx, w.db, changeOf(other), other)
	},
	"Replace": func(w writing, ctx context.Context, stored, _ *ent.Capability) (int, error) {
		return 1, journal.Replace(ctx, w.db, changeOf(stored), changed(stored))
	},
	"Update": func(w writing, ctx context.Context, stored, _ *ent.Capability) (int, error) {
		return journal.Update(ctx, w.db, changeOf(stored), stored, changed(stored))
	},
	"Delete": func(w writing, ctx context.Context, stored, _ *ent.Capability) (int, error) {
		return journal.Delete(ctx, w.db, changeOf(stored), stored)
	},
}

// TestAWriteAndItsEventAreOne: both happen, also in a transaction, or neither does.
func TestAWriteAndItsEventAreOne(t *testing.T) {
	w := newWriting(t)
	errUndone := errors.New("undone")
	for name, write := range writes {
		for _, inTransaction := range []bool{false, true} {
			stored, other := w.row("Stored "+name), w.row("Other "+name)
			if inTransaction {
				stored.Name, other.Name = stored.Name+" in a transaction", other.Name+" in a transaction"
			}
			if err := journal.Insert(w.ctx, w.db, changeOf(stored), stored); err != nil {
				t.Fatal(err)
			}
			once := func(end error) error {
				run := func(ctx context.Context) error {
					n, err := write(w, ctx, stored, other)
					if err == nil && n != 1 {
						t.Errorf("%s: %d rows", name, n)
					}
					return errors.Join(err, end)
				}
				if !inTransaction {
					return run(w.ctx)
				}
				return w.db.Unit.Do(w.ctx, func() error { return run(w.ctx) })
			}
			events := func() int {
				ofStored, _ := w.state(stored)
				ofOther, _ := w.state(other)
				return ofStored + ofOther
			}
			if inTransaction {
				if err := once(errUndone); !errors.Is(err, errUndone) || events() != 1 {
					t.Errorf("%s, undone: %d events, %v", name, events(), err)
				}
			}
			if err := once(nil); err != nil || events() != 2 {
				t.Errorf("%s, in a transaction %v: %d events, %v", name, inTransaction, events(), err)
			}
		}
	}
}

// TestOnlyWhatWasReadIsWritten: a row that has changed since stays as it is, without an event.
func TestOnlyWhatWasReadIsWritten(t *testing.T) {
	w := newWriting(t)
	stored := w.row("Stored")
	if err := journal.Insert(w.ctx, w.db, changeOf(stored), stored); err != nil {
		t.Fatal(err)
	}
	old := *stored
	old.Version = 7
	foreign := tenant.WithOrganization(w.ctx, w.Other)
	for name, write := range map[string]func() (int, error){
		"an update of another version": func() (int, error) {
			return journal.Update(w.ctx, w.db, changeOf(&old), &old, changed(&old))
		},
		"a deletion of another version": func() (int, error) {
			return journal.Delete(w.ctx, w.db, changeOf(&old), &old)
		},
		"an update with another condition": func() (int, error) {
			return journal.Update(w.ctx, w.db, changeOf(stored), stored, changed(stored),
				func(u *sql.UpdateBuilder) { u.Where(sql.EQ("name", "Others")) })
		},
		"a deletion with another condition": func() (int, error) {
			return journal.Delete(w.ctx, w.db, changeOf(stored), stored, sql.EQ("name", "Others"))
		},
		"a row that exists": func() (int, error) {
			return journal.InsertIfNew(w.ctx, w.db, changeOf(stored), changed(stored))
		},
		"an update by another organization": func() (int, error) {
			return journal.Update(foreign, w.db, changeOf(stored), stored, changed(stored))
		},
		"a deletion by another organization": func() (int, error) {
			return journal.Delete(foreign, w.db, changeOf(stored), stored)
		},
	} {
		n, err := write()
		events, is := w.state(stored)
		if n != 0 || err != nil || events != 1 || is == nil || is.Name != "Stored" || is.Version != 1 {
			t.Errorf("%s: %d rows, %d events, %v, %v", name, n, events, is, err)
		}
	}
	if _, err := journal.Update(context.Background(), w.db, changeOf(stored), stored, changed(stored)); !errors.Is(
		err, tenant.ErrNone) {
		t.Errorf("without an organization: %v", err)
	}
	t.Run("a column that stays as it was read is not written", func(t *testing.T) {
		w.Exec(`UPDATE capabilities SET is_active = false WHERE id = $1`, stored.ID)
		if n, err := journal.Update(w.ctx, w.db, changeOf(stored), stored, changed(stored)); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if _, is := w.state(stored); is.IsActive || is.Name != "Stored!" || is.Version != 2 {
			t.Errorf("%v", is)
		}
	})
}

// TestOnlyAClosedOrganizationIsMoved: no write of a closed organization changes anything, and each says why. A column
// that must not be null and is null is a mistake of the program: the error must not ask the client to try again.
func TestOnlyAClosedOrganizationIsMoved(t *testing.T) {
	apitest.SkipOnCitus(t, "no organization is moved from it")
	w := newWriting(t)
	isMoving := func(err error) bool {
		var p *problem.Error
		return errors.As(err, &p) && p.Code == problem.Unavailable
	}
	stored := w.row("Stored")
	if err := journal.Insert(w.ctx, w.db, changeOf(stored), stored); err != nil {
		t.Fatal(err)
	}
	for _, column := range []string{"name", "version", "organization_id"} {
		_, err := journal.Update(w.ctx, w.db, changeOf(stored), stored, changed(stored),
			func(u *sql.UpdateBuilder) { u.Set(column, nil) })
		if postgres.Code(err) != "23502" || isMoving(err) {
			t.Errorf("null in %s: %v", column, err)
		}
	}
	w.Exec("UPDATE organizations SET closed_at = now() WHERE id = $1", w.Organization)
	for name, write := range writes {
		other := w.row("Other")
		if _, err := write(w, w.ctx, stored, other); !isMoving(err) {
			t.Errorf("%s: %v", name, err)
		}
		events, is := w.state(stored)
		none, created := w.state(other)
		if events != 1 || none != 0 || created != nil || is == nil || is.Version != 1 {
			t.Errorf("%s: %d and %d events, %v, %v", name, events, none, is, created)
		}
	}
	if err := journal.Write(w.ctx, w.db, []journal.Change{changeOf(stored)}); !isMoving(err) {
		t.Errorf("Write: %v", err)
	}
	if err := journal.WriteRows(w.ctx, w.db, "assignments.upserted", make([]byte, hoursrow.Size), 0); !isMoving(err) {
		t.Errorf("WriteRows: %v", err)
	}
}
