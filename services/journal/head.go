package journal

import (
	"context"
	"errors"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/tenant"
)

// readHead needs one look-up in each of two indexes.
const readHead = `
SELECT coalesce((SELECT seq FROM event_heads WHERE organization_id = $1), 0),
  NOT EXISTS (SELECT FROM events WHERE organization_id = $1 AND seq IS NULL)`

// Head returns the number of the latest event of the organization. settled reports whether this
// number stands for all committed writes. It is false if some events have no number yet, or if
// the journal is off. If a later call returns the same number and settled, nothing was written
// in between.
func Head(ctx context.Context, db *ent.Client) (head int64, settled bool, err error) {
	rows, err := db.QueryContext(ctx, readHead, tenant.Organization(ctx))
	if err != nil {
		return 0, false, err
	}
	if rows.Next() {
		err = rows.Scan(&head, &settled)
	}
	return head, settled && !isOff(ctx), errors.Join(err, rows.Close(), rows.Err())
}
