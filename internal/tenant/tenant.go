// Package tenant opens Ent confined to one organization: the one in the context.
// Without an organization in the context nothing is read or written.
package tenant

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/intercept"
)

type key struct{}

var errNone = errors.New("no organization in the context")

// WithOrganization returns a context whose work is confined to the organization.
func WithOrganization(ctx context.Context, id uuid.UUID) context.Context {
	return context.WithValue(ctx, key{}, id)
}

// Organization returns the organization of the context, or uuid.Nil, which no
// row has.
func Organization(ctx context.Context) uuid.UUID {
	id, _ := ctx.Value(key{}).(uuid.UUID)
	return id
}

// column is where a table names its organization.
func column(entity string) string {
	if entity == ent.TypeOrganization {
		return "id"
	}
	return "organization_id"
}

// Open returns Ent over db. Every query and mutation is confined to the
// organization of its context.
func Open(db *sql.DB) *ent.Client {
	client := ent.NewClient(ent.Driver(entsql.OpenDB(dialect.Postgres, db)))
	confine(client)
	return client
}

// confine makes every query and mutation of the client name the organization of
// its context. Two things are not covered and not used: UpdateOne, which reads
// the row again by its id alone, and predicates on edges, of which there are none.
func confine(client *ent.Client) {
	client.Intercept(intercept.TraverseFunc(func(ctx context.Context, q intercept.Query) error {
		id := Organization(ctx)
		if id == uuid.Nil {
			return errNone
		}
		q.WhereP(entsql.FieldEQ(column(q.Type()), id))
		return nil
	}))
	client.Use(func(next ent.Mutator) ent.Mutator {
		return ent.MutateFunc(func(ctx context.Context, m ent.Mutation) (ent.Value, error) {
			id := Organization(ctx)
			if id == uuid.Nil {
				return nil, errNone
			}
			if err := confineMutation(m, id); err != nil {
				return nil, err
			}
			return next.Mutate(ctx, m)
		})
	})
}

func confineMutation(m ent.Mutation, id uuid.UUID) error {
	if m.Op().Is(ent.OpUpdateOne) {
		return fmt.Errorf("%s: UpdateOne is not confined to an organization: use Update and Where", m.Type())
	}
	if m.Op().Is(ent.OpCreate) {
		if m.Type() == ent.TypeOrganization {
			return nil
		}
		return m.SetField("organization_id", id)
	}
	w, ok := m.(interface {
		WhereP(...func(*entsql.Selector))
	})
	if !ok {
		return fmt.Errorf("%s: cannot be confined to an organization", m.Type())
	}
	w.WhereP(entsql.FieldEQ(column(m.Type()), id))
	return nil
}
