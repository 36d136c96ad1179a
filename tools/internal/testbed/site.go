package testbed

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"
	"path/filepath"

	"github.com/workplan-api/workplan/test/process"
)

// Site is what all runs of a test share: a folder, the program of this checkout, and PostgreSQL.
type Site struct {
	Dir, Workplan string
	Postgres      *Cluster
}

// NewSite builds the program and starts PostgreSQL, in a temporary folder with a name that begins with prefix. It
// removes what it started if it fails.
func NewSite(ctx context.Context, prefix string) (_ *Site, err error) {
	s := &Site{}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if s.Dir, err = os.MkdirTemp("", prefix); err != nil {
		return nil, err
	}
	if err := os.Chmod(s.Dir, 0o755); err != nil { // PostgreSQL runs as another user if this one is root
		return nil, err
	}
	log.Print("Building workplan …")
	if s.Workplan, err = process.Build(ctx, s.Dir); err != nil {
		return nil, err
	}
	s.Postgres, err = NewCluster(ctx, s.Dir)
	return s, err
}

// Close stops PostgreSQL and removes the folder.
func (s *Site) Close() (err error) {
	if s.Postgres != nil {
		err = s.Postgres.Stop()
	}
	return errors.Join(err, os.RemoveAll(s.Dir))
}

// Create creates a database, and the tables with a program.
func (s *Site) Create(ctx context.Context, program, database string) error {
	if err := s.Postgres.Execute(ctx, "postgres", "CREATE DATABASE "+database); err != nil {
		return err
	}
	_, err := process.Output(ctx, program, "migrate", "--database-url="+s.Postgres.DSN(database))
	return err
}

// Copy creates a database as a copy of another one.
func (s *Site) Copy(ctx context.Context, template, database string) error {
	return s.Postgres.Execute(ctx, "postgres", "CREATE DATABASE "+database+" TEMPLATE "+template+" STRATEGY file_copy")
}

// Import imports an organization with a program, from a document that becomes JSON. It decodes what workplan import
// prints into printed.
func (s *Site) Import(ctx context.Context, program, dsn string, document, printed any) error {
	text, err := json.Marshal(document)
	if err != nil {
		return err
	}
	file := filepath.Join(s.Dir, "organization.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return err
	}
	out, err := process.Output(ctx, program, "import", "--database-url="+dsn, file)
	if err != nil {
		return err
	}
	return json.Unmarshal(out, printed)
}
