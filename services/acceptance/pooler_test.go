package acceptance_test

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
	"github.com/workplan-api/workplan/test/bouncer"
)

// Requests through a pooler, by this many clients at once.
const (
	pooledRequests = 5000
	pooledClients  = 8
	pooledWrites   = 1000 // of the requests
)

// readsOfAll are requests whose responses do not change while nothing is written.
var readsOfAll = []string{
	"/me", "/users?limit=50&count=true", "/users?isActive=true&name=o", "/users/$worker",
	"/users/$worker/working-patterns", "/users/$worker/capabilities", "/me/views", "/organization/privacy",
	"/organization/settlement", "/organization/pricing",
	"/organization/rates", "/users/$worker/rates", "/projects/$atlas/budget",
	"/money?start_date=2026-06-01&end_date=2026-06-30&bucket=week&budget=true", "/money/lines?start_date=2026-06-01&end_date=2026-06-30",
	"/locks", "/timesheets?userId=$worker",
	"/actual-hours/entries",
	"/clients?limit=50", "/clients/$acme", "/projects?expand=client,projectManager",
	"/projects?status=active,planned&assignedUserId=$worker",
	"/projects/$atlas", "/capabilities", "/time-off-types", "/time-off?limit=3", "/assignments?limit=50",
	"/assignments?userId=$worker&startDate=2026-01-01&endDate=2026-12-31&count=true", "/assignments?capabilityId=none",
	"/assignments?minHours=2&limit=7", "/assignments?updatedSince=2020-01-01T00:00:00Z", "/actual-hours?limit=50",
	"/capacity?start_date=2026-06-01&end_date=2026-06-30&bucket=week&group_by=user",
	"/capacity/gaps?hours=8&start_date=2026-06-01&end_date=2026-06-30", "/events?limit=20",
	"/events?types=client.*&limit=5", "/webhooks", "/holidays?countryCode=DE",
	"/users/$unknown", "/assignments?userId=x",
}

// limited gives each session of the database of a the limits that a server sets itself without a pooler.
func limited(t testing.TB, a *apitest.API) {
	t.Helper()
	if err := bouncer.Set(t.Context(), a.DB, bouncer.Limits...); err != nil {
		t.Fatal(err)
	}
}

