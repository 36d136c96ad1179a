package call

import (
	"context"
	"strings"
)

// Prefer is the header, and the metadata of a gRPC call, in which a client says what it prefers (RFC 7240).
const Prefer = "Prefer"

// PreferenceApplied is the header, and the metadata, of a response that does what the client prefers.
const PreferenceApplied = "Preference-Applied"

// ReturnMinimal is the only preference that the API knows: the response of a bulk write has no rows, and counts them.
// All others are ignored, as RFC 7240 wants it.
const ReturnMinimal = "return=minimal"

// Minimal reports whether the response of the request in ctx has no rows.
func Minimal(ctx context.Context) bool { return FromContext(ctx).Minimal }

// prefersMinimal reports whether the values of Prefer ask for ReturnMinimal. Of preferences with one name, the first
// counts. A comma or a semicolon in a quoted value is taken for a separator, which cannot make another preference of
// it: return has no value with one.
func prefersMinimal(values []string) bool {
	for _, value := range values {
		for one := range strings.SplitSeq(value, ",") {
			one, _, _ = strings.Cut(one, ";") // parameters
			name, value, _ := strings.Cut(one, "=")
			if strings.EqualFold(strings.TrimSpace(name), "return") {
				return strings.Trim(strings.TrimSpace(value), `"`) == "minimal"
			}
		}
	}
	return false
}
