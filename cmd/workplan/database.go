package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/citus"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/internal/secreturl"
)

// database has the flags of the commands that need a database.
type database struct {
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" secret:"" placeholder:"URL" help:"The database: postgres://user:password@host:5432/name?sslmode=verify-full. Of several hosts, host1:5432,host2:5432, the one that is no standby is used. Every user of the machine sees flags in the process list: use the environment variable or the file if the address has a password."`

	DatabasePooler postgres.Pooler `name:"database-pooler" env:"DATABASE_POOLER" enum:"none,session,transaction" default:"none" help:"The mode of the connection pooler at DATABASE_URL, such as PgBouncer: none if it is PostgreSQL itself, session, or transaction. Workplan does not run through a pooler in another mode, because responses could be wrong."`

	command string // that was selected, such as organization export
}

// AfterApply notes the command.
func (d *database) AfterApply(c *kong.Context) error {
	d.command = selected(c)
	return nil
}

// connectWithin is how long a command waits for a connection.
const connectWithin = 10 * time.Second

// errMalformed does not quote the address, because any part of a malformed address may be
// a password.
var errMalformed = errors.New(`DATABASE_URL is malformed: write postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=MODE
  PASSWORD percent-encoded (@ is %40, / is %2F, # is %23, ? is %3F, % is %25)
  MODE one of disable, require, verify-ca, verify-full
  several hosts are HOST:PORT,HOST:PORT
or key=value pairs: host=HOST user=USER password='PASSWORD' dbname=DATABASE sslmode=MODE`)

// parse checks the address. Its errors do not contain the password.
func (d database) parse() (dsn string, cfg pq.Config, err error) {
	if dsn = strings.TrimSpace(d.DatabaseURL); dsn == "" {
		return "", cfg, errors.New("no database: set DATABASE_URL or --database-url, such as " +
			"postgres://user:password@host:5432/name, or DATABASE_URL_FILE")
	}
	dsn = postgres.Hosts(dsn)
	if scheme, _, ok := strings.Cut(dsn, "://"); ok && !strings.ContainsAny(scheme, "= ") {
		if scheme != "postgres" && scheme != "postgresql" {
			return "", cfg, fmt.Errorf(
				"DATABASE_URL is for another kind of database, %q: Workplan runs on PostgreSQL, postgres://…", scheme,
			)
		}
		if _, ok := secreturl.Parse(dsn); !ok {
			return "", cfg, errMalformed
		}
	}
	if cfg, err = postgres.ParseAddress(dsn); err != nil {
		return "", cfg, errMalformed
	}
	// lib/pq sends what it does not know to PostgreSQL, which has settings of any name.
	for _, name := range slices.Sorted(maps.Keys(cfg.Runtime)) {
		if near := nearest.Name(name, connectionParameters, 3); near != "" && near != name {
			return "", cfg, fmt.Errorf("DATABASE_URL has the parameter %s, which nobody knows: did you mean %s?",
				name, near)
		}
	}
	return dsn, cfg, nil
}

// connectionParameters are the parameters of an address that are no settings of PostgreSQL.
var connectionParameters = []string{"host", "hostaddr", "port", "dbname", "user", "password", "passfile",
	"connect_timeout", "sslmode", "sslcert", "sslkey", "sslrootcert", "sslsni", "sslnegotiation", "sslinline",
	"application_name", "fallback_application_name", "client_encoding", "options", "target_session_attrs",
	"load_balance_hosts"}

// pool returns a pool without connecting.
func (d database) pool(opts postgres.Options) (*sql.DB, error) {
	dsn, _, err := d.parse()
	if err != nil {
		return nil, err
	}
	opts.Pooler, opts.Purpose = d.DatabasePooler, cmp.Or(opts.Purpose, d.command)
	db, err := postgres.Open(dsn, opts)
	if err != nil {
		return nil, errMalformed
	}
	return db, nil
}

