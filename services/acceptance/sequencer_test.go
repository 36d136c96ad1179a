package acceptance_test

import (
	"database/sql"
	"log/slog"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/postgres"
	numbering "github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestNumberingGoesOnAfterALock holds a lock for longer than the sequencer waits, as a commit does that
// waits for a slow disk. That is no error: events get their numbers afterwards.
func TestNumberingGoesOnAfterALock(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	db, err := postgres.Open(a.DSN, postgres.Options{MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sequencer := numbering.NewSequencer(db, numbering.NewHighWaterMarks(db), slog.New(slog.DiscardHandler),
		prometheus.NewRegistry())
	number := func() (busy bool) {
		t.Helper()
		busy, err := sequencer.Number(t.Context(), a.Organization)
		if err != nil {
			t.Fatal(err)
		}
		return busy
	}
	number() // makes the head
	for what, statement := range map[string]string{
		"the events":           "LOCK TABLE events IN SHARE MODE",
		"a change of the head": "DELETE FROM event_heads WHERE organization_id = '" + a.Organization.String() + "'",
	} {
		lock, err := a.DB.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = lock.Rollback() }()
		if _, err := lock.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		if !number() {
			t.Errorf("it is not busy while a transaction holds %s", what)
		}
		if err := lock.Rollback(); err != nil {
			t.Fatal(err)
		}
		if number() {
			t.Error("it is busy although nothing is locked")
		}
	}
}

// TestNumbersHaveNoGapBesideAnErasure changes the second of three events while they get their numbers.
func TestNumbersHaveNoGapBesideAnErasure(t *testing.T) {
	t.Parallel()
	a := apitest.NewAmong(t, func(*sql.DB) error { return nil })
	db, err := postgres.Open(a.DSN, postgres.Options{MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sequencer := numbering.NewSequencer(db, numbering.NewHighWaterMarks(db), slog.New(slog.DiscardHandler),
		prometheus.NewRegistry())
	for range 3 {
		a.Exec(`INSERT INTO events (organization_id, id, written_at, type, request_id, record_id, row_count, encoding, data)
			VALUES ($1, $2, now(), 'user.updated', 'x', $2, 0, 1, '{}')`, a.Organization, numbering.NewID())
	}
	erasure, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = erasure.Rollback() }()
	if r, err := erasure.ExecContext(t.Context(), `UPDATE events SET data = '{"after": {}}'
		WHERE organization_id = $1 AND id = (
			SELECT id FROM events WHERE organization_id = $1 AND seq IS NULL ORDER BY id OFFSET 1 LIMIT 1)`,
		a.Organization); err != nil {
		t.Fatal(err)
	} else if n, _ := r.RowsAffected(); n != 1 {
		t.Fatal(n, "events are changed")
	}
	waits := `SELECT count(*) FROM pg_locks WHERE NOT granted AND pid IN (
		SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
	if apitest.OnCitus() {
		waits = `SELECT count(*) FROM citus_lock_waits`
	}
	done := make(chan error, 1)
	go func() {
		for {
			if busy, err := sequencer.Number(t.Context(), a.Organization); !busy || err != nil {
				done <- err
				return
			}
		}
	}()
	waitFor(t, "the numbers wait for the change", func() bool {
		if len(done) > 0 {
			t.Fatal("they did not wait", <-done)
		}
		return a.Count(waits) > 0
	})
	if err := erasure.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if n := a.Count(`SELECT count(*) FROM event_heads h WHERE organization_id = $1 AND seq = (SELECT count(*) FROM events
		WHERE organization_id = $1) AND seq = (SELECT max(seq) FROM events WHERE organization_id = $1)`, a.Organization); n != 1 {
		t.Error("the numbers have a gap")
	}
}
