package auth

import (
	"context"
	"errors"
	"strings"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/quota"
)

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

// byFeed returns the user whose calendar feed has this token, as a caller whose quota is that of a key without a limit
// of its own. It fails with 404 if there is no such feed, the user is deactivated, the organization is suspended, or
// the key that created the feed has ended.
func (a *Admission) byFeed(ctx context.Context, token string, from quota.Sender) (*Caller, error) {
	if !strings.HasPrefix(token, feedPrefix) { // an API key is never the token of a feed
		return nil, errNoFeed
	}
	return a.valid(a.caller(ctx, token, feedPrefix, from))
}

const lookUpFeed = `
SELECT f.id, f.last_read_at, k.expires_at, k.revoked_at IS NOT NULL, u.role, u.is_active, o.suspended_at
FROM calendar_feeds f
JOIN users u ON u.organization_id = $1 AND u.id = f.id
JOIN organizations o ON o.id = $1
LEFT JOIN api_keys k ON k.organization_id = $1 AND k.id = f.api_key_id
WHERE f.organization_id = $1 AND f.token_hash = $2`

func (a *Admission) lookUpFeed(ctx context.Context, token Key) (*Caller, error) {
	c := &Caller{OrganizationID: token.Organization(), feed: true, limit: a.quota.LimitOf(nil)}
	hash := token.Hash()
	err := scan(ctx, a.db, lookUpFeed, []any{c.OrganizationID, hash[:]},
		&c.ActorID, &c.lastUsed, &c.expiresAt, &c.revoked, &c.Role, &c.actorActive, &c.suspendedAt)
	if errors.Is(err, errUnknown) {
		err = errNoFeed
	}
	return c, err
}
