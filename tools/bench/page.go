package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/workplan-api/workplan/tools/internal/plot"
)

// writePage writes README.md and the plots to a folder. docs/reports/performance/notes.md is written by hand and
// becomes a part of the page.
func (f *figures) writePage(dir string) error {
	notes, err := os.ReadFile(filepath.Join(dir, "notes.md"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	plots := f.plots()
	for name, svg := range plots {
		file := filepath.Join(dir, name)
		if svg == "" {
			err = os.Remove(file)
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		} else {
			err = os.WriteFile(file, []byte(svg), 0o644)
		}
		if err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "README.md"), []byte(f.page(plots, string(notes))), 0o644)
}

// present are the contestants that have a result.
func (f *figures) present(scenario string, clients int) (list []*result) {
	for _, name := range contestantNames {
		if r := f.of(scenario, name, clients); r != nil {
			list = append(list, r)
		}
	}
	return list
}

// color is the color of a contestant, the same in all plots.
func color(name string) int {
	return (slices.Index(contestantNames, name) + plot.Colors) % plot.Colors
}

// begin returns the line of a contestant without points.
func begin(name string) plot.Series { return plot.Series{Name: name, Color: color(name)} }

// plots draws the figures. A plot without figures is empty.
func (f *figures) plots() map[string]string {
	bars := func(scenario string, clients int) (list []plot.Bar) {
		for _, r := range f.present(scenario, clients) {
			q := r.quartiles(rateOf)
			list = append(list, plot.Bar{
				Name: r.Contestant, Color: color(r.Contestant), Value: q[1], Note: spread(q),
			})
		}
		return list
	}
	connections := plot.Plot{
		Title: "A page of 50 rows: latency by connections", X: "connections", Y: "p99, ms", LogX: true, LogY: true,
	}
	open := plot.Plot{
		Title: "A page of 50 rows: latency by arrival rate", X: "requests per second", Y: "p99, ms", LogY: true,
	}
	openUpsert := plot.Plot{
		Title: "An upsert of 100 rows: latency by arrival rate", X: "requests per second", Y: "p99, ms", LogY: true,
	}
	growth := plot.Plot{
		Title: "A page of 50 rows of a user: requests by rows in the table", X: "rows", Y: "requests per second",
		LogX: true,
	}
	for _, name := range contestantNames {
		line, arrivals, upserts := begin(name), begin(name), begin(name)
		for _, clients := range []int{1, manyClients, 64, 256} {
			if r := f.of("list-50", name, clients); r != nil && r.median(p99Of) > 0 {
				line.Points = append(line.Points, [2]float64{float64(clients), r.median(p99Of)})
			}
		}
		for i := range f.Results {
			if r := &f.Results[i]; r.Contestant == name && r.Offered > 0 {
				point := [2]float64{r.Offered, r.median(p99Of)}
				if r.Scenario == "list-50" {
					arrivals.Points = append(arrivals.Points, point)
				} else {
					upserts.Points = append(upserts.Points, point)
				}
			}
		}
		for _, add := range []struct {
			plot *plot.Plot
			line plot.Series
		}{{&connections, line}, {&open, arrivals}, {&openUpsert, upserts}} {
			if len(add.line.Points) > 0 {
				add.plot.Series = append(add.plot.Series, add.line)
			}
		}
	}
	for _, name := range []string{nameBench, nameREST, nameGRPC} {
		line := begin(name)
		for _, rows := range f.Rows {
			if r := f.find("list-50", name, rows, growthClients); r != nil {
				line.Points = append(line.Points, [2]float64{float64(rows), r.median(rateOf)})
			}
		}
		if len(line.Points) > 0 {
			growth.Series = append(growth.Series, line)
		}
	}
	return map[string]string{
		"list-50.svg": plot.Bars("A page of 50 rows, 8 connections", "requests per second",
			bars("list-50", manyClients)),
		"list-200.svg": plot.Bars("A page of 200 rows, 8 connections", "requests per second",
			bars("list-200", manyClients)),
		"upsert-1000.svg": plot.Bars("An upsert of 1,000 rows, one at a time",
			"upserts per second", bars("upsert-1000", 1)),
		"connections.svg": connections.SVG(),
		"open-loop.svg":   open.SVG(),
		"open-upsert.svg": openUpsert.SVG(),
		"growth.svg":      growth.SVG(),
	}
}

const pageIntro = `# Performance

Written by ` + "`go -C tools run ./bench report`" + `. Do not edit it: what was tried is in [notes.md](notes.md), and the figures are in
[figures.json](figures.json). ` + "`go -C tools run ./bench report --plots-only`" + ` writes this page and the plots from them again.

`

const pageContestants = `## Contestants

All have the same rows and use one PostgreSQL, except PocketBase, which has its own SQLite. Clients, servers and PostgreSQL share the
processors of one machine and talk over 127.0.0.1 and a Unix socket.

| name | what it is | unfair |
|---|---|---|
| pgbench | PostgreSQL's own benchmark with the statement of Workplan, prepared, and a connection for each client ` +
	`| for it: no server, no JSON, no key. Against it: with many connections, because servers have a pool |
| statements | the same statements from Go through a pool, without a server and without JSON | for it: no server, no events |
| baseline | the least server that does the same work: net/http, the statements of Workplan, JSON written by hand, ` +
	`keys compared in memory | for it: no validation, quotas, metrics, log, events or retries |
| Workplan REST, Workplan gRPC | ` + "`workplan serve`" + ` with its defaults: one process for both | ` +
	`against it: all of the above, and an event in the same transaction for each write |
| Gin + GORM | a typical service: a model for each table, prepared statements, a pool of 16, the key looked up for ` +
	`each request | for it: no quotas, no events, no permissions, few checks. Against it: nothing is cached |
| Fastify + Drizzle | the same with JSON schemas and prepared statements, in one process of Node.js | ` +
	`for it: as Gin + GORM. Against it: one process uses one processor, and nothing is cached |
| PocketBase | its own API with relations, rules and indexes, the Go framework without hooks | ` +
	`for it: SQLite in its process, no network, and writes by id, because it has no upsert by a natural key. ` +
	`Against it: a generic API, and a token that it verifies in each request |

`

func (f *figures) page(plots map[string]string, notes string) string {
	var b strings.Builder
	b.WriteString(pageIntro)
	fmt.Fprintf(&b, "Measured on %s at commit %s in %.0f minutes. Machine: %s. %s.\n\n", f.Date, f.Commit, f.Minutes,
		f.Machine, strings.Join(f.Versions, ", "))
	fmt.Fprintf(&b, `The contestants take turns in %d rounds of %s s each, after one round that does not count. `+
		`A figure is the median of the rounds, the number
after ± is half the distance between the quartiles, and a ratio is the median of the ratios round by round. CPU time is that of the
processes for each request, which other load on the machine disturbs less than the requests per second do. `+
		`Latencies of pgbench are means. "Refused" is the share of
requests that got 429 or 503 because the server had too much to do; the other figures are of the rest. "Others" is the share of the
machine that other processes used.

`, f.Rounds, plot.Short(f.Seconds))
	f.pageTargets(&b)
	if notes = strings.TrimSpace(notes); notes != "" {
		b.WriteString(notes + "\n\n")
	}
	b.WriteString(pageContestants)
	if len(f.Absent) > 0 {
		b.WriteString("Not run:\n\n| contestant | reason |\n|---|---|\n")
		for _, a := range f.Absent {
			fmt.Fprintf(&b, "| %s | %s |\n", a.Name, strings.ReplaceAll(a.Reason, "|", "\\|"))
		}
		b.WriteString("\n")
	}
	image := func(name, about string) {
		if plots[name] != "" {
			fmt.Fprintf(&b, "![%s](%s)\n\n", about, name)
		}
	}
	fmt.Fprintf(&b,
		"## Pages\n\nThe table has %s rows. Each client sends the next request when it has the response.\n\n",
		plot.Short(float64(f.largest())))
	image("list-50.svg", "Requests per second for a page of 50 rows")
	image("list-200.svg", "Requests per second for a page of 200 rows")
	for _, s := range reportScenarios[:4] {
		f.table(&b, s.name, s.about, manyClients)
	}
	b.WriteString("## Connections\n\n")
	image("connections.svg", "Latency by connections")
	for _, clients := range []int{1, 64, 256} {
		f.table(&b, "list-50", reportScenarios[0].about, clients)
	}
	b.WriteString(`## Fixed arrival rates

Here requests arrive at a fixed rate, whether earlier ones are done or not, over 64 connections, ` +
		`or 16 for upserts. A latency counts from the moment at
which the request should have been sent, so a wait for a free connection is a part of it. ` +
		`Each contestant gets shares of its own largest rate:
of list-50 with 64 connections, and of upsert-100 with 8.

`)
	image("open-loop.svg", "Latency by arrival rate for a page of 50 rows")
	f.openTable(&b, "list-50")
	image("open-upsert.svg", "Latency by arrival rate for an upsert of 100 rows")
	f.openTable(&b, "upsert-100")
	b.WriteString("## Writes\n\nUpserts change hours of rows that exist, one request at a time.\n\n")
	image("upsert-1000.svg", "Upserts of 1,000 rows per second")
	for _, s := range reportScenarios[4:8] {
		f.table(&b, s.name, s.about, 1)
	}
	f.table(&b, "upsert-100", "other hours for 100 rows", manyClients)
	f.table(&b, "patch", "another website for a client", manyClients)
	f.pageGrowth(&b)
	image("growth.svg", "Requests per second by rows in the table")
	f.pageOffset(&b)
	f.pageMemory(&b)
	f.pageShares(&b)
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func (f *figures) pageTargets(b *strings.Builder) {
	b.WriteString("## Targets\n\n| target | measured | met |\n|---|---|---|\n")
	for _, t := range f.targets() {
		met := "no"
		switch {
		case t.met:
			met = "yes"
		case !t.measured:
			met = "not measured"
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", t.text, t.figure, met)
	}
	b.WriteString("\n")
}

// spread writes the median and half of the distance between the quartiles.
func spread(q [3]float64) string {
	return fmt.Sprintf("%s ± %s", plot.Short(q[1]), plot.Short((q[2]-q[0])/2))
}

// table writes the results of a scenario.
func (f *figures) table(b *strings.Builder, scenario, about string, clients int) {
	results := f.present(scenario, clients)
	if len(results) == 0 {
		return
	}
	fmt.Fprintf(b, "### %s, %s\n\nA request is %s.\n\n", scenario, connections(clients), about)
	b.WriteString("| contestant | requests/s | of baseline | p50 ms | p99 ms | server µs | PostgreSQL µs | refused | " +
		"others |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range results {
		of := ""
		if q, ok := ratio(r, f.of(scenario, nameBaseline, clients), rateOf); ok && r.Contestant != nameBaseline {
			of = spread(q)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s | %s | %.0f %% |\n", r.Contestant,
			spread(r.quartiles(rateOf)), of, some(r.median(p50Of)), some(r.median(p99Of)), some(r.median(serverOf)),
			some(r.median(postgresOf)),
			refusals(r), r.median(func(r round) float64 { return r.Others }))
	}
	b.WriteString("\n")
}

// refusals writes the share of requests that were refused, and nothing if it is 0.
func refusals(r *result) string {
	if refused := r.median(func(r round) float64 { return r.Refused }); refused > 0 {
		return plot.Short(refused) + " %"
	}
	return ""
}

// some writes a number, and nothing for 0.
func some(v float64) string {
	if v == 0 {
		return ""
	}
	return plot.Short(v)
}

func (f *figures) openTable(b *strings.Builder, scenario string) {
	b.WriteString("| contestant | share of the largest rate | arrivals/s | done/s | p50 ms | p99 ms | refused |\n" +
		"|---|---|---|---|---|---|---|\n")
	for _, name := range contestantNames {
		for i := range f.Results {
			if r := &f.Results[i]; r.Contestant == name && r.Scenario == scenario && r.Offered > 0 {
				fmt.Fprintf(b, "| %s | %.0f %% | %s | %s | %s | %s | %s |\n", name, 100*r.Share,
					plot.Short(r.Offered), plot.Short(r.median(rateOf)),
					spread(r.quartiles(p50Of)), spread(r.quartiles(p99Of)), refusals(r))
			}
		}
	}
	b.WriteString("\n")
}

func (f *figures) pageGrowth(b *strings.Builder) {
	fmt.Fprintf(b,
		"## Growth\n\nRequests per second with %d connections for a page of 50 rows, by the rows in the table.\n\n"+
			"| page | contestant |", growthClients)
	for _, rows := range f.Rows {
		fmt.Fprintf(b, " %s rows |", plot.Short(float64(rows)))
	}
	b.WriteString(" cost of the largest of the smallest |\n|---|---|" + strings.Repeat("---|", len(f.Rows)+1) + "\n")
	for _, name := range []string{"list-50", "list-50-project", "list-50-all"} {
		for _, contestant := range []string{nameBench, nameREST, nameGRPC} {
			largest, smallest := f.find(name, contestant, f.largest(), growthClients),
				f.find(name, contestant, f.Rows[0], growthClients)
			q, ok := ratio(largest, smallest, timeOf)
			if !ok {
				continue
			}
			fmt.Fprintf(b, "| %s | %s |", name, contestant)
			for _, rows := range f.Rows {
				cell := ""
				if r := f.find(name, contestant, rows, growthClients); r != nil {
					cell = plot.Short(r.median(rateOf))
				}
				fmt.Fprintf(b, " %s |", cell)
			}
			fmt.Fprintf(b, " %s |\n", spread(q))
		}
	}
	b.WriteString("\n")
}

func (f *figures) pageOffset(b *strings.Builder) {
	results := f.present("offset", 1)
	if len(results) == 0 {
		return
	}
	fmt.Fprintf(b,
		"## Deep offset\n\nA page of 50 of all rows at offset %s, one request at a time. The row of statements is "+
			"the plain OFFSET.\n\n", plot.Short(float64(f.Offset)))
	b.WriteString("| contestant | ms | of the plain OFFSET |\n|---|---|---|\n")
	for _, r := range results {
		of := ""
		if q, ok := ratio(r, f.of("offset", nameRaw, 1), timeOf); ok && r.Contestant != nameRaw {
			of = spread(q)
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", r.Contestant, spread(r.quartiles(timeOf)), of)
	}
	b.WriteString("\n")
}

func (f *figures) pageMemory(b *strings.Builder) {
	b.WriteString("## Memory and start\n\n" +
		"Resident memory in MiB. The peak is that of the whole run, which ends with upserts of 5,000 rows.\n\n")
	b.WriteString("| server | idle | idle, without the program's own file | most with 256 connections | peak |\n" +
		"|---|---|---|---|---|\n")
	for _, m := range f.Memory {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", m.Contestant, some(m.Idle), some(m.Anonymous),
			some(m.Loaded), some(m.Peak))
	}
	if len(f.Starts) > 0 {
		q := quartiles(len(f.Starts), func(n int) float64 { return f.Starts[n] })
		fmt.Fprintf(b, "\nFrom exec to the first authenticated 200: %s ms, %d starts.\n", spread(q), len(f.Starts))
	}
	b.WriteString("\n")
}

// leastShare is the smallest share of a package that is shown, in percent.
const leastShare = 0.5

func (f *figures) pageShares(b *strings.Builder) {
	if len(f.Shares) == 0 {
		return
	}
	b.WriteString(`## Where the CPU time of the server goes

From CPU profiles of ` + "`workplan serve`" + ` under REST. A sample belongs to the innermost package of Workplan ` +
		`on its stack, so the time in the
PostgreSQL driver belongs to the package that runs the statement. Metrics, log and the sockets of clients are apart.

| request | package | CPU time |
|---|---|---|
`)
	for _, s := range f.Shares {
		if s.Percent >= leastShare {
			fmt.Fprintf(b, "| %s | %s | %.1f %% |\n", s.Scenario, s.Package, s.Percent)
		}
	}
	b.WriteString("\n")
}
