package webhooks

import (
	"context"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/usage"
)

// Only this statement reads more than one organization. An endpoint without failing_since is held: its key may read
// nothing at the moment.
const selectFailing = `
SELECT o.id, o.name, w.id, w.name, w.url, w.state, w.failing_since, coalesce(w.last_error, '')
FROM organizations o
JOIN webhooks w ON w.organization_id = o.id
WHERE o.closed_at IS NULL AND (w.state = 'disabled' OR w.state = 'active' AND w.last_error IS NOT NULL)
ORDER BY w.failing_since DESC NULLS LAST, w.id LIMIT $1`

// ReadFailing reads at most n endpoints of all organizations that fail or were disabled, those first that failed last.
func ReadFailing(ctx context.Context, db postgres.Querier, n int) (all []usage.Webhook, err error) {
	err = postgres.Each(ctx, db, func(scan postgres.Scan) error {
		var w usage.Webhook
		var address string
		err := scan(&w.OrganizationID, &w.Organization, &w.ID, &w.Name, &address, &w.State, &w.FailingSince, &w.Error)
		w.Host = host(address)
		if w.State == "active" {
			w.State = "failing"
		}
		all = append(all, w)
		return err
	}, selectFailing, n)
	return all, err
}
