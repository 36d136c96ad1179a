package main

import (
	"cmp"
	"context"
	"encoding"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"

	"github.com/workplan-api/workplan/cmd/workplan/operate/doctor"
	"github.com/workplan-api/workplan/internal/secreturl"
	"github.com/workplan-api/workplan/internal/tlsfiles"
)

type configCmd struct {
	Check     configCheckCmd     `cmd:"" help:"Check the configuration of serve without serving, and print it."`
	Reference configReferenceCmd `cmd:"" help:"Print the reference of all variables and flags, in Markdown."`
}

// configCheckCmd has the flags of serve.
type configCheckCmd struct {
	serveCmd
	JSON bool `name:"json" help:"Print JSON."`
}

// Help is the rest of the help text.
func (configCheckCmd) Help() string {
	return `It reads the flags, variables and files of serve and checks them as serve does: addresses, numbers,
networks, keys, certificates. It does not listen and does not connect to anything; workplan doctor does. It prints
each setting with its value and where the value is from. Secrets are hidden. If something is wrong, every mistake is
printed and the exit code is 1. Of a variable whose name is almost that of a setting it warns, as serve does.

Example:

    DATABASE_URL_FILE=/run/secrets/database TLS_CERT_FILE=tls.crt TLS_KEY_FILE=tls.key \
      workplan config check`
}

// Run checks the configuration and prints it.
func (c *configCheckCmd) Run(ctx context.Context, command *kong.Context, std streams) error {
	p, err := c.prepare(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer p.close()
	settings := effective(command)
	if c.JSON {
		if err := printJSON(std, settings); err != nil {
			return err
		}
	} else {
		w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "NAME\tVALUE\tFROM")
		for _, s := range settings {
			fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, s.Value, s.From)
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	for _, err := range misspelled(command.Model, os.Environ()) {
		std.say("Warning: %s", err)
	}
	if p.cfg.TLS != nil {
		if f := certificateFinding(p.cfg.TLS); f.Status != doctor.OK {
			std.say("Warning: %s", f.Text)
		}
	}
	std.say("The configuration is valid.")
	return nil
}

// setting is a flag of serve with its effective value.
type setting struct {
	Name  string `json:"name"` // of the variable, or of the flag if it has none
	Value string `json:"value"`
	From  string `json:"from"` // flag, variable, file or default
}

// effective returns the settings of a command that has the flags of serve.
func effective(command *kong.Context) (all []setting) {
	given := map[*kong.Flag]bool{}
	for _, path := range command.Path {
		if path.Flag != nil {
			given[path.Flag] = true
		}
	}
	serve, flags := serveOf(command.Model), command.Selected().Flags
	for i, flag := range flags {
		if !has(serve, flag.Name) || isFileFlag(command.Selected(), flag) {
			continue
		}
		s := setting{Name: "--" + flag.Name, Value: text(flag), From: "default"}
		if len(flag.Envs) > 0 {
			s.Name = flag.Envs[0]
			if os.Getenv(s.Name) != "" {
				s.From = "variable"
			}
		}
		if given[flag] {
			s.From = "flag"
		}
		if isSecret(flag) && flags[i+1].Target.String() != "" {
			s.From = "file"
		}
		all = append(all, s)
	}
	return all
}

// text returns the value of a flag as it can be shown.
func text(flag *kong.Flag) string {
	switch value := flag.Target.String(); {
	case !isSecret(flag):
	case value != "" && !strings.HasSuffix(flag.Name, "-url"):
		return hidden
	default:
		return masked(value)
	}
	if m, ok := flag.Target.Interface().(encoding.TextMarshaler); ok {
		if text, err := m.MarshalText(); err == nil {
			return string(text)
		}
	}
	if flag.IsSlice() {
		var items []string
		for i := range flag.Target.Len() {
			items = append(items, fmt.Sprint(flag.Target.Index(i)))
		}
		return strings.Join(items, ",")
	}
	return fmt.Sprint(flag.Target)
}

// hidden is shown instead of a secret.
const hidden = "(hidden)"

// masked returns the parts of an address that are no secrets. An address in which a reserved character
// of the password is not encoded is hidden: a part of the password would be taken for another part.
func masked(address string) string {
	if address = strings.TrimSpace(address); address == "" {
		return ""
	}
	u, ok := secreturl.Parse(address)
	if !ok || u.Scheme == "" || u.Host == "" {
		return hidden
	}
	shown := &url.URL{Scheme: u.Scheme, User: u.User, Host: u.Host, Path: u.Path}
	if _, ok := u.User.Password(); u.User != nil && !ok {
		shown.User = url.User("xxxxx") // it may be a token
	}
	return shown.Redacted()
}

// renewWithin is how long before the end of a certificate its owner is warned.
const renewWithin = 14 * 24 * time.Hour

// certificateFinding is a warning if the certificate has to be renewed.
func certificateFinding(files *tlsfiles.Files) doctor.Finding {
	leaf := files.Certificate()
	names := slices.Clone(leaf.DNSNames)
	for _, ip := range leaf.IPAddresses {
		names = append(names, ip.String())
	}
	text := fmt.Sprintf("the certificate is for %s and expires at %s",
		cmp.Or(strings.Join(names, ", "), leaf.Subject.CommonName), timestamp(&leaf.NotAfter))
	if left := time.Until(leaf.NotAfter); left < renewWithin {
		return doctor.Finding{Check: "certificate", Status: doctor.Warn, Text: fmt.Sprintf("%s, in %d days: renew it",
			text, int(left.Hours()/24))}
	}
	return doctor.Finding{Check: "certificate", Status: doctor.OK, Text: text}
}
