// Package externalid keeps the external ids of users, clients, projects and time off requests: the ids that a record
// has in other systems, such as hr:4711. The part before the colon is the source.
//
// A record has its external ids in a column, so that they are read with it. The table record_external_ids has all of
// them once more, so that a record is found by one, and no two records of a kind have the same. Both are written in one
// transaction.
package externalid

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
)

// Field is the name of the field of a record that has its external ids.
const Field = "external_ids"

// Most is how many external ids a record has at most, as the protos say.
const Most = 20

// Noun returns the kind of a record as messages have it.
func Noun(record string) string {
	if record == "time_off" {
		return "time off request"
	}
	return record
}

// Source returns the source of an external id.
func Source(id string) string {
	source, _, _ := strings.Cut(id, ":")
	return source
}

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

// Find returns the ids of the records of a kind that have external ids of a list, by these.
func Find(ctx context.Context, db *ent.Client, record string, ids []string) (map[string]uuid.UUID, error) {
	found := map[string]uuid.UUID{}
	return found, tenant.Each(ctx, db, func(scan postgres.Scan) error {
		var externalID string
		var id uuid.UUID
		err := scan(&externalID, &id)
		found[externalID] = id
		return err
	}, `SELECT external_id, id FROM record_external_ids WHERE organization_id = $1 AND record = $2 AND external_id = ANY ($3)`,
		record, pq.Array(ids))
}

// Change is a change of the external ids of one record by a request.
type Change struct {
	db          *ent.Client
	record      string
	id          uuid.UUID
	ids         []string // as the request has them
	has         bool     // whether the request has them
	gone, added []string
	// Seen reports whether the caller may know a record of the kind. An error does not name one that is hidden. If Seen
	// is nil, all are known.
	Seen func(ctx context.Context, id uuid.UUID) (bool, error)
}

// New returns the change of a record to the external ids of a request. record is the kind of the record: user, client,
// project or time_off. fields are those that the request writes: without Field, there is no change.
func New(db *ent.Client, record string, id uuid.UUID, fields, ids []string) *Change {
	return &Change{db: db, record: record, id: id, ids: ids, has: slices.Contains(fields, Field)}
}

// Replace returns what the record has instead of the external ids that are stored, for its column. It is called
// before Write, or by what Write calls. Write writes the rest.
func (c *Change) Replace(stored []string) pq.StringArray {
	c.gone, c.added = without(stored, c.ids), without(c.ids, stored)
	return Sorted(c.ids)
}

// InRequest reports whether the request has external ids. A nil Change is one without.
func (c *Change) InRequest() bool { return c != nil && c.has }

// Write calls write, which writes the record, and then writes the table. If the request has external
// ids, all of it is a transaction. The error is 409 if another record has one of the ids, and then names the item and
// the other record.
func (c *Change) Write(ctx context.Context, write func() error) error {
	if !c.InRequest() {
		return write()
	}
	return c.db.Unit.Do(ctx, func() error {
		if err := write(); err != nil {
			return err
		}
		if err := c.remove(ctx); err != nil {
			return err
		}
		return c.add(ctx)
	})
}

func (c *Change) remove(ctx context.Context) error {
	if len(c.gone) == 0 {
		return nil
	}
	_, err := tenant.Exec(ctx, c.db,
		`DELETE FROM record_external_ids WHERE organization_id = $1 AND record = $2 AND external_id = ANY ($3) AND id = $4`,
		c.record, pq.Array(c.gone), c.id) // after Release, another record may have some
	return err
}

// Release removes external ids from the table, before other records of a batch get them. The records that give them up
// are written in the same transaction, and so are those that get them.
func Release(ctx context.Context, db *ent.Client, record string, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := tenant.Exec(ctx, db,
		`DELETE FROM record_external_ids WHERE organization_id = $1 AND record = $2 AND external_id = ANY ($3)`,
		record, pq.Array(ids))
	return err
}

// add inserts what no other record has, and looks up who has the rest.
func (c *Change) add(ctx context.Context) error {
	if len(c.added) == 0 {
		return nil
	}
	rows, args := make([]string, len(c.added)), []any{c.record, c.id}
	for i, id := range c.added {
		rows[i], args = fmt.Sprintf("($1, $2, $3, $%d)", i+4), append(args, id)
	}
	result, err := tenant.Exec(ctx, c.db,
		"INSERT INTO record_external_ids (organization_id, record, id, external_id) VALUES "+
			strings.Join(rows, ", ")+" ON CONFLICT DO NOTHING",
		args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || int(n) == len(c.added) {
		return err
	}
	holders, err := Find(ctx, c.db, c.record, c.added)
	if err != nil {
		return err
	}
	return c.taken(ctx, holders)
}

// taken returns the error for external ids that other records have. holders has the record of each.
func (c *Change) taken(ctx context.Context, holders map[string]uuid.UUID) error {
	var taken []problem.Detail
	for i, id := range c.ids {
		other, is := holders[id]
		if !is || other == c.id {
			continue
		}
		t := problem.Taken{Value: id, Is: "is an external id of", Kind: Noun(c.record), Holder: other.String()}
		if c.Seen != nil {
			if seen, err := c.Seen(ctx, other); err != nil {
				return err
			} else if !seen {
				t.Holder = ""
			}
		}
		taken = append(taken, t.Detail(fmt.Sprintf("%s.%s[%d]", c.record, Field, i)))
	}
	if len(taken) == 0 { // the other record has lost it since
		return problem.Conflict(problem.VersionConflict, "another request changes the same external ids: send it again")
	}
	return problem.List(taken)
}

// without returns the ids that are not among others.
func without(ids, others []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(others, id) })
}
