package cluster_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/postgres/cluster"
)

func TestOwnerIsKilled(t *testing.T) {
	t.Run("the server stops, and the next start removes its folder", func(t *testing.T) {
		o := MustOwner(t, "", nil)
		pid := serverPID(t, o.dsn)
		if err := o.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		expectGone(t, pid)
		if _, err := os.Stat(socketDir(o.dsn)); err != nil {
			t.Fatalf("the folder should still be there: %v", err)
		}
		// The folder of a running server must stay.
		running := MustOwner(t, "", nil)
		MustStart(t, cluster.Config{})
		if _, err := os.Stat(socketDir(o.dsn)); !os.IsNotExist(err) {
			t.Errorf("got %v", err)
		}
		if got := MustText(t, running.dsn, "SELECT 1"); got != "1" {
			t.Error(got)
		}
	})

	t.Run("an interrupt from the terminal does not reach the server", func(t *testing.T) {
		o := MustOwner(t, "", func(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} })
		pid := serverPID(t, o.dsn)
		group, err := syscall.Getpgid(pid)
		if err != nil || group == o.cmd.Process.Pid {
			t.Fatalf("the server is in its owner's process group: %d, %v", group, err)
		}
	})

	t.Run("a second start at once finds the data", func(t *testing.T) {
		dir := MustDataDir(t)
		o := MustOwner(t, dir, nil)
		_ = MustText(t, o.dsn, "CREATE TABLE kept AS SELECT 'here' AS what")
		if err := o.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = o.cmd.Wait()
		c := MustStart(t, cluster.Config{DataDir: dir})
		if got := MustText(t, c.DSN("postgres"), "SELECT what FROM kept"); got != "here" {
			t.Fatal(got)
		}
	})

	t.Run("and the server too: a second start finds the data", func(t *testing.T) {
		dir := MustDataDir(t)
		o := MustOwner(t, dir, nil)
		_ = MustText(t, o.dsn, "CREATE TABLE kept AS SELECT 'here' AS what")
		pid := serverPID(t, o.dsn)
		if err := o.cmd.Process.Signal(syscall.SIGSTOP); err != nil { // so that it collects nothing and stops nothing
			t.Fatal(err)
		}
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		if err := o.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = o.cmd.Wait()
		c := MustStart(t, cluster.Config{DataDir: dir})
		if got := MustText(t, c.DSN("postgres"), "SELECT what FROM kept"); got != "here" {
			t.Fatal(got)
		}
	})

	t.Run("and another process has its number", func(t *testing.T) {
		if _, err := os.Stat("/proc/self/cmdline"); err != nil {
			t.Skip("this system has no /proc")
		}
		dir := MustDataDir(t)
		if err := MustStart(t, cluster.Config{DataDir: dir}).Stop(); err != nil {
			t.Fatal(err)
		}
		// As after the restart of a container: the file has the number of another process of the server's user.
		info, err := os.Stat(filepath.Join(dir, "pgdata"))
		if err != nil {
			t.Fatal(err)
		}
		other := exec.Command("sleep", "60")
		if st, ok := info.Sys().(*syscall.Stat_t); ok && os.Getuid() == 0 {
			other.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: st.Uid, Gid: st.Gid}}
		}
		if err := other.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = other.Process.Kill()
			_ = other.Wait()
		}()
		content := fmt.Sprintf("%d\n%s\n0\n5432\n/tmp\n\n\nready\n", other.Process.Pid, filepath.Join(dir, "pgdata"))
		if err := os.WriteFile(filepath.Join(dir, "pgdata", "postmaster.pid"), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		MustStart(t, cluster.Config{DataDir: dir})
	})
}

func TestUnprivilegedUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("the other tests run as an unprivileged user already")
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Skip("there is no user nobody")
	}
	uid, err := strconv.Atoi(nobody.Uid)
	if err != nil {
		t.Fatal(err)
	}
	gid, err := strconv.Atoi(nobody.Gid)
	if err != nil {
		t.Fatal(err)
	}
	dir := MustDataDir(t)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(dir, uid, gid); err != nil {
		t.Fatal(err)
	}
	// The user nobody may not be able to enter the folder of the test binary.
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(filepath.Dir(dir), "owner")
	if out, err := exec.Command("cp", self, program).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	asNobody := func(cmd *exec.Cmd) {
		cmd.Path, cmd.Args = program, []string{program}
		cmd.Dir = dir
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}

	t.Run("starts a temporary cluster", func(t *testing.T) {
		o := MustOwner(t, "", asNobody)
		if got := MustText(t, o.dsn, "SELECT 1"); got != "1" {
			t.Fatal(got)
		}
		// Only a cluster of nobody would remove the folder of an owner that was killed.
		if err := o.in.Close(); err != nil {
			t.Fatal(err)
		}
		if err := o.cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(socketDir(o.dsn)); !os.IsNotExist(err) {
			t.Errorf("got %v", err)
		}
	})

	t.Run("starts a kept cluster, which root can start later", func(t *testing.T) {
		kept := filepath.Join(dir, "cluster")
		o := MustOwner(t, kept, asNobody)
		_ = MustText(t, o.dsn, "CREATE TABLE kept AS SELECT 'here' AS what")
		if err := o.in.Close(); err != nil {
			t.Fatal(err)
		}
		if err := o.cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		c := MustStart(t, cluster.Config{DataDir: kept})
		if got := MustText(t, c.DSN("postgres"), "SELECT what FROM kept"); got != "here" {
			t.Fatal(got)
		}
	})
}

func TestRootCannotHandOverAClosedFolder(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root hands its folders over to another user")
	}
	dir := MustDataDir(t)
	closed := filepath.Dir(dir)
	if err := os.Chmod(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err := cluster.Start(t.Context(), cluster.Config{DataDir: dir})
	if err == nil || !strings.Contains(err.Error(), "may not enter "+closed+":") || time.Since(began) > 30*time.Second {
		t.Fatalf("got %v", err)
	}
}
