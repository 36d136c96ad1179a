package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/usage"
)

// topTimeout is how long a server may take to respond to top.
const topTimeout = 3 * time.Second

// maxUsage is the largest report that top reads, in bytes.
const maxUsage = 8 << 20

type topCmd struct {
	Server   []string      `default:"127.0.0.1:9091" placeholder:"ADDRESS" help:"The OPS_ADDR of a server. Repeat it for several servers: their figures are added."`
	Interval time.Duration `default:"2s" help:"How long a table counts."`
	Sort     string        `enum:"cpu,requests,rows,received,sent" default:"cpu" help:"The column to sort by, the largest first: cpu, requests, rows, received or sent."`
	Limit    int           `default:"20" help:"How many organizations to show. 0 is all."`
	Once     bool          `help:"Print one table, of all since the servers started, and exit."`
	JSON     bool          `name:"json" help:"Print a JSON object in a line for each table."`
}

// Help is the rest of the help text.
func (topCmd) Help() string {
	return `It asks /usage of the servers and prints what each organization has used in the interval. On a terminal
the table is replaced, elsewhere the tables follow each other. The columns:

    REQUESTS  requests and calls that have ended, those with an error included.
    ROWS      rows of lists and of batches.
    RECEIVED  bytes of bodies and messages that were read.
    SENT      bytes of bodies and messages that were sent, after compression.
    CPU       processor time in seconds, an estimate: see below.

A process does not know the processor time of a request. CPU is the time in which requests had their turn, without
that of their statements. If that is more than the processor time of the process, because requests have waited for a
processor, the latter is divided in proportion. It has neither the look-up of the key nor the work of the database.
The log has the same figures for each request: rows, received_bytes, sent_bytes and work_us.

A request counts when it ends, so a stream counts at its end. Requests without a valid key belong to no organization
and are not counted. Organizations that have no place among the 10,000 of a server are in the line "others".

Below the table are the endpoints of webhooks that fail or were disabled, at most 20 of an installation.

Examples:

    workplan top
    workplan top --server 10.0.0.5:9091 --server 10.0.0.6:9091 --sort sent
    workplan top --once --json`
}

// used is what an organization has used, on all servers.
type used struct {
	ID            uuid.UUID `json:"organizationId"`
	Requests      int64     `json:"requests"`
	Rows          int64     `json:"rows"`
	ReceivedBytes int64     `json:"receivedBytes"`
	SentBytes     int64     `json:"sentBytes"`
	CPUSeconds    float64   `json:"cpuSeconds"`
	// Name is empty if the server could not ask its database.
	Name string `json:"name,omitempty"`
}

// table is what top prints.
type table struct {
	At            time.Time `json:"at"`
	Seconds       float64   `json:"seconds"` // the longest time that a server has counted
	Organizations []used    `json:"organizations"`
	// Webhooks are endpoints that fail or were disabled.
	Webhooks []usage.Webhook `json:"webhooks,omitempty"`
}

// Run prints tables until ctx ends.
func (c *topCmd) Run(ctx context.Context, std streams) error {
	if c.Interval < 100*time.Millisecond {
		return errors.New("--interval is less than 100ms")
	}
	if c.Limit < 0 {
		return errors.New("--limit must not be negative")
	}
	latest := map[string]usage.Report{}
	first, err := c.poll(ctx, latest)
	if err != nil {
		return err
	}
	if c.Once {
		return c.print(std, first)
	}
	tick := time.NewTicker(c.Interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		t, err := c.poll(ctx, latest)
		if ctx.Err() != nil {
			return nil
		}
		if printed := c.print(std, t); printed != nil {
			return printed
		}
		if err != nil {
			std.say("workplan: %v", err)
		}
	}
}

// poll asks all servers. It returns what was used since latest, which it replaces. The error is about the servers
// that are missing in the table.
func (c *topCmd) poll(ctx context.Context, latest map[string]usage.Report) (table, error) {
	var errs []error
	t, sums := table{At: time.Now().UTC()}, map[uuid.UUID]*used{}
	for _, server := range c.Server {
		now, err := askUsage(ctx, server)
		if err != nil {
			errs = append(errs,
				fmt.Errorf("cannot ask %s: %w: does a server run there, with this OPS_ADDR?", server, err))
			continue
		}
		seconds, part := difference(latest[server], now)
		latest[server] = now
		t.Seconds = max(t.Seconds, seconds)
		for _, w := range now.Webhooks { // servers of one installation have the same
			if !slices.ContainsFunc(t.Webhooks, func(other usage.Webhook) bool { return other.ID == w.ID }) {
				t.Webhooks = append(t.Webhooks, w)
			}
		}
		for _, u := range part {
			if sums[u.ID] == nil {
				sums[u.ID] = &used{ID: u.ID}
			}
			sums[u.ID].add(u)
		}
	}
	t.Organizations = c.sorted(sums)
	return t, errors.Join(errs...)
}