// pooledServer starts a server on the database of a, through a PgBouncer in a mode.
func pooledServer(t testing.TB, a *apitest.API, mode string, pooler postgres.Pooler) *apitest.API {
	t.Helper()
	db, err := postgres.Open(bouncer.Start(t, a.DSN, mode, bouncer.Ignored, 40),
		postgres.Options{Pooler: pooler, Inspect: apitest.Guard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	b, _ := a.Start(services.Config{DB: db})
	return b
}

// fetch returns the status and the body of a response, without the id of the request.
func fetch(t testing.TB, a *apitest.API, method, path, body string, header http.Header) string {
	req, err := http.NewRequestWithContext(t.Context(), method, a.URL+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return ""
	}
	maps.Copy(req.Header, header)
	req.Header.Set("Authorization", "Bearer "+a.Secret("admin"))
	req.Header.Set("X-Request-Id", "compared")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return fmt.Sprint(resp.StatusCode, err, string(text))
}

// compareReads sends requests to a server with a pooler, from several clients, and returns how many responses differ
// from those of a direct server.
func compareReads(t *testing.T, direct, pooled *apitest.API, requests int) (wrong int64) {
	var paths, want []string
	for _, path := range readsOfAll {
		path = direct.Expand(path)
		paths, want = append(paths, path), append(want, fetch(t, direct, "GET", path, "", nil))
	}
	var count atomic.Int64
	var wg sync.WaitGroup
	for client := range pooledClients {
		wg.Go(func() {
			for i := range requests / pooledClients {
				which := (client*5 + i) % len(paths)
				if got := fetch(t, pooled, "GET", paths[which], "", nil); got != want[which] && count.Add(1) <= 3 {
					t.Logf("GET %s: %.300s, want %.300s", paths[which], got, want[which])
				}
			}
		})
	}
	wg.Wait()
	return count.Load()
}

// compareWrites sends writes, some of them with an Idempotency-Key, and compares each row with what a direct server
// reads.
func compareWrites(t *testing.T, direct, pooled *apitest.API, requests int) (wrong int64) {
	var count atomic.Int64
	var wg sync.WaitGroup
	for client := range pooledClients {
		wg.Go(func() {
			for i := range requests / pooledClients {
				date := fmt.Sprintf("%d-%02d-%02d", 2030+client, 1+i/28%12, 1+i%28)
				header := http.Header{"Content-Type": {"application/json"}}
				if i%2 == 0 {
					header.Set("Idempotency-Key", fmt.Sprintf("%d-%d", client, i))
				}
				path := direct.Expand("/assignments?userId=$worker&projectId=$atlas&startDate=" +
					date + "&endDate=" + date)
				row := direct.Expand(fmt.Sprintf(
					`{"userId": "$worker", "projectId": "$atlas", "date": "%s", "hours": %d.25}`, date, i%20,
				))
				written := fetch(t, pooled, "POST", "/assignments", `{"items": [`+row+`]}`, header)
				_, list, _ := strings.Cut(fetch(t, direct, "GET", path, "", nil), `"items":[`)
				read, _, _ := strings.Cut(list, "]")
				if _, items, ok := strings.Cut(written, `"data":[`); !strings.HasPrefix(written, "200") || !ok ||
					read == "" || !strings.HasPrefix(items, read+"]") {
					if count.Add(1) <= 3 {
						t.Logf("POST %s: %.300s, but a direct server reads %.300s", row, written, read)
					}
				}
			}
		})
	}
	wg.Wait()
	return count.Load()
}

// TestResponsesThroughAPooler compares each response through a real PgBouncer with that of a server without one.
func TestResponsesThroughAPooler(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "a pooler in front of the coordinator is the same as one in front of PostgreSQL")
	for _, c := range []struct {
		mode   string
		pooler postgres.Pooler
	}{{bouncer.Transaction, postgres.TransactionPooler}, {bouncer.Session, postgres.SessionPooler}} {
		t.Run(c.mode, func(t *testing.T) {
			direct := apitest.NewIsolated(t)
			limited(t, direct)
			pooled := pooledServer(t, direct, c.mode, c.pooler)
			waitFor(t, "the server is ready",
				func() bool { status, _, _ := readiness(t, pooled); return status == 200 })
			if n := compareWrites(t, direct, pooled, pooledWrites); n != 0 {
				t.Errorf("%d of %d writes are wrong", n, pooledWrites)
			}
			settle(t, direct)
			if n := compareReads(t, direct, pooled, pooledRequests-pooledWrites); n != 0 {
				t.Errorf("%d of %d reads are wrong", n, pooledRequests-pooledWrites)
			}
		})
	}
	// The control has the setting of another mode, so it prepares statements in sessions that are not its own. Its
	// readiness does not see the pooler: else the server would stop.
	t.Run("without the setting", func(t *testing.T) {
		direct := apitest.NewIsolated(t)
		limited(t, direct)
		db, err := postgres.Open(bouncer.Start(t, direct.DSN, bouncer.Transaction, bouncer.Ignored, 40),
			postgres.Options{Pooler: postgres.SessionPooler})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		other := apitest.Open(t, direct.DSN)
		pooled, _ := direct.Start(services.Config{
			DB: db, Probe: other, Background: other, Log: slog.New(slog.DiscardHandler),
		})
		const requests = 800
		n := compareReads(t, direct, pooled, requests)
		if n == 0 {
			t.Errorf("none of %d is wrong: the test proves nothing", requests)
		}
		t.Logf("%d of %d are wrong", n, requests)
	})
}

// TestGoldenAnswersThroughAPooler has a request of each kind. lib/pq sends parameters in another format through a
// pooler in transaction mode, so a write that works without one may fail.
func TestGoldenAnswersThroughAPooler(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "a pooler in front of the coordinator is the same as one in front of PostgreSQL")
	goldenAnswers(t, func(t *testing.T) *apitest.API {
		direct := apitest.NewIsolated(t)
		limited(t, direct)
		return pooledServer(t, direct, bouncer.Transaction, postgres.TransactionPooler)
	})
}

