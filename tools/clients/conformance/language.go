package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// language is a language with a client, in the folder clients/NAME.
type language struct {
	name      string
	fence     string // the mark of its code in Markdown
	extension string // the extension of its files
}

var languages = []language{
	{"go", "go", ".go"},
	{"typescript", "ts", ".ts"},
	{"python", "python", ".py"},
	{"java", "java", ".java"},
}

// choose returns the languages of these names, or all languages for no names.
func choose(names []string) ([]language, error) {
	if len(names) == 0 {
		return languages, nil
	}
	for _, name := range names {
		if !slices.ContainsFunc(languages, func(l language) bool { return l.name == name }) {
			return nil, fmt.Errorf("there is no client for %q: choose from %s", name, languageNames())
		}
	}
	return slices.DeleteFunc(slices.Clone(languages),
		func(l language) bool { return !slices.Contains(names, l.name) }), nil
}

func languageNames() string {
	var names []string
	for _, l := range languages {
		names = append(names, l.name)
	}
	return strings.Join(names, ", ")
}

// The names of the protocols for conformance/try.
const (
	overREST = "rest"
	overGRPC = "grpc"
)

// The timeouts of the steps. An installation may have to download packages.
const (
	installTimeout = 10 * time.Minute
	runTimeout     = 3 * time.Minute
	exampleTimeout = 3 * time.Minute
	buildTimeout   = 5 * time.Minute
	devTimeout     = 2 * time.Minute
	stopTimeout    = 15 * time.Second
	restartTimeout = 10 * time.Second
)

// try runs all checks of a language. An error is a failure of the suite, not of the client.
func (s *suite) try(ctx context.Context, l language, protocols []string) ([]column, error) {
	dir := filepath.Join(s.dir, l.name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	s.std.say("%s: building the package and installing it …", l.name)
	installErr := s.install(ctx, l, dir)
	columns := []column{{l.name, "package", []check{newCheck("install", installErr)}}}
	for _, protocol := range protocols {
		if installErr != nil {
			columns = append(columns, column{l.name, protocol, notRun(s.steps, protocol)})
			continue
		}
		s.std.say("%s: running the scenario over %s …", l.name, protocol)
		checks, err := s.run(ctx, l, protocol, dir)
		if err != nil {
			return nil, err
		}
		columns = append(columns, column{l.name, protocol, checks})
	}
	if installErr == nil {
		s.std.say("%s: running the examples of the README …", l.name)
		columns[0].checks = append(columns[0].checks, s.examples(ctx, l, dir)...)
	}
	return columns, ctx.Err()
}

// call runs the conformance/try of the language.
func (s *suite) call(
	ctx context.Context, l language, name string, timeout time.Duration, env []string, args ...string,
) (output, error) {
	name = l.name + "-" + name
	out, err := runProgram(ctx, timeout, s.logs, name, env,
		filepath.Join(s.root, "clients", l.name, "conformance", "try"), args...)
	if err != nil {
		err = fmt.Errorf("conformance/try %s: %w: see .cache/conformance/%s.out and .err", args[0], err, name)
	}
	return out, err
}

var packageLine = regexp.MustCompile(`(?m)^package: (.*/)?([^/ ]+) ([0-9]+)$`)

func (s *suite) install(ctx context.Context, l language, dir string) error {
	out, err := s.call(ctx, l, "install", installTimeout, nil, "install", dir)
	if err != nil {
		return err
	}
	built := packageLine.FindAllSubmatch(out.stdout, -1)
	if len(built) != 1 {
		return fmt.Errorf("conformance/try install printed %d lines `package: FILE BYTES`, want 1", len(built))
	}
	s.packages = append(s.packages, fmt.Sprintf("%s\t%s\t%s bytes", l.name, built[0][2], built[0][3]))
	return nil
}

// run runs the program of a protocol in a new organization.
func (s *suite) run(ctx context.Context, l language, protocol, dir string) ([]check, error) {
	organization := l.name + " over " + protocol
	env, err := s.server.found(ctx, organization)
	if err != nil {
		return nil, err
	}
	at, err := openAddresses(s.proxy)
	if err != nil {
		return nil, err
	}
	defer at.close()
	restart := &restart{ctx: ctx, server: s.server, key: value(env, "WORKPLAN_KEY")}
	url, err := at.serveHTTP(restart)
	if err != nil {
		return nil, err
	}
	cutting, err := at.serveHTTP(cut{s.proxy})
	if err != nil {
		return nil, err
	}
	env = slices.Concat(env, at.env,
		[]string{"SCENARIO=" + s.questions(), "WORKPLAN_RESTART_URL=" + url, "WORKPLAN_CUT_URL=" + cutting})
	out, err := s.call(ctx, l, protocol, runTimeout, env, "run", dir, protocol)
	checks := append(checkSteps(s.steps, protocol, out.stdout),
		at.busy.check("calls to the busy server", 3),
		at.lossy.check("calls to the lossy server", 4),
		newCheck("one restart", restart.result()),
		newCheck("one client for the call that was sent twice", s.server.createdOnce(ctx, organization)),
		newCheck("no key is printed", leakedKey(out)),
		newCheck("exit code 0", err))
	return checks, ctx.Err()
}

// examples runs all examples of the README against workplan dev.
func (s *suite) examples(ctx context.Context, l language, dir string) (checks []check) {
	readme, err := os.ReadFile(filepath.Join(s.root, "clients", l.name, "README.md"))
	if err != nil {
		return []check{newCheck("examples of the README", err)}
	}
	all, err := readExamples(string(readme), l.fence)
	if err != nil {
		return []check{newCheck("examples of the README", err)}
	}
	for i, e := range all {
		name := fmt.Sprintf("example-%d", i+1)
		checks = append(checks, newCheck(fmt.Sprintf("example %d of the README", i+1), s.example(ctx, l, dir, name, e)))
	}
	return checks
}

// example runs one example, unchanged.
func (s *suite) example(ctx context.Context, l language, dir, name string, e example) (err error) {
	if e.prints == nil {
		return fmt.Errorf("no block marked text follows the example that begins with %q", e.firstLine())
	}
	folder := filepath.Join(s.dir, l.name+"-"+name)
	file := filepath.Join(folder, e.file(l.extension))
	if err := errors.Join(os.Mkdir(folder, 0o755), os.WriteFile(file, []byte(e.code), 0o644)); err != nil {
		return err
	}
	if s.dev == nil {
		if s.dev, err = startDev(ctx, s.root, s.dir, s.logs); err != nil {
			return err
		}
	}
	out, err := s.call(ctx, l, name, exampleTimeout, []string{"WORKPLAN_KEY=" + s.dev.key}, "example", dir, file)
	if err == nil && string(out.stdout) != *e.prints {
		err = fmt.Errorf("it prints\n%sbut the README has\n%s", out.stdout, *e.prints)
	}
	return errors.Join(err, leakedKey(out))
}
