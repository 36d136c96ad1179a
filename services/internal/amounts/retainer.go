package amounts

import (
	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/project"
)

// IsRetainer reports whether a project has an amount for each month, which it brings in or would bring in.
func IsRetainer(p *ent.Project) bool {
	return p.BillingType == project.BillingTypeRetainer && p.Amount != nil && p.Status != project.StatusCancelled
}

// BringsInMonthly reports whether a project is a retainer and no draft.
func BringsInMonthly(p *ent.Project) bool { return IsRetainer(p) && p.Status != project.StatusDraft }
