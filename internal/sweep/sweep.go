// Package sweep removes expired rows in the background, in small batches of one organization
// each.
package sweep

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/wait"
)

// A sweep runs at the start and then every sweepEvery, or up to half of it earlier or later, so
// that nodes do not work at the same time.
const (
	sweepEvery = 5 * time.Minute
	// maxBatches is how many batches of an organization a sweep removes before it goes on with the next organization.
	maxBatches = 20
	// maxOrganizations is how many organizations a sweep looks for at once.
	maxOrganizations = 1000
)

// Database is a *sql.DB or an *ent.Client.
type Database interface {
	postgres.Querier
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Table describes how the rows of one table are removed.
type Table struct {
	DB Database
	// Name is the name of the rows in the log.
	Name string
	// Organizations is a statement that returns the organizations that have rows older than
	// $1, at most $2.
	Organizations string
	// Batch is how many rows Remove removes at once.
	Batch int
	// Remove removes rows of an organization older than a time, at most Batch, and returns
	// their number. If it is less than Batch, none are left.
	Remove func(ctx context.Context, organization uuid.UUID, before time.Time) (removed int64, err error)
}

// Rows returns a Table for the rows of a table that expire at the time in a column.
func Rows(db Database, name, table, column string) Table {
	const batch = 100
	expired := func(parameter string) string { return column + " <= " + parameter }
	// Only this statement reads more than one organization. One that is moved is compared row by row.
	organizations := `SELECT o.id FROM organizations o
WHERE EXISTS (SELECT FROM ` + table + ` t WHERE t.organization_id = o.id AND t.` + expired("$1") + `)
  AND o.closed_at IS NULL LIMIT $2`
	// SKIP LOCKED lets several nodes work at once, and leaves rows that a request replaces.
	remove := `DELETE FROM ` + table + ` WHERE organization_id = $1 AND id IN (
  SELECT id FROM ` + table + ` WHERE organization_id = $1 AND ` + expired("$2") + ` LIMIT $3 FOR UPDATE SKIP LOCKED)`
	return Statements(db, name, organizations, remove, batch)
}

// Statements returns a Table with two statements: that of Organizations, and one that removes rows of the organization
// $1 older than $2, at most $3.
func Statements(db Database, name, organizations, remove string, batch int) Table {
	return Table{DB: db, Name: name, Organizations: organizations, Batch: batch, Remove: func(
		ctx context.Context, organization uuid.UUID, before time.Time,
	) (int64, error) {
		result, err := db.ExecContext(ctx, remove, organization, before, batch)
		if err != nil {
			return 0, err
		}
		return result.RowsAffected()
	}}
}

// Run sweeps until ctx is done. Each sweep removes the rows older than before returns. swept
// gets the time at which the last sweep began that has removed all of them.
func (t Table) Run(ctx context.Context, log *slog.Logger, swept prometheus.Gauge, before func() time.Time) {
	for {
		begin := time.Now()
		if err := t.Once(ctx, before()); err == nil {
			swept.Set(float64(begin.Unix()))
		} else if ctx.Err() == nil {
			log.WarnContext(ctx, "cannot remove expired "+t.Name, "error", err)
		}
		if wait.For(ctx, sweepEvery/2+rand.N(sweepEvery)) != nil {
			return
		}
	}
}

// Once removes all rows older than before, some batches of each organization in turn, so that a large one does not
// delay the others. If that fails for an organization, it goes on with the next one, and returns all errors at the end.
func (t Table) Once(ctx context.Context, before time.Time) error {
	ended := map[uuid.UUID]bool{} // no rows are left that can be removed
	var failed []error
	for {
		organizations, err := postgres.Column[uuid.UUID](ctx, t.DB, t.Organizations, before, maxOrganizations)
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		organizations = slices.DeleteFunc(organizations, func(id uuid.UUID) bool { return ended[id] })
		if len(organizations) == 0 {
			return errors.Join(failed...)
		}
		for _, id := range organizations {
			more, err := t.batches(ctx, id, before)
			if err != nil {
				failed = append(failed, fmt.Errorf("organization %s: %w", id, err))
			}
			ended[id] = !more
		}
	}
}

// batches removes batches of an organization, and reports whether rows may be left. After each batch it waits as long
// as the batch took, so that it uses at most half of the time of a connection.
func (t Table) batches(ctx context.Context, id uuid.UUID, before time.Time) (more bool, err error) {
	for range maxBatches {
		begin := time.Now()
		removed, err := t.Remove(ctx, id, before)
		if err != nil || removed < int64(t.Batch) {
			return false, err
		}
		if err := wait.For(ctx, time.Since(begin)); err != nil {
			return false, err
		}
	}
	return true, nil
}
