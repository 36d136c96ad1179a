// Package patch changes one record: it is read, changed, and written only if it
// is still the version that was read, in one statement. So rules that span fields
// hold on what is really stored, and no lock is kept meanwhile.
package patch

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
)

// attempts is how often a record that others write at the same time is read again.
// Each time that one writer fails another one has written, so that a hundred at once
// get through; from the first few on they wait a moment to part.
const (
	attempts  = 200
	patient   = 3
	longPause = 5 * time.Millisecond
)

// Run reads a record and has it changed. change makes row what it is to become and
// writes it where its version is still the one that was read; it returns how many
// rows it wrote. Where that is none, somebody else was faster: the record is read
// again, unless the caller asked for its version, which then is a conflict. A record
// that is not there is not_found, as what.
func Run[Row any](ctx context.Context, what string, read func(context.Context) (*Row, error), change func(context.Context, *Row) (int, error)) (*Row, error) {
	for i := range attempts {
		if i >= patient {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(rand.N(longPause)):
			}
		}
		row, err := read(ctx)
		if ent.IsNotFound(err) {
			return nil, problem.Missing(what)
		}
		if err != nil {
			return nil, err
		}
		written, err := change(ctx, row)
		if err != nil || written > 0 {
			return row, err
		}
		if ifmatch.Given(ctx) {
			break
		}
	}
	return nil, ifmatch.Conflict()
}

// Nullable sets a column to v, or clears it where v is nil.
func Nullable[T, Builder any](v *T, set func(T) Builder, clear func() Builder) {
	if v == nil {
		clear()
		return
	}
	set(*v)
}
