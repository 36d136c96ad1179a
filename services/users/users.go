// Package users serves the users of the organization.
//
// Users are created by the import and are not deleted. An update writes only the fields in
// its mask. The reporting line has no cycle. A change of the reporting line locks the row of
// the organization, so that two concurrent changes cannot create a cycle.
package users

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/reference"
	"github.com/workplan-api/workplan/services/permit"
)

// record is the name of the resource in errors and in requests.
const record = "user"

// Service implements pb.UserServiceServer.
type Service struct {
	pb.UnimplementedUserServiceServer
	db *ent.Client
}

// New returns the service over db.
func New(db *ent.Client) *Service { return &Service{db: db} }

// ListUsers returns a page of users, oldest first.
func (s *Service) ListUsers(ctx context.Context, req *pb.ListUsersRequest) (*pb.ListUsersResponse, error) {
	q := s.db.User.Query()
	lists.Filter(q, req.Email, hasEmail)
	lists.Filter(q, req.Name, lists.Contains[predicate.User](user.FieldName))
	lists.Filter(q, req.IsActive, user.IsActive)
	lists.Filter(q, req.Role, func(role pb.Role) predicate.User { return user.RoleEQ(protoconv.Word[user.Role](role)) })
	lists.Filter(q, protoconv.OptionalID(req.ReportsToId), user.ReportsToID)
	page := &pb.UserPage{}
	return &pb.ListUsersResponse{Data: page}, lists.Get(ctx, req, page, q, lists.Each(ToProto))
}

// hasEmail compares e-mail addresses in lower case, like the unique index on them.
func hasEmail(email string) predicate.User {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString("lower(").Ident(s.C(user.FieldEmail)).WriteString(") = lower(").Arg(email).WriteString(")")
		}))
	}
}

// GetUser returns one user.
func (s *Service) GetUser(ctx context.Context, req *pb.GetUserRequest) (*pb.GetUserResponse, error) {
	row, err := s.db.User.Query().Where(user.ID(protoconv.ID(req.UserId))).Only(ctx)
	if err != nil {
		return nil, problem.OrMissing(err, record)
	}
	return &pb.GetUserResponse{Data: ToProto(row)}, nil
}

// UpdateUser changes the fields in the mask. A change of the reporting line runs in a
// transaction that locks the organization.
func (s *Service) UpdateUser(ctx context.Context, req *pb.UpdateUserRequest) (*pb.UpdateUserResponse, error) {
	var after *pb.User
	var err error
	if slices.Contains(req.UpdateMask.GetPaths(), reportsTo) {
		err = txn.Run(ctx, s.db, func(tx *ent.Tx) (err error) {
			if err := lockOrganization(ctx, tx); err != nil {
				return err
			}
			after, err = update(ctx, tx.Client(), req)
			return err
		})
	} else {
		after, err = update(ctx, s.db, req)
	}
	if err != nil {
		return nil, err
	}
	return &pb.UpdateUserResponse{Data: after}, nil
}

// update makes the change. It uses only db, also to look up permissions. db may be a
// transaction, and a transaction that waits for a second connection can block the pool.
func update(ctx context.Context, db *ent.Client, req *pb.UpdateUserRequest) (*pb.User, error) {
	id, fields := protoconv.ID(req.UserId), req.UpdateMask.GetPaths()
	return patch.Run(ctx, patch.Change[ent.User, *pb.User]{
		Record:  record,
		Read:    func(ctx context.Context) (*ent.User, error) { return db.User.Query().Where(user.ID(id)).Only(ctx) },
		Apply:   func(ctx context.Context, row *ent.User) error { return apply(ctx, db, row, req.User, fields) },
		Permit:  func(ctx context.Context, _ *ent.User) error { return permit.New(db).UpdateUser(ctx, id, fields) },
		Stamp:   func(row *ent.User) (*int64, *time.Time) { return &row.Version, &row.UpdatedAt },
		Message: ToProto,
		Write: func(ctx context.Context, row *ent.User, read int64) (int, error) {
			update := db.User.Update().Where(user.ID(id), user.Version(read))
			store(update.Mutation(), row)
			return update.Save(ctx)
		},
	})
}

// apply copies the given fields of in to the row and checks the result.
func apply(ctx context.Context, db *ent.Client, row *ent.User, in *pb.User, fields []string) error {
	for _, field := range fields {
		switch field {
		case "name":
			row.Name = in.GetName()
		case "image":
			row.Image = in.Image
		case "country_code":
			row.CountryCode = in.CountryCode
		case "default_availability":
			row.DefaultAvailability = in.GetDefaultAvailability()
		case reportsTo:
			row.ReportsToID = protoconv.OptionalID(in.ReportsToId)
		default:
			return patch.Forgotten(record, field)
		}
	}
	if err := reference.Check(ctx, record, fields, reference.User(db, reportsTo, row.ReportsToID)); err != nil {
		return err
	}
	if slices.Contains(fields, reportsTo) {
		return checkReportsTo(ctx, db, row)
	}
	return nil
}

// store sets all columns of a create or an update from the row.
func store(m *ent.UserMutation, row *ent.User) {
	m.SetVersion(row.Version)
	m.SetCreatedAt(row.CreatedAt)
	m.SetUpdatedAt(row.UpdatedAt)
	m.SetEmail(row.Email)
	m.SetName(row.Name)
	patch.Nullable(row.Image, m.SetImage, m.ClearImage)
	patch.Nullable(row.CountryCode, m.SetCountryCode, m.ClearCountryCode)
	m.SetDefaultAvailability(row.DefaultAvailability)
	patch.Nullable(row.ReportsToID, m.SetReportsToID, m.ClearReportsToID)
	m.SetRole(row.Role)
	m.SetIsActive(row.IsActive)
}

// ToProto returns the message of the row.
func ToProto(row *ent.User) *pb.User {
	role := protoconv.EnumOf[pb.Role](row.Role)
	return &pb.User{
		Id:                  row.ID.String(),
		Name:                &row.Name,
		Email:               &row.Email,
		Image:               row.Image,
		CountryCode:         row.CountryCode,
		DefaultAvailability: &row.DefaultAvailability,
		ReportsToId:         protoconv.OptionalIDString(row.ReportsToID),
		Role:                &role,
		IsActive:            &row.IsActive,
		Version:             row.Version,
		CreatedAt:           timestamppb.New(row.CreatedAt),
		UpdatedAt:           timestamppb.New(row.UpdatedAt),
	}
}
