package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
)

// database is the address that the operator's commands share.
type database struct {
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" required:"" placeholder:"URL" help:"Address of the database: postgres://user:password@host:5432/name?sslmode=verify-full."`
}

// pool returns a pool without connecting.
func (d database) pool() (*sql.DB, error) {
	if d.DatabaseURL == "" {
		return nil, errors.New("there is no address of a database: set DATABASE_URL or --database-url")
	}
	db, err := postgres.Open(d.DatabaseURL, postgres.Options{})
	if err != nil {
		return nil, fmt.Errorf("%w: see --database-url or DATABASE_URL", err)
	}
	return db, nil
}

// reachWithin is how long a command waits for a database to answer.
const reachWithin = 10 * time.Second

// open returns a pool on a database that answers.
func (d database) open(ctx context.Context, std streams) (*sql.DB, error) {
	db, err := d.pool()
	if err != nil {
		return nil, err
	}
	slow := time.AfterFunc(time.Second, func() { std.say("waiting for the database …") })
	defer slow.Stop()
	ctx, cancel := context.WithTimeout(ctx, reachWithin)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("cannot reach the database: %w: is it running, and is DATABASE_URL its address?", err)
	}
	return db, nil
}

// openMigrated is open for commands that need the newest schema.
func (d database) openMigrated(ctx context.Context, std streams) (*sql.DB, error) {
	db, err := d.open(ctx, std)
	if err != nil {
		return nil, err
	}
	pending, err := migrate.Pending(ctx, db, migrations.Files)
	if err == nil && len(pending) > 0 {
		err = fmt.Errorf("the schema of the database is behind: run `workplan migrate` to apply %s", strings.Join(pending, ", "))
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

type migrateCmd struct{ database }

// Help says what help without arguments does not.
func (migrateCmd) Help() string {
	return "Migrations are part of the program. It is safe to start this many times at once: one applies them, the others wait and find nothing left to do."
}

// Run brings the schema up to date.
func (c *migrateCmd) Run(ctx context.Context, std streams) error {
	db, err := c.open(ctx, std)
	if err != nil {
		return err
	}
	defer db.Close()
	applied, err := migrate.Up(ctx, db, migrations.Files)
	if len(applied) > 0 {
		std.say("Applied %s.", strings.Join(applied, ", "))
	}
	if err == nil && len(applied) == 0 {
		std.say("The schema is up to date.")
	}
	return err
}
