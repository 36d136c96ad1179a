package acceptance_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// waitFor polls until holds returns true. The test fails after a minute.
func waitFor(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never happened that %s", what)
		}
	}
}

// proxy is a connection to the database that can be cut.
type proxy struct {
	cutAt                    atomic.Pointer[string] // a command tag such as INSERT 0 1
	address, network, target string
	mu                       sync.Mutex
	listener                 net.Listener
	conns                    []net.Conn
}

// freeAddress returns an address at which nobody listens. Its port is not one of those that the system gives to
// connections and to listeners that ask for any, so it stays free.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(10_000)))
		if err == nil {
			_ = l.Close()
			return l.Addr().String()
		}
	}
	t.Fatal("100 ports are in use")
	return ""
}

// behind returns a proxy of the database at dsn, which is not up yet, and a pool behind it.
func behind(t *testing.T, dsn string) (*proxy, *sql.DB) {
	t.Helper()
	server := regexp.MustCompile(`host='([^']*)' port=(\d+)`)
	m := server.FindStringSubmatch(dsn)
	if m == nil {
		t.Fatalf("no server in %s", dsn)
	}
	p := &proxy{address: freeAddress(t), network: "unix", target: filepath.Join(m[1], ".s.PGSQL."+m[2])}
	if !filepath.IsAbs(m[1]) {
		p.network, p.target = "tcp", net.JoinHostPort(m[1], m[2])
	}
	host, port, _ := net.SplitHostPort(p.address)
	db, err := postgres.Open(server.ReplaceAllString(dsn, fmt.Sprintf("host=%s port=%s", host, port)),
		postgres.Options{Inspect: apitest.Guard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close(); p.down() })
	return p, db
}

func (p *proxy) up(t *testing.T) {
	t.Helper()
	l, err := net.Listen("tcp", p.address)
	if err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	p.listener = l
	p.mu.Unlock()
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial(p.network, p.target)
			if err != nil {
				_ = in.Close()
				continue
			}
			p.mu.Lock()
			p.conns = append(p.conns, in, out)
			p.mu.Unlock()
			go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
			go func() { p.respond(in, out); _ = in.Close() }()
		}
	}()
}

// respond forwards the responses of the database, until one contains the command tag that
// cutAt has.
func (p *proxy) respond(to io.Writer, from io.Reader) {
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		if tag := p.cutAt.Load(); tag != nil &&
			bytes.Contains(b[:n], []byte("C\x00\x00\x00"+string(rune(len(*tag)+5))+*tag+"\x00")) {
			p.cutAt.Store(nil)
			return
		}
		if _, err := to.Write(b[:n]); err != nil {
			return
		}
	}
}

func (p *proxy) down() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.listener != nil {
		_ = p.listener.Close()
	}
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.listener, p.conns = nil, nil
}

// TestTheDatabaseComesAndGoes starts a server without a database, then makes the database
// available, cuts it and restores it. The server responds all the time and recovers.
func TestTheDatabaseComesAndGoes(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	db, pool := behind(t, a.DSN)
	b, _ := a.Start(services.Config{DB: pool, Log: slog.New(slog.DiscardHandler)})
	ready := func() bool {
		resp, _ := send(t, b, "GET /readyz", nil, nil)
		health, err := healthpb.NewHealthClient(b.Conn).Check(t.Context(), &healthpb.HealthCheckRequest{})
		return resp.StatusCode == 200 && err == nil && health.GetStatus() == healthpb.HealthCheckResponse_SERVING
	}
	away := func(t *testing.T) {
		t.Helper()
		for _, c := range []call{callTo(t, "MeService/GetMe"), callTo(t, "UserService/ListUsers"),
			callTo(t, "ClientService/CreateClient")} {
			start := time.Now()
			r, g := b.REST(t, "worker", c.rest, c.body, nil), b.Call(t, "worker", c.rpc, c.request, nil)
			if r.Status != 503 || r.Code != "unavailable" || r.Header.Get("Retry-After") != "1" {
				t.Errorf("%s: %d %q, Retry-After %q: %s", c.rest, r.Status, r.Code, r.Header.Get("Retry-After"), r.Raw)
			}
			if g.GRPC != codes.Unavailable || g.Code != "unavailable" {
				t.Errorf("%s: %s %q %s", c.rpc, g.GRPC, g.Code, g.Message)
			}
			for _, inside := range []string{"connect", "dial", "pq", "127.0.0.1"} {
				if strings.Contains(string(r.Raw)+g.Message, inside) {
					t.Errorf("the error shows internals: %s %s", r.Raw, g.Message)
				}
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("it took %s", took)
			}
		}
		waitFor(t, "the server is not ready", func() bool { return !ready() })
		if resp, body := send(t, b, "GET /readyz", nil, nil); resp.StatusCode != 503 ||
			strings.Contains(body, "127.0.0.1") {
			t.Errorf("/readyz: %d %s", resp.StatusCode, body)
		}
		if resp, _ := send(t, b, "GET /healthz", nil, nil); resp.StatusCode != 200 {
			t.Errorf("/healthz: %d", resp.StatusCode)
		}
	}
	there := func(t *testing.T) {
		t.Helper()
		waitFor(t, "the server is ready", ready)
		for _, c := range []call{callTo(t, "MeService/GetMe"), callTo(t, "UserService/ListUsers")} {
			r, g := b.REST(t, "worker", c.rest, c.body, nil), b.Call(t, "worker", c.rpc, c.request, nil)
			if !ok(r) || !ok(g) {
				t.Errorf("%d %s, %s %s", r.Status, r.Raw, g.GRPC, g.Message)
			}
		}
	}
	t.Run("no database yet", away)
	db.up(t)
	t.Run("the database is up", there)
	db.down()
	apitest.WaitForCallers() // a cached caller would be admitted
	t.Run("the database is cut", away)
	db.up(t)
	t.Run("the database is back", there)
}

