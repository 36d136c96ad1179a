// Package auth authenticates calls: it finds the caller who holds an API key, checks
// the scope that the rpc requires, and serves GET /me.
package auth

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/quota"
)

// Caller is the key that a request was sent with, and the user that the key acts as.
type Caller struct {
	KeyID          uuid.UUID
	KeyName        string
	OrganizationID uuid.UUID
	// ActorID is the user that the key acts as.
	ActorID uuid.UUID
	// Role is the role of the actor.
	Role user.Role
	// Scopes are the scopes of the key.
	Scopes []string

	operator    bool
	actorActive bool
	suspended   bool
	limit       quota.Limit
	expiresAt   *time.Time
	lastUsed    *time.Time
	revoked     bool
	// secretExpiresAt is set if the request was sent with the previous secret of the key.
	secretExpiresAt *time.Time
	sealingKey      [32]byte
}

// IsAdmin reports whether the actor is an admin.
func (c *Caller) IsAdmin() bool { return c.Role == user.RoleAdmin }

// IsManager reports whether the actor has the role manager. The role does not depend on
// whether anyone reports to the actor.
func (c *Caller) IsManager() bool { return c.Role == user.RoleManager }

// Has reports whether the key has the scope. The operator has all scopes.
func (c *Caller) Has(scope string) bool { return c.operator || slices.Contains(c.Scopes, scope) }

type callerKey struct{}

// withCaller returns a context that has the caller and is confined to the caller's
// organization.
func withCaller(ctx context.Context, c *Caller) context.Context {
	return tenant.WithOrganization(context.WithValue(ctx, callerKey{}, c), c.OrganizationID)
}

// FromContext returns the caller that Admit or AsOperator added to the context, or nil.
func FromContext(ctx context.Context) *Caller {
	c, _ := ctx.Value(callerKey{}).(*Caller)
	return c
}
