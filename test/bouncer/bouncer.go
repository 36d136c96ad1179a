// Package bouncer starts PgBouncer for tests.
package bouncer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lib/pq"
)

// Modes of PgBouncer.
const (
	Session     = "session"
	Transaction = "transaction"
)

// Ignored are the startup parameters of a pool that an operator usually lets PgBouncer ignore.
const Ignored = "extra_float_digits, statement_timeout, lock_timeout, " +
	"idle_in_transaction_session_timeout, workplan.connection"

// Limits are the settings with which each session of a database has the limits that a server sets itself without a
// pooler, and Plans those with which it plans statements as without one. docs/operate/pooling.md recommends them.
var (
	Limits = []string{"statement_timeout = 4000", "lock_timeout = 1200", "idle_in_transaction_session_timeout = 8000"}
	Plans  = []string{"plan_cache_mode = force_generic_plan", "enable_bitmapscan = off", "jit = off"}
)

// Set gives all later sessions of the database of db the settings.
func Set(ctx context.Context, db *sql.DB, settings ...string) error {
	for _, set := range settings {
		if _, err := db.ExecContext(ctx,
			"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET "+set+"', current_database()); END $$"); err != nil {
			return err
		}
	}
	return nil
}

// Bouncer is a PgBouncer in front of a server.
type Bouncer struct {
	DSN string // the address of the database through it

	cmd    *exec.Cmd
	dir    string
	socket string
	output strings.Builder
}

// Start runs a PgBouncer, as Run does, until the test ends, and returns the address of the database through it. The
// test is skipped if pgbouncer is not installed, and fails in CI.
func Start(t testing.TB, dsn, mode, ignored string, size int) string {
	t.Helper()
	b, err := Run(dsn, mode, ignored, size)
	switch {
	case errors.Is(err, exec.ErrNotFound) && os.Getenv("CI") == "":
		t.Skip("pgbouncer is not installed: install it to run this test")
	case err != nil:
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b.DSN
}

// Run starts a PgBouncer in front of the server at dsn, whose socket must belong to its account. It has up to size
// sessions of each database, and ignores some startup parameters. The error is exec.ErrNotFound if pgbouncer is not
// installed. Close stops it.
func Run(dsn, mode, ignored string, size int) (_ *Bouncer, err error) {
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		const outside = "/usr/sbin/pgbouncer" // not in the path of an ordinary user
		if _, missing := os.Stat(outside); missing != nil {
			return nil, fmt.Errorf("%w: .ci/run installs it on Debian as root; else install it yourself", err)
		}
		program = outside
	}
	cfg, err := pq.NewConfig(dsn)
	if err != nil {
		return nil, err
	}
	b := &Bouncer{}
	if b.dir, err = os.MkdirTemp("", "bouncer"); err != nil { // short: the path of a socket has at most 104 bytes
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close())
		}
	}()
	b.DSN = fmt.Sprintf("host='%s' port=%d user=%s dbname='%s' sslmode=disable",
		b.dir, cfg.Port, cfg.User, cfg.Database)
	b.socket = fmt.Sprintf("%s/.s.PGSQL.%d", b.dir, cfg.Port)
	file := filepath.Join(b.dir, "pgbouncer.ini")
	config := fmt.Sprintf(`[databases]
* = host=%s port=%d user=%s
[pgbouncer]
unix_socket_dir = %s
listen_port = %[2]d
auth_type = any
pool_mode = %[5]s
default_pool_size = %[6]d
max_client_conn = 500
ignore_startup_parameters = %[7]s
logfile = %[4]s/log
`, cfg.Host, cfg.Port, cfg.User, b.dir, mode, size, ignored)
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		return nil, err
	}
	b.cmd = exec.Command(program, "-q", file)
	if os.Getuid() == 0 { // PgBouncer refuses to run as root
		info, err := os.Stat(cfg.Host)
		if err != nil {
			return nil, err
		}
		owner := info.Sys().(*syscall.Stat_t)
		if err := os.Chown(b.dir, int(owner.Uid), int(owner.Gid)); err != nil {
			return nil, err
		}
		b.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	return b, b.start()
}

// start starts the process, and waits until it accepts connections.
func (b *Bouncer) start() error {
	b.output.Reset()
	b.cmd.Stdout, b.cmd.Stderr = &b.output, &b.output
	if err := b.cmd.Start(); err != nil {
		return err
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("unix", b.socket)
		if err == nil {
			return conn.Close()
		}
		if time.Now().After(deadline) {
			b.kill()
			return fmt.Errorf("pgbouncer does not start: %w: %s", err, b.output.String())
		}
	}
}

func (b *Bouncer) kill() {
	if b.cmd != nil && b.cmd.Process != nil {
		_ = b.cmd.Process.Kill()
		_ = b.cmd.Wait()
	}
}

// Restart ends the process with SIGKILL, and starts it again.
func (b *Bouncer) Restart() error {
	b.kill()
	again := exec.Command(b.cmd.Path, b.cmd.Args[1:]...)
	again.SysProcAttr = b.cmd.SysProcAttr
	b.cmd = again
	return b.start()
}

// Close ends the process and removes its files.
func (b *Bouncer) Close() error {
	b.kill()
	return os.RemoveAll(b.dir)
}
