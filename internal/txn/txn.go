// Package txn runs work in a transaction, and lets code that knows nothing of a transaction take part in one.
package txn

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/wait"
)

const attempts = 4

// ErrUndo is the error with which f, the function of a transaction, undoes what it has done, as a dry run does. The
// transaction then ends without an error.
var ErrUndo = errors.New("undo the transaction")

// Run calls f in a transaction and commits it. After a serialization failure or a deadlock it runs f again, up to three
// times. It does not try again if the outcome of a commit is unknown.
//
// If ctx joins a transaction, Run calls f once in a nested transaction. The Run of the joined transaction tries again.
func Run(ctx context.Context, client *ent.Client, f func(tx *ent.Tx) error) error {
	if joined(ctx) != nil {
		return once(ctx, client, f)
	}
	var err error
	for i := range attempts {
		if i > 0 && wait.For(ctx, time.Duration(10+rand.IntN(90))*time.Millisecond) != nil {
			return err
		}
		if err = once(ctx, client, f); !postgres.IsRetryable(err) {
			return err
		}
	}
	return err
}

// Join is like Run. In addition, every client of [NewDriver] that is used with the context of f takes part in the
// transaction: its statements run in the transaction, and its transactions are nested. So the transaction needs only
// one connection.
func Join(ctx context.Context, client *ent.Client, f func(ctx context.Context, tx *ent.Tx) error) error {
	if joined(ctx) != nil {
		return join(ctx, client, f)
	}
	results := map[string]any{}
	inside := context.WithValue(ctx, resultsKey{}, results)
	for {
		err := join(inside, client, f)
		var o *outside
		if !errors.As(err, &o) {
			return err
		}
		if results[o.name], err = o.f(ctx); err != nil {
			return err
		}
	}
}

// Bulk is like Join, for many writes of which few fail. Join has a savepoint before each write. Bulk first calls f without
// them. If a write or a nested transaction fails then, PostgreSQL refuses whatever comes after it in the transaction. So
// Bulk undoes the transaction, and calls f again as Join does.
func Bulk(ctx context.Context, client *ent.Client, f func(ctx context.Context, tx *ent.Tx) error) error {
	var failed bool
	err := Join(ctx, client, func(ctx context.Context, tx *ent.Tx) error {
		failed = false
		err := f(context.WithValue(ctx, bulkKey{}, &failed), tx)
		if failed && (err == nil || errors.Is(err, ErrUndo)) {
			return errAborted
		}
		return err
	})
	if !failed {
		return err
	}
	return Join(ctx, client, f)
}

// errAborted is the error of a transaction without savepoints in which a write has failed.
var errAborted = errors.New("a write in the transaction has failed")

// Within is like Join, for a client that may be the client of a transaction, of which f is then a part.
func Within(ctx context.Context, client *ent.Client, f func(context.Context) error) error {
	err := Join(ctx, client, func(ctx context.Context, _ *ent.Tx) error { return f(ctx) })
	if errors.Is(err, ent.ErrTxStarted) {
		return f(ctx)
	}
	return err
}

func join(ctx context.Context, client *ent.Client, f func(ctx context.Context, tx *ent.Tx) error) error {
	return Run(ctx, client, func(tx *ent.Tx) error { return f(context.WithValue(ctx, joinedKey{}, tx), tx) })
}

// resultsKey is the key of the results of Outside in a transaction, by their names.
type resultsKey struct{}

// outside is the error that ends a transaction, so that f can run.
type outside struct {
	name string
	f    func(ctx context.Context) (any, error)
}

// Error implements error.
func (*outside) Error() string {
	return "the transaction has to begin again after something that must not run in it"
}

// Outside returns the result of f, which runs outside of the transaction of Join, because it may take long and a
// connection must not wait for it. Outside first fails, and the error must end the transaction. Then Join calls f and
// begins again, and Outside returns the result. name tells apart what is to run outside of one transaction. If f fails,
// so does Join. ctx must join a transaction.
func Outside[T any](ctx context.Context, name string, f func(ctx context.Context) (T, error)) (result T, err error) {
	if result, ok := ctx.Value(resultsKey{}).(map[string]any)[name].(T); ok {
		return result, nil
	}
	return result, &outside{name, func(ctx context.Context) (any, error) { return f(ctx) }}
}

// Snapshot calls f in a transaction that only reads, and whose statements all see the database as it was at the first
// of them. ctx must not join a transaction, unless it is that of JoinSnapshot, in which f then takes part.
func Snapshot(ctx context.Context, client *ent.Client, f func(db *ent.Client) error) error {
	if ctx.Value(snapshotKey{}) != nil {
		return f(client)
	}
	return Run(ctx, client, func(tx *ent.Tx) error {
		if err := beginSnapshot(ctx, tx); err != nil {
			return err
		}
		return f(tx.Client())
	})
}

// snapshotKey is the key of a context that joins the transaction of JoinSnapshot.
type snapshotKey struct{}

// JoinSnapshot calls f in a transaction like that of Snapshot. Every client of [NewDriver] that is used with a context
// of join takes part in it, and every Snapshot. f runs once: it may have sent what it has read. The database ends the
// transaction if it waits longer than idle for the next statement. ctx must not join a transaction.
func JoinSnapshot(
	ctx context.Context, client *ent.Client, idle time.Duration, f func(join func(context.Context) context.Context) error,
) error {
	return once(ctx, client, func(tx *ent.Tx) error {
		if err := beginSnapshot(ctx, tx); err != nil {
			return err
		}
		limit := "SET LOCAL idle_in_transaction_session_timeout = " + strconv.FormatInt(idle.Milliseconds(), 10)
		if _, err := tx.ExecContext(ctx, limit); err != nil {
			return err
		}
		return f(func(ctx context.Context) context.Context {
			return context.WithValue(context.WithValue(ctx, joinedKey{}, tx), snapshotKey{}, true)
		})
	})
}

func beginSnapshot(ctx context.Context, tx *ent.Tx) error {
	_, err := tx.ExecContext(ctx, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
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
		if errors.Is(err, ErrUndo) {
			return nil
		}
		return postgres.RolledBack(err)
	}
	return tx.Commit()
}
