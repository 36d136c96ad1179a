package auth

import (
	"context"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/user"
)

// AsOperator returns a context for a command of the operator, who has the permissions of
// an admin of the organization. actor is the user that records name as the one who
// decided; it may be uuid.Nil if the command writes no such record.
func AsOperator(ctx context.Context, organization, actor uuid.UUID) context.Context {
	return withCaller(ctx, &Caller{KeyName: "operator", OrganizationID: organization, ActorID: actor, Role: user.RoleAdmin, actorActive: true})
}
