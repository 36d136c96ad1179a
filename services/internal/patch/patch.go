// Package patch changes one record: it reads the record, changes it, and writes it
// only if it still has the version that was read, in one statement. So rules that
// span fields hold for what is stored, and no lock is held in between.
package patch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
)

// Change is the change of one record.
type Change[Row any, Message proto.Message] struct {
	// Record is what the record is called in errors, such as client.
	Record string
	// Read reads the record. Ent's NotFoundError becomes not_found.
	Read func(context.Context) (*Row, error)
	// Apply makes the row what it is to become. Its errors are 400. Nil changes
	// nothing.
	Apply func(ctx context.Context, row *Row) error
	// Permit reports whether the caller may change the row as it was read: 403.
	Permit func(ctx context.Context, read *Row) error
	// State refuses the change because of the state of the row as it was read: 409.
	// Nil allows it in every state.
	State func(read *Row) error
	// Stamp returns the places of the row's version and of its time of change.
	Stamp func(row *Row) (version *int64, updatedAt *time.Time)
	// Message is the row as a client sees it. A change that leaves it as it was is not
	// written.
	Message func(row *Row) Message
	// Write writes the row if the stored one still has the version that was read, and
	// returns how many rows it wrote.
	Write func(ctx context.Context, row *Row, read int64) (int, error)
}

// A record that others write at the same time is read again. Each time one writer
// fails, another one has written, so a hundred writers at once all finish. After the
// first few attempts they wait for a random moment.
const (
	attempts  = 200
	patient   = 3
	longPause = 5 * time.Millisecond
)

// Run makes the change and returns the record after it. The checks come in the order
// that all calls have: 404, 400, 403, and 409 if the precondition names another version
// or the state forbids the change. If somebody else writes the record in between, Run
// starts again; if the caller named a version, that is a version_conflict.
func Run[Row any, Message proto.Message](ctx context.Context, c Change[Row, Message]) (after Message, err error) {
	for i := range attempts {
		if i >= patient {
			select {
			case <-ctx.Done():
				return after, ctx.Err()
			case <-time.After(rand.N(longPause)):
			}
		}
		message, written, err := c.once(ctx)
		if err != nil || written {
			return message, err
		}
		if ifmatch.Given(ctx) {
			break
		}
	}
	return after, ifmatch.Conflict()
}

func (c *Change[Row, Message]) once(ctx context.Context) (after Message, written bool, err error) {
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
	if err := c.Permit(ctx, &read); err != nil {
		return after, false, err
	}
	version, updatedAt := c.Stamp(row)
	was := *version
	if err := ifmatch.Check(ctx, was); err != nil {
		return after, false, err
	}
	if c.State != nil {
		if err := c.State(&read); err != nil {
			return after, false, err
		}
	}
	if c.Message != nil {
		if after = c.Message(row); proto.Equal(after, c.Message(&read)) {
			return after, true, nil
		}
	}
	*version = was + 1
	if now := protoconv.Now(); now.After(*updatedAt) { // a clock may go back, the time of a change does not
		*updatedAt = now
	}
	n, err := c.Write(ctx, row, was)
	if err == nil && n > 0 && c.Message != nil {
		after = c.Message(row)
	}
	return after, n > 0, err
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

// Forgotten is the error of a resource that does not know how to write a field that
// its proto lets a client write.
func Forgotten(record, field string) error {
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
