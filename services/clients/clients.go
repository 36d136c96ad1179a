// Package clients serves the companies that the organization's projects are for.
//
// A client is created active and of medium priority unless the request says
// otherwise. Its categories are trimmed and kept once each. Its account manager is a
// user of the organization. An update writes only the fields that it names. Clients
// are not deleted; they become inactive.
package clients

import (
	"context"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/toproto"
	"github.com/workplan-api/workplan/services/permit"
)

// Service implements pb.ClientServiceServer.
type Service struct {
	pb.UnimplementedClientServiceServer
	db      *ent.Client
	permits *permit.Permits
}

// New returns the service over db.
func New(db *ent.Client, permits *permit.Permits) *Service {
	return &Service{db: db, permits: permits}
}

// ListClients returns a page of clients, oldest first.
func (s *Service) ListClients(ctx context.Context, req *pb.ListClientsRequest) (*pb.ListClientsResponse, error) {
	q := s.db.Customer.Query()
	lists.Filter(q, req.Name, lists.Contains[predicate.Customer](customer.FieldCompanyName))
	lists.Filter(q, req.IsActive, customer.IsActive)
	lists.Filter(q, protoconv.OptionalID(req.AccountManagerId), customer.AccountManagerID)
	page := &pb.ClientPage{}
	return &pb.ListClientsResponse{Data: page}, lists.Get(ctx, req, page, q, lists.Each(toproto.Client))
}

// CreateClient creates a client.
func (s *Service) CreateClient(ctx context.Context, req *pb.CreateClientRequest) (*pb.CreateClientResponse, error) {
	in := req.Client
	categories, err := tidy(in.Categories)
	if err != nil {
		return nil, err
	}
	manager := protoconv.OptionalID(in.AccountManagerId)
	if err := s.checkAccountManager(ctx, manager); err != nil {
		return nil, err
	}
	if err := s.permits.WriteClient(ctx); err != nil {
		return nil, err
	}
	now := protoconv.Now()
	c := s.db.Customer.Create().
		SetCreatedAt(now).
		SetUpdatedAt(now).
		SetCompanyName(in.GetCompanyName()).
		SetNillableEmail(in.Email).
		SetNillableImage(in.Image).
		SetNillableCountryCode(in.CountryCode).
		SetNillableWebsite(in.Website).
		SetNillableIsActive(in.IsActive).
		SetCategories(categories).
		SetNillableAccountManagerID(manager)
	if in.ClientPriority != nil {
		c.SetClientPriority(priority(in))
	}
	row, err := c.Save(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.CreateClientResponse{Data: toproto.Client(row)}, nil
}

// UpdateClient changes the fields in the mask.
func (s *Service) UpdateClient(ctx context.Context, req *pb.UpdateClientRequest) (*pb.UpdateClientResponse, error) {
	id, fields := protoconv.ID(req.ClientId), req.UpdateMask.GetPaths()
	read := func(ctx context.Context) (*ent.Customer, error) {
		return s.db.Customer.Query().Where(customer.ID(id)).Only(ctx)
	}
	row, err := patch.Run(ctx, "client", read, func(ctx context.Context, row *ent.Customer) (int, error) {
		u := s.db.Customer.Update().Where(customer.ID(id), customer.Version(row.Version))
		if err := s.apply(ctx, row, u, req.Client, fields); err != nil {
			return 0, err
		}
		if err := s.permits.WriteClient(ctx); err != nil {
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
	return &pb.UpdateClientResponse{Data: toproto.Client(row)}, nil
}

// apply brings the fields of in into the row and into its update.
func (s *Service) apply(ctx context.Context, row *ent.Customer, u *ent.CustomerUpdate, in *pb.Client, fields []string) (err error) {
	for _, field := range fields {
		switch field {
		case "company_name":
			row.CompanyName = in.GetCompanyName()
			u.SetCompanyName(row.CompanyName)
		case "email":
			row.Email = in.Email
			patch.Nullable(row.Email, u.SetEmail, u.ClearEmail)
		case "image":
			row.Image = in.Image
			patch.Nullable(row.Image, u.SetImage, u.ClearImage)
		case "country_code":
			row.CountryCode = in.CountryCode
			patch.Nullable(row.CountryCode, u.SetCountryCode, u.ClearCountryCode)
		case "website":
			row.Website = in.Website
			patch.Nullable(row.Website, u.SetWebsite, u.ClearWebsite)
		case "is_active":
			row.IsActive = in.GetIsActive()
			u.SetIsActive(row.IsActive)
		case "client_priority":
			row.ClientPriority = priority(in)
			u.SetClientPriority(row.ClientPriority)
		case "categories":
			if row.Categories, err = tidy(in.Categories); err != nil {
				return err
			}
			u.SetCategories(row.Categories)
		case "account_manager_id":
			row.AccountManagerID = protoconv.OptionalID(in.AccountManagerId)
			if err := s.checkAccountManager(ctx, row.AccountManagerID); err != nil {
				return err
			}
			patch.Nullable(row.AccountManagerID, u.SetAccountManagerID, u.ClearAccountManagerID)
		}
	}
	return nil
}

// checkAccountManager refuses an account manager who is not in the organization.
func (s *Service) checkAccountManager(ctx context.Context, id *uuid.UUID) error {
	if id == nil {
		return nil
	}
	known, err := s.db.User.Query().Where(user.ID(*id)).Exist(ctx)
	if err != nil || known {
		return err
	}
	return problem.Field(problem.UnknownReference, "client.account_manager_id", "does not exist")
}

func priority(in *pb.Client) customer.ClientPriority {
	return protoconv.Word[customer.ClientPriority](in.GetClientPriority())
}
