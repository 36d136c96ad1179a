package acceptance_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestNothingIsWrittenAfterALock closes and opens days again and again on one server, while two write them in every
// way. After the response that closes them, nothing changes, also nothing that began before. The rows as of the event
// of the lock, or of the approval, are those that stay. Each write takes long between its check and its commit, so that
// some are always there.
//
// The controls close days without waiting for these writes, and are caught.
func TestNothingIsWrittenAfterALock(t *testing.T) {
	apitest.SkipOnCitus(t, "its writes are slow because of triggers, which distributed tables do not have")
	const lock, timesheet = "DELETE /api/v1/locks/%s", "POST /api/v1/timesheets/%s/reopen"
	for _, tt := range []struct {
		name  string
		close func(t *testing.T, a *apitest.API) (id, seq string)
		open  string
		safe  bool
	}{
		{"POST /locks", lockByREST, lock, true},
		{"control: a lock that does not wait", lockWithoutWaiting, lock, false},
		{"POST /timesheets/{id}/approve", approveByREST, timesheet, true},
		{"control: an approval that does not wait", approveWithoutWaiting, timesheet, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := apitest.NewIsolated(t)
			b, _ := a.Start(services.Config{})
			slowly(a)
			end, written, writers := make(chan struct{}), &atomic.Int64{}, sync.WaitGroup{}
			for i, server := range []*apitest.API{a, b, a, b} {
				writers.Go(func() { writeMarch(t, server, i, end, written) })
			}
			changes := 0
			// On a busy machine, a control needs more rounds to show a change.
			for round := 0; round < 12 || !tt.safe && changes == 0 && round < 120; round++ {
				time.Sleep(time.Duration(50+rand.IntN(100)) * time.Millisecond) // in which the days are written
				before := written.Load()
				id, seq := tt.close(t, a)
				atFirst := stateOfMarch(t, a, tt.open == timesheet)
				time.Sleep(150 * time.Millisecond)
				if stateOfMarch(t, a, tt.open == timesheet) != atFirst {
					changes++
				}
				if tt.safe {
					rows := func(call string) string {
						return asJSON(apitest.Lookup(a.REST(t, "admin", "GET /api/v1/"+call, "", nil).Body, "data.items"))
					}
					const hours = "actual-hours?limit=200&start_date=2026-03-01&end_date=2026-03-31"
					then, now := rows(hours+"&asOf="+seq), rows(hours)
					if then != now {
						t.Errorf("the rows as of %s\n%s\nare not those of now\n%s", seq, then, now)
					}
					if tt.open == timesheet && rows("timesheets/"+id+"/hours") != now {
						t.Errorf("the rows that were approved are not those of now\n%s", now)
					}
				}
				if written.Load() == before {
					t.Log("no write before the lock")
				}
				body := ""
				if tt.open == timesheet {
					body = againBecause
				}
				done(t, a, fmt.Sprintf(tt.open, id), body)
			}
			close(end)
			writers.Wait()
			if written.Load() < 100 {
				t.Errorf("only %d writes: the test shows nothing", written.Load())
			}
			if (changes == 0) != tt.safe {
				t.Errorf("closed days changed in %d rounds", changes)
			}
		})
	}
}

