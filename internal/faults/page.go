package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/workplan-api/workplan/internal/process"
)

// table returns the page of the reports, in Markdown.
func table(ctx context.Context, b *shared, reports []report, short bool) string {
	var page strings.Builder
	form := "long"
	if short {
		form = "short"
	}
	fmt.Fprintf(&page, "# Faults\n\nWritten by `go run ./internal/faults --write docs/faults.md`, %s form, %s.\n\n", form, time.Now().UTC().Format(time.DateOnly))
	fmt.Fprintf(&page, "Machine: %d processors, %s; %s, %s, %s.\n\n", runtime.NumCPU(), memory(), runtime.Version(), b.version(ctx), commit(ctx))
	page.WriteString("Each row harms real processes and checks what must hold. Its control does the same without the protection and must break. " +
		"Counts are sums over the runs; times and sizes are the largest of the runs.\n\n")
	page.WriteString("| row | what is done | what must hold | runs | outcome | control | seconds |\n|---|---|---|---|---|---|---|\n")
	for _, r := range reports {
		page.WriteString(lineOf(r))
	}
	return page.String()
}

func lineOf(r report) string {
	cells := []string{r.name, r.done, r.holds, fmt.Sprint(r.times), r.outcome(), r.controlOutcome(), fmt.Sprintf("%.0f", r.took.Seconds())}
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(cell, "|", `\|`)
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// again returns a page with the row of a report in place of the one of the same name, and a note that says so.
func again(ctx context.Context, page string, r report) string {
	const end = "Each row harms"
	before := "| " + r.name + " |"
	note := fmt.Sprintf("Measured again on %s, %s: ", time.Now().UTC().Format(time.DateOnly), commit(ctx))
	var out strings.Builder
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, before):
			line = lineOf(r)
		case strings.HasPrefix(line, "Measured again") && strings.HasSuffix(line, ": "+r.name+".\n"):
			continue
		case strings.HasPrefix(line, end):
			line = note + r.name + ".\n" + line
		}
		out.WriteString(line)
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
	if err := b.postgres.ensure(ctx); err != nil {
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

// commit is the commit of this checkout.
func commit(ctx context.Context) string {
	out, err := process.Output(ctx, "git", "describe", "--always", "--dirty", "--abbrev=12")
	if err != nil {
		return "unknown commit"
	}
	return "commit " + strings.TrimSpace(string(out))
}
