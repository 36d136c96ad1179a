package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/cmd/workplan/operate/verify"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
)

// Options are how a database is restored and checked.
type Options struct {
	// Tablespace is where the new database is. "" means the default of the server.
	Tablespace string
	// Migrations bring an older backup to the schema of this program.
	Migrations fs.FS
	// GrantTo is the role of the servers if it does not own the tables.
	GrantTo string
	// Unverified leaves out the checks of workplan verify.
	Unverified bool
	// EndConnections ends the connections of servers that run. Otherwise they are an error.
	EndConnections bool
	// StatementTimeout is how long a statement of the checks may run.
	StatementTimeout time.Duration
}

const (
	restoredSuffix = "_restored"
	// maxTime is how long a statement may run that depends on the size of the database.
	maxTime = 24 * time.Hour
	// cleanUp is how long the removal of a new database may take.
	cleanUp = time.Minute
)

var errCitus = errors.New("the database is on Citus, whose nodes are restored together: see docs/operate/citus.md")

// Restored returns the name of the database into which dumps are restored.
func (d *Database) Restored() string { return d.Name() + restoredSuffix }

// Restore makes a new database of a dump, checks it, and puts it in the place of the old one. It returns the name under
// which the old database is kept, or "" if there was none. After an error the old database is as it was. The new one is
// removed, except if the checks found something: it can then be looked at, and put in place with Switch.
func (d *Database) Restore(ctx context.Context, file string, opts Options) (kept string, err error) {
	if err := checkDigest(file); err != nil {
		return "", err
	}
	server, err := d.open(d.Maintenance, postgres.Options{MaxConns: 1, StatementTimeout: maxTime})
	if err != nil {
		return "", err
	}
	defer server.Close()
	restore, err := d.tool(ctx, server, "pg_restore")
	if err != nil {
		return "", err
	}
	if err := d.refuseServers(ctx, server, opts, "Then restore again"); err != nil {
		return "", err
	}
	if err := d.create(ctx, server, opts.Tablespace); err != nil {
		return "", err
	}
	d.Say("Restoring %s into the new database %s …", file, d.Restored())
	if err := d.restore(ctx, restore, file); err != nil {
		return "", errors.Join(fmt.Errorf("%w\nThe database %s is as it was", err, d.Name()), d.remove(ctx, server))
	}
	return d.Switch(ctx, d.Restored(), opts)
}

// create creates an empty database like the old one: with its owner, encoding and locale.
func (d *Database) create(ctx context.Context, server *sql.DB, tablespace string) error {
	statement, err := d.statement(ctx, server)
	if err != nil {
		return err
	}
	if tablespace != "" {
		statement += " TABLESPACE " + pq.QuoteIdentifier(tablespace)
	}
	_, err = server.ExecContext(ctx, statement)
	switch postgres.Code(err) {
	case "42P04":
		return fmt.Errorf("the database %s exists, from a restore that did not end: remove it with `dropdb %[1]s`",
			d.Restored())
	case "42501":
		return fmt.Errorf("%w: %s", err, d.advice(ctx, server))
	}
	return err
}

// advice says what to do if the role may not create or rename databases. The right CREATEDB helps only the role that
// owns the database.
func (d *Database) advice(ctx context.Context, server *sql.DB) string {
	var owns bool
	err := server.QueryRowContext(ctx, "SELECT pg_has_role(datdba, 'MEMBER') FROM pg_database WHERE datname = $1",
		d.Name()).Scan(&owns)
	if err == nil && !owns {
		return fmt.Sprintf("the role %s does not own the database %s: set MIGRATE_DATABASE_URL to the same database "+
			"with the role that owns it", d.cfg.User, d.Name())
	}
	return fmt.Sprintf("run ALTER ROLE %s CREATEDB as a superuser", pq.QuoteIdentifier(d.cfg.User))
}

