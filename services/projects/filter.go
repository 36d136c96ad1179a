package projects

import (
	"context"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/project"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// narrow applies the filters of a request.
func narrow(ctx context.Context, q *ent.ProjectQuery, req *pb.ListProjectsRequest) {
	lists.Filter(q, protoconv.OptionalID(req.ClientId), project.ClientID)
	if len(req.Status) > 0 {
		q.Where(project.StatusIn(lists.Map(req.Status, func(s pb.ProjectStatus) project.Status {
			return protoconv.Word[project.Status](s)
		})...))
	}
	// The list has the projects that overlap the time between the two dates.
	lists.Filter(q, protoconv.OptionalDate(req.StartDate), project.EndDateGTE)
	lists.Filter(q, protoconv.OptionalDate(req.EndDate), project.StartDateLTE)
	lists.Filter(q, protoconv.OptionalID(req.AssignedUserId), func(user uuid.UUID) predicate.Project {
		return assignedTo(tenant.Organization(ctx), user)
	})
	lists.Filter(q, req.IsBillable, billable)
	lists.Filter(q, req.Name, lists.Contains[predicate.Project](project.FieldName))
	lists.Filter(q, req.NameExact, lists.Named[predicate.Project](project.FieldName))
	lists.FilterIDs(ctx, q, project.Table, req.Ids)
	lists.Filter(q, req.ExternalId, externalid.Of[predicate.Project](ctx, record))
}

func billable(is bool) predicate.Project {
	if is {
		return project.BillingTypeNEQ(project.BillingTypeNonBillable)
	}
	return project.BillingTypeEQ(project.BillingTypeNonBillable)
}

// assignedTo returns the predicate that the user has more than 0 planned hours on a project. The hours of the user are
// read once: with EXISTS, PostgreSQL may read those of the organization for each project.
func assignedTo(organization, user uuid.UUID) predicate.Project {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.Ident(s.C(project.FieldID)).WriteString(" = ANY (ARRAY(SELECT DISTINCT project_id FROM assignments " +
				"WHERE organization_id = ").Arg(organization).
				WriteString(" AND user_id = ").Arg(user).WriteString(" AND hours > 0))")
		}))
	}
}
