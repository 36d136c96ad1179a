package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strings"

	"github.com/workplan-api/workplan/test/process"
	"github.com/workplan-api/workplan/tools/internal/checkout"
)

// table returns the page of the reports, in Markdown.
func table(ctx context.Context, b *shared, reports []report, short bool) string {
	var page strings.Builder
	form := "long"
	if short {
		form = "short"
	}
	fmt.Fprintf(&page,
		"# Faults\n\nWritten by `go -C tools run ./faults --write docs/reports/faults.md`, %s form.\n\n", form)
	fmt.Fprintf(&page, "Machine: %d processors, %s; %s, %s.\n\n", runtime.NumCPU(), memory(),
		runtime.Version(), b.version(ctx))
	page.WriteString("Each row harms real processes and checks what must hold. Its control does the same without the " +
		"protection and must break. Counts are sums over the runs; times and sizes are the largest of the runs. The " +
		"last column is the commit that the row was made with; `go -C tools run ./faults --ages docs/reports/faults.md` " +
		"prints how many commits ago that was.\n\n")
	page.WriteString("| row | what is done | what must hold | runs | outcome | control | seconds | commit |\n" +
		"|---|---|---|---|---|---|---|---|\n")
	for _, r := range reports {
		page.WriteString(lineOf(r))
	}
	return page.String()
}

func lineOf(r report) string {
	cells := []string{r.name, r.done, r.holds, fmt.Sprint(r.times), r.outcome(), r.controlOutcome(),
		fmt.Sprintf("%.0f", r.took.Seconds()), r.commit}
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(cell, "|", `\|`)
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// again returns a page with the row of a report: in place of the one of the same name, or among the others, which are
// ordered by name.
func again(page string, r report) string {
	var out strings.Builder
	written, inTable := false, false
	for line := range strings.Lines(page) {
		name, isRow := strings.CutPrefix(strings.Split(line, " | ")[0], "| ")
		isRow = isRow && inTable
		inTable = inTable || strings.HasPrefix(line, "|---")
		if !written && (isRow && name >= r.name || inTable && !strings.HasPrefix(line, "|")) {
			out.WriteString(lineOf(r))
			written = true
		}
		if !isRow || name != r.name {
			out.WriteString(line)
		}
	}
	if !written {
		out.WriteString(lineOf(r))
	}
	return out.String()
}

// ages returns a line for each row of a page: how many commits ago it was made.
func ages(ctx context.Context, page string) string {
	var out strings.Builder
	for line := range strings.Lines(page) {
		cells := strings.Split(strings.TrimSuffix(line, " |\n"), " | ")
		name, isRow := strings.CutPrefix(cells[0], "| ")
		if !isRow || name == "row" {
			continue
		}
		made := cells[len(cells)-1]
		age := "made with a commit that this checkout does not have"
		if n, err := process.Output(ctx, "git", "rev-list", "--count",
			strings.TrimSuffix(made, checkout.Dirty)+"..HEAD"); err == nil {
			age = strings.TrimSpace(string(n)) + " commits ago"
		}
		fmt.Fprintf(&out, "%s: %s (%s)\n", name, age, made)
	}
	return out.String()
}

func memory() string {
	out, err := exec.Command("sh", "-c", "awk '/MemTotal/ {print int($2 / 1048576 + 0.5)}' /proc/meminfo").Output()
	if err != nil {
		return "unknown memory"
	}
	return strings.TrimSpace(string(out)) + " GiB"
}

// version is that of PostgreSQL.
func (b *shared) version(ctx context.Context) string {
	if err := b.Postgres.Ensure(ctx); err != nil {
		return "PostgreSQL"
	}
	db, err := (&environment{shared: b, database: "postgres"}).pool()
	if err != nil {
		return "PostgreSQL"
	}
	defer db.Close()
	var version string
	if db.QueryRowContext(ctx, "SHOW server_version").Scan(&version) != nil {
		return "PostgreSQL"
	}
	return "PostgreSQL " + version
}
