// Package auth says who is calling: it turns a key into a caller, holds the caller
// to the scope of the rpc, and answers GET /me. Sections "Authentication" of the
// contract and 6 of decisions.md.
package auth

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/tenant"
)

// Caller is who makes a request: a key, and the user that it acts as, as they
// stand at the call.
type Caller struct {
	KeyID          uuid.UUID
	KeyName        string
	OrganizationID uuid.UUID
	// ActorID is the user that the key acts as.
	ActorID uuid.UUID
	// Role is the role of the actor.
	Role user.Role
	// Scopes are what the key may be used for.
	Scopes []string

	actorActive bool
	suspended   bool
	expiresAt   *time.Time
	revokedAt   *time.Time
	lastUsedAt  *time.Time
}

// IsAdmin tells whether the actor is an admin.
func (c *Caller) IsAdmin() bool { return c.Role == user.RoleAdmin }

// IsManager tells whether the actor has the role manager. That is not who others
// report to.
func (c *Caller) IsManager() bool { return c.Role == user.RoleManager }

func (c *Caller) has(scope string) bool { return slices.Contains(c.Scopes, scope) }

type callerKey struct{}

// withCaller returns a context that knows its caller and is confined to the
// caller's organization.
func withCaller(ctx context.Context, c *Caller) context.Context {
	return tenant.WithOrganization(context.WithValue(ctx, callerKey{}, c), c.OrganizationID)
}

// FromContext returns the caller of a request. Past Admit there always is one.
func FromContext(ctx context.Context) *Caller {
	c, _ := ctx.Value(callerKey{}).(*Caller)
	return c
}
