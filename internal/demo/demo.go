// Package demo fills an organization to try the service with: a studio for design and
// engineering, with its people, clients and projects, half a year of planned hours,
// three months of actual hours, and time off in every state.
//
// It is the same in every database, apart from ids and keys. Its dates are counted from
// the Monday of the current week, so that it always looks as if work were under way.
// Everything is written by import and by the services of the API, with their rules.
//
// A fill that was stopped half way is completed by the next one: import and upserts can
// be repeated, and the keys come last, in one transaction. Who has the key has all.
package demo

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/apikey"
	entproject "github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/auth"
)

// Name is the name of the organization.
const Name = "Larkfield Studio"

// The names of the keys. Both have every scope.
const (
	// AdminKey acts as an admin.
	AdminKey = "demo"
	// MemberKey acts as a member.
	MemberKey = "demo-member"
)

// Organization is the demo organization and what examples need of it.
type Organization struct {
	// ID and Name are those of the organization.
	ID   uuid.UUID
	Name string
	// Keys are the secrets of AdminKey and MemberKey by name, from the call that made
	// them; empty ever after.
	Keys map[string]string
	// UserIDs are all users by their e-mail address.
	UserIDs map[string]uuid.UUID
	// ProjectIDs are all projects by their name.
	ProjectIDs map[string]uuid.UUID
	// AdminID is the user that AdminKey acts as.
	AdminID uuid.UUID
	// BusyUserID is the user that MemberKey acts as, one with many planned hours.
	BusyUserID uuid.UUID
	// ActiveProjectID is a billable project that is under way, or uuid.Nil where
	// there is none any more.
	ActiveProjectID uuid.UUID
	// PendingTimeOffID is a time off request that waits for a decision, or uuid.Nil
	// where none does any more.
	PendingTimeOffID uuid.UUID
}

// Exists tells whether the organization is there and complete.
func Exists(ctx context.Context, db *sql.DB) (bool, error) {
	_, complete, err := find(ctx, db)
	return complete, err
}

// Fill makes the organization as of now, or completes it, or leaves it as it is where
// it is complete. log, which may be nil, takes a line for each step that is done.
func Fill(ctx context.Context, db *sql.DB, now time.Time, log func(format string, args ...any)) (*Organization, error) {
	if log == nil {
		log = func(string, ...any) {}
	}
	id, complete, err := find(ctx, db)
	if err != nil {
		return nil, err
	}
	secrets := map[string]string{}
	if !complete {
		f, err := newFill(db, now, log)
		if err != nil {
			return nil, err
		}
		if err := f.all(ctx); err != nil {
			return nil, err
		}
		id, secrets = f.organization, f.secrets
	}
	return read(auth.AsOperator(ctx, id, uuid.Nil), tenant.Open(db), id, secrets)
}

// find returns the id of the organization, or uuid.Nil, and whether it is complete.
func find(ctx context.Context, db *sql.DB) (id uuid.UUID, complete bool, err error) {
	const byName = `SELECT id FROM organizations WHERE name = $1 ORDER BY created_at, id LIMIT 1`
	if err := db.QueryRowContext(ctx, byName, Name).Scan(&id); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		return uuid.Nil, false, err
	}
	ctx = auth.AsOperator(ctx, id, uuid.Nil)
	complete, err = tenant.Open(db).APIKey.Query().Where(apikey.Name(AdminKey)).Exist(ctx)
	return id, complete, err
}

func read(ctx context.Context, db *ent.Client, id uuid.UUID, secrets map[string]string) (*Organization, error) {
	users, err := db.User.Query().All(ctx)
	if err != nil {
		return nil, err
	}
	projects, err := db.Project.Query().Order(entproject.ByCreatedAt(), entproject.ByID()).All(ctx)
	if err != nil {
		return nil, err
	}
	pending, err := db.TimeOffRequest.Query().Where(timeoffrequest.StatusEQ(timeoffrequest.StatusPending)).
		Order(timeoffrequest.ByCreatedAt(), timeoffrequest.ByID()).First(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return nil, err
	}
	org := &Organization{ID: id, Name: Name, Keys: secrets, UserIDs: map[string]uuid.UUID{}, ProjectIDs: map[string]uuid.UUID{}}
	for _, u := range users {
		org.UserIDs[u.Email] = u.ID
	}
	for _, p := range projects {
		org.ProjectIDs[p.Name] = p.ID
		if org.ActiveProjectID == uuid.Nil && p.Status == entproject.StatusActive && p.BillingType != entproject.BillingTypeNonBillable {
			org.ActiveProjectID = p.ID
		}
	}
	if pending != nil {
		org.PendingTimeOffID = pending.ID
	}
	org.AdminID, org.BusyUserID = org.UserIDs[email(adminHandle)], org.UserIDs[email(memberHandle)]
	return org, nil
}
