// Package clients serves clients: the companies for which the organization runs projects.
//
// By default a new client is active and has medium priority. Duplicate categories are
// dropped. The account manager is a user of the organization. The currency is that of the
// projects that have none of their own, and can change until one of these has an amount of
// money. An update writes only the fields in its mask. Clients are not deleted. They are set
// to inactive instead.
package clients

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/project"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/amounts"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/reference"
	"github.com/workplan-api/workplan/services/internal/upsert"
	"github.com/workplan-api/workplan/services/journal"
)

// record is the name of the resource in errors and in requests.
const record = "client"

// Service implements pb.ClientServiceServer.
type Service struct {
	pb.UnimplementedClientServiceServer
}

// New returns the service.
func New() *Service {
	return &Service{}
}

// ListClients returns a page of clients, oldest first.
func (s *Service) ListClients(ctx context.Context, req *pb.ListClientsRequest) (*pb.ListClientsResponse, error) {
	q := call.DB(ctx).Customer.Query()
	lists.Filter(q, req.Name, lists.Contains[predicate.Customer](customer.FieldCompanyName))
	lists.Filter(q, req.NameExact, lists.Named[predicate.Customer](customer.FieldCompanyName))
	lists.FilterIDs(ctx, q, customer.Table, req.Ids)
	lists.Filter(q, req.ExternalId, externalid.Of[predicate.Customer](ctx, record))
	lists.Filter(q, req.IsActive, customer.IsActive)
	lists.Filter(q, protoconv.OptionalID(req.AccountManagerId), customer.AccountManagerID)
	page := &pb.ClientPage{}
	return &pb.ListClientsResponse{Data: page}, lists.Get(ctx, req, page, q, lists.Each(ToProto))
}

// GetClient returns one client.
func (s *Service) GetClient(ctx context.Context, req *pb.GetClientRequest) (*pb.GetClientResponse, error) {
	row, err := call.DB(ctx).Customer.Query().Where(customer.ID(protoconv.ID(req.ClientId))).Only(ctx)
	if err != nil {
		return nil, problem.OrMissing(err, record)
	}
	return &pb.GetClientResponse{Data: ToProto(row)}, nil
}

// CreateClient creates a client. It checks the fields and the references (400), and then the permission
// (403), and inserts the row with the event client.created: patch.Create.
func (s *Service) CreateClient(ctx context.Context, req *pb.CreateClientRequest) (*pb.CreateClientResponse, error) {
	created, err := s.create(ctx, req.Client)
	return &pb.CreateClientResponse{Data: created}, err
}

func (s *Service) create(ctx context.Context, in *pb.Client) (*pb.Client, error) {
	now := protoconv.Now()
	row := &ent.Customer{
		ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now,
		IsActive: true, ClientPriority: customer.DefaultClientPriority, Categories: pq.StringArray{},
		ExternalIds: pq.StringArray{},
	}
	fields := patch.Fields(in)
	ids := externalid.New(call.DB(ctx), record, row.ID, fields, in.ExternalIds)
	if err := s.apply(ctx, row, in, fields, ids); err != nil {
		return nil, err
	}
	if err := permit.WriteClient(ctx); err != nil {
		return nil, err
	}
	created := ToProto(row)
	return created, patch.Create(ctx, ids, journal.Created(record, created), row)
}

// UpdateClient changes the fields in the mask. It reads the record (404), checks what it would become (400), the
// permission (403), and the version and whether the currency may change (409), and writes what differs with the event
// client.updated: patch.Run.
func (s *Service) UpdateClient(ctx context.Context, req *pb.UpdateClientRequest) (*pb.UpdateClientResponse, error) {
	after, err := s.update(ctx, req.ClientId, req.Client, req.UpdateMask.GetPaths())
	return &pb.UpdateClientResponse{Data: after}, err
}

func (s *Service) update(ctx context.Context, clientID string, in *pb.Client, fields []string) (*pb.Client, error) {
	id := protoconv.ID(clientID)
	ids := externalid.New(call.DB(ctx), record, id, fields, in.ExternalIds)
	return patch.Run(ctx, patch.Change[ent.Customer, *pb.Client]{
		Record: record,
		Event:  "client.updated",
		Read: func(ctx context.Context) (*ent.Customer, error) {
			return call.DB(ctx).Customer.Query().Where(customer.ID(id)).Only(ctx)
		},
		Apply: func(ctx context.Context, row *ent.Customer) error {
			return s.apply(ctx, row, in, fields, ids)
		},
		Permit:      func(ctx context.Context, _, _ *ent.Customer) error { return permit.WriteClient(ctx) },
		State:       mayChangeCurrency,
		Message:     ToProto,
		ExternalIDs: ids,
	})
}

