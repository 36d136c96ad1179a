package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/workplan-api/workplan/tools/internal/checkout"
)

// suite is one run of the checks.
type suite struct {
	root      string // of the repository
	dir       string // the folder of the installed packages
	temporary bool   // dir is removed at the end
	logs      string // the folder of the programs' output
	std       streams

	steps    []step
	server   *server
	proxy    *proxy
	dev      *dev // started for the first example
	packages []string
}

// open starts what the languages share. Close the suite also after an error.
func (s *suite) open(ctx context.Context) error {
	var err error
	if s.root, err = checkout.Root(); err != nil {
		return err
	}
	s.logs = filepath.Join(s.root, ".cache", "conformance")
	if err := os.MkdirAll(s.logs, 0o755); err != nil {
		return err
	}
	if s.dir == "" {
		if s.dir, err = os.MkdirTemp("", "workplan-conformance-"); err != nil {
			return err
		}
		s.temporary = true
	}
	// If this runs as root, PostgreSQL runs as another user and needs access.
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

// close stops everything. It removes a temporary folder.
func (s *suite) close() (err error) {
	if s.dev != nil {
		s.dev.stop()
	}
	if s.proxy != nil {
		err = s.proxy.conn.Close()
	}
	if s.server != nil {
		err = errors.Join(err, s.server.stop())
	}
	if s.temporary {
		err = errors.Join(err, os.RemoveAll(s.dir))
	}
	return err
}

// questions returns the path of the scenario that the programs read.
func (s *suite) questions() string { return filepath.Join(s.dir, "scenario.json") }

// runSuite checks the languages, prints the results, and reports whether all checks passed.
func runSuite(ctx context.Context, chosen []language, opts options, std streams) (passed bool, err error) {
	protocols := []string{overREST, overGRPC}
	if opts.Protocol != "both" {
		protocols = []string{opts.Protocol}
	}
	s := &suite{dir: opts.Packages, std: std}
	defer func() { err = errors.Join(err, s.close()) }()
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
