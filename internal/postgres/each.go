package postgres

import (
	"cmp"
	"context"
	"database/sql"
)

// Querier is a part of *sql.DB, *sql.Tx and the clients of Ent.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Scan copies the columns of a row, as sql.Rows.Scan does.
type Scan = func(columns ...any) error

// Each runs a query and calls f for each row, until f fails.
func Each(ctx context.Context, db Querier, f func(Scan) error, query string, args ...any) (err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, rows.Close()) }()
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Column runs a query that returns one column, and returns its values.
func Column[T any](ctx context.Context, db Querier, query string, args ...any) (list []T, err error) {
	err = Each(ctx, db, func(scan Scan) error {
		var value T
		err := scan(&value)
		list = append(list, value)
		return err
	}, query, args...)
	return list, err
}