// statement returns the statement that creates the new database.
func (d *Database) statement(ctx context.Context, server *sql.DB) (string, error) {
	var owner, encoding, collate, ctype, provider, locale string
	// The column of the locale was renamed in PostgreSQL 17.
	err := server.QueryRowContext(ctx, `
SELECT pg_get_userbyid(datdba), pg_encoding_to_char(encoding), datcollate, datctype, datlocprovider,
  coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', '')
FROM pg_database d WHERE datname = $1`, d.Name()).Scan(&owner, &encoding, &collate, &ctype, &provider, &locale)
	statement := "CREATE DATABASE " + pq.QuoteIdentifier(d.Restored()) + " TEMPLATE template0"
	if errors.Is(err, sql.ErrNoRows) {
		return statement, nil // the old one is lost
	}
	if err != nil {
		return "", err
	}
	statement += fmt.Sprintf(" OWNER %s ENCODING %s LC_COLLATE %s LC_CTYPE %s", pq.QuoteIdentifier(owner),
		pq.QuoteLiteral(encoding), pq.QuoteLiteral(collate), pq.QuoteLiteral(ctype))
	switch provider {
	case "i":
		statement += " LOCALE_PROVIDER icu ICU_LOCALE " + pq.QuoteLiteral(locale)
	case "b":
		statement += " LOCALE_PROVIDER builtin BUILTIN_LOCALE " + pq.QuoteLiteral(locale)
	}
	return statement, nil
}

// remove removes the new database, also if the restore was interrupted.
func (d *Database) remove(ctx context.Context, server *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanUp)
	defer cancel()
	if _, err := server.ExecContext(ctx,
		"DROP DATABASE "+pq.QuoteIdentifier(d.Restored())+" WITH (FORCE)"); err != nil {
		return fmt.Errorf("remove the database %s with `dropdb %[1]s`: %w", d.Restored(), err)
	}
	return nil
}

// check brings the new database to the schema of this program and checks that it is consistent.
func (d *Database) check(ctx context.Context, name string, opts Options) error {
	db, err := d.open(name, postgres.Options{StatementTimeout: maxTime})
	if err != nil {
		return err
	}
	defer db.Close()
	var exists, distributed bool
	if err := db.QueryRowContext(ctx,
		`SELECT to_regclass('organizations') IS NOT NULL, EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`).
		Scan(&exists, &distributed); err != nil {
		return err
	}
	if !exists {
		return fmt.Errorf("the database %s has no tables of Workplan: is the backup from another program?", name)
	}
	if distributed {
		return errCitus
	}
	// No server uses it yet.
	applied, err := migrate.Up(ctx, db, opts.Migrations, migrate.Options{Say: d.Say, ServersStopped: true})
	if err != nil {
		return err
	}
	if len(applied) > 0 {
		d.Say("The backup was older than this program: applied %s.", strings.Join(applied, ", "))
	}
	if opts.GrantTo != "" {
		if err := migrate.Grant(ctx, db, opts.GrantTo); err != nil {
			return err
		}
	}
	d.Say("Checking %s …", name)
	if _, err := db.ExecContext(ctx, "ANALYZE"); err != nil { // a dump has no statistics
		return err
	}
	if opts.Unverified {
		return nil
	}
	return d.verify(ctx, db, name, opts.StatementTimeout)
}

func (d *Database) verify(ctx context.Context, db *sql.DB, name string, timeout time.Duration) error {
	results, err := verify.Run(ctx, db, verify.Options{StatementTimeout: timeout})
	if err != nil {
		return err
	}
	var bad []string
	for _, r := range results {
		if !r.OK {
			bad = append(bad, r.Check)
		}
	}
	if len(bad) > 0 {
		return fmt.Errorf("%d of %d checks of %s are not ok: %s. The database %s is as it was. To see what was "+
			"found, run `workplan verify` on %[3]s. To use it all the same: workplan backup switch %[3]s --unverified",
			len(bad), len(results), name,
			strings.Join(bad, ", "), d.Name())
	}
	d.Say("All %d checks of workplan verify are ok.", len(results))
	return nil
}
