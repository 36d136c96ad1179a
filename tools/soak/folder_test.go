package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

// MustAdd opens a folder, appends records and closes it.
func MustAdd(t *testing.T, dir string, records ...record) {
	t.Helper()
	f, err := openFolder(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	defer f.close()
	f.settings.Every, f.settings.Settle = time.Hour, 3
	if err := f.save(); err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := f.add(r); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFolderGoesOn ends a piece in the middle of a line, as a crash does.
func TestFolderGoesOn(t *testing.T) {
	dir := t.TempDir()
	MustAdd(t, dir, record{Kind: aPiece, Piece: 1}, record{Kind: aSample, Piece: 1, Load: 1.5})
	file := dir + "/records.ndjson"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(text, `{"kind":"sam`...), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := readFolder(dir)
	if err != nil || len(f.records) != 2 {
		t.Fatalf("while a line is written: %d records, %v", len(f.records), err)
	}
	MustAdd(t, dir, record{Kind: aPiece, Piece: 2, Load: f.load()})
	if f, err = readFolder(dir); err != nil || len(f.records) != 3 || f.load() != 1.5 || f.settings.Every != time.Hour {
		t.Fatalf("after the next start: %+v, %v", f.records, err)
	}
}

func TestFolderIsLocked(t *testing.T) {
	dir := t.TempDir()
	f, err := openFolder(dir)
	if !os.IsNotExist(err) {
		t.Fatal(err)
	}
	defer f.close()
	if _, err := openFolder(dir); err == nil || !strings.Contains(err.Error(), "another soak uses") {
		t.Fatalf("a second process: %v", err)
	}
}

// TestReport judges a run in whose second piece, after the hours to settle, the server and a table grow.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	records := []record{{Kind: aPiece, Piece: 1, Commit: "a"}}
	for n := range 8 * 120 {
		hours := float64(n) / 120
		if n == 480 {
			records = append(records, record{Kind: anEnd, Piece: 1, Load: hours},
				record{Kind: aPiece, Piece: 2, Load: hours, Commit: "b"})
		}
		records = append(records,
			record{Kind: aSample, Piece: 1 + n/480, Load: hours, Life: 1 + int(hours), Values: map[string]float64{
				"fds": 50 + 20*(hours-float64(int(hours))), "table events": (20 + hours) * mib, "goroutines": 100,
				"p99 get":            5 * hours,
				"cpu of the machine": 1.9, "cpu of the soak": 0.5,
			}, Codes: map[string]int{"Meadow 200": 10}})
	}
	MustAdd(t, dir,
		append(records, record{Kind: aCheck, Piece: 2, Load: 8, Check: "workplan verify", Found: "a row is lost"})...)
	f, err := readFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	r := f.report()
	for name, want := range map[string]string{"fds": grows, "table events": grows, "goroutines": steady,
		"p99 get": unknown} {
		for _, j := range r.judged {
			if j.name == name && j.verdict != want {
				t.Errorf("%s is %s instead of %s", name, j.verdict, want)
			}
		}
	}
	if err := r.failure(); err == nil || strings.Count(err.Error(), "grows") != 2 ||
		!strings.Contains(err.Error(), "a row is lost") {
		t.Errorf("the failure: %v", err)
	}
	for _, part := range []string{
		"**8 hours of load so far; number of pieces: 2.**", "| Meadow | 200 | 9600 |", "a row is lost", "`b` | 4.00 |",
	} {
		if text := r.text(); !strings.Contains(text, part) {
			t.Errorf("the page has no %q:\n%s", part, text)
		}
	}
}
