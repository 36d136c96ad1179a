package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/tools/internal/plot"
	"github.com/workplan-api/workplan/tools/internal/profile"
)

func TestPercentile(t *testing.T) {
	var sorted []time.Duration
	for i := range 200 {
		sorted = append(sorted, time.Duration(i+1))
	}
	for _, test := range []struct {
		sorted  []time.Duration
		percent int
		want    time.Duration
	}{{sorted, 50, 100}, {sorted, 99, 198}, {sorted, 100, 200}, {sorted[:1], 99, 1},
		{sorted[:1], 1, 1}, {sorted[:3], 50, 2}} {
		if got := percentile(test.sorted, test.percent); got != test.want {
			t.Errorf("percentile %d of %d values is %d instead of %d", test.percent, len(test.sorted), got, test.want)
		}
	}
}

// TestArrivals checks that the arrivals of an open loop are due at a fixed rate, also if no one takes them in time.
func TestArrivals(t *testing.T) {
	next := arrivals(t.Context(), load{offered: 1000, time: 50 * time.Millisecond})
	time.Sleep(20 * time.Millisecond)
	first, ok := next()
	if late := time.Since(first); !ok || late < 15*time.Millisecond {
		t.Errorf("the first arrival was due %v ago", late)
	}
	previous, count := first, 1
	for at, ok := next(); ok; at, ok = next() {
		if gap := at.Sub(previous); gap != time.Millisecond {
			t.Errorf("the gap before arrival %d is %v", count, gap)
		}
		if time.Now().Before(at) {
			t.Errorf("arrival %d came before it was due", count)
		}
		previous = at
		count++
	}
	if count != 50 {
		t.Errorf("%d arrivals", count)
	}
}

func TestShort(t *testing.T) {
	for value, want := range map[float64]string{
		0: "0", 0.0123: "0.0123", 1.5: "1.5", 12.34: "12.3", 999: "999", 5013: "5,010", 2_000_000: "2,000,000",
		-6.24: "-6.24", 0.9999: "1",
	} {
		if got := plot.Short(value); got != want {
			t.Errorf("%v is %q instead of %q", value, got, want)
		}
	}
}

// sampleFigures are figures in which REST is half as fast as the baseline in one round and as fast in another.
func sampleFigures() *figures {
	f := &figures{
		Rows: []int{5_000, 50_000, 500_000}, Rounds: 3, Seconds: 1, Offset: 1000, Starts: []float64{40},
		Absent: []absent{{nameFastify, "no node"}},
		Memory: []memory{{Contestant: "workplan serve", Idle: 20, Loaded: 70}},
		Shares: []share{{"list-50", "services/chain/quota", 3}, {"list-50", packageOfMetrics, 4},
			{"list-50", "services/hours", 60}},
	}
	add := func(scenario, name string, rows, clients int, offered float64, rates ...float64) {
		r := result{
			Scenario: scenario, Contestant: name, Rows: rows, Clients: clients, Offered: offered, Share: offered / 1000,
		}
		for _, rate := range rates {
			r.Rounds = append(r.Rounds, round{Rate: rate, P50: 1, P99: 4, Server: 100, Postgres: 50})
		}
		f.Results = append(f.Results, r)
	}
	add("list-50", nameBaseline, 500_000, manyClients, 0, 2000, 1000, 1000)
	add("list-50", nameREST, 500_000, manyClients, 0, 1000, 1000, 960)
	add("list-50", nameREST, 500_000, 64, 0, 1000, 1000, 1000)
	add("list-50", nameREST, 500_000, 64, 500, 500, 500, 500)
	add("list-50", nameREST, 500_000, 64, 900, 900, 900, 900)
	for _, rows := range f.Rows {
		add("list-50", nameREST, rows, growthClients, 0, 900, 900, 900)
	}
	return f
}

