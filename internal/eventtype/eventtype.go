// Package eventtype has the types of the events of the journal. The server and the generator of the OpenAPI document
// share it.
package eventtype

import "strings"

// Reminded and BudgetReached are the only types that do not begin with their record: a reminder of a timesheet is no
// timesheet, and an alert of a budget is no project.
const (
	Reminded      = "timesheet.reminded"
	BudgetReached = "project.budget_reached"
)

// CostsUpdated is a change of a list of rates in which only cost rates differ.
const CostsUpdated = "rates.costs_updated"

// Record returns the type of the record that events of a type are about, such as client.
func Record(eventType string) string {
	switch eventType {
	case Reminded:
		return "timesheet_reminder"
	case BudgetReached:
		return "budget_alert"
	}
	record, _, _ := strings.Cut(eventType, ".")
	return record
}

// All are the types, in alphabetical order. Record returns the record of one.
var All = []string{
	"actual_hours.deleted", "actual_hours.upserted", "assignments.deleted", "assignments.upserted",
	"budget.updated",
	"calendar_feed.created", "calendar_feed.deleted",
	"capability.created", "capability.updated",
	"client.created", "client.updated",
	"holiday.created", "holiday.deleted", "holiday.updated",
	"key.created", "key.revoked", "key.rotated", "key.updated",
	"lock.created", "lock.deleted", "lock.exception_created", "lock.exception_deleted",
	"pricing.updated",
	"privacy.updated",
	"project.budget_reached", "project.created", "project.updated",
	"proposal.applied", "proposal.approved", "proposal.created", "proposal.deleted", "proposal.rejected", "proposal.submitted",
	"proposal.updated", "proposal.withdrawn",
	"rates.costs_updated", "rates.updated",
	"session.created", "session.ended", "session.refused",
	"settlement.updated",
	"sign_in_identity.created", "sign_in_identity.deleted",
	"time_off.approved", "time_off.created", "time_off.deleted", "time_off.rejected", "time_off.updated",
	"time_off_type.created", "time_off_type.updated",
	"timesheet.approved", "timesheet.rejected", "timesheet.reminded", "timesheet.reopened", "timesheet.submitted", "timesheet.withdrawn",
	"user.created", "user.erased", "user.updated",
	"user_capabilities.updated",
	"webhook.created", "webhook.deleted", "webhook.disabled", "webhook.parked", "webhook.updated",
	"working_patterns.updated",
}
