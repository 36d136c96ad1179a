package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/internal/wait"
)

// awaitEvery is the pause between two tries to reach the database.
const awaitEvery = time.Second

// SQLSTATEs of a server that will accept connections soon.
const (
	cannotConnectNow   = "57P03"
	tooManyConnections = "53300"
)

// migrate waits for the database and brings its schema up to date.
func (c *serveCmd) migrate(ctx context.Context, log *slog.Logger) error {
	target, err := c.owner.of(c.database)
	if err != nil {
		return err
	}
	db, err := target.pool(postgres.Options{MaxConns: 2}) // one looks at what the other waits for
	if err != nil {
		return c.owner.explain(err)
	}
	defer db.Close()
	waiting := func(err error) { log.WarnContext(ctx, "waiting for the database", "error", err) }
	if err := target.await(ctx, db, waiting); err != nil {
		return c.owner.explain(err)
	}
	if err := c.owner.checkSame(ctx, c.database, db); err != nil {
		return err
	}
	log.InfoContext(ctx, "migrating")
	applied, err := migrate.Up(ctx, db, migrations.Files, migrate.Options{
		Say: func(format string, args ...any) { log.InfoContext(ctx, fmt.Sprintf(format, args...)) },
	})
	if err != nil {
		return err
	}
	log.InfoContext(ctx, "the schema is up to date", "applied", applied)
	return c.owner.grant(ctx, c.database, db)
}

// await waits until the database accepts connections. It calls waiting with the error of each failure. It fails at once
// if waiting does not help, such as with a wrong password.
func (d database) await(ctx context.Context, db *sql.DB, waiting func(error)) error {
	_, cfg, err := d.parse()
	if err != nil {
		return err
	}
	for {
		attempt, cancel := context.WithTimeout(ctx, connectWithin)
		err := db.PingContext(attempt)
		cancel()
		if err == nil {
			return nil
		}
		if code := postgres.Code(err); errors.Is(err, postgres.ErrPooler) ||
			code != "" && code != cannotConnectNow && code != tooManyConnections ||
			errors.Is(err, pq.ErrSSLNotSupported) {
			return explain(cfg, err)
		}
		waiting(explain(cfg, err))
		if err := wait.For(ctx, awaitEvery); err != nil {
			return err
		}
	}
}
