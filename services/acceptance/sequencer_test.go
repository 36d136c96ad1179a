package acceptance_test

import (
	"log/slog"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/apitest"
	"github.com/workplan-api/workplan/internal/postgres"
	numbering "github.com/workplan-api/workplan/services/journal"
)

// TestNumberingGoesOnAfterALock holds a lock for longer than the sequencer waits, as a commit does that
// waits for a slow disk. That is no error: events get their numbers afterwards.
func TestNumberingGoesOnAfterALock(t *testing.T) {
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
