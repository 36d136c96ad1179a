package acceptance_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/money"
	"github.com/workplan-api/workplan/test/apitest"
)

// budgetAlerts are those of a server that has just started.
func budgetAlerts(t *testing.T, a *apitest.API) *money.Alerts {
	return money.NewAlerts(tenant.Open(apitest.Open(t, a.DSN)), time.Hour, slog.New(slog.DiscardHandler),
		prometheus.NewRegistry())
}

// fromToday is a day some days after today.
func fromToday(n int) string { return inDays(n).Format(time.DateOnly) }

// watchedProject creates a project that is billed by the hour, and has a budget, and returns its id.
func watchedProject(t *testing.T, a *apitest.API, budget string) string {
	id := newProject(t, a, fmt.Sprintf(`{"billingType": "time_materials", "startDate": %q, "endDate": %q}`,
		fromToday(-100), fromToday(100)))
	must(t, a, "admin", "PUT /api/v1/projects/"+id+"/budget", budget)
	return id
}

// book writes hours of worker on a project on a day, actual ones or planned ones.
func book(t *testing.T, a *apitest.API, list, project, day string, hours float64) {
	t.Helper()
	must(t, a, "admin", "POST /api/v1/"+list, `{"items": [`+work(a.ID("worker"), project, day, hours)+`]}`)
}

// reached looks once at all budgets, and returns what the events of a project say that were not there before: the kind
// of the hours and the percentage.
func reached(t *testing.T, a *apitest.API, alerts *money.Alerts, project string) (said []string) {
	t.Helper()
	before := len(eventsOf(t, a, "project.budget_reached"))
	if err := alerts.Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, e := range eventsOf(t, a, "project.budget_reached")[before:] {
		if e.After["projectId"] == project {
			said = append(said, fmt.Sprint(e.After["hours"], " ", e.After["percent"]))
		}
	}
	slices.Sort(said)
	return said
}

// mustReach fails unless what reached returns is a list with commas.
func mustReach(t *testing.T, a *apitest.API, alerts *money.Alerts, project, want string) {
	t.Helper()
	if got := strings.Join(reached(t, a, alerts, project), ", "); got != want {
		t.Errorf("reached: %q, want %q", got, want)
	}
}

