package importer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/user"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/validate"
)

const (
	defaultAvailability = 40
	// usersPerStatement keeps a statement well below the 65,535 parameters that
	// PostgreSQL takes.
	usersPerStatement = 500
)

// newUser is a user of the document that the organization does not have.
type newUser struct {
	at    string
	in    *adminv1.ImportUser
	level int
}

func (r *run) importUsers(ctx context.Context) error {
	rows, err := r.db.User.Query().Select(user.FieldID, user.FieldEmail).All(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		r.users[strings.ToLower(row.Email)] = row.ID
	}
	fresh := map[string]*newUser{}
	var list []*newUser
	seen := map[string]bool{}
	for i, in := range r.doc.GetUsers() {
		at, email := fmt.Sprintf("users[%d]", i), strings.ToLower(in.GetEmail())
		if seen[email] {
			return failure("%s.email is given twice", at)
		}
		seen[email] = true
		if err := r.checkUser(at, in); err != nil {
			return err
		}
		if _, ok := r.users[email]; !ok {
			n := &newUser{at: at, in: in}
			fresh[email], list = n, append(list, n)
			r.users[email] = uuid.Must(uuid.NewV7())
		}
	}
	if err := r.createUsers(ctx, fresh, list); err != nil {
		return err
	}
	for _, in := range r.doc.GetUsers() {
		r.result.Users = append(r.result.Users, &adminv1.UserId{Id: r.users[strings.ToLower(in.GetEmail())].String(), Email: in.GetEmail()})
	}
	return nil
}

// checkUser holds a user to the bounds of the API.
func (r *run) checkUser(at string, in *adminv1.ImportUser) error {
	m := &pb.User{Name: in.Name, Image: in.Image, CountryCode: in.CountryCode, DefaultAvailability: in.DefaultAvailability}
	if err := refused(m, r.validator.Message(m), at+"."); err != nil {
		return err
	}
	if in.GetRole() == pb.Role_ROLE_UNSPECIFIED {
		return failure("%s.role is required", at)
	}
	if in.CountryCode != nil {
		if _, ok := validate.AssignedCountry(*in.CountryCode); !ok {
			return failure("%s.countryCode must be an assigned ISO 3166-1 code of two letters", at)
		}
	}
	return nil
}

// createUsers writes users level by level, managers first, because a row may only
// name a manager who is there.
func (r *run) createUsers(ctx context.Context, fresh map[string]*newUser, list []*newUser) error {
	for _, n := range list {
		if err := r.setLevel(n, fresh); err != nil {
			return err
		}
	}
	slices.SortStableFunc(list, func(a, b *newUser) int { return a.level - b.level })
	for chunk := range slices.Chunk(list, usersPerStatement) {
		builders := make([]*ent.UserCreate, len(chunk))
		for i, n := range chunk {
			builders[i] = r.userCreate(n)
		}
		if err := r.db.User.CreateBulk(builders...).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// setLevel counts the users of the document above n, and refuses a reporting line
// that names nobody or goes round.
func (r *run) setLevel(n *newUser, fresh map[string]*newUser) error {
	for at := n; at.in.ReportsTo != nil; n.level++ {
		manager := strings.ToLower(at.in.GetReportsTo())
		if _, err := r.userID(at.at+".reportsTo", manager); err != nil {
			return err
		}
		if n.level > len(fresh) {
			return failure("%s.reportsTo makes the reporting line go round", n.at)
		}
		next, ok := fresh[manager]
		if !ok {
			return nil
		}
		at = next
	}
	return nil
}

func (r *run) userCreate(n *newUser) *ent.UserCreate {
	in := n.in
	c := r.db.User.Create().
		SetID(r.users[strings.ToLower(in.GetEmail())]).
		SetEmail(in.GetEmail()).
		SetName(in.GetName()).
		SetNillableImage(in.Image).
		SetDefaultAvailability(defaultAvailability).
		SetRole(protoconv.Word[user.Role](in.GetRole())).
		SetCreatedAt(r.now).
		SetUpdatedAt(r.now)
	if in.DefaultAvailability != nil {
		c.SetDefaultAvailability(*in.DefaultAvailability)
	}
	if in.CountryCode != nil {
		code, _ := validate.AssignedCountry(*in.CountryCode)
		c.SetCountryCode(code)
	}
	if in.ReportsTo != nil {
		c.SetReportsToID(r.users[strings.ToLower(in.GetReportsTo())])
	}
	return c
}
