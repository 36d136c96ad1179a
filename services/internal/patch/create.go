package patch

import (
	"context"

	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/journal"
)

// Create inserts a row with the event of c in one statement. If the request has external ids, it is a transaction of
// that statement and of those that write the ids. The error is 409 if another record has one of them.
func Create(ctx context.Context, ids *externalid.Change, c journal.Change, row journal.Row) error {
	return ids.Write(ctx, func() error { return journal.Insert(ctx, call.DB(ctx), c, row) })
}
