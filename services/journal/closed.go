package journal

import (
	"context"
	"errors"
	"fmt"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
)

// An organization that is moved to another installation is closed at its end: from then on the old database must not
// accept a write that the new one does not get. A server caches callers, so it may learn of that late. So the statement
// that writes also checks it. A transaction that has begun such a statement before does not see it, but the move waits
// for its end.
const selectOpen = `SELECT FROM organizations WHERE id = $1 AND closed_at IS NULL`

// ErrSettled is the error of a write whose method has looked at the closed days of an earlier version, see package
// settled. Nothing was written.
var ErrSettled = errors.New("the closed days have changed since the write has looked at them")

// unsettled is the end of a condition on the row of the organization: it still has the version of closed days that
// follows the text, and keeps it until the transaction ends. If another transaction changes it, PostgreSQL waits, and
// then looks at the changed row.
const unsettled = " AND settled_version = "

// IsOpen returns the condition that the organization $1 is open, and that its closed days have the version that is the
// argument n.
func IsOpen(n int) string {
	return fmt.Sprintf("EXISTS (SELECT FROM organizations WHERE id = $1 AND closed_at IS NULL%s$%d FOR KEY SHARE)",
		unsettled, n)
}

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

// SettledVersion returns the version of the closed days of the organization, which no transaction changes before that
// of db ends.
func SettledVersion(ctx context.Context, db *ent.Client) (version int64, err error) {
	version, _, err = settledVersion(ctx, db)
	return version, err
}

func settledVersion(ctx context.Context, db *ent.Client) (version int64, open bool, err error) {
	err = tenant.Each(ctx, db, func(scan postgres.Scan) error { return scan(&version, &open) },
		`SELECT settled_version, closed_at IS NULL FROM organizations WHERE id = $1 FOR KEY SHARE`)
	return version, open, err
}

// checkSettled fails as CheckOpen does, and with ErrSettled if the closed days have another version.
func checkSettled(ctx context.Context, db *ent.Client, version int64) error {
	citus, err := db.Engine.IsCitus(ctx, db)
	if err != nil {
		return err
	}
	now, open, err := settledVersion(ctx, db)
	switch {
	case err != nil:
		return err
	case !open && !citus:
		return problem.Moving(nil)
	case now != version:
		return ErrSettled
	}
	return nil
}
