// Package migrate brings a database to the newest version of the schema.
//
// A migration is an SQL file named by a number and words, such as 0002_add_color.sql. The files are applied in the
// order of their numbers, each in a transaction of its own, and recorded in the table schema_revisions with their
// SHA-256. An applied file must never change.
//
// The leading comment of a file may have markers:
//
//	-- workplan:outside-transaction
//
// The file runs without a transaction. It holds one CREATE INDEX CONCURRENTLY IF NOT EXISTS or one DROP INDEX
// CONCURRENTLY IF EXISTS.
//
//	-- workplan:contract 0008
//
// A program that does not have migration 0008 cannot run on the schema after this file, for example because the file
// drops a column that programs before 0008 use. All other migrations must leave a schema on which older programs run.
package migrate

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/wait"
)

const (
	// lockKey is the advisory lock that every migrator of a Workplan database takes: "workplan" in ASCII.
	lockKey = 0x776f726b706c616e
	// maxStatement bounds one statement, such as one that builds a large index.
	maxStatement = time.Hour
	// maxTries is the maximum number of tries for a file that waits too long for a lock or is part of a deadlock. With
	// the pauses, a migration tries for about 40 seconds.
	maxTries = 12
)

// Tests shorten these.
var (
	// slowAfter is how long a migration may take before Up reports it.
	slowAfter = time.Second
	// lockWait is how long Up waits for another migrator.
	lockWait = 10 * time.Minute
	// tableLockTimeout is how long a migration waits for the lock of a table. All later requests for the table wait
	// behind it. They use the turns of their organization, and a request waits at most 500 ms for a turn. So with a
	// longer timeout, requests would fail.
	tableLockTimeout = 200 * time.Millisecond
	// pause is the time before the second try. It lets the waiting requests run. It doubles for each further try, up to
	// maxPause.
	pause    = 250 * time.Millisecond
	maxPause = 5 * time.Second
)

const createRevisions = `CREATE TABLE schema_revisions (
	version text PRIMARY KEY,
	description text NOT NULL,
	applied int NOT NULL,
	total int NOT NULL,
	executed_at timestamptz NOT NULL,
	hash text NOT NULL,
	error text NOT NULL,
	requires text
)`

// insertRevision fills applied, total and error because older builds read them.
const insertRevision = `INSERT INTO schema_revisions (version, description, applied, total, executed_at, hash, error)
	VALUES ($1, $2, 1, 1, now(), $3, '')`

// ErrAhead is the error if a newer program has changed the schema so that this program cannot run on it.
var ErrAhead = errors.New("the schema of the database is too new for this program")

// Options are the settings of Up.
type Options struct {
	// Say, if set, is called with messages about what takes more than a second.
	Say func(format string, args ...any)
	// ServersStopped says that no server runs on the database. Otherwise Up refuses a migration that excludes programs
	// which may still be running, because the migration that they need was not applied before this call.
	ServersStopped bool
}

// Up applies the migrations in files that the database lacks and returns their names. After an error, the files before
// the failed one stay applied, and the next Up continues from there. Migrations that are only in the database are
// ignored if this program can run on them: they belong to a newer build. Otherwise the error is ErrAhead.
//
// Several processes may call Up at the same time: one migrates, and the others wait for it, for at most 10 minutes. It
// needs a direct connection, not a pooler that shares connections between transactions. With a second one it says what
// a migration waits for.
//
// It is an error if an applied file has changed. If the role may, Up also keeps values of rows out of PostgreSQL's log.
func Up(ctx context.Context, db *sql.DB, files fs.FS, opts Options) (applied []string, err error) {
	if opts.Say == nil {
		opts.Say = func(string, ...any) {}
	}
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
	if err := lock(ctx, conn, opts.Say); err != nil {
		return nil, fmt.Errorf("lock the schema: %w", err)
	}
	done, err := revisions(ctx, conn)
	if err != nil {
		return nil, err
	}
	todo, err := pending(all, done)
	if err != nil {
		return nil, err
	}
	if len(done) > 0 && !opts.ServersStopped {
		if err := skipsRelease(todo); err != nil {
			return nil, err
		}
	}
	if done == nil {
		if _, err := conn.ExecContext(ctx, createRevisions); err != nil {
			return nil, mayNot(fmt.Errorf("create schema_revisions: %w", err),
				"migrate as the owner of the database: set MIGRATE_DATABASE_URL")
		}
	}
	for _, m := range todo {
		if err := m.applyPatiently(ctx, db, conn, opts.Say); err != nil {
			return applied, mayNot(fmt.Errorf("migration %s: %w", m.name, err),
				"migrate as the role that owns the tables: set MIGRATE_DATABASE_URL")
		}
		applied = append(applied, m.name)
	}
	return applied, setLog(ctx, conn)
}

