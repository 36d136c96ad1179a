package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/workplan-api/workplan/tools/internal/plot"
)

// report is what a soak has shown so far.
type report struct {
	*folder
	judged   []judged
	hours    float64 // of load
	requests map[string]int
	checks   map[string]int // by what was checked
	faults   []record
}

func (f *folder) report() *report {
	r := &report{folder: f, judged: f.judge(), hours: f.load(), requests: map[string]int{}, checks: map[string]int{}}
	for _, s := range f.records {
		for code, n := range s.Codes {
			r.requests[code] += n
		}
		if s.Kind == aCheck {
			r.checks[s.Check]++
			if s.Found != "" {
				r.faults = append(r.faults, s)
			}
		}
	}
	return r
}

// failure is an error if a check has found something or a series grows.
func (r *report) failure() error {
	var all []error
	if len(r.faults) > 0 {
		first := r.faults[0]
		all = append(all, fmt.Errorf("%d checks have found something, the first: %s: %.300s", len(r.faults),
			first.Check, first.Found))
	}
	for _, j := range r.judged {
		if j.verdict == grows {
			all = append(all, fmt.Errorf("%s grows", j.name))
		}
	}
	return errors.Join(all...)
}

const explained = `A soak puts load on a server for hours, kills the server each hour, and looks for what grows.

Three organizations read and write over REST and gRPC: lists, single records, upserts of 1 and 100 rows, windows, copies, changes
of records, time off, deletions, capacity, exports, events, sessions. Two of them send at random times with a fixed average rate.
The third is noisy: it sends without a pause, up to a quota that is a third of the rate, and waits only a tenth of what
~Retry-After~ says. Each has a follower of its events and a webhook. New rows take the place of old ones, so the number of rows
is bounded.

Events, ~Idempotency-Key~s and attempts of webhooks expire after %s instead of 400, 1 and 30 days. The program is therefore compiled
with four shorter constants: ~EVENT_RETENTION_DAYS~ is at least 90, and the others have no setting. An index over
random keys, such as that of ~Idempotency-Key~s, grows for some 20 of these times, although its rows do not: its pages
empty unevenly, and in the end some 44 %% of them is in use. PostgreSQL alone does the same if as many random keys are
written as are deleted. A soak of 5.42 hours in which they expired after 30 minutes ended before
that. The key of planned hours grows in the same way for 1.6 hours, because the load replaces rows at random.

A series *grows* if its slope after the first %s is above its bound, and beyond noise: the median of the slopes of all pairs of
points (Theil and Sen), and more than %d standard deviations of the test of Mann and Kendall. A point is the median of 1/%d of an
hour. What begins anew with each process of the server is also judged within the lives of the processes: the points are 1/%d of an
hour, and the first third of an hour is left out. *heap* is what Go lets the heap grow to, five times what is in use. In
each life it gains some 3 MiB an hour: the cache of callers keeps sessions that have ended until it has 10,000, and this
load makes 2,300 an hour. After 20,000 sessions in a row the heap in use was as after 10,000: 7.5 MiB, and 5.4 before
the first.
*rss* is not judged within lives: it grows for hours without it, because the profiler of Go remembers each stack that
has allocated memory (some 4 MiB in the first hour) and because pages stay that were used once. Other work on the
machine makes requests slow: samples of p99 while it used more than %g processors are left out, here %d of %d.

`

// span writes a number of hours of load.
func (r *report) span(hours float64) string {
	if r.settings.Every == time.Hour {
		return plot.Short(hours) + " hours"
	}
	took := time.Duration(hours * float64(r.settings.Every)).Round(time.Second)
	return fmt.Sprintf("%s (%s hours of %s)", took, plot.Short(hours), r.settings.Every)
}

// text is the page.
func (r *report) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Soak\n\nWritten by `go -C tools run ./soak --dir DIR --write docs/reports/soak.md`, %s.\n\n",
		time.Now().UTC().Format(time.DateOnly))
	pieces := r.of(aPiece)
	fmt.Fprintf(&b, "**%s of load so far; number of pieces: %d.** %d processors, %.0f requests a second",
		r.span(r.hours), len(pieces), runtime.NumCPU(), r.settings.Rate)
	if len(pieces) > 0 {
		fmt.Fprintf(&b, "; %s", pieces[len(pieces)-1].Versions)
	}
	b.WriteString(".\n\n")
	samples, busy := r.of(aSample), 0
	for _, s := range samples {
		if s.isCrowded() {
			busy++
		}
	}
	fmt.Fprintf(&b, strings.ReplaceAll(explained, "~", "`"),
		r.settings.Kept, r.span(r.settings.Settle), beyondNoise, binsOfHour, binsOfLife, crowded, busy, len(samples))
	r.series(&b)
	r.counts(&b)
	r.pieces(&b)
	return b.String()
}

// small is the size in bytes up to which a table or index that does not grow has no row of its own.
const small = mib

