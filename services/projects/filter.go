package projects

import (
	"context"
	"regexp"
	"strings"
	"unicode"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/assignment"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/project"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// filters are the conditions of a list, all of which hold for its projects.
func filters(ctx context.Context, req *pb.ListProjectsRequest) []predicate.Project {
	var all []predicate.Project
	if req.UpdatedSince != nil {
		all = append(all, project.UpdatedAtGTE(req.UpdatedSince.AsTime()))
	}
	if req.ClientId != nil {
		all = append(all, project.ClientID(protoconv.ID(*req.ClientId)))
	}
	if len(req.Status) > 0 {
		all = append(all, project.StatusIn(lists.Map(req.Status, func(s pb.ProjectStatus) project.Status {
			return protoconv.Word[project.Status](s)
		})...))
	}
	// The project's range overlaps the window, as the contract states it for time
	// off: decisions.md section 1.
	if req.StartDate != nil {
		all = append(all, project.EndDateGTE(protoconv.Date(*req.StartDate)))
	}
	if req.EndDate != nil {
		all = append(all, project.StartDateLTE(protoconv.Date(*req.EndDate)))
	}
	if req.AssignedUserId != nil {
		all = append(all, assignedTo(tenant.Organization(ctx), protoconv.ID(*req.AssignedUserId)))
	}
	if req.IsBillable != nil {
		if *req.IsBillable {
			all = append(all, project.BillingTypeNEQ(project.BillingTypeNonBillable))
		} else {
			all = append(all, project.BillingTypeEQ(project.BillingTypeNonBillable))
		}
	}
	if req.Name != nil {
		all = append(all, nameContains(*req.Name))
	}
	return all
}

// assignedTo are the projects with planned hours of the user, more than 0.
func assignedTo(organization, user uuid.UUID) predicate.Project {
	return func(s *sql.Selector) {
		rows := sql.Table(assignment.Table)
		s.Where(sql.Exists(sql.Select(rows.C(assignment.FieldID)).From(rows).Where(sql.And(
			sql.EQ(rows.C(assignment.FieldOrganizationID), organization),
			sql.EQ(rows.C(assignment.FieldUserID), user),
			sql.ColumnsEQ(rows.C(assignment.FieldProjectID), s.C(project.FieldID)),
			sql.GT(rows.C(assignment.FieldHours), 0),
		))))
	}
}

// nameContains are the projects whose name contains the text, whatever the case.
// ILIKE is not enough: it folds no letters but a to z where the database has the
// locale C, and Ent's NameContainsFold then does not even find Ü by Ü.
func nameContains(text string) predicate.Project {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.Ident(s.C(project.FieldName)).WriteString(" ~ ").Arg(pattern(text))
		}))
	}
}

// pattern is a regular expression of Postgres that matches the text in any case:
// each letter is the set of its cases, all else stands for itself.
func pattern(text string) string {
	var b strings.Builder
	for _, r := range text {
		other := unicode.SimpleFold(r)
		if other == r {
			b.WriteString(regexp.QuoteMeta(string(r)))
			continue
		}
		b.WriteByte('[')
		b.WriteRune(r)
		for ; other != r; other = unicode.SimpleFold(other) {
			b.WriteRune(other)
		}
		b.WriteByte(']')
	}
	return b.String()
}
