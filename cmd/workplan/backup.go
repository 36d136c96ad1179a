package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/workplan-api/workplan/cmd/workplan/operate/backup"
	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/postgres"
)

type backupCmd struct {
	Create  backupCreateCmd  `cmd:"" help:"Write a dump of the database, and its SHA-256 beside it."`
	Restore backupRestoreCmd `cmd:"" help:"Restore a dump into a new database, check it, and put it in the place of the old one."`
	Switch  backupSwitchCmd  `cmd:"" help:"Check a database that other tools have restored, and put it in the place of the old one."`
}

// installation has the flags of the commands that dump or replace the database.
type installation struct {
	database
	owner
	MaintenanceDatabase string `default:"postgres" placeholder:"NAME" help:"Another database of the server, from which databases are created and renamed."`
}

// backups returns the database with the role that owns it. The database may be lost, so only the server must respond.
func (i installation) backups(ctx context.Context, std streams) (*backup.Database, error) {
	owned, err := i.owner.of(i.database)
	if err == nil && owned.DatabasePooler != postgres.NoPooler { // pg_dump sends startup parameters
		err = errNeedsPostgres
	}
	if err != nil {
		return nil, err
	}
	dsn, _, err := owned.parse()
	if err != nil {
		return nil, i.owner.explain(err)
	}
	b, err := backup.New(dsn, std.say)
	if err != nil {
		return nil, err
	}
	b.Maintenance = i.MaintenanceDatabase
	db, err := database{DatabaseURL: b.At(b.Maintenance), command: i.database.command}.open(ctx, std)
	if err != nil {
		return nil, i.owner.explain(err)
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	target, err := owned.pool(postgres.Options{MaxConns: 1})
	if err != nil {
		return nil, i.owner.explain(err)
	}
	defer target.Close()
	return b, i.owner.checkSame(ctx, i.database, target)
}

type backupCreateCmd struct {
	installation
	File        string `arg:"" help:"The file to write. FILE.sha256 gets its SHA-256."`
	MetricsFile string `placeholder:"FILE" help:"A file of the textfile collector of node_exporter, such as /var/lib/prometheus/node-exporter/workplan.prom. It gets the time of the backup, for the alert WorkplanBackupOld."`
	MetricsJob  string `default:"workplan" placeholder:"NAME" help:"The job of the servers in Prometheus, which tells the backups of several installations apart."`
}

// Help is the rest of the help text.
func (backupCreateCmd) Help() string {
	return `It runs pg_dump, which must be installed in the version of the server or a newer one. Servers run
meanwhile. Do not migrate the database meanwhile: a migration would wait for the dump.

The dump appears when it is complete. Only its owner may read it. It contains personal data and the hashes of secrets.
Copy both files to another machine.

Examples:

    workplan backup create /var/backups/workplan-$(date +%F).dump
    sha256sum --check workplan-2026-11-23.dump.sha256`
}

// Run writes the dump.
func (c *backupCreateCmd) Run(ctx context.Context, std streams) error {
	b, err := c.backups(ctx, std)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := b.Create(ctx, c.File); err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("%w\nNo dump was written", err)
		}
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	std.say("Wrote %s, %d bytes, and %[1]s%[3]s.", c.File, info.Size(), backup.DigestSuffix)
	if c.MetricsFile == "" {
		return nil
	}
	return writeMetric(c.MetricsFile, c.MetricsJob, began)
}

// writeMetric writes the time of a backup of an installation for Prometheus. The collector reads the file at any time,
// so it is replaced at once. The collector may run as another user.
func writeMetric(file, installation string, at time.Time) error {
	half, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part")
	if err != nil {
		return err
	}
	m := metrics.LastBackup
	_, err = fmt.Fprintf(half, "# HELP %s %s\n# TYPE %[1]s gauge\n%[1]s{kind=\"dump\",installation=%[3]q} %[4]d\n",
		m.Name, m.Help, installation, at.Unix())
	if err = errors.Join(err, half.Chmod(0o644), half.Close()); err != nil {
		return errors.Join(err, os.Remove(half.Name()))
	}
	return os.Rename(half.Name(), file)
}

