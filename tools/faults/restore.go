package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/test/process"
)

func init() {
	add(row{
		name: "restore-fails", runs: 1,
		done: "`workplan backup restore` of a dump with a flipped byte, of a truncated one, of a truncated " +
			"one with its own SHA-256, onto a full disk (as root), and with SIGKILL in the middle, while a server " +
			"runs; at last, of the whole dump.",
		holds: "After each of them the server writes and `workplan verify` finds nothing; no failed restore " +
			"but the killed one leaves a database. After the last one the rows are those of the dump, " +
			"and the old database is kept.",
		run:         restoreDamaged,
		controlDone: "the database is dropped and created before pg_restore",
		control:     dropAndRestore,
	})
}

// rowsOfDump is how many rows a dump has: more than fit on the small disk.
const rowsOfDump = 20_000

// dumped is a server with a dump of its database.
type dumped struct {
	*environment
	server *process.Server
	file   string
}

// dump writes rows over a server and dumps the database.
func (e *environment) dump(ctx context.Context) (d *dumped, err error) {
	d = &dumped{environment: e, file: filepath.Join(e.Dir, e.database+".dump")}
	if d.server, err = e.serve(ctx); err != nil {
		return nil, err
	}
	c := newClient(d.server.HTTP, e.first.key("admin"))
	defer c.Close()
	for first := 0; first < rowsOfDump; first += 5000 {
		resp, err := c.Upsert(ctx, e.first.items(first, 5000, 8))
		if err != nil || resp.Status != 200 {
			return nil, errors.Join(errors.New("the rows of the dump were not written"), err)
		}
	}
	_, err = process.Output(ctx, d.Workplan, "backup", "create", "--database-url="+d.dsn(), d.file)
	return d, err
}

func (d *dumped) dsn() string { return d.Postgres.DSN(d.database) }

// damaged returns a copy of the dump that change has changed, with the SHA-256 of the whole dump or of its own.
func (d *dumped) damaged(name string, ownDigest bool, change func([]byte) []byte) (string, error) {
	whole, err := os.ReadFile(d.file)
	if err != nil {
		return "", err
	}
	digest := sha256.Sum256(whole)
	text := change(bytes.Clone(whole))
	if ownDigest {
		digest = sha256.Sum256(text)
	}
	file := filepath.Join(d.Dir, d.database+"-"+name+".dump")
	return file, errors.Join(os.WriteFile(file, text, 0o600),
		os.WriteFile(file+".sha256", fmt.Appendf(nil, "%x  %s\n", digest, filepath.Base(file)), 0o600))
}

func (d *dumped) restore(ctx context.Context, args ...string) error {
	_, err := process.Output(ctx, d.Workplan,
		append([]string{"backup", "restore", "--end-connections", "--database-url=" + d.dsn()}, args...)...)
	return err
}

// lives returns an error of broken unless the server writes and its database is consistent and has the rows of the
// dump.
func (d *dumped) lives(ctx context.Context, after string) error {
	if err := d.recovered(ctx, []*process.Server{d.server}, 10*time.Second); err != nil {
		return broken("after %s, %v", after, err)
	}
	if out, err := process.Output(ctx, d.Workplan, "verify", "--database-url="+d.dsn()); err != nil {
		return broken("after %s, workplan verify finds something: %s", after, out)
	}
	db, err := d.pool()
	if err != nil {
		return err
	}
	var rows int
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM assignments WHERE organization_id = $1",
		d.first.Organization.ID).Scan(&rows)
	if err == nil && rows != rowsOfDump {
		err = broken("after %s, the database has %d rows instead of %d", after, rows, rowsOfDump)
	}
	return err
}

// databases returns how many databases of the server have a name like pattern.
func (d *dumped) databases(ctx context.Context, pattern string) (n int, err error) {
	db, err := d.pool()
	if err != nil {
		return 0, err
	}
	return n, db.QueryRowContext(ctx, "SELECT count(*) FROM pg_database WHERE datname LIKE $1", pattern).Scan(&n)
}

func restoreDamaged(ctx context.Context, e *environment) (figures []figure, err error) {
	d, err := e.dump(ctx)
	if err != nil {
		return nil, err
	}
	half := func(b []byte) []byte { return b[:len(b)/2] }
	flip := func(b []byte) []byte { b[len(b)/2] ^= 1; return b }
	for _, damage := range []struct {
		name      string
		ownDigest bool
		change    func([]byte) []byte
	}{{"flipped", false, flip}, {"truncated", false, half}, {"truncated-before-its-digest", true, half}} {
		file, err := d.damaged(damage.name, damage.ownDigest, damage.change)
		if err != nil {
			return nil, err
		}
		if err := d.restore(ctx, file); err == nil {
			return nil, broken("a dump that is %s is restored", damage.name)
		}
		if err := d.lives(ctx, damage.name); err != nil {
			return nil, err
		}
	}
	figures = append(figures, count("damaged dumps", 3))
	if os.Geteuid() == 0 {
		if err := d.onFullDisk(ctx); err != nil {
			return nil, err
		}
		figures = append(figures, count("full disk", 1))
	}
	if n, err := d.databases(ctx, d.database+"%restored%"); err != nil || n > 0 {
		return nil, errors.Join(err, broken("%d databases of failed restores are left", n))
	}
	if err := d.killed(ctx); err != nil {
		return nil, err
	}
	if err := d.whole(ctx); err != nil {
		return nil, err
	}
	return append(figures, count("killed restore", 1), count("whole dump", 1)), nil
}

