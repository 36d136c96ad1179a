package journal

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/tenant"
)

// Row is a row of a table of organizations.
type Row interface{ Row() ent.Row }

// Insert creates a row, with the event of c.
func Insert(ctx context.Context, db *ent.Client, c Change, row Row) error {
	n, err := insert(ctx, db, c, row, "")
	if err == nil && n != 1 {
		err = fmt.Errorf("%s: %d rows were created", c.Type, n)
	}
	return err
}

// InsertIfNew is Insert unless there is a row with the same key. It returns the number of rows that it created, 0 or 1.
func InsertIfNew(ctx context.Context, db *ent.Client, c Change, row Row) (int, error) {
	return insert(ctx, db, c, row, " ON CONFLICT DO NOTHING")
}

// Replace is Insert, and replaces a row that has the same id.
func Replace(ctx context.Context, db *ent.Client, c Change, row Row) error {
	set := ""
	for _, column := range row.Row().Columns[1:] {
		set += ", " + column + " = excluded." + column
	}
	_, err := insert(ctx, db, c, row, " ON CONFLICT (organization_id, id) DO UPDATE SET "+set[2:])
	return err
}

// Update writes the columns in which row differs from read, with the event of c. It does so only if the stored row
// still has the version of read, and returns the number of rows that it wrote, 0 or 1. modify changes the statement.
func Update(
	ctx context.Context, db *ent.Client, c Change, read, row Row, modify ...func(*sql.UpdateBuilder),
) (int, error) {
	was, is := read.Row(), row.Row()
	update := sql.Dialect(dialect.Postgres).Update(is.Table)
	for i, column := range is.Columns {
		if !reflect.DeepEqual(was.Values[i], is.Values[i]) {
			update.Set(column, is.Values[i])
		}
	}
	for _, f := range modify {
		f(update)
	}
	return write(ctx, db, c, func(o writer) sql.Querier { return update.Where(same(was, o.owns())) })
}

// Delete deletes a row, with the event of c. It does so only if the stored row still has the version of read, if it has
// one, and meets the conditions. It returns the number of rows that it deleted, 0 or 1.
func Delete(ctx context.Context, db *ent.Client, c Change, read Row, where ...*sql.Predicate) (int, error) {
	was := read.Row()
	return write(ctx, db, c, func(o writer) sql.Querier {
		return sql.Dialect(dialect.Postgres).Delete(was.Table).Where(same(was, append(where, o.owns())...))
	})
}

// same returns the condition that a stored row is the one that was read, and has not changed, and meets others.
func same(was ent.Row, others ...*sql.Predicate) *sql.Predicate {
	where := []*sql.Predicate{sql.EQ("id", was.Values[0])}
	if i := slices.Index(was.Columns, "version"); i > 0 {
		where = append(where, sql.EQ("version", was.Values[i]))
	}
	return sql.And(append(where, others...)...)
}

// insert creates a row. conflict is what follows the row in the statement.
func insert(ctx context.Context, db *ent.Client, c Change, of Row, conflict string) (int, error) {
	row := of.Row()
	return write(ctx, db, c, func(o writer) sql.Querier {
		return sql.ExprFunc(func(b *sql.Builder) {
			b.WriteString("INSERT INTO ").Ident(row.Table).WriteString(" (organization_id, ").IdentComma(row.Columns...)
			if o.onCitus { // which would run a SELECT in steps
				b.WriteString(") VALUES (").Arg(o.organization).Comma().Args(row.Values...).WriteString(")")
			} else {
				b.WriteString(") SELECT ").Arg(o.organization).Comma().Args(row.Values...).WriteString(" WHERE ").Join(o.isOpen())
			}
			b.WriteString(conflict)
		})
	})
}

// writer is the organization that a statement writes.
type writer struct {
	organization uuid.UUID
	// onCitus means that no organization is moved from the database, so that each is open.
	onCitus bool
	// settled is that of the change.
	settled *int64
}

