package docs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEachPageIsOnAShelf fails if the page about the shelves has no link to a page.
func TestEachPageIsOnAShelf(t *testing.T) {
	shelves, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages, count := []string{"*.md", "recipes/*.md", "operate/*.md", "reports/*.md", "reports/*/*.md"}, 0
	for _, pattern := range pages {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range found {
			count++
			if page != "README.md" && !strings.Contains(string(shelves), "]("+page+")") {
				t.Errorf("README.md has no link to %s", page)
			}
		}
	}
	if count < 30 {
		t.Errorf("only %d pages were found", count)
	}
}
