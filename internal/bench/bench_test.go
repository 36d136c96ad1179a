package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// TestMain lets the benchmark start this program as its thin server.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == thinCommand {
		_ = serveThin(os.Args[2])
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestBenchmark runs all scenarios once. The benchmark fails if the contestants return
// different rows.
func TestBenchmark(t *testing.T) {
	versus := filepath.Join(t.TempDir(), "workplan")
	if out, err := exec.Command("go", "build", "-o", versus, "../../cmd/workplan").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	opts := options{As: []string{"admin", "manager"}, Rows: 2 * rowsOfWeek, Rounds: 1, Seconds: 0.05, Clients: 2, Versus: versus}
	var out bytes.Buffer
	if err := benchmark(t.Context(), opts, &out); err != nil {
		t.Fatal(err)
	}
	for _, name := range scenarioNames() {
		if !bytes.Contains(out.Bytes(), []byte("\n"+name+": ")) {
			t.Errorf("there is no table of %s", name)
		}
	}
	// A contestant, a caller, a rate, three ratios at most, CPU times.
	lines := regexp.MustCompile(`(?m)^ +(rest|grpc|thin|versus) +(admin|manager) +[1-9]\d* .* [1-9]\d* +[1-9]\d* +\d+ %$`).FindAll(out.Bytes(), -1)
	if want := 8 * len(scenarioNames()); len(lines) != want {
		t.Errorf("there are %d lines of results instead of %d:\n%s", len(lines), want, out.String())
	}
}

func TestComparison(t *testing.T) {
	const row = `"id":"1","hours":7.5,"version":3,"createdAt":"2026-01-01T00:00:00.000000Z","updatedAt":"2026-01-02T00:00:00.000000Z"`
	page := func(row, rest string) []byte {
		return []byte(`{"data":{"items":[{` + row + `}],"total":null` + rest + `}}`)
	}
	get, post := &call{method: "GET"}, &call{method: "POST"}
	for _, test := range []struct {
		name      string
		call      *call
		got, want []byte
		same      bool
	}{
		{"the same rows", get, page(row, `,"nextCursor":null`), page(row, ""), true},
		{"another version in a list", get, page(row[:24]+`"version":4`+row[35:], ""), page(row, ""), false},
		{"another version after a write", post, page(row[:24]+`"version":4`+row[35:], ""), page(row, ""), true},
		{"other hours after a write", post, page(row[:16]+`8.0`+row[19:], ""), page(row, ""), false},
		{"no rows", get, []byte(`{"data":{"items":[],"total":null}}`), []byte(`{"data":{"items":[],"total":null}}`), false},
	} {
		if err := same(rows(test.call, test.got), rows(test.call, test.want)); (err == nil) != test.same {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