// onFullDisk restores into a tablespace that is too small.
func (d *dumped) onFullDisk(ctx context.Context) (err error) {
	disk := filepath.Join(d.Dir, d.database+"-disk")
	data, err := os.Stat(filepath.Join(d.Dir, "postgres", "pgdata"))
	if err != nil {
		return err
	}
	owner := data.Sys().(*syscall.Stat_t)
	if err := os.Mkdir(disk, 0o755); err != nil {
		return err
	}
	if _, err := process.Output(ctx, "mount", "-t", "tmpfs", "-o",
		fmt.Sprintf("size=12m,mode=700,uid=%d,gid=%d", owner.Uid, owner.Gid), "tmpfs", disk); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, syscall.Unmount(disk, 0)) }()
	tablespace := d.database + "_disk"
	if err := d.Postgres.Execute(ctx, "postgres",
		"CREATE TABLESPACE "+tablespace+" LOCATION "+pq.QuoteLiteral(disk)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Postgres.Execute(ctx, "postgres", "DROP TABLESPACE "+tablespace)) }()
	if err := d.restore(ctx, "--tablespace="+tablespace, d.file); err == nil ||
		!strings.Contains(err.Error(), "No space left on device") {
		return fmt.Errorf("the disk was not full: %w", err)
	}
	return d.lives(ctx, "a full disk")
}

// killed kills a restore when its database has the first table, removes what it has left, as its error says, and
// expects that nothing else was changed.
func (d *dumped) killed(ctx context.Context) error {
	restored := d.database + "_restored"
	restoring := exec.Command(d.Workplan, "backup", "restore", "--end-connections", "--database-url="+d.dsn(), d.file)
	restoring.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // with pg_restore
	if err := restoring.Start(); err != nil {
		return err
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(2 * time.Millisecond) {
		if d.Postgres.Execute(ctx, restored, "SELECT FROM organizations") == nil {
			break
		}
		if time.Now().After(deadline) {
			return errors.New("the restore does not begin")
		}
	}
	if err := syscall.Kill(-restoring.Process.Pid, syscall.SIGKILL); err != nil {
		return err
	}
	_ = restoring.Wait()
	if restoring.ProcessState.Success() {
		return errors.New("the restore ended before it was killed")
	}
	if err := d.lives(ctx, "a killed restore"); err != nil {
		return err
	}
	if err := d.restore(ctx, d.file); err == nil || !strings.Contains(err.Error(), "dropdb "+restored) {
		return broken("a restore after a killed one does not say what to remove: %v", err)
	}
	return d.Postgres.Execute(ctx, "postgres", "DROP DATABASE "+restored+" WITH (FORCE)")
}

// whole restores the dump over rows that were written after it.
func (d *dumped) whole(ctx context.Context) error {
	c := newClient(d.server.HTTP, d.first.key("admin"))
	defer c.Close()
	if resp, err := c.Upsert(ctx, d.first.items(rowsOfDump, 1, 8)); err != nil || resp.Status != 200 {
		return errors.Join(errors.New("no row was written after the dump"), err)
	}
	if err := d.restore(ctx, d.file); err != nil {
		return broken("the whole dump is not restored: %v", err)
	}
	if err := d.lives(ctx, "the restore of the whole dump"); err != nil {
		return err
	}
	if n, err := d.databases(ctx, d.database+"%before%"); err != nil || n != 1 {
		return errors.Join(err, broken("%d old databases are kept", n))
	}
	return nil
}

// dropAndRestore is a restore without a new database.
func dropAndRestore(ctx context.Context, e *environment) ([]figure, error) {
	d, err := e.dump(ctx)
	if err != nil {
		return nil, err
	}
	file, err := d.damaged("truncated", true, func(b []byte) []byte { return b[:len(b)/2] })
	if err != nil {
		return nil, err
	}
	for _, statement := range []string{"DROP DATABASE " + d.database + " WITH (FORCE)",
		"CREATE DATABASE " + d.database} {
		if err := d.Postgres.Execute(ctx, "postgres", statement); err != nil {
			return nil, err
		}
	}
	cfg, err := pq.NewConfig(d.dsn())
	if err != nil {
		return nil, err
	}
	if _, err := process.Output(ctx, "pg_restore", "--host="+cfg.Host, "--username=postgres", "--dbname="+d.database,
		"--exit-on-error", file); err == nil {
		return nil, errors.New("pg_restore takes the truncated dump")
	}
	return nil, d.lives(ctx, "pg_restore has failed")
}
