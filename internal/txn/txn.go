// Package txn decides what the statements of a request run on: a pool, or the transaction of the request.
package txn

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/wait"
)

// Unit is what the statements of one request run on. They run on the pool, each by itself, and while Do or Snapshot
// runs in its transaction. So code that has the client of a unit need not know whether there is a transaction. One
// goroutine at a time uses a unit. It is a driver of Ent, and ent.Client.InUnit returns its client.
type Unit struct {
	pool     *Pool
	tx       *sql.Tx // nil outside of a transaction
	snapshot bool    // tx only reads
	// savepoints means that each statement and each Do inside of tx has a savepoint.
	savepoints bool
	// failed is the first error in tx without savepoints. PostgreSQL refuses what follows it, or the effects of a Do
	// that has failed are still there.
	failed error
	// broken is the error of a rollback to a savepoint. What should be undone may still be there, so tx must not
	// commit.
	broken error
	// owed are the types of the events that the transaction must still write, because it has written their rows.
	owed []string
	// writing means that Owe or Silently has called what runs.
	writing bool
	// outside are the results of Outside, by their names.
	outside map[string]any
}

// Unit returns a unit over the pool.
func (p *Pool) Unit() *Unit { return &Unit{pool: p} }

// ErrUndo is the error with which f, the function of Do, undoes what it has done, as a dry run does. Do then ends
// without an error.
var ErrUndo = errors.New("undo the transaction")

var (
	errTx           = errors.New("a transaction is begun by the Do of a unit")
	errAgain        = errors.New("something has failed in the transaction before, and is not undone")
	errFailedBefore = errors.New("a statement has failed while its rows were read")
	errNoUnit       = errors.New("a transaction needs the client of a unit: see ent.Client.InUnit")
	errSnapshot     = errors.New("a snapshot cannot begin in a transaction")
)

// attempts is how often Do calls f at most because of other transactions.
const attempts = 4

// Do calls f in a transaction and commits it. If f fails, nothing of it happens. After a serialization failure or a
// deadlock Do calls f again, up to three times, but not if the outcome of a commit is unknown.
//
// In a transaction, Do is a part of it, and a part that fails is undone by itself. That needs savepoints, each a round
// trip, and so does a statement whose error f catches. Most requests need none. So Do first calls f without savepoints.
// If something has failed inside, and f does not return that error, Do rolls back and calls f again with savepoints.
// Until then, another part fails at once: it must not wait for others while what has failed is not undone.
func (u *Unit) Do(ctx context.Context, f func() error) error {
	switch {
	case u == nil:
		return errNoUnit
	case u.tx != nil:
		return u.nested(ctx, f)
	}
	defer func() { u.savepoints, u.outside = false, nil }()
	for i := 1; ; {
		err := u.once(ctx, f)
		var o *outside
		switch {
		case errors.As(err, &o):
			if err := o.runAndKeep(u); err != nil {
				return err
			}
		case u.failed != nil && !errors.Is(err, u.failed) && !u.savepoints:
			u.savepoints = true
		case i == attempts || !postgres.IsRetryable(err):
			return err
		default:
			if wait.For(ctx, time.Duration(10+rand.IntN(90))*time.Millisecond) != nil {
				return err
			}
			i++
		}
	}
}

// Owe calls write, which writes rows without the event that tells of them, and returns their number. If there are any,
// the event must follow in the transaction, and Settle notes it: a transaction that owes an event does not commit. kind
// is the type of the event, such as user.created, or its record. One event settles all that is owed of its type. Owe
// fails outside of a transaction, and then write has not run.
func (u *Unit) Owe(kind string, write func() (rows int, err error)) error {
	if u == nil || u.tx == nil {
		return fmt.Errorf("%s: a write without its event, which needs a transaction", kind)
	}
	return u.Silently(func() error {
		rows, err := write()
		if rows > 0 {
			u.owed = append(u.owed, kind)
		}
		return err
	})
}

// Settle notes that an event of a type is written.
func (u *Unit) Settle(kind string) {
	if u == nil {
		return
	}
	record, _, _ := strings.Cut(kind, ".")
	u.owed = slices.DeleteFunc(u.owed, func(owed string) bool { return owed == kind || owed == record })
}

// Silently calls write, which writes rows that have no event.
func (u *Unit) Silently(write func() error) error {
	defer func(before bool) { u.writing = before }(u.writing)
	u.writing = true
	return write()
}

// Writing reports whether Owe or Silently has called what runs. If not, a write of records has been forgotten there.
func (u *Unit) Writing() bool { return u != nil && u.writing }

