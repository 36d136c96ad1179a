package main

import (
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/apitest"
)

var listening = regexp.MustCompile(`"http":"([^"]+)"`)

// eventually polls until ok, and fails the test after a minute.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}

func httpStatus(t *testing.T, url string) int {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

func (r *running) url(t *testing.T) string {
	t.Helper()
	eventually(t, "it listens", func() bool { return listening.MatchString(r.out.String()) })
	return "http://" + listening.FindStringSubmatch(r.out.String())[1]
}

func startServe(t *testing.T, database string) *running {
	r := start(t, "serve", "--http-addr", "127.0.0.1:0", "--grpc-addr", "127.0.0.1:0", "--ops-addr", "127.0.0.1:0",
		"--shutdown-delay", "0s", "--database-url", database)
	t.Cleanup(func() { // the next test may set variables of the environment that a server reads when it stops
		r.cancel()
		<-r.ended
	})
	return r
}

func TestServe(t *testing.T) {
	t.Run("serves, and ends when it is told to stop", func(t *testing.T) {
		dsn := apitest.NewDatabase(t)
		secret := importResult(t,
			mustRun(t, "", "import", "testdata/organization.json", "--database-url", dsn)).Keys[0].GetSecret()
		r := startServe(t, dsn)
		url := r.url(t)
		eventually(t, "it is ready", func() bool { return httpStatus(t, url+"/readyz") == http.StatusOK })
		req, _ := http.NewRequest(http.MethodGet, url+"/api/v1/me", nil)
		req.Header.Set("Authorization", "Bearer "+secret)
		resp, err := http.DefaultClient.Do(req)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatal(resp, err)
		}
		resp.Body.Close()
		r.cancel()
		if code := <-r.done; code != 0 {
			t.Errorf("exit %d: %s", code, r.out)
		}
		if log := r.out.String(); strings.Contains(log, secret[26:69]) ||
			!strings.Contains(log, `"rpc":"/workplan.v1.MeService/GetMe"`) {
			t.Error(log)
		}
	})
	t.Run("starts without a database and is not ready", func(t *testing.T) {
		r := startServe(t, "host=127.0.0.1 port=1 sslmode=disable")
		url := r.url(t)
		eventually(t, "it is healthy and not ready", func() bool {
			return httpStatus(t, url+"/healthz") == http.StatusOK &&
				httpStatus(t, url+"/readyz") == http.StatusServiceUnavailable
		})
		r.cancel()
		if code := <-r.done; code != 0 {
			t.Errorf("exit %d: %s", code, r.out)
		}
	})
	t.Run("refuses a schema that is out of date", func(t *testing.T) {
		r := startServe(t, apitest.BareDatabase(t))
		if code := <-r.done; code != 1 || !strings.Contains(r.out.String(), "workplan migrate") {
			t.Errorf("exit %d: %s", code, r.out)
		}
	})
	t.Run("names the flag of an address in use", func(t *testing.T) {
		l := startServe(t, "host=127.0.0.1 port=1 sslmode=disable")
		taken := strings.TrimPrefix(l.url(t), "http://")
		mustFail(t, "", "--http-addr", "serve", "--database-url", "host=127.0.0.1 port=1", "--http-addr", taken)
		l.cancel()
		<-l.done
	})
}

