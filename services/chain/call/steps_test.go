package call

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPictureOfTheSteps compares the picture in docs/architecture.md with the steps.
func TestPictureOfTheSteps(t *testing.T) {
	page, err := os.ReadFile("../../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, picture, _ := strings.Cut(string(page), "\n```\n")
	picture, _, _ = strings.Cut(picture, "\n```\n")
	var drawn []string
	for _, line := range regexp.MustCompile(`(?m)^ {7}([a-z]+) {2,}\S`).FindAllStringSubmatch(picture, -1) {
		drawn = append(drawn, line[1])
	}
	steps := []string{"observe"} // which surrounds the others
	for _, step := range slices.Concat(arrival, serving) {
		steps = append(steps, step.Name)
	}
	if !slices.Equal(drawn, steps) {
		t.Errorf("the picture has %q, the chain %q", drawn, steps)
	}
}
