// Package reference checks that the records to which a request refers exist.
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

// Reference is a field of a resource that has the id of another record of the organization.
type Reference struct {
	field  string
	exists func(context.Context) (bool, error) // nil if the field is null
}

// User is a field with the id of a user. Deactivated users also exist.
func User(db *ent.Client, field string, id *uuid.UUID) Reference {
	if id == nil {
		return Reference{field: field}
	}
	return Reference{field, db.User.Query().Where(user.ID(*id)).Exist}
}

// Client is a field with the id of a client. Inactive clients also exist.
func Client(db *ent.Client, field string, id uuid.UUID) Reference {
	return Reference{field, db.Customer.Query().Where(customer.ID(id)).Exist}
}

// TimeOffType is a field with the id of a time off type. Inactive types also exist.
func TimeOffType(db *ent.Client, field string, id uuid.UUID) Reference {
	return Reference{field, db.TimeOffType.Query().Where(timeofftype.ID(id)).Exist}
}

// Check returns an unknown_reference error with every field whose record does not exist in
// the organization. It checks only the fields in written. Records of other organizations do
// not exist either.
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
