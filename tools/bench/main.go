// Command bench compares builds of workplan on this machine, and writes a report with other servers beside it:
//
//	go -C tools run ./bench --help
//	go -C tools run ./bench report
//
// The contestants of a comparison are workplan serve of this checkout over REST and over gRPC, the same over REST
// without the journal (no-journal) and with 50 locks and 2,400 approved months (settled), the baseline server of this
// package, which does the same work with as little code as possible, a server on a Citus cluster (citus), and another
// build over both (versus-rest and versus-grpc). Each has a process and a copy of the database of its own. Before the
// first round they must return the same rows for the same requests.
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
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/workplan-api/workplan/tools/internal/checkout"
)

const description = "Benchmarks of workplan. Without a command, it compares workplan with the least server that does " +
	"the same work, and with another build."

type options struct {
	As      []string `default:"admin,manager" enum:"admin,manager" help:"Callers: ${enum}. The manager is no admin, but manages all users whose hours are written."`
	Only    []string `enum:"${scenarios}" placeholder:"NAME" help:"Run only these scenarios of ${enum}."`
	Rows    int      `default:"500000" help:"Rows of planned hours, a multiple of ${week}."`
	Rounds  int      `default:"7" help:"Rounds of each contestant."`
	Seconds float64  `default:"1" help:"Duration of a round of one contestant."`
	Clients int      `default:"8" help:"Concurrent requests."`
	Versus  string   `type:"existingfile" placeholder:"BINARY" help:"Another build of workplan."`
}

// Help is the rest of the help text.
func (options) Help() string {
	return `It needs Go, a PostgreSQL that is installed or else fetched, and 5 GB in the temporary folder. It removes
everything at the end. To compare with the commit before:

  git worktree add /tmp/before HEAD~1
  go build -C /tmp/before -o /tmp/before/workplan ./cmd/workplan
  go -C tools run ./bench --versus /tmp/before/workplan

With WORKPLAN_CITUS_URL, the address of a database on the coordinator of a Citus cluster, a server on that cluster
takes part as citus.

The other build makes the database and the other contestants migrate their copies. So it must be the older build.

The contestants take turns in each round, so that other load on the machine affects all of them. All results are
medians of the rounds, and a ratio is the median of the ratios of each round. Example: 0.80 in the column "of baseline"
means 0.80 times the requests per second of the baseline with the same caller. The number after ± is half the distance between
the quartiles. Clients, server and PostgreSQL share the processors, so the CPU time per request (Linux only) separates
two builds more exactly than the requests per second. "others" is the share of the machine that other processes used.
If it is more than 5 %, repeat the run on a quiet machine.`
}

// Validate implements kong's check of the command line.
func (o options) Validate() error {
	if o.Rounds < 1 || o.Seconds <= 0 || o.Clients < 1 || o.Clients > leastRequests ||
		o.Rows%rowsOfWeek != 0 || o.Rows < 2000*o.Clients {
		return fmt.Errorf("--rounds and --seconds must be positive, --clients 1 to %d, --rows a multiple of %d and "+
			"at least 2,000 for each client",
			leastRequests, rowsOfWeek)
	}
	return nil
}

func main() {
	log.SetFlags(0)
	if len(os.Args) == 3 && os.Args[1] == baselineCommand {
		log.Fatal(serveBaseline(os.Args[2]))
	}
	if len(os.Args) == 2 && os.Args[1] == noJournalCommand {
		log.Fatal(serveNoJournal())
	}
	if err := checkout.Enter(); err != nil {
		log.Fatal("bench: ", err)
	}
	var command struct {
		Compare options       `cmd:"" default:"withargs" help:"Compare workplan with the least server that does the same work, and with another build."`
		Report  reportOptions `cmd:"" help:"Measure workplan beside other servers on the same rows, and write docs/reports/performance."`
	}
	selected := kong.Parse(&command, kong.Description(description), kong.Vars{
		"week": fmt.Sprint(rowsOfWeek), "step": fmt.Sprint(100 * rowsOfWeek),
		"scenarios": strings.Join(append(scenarioNames(), journalScenario, capacityScenario), ","),
	})
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if selected.Command() == "report" {
		err = report(ctx, command.Report)
	} else {
		err = benchmark(ctx, command.Compare, os.Stdout)
	}
	if ctx.Err() != nil {
		log.Fatal("bench: stopped")
	}
	if err != nil {
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
		rounds, err := e.measureAll(ctx, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := e.report(out, s, rounds); err != nil {
			return err
		}
	}
	for _, s := range []struct {
		name    string
		measure func(context.Context, io.Writer) error
	}{{journalScenario, e.measureJournal}, {capacityScenario, e.measureCapacity}} {
		if len(opts.Only) > 0 && !slices.Contains(opts.Only, s.name) {
			continue
		}
		if err := s.measure(ctx, out); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}