// checking has the flags of the commands that put a database in place.
type checking struct {
	Unverified       bool          `help:"Do not check that the database is consistent."`
	EndConnections   bool          `help:"Also end the connections of servers that run. What they wrote after the backup is then only in the old database, which is kept."`
	StatementTimeout time.Duration `default:"10m" placeholder:"TIME" help:"How long one statement of the checks may run."`
}

// options returns how a database is checked, and that it is for the servers of i.
func (c checking) options(i installation) (backup.Options, error) {
	role, err := i.grantee(i.database)
	return backup.Options{
		Migrations: migrations.Files, GrantTo: role, Unverified: c.Unverified, EndConnections: c.EndConnections,
		StatementTimeout: c.StatementTimeout,
	}, err
}

type backupRestoreCmd struct {
	installation
	checking
	File       string `arg:"" type:"existingfile" help:"A file of workplan backup create, with FILE.sha256 beside it."`
	Tablespace string `placeholder:"NAME" help:"The tablespace of the new database. The disk needs room for the old and the new one."`
}

// Help is the rest of the help text.
func (backupRestoreCmd) Help() string {
	return `It checks the SHA-256 of the file, creates a database NAME_restored with the owner, encoding and locale of
the old one, runs pg_restore, applies migrations that the backup lacks, runs the checks of workplan verify, and gives
the new database the name of the old one, with its settings and rights. The old database is kept as NAME_before_TIME
until you remove it.

If anything fails, the old database is as it was, and servers can go on with it. Stop the servers before you start, so
that nothing is written that the new database does not have: the command refuses while servers are connected, unless you
say --end-connections. Other connections that are left are ended when the names change, and named.

The role must own the database and be allowed to create databases: use MIGRATE_DATABASE_URL if DATABASE_URL has
another role. pg_restore must not be newer than the server. The clients need to know about a restore: see
docs/operate/backup.md.

Examples:

    workplan backup restore /var/backups/workplan-2026-11-23.dump
    MIGRATE_DATABASE_URL_FILE=/run/secrets/owner workplan backup restore workplan.dump`
}

// Run restores the dump.
func (c *backupRestoreCmd) Run(ctx context.Context, std streams) error {
	b, err := c.backups(ctx, std)
	if err != nil {
		return err
	}
	opts, err := c.options(c.installation)
	if err != nil {
		return err
	}
	opts.Tablespace = c.Tablespace
	kept, err := b.Restore(ctx, c.File, opts)
	if err != nil {
		return err
	}
	sayKept(std, b.Name(), kept)
	return nil
}

type backupSwitchCmd struct {
	installation
	checking
	Name string `arg:"" help:"The name of the restored database, on the same server."`
}

// Help is the rest of the help text.
func (backupSwitchCmd) Help() string {
	return `It does what workplan backup restore does after pg_restore. Use it if pg_restore runs elsewhere, such as
in the container of PostgreSQL.

Example:

    createdb workplan_restored
    pg_restore --dbname workplan_restored --exit-on-error workplan.dump
    workplan backup switch workplan_restored`
}

// Run puts the database in place.
func (c *backupSwitchCmd) Run(ctx context.Context, std streams) error {
	b, err := c.backups(ctx, std)
	if err != nil {
		return err
	}
	opts, err := c.options(c.installation)
	if err != nil {
		return err
	}
	kept, err := b.Switch(ctx, c.Name, opts)
	if err != nil {
		return err
	}
	sayKept(std, b.Name(), kept)
	return nil
}

func sayKept(std streams, name, kept string) {
	std.say("The database %s is the restored one.", name)
	if kept != "" {
		std.say("The old one is kept as %s. When you do not need it any more: dropdb %[1]s", kept)
	}
}
