package cluster_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
)

// If this is set, the test binary is the owner of a cluster. The value is the data directory, "-" for none.
const ownerEnv = "WORKPLAN_TEST_CLUSTER_OWNER"

func TestMain(m *testing.M) {
	if dir, ok := os.LookupEnv(ownerEnv); ok {
		os.Exit(beOwner(strings.TrimPrefix(dir, "-")))
	}
	goleak.VerifyTestMain(m)
}

// beOwner starts a cluster, prints its address, and stops it when its standard input ends.
func beOwner(dir string) int {
	c, err := cluster.Start(context.Background(), cluster.Config{DataDir: dir, Durable: dir != ""})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(c.DSN("postgres"))
	_, _ = io.Copy(io.Discard, os.Stdin)
	if err := c.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// owner is another process that owns a cluster.
type owner struct {
	cmd *exec.Cmd
	in  io.Closer
	dsn string
}

// MustOwner starts an owner; adjust, if not nil, may change its command first.
func MustOwner(t *testing.T, dir string, adjust func(*exec.Cmd)) *owner {
	t.Helper()
	if dir == "" {
		dir = "-"
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), ownerEnv+"="+dir)
	var problems strings.Builder
	cmd.Stderr = &problems
	if adjust != nil {
		adjust(cmd)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		// The server stops a moment after its owner, and writes into its folder until then.
		content, _ := os.ReadFile(filepath.Join(dir, "pgdata", "postmaster.pid"))
		first, _, _ := strings.Cut(string(content), "\n")
		if pid, err := strconv.Atoi(first); err == nil {
			expectGone(t, pid)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = cmd.Wait()
		t.Fatalf("the other process: %v: %s", err, &problems)
	}
	return &owner{cmd, in, strings.TrimSpace(line)}
}

func MustStart(t *testing.T, cfg cluster.Config) *cluster.Cluster {
	t.Helper()
	c, err := cluster.Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// MustDataDir returns a folder that the user of the server may enter.
func MustDataDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for d := dir; d != filepath.Clean(os.TempDir()) && d != "/"; d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "kept")
}

func MustText(t *testing.T, dsn, query string) (text string) {
	t.Helper()
	db, err := postgres.Open(dsn, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), query).Scan(&text); err != nil && !errors.Is(err, sql.ErrNoRows) {
		t.Fatalf("%s: %v", query, err)
	}
	return text
}

func socketDir(dsn string) string { return strings.Split(dsn, "'")[1] }

// serverPID reads the process id of the server behind dsn from its socket's lock.
func serverPID(t *testing.T, dsn string) int {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(socketDir(dsn), ".s.PGSQL.5432.lock"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.SplitN(string(b), "\n", 2)[0])
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// expectGone waits until a process has ended or is a zombie.
func expectGone(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return
		}
		if b, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil && len(b) == 0 {
			return
		}
	}
	t.Fatalf("process %d still runs", pid)
}

