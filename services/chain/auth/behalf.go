package auth

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
)

const lookUpByID = `
SELECT k.name, k.actor_user_id, k.scopes, u.role, u.is_active, ` + organizationColumns + `
FROM api_keys k
JOIN users u ON u.organization_id = $1 AND u.id = k.actor_user_id` + ofOrganization + `
WHERE k.organization_id = $1 AND k.id = $2`

const lookUpUser = `
SELECT u.role, u.is_active, ` + organizationColumns + `
FROM users u` + ofOrganization + `
WHERE u.organization_id = $1 AND u.id = $2`

// OnBehalf returns the caller for work in the organization of ctx that the holder of a key has set up earlier. The
// caller has the scopes of the key, and the role that its user has now. The key may have been revoked or have expired
// since. OnBehalf fails with 403 if the user is deactivated or the organization is suspended.
func OnBehalf(ctx context.Context, db *ent.Client, keyID uuid.UUID) (*Caller, error) {
	c := &Caller{KeyID: keyID, OrganizationID: tenant.Organization(ctx)}
	err := scan(ctx, db, lookUpByID, keyID, &c.KeyName, &c.ActorID,
		granted{c}, &c.Role, &c.actorActive, &c.SuspendedAt, &c.closedAt, &c.movedTo, &c.SettledVersion, &c.private)
	return c, cmp.Or(err, c.barred())
}

// OnBehalfOfUser is like OnBehalf for work that a person has set up in the console, without a key. The caller has the
// scopes of the role that the person has now.
func OnBehalfOfUser(ctx context.Context, db *ent.Client, userID uuid.UUID) (*Caller, error) {
	c := &Caller{ActorID: userID, OrganizationID: tenant.Organization(ctx)}
	err := scan(ctx, db, lookUpUser, userID,
		&c.Role, &c.actorActive, &c.SuspendedAt, &c.closedAt, &c.movedTo, &c.SettledVersion, &c.private)
	c.Scopes = scopesOf()[c.Role]
	return c, cmp.Or(err, c.barred())
}

// isClosed reports whether the organization is about to be served by another installation, or arrives in this one.
func (c *Caller) isClosed() bool { return c.closedAt != nil && c.movedTo == nil }

// barred returns an error if the caller may do nothing at the moment.
func (c *Caller) barred() error {
	switch {
	case c.movedTo != nil:
		return problem.New(problem.OrganizationSuspend,
			"the organization was moved to another installation: send requests to %s", *c.movedTo)
	case c.isClosed():
		return problem.Moving(nil)
	case c.SuspendedAt != nil:
		return problem.New(problem.OrganizationSuspend, "the organization is suspended")
	case !c.actorActive:
		return problem.New(problem.ActorInactive, "the acting user is deactivated")
	}
	return nil
}