// open returns a pool on a database that accepts connections. It fails if one of several hosts may be an old primary.
func (d database) open(ctx context.Context, std streams) (*sql.DB, error) {
	_, cfg, err := d.parse()
	if err != nil {
		return nil, err
	}
	db, err := d.pool(postgres.Options{})
	if err != nil {
		return nil, err
	}
	defer std.meanwhile("Waiting for the database at %s …", address(cfg))()
	ctx, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	if err := postgres.CheckSessions(ctx, db); err != nil {
		db.Close()
		return nil, explain(cfg, err)
	}
	if _, err := d.primary(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// primary returns the host that is the primary, see postgres.FindPrimary.
func (d database) primary(ctx context.Context) (host string, err error) {
	dsn, _, err := d.parse()
	if err != nil {
		return "", err
	}
	return postgres.FindPrimary(ctx, dsn, postgres.Options{Pooler: d.DatabasePooler, Purpose: d.command})
}

func address(cfg pq.Config) string { return strings.Join(postgres.HostNames(cfg), ", ") }

// explain adds advice to a connection error.
func explain(cfg pq.Config, err error) error {
	const check = "is PostgreSQL running there, and is DATABASE_URL correct?"
	var network *net.OpError
	switch code := postgres.Code(err); {
	case errors.Is(err, postgres.ErrPooler):
		return fmt.Errorf("%s: %w", address(cfg), err)
	case postgres.IsNoPrimary(err):
		_, each, _ := strings.Cut(err.Error(), "\n")
		return fmt.Errorf("none of the hosts %s is a primary: %s: start the primary, or promote the standby if the primary "+
			"is lost", address(cfg), strings.ReplaceAll(each, "\n", "; "))
	case code == "28P01":
		return fmt.Errorf("wrong password for user %q at %s: correct DATABASE_URL", cfg.User, address(cfg))
	case code == "3D000":
		return fmt.Errorf("database %q does not exist at %s: create it with `createdb %[1]s`, or correct DATABASE_URL",
			cfg.Database, address(cfg))
	case errors.Is(err, pq.ErrSSLNotSupported):
		return fmt.Errorf("PostgreSQL at %s has TLS switched off: switch it on, or add sslmode=disable to "+
			"DATABASE_URL if you trust the network", address(cfg))
	case code != "": // such as a user without access
		return fmt.Errorf("PostgreSQL at %s refuses the connection: %w", address(cfg), err)
	case errors.As(err, &network):
		return fmt.Errorf("cannot reach the database at %s: %w: %s", address(cfg), network, check)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the database at %s did not respond within %s: %s", address(cfg), connectWithin, check)
	}
	return fmt.Errorf("cannot connect to the database at %s: %w", address(cfg), err)
}

// openMigrated is like open, but fails if the schema is not up to date.
func (d database) openMigrated(ctx context.Context, std streams) (*sql.DB, error) {
	db, err := d.open(ctx, std)
	if err != nil {
		return nil, err
	}
	if err := checkMigrated(ctx, db); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// checkMigrated fails if the schema is not up to date.
func checkMigrated(ctx context.Context, db *sql.DB) error {
	pending, err := migrate.Pending(ctx, db, migrations.Files)
	if err == nil && len(pending) > 0 {
		err = fmt.Errorf("the schema of the database is missing or out of date: run `workplan migrate` to apply %s",
			strings.Join(pending, ", "))
	}
	return err
}

type migrateCmd struct {
	database
	owner
	Wait           bool `help:"Wait until the database accepts connections."`
	CreateRole     bool `help:"Create the role of DATABASE_URL with its password, if it does not exist, and give it its rights, as --grant-to does. To create it, the owner needs the right CREATEROLE."`
	Distribute     bool `help:"Distribute the tables over the nodes of a Citus cluster, by organization. Tables that are distributed already stay as they are."`
	ServersStopped bool `help:"No server runs: also apply migrations that exclude programs which may be running now. It is needed to skip a release."`
}

// Help is the rest of the help text.
func (migrateCmd) Help() string {
	return `The migrations are part of the program. Any number of processes may run it at the same time: one migrates,
the others wait.

Servers may go on meanwhile. A migration that does not get the lock of a table lets requests pass and tries again, for
about 40 seconds. Migrate before you start the servers of a new release. The servers of the release before also run on
the new schema, so a release can be taken back without a change of the schema.

Examples:

    DATABASE_URL=postgres://workplan:secret@db:5432/workplan workplan migrate
    MIGRATE_DATABASE_URL_FILE=/run/secrets/owner workplan migrate
    MIGRATE_DATABASE_URL_FILE=/run/secrets/owner workplan migrate --create-role`
}

// Run brings the schema up to date.
func (c *migrateCmd) Run(ctx context.Context, std streams) error {
	if c.Wait {
		target, err := c.owner.of(c.database)
		if err != nil {
			return err
		}
		if err := target.wait(ctx, std); err != nil {
			return c.owner.explain(err)
		}
	}
	db, err := c.owner.open(ctx, c.database, std)
	if err != nil {
		return err
	}
	defer db.Close()
	applied, err := migrate.Up(ctx, db, migrations.Files,
		migrate.Options{Say: std.say, ServersStopped: c.ServersStopped})
	if len(applied) > 0 {
		std.say("Applied %s.", strings.Join(applied, ", "))
	}
	if err != nil {
		return err
	}
	if len(applied) == 0 {
		std.say("The schema is up to date.")
	}
	if c.Distribute {
		distributed, err := citus.Distribute(ctx, db, std.say)
		if err != nil {
			return err
		}
		if len(distributed) == 0 {
			std.say("All tables are distributed.")
		}
	}
	if c.CreateRole {
		return c.createRole(ctx, db)
	}
	return c.owner.grant(ctx, c.database, db)
}

// wait waits until the database accepts connections.
func (d database) wait(ctx context.Context, std streams) error {
	db, err := d.pool(postgres.Options{MaxConns: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	return d.await(ctx, db, func(err error) { std.say("Waiting: %v", err) })
}

// createRole creates the role of DATABASE_URL, which is that of the servers, and gives it its rights.
func (c *migrateCmd) createRole(ctx context.Context, db *sql.DB) error {
	_, cfg, err := c.parse()
	if err != nil {
		return err
	}
	if c.GrantTo != "" && c.GrantTo != cfg.User {
		return fmt.Errorf(
			"--grant-to is %q, and --create-role is about the role of DATABASE_URL, %q: leave one of them out",
			c.GrantTo, cfg.User,
		)
	}
	if err := migrate.CreateRole(ctx, db, cfg.User, cfg.Password); err != nil {
		return err
	}
	return migrate.Grant(ctx, db, cfg.User)
}
