// Package gates_test checks the Makefile and the scripts that run its gates.
package gates_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// gate is a target of the Makefile with a text.
type gate struct {
	name, what, when string
	paths, recipe    []string
}

// row returns the row of the gate in docs/gates.md.
func (g gate) row() string {
	paths := ""
	if len(g.paths) > 0 {
		paths = "`" + strings.Join(g.paths, " ") + "` "
	}
	return fmt.Sprintf("| %s | %s | %s | %s|", g.name, g.what, g.when, paths)
}

var (
	heading = regexp.MustCompile(`^##@ (\w+):`)
	target  = regexp.MustCompile(`^([a-z-]+):([a-z -]*) ## (.+)$`)
	paths   = regexp.MustCompile(`^([a-z-]+)\.paths := (.+)$`)
	row     = regexp.MustCompile(`(?m)^\| [a-z-]+ \| .* \|$`)
	lane    = regexp.MustCompile(`(?m)^ *- gates: (.+)$`)
	program = regexp.MustCompile(`(?:^|[\s"(])(\.ci/[\w./-]+|\./[\w/]+)`)
)

// read returns the gates of a Makefile.
func read(makefile string) (gates []gate) {
	when := ""
	for line := range strings.Lines(strings.ReplaceAll(makefile, "\\\n", " ")) {
		line = strings.TrimRight(line, "\n")
		if m := heading.FindStringSubmatch(line); m != nil {
			when = m[1]
		} else if line == "##@" {
			break
		}
		last := len(gates) - 1
		if m := target.FindStringSubmatch(line); m != nil && when != "runs" {
			gates = append(gates, gate{name: m[1], what: m[3], when: when})
		} else if m := paths.FindStringSubmatch(line); m != nil && last >= 0 && m[1] == gates[last].name {
			gates[last].paths = strings.Fields(m[2])
		} else if command, ok := strings.CutPrefix(line, "\t"); ok && last >= 0 {
			gates[last].recipe = append(gates[last].recipe, command)
		}
	}
	return gates
}

// check returns what is wrong with a Makefile, what make would run, the page about the gates and the hosted workflow.
func check(t *testing.T, makefile string, plan map[string][]string, page, workflow string) (wrong []string) {
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	gates, rows, hosted, seen := read(makefile), []string{}, []string{}, map[string]bool{}
	for _, m := range lane.FindAllStringSubmatch(workflow, -1) {
		hosted = append(hosted, strings.Fields(m[1])...)
	}
	for _, g := range gates {
		if seen[g.name] {
			fail("two gates have the name %s", g.name)
		}
		seen[g.name] = true
		rows = append(rows, g.row())
		if len(g.recipe) == 0 {
			fail("the gate %s does nothing", g.name)
		}
		for _, m := range program.FindAllStringSubmatch(strings.Join(g.recipe, "\n"), -1) {
			if !exists(m[1]) && !exists("tools/"+m[1]) {
				fail("the gate %s runs %s, which does not exist", g.name, m[1])
			}
		}
		for _, path := range g.paths {
			if !exists(strings.TrimPrefix(path, ":!")) {
				fail("the gate %s has the path %s, which does not exist", g.name, path)
			}
		}
		if (len(g.paths) > 0) != (g.when == "paths") {
			fail("the gate %s is below %s and has %d paths", g.name, g.when, len(g.paths))
		}
		if !slices.Contains([]string{"change", "paths", "full", "hand"}, g.when) {
			fail("the heading %s of the gate %s says nothing", g.when, g.name)
		}
		inFull := g.when == "paths" || g.when == "full"
		if inFull != slices.Contains(hosted, g.name) {
			fail("the hosted workflow and .ci/full differ in the gate %s", g.name)
		}
		for goal, runs := range map[string]bool{"quick": g.when == "change", "if-changed": g.when == "paths",
			"passed": inFull} {
			if runs != slices.Contains(plan[goal], g.name) {
				fail("the Makefile says that the gate %s is one of %s, and make %s differs", g.name, g.when, goal)
			}
		}
	}
	for _, name := range hosted {
		if !seen[name] {
			fail("the hosted workflow has %s, which is no gate", name)
		}
	}
	have := row.FindAllString(page, -1)
	for _, r := range slices.Concat(rows, have[min(1, len(have)):]) { // the first row is the heading
		if slices.Contains(rows, r) != slices.Contains(have, r) {
			fail("docs/gates.md and the Makefile differ in the row: %s", r)
		}
	}
	return append(wrong, unused(t, makefile)...)
}

