// Package nearest suggests names for a name that does not exist.
package nearest

import (
	"fmt"
	"strings"
)

// Hint returns `: did you mean "x"?` with the known name that is nearest to name. It
// returns an empty string if no name is near.
func Hint(name string, known []string) string {
	best := Name(name, known, len(name)/3+1)
	if best == "" {
		return ""
	}
	return fmt.Sprintf(": did you mean %q?", best)
}

// Name returns the known name that is nearest to name, in any case. It returns an empty string
// if none differs in fewer than limit bytes.
func Name(name string, known []string, limit int) (best string) {
	for _, k := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(k), limit); d < limit {
			best, limit = k, d
		}
	}
	return best
}

// distance returns the Levenshtein distance of a and b in bytes, or limit if it is that
// or more.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return min(row[len(b)], limit)
}
