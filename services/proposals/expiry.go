package proposals

import (
	"fmt"

	"github.com/workplan-api/workplan/internal/sweep"
	"github.com/workplan-api/workplan/services/internal/proposed"
)

// sweepBatch is how many wishes are removed at once.
const sweepBatch = 500

// ended is the condition that a proposal p was closed, or has expired, before the time $n.
func ended(n int) string {
	return fmt.Sprintf(`CASE WHEN p.status IN ('draft', 'in_review', 'approved')
  THEN coalesce(p.expires_at, p.updated_at + interval '%d hours') ELSE p.updated_at END < $%d`, int(proposed.MaxIdle.Hours()), n)
}

var (
	// Only this statement reads more than one organization.
	withEnded = `
SELECT o.id FROM organizations o WHERE o.closed_at IS NULL AND EXISTS (
  SELECT FROM proposals p WHERE p.organization_id = o.id AND ` + ended(1) + `
    AND EXISTS (SELECT FROM proposal_rows w WHERE w.organization_id = o.id AND w.proposal_id = p.id)) LIMIT $2`

	removeWishes = `
DELETE FROM proposal_rows WHERE organization_id = $1 AND id IN (
  SELECT w.id FROM proposals p JOIN proposal_rows w ON w.organization_id = $1 AND w.proposal_id = p.id
  WHERE p.organization_id = $1 AND ` + ended(2) + ` LIMIT $3 FOR UPDATE OF w SKIP LOCKED)`
)

// Expired removes the wishes of proposals that were closed, or have expired, before a time. The proposals stay, with
// the number of wishes that they had.
func Expired(db sweep.Database) sweep.Table {
	return sweep.Statements(db, "wishes of proposals", withEnded, removeWishes, sweepBatch)
}
