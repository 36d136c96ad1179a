// Package patch changes one record. It reads the record, changes it in memory, and writes it
// with one statement, which changes the row only if it still has the version that was read.
// So checks across several fields are valid for the stored row, and no lock is needed
// between the read and the write, unless many requests change the same record.
package patch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/wait"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/journal"
)

// Change is the change of one record.
type Change[Row any, Message journal.Message] struct {
	// Record is the name of the resource in errors, such as client.
	Record string
	// Event is the type of the event of the change, such as client.updated, or journal.Silent.
	Event string
	// Read reads the record, in each attempt again: see Run. Ent's NotFoundError becomes not_found.
	Read func(context.Context) (*Row, error)
	// Apply changes the row in memory, and checks it. It may read other records, such as those to which the row refers.
	// Its errors are 400. If it is nil, the row does not change. Each attempt calls it, Permit and State again.
	Apply func(ctx context.Context, row *Row) error
	// Permit returns an error, 403, if the caller may not change the row. It gets the row as
	// it was read and as it would be written.
	Permit func(ctx context.Context, read, row *Row) error
	// State returns an error, 409, if the state of the record or of other records does not
	// allow the change. It gets the row as it was read and as it would be written. If it is
	// nil, every state allows the change.
	State func(ctx context.Context, read, row *Row) error
	// Message returns the message of the row. If the change does not change the message,
	// nothing is written, and there is no event.
	Message func(row *Row) Message
	// Always writes the row also if its message stays the same.
	Always bool
	// Stores writes a row that is not stored yet also if its message is that of the defaults.
	Stores bool
	// Unconditional ignores the precondition of the request, which is about another record.
	Unconditional bool
	// Write writes the row with its event, as journal.Update does, which it is by default. It makes one statement that
	// writes the row only if it still has the version that was read, and returns the number of rows that it wrote, 0 or
	// 1.
	Write func(ctx context.Context, event journal.Change, read, row *Row) (int, error)
	// ExternalIDs is the change of the record's external ids, nil if it can have none. Apply
	// fills it in. If the request has external ids, Run is one transaction with them.
	ExternalIDs *externalid.Change
	// Deletes means that the row is deleted, and not written.
	Deletes bool
	// Settled is the version of the closed days that State looks at, nil if it looks at none, see package settled.
	Settled *int64
}

// row is a row with a version, such as each of a resource.
type row[Row any] interface {
	*Row
	journal.Row
	Stamp() (version *int64, updatedAt *time.Time)
}

const (
	attempts  = 5
	immediate = 2
	pause     = 5 * time.Millisecond
)

// Run makes the change and returns the message of the changed record. The order of the
// checks is the same for all rpcs: 404, 400, 403, and then 409 if the precondition lists
// other versions or the state does not allow the change.
//
// An attempt reads the record, runs the checks and writes. Each of its statements runs by itself, unless the request
// has external ids or a transaction already. If another request writes the record between the read and the write, Run
// makes another attempt, up to five in all. The last one is in a transaction that first locks the row, and the error is
// version_conflict if the lock takes too long. With a precondition, it is version_conflict after the first attempt.
func Run[Row any, P row[Row], Message journal.Message](
	ctx context.Context, c Change[Row, Message],
) (after Message, err error) {
	r := running[Row, P, Message]{Change: c}
	if c.ExternalIDs.InRequest() {
		err = c.ExternalIDs.Write(ctx, func() error { return r.runAttempts(ctx) })
	} else {
		err = r.runAttempts(ctx)
	}
	return r.after, err
}

// running is a change that is being made: the row as the last attempt writes it, and its message.
type running[Row any, P row[Row], Message journal.Message] struct {
	Change[Row, Message]
	row   P
	after Message
}

