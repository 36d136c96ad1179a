package apitest

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// redisPassword is the password of every Redis of a test, so that tests can look for it in
// logs.
const redisPassword = "canary-redis-password"

// Redis is a running redis-server on a Unix socket.
type Redis struct {
	// URL is its address, with the password.
	URL string

	t       testing.TB
	socket  string
	process *os.Process
}

// StartRedis starts a redis-server that is stopped when the test ends. The test is skipped
// if redis-server is not installed, and fails in CI.
func StartRedis(t testing.TB) *Redis {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("redis-server is not installed: .ci/run installs it on Debian as root; else install it yourself")
		}
		t.Skip("redis-server is not installed: install it to run this test")
	}
	dir, err := os.MkdirTemp("", "redis") // short, since the path of a socket has at most 104 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket := filepath.Join(dir, "s")
	r := &Redis{URL: "unix://:" + redisPassword + "@" + socket, t: t, socket: socket}
	t.Cleanup(func() {
		if r.process != nil {
			r.Kill()
		}
	})
	r.Start()
	return r
}

// Start starts the server, again after Kill.
func (r *Redis) Start() {
	r.t.Helper()
	cmd := exec.Command("redis-server", "--port", "0", "--unixsocket", r.socket, "--requirepass", redisPassword,
		"--save", "", "--appendonly", "no", "--daemonize", "no", "--dir", filepath.Dir(r.socket))
	if err := cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.process = cmd.Process
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		conn, err := (&net.Dialer{}).DialContext(context.Background(), "unix", r.socket)
		if err == nil {
			conn.Close()
			return
		}
		if time.Now().After(deadline) {
			r.t.Fatalf("redis-server does not start: %v", err)
		}
	}
}

// Kill ends the server without a chance to save anything.
func (r *Redis) Kill() {
	r.t.Helper()
	_ = r.process.Kill()
	_, _ = r.process.Wait()
	_ = os.Remove(r.socket)
	r.process = nil
}

// Freeze stops the server without closing its connections, until Thaw.
func (r *Redis) Freeze() { r.signal(syscall.SIGSTOP) }

// Thaw continues a frozen server.
func (r *Redis) Thaw() { r.signal(syscall.SIGCONT) }

func (r *Redis) signal(s os.Signal) {
	r.t.Helper()
	if err := r.process.Signal(s); err != nil {
		r.t.Fatal(err)
	}
}