// isOpen is the condition that the organization is open, and has the closed days that the method has looked at.
func (o writer) isOpen() *sql.Predicate {
	return sql.P(func(b *sql.Builder) {
		b.WriteString("EXISTS (SELECT FROM organizations WHERE id = ").Arg(o.organization).WriteString(" AND closed_at IS NULL)")
		if o.settled != nil {
			b.WriteString(" AND EXISTS (SELECT FROM closed_days WHERE organization_id = ").Arg(o.organization).
				WriteString(" AND version = ").Arg(*o.settled).WriteString(" AND " + shared + ")")
		}
	})
}

// owns returns the condition that a row is one of the organization, and that the organization is open.
func (o writer) owns() *sql.Predicate {
	where := sql.EQ("organization_id", o.organization)
	if o.onCitus {
		return where
	}
	return sql.And(where, o.isOpen())
}

// write executes a statement that writes one row, with the event of c: an INSERT … SELECT … FROM effect, where effect
// has a row if the statement has written one. Both are one statement, which needs one round trip and no transaction.
// A change of the type Silent leaves no event.
//
// Citus would run such a statement in steps, which send their results to all nodes, and commit in two phases. So a
// write would need every node. There, the two are statements of a transaction, which one node executes.
func write(ctx context.Context, db *ent.Client, c Change, statement func(writer) sql.Querier) (n int, err error) {
	o := writer{organization: tenant.Organization(ctx), settled: c.Settled}
	if o.onCitus, err = db.Engine.IsCitus(ctx, db); err != nil {
		return 0, err
	}
	event, err := c.event(ctx, o.organization)
	if err != nil {
		return 0, err
	}
	switch effect := statement(o); {
	case c.Type == Silent || db.Engine.Unjournaled:
		n, err = exec(ctx, db, effect)
	case o.onCitus:
		db := db.InUnit()
		err = db.Unit.Do(ctx, func() error {
			if n, err = exec(ctx, db, effect); err != nil || n == 0 {
				return err
			}
			if c.Settled != nil {
				if err := CheckSettled(ctx, db, *c.Settled); err != nil {
					return err
				}
			}
			_, err = exec(ctx, db, sql.Raw("INSERT INTO events "+recordColumns+" VALUES ("), event, sql.Raw(")"))
			return err
		})
	default:
		n, err = exec(ctx, db, sql.Raw("WITH effect AS ("), effect,
			sql.Raw(" RETURNING 1) INSERT INTO events "+recordColumns+" SELECT "), event, sql.Raw(" FROM effect"))
	}
	switch {
	case err == nil && n == 0 && c.Settled != nil:
		err = CheckSettled(ctx, db, *c.Settled)
	case err == nil && n == 0:
		err = CheckOpen(ctx, db)
	case err == nil:
		db.Unit.Settle(c.Type)
	}
	return n, err
}

// event returns the values of recordColumns in the event of a change.
func (c Change) event(ctx context.Context, organization uuid.UUID) (sql.Querier, error) {
	if c.Type == Silent {
		return nil, nil
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	by := writtenBy(ctx)
	data, err := c.data()
	return sql.ExprFunc(func(b *sql.Builder) {
		b.Args(organization, NewID()).WriteString(", clock_timestamp(), ").
			Args(c.Type, by.actor, by.key, by.request,
				c.record().GetId()).WriteString(", 0, ").Args(encodingRecord, data)
	}), err
}

// exec executes a statement of several parts, and returns the number of rows that its last write has written.
func exec(ctx context.Context, db *ent.Client, parts ...sql.Querier) (n int, err error) {
	if tenant.Organization(ctx) == uuid.Nil {
		return 0, tenant.ErrNone
	}
	b := &sql.Builder{}
	b.SetDialect(dialect.Postgres)
	query, args := b.Join(parts...).Query()
	if err := b.Err(); err != nil {
		return 0, err
	}
	result, err := db.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	affected, err := result.RowsAffected()
	return int(affected), err
}
