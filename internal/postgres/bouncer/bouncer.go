// Package bouncer starts PgBouncer for tests.
package bouncer

import (
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

// Start starts a PgBouncer in front of the server at dsn, whose socket must belong to its account. It returns the
// address of the same database through PgBouncer, which has up to size sessions of each database. It is stopped when
// the test ends. The test is skipped if pgbouncer is not installed, and fails in CI.
func Start(t testing.TB, dsn, mode, ignored string, size int) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program, err = exec.LookPath("/usr/sbin/pgbouncer") // not in the path of an ordinary user
	}
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("pgbouncer is not installed: .ci/run installs it on Debian as root; else install it yourself")
		}
		t.Skip("pgbouncer is not installed: install it to run this test")
	}
	cfg, err := pq.NewConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "bouncer") // short, since the path of a socket has at most 104 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	file := filepath.Join(dir, "pgbouncer.ini")
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
`, cfg.Host, cfg.Port, cfg.User, dir, mode, size, ignored)
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-q", file)
	if os.Getuid() == 0 { // PgBouncer refuses to run as root
		info, err := os.Stat(cfg.Host)
		if err != nil {
			t.Fatal(err)
		}
		owner := info.Sys().(*syscall.Stat_t)
		if err := os.Chown(dir, int(owner.Uid), int(owner.Gid)); err != nil {
			t.Fatal(err)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	var output strings.Builder
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	socket := fmt.Sprintf("%s/.s.PGSQL.%d", dir, cfg.Port)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("unix", socket)
		if err == nil {
			conn.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("pgbouncer does not start: %v: %s", err, output.String())
		}
	}
	return fmt.Sprintf("host='%s' port=%d user=%s dbname='%s' sslmode=disable", dir, cfg.Port, cfg.User, cfg.Database)
}
