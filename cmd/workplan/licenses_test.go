package main

import (
	"debug/buildinfo"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/licenses"
)

// TestLicensesNameEveryComponent compares the list with what the linker wrote into the program, and with the list that Vite
// writes of the packages in the web app.
func TestLicensesNameEveryComponent(t *testing.T) {
	t.Parallel()
	bin := mustBuild(t)
	info, err := buildinfo.ReadFile(bin)
	if err != nil {
		t.Fatal(err)
	}
	components := []licenses.Component{{Name: licenses.StandardLibrary}}
	for _, m := range info.Deps {
		components = append(components, licenses.Component{Name: m.Path, Version: m.Version})
	}
	packages, err := licenses.OfWebApp("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		components = append(components, p.Component)
	}
	if len(info.Deps) < 40 || len(packages) == 0 {
		t.Errorf("the program has only %d modules and %d packages", len(info.Deps), len(packages))
	}
	out, err := exec.CommandContext(t.Context(), bin, "licenses").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range components {
		if !strings.Contains(string(out), "\n"+c.String()+"\n") {
			t.Errorf("workplan licenses does not name %s: run .ci/generate", c)
		}
	}
	own, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), strings.TrimSpace(string(own))) {
		t.Error("workplan licenses does not have the licence of Workplan")
	}
}
