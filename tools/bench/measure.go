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
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// compare sends a request to all contestants. It fails if a caller does not get the same rows
// from all of them.
func (e *environment) compare(ctx context.Context, s scenario) error {
	want := map[string][]byte{}
	for _, c := range e.contestantsFor(s) {
		client, err := c.dial()
		if err != nil {
			return err
		}
		defer client.Close()
		call, response := s.requests[0].next(c.database), bytes.Buffer{}
		if err := client.send(ctx, call, &response); err != nil {
			return fmt.Errorf("%s as %s: %w", c.name, c.caller, err)
		}
		got := rows(call, response.Bytes())
		if _, ok := want[c.caller]; !ok {
			want[c.caller] = got
			continue
		}
		expected := want[c.caller]
		if strings.HasPrefix(c.name, versus("")) {
			got, expected = shared(got, expected)
		}
		if err := same(got, expected); err != nil {
			return fmt.Errorf("%s as %s: %w", c.name, c.caller, err)
		}
	}
	return nil
}

// rows returns the rows of a response without what differs between two databases after the
// same writes. The fields of a page after its rows differ between builds, and a response of REST ends with a newline.
func rows(c *call, response []byte) []byte {
	rows, _, _ := bytes.Cut(bytes.TrimSpace(response), []byte(`],"total":`))
	if c.method == http.MethodGet {
		return rows
	}
	return writeTraces.ReplaceAll(rows, nil)
}

var writeTraces = regexp.MustCompile(`"(version":\d+|updatedAt":"\d[^"]*")`)

var (
	field = regexp.MustCompile(`"(\w+)":("[^"]*"|[^,"{}\[\]]+),`) // with a value that is no object and no list
	unset = regexp.MustCompile(`"(\w+)":null,`)
)

// shared returns two responses with the fields that both have. An older build lacks those that this build has added,
// and the client of gRPC reads them as null.
func shared(got, want []byte) (gotShared, wantShared []byte) {
	got, want = unset.ReplaceAll(got, nil), unset.ReplaceAll(want, nil)
	return got, field.ReplaceAllFunc(want, func(f []byte) []byte {
		if bytes.Contains(got, f[:bytes.IndexByte(f, ':')+1]) {
			return f
		}
		return nil
	})
}

func same(got, want []byte) error {
	if bytes.Equal(got, want) && bytes.Contains(got, []byte(`"createdAt":`)) {
		return nil
	}
	return fmt.Errorf("the response has no rows or other rows:\n%.1000s\nwant\n%.1000s", got, want)
}

// round is what a contestant did in one round.
type round struct {
	Rate     float64 `json:"rate"`               // requests per second
	P50      float64 `json:"p50,omitempty"`      // milliseconds
	P99      float64 `json:"p99,omitempty"`      // milliseconds
	Server   float64 `json:"server,omitempty"`   // CPU time per request, in microseconds
	Postgres float64 `json:"postgres,omitempty"` // CPU time per request, in microseconds
	Others   float64 `json:"others,omitempty"`   // share of the machine, in percent
	// Share of the requests, in percent; the other figures are of the others.
	Refused float64 `json:"refused,omitempty"`
}

// entry is a contestant with a scenario and a load.
type entry struct {
	contestant
	scenario scenario
	load     load
	rows     int     // the rows of its database
	share    float64 // the offered load, as a share of the largest rate in a closed loop
}

// measureAll runs a scenario with all contestants and returns the rounds of each.
func (e *environment) measureAll(ctx context.Context, s scenario) ([][]round, error) {
	log.Printf("%s …", s.name)
	for _, server := range e.servers {
		if err := e.vacuum(ctx, server.database); err != nil {
			return nil, err
		}
	}
	contestants := e.contestantsFor(s)
	entries := make([]entry, len(contestants))
	for i, c := range contestants {
		entries[i] = entry{contestant: c, scenario: s, load: load{
			clients: e.Clients, time: time.Duration(e.Seconds * float64(time.Second)),
		}}
	}
	return e.measure(ctx, e.Rounds, entries, func(failed entry, err error) error {
		return fmt.Errorf("%s as %s: %w", failed.name, failed.caller, err)
	})
}

// measure measures entries in turn, round by round, and returns the rounds of each. The first round warms up and does
// not count. If an entry fails, it calls failed, whose error ends it; without an error, it goes on without the entry,
// which then has fewer rounds. The log shows the progress.
func (e *environment) measure(
	ctx context.Context, rounds int, entries []entry, failed func(entry, error) error,
) ([][]round, error) {
	results, out := make([][]round, len(entries)), make([]bool, len(entries))
	for n := range 1 + rounds {
		log.Printf("  round %d of %d", n, rounds)
		for i := range entries {
			at := (i + n) % len(entries)
			if out[at] {
				continue
			}
			done, err := e.round(ctx, entries[at].contestant, entries[at].scenario, entries[at].load)
			if err != nil {
				if err := failed(entries[at], err); err != nil {
					return nil, err
				}
				out[at] = true
			} else if n > 0 {
				results[at] = append(results[at], done)
			}
		}
	}
	return results, nil
}

// load is how requests are sent.
type load struct {
	clients int
	time    time.Duration
	mayFail bool    // whether the server may refuse requests because it has too much to do
	offered float64 // requests per second; 0 means that each client sends the next request when it has the response
}

