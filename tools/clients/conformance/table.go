package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// column has the checks of a language: of its package, or of its program over a protocol.
type column struct {
	language, part string
	checks         []check
}

// find returns the check of a name, if there is one.
func (c column) find(name string) (check, bool) {
	i := slices.IndexFunc(c.checks, func(c check) bool { return c.name == name })
	if i < 0 {
		return check{}, false
	}
	return c.checks[i], true
}

// writeResults writes the table, the sizes of the packages, the problems, and in the last
// line how many checks passed and failed. It reports whether all passed.
func writeResults(out io.Writer, columns []column, packages []string) bool {
	var text strings.Builder
	passed, failed := writeTable(&text, columns)
	list := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintf(list, "\n%s\n", strings.Join(packages, "\n"))
	_ = list.Flush() // a Builder takes everything
	if failed > 0 {
		fmt.Fprintln(&text)
		for _, c := range columns {
			writeProblems(&text, c)
		}
		fmt.Fprintln(&text, "The output of the programs is in .cache/conformance.")
	}
	fmt.Fprintf(&text, "\n%d passed, %d failed\n", passed, failed)
	_, _ = io.WriteString(out, text.String()) // the reader may be gone
	return failed == 0
}

// writeTable writes a row for each check. It returns how many passed and failed.
func writeTable(text *strings.Builder, columns []column) (passed, failed int) {
	table := tabwriter.NewWriter(text, 0, 0, 2, ' ', 0)
	var heads, parts string
	for i, c := range columns {
		heads += "\t"
		if i == 0 || c.language != columns[i-1].language {
			heads += c.language
		}
		parts += "\t" + c.part
	}
	fmt.Fprintf(table, "%s\n%s\n", heads, parts)
	for _, row := range rows(columns) {
		fmt.Fprint(table, row)
		for _, c := range columns {
			check, ok := c.find(row)
			switch {
			case !ok:
				fmt.Fprint(table, "\t")
			case check.problem == "":
				passed++
				fmt.Fprint(table, "\t✓")
			default:
				failed++
				fmt.Fprint(table, "\t✗")
			}
		}
		fmt.Fprintln(table)
	}
	_ = table.Flush() // a Builder takes everything
	return passed, failed
}

// writeProblems writes the problems of a column. It writes the same problem of consecutive
// checks once.
func writeProblems(text *strings.Builder, c column) {
	for i := 0; i < len(c.checks); {
		first := c.checks[i]
		same := i + 1
		for same < len(c.checks) && c.checks[same].problem == first.problem {
			same++
		}
		if first.problem != "" {
			fmt.Fprintf(text, "✗ %s, %s, %s", c.language, c.part, first.name)
			if same > i+1 {
				fmt.Fprintf(text, " and the next %d", same-i-1)
			}
			fmt.Fprintf(text, ":\n    %s\n", strings.ReplaceAll(strings.TrimSpace(first.problem), "\n", "\n    "))
		}
		i = same
	}
}

// rows returns the names of all checks. A check is below the previous check of its column.
func rows(columns []column) (names []string) {
	for _, c := range columns {
		next := len(names)
		for _, check := range c.checks {
			i := slices.Index(names, check.name)
			if i < 0 {
				i = next
				names = slices.Insert(names, i, check.name)
			}
			next = i + 1
		}
	}
	return names
}
