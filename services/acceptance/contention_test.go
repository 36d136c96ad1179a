package acceptance_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/idempotency"
	"github.com/workplan-api/workplan/test/apitest"
)

// contended starts a server before whose changes of a record somebody else always changes the record, unless it is
// locked. It counts the changes that the server tries.
func contended(t *testing.T, a *apitest.API, table, id string) (b *apitest.API, tries *atomic.Int32) {
	t.Helper()
	tries = &atomic.Int32{}
	db, err := postgres.Open(a.DSN, postgres.Options{StatementCache: -1, Inspect: func(query string) error {
		if strings.Contains(query, `UPDATE "`+table+`" SET`) && strings.Contains(query, `"version" = $`) {
			tries.Add(1)
			_, err := a.DB.Exec(`UPDATE `+table+` SET version = version + 1 WHERE organization_id = $1 AND id IN (
				SELECT id FROM `+table+` WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE SKIP LOCKED)`,
				a.Organization, id)
			return err
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	b, _ = a.Start(services.Config{DB: db, Log: slog.New(slog.DiscardHandler)})
	return b, tries
}

// TestAContendedRecordIsChanged: a change without If-Match succeeds although others change the record all the time, and
// takes few tries.
func TestAContendedRecordIsChanged(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "SKIP LOCKED in a subquery")
	a := apitest.NewIsolated(t)
	b, tries := contended(t, a, "clients", a.ID("acme"))
	for i, header := range []map[string]string{nil, {"Idempotency-Key": "contended"}} {
		tries.Store(0)
		ans := b.REST(t, "admin", "PATCH /api/v1/clients/$acme",
			fmt.Sprintf(`{"website": "https://example.com/contended/%d"}`, i), header)
		if n := tries.Load(); ans.Status != http.StatusOK || n != 5 {
			t.Errorf("with %v: %d %s after %d tries", header, ans.Status, ans.Raw, n)
		}
	}
	tries.Store(0)
	b2, tries2 := contended(t, a, "users", a.ID("worker"))
	if ans := b2.REST(
		t, "admin", "PATCH /api/v1/users/$worker", `{"name": "Contended", "isActive": true, "role": "manager"}`, nil,
	); ans.Status != http.StatusOK || tries2.Load() != 5 {
		t.Errorf("under the lock of the organization: %d %s after %d tries", ans.Status, ans.Raw, tries2.Load())
	}
}

// TestAContendedWebhookIsPingedOnce: an endpoint gets one ping of a call, however often the call has to try.
func TestAContendedWebhookIsPingedOnce(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "SKIP LOCKED in a subquery")
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	h.patch(`{"state": "paused"}`)
	pings := func() (n int) {
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, got := range h.got {
			if got.Type == "webhook.ping" {
				n++
			}
		}
		return n
	}
	before := pings()
	b, tries := contended(t, a, "webhooks", h.id)
	ans := b.REST(t, "admin", "PATCH /api/v1/webhooks/"+h.id, `{"state": "active"}`, nil)
	if n := pings() - before; ans.Status != http.StatusOK || n != 1 || tries.Load() < 2 {
		t.Errorf("%d %s: %d pings in %d tries", ans.Status, ans.Raw, n, tries.Load())
	}
}

// TestAPingKeepsLaterFailures: if an endpoint fails while it is pinged, the failure is not forgotten.
func TestAPingKeepsLaterFailures(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	h.patch(`{"state": "paused"}`)
	fail := func(failures int) {
		a.Exec(`UPDATE webhooks SET tries = $2, failures = $2, failing_since = now(), last_error = 'it failed',
			due_at = now() + interval '1 hour'
			WHERE organization_id = $3 AND id = $1`, h.id, failures, a.Organization)
	}
	failures := func() int {
		return a.Count(`SELECT failures FROM webhooks WHERE organization_id = $2 AND id = $1`, h.id, a.Organization)
	}
	fail(3)
	if ans := h.post("test", ``); !ok(ans) || failures() != 0 {
		t.Errorf("after a ping that succeeded: %d failures; %s", failures(), ans.Raw)
	}
	fail(3)
	h.mu.Lock()
	h.respond = func(received) int { fail(7); return http.StatusOK }
	h.mu.Unlock()
	if ans := h.post("test", ``); !ok(ans) || failures() != 7 {
		t.Errorf("after a ping with a failure meanwhile: %d failures; %s", failures(), ans.Raw)
	}
}

// TestASweepGoesOnAfterAFailure: rows of an organization that cannot be removed keep no others.
func TestASweepGoesOnAfterAFailure(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "triggers")
	for _, failing := range []string{"the first", "the second"} {
		a := apitest.NewIsolated(t)
		of := a.Organization
		if failing == "the second" {
			of = a.Other
		}
		a.Exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`)
		a.Exec(`CREATE TRIGGER refuse BEFORE DELETE ON idempotency_keys FOR EACH ROW WHEN (OLD.organization_id = '` +
			of.String() + `') EXECUTE FUNCTION refuse()`)
		for _, organization := range []any{a.Organization, a.Other} {
			a.Exec(`INSERT INTO idempotency_keys (organization_id, id, api_key_id, rpc, key, fingerprint, created_at, expires_at)
				SELECT organization_id, gen_random_uuid(), id, '/x/Y', 'a', sha256(''), now(), now() - interval '1 second'
				FROM (SELECT * FROM api_keys WHERE organization_id = $1 LIMIT 1) k`, organization)
		}
		var err error
		// The server's own sweep may hold the row that cannot be deleted.
		for tries := 0; err == nil && tries < 50; tries++ {
			time.Sleep(20 * time.Millisecond)
			err = idempotency.Expired(a.DB).Once(t.Context(), time.Now())
		}
		if left := a.Count(`SELECT count(*) FROM idempotency_keys WHERE organization_id <> $1`, of); err == nil ||
			!strings.Contains(err.Error(), of.String()) || left != 0 {
			t.Errorf("%s organization fails: %d rows of the other one are left; %v", failing, left, err)
		}
	}
}

// TestHangingOrganizationsDoNotDelayNumbers holds the events of two organizations. Those of a third one must get their
// numbers at once.
func TestHangingOrganizationsDoNotDelayNumbers(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	lock, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lock.Rollback() }()
	for i := range 2 {
		var id string
		if err := a.DB.QueryRowContext(t.Context(), `INSERT INTO organizations (id, name, created_at, updated_at)
			SELECT gen_random_uuid(), $1, now(), now() RETURNING id`, fmt.Sprint("Hanging ", i)).Scan(&id); err != nil {
			t.Fatal(err)
		}
		a.Exec(`INSERT INTO event_heads (organization_id, seq, first_seq) VALUES ($1, 0, 1)`, id)
		a.Exec(`INSERT INTO events (organization_id, id, written_at, type, request_id, row_count, encoding, data)
			VALUES ($1, gen_random_uuid(), now(), 'client.created', '', 0, 1, '{}')`, id)
		if _, err := lock.ExecContext(t.Context(),
			`SELECT FROM events WHERE organization_id = $1 FOR UPDATE`, id); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(4 * time.Second) // the sequencer has found out
	var took []time.Duration
	for range 9 {
		head := events(t, a, "admin", "after=head").Head
		createClient(t, a, "Initech")
		began := time.Now()
		for events(t, a, "admin", "after=head").Head == head {
			time.Sleep(5 * time.Millisecond)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took) // one alone may be late on a busy machine
	if took[4] > 700*time.Millisecond {
		t.Errorf("events have their numbers after %s", took)
	}
}
