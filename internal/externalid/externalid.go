// Package externalid keeps the external ids of users, clients and projects: the ids that a record has in other systems,
// such as hr:4711. The part before the colon is the source.
//
// A record has its external ids in a column, so that they are read with it. The table record_external_ids has all of them once
// more, so that a record is found by one, and no two records of a kind have the same. Both are written in one
// transaction.
package externalid

import (
	"context"
	"fmt"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
)

// Field is the name of the field of a record that has its external ids.
const Field = "external_ids"

// Sorted returns the external ids of a request in the order in which they are stored.
func Sorted(ids []string) pq.StringArray {
	sorted := pq.StringArray(slices.Sorted(slices.Values(ids)))
	if sorted == nil {
		return pq.StringArray{} // nil is stored as null
	}
	return sorted
}

// Of returns a predicate for the records of an organization that have an external id, which are one or none. record is
// their kind.
func Of[P ~func(*sql.Selector)](ctx context.Context, record string) func(id string) P {
	return func(id string) P {
		return func(s *sql.Selector) {
			s.Where(sql.P(func(b *sql.Builder) {
				b.Ident(s.C("id")).WriteString(" = (SELECT id FROM record_external_ids WHERE organization_id = ").
					Arg(tenant.Organization(ctx)).WriteString(" AND record = ").Arg(record).
					WriteString(" AND external_id = ").Arg(id).WriteString(")")
			}))
		}
	}
}

// Change is a change of the external ids of one record by a request.
type Change struct {
	db          *ent.Client
	record      string
	id          uuid.UUID
	ids         []string // as the request has them
	has         bool     // whether the request has them
	gone, added []string
}

// New returns the change of a record to the external ids of a request. record is the kind of the record: user, client or
// project. fields are those that the request writes: without Field, there is no change.
func New(db *ent.Client, record string, id uuid.UUID, fields, ids []string) *Change {
	return &Change{db: db, record: record, id: id, ids: ids, has: slices.Contains(fields, Field)}
}

const holders = `
SELECT external_id, id FROM record_external_ids WHERE organization_id = $1 AND record = $2 AND external_id = ANY ($3) AND id <> $4`

// Check returns an error, 409, if another record has one of the external ids. It names the item and the other record.
// stored are the external ids that the record has now.
func (c *Change) Check(ctx context.Context, stored []string) error {
	if !c.has {
		return nil
	}
	c.gone, c.added = without(stored, c.ids), without(c.ids, stored)
	if len(c.added) == 0 {
		return nil
	}
	holder := map[string]string{}
	if err := tenant.Each(ctx, c.db, func(scan postgres.Scan) error {
		var externalID, id string
		err := scan(&externalID, &id)
		holder[externalID] = id
		return err
	}, holders, c.record, pq.Array(c.added), c.id); err != nil {
		return err
	}
	var taken []problem.Detail
	for i, id := range c.ids {
		if other, is := holder[id]; is {
			taken = append(taken, problem.Detail{
				Field: fmt.Sprintf("%s.%s[%d]", c.record, Field, i), Index: -1, Code: problem.AlreadyExists,
				Message: fmt.Sprintf("is an external id of another %s, %s", c.record, other),
			})
		}
	}
	return problem.List(taken)
}

// Write calls write, which calls Check and writes the record, and then writes the table. If the request has external
// ids, all of it is a transaction, in which every client of the database takes part that is used with the context of
// write.
func (c *Change) Write(ctx context.Context, write func(context.Context) error) error {
	if !c.has {
		return write(ctx)
	}
	return txn.Within(ctx, c.db, func(ctx context.Context) error {
		if err := write(ctx); err != nil {
			return err
		}
		return c.store(ctx)
	})
}

// store writes the table. Another request may have got an external id since Check.
func (c *Change) store(ctx context.Context) error {
	if len(c.gone) > 0 {
		if _, err := tenant.Exec(ctx, c.db,
			`DELETE FROM record_external_ids WHERE organization_id = $1 AND record = $2 AND external_id = ANY ($3)`,
			c.record, pq.Array(c.gone)); err != nil {
			return err
		}
	}
	for _, id := range c.added {
		_, err := tenant.Exec(ctx, c.db,
			`INSERT INTO record_external_ids (organization_id, record, external_id, id) VALUES ($1, $2, $3, $4)`,
			c.record, id, c.id)
		if postgres.IsUniqueViolation(err) {
			return problem.Field(problem.AlreadyExists, fmt.Sprintf("%s.%s[%d]", c.record, Field, slices.Index(c.ids, id)),
				"is an external id of another "+c.record)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// without returns the ids that are not among others.
func without(ids, others []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(others, id) })
}
