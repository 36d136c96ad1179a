package journal

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/eventtype"
)

// TestTheGuideHasEveryType compares the types of events with the table of the guide.
func TestTheGuideHasEveryType(t *testing.T) {
	text, err := os.ReadFile("../doors/docs/guides/events.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n| types | scope |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	documented := regexp.MustCompile(`[a-z_]+\.[a-z_]+`).FindAllString(table, -1)
	slices.Sort(documented)
	if !slices.Equal(documented, eventtype.All) {
		t.Errorf("the guide has %q, want %q", documented, eventtype.All)
	}
}
