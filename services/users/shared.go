package users

import (
	"context"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
)

// The fields with rules about several users: the managers of all users form the reporting
// line, and roles and activity decide which users are active admins. With the e-mail address a
// person signs in.
const (
	reportsTo = "reports_to_id"
	email     = "email"
	role      = "role"
	isActive  = "is_active"
)

func isShared(field string) bool {
	return field == reportsTo || field == role || field == isActive || field == email
}

func isAdmin(row *ent.User) bool { return row.Role == user.RoleAdmin && row.IsActive }

// IsLastAdmin reports whether the user is the last active admin of the organization. The caller has locked it.
func IsLastAdmin(ctx context.Context, db *ent.Client, row *ent.User) (bool, error) {
	if !isAdmin(row) {
		return false, nil
	}
	others, err := db.User.Query().Where(user.RoleEQ(user.RoleAdmin), user.IsActive(true),
		user.IDNEQ(row.ID)).Exist(ctx)
	return err == nil && !others, err
}

const isBelow = `
WITH RECURSIVE line (id) AS (
  SELECT reports_to_id FROM users WHERE organization_id = $1 AND id = $2
  UNION
  SELECT u.reports_to_id FROM line JOIN users u ON u.organization_id = $1 AND u.id = line.id
)
SELECT EXISTS (SELECT FROM line WHERE id = $3)`

// checkReportsTo returns an error if the manager of the row is the user itself, or reports
// to the user.
func checkReportsTo(ctx context.Context, db *ent.Client, row *ent.User) error {
	const field = record + "." + reportsTo
	manager := row.ReportsToID
	if manager == nil {
		return nil
	}
	if *manager == row.ID {
		return problem.Field(problem.ValidationFailed, field, "must be another user")
	}
	below, err := reports(ctx, db, *manager, row.ID)
	if err != nil {
		return err
	}
	if below {
		return problem.Field(problem.ValidationFailed, field,
			"must not be a user who reports to this one, directly or through others")
	}
	return nil
}

// reports reports whether the user id reports to the manager, directly or through others.
func reports(ctx context.Context, db *ent.Client, id, manager uuid.UUID) (below bool, err error) {
	err = tenant.Each(ctx, db, func(scan postgres.Scan) error { return scan(&below) }, isBelow, id, manager)
	return below, err
}