// runAttempts makes attempts until one of them is the last: see Run.
func (r *running[Row, P, Message]) runAttempts(ctx context.Context) error {
	for i := range attempts {
		if i >= immediate {
			if err := wait.For(ctx, rand.N(pause)); err != nil {
				return err
			}
		}
		attempt := r.attempt
		if i == attempts-1 {
			attempt = r.attemptLocked
		}
		done, err := attempt(ctx)
		switch {
		case i == attempts-1 && postgres.IsLockTimeout(err):
			return busy(err)
		case err != nil || done:
			return err
		case r.versions(ctx) != nil:
			return call.VersionConflict()
		}
	}
	return busy(nil)
}

// attemptLocked is an attempt in a transaction that first locks the row.
func (r *running[Row, P, Message]) attemptLocked(ctx context.Context) (done bool, err error) {
	db := call.DB(ctx)
	err = db.Unit.Do(ctx, func() error {
		if err := tenant.LockRow(ctx, db, r.row.Row().Table, r.after.GetId()); err != nil {
			return err
		}
		done, err = r.attempt(ctx)
		return err
	})
	return done, err
}

// versions returns those that the record may have, nil if it may have any.
func (c *Change[Row, Message]) versions(ctx context.Context) call.Versions {
	if c.Unconditional {
		return nil
	}
	return call.FromContext(ctx).Versions
}

// busy returns the error for a record that other requests write all the time.
func busy(cause error) error {
	err := problem.Conflict(problem.VersionConflict,
		"many requests change the record at the same time, and this one changed nothing")
	err.Cause = cause
	return err
}

// attempt reads the record, checks the change and writes it, unless nothing differs. done is false if another request
// has written the record meanwhile.
func (r *running[Row, P, Message]) attempt(ctx context.Context) (done bool, err error) {
	row, err := r.Read(ctx)
	if err != nil {
		return false, problem.OrMissing(err, r.Record)
	}
	r.row = row
	read := *row
	if r.Apply != nil {
		if err := r.Apply(ctx, row); err != nil {
			return false, err
		}
	}
	if err := r.Permit(ctx, &read, row); err != nil {
		return false, err
	}
	version, updatedAt := r.row.Stamp()
	if err := r.versions(ctx).Check(*version); err != nil {
		return false, err
	}
	if r.State != nil {
		if err := r.State(ctx, &read, row); err != nil {
			return false, err
		}
	}
	event := journal.Change{Type: r.Event, Before: r.Message(&read), Settled: r.Settled}
	if r.after = r.Message(row); !r.Always && !r.Deletes && !(r.Stores && *version == 0) &&
		proto.Equal(r.after, event.Before) {
		return true, nil // there is nothing to write
	}
	*version++
	if now := protoconv.Now(); now.After(*updatedAt) { // the clock may go back, but updated_at must not
		*updatedAt = now
	}
	if !r.Deletes {
		r.after = r.Message(row)
		event.After = r.after
	}
	n, err := r.write(ctx, event, &read, row)
	return n > 0, err
}

func (r *running[Row, P, Message]) write(ctx context.Context, event journal.Change, read, row *Row) (int, error) {
	db := call.DB(ctx)
	version, _ := P(read).Stamp()
	switch {
	case r.Deletes:
		return journal.Delete(ctx, db, event, P(read))
	case r.Write != nil:
		return r.Write(ctx, event, read, row)
	case *version == 0: // a UserList that is not stored yet
		return journal.InsertIfNew(ctx, db, event, P(row))
	}
	return journal.Update(ctx, db, event, P(read), P(row))
}

// Fields returns the names of the fields that are set in a message, in the order of
// the proto.
func Fields(m proto.Message) []string {
	var set []string
	r := m.ProtoReflect()
	for i := range r.Descriptor().Fields().Len() {
		if fd := r.Descriptor().Fields().Get(i); r.Has(fd) {
			set = append(set, string(fd.Name()))
		}
	}
	return set
}

// Unhandled returns the error for a field that the proto allows clients to write, but that
// the service does not handle.
func Unhandled(record, field string) error {
	return fmt.Errorf("%s: the service does not write the field %s", record, field)
}
