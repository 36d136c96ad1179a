// Package migrate brings a database to the newest version of the schema.
//
// A migration is an SQL file named by a number and words, such as 0002_add_color.sql. The files are applied in the
// order of their numbers, each in a transaction of its own, and recorded in the table schema_revisions with their
// SHA-256. An applied file must never change.
//
// A file with the line "-- workplan:outside-transaction" in its leading comment runs without a transaction. It holds
// one CREATE INDEX CONCURRENTLY IF NOT EXISTS or one DROP INDEX CONCURRENTLY IF EXISTS.
package migrate

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
)

const (
	// lockKey is the advisory lock that every migrator of a Workplan database takes: "workplan" in ASCII.
	lockKey = 0x776f726b706c616e
	// maxStatement bounds one statement, such as one that builds a large index.
	maxStatement = time.Hour
	// maxTries is the maximum number of tries for a file that waits too long for a lock or is part of a deadlock.
	maxTries = 5
)

// Tests shorten these.
var (
	// lockWait is how long Up waits for another migrator.
	lockWait = 10 * time.Minute
	// tableLockTimeout is short, because all later statements on a table wait behind a migration that waits for its lock.
	tableLockTimeout = 5 * time.Second
	// pause is the time before the next try. It lets the waiting statements run.
	pause = time.Second
)

const createRevisions = `CREATE TABLE schema_revisions (
	version text PRIMARY KEY,
	description text NOT NULL,
	applied int NOT NULL,
	total int NOT NULL,
	executed_at timestamptz NOT NULL,
	hash text NOT NULL,
	error text NOT NULL
)`

// insertRevision fills applied, total and error because older builds read them.
const insertRevision = `INSERT INTO schema_revisions (version, description, applied, total, executed_at, hash, error)
	VALUES ($1, $2, 1, 1, now(), $3, '')`

// Up applies the migrations in files that the database lacks and returns their names. After an error, the files before
// the failed one stay applied, and the next Up continues from there. Migrations that are only in the database are
// ignored: they belong to a newer build.
//
// Several processes may call Up at the same time: one migrates, and the others wait for it, for at most 10 minutes. It
// needs a direct connection, not a pooler that shares connections between transactions.
//
// It is an error if an applied file has changed.
func Up(ctx context.Context, db *sql.DB, files fs.FS) (applied []string, err error) {
	all, err := load(files)
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	// Closing the connection releases the lock and discards the settings of the session, even after an error.
	defer func() { _ = conn.Raw(func(any) error { return driver.ErrBadConn }) }()
	if err := lock(ctx, conn); err != nil {
		return nil, fmt.Errorf("lock the schema: %w", err)
	}
	done, err := revisions(ctx, conn)
	if err != nil {
		return nil, err
	}
	if done == nil {
		if _, err := conn.ExecContext(ctx, createRevisions); err != nil {
			return nil, fmt.Errorf("create schema_revisions: %w", err)
		}
	}
	todo, err := pending(all, done)
	if err != nil {
		return nil, err
	}
	for _, m := range todo {
		if err := m.applyPatiently(ctx, conn); err != nil {
			return applied, fmt.Errorf("migration %s: %w", m.name, err)
		}
		applied = append(applied, m.name)
	}
	return applied, nil
}

// Pending returns the names of the migrations in files that the database lacks, in order. It only reads. If
// schema_revisions does not exist, all migrations are pending.
func Pending(ctx context.Context, db *sql.DB, files fs.FS) ([]string, error) {
	all, err := load(files)
	if err != nil {
		return nil, err
	}
	done, err := revisions(ctx, db)
	if err != nil {
		return nil, err
	}
	todo, err := pending(all, done)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range todo {
		names = append(names, m.name)
	}
	return names, nil
}

// lock prepares the session for slow statements and takes the lock of the migrators. It polls, because CREATE INDEX
// CONCURRENTLY waits for every running statement. A statement that waits for the lock would cause a deadlock.
func lock(ctx context.Context, conn *sql.Conn) error {
	if err := postgres.AllowSlow(conn, maxStatement); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SET statement_timeout = 0; SET lock_timeout = '10min'"); err != nil {
		return err
	}
	for deadline := time.Now().Add(lockWait); ; {
		var locked bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", lockKey).Scan(&locked); err != nil || locked {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("another migration has been running for %v", lockWait)
		}
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

// revisions returns the hash of each applied migration by its version, or nil if the table does not exist.
func revisions(ctx context.Context, db interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}) (hashes map[string]string, err error) {
	var exists bool
	if err := db.QueryRowContext(ctx, "SELECT to_regclass('schema_revisions') IS NOT NULL").Scan(&exists); err != nil || !exists {
		return nil, err
	}
	rows, err := db.QueryContext(ctx, "SELECT version, hash FROM schema_revisions")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	hashes = map[string]string{}
	for rows.Next() {
		var version, hash string
		if err := rows.Scan(&version, &hash); err != nil {
			return nil, err
		}
		hashes[version] = hash
	}
	return hashes, rows.Err()
}

// pending returns the migrations that are not in done, which has the hash of each applied migration by its version.
func pending(all []migration, done map[string]string) (todo []migration, err error) {
	for _, m := range all {
		switch hash, ok := done[m.version]; {
		case !ok:
			todo = append(todo, m)
		case hash != m.hash:
			return nil, fmt.Errorf("migration %s has changed since it was applied to this database", m.name)
		}
	}
	return todo, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}
