package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type configReferenceCmd struct{}

// Help is the rest of the help text.
func (configReferenceCmd) Help() string {
	return "Example:\n\n    workplan config reference > configuration.md"
}

// Run prints the reference.
func (configReferenceCmd) Run(std streams) error {
	return writeReference(std.out, newParser(&cli{}, "~/.local/share/workplan-dev").Model)
}

// otherVariables are the variables that are no flags.
var otherVariables = []struct{ names, meaning string }{
	{"`CREDENTIALS_DIRECTORY`",
		"The folder with systemd's copies of secrets, which sets it. An error about such a copy names " +
			"the file that it was made of."},
	{"`GOGC`", "How much garbage the server collects at a time, see the package runtime of Go. `serve` uses 400."},
	{"`GOMEMLIMIT`", "How much memory the server may use before it collects garbage more often, such as `512MiB`. By " +
		"default `serve` uses 80 % of the memory of its container, or of the machine. Go itself reads it: with a value " +
		"such as `512MB`, which lacks the `i`, the program ends with `fatal error: malformed GOMEMLIMIT` before it can say more. " +
		"Less than `16MiB` is refused, such as `512`, which lacks the unit."},
	{"`KUBERNETES_SERVICE_HOST`",
		"Kubernetes sets it. In a container `doctor` does not judge the modes of files and the " +
			"address of `OPS_ADDR`."},
	{"`NOTIFY_SOCKET`", "The socket of systemd, which sets it for a service of `Type=notify`. `serve` sends " +
		"`READY=1` when it is ready for the first time, and `STOPPING=1` when it begins to stop."},
	{"`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_PROTOCOL`, `OTEL_EXPORTER_OTLP_TRACES_PROTOCOL`, " +
		"`OTEL_TRACES_EXPORTER`, `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG`, `OTEL_SDK_DISABLED` and others",
		"The variables of OpenTelemetry. With an endpoint or an exporter `serve` sends traces, see [how to observe " +
			"a server](observability.md)."},
	{"`PG_BINDIR`", "The folder of `postgres` and `initdb` for `dev`; `fetch` downloads them."},
	{"`PGHOST`, `PGPASSFILE`, `PGSSLROOTCERT` and others", "The [variables of " +
		"PostgreSQL](https://www.postgresql.org/docs/current/libpq-envars.html), for what `DATABASE_URL` leaves out."},
	{"`WORKPLAN_CACHE`", "The folder for a PostgreSQL that `dev` downloads."},
	{"`WORKPLAN_POSTGRES_MIRROR`", "The mirror of Maven Central from which `dev` downloads PostgreSQL."},
	{"`XDG_DATA_HOME`", "The parent of the default of `--data-dir` of `dev`."},
}

// writeReference writes the variables and flags of all commands.
func writeReference(w io.Writer, app *kong.Application) error {
	var b strings.Builder
	b.WriteString(`# Configuration

<!-- Written by workplan config reference, see .ci/generate. Do not edit it. -->

A setting is a flag or a variable. A flag wins over its variable. Lists are comma-separated. Times are written as 30s, 5m or 24h.
` + "`workplan config check`" + ` reads the settings of ` + "`workplan serve`" + `, checks them and prints them.

A setting that is marked as secret can also be read from a file: put ` + "`_FILE`" + ` after the variable, ` +
		`or ` + "`-file`" + ` after the flag, and
give the name of the file. White space at both ends of its content is removed. Secrets are never in the log. Every user of
a machine can read the flags of its processes, so give secrets as variables or files. It is an error to set both.
`)
	serve := serveOf(app)
	section(&b, serve, nil)
	for _, command := range app.Leaves(true) {
		if command != serve {
			section(&b, command, serve)
		}
	}
	b.WriteString("\n## Other variables\n\n| variable | meaning |\n|---|---|\n")
	for _, v := range otherVariables {
		fmt.Fprintf(&b, "| %s | %s |\n", v.names, v.meaning)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// serveOf returns the command serve.
func serveOf(app *kong.Application) *kong.Node {
	return app.Children[slices.IndexFunc(app.Children, func(n *kong.Node) bool { return n.Name == "serve" })]
}

// section writes the flags of a command. If it has all flags of serve, those are left out.
func section(b *strings.Builder, command, serve *kong.Node) {
	flags := slices.DeleteFunc(slices.Clone(command.Flags), func(f *kong.Flag) bool { return isFileFlag(command, f) })
	like := serve != nil && contains(command, serve)
	if like {
		flags = slices.DeleteFunc(flags, func(f *kong.Flag) bool { return has(serve, f.Name) })
	}
	if len(flags) == 0 && !like {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n%s\n", command.FullPath(), command.Help)
	if like {
		b.WriteString("It has all settings of [`workplan serve`](#workplan-serve)")
		if len(flags) == 0 {
			b.WriteString(".\n")
			return
		}
		b.WriteString(", and:\n")
	}
	b.WriteString("\n| variable | flag | default | meaning |\n|---|---|---|---|\n")
	for _, f := range flags {
		row(b, f)
	}
}

func row(b *strings.Builder, f *kong.Flag) {
	variable, def, help := "", "", f.Help
	if len(f.Envs) > 0 {
		variable = "`" + f.Envs[0] + "`"
	}
	if f.HasDefault {
		def = "`" + f.Default + "`"
	}
	if f.Required {
		help += " Required."
	}
	if isSecret(f) {
		help += fmt.Sprintf(" **Secret**: also from a file, `%s_FILE`.", f.Envs[0])
	}
	fmt.Fprintf(b, "| %s | `--%s` | %s | %s |\n", variable, f.Name, def, strings.ReplaceAll(help, "|", `\|`))
}

// isFileFlag reports whether a flag names the file of a secret.
func isFileFlag(command *kong.Node, f *kong.Flag) bool {
	i := slices.Index(command.Flags, f)
	return i > 0 && isSecret(command.Flags[i-1])
}

func has(command *kong.Node, flag string) bool {
	return slices.ContainsFunc(command.Flags, func(f *kong.Flag) bool { return f.Name == flag })
}

func contains(command, other *kong.Node) bool {
	return !slices.ContainsFunc(other.Flags, func(f *kong.Flag) bool { return !has(command, f.Name) })
}
