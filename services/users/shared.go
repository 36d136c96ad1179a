package users

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
)

// The fields with rules about several users: the managers of all users form the reporting
// line, and roles and activity decide which users are active admins. With the e-mail address a
// person signs in, if the last one allows it.
const (
	reportsTo = "reports_to_id"
	email     = "email"
	role      = "role"
	isActive  = "is_active"
	canSignIn = "can_sign_in"
)

// The fields of employment.
const (
	startDate = "start_date"
	endDate   = "end_date"
)

func isShared(field string) bool {
	access := permit.AccessOf(field)
	return access == pb.Access_ACCESS_SIGN_IN || access == pb.Access_ACCESS_MANAGE
}

// post is something that an organization needs a user for. Once it has one, no change may take the last one.
type post struct {
	holds   func(*pb.User) bool
	holders predicate.User
	last    string
}

var posts = []post{
	{isAdmin, areAdmins, "the user is the last active admin: make another user an admin first"},
	{
		func(u *pb.User) bool { return isAdmin(u) && u.GetCanSignIn() }, user.And(areAdmins, user.CanSignIn(true)),
		"the user is the last active admin who can sign in: let another admin sign in first",
	},
}

func isAdmin(u *pb.User) bool { return u.GetRole() == pb.Role_ROLE_ADMIN && u.GetIsActive() }

var areAdmins = user.And(user.RoleEQ(user.RoleAdmin), user.IsActive(true))

// checkPosts returns an error if a change of a user takes the last one of a post. It looks for another one among the
// users of others. The caller has locked the organization if the change can take a post.
func checkPosts(ctx context.Context, was, is *pb.User, others ...predicate.User) error {
	for _, p := range posts {
		if !p.holds(was) || p.holds(is) {
			continue
		}
		left, err := call.DB(ctx).User.Query().Where(p.holders).Where(others...).Exist(ctx)
		if err != nil {
			return err
		}
		if !left {
			return problem.Conflict(problem.InvalidState, "%s", p.last)
		}
	}
	return nil
}

// IsLastAdmin reports whether the user is the last active admin of the organization. The caller has locked it.
func IsLastAdmin(ctx context.Context, db *ent.Client, row *ent.User) (bool, error) {
	if !isAdmin(ToProto(row)) {
		return false, nil
	}
	others, err := db.User.Query().Where(areAdmins, user.IDNEQ(row.ID)).Exist(ctx)
	return err == nil && !others, err
}

const isBelow = `
WITH RECURSIVE line (id) AS (
  SELECT reports_to_id FROM users WHERE organization_id = $1 AND id = $2
  UNION
  SELECT u.reports_to_id FROM line JOIN users u ON u.organization_id = $1 AND u.id = line.id
)
SELECT EXISTS (SELECT FROM line WHERE id = $3)`

// checkIsOther returns an error if the manager of a user is the user itself.
func checkIsOther(id uuid.UUID, manager *uuid.UUID) error {
	if manager != nil && *manager == id {
		return problem.Field(problem.ValidationFailed, record+"."+reportsTo, "must be another user")
	}
	return nil
}

// checkReportsTo returns an error if the manager of a user is the user itself or reports to the user. It reads the
// reporting line above the manager.
func checkReportsTo(ctx context.Context, id uuid.UUID, manager *uuid.UUID) error {
	if err := checkIsOther(id, manager); err != nil || manager == nil {
		return err
	}
	below, err := isReport(ctx, call.DB(ctx), *manager, id)
	if err != nil {
		return err
	}
	if below {
		return problem.Field(problem.ValidationFailed, record+"."+reportsTo,
			"must not be a user who reports to this one, directly or through others")
	}
	return nil
}

// checkShared checks the rules about several users for a user of a batch, whose users are all written. was is nil if
// the batch has created the user.
func checkShared(ctx context.Context, was, is *pb.User) error {
	if was.GetReportsToId() != is.GetReportsToId() {
		if err := checkReportsTo(ctx, protoconv.ID(is.Id), protoconv.OptionalID(is.ReportsToId)); err != nil {
			return err
		}
	}
	return checkPosts(ctx, was, is)
}

// batch is a batch of users while it is written. It is nil for a change of one user.
type batch struct {
	parked map[uuid.UUID]string // the addresses that park has taken away, by the ids of their users
}

// parkedAs returns what a user has in place of an address that park has taken away. No address begins with a space.
func parkedAs(id uuid.UUID) string { return " " + id.String() }

// park writes something else in place of the e-mail addresses of users for whom the batch has other ones, so that other
// users of the batch can have them. readUser returns the users with their addresses until the other ones are written,
// with the events that the transaction owes for this.
func (b *batch) park(ctx context.Context, holders []*pb.User) error {
	b.parked = map[uuid.UUID]string{}
	for _, u := range holders {
		b.parked[protoconv.ID(u.Id)] = u.GetEmail()
	}
	db := call.DB(ctx)
	return db.Unit.Owe("user.updated", func() (int, error) {
		_, err := tenant.Exec(ctx, db, "UPDATE users SET email = ' ' || id WHERE organization_id = $1 AND id = ANY ($2)",
			among.Distinct(slices.Collect(maps.Keys(b.parked))))
		return len(b.parked), err
	})
}

// readUser reads a user, with the address that park has taken away. b may be nil.
func (b *batch) readUser(ctx context.Context, id uuid.UUID) (*ent.User, error) {
	row, err := call.DB(ctx).User.Query().Where(user.ID(id)).Only(ctx)
	if err == nil && row.Email == parkedAs(id) {
		row.Email = b.parked[id]
	}
	return row, err
}

// isReport reports whether the user id reports to the manager, directly or through others.
func isReport(ctx context.Context, db *ent.Client, id, manager uuid.UUID) (below bool, err error) {
	err = tenant.Each(ctx, db, func(scan postgres.Scan) error { return scan(&below) }, isBelow, id, manager)
	return below, err
}
