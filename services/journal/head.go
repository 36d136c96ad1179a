package journal

import (
	"context"
	"strconv"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
)

// readHead needs one look-up in each of three indexes.
const readHead = `
SELECT coalesce((SELECT seq FROM event_heads WHERE organization_id = $1), 0),
  coalesce((SELECT '-' || right(id::text, 8) FROM events
            WHERE organization_id = $1 AND seq = (SELECT seq FROM event_heads WHERE organization_id = $1)), ''),
  NOT EXISTS (SELECT FROM events WHERE organization_id = $1 AND seq IS NULL)`

// Latest is the latest event of an organization.
type Latest struct {
	// Seq is the number of the event, or 0 if there is none.
	Seq int64
	// Tag is the number with a random part of the id of the event, such as 42-9f3c01d7. It is for
	// ETags. After a backup was restored, other events get the numbers of those that were lost. They
	// do not get their tags.
	Tag string
	// Numbered reports whether the event stands for all committed writes. It is false if some events
	// have no number yet, or if the journal is off. If a later call returns the same tag and Numbered,
	// nothing was written in between.
	Numbered bool
}

// Head returns the latest event of the organization.
func Head(ctx context.Context, db *ent.Client) (head Latest, err error) {
	var part string
	err = tenant.Each(ctx, db,
		func(scan postgres.Scan) error { return scan(&head.Seq, &part, &head.Numbered) }, readHead)
	head.Tag = strconv.FormatInt(head.Seq, 10) + part
	head.Numbered = head.Numbered && !db.Engine.Unjournaled
	return head, err
}

// ReadAsOf calls read in a snapshot, and returns the latest event of the snapshot. If an event has no number yet, it
// gives it one and begins again with a new snapshot, up to twice: else whoever follows the journal from the event would
// count another one again.
func (n *Sequencer) ReadAsOf(ctx context.Context, db *ent.Client, read func(Latest) error) (head Latest, err error) {
	for left := 3; ; left-- {
		err := db.Unit.Snapshot(ctx, func() (err error) {
			if head, err = Head(ctx, db); err != nil || !head.Numbered && left > 1 {
				return err
			}
			return read(head)
		})
		if err != nil || head.Numbered || left == 1 {
			return head, err
		}
		if err := n.NumberAll(ctx, db); err != nil {
			return head, err
		}
	}
}
