// Package txn runs work in a transaction.
package txn

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
)

const attempts = 4

// Run calls f in a transaction and commits it. After a serialization failure or a deadlock it runs f again, up to three
// times. It does not try again if the outcome of a commit is unknown.
func Run(ctx context.Context, client *ent.Client, f func(tx *ent.Tx) error) error {
	var err error
	for i := range attempts {
		if i > 0 {
			select {
			case <-ctx.Done():
				return err
			case <-time.After(time.Duration(10+rand.IntN(90)) * time.Millisecond):
			}
		}
		if err = once(ctx, client, f); !postgres.IsRetryable(err) {
			return err
		}
	}
	return err
}

func once(ctx context.Context, client *ent.Client, f func(tx *ent.Tx) error) error {
	tx, err := client.Tx(ctx)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		// If the rollback fails, the connection is gone, and the database rolls back by itself.
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}
