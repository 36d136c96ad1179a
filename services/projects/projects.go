// Package projects serves projects: the work that the organization does for its clients.
//
// A project is for one client and has a first and a last day. Its status can change from
// any value to any other. Its client and its billing fields are set when it is created. Its
// currency can change until the project has an amount of money. Its manager is optional and
// is a user of the organization. An update writes only the fields in its mask. Projects are
// not deleted. They are cancelled instead.
package projects

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
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
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/internal/upsert"
	"github.com/workplan-api/workplan/services/journal"
)

// record is the name of the resource in errors and in requests.
const record = "project"

// Service implements pb.ProjectServiceServer.
type Service struct {
	pb.UnimplementedProjectServiceServer
	closed *settled.Checker
}

// New returns the service. closed is that of the service that locks days.
func New(closed *settled.Checker) *Service {
	return &Service{closed: closed}
}

// ListProjects returns a page of projects, oldest first. The clients and managers that it expands are read by another
// statement each.
func (s *Service) ListProjects(ctx context.Context, req *pb.ListProjectsRequest) (*pb.ListProjectsResponse, error) {
	q := call.DB(ctx).Project.Query()
	narrow(ctx, q, req)
	page := &pb.ProjectPage{}
	return &pb.ListProjectsResponse{Data: page},
		lists.Get(ctx, req, page, q, func(ctx context.Context, rows []*ent.Project) ([]*pb.Project, error) {
			items := lists.Map(rows, toProto)
			return items, s.expand(ctx, req.Expand, rows, items)
		})
}

// GetProject returns one project, expanded as by ListProjects.
func (s *Service) GetProject(ctx context.Context, req *pb.GetProjectRequest) (*pb.GetProjectResponse, error) {
	row, err := call.DB(ctx).Project.Query().Where(project.ID(protoconv.ID(req.ProjectId))).Only(ctx)
	if err != nil {
		return nil, problem.OrMissing(err, record)
	}
	if len(req.Expand) > 0 {
		call.FromContext(ctx).Condition.TagByBody()
	}
	found := toProto(row)
	if err := s.expand(ctx, req.Expand, []*ent.Project{row}, []*pb.Project{found}); err != nil {
		return nil, err
	}
	return &pb.GetProjectResponse{Data: found}, nil
}

// CreateProject creates a project. It checks the fields and the references (400), and then the permission
// (403), and whether a retainer has days that are closed for rates (409), and inserts the row with the event
// project.created: patch.Create.
func (s *Service) CreateProject(ctx context.Context, req *pb.CreateProjectRequest) (*pb.CreateProjectResponse, error) {
	created, err := s.create(ctx, req.Project)
	return &pb.CreateProjectResponse{Data: created}, err
}

func (s *Service) create(ctx context.Context, in *pb.Project) (*pb.Project, error) {
	now := protoconv.Now()
	billing, err := billingType(in)
	if err != nil {
		return nil, err
	}
	row := &ent.Project{
		ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now,
		Status: project.DefaultStatus, ExternalIds: pq.StringArray{},
	}
	fields := patch.Fields(in)
	ids := externalid.New(call.DB(ctx), record, row.ID, fields, in.ExternalIds)
	if err := s.apply(ctx, row, in, fields, ids); err != nil {
		return nil, err
	}
	row.BillingType = billing
	if err := permit.CreateProject(ctx); err != nil {
		return nil, err
	}
	created := toProto(row)
	event := journal.Created(record, created)
	if !amounts.BringsInMonthly(row) {
		return created, patch.Create(ctx, ids, event, row)
	}
	return created, s.closed.Checked(ctx, false, func(days *settled.Days) error {
		if err := days.RefuseRates(ctx, record+".start_date", []settled.Span{daysOf(row)}); err != nil {
			return err
		}
		event.Settled = &days.Version
		return patch.Create(ctx, ids, event, row)
	})
}

// UpdateProject changes the fields in the mask. It reads the record (404), checks what it would become (400), the
// permission (403), and the version, whether the currency may change, and whether a closed month of a retainer would
// bring in another amount (409), and writes what differs with the event project.updated: patch.Run.
func (s *Service) UpdateProject(ctx context.Context, req *pb.UpdateProjectRequest) (*pb.UpdateProjectResponse, error) {
	after, err := s.update(ctx, req.ProjectId, req.Project, req.UpdateMask.GetPaths())
	return &pb.UpdateProjectResponse{Data: after}, err
}

func (s *Service) update(ctx context.Context, projectID string, in *pb.Project, fields []string) (*pb.Project, error) {
	if in.StartDate != nil && in.EndDate != nil && *in.EndDate < *in.StartDate {
		return nil, problem.DatesReversed(record, true) // by the body alone, so before 404
	}
	id := protoconv.ID(projectID)
	ids := externalid.New(call.DB(ctx), record, id, fields, in.ExternalIds)
	var after *pb.Project
	err := s.closed.Checked(ctx, false, func(days *settled.Days) (err error) {
		after, err = patch.Run(ctx, patch.Change[ent.Project, *pb.Project]{
			Record: record,
			Event:  "project.updated",
			Read: func(ctx context.Context) (*ent.Project, error) {
				return call.DB(ctx).Project.Query().Where(project.ID(id)).Only(ctx)
			},
			Apply: func(ctx context.Context, row *ent.Project) error { return s.apply(ctx, row, in, fields, ids) },
			Permit: func(ctx context.Context, read, row *ent.Project) error {
				return permit.UpdateProject(ctx, read.ProjectManagerID, row.ProjectManagerID)
			},
			State: func(ctx context.Context, read, row *ent.Project) error {
				if err := mayChangeCurrency(ctx, read, row); err != nil {
					return err
				}
				field, spans := retainedDays(read, row)
				return days.RefuseRates(ctx, field, spans)
			},
			Message:     toProto,
			ExternalIDs: ids,
			Settled:     &days.Version,
		})
		return err
	})
	return after, err
}

