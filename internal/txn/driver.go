package txn

import (
	"context"
	"database/sql"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/workplan-api/workplan/internal/postgres"
)

// Pool is an Ent driver that runs each statement on a connection of a pool. Many goroutines may use it.
type Pool struct {
	db    *sql.DB
	reads func(context.Context) entsql.ExecQuerier
}

// NewPool returns a driver for db. Queries run on what reads returns for their context, unless either is nil.
func NewPool(db *sql.DB, reads func(context.Context) entsql.ExecQuerier) *Pool {
	return &Pool{db, reads}
}

// Dialect implements dialect.Driver.
func (p *Pool) Dialect() string { return dialect.Postgres }

// Close implements dialect.Driver.
func (p *Pool) Close() error { return p.db.Close() }

// Tx implements dialect.Driver. It always fails.
func (p *Pool) Tx(context.Context) (dialect.Tx, error) { return nil, errTx }

// Exec implements dialect.Driver.
func (p *Pool) Exec(ctx context.Context, query string, args, v any) error {
	return entsql.Conn{ExecQuerier: p}.Exec(ctx, query, args, v)
}

// Query implements dialect.Driver.
func (p *Pool) Query(ctx context.Context, query string, args, v any) error {
	return entsql.Conn{ExecQuerier: p}.Query(ctx, query, args, v)
}

// ExecContext lets ent.Client run statements as text.
func (p *Pool) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	defer postgres.Waiting(ctx)()
	return p.db.ExecContext(ctx, query, args...)
}

// QueryContext lets ent.Client run queries as text.
func (p *Pool) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	defer postgres.Waiting(ctx)()
	return p.forReads(ctx).QueryContext(ctx, query, args...)
}

// forReads returns what queries run on.
func (p *Pool) forReads(ctx context.Context) entsql.ExecQuerier {
	if p.reads != nil {
		if direct := p.reads(ctx); direct != nil {
			return direct
		}
	}
	return p.db
}

// Dialect implements dialect.Driver.
func (u *Unit) Dialect() string { return dialect.Postgres }

// Close implements dialect.Driver. It closes the pool.
func (u *Unit) Close() error { return u.pool.Close() }

// Tx implements dialect.Driver. It always fails.
func (u *Unit) Tx(context.Context) (dialect.Tx, error) { return nil, errTx }

// Exec implements dialect.Driver.
func (u *Unit) Exec(ctx context.Context, query string, args, v any) error {
	return entsql.Conn{ExecQuerier: u}.Exec(ctx, query, args, v)
}

// Query implements dialect.Driver.
func (u *Unit) Query(ctx context.Context, query string, args, v any) error {
	return entsql.Conn{ExecQuerier: u}.Query(ctx, query, args, v)
}

// ExecContext lets ent.Client run statements as text.
func (u *Unit) ExecContext(ctx context.Context, query string, args ...any) (result sql.Result, err error) {
	if u.tx == nil {
		return u.pool.ExecContext(ctx, query, args...)
	}
	err = u.inside(ctx, func() (err error) {
		result, err = u.tx.ExecContext(ctx, query, args...)
		return err
	})
	return result, err
}

// QueryContext lets ent.Client run queries as text.
func (u *Unit) QueryContext(ctx context.Context, query string, args ...any) (rows *sql.Rows, err error) {
	if u.tx == nil {
		return u.pool.QueryContext(ctx, query, args...)
	}
	err = u.inside(ctx, func() (err error) {
		rows, err = u.tx.QueryContext(ctx, query, args...)
		return err
	})
	return rows, err
}

// inside runs a statement of the transaction. With savepoints, a statement that fails undoes only itself, as it does
// outside of a transaction.
func (u *Unit) inside(ctx context.Context, statement func() error) error {
	if !u.savepoints {
		err := statement()
		u.failedWith(err)
		return err
	}
	if _, err := u.tx.ExecContext(ctx, "SAVEPOINT statement"); err != nil {
		return err
	}
	err := statement()
	if err != nil {
		_ = u.endSavepoint(ctx, "ROLLBACK TO SAVEPOINT statement")
	}
	return err
}
