package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// suite is one run of everything.
type suite struct {
	root string // of the repository
	dir  string // of what is temporary
	logs string // of what programs print
	std  streams

	steps    []step
	server   *server
	proxy    *proxy
	dev      *dev // where an example has needed it
	packages []string
}

// open starts what the languages share. The suite is to be closed also after an error.
func (s *suite) open(ctx context.Context) error {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/workplan-api/workplan").Output()
	if err != nil {
		return fmt.Errorf("this is not a folder of the repository: %w", err)
	}
	s.root = strings.TrimSpace(string(root))
	s.logs = filepath.Join(s.root, ".cache", "conformance")
	if err := os.MkdirAll(s.logs, 0o755); err != nil {
		return err
	}
	if s.dir, err = os.MkdirTemp("", "workplan-conformance-"); err != nil {
		return err
	}
	// As root, PostgreSQL runs as somebody else and must be able to enter.
	if err := os.Chmod(s.dir, 0o755); err != nil {
		return err
	}
	if s.steps, err = readScenario(filepath.Join(s.root, "clients", "scenario.json")); err != nil {
		return err
	}
	if err := writeQuestions(s.questions(), s.steps); err != nil {
		return err
	}
	s.std.say("starting PostgreSQL and the server …")
	if s.server, err = startServer(ctx, filepath.Join(s.logs, "server.log"), s.std.say); err != nil {
		return err
	}
	s.proxy, err = newProxy(s.server.at)
	return err
}

// close stops everything, and removes what is temporary unless it is to be kept.
func (s *suite) close(keep bool) (err error) {
	if s.dev != nil {
		s.dev.stop()
	}
	if s.proxy != nil {
		err = s.proxy.conn.Close()
	}
	if s.server != nil {
		err = errors.Join(err, s.server.stop())
	}
	if keep && s.dir != "" {
		s.std.say("what was installed is in %s", s.dir)
		return err
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}

// questions is the path of the scenario that the programs read.
func (s *suite) questions() string { return filepath.Join(s.dir, "scenario.json") }

// prove tries the languages, prints what came out, and says whether all is well.
func prove(ctx context.Context, chosen []language, opts options, std streams) (passed bool, err error) {
	protocols := []string{overREST, overGRPC}
	if opts.Protocol != "both" {
		protocols = []string{opts.Protocol}
	}
	s := &suite{std: std}
	defer func() { err = errors.Join(err, s.close(opts.Keep)) }()
	if err := s.open(ctx); err != nil {
		return false, err
	}
	var columns []column
	for _, l := range chosen {
		tried, err := s.try(ctx, l, protocols)
		if err != nil {
			return false, err
		}
		columns = append(columns, tried...)
	}
	return writeResults(std.out, columns, s.packages), nil
}
