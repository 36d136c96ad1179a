package acceptance_test

import (
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/cmd/workplan/operate/doctor"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestAHeadThatIsHeldHasALine holds the row in which the events of an organization get their numbers. The server skips
// it, so no statement waits. The log says it once, and doctor says who has it.
func TestAHeadThatIsHeldHasALine(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	log := &buffer{}
	b, _ := a.Start(services.Config{Log: slog.New(slog.NewJSONHandler(log, nil))})
	unnumbered := func() int64 { return int64(a.Count("SELECT count(*) FROM events WHERE seq IS NULL")) }
	waitFor(t, "the events have numbers", func() bool { return unnumbered() == 0 })
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(t.Context(), "SET LOCAL application_name = 'nightly'"); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.ExecContext(t.Context(), "SELECT FROM event_heads WHERE organization_id = $1 FOR UPDATE",
		a.Organization); err != nil {
		t.Fatal(err)
	}
	if ans := b.REST(t, "admin", "PATCH /api/v1/clients/$acme", `{"website": "https://example.com/held"}`,
		nil); ans.Status != 200 {
		t.Fatalf("%s", ans.Raw)
	}
	line := regexp.MustCompile(`"events get no number: another session has a lock","organization":"` +
		a.Organization.String() + `","holders":"process \d+ \(nightly\)(, in a transaction since \S+Z)?"`)
	for end := time.Now().Add(30 * time.Second); !line.MatchString(log.String()); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no line: %s", log.String())
		}
	}
	for _, f := range doctor.Database(t.Context(), a.DB, doctor.Limits{Connections: 1}) {
		if f.Check == "journal" && (f.Status != doctor.Warn || !regexp.MustCompile(
			`PROCESS\): process \d+ \(nightly\), in a transaction since \S+Z$`).MatchString(f.Text)) {
			t.Errorf("%+v", f)
		}
	}
	if lines := strings.Count(log.String(), "events get no number"); lines != 1 {
		t.Errorf("%d lines", lines)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the events have numbers again", func() bool { return unnumbered() == 0 })
}
