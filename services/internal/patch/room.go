package patch

import (
	"context"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
)

// LockAndCheckRoom locks the organization, and then counts its records of a type. It returns an error, 409, if they are
// most already, so that the transaction of db must not create one. Without the lock, requests that run at the same time
// would count the same number. The error says how to make room: records are such as keys, and remedy such as revoke
// one.
func LockAndCheckRoom(
	ctx context.Context, db *ent.Client, most int, count func(context.Context) (int, error), records, remedy string,
) error {
	if err := tenant.Lock(ctx, db); err != nil {
		return err
	}
	n, err := count(ctx)
	if err != nil || n < most {
		return err
	}
	return problem.New(problem.InvalidState, "the organization has %d %s, the most that it can have: %s first",
		n, records, remedy)
}
