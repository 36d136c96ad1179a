package auth

import (
	"context"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/user"
)

// AsOperator returns a context for a command of the operator, who may do in the
// organization what an admin may. actor is the user who is named where a record says
// who decided; it may be uuid.Nil where no record does.
func AsOperator(ctx context.Context, organization, actor uuid.UUID) context.Context {
	return withCaller(ctx, &Caller{KeyName: "operator", OrganizationID: organization, ActorID: actor, Role: user.RoleAdmin, actorActive: true})
}
