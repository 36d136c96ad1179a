package journal

import (
	"context"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
)

// An organization that is moved to another installation is closed at its end: from then on the old database must not
// accept a write that the new one does not get. A server caches callers, so it may learn of that late. So the statement
// that writes also checks it. A transaction that has begun such a statement before does not see it, but the move waits
// for its end.
const (
	// IsOpen is the condition that the organization $1 is open.
	IsOpen = `EXISTS (SELECT FROM organizations WHERE id = $1 AND closed_at IS NULL)`

	selectOpen = `SELECT FROM organizations WHERE id = $1 AND closed_at IS NULL`
)

// CheckOpen fails if the organization is closed. It is for a transaction whose rows were written by statements that do
// not check it: a move waits for its end. No organization is moved from Citus, where each statement counts.
func CheckOpen(ctx context.Context, db *ent.Client) error {
	if citus, err := db.Engine.IsCitus(ctx, db); err != nil || citus {
		return err
	}
	result, err := tenant.Exec(ctx, db, selectOpen)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return problem.Moving(nil)
}
