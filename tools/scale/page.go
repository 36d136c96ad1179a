package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"time"

	"github.com/workplan-api/workplan/tools/internal/checkout"
)

// report is what a run has measured.
type report struct {
	options
	predicted predicted
	rows      int // of hours
	stages    []stage
	found     string // by verify
	verified  time.Duration
	took      time.Duration
}

// people are those of all organizations.
func (r *report) people() int { return r.Organizations * r.People }

// rates are the requests that are sent.
func (r *report) rates() rates {
	all := rates{}
	for kind, rate := range r.predicted.rates {
		all[kind] = rate * r.Load
	}
	return all
}

// failure is an error if the run has no figures to trust.
func (r *report) failure() error {
	var all []error
	for _, s := range r.stages {
		if s.failed > 0 {
			all = append(all, fmt.Errorf("%s: %d requests failed, the first with %s", s.name, s.failed, s.failure))
		}
		if sent, due := float64(s.sent()), s.rates.total()*s.time.Seconds(); sent < 0.95*due-5*math.Sqrt(due) {
			all = append(all, fmt.Errorf("%s: %.0f requests were sent instead of %.0f", s.name, sent, due))
		}
		if s.webhooks && s.received == 0 {
			all = append(all, fmt.Errorf("%s: no webhook arrived", s.name))
		}
	}
	if r.found != "" {
		all = append(all, fmt.Errorf("verify: %s", r.found))
	}
	return errors.Join(all...)
}

func (s *stage) sent() (n int) {
	for _, took := range s.took {
		n += len(took)
	}
	return n
}

const explained = `%d organizations of %d people each, %s people together, with %s rows of planned and actual hours on %d days.
One ~workplan serve~ and PostgreSQL run on this machine beside the program that sends the requests. Each organization has a key of
its own, and they are asked at random: pages of 50 rows of a project and of a day, changes of one cell and of one client, and
batches of 100 rows. They are as many as these people send in %sbusiest second, by the assumptions of
[Capacity planning](../operate/scale.md#what-we-assume), for %s, at random times, whether earlier ones have responses or not. *Predicted* is
what that page computes from costs that were measured with one organization. In the last column, each organization also has a
webhook for all events.

`

func (r *report) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# A run at scale\n\nWritten by `go -C tools run ./scale%s --write docs/reports/scale-run.md`, %s, commit `%s`. ",
		r.arguments(), time.Now().UTC().Format(time.DateOnly), checkout.Commit())
	fmt.Fprintf(&b, "%d processors, %s, %.0f minutes.\n\n", runtime.NumCPU(), runtime.Version(), r.took.Minutes())
	if err := r.failure(); err != nil {
		fmt.Fprintf(&b, "**It failed**: %v\n\n", err)
	} else {
		fmt.Fprintf(&b, "No request failed, and `workplan verify` found nothing wrong within %.0f s.\n\n",
			r.verified.Seconds())
	}
	times := "their "
	if r.Load != 1 {
		times = fmt.Sprintf("%v times their ", r.Load)
	}
	fmt.Fprintf(&b, strings.ReplaceAll(explained, "~", "`"),
		r.Organizations, r.People, commas(r.people()), commas(r.rows), r.Days, times, r.Time)
	b.WriteString("| | predicted |")
	for _, s := range r.stages {
		fmt.Fprintf(&b, " %s |", s.name)
	}
	b.WriteString("\n|---|---:|" + strings.Repeat("---:|", len(r.stages)) + "\n")
	all := r.rates()
	line := func(name, predicted string, measured func(s *stage) string) {
		fmt.Fprintf(&b, "| %s | %s |", name, predicted)
		for i := range r.stages {
			fmt.Fprintf(&b, " %s |", measured(&r.stages[i]))
		}
		b.WriteString("\n")
	}
	figure := func(f float64) string { return fmt.Sprintf("%.3g", f) }
	count := func(of func(u used) float64) func(s *stage) string {
		return func(s *stage) string { return commas(int(of(s.used))) }
	}
	perSecond := func(of func(u used) float64) func(s *stage) string {
		return func(s *stage) string { return figure(of(s.used) / s.used.time.Seconds()) }
	}
	cores := func(of func(u used) time.Duration) func(s *stage) string {
		return func(s *stage) string { return figure(s.used.cores(of(s.used))) }
	}
	for _, kind := range kinds {
		line(kind+", per second", figure(all[kind]), func(s *stage) string {
			return figure(float64(len(s.took[kind])) / s.time.Seconds())
		})
	}
	line("cores of Workplan", figure(r.predicted.cores[0]*r.Load),
		cores(func(u used) time.Duration { return u.server }))
	line("cores of PostgreSQL", figure(r.predicted.cores[1]*r.Load),
		cores(func(u used) time.Duration { return u.postgres }))
	line("cores of the senders", "", cores(func(u used) time.Duration { return u.ours }))
	line("cores of the machine", "", cores(func(u used) time.Duration { return u.machine }))
	for _, kind := range kinds {
		line(kind+", median and p99, ms", "", func(s *stage) string {
			if len(s.took[kind]) == 0 {
				return ""
			}
			return fmt.Sprintf("%.3g, %.3g", s.quantile(kind, 0.5).Seconds()*1000,
				s.quantile(kind, 0.99).Seconds()*1000)
		})
	}
	line("statements per second", "", perSecond(func(u used) float64 { return u.statements }))
	line("transactions per second", "", perSecond(func(u used) float64 { return u.transactions }))
	line("WAL, kB per second", "", perSecond(func(u used) float64 { return u.wal / 1000 }))
	line("blocks that were not in memory, per second", "", perSecond(func(u used) float64 { return u.fromDisk }))
	line("autovacuums", "", count(func(u used) float64 { return u.vacuums }))
	line("dead rows, at the end", "", count(func(u used) float64 { return u.dead }))
	line("journal grew by, MB", "", count(func(u used) float64 { return u.journal / 1e6 }))
	line("hours, MB", figure(float64(r.rows)*r.predicted.bytesOfRow/1e6),
		count(func(u used) float64 { return u.hours / 1e6 }))
	line("other tables, MB", "", count(func(u used) float64 { return u.others / 1e6 }))
	line("memory of Workplan, MB", "", count(func(u used) float64 { return u.memory / 1e6 }))
	line("connections", "", count(func(u used) float64 { return u.connections }))
	line("webhooks received per second", "", func(s *stage) string {
		return figure(float64(s.received) / s.time.Seconds())
	})
	line("oldest event that was not delivered, seconds", "", func(s *stage) string { return figure(s.used.webhookLag) })
	return b.String()
}

// arguments are those that differ from the defaults.
func (r *report) arguments() (text string) {
	if r.Short {
		return " --short"
	}
	for _, o := range []struct{ name, value, standard string }{
		{"organizations", fmt.Sprint(r.Organizations), "1000"}, {"people", fmt.Sprint(r.People), "200"},
		{"days", fmt.Sprint(r.Days), "5"}, {"load", fmt.Sprint(r.Load), "1"}, {"time", r.Time.String(), "8m0s"},
	} {
		if o.value != o.standard {
			text += fmt.Sprintf(" --%s %s", o.name, o.value)
		}
	}
	return text
}

// commas writes a number with commas at thousands.
func commas(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
