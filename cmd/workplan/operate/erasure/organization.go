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
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/cmd/workplan/operate/archive"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

const (
	// batch is how many events one statement reads.
	batch = 1000
	// passes is how often Organization begins again if a server has written rows meanwhile.
	passes = 5

	// The size of a batch of rows begins with firstRows, doubles up to mostRows while a batch takes less than short,
	// and is halved if a batch takes longer than long. How long a row takes depends on the rows that refer to its key:
	// the check of a foreign key also reads those that were deleted a moment ago.
	firstRows, mostRows = 100, 10_000
	short, long         = 250 * time.Millisecond, time.Second
)

// Count returns the number of rows of an organization in each table.
func Count(ctx context.Context, db *sql.DB, organization uuid.UUID) (map[string]int64, error) {
	tables, err := catalog.Tables(ctx, db)
	if err != nil {
		return nil, err
	}
	rows := make(map[string]int64, len(tables))
	err = unlimited(ctx, db, func(tx *sql.Tx) error {
		for _, t := range tables {
			var n int64
			if err := tx.QueryRowContext(
				ctx, "SELECT count(*) FROM "+pq.QuoteIdentifier(t.Name)+" WHERE "+t.Organization()+" = $1", organization,
			).Scan(&n); err != nil {
				return fmt.Errorf("table %s: %w", t.Name, err)
			}
			rows[t.Name] = n
		}
		return nil
	})
	return rows, err
}

// unlimited calls do with a transaction whose statements have no limit of time, and commits it.
func unlimited(ctx context.Context, db *sql.DB, do func(tx *sql.Tx) error) error {
	tx, end, err := archive.Begin(ctx, db, "ISOLATION LEVEL READ COMMITTED")
	if err != nil {
		return err
	}
	defer end()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Organization deletes all rows of an organization. The row of the organization is the last one, so that the
// organization can be named until everything is deleted. No server should serve it: suspend it first. Organization
// calls progress before each batch, with the table and the number of its rows that are deleted.
func Organization(
	ctx context.Context, db *sql.DB, organization uuid.UUID, progress func(table string, deleted int64),
) error {
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
	ctx context.Context, db *sql.DB, tables []catalog.Table, organization uuid.UUID,
	progress func(table string, deleted int64),
) error {
	for _, t := range tables {
		said := func(deleted int64) { progress(t.Name, deleted) }
		said(0)
		if err := errors.Join(
			detach(ctx, db, t, organization), repeat(ctx, db, t, organization, "DELETE FROM %s", "true", said),
		); err != nil {
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
				name+" IS NOT NULL", func(int64) {}); err != nil {
				return err
			}
		}
	}
	return nil
}

type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// repeat runs a statement on batches of the rows for which a condition holds, until there are none. It calls progress
// before each batch with the number of rows so far.
func repeat(
	ctx context.Context, db *sql.DB, t catalog.Table, organization uuid.UUID, statement, condition string,
	progress func(rows int64),
) error {
	name, key := pq.QuoteIdentifier(t.Name), strings.Join(t.Key, ", ")
	text := fmt.Sprintf(statement+
		" WHERE %s = $1 AND (%s) IN (SELECT %[3]s FROM %[1]s WHERE %[2]s = $1 AND %[4]s LIMIT $2)",
		name, t.Organization(), key, condition)
	execute := func(on executor, rows int) (n int64, err error) {
		result, err := on.ExecContext(ctx, text, organization, rows)
		if err != nil {
			return 0, err
		}
		return result.RowsAffected()
	}
	done, size := int64(0), firstRows
	for {
		progress(done)
		begin := time.Now()
		n, err := execute(db, size)
		if postgres.IsStatementTimeout(err) && size > 1 {
			size = max(1, size/10)
			continue
		}
		if postgres.IsStatementTimeout(err) {
			err = unlimited(ctx, db, func(tx *sql.Tx) error { n, err = execute(tx, size); return err })
		}
		if err != nil || n == 0 {
			return err
		}
		done += n
		switch took := time.Since(begin); {
		case took < short:
			size = min(2*size, mostRows)
		case took > long:
			size = max(1, size/2)
		}
	}
}