// slowly makes each event of hours and time off take 20 ms, after what is closed was looked at.
func slowly(a *apitest.API) {
	a.Exec(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		PERFORM pg_sleep(0.02); RETURN NEW; END $$`)
	a.Exec(`CREATE TRIGGER slow BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.type !~ '^(lock|timesheet)') EXECUTE FUNCTION slow()`)
}

const marchLock = `{"startDate": "2026-03-01", "endDate": "2026-03-31", "reason": "Payroll",
	"kinds": ["actual_hours", "assignments", "time_off"]}`

func lockByREST(t *testing.T, a *apitest.API) (id, seq string) {
	t.Helper()
	ans := inQueue(t, func() *apitest.Answer { return a.REST(t, "admin", "POST /api/v1/locks", marchLock, nil) })
	id = dataOf(t, ans)["id"].(string)
	for range 100 {
		ans := a.REST(t, "admin", "GET /api/v1/events?recordId="+id, "", nil)
		if seq, is := apitest.Lookup(ans.Body, "data.items.0.seq").(float64); is {
			return id, fmt.Sprint(seq)
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the event of the lock has no number")
	return "", ""
}

// lockWithoutWaiting creates a lock that each later write sees, and that waits for none.
func lockWithoutWaiting(_ *testing.T, a *apitest.API) (id, seq string) {
	id = uuid.Must(uuid.NewV7()).String()
	a.Exec(`WITH lock AS (INSERT INTO locks (organization_id, id, version, created_at, updated_at, start_date, end_date, kinds,
		user_ids, reason, exceptions, created_by_id) VALUES ($1, $2, 1, now(), now(), '2026-03-01', '2026-03-31',
		'{actual_hours,assignments,time_off}', '{}', 'Payroll', '[]', $3))
		UPDATE closed_days SET version = version + 1 WHERE organization_id = $1`, a.Organization, id, a.ID("admin"))
	return id, ""
}

func approveByREST(t *testing.T, a *apitest.API) (id, seq string) {
	t.Helper()
	ans := inQueue(t, func() *apitest.Answer {
		return a.REST(t, "admin", "POST /api/v1/timesheets",
			`{"userId": "$worker", "startDate": "2026-03-01", "endDate": "2026-03-31"}`, nil)
	})
	id = dataOf(t, ans)["id"].(string)
	ans = inQueue(t, func() *apitest.Answer {
		return a.REST(t, "admin", "POST /api/v1/timesheets/"+id+"/approve", "", nil)
	})
	seq = fmt.Sprint(apitest.Lookup(ans.Body, "data.approvedSeq"))
	if seq == "<nil>" {
		t.Fatal(string(ans.Raw))
	}
	return id, seq
}

// approveWithoutWaiting creates an approved timesheet that each later write sees, and that waits for none.
func approveWithoutWaiting(_ *testing.T, a *apitest.API) (id, seq string) {
	id = uuid.Must(uuid.NewV7()).String()
	a.Exec(`WITH settled AS (INSERT INTO closed_days (organization_id, version) VALUES ($1, 1)
			ON CONFLICT (organization_id) DO UPDATE SET version = closed_days.version + 1 RETURNING version)
		INSERT INTO timesheets (organization_id, id, version, created_at, updated_at, user_id, start_date, end_date, status, hours,
			decided_by_id, decided_at)
		SELECT $1, $2, 1, now(), now(), $3, '2026-03-01', '2026-03-31', 'approved', 0, $4, now() FROM settled`,
		a.Organization, id, a.ID("worker"), a.ID("admin"))
	return id, ""
}

// stateOfMarch is what the days of March have, with or without planned hours.
func stateOfMarch(t *testing.T, a *apitest.API, withoutPlan bool) (state string) {
	t.Helper()
	err := a.DB.QueryRowContext(t.Context(), `SELECT coalesce(string_agg(row, ';' ORDER BY row), '') FROM (
		SELECT 'p' || id || version FROM assignments WHERE organization_id = $1 AND date < '2026-04-01' AND NOT $2 UNION ALL
		SELECT 'a' || id || version FROM actual_hours WHERE organization_id = $1 AND date < '2026-04-01' UNION ALL
		SELECT 't' || id || version FROM time_off_requests WHERE organization_id = $1 AND start_date < '2026-04-01'
	) rows (row)`, a.Organization, withoutPlan).Scan(&state)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// writeMarch writes days of March in one of several ways until the end, and counts what has succeeded.
func writeMarch(t *testing.T, a *apitest.API, writer int, end chan struct{}, written *atomic.Int64) {
	row := func(day int) string {
		return fmt.Sprintf(`{"userId": "$worker", "projectId": "$%s", "date": "2026-03-%02d", "hours": %d.%d}`,
			[]string{"atlas", "beacon"}[writer%2], day, 1+rand.IntN(8), rand.IntN(10))
	}
	many := func() (list string) {
		for day := range 14 {
			list += row(1+day) + ","
		}
		return list[:len(list)-1]
	}
	request := ""
	for i := 0; ; i++ {
		select {
		case <-end:
			return
		default:
		}
		hours := []string{"assignments", "actual-hours"}[i%2]
		call, body := "POST /api/v1/"+hours, `{"items": [`+row(1+rand.IntN(28))+`]}`
		switch rand.IntN(6) {
		case 0:
			body = `{"items": [` + many() + `]}`
		case 1:
			call, body = "PUT /api/v1/"+hours+"/window", `{"userId": "$worker", "startDate": "2026-03-01", "endDate": "2026-03-07",
				"items": [`+row(1+rand.IntN(7))+`]}`
		case 2:
			call, body = "POST /api/v1/time-off", skiing(`{}`)
		case 3:
			if request != "" {
				call, body = "PATCH /api/v1/time-off/"+request, fmt.Sprintf(`{"availability": %d}`, rand.IntN(8))
			}
		case 4:
			call, body = "POST /api/v1/"+hours+"/delete", `{"items": [`+merged(row(1+rand.IntN(28)), `{"hours": "-"}`)+`]}`
		}
		ans := a.REST(t, "admin", call, body, nil)
		switch {
		case ans.Status == 200:
			written.Add(1)
			if id, is := apitest.Lookup(ans.Body, "data.id").(string); is {
				request = id
			}
		case ans.Code == "period_locked", ans.Code == "day_settled", ans.RetryAfter > 0, ans.Status == 503:
		case ans.Code == "version_conflict", ans.Code == "invalid_state":
		default:
			t.Errorf("%s %s: %d %s", call, body, ans.Status, ans.Raw)
		}
	}
}