func TestServeMigrates(t *testing.T) {
	t.Parallel()
	args := func(dsn string) []string {
		return []string{"serve", "--migrate", "--http-addr", "127.0.0.1:0", "--grpc-addr", "127.0.0.1:0", "--ops-addr",
			"127.0.0.1:0", "--shutdown-delay", "0s", "--database-url", dsn}
	}
	stop := func(t *testing.T, r *running) {
		t.Helper()
		r.cancel()
		if code := <-r.done; code != 0 {
			t.Errorf("exit %d: %s", code, r.out)
		}
	}
	t.Run("several servers start on an empty database at once", func(t *testing.T) {
		dsn := apitest.BareDatabase(t)
		servers := make([]*running, 3)
		for i := range servers {
			servers[i] = start(t, args(dsn)...)
		}
		migrated := 0
		for _, r := range servers {
			url := r.url(t)
			eventually(t, "it is ready", func() bool { return httpStatus(t, url+"/readyz") == http.StatusOK })
			if strings.Contains(r.out.String(), `"applied":["0001_`) {
				migrated++
			}
		}
		if migrated != 1 {
			t.Errorf("%d servers migrated", migrated)
		}
		for _, r := range servers {
			stop(t, r)
		}
	})
	t.Run("waits for a database that does not run yet", func(t *testing.T) {
		apitest.SkipOnCitus(t, "it moves the Unix socket of the private PostgreSQL")
		dsn := apitest.BareDatabase(t)
		socket := regexp.MustCompile(`host='([^']+)'`).FindStringSubmatch(dsn)[1]
		later := t.TempDir()
		r := start(t, args(strings.Replace(dsn, socket, later, 1))...)
		eventually(t, "it waits", func() bool { return strings.Contains(r.out.String(), "waiting for the database") })
		if err := os.Symlink(filepath.Join(socket, ".s.PGSQL.5432"),
			filepath.Join(later, ".s.PGSQL.5432")); err != nil {
			t.Fatal(err)
		}
		url := r.url(t)
		eventually(t, "it is ready", func() bool { return httpStatus(t, url+"/readyz") == http.StatusOK })
		stop(t, r)
	})
	t.Run("says which process holds the lock that a migration waits for", func(t *testing.T) {
		dsn := apitest.BareDatabase(t)
		db, err := postgres.Open(dsn, postgres.Options{StatementTimeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback() }()
		if _, err := tx.ExecContext(t.Context(), "CREATE TABLE organizations ()"); err != nil {
			t.Fatal(err)
		}
		r := start(t, args(dsn)...)
		eventually(t, "it names the process", func() bool {
			return strings.Contains(r.out.String(), "did not get a lock held by process")
		})
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		url := r.url(t)
		eventually(t, "it is ready", func() bool { return httpStatus(t, url+"/readyz") == http.StatusOK })
		stop(t, r)
	})
	t.Run("ends while it waits", func(t *testing.T) {
		r := start(t, args("host=127.0.0.1 port=1 sslmode=disable")...)
		eventually(t, "it waits", func() bool { return strings.Contains(r.out.String(), "waiting for the database") })
		stop(t, r)
	})
	t.Run("does not wait if the address is wrong", func(t *testing.T) {
		dsn := strings.Replace(apitest.BareDatabase(t), "dbname='", "dbname='no-", 1)
		mustFail(t, "", "createdb", args(dsn)...)
	})
}

func TestServeEnforcesAQuota(t *testing.T) {
	dsn := apitest.NewDatabase(t)
	t.Setenv("DATABASE_URL", dsn)
	org := importResult(t, mustRun(t, "", "import", "testdata/organization.json")).GetOrganization().GetId()
	secret := strings.TrimSpace(mustRun(t, "", "key", "create", "--organization", org, "--actor", "ivo@example.com",
		"--name", "x", "--scopes", "*"))
	for _, test := range []struct{ env, value, limit, remaining string }{
		{"RATE_LIMIT", "600", "600", "99"},
		{"RATE_LIMIT", "60", "60", "9"},
		{"RATE_LIMIT", "0", "", ""},
		{"RATE_LIMIT_BURST", "7", "600", "6"},
	} {
		t.Run(test.env+"="+test.value, func(t *testing.T) {
			t.Setenv(test.env, test.value)
			r := startServe(t, dsn)
			req, _ := http.NewRequest(http.MethodGet, r.url(t)+"/api/v1/me", nil)
			req.Header.Set("Authorization", "Bearer "+secret)
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if h := resp.Header; resp.StatusCode != http.StatusOK || h.Get("X-RateLimit-Limit") != test.limit ||
				h.Get("X-RateLimit-Remaining") != test.remaining {
				t.Errorf("status %d, %v", resp.StatusCode, h)
			}
			r.cancel()
			<-r.done
		})
	}
	for _, test := range []struct{ env, value, message string }{
		{"REDIS_URL", "redis://:canary@host:port", "REDIS_URL is malformed"},
		{"TRUSTED_PROXIES", "10.0.0.0/8,proxy", `the trusted proxy "proxy" must be`},
		{"RATE_LIMIT", "-1", "must not be negative"},
	} {
		t.Run("a malformed "+test.env, func(t *testing.T) {
			t.Setenv(test.env, test.value)
			r := startServe(t, dsn)
			if code := <-r.done; code != 1 || !strings.Contains(r.out.String(), test.message) ||
				strings.Contains(r.out.String(), "canary") {
				t.Errorf("exit %d: %s", code, r.out)
			}
		})
	}
}

// TestTune compares the limit of memory with the machine's. A container has less.
func TestTune(t *testing.T) {
	limit := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(limit); debug.SetGCPercent(100) })
	machine, err := memlimit.FromSystem()
	if err != nil {
		t.Fatal(err)
	}
	tune(slog.New(slog.DiscardHandler))
	if got := debug.SetMemoryLimit(-1); got < 32<<20 || float64(got) > 0.8*float64(machine) {
		t.Errorf("the limit is %d bytes on a machine with %d", got, machine)
	}
	t.Setenv("GOMEMLIMIT", "1GiB")
	debug.SetMemoryLimit(1 << 30)
	tune(slog.New(slog.DiscardHandler))
	if got := debug.SetMemoryLimit(-1); got != 1<<30 {
		t.Errorf("GOMEMLIMIT is 1 GiB, and the limit %d bytes", got)
	}
}
