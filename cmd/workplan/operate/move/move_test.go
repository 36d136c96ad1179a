package move_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/workplan-api/workplan/cmd/workplan/operate/move"
	"github.com/workplan-api/workplan/cmd/workplan/operate/verify"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

const pointer = "https://eu.workplan.example"

// installations are two with servers, of which the first one has the organization.
type installations struct {
	*apitest.API
	there *apitest.API
	move  *move.Move
}

func open(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := postgres.Open(dsn, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func newInstallations(t *testing.T) *installations {
	t.Helper()
	apitest.SkipOnCitus(t, "organizations are not moved from Citus")
	a := apitest.NewIsolated(t)
	target := *a
	target.DSN = apitest.NewDatabase(t)
	target.DB = open(t, target.DSN)
	there, _ := target.Start(services.Config{})
	return &installations{a, there, &move.Move{
		Source: open(t, a.DSN), Target: open(t, target.DSN), Organization: a.Organization, Pointer: pointer,
		MaxPause: 10 * time.Second, Say: t.Logf, Status: func(string, ...any) {},
	}}
}

// rows returns all rows of an organization but those of sessions, without what is different during and after a move.
func rows(t *testing.T, db *sql.DB, organization any) map[string]string {
	t.Helper()
	tables, err := catalog.Tables(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, table := range tables {
		if table.Name == "sessions" || table.Name == "stored_responses" {
			continue
		}
		if err := postgres.Each(t.Context(), db, func(scan postgres.Scan) error {
			var key, text string
			err := scan(&key, &text)
			all[table.Name+" "+key] = text
			return err
		}, fmt.Sprintf(`SELECT ROW(%s)::text, (to_jsonb(t) - 'suspended_at' - 'closed_at' - 'move_id' - 'moved_to' - 'leased_until'
			- 'lease' - 'last_used_at')::text FROM %s t WHERE %s = $1`, strings.Join(table.Key, ", "), table.Name, table.Organization()),
			organization); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func (in *installations) mustBeEqual(t *testing.T, before map[string]string, db *sql.DB) {
	t.Helper()
	after := rows(t, db, in.Organization)
	for key, text := range before {
		if after[key] != text {
			t.Errorf("%s is %q instead of %q", key, after[key], text)
		}
	}
	for key := range after {
		if _, ok := before[key]; !ok {
			t.Errorf("%s is new", key)
		}
	}
}

// settle waits until all events have numbers.
func settle(t *testing.T, a *apitest.API) {
	t.Helper()
	for end := time.Now().Add(time.Minute); a.Count(`SELECT count(*) FROM events WHERE seq IS NULL`) > 0; {
		time.Sleep(20 * time.Millisecond)
		if time.Now().After(end) {
			t.Fatal("events have no numbers")
		}
	}
}

// load is what clients write during a move. Each of them sends a request again until it is accepted: to the other
// installation, if this one says that the organization has moved.
type load struct {
	in       *installations
	moved    atomic.Bool
	stop     chan struct{}
	running  sync.WaitGroup
	mu       sync.Mutex
	accepted map[string]float64 // the last accepted hours by date
	refused  time.Duration      // the longest time without an accepted request
	writes   int
}

func (in *installations) load(t *testing.T, clients int) *load {
	l := &load{in: in, stop: make(chan struct{}), accepted: map[string]float64{}}
	for c := range clients {
		l.running.Go(func() { l.write(t, c) })
	}
	return l
}

func (l *load) write(t *testing.T, client int) {
	last := time.Now()
	for n := 0; ; n++ {
		date := fmt.Sprintf("20%02d-%02d-%02d", 10+client, 1+n%12, 1+n/12%28)
		body := fmt.Sprintf(`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "%s", "hours": %d}]}`,
			date, 1+n%24)
		for {
			select {
			case <-l.stop:
				return
			default:
			}
			a := l.in.API
			if l.moved.Load() {
				a = l.in.there
			}
			ans := a.REST(t, "admin", "POST /api/v1/assignments", body, nil)
			if ans.Status == http.StatusOK {
				break
			}
			switch {
			case ans.Status == http.StatusForbidden && strings.Contains(string(ans.Raw), pointer):
				l.moved.Store(true)
			case ans.Status == http.StatusServiceUnavailable && ans.Header.Get("Retry-After") == "1":
			default:
				t.Errorf("%d %s", ans.Status, ans.Raw)
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
		l.mu.Lock()
		l.accepted[date] = float64(1 + n%24)
		l.refused = max(l.refused, time.Since(last))
		l.writes++
		l.mu.Unlock()
		last = time.Now()
	}
}

// end stops the clients and checks that nothing is lost.
func (l *load) end(t *testing.T, db *sql.DB) {
	t.Helper()
	close(l.stop)
	l.running.Wait()
	stored := map[string]float64{}
	if err := postgres.Each(t.Context(), db, func(scan postgres.Scan) error {
		var date string
		var hours float64
		err := scan(&date, &hours)
		stored[date] = hours
		return err
	}, `SELECT date::text, hours FROM assignments WHERE organization_id = $1 AND user_id = $2 AND date >= '2010-01-01'`,
		l.in.Organization, l.in.ID("worker")); err != nil {
		t.Fatal(err)
	}
	lost := 0
	for date, hours := range l.accepted {
		if stored[date] != hours {
			if lost++; lost < 5 {
				t.Errorf("%s has %v hours, and %v were accepted", date, stored[date], hours)
			}
		}
	}
	t.Logf("%d writes, %d dates lost, at most %s without an accepted write", l.writes, lost, l.refused)
}

// checkMoved checks both installations after a move.
func (in *installations) checkMoved(t *testing.T) {
	t.Helper()
	ans := in.REST(t, "admin", "GET /api/v1/users", "", nil)
	if ans.Status != http.StatusForbidden || ans.Code != "organization_suspended" ||
		!strings.Contains(string(ans.Raw), pointer) {
		t.Errorf("the source: %d %s", ans.Status, ans.Raw)
	}
	if ans := in.REST(t, "admin", "GET /api/v1/me", "", nil); ans.Status != http.StatusOK {
		t.Errorf("the source: %d %s", ans.Status, ans.Raw)
	}
	if ans := in.there.REST(t, "admin", "GET /api/v1/users", "", nil); ans.Status != http.StatusOK {
		t.Errorf("the target: %d %s", ans.Status, ans.Raw)
	}
	if n := in.there.Count(`SELECT count(*) FROM events e JOIN event_heads h USING (organization_id) WHERE e.seq IS NOT NULL
		GROUP BY h.organization_id, h.seq, h.first_seq HAVING count(*) = h.seq - h.first_seq + 1 AND max(e.seq) = h.seq`); n == 0 {
		t.Error("the numbers of events have gaps")
	}
	if _, err := verify.Run(t.Context(), in.there.DB, verify.Options{}); err != nil {
		t.Error(err)
	}
}

func TestMoveUnderLoad(t *testing.T) {
	t.Parallel()
	in := newInstallations(t)
	for _, name := range []string{"first", "second"} {
		in.REST(t, "admin", "POST /api/v1/clients", `{"companyName": "`+name+`"}`,
			map[string]string{"Idempotency-Key": name})
	}
	l := in.load(t, 4)
	time.Sleep(200 * time.Millisecond)
	r, err := in.move.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	l.end(t, in.there.DB)
	t.Logf("%+v", r)
	if r.Pause < time.Second || r.Closings != 1 || r.Rows == 0 || r.Compared < r.Rows {
		t.Errorf("%+v", r)
	}
	settle(t, in.there)
	in.checkMoved(t)
	t.Run("a create that is sent again gets the response of the source", func(t *testing.T) {
		ans := in.there.REST(t, "admin", "POST /api/v1/clients", `{"companyName": "first"}`,
			map[string]string{"Idempotency-Key": "first"})
		if ans.Status != http.StatusOK ||
			in.there.Count(`SELECT count(*) FROM clients WHERE company_name = 'first'`) != 1 {
			t.Errorf("%d %s", ans.Status, ans.Raw)
		}
	})
	t.Run("again it says that it is done", func(t *testing.T) {
		if _, err := in.move.Run(t.Context()); !errors.Is(err, move.ErrDone) {
			t.Error(err)
		}
		if err := in.move.Abort(t.Context(), func(string, int64) {}); !errors.Is(err, move.ErrDone) {
			t.Error(err)
		}
	})
}

// TestEachTableIsFollowed changes rows of all kinds after the copy.
func TestEachTableIsFollowed(t *testing.T) {
	t.Parallel()
	in := newInstallations(t)
	call := func(as, call, body string) string {
		t.Helper()
		ans := in.REST(t, as, call, body, nil)
		if ans.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", call, ans.Status, ans.Raw)
		}
		id, _ := apitest.Lookup(ans.Body, "data.id").(string)
		return id
	}
	hook := call("admin", "POST /api/v1/webhooks", `{"url": "http://127.0.0.1:1/", "types": ["*"], "state": "paused"}`)
	gone := call("admin", "POST /api/v1/time-off",
		`{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-06-01",
		"endDate": "2026-06-02", "availability": 0, "reason": "Rest"}`)
	const day = `{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 7}]}`
	call("admin", "POST /api/v1/assignments", day)
	m := *in.move
	m.Say = func(format string, args ...any) {
		if !strings.HasPrefix(format, "Comparing all") {
			return
		}
		call("admin", "PATCH /api/v1/keys/$lead_key", `{"name": "renamed"}`)
		call("admin", "PATCH /api/v1/users/$worker", `{"name": "Renamed", "externalIds": ["hr:1"]}`)
		call("admin", "PATCH /api/v1/projects/$atlas", `{"objective": "\\N \"quoted\" Ü"}`)
		call("admin", "PATCH /api/v1/clients/$acme", `{"categories": ["a,b", "NULL", "\"", "\\"]}`)
		call("admin", "PATCH /api/v1/webhooks/"+hook, `{"name": "renamed"}`)
		call("admin", "POST /api/v1/webhooks",
			`{"url": "http://127.0.0.1:1/2", "types": ["client.*"], "state": "paused"}`)
		call("admin", "POST /api/v1/users", `{"email": "late@example.com", "name": "Late"}`)
		call("admin", "POST /api/v1/capabilities", `{"name": "Late"}`)
		call("admin", "PUT /api/v1/users/$worker/working-patterns",
			`{"items": [{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 4, 0, 0]}]}`)
		call("admin", "PUT /api/v1/holidays",
			`{"items": [{"countryCode": "GB", "date": "2027-12-27", "name": "Day", "factor": 0.5}]}`)
		call("worker", "PUT /api/v1/me/views", `{"items": [{"name": "Ü", "query": "q=%C3%9C"}]}`)
		call("worker", "POST /api/v1/calendar-feed", ``)
		call("admin", "DELETE /api/v1/time-off/"+gone, ``)
		call("admin", "POST /api/v1/assignments", strings.Replace(day, "7", "0", 1))
		call("worker", "POST /api/v1/actual-hours", strings.Replace(day, "7", "3.3333333333333335", 1))
		in.Exec(`UPDATE organizations SET name = 'Acme Renamed' WHERE id = $1`, in.Organization)
		in.Exec(`INSERT INTO sign_in_identities (organization_id, id, issuer, subject, created_at)
			VALUES ($1, $2, 'https://accounts.example.com', '1', now())`, in.Organization, in.ID("worker"))
	}
	if _, err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	in.mustBeEqual(t, rows(t, in.DB, in.Organization), in.there.DB)
	in.checkMoved(t)
}

// killed is what a move panics with at a step. Nothing is undone then, as after SIGKILL.
type killed struct{}

// nth returns a function for runUntil that is true at the nth message.
func nth(n int) func(string) bool {
	calls := 0
	return func(string) bool { calls++; return calls == n }
}

// runUntil runs the move and kills it at the first message for which kill is true. It reports whether the move ended
// before.
func (in *installations) runUntil(t *testing.T, kill func(message string) bool) (ended bool, at string) {
	t.Helper()
	m := *in.move
	say := func(format string, args ...any) {
		if message := fmt.Sprintf(format, args...); kill(message) {
			at = message
			panic(killed{})
		}
	}
	m.Say, m.Status = say, say
	defer func() {
		if p := recover(); p != nil && p != (killed{}) {
			panic(p)
		}
	}()
	if _, err := m.Run(t.Context()); err != nil {
		t.Fatalf("killed at %q: %v", at, err)
	}
	return true, ""
}

// TestKillsOfAMove kills a move at each of its messages, each time a move of its own that goes on.
func TestKillsOfAMove(t *testing.T) {
	t.Parallel()
	in := newInstallations(t)
	l := in.load(t, 2)
	ended, kills, at := false, 0, ""
	for n := 1; !ended; n++ {
		if ended, at = in.runUntil(t, nth(n)); !ended {
			kills++
			t.Logf("killed at %q", at)
			time.Sleep(50 * time.Millisecond)
		}
	}
	time.Sleep(200 * time.Millisecond)
	l.end(t, in.there.DB)
	settle(t, in.there)
	in.checkMoved(t)
	if t.Logf("%d kills", kills); kills < 20 {
		t.Errorf("only %d kills", kills)
	}
}

// TestAbortOfAMove aborts a move that was killed, at each of its messages.
func TestAbortOfAMove(t *testing.T) {
	t.Parallel()
	in := newInstallations(t)
	in.REST(t, "admin", "POST /api/v1/webhooks",
		`{"url": "http://127.0.0.1:1/", "types": ["*"], "state": "paused"}`, nil)
	in.REST(t, "admin", "POST /api/v1/assignments",
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 7}]}`, nil)
	settle(t, in.API)
	before := rows(t, in.DB, in.Organization)
	// Each run is killed at a message that no run before was killed at. How many messages a run has depends on the
	// load.
	killedAt := map[string]bool{}
	for len(killedAt) < 100 {
		ended, at := in.runUntil(t, func(message string) bool { return !killedAt[message] })
		if ended {
			break
		}
		killedAt[at] = true
		if err := in.move.Abort(t.Context(), func(string, int64) {}); err != nil {
			t.Fatalf("after a kill at %q: %v", at, err)
		}
		in.mustBeEqual(t, before, in.DB)
		if left := rows(t, in.there.DB, in.Organization); len(left) > 0 {
			t.Errorf("after a kill at %q, the target has %v", at, slices.Sorted(maps.Keys(left)))
		}
		if n := in.Count(`SELECT count(*) FROM organizations WHERE num_nonnulls(suspended_at, closed_at, move_id, moved_to) > 0`) +
			in.Count(`SELECT count(*) FROM webhooks WHERE leased_until IS NOT NULL`); n > 0 {
			t.Errorf("after a kill at %q, the source is not as it was", at)
		}
	}
	if text := strings.Join(slices.Sorted(maps.Keys(killedAt)), "\n"); len(killedAt) < 20 ||
		!strings.Contains(text, "Opening the organization there") {
		t.Errorf("the move was killed only at:\n%s", text)
	}
	in.checkMoved(t)
	in.mustBeEqual(t, before, in.there.DB)
}

// TestAnInterruptedMoveOpensTheSource cancels a move while the organization is closed.
func TestAnInterruptedMoveOpensTheSource(t *testing.T) {
	t.Parallel()
	in := newInstallations(t)
	m := *in.move
	ctx, cancel := context.WithCancel(t.Context())
	closing := false
	m.Say = func(format string, args ...any) { closing = closing || strings.HasPrefix(format, "Closing") }
	m.Status = func(string, ...any) {
		if closing {
			cancel()
		}
	}
	if _, err := m.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if n := in.Count(`SELECT count(*) FROM organizations WHERE closed_at IS NOT NULL`); n > 0 {
		t.Error("the organization is closed")
	}
	if _, err := in.move.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	in.checkMoved(t)
}

// TestATransactionInFlight begins a write before the organization is closed, and commits it later.
func TestATransactionInFlight(t *testing.T) {
	t.Parallel()
	in := newInstallations(t)
	m := *in.move
	tx, err := in.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	const write = `
WITH effect AS (UPDATE clients SET website = 'late' WHERE organization_id = $1 AND id = $2 RETURNING 1)
INSERT INTO events (organization_id, id, written_at, type, request_id, row_count, encoding, data)
SELECT (SELECT o.id FROM organizations o WHERE o.id = $1 AND o.closed_at IS NULL), gen_random_uuid(), clock_timestamp(),
  'client.updated', '', 0, 1, '{}' FROM effect`
	began, done := false, make(chan error, 1)
	m.Say = func(format string, args ...any) {
		if strings.HasPrefix(format, "Closing") && !began {
			began = true
			if _, err := tx.ExecContext(t.Context(), write, in.Organization, in.ID("acme")); err != nil {
				t.Error(err)
			}
			time.AfterFunc(1500*time.Millisecond, func() { done <- tx.Commit() })
		}
	}
	if _, err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if n := in.there.Count(`SELECT count(*) FROM clients WHERE website = 'late'`); n != 1 {
		t.Error("the write of a transaction that was in flight is lost")
	}
	// From here on, the same write fails, whoever sends it.
	if _, err := in.DB.ExecContext(t.Context(), write, in.Organization, in.ID("acme")); postgres.Code(err) != "23502" {
		t.Errorf("the source accepted a write: %v", err)
	}
}

// TestTooSlow ends the pause when it takes too long.
func TestTooSlow(t *testing.T) {
	t.Parallel()
	in := newInstallations(t)
	m := *in.move
	m.MaxPause = 1500 * time.Millisecond
	closings, served, slow := 0, 0, false
	m.Say = func(format string, args ...any) {
		t.Logf(format, args...)
		switch {
		case strings.HasPrefix(format, "Closing"):
			closings++
			slow = closings == 1
		case strings.Contains(format, "served again"):
			slow = false
			served += 1 - in.Count(`SELECT count(*) FROM organizations WHERE closed_at IS NOT NULL`)
		}
	}
	m.Status = func(string, ...any) {
		if slow {
			time.Sleep(600 * time.Millisecond)
		}
	}
	r, err := m.Run(t.Context())
	if err != nil || r.Closings != 2 || served != 1 {
		t.Errorf("%+v, served again %d times: %v", r, served, err)
	}
	in.checkMoved(t)
}
