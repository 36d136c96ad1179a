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
	// level is 1 for a user whose manager is not in the document, 2 for those who
	// report to such users, and so on; 0 until it is known.
	level int
	// walked is set when setLevel has reached the user.
	walked bool
}

func (r *run) importUsers(ctx context.Context) error {
	rows, err := r.db.User.Query().Select(user.FieldID, user.FieldEmail).All(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		r.users[strings.ToLower(row.Email)] = row.ID
	}
	byEmail := map[string]*newUser{}
	var list []*newUser
	for i, in := range r.doc.GetUsers() {
		at := fmt.Sprintf("users[%d]", i)
		if in.Record == nil {
			in.Record = &pb.User{}
		}
		r.noIDs(at, in.Record)
		if _, err := r.check(at, in); err != nil {
			return err
		}
		email := strings.ToLower(in.Record.GetEmail())
		r.once("users", at+".email", email)
		id, exists := r.users[email]
		if !exists {
			id = uuid.Must(uuid.NewV7())
			n := &newUser{at: at, in: in}
			byEmail[email], list = n, append(list, n)
			r.users[email] = id
		}
		r.result.Users = append(r.result.Users, &adminv1.UserId{Id: r.id(id, exists), Email: in.Record.GetEmail()})
	}
	for i, in := range r.doc.GetUsers() {
		in.Record.ReportsToId = r.user(fmt.Sprintf("users[%d].reportsTo", i), in.ReportsTo)
	}
	for _, n := range list {
		r.setLevel(n, byEmail)
	}
	if len(r.faults) > 0 {
		return nil
	}
	return r.createUsers(ctx, list)
}

// setLevel sets the level of n and of the users above n, and refuses a reporting line
// that is a circle.
func (r *run) setLevel(n *newUser, byEmail map[string]*newUser) {
	var line []*newUser
	for n != nil && n.level == 0 && !n.walked {
		n.walked = true
		line = append(line, n)
		n = byEmail[strings.ToLower(strings.TrimSpace(n.in.GetReportsTo()))]
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
		created, err := r.db.User.CreateBulk(rows...).Save(ctx)
		if err != nil {
			return err
		}
		changes := make([]journal.Change, len(created))
		for i, row := range created {
			changes[i] = journal.Change{Type: "user.created", After: users.ToProto(row)}
		}
		if err := journal.Write(ctx, r.db, changes); err != nil {
			return err
		}
	}
	return nil
}

// userRow returns the row to create. It copies each field of the record to the column
// with the name of the field.
func (r *run) userRow(in *pb.User) (*ent.UserCreate, error) {
	row := r.db.User.Create().
		SetID(r.users[strings.ToLower(in.GetEmail())]).
		SetCreatedAt(r.now).
		SetUpdatedAt(r.now)
	var err error
	in.ProtoReflect().Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		column, value := string(fd.Name()), v.Interface()
		switch column {
		case user.FieldRole:
			value = protoconv.Word[user.Role](in.GetRole())
		case user.FieldReportsToID:
			value = protoconv.ID(in.GetReportsToId())
		}
		err = row.Mutation().SetField(column, value)
		return err == nil
	})
	return row, err
}