func TestABudgetIsReachedOnce(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "a lock of the table keeps two servers waiting, and there it has shards")
	a := apitest.NewIsolated(t)
	alerts := budgetAlerts(t, a)
	project := watchedProject(t, a, `{"items": [{"hours": 100, "period": "total"}]}`)
	mustReach(t, a, alerts, project, "")
	book(t, a, "actual-hours", project, fromToday(-60), 20)
	book(t, a, "actual-hours", project, fromToday(-1), 20)
	book(t, a, "assignments", project, fromToday(-1), 24) // the past counts as it was worked
	book(t, a, "assignments", project, fromToday(1), 9)
	mustReach(t, a, alerts, project, "")
	book(t, a, "assignments", project, fromToday(40), 1)
	mustReach(t, a, alerts, project, "planned 50")
	book(t, a, "actual-hours", project, fromToday(0), 9.999999)
	mustReach(t, a, alerts, project, "")
	book(t, a, "actual-hours", project, fromToday(-2), 20.000001)
	book(t, a, "actual-hours", project, fromToday(-3), 10)
	mustReach(t, a, alerts, project, "actual 50, actual 80, planned 80")
	book(t, a, "actual-hours", project, fromToday(-4), 1)
	mustReach(t, a, alerts, project, "")
	t.Run("not again after a restart", func(t *testing.T) {
		mustReach(t, a, budgetAlerts(t, a), project, "")
	})
	t.Run("not again if the hours fall and rise", func(t *testing.T) {
		book(t, a, "actual-hours", project, fromToday(-2), 0)
		mustReach(t, a, alerts, project, "")
		book(t, a, "actual-hours", project, fromToday(-2), 20)
		mustReach(t, a, alerts, project, "")
	})
	t.Run("once by two servers at once", func(t *testing.T) {
		book(t, a, "actual-hours", project, fromToday(-5), 20)
		before := len(eventsOf(t, a, "project.budget_reached"))
		// Both have read that there is no alert yet before one of them writes it.
		tx, err := a.DB.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback() }()
		if _, err := tx.ExecContext(t.Context(), `LOCK TABLE budget_alerts IN SHARE MODE`); err != nil {
			t.Fatal(err)
		}
		var both sync.WaitGroup
		for range 2 {
			one := budgetAlerts(t, a)
			both.Go(func() {
				if err := one.Once(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		waitFor(t, "both wait for the table", func() bool {
			return a.Count(`SELECT count(*) FROM pg_locks WHERE relation = 'budget_alerts'::regclass AND NOT granted`) == 2
		})
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		both.Wait()
		if n := len(eventsOf(t, a, "project.budget_reached")) - before; n != 2 {
			t.Errorf("%d events, want actual 100 and planned 100", n)
		}
	})
	t.Run("anew for an item that begins later", func(t *testing.T) {
		must(t, a, "admin", "PUT /api/v1/projects/"+project+"/budget", fmt.Sprintf(`{"items": [{"hours": 100, "period": "total"},
			{"hours": 150, "period": "total", "validFrom": %q}, {"hours": 1, "period": "total", "validFrom": %q}]}`,
			fromToday(0), fromToday(1)))
		mustReach(t, a, alerts, project, "actual 50, planned 50")
		e := eventsOf(t, a, "project.budget_reached")
		if from := e[0].After["validFrom"]; from != nil {
			t.Errorf("the first item is valid from %v", from)
		}
		if from := e[len(e)-1].After["validFrom"]; from != fromToday(0) {
			t.Errorf("the second item is valid from %v", from)
		}
	})
	t.Run("an event has its alert, and nobody has written it", func(t *testing.T) {
		e := eventsOf(t, a, "project.budget_reached")[0]
		if e.Record.Type != "budget_alert" || e.Record.ID != e.After["id"] || e.ActorID != nil || e.KeyID != nil ||
			e.Before != nil || e.After["month"] != nil {
			t.Errorf("%+v", e)
		}
		if n := a.Count(`SELECT count(*) FROM budget_alerts WHERE id = $1 AND project_id = $2`, e.Record.ID, project); n != 1 {
			t.Errorf("%d rows", n)
		}
	})
}

func TestBudgetsOfEachKind(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	alerts := budgetAlerts(t, a)
	first := fromToday(1 - time.Now().UTC().Day()) // of the month
	t.Run("of each month", func(t *testing.T) {
		project := watchedProject(t, a, `{"items": [{"hours": 10, "period": "month"}], "alertAt": [50, 150]}`)
		book(t, a, "actual-hours", project, fromToday(-45), 20)
		book(t, a, "assignments", project, fromToday(45), 20)
		mustReach(t, a, alerts, project, "")
		book(t, a, "actual-hours", project, first, 6)
		mustReach(t, a, alerts, project, "actual 50, planned 50")
		mustReach(t, a, budgetAlerts(t, a), project, "")
		e := eventsOf(t, a, "project.budget_reached")
		if month := e[len(e)-1].After["month"]; month != first {
			t.Errorf("the month is %v", month)
		}
		// The same alerts of a month ago are no alerts of this month.
		a.Exec(`UPDATE budget_alerts SET month = month - interval '1 month' WHERE project_id = $1`, project)
		mustReach(t, a, budgetAlerts(t, a), project, "actual 50, planned 50")
	})
	t.Run("of an amount", func(t *testing.T) {
		project := watchedProject(t, a, `{"items": [{"hours": 100, "amount": 1000, "period": "total"}], "alertAt": [50]}`)
		must(t, a, "admin", "PUT /api/v1/projects/"+project+"/rates",
			fmt.Sprintf(`{"items": [{"kind": "bill", "amount": 10}, {"kind": "bill", "amount": 90, "validFrom": %q}]}`, fromToday(0)))
		book(t, a, "actual-hours", project, fromToday(-1), 20)
		mustReach(t, a, alerts, project, "")
		book(t, a, "assignments", project, fromToday(1), 4)
		mustReach(t, a, alerts, project, "planned 50")
		must(t, a, "admin", "PUT /api/v1/projects/"+project+"/rates", `{"items": [{"kind": "bill", "amount": 25}]}`)
		mustReach(t, a, alerts, project, "actual 50") // a rate moves what hours are worth
	})
	t.Run("of a fixed price", func(t *testing.T) {
		project := newProject(t, a, fmt.Sprintf(`{"billingType": "fixed_price", "amount": 1000, "startDate": %q, "endDate": %q}`,
			fromToday(-100), fromToday(100)))
		must(t, a, "admin", "PUT /api/v1/projects/"+project+"/rates", `{"items": [{"kind": "bill", "amount": 100}]}`)
		book(t, a, "actual-hours", project, fromToday(-1), 9)
		mustReach(t, a, alerts, project, "") // nobody has asked for it
		must(t, a, "admin", "PUT /api/v1/projects/"+project+"/budget", `{"items": [], "alertAt": [90, 100]}`)
		mustReach(t, a, alerts, project, "actual 90, planned 90")
	})
	t.Run("none that nothing counts for", func(t *testing.T) {
		project := watchedProject(t, a, fmt.Sprintf(`{"items": [{"hours": 1, "period": "total", "validFrom": %q}]}`, fromToday(1)))
		book(t, a, "actual-hours", project, fromToday(-1), 9)
		mustReach(t, a, alerts, project, "")
		cancelled := watchedProject(t, a, `{"items": [{"hours": 10, "period": "total"}]}`)
		book(t, a, "assignments", cancelled, fromToday(1), 9)
		must(t, a, "admin", "PATCH /api/v1/projects/"+cancelled, `{"status": "cancelled"}`)
		mustReach(t, a, alerts, cancelled, "")
	})
	t.Run("not of an organization that is closed or suspended", func(t *testing.T) {
		project := watchedProject(t, a, `{"items": [{"hours": 10, "period": "total"}], "alertAt": [50]}`)
		book(t, a, "actual-hours", project, fromToday(-1), 9)
		eventsOf(t, a, "project.") // all have their numbers
		for _, column := range []string{"suspended_at", "closed_at"} {
			a.Exec(`UPDATE organizations SET `+column+` = now() WHERE id = $1`, a.Organization)
			if err := alerts.Once(t.Context()); err != nil {
				t.Error(err)
			}
			a.Exec(`UPDATE organizations SET `+column+` = NULL WHERE id = $1`, a.Organization)
			if n := a.Count(`SELECT count(*) FROM budget_alerts WHERE project_id = $1`, project); n > 0 {
				t.Errorf("with %s there are %d alerts", column, n)
			}
		}
		mustReach(t, a, alerts, project, "actual 50, planned 50")
	})
}

// TestBudgetsRestAfterAnError: what fails is not tried again at once, and nothing of it is written by halves.
func TestBudgetsRestAfterAnError(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "a lock of the table is that of the coordinator")
	a := apitest.NewIsolated(t)
	project := watchedProject(t, a, `{"items": [{"hours": 10, "period": "total"}], "alertAt": [50]}`)
	book(t, a, "actual-hours", project, fromToday(-1), 9)
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(t.Context(), `LOCK TABLE budget_alerts`); err != nil {
		t.Fatal(err)
	}
	alerts := budgetAlerts(t, a)
	if err := alerts.Once(t.Context()); err == nil || !strings.Contains(err.Error(), a.Organization.String()) {
		t.Errorf("without the table: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	mustReach(t, a, alerts, project, "")
	mustReach(t, a, budgetAlerts(t, a), project, "actual 50, planned 50")
}

// TestServersLookAtBudgets has two servers that look at once and often, while hours are written.
func TestServersLookAtBudgets(t *testing.T) {
	t.Parallel()
	a := apitest.NewWith(t, services.Config{BudgetAlerts: 20 * time.Millisecond})
	a.Start(services.Config{BudgetAlerts: 20 * time.Millisecond})
	project := watchedProject(t, a, `{"items": [{"hours": 20, "period": "total"}], "alertAt": [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]}`)
	for i := range 10 {
		book(t, a, "actual-hours", project, fromToday(-i), 2)
	}
	count := func() int { return a.Count(`SELECT count(*) FROM events WHERE type = 'project.budget_reached'`) }
	waitFor(t, "all percentages are reached", func() bool { return count() >= 20 })
	a.Key("rates", "boss", "read:rates", "read:events")
	a.Key("projects", "admin", "read:projects", "read:events")
	book(t, a, "actual-hours", project, fromToday(-11), 2)
	time.Sleep(200 * time.Millisecond) // for more looks
	if n := count(); n != 20 {
		t.Errorf("%d events, want 20", n)
	}
	if all := eventsOf(t, a, "project.budget_reached"); len(all) != 20 {
		t.Errorf("%d events have numbers", len(all))
	}
	for key, want := range map[string]int{"admin": 20, "boss": 20, "rates": 20, "projects": 0, "pm": 0, "worker": 0} {
		text := string(a.REST(t, key, "GET /api/v1/events?types=project.*&limit=200", "", nil).Raw)
		if n := strings.Count(text, `"project.budget_reached"`); n != want {
			t.Errorf("%s gets %d events, want %d", key, n, want)
		}
	}
}
