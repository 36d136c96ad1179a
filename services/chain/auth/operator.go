package auth

import (
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/user"
)

// Operator returns the caller of a command of the operator, who has the permissions of an admin of the organization,
// and all scopes. actor is the user who is stored as the decider of time off requests. It may be uuid.Nil if the
// command decides no request.
func Operator(organization, actor uuid.UUID) *Caller {
	return &Caller{
		KeyName: "operator", OrganizationID: organization, ActorID: actor, Role: user.RoleAdmin, operator: true,
		actorActive: true,
	}
}
