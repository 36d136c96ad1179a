// Package reference checks the ids in a request that name other records.
package reference

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/timeofftype"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/problem"
)

// Reference is a field of a resource that names another record of the organization.
type Reference struct {
	field  string
	exists func(context.Context) (bool, error) // nil if the field is null
}

// User is a field that names a user. A deactivated user exists.
func User(db *ent.Client, field string, id *uuid.UUID) Reference {
	if id == nil {
		return Reference{field: field}
	}
	return Reference{field, db.User.Query().Where(user.ID(*id)).Exist}
}

// Client is a field that names a client.
func Client(db *ent.Client, field string, id uuid.UUID) Reference {
	return Reference{field, db.Customer.Query().Where(customer.ID(id)).Exist}
}

// TimeOffType is a field that names a type of time off. One that is no longer in use
// exists.
func TimeOffType(db *ent.Client, field string, id uuid.UUID) Reference {
	return Reference{field, db.TimeOffType.Query().Where(timeofftype.ID(id)).Exist}
}

// Check returns an unknown_reference that names every field of the resource whose id
// the organization does not have. It looks only at the fields that the request writes.
// The ids of other organizations are as unknown as those that never existed.
func Check(ctx context.Context, resource string, written []string, references ...Reference) error {
	unknown := &problem.Error{Code: problem.UnknownReference}
	for _, r := range references {
		if r.exists == nil || !slices.Contains(written, r.field) {
			continue
		}
		exists, err := r.exists(ctx)
		if err != nil {
			return err
		}
		if !exists {
			unknown.Add(problem.Detail{Field: resource + "." + r.field, Message: "does not exist", Index: -1})
		}
	}
	if len(unknown.Details) > 0 {
		return unknown
	}
	return nil
}