// InTransaction reports whether statements run in a transaction, so that others do not see yet what they have written.
func (u *Unit) InTransaction() bool { return u.tx != nil }

// Snapshot calls f, once, in a transaction that only reads, and whose statements all see the database as it was at the
// first of them. In a snapshot, f is a part of it.
func (u *Unit) Snapshot(ctx context.Context, f func() error) error {
	switch {
	case u == nil:
		return errNoUnit
	case u.snapshot:
		return f()
	case u.tx != nil:
		return errSnapshot
	}
	u.snapshot = true
	defer func() { u.snapshot = false }()
	return u.once(ctx, func() error {
		_, err := u.tx.ExecContext(ctx, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
		if err != nil {
			return err
		}
		return f()
	})
}

// once calls f in a transaction.
func (u *Unit) once(ctx context.Context, f func() error) error {
	u.failed, u.broken, u.owed = nil, nil, nil
	connected := postgres.Waiting(ctx)
	tx, err := u.pool.db.BeginTx(ctx, nil)
	connected()
	if err != nil {
		return postgres.RolledBack(err)
	}
	u.tx = tx
	defer func() {
		u.tx = nil
		// After a commit it does nothing. If it fails, the connection is gone, and the database rolls back by itself.
		_ = tx.Rollback()
	}()
	switch err := f(); {
	case u.broken != nil:
		return postgres.RolledBack(errors.Join(err, u.broken))
	case err == nil && u.failed == nil && len(u.owed) > 0:
		return fmt.Errorf("%s: a write without its event", strings.Join(u.owed, ", "))
	case err == nil && u.failed == nil:
		return tx.Commit()
	default:
		return postgres.RolledBack(unlessUndone(err))
	}
}

// nested calls f in the transaction, behind a savepoint if the transaction has savepoints.
func (u *Unit) nested(ctx context.Context, f func() error) error {
	switch {
	case !u.savepoints && u.failed != nil: // f could wait for somebody who waits for a row that has not been undone
		return errAgain
	case !u.savepoints:
		err := f()
		u.failedWith(err)
		return unlessUndone(err)
	}
	if _, err := u.tx.ExecContext(ctx, "SAVEPOINT nested"); err != nil {
		return err
	}
	owed := slices.Clone(u.owed)
	err := f()
	end := "RELEASE SAVEPOINT nested"
	if err != nil { // a savepoint around this one has the same name, and would otherwise be hidden by it
		end = "ROLLBACK TO SAVEPOINT nested; " + end
		u.owed = owed
	}
	failure := u.endSavepoint(ctx, end)
	if err := unlessUndone(err); err != nil {
		return err
	}
	return failure
}

// unlessUndone returns err, or nil if it is ErrUndo.
func unlessUndone(err error) error {
	if errors.Is(err, ErrUndo) {
		return nil
	}
	return err
}

// endSavepoint executes a statement that ends a savepoint, also if ctx has ended: f may go on with another context.
func (u *Unit) endSavepoint(ctx context.Context, end string) error {
	_, err := u.tx.ExecContext(context.WithoutCancel(ctx), end)
	if err != nil && u.broken == nil {
		u.broken = err
	}
	return err
}

// failedWith notes the first error in a transaction without savepoints.
func (u *Unit) failedWith(err error) {
	if err == nil || u.failed != nil {
		return
	}
	if postgres.IsInFailedTransaction(err) { // the first one came with the rows of a query, and f has gone on
		err = errFailedBefore
	}
	u.failed = err
}

// outside is the error that ends a transaction, so that f can run.
type outside struct {
	name string
	f    func() (any, error)
}

// Error implements error.
func (*outside) Error() string {
	return "the transaction has to begin again after something that must not run in it"
}

// runAndKeep runs f and keeps its result for u.
func (o *outside) runAndKeep(u *Unit) error {
	result, err := o.f()
	if u.outside == nil {
		u.outside = map[string]any{}
	}
	u.outside[o.name] = result
	return err
}

// Outside returns the result of f, which runs outside of the transaction of u, because it may take long and a
// connection must not wait for it. In a transaction, Outside first fails, and the error must end the transaction. Then
// Do calls f and begins again, and Outside returns the result. name tells apart what is to run outside of one
// transaction. If f fails, so does Do.
func Outside[T any](u *Unit, name string, f func() (T, error)) (result T, err error) {
	if u.tx == nil {
		return f()
	}
	if stored, done := u.outside[name]; done {
		result, _ = stored.(T) // which is nil if T is an interface
		return result, nil
	}
	return result, &outside{name, func() (any, error) { return f() }}
}
