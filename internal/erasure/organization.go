// Package erasure deletes an organization with everything that belongs to it, and erases what identifies a person.
//
// Both take the tables from the catalog of the database. They work in short transactions, so that servers go on, and
// can be run again after they were interrupted. They need the role that owns the tables, because the role of the
// servers may not be allowed to change events.
package erasure

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

const (
	// batch is how many rows one transaction deletes or reads.
	batch = 1000
	// passes is how often Organization begins again if a server has written rows meanwhile.
	passes = 5
)

// Count returns the number of rows of an organization in each table.
func Count(ctx context.Context, db *sql.DB, organization uuid.UUID) (map[string]int64, error) {
	tables, err := catalog.Tables(ctx, db)
	if err != nil {
		return nil, err
	}
	rows := make(map[string]int64, len(tables))
	for _, t := range tables {
		var n int64
		if err := db.QueryRowContext(
			ctx, "SELECT count(*) FROM "+pq.QuoteIdentifier(t.Name)+" WHERE "+t.Organization()+" = $1", organization,
		).Scan(&n); err != nil {
			return nil, fmt.Errorf("table %s: %w", t.Name, err)
		}
		rows[t.Name] = n
	}
	return rows, nil
}

// Organization deletes all rows of an organization. The row of the organization is the last one, so that the
// organization can be named until everything is deleted. No server should serve it: suspend it first. Organization
// calls progress with the name of each table before it deletes from it.
func Organization(ctx context.Context, db *sql.DB, organization uuid.UUID, progress func(table string)) error {
	tables, err := catalog.Tables(ctx, db)
	if err != nil {
		return err
	}
	slices.Reverse(tables) // a table before those that it refers to
	for pass := 1; ; pass++ {
		err := deleteAll(ctx, db, tables, organization, progress)
		if !postgres.IsForeignKeyViolation(err) || pass == passes {
			return err
		}
	}
}

func deleteAll(
	ctx context.Context, db *sql.DB, tables []catalog.Table, organization uuid.UUID, progress func(table string),
) error {
	for _, t := range tables {
		progress(t.Name)
		if err := errors.Join(detach(ctx, db, t, organization), deleteFrom(ctx, db, t, organization)); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	return nil
}

// detach removes the references of rows to rows of the same table, which may be deleted earlier.
func detach(ctx context.Context, db *sql.DB, t catalog.Table, organization uuid.UUID) error {
	for _, r := range t.References {
		if r.Table != t.Name {
			continue
		}
		for _, column := range r.Columns {
			if column == t.Organization() {
				continue
			}
			name := pq.QuoteIdentifier(column)
			if err := repeat(ctx, db, t, organization, "UPDATE %s SET "+name+" = NULL",
				name+" IS NOT NULL"); err != nil {
				return err
			}
		}
	}
	return nil
}

func deleteFrom(ctx context.Context, db *sql.DB, t catalog.Table, organization uuid.UUID) error {
	return repeat(ctx, db, t, organization, "DELETE FROM %s", "true")
}

// repeat runs a statement on batches of the rows for which a condition holds, until there are none.
func repeat(
	ctx context.Context, db *sql.DB, t catalog.Table, organization uuid.UUID, statement, condition string,
) error {
	name, key := pq.QuoteIdentifier(t.Name), strings.Join(t.Key, ", ")
	text := fmt.Sprintf(statement+
		" WHERE %s = $1 AND (%s) IN (SELECT %[3]s FROM %[1]s WHERE %[2]s = $1 AND %[4]s LIMIT %[5]d)",
		name, t.Organization(), key, condition, batch)
	for {
		result, err := db.ExecContext(ctx, text, organization)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return err
		}
	}
}
