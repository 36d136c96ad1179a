package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/test/apitest"
)

var (
	secretText = regexp.MustCompile(`wpk_[0-9A-Za-z]{71}`)
	restURL    = regexp.MustCompile(`http://[0-9.:]+/api/v1`)
)

// process is a separate `workplan dev`, which a test can kill.
type process struct {
	cmd  *exec.Cmd
	out  *syncBuffer
	done chan error
}

// mustDataDir returns a folder of the user. PostgreSQL's user can enter it, unlike that of
// t.TempDir.
func mustDataDir(t *testing.T, uid int) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "workplan-dev-test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := errors.Join(os.Chmod(dir, 0o755), os.Chown(dir, uid, -1)); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "data")
}

// startDev starts dev as the user and waits until it is ready.
func startDev(t *testing.T, bin, dir string, uid int) *process {
	t.Helper()
	p := &process{
		cmd: exec.Command(bin, "dev", "--data-dir", dir, "--http-addr", "127.0.0.1:0", "--grpc-addr", "127.0.0.1:0"),
		out: &syncBuffer{}, done: make(chan error, 1),
	}
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if uid != os.Getuid() {
		p.cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
		p.cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.done <- p.cmd.Wait() }()
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(p.out)
		}
	})
	eventually(t, "dev is ready", func() bool {
		url := restURL.FindString(p.out.String())
		return url != "" && httpStatus(t, strings.TrimSuffix(url, "/api/v1")+"/readyz") == http.StatusOK
	})
	return p
}

// keys returns the printed keys, the admin's and the member's.
func (p *process) keys(t *testing.T) string {
	t.Helper()
	seen := map[string]bool{}
	var keys []string
	for _, key := range secretText.FindAllString(p.out.String(), -1) {
		if seen[key] {
			continue
		}
		seen[key], keys = true, append(keys, key)
		req, err := http.NewRequest(http.MethodGet, restURL.FindString(p.out.String())+"/me", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+key)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("GET /me with a printed key: %d", resp.StatusCode)
		}
	}
	if len(keys) != 2 {
		t.Errorf("%d keys are printed", len(keys))
	}
	return strings.Join(keys, " ")
}

// postgresOf returns the process of the PostgreSQL of a data directory.
func postgresOf(t *testing.T, dir string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "postgres", "*", "postmaster.pid"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	line, _, _ := bytes.Cut([]byte(mustRead(t, files[0])), []byte("\n"))
	pid, err := strconv.Atoi(string(line))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func isGone(pid int) bool {
	// A zombie still has its number.
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return syscall.Kill(pid, 0) == syscall.ESRCH || (err == nil && bytes.Contains(stat, []byte(") Z ")))
}

func TestDev(t *testing.T) {
	t.Parallel()
	bin := apitest.Program(t)
	t.Run("keeps its data and its keys after Ctrl-C and kill -9, and leaves no PostgreSQL behind", func(t *testing.T) {
		dir := mustDataDir(t, os.Getuid())
		first := startDev(t, bin, dir, os.Getuid())
		keys, pid := first.keys(t), postgresOf(t, dir)
		for _, step := range []string{"Starting PostgreSQL in " + dir, "Creating a PostgreSQL",
			"Creating the demo organization"} {
			if !strings.Contains(first.out.String(), step) {
				t.Errorf("%q is not announced", step)
			}
		}
		if err := first.cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := <-first.done; err != nil || !isGone(pid) {
			t.Errorf("after Ctrl-C: %v, PostgreSQL gone: %v", err, isGone(pid))
		}

		second := startDev(t, bin, dir, os.Getuid())
		if second.keys(t) != keys {
			t.Error("the second start printed other keys")
		}
		if strings.Contains(second.out.String(), "Creating the demo") {
			t.Error("the second start filled the demo organization again")
		}
		pid = postgresOf(t, dir)
		if err := second.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		<-second.done
		eventually(t, "PostgreSQL is gone after kill -9", func() bool { return isGone(pid) })

		third := startDev(t, bin, dir, os.Getuid())
		if third.keys(t) != keys {
			t.Error("the third start printed other keys")
		}
	})
	t.Run("runs as an ordinary user", func(t *testing.T) {
		if os.Getuid() != 0 {
			t.Skip("the tests run as an ordinary user already")
		}
		const nobody = 65534
		p := startDev(t, bin, mustDataDir(t, nobody), nobody)
		p.keys(t)
		if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := <-p.done; err != nil {
			t.Error(err, p.out)
		}
	})
	t.Run("creates new keys if the file with the old ones is lost", func(t *testing.T) {
		dir := mustDataDir(t, os.Getuid())
		first := startDev(t, bin, dir, os.Getuid())
		old := first.keys(t)
		_ = first.cmd.Process.Signal(os.Interrupt)
		<-first.done
		if err := os.Remove(filepath.Join(dir, "demo.json")); err != nil {
			t.Fatal(err)
		}
		second := startDev(t, bin, dir, os.Getuid())
		for key := range strings.FieldsSeq(second.keys(t)) {
			if strings.Contains(old, key) {
				t.Error("an old key is printed, but only its hash is stored")
			}
		}
		var access demoAccess
		if err := json.Unmarshal([]byte(mustRead(t, filepath.Join(dir, "demo.json"))), &access); err != nil {
			t.Error(err)
		}
	})
}

func TestDevSaysWhatToDo(t *testing.T) {
	t.Run("about a folder that cannot be written", func(t *testing.T) {
		if runtime.GOOS != "linux" {
			t.Skip("needs /sys, in which not even root can create a folder")
		}
		mustFail(t, "", "Choose a folder that you can write to: --data-dir", "dev", "--data-dir", "/sys/workplan",
			"--http-addr", "127.0.0.1:0", "--grpc-addr", "127.0.0.1:0")
	})
	t.Run("about a variable without a value", func(t *testing.T) {
		mustFail(t, "", "--data-dir is empty", "dev", "--data-dir", "", "--http-addr", "127.0.0.1:0", "--grpc-addr",
			"127.0.0.1:0")
	})
	t.Run("about a full disk", func(t *testing.T) {
		for _, err := range []error{
			&os.PathError{Op: "mkdir", Path: "/data", Err: syscall.ENOSPC},
			&pq.Error{Code: "53100"},
			errors.New("initdb: exit status 1; PostgreSQL's log:\nHINT:  Check free disk space."),
		} {
			if text := withAdvice(err).Error(); !strings.HasPrefix(text, err.Error()) ||
				!strings.Contains(text, "The disk is full: free some space") {
				t.Error(text)
			}
		}
	})
	t.Run("about an address in use", func(t *testing.T) {
		taken, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer taken.Close()
		addr := taken.Addr().String()
		mustFail(t, "",
			"another program uses "+addr+": stop it, or choose another address with --http-addr or HTTP_ADDR",
			"dev", "--http-addr", addr)
		mustFail(t, "",
			"another program uses "+addr+": stop it, or choose another address with --grpc-addr or GRPC_ADDR", "dev",
			"--http-addr", "127.0.0.1:0", "--grpc-addr", addr)
	})
	t.Run("about nothing else", func(t *testing.T) {
		if err := errors.New("other"); withAdvice(err) != err || withAdvice(nil) != nil {
			t.Error(withAdvice(err))
		}
	})
}
