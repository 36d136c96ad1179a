package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// TestMain lets the benchmark start this program as two of its servers.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == noJournalCommand {
		_ = serveNoJournal()
		os.Exit(1)
	}
	if len(os.Args) == 3 && os.Args[1] == baselineCommand {
		_ = serveBaseline(os.Args[2])
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestBenchmark runs all scenarios once. The benchmark fails if the contestants return
// different rows.
func TestBenchmark(t *testing.T) {
	versus := filepath.Join(t.TempDir(), "workplan")
	if out, err := exec.Command("go", "build", "-C", "../..", "-o", versus, "./cmd/workplan").
		CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	opts := options{
		As: []string{"admin", "manager"}, Rows: 2 * rowsOfWeek, Rounds: 1, Seconds: 0.05, Clients: 2, Versus: versus,
	}
	var out bytes.Buffer
	if err := benchmark(t.Context(), opts, &out); err != nil {
		t.Fatal(err)
	}
	for _, name := range scenarioNames() {
		if !bytes.Contains(out.Bytes(), []byte("\n"+name+": ")) {
			t.Errorf("there is no table of %s", name)
		}
	}
	lines := regexp.MustCompile(
		`(?m)^ +(rest|grpc|no-journal|settled|baseline|versus-rest|versus-grpc) +(admin|manager) +[1-9]\d* .* -?\d+ +-?\d+ +\d+ %$`,
	).FindAll(out.Bytes(), -1)
	want := 0
	for _, s := range allScenarios {
		want += 14
		if s.worked {
			want -= 2 // the baseline has no actual hours
		}
	}
	if len(lines) != want {
		t.Errorf("there are %d lines of results instead of %d:\n%s", len(lines), want, out.String())
	}
}

func TestComparison(t *testing.T) {
	row := func(hours, version string) []byte {
		return fmt.Appendf(nil,
			`{"data":{"items":[{"hours":%s,"version":%s,"createdAt":"2026-01-01","updatedAt":"2026-01-02"}],"total":null}}`,
			hours, version)
	}
	for _, test := range []struct {
		name, method string
		got, want    []byte
		same         bool
	}{
		{"another version in a list", "GET", row("1", "1"), row("1", "2"), false},
		{"another version after a write", "POST", row("1", "1"), row("1", "2"), true},
		{"other hours after a write", "POST", row("1", "1"), row("2", "1"), false},
		{"another end of a page", "GET", bytes.Replace(row("1", "1"), []byte("null"), []byte("7"), 1),
			row("1", "1"), true},
		{"no rows", "GET", []byte(`{"data":{"items":[],"total":null}}`),
			[]byte(`{"data":{"items":[],"total":null}}`), false},
	} {
		c := &call{method: test.method}
		if err := same(rows(c, test.got), rows(c, test.want)); (err == nil) != test.same {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
