package main

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestTheGuideOfTLS runs the commands of docs/operate/tls.md in one shell, at other ports.
func TestTheGuideOfTLS(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"bash", "openssl", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	dsn := apitest.NewDatabase(t)
	key := importResult(t,
		mustRun(t, "", "import", "testdata/organization.json", "--database-url", dsn)).Keys[0].GetSecret()
	rest, grpc, ops := freeAddr(t), freeAddr(t), freeAddr(t)
	var script strings.Builder
	script.WriteString("set -euo pipefail\n")
	blocks := regexp.MustCompile("(?ms)^```sh( refused)?\n(.*?)^```$").
		FindAllStringSubmatch(mustRead(t, "../../docs/operate/tls.md"), -1)
	for _, block := range blocks {
		text := block[2]
		if block[1] != "" {
			text = "if\n" + text + "then echo 'it is not refused' >&2; exit 1; fi\n"
		}
		script.WriteString(text)
	}
	if len(blocks) < 7 {
		t.Errorf("only %d blocks", len(blocks))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	bash := exec.CommandContext(ctx, "bash", "-c", strings.NewReplacer("127.0.0.1:8080", rest, "127.0.0.1:9090", grpc,
		"127.0.0.1:9091", ops, "wpk_…", key).Replace(script.String()))
	bash.Dir = t.TempDir()
	bash.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the servers end with the shell
	bash.Cancel = func() error { return syscall.Kill(-bash.Process.Pid, syscall.SIGKILL) }
	bash.Env = append(os.Environ(), "PATH="+filepath.Dir(apitest.Program(t))+":"+os.Getenv("PATH"), "DATABASE_URL="+dsn,
		"HTTP_ADDR="+rest, "GRPC_ADDR="+grpc, "OPS_ADDR="+ops, "SHUTDOWN_DELAY=0s")
	out, err := bash.CombinedOutput()
	if bash.Process != nil {
		_ = syscall.Kill(-bash.Process.Pid, syscall.SIGKILL) // what a failure has left
	}
	for _, want := range []string{`"status":"ready"`, "workplan_tls_certificate_expiry_timestamp_seconds 1",
		"new connections get the changed certificate", "set --cert-file and --cert-key-file"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in the output:\n%s", want, out)
		}
	}
	if err != nil || strings.Count(string(out), `"organizationId"`) != 2 {
		t.Errorf("%v: %s", err, out)
	}
}

// freeAddr returns an address of this machine at which nothing listens.
func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
