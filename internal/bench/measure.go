package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"text/tabwriter"
	"time"
)

// compare sends a request to all contestants. It fails if a caller does not get the same rows
// from all of them.
func (e *environment) compare(ctx context.Context, s scenario) error {
	want := map[string][]byte{}
	for _, c := range e.contestants {
		client, err := c.dial()
		if err != nil {
			return err
		}
		defer client.Close()
		call, response := s.requests[0].next(c.server), bytes.Buffer{}
		if err := client.send(ctx, call, &response); err != nil {
			return fmt.Errorf("%s as %s: %w", c.name, c.caller, err)
		}
		got := rows(call, response.Bytes())
		if first, ok := want[c.caller]; !ok {
			want[c.caller] = got
		} else if err := same(got, first); err != nil {
			return fmt.Errorf("%s as %s: %w", c.name, c.caller, err)
		}
	}
	return nil
}

// rows returns the rows of a response without what differs between two databases after the
// same writes. The fields of a page after its rows differ between builds.
func rows(c *call, response []byte) []byte {
	rows, _, _ := bytes.Cut(response, []byte(`],"total":`))
	if c.method == http.MethodGet {
		return rows
	}
	return writeTraces.ReplaceAll(rows, nil)
}

var writeTraces = regexp.MustCompile(`"(version":\d+|updatedAt":"\d[^"]*")`)

func same(got, want []byte) error {
	if bytes.Equal(got, want) && bytes.Contains(got, []byte(`"createdAt":`)) {
		return nil
	}
	return fmt.Errorf("the response has no rows or other rows:\n%.1000s\nwant\n%.1000s", got, want)
}

// round is what a contestant did in one round.
type round struct {
	rate             float64 // requests per second
	server, postgres float64 // CPU time per request, in microseconds
	others           float64 // share of the machine, in percent
}

// measure runs the rounds of a scenario and returns them by contestant. The first round warms
// up and does not count.
func (e *environment) measure(ctx context.Context, s scenario) ([][]round, error) {
	for _, server := range e.servers {
		if err := e.execute(ctx, server.name, "VACUUM"); err != nil {
			return nil, err
		}
	}
	results := make([][]round, len(e.contestants))
	for n := range 1 + e.Rounds {
		log.Printf("%s: round %d of %d", s.name, n, e.Rounds)
		for i := range e.contestants {
			at := (i + n) % len(e.contestants)
			c := e.contestants[at]
			r, err := e.round(ctx, c, s)
			if err != nil {
				return nil, fmt.Errorf("%s as %s: %w", c.name, c.caller, err)
			}
			if n > 0 {
				results[at] = append(results[at], r)
			}
		}
	}
	return results, nil
}

// round sends requests to a contestant for the time of a round. Each client has requests of its
// own, so that no two of them write the same row at the same time.
func (e *environment) round(ctx context.Context, c contestant, s scenario) (round, error) {
	runtime.GC() // the garbage of the contestant before must not cost this one
	before := e.sample(c.server)
	until := before.at.Add(time.Duration(e.Seconds * float64(time.Second)))
	counts, errs := make([]float64, e.Clients), make([]error, e.Clients)
	var running sync.WaitGroup
	for i := range e.Clients {
		running.Go(func() { counts[i], errs[i] = e.sendUntil(ctx, until, c, s, i) })
	}
	running.Wait()
	requests := 0.0
	for _, n := range counts {
		requests += n
	}
	after := e.sample(c.server)
	seconds := after.at.Sub(before.at).Seconds()
	return round{
		rate:     requests / seconds,
		server:   1e6 * (after.server - before.server).Seconds() / requests,
		postgres: 1e6 * (after.postgres - before.postgres).Seconds() / requests,
		others:   100 * max(0, (after.others-before.others).Seconds()/seconds/float64(runtime.NumCPU())),
	}, errors.Join(errs...)
}

func (e *environment) sendUntil(ctx context.Context, until time.Time, c contestant, s scenario, first int) (n float64, err error) {
	client, err := c.dial()
	if err != nil {
		return 0, err
	}
	defer client.Close()
	at := first
	for time.Now().Before(until) {
		if err := errors.Join(ctx.Err(), client.send(ctx, s.requests[at].next(c.server), io.Discard)); err != nil {
			return n, err
		}
		n++
		if at += e.Clients; at >= len(s.requests) {
			at = first
		}
	}
	return n, nil
}

// report writes the table of a scenario.
func (e *environment) report(out io.Writer, s scenario, results [][]round) error {
	fmt.Fprintf(out, "\n%s: %s\n", s.name, s.about)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "contestant\tcaller\trequests/s\tof thin\tof versus\tof no-journal\tof admin\tserver µs\tPostgreSQL µs\tothers\t")
	for i, c := range e.contestants {
		median := func(value func(round) float64) float64 {
			return quartiles(e.Rounds, func(n int) float64 { return value(results[i][n]) })[1]
		}
		ratio := func(name, caller string) string {
			at := slices.IndexFunc(e.contestants, func(o contestant) bool { return o.name == name && o.caller == caller })
			if at < 0 || at == i {
				return ""
			}
			q := quartiles(e.Rounds, func(n int) float64 { return results[i][n].rate / results[at][n].rate })
			return fmt.Sprintf("%.2f ±%.2f", q[1], (q[2]-q[0])/2)
		}
		fmt.Fprintf(w, "%s\t%s\t%.0f\t%s\t%s\t%s\t%s\t%.0f\t%.0f\t%.0f %%\t\n", c.name, c.caller, median(func(r round) float64 { return r.rate }),
			ratio("thin", c.caller), ratio(versus(c.name), c.caller), ratio(noJournal, c.caller), ratio(c.name, "admin"), median(func(r round) float64 { return r.server }),
			median(func(r round) float64 { return r.postgres }), median(func(r round) float64 { return r.others }))
	}
	return w.Flush()
}

// quartiles returns the lower quartile, the median and the upper quartile of n values.
func quartiles(n int, value func(n int) float64) (q [3]float64) {
	values := make([]float64, n)
	for i := range values {
		values[i] = value(i)
	}
	slices.Sort(values)
	for i := range q {
		at := float64(i+1) / 4 * float64(n-1)
		low := int(at)
		q[i] = values[low] + (at-float64(low))*(values[min(low+1, n-1)]-values[low])
	}
	return q
}
