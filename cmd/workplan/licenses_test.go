package main

import (
	"debug/buildinfo"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestLicensesNameEveryComponent compares the list with what the linker wrote into the program, and with the list that
// Vite writes of the packages in the web app.
func TestLicensesNameEveryComponent(t *testing.T) {
	t.Parallel()
	bin := apitest.Program(t)
	info, err := buildinfo.ReadFile(bin)
	if err != nil {
		t.Fatal(err)
	}
	components := []string{"Go standard library"}
	for _, m := range info.Deps {
		components = append(components, m.Path+" "+m.Version)
	}
	list, err := os.ReadFile("../../web/dist/licenses.json")
	if err != nil {
		t.Fatal(err)
	}
	var packages []struct{ Name, Version string }
	if err := json.Unmarshal(list, &packages); err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		components = append(components, p.Name+" "+p.Version)
	}
	if len(info.Deps) < 40 || len(packages) == 0 {
		t.Errorf("the program has only %d modules and %d packages", len(info.Deps), len(packages))
	}
	out, err := exec.CommandContext(t.Context(), bin, "licenses").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range components {
		if !strings.Contains(string(out), "\n"+c+"\n") {
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
