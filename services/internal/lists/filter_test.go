package lists

import (
	"regexp"
	"testing"
)

// TestPattern matches with Go: patterns use only what Go and PostgreSQL have in common.
func TestPattern(t *testing.T) {
	for _, tt := range []struct {
		text, name string
		want       bool
	}{
		{"web", "New WEBsite", true},
		{"ÜBER", "das Übergangsprojekt", true},
		{"σίσυφος", "ΣΊΣΥΦΟΣ", true},
		{"日本", "日本語", true},
		{"İ", "Kelvin", false},
		{"web", "wb", false},
		{"100%", "100% done", true},
		{"100%", "1000 done", false},
		{"a_b", "a_b", true},
		{"a_b", "aXb", false},
		{`\`, `a\b`, true},
		{`\`, "ab", false},
		{".*", "anything", false},
		{"[x] (y)|z^$+?{1}", "a [X] (Y)|Z^$+?{1}", true},
		{"***=a", "***=A", true},
	} {
		t.Run(tt.text+" in "+tt.name, func(t *testing.T) {
			if got := regexp.MustCompile(pattern(tt.text)).MatchString(tt.name); got != tt.want {
				t.Errorf("pattern %q: got %v, want %v", pattern(tt.text), got, tt.want)
			}
		})
	}
}
