// Command bench measures a build of workplan on this machine:
//
//	go run ./internal/bench --help
//
// It starts a private PostgreSQL, loads one organization, and sends the same requests to
// several contestants:
//
//	rest    workplan serve of this checkout, over REST
//	grpc    workplan serve of this checkout, over gRPC
//	thin    the least server that returns the same rows, see thin.go
//	versus  another build of workplan, over REST
//
// Each contestant has a server process and a database of its own. The databases are copies
// of one. Before the first round, the benchmark checks that all contestants return the same
// rows for the same requests.
//
// The contestants take turns in each round, in rotated order, so that other load on the
// machine affects all of them. Requests per second are the median of the rounds. A ratio is
// the median of the ratios within each round: 0.80 "of thin" is 0.80 times the requests per
// second of thin for the same caller, and "of admin" compares the callers of one
// contestant. The number after ± is half the distance between the quartiles.
//
// Clients, server and PostgreSQL share the processors. Therefore the CPU time per request
// tells two builds apart more exactly than the requests per second. It is measured on Linux
// only. "others" is the share of the machine that processes outside the benchmark used:
// above 5 % the results mean little.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

const description = `Measure workplan on this machine against the least server that does the same work, and against another build.

It needs Go and 2 GB in the temporary folder, and removes everything at the end. To compare with the commit before:

  git worktree add /tmp/before HEAD~1
  go build -C /tmp/before -o /tmp/before/workplan ./cmd/workplan
  go run ./internal/bench --versus /tmp/before/workplan

The other build must be the older one, because the other contestants migrate its database. How to read the table: go doc ./internal/bench`

type options struct {
	As      []string `default:"admin,manager" enum:"admin,manager" help:"Who calls: ${enum}. The manager is no admin but manages all users whose hours are written."`
	Only    []string `enum:"${scenarios}" placeholder:"NAME" help:"Run only these scenarios of ${enum}."`
	Rows    int      `default:"500000" help:"Rows of planned hours, a multiple of ${week}."`
	Rounds  int      `default:"7" help:"Rounds of each contestant."`
	Seconds float64  `default:"1" help:"Duration of a round of one contestant."`
	Clients int      `default:"8" help:"Concurrent requests."`
	Versus  string   `type:"existingfile" placeholder:"BINARY" help:"Another build of workplan."`
}

// Validate implements kong's check of the command line.
func (o options) Validate() error {
	switch {
	case o.Rounds < 1 || o.Seconds <= 0 || o.Clients < 1 || o.Clients > leastRequests:
		return fmt.Errorf("--rounds and --seconds must be positive, --clients 1 to %d", leastRequests)
	case o.Rows%rowsOfWeek != 0 || o.Rows < 2000*o.Clients:
		return fmt.Errorf("--rows must be a multiple of %d and at least 2,000 for each client", rowsOfWeek)
	}
	return nil
}

func main() {
	log.SetFlags(0)
	if len(os.Args) == 3 && os.Args[1] == thinCommand {
		log.Fatal(serveThin(os.Args[2]))
	}
	var opts options
	kong.Parse(&opts, kong.Description(description), kong.Vars{"week": fmt.Sprint(rowsOfWeek), "scenarios": strings.Join(scenarioNames(), ",")})
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := benchmark(ctx, opts, os.Stdout); err != nil {
		log.Fatal("bench: ", err)
	}
}

// benchmark starts everything, writes a table for each scenario, and removes everything.
func benchmark(ctx context.Context, opts options, out io.Writer) (err error) {
	debug.SetGCPercent(400) // the clients share the processors with the servers
	e := &environment{options: opts}
	defer func() { err = errors.Join(err, e.close()) }()
	if err := e.start(ctx); err != nil {
		return err
	}
	list := scenarios(e.organization, opts)
	for _, s := range list {
		if err := e.compare(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	log.Print("All contestants return the same rows.")
	for _, s := range list {
		rounds, err := e.measure(ctx, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := e.report(out, s, rounds); err != nil {
			return err
		}
	}
	return nil
}
