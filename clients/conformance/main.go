// Command conformance proves that the client packages do what clients/README.md says.
// Run it from anywhere in the checkout; it needs Go, the tools of the languages, and a
// PostgreSQL that is installed or else is fetched:
//
//	go run ./clients/conformance
//	go run ./clients/conformance --protocol rest python
//
// It starts the real server on a private PostgreSQL, and lets each language build its
// package and install it into a fresh folder. It runs the language's program over each
// protocol, in an organization of its own and beside addresses of its own where things
// go wrong: all of clients/scenario.json has to come out, the busy server has to see
// three calls that wait as told, the one that is down a single one, and no key may be
// printed. Every example of each README has to print what the README says, against
// workplan dev on its usual ports, which have to be free.
//
// The programs read the scenario without the values that are expected, so that they
// cannot print what they have not seen. Of our environment they see what they need to
// find programs and registries, and LANG=C.UTF-8. What they print stays in
// .cache/conformance.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

type options struct {
	Languages []string `arg:"" optional:"" placeholder:"LANGUAGE" help:"Only these languages, of: ${languages}."`
	Protocol  string   `enum:"rest,grpc,both" default:"both" help:"Only this protocol: rest or grpc."`
	Keep      bool     `help:"Keep the folders into which the packages were installed."`
}

const description = `Proves that the client packages of all languages do what clients/README.md says, each over REST and gRPC against the running server. Ctrl-C stops and removes everything. More: go doc ./clients/conformance`

// streams are where the command writes: results to out, what it says meanwhile to err.
type streams struct{ out, err io.Writer }

// say tells the person at the terminal what is happening.
func (s streams) say(format string, args ...any) { fmt.Fprintf(s.err, format+"\n", args...) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// run runs the command and returns its exit code: 0, 1 where a check or the command
// failed, 2 where the command line is wrong.
func run(ctx context.Context, args []string, std streams) int {
	var opts options
	exited := -1
	parser, err := kong.New(&opts,
		kong.Name("conformance"),
		kong.Description(description),
		kong.Writers(std.out, std.err),
		kong.Exit(func(code int) { exited = code }),
		kong.Vars{"languages": languageNames()},
	)
	if err != nil {
		panic(err) // the command line above is wrong
	}
	_, err = parser.Parse(args)
	if exited >= 0 { // help was asked for and given
		return exited
	}
	var chosen []language
	if err == nil {
		chosen, err = choose(opts.Languages)
	}
	if err != nil {
		std.say("conformance: %v", err)
		return 2
	}
	passed, err := prove(ctx, chosen, opts, std)
	switch {
	case ctx.Err() != nil:
		std.say("conformance: stopped")
		return 1
	case err != nil:
		std.say("conformance: %v", err)
		return 1
	case !passed:
		return 1
	}
	return 0
}
