package projects

import (
	"bytes"
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/clients"
	"github.com/workplan-api/workplan/services/users"
)

// expand adds the requested clients and project managers to items, with one query each. They have
// only their ids and names if the caller lacks the scope to read them.
// items are the messages of rows. A project without a manager gets an empty user, which is
// null in JSON.
func (s *Service) expand(ctx context.Context, what []string, rows []*ent.Project, items []*pb.Project) error {
	if slices.Contains(what, "client") {
		byID, err := s.clientsOf(ctx, rows)
		if err != nil {
			return err
		}
		for i, row := range rows {
			items[i].Client = byID[row.ClientID]
		}
	}
	if slices.Contains(what, "projectManager") {
		managers, err := s.managersOf(ctx, rows)
		if err != nil {
			return err
		}
		for i, row := range rows {
			items[i].ProjectManager = &pb.User{}
			if row.ProjectManagerID != nil {
				items[i].ProjectManager = managers[*row.ProjectManagerID]
			}
		}
	}
	return nil
}

func (s *Service) clientsOf(ctx context.Context, rows []*ent.Project) (map[uuid.UUID]*pb.Client, error) {
	wanted := make([]uuid.UUID, 0, len(rows))
	for _, row := range rows {
		wanted = append(wanted, row.ClientID)
	}
	byID := map[uuid.UUID]*pb.Client{}
	if len(wanted) == 0 {
		return byID, nil
	}
	found, err := s.db.Customer.Query().Where(idAmong(wanted)).All(ctx)
	whole := auth.FromContext(ctx).Has("read:clients")
	for _, row := range found {
		if byID[row.ID] = clients.ToProto(row); !whole {
			byID[row.ID] = &pb.Client{Id: row.ID.String(), CompanyName: &row.CompanyName}
		}
	}
	return byID, err
}

func (s *Service) managersOf(ctx context.Context, rows []*ent.Project) (map[uuid.UUID]*pb.User, error) {
	wanted := make([]uuid.UUID, 0, len(rows))
	for _, row := range rows {
		if row.ProjectManagerID != nil {
			wanted = append(wanted, *row.ProjectManagerID)
		}
	}
	managers := map[uuid.UUID]*pb.User{}
	if len(wanted) == 0 {
		return managers, nil
	}
	found, err := s.db.User.Query().Where(idAmong(wanted)).All(ctx)
	whole := auth.FromContext(ctx).Has("read:users")
	for _, row := range found {
		if managers[row.ID] = users.ToProto(row); !whole {
			managers[row.ID] = &pb.User{Id: row.ID.String(), Name: &row.Name}
		}
	}
	return managers, err
}

// idAmong is like IDIn, but with one parameter. The statement is the same for any number of
// ids, so it stays prepared.
func idAmong(ids []uuid.UUID) func(*sql.Selector) {
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	ids = slices.Compact(ids)
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.Ident(s.C("id")).WriteString(" = ANY (").Arg(pq.Array(ids)).WriteString(")")
		}))
	}
}
