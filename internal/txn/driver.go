package txn

import (
	"context"
	"database/sql"
	"strings"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
)

// The savepoints of a joined transaction. The names differ, because a nested transaction contains statements.
const (
	nestedSavepoint    = "nested"
	statementSavepoint = "statement"
)

type joinedKey struct{}

// bulkKey is the key of a context without savepoints. Its value points to whether a write has failed.
type bulkKey struct{}

// bulk returns the value of a context without savepoints, or nil.
func bulk(ctx context.Context) (failed *bool) {
	failed, _ = ctx.Value(bulkKey{}).(*bool)
	return failed
}

// joined returns the transaction that ctx joins, or nil.
func joined(ctx context.Context) *ent.Tx {
	tx, _ := ctx.Value(joinedKey{}).(*ent.Tx)
	return tx
}

// driver runs the statements of an Ent client on a pool, or in the transaction that their context joins.
type driver struct {
	db    *sql.DB
	pool  entsql.Conn
	reads func(context.Context) entsql.ExecQuerier
}

// NewDriver returns an Ent driver for db. A context that joins a transaction must be used only with clients of the same
// database. A query outside of transactions runs on what reads returns for its context, unless either is nil.
func NewDriver(db *sql.DB, reads func(context.Context) entsql.ExecQuerier) dialect.Driver {
	return &driver{db, entsql.Conn{ExecQuerier: db}, reads}
}

// Dialect implements dialect.Driver.
func (d *driver) Dialect() string { return dialect.Postgres }

// Close implements dialect.Driver.
func (d *driver) Close() error { return d.db.Close() }

// Tx implements dialect.Driver. In a joined transaction it begins a nested one.
func (d *driver) Tx(ctx context.Context) (dialect.Tx, error) {
	tx := joined(ctx)
	if tx == nil {
		connected := postgres.Waiting(ctx)
		tx, err := d.db.BeginTx(ctx, nil)
		connected()
		if err != nil {
			return nil, err
		}
		return &entsql.Tx{Conn: entsql.Conn{ExecQuerier: tx}, Tx: tx}, nil
	}
	n := nested{entsql.Conn{ExecQuerier: tx}, ctx}
	return n, n.savepoint("SAVEPOINT " + nestedSavepoint)
}

// Exec implements dialect.Driver.
func (d *driver) Exec(ctx context.Context, query string, args, v any) error {
	return d.run(ctx, query, func(c entsql.Conn) error { return c.Exec(ctx, query, args, v) })
}

// Query implements dialect.Driver.
func (d *driver) Query(ctx context.Context, query string, args, v any) error {
	return d.run(ctx, query, func(c entsql.Conn) error { return c.Query(ctx, query, args, v) })
}

// ExecContext lets ent.Client run statements as text.
func (d *driver) ExecContext(ctx context.Context, query string, args ...any) (result sql.Result, err error) {
	err = d.run(ctx, query, func(c entsql.Conn) (err error) {
		result, err = c.ExecContext(ctx, query, args...)
		return err
	})
	return result, err
}

// QueryContext lets ent.Client run queries as text.
func (d *driver) QueryContext(ctx context.Context, query string, args ...any) (rows *sql.Rows, err error) {
	err = d.run(ctx, query, func(c entsql.Conn) (err error) {
		rows, err = c.QueryContext(ctx, query, args...)
		return err
	})
	return rows, err
}

// run calls f with the pool, or with the transaction that ctx joins. In a transaction, a write that fails undoes only
// itself, as it does outside of one. So a service may read after a failed write to find the reason. The savepoints are
// released at the end of the transaction.
func (d *driver) run(ctx context.Context, query string, f func(entsql.Conn) error) error {
	tx := joined(ctx)
	if tx == nil {
		defer postgres.Waiting(ctx)()
		if d.reads != nil && !writes(query) {
			if direct := d.reads(ctx); direct != nil {
				return f(entsql.Conn{ExecQuerier: direct})
			}
		}
		return f(d.pool)
	}
	c := entsql.Conn{ExecQuerier: tx}
	if !writes(query) {
		return f(c)
	}
	return Undoable(ctx, func() error { return f(c) })
}

// Undoable calls f, which makes one statement that writes. If ctx joins a transaction and the statement fails, it undoes
// only itself, as it does outside of one.
func Undoable(ctx context.Context, f func() error) error {
	tx := joined(ctx)
	if tx == nil {
		return f()
	}
	if failed := bulk(ctx); failed != nil {
		err := f()
		*failed = *failed || err != nil
		return err
	}
	if _, err := tx.ExecContext(ctx, "SAVEPOINT "+statementSavepoint); err != nil {
		return err
	}
	err := f()
	if err != nil {
		// If this fails, PostgreSQL refuses every further statement of the transaction.
		_, _ = tx.ExecContext(ctx, "ROLLBACK TO SAVEPOINT "+statementSavepoint)
	}
	return err
}

// writes reports whether a statement begins with a word for a change of rows.
func writes(query string) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(query, " \t\n"), " ")
	return word == "INSERT" || word == "UPDATE" || word == "DELETE"
}

// nested is a transaction in a joined transaction.
type nested struct {
	entsql.Conn
	ctx context.Context
}

// Commit implements driver.Tx. The effects last if the joined transaction commits.
func (n nested) Commit() error { return n.savepoint("RELEASE SAVEPOINT " + nestedSavepoint) }

// Rollback implements driver.Tx. It also releases the savepoint: a transaction around n has one of the same name, and
// would otherwise be undone only to that of n.
func (n nested) Rollback() error {
	if failed := bulk(n.ctx); failed != nil {
		*failed = true
	}
	return n.savepoint("ROLLBACK TO SAVEPOINT " + nestedSavepoint + "; RELEASE SAVEPOINT " + nestedSavepoint)
}

// savepoint executes a statement about the savepoint, if there is one.
func (n nested) savepoint(query string) error {
	if bulk(n.ctx) != nil {
		return nil
	}
	_, err := n.ExecContext(n.ctx, query)
	return err
}