// round sends requests to a contestant. Each client has requests of its own, so that no two of them write the same row
// at the same time.
func (e *environment) round(ctx context.Context, c contestant, s scenario, l load) (round, error) {
	if c.bench != nil {
		return e.pgbenchRound(ctx, c, s, l)
	}
	clients := make([]client, l.clients)
	for i := range clients {
		var err error
		if clients[i], err = c.dial(); err != nil {
			return round{}, err
		}
		defer clients[i].Close()
	}
	runtime.GC() // the garbage of the contestant before must not cost this one
	before := e.sample(c.server)
	next := func() func() (time.Time, bool) { return closed(before.at.Add(l.time)) }
	if l.offered > 0 {
		shared := arrivals(ctx, l)
		next = func() func() (time.Time, bool) { return shared }
	}
	took, refused, errs := make([][]time.Duration, l.clients), make([]int, l.clients), make([]error, l.clients)
	var running sync.WaitGroup
	for i := range l.clients {
		running.Go(func() { took[i], refused[i], errs[i] = c.sendAll(ctx, clients[i], s, i, l, next()) })
	}
	running.Wait()
	all := slices.Concat(took...)
	if err := errors.Join(append(errs, ctx.Err())...); err != nil {
		return round{}, err
	}
	if len(all) == 0 {
		return round{}, errRefused
	}
	done := e.since(before, c.server, all)
	for _, n := range refused {
		done.Refused += float64(n)
	}
	done.Refused *= 100 / (done.Refused + float64(len(all)))
	return done, nil
}

// since returns the round that began with a sample. took has the latencies of its requests.
func (e *environment) since(before usage, server *server, took []time.Duration) round {
	after := e.sample(server)
	seconds, requests := after.at.Sub(before.at).Seconds(), float64(len(took))
	slices.Sort(took)
	return round{
		Rate: requests / seconds, P50: milliseconds(percentile(took, 50)), P99: milliseconds(percentile(took, 99)),
		Server:   1e6 * (after.server - before.server).Seconds() / requests,
		Postgres: 1e6 * (after.postgres - before.postgres).Seconds() / requests,
		Others:   100 * max(0, (after.others-before.others).Seconds()/seconds/float64(runtime.NumCPU())),
	}
}

// percentile returns the smallest of sorted values that p percent of them do not exceed.
func percentile(sorted []time.Duration, p int) time.Duration {
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}

// closed returns a function that returns the present moment until the end, at least once.
func closed(end time.Time) func() (time.Time, bool) {
	first := true
	return func() (time.Time, bool) {
		now, once := time.Now(), first
		first = false
		return now, once || now.Before(end)
	}
}

// sendAll sends the requests of one client, beginning with the request number first. It returns their latencies, and
// how many were refused. next returns when the next request should be sent; its latency counts from then.
func (c contestant) sendAll(
	ctx context.Context, with client, s scenario, first int, l load, next func() (time.Time, bool),
) (took []time.Duration, refused int, err error) {
	at := first
	for due, ok := next(); ok; due, ok = next() {
		switch err := with.send(ctx, s.requests[at%len(s.requests)].next(c.database), io.Discard); {
		case ctx.Err() != nil:
			return took, refused, ctx.Err()
		case l.mayFail && errors.Is(err, errRefused):
			refused++
		case err != nil:
			return took, refused, err
		default:
			took = append(took, time.Since(due))
		}
		if at += l.clients; at >= len(s.requests) {
			at = first
		}
	}
	return took, refused, nil
}

// report writes the table of a scenario.
func (e *environment) report(out io.Writer, s scenario, results [][]round) error {
	fmt.Fprintf(out, "\n%s: %s\n", s.name, s.about)
	// The contestant settled is this build over REST, so it is compared with the other build over REST.
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "contestant\tcaller\trequests/s\tof baseline\tof rest\tof versus\tof no-journal\tof admin\tserver "+
		"µs\tPostgreSQL µs\tothers\t")
	contestants := e.contestantsFor(s)
	for i, c := range contestants {
		median := func(value func(round) float64) float64 {
			return quartiles(e.Rounds, func(n int) float64 { return value(results[i][n]) })[1]
		}
		ratio := func(name, caller string) string {
			at := slices.IndexFunc(contestants,
				func(o contestant) bool { return o.name == name && o.caller == caller })
			if at < 0 || at == i {
				return ""
			}
			q := quartiles(e.Rounds, func(n int) float64 { return results[i][n].Rate / results[at][n].Rate })
			return fmt.Sprintf("%.2f ±%.2f", q[1], (q[2]-q[0])/2)
		}
		fmt.Fprintf(w, "%s\t%s\t%.0f\t%s\t%s\t%s\t%s\t%s\t%.0f\t%.0f\t%.0f %%\t\n", c.name, c.caller,
			median(func(r round) float64 { return r.Rate }), ratio(baselineName, c.caller), ratio("rest", c.caller),
			ratio(versus(strings.Replace(c.name, settled, "rest", 1)), c.caller),
			ratio(noJournal, c.caller), ratio(c.name, "admin"), median(func(r round) float64 { return r.Server }),
			median(func(r round) float64 { return r.Postgres }), median(func(r round) float64 { return r.Others }))
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
