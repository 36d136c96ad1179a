// Command workplan is the work-planning service and the tools of its operator. The help
// of a command is workplan COMMAND --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
	_ "time/tzdata" // time zones, if the machine has none: the image has no files but the program

	"github.com/alecthomas/kong"
	_ "golang.org/x/crypto/x509roots/fallback" // certificate authorities, if the machine has none
)

type cli struct {
	Dev          devCmd          `cmd:"" help:"Run everything on this machine: a private PostgreSQL, a demo organization, REST and gRPC."`
	Serve        serveCmd        `cmd:"" help:"Serve REST and gRPC."`
	Migrate      migrateCmd      `cmd:"" help:"Bring the schema of the database up to date."`
	Import       importCmd       `cmd:"" help:"Import an organization from a JSON document."`
	Organization organizationCmd `cmd:"" help:"Create, list, suspend, resume, export, import and delete organizations."`
	User         userCmd         `cmd:"" help:"Erase a person."`
	Key          keyCmd          `cmd:"" help:"Create, list, rotate and revoke API keys."`
	Session      sessionCmd      `cmd:"" help:"List and revoke the sessions of people who are signed in."`
	Backup       backupCmd       `cmd:"" help:"Write a dump of the database, and restore one without a risk for the database that is there."`
	Verify       verifyCmd       `cmd:"" help:"Check that the database is consistent, such as after a backup was restored."`
	Holidays     holidaysCmd     `cmd:"" help:"Import public holidays."`
	Events       eventsCmd       `cmd:"" help:"Print what changed in an organization."`
	Webhook      webhookCmd      `cmd:"" help:"Develop a receiver of webhooks."`
	Call         callCmd         `cmd:"" help:"Call an rpc of a running server."`
	MCP          mcpCmd          `cmd:"" name:"mcp" help:"Serve the Model Context Protocol to an assistant on this machine, for a running server."`
	Top          topCmd          `cmd:"" help:"Show what each organization uses of the servers: requests, rows, bytes and processor time."`
	Health       healthCmd       `cmd:"" help:"Ask the server on this machine whether it is ready, for the probes of containers."`
	Config       configCmd       `cmd:"" help:"Check the configuration of serve, and print the reference of all variables."`
	Doctor       doctorCmd       `cmd:"" help:"Check the configuration, the database and the work that is behind, and say what to do."`
	Version      versionCmd      `cmd:"" help:"Print the version."`
	Licenses     licensesCmd     `cmd:"" help:"Print the licences of the software in the program."`
	Help         helpCmd         `cmd:"" help:"Explain a command."`
	Completion   completionCmd   `cmd:"" help:"Print a script that completes commands and flags in a shell."`
	Complete     completeCmd     `cmd:"" hidden:""`
}

// streams are the standard streams of a command. Results go to out, messages to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// say prints a message.
func (s streams) say(format string, args ...any) {
	fmt.Fprintln(s.err, visibleLines(fmt.Sprintf(format, args...)))
}

// changed logs a change that a command has made, as a JSON line like those of serve: which command, who has run it, and
// the ids of what it has changed.
func (s streams) changed(command, organization string, attrs ...any) {
	attrs = append([]any{"command", command, "by", operator(), "organization_id", organization}, attrs...)
	slog.New(slog.NewJSONHandler(s.err, nil)).Info("changed", attrs...)
}

// lockedWriter is a writer for several goroutines: a command can write while it also says what it waits for.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

// Write implements io.Writer.
func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

// meanwhile prints a message if done is not called within a second.
func (s streams) meanwhile(format string, args ...any) (done func()) {
	said := make(chan struct{})
	timer := time.AfterFunc(time.Second, func() { s.say(format, args...); close(said) })
	return func() {
		if !timer.Stop() {
			<-said
		}
	}
}

func main() {
	os.Exit(run(untilSignal(), os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// untilSignal returns a context that ends at the first SIGINT or SIGTERM. From then on a signal
// ends the process at once.
func untilSignal() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals) // first, so that no signal is lost that follows what the server does at its end
		cancel()
	}()
	return ctx
}

// run runs a command and returns its exit code: 0 for success, 1 for a failure or if it was interrupted, 2 for a
// wrong command line.
func run(ctx context.Context, args []string, std streams) int {
	std.err = &lockedWriter{w: std.err}
	var c cli
	var wrong mistakes
	exited := -1
	parser := newParser(&c, devDataDir(),
		kong.PostBuild(wrong.collect),
		kong.Writers(std.out, std.err),
		kong.Exit(func(code int) { exited = code }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(std),
	)
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "--version":
		args[0] = "version"
	}
	command, err := parser.Parse(args)
	if exited >= 0 { // help was printed
		return exited
	}
	var usage *kong.ParseError
	if err == nil {
		var wrongCommandLine bool
		if wrongCommandLine, err = wrong.check(ctx, command); wrongCommandLine {
			std.say("workplan: %v", err)
			std.say("Run `workplan %s --help` for usage.", selected(command))
			return 2
		}
	}
	if err == nil {
		err = command.Run()
	}
	switch {
	case errors.As(err, &usage):
		std.say("workplan: %s", withoutSecrets(usage.Error()))
		std.say("Run `%s --help` for usage.", strings.TrimSpace("workplan "+selected(usage.Context)))
		return 2
	case err != nil && ctx.Err() == nil:
		std.say("workplan: %v", err)
		return 1
	case err != nil && !untilStopped(command):
		std.say("workplan: %s", interrupted(err))
		return 1
	}
	return 0
}

// untilStopped reports whether a command ends only by a signal, so that a signal is no failure of it.
func untilStopped(command *kong.Context) bool {
	switch c := command.Selected().Target.Addr().Interface().(type) {
	case *serveCmd, *devCmd, *webhookListenCmd, *mcpCmd:
		return true
	case *eventsTailCmd:
		return c.Follow
	case *topCmd:
		return !c.Once
	}
	return false
}

// interrupted returns the text of the error of a command that a signal has ended.
func interrupted(err error) string {
	text := strings.ReplaceAll(err.Error(), context.Canceled.Error(), "interrupted")
	if !strings.Contains(text, "interrupted") { // such as a statement that was canceled
		return "interrupted: " + text
	}
	return text
}

// newParser returns the parser of the command line. dataDir is the default folder of dev.
func newParser(c *cli, dataDir string, options ...kong.Option) *kong.Kong {
	parser, err := kong.New(c, append(options,
		kong.Name("workplan"),
		kong.Description("Work planning for organizations: REST and gRPC over PostgreSQL."),
		kong.Vars{"data_dir": dataDir},
		kong.PostBuild(addFileFlags),
	)...)
	if err != nil {
		panic(err) // the type cli has a mistake
	}
	return parser
}

// selected returns the command that was recognized, without its arguments.
func selected(c *kong.Context) string {
	if c == nil || c.Selected() == nil {
		return ""
	}
	return strings.TrimPrefix(c.Selected().FullPath(), "workplan ")
}

type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command, such as key create."`
}

// Help is the rest of the help text.
func (helpCmd) Help() string {
	return "Example:\n\n    workplan help key create"
}

// Run explains the command.
func (c *helpCmd) Run(current *kong.Context) error {
	about, err := kong.Trace(current.Kong, c.Command)
	if err != nil {
		return err
	}
	if about.Error != nil && len(c.Command) > 0 && (about.Selected() == nil || len(about.Path)-1 < len(c.Command)) {
		return about.Error
	}
	return about.PrintUsage(false)
}
