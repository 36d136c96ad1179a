package journal

import (
	"slices"
	"strings"

	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/internal/problem"
)

// types are the types of events, in alphabetical order.
var types = []string{
	"actual_hours.deleted", "actual_hours.upserted", "assignments.deleted", "assignments.upserted",
	"calendar_feed.created", "calendar_feed.deleted",
	"capability.created", "capability.updated",
	"client.created", "client.updated",
	"holiday.created", "holiday.deleted", "holiday.updated",
	"key.created", "key.revoked", "key.rotated", "key.updated",
	"project.created", "project.updated",
	"session.created", "session.ended", "session.refused",
	"sign_in_identity.created", "sign_in_identity.deleted",
	"time_off.approved", "time_off.created", "time_off.deleted", "time_off.rejected", "time_off.updated",
	"time_off_type.created", "time_off_type.updated",
	"user.created", "user.erased", "user.updated",
	"user_capabilities.updated",
	"webhook.created", "webhook.deleted", "webhook.disabled", "webhook.parked", "webhook.updated",
	"working_patterns.updated",
}

// matching returns the types that patterns name, or all types if there are no patterns. A
// pattern is a type, or ends in .* as time_off.*, or is *, which is all types. The error says
// that the field has a pattern that matches no type.
func matching(field string, patterns []string) ([]string, error) {
	if len(patterns) == 0 {
		return types, nil
	}
	var found []string
	for _, pattern := range patterns {
		before := len(found)
		for _, t := range types {
			if prefix, many := strings.CutSuffix(pattern, "*"); t == pattern || pattern == "*" ||
				many && strings.HasSuffix(prefix, ".") && strings.HasPrefix(t, prefix) {
				found = append(found, t)
			}
		}
		if len(found) == before {
			hint := nearest.Hint(pattern, types)
			if hint == "" {
				hint = ": the types are " + strings.Join(types, ", ")
			}
			return nil, problem.Field(problem.ValidationFailed, field, "has a value that is no type of events"+hint)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// recordType returns the type of the record of an event, such as client.
func recordType(eventType string) string {
	record, _, _ := strings.Cut(eventType, ".")
	return record
}
