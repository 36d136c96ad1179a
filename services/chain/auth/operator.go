package auth

import (
	"context"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/user"
)

// AsOperator returns a context for a command of the operator. The operator has the
// permissions of an admin of the organization, and all scopes. actor is the user who is stored as the
// decider of time off requests. It may be uuid.Nil if the command decides no request.
func AsOperator(ctx context.Context, organization, actor uuid.UUID) context.Context {
	return withCaller(ctx, &Caller{
		KeyName: "operator", OrganizationID: organization, ActorID: actor, Role: user.RoleAdmin, operator: true,
		actorActive: true,
	})
}