func TestAMissingDatabaseIsUnavailable(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	pool, err := postgres.Open(strings.Replace(a.DSN, "dbname='", "dbname='no_", 1), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	b, _ := a.Start(services.Config{DB: pool, Log: slog.New(slog.DiscardHandler)})
	if ans := b.REST(t, "admin", "GET /api/v1/users", "", nil); ans.Status != 503 || ans.Code != "unavailable" {
		t.Errorf("%d %s", ans.Status, ans.Raw)
	}
}

func TestASchemaThatIsBehindOrTooNewIsNotServed(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, change string
		sentinel     error
		want         []string
	}{
		{"behind", `DELETE FROM schema_revisions`, services.ErrBehind,
			[]string{"0001_initial.sql", "workplan migrate"}},
		{"too new", `INSERT INTO schema_revisions SELECT '9002', 'drop_color', 1, 1, now(), '', '', '9001'`,
			migrate.ErrAhead, []string{"9002_drop_color", "needs migration 9001"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			db, err := postgres.Open(apitest.NewDatabase(t), postgres.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if _, err := db.ExecContext(t.Context(), tc.change); err != nil {
				t.Fatal(err)
			}
			s, err := services.New(services.Config{
				DB: db, Log: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
			})
			if err != nil {
				t.Fatal(err)
			}
			var listeners [2]net.Listener
			for i := range listeners {
				if listeners[i], err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
					t.Fatal(err)
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			err = s.Run(ctx, listeners[0], listeners[1])
			for _, want := range tc.want {
				if !errors.Is(err, tc.sentinel) || !strings.Contains(err.Error(), want) {
					t.Errorf("Run: %v, want %q", err, want)
				}
			}
			if _, err := http.Get("http://" + listeners[0].Addr().String() + "/healthz"); err == nil {
				t.Error("it still listens")
			}
		})
	}
}

// A server runs on the schema of the next release, so that the release can be taken back.
func TestTheSchemaOfTheNextReleaseIsServed(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	last := fmt.Sprintf("%04d", a.Count(`SELECT max(version)::int FROM schema_revisions`))
	a.Exec(`INSERT INTO schema_revisions VALUES ('9001', 'add_color', 1, 1, now(), '', '', NULL),
		('9002', 'drop_colour', 1, 1, now(), '', '', $1)`, last)
	b, _ := a.Start(services.Config{})
	time.Sleep(time.Second) // two checks
	for _, server := range []*apitest.API{a, b} {
		if resp, err := http.Get(server.URL + "/readyz"); err != nil || resp.StatusCode != http.StatusOK {
			t.Errorf("/readyz: %v, %v", resp, err)
		}
	}
}

// flaky is a listener whose first Accept fails as if the process had no file descriptor.
type flaky struct {
	net.Listener
	failed atomic.Bool
}

func (l *flaky) Accept() (net.Conn, error) {
	if !l.failed.Swap(true) {
		return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return l.Listener.Accept()
}

func TestTheHTTPServerLogsJSON(t *testing.T) {
	t.Parallel()
	log := &buffer{}
	a := apitest.New(t)
	s, err := services.New(services.Config{
		DB: apitest.Open(t, a.DSN), Log: slog.New(slog.NewJSONHandler(log, nil)), Metrics: prometheus.NewRegistry(),
	})
	if err != nil {
		t.Fatal(err)
	}
	var listeners [2]net.Listener
	for i := range listeners {
		if listeners[i], err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan error)
	go func() { stopped <- s.Run(ctx, &flaky{Listener: listeners[0]}, listeners[1]) }()
	waitFor(t, "the log has the error", func() bool { return strings.Contains(log.String(), "too many open files") })
	cancel()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	for line := range strings.Lines(log.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

// TestAnErrorInTheLogNamesItsStep breaks the database in two ways: the look-up of the key fails, and the method of the
// rpc.
func TestAnErrorInTheLogNamesItsStep(t *testing.T) {
	for step, table := range map[string]string{"admit": "api_keys", "run": "clients"} {
		t.Run(step, func(t *testing.T) {
			log := &buffer{}
			a := apitest.NewIsolated(t)
			b, _ := a.Start(services.Config{Log: slog.New(slog.NewJSONHandler(log, nil))})
			a.Exec(`ALTER TABLE ` + table + ` RENAME TO other`)
			if ans := b.REST(t, "admin", "GET /api/v1/clients", "", nil); ans.Status != 500 {
				t.Fatalf("%d %s", ans.Status, ans.Raw)
			}
			if !strings.Contains(log.String(), `"step":"`+step+`"`) {
				t.Errorf("the log does not name the step: %s", log.String())
			}
		})
	}
}