// UpsertProjects creates or changes projects, all of them or none, in one transaction and with an event for each
// that differs: upsert.Resource.
func (s *Service) UpsertProjects(ctx context.Context,
	req *pb.UpsertProjectsRequest) (*pb.UpsertProjectsResponse, error) {
	resource := upsert.Resource[*pb.Project]{
		Name: record, Table: project.Table,
		Field: "name", Column: "t.client_id || ':' || t.name",
		Value: func(in *pb.Project) string { return strings.ToLower(in.GetClientId()) + ":" + in.GetName() },
		Read: func(ctx context.Context, ids []uuid.UUID) ([]*pb.Project, error) {
			rows, err := among.Read[ent.Project](ctx, call.DB(ctx), project.Table, project.Columns, ids)
			return lists.Map(rows, toProto), err
		},
		Permit: func(ctx context.Context, was, is *pb.Project, _ []string) error {
			if was == nil {
				return permit.CreateProject(ctx)
			}
			return permit.UpdateProject(ctx,
				protoconv.OptionalID(was.ProjectManagerId), protoconv.OptionalID(is.ProjectManagerId))
		},
		Create: s.create,
		Update: s.update,
	}
	records, meta, err := resource.Run(ctx, req, req.GetBatch())
	return &pb.UpsertProjectsResponse{Data: records, Meta: meta}, err
}

// apply copies the given fields of in to the row and checks the result. It reads the client and the manager if they are
// among the fields.
func (s *Service) apply(
	ctx context.Context, row *ent.Project, in *pb.Project, fields []string, ids *externalid.Change,
) error {
	for _, field := range fields {
		switch field {
		case "name":
			row.Name = in.GetName()
		case "client_id":
			row.ClientID = protoconv.ID(in.ClientId)
		case "start_date":
			row.StartDate = protoconv.Date(in.GetStartDate())
		case "end_date":
			row.EndDate = protoconv.Date(in.GetEndDate())
		case "objective":
			row.Objective = in.Objective
		case "project_manager_id":
			row.ProjectManagerID = protoconv.OptionalID(in.ProjectManagerId)
		case "status":
			row.Status = protoconv.Word[project.Status](in.GetStatus())
		case "billing_type":
			row.BillingType = protoconv.Word[project.BillingType](in.GetBillingType())
		case "amount":
			row.Amount = in.Amount
		case "hourly_rate":
			row.HourlyRate = in.HourlyRate
		case externalid.Field:
			row.ExternalIds = ids.Replace(row.ExternalIds)
		case "color":
			row.Color = protoconv.OptionalWord[project.Color](in.Color)
		case "currency":
			row.Currency = in.Currency
		default:
			return patch.Unhandled(record, field)
		}
	}
	if row.EndDate.Before(row.StartDate) {
		return problem.DatesReversed(record, slices.Contains(fields, "end_date"))
	}
	return reference.Check(ctx, record, fields,
		reference.Client(call.DB(ctx), "client_id", row.ClientID),
		reference.Person(call.DB(ctx), "project_manager_id", row.ProjectManagerID))
}

// mayChangeCurrency returns an error (409) if the currency of a project differs, and the project has an amount of
// money.
func mayChangeCurrency(ctx context.Context, read, row *ent.Project) error {
	if reflect.DeepEqual(read.Currency, row.Currency) {
		return nil
	}
	found, what, err := amounts.First(ctx, call.DB(ctx), project.ID(row.ID))
	if err != nil || found == nil {
		return err
	}
	return problem.Field(problem.InvalidState, record+".currency",
		"cannot be changed, because the project has "+what+": create another project with the other currency")
}

// toProto returns the message of the row.
func toProto(row *ent.Project) *pb.Project {
	start, end := protoconv.DateString(row.StartDate), protoconv.DateString(row.EndDate)
	status := protoconv.EnumOf[pb.ProjectStatus](row.Status)
	billing := protoconv.EnumOf[pb.BillingType](row.BillingType)
	return &pb.Project{
		Id:               row.ID.String(),
		Name:             &row.Name,
		ClientId:         row.ClientID.String(),
		StartDate:        &start,
		EndDate:          &end,
		Objective:        row.Objective,
		ProjectManagerId: protoconv.OptionalIDString(row.ProjectManagerID),
		Status:           &status,
		BillingType:      &billing,
		Amount:           row.Amount,
		HourlyRate:       row.HourlyRate,
		IsBillable:       row.BillingType != project.BillingTypeNonBillable,
		Version:          row.Version,
		CreatedAt:        timestamppb.New(row.CreatedAt),
		UpdatedAt:        timestamppb.New(row.UpdatedAt),
		Color:            protoconv.OptionalEnumOf[pb.ProjectColor](row.Color),
		ExternalIds:      row.ExternalIds,
		Currency:         row.Currency,
	}
}
