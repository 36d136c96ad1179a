package acceptance_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// requestLines is a log that keeps its last line about each rpc.
type requestLines struct {
	mu    sync.Mutex
	lines map[string]map[string]any
}

func (l *requestLines) Write(p []byte) (int, error) {
	var line map[string]any
	if err := json.NewDecoder(bytes.NewReader(p)).Decode(&line); err != nil {
		return 0, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if rpc, ok := line["rpc"].(string); ok {
		l.lines[rpc] = line
	}
	return len(p), nil
}

// took returns a time in the line of an rpc.
func (l *requestLines) took(rpc, name string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	us, _ := l.lines["/workplan.v1."+rpc][name].(float64)
	return time.Duration(us) * time.Microsecond
}

// TestALineSaysWhereARequestWaited makes a request wait for a connection, for a row, and for its turn. The line in the
// log has each time in its own place, and not in the others.
func TestALineSaysWhereARequestWaited(t *testing.T) {
	apitest.SkipOnCitus(t, "the pool is not that of the tests")
	t.Parallel()
	a := apitest.NewIsolated(t)
	registry := prometheus.NewRegistry()
	pool, err := postgres.Open(a.DSN, postgres.Options{MaxConns: 3, Statements: &postgres.Statements{
		Count: metrics.Statements.Counter(registry), Seconds: metrics.StatementSeconds.Counter(registry),
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	log := &requestLines{lines: map[string]map[string]any{}}
	b, _ := a.Start(services.Config{
		DB: pool, Background: apitest.Open(t, a.DSN), Log: slog.New(slog.NewJSONHandler(log, nil)),
		Limits: services.Limits{Requests: 1, Wait: 3 * time.Second},
	})
	const held, rename = 900 * time.Millisecond, "PATCH /api/v1/clients/$acme"
	expect := func(rpc string, waited string) {
		t.Helper()
		waitFor(t, "the line of "+rpc, func() bool { return log.took(rpc, "duration_us") > 0 })
		most := log.took(rpc, waited)
		if most < held/2 {
			t.Errorf("%s waited for %s, which is only %s", rpc, waited, most)
		}
		for _, name := range []string{"statements_us", "turn_us", "connection_us", "work_us"} {
			if took := log.took(rpc, name); name != waited && took >= most { // a busy machine makes each of them longer
				t.Errorf("%s waited for %s, which is %s, and %s is %s", rpc, waited, most, name, took)
			}
		}
	}
	if ans := b.REST(t, "admin", rename, `{"website": "https://example.com/1"}`, nil); ans.Status != 200 {
		t.Fatalf("%s", ans.Raw)
	}

	// The caller is known already, so the request needs a connection only for its statement.
	var conns []*sql.Conn
	for range 3 {
		conn, err := pool.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, conn)
	}
	time.AfterFunc(held, func() {
		for _, conn := range conns {
			conn.Close()
		}
	})
	b.REST(t, "admin", "GET /api/v1/projects", "", nil)
	expect("ProjectService/ListProjects", "connection_us")

	// PostgreSQL waits for the lock of a table when it parses the statement, which is new for its connection.
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("LOCK TABLE clients"); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(held, func() { _ = tx.Rollback() })
	b.REST(t, "admin", "GET /api/v1/clients", "", nil)
	expect("ClientService/ListClients", "statements_us")

	tx, err = a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("UPDATE clients SET version = version WHERE organization_id = $1 AND id = $2",
		a.Organization, a.ID("acme")); err != nil {
		t.Fatal(err)
	}
	log.mu.Lock()
	clear(log.lines)
	log.mu.Unlock()
	var writing sync.WaitGroup
	writing.Go(func() { b.REST(t, "admin", rename, `{"website": "https://example.com/2"}`, nil) })
	time.Sleep(100 * time.Millisecond) // it has the only turn
	time.AfterFunc(held, func() { _ = tx.Rollback() })
	b.REST(t, "admin", "GET /api/v1/users", "", nil)
	writing.Wait()
	expect("ClientService/UpdateClient", "statements_us")
	expect("UserService/ListUsers", "turn_us")
}
