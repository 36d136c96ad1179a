package deploy_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// inCluster is what .ci/kubernetes installs: the chart without the rules of Prometheus and the dashboard of Grafana.
var inCluster = []string{
	"deploy/helm/workplan/Chart.yaml", "deploy/helm/workplan/templates", "deploy/helm/workplan/values.schema.json",
	"deploy/helm/workplan/values.yaml",
}

// TestReports fails if a report is older than what it is about.
func TestReports(t *testing.T) {
	t.Parallel()
	for command, test := range map[string]struct {
		report string
		about  []string
	}{
		".ci/helm":       {"helm/REPORT.md", []string{"deploy/helm/workplan"}},
		".ci/kubernetes": {"helm/CLUSTER-REPORT.md", inCluster},
		".ci/containers": {"compose/REPORT.md",
			[]string{"deploy/compose/compose.yaml", "deploy/compose/secrets.sh"}},
		".ci/release-dry-run": {"RELEASE-REPORT.md", []string{".goreleaser.yaml", "deploy/systemd"}},
	} {
		sum := checksum(t, "..", test.about...)
		if !bytes.Contains(mustRead(t, test.report), fmt.Appendf(nil, "`%s`", sum)) {
			t.Errorf("%s is older than %s: run %s and commit the report", test.report,
				strings.Join(test.about, ", "), command)
		}
	}
}

// TestChecksum changes the chart, and expects another checksum each time.
func TestChecksum(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "deploy/helm/workplan"), os.DirFS("helm/workplan")); err != nil {
		t.Fatal(err)
	}
	sum := func() string { return checksum(t, dir, "deploy/helm/workplan") }
	seen := map[string]string{sum(): "the chart"}
	expect := func(change string) {
		t.Helper()
		if before, ok := seen[sum()]; ok {
			t.Errorf("%s: the checksum is that of %s", change, before)
		}
		seen[sum()] = change
	}
	rules := filepath.Join(dir, "deploy/helm/workplan/files/rules.yaml")
	mustWrite(t, rules, string(mustRead(t, rules))+"\n")
	expect("a rule")
	if err := os.Rename(rules, rules+".old"); err != nil {
		t.Fatal(err)
	}
	expect("a name")
	mustWrite(t, filepath.Join(dir, "deploy/helm/workplan/templates/x.yaml"), "")
	expect("a new file")
}

func checksum(t *testing.T, root string, paths ...string) string {
	t.Helper()
	return strings.TrimSpace(mustOutput(t, "sh",
		append([]string{"-c", `cd "$1" && shift && exec "$@"`, "sh", root, mustAbs(t, "checksum")}, paths...)...))
}
