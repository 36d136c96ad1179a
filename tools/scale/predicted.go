package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// predicted has the figures of docs/scale.md, by the first cell of their row.
type predicted map[string][]float64

func readPredicted() (predicted, error) {
	text, err := os.ReadFile("docs/scale.md")
	if err != nil {
		return nil, err
	}
	p := predicted{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		for _, cell := range cells[1:] {
			if figure, err := strconv.ParseFloat(strings.ReplaceAll(cell, ",", ""), 64); err == nil {
				p[cells[0]] = append(p[cells[0]], figure)
			}
		}
	}
	for _, row := range append([]string{
		pagesOfDay, changesOfDay, busiestHour, busiestSecond, plannedOfDay, plannedWritten, actualOfDay, actualWritten, bytesOfRow,
	}, kinds...) {
		if len(p[row]) == 0 {
			return nil, fmt.Errorf("docs/scale.md has no figure in the row %q", row)
		}
	}
	return p, nil
}

// The rows that are used.
const (
	pagesOfDay     = "requests on a working day that read a page"
	changesOfDay   = "requests on a working day that change one record, or the plan of a few days"
	busiestHour    = "percent of a day's requests in its busiest hour"
	busiestSecond  = "requests in the busiest second of that hour, beside its mean"
	plannedOfDay   = "rows of planned hours on a working day"
	plannedWritten = "times that such a row is written"
	actualOfDay    = "rows of actual hours on a working day"
	actualWritten  = "times that such a row is written by a program, in batches of 100"
	bytesOfRow     = "a row of hours that was changed once"
)

// rates are requests a second by kind.
type rates map[string]float64

// kinds are what a request does, as the rows with their costs are called.
var kinds = []string{page, change, batch}

const page, change, batch = "a page of 50 rows", "a change of one record", "a batch of 100 rows"

// rates returns the requests in the busiest second of that many people.
func (p predicted) rates(people int) rates {
	of := func(row string) float64 { return p[row][0] }
	busiest := float64(people) * of(busiestHour) / 100 / 3600 * of(busiestSecond)
	return rates{
		page: of(pagesOfDay) * busiest, change: of(changesOfDay) * busiest,
		batch: (of(plannedOfDay)*of(plannedWritten)*2/3 + of(actualOfDay)*of(actualWritten)) / rowsOfBatch * busiest,
	}
}

// cores returns what requests cost, in processors: of Workplan (0) or of PostgreSQL (1).
func (p predicted) cores(r rates, of int) (sum float64) {
	for kind, rate := range r {
		sum += rate * p[kind][of] / 1e6
	}
	return sum
}

func (r rates) total() (sum float64) {
	for _, rate := range r {
		sum += rate
	}
	return sum
}
