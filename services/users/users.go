// Package users serves the people of the organization.
//
// Users are not created or deleted here; they come by import. An update writes only
// the fields that it names. The reporting line has no cycle: whoever changes it holds
// the organization's row, so that two changes cannot close one together.
package users

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/toproto"
	"github.com/workplan-api/workplan/services/permit"
)

// Service implements pb.UserServiceServer.
type Service struct {
	pb.UnimplementedUserServiceServer
	db      *ent.Client
	permits *permit.Permits
}

// New returns the service over db.
func New(db *ent.Client, permits *permit.Permits) *Service {
	return &Service{db: db, permits: permits}
}

// ListUsers returns a page of users, oldest first.
func (s *Service) ListUsers(ctx context.Context, req *pb.ListUsersRequest) (*pb.ListUsersResponse, error) {
	q := s.db.User.Query()
	lists.Filter(q, req.Email, hasEmail)
	lists.Filter(q, req.Name, lists.Contains[predicate.User](user.FieldName))
	lists.Filter(q, req.IsActive, user.IsActive)
	lists.Filter(q, req.Role, func(role pb.Role) predicate.User { return user.RoleEQ(protoconv.Word[user.Role](role)) })
	lists.Filter(q, protoconv.OptionalID(req.ReportsToId), user.ReportsToID)
	page := &pb.UserPage{}
	return &pb.ListUsersResponse{Data: page}, lists.Get(ctx, req, page, q, lists.Each(toproto.User))
}

// hasEmail compares e-mail addresses in lower case, as their unique index does.
func hasEmail(email string) predicate.User {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString("lower(").Ident(s.C(user.FieldEmail)).WriteString(") = lower(").Arg(email).WriteString(")")
		}))
	}
}

// UpdateUser changes the fields in the mask.
func (s *Service) UpdateUser(ctx context.Context, req *pb.UpdateUserRequest) (*pb.UpdateUserResponse, error) {
	if !slices.Contains(req.UpdateMask.GetPaths(), "reports_to_id") {
		return s.update(ctx, s.db, req)
	}
	var resp *pb.UpdateUserResponse
	err := txn.Run(ctx, s.db, func(tx *ent.Tx) (err error) {
		if err := lockOrganization(ctx, tx); err != nil {
			return err
		}
		resp, err = s.update(ctx, tx.Client(), req)
		return err
	})
	return resp, err
}

func (s *Service) update(ctx context.Context, db *ent.Client, req *pb.UpdateUserRequest) (*pb.UpdateUserResponse, error) {
	id, fields := protoconv.ID(req.UserId), req.UpdateMask.GetPaths()
	read := func(ctx context.Context) (*ent.User, error) { return db.User.Query().Where(user.ID(id)).Only(ctx) }
	row, err := patch.Run(ctx, "user", read, func(ctx context.Context, row *ent.User) (int, error) {
		u := db.User.Update().Where(user.ID(id), user.Version(row.Version))
		if err := apply(ctx, db, row, u, req.User, fields); err != nil {
			return 0, err
		}
		if err := s.permits.UpdateUser(ctx, id, fields); err != nil {
			return 0, err
		}
		if err := ifmatch.Check(ctx, row.Version); err != nil {
			return 0, err
		}
		if len(fields) == 0 {
			return 1, nil
		}
		row.Version, row.UpdatedAt = row.Version+1, protoconv.Now()
		return u.SetVersion(row.Version).SetUpdatedAt(row.UpdatedAt).Save(ctx)
	})
	if err != nil {
		return nil, err
	}
	return &pb.UpdateUserResponse{Data: toproto.User(row)}, nil
}

// apply brings the fields of in into the row and into its update.
func apply(ctx context.Context, db *ent.Client, row *ent.User, u *ent.UserUpdate, in *pb.User, fields []string) error {
	for _, field := range fields {
		switch field {
		case "name":
			row.Name = in.GetName()
			u.SetName(row.Name)
		case "image":
			row.Image = in.Image
			patch.Nullable(row.Image, u.SetImage, u.ClearImage)
		case "country_code":
			row.CountryCode = in.CountryCode
			if in.CountryCode != nil {
				code, ok := validate.AssignedCountry(*in.CountryCode)
				if !ok {
					return problem.Field(problem.ValidationFailed, "user.country_code", "must be an assigned ISO 3166-1 code of two letters")
				}
				row.CountryCode = &code
			}
			patch.Nullable(row.CountryCode, u.SetCountryCode, u.ClearCountryCode)
		case "default_availability":
			row.DefaultAvailability = in.GetDefaultAvailability()
			u.SetDefaultAvailability(row.DefaultAvailability)
		case "reports_to_id":
			row.ReportsToID = protoconv.OptionalID(in.ReportsToId)
			if err := checkReportsTo(ctx, db, row); err != nil {
				return err
			}
			patch.Nullable(row.ReportsToID, u.SetReportsToID, u.ClearReportsToID)
		}
	}
	return nil
}