func TestTargets(t *testing.T) {
	targets := sampleFigures().targets()
	if len(targets) != 13 {
		t.Fatalf("%d targets", len(targets))
	}
	for at, want := range map[int]target{
		0:  {figure: "not measured"},                                           // no pgbench
		1:  {figure: "requests/s 0.96, CPU time 1", met: true, measured: true}, // the median of 0.5, 1 and 0.96
		11: {figure: "idle 20, 256 connections 70, ms 40", met: true, measured: true},
		12: {figure: "list-50 % 7, upsert-1000 % not measured"}, // metrics and quota are checks, hours are not
	} {
		got := targets[at]
		got.text = ""
		if got != want {
			t.Errorf("target %d is %+v instead of %+v", at+1, got, want)
		}
	}
}

// TestPage writes a page from stored figures and checks its tables and plots.
func TestPage(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "figures.json")
	if err := errors.Join(sampleFigures().write(file),
		os.WriteFile(filepath.Join(dir, "notes.md"), []byte("## What was tried\n\nMuch.\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := report(t.Context(), reportOptions{Dir: dir, PlotsOnly: true}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| baseline | 1,000 ± 250 |  | 1 | 4 | 100 | 50 |  | 0 % |",
		"| Workplan REST | 1,000 ± 10 | 0.96 ± 0.125 | 1 | 4 |", "| Fastify + Drizzle | no node |", "\nMuch.\n",
		"![Latency by arrival rate for a page of 50 rows](open-loop.svg)",
		"| Workplan REST | 50 % | 500 | 500 | 1 ± 0 | 4 ± 0 |  |",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, name := range []string{"list-50.svg", "connections.svg", "open-loop.svg", "growth.svg"} {
		svg, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(text), "]("+name+")") ||
			!strings.Contains(string(svg), "prefers-color-scheme: dark") || strings.Contains(string(svg), "NaN") {
			t.Errorf("%s is wrong, or is not on the page", name)
		}
		for decoder := xml.NewDecoder(strings.NewReader(string(svg))); ; {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "list-200.svg")); err == nil {
		t.Error("there is a plot without figures")
	}
}

func TestAttribute(t *testing.T) {
	got := attribute("list-50", profile.Parse(`File: workplan
Type: cpu
-----------+-------------------------------------------------------
      20ms   runtime.memmove
             github.com/lib/pq.(*conn).recv
             github.com/workplan-api/workplan/services/hours.(*query).rows
             github.com/workplan-api/workplan/services/chain/call.(*Observer).serve
-----------+-------------------------------------------------------
      10ms   internal/runtime/syscall.Syscall6
             net.(*conn).Write
             github.com/workplan-api/workplan/internal/connlimit.(*conn).Write
             net/http.checkConnErrorWriter.Write
-----------+-------------------------------------------------------
      10ms   runtime.mallocgc
             log/slog.(*Logger).log
             github.com/workplan-api/workplan/services/chain/call.(*Observer).serve
-----------+-------------------------------------------------------
      10ms   github.com/workplan-api/workplan/services/internal/lists.Map[go.shape.struct { `+
		`github.com/workplan-api/workplan/services/hours.user string }]
-----------+-------------------------------------------------------
      50ms   runtime.gcBgMarkWorker
`))
	want := map[string]float64{
		"services/hours": 20, packageOfNetwork: 10, packageOfMetrics: 10, "services/internal/lists": 10,
		packageOfRuntime: 50,
	}
	if len(got) != len(want) || got[0].Package != packageOfRuntime {
		t.Errorf("shares %v", got)
	}
	for _, s := range got {
		if s.Percent != want[s.Package] {
			t.Errorf("%s has %v %%", s.Package, s.Percent)
		}
	}
}

// TestRows checks that a row by numbers is the row that the other contestants have.
func TestRows(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows")
	if err := writeRows(file, 2); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if want := "0\t0\t-1\t2026-01-01\t0.25\n0\t13\t1\t2026-01-01\t2\n"; err != nil || string(text) != want {
		t.Errorf("%q %v", text, err)
	}
}
