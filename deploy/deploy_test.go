// Package deploy tests what an operator installs: the image, the Compose file, the systemd unit and the chart. No
// container runs here. The tests run the same programs with the same arguments and variables as processes, against a
// real PostgreSQL.
package deploy_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
	"github.com/workplan-api/workplan/test/process"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// mustOutput returns what a program prints.
func mustOutput(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := process.Output(t.Context(), name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func mustWrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// mustTempDir returns a folder that every user can enter. That of testing.T can be entered by its owner only.
func mustTempDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "workplan-deploy-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// need skips the test if it does not run as root or if a program is missing. In CI it fails the test.
func need(t *testing.T, programs ...string) {
	t.Helper()
	stop := t.Skipf
	if os.Getenv("CI") != "" {
		stop = t.Fatalf
	}
	if os.Getuid() != 0 {
		stop("only root can do what a container runtime does")
	}
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			stop("%v: install it to run this test", err)
		}
	}
}

var dsnParts = regexp.MustCompile(`host='([^']+)'.* dbname='([^']+)'`)

// emptyDatabase returns the host and port of a PostgreSQL on the loopback interface, and the name of an empty database
// of it. The private PostgreSQL of the tests has only a Unix socket, so a proxy listens for it.
func emptyDatabase(t *testing.T) (addr, name string) {
	t.Helper()
	parts := dsnParts.FindStringSubmatch(apitest.BareDatabase(t))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer client.Close()
				server, err := net.Dial("unix", filepath.Join(parts[1], ".s.PGSQL.5432"))
				if err != nil {
					return
				}
				defer server.Close()
				go func() { _, _ = io.Copy(server, client); server.Close() }()
				_, _ = io.Copy(client, server)
			}()
		}
	}()
	return listener.Addr().String(), parts[2]
}

// mustServe starts a server and waits until it is ready. When the test ends, it stops the server and expects the exit
// code 0.
func mustServe(t *testing.T, env []string, args ...string) *process.Server {
	t.Helper()
	s, err := process.Start(t.Context(), filepath.Join(t.TempDir(), "log"), env, args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Signal(syscall.SIGTERM)
		if code := s.ExitCode(); code != 0 {
			t.Errorf("exit %d; its log:\n%s", code, s.Log())
		}
	})
	return s
}

// expectMe fails unless the server accepts the key of the administrator.
func expectMe(t *testing.T, addr, key string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr+"/api/v1/me", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(key))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	var me struct{ Data struct{ KeyName string } }
	if err := json.Unmarshal(body, &me); err != nil || resp.StatusCode != http.StatusOK ||
		me.Data.KeyName != "first key" {
		t.Errorf("/me: %d %s", resp.StatusCode, body)
	}
}

// firstOrganization are the arguments with which an operator creates the first organization.
var firstOrganization = []string{"organization", "create", "--name", "Harbour Works", "--admin-email",
	"ada@example.com", "--admin-name", "Ada Lovelace"}

// mustCopy copies the files of the repository, as they are in the work tree, and commits them at a fixed time.
func mustCopy(t *testing.T, to string) {
	t.Helper()
	for name := range strings.SplitSeq(strings.TrimRight(
		mustOutput(t, "git", "-C", "..", "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\x00",
	), "\x00") {
		text, err := os.ReadFile(filepath.Join("..", name))
		if os.IsNotExist(err) {
			continue // deleted, and not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		mustWrite(t, filepath.Join(to, name), string(text))
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "x"}} {
		cmd := exec.Command("git", append(
			[]string{"-C", to, "-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"},
			args...,
		)...)
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
			"GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args[0], err, bytes.TrimSpace(out))
		}
	}
}
