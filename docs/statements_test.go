package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// asText finds a call that runs a statement as text.
var asText = regexp.MustCompile(`\b(tenant\.(Query|Each|Exec)|postgres\.(Each|Column\[\w+\])|` +
	`\w+\.(QueryRowContext|QueryContext|ExecContext))\(`)

// TestStatementsAsText: a file of services that runs statements as text has its reason in architecture.md.
func TestStatementsAsText(t *testing.T) {
	page, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| files | why |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var listed, found []string
	for _, m := range regexp.MustCompile("`([a-z/]+\\.go)`").FindAllStringSubmatch(table, -1) {
		listed = append(listed, strings.TrimPrefix(m[1], "services/"))
	}
	const services = "../services"
	eachSource(t, services, func(path string) {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if asText.Match(source) {
			name, _ := filepath.Rel(services, path)
			found = append(found, filepath.ToSlash(name))
		}
	})
	slices.Sort(listed)
	slices.Sort(found)
	for _, name := range found {
		if !slices.Contains(listed, name) {
			t.Errorf("services/%s runs statements as text: use Ent, or give the reason in architecture.md", name)
		}
	}
	for _, name := range listed {
		if !slices.Contains(found, name) {
			t.Errorf("services/%s is in the table of architecture.md, and runs no statement as text", name)
		}
	}
	if len(found) == 0 {
		t.Error("no file was found")
	}
}
