package demo_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/workplan-api/workplan/cmd/workplan/operate/demo"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMovableHolidays(t *testing.T) {
	for _, c := range []struct {
		name string
		day  time.Time
		want string
	}{
		{"Easter Sunday", demo.Easter(0)(2024), "2024-03-31"},
		{"Easter Sunday", demo.Easter(0)(2025), "2025-04-20"},
		{"an early Easter Sunday", demo.Easter(0)(2008), "2008-03-23"},
		{"a late Easter Sunday", demo.Easter(0)(2038), "2038-04-25"},
		{"Good Friday", demo.Easter(-2)(2027), "2027-03-26"},
		{"Whit Monday", demo.Easter(50)(2027), "2027-05-17"},
		{"Thanksgiving", demo.Nth(4, time.Thursday, time.November)(2026), "2026-11-26"},
		{"a first Monday", demo.Nth(1, time.Monday, time.June)(2026), "2026-06-01"},
		{"a last Monday", demo.Nth(0, time.Monday, time.August)(2026), "2026-08-31"},
		{"a last Monday in the middle of a week", demo.Nth(0, time.Monday, time.May)(2024), "2024-05-27"},
	} {
		if got := c.day.Format(time.DateOnly); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestFillIsTheSameEverywhere(t *testing.T) {
	t.Parallel()
	first, second := apitest.NewDatabase(t), apitest.NewDatabase(t)
	a, b := mustFill(t, apitest.Open(t, first)), mustFill(t, apitest.Open(t, second))
	if a.ID == b.ID || a.Keys[demo.AdminKey] == b.Keys[demo.AdminKey] {
		t.Error("two organizations share an id or a key")
	}
	compare(t, dump(t, first), dump(t, second))
}

func TestFillLeavesWhatIsComplete(t *testing.T) {
	t.Parallel()
	dsn := apitest.NewDatabase(t)
	db := apitest.Open(t, dsn)
	first, before := mustFill(t, db), dump(t, dsn)
	second, err := demo.Fill(t.Context(), db, now.AddDate(0, 1, 0), func(format string, args ...any) {
		t.Errorf("a step was taken: "+format, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(second.Keys) != 0 {
		t.Error("the second fill has secrets")
	}
	second.Keys = first.Keys
	if one, two := text(t, first), text(t, second); one != two {
		t.Errorf("the second call returns another organization:\n%s\n%s", one, two)
	}
	compare(t, before, dump(t, dsn))
}

// TestFillGoesOn interrupts Fill at a statement, as kill -9 would, and completes the
// organization with another call.
func TestFillGoesOn(t *testing.T) {
	t.Parallel()
	reference := apitest.NewDatabase(t)
	mustFill(t, apitest.Open(t, reference))
	want := dump(t, reference)
	for _, c := range []struct {
		name, statement string
		nth             int64
	}{
		{"from nothing", "INSERT INTO projects", 10},
		{"from some of the capabilities of people", "INSERT INTO user_capabilities", 9},
		{"from the first half of the plan", "INSERT INTO assignments", 2},
		{"from the plan alone", "INSERT INTO actual_hours", 1},
		{"from some of the time off", "INSERT INTO time_off_requests", 20},
		{"from time off that is not decided", "UPDATE time_off_requests", 7},
		{"from time off and some of the timesheets", "INSERT INTO timesheets", 20},
		{"from timesheets that are not decided", "UPDATE timesheets", 7},
		{"from a proposal without wishes", "INSERT INTO proposal_rows", 1},
		{"from one proposal of two", "INSERT INTO proposals", 2},
		{"from a request that is not submitted", "UPDATE proposals", 3},
		{"from everything but the privacy", "INSERT INTO organization_privacy", 1},
		{"from a single key", "INSERT INTO api_keys", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			dsn := apitest.NewDatabase(t)
			var seen atomic.Int64
			killed := errors.New("killed")
			db := open(t, dsn, postgres.Options{StatementCache: -1, Inspect: func(query string) error {
				if strings.Contains(strings.ReplaceAll(query, `"`, ""), c.statement) {
					seen.Add(1)
				}
				if seen.Load() >= c.nth {
					return killed
				}
				return nil
			}})
			if _, err := demo.Fill(t.Context(), db, now, nil); !errors.Is(err, killed) {
				t.Fatal("the fill was not stopped:", err)
			}
			again := apitest.Open(t, dsn)
			if exists, err := demo.Exists(t.Context(), again); err != nil || exists {
				t.Fatal("half an organization:", exists, err)
			}
			if org := mustFill(t, again); org.Keys[demo.AdminKey] == "" || org.Keys[demo.MemberKey] == "" {
				t.Error("a key is missing")
			}
			compare(t, want, dump(t, dsn))
		})
	}
}

func TestFillGoesOnInAnotherWeek(t *testing.T) {
	t.Parallel()
	dsn := apitest.NewDatabase(t)
	db := apitest.Open(t, dsn)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	steps := 0
	if _, err := demo.Fill(ctx, db, now, func(string, ...any) {
		if steps++; steps == 3 { // some of the hours are written
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, err := demo.Fill(t.Context(), db, now.AddDate(0, 0, 7), nil); err != nil {
		t.Fatal(err)
	}
	plain := open(t, dsn, postgres.Options{})
	if n := number(t, plain,
		`SELECT count(*) FROM (SELECT 1 FROM assignments GROUP BY user_id, date HAVING sum(hours) > 9) d`); n > 0 {
		t.Errorf("two plans overlap on %d days", n)
	}
	if n := number(t, plain, `SELECT count(*) FROM actual_hours WHERE date = '2026-03-17'`); n == 0 {
		t.Error("nobody worked on the day before the second fill")
	}
}
