// Command generate writes the dashboard, the rules and the pages about metrics and alerts. It is a
// step of .ci/generate.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/workplan-api/workplan/tools/internal/checkout"
	"github.com/workplan-api/workplan/tools/observability"
)

const (
	forTools = "deploy/observability"
	runbooks = "docs/operate/runbooks"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write() error {
	if err := checkout.Enter(); err != nil {
		return err
	}
	files := map[string][]byte{
		"docs/operate/metrics.md": observability.MetricsPage(), runbooks + "/README.md": observability.Index(),
	}
	for _, a := range observability.Alerts() {
		files[filepath.Join(runbooks, a.Name+".md")] = a.Page()
	}
	for name, encode := range map[string]func() ([]byte, error){
		"dashboard.json": observability.Dashboard, "rules.yaml": observability.Rules,
		"rules_test.yaml": observability.RuleTests,
	} {
		text, err := encode()
		if err != nil {
			return err
		}
		files[filepath.Join(forTools, name)] = text
	}
	if err := os.RemoveAll(runbooks); err != nil { // the pages of alerts that are gone
		return err
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