// planned returns the gates that make would run: of quick, and those of change and of full that depend on something.
func planned(t *testing.T, makefile string) map[string][]string {
	dir := repository(t, makefile)
	plan := map[string][]string{}
	defer func() { // a line with $(MAKE) runs also with --dry-run
		if changed := must(t, dir, "git", "status", "--short"); changed != "" {
			t.Errorf("make --dry-run has written: %s", changed)
		}
	}()
	remade := regexp.MustCompile(`Must remake target '(?:([a-z-]+)/)?([a-z-]+)'`)
	for _, goal := range []string{"quick", "change", "full"} {
		out, err := run(dir, "make", "--dry-run", "--debug=basic", goal)
		if err != nil {
			t.Fatalf("make %s: %v: %s", goal, err, out)
		}
		for _, m := range remade.FindAllStringSubmatch(out, -1) {
			if m[1] != "" || goal == "quick" {
				key := m[1]
				if key == "" {
					key = goal
				}
				plan[key] = append(plan[key], m[2])
			}
		}
	}
	return plan
}

// unused names each script that is neither a gate, nor a part of one, nor what runs them.
func unused(t *testing.T, makefile string) (wrong []string) {
	scripts, err := filepath.Glob(root + "/.ci/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		info, err := os.Stat(script)
		if err != nil {
			t.Fatal(err)
		}
		name := ".ci/" + filepath.Base(script)
		if info.IsDir() || info.Mode()&0o111 == 0 || name == ".ci/run" || name == ".ci/full" {
			continue
		}
		whole := regexp.MustCompile(regexp.QuoteMeta(name) + `([^\w./-]|\.$|$)`)
		used := whole.MatchString(makefile)
		for _, other := range scripts {
			text, err := os.ReadFile(other)
			used = used || err == nil && other != script && whole.Match(text)
		}
		if !used {
			wrong = append(wrong, "nothing runs "+name)
		}
	}
	return wrong
}

// TestGates compares the Makefile with docs/gates.md, the hosted workflow and the scripts.
func TestGates(t *testing.T) {
	makefile, page := text(t, "Makefile"), text(t, "docs/gates.md")
	workflow := text(t, ".github/workflows/ci.yml")
	plan := planned(t, makefile)
	for _, wrong := range check(t, makefile, plan, page, workflow) {
		t.Error(wrong)
	}
	if found := len(read(makefile)); found < 40 {
		t.Errorf("only %d gates were found", found)
	}
	if t.Failed() {
		return
	}
	for _, control := range []struct{ file, from, to, want string }{
		{"Makefile", "quick: $(CHANGE)", "quick: lint", "the gate tests is one of change, and make quick"},
		{"Makefile", "$(PATHS:%=if-changed/%) ##", "##", "the gate console is one of paths, and make if-changed"},
		{"Makefile", "full: $(FULL:%=passed/%)", "full:", "the gate faults is one of full, and make passed"},
		{"Makefile", "\t.ci/helm\n", "\t.ci/nothing\n", "runs .ci/nothing, which does not exist"},
		{"Makefile", "\t.ci/helm\n", "", "the gate helm does nothing"},
		{"Makefile", "run ./bench", "run ./nothing", "runs ./nothing, which does not exist"},
		{"Makefile", "helm.paths := .ci/helm", "helm.paths := clients/nothing",
			"clients/nothing, which does not exist"},
		{"Makefile", "helm.paths := .ci/helm deploy/helm/workplan\n", "", "helm is below paths and has 0 paths"},
		{"Makefile", "\t.ci/fuzz\n", "\ttrue\n", "nothing runs .ci/fuzz"},
		{"Makefile", "##@ hand:", "##@ later:", "the heading later of the gate fuzz"},
		{"Makefile", "rules: ## the", "lint: ## the", "two gates have the name lint"},
		{"docs/gates.md", "| races |", "| racing |", "differ in the row: | races |"},
		{"docs/gates.md", "| the pages at /docs in a browser | paths |", "| the pages | full |",
			"in the row: | pages |"},
		{"docs/gates.md", "`.ci/helm deploy", "`deploy", "differ in the row: | helm |"},
		{".github/workflows/ci.yml", " faults ", " ", "differ in the gate faults"},
		{".github/workflows/ci.yml", " faults ", " faults nothing ", "nothing, which is no gate"},
	} {
		edit := func(file, text string) string {
			if file != control.file {
				return text
			}
			if !strings.Contains(text, control.from) {
				t.Errorf("%s has no text %q", file, control.from)
			}
			return strings.Replace(text, control.from, control.to, 1)
		}
		makefile, plan := edit("Makefile", makefile), plan
		if strings.Contains(control.want, "and make") {
			plan = planned(t, makefile)
		}
		wrong := check(t, makefile, plan, edit("docs/gates.md", page), edit(".github/workflows/ci.yml", workflow))
		if !strings.Contains(strings.Join(wrong, "\n"), control.want) {
			t.Errorf("%q in place of %q in %s is not found: %q", control.to, control.from, control.file, wrong)
		}
	}
}