// UpsertClients creates or changes clients, all of them or none, in one transaction and with an event for each
// that differs: upsert.Resource.
func (s *Service) UpsertClients(ctx context.Context, req *pb.UpsertClientsRequest) (*pb.UpsertClientsResponse, error) {
	resource := upsert.Resource[*pb.Client]{
		Name: record, Table: customer.Table,
		Field: "company_name", Column: "t.company_name", Value: (*pb.Client).GetCompanyName,
		Read: func(ctx context.Context, ids []uuid.UUID) ([]*pb.Client, error) {
			rows, err := among.Read[ent.Customer](ctx, call.DB(ctx), customer.Table, customer.Columns, ids)
			return lists.Map(rows, ToProto), err
		},
		Permit: func(ctx context.Context, _, _ *pb.Client, _ []string) error { return permit.WriteClient(ctx) },
		Create: s.create,
		Update: s.update,
	}
	records, meta, err := resource.Run(ctx, req, req.GetBatch())
	return &pb.UpsertClientsResponse{Data: records, Meta: meta}, err
}

// apply copies the given fields of in to the row and checks the result. It reads the account manager if that is among
// the fields.
func (s *Service) apply(
	ctx context.Context, row *ent.Customer, in *pb.Client, fields []string, ids *externalid.Change,
) error {
	for _, field := range fields {
		switch field {
		case "company_name":
			row.CompanyName = in.GetCompanyName()
		case "email":
			row.Email = in.Email
		case "image":
			row.Image = in.Image
		case "country_code":
			row.CountryCode = in.CountryCode
		case "website":
			row.Website = in.Website
		case "is_active":
			row.IsActive = in.GetIsActive()
		case "client_priority":
			row.ClientPriority = protoconv.Word[customer.ClientPriority](in.GetClientPriority())
		case "categories":
			row.Categories = distinct(in.Categories)
		case externalid.Field:
			row.ExternalIds = ids.Replace(row.ExternalIds)
		case "account_manager_id":
			row.AccountManagerID = protoconv.OptionalID(in.AccountManagerId)
		case "currency":
			row.Currency = in.Currency
		default:
			return patch.Unhandled(record, field)
		}
	}
	return reference.Check(ctx, record, fields,
		reference.Person(call.DB(ctx), "account_manager_id", row.AccountManagerID))
}

// mayChangeCurrency returns an error (409) if the currency of a client differs, and a project in this currency has an
// amount of money.
func mayChangeCurrency(ctx context.Context, read, row *ent.Customer) error {
	if reflect.DeepEqual(read.Currency, row.Currency) {
		return nil
	}
	found, what, err := amounts.First(ctx, call.DB(ctx), project.ClientID(row.ID), project.CurrencyIsNil())
	if err != nil || found == nil {
		return err
	}
	return problem.Field(problem.InvalidState, record+".currency", fmt.Sprintf("cannot be changed, because the project %s "+
		"has %s and no currency of its own: give new projects the other currency", found.ID, what))
}

// distinct returns the words without duplicates, in the order of their first occurrence.
// The result is never nil, because nil is stored as null.
func distinct(words []string) pq.StringArray {
	once := make(pq.StringArray, 0, len(words))
	for _, word := range words {
		if !slices.Contains(once, word) {
			once = append(once, word)
		}
	}
	return once
}

// ToProto returns the message of the row.
func ToProto(row *ent.Customer) *pb.Client {
	priority := protoconv.EnumOf[pb.ClientPriority](row.ClientPriority)
	return &pb.Client{
		Id:               row.ID.String(),
		CompanyName:      &row.CompanyName,
		Email:            row.Email,
		Image:            row.Image,
		CountryCode:      row.CountryCode,
		Website:          row.Website,
		IsActive:         &row.IsActive,
		ClientPriority:   &priority,
		Categories:       row.Categories,
		AccountManagerId: protoconv.OptionalIDString(row.AccountManagerID),
		Version:          row.Version,
		CreatedAt:        timestamppb.New(row.CreatedAt),
		UpdatedAt:        timestamppb.New(row.UpdatedAt),
		ExternalIds:      row.ExternalIds,
		Currency:         row.Currency,
	}
}
