package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"slices"
	"strings"
	"time"

	"github.com/workplan-api/workplan/tools/internal/checkout"
)

// row is a fault and what must hold while it happens.
type row struct {
	name        string // such as postgres-killed
	done, holds string // a sentence each: what is done, and what must hold
	runs        int    // of the long form; the short form has one
	// timed means that the outcome depends on times, and so on what else the machine does. The short form
	// skips the row unless it is named.
	timed bool
	// named means that the row runs only if it is named, because it needs --previous.
	named bool
	run   trial

	// control is run without the protection that the row is about, or with the fault that the protection prevents. It
	// must return an error of broken in at least one of controls runs. 0 means 1.
	control     trial
	controlDone string // what is different, in a few words
	controls    int
}

// trial is one run of a row. Its figures are shown also if it fails. It returns an error of broken if what must hold
// does not, and another error if the trial itself went wrong.
type trial func(context.Context, *environment) ([]figure, error)

// figure is a number of the outcome, such as 3 lost rows or a p99 of 12 ms. Over several runs of a row, a number
// without a unit is summed, and of the others the largest is shown.
type figure struct {
	name  string
	value float64
	unit  string
}

func count(name string, n int) figure { return figure{name, float64(n), ""} }

func milliseconds(name string, d time.Duration) figure {
	return figure{name, float64(d.Microseconds()) / 1000, "ms"}
}

func mebibytes(name string, bytes int64) figure {
	return figure{name, float64(bytes) / (1 << 20), "MiB"}
}

func (f figure) String() string {
	switch {
	case f.unit == "":
		return fmt.Sprintf("%.0f %s", f.value, f.name)
	case f.value < 10:
		return fmt.Sprintf("%s %.1f %s", f.name, f.value, f.unit)
	}
	return fmt.Sprintf("%s %.0f %s", f.name, f.value, f.unit)
}

// brokenError says what did not hold.
type brokenError struct{ text string }

func (b brokenError) Error() string { return b.text }

// broken returns the error of a promise that did not hold.
func broken(format string, args ...any) error { return brokenError{fmt.Sprintf(format, args...)} }

func isBroken(err error) bool { return errors.As(err, new(brokenError)) }

// registry are the rows. Each file of rows adds its own.
var registry []row

func add(rows ...row) { registry = append(registry, rows...) }

// choose returns the rows with these names, or all, ordered by name.
func choose(names []string, short bool) (chosen []row, err error) {
	for _, name := range names {
		if !slices.ContainsFunc(registry, func(r row) bool { return r.name == name }) {
			return nil, fmt.Errorf("there is no row %q: see --list", name)
		}
	}
	for _, r := range registry {
		if len(names) == 0 && !(short && r.timed) && !r.named || slices.Contains(names, r.name) {
			chosen = append(chosen, r)
		}
	}
	slices.SortFunc(chosen, func(a, b row) int { return cmp.Compare(a.name, b.name) })
	return chosen, nil
}

// report is the outcome of a row.
type report struct {
	row
	times            int
	figures, control []figure
	err, controlErr  error // controlErr is nil if the control held
	took             time.Duration
	commit           string // of the checkout
}

// try runs a row and its control.
func (b *shared) try(ctx context.Context, r row, short bool) report {
	started, report := time.Now(), report{row: r, times: max(1, r.runs), commit: checkout.Commit()}
	if short {
		report.times = 1
	}
	for n := range report.times {
		log.Printf("%s: run %d of %d", r.name, n+1, report.times)
		figures, err := b.once(ctx, r.run, short)
		report.figures = merge(report.figures, figures)
		if err != nil {
			report.err = err
			break
		}
	}
	for n := range max(1, r.controls) {
		log.Printf("%s: control %d of %d", r.name, n+1, max(1, r.controls))
		report.control, report.controlErr = b.once(ctx, r.control, short)
		if report.controlErr != nil {
			break
		}
	}
	report.took = time.Since(started)
	return report
}

func merge(sum, figures []figure) []figure {
	for _, f := range figures {
		at := slices.IndexFunc(sum, func(s figure) bool { return s.name == f.name && s.unit == f.unit })
		switch {
		case at < 0:
			sum = append(sum, f)
		case f.unit == "":
			sum[at].value += f.value
		default:
			sum[at].value = max(sum[at].value, f.value)
		}
	}
	return sum
}

// failed reports whether the row did not hold, or its control did not break.
func (r report) failed() bool { return r.err != nil || !isBroken(r.controlErr) }

// outcome and controlOutcome are one line each.
func (r report) outcome() string {
	if r.err != nil {
		return "**failed**: " + oneLine(r.err) + describe(r.figures)
	}
	return "holds" + describe(r.figures)
}

func (r report) controlOutcome() string {
	switch {
	case r.controlErr == nil:
		return "**holds, so the row proves nothing**" + describe(r.control)
	case !isBroken(r.controlErr):
		return "**could not run**: " + oneLine(r.controlErr)
	}
	return r.controlDone + ": " + oneLine(r.controlErr)
}

func (r report) String() string {
	return fmt.Sprintf("%s: %s; control: %s (%.0f s)", r.name, r.outcome(), r.controlOutcome(), r.took.Seconds())
}

func describe(figures []figure) string {
	var parts []string
	for _, f := range figures {
		parts = append(parts, f.String())
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

func oneLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
