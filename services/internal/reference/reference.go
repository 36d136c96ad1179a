// Package reference checks the records to which a request refers: they must exist, and some
// of them must be active.
package reference

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/timeofftype"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/problem"
)

// Reference is a field of a resource that has the id of another record of the organization.
type Reference struct {
	field string
	// fault returns what is wrong with the record, nil if nothing is. It is nil if the
	// field is null.
	fault func(context.Context) (*problem.Detail, error)
}

// User is a field with the id of a user, who may be a placeholder. Deactivated users also exist.
func User(db *ent.Client, field string, id uuid.UUID) Reference {
	return Reference{field, missing(db.User.Query().Where(user.ID(id)).Exist)}
}

// Person is a field with the id of a user who is no placeholder. Deactivated users also exist.
func Person(db *ent.Client, field string, id *uuid.UUID) Reference {
	if id == nil {
		return Reference{field: field}
	}
	return Reference{field, func(ctx context.Context) (*problem.Detail, error) {
		fault, err := missing(db.User.Query().Where(user.ID(*id)).Exist)(ctx)
		if err == nil && fault == nil && placeholder.Is(*id) {
			fault = &problem.Detail{Message: IsPlaceholder, Code: problem.ValidationFailed}
		}
		return fault, err
	}}
}

// Persons returns what is wrong with a list of the ids of persons: each must exist, be no placeholder, and be named
// once. field is that of the list.
func Persons(ctx context.Context, db *ent.Client, field string, ids []uuid.UUID) (bad []problem.Detail, err error) {
	known, err := among.Existing(ctx, db, user.Table, ids)
	if err != nil {
		return nil, err
	}
	named := map[uuid.UUID]bool{}
	for i, id := range ids {
		d := problem.Invalid(fmt.Sprintf("%s[%d]", field, i), "")
		switch {
		case !known[id]:
			d.Message, d.Code = "does not exist", problem.UnknownReference
		case placeholder.Is(id):
			d.Message = IsPlaceholder
		case named[id]:
			d.Message = "is named twice: send each user once"
		default:
			named[id] = true
			continue
		}
		bad = append(bad, d)
	}
	return bad, nil
}

// IsPlaceholder is the message about a placeholder where a person must be, and IsPerson about the opposite.
const (
	IsPlaceholder = "must be a person, and this is a placeholder"
	IsPerson      = "must be a placeholder, and this is a person"
)

// Client is a field with the id of a client. Inactive clients also exist.
func Client(db *ent.Client, field string, id uuid.UUID) Reference {
	return Reference{field, missing(db.Customer.Query().Where(customer.ID(id)).Exist)}
}

// ActiveTimeOffType is a field with the id of a time off type. The type must be active,
// unless the field already has this value.
func ActiveTimeOffType(db *ent.Client, field string, id, was uuid.UUID) Reference {
	return Reference{field, func(ctx context.Context) (*problem.Detail, error) {
		row, err := db.TimeOffType.Query().Where(timeofftype.ID(id)).Only(ctx)
		switch {
		case ent.IsNotFound(err):
			return doesNotExist(), nil
		case err == nil && !row.IsActive && id != was:
			return &problem.Detail{Message: IsInactive, Code: problem.ValidationFailed}, nil
		}
		return nil, err
	}}
}

// IsInactive is the message about an inactive record that a new record may not refer to.
const IsInactive = "is inactive: choose one that is active"

func missing(exist func(context.Context) (bool, error)) func(context.Context) (*problem.Detail, error) {
	return func(ctx context.Context) (*problem.Detail, error) {
		if exists, err := exist(ctx); err != nil || exists {
			return nil, err
		}
		return doesNotExist(), nil
	}
}

func doesNotExist() *problem.Detail {
	return &problem.Detail{Message: "does not exist", Code: problem.UnknownReference}
}

// Check returns an error, 400, that names every field whose record does not exist in the
// organization (unknown_reference) or is inactive (validation_failed). It checks only the
// fields in written, and reads the record of each with a statement. Records of other organizations do not exist
// either. It locks nothing: a type that becomes inactive before the write is accepted.
func Check(ctx context.Context, resource string, written []string, references ...Reference) error {
	var faults []problem.Detail
	for _, r := range references {
		if r.fault == nil || !slices.Contains(written, r.field) {
			continue
		}
		fault, err := r.fault(ctx)
		if err != nil {
			return err
		}
		if fault != nil {
			fault.Field, fault.Index = resource+"."+r.field, -1
			faults = append(faults, *fault)
		}
	}
	return problem.List(faults)
}
