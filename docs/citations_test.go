// Package docs_test checks what the repository says about itself.
package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	generated = regexp.MustCompile(
		`^(gen|ent/[^sm]\w*|\.ci/released)/|^ent/\w+\.go$|\.(sum|lock)$|package-lock\.json$`,
	)
	comment  = regexp.MustCompile(`^\s*(//|#|\*|--)`)
	numbered = regexp.MustCompile(`(?i)\bsections? \d|\brules? \d+ of the design`)
	// placeholder is a part of a path that a reader replaces, such as NAME.
	placeholder = regexp.MustCompile(`/[A-Z]+(/|$)`)
	cited       = regexp.MustCompile(
		"(?:^|[\\s(\"'`])((?:\\.ci|clients|cmd|docs|ent|gen|internal|proto|services|tools)/[\\w./-]*\\w|[\\w./-]+\\.md)\\b",
	)
)

// calledTool is a method of the Model Context Protocol, not a file.
const calledTool = "tools/call"

// migration is a file that stays as it was, also if what it cites has moved since.
var migration = regexp.MustCompile(`^ent/migrations/\d+_\w+\.sql$`)

// measured is a report that names the packages of the commit that was measured.
const measured = "docs/reports/performance/README.md"

// TestCitationsExist fails if a comment or a page cites a section by number, or a file that
// the repository does not have.
func TestCitationsExist(t *testing.T) {
	out, err := exec.Command("git", "-C", "..", "ls-files").Output()
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		text, err := os.ReadFile(filepath.Join("..", name))
		if name == measured || generated.MatchString(name) || migration.MatchString(name) || err != nil ||
			strings.Contains(string(text), "\x00") {
			continue
		}
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			if !comment.MatchString(line) && filepath.Ext(name) != ".md" {
				continue
			}
			if numbered.MatchString(line) && !strings.Contains(line, "RFC") {
				t.Errorf("%s:%d cites a section by its number: say what it says, or cite the page", name, number)
			}
			for _, m := range cited.FindAllStringSubmatch(line, -1) {
				checked++
				nearby := filepath.Join(filepath.Dir(name), m[1])
				below := filepath.Join(filepath.Dir(name), "*", m[1])
				if m[1] != calledTool && !placeholder.MatchString(m[1]) && !exists(m[1]) && !exists(nearby) &&
					!exists(below) {
					t.Errorf("%s:%d cites %s, which does not exist", name, number, m[1])
				}
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d citations found", checked)
	}
}

func exists(pattern string) bool {
	found, err := filepath.Glob(filepath.Join("..", pattern))
	return err == nil && found != nil
}
