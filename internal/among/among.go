// Package among looks rows up by many ids or texts at once. Its statements have one parameter for all ids, so that they
// have the same text for any number of ids and stay prepared.
package among

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
)

// Read returns the rows of a table of the organization that have one of the ids, in no order. Row is the type of Ent
// for the table, and columns are its columns.
func Read[Row any](
	ctx context.Context, db *ent.Client, table string, columns []string, ids []uuid.UUID,
) (found []*Row, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	result, err := tenant.Query(ctx, db,
		"SELECT t."+strings.Join(columns, ", t.")+" FROM "+Rows(table, "$2"), Distinct(ids))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, result.Close()) }()
	return found, sql.ScanSlice(result, &found)
}

// Existing returns those of the ids that rows of a table have.
func Existing(ctx context.Context, db *ent.Client, table string, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	rows, err := Read[struct{ ID uuid.UUID }](ctx, db, table, []string{"id"}, ids)
	existing := make(map[uuid.UUID]bool, len(rows))
	for _, row := range rows {
		existing[row.ID] = true
	}
	return existing, err
}

// ByText calls f with the texts that rows of a table of the organization have, and with the ids of these rows. column
// is the text of a row t in SQL, which has an index. Each text is looked up by itself, as Rows does it with ids.
func ByText(
	ctx context.Context, db *ent.Client, table, column string, texts []string, f func(text string, id uuid.UUID),
) error {
	return tenant.Each(ctx, db, func(scan postgres.Scan) error {
		var text string
		var id uuid.UUID
		err := scan(&text, &id)
		f(text, id)
		return err
	}, "SELECT k.key, t.id FROM unnest((SELECT $2::text[])) AS k (key) CROSS JOIN LATERAL (SELECT t.id FROM "+
		table+" t WHERE t.organization_id = $1 AND "+column+" BETWEEN k.key AND k.key OFFSET 0) t", pq.Array(texts))
}

// IDs returns the predicate that the id of a row is one of ids, like IDIn of Ent. Use Read for a batch and Only for a
// list.
func IDs[P ~func(*sql.Selector)](ids []uuid.UUID) P {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.Ident(s.C("id")).WriteString(" = ANY (").Arg(Distinct(ids)).WriteString(")")
		}))
	}
}

// In returns the predicate that a column is one of the texts of ids. PostgreSQL hashes them, however many there are.
func In[P ~func(*sql.Selector)](column string, ids pq.StringArray) P {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.Ident(s.C(column)).WriteString(" IN (SELECT unnest(").Arg(ids).WriteString("::uuid[]))")
		}))
	}
}

// Only returns a predicate for a query of Ent on a table of the organization. The query then reads the rows that have
// one of the ids, each looked up by itself, and not the table: they are a WITH with the name of the table. Its other
// predicates and its order stay.
func Only[P ~func(*sql.Selector)](organization uuid.UUID, table string, ids []uuid.UUID) P {
	return func(s *sql.Selector) {
		parts := strings.Split(rows(table, "?", "?"), "?")
		s.Prefix(sql.ExprFunc(func(b *sql.Builder) {
			b.WriteString("WITH " + table + " AS (SELECT t.* FROM " + parts[0]).Arg(Distinct(ids)).
				WriteString(parts[1]).Arg(organization).WriteString(parts[2] + ")")
		}))
	}
}

// Distinct returns an array of the ids, each once, for a parameter.
func Distinct(ids []uuid.UUID) any {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return pq.Array(slices.Compact(ids))
}

// Rows returns what follows FROM in a statement that reads rows of a table by their ids. ids is the parameter with
// their array, and $1 is the organization. The rows are called t.
//
// PostgreSQL looks each id up in the primary key, however many rows it expects the organization to have. With a join or
// = ANY, it reads the whole organization if its statistics are from a time when the organization was small, and
// compares each row with each id. LATERAL with a LIMIT keeps the look-ups apart. BETWEEN, unlike =, leaves a use for
// the order of the id, which only the primary key has. The array is in a subquery to hide its length from the planner,
// which otherwise plans each call again.
func Rows(table, ids string) string { return rows(table, ids, "$1") }

func rows(table, ids, organization string) string {
	return "unnest((SELECT " + ids + "::uuid[])) AS among (id) CROSS JOIN " +
		row("*", table, "among.id", organization) + " t"
}

// Row returns a part of FROM that looks up columns of the row with an id, an expression, in the way of Rows.
func Row(columns, table, id string) string { return row(columns, table, id, "$1") }

func row(columns, table, id, organization string) string {
	return "LATERAL (SELECT " + columns + " FROM " + table + " WHERE organization_id = " + organization +
		" AND id BETWEEN " + id + " AND " + id + " ORDER BY id LIMIT 1)"
}
