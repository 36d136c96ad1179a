package proposed

import (
	"strings"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/tenant"
)

// columns are those of a row of planned hours that statements read.
var columns = []string{
	"organization_id", "id", "version", "created_at", "updated_at", "user_id", "project_id", "capability_id", "date", "hours",
	"tentative",
}

// Of returns the columns of rows t.
func Of(t string) string { return t + "." + strings.Join(columns, ", "+t+".") }

// Unwished is the condition of a statement that a proposal has no wish for a row t of planned hours. id is the
// parameter with the proposal.
func Unwished(id string) string { return "NOT EXISTS (" + wishFor(id) + ")" }

// UnwishedOnPage is Unwished for a statement with a limit. OFFSET 0 makes PostgreSQL look up each row of the page in
// the index of wishes. As a join, it compares them with all wishes of a proposal that was written since the last
// ANALYZE.
func UnwishedOnPage(id string) string { return "NOT EXISTS (" + wishFor(id) + " OFFSET 0)" }

// wishFor selects the wish of a proposal for a row t.
func wishFor(id string) string {
	return `SELECT FROM proposal_rows w WHERE w.organization_id = $1 AND w.proposal_id = ` + id + `
  AND w.user_id = t.user_id AND w.date = t.date AND w.project_id = t.project_id
  AND coalesce(w.capability_id, '00000000-0000-0000-0000-000000000000') =
    coalesce(t.capability_id, '00000000-0000-0000-0000-000000000000')`
}

// Wished is the condition that a row t of proposal_rows is one that a proposal wishes to be there.
func Wished(id string) string {
	return "t.organization_id = $1 AND t.proposal_id = " + id + " AND t.hours IS NOT NULL"
}

// Rows returns what follows FROM in a statement that reads planned hours as a proposal would make them, without a name.
// $1 is the organization, and live the rows t of the live plan: a table, or a subquery that has the columns of Of.
// Without a proposal, it is live.
func Rows(live string, args *tenant.Args, proposal *uuid.UUID) string {
	if proposal == nil {
		return live
	}
	id := args.Add(*proposal)
	where := " WHERE "
	if !strings.HasPrefix(live, "(") {
		where += "t.organization_id = $1 AND "
	}
	return "(SELECT " + Of("t") + " FROM " + live + " t" + where + Unwished(id) +
		" UNION ALL SELECT " + Of("t") + " FROM proposal_rows t WHERE " + Wished(id) + ")"
}
