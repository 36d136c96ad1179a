// Package migrate brings a database to the newest version of the schema.
//
// The migrations are SQL files in the order of their names, with their checksums in atlas.sum beside them. What has
// been applied is in the table schema_revisions. A migration that has landed is never edited.
package migrate

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"

	"ariga.io/atlas/sql/migrate"
	atlas "ariga.io/atlas/sql/postgres"

	"github.com/workplan-api/workplan/internal/postgres"
)

const (
	// lockKey is the advisory lock of everybody who migrates a database of ours: "workplan" in ASCII.
	lockKey = 0x776f726b706c616e
	// maxStatement is how long one statement may take, such as the one that builds a large index.
	maxStatement = time.Hour
	// Others may be migrating, which takes minutes. A table that others use is a different thing: whoever waits for
	// its lock makes everybody behind him wait too, so a migration would rather fail and be started again.
	begin = `SET LOCAL statement_timeout = 0;
SET LOCAL idle_in_transaction_session_timeout = 0;
SET LOCAL lock_timeout = '10min'`
	beginFiles = `SET LOCAL lock_timeout = '5s'`
)

// Up applies the migrations in files that the database lacks, in the order of their names, and returns their names. All
// of them are applied or, when there is an error, none. It is safe from many starts at once: one migrates, and the
// others wait for it, for 10 minutes at most. A schema that is ahead of files is left alone.
//
// It is an error if files do not match their atlas.sum or if an applied migration was edited afterwards.
func Up(ctx context.Context, db *sql.DB, files fs.FS) (applied []string, err error) {
	dir, err := load(files)
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := postgres.AllowSlow(conn, maxStatement); err != nil {
		return nil, err
	}
	// Each statement must see what those before us in the lock have committed.
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }()
	for _, stmt := range []string{begin, fmt.Sprintf("SELECT pg_advisory_xact_lock(%d)", lockKey), createTable, beginFiles} {
		if _, err := tx.ExecContext(ctx, stmt); err != nil {
			return nil, fmt.Errorf("before the migrations: %w", err)
		}
	}
	revs := revisions{tx: tx, dir: dir}
	done, err := revs.hashes(ctx)
	if err != nil {
		return nil, err
	}
	todo, err := pending(dir, done)
	if err != nil || len(todo) == 0 {
		return nil, errors.Join(err, tx.Commit())
	}
	drv, err := atlas.Open(tx)
	if err != nil {
		return nil, err
	}
	ex, err := migrate.NewExecutor(drv, dir, revs)
	if err != nil {
		return nil, err
	}
	for _, f := range todo {
		if err := ex.Execute(ctx, f); err != nil {
			return nil, fmt.Errorf("migration %s: %w", f.Name(), err)
		}
		applied = append(applied, f.Name())
	}
	if err := tx.Commit(); err != nil {
		return nil, err
	}
	return applied, nil
}

// Pending returns the names of the migrations in files that the database lacks, in order. It only reads, and takes a
// database without schema_revisions for one that lacks all of them.
func Pending(ctx context.Context, db *sql.DB, files fs.FS) ([]string, error) {
	dir, err := load(files)
	if err != nil {
		return nil, err
	}
	done := map[string]string{}
	var exists bool
	if err := db.QueryRowContext(ctx, "SELECT to_regclass('schema_revisions') IS NOT NULL").Scan(&exists); err != nil {
		return nil, err
	}
	if exists {
		if done, err = (revisions{tx: db}).hashes(ctx); err != nil {
			return nil, err
		}
	}
	todo, err := pending(dir, done)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range todo {
		names = append(names, f.Name())
	}
	return names, nil
}

// Sum rewrites atlas.sum in the folder dir, after a migration was added there.
func Sum(dir string) error {
	d, err := migrate.NewLocalDir(dir)
	if err != nil {
		return err
	}
	sum, err := d.Checksum()
	if err != nil {
		return err
	}
	return migrate.WriteSumFile(d, sum)
}

// Check returns an error if files do not match their atlas.sum. Up and Pending check it too.
func Check(files fs.FS) error {
	_, err := load(files)
	return err
}

// load reads the migrations and checks them against atlas.sum. Other files are ignored, such as the Go file that embeds them.
func load(files fs.FS) (*migrate.MemDir, error) {
	dir := new(migrate.MemDir)
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if path.Ext(e.Name()) != ".sql" && e.Name() != migrate.HashFileName {
			continue
		}
		b, err := fs.ReadFile(files, e.Name())
		if err != nil {
			return nil, err
		}
		if err := dir.WriteFile(e.Name(), b); err != nil {
			return nil, err
		}
	}
	if err := migrate.Validate(dir); err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	return dir, nil
}

// pending returns the files in dir that are not among those done, whose hashes are keyed by version.
func pending(dir *migrate.MemDir, done map[string]string) (todo []migrate.File, err error) {
	files, err := dir.Files()
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		switch hash, ok := done[f.Version()]; {
		case !ok:
			todo = append(todo, f)
		case hash != hashOf(f):
			return nil, fmt.Errorf("migration %s was edited after it was applied to this database", f.Name())
		}
	}
	return todo, nil
}

func hashOf(f migrate.File) string {
	sum := sha256.Sum256(f.Bytes())
	return hex.EncodeToString(sum[:])
}
