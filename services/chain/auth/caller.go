// Package auth authenticates calls: it finds the caller who holds an API key or a session,
// checks the scope that the rpc requires, and serves GET /me.
package auth

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/services/chain/quota"
)

// Caller is the key or the session that a request was sent with, and the user that it acts as.
type Caller struct {
	// KeyID is the key, or the key that the session was made with. It is uuid.Nil for other
	// sessions.
	KeyID   uuid.UUID
	KeyName string
	// Session is nil if the request was sent with a key.
	Session        *Session
	OrganizationID uuid.UUID
	// ActorID is the user that the key or the session acts as.
	ActorID uuid.UUID
	// Role is the role of the actor.
	Role user.Role
	// Scopes are the scopes of the key, or those of the role.
	Scopes []string
	// SuspendedAt is when the organization was suspended, nil if it is not.
	SuspendedAt *time.Time
	// SettledVersion counts the changes of the closed days of the organization, as it was when the caller was looked
	// up, see package settled.
	SettledVersion int64

	kind        *kind // nil if nothing was sent
	operator    bool
	feed        bool // the request was sent to a calendar feed
	actorActive bool
	closedAt    *time.Time // set while the organization is moved, see isClosed
	movedTo     *string    // where the organization is now, nil if it was not moved away
	private     Private    // what the organization hides of other people
	limit       quota.Limit
	expiresAt   *time.Time
	lastUsed    *time.Time
	revoked     bool
	// secretExpiresAt is set if the request was sent with the previous secret of the key.
	secretExpiresAt *time.Time
	// credential is the key of the caller in the cache, and secretHash what the database has of the secret.
	credential credential
	secretHash [sha256.Size]byte
	sealingKey [32]byte
}

// SameRights reports whether both callers are the same one with the same rights.
func (c *Caller) SameRights(other *Caller) bool {
	return c == other || c.CredentialID() == other.CredentialID() && c.Role == other.Role &&
		c.private == other.private && slices.Equal(c.Scopes, other.Scopes)
}

// CredentialID returns the id of the session or of the calendar feed, or of the key if there is
// neither.
func (c *Caller) CredentialID() uuid.UUID {
	switch {
	case c.Session != nil:
		return c.Session.ID
	case c.feed:
		return c.ActorID
	}
	return c.KeyID
}

// QuotaID returns the id of whose quota the calls count for: the key, also if they come from a session
// that was made with it. Otherwise a key could multiply its quota.
func (c *Caller) QuotaID() uuid.UUID { return cmp.Or(c.KeyID, c.CredentialID()) }

// quotaHolder returns whose quota that is, for errors.
func (c *Caller) quotaHolder() string {
	switch {
	case c.feed:
		return "a calendar feed"
	case c.KeyID == uuid.Nil:
		return "the session"
	}
	return "the key"
}

// IsAdmin reports whether the actor is an admin.
func (c *Caller) IsAdmin() bool { return c.Role == user.RoleAdmin }

// IsManager reports whether the actor has the role manager. The role does not depend on
// whether anyone reports to the actor.
func (c *Caller) IsManager() bool { return c.Role == user.RoleManager }

// Has reports whether the key or the session has the scope. The operator has all scopes.
func (c *Caller) Has(scope string) bool { return c.operator || slices.Contains(c.Scopes, scope) }
