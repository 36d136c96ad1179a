package auth

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/internal/observe"
	"github.com/workplan-api/workplan/services/quota"
)

// errNoFeed is the error for the address of a calendar feed that does not exist, or not any more.
var errNoFeed = problem.New(problem.NotFound,
	"there is no calendar at this address: it may have been revoked or replaced, and the user or the key that created it may be deactivated")

// AdmitFeed finds the user whose calendar feed has a token. It returns a context with this user
// as the caller, and what is left of the feed's quota, which is that of a key without a limit
// of its own. It fails with 404 if there is no such feed, the user is deactivated, the
// organization is suspended, or the key that created the feed has ended. It fails with 429 if
// the feed has used up its quota, or the address has sent too many wrong keys and tokens.
func (a *Admission) AdmitFeed(ctx context.Context, token string, from quota.Sender) (context.Context, quota.Result, error) {
	caller, err := (*Caller)(nil), error(errNoFeed)
	if strings.HasPrefix(token, feedPrefix) { // an API key is never the token of a feed
		caller, err = a.caller(ctx, token, feedPrefix, from)
	}
	if errors.Is(err, errNoFeed) {
		err = cmp.Or(a.quota.WrongKeys.Count(from), err)
	}
	if err != nil {
		return nil, quota.Result{}, err
	}
	observe.FromContext(ctx).OrganizationID = caller.OrganizationID
	if err := caller.ended(a.now()); err != nil {
		return nil, quota.Result{}, err
	}
	left := a.quota.Take(ctx, caller.OrganizationID, caller.bucket(), caller.limit)
	return withCaller(ctx, caller), left, left.Err("a calendar feed")
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
