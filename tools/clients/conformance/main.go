// Command conformance checks that the client packages do what clients/README.md says. Run
// it anywhere in the repository. It needs Go and the tools of the languages. It downloads
// PostgreSQL if none is installed.
//
//	go -C tools run ./clients/conformance
//	go -C tools run ./clients/conformance --protocol rest python
//
// It starts the real server on a private PostgreSQL. For each language it runs the install
// commands of the README in a fresh folder, and then a program for each protocol. Each
// program has its own organization and its own faulty servers. These checks must pass:
//
//   - Each step of clients/scenario.json has the expected outcome.
//   - The busy server gets three calls, each after the wait that it asked for.
//   - The lossy server gets each call with a lost response again, and there is one client.
//   - No key is printed.
//   - Each example of the README prints what the README says. The examples call workplan
//     dev on its usual ports, which must be free.
//
// The programs read the scenario without the expected values. They inherit only the
// environment that is needed to find programs and registries. Their output is in
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

	"github.com/workplan-api/workplan/tools/internal/checkout"
)

type options struct {
	Languages []string `arg:"" optional:"" placeholder:"LANGUAGE" help:"Only these languages, of: ${languages}."`
	Protocol  string   `enum:"rest,grpc,both" default:"both" help:"Only this protocol: rest or grpc."`
	Packages  string   `type:"path" placeholder:"DIR" help:"Install the packages into new folders of this folder, and keep them. By default they are in a temporary folder."`
}

const description = `Checks that the client packages do what clients/README.md says, over REST and gRPC, against the
real server. Ctrl-C stops and removes everything. Details: go -C tools doc ./clients/conformance`

// streams are the outputs of the command: results go to out, progress goes to err.
type streams struct{ out, err io.Writer }

// say reports progress.
func (s streams) say(format string, args ...any) { fmt.Fprintf(s.err, format+"\n", args...) }

func main() {
	if err := checkout.Enter(); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// run runs the command and returns its exit code: 0, 1 if a check or the command failed,
// 2 if the command line is wrong.
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
		panic(err) // the options above are wrong
	}
	_, err = parser.Parse(args)
	if exited >= 0 { // it has printed the help
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
	passed, err := runSuite(ctx, chosen, opts, std)
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
