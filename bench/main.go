// Command bench measures what workplan costs beside the least that the same work can
// cost on this machine. Run it from anywhere in the checkout; it needs Go, and a
// PostgreSQL that is installed or else is fetched:
//
//	go run ./bench
//	go run ./bench --only list-50,upsert-1000 --rounds 9
//	go run ./bench --versus /tmp/workplan-before --output json > figures.json
//
// It starts a private durable PostgreSQL, fills one organization with half a million
// rows of planned hours, and sends the same requests to four arms:
//
//	rest   workplan serve, as it is built and shipped, over REST
//	grpc   the same process over gRPC
//	thin   the least server that gives the same answers: net/http and prepared
//	       statements, JSON written by hand, a constant for the key, no checks. Its
//	       answers are compared with those of workplan, byte by byte, before the start
//	raw    the same statements through database/sql in this process, without a server
//
// The arms take turns, round by round and in rotated order, so that whatever else the
// machine does meets all of them. A figure is the median of the rounds; a ratio is the
// median of the ratios within each round.
//
// How to read the tables: "of thin" 0.80 means four fifths of the requests per second
// of thin. The load generator, the server and PostgreSQL share the processors, so a
// ratio of requests is closer to 1 than one of the server's own CPU, which is the more
// exact figure: "CPU of thin" 1.50 means half as much CPU again in the server. The two
// columns of PostgreSQL count all its processes, and its connections alone. "Others"
// is what processes outside of the benchmark used of the machine: above some 10 % the
// run says little. For raw, the server is this process. Clients read answers and do
// not decode them, neither JSON nor protobuf.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

type options struct {
	Rows    int      `default:"500000" help:"Rows of planned hours, a multiple of ${rows_a_day}."`
	Rounds  int      `default:"5" help:"Rounds of each arm; the figures are their medians."`
	Seconds float64  `default:"2" help:"How long a round of one arm takes."`
	Clients int      `default:"8" help:"Requests under way at the same time."`
	Only    []string `placeholder:"NAME" help:"Only these scenarios, of: ${scenarios}."`
	Versus  string   `type:"existingfile" placeholder:"BINARY" help:"Another workplan binary, such as that of the commit before, to run as a fifth arm over REST."`
	Output  string   `enum:"text,json" default:"text" help:"What to print: text, or json with every round."`
}

const description = `Measures workplan beside the least that the same work can cost on this machine.

It starts a private PostgreSQL in a temporary folder, fills it, and sends the same requests to workplan over REST and gRPC, to a hand-written server that only does the work (thin), and to the database alone (raw), in turns. Ctrl-C stops and removes everything. README of the figures: go doc ./bench`

// streams are where the command writes: figures to out, what it says meanwhile to err.
type streams struct{ out, err io.Writer }

// say tells the person at the terminal what is happening.
func (s streams) say(format string, args ...any) { fmt.Fprintf(s.err, format+"\n", args...) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// run runs the command and returns its exit code: 0, 1 where it failed or was stopped,
// 2 where the command line is wrong.
func run(ctx context.Context, args []string, std streams) int {
	if len(args) == 1 && args[0] == thinArgument {
		if err := serveThin(ctx, os.Stdin, os.Stdout); err != nil {
			std.say("thin: %v", err)
			return 1
		}
		return 0
	}
	var opts options
	exited := -1
	parser, err := kong.New(&opts,
		kong.Name("bench"),
		kong.Description(description),
		kong.Writers(std.out, std.err),
		kong.Exit(func(code int) { exited = code }),
		kong.Vars{"rows_a_day": fmt.Sprint(rowsADay), "scenarios": strings.Join(scenarioNames(), ", ")},
	)
	if err != nil {
		panic(err) // the command line above is wrong
	}
	_, err = parser.Parse(args)
	if exited >= 0 { // help was asked for and given
		return exited
	}
	if err == nil {
		err = opts.check()
	}
	if err != nil {
		std.say("bench: %v", err)
		return 2
	}
	result, err := benchmark(ctx, opts, std)
	switch {
	case err != nil && ctx.Err() != nil:
		std.say("bench: stopped")
		return 1
	case err != nil:
	case opts.Output == "json":
		err = result.writeJSON(std.out)
	default:
		err = result.writeText(std.out)
	}
	if err != nil {
		std.say("bench: %v", err)
		return 1
	}
	return 0
}

func (o options) check() error {
	switch {
	case o.Rows < 2*rowsADay || o.Rows%rowsADay != 0:
		return fmt.Errorf("--rows must be a multiple of %d, and at least twice as many", rowsADay)
	case o.Rounds < 1 || o.Rounds > 100:
		return errors.New("--rounds must be from 1 to 100")
	case o.Seconds < 0.05 || o.Seconds > 60:
		return errors.New("--seconds must be from 0.05 to 60")
	case o.Clients < 1 || o.Clients > 1000:
		return errors.New("--clients must be from 1 to 1000")
	}
	_, err := chosen(o.Only, o.Clients)
	return err
}
