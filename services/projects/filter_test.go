package projects_test

import (
	"regexp"
	"testing"

	"github.com/workplan-api/workplan/services/projects"
)

// The patterns are written in what Go and Postgres have in common.
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
			if got := regexp.MustCompile(projects.Pattern(tt.text)).MatchString(tt.name); got != tt.want {
				t.Errorf("pattern %q: got %v, want %v", projects.Pattern(tt.text), got, tt.want)
			}
		})
	}
}
