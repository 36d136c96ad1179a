package auth

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent/session"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/services/chain/quota"
)

// A session ends if nothing was sent with it for IdleTime, and MaxTime after it began.
const (
	IdleTime = 12 * time.Hour
	MaxTime  = 7 * 24 * time.Hour
)

// Session is the session of a person who has signed in to the console.
type Session struct {
	ID     uuid.UUID
	Method session.Method
	// ExpiresAt is when the session ends if it is not used until then.
	ExpiresAt time.Time
	// gone is set if the key of the session was revoked, or has another secret now.
	gone bool
}

// SessionEnd returns when a session ends that expires at a time and was last used at another one, if it is not used
// until then.
func SessionEnd(expires, used time.Time) time.Time {
	if idle := used.Add(IdleTime); idle.Before(expires) {
		return idle
	}
	return expires
}

// errEnded is the error for a session that has ended but is still stored, errNoSession for
// one that is not.
var (
	errEnded     = invalid("the session has ended: sign in again")
	errNoSession = invalid("there is no such session: sign in again")
)

// The scopes of people are those that their role can use. What a person may do with them depends
// on the permissions, as for keys.
var (
	onlyAdmins = []string{"read:keys", "write:keys", "read:webhooks", "write:webhooks", "write:catalog", ReadCosts, WriteCosts, SCIM}
	withheld   = map[user.Role][]string{
		user.RoleAdmin: nil, user.RoleManager: onlyAdmins,
		user.RoleMember: append([]string{"write:clients"}, onlyAdmins...),
	}
)

// EveryScope is stored among the scopes of a key that has every scope, also those that come with
// a later version. The others are stored with it, for servers of a version that does not know it.
const EveryScope = "*"

// Granted returns the scopes that a key with these stored ones has.
func Granted(stored []string) []string {
	if slices.Contains(stored, EveryScope) {
		return AllScopes()
	}
	return stored
}

// scopesOf returns the scopes of a person who has signed in without a key, by the person's role.
var scopesOf = sync.OnceValue(func() map[user.Role][]string {
	scopes := map[user.Role][]string{}
	for role, without := range withheld {
		scopes[role] = slices.DeleteFunc(slices.Clone(AllScopes()),
			func(scope string) bool { return slices.Contains(without, scope) })
	}
	return scopes
})

// lookUpSession finds a session by its token. A session that was made with a key has the scopes
// and the quota of the key, and ends when the secret that it was made with stops working.
const lookUpSession = `
SELECT ` + sessionColumns + `
FROM sessions s
JOIN users u ON u.organization_id = $1 AND u.id = s.user_id` + ofOrganization + `
LEFT JOIN api_keys k ON k.organization_id = $1 AND k.id = s.api_key_id
WHERE s.organization_id = $1 AND s.token_hash = $2`

const sessionColumns = `s.id, s.user_id, s.method, s.last_used_at,
       LEAST(s.expires_at, k.expires_at,
             CASE WHEN k.secret_hash <> s.api_key_hash THEN k.previous_secret_expires_at END),
       k.revoked_at IS NOT NULL OR
       (k.secret_hash <> s.api_key_hash AND k.previous_secret_hash IS DISTINCT FROM s.api_key_hash) IS TRUE,
       k.id, k.name, k.scopes, k.rate_limit, u.role, u.is_active,
       ` + organizationColumns

// granted scans the scopes of a key into its caller.
type granted struct{ caller *Caller }

// Scan implements sql.Scanner.
func (g granted) Scan(value any) error {
	var stored pq.StringArray
	err := stored.Scan(value)
	g.caller.Scopes = Granted(stored)
	return err
}

// nameOfSession is the name of a session that was not made with a key.
const nameOfSession = "console"

// scanSession scans sessionColumns into a caller.
func (a *Admission) scanSession(scan func(columns ...any) error, c *Caller) error {
	s := &Session{}
	var keyID uuid.NullUUID
	var keyName *string
	var rateLimit *int32
	if err := scan(&s.ID, &c.ActorID, &s.Method, &c.lastUsed, &s.ExpiresAt, &s.gone,
		&keyID, &keyName, granted{c}, &rateLimit, &c.Role, &c.actorActive,
		&c.SuspendedAt, &c.closedAt, &c.movedTo, &c.SettledVersion, &c.private); err != nil {
		return err
	}
	s.ExpiresAt = SessionEnd(s.ExpiresAt, *c.lastUsed)
	c.Session, c.KeyID, c.KeyName, c.limit = s, keyID.UUID, nameOfSession, a.quota.LimitOf(rateLimit)
	if keyName != nil {
		c.KeyName = *keyName
	} else {
		c.Scopes = scopesOf()[c.Role]
	}
	return nil
}

// signIn is the call with which a person signs in with a key.
var signIn = &rpc.Method{}

// SignIn is Admit for an API key with which a person signs in to the console.
func (a *Admission) SignIn(ctx context.Context, key string, from quota.Sender) (Admitted, quota.Result, error) {
	if _, ok := ParseKey(key); !ok {
		err := invalid("the API key is not whole: %s", FormOfKey)
		return Admitted{}, quota.Result{}, cmp.Or(a.quota.WrongKeys.Count(from), err)
	}
	return a.Admit(ctx, signIn, Credentials{Authorization: []string{"Bearer " + key}, From: from})
}

// Forget removes a session that has ended from the cache of this process.
func (a *Admission) Forget(token string) { a.callers.Remove(credentialOf(token)) }
