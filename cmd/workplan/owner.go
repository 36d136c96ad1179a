package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
)

// owner has the flags of the role that changes the schema.
type owner struct {
	MigrateDatabaseURL string `name:"migrate-database-url" env:"MIGRATE_DATABASE_URL" secret:"" placeholder:"URL" help:"The same database with the role that owns the tables, if the role of DATABASE_URL may not change the schema."`
	GrantTo            string `name:"grant-to" env:"MIGRATE_GRANT_TO" placeholder:"ROLE" help:"The role of the servers: it gets the rights to read and write all rows, and none to change the schema. The default is the role of DATABASE_URL, if MIGRATE_DATABASE_URL has another one."`
}

// of returns the database with the role that changes the schema: that of MIGRATE_DATABASE_URL, or that of DATABASE_URL.
// A pooler in the mode transaction would not keep the lock of the schema.
func (o owner) of(d database) (database, error) {
	if o.MigrateDatabaseURL != "" {
		return database{
			DatabaseURL: o.MigrateDatabaseURL, DatabasePooler: postgres.NoPooler, command: d.command,
		}, nil
	}
	if d.DatabasePooler == postgres.TransactionPooler {
		return d, errNeedsPostgres
	}
	return d, nil
}

// grant gives the role of the servers its rights on the tables of db: that of --grant-to, or else that of DATABASE_URL
// if MIGRATE_DATABASE_URL has another one. Otherwise the servers could not read the tables of a new migration.
func (o owner) grant(ctx context.Context, d database, db *sql.DB) error {
	role, err := o.grantee(d)
	if err != nil || role == "" {
		return err
	}
	return migrate.Grant(ctx, db, role)
}

// grantee returns the role that grant gives rights to, or "".
func (o owner) grantee(d database) (string, error) {
	if o.GrantTo != "" || o.MigrateDatabaseURL == "" || strings.TrimSpace(d.DatabaseURL) == "" {
		return o.GrantTo, nil
	}
	_, served, err := d.parse()
	if err != nil {
		return "", err
	}
	own, err := o.ownAddress()
	if err != nil {
		return "", err
	}
	if served.User == own.User {
		return "", nil
	}
	return served.User, nil
}

// errNeedsPostgres is about a command that a pooler cannot serve.
var errNeedsPostgres = errors.New("this command needs PostgreSQL itself, and DATABASE_URL is a pooler: set " +
	"MIGRATE_DATABASE_URL to the address of PostgreSQL")

// explain returns an error that names the variable with the address.
func (o owner) explain(err error) error {
	if err == nil || o.MigrateDatabaseURL == "" {
		return err
	}
	if errors.Is(err, postgres.ErrPooler) {
		return errors.New("MIGRATE_DATABASE_URL is a pooler: set it to the address of PostgreSQL itself")
	}
	return errors.New(strings.ReplaceAll(err.Error(), "DATABASE_URL", "MIGRATE_DATABASE_URL"))
}

// checkAddress checks the form of MIGRATE_DATABASE_URL if it is set. Its errors do not contain the password.
func (o owner) checkAddress() error {
	if o.MigrateDatabaseURL == "" {
		return nil
	}
	_, err := o.ownAddress()
	return err
}

// ownAddress returns the parts of MIGRATE_DATABASE_URL.
func (o owner) ownAddress() (pq.Config, error) {
	_, cfg, err := database{DatabaseURL: o.MigrateDatabaseURL}.parse()
	return cfg, o.explain(err)
}

// open returns a pool on the database d with the role that changes the schema.
func (o owner) open(ctx context.Context, d database, std streams) (*sql.DB, error) {
	target, err := o.of(d)
	if err != nil {
		return nil, err
	}
	db, err := target.open(ctx, std)
	if err != nil {
		return nil, o.explain(err)
	}
	if err := o.checkSame(ctx, d, db); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// checkSame fails if owned, the pool of MIGRATE_DATABASE_URL, is not on the database d. It asks both. If one cannot be
// asked, such as before its role is created or after the database is lost, it compares their names. The name is no help
// if d is a pooler, which may have another one for the database. Without DATABASE_URL there is nothing to compare.
func (o owner) checkSame(ctx context.Context, d database, owned *sql.DB) error {
	if o.MigrateDatabaseURL == "" || strings.TrimSpace(d.DatabaseURL) == "" {
		return nil
	}
	_, served, err := d.parse()
	if err != nil {
		return err
	}
	own, err := o.ownAddress()
	if err != nil {
		return err
	}
	pool, err := d.pool(postgres.Options{MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	ctx, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	ownedID, ownedErr := databaseID(ctx, owned)
	servedID, servedErr := databaseID(ctx, pool)
	ownName, servedName := cmp.Or(own.Database, own.User), cmp.Or(served.Database, served.User)
	switch {
	case ownedErr == nil && servedErr == nil:
		if ownedID == servedID {
			return nil
		}
	case ownedErr == nil && isLost(servedErr), servedErr == nil && isLost(ownedErr): // only one exists
	case ownName == servedName, d.DatabasePooler != postgres.NoPooler, errors.Is(servedErr, postgres.ErrPooler):
		return nil
	}
	return fmt.Errorf("DATABASE_URL and MIGRATE_DATABASE_URL are not the same database: the first is %q at %s, the "+
		"second %q at %s. Nothing was changed. Correct the wrong one: they may differ in the role, not in the database",
		servedName, address(served), ownName, address(own))
}

// databaseID returns a text that no other database has: the number of the database in its server, and the moment when
// the server was started, which every role may read. Copies of a server have the same system identifier.
func databaseID(ctx context.Context, db *sql.DB) (id string, err error) {
	err = db.QueryRowContext(ctx,
		`SELECT concat(oid, ' ', extract(epoch FROM pg_postmaster_start_time())) FROM pg_database
			WHERE datname = current_database()`).
		Scan(&id)
	return id, err
}

// isLost reports whether the server says that the database does not exist.
func isLost(err error) bool { return postgres.Code(err) == "3D000" }
