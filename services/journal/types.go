package journal

import (
	"cmp"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/internal/eventtype"
	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/internal/problem"
)

// matching returns the types that patterns name, or all types if there are no patterns. A
// pattern is a type, or ends in .* as time_off.*, or is *, which is all types. The error says
// that the field has a pattern that matches no type.
func matching(field string, patterns []string) ([]string, error) {
	if len(patterns) == 0 {
		return eventtype.All, nil
	}
	var found []string
	for _, pattern := range patterns {
		before := len(found)
		for _, t := range eventtype.All {
			if prefix, many := strings.CutSuffix(pattern, "*"); t == pattern || pattern == "*" ||
				many && strings.HasSuffix(prefix, ".") && strings.HasPrefix(t, prefix) {
				found = append(found, t)
			}
		}
		if len(found) == before {
			hint := cmp.Or(nearest.Hint(pattern, eventtype.All), ": the types are "+strings.Join(eventtype.All, ", "))
			return nil, problem.Field(problem.ValidationFailed, field, "has a value that is not a type of event"+hint)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// Erased is in place of the names and the reasons of a user who was erased, in records and in events. The versions of
// records stay.
const Erased = "Erased"
