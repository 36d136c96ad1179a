package main

import (
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

var opsListening = regexp.MustCompile(`"ops":"([^"]+)"`)

// startServeProcess starts `workplan serve` as a process of its own and waits until it is
// ready. It returns the address of REST.
func startServeProcess(t *testing.T, env ...string) (p *process, url string) {
	t.Helper()
	p = &process{cmd: exec.Command(apitest.Program(t), "serve", "--http-addr", "127.0.0.1:0", "--grpc-addr",
		"127.0.0.1:0",
		"--ops-addr", "127.0.0.1:0"), out: &syncBuffer{}, done: make(chan error, 1)}
	p.cmd.Stdout, p.cmd.Stderr, p.cmd.Env = p.out, p.out, append(os.Environ(), env...)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.done <- p.cmd.Wait() }()
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	eventually(t, "it is ready", func() bool {
		m := listening.FindStringSubmatch(p.out.String())
		if m == nil {
			return false
		}
		url = "http://" + m[1]
		return httpStatus(t, url+"/readyz") == http.StatusOK
	})
	return p, url
}

// TestASecondSignalEndsTheServerAtOnce sends SIGTERM twice to a server with a long delay.
func TestASecondSignalEndsTheServerAtOnce(t *testing.T) {
	t.Parallel()
	p, url := startServeProcess(t, "DATABASE_URL="+apitest.NewDatabase(t), "SHUTDOWN_DELAY=1m")
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is not ready and serves",
		func() bool { return httpStatus(t, url+"/readyz") == http.StatusServiceUnavailable })
	if status := httpStatus(t, url+"/healthz"); status != http.StatusOK {
		t.Errorf("/healthz: %d", status)
	}
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.done:
	case <-time.After(10 * time.Second):
		t.Error("it still runs after the second signal")
	}
}

// TestSecretsOfTheProcess looks for the password of the database and for a key in all that a
// process shows: its log, its metrics and profiles, and the process list.
func TestSecretsOfTheProcess(t *testing.T) {
	t.Parallel()
	const password = "canary-password-7c1f"
	dsn := apitest.NewDatabase(t)
	secret := importResult(t,
		mustRun(t, "", "import", "testdata/organization.json", "--database-url", dsn)).Keys[0].GetSecret()
	p, url := startServeProcess(t, "DATABASE_URL="+dsn+" password="+password, "LOG_LEVEL=debug", "SHUTDOWN_DELAY=0s")

	for header, value := range map[string]string{
		"Authorization": "Bearer " + secret, "X-Api-Key": secret, "X-Request-Id": secret, "Cookie": secret,
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/api/v1/me?key="+secret, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set(header, value)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	expectOwnSession(t, dsn, func() {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/api/v1/me", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+secret)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	})
	ops := "http://" + opsListening.FindStringSubmatch(p.out.String())[1]
	shown := map[string]string{}
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/cmdline", "/debug/pprof/goroutine?debug=2",
		"/debug/pprof/heap?debug=1"} {
		resp, err := http.Get(ops + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		shown[path] = string(body)
	}
	shown["the process list"] = mustRead(t, fmt.Sprintf("/proc/%d/cmdline", p.cmd.Process.Pid))
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-p.done; err != nil {
		t.Errorf("it ends with %v", err)
	}
	shown["the log"] = p.out.String()
	for place, trace := range map[string]string{
		"/debug/pprof/goroutine?debug=2": "go.opentelemetry.io", "the log": "trace_id",
	} {
		if strings.Contains(shown[place], trace) { // TestSeenFromOutside has the control
			t.Errorf("traces are off, and %s is in %s", trace, place)
		}
	}
	for place, planted := range map[string]string{
		"the log": "MeService/GetMe", "/metrics": "MeService/GetMe", "the process list": "--http-addr",
	} {
		if !strings.Contains(shown[place], planted) {
			t.Errorf("the control %q is not in %s", planted, place)
		}
	}
	for place, text := range shown {
		for what, canary := range map[string]string{
			"the password": password, "the secret of a key": secret[26:69], "the address of the database": dsn,
		} {
			if strings.Contains(text, canary) {
				t.Errorf("%s is in %s", what, place)
			}
		}
	}
}

// expectOwnSession fails if a session of the database has served the readiness check and also
// a request.
func expectOwnSession(t *testing.T, dsn string, request func()) {
	t.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	checks, requests := map[int]bool{}, map[int]bool{}
	note := func(pids map[int]bool, pattern string) {
		rows, err := db.QueryContext(t.Context(), `SELECT pid FROM pg_stat_activity
			WHERE datname = current_database() AND application_name LIKE 'workplan %' AND query ~ $1`, pattern)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var pid int
			if err := rows.Scan(&pid); err != nil {
				t.Fatal(err)
			}
			pids[pid] = true
		}
	}
	for range 4 {
		apitest.WaitForCallers() // so that the request looks its key up
		note(checks, "transaction_read_only|schema_revisions")
		request()
		note(requests, "api_keys")
	}
	if len(checks) != 1 || len(requests) == 0 {
		t.Errorf("%d sessions for readiness, %d for requests", len(checks), len(requests))
	}
	for pid := range checks {
		if requests[pid] {
			t.Error("the readiness check shares a session with requests")
		}
	}
}

// A number without a unit is a number of bytes for Go.
func TestAMemoryLimitWithoutAUnitIsRefused(t *testing.T) {
	t.Parallel()
	for _, command := range [][]string{{"config", "check"}, {"serve"}, {"doctor"}} {
		for value, refused := range map[string]bool{"512": true, "15MiB": true, "16MiB": false, "off": false} {
			cmd := exec.Command(apitest.Program(t), command...)
			cmd.Env = append(os.Environ(), "GOMEMLIMIT="+value, "DATABASE_URL=nothing") // so that serve ends
			out, err := cmd.CombinedOutput()
			if err == nil || strings.Contains(string(out), "GOMEMLIMIT is "+value+", which is") != refused {
				t.Errorf("%s with %s: %v: %s", command, value, err, out)
			}
		}
	}
}

// TestAMalformedMemoryLimitIsNamed: Go itself reads the variable, before main. The pages quote what one sees then.
func TestAMalformedMemoryLimitIsNamed(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(apitest.Program(t), "version")
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=512MB")
	out, err := cmd.CombinedOutput()
	const want = "fatal error: malformed GOMEMLIMIT"
	if err == nil || !strings.Contains(string(out), want) {
		t.Errorf("%v: %s", err, out)
	}
	for _, page := range []string{"../../docs/operate/configuration.md", "../../docs/operate/install.md"} {
		if !strings.Contains(mustRead(t, page), want) {
			t.Errorf("%s does not say what that means", page)
		}
	}
}
