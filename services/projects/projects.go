// Package projects serves the work that the organization does for its clients.
//
// A project is for one client, from its first day to its last. It may be in any state
// and move from any to any other. How it is billed is settled when it is created, and
// so is its client. Its manager is a user of the organization. An update writes only
// the fields that it names. Projects are not deleted; they are cancelled.
package projects

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/permit"
)

// Service implements pb.ProjectServiceServer.
type Service struct {
	pb.UnimplementedProjectServiceServer
	db      *ent.Client
	permits *permit.Permits
}

// New returns the service over db.
func New(db *ent.Client, permits *permit.Permits) *Service {
	return &Service{db: db, permits: permits}
}

// ListProjects returns a page of projects, oldest first.
func (s *Service) ListProjects(ctx context.Context, req *pb.ListProjectsRequest) (*pb.ListProjectsResponse, error) {
	q := s.db.Project.Query()
	narrow(ctx, q, req)
	page := &pb.ProjectPage{}
	return &pb.ListProjectsResponse{Data: page}, lists.Get(ctx, req, page, q, func(ctx context.Context, rows []*ent.Project) ([]*pb.Project, error) {
		items := lists.Map(rows, toProto)
		return items, s.expand(ctx, req.Expand, rows, items)
	})
}

// CreateProject creates a project.
func (s *Service) CreateProject(ctx context.Context, req *pb.CreateProjectRequest) (*pb.CreateProjectResponse, error) {
	in := req.Project
	start, end := protoconv.Date(in.GetStartDate()), protoconv.Date(in.GetEndDate())
	client, manager := protoconv.ID(in.ClientId), protoconv.OptionalID(in.ProjectManagerId)
	if end.Before(start) {
		return nil, endBeforeStart()
	}
	billing, err := billingType(in)
	if err != nil {
		return nil, err
	}
	if err := s.checkReferences(ctx, &client, manager); err != nil {
		return nil, err
	}
	if err := s.permits.CreateProject(ctx); err != nil {
		return nil, err
	}
	now := protoconv.Now()
	c := s.db.Project.Create().
		SetCreatedAt(now).
		SetUpdatedAt(now).
		SetName(in.GetName()).
		SetClientID(client).
		SetStartDate(start).
		SetEndDate(end).
		SetNillableObjective(in.Objective).
		SetNillableProjectManagerID(manager).
		SetBillingType(billing).
		SetNillableAmount(in.Amount).
		SetNillableHourlyRate(in.HourlyRate)
	if in.Status != nil {
		c.SetStatus(status(in))
	}
	row, err := c.Save(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.CreateProjectResponse{Data: toProto(row)}, nil
}

// UpdateProject changes the fields in the mask.
func (s *Service) UpdateProject(ctx context.Context, req *pb.UpdateProjectRequest) (*pb.UpdateProjectResponse, error) {
	id, fields := protoconv.ID(req.ProjectId), req.UpdateMask.GetPaths()
	read := func(ctx context.Context) (*ent.Project, error) {
		return s.db.Project.Query().Where(project.ID(id)).Only(ctx)
	}
	row, err := patch.Run(ctx, "project", read, func(ctx context.Context, row *ent.Project) (int, error) {
		manager := row.ProjectManagerID // the one before the change: nobody permits themselves
		u := s.db.Project.Update().Where(project.ID(id), project.Version(row.Version))
		if err := s.apply(ctx, row, u, req.Project, fields); err != nil {
			return 0, err
		}
		if err := s.permits.UpdateProject(ctx, manager); err != nil {
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
	return &pb.UpdateProjectResponse{Data: toProto(row)}, nil
}

// apply brings the fields of in into the row and into its update.
func (s *Service) apply(ctx context.Context, row *ent.Project, u *ent.ProjectUpdate, in *pb.Project, fields []string) error {
	for _, field := range fields {
		switch field {
		case "name":
			row.Name = in.GetName()
			u.SetName(row.Name)
		case "start_date":
			row.StartDate = protoconv.Date(in.GetStartDate())
			u.SetStartDate(row.StartDate)
		case "end_date":
			row.EndDate = protoconv.Date(in.GetEndDate())
			u.SetEndDate(row.EndDate)
		case "objective":
			row.Objective = in.Objective
			patch.Nullable(row.Objective, u.SetObjective, u.ClearObjective)
		case "project_manager_id":
			row.ProjectManagerID = protoconv.OptionalID(in.ProjectManagerId)
			if err := s.checkReferences(ctx, nil, row.ProjectManagerID); err != nil {
				return err
			}
			patch.Nullable(row.ProjectManagerID, u.SetProjectManagerID, u.ClearProjectManagerID)
		case "status":
			row.Status = status(in)
			u.SetStatus(row.Status)
		}
	}
	switch {
	case !row.EndDate.Before(row.StartDate):
		return nil
	case !slices.Contains(fields, "end_date"):
		return problem.Field(problem.ValidationFailed, "project.start_date", "must not be after the end date")
	}
	return endBeforeStart()
}

func endBeforeStart() error {
	return problem.Field(problem.ValidationFailed, "project.end_date", "must not be before the start date")
}

// checkReferences refuses a client and a manager, where they are given, who are not
// in the organization.
func (s *Service) checkReferences(ctx context.Context, client, manager *uuid.UUID) error {
	unknown := &problem.Error{Code: problem.UnknownReference}
	if client != nil {
		known, err := s.db.Customer.Query().Where(customer.ID(*client)).Exist(ctx)
		if err != nil {
			return err
		}
		if !known {
			unknown.Add(problem.Detail{Field: "project.client_id", Message: "does not exist", Index: -1})
		}
	}
	if manager != nil {
		known, err := s.db.User.Query().Where(user.ID(*manager)).Exist(ctx)
		if err != nil {
			return err
		}
		if !known {
			unknown.Add(problem.Detail{Field: "project.project_manager_id", Message: "does not exist", Index: -1})
		}
	}
	if len(unknown.Details) > 0 {
		return unknown
	}
	return nil
}

func status(in *pb.Project) project.Status {
	return protoconv.Word[project.Status](in.GetStatus())
}

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
	}
}
