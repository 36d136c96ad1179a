// Package amounts is about the amounts of projects. Their currency must stay as it is: the amounts have none of their
// own, so in another currency they would be worth something else.
package amounts

import (
	"context"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/internal/tenant"
)

// First returns one of the projects that has an amount, an hourly rate, or a budget with an amount, and which of them.
// It returns nil if there is no such project. It locks nothing: an amount that is written at the same moment may count
// as written afterwards, in the new currency.
func First(ctx context.Context, db *ent.Client, of ...predicate.Project) (found *ent.Project, what string, err error) {
	found, err = db.Project.Query().Where(of...).
		Where(project.Or(project.AmountNotNil(), project.HourlyRateNotNil(), budgeted(tenant.Organization(ctx)))).
		First(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil, "", nil
	case err != nil:
		return nil, "", err
	case found.Amount != nil:
		return found, "an amount", nil
	case found.HourlyRate != nil:
		return found, "an hourly rate", nil
	}
	return found, "a budget with an amount", nil
}

// budgeted returns the predicate that a project has a budget with an amount. The budget of each project is looked up by
// itself: with EXISTS, PostgreSQL may read those of the organization.
func budgeted(organization uuid.UUID) predicate.Project {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString("(SELECT jsonb_path_exists(b.items, '$[*].amount') FROM budgets b WHERE b.organization_id = ").
				Arg(organization).WriteString(" AND b.id = ").Ident(s.C(project.FieldID)).WriteString(")")
		}))
	}
}
