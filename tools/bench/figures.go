package main

import (
	"encoding/json"
	"os"
	"slices"
)

// figures is everything that the report measures. It is stored as JSON, from which the page and the plots are written.
type figures struct {
	Date     string    `json:"date"`
	Commit   string    `json:"commit"`
	Minutes  float64   `json:"minutes"`
	Machine  string    `json:"machine"`
	Versions []string  `json:"versions"`
	Rows     []int     `json:"rows"` // of the databases, the largest last
	Rounds   int       `json:"rounds"`
	Seconds  float64   `json:"seconds"`
	Offset   int       `json:"offset"`
	Absent   []absent  `json:"absent"`
	Results  []result  `json:"results"`
	Memory   []memory  `json:"memory"`
	Starts   []float64 `json:"starts"` // milliseconds from exec to the first authenticated 200
	Shares   []share   `json:"shares"`
}

// absent is a contestant that did not run, or that failed.
type absent struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// result has the rounds of a contestant under a load.
type result struct {
	Scenario   string  `json:"scenario"`
	Contestant string  `json:"contestant"`
	Rows       int     `json:"rows"`
	Clients    int     `json:"clients"`
	Share      float64 `json:"share,omitempty"`   // of the largest rate, in an open loop
	Offered    float64 `json:"offered,omitempty"` // requests per second, in an open loop
	Rounds     []round `json:"rounds"`
}

// memory is the resident memory of a server in MiB.
type memory struct {
	Contestant string  `json:"contestant"`
	Idle       float64 `json:"idle,omitempty"`
	Anonymous  float64 `json:"anonymous,omitempty"` // idle, without the pages of the program's file
	Loaded     float64 `json:"loaded,omitempty"`    // the most with 256 connections
	Peak       float64 `json:"peak"`                // the most in the whole run
}

// share is the part of the CPU time of workplan serve in the functions of a package.
type share struct {
	Scenario string  `json:"scenario"`
	Package  string  `json:"package"`
	Percent  float64 `json:"percent"`
}

// readFigures reads what write has written.
func readFigures(file string) (*figures, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	f := &figures{}
	return f, json.Unmarshal(text, f)
}

func (f *figures) write(file string) error {
	text, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// largest is the number of rows of the largest database, in which all contestants run.
func (f *figures) largest() int { return f.Rows[len(f.Rows)-1] }

// find returns the result of a closed loop, or nil.
func (f *figures) find(scenario, contestant string, rows, clients int) *result {
	at := slices.IndexFunc(f.Results, func(r result) bool {
		return r.Scenario == scenario && r.Contestant == contestant && r.Rows == rows &&
			r.Clients == clients && r.Offered == 0
	})
	if at < 0 {
		return nil
	}
	return &f.Results[at]
}

// of returns the result in the largest database.
func (f *figures) of(scenario, contestant string, clients int) *result {
	return f.find(scenario, contestant, f.largest(), clients)
}

// quartiles are those of a value of the rounds.
func (r *result) quartiles(value func(round) float64) [3]float64 {
	return quartiles(len(r.Rounds), func(n int) float64 { return value(r.Rounds[n]) })
}

// median is the median of a value of the rounds, or 0 without a result.
func (r *result) median(value func(round) float64) float64 {
	if r == nil {
		return 0
	}
	return r.quartiles(value)[1]
}

// ratio returns the median and the quartiles of the ratios of a value round by round. ok is false if a result is
// missing.
func ratio(a, b *result, value func(round) float64) (q [3]float64, ok bool) {
	if a == nil || b == nil || len(a.Rounds) != len(b.Rounds) {
		return q, false
	}
	return quartiles(len(a.Rounds), func(n int) float64 { return value(a.Rounds[n]) / value(b.Rounds[n]) }), true
}

func rateOf(r round) float64     { return r.Rate }
func p50Of(r round) float64      { return r.P50 }
func p99Of(r round) float64      { return r.P99 }
func serverOf(r round) float64   { return r.Server }
func postgresOf(r round) float64 { return r.Postgres }

// timeOf is the time of a request with one client, in milliseconds.
func timeOf(r round) float64 { return 1000 / r.Rate }
