package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/workplan-api/workplan/internal/nearest"
)

// mistakes are the values of flags and variables that cannot be read. The parser goes on after each of them, so that
// all are named at once.
type mistakes struct{ all []mistake }

type mistake struct {
	flag  *kong.Flag
	given bool // on the command line, not by the variable
	err   error
}

// collect makes the parser note values that cannot be read, instead of stopping at the first one. The flag then has its
// default.
func (m *mistakes) collect(k *kong.Kong) error {
	return kong.Visit(k.Model, func(visited kong.Visitable, next kong.Next) error {
		if command, ok := visited.(*kong.Node); ok {
			for _, flag := range command.Flags {
				flag.Mapper = m.noting(flag, flag.Mapper)
			}
		}
		return next(nil)
	})
}

// noting returns a mapper that decodes as mapper does, and notes its errors.
func (m *mistakes) noting(flag *kong.Flag, mapper kong.Mapper) kong.Mapper {
	return kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		value := ctx.Scan.Peek().String()
		err := mapper.Decode(ctx, target)
		if err == nil {
			err = checkEnum(flag, target)
		}
		if err == nil {
			return nil
		}
		found := mistake{flag: flag, given: true}
		name := "--" + flag.Name
		if len(flag.Envs) > 0 && os.Getenv(flag.Envs[0]) == value {
			name, found.given = flag.Envs[0], false
		}
		found.err = fmt.Errorf("%s: %s", name, withoutSecrets(err.Error()))
		if !slices.ContainsFunc(m.all, func(other mistake) bool {
			return other.flag == flag && other.err.Error() == found.err.Error()
		}) {
			m.all = append(m.all, found)
		}
		target.SetZero()
		if !flag.HasDefault {
			return nil
		}
		return mapper.Decode(&kong.DecodeContext{Value: flag.Value, Scan: kong.ScanFromTokens(kong.Token{
			Type: kong.FlagValueToken, Value: flag.Default,
		})}, target)
	})
}

// checkEnum returns an error if a flag that takes certain words has another one.
func checkEnum(flag *kong.Flag, value reflect.Value) error {
	words := flag.EnumSlice()
	if flag.Enum == "" || value.Kind() != reflect.String || slices.Contains(words, value.String()) {
		return nil
	}
	return fmt.Errorf("must be one of %s but got %q", strings.Join(words, ", "), value.String())
}

// configured is a command with the flags of serve, whose configuration can be checked.
type configured interface {
	prepare(context.Context, *slog.Logger) (*prepared, error)
}

// check reads the secrets that are in files, and returns an error with all mistakes of the command. wrongCommandLine is
// true if one of them is a flag.
func (m *mistakes) check(ctx context.Context, command *kong.Context) (wrongCommandLine bool, err error) {
	var errs []error
	var named []string // the variables and flags that have an error already
	flags := command.Flags()
	for _, one := range m.all {
		if slices.Contains(flags, one.flag) {
			errs, named = append(errs, one.err),
				append(named, slices.Concat(one.flag.Envs, []string{"--" + one.flag.Name})...)
			wrongCommandLine = wrongCommandLine || one.given
		}
	}
	unread, secrets := readSecrets(command)
	errs, named = append(errs, unread...), append(named, secrets...)
	if len(errs) == 0 {
		return false, nil
	}
	if c, ok := command.Selected().Target.Addr().Interface().(configured); ok {
		p, err := c.prepare(ctx, slog.New(slog.DiscardHandler))
		if err == nil {
			p.close()
		}
		for _, err := range parts(err) {
			if !slices.ContainsFunc(named, func(name string) bool { return mentions(err.Error(), name) }) {
				errs = append(errs, err) // the others may follow from a mistake that is named already
			}
		}
		for _, err := range misspelled(command.Model, os.Environ()) {
			if !slices.ContainsFunc(errs, func(other error) bool { return other.Error() == err.Error() }) {
				errs = append(errs, err)
			}
		}
	}
	return wrongCommandLine, errors.Join(errs...)
}

// mentions reports whether a text has the name of a variable or a flag, and not only a longer name.
func mentions(text, name string) bool {
	return regexp.MustCompile(`(^|[^A-Z_])` + regexp.QuoteMeta(name) + `($|[^A-Za-z_-])`).MatchString(text)
}

// parts returns the errors that errors.Join has joined.
func parts(err error) (all []error) {
	joined, ok := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
		return nil
	case !ok:
		return []error{err}
	}
	for _, one := range joined.Unwrap() {
		all = append(all, parts(one)...)
	}
	return all
}

// otherNames are variables that Workplan or Go reads and that are no flags.
var otherNames = []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER",
	"OTEL_SDK_DISABLED", "PG_BINDIR", "SSL_CERT_DIR", "SSL_CERT_FILE", "WORKPLAN_CACHE", "WORKPLAN_POSTGRES_MIRROR"}

// misspelled returns an error for each variable of the environment that Workplan does not know, and whose name is
// almost that of one that it does, or lacks the _FILE at its end. The right one may be set, too: one of both is wrong.
func misspelled(app *kong.Application, environment []string) (errs []error) {
	known := slices.Clone(otherNames)
	for _, command := range app.Leaves(true) {
		for _, flag := range command.Flags {
			known = append(known, flag.Envs...)
		}
	}
	slices.Sort(known)
	for _, variable := range slices.Sorted(slices.Values(environment)) {
		name, _, _ := strings.Cut(variable, "=")
		if slices.Contains(known, name) {
			continue
		}
		limit := 3
		switch {
		case len(name) < 8:
			limit = 2
		case len(name) > 11: // also TRUSTED_PROXY for TRUSTED_PROXIES
			limit = 4
		}
		near := name + "_FILE"
		if !slices.Contains(known, near) {
			near = nearest.Name(name, known, limit)
		}
		if near == "" && strings.Contains(name, "_") { // the last word is missing
			if i := slices.IndexFunc(known, func(k string) bool { return strings.HasPrefix(k, name+"_") }); i >= 0 {
				near = known[i]
			}
		}
		if near != "" {
			errs = append(errs, fmt.Errorf("%s is no variable of Workplan: did you mean %s?", name, near))
		}
	}
	return errs
}
