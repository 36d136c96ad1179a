package acceptance_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestTooExpensive has a database in which reads of capabilities and inserts of clients never end. PostgreSQL stops
// them, and the error says not to come again.
func TestTooExpensive(t *testing.T) {
	apitest.SkipOnCitus(t, "a table there cannot be replaced by a view")
	t.Parallel()
	a := apitest.NewIsolated(t)
	a.Exec(`ALTER TABLE capabilities RENAME TO slow;
		CREATE VIEW capabilities AS SELECT s.* FROM slow s, (SELECT pg_sleep(60) OFFSET 0) forever;
		CREATE FUNCTION forever() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN new; END';
		CREATE TRIGGER forever BEFORE INSERT ON clients FOR EACH ROW EXECUTE FUNCTION forever()`)
	db, err := postgres.Open(a.DSN, postgres.Options{Inspect: apitest.Guard, StatementTimeout: 500 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	metrics := prometheus.NewRegistry()
	b, _ := a.Start(services.Config{DB: db, Metrics: metrics, Log: slog.New(slog.DiscardHandler)})
	waitFor(t, "the server is ready", func() bool { status, _, _ := readiness(t, b); return status == 200 })

	const client = `{"companyName": "Initech"}`
	for _, c := range []struct{ rest, body, rpc, request string }{
		{"GET /api/v1/capabilities", ``, "CapabilityService/ListCapabilities", `{}`},
		{"POST /api/v1/clients", client, "ClientService/CreateClient", `{"client": ` + client + `}`},
	} {
		for _, header := range []map[string]string{nil, {"Idempotency-Key": c.rpc}} {
			if r := b.REST(t, "admin", c.rest, c.body, header); r.Status != 503 || r.Code != "too_expensive" ||
				r.RetryAfter != 0 || !strings.Contains(string(r.Raw), "narrow") {
				t.Errorf("%s: %d %v %s", c.rest, r.Status, r.Header, r.Raw)
			}
			if g := b.Call(t, "admin", c.rpc, c.request, header); g.GRPC != codes.DeadlineExceeded ||
				g.Code != "too_expensive" || g.RetryAfter != 0 {
				t.Errorf("%s: %s %q", c.rpc, g.GRPC, g.Code)
			}
		}
	}
	if n := a.Count(`SELECT count(*) FROM clients WHERE company_name = 'Initech'`); n != 0 {
		t.Errorf("%d clients were written", n)
	}
	if n := counted(t, metrics, "workplan_errors_total", "too_expensive"); n != 8 {
		t.Errorf("the metric has %v responses", n)
	}

	// A wait for a lock is not the fault of the request.
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(t.Context(), `SELECT FROM clients WHERE id = $1 FOR UPDATE`, a.ID("acme")); err != nil {
		t.Fatal(err)
	}
	if r := b.REST(t, "admin", "PATCH /api/v1/clients/$acme", `{"website": "www.example.com"}`, nil); r.Status != 503 ||
		r.Code != "unavailable" || r.RetryAfter == 0 {
		t.Errorf("behind a lock: %d %s", r.Status, r.Raw)
	}
}

// counted returns the sum of a metric over all series with a label of this value.
func counted(t *testing.T, metrics *prometheus.Registry, name, value string) (sum float64) {
	t.Helper()
	families, err := metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if f.GetName() == name && l.GetValue() == value {
					sum += m.GetCounter().GetValue()
				}
			}
		}
	}
	return sum
}