// TestWhenAGateOfPathsRuns edits, in a repository of its own, files in and beside the paths of a gate.
func TestWhenAGateOfPathsRuns(t *testing.T) {
	dir := repository(t, text(t, "Makefile"))
	expect := func(runs bool, when string) {
		t.Helper()
		out, err := run(dir, "make", "--dry-run", "if-changed/containers")
		if err != nil || strings.Contains(out, "\n.ci/containers") != runs {
			t.Errorf("%s, the gate runs: %t, expected %t: %v: %s", when, !runs, runs, err, out)
		}
	}
	head := func() string { return strings.TrimSpace(must(t, dir, "git", "rev-parse", "--short=12", "HEAD")) }
	passed := func(commit string) { must(t, dir, ".ci/report", "containers", "1", commit, "helm", "containers") }
	commit := func() { must(t, dir, "git", "add", "-A"); must(t, dir, "git", "commit", "-qm", "edit") }
	const page, report = "deploy/compose/compose.yaml", "deploy/compose/REPORT.md"
	write(t, dir, page, "")
	write(t, dir, report, "")
	commit()
	expect(true, "without a report")
	passed(head())
	expect(false, "when nothing has changed")
	for _, other := range []string{"other", report, ".ci/other"} {
		write(t, dir, other, "x")
	}
	commit()
	expect(false, "when other files have changed")
	write(t, dir, page, "x")
	expect(true, "with an edit that is not committed")
	commit()
	expect(true, "when a file has changed")
	passed(head())
	write(t, dir, "deploy/image/new", "")
	expect(true, "with a new file")
	must(t, dir, "rm", "deploy/image/new", page)
	expect(true, "when a file is missing")
	must(t, dir, "git", "checkout", "-q", page)
	expect(false, "when all is as it was")
	passed("0123456789ab")
	expect(true, "when the commit is not in the clone")
}

// TestRuns runs gates, in a repository of its own, whose scripts do nothing or fail.
func TestRuns(t *testing.T) {
	dir := repository(t, text(t, "Makefile"))
	for name, script := range map[string]string{"install": "true", "lines": "echo lines", "fuzz": "false",
		"helm": "echo helm"} {
		write(t, dir, ".ci/"+name, "#!/bin/sh\n"+script+" \"$@\"\n")
	}
	must(t, dir, "git", "add", "-A")
	must(t, dir, "git", "commit", "-qm", "scripts")
	if out := must(t, dir, ".ci/run", "lines"); !strings.Contains(out, "lines --self-test\n") {
		t.Errorf(".ci/run lines: %s", out)
	}
	for _, gates := range [][]string{{"fuzz"}, {"fuzz", "lines"}, {"lines", "fuzz"}} {
		out, err := run(dir, ".ci/run", gates...)
		if err == nil || !strings.HasSuffix(out, "\nFailed: fuzz\n") {
			t.Errorf(".ci/run %s: %v: %s", gates, err, out)
		}
	}
	if out, err := run(dir, ".ci/full", "lines"); err == nil { // which is no gate of .ci/full
		t.Errorf(".ci/full lines: %s", out)
	}
	head := strings.TrimSpace(must(t, dir, "git", "rev-parse", "--short=12", "HEAD"))
	must(t, dir, ".ci/full", "helm")
	report := must(t, dir, "cat", ".ci/REPORT.md")
	if !regexp.MustCompile(`(?m)^\| helm \| .+ \| \d+ \| [\d-]+ \| ` + "`" + head + "` \\|$").MatchString(report) {
		t.Errorf("no row of helm and %s: %s", head, report)
	}
	must(t, dir, ".ci/full", "helm") // a report that is not committed is no obstacle
	write(t, dir, "other", "")
	if out, err := run(dir, ".ci/full", "helm"); err == nil || !strings.Contains(out, "Commit your changes first") {
		t.Errorf("with a file that is not committed: %v: %s", err, out)
	}
}

// repository makes a repository with a Makefile and the scripts that run its gates.
func repository(t *testing.T, makefile string) string {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil && os.Getenv("CI") == "" {
		t.Skip("make is not installed: install it to run this test")
	}
	dir := t.TempDir()
	write(t, dir, "Makefile", makefile)
	write(t, dir, ".gitignore", "/.cache/\n")
	for _, script := range []string{".ci/run", ".ci/full", ".ci/changed", ".ci/report"} {
		write(t, dir, script, text(t, script))
	}
	must(t, dir, "git", "init", "-q")
	for _, setting := range [][]string{{"user.name", "x"}, {"user.email", "x@example.com"},
		{"commit.gpgsign", "false"}} {
		must(t, dir, "git", "config", setting[0], setting[1])
	}
	must(t, dir, "git", "add", "-A")
	must(t, dir, "git", "commit", "-qm", "first")
	return dir
}

// run runs a program in a folder, without what a make that runs this test tells its programs.
func run(dir, program string, args ...string) (string, error) {
	if strings.HasPrefix(program, ".") {
		program = filepath.Join(dir, program)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "MAKE") && !strings.HasPrefix(variable, "MFLAGS") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func must(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	out, err := run(dir, program, args...)
	if err != nil {
		t.Fatalf("%s %s: %v: %s", program, args, err, out)
	}
	return out
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func text(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func exists(name string) bool {
	_, err := os.Stat(filepath.Join(root, name))
	return err == nil
}