// TestLocksThroughAPooler: a write that waits for the row of another transaction gets 503 with Retry-After before its
// statement takes too long, also with an Idempotency-Key, whose row has a limit of its own. The role has no limits.
func TestLocksThroughAPooler(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "a pooler in front of the coordinator is the same as one in front of PostgreSQL")
	a := apitest.NewIsolated(t)
	b := pooledServer(t, a, bouncer.Session, postgres.SessionPooler)
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(t.Context(), `SELECT FROM clients WHERE id = $1 FOR UPDATE`, a.ID("acme")); err != nil {
		t.Fatal(err)
	}
	for _, header := range []map[string]string{nil, {"Idempotency-Key": "behind-a-lock"}} {
		ans := b.REST(t, "admin", "PATCH /api/v1/clients/$acme", `{"website": "www.example.com"}`, header)
		if ans.Status != 503 || ans.Code != "unavailable" || ans.RetryAfter == 0 {
			t.Errorf("with %v: %d %s, retry after %s", header, ans.Status, ans.Raw, ans.RetryAfter)
		}
	}
}

// BenchmarkPooler is what a pooler costs a request: go test ./services/acceptance -run NONE -bench Pooler -count 7
func BenchmarkPooler(b *testing.B) {
	direct := apitest.NewIsolated(b)
	limited(b, direct)
	if err := bouncer.Set(b.Context(), direct.DB, bouncer.Plans...); err != nil {
		b.Fatal(err)
	}
	header := http.Header{"Content-Type": {"application/json"}}
	row := func(n int) string {
		return direct.Expand(fmt.Sprintf(
			`{"userId": "$worker", "projectId": "$atlas", "date": "%d-%02d-%02d", "hours": %d.25}`, 2030+n/336%5,
			1+n/28%12, 1+n%28, n%20,
		))
	}
	for day := range 336 {
		fetch(b, direct, "POST", "/assignments", `{"items": [`+row(day)+`]}`, header)
	}
	servers := []struct {
		name string
		*apitest.API
	}{
		{"direct", direct},
		{"session", pooledServer(b, direct, bouncer.Session, postgres.SessionPooler)},
		{"transaction", pooledServer(b, direct, bouncer.Transaction, postgres.TransactionPooler)},
	}
	for _, s := range servers {
		b.Run("list-50/"+s.name, func(b *testing.B) {
			for b.Loop() {
				if got := fetch(b, s.API, "GET", "/assignments?limit=50", "", nil); !strings.HasPrefix(got, "200") {
					b.Fatal(got)
				}
			}
		})
	}
	for _, s := range servers {
		b.Run("upsert-1/"+s.name, func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				if got := fetch(b, s.API, "POST", "/assignments",
					`{"items": [`+row(n)+`]}`, header); !strings.HasPrefix(got, "200") {
					b.Fatal(got)
				}
			}
		})
	}
}

// TestReadinessFindsAPooler puts a pooler in front of the database of a server that runs, and takes it away.
func TestReadinessFindsAPooler(t *testing.T) {
	apitest.SkipOnCitus(t, "a pooler in front of the coordinator is the same as one in front of PostgreSQL")
	t.Parallel()
	a := apitest.NewIsolated(t)
	own, err := pq.NewConfig(a.DSN)
	if err != nil {
		t.Fatal(err)
	}
	pooler, err := pq.NewConfig(bouncer.Start(t, a.DSN, bouncer.Transaction, bouncer.Ignored, 4))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "host") // short, since the path of a socket has at most 104 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	host := filepath.Join(dir, "s")
	end := func() {
		t.Helper()
		a.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	}
	lead := func(to string) {
		t.Helper()
		_ = os.Remove(host)
		if err := os.Symlink(to, host); err != nil {
			t.Fatal(err)
		}
		end()
	}
	lead(own.Host)
	db, err := postgres.Open(fmt.Sprintf("host='%s' port=%d user=%s dbname='%s' sslmode=disable", host, own.Port,
		own.User, own.Database), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	b, _ := a.Start(services.Config{DB: db, Log: slog.New(slog.DiscardHandler)})
	isReady := func() bool { status, _, _ := readiness(t, b); return status == 200 }
	waitFor(t, "the server is ready", isReady)
	lead(pooler.Host)
	waitFor(t, "the server is not ready", func() bool {
		status, body, _ := readiness(t, b)
		return status == 503 && strings.Contains(body, "connection pooler")
	})
	end() // also the connections that began while the pooler came
	if ans := b.REST(t, "admin", "GET /api/v1/users", "", nil); ans.Status != 503 {
		t.Errorf("through the pooler: %d %s", ans.Status, ans.Raw)
	}
	lead(own.Host)
	waitFor(t, "the server is ready again", isReady)
}
