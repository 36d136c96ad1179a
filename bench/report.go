package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// result is what the benchmark found. Memory is in bytes.
type result struct {
	Machine   machine   `json:"machine"`
	Rows      int       `json:"rows"`
	Rounds    int       `json:"rounds"`
	Seconds   float64   `json:"seconds"`
	Scenarios []figures `json:"scenarios"`
	// Idle is the memory of the servers before the first request.
	Idle map[string]int64 `json:"idleBytes"`
	// Connections are the connections of each pool at the end.
	Connections map[string]int `json:"connections"`
	// Notes are what makes the figures say less than they seem to.
	Notes []string `json:"notes"`
}

type machine struct {
	System     string `json:"system"`
	Processors int    `json:"processors"`
	Go         string `json:"go"`
	PostgreSQL string `json:"postgresql"`
	LoadBefore string `json:"loadBefore"`
	LoadAfter  string `json:"loadAfter"`
}

// figures are those of a scenario.
type figures struct {
	Name    string       `json:"name"`
	About   string       `json:"about"`
	Clients int          `json:"clients"`
	Arms    []armFigures `json:"arms"`
}

// armFigures are those of one arm: its rounds, and their medians.
type armFigures struct {
	Name   string  `json:"name"`
	Median round   `json:"median"`
	Ratios []ratio `json:"ratios"`
	// Peak is the most memory that the server held meanwhile.
	Peak   int64   `json:"peakBytes"`
	Rounds []round `json:"rounds"`
}

// ratio compares an arm with another one, round by round.
type ratio struct {
	Of        string  `json:"of"`
	PerSecond float64 `json:"perSecond"`
	ServerCPU float64 `json:"serverCpu"`
}

// references are the arms that others are compared with.
var references = []string{thinName, rawName, versusName}

// compare fills in what follows from the rounds.
func (f *figures) compare() {
	for i := range f.Arms {
		a := &f.Arms[i]
		middle := func(of func(round) float64) float64 {
			var values []float64
			for _, r := range a.Rounds {
				values = append(values, of(r))
			}
			return median(values)
		}
		a.Median = round{
			Requests:    int(middle(func(r round) float64 { return float64(r.Requests) })),
			PerSecond:   middle(func(r round) float64 { return r.PerSecond }),
			P50:         middle(func(r round) float64 { return r.P50 }),
			P99:         middle(func(r round) float64 { return r.P99 }),
			ServerCPU:   middle(func(r round) float64 { return r.ServerCPU }),
			PostgresCPU: middle(func(r round) float64 { return r.PostgresCPU }),
			BackendCPU:  middle(func(r round) float64 { return r.BackendCPU }),
			ClientCPU:   middle(func(r round) float64 { return r.ClientCPU }),
			Others:      middle(func(r round) float64 { return r.Others }),
		}
		for _, name := range references {
			if j := f.index(name); j >= 0 {
				a.Ratios = append(a.Ratios, compareRounds(name, a.Rounds, f.Arms[j].Rounds))
			}
		}
	}
}

func (f *figures) index(name string) int {
	return slices.IndexFunc(f.Arms, func(a armFigures) bool { return a.Name == name })
}

func compareRounds(name string, own, other []round) ratio {
	var rates, cpus []float64
	for i := range own {
		rates = append(rates, own[i].PerSecond/other[i].PerSecond)
		if other[i].ServerCPU > 0 {
			cpus = append(cpus, own[i].ServerCPU/other[i].ServerCPU)
		}
	}
	return ratio{name, median(rates), median(cpus)}
}

func (res *result) writeJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(res)
}

func (res *result) writeText(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	m := res.Machine
	fmt.Fprintf(w, "%d processors, %s, %s, PostgreSQL %s; load %s before, %s after\n", m.Processors, m.System, m.Go, m.PostgreSQL, m.LoadBefore, m.LoadAfter)
	fmt.Fprintf(w, "%d rows of planned hours, %d rounds of %gs; connections: %s; idle MiB: %s\n",
		res.Rows, res.Rounds, res.Seconds, byName(res.Connections), byName(res.idleMiB()))
	for _, f := range res.Scenarios {
		fmt.Fprintf(w, "\n%s: %s; %d clients, others used %.0f %% of the machine\n", f.Name, f.About, f.Clients, 100*f.others())
		f.write(w)
	}
	for _, note := range res.Notes {
		fmt.Fprintf(w, "\nNote: %s\n", note)
	}
	return w.Flush()
}

func (f *figures) write(w io.Writer) {
	head := "\trequests/s\tp50 ms\tp99 ms\tserver µs\tpostgres µs\tconnections µs\tpeak MiB\t"
	for _, r := range f.Arms[0].Ratios {
		head += fmt.Sprintf("of %s\tCPU of %[1]s\t", r.Of)
	}
	fmt.Fprintln(w, head)
	for _, a := range f.Arms {
		r := a.Median
		fmt.Fprintf(w, "%s\t%.0f\t%.2f\t%.2f\t%.0f\t%.0f\t%.0f\t%s\t",
			a.Name, r.PerSecond, r.P50, r.P99, r.ServerCPU, r.PostgresCPU, r.BackendCPU, mib(a.Peak))
		for _, ratio := range a.Ratios {
			if ratio.Of == a.Name {
				fmt.Fprint(w, "\t\t")
			} else {
				fmt.Fprintf(w, "%.2f\t%.2f\t", ratio.PerSecond, ratio.ServerCPU)
			}
		}
		fmt.Fprintln(w)
	}
}

// others is the median over all rounds of all arms.
func (f *figures) others() float64 {
	var all []float64
	for _, a := range f.Arms {
		for _, r := range a.Rounds {
			all = append(all, r.Others)
		}
	}
	return median(all)
}

func (res *result) idleMiB() map[string]string {
	m := map[string]string{}
	for name, bytes := range res.Idle {
		m[name] = mib(bytes)
	}
	return m
}

// byName lists figures in the order of their names.
func byName[V any](of map[string]V) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		list = append(list, fmt.Sprintf("%s %v", name, of[name]))
	}
	return strings.Join(list, ", ")
}

func mib(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", float64(bytes)/(1<<20))
}
