package auth

import "github.com/workplan-api/workplan/internal/problem"

// errNoFeed is the error for the address of a calendar feed that does not exist, errFeedEnded for one that does not any
// more: calendar programs go on asking for those, so they do not count as wrong.
var (
	errNoFeed    = noFeed()
	errFeedEnded = noFeed()
)

func noFeed() error {
	return problem.New(problem.NotFound, "there is no calendar at this address: "+
		"it may have been revoked or replaced, and the user or the key that created it may be deactivated")
}

// lookUpFeed finds a calendar feed by its token. It ends with the key that created it.
const lookUpFeed = `
SELECT f.id, f.last_read_at, k.expires_at, k.revoked_at IS NOT NULL, u.role, u.is_active, ` + organizationColumns + `
FROM calendar_feeds f
JOIN users u ON u.organization_id = $1 AND u.id = f.id` + ofOrganization + `
LEFT JOIN api_keys k ON k.organization_id = $1 AND k.id = f.api_key_id
WHERE f.organization_id = $1 AND f.token_hash = $2`

// scanFeed scans the columns of lookUpFeed into a caller: the user whose feed it is. The quota is that of a key without
// a limit of its own.
func (a *Admission) scanFeed(scan func(columns ...any) error, c *Caller) error {
	c.feed, c.limit = true, a.quota.LimitOf(nil)
	return scan(&c.ActorID, &c.lastUsed, &c.expiresAt, &c.revoked, &c.Role, &c.actorActive,
		&c.SuspendedAt, &c.closedAt, &c.movedTo, &c.SettledVersion, &c.private)
}