func (u *used) add(more used) {
	u.Name = cmp.Or(u.Name, more.Name)
	u.Requests += more.Requests
	u.Rows += more.Rows
	u.ReceivedBytes += more.ReceivedBytes
	u.SentBytes += more.SentBytes
	u.CPUSeconds += more.CPUSeconds
}

// askUsage returns the report of a server.
func askUsage(ctx context.Context, server string) (r usage.Report, err error) {
	ctx, cancel := context.WithTimeout(ctx, topTimeout)
	defer cancel()
	if !strings.Contains(server, "://") {
		server = "http://" + server
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(server, "/")+"/usage", nil)
	if err != nil {
		return r, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return r, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return r, fmt.Errorf("it responds with %s", resp.Status)
	}
	return r, json.NewDecoder(io.LimitReader(resp.Body, maxUsage)).Decode(&r)
}

// difference returns what a server has served between two reports, and in how many seconds. If it has started
// since the former one, it is all of the latter.
func difference(before, now usage.Report) (seconds float64, part []used) {
	if !before.Started.Equal(now.Started) {
		before = usage.Report{At: now.Started}
	}
	old := map[uuid.UUID]usage.Organization{}
	for _, o := range before.Organizations {
		old[o.ID] = o
	}
	var work float64
	for _, o := range now.Organizations {
		was := old[o.ID]
		if was.Requests > o.Requests { // it lost its place meanwhile, and has a new one
			was = usage.Organization{}
		}
		if o.Requests == was.Requests {
			continue
		}
		u := used{o.ID, o.Requests - was.Requests, o.Rows - was.Rows, o.ReceivedBytes - was.ReceivedBytes,
			o.SentBytes - was.SentBytes, o.WorkSeconds - was.WorkSeconds, o.Name}
		work += u.CPUSeconds
		part = append(part, u)
	}
	if spent := now.CPUSeconds - before.CPUSeconds; spent > 0 && work > spent {
		for i := range part {
			part[i].CPUSeconds *= spent / work
		}
	}
	return now.At.Sub(before.At).Seconds(), part
}

// sorted returns the organizations to show.
func (c *topCmd) sorted(sums map[uuid.UUID]*used) []used {
	list := make([]used, 0, len(sums))
	for _, u := range sums {
		list = append(list, *u)
	}
	column := map[string]func(used) float64{
		"cpu":      func(u used) float64 { return u.CPUSeconds },
		"requests": func(u used) float64 { return float64(u.Requests) },
		"rows":     func(u used) float64 { return float64(u.Rows) },
		"received": func(u used) float64 { return float64(u.ReceivedBytes) },
		"sent":     func(u used) float64 { return float64(u.SentBytes) },
	}[c.Sort]
	slices.SortFunc(list, func(a, b used) int {
		return cmp.Or(cmp.Compare(column(b), column(a)), slices.Compare(a.ID[:], b.ID[:]))
	})
	if c.Limit > 0 {
		list = list[:min(len(list), c.Limit)]
	}
	return list
}

// clearScreen moves the cursor of a terminal to the top and clears what is below.
const clearScreen = "\x1b[H\x1b[J"

// print prints a table.
func (c *topCmd) print(std streams, t table) error {
	if c.JSON {
		return json.NewEncoder(std.out).Encode(t)
	}
	var b strings.Builder
	if isTerminal(std.out) && !c.Once {
		b.WriteString(clearScreen)
	}
	fmt.Fprintf(&b, "%s, %.1f s\n", t.At.Format(time.RFC3339), t.Seconds)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "REQUESTS\tROWS\tRECEIVED\tSENT\tCPU\t  ORGANIZATION")
	for _, u := range t.Organizations {
		name := u.ID.String()
		if u.ID == uuid.Nil {
			name = "others"
		}
		if u.Name != "" {
			name += "  " + visible(u.Name)
		}
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%.3f\t  %s\n", u.Requests, u.Rows, u.ReceivedBytes,
			u.SentBytes, u.CPUSeconds, name)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(t.Webhooks) > 0 {
		b.WriteString("\nWEBHOOKS THAT FAIL\n")
	}
	for _, hook := range t.Webhooks {
		fmt.Fprintf(&b, "%s\n", visible(hook.String()))
	}
	_, err := io.WriteString(std.out, b.String())
	return err
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
