package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain lets the benchmark start this program as its server, as it does with itself.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == thinArgument {
		os.Exit(run(context.Background(), os.Args[1:], streams{os.Stdout, os.Stderr}))
	}
	os.Exit(m.Run())
}

// TestBenchmark runs a benchmark that is as small as one can be. It says that all arms
// give the same answers, and nothing of how fast they are.
func TestBenchmark(t *testing.T) {
	temp := t.TempDir()
	if err := os.Chmod(filepath.Dir(temp), 0o755); err != nil {
		t.Fatal(err)
	}
	var out, said bytes.Buffer
	const names = "list-50,list-all-50,upsert-1,upsert-1000,patch-client"
	code := run(t.Context(), strings.Fields("--rows 2000 --rounds 1 --seconds 0.1 --clients 2 --output json --only "+names), streams{&out, &said})
	if code != 0 {
		t.Fatalf("exit code %d:\n%s", code, said.String())
	}
	var res result
	if err := json.Unmarshal(out.Bytes(), &res); err != nil {
		t.Fatal(err)
	}
	if len(res.Scenarios) != 5 {
		t.Errorf("there are %d scenarios", len(res.Scenarios))
	}
	for _, s := range res.Scenarios {
		if len(s.Arms) != 4 {
			t.Errorf("%s has %d arms", s.Name, len(s.Arms))
		}
		for _, a := range s.Arms {
			if a.Median.Requests < 1 || a.Median.PerSecond <= 0 || measurable && a.Median.PostgresCPU <= 0 {
				t.Errorf("%s, %s: %+v", s.Name, a.Name, a.Median)
			}
		}
	}
	for _, note := range res.Notes {
		t.Log(note)
	}
}