// series writes the table of the series.
func (r *report) series(b *strings.Builder) {
	b.WriteString("## Slopes\n\n| series | unit | median | slope per hour | within a life | bound | verdict |\n" +
		"|---|---|---:|---:|---:|---:|---|\n")
	left := 0
	for _, j := range r.judged {
		sized := strings.HasPrefix(j.name, "table ") || strings.HasPrefix(j.name, "index ")
		if sized && j.median <= small && j.verdict != grows {
			left++
			continue
		}
		slope, within := "", ""
		if j.whole.n >= fewest {
			slope = j.number(j.whole.slope)
		}
		if j.within.n >= fewest {
			within = j.number(j.within.slope)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n",
			j.name, j.unit, j.number(j.median), slope, within, j.number(j.bound.of(j.median)), j.verdict)
	}
	if left > 0 {
		fmt.Fprintf(b,
			"\n%d other tables and indexes have at most 1 MiB. None of them has the verdict that it grows.\n", left)
	}
	if r.settings.Short {
		fmt.Fprintf(b, "\nThis was a short run: its bounds are %d times as wide.\n", shortBounds)
	}
	b.WriteString("\n")
}

// number writes a value of a series for people.
func (s series) number(v float64) string {
	switch v /= s.scale; {
	case math.IsInf(v, 1):
		return "none"
	case math.Abs(v) < 0.0005:
		return "0"
	}
	return plot.Short(v)
}

// counts writes what was done and found.
func (r *report) counts(b *strings.Builder) {
	b.WriteString("## Requests and checks\n\n| organization | response | count |\n|---|---|---:|\n")
	for _, code := range slices.Sorted(maps.Keys(r.requests)) {
		organization, status, _ := strings.Cut(code, " ")
		fmt.Fprintf(b, "| %s | %s | %d |\n", organization, status, r.requests[code])
	}
	b.WriteString("\n409 is an `If-Match` that another change has overtaken, 429 and ResourceExhausted a quota or a busy machine, " +
		"and 503\na busy machine. Any other error fails the run. Requests have no response while the server is killed.\n\n" +
		"| check | count | found something | median of the seconds |\n|---|---:|---:|---:|\n")
	for _, what := range slices.Sorted(maps.Keys(r.checks)) {
		var seconds []float64
		found := 0
		for _, c := range r.of(aCheck) {
			if c.Check == what {
				seconds = append(seconds, c.Seconds)
				if c.Found != "" {
					found++
				}
			}
		}
		fmt.Fprintf(b, "| %s | %d | %d | %.1f |\n", what, r.checks[what], found, median(seconds))
	}
	for _, f := range r.faults[:min(10, len(r.faults))] {
		fmt.Fprintf(b, "\nHour %.2f: %s:\n\n```\n%s\n```\n", f.Load, f.Check, strings.TrimSpace(f.Found))
	}
	b.WriteString("\n")
}

// pieces writes when it ran.
func (r *report) pieces(b *strings.Builder) {
	b.WriteString("## Pieces\n\n| piece | began | commit | hours of load | end |\n|---|---|---|---:|---|\n")
	for i, p := range r.of(aPiece) {
		last := p
		for _, other := range r.records {
			if other.Piece == p.Piece {
				last = other
			}
		}
		end := "stopped or killed, or it still runs"
		if last.Kind == anEnd {
			end = "stopped as asked, or at the end of the hours"
		}
		fmt.Fprintf(b, "| %d | %s | `%s` | %.2f | %s |\n",
			i+1, p.Time.Format("2006-01-02 15:04"), cmp.Or(p.Commit, "unknown"), last.Load-p.Load, end)
	}
}

// image is a plot of a few series.
type image struct {
	file, title, y string
	names          []string
	scale          float64
}

var images = []image{
	{"soak-memory.svg", "Memory of the server", "MiB", []string{"rss", "heap"}, mib},
	{"soak-process.svg", "What the server has open", "count", []string{"goroutines", "fds", "connections"}, 1},
	{
		"soak-sizes.svg", "The database", "MiB",
		[]string{"tables and indexes", "table events", "table assignments", "table idempotency_keys"}, mib,
	},
	{"soak-wal.svg", "WAL written", "MiB/s", []string{"wal"}, mib},
	{
		"soak-p99.svg", "p99 of requests", "ms",
		[]string{"p99 list", "p99 get", "p99 upsert of 1", "p99 upsert of 100", "p99 capacity"}, 1,
	},
}

// pointsOfPlot is how many points a line has at most.
const pointsOfPlot = 300

// write writes the page and the plots, which are in the folder images beside it.
func (r *report) write(file string) error {
	folder := filepath.Join(filepath.Dir(file), "images")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	text := r.text() + "\n## Plots\n\nThe hours are those of load, without the time between pieces.\n"
	for _, i := range images {
		chart := plot.Plot{Title: i.title, X: "hours of load", Y: i.y}
		for color, name := range i.names {
			line := plot.Series{Name: name, Color: color, NoDots: true}
			var all []point
			for _, life := range livesOf(r.of(aSample), name) {
				all = append(all, life...)
			}
			for _, p := range binned(all, max(r.hours, 0.001)/pointsOfPlot) {
				line.Points = append(line.Points, [2]float64{p.at, p.value / i.scale})
			}
			if len(line.Points) > 0 {
				chart.Series = append(chart.Series, line)
			}
		}
		if err := os.WriteFile(filepath.Join(folder, i.file), []byte(chart.SVG()), 0o644); err != nil {
			return err
		}
		text += fmt.Sprintf("\n![%s](images/%s)\n", i.title, i.file)
	}
	return os.WriteFile(file, []byte(text), 0o644)
}
