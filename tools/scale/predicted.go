package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// predicted is what docs/operate/scale.md computes. Its test checks the figures.
type predicted struct {
	rates      rates
	cores      [2]float64 // of Workplan and of PostgreSQL
	bytesOfRow float64
}

// rates are requests a second by kind.
type rates map[string]float64

func (r rates) total() (sum float64) {
	for _, rate := range r {
		sum += rate
	}
	return sum
}

// kinds are what a request does.
var kinds = []string{page, change, batch}

const page, change, batch = "a page of 50 rows", "a change of one record", "a batch of 100 rows"

// The rows of docs/operate/scale.md that are used. All figures about people are in proportion to their number.
const (
	people, rowOfPeople = 20_000_000, "20,000,000"
	rowOfBytes          = "a row of hours that was changed once"
)

// predict reads the figures for that many people.
func predict(n int) (p predicted, err error) {
	text, err := os.ReadFile("docs/operate/scale.md")
	if err != nil {
		return p, err
	}
	rows := map[string][]float64{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		for _, cell := range cells[1:] {
			if figure, err := strconv.ParseFloat(strings.ReplaceAll(cell, ",", ""), 64); err == nil {
				rows[cells[0]] = append(rows[cells[0]], figure)
			}
		}
	}
	need, size := rows[rowOfPeople], rows[rowOfBytes]
	if len(need) != 8 || len(size) != 1 {
		return p, fmt.Errorf("docs/operate/scale.md has other rows for %s people, or of bytes", rowOfPeople)
	}
	of := func(column int) float64 { return need[column] * float64(n) / people }
	return predicted{rates{page: of(3), change: of(4), batch: of(5)}, [2]float64{of(6), of(7)}, size[0]}, nil
}
