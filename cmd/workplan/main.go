// Command workplan is the work-planning service and the tools of its operator. Each
// command explains itself: workplan COMMAND --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

type cli struct {
	Dev     devCmd     `cmd:"" help:"Run everything on this machine: a private PostgreSQL, a demo organization, REST and gRPC."`
	Serve   serveCmd   `cmd:"" help:"Serve REST and gRPC on a database that has been migrated."`
	Migrate migrateCmd `cmd:"" help:"Bring the database to the newest version of the schema."`
	Import  importCmd  `cmd:"" help:"Import an organization from a JSON document and print the ids and new keys."`
	Key     keyCmd     `cmd:"" help:"Create and list API keys."`
}

// streams are where a command reads and writes: what it was asked for goes to out,
// what it says meanwhile to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// say tells the person at the terminal what is happening.
func (s streams) say(format string, args ...any) { fmt.Fprintf(s.err, format+"\n", args...) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// run runs a command and returns its exit code: 0 where it did what it was asked for,
// 1 where it failed, 2 where the command line is wrong.
func run(ctx context.Context, args []string, std streams) int {
	var c cli
	exited := -1
	parser, err := kong.New(&c,
		kong.Name("workplan"),
		kong.Description("Work planning for organizations: REST and gRPC over PostgreSQL."),
		kong.UsageOnError(),
		kong.Writers(std.out, std.err),
		kong.Exit(func(code int) { exited = code }),
		kong.Vars{"data_dir": devDataDir()},
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(std),
	)
	if err != nil {
		panic(err) // the command line above is wrong
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if exited >= 0 { // help was asked for and given
		return exited
	}
	if err != nil {
		std.say("workplan: %v", err)
		var parse *kong.ParseError
		if errors.As(err, &parse) {
			std.say("Run `workplan %s --help` to see what it takes.", parse.Context.Command())
		}
		return 2
	}
	if err := command.Run(); err != nil && ctx.Err() == nil {
		std.say("workplan: %v", err)
		return 1
	}
	return 0
}
