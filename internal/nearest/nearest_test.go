package nearest_test

import (
	"testing"

	"github.com/workplan-api/workplan/internal/nearest"
)

func TestHint(t *testing.T) {
	known := []string{"read:users", "write:users", "Dock & Sons", "ada@example.com"}
	for name, want := range map[string]string{
		"read:user":         `: did you mean "read:users"?`,
		"raed:users":        `: did you mean "read:users"?`,
		"wriet:users":       `: did you mean "write:users"?`,
		"DOCK & SONS":       `: did you mean "Dock & Sons"?`,
		"ada@exmaple.com":   `: did you mean "ada@example.com"?`,
		"ada@example.comm":  `: did you mean "ada@example.com"?`,
		"grace@another.org": "",
		"x":                 "",
		"":                  "",
	} {
		if got := nearest.Hint(name, known); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
	if got := nearest.Hint("anything", nil); got != "" {
		t.Error(got)
	}
}
