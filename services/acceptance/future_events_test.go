package acceptance_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/cmd/workplan/operate/doctor"
	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestAClockThatWasAhead gives the latest event a time in an hour, as a database whose clock was ahead does. Later
// events get the same time. The log says it once, and the metric and doctor say it too.
func TestAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	log := &buffer{}
	registry := prometheus.NewRegistry()
	b, _ := a.Start(services.Config{Log: slog.New(slog.NewJSONHandler(log, nil)), Metrics: registry})
	write := func(website string) {
		t.Helper()
		if ans := b.REST(t, "admin", "PATCH /api/v1/clients/$acme",
			`{"website": "https://example.com/`+website+`"}`, nil); ans.Status != 200 {
			t.Fatalf("%s", ans.Raw)
		}
		waitFor(t, "the events have numbers", func() bool {
			return a.Count("SELECT count(*) FROM events WHERE seq IS NULL") == 0
		})
	}
	said := func() int { return strings.Count(log.String(), "the clock of the database was ahead") }
	ahead := func() float64 {
		families, err := registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range families {
			if f.GetName() == metrics.EventsAhead.Name {
				return f.GetMetric()[0].GetGauge().GetValue()
			}
		}
		t.Fatal("there is no metric")
		return 0
	}
	finding := func() doctor.Finding {
		for _, f := range doctor.Database(t.Context(), a.DB, doctor.Limits{Connections: 1}) {
			if f.Check == "event times" {
				return f
			}
		}
		t.Fatal("doctor does not look at the times of events")
		return doctor.Finding{}
	}
	write("1")
	if got := finding(); said() != 0 || ahead() != 0 || got.Status != doctor.OK {
		t.Errorf("with a right clock: %d lines, %f s, %v", said(), ahead(), got)
	}
	// Citus refuses an update that adds an interval to a column.
	a.Exec("UPDATE events SET written_at = $2 WHERE organization_id = $1 AND seq = "+
		"(SELECT seq FROM event_heads WHERE organization_id = $1)", a.Organization, time.Now().Add(time.Hour))
	write("2")
	write("3")
	waitFor(t, "the log says it", func() bool { return said() > 0 })
	if got := finding(); said() != 1 || ahead() < 3500 || ahead() > 3600 || got.Status != doctor.Warn ||
		!strings.Contains(got.Text, "in the future") {
		t.Errorf("after a clock that was an hour ahead: %d lines, %f s, %v", said(), ahead(), got)
	}
}
