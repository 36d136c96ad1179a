package importer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/user"
	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/address"
	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/services/users"
)

// usersPerStatement keeps a statement well below PostgreSQL's limit of 65,535 parameters.
const usersPerStatement = 500

// newUser is a user of the document that the organization does not have.
type newUser struct {
	at string
	in *adminv1.ImportUser
	id uuid.UUID
	// level is 1 for a user whose manager is not in the document, 2 for those who
	// report to such users, and so on; 0 until it is known.
	level int
	// walked is set when setLevel has reached the user.
	walked bool
	// result is that of a placeholder.
	result *adminv1.Named
}

func (r *run) importUsers(ctx context.Context) error {
	rows, err := r.db.User.Query().Where(user.KindIsNil()).Select(user.FieldID, user.FieldEmail).All(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		r.users[address.Fold(row.Email)] = row.ID
	}
	byEmail := map[string]*newUser{}
	var list []*newUser
	for i, in := range r.doc.GetUsers() {
		at := fmt.Sprintf("users[%d]", i)
		if in.Record == nil {
			in.Record = &pb.User{}
		}
		r.noIDs(at, in.Record)
		valid, err := r.check(at, in)
		if err != nil {
			return err
		}
		if in.Record.GetKind() == pb.UserKind_USER_KIND_PLACEHOLDER {
			continue
		}
		if valid {
			of := in.Record
			first, last := protoconv.OptionalDate(of.StartDate), protoconv.OptionalDate(of.EndDate)
			err := users.CheckEmployment(first, last, []string{user.FieldEndDate})
			if err := r.refuse(at, &pb.CreateUserRequest{}, err); err != nil {
				return err
			}
		}
		email := address.Fold(in.Record.GetEmail())
		r.once("users", at+".email", email)
		id, exists := r.users[email]
		if !exists {
			id = uuid.Must(uuid.NewV7())
			n := &newUser{at: at, in: in, id: id}
			byEmail[email], list = n, append(list, n)
			r.users[email] = id
		}
		r.ids[at] = id
		r.result.Users = append(r.result.Users, &adminv1.UserId{Id: r.id(id, exists), Email: in.Record.GetEmail()})
	}
	for i, in := range r.doc.GetUsers() {
		r.findCapabilities(fmt.Sprintf("users[%d]", i), in)
		in.Record.ReportsToId = r.user(fmt.Sprintf("users[%d].reportsTo", i), in.ReportsTo)
	}
	for _, n := range list {
		r.setLevel(n, byEmail)
	}
	placeholders, err := r.newPlaceholders(ctx)
	if err != nil {
		return err
	}
	if len(r.faults) > 0 {
		return nil
	}
	if err := r.createUsers(ctx, list); err != nil {
		return err
	}
	if err := r.createPlaceholders(ctx, placeholders); err != nil || len(r.faults) > 0 {
		return err
	}
	for _, n := range slices.Concat(list, placeholders) {
		if err := r.addCapabilities(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// newPlaceholders returns the placeholders of the document that the organization does not have. They are matched by
// name.
func (r *run) newPlaceholders(ctx context.Context) (list []*newUser, err error) {
	rows, err := r.db.User.Query().Where(user.KindNotNil()).Select(user.FieldID, user.FieldName).All(ctx)
	if err != nil {
		return nil, err
	}
	known := map[string]uuid.UUID{}
	for _, row := range rows {
		known[naming.Clean(row.Name)] = row.ID
	}
	for i, in := range r.doc.GetUsers() {
		if in.Record.GetKind() != pb.UserKind_USER_KIND_PLACEHOLDER {
			continue
		}
		at := fmt.Sprintf("users[%d]", i)
		r.once("placeholders", at+".name", in.Record.GetName())
		if err := r.refuse(at, &pb.CreateUserRequest{}, users.CheckPlaceholder(in.Record)); err != nil {
			return nil, err
		}
		id, exists := known[naming.Clean(in.Record.GetName())]
		r.ids[at] = id
		result := &adminv1.Named{Id: r.id(id, exists), Name: in.Record.GetName()}
		r.result.Placeholders = append(r.result.Placeholders, result)
		if !exists {
			list = append(list, &newUser{at: at, in: in, result: result})
		}
	}
	return list, nil
}

// createPlaceholders writes placeholders as the API does.
func (r *run) createPlaceholders(ctx context.Context, list []*newUser) error {
	service := users.New()
	for _, n := range list {
		req := &pb.CreateUserRequest{User: n.in.Record}
		created, err := service.CreateUser(ctx, req)
		if err != nil {
			if err = r.refuse(n.at, req, err); err != nil {
				return err
			}
			continue
		}
		n.id = protoconv.ID(created.Data.Id)
		r.ids[n.at] = n.id
		n.result.Id = r.id(n.id, false)
	}
	return nil
}

// findCapabilities replaces the names of the capabilities of a user by their ids.
func (r *run) findCapabilities(at string, in *adminv1.ImportUser) {
	list := at + ".capabilities"
	for i, c := range in.Capabilities {
		name := fmt.Sprintf("%s[%d].capability", list, i)
		r.once(list, name, c.GetCapability())
		id, ok := r.skills[naming.Clean(c.GetCapability())]
		if !ok {
			r.unknown(name, "capability", c.GetCapability(), r.skills)
		}
		c.Capability = id.String()
	}
}

// addCapabilities writes the capabilities of a new user as the API does.
func (r *run) addCapabilities(ctx context.Context, n *newUser) error {
	if len(n.in.Capabilities) == 0 {
		return nil
	}
	list := &pb.UserCapabilities{}
	for _, c := range n.in.Capabilities {
		list.Items = append(list.Items, &pb.UserCapability{CapabilityId: c.GetCapability(), Level: c.Level})
	}
	req := &pb.ReplaceUserCapabilitiesRequest{UserId: n.id.String(), UserCapabilities: list}
	_, err := users.New().ReplaceUserCapabilities(ctx, req)
	return r.refuse(n.at, req, err)
}

// setLevel sets the level of n and of the users above n, and refuses a reporting line
// that is a circle.
func (r *run) setLevel(n *newUser, byEmail map[string]*newUser) {
	var line []*newUser
	for n != nil && n.level == 0 && !n.walked {
		n.walked = true
		line = append(line, n)
		n = byEmail[address.Fold(strings.TrimSpace(n.in.GetReportsTo()))]
	}
	level := 0
	if n != nil {
		if n.level == 0 {
			r.fault(line[len(line)-1].at+".reportsTo", "makes the reporting line a circle")
		}
		level = n.level
	}
	for _, below := range slices.Backward(line) {
		level++
		below.level = level
	}
}

// createUsers writes managers before the users who report to them, because a row can
// only refer to a manager who exists.
func (r *run) createUsers(ctx context.Context, list []*newUser) error {
	slices.SortStableFunc(list, func(a, b *newUser) int { return cmp.Compare(a.level, b.level) })
	for chunk := range slices.Chunk(list, usersPerStatement) {
		rows := make([]*ent.UserCreate, len(chunk))
		for i, n := range chunk {
			var err error
			if rows[i], err = r.userRow(n.in.Record); err != nil {
				return err
			}
		}
		var created []*ent.User
		if err := r.db.Unit.Owe("user.created", func() (_ int, err error) {
			created, err = r.db.User.CreateBulk(rows...).Save(ctx)
			return len(created), err
		}); err != nil {
			return err
		}
		changes := make([]journal.Change, len(created))
		for i, row := range created {
			changes[i] = journal.Change{Type: "user.created", After: users.ToProto(row)}
			if err := r.addExternalIDs(ctx, chunk[i], row); err != nil {
				return err
			}
		}
		if err := journal.Write(ctx, r.db, changes); err != nil {
			return err
		}
	}
	return nil
}

// addExternalIDs writes the external ids of a new user where a user is found by them.
func (r *run) addExternalIDs(ctx context.Context, n *newUser, row *ent.User) error {
	if len(row.ExternalIds) == 0 {
		return nil
	}
	ids := externalid.New(r.db, "user", row.ID, []string{externalid.Field}, n.in.Record.ExternalIds)
	ids.Replace(nil)
	err := ids.Write(ctx, func() error { return nil })
	return r.refuse(n.at, &pb.CreateUserRequest{}, err)
}

// userRow returns the row to create. It copies each field of the record to the column
// with the name of the field.
func (r *run) userRow(in *pb.User) (*ent.UserCreate, error) {
	row := r.db.User.Create().
		SetID(r.users[address.Fold(in.GetEmail())]).
		SetCreatedAt(r.now).
		SetUpdatedAt(r.now).
		SetExternalIds(externalid.Sorted(in.ExternalIds))
	var err error
	in.ProtoReflect().Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		column, value := string(fd.Name()), v.Interface()
		switch column {
		case user.FieldRole:
			value = protoconv.Word[user.Role](in.GetRole())
		case user.FieldReportsToID:
			value = protoconv.ID(in.GetReportsToId())
		case user.FieldStartDate, user.FieldEndDate:
			value = protoconv.Date(v.String())
		case user.FieldKind, user.FieldExternalIds: // a person, which is null; and what is set above
			return true
		}
		err = row.Mutation().SetField(column, value)
		return err == nil
	})
	return row, err
}
