package projects

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/customer"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/clients"
	"github.com/workplan-api/workplan/services/users"
)

// expand reads the requested clients and project managers with one query each, and adds them to items. They have
// only their ids and names if the caller lacks the scope to read them.
// items are the messages of rows.
func (s *Service) expand(ctx context.Context, what []string, rows []*ent.Project, items []*pb.Project) error {
	if slices.Contains(what, "client") {
		byID, err := s.readClients(ctx, rows)
		if err != nil {
			return err
		}
		for i, row := range rows {
			items[i].Client = byID[row.ClientID]
		}
	}
	if slices.Contains(what, "projectManager") {
		managers, err := s.readManagers(ctx, rows)
		if err != nil {
			return err
		}
		for i, row := range rows {
			if row.ProjectManagerID != nil {
				items[i].ProjectManager = managers[*row.ProjectManagerID]
			}
		}
	}
	return nil
}

// readClients returns the clients of projects, by their ids.
func (s *Service) readClients(ctx context.Context, rows []*ent.Project) (map[uuid.UUID]*pb.Client, error) {
	wanted := make([]uuid.UUID, 0, len(rows))
	for _, row := range rows {
		wanted = append(wanted, row.ClientID)
	}
	byID := map[uuid.UUID]*pb.Client{}
	found, err := among.Read[ent.Customer](ctx, call.DB(ctx), customer.Table, customer.Columns, wanted)
	whole := call.Caller(ctx).Has("read:clients")
	for _, row := range found {
		if byID[row.ID] = clients.ToProto(row); !whole {
			byID[row.ID] = &pb.Client{Id: row.ID.String(), CompanyName: &row.CompanyName}
		}
	}
	return byID, err
}

// readManagers returns the managers of projects, by their ids.
func (s *Service) readManagers(ctx context.Context, rows []*ent.Project) (map[uuid.UUID]*pb.User, error) {
	wanted := make([]uuid.UUID, 0, len(rows))
	for _, row := range rows {
		if row.ProjectManagerID != nil {
			wanted = append(wanted, *row.ProjectManagerID)
		}
	}
	managers := map[uuid.UUID]*pb.User{}
	found, err := among.Read[ent.User](ctx, call.DB(ctx), user.Table, user.Columns, wanted)
	whole := call.Caller(ctx).Has("read:users")
	for _, row := range found {
		if managers[row.ID] = users.ToProto(row); !whole {
			managers[row.ID] = &pb.User{Id: row.ID.String(), Name: &row.Name}
		}
	}
	return managers, err
}
