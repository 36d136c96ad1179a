package journal

import (
	"context"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
)

// An organization that is moved to another installation is closed at its end: from then on the old database must not
// accept a write that the new one does not get. A server caches callers, so it may learn of that late. So the statement
// that writes an event checks it: the organization of an event of a closed organization is null, which the table refuses.
// A transaction that has begun such a statement before does not see it, but the move waits for its end.
const (
	// openOrganization is the id of the organization, or null if it is closed.
	openOrganization = `(SELECT o.id FROM organizations o WHERE o.id = $1::uuid AND o.closed_at IS NULL)`

	selectOpen = `SELECT FROM organizations WHERE id = $1 AND closed_at IS NULL`
)

// refusal returns the error for a statement that failed with err because the organization is closed, or err. Only
// openOrganization can be null in that column.
func refusal(err error) error {
	if !postgres.IsNullIn(err, "events", "organization_id") {
		return err
	}
	return problem.Moving(err)
}

type uncheckedKey struct{}

// Unchecked returns a context in which WriteRows does not check that the organization is open. It is for Citus, from
// which no organization is moved, and where each statement counts.
func Unchecked(ctx context.Context) context.Context {
	return context.WithValue(ctx, uncheckedKey{}, true)
}

// CheckOpen fails if the organization is closed. It is for a transaction whose rows were written by statements that do
// not check it: a move waits for its end.
func CheckOpen(ctx context.Context, tx tenant.Execer) error {
	if ctx.Value(uncheckedKey{}) != nil {
		return nil
	}
	result, err := tenant.Exec(ctx, tx, selectOpen)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return problem.Moving(nil)
}
