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

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/internal/wait"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/journal"
)

// Change is the change of one record.
type Change[Row any, Message journal.Message] struct {
	// Record is the name of the resource in errors, such as client.
	Record string
	// Event is the type of the event of the change, such as client.updated.
	Event string
	// Read reads the record. Ent's NotFoundError becomes not_found.
	Read func(context.Context) (*Row, error)
	// Apply changes the row. Its errors are 400. If it is nil, the row does not change.
	Apply func(ctx context.Context, row *Row) error
	// Permit returns an error, 403, if the caller may not change the row. It gets the row as
	// it was read and as it would be written.
	Permit func(ctx context.Context, read, row *Row) error
	// State returns an error, 409, if the state of the record or of other records does not
	// allow the change. It gets the row as it was read and as it would be written. If it is
	// nil, every state allows the change.
	State func(ctx context.Context, read, row *Row) error
	// Stamp returns pointers to the row's version and updated_at.
	Stamp func(row *Row) (version *int64, updatedAt *time.Time)
	// Message returns the message of the row. If the change does not change the message,
	// nothing is written.
	Message func(row *Row) Message
	// Always writes the row also if its message stays the same.
	Always bool
	// Unconditional means that the precondition of the request is about another record.
	Unconditional bool
	// Write writes the row if the stored row still has the version that was read, and returns
	// the number of rows that it wrote, 0 or 1. It makes one statement that writes.
	Write func(ctx context.Context, row *Row, version int64) (int, error)
	// ExternalIDs is the change of the record's external ids, nil if it can have none. Apply
	// fills it in. If the request has external ids, Run is one transaction with them.
	ExternalIDs *externalid.Change
	// Deletes means that Write deletes the row.
	Deletes bool
	// DB and Table have the row, to lock it. DB may be the client of a transaction.
	DB    *ent.Client
	Table string
}

// If another request writes the record first, Run reads it again and tries again, up to
// attempts times. The last attempt locks the row, so it succeeds however many others write the
// record. It is the last resort because it needs a transaction. Run waits for a random time up
// to pause before each attempt but the immediate ones.
const (
	attempts  = 5
	immediate = 2
	pause     = 5 * time.Millisecond
)

// Run makes the change and returns the message of the changed record. The order of the
// checks is the same for all rpcs: 404, 400, 403, and then 409 if the precondition lists
// other versions or the state does not allow the change. If another request writes the
// record between the read and the write, Run starts again. If the request has a
// precondition, Run returns a version_conflict instead.
func Run[Row any, Message journal.Message](ctx context.Context, c Change[Row, Message]) (after Message, err error) {
	if c.ExternalIDs == nil {
		return c.run(ctx)
	}
	err = c.ExternalIDs.Write(ctx, func(ctx context.Context) error {
		after, err = c.run(ctx)
		return err
	})
	return after, err
}

func (c *Change[Row, Message]) run(ctx context.Context) (after Message, err error) {
	for i := range attempts {
		if i >= immediate {
			if err := wait.For(ctx, rand.N(pause)); err != nil {
				return after, err
			}
		}
		var done bool
		try := func(ctx context.Context) error { after, done, err = c.attempt(ctx); return err }
		if i < attempts-1 {
			err = try(ctx)
		} else {
			err = txn.Within(ctx, c.DB, func(ctx context.Context) error {
				// after is that of the attempt before
				if err := tenant.LockRow(ctx, c.DB, c.Table, after.GetId()); err != nil {
					return err
				}
				return try(ctx)
			})
		}
		switch {
		case i == attempts-1 && postgres.IsLockTimeout(err):
			return after, busy(err)
		case err != nil || done:
			return after, err
		case c.versions(ctx) != nil:
			return after, call.VersionConflict()
		}
	}
	return after, busy(nil)
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

// attempt reads the record, checks the change and writes it. done is false if another request has written the record
// meanwhile.
func (c *Change[Row, Message]) attempt(ctx context.Context) (after Message, done bool, err error) {
	row, err := c.Read(ctx)
	if err != nil {
		return after, false, problem.OrMissing(err, c.Record)
	}
	read := *row
	if c.Apply != nil {
		if err := c.Apply(ctx, row); err != nil {
			return after, false, err
		}
	}
	if err := c.Permit(ctx, &read, row); err != nil {
		return after, false, err
	}
	version, updatedAt := c.Stamp(row)
	was := *version
	if err := c.versions(ctx).Check(was); err != nil {
		return after, false, err
	}
	if c.State != nil {
		if err := c.State(ctx, &read, row); err != nil {
			return after, false, err
		}
	}
	before := c.Message(&read)
	if after = c.Message(row); !c.Always && !c.Deletes && proto.Equal(after, before) {
		return after, true, nil // there is nothing to write
	}
	*version = was + 1
	if now := protoconv.Now(); now.After(*updatedAt) { // the clock may go back, but updated_at must not
		*updatedAt = now
	}
	event := journal.Change{Type: c.Event, Before: before}
	if !c.Deletes {
		after = c.Message(row)
		event.After = after
	}
	err = journal.Record(ctx, event, func(ctx context.Context) error {
		n, err := c.Write(ctx, row, was)
		done = n > 0
		return err
	})
	return after, done, err
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

// Nullable sets a column to v, or clears it if v is nil.
func Nullable[T any](v *T, set func(T), clear func()) {
	if v == nil {
		clear()
		return
	}
	set(*v)
}
