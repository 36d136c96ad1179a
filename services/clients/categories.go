package clients

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/problem"
)

// maxCategory is the length of a category in characters, after trimming. The proto
// cannot say that, because it counts before.
const maxCategory = 50

// tidy returns the categories trimmed and each once, in the order of their first
// mention; never nil, which would be stored as null. Its error names every one that
// is blank or too long.
func tidy(categories []string) (pq.StringArray, error) {
	tidied := make(pq.StringArray, 0, len(categories))
	bad := &problem.Error{Code: problem.ValidationFailed}
	for i, category := range categories {
		category = strings.TrimSpace(category)
		if n := utf8.RuneCountInString(category); n < 1 || n > maxCategory {
			bad.Add(problem.Detail{
				Field:   fmt.Sprintf("client.categories[%d]", i),
				Message: fmt.Sprintf("must have 1 to %d characters, not counting spaces around it", maxCategory),
				Index:   i,
			})
		}
		if !slices.Contains(tidied, category) {
			tidied = append(tidied, category)
		}
	}
	if len(bad.Details) > 0 {
		return nil, bad
	}
	return tidied, nil
}
