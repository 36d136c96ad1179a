// Package sweep removes expired rows in the background, in small batches of one organization
// each.
package sweep

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
)

// A sweep runs at the start and then every sweepEvery, or up to half of it earlier or later, so
// that nodes do not work at the same time. It removes at most maxBatches batches of batchSize
// rows for each of maxOrganizations organizations. The next sweep continues.
const (
	sweepEvery       = 5 * time.Minute
	batchSize        = 100
	maxBatches       = 100
	maxOrganizations = 1000
)

// Table has the statements for the rows of one table.
type Table struct {
	// Name is the name of the rows in the log.
	Name string
	// Organizations returns the organizations that have rows older than $1, at most $2.
	Organizations string
	// Remove removes rows of the organization $1 older than $2, at most $3.
	Remove string
}

// Run sweeps until ctx is done. Each sweep removes the rows older than before returns.
func (t Table) Run(ctx context.Context, db *ent.Client, log *slog.Logger, before func() time.Time) {
	for {
		if err := t.Once(ctx, db, before()); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "cannot remove expired "+t.Name, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(sweepEvery/2 + rand.N(sweepEvery)):
		}
	}
}

// Once removes the rows older than before.
func (t Table) Once(ctx context.Context, db *ent.Client, before time.Time) error {
	rows, err := db.QueryContext(ctx, t.Organizations, before, maxOrganizations)
	if err != nil {
		return err
	}
	defer rows.Close()
	var organizations []uuid.UUID
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return err
		}
		organizations = append(organizations, id)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, id := range organizations {
		for range maxBatches {
			result, err := db.ExecContext(ctx, t.Remove, id, before, batchSize)
			if err != nil {
				return err
			}
			if n, err := result.RowsAffected(); err != nil || n < batchSize {
				break
			}
		}
	}
	return nil
}
