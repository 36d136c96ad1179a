// Package tenant opens an Ent client that reads and writes only rows of the organization in the context. Without an
// organization in the context, every query and mutation fails.
package tenant

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/intercept"
	"github.com/workplan-api/workplan/ent/organization"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/txn"
)

type key struct{}

// ErrNone is the error of a statement without an organization.
var ErrNone = errors.New("no organization in the context")

// WithOrganization returns a context that confines Ent to the organization.
func WithOrganization(ctx context.Context, id uuid.UUID) context.Context {
	return context.WithValue(ctx, key{}, id)
}

// Organization returns the organization in the context, or uuid.Nil if there is none. No row has the id uuid.Nil.
func Organization(ctx context.Context) uuid.UUID {
	id, _ := ctx.Value(key{}).(uuid.UUID)
	return id
}

// Querier is a part of *ent.Client and *sql.DB.
type Querier = postgres.Querier

// Execer is a part of *ent.Client and *sql.DB.
type Execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Query runs a query as text, which Ent cannot confine. The organization in the context is $1, and args begin with $2.
// It fails if there is no organization in the context.
func Query(ctx context.Context, db Querier, query string, args ...any) (*sql.Rows, error) {
	args, err := confined(ctx, args)
	if err != nil {
		return nil, err
	}
	return db.QueryContext(ctx, query, args...)
}

// Each is like Query, and calls f for each row, until f fails.
func Each(ctx context.Context, db Querier, f func(postgres.Scan) error, query string, args ...any) error {
	args, err := confined(ctx, args)
	if err != nil {
		return err
	}
	return postgres.Each(ctx, db, f, query, args...)
}

// Exec is like Query, for a statement that returns no rows.
func Exec(ctx context.Context, db Execer, query string, args ...any) (sql.Result, error) {
	args, err := confined(ctx, args)
	if err != nil {
		return nil, err
	}
	return db.ExecContext(ctx, query, args...)
}

// confined returns the organization in the context and then args.
func confined(ctx context.Context, args []any) ([]any, error) {
	id := Organization(ctx)
	if id == uuid.Nil {
		return nil, ErrNone
	}
	return append([]any{id}, args...), nil
}

// Lock locks the row of the organization until the end of the transaction. So changes with a
// rule about several rows run one after the other. In a test without this lock, 41 of 100
// pairs of concurrent changes of the reporting line created a cycle.
func Lock(ctx context.Context, db *ent.Client) error {
	_, err := db.Organization.Query().
		Where(organization.ID(Organization(ctx)), func(s *entsql.Selector) { s.For("NO KEY UPDATE") }).
		Only(ctx)
	return err
}

// LockRow locks a row of a table of the organization until the end of the transaction of db, if there is such a row.
// Rows that refer to it can still be written meanwhile.
func LockRow(ctx context.Context, db Execer, table string, id any) error {
	_, err := Exec(ctx, db, "SELECT FROM "+table+" WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE", id)
	return err
}

// column returns the name of the column that holds the organization.
func column(entity string) string {
	if entity == ent.TypeOrganization {
		return "id"
	}
	return "organization_id"
}

// Open returns an Ent client for db, with statements that run by themselves: [ent.Client.InUnit] has those of a
// request. It confines every query and mutation to the organization in the context.
//
// UpdateOne and predicates on edges cannot be confined. UpdateOne reads the row again by its id alone, so the client
// refuses it. The schema has no edges.
func Open(db *sql.DB) *ent.Client { return newClient(db, nil) }

// OpenDirect is like Open. Queries outside of transactions use reads, unless that is nil.
func OpenDirect(db *sql.DB, reads *DirectReads) *ent.Client {
	if reads == nil {
		return Open(db)
	}
	return newClient(db, reads.of)
}

// newClient returns the client of Open, see [txn.NewPool].
func newClient(db *sql.DB, reads func(context.Context) entsql.ExecQuerier) *ent.Client {
	client := ent.NewClient(ent.Driver(txn.NewPool(db, reads)), ent.Engine(&postgres.Engine{}))
	client.Intercept(intercept.TraverseFunc(confineQuery))
	client.Use(func(next ent.Mutator) ent.Mutator {
		return ent.MutateFunc(func(ctx context.Context, m ent.Mutation) (ent.Value, error) {
			if err := confineMutation(ctx, m); err != nil {
				return nil, err
			}
			if !slices.Contains(eventless, m.Type()) && !m.(interface{ Client() *ent.Client }).Client().Unit.Writing() {
				return nil, fmt.Errorf("%s: a write without its event: use package journal, or Owe of the unit", m.Type())
			}
			return next.Mutate(ctx, m)
		})
	})
	return client
}

// eventless are the types that Ent may write anywhere: what it writes of them has no event. It writes the others only
// in what the unit of the client calls, see [txn.Unit.Owe]. Package journal writes without Ent.
var eventless = []string{
	ent.TypeIdempotencyKey, ent.TypeOrganization, ent.TypeUserViews,
	ent.TypeWebhook, // the state of its deliveries
	ent.TypeWebhookAttempt, ent.TypeWebhookRedelivery,
}

func confineQuery(ctx context.Context, q intercept.Query) error {
	id := Organization(ctx)
	if id == uuid.Nil {
		return ErrNone
	}
	q.WhereP(entsql.FieldEQ(column(q.Type()), id))
	return nil
}

func confineMutation(ctx context.Context, m ent.Mutation) error {
	id := Organization(ctx)
	if id == uuid.Nil {
		return ErrNone
	}
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