func TestTemporaryCluster(t *testing.T) {
	t.Run("accepts connections, and leaves nothing behind when stopped", func(t *testing.T) {
		began := time.Now()
		c := MustStart(t, cluster.Config{})
		t.Logf("started in %v", time.Since(began))
		dsn := c.DSN("postgres")
		if got := MustText(t, dsn, "SELECT current_setting('server_encoding') || ' ' || current_setting('fsync') || "+
			"' ' || current_setting('listen_addresses')"); got != "UTF8 off " {
			t.Errorf("got %q", got)
		}
		pid := serverPID(t, dsn)
		began = time.Now()
		if err := c.Stop(); err != nil {
			t.Fatal(err)
		}
		t.Logf("stopped in %v", time.Since(began))
		expectGone(t, pid)
		if _, err := os.Stat(socketDir(dsn)); !os.IsNotExist(err) {
			t.Errorf("got %v", err)
		}
		if err := c.Stop(); err != nil {
			t.Errorf("stopped again: %v", err)
		}
	})

	t.Run("is in memory, unless it is durable", func(t *testing.T) {
		memory := cluster.MemoryDir()
		if memory == "" {
			t.Skip("this system has no folder in memory with enough room")
		}
		for _, durable := range []bool{false, true} {
			c := MustStart(t, cluster.Config{Durable: durable})
			if got := MustText(t, c.DSN("postgres"), "SHOW data_directory"); strings.HasPrefix(got, memory) == durable {
				t.Errorf("a cluster that is durable: %v is in %s", durable, got)
			}
		}
	})

	t.Run("stops although connections are open", func(t *testing.T) {
		c := MustStart(t, cluster.Config{})
		db, err := postgres.Open(c.DSN("postgres"), postgres.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := db.PingContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := c.Stop(); err != nil {
			t.Fatal(err)
		}
	})

	t.Run("opens databases with awkward names", func(t *testing.T) {
		c := MustStart(t, cluster.Config{})
		_ = MustText(t, c.DSN("postgres"), `CREATE DATABASE "it's a \ name"`)
		if got := MustText(t, c.DSN(`it's a \ name`), "SELECT current_database()"); got != `it's a \ name` {
			t.Fatal(got)
		}
	})

	t.Run("does not begin when the context has ended", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := cluster.Start(ctx, cluster.Config{}); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
	})
}

func TestKeptCluster(t *testing.T) {
	t.Run("keeps its data, durably", func(t *testing.T) {
		cfg := cluster.Config{DataDir: MustDataDir(t), Durable: true}
		c := MustStart(t, cfg)
		_ = MustText(t, c.DSN("postgres"), "CREATE TABLE kept AS SELECT 'here' AS what")
		if err := c.Stop(); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		c = MustStart(t, cfg)
		t.Logf("started again in %v", time.Since(began))
		if got := MustText(t, c.DSN("postgres"), "SELECT what || current_setting('fsync') FROM kept"); got != "hereon" {
			t.Fatal(got)
		}
	})

	t.Run("refuses a second process, and names the first", func(t *testing.T) {
		dir := MustDataDir(t)
		o := MustOwner(t, dir, nil)
		began := time.Now()
		_, err := cluster.Start(t.Context(), cluster.Config{DataDir: dir})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("in use by process %d", o.cmd.Process.Pid)) ||
			time.Since(began) > 10*time.Second {
			t.Fatalf("got %v", err)
		}
	})

	t.Run("names the version that made it", func(t *testing.T) {
		dir := MustDataDir(t)
		if err := os.MkdirAll(filepath.Join(dir, "pgdata"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "pgdata", "PG_VERSION"), []byte("9\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := cluster.Start(t.Context(), cluster.Config{DataDir: dir}); err == nil ||
			!strings.Contains(err.Error(), "made by PostgreSQL 9") {
			t.Fatalf("got %v", err)
		}
	})

	t.Run("starts after initdb was killed half way", func(t *testing.T) {
		dir := MustDataDir(t)
		half := filepath.Join(dir, "pgdata.new-1")
		if err := os.MkdirAll(filepath.Join(half, "base"), 0o755); err != nil {
			t.Fatal(err)
		}
		MustStart(t, cluster.Config{DataDir: dir})
		if _, err := os.Stat(half); !os.IsNotExist(err) {
			t.Errorf("got %v", err)
		}
	})

	t.Run("shows the server's log when it does not start", func(t *testing.T) {
		dir := MustDataDir(t)
		if err := MustStart(t, cluster.Config{DataDir: dir}).Stop(); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(filepath.Join(dir, "pgdata", "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("no_such_setting = 1\n"); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if _, err := cluster.Start(t.Context(), cluster.Config{DataDir: dir}); err == nil ||
			!strings.Contains(err.Error(), "no_such_setting") || time.Since(began) > 20*time.Second {
			t.Fatalf("after %v: %v", time.Since(began), err)
		}
	})
}
