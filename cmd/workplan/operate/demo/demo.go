// Package demo creates an organization to try the service with: a studio for design and engineering, with people,
// clients and projects, half a year of planned hours, three months of actual hours, time off in every state, the
// capabilities of people, placeholders for work that has no person yet, working patterns of those who work part time,
// and the public holidays of all their countries. Only managers see what is private of other people. Last month is
// settled, except for a few people, and three timesheets of last week wait for a decision. Each capability has a
// rate, with a raise this year, and most projects have a budget. One proposal asks what if a project goes live earlier,
// and has a conflict with the plan, and another one asks a manager for a person.
//
// The data are the same in every database, except for ids and keys. Dates are relative to
// the Monday of the current week, so that some projects are always running. The importer
// and the services of the API write everything, so the rules of the API apply.
//
// If Fill was interrupted, the next call completes the organization: imports and upserts
// can be repeated. The keys are created last, so an organization with keys is complete.
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
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
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

// Organization is the demo organization, with the ids that examples need.
type Organization struct {
	ID   uuid.UUID
	Name string
	// Keys are the secrets of AdminKey and MemberKey by name. Only the call that creates
	// the keys returns them. Later the map is empty.
	Keys map[string]string
	// UserIDs are all people by their e-mail address.
	UserIDs map[string]uuid.UUID
	// ProjectIDs are all projects by their name.
	ProjectIDs map[string]uuid.UUID
	// AdminID is the user that AdminKey acts as.
	AdminID uuid.UUID
	// BusyUserID is the user that MemberKey acts as, one with many planned hours.
	BusyUserID uuid.UUID
	// ActiveProjectID is an active billable project, or uuid.Nil if there is none any
	// more.
	ActiveProjectID uuid.UUID
	// PendingTimeOffID is a pending time off request, or uuid.Nil if there is none any
	// more.
	PendingTimeOffID uuid.UUID
}

// Exists reports whether the organization exists and is complete.
func Exists(ctx context.Context, db *sql.DB) (bool, error) {
	_, complete, err := find(ctx, db)
	return complete, err
}

// Fill creates the organization as of now, or completes it. It does not change a complete
// organization. log, if not nil, is called after each step.
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
		f := newFill(db, now, log)
		if err := f.all(ctx); err != nil {
			return nil, err
		}
		id, secrets = f.organization, f.secrets
	}
	client := tenant.Open(db)
	return read(call.As(ctx, auth.Operator(id, uuid.Nil), client), client, id, secrets)
}

// find returns the id of the organization, or uuid.Nil, and reports whether it is complete.
func find(ctx context.Context, db *sql.DB) (id uuid.UUID, complete bool, err error) {
	const byName = `SELECT id FROM organizations WHERE name = $1 ORDER BY created_at, id LIMIT 1`
	if err := db.QueryRowContext(ctx, byName, Name).Scan(&id); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		return uuid.Nil, false, err
	}
	client := tenant.Open(db)
	complete, err = client.APIKey.Query().Where(apikey.Name(AdminKey)).Exist(tenant.WithOrganization(ctx, id))
	return id, complete, err
}

func read(ctx context.Context, db *ent.Client, id uuid.UUID, secrets map[string]string) (*Organization, error) {
	users, err := db.User.Query().Where(user.KindIsNil()).All(ctx)
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
	org := &Organization{
		ID: id, Name: Name, Keys: secrets, UserIDs: map[string]uuid.UUID{}, ProjectIDs: map[string]uuid.UUID{},
	}
	for _, u := range users {
		org.UserIDs[u.Email] = u.ID
	}
	for _, p := range projects {
		org.ProjectIDs[p.Name] = p.ID
		if org.ActiveProjectID == uuid.Nil && p.Status == entproject.StatusActive &&
			p.BillingType != entproject.BillingTypeNonBillable {
			org.ActiveProjectID = p.ID
		}
	}
	if pending != nil {
		org.PendingTimeOffID = pending.ID
	}
	org.AdminID, org.BusyUserID = org.UserIDs[email(adminHandle)], org.UserIDs[email(memberHandle)]
	return org, nil
}