// skipsRelease returns an error if a migration excludes programs without a migration that is only applied now. Servers
// without it may run.
func skipsRelease(todo []migration) error {
	for _, m := range todo {
		for _, now := range todo {
			if m.requires == now.version {
				return fmt.Errorf("migration %s is only for databases whose servers all have migration %s, and it is "+
					"not applied here: nothing was changed. First upgrade to the release before this one, or stop "+
					"all servers and run `workplan migrate --servers-stopped`", m.name, now.name)
			}
		}
	}
	return nil
}

// Pending returns the names of the migrations in files that the database lacks, in order. It only reads. If
// schema_revisions does not exist, all migrations are pending. The error is ErrAhead if a newer program has changed the
// schema so that a program with these files cannot run on it.
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
func lock(ctx context.Context, conn *sql.Conn, say func(string, ...any)) error {
	if err := postgres.AllowSlow(conn, maxStatement); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SET statement_timeout = 0; SET lock_timeout = '10min'"); err != nil {
		return err
	}
	for began, said := time.Now(), false; ; {
		var locked bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", lockKey).Scan(&locked); err != nil ||
			locked {
			return err
		}
		expired := time.Since(began) >= lockWait
		if slow := time.Since(began) >= slowAfter; expired || slow && !said {
			holders, err := migrators(ctx, conn)
			if err != nil {
				return err
			}
			if expired {
				return fmt.Errorf("another migration has been running for %v, with the lock of the schema%s: wait "+
					"until it has ended and run `workplan migrate` again", lockWait, holders.held())
			}
			say("Waiting for the lock of the schema%s …", holders.held())
			said = true
		}
		if wait.For(ctx, 100*time.Millisecond) != nil {
			return context.Cause(ctx)
		}
	}
}

// revision is an applied migration, as schema_revisions has it.
type revision struct{ description, hash, requires string }

// querier is a pool or a connection.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// revisions returns the applied migrations by their versions, or nil if the table does not exist. Older tables have no
// column requires.
func revisions(ctx context.Context, db querier) (done map[string]revision, err error) {
	var exists bool
	if err := db.QueryRowContext(ctx, "SELECT to_regclass('schema_revisions') IS NOT NULL").Scan(&exists); err != nil ||
		!exists {
		return nil, err
	}
	done = map[string]revision{}
	err = postgres.Each(ctx, db, func(scan postgres.Scan) error {
		var version string
		var r revision
		err := scan(&version, &r.description, &r.hash, &r.requires)
		done[version] = r
		return err
	}, "SELECT version, description, hash, coalesce(to_jsonb(r) ->> 'requires', '') FROM schema_revisions r")
	return done, mayNot(err, "run `workplan migrate --grant-to ROLE` with the name of this role")
}

// pending returns the migrations that are not in done, which has the applied migrations by their versions.
func pending(all []migration, done map[string]revision) (todo []migration, err error) {
	known := map[string]bool{}
	for _, m := range all {
		known[m.version] = true
		switch r, ok := done[m.version]; {
		case !ok:
			todo = append(todo, m)
		case r.hash != m.hash:
			return nil, fmt.Errorf("migration %s has changed since it was applied to this database: the program and "+
				"the database come from different builds. Run a released build; or, if you edited the file, restore "+
				"it and write the change as a new migration",
				m.name)
		}
	}
	for _, version := range slices.Sorted(maps.Keys(done)) {
		if r := done[version]; !known[version] && r.requires != "" && !known[r.requires] {
			return nil, fmt.Errorf("%w: migration %s_%s was applied, and a program needs migration %s to run on it: "+
				"run the release that applied it, or the one before",
				ErrAhead, version, r.description, r.requires)
		}
	}
	return todo, nil
}

// mayNot adds advice to an error if the role lacks a right.
func mayNot(err error, advice string) error {
	if postgres.Code(err) == "42501" {
		return fmt.Errorf("%w: %s", err, advice)
	}
	return err
}
