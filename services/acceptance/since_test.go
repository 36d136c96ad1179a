package acceptance_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/without"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// allNumbered waits until all events have numbers.
func allNumbered(t testing.TB, a *apitest.API) {
	t.Helper()
	waitFor(t, "all events have numbers", func() bool {
		return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND seq IS NULL`, a.Organization) == 0
	})
}

// reachBack makes the oldest event older, so that the journal reaches back to an hour before
// a time.
func reachBack(t *testing.T, a *apitest.API, at time.Time) {
	t.Helper()
	allNumbered(t, a)
	a.Exec(`UPDATE events SET written_at = $2::timestamptz - interval '2 hours' WHERE organization_id = $1 AND seq = 1`,
		a.Organization, at)
}

// clock returns the time of the database.
func clock(t *testing.T, a *apitest.API) (now time.Time) {
	t.Helper()
	if err := a.DB.QueryRowContext(t.Context(), "SELECT clock_timestamp()").Scan(&now); err != nil {
		t.Fatal(err)
	}
	return now.UTC()
}

// changes returns the times of all rows of a table.
func changes(t *testing.T, a *apitest.API, table string) (times []time.Time) {
	t.Helper()
	rows, err := a.DB.QueryContext(t.Context(),
		"SELECT DISTINCT updated_at FROM "+table+" WHERE organization_id = $1", a.Organization)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var at time.Time
		if err := rows.Scan(&at); err != nil {
			t.Fatal(err)
		}
		times = append(times, at)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return times
}

// holdHead keeps new events from getting numbers until release.
func holdHead(t *testing.T, a *apitest.API) (release func()) {
	t.Helper()
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.ExecContext(t.Context(), "SELECT FROM event_heads WHERE organization_id = $1 FOR NO KEY UPDATE",
		a.Organization); err != nil {
		t.Fatal(err)
	}
	return func() { _ = tx.Rollback() }
}

// someHours returns a random batch. Batches of more than ten rows are stored in another way.
func someHours() (items []string) {
	for range []int{1, 1, 3, 11, 60, 300}[rand.IntN(6)] {
		items = append(items,
			fmt.Sprintf(`{"userId": "$%s", "projectId": "$%s", "capabilityId": %s, "date": "2030-%02d-%02d", "hours": %d}`,
				[]string{"worker", "peer"}[rand.IntN(2)], []string{"atlas", "beacon"}[rand.IntN(2)],
				[]string{"null", `"$design"`}[rand.IntN(2)],
				1+rand.IntN(4), 1+rand.IntN(28), rand.IntN(4)))
	}
	return items
}

// TestUpdatedSinceOfHours compares the rows that the journal finds with those that a server
// without the journal finds.
func TestUpdatedSinceOfHours(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	b, _ := a.Start(services.Config{})
	withoutJournal, _ := a.Start(services.Config{}, without.Journal)
	reachBack(t, a, clock(t, a))
	bothHours(t, func(t *testing.T, h hours) {
		write := func() {
			var writers sync.WaitGroup
			for w := range 4 {
				server := []*apitest.API{a, b}[w%2]
				writers.Go(func() {
					for range 15 {
						if ans := h.upsertOver(t, server, w < 2, someHours()); !ok(ans) {
							t.Error(ans.Code, ans.Message)
						}
					}
				})
			}
			writers.Wait()
		}
		same := func(query string) (cursor string) {
			got := a.REST(t, "admin", "GET "+h.path+"?"+query, "", nil)
			want := withoutJournal.REST(t, "admin", "GET "+h.path+"?"+query, "", nil)
			if !ok(got) || !bytes.Equal(got.Raw, want.Raw) {
				t.Errorf("%s: the journal finds\n%s\nand the table has\n%s", query, got.Raw, want.Raw)
			}
			cursor, _ = apitest.Lookup(got.Body, "data.nextCursor").(string)
			return cursor
		}
		compare := func() {
			times := changes(t, a, h.table)
			rand.Shuffle(len(times), func(i, j int) { times[i], times[j] = times[j], times[i] })
			for i, at := range times[:min(4, len(times))] {
				at = at.UTC().Add(time.Duration(i%3-1) * time.Microsecond)
				for _, filter := range []string{
					"",
					"&user_id=$worker", "&project_id=$beacon&capability_id=none", "&capability_id=$design&min_hours=2",
					"&start_date=2030-02-05&end_date=2030-03-10", "&user_id=$loner",
				} {
					query := fmt.Sprintf("updatedSince=%s&count=true&limit=%d%s", at.Format(time.RFC3339Nano),
						100+rand.IntN(101), filter)
					for cursor := same(query); cursor != ""; {
						cursor = same(query + "&cursor=" + cursor)
					}
				}
				same(fmt.Sprintf("updatedSince=%s&limit=50&offset=%d", at.Format(time.RFC3339Nano), rand.IntN(300)))
			}
		}
		t.Run("while events get numbers", func(t *testing.T) {
			write()
			compare()
		})
		t.Run("before events have numbers", func(t *testing.T) {
			defer holdHead(t, a)()
			write()
			if n := a.Count("SELECT count(*) FROM events WHERE organization_id = $1 AND seq IS NULL",
				a.Organization); n < 10 {
				t.Errorf("%d events without a number", n)
			}
			compare()
		})
		t.Run("after they have numbers", func(t *testing.T) {
			allNumbered(t, a)
			compare()
		})
	})
	timesRise(t, a)
}

// timesRise checks that no event has an earlier time than the event before it.
func timesRise(t *testing.T, a *apitest.API) {
	t.Helper()
	allNumbered(t, a)
	if n := a.Count(`SELECT count(*) FROM (SELECT written_at < lag(written_at) OVER (ORDER BY seq) AS falls
		FROM events WHERE organization_id = $1) e
		WHERE falls`, a.Organization); n > 0 {
		t.Errorf("%d events have an earlier time than the event before", n)
	}
}

func TestAnEventThatIsCommittedLate(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	allNumbered(t, a)
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }() // after the commit it does nothing
	if _, err := tx.ExecContext(t.Context(),
		`INSERT INTO events (organization_id, id, written_at, type, request_id, record_id, row_count, encoding, data)
		SELECT organization_id, gen_random_uuid(), clock_timestamp(), type, 'late', record_id, row_count, encoding, data
		FROM events WHERE organization_id = $1 AND seq = 1`, a.Organization); err != nil {
		t.Fatal(err)
	}
	if ans := a.REST(t, "admin", "POST /api/v1/clients", `{"companyName": "Initech"}`, nil); !ok(ans) {
		t.Fatal(ans.Message)
	}
	allNumbered(t, a) // except the late one, which is not committed
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	timesRise(t, a)
	if all := journal(t, a, "admin"); *all[len(all)-1].RequestID != "late" {
		t.Errorf("the last event is %+v", all[len(all)-1])
	}
}

// TestUpdatedSinceOfHoursIsOfOneMoment reads while each write changes one row and creates
// another one. So the version of the first row is the number of the others.
func TestUpdatedSinceOfHoursIsOfOneMoment(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	since := clock(t, a)
	reachBack(t, a, since)
	h, writes := plannedHours, 300
	var running sync.WaitGroup
	running.Go(func() {
		others := repeated(writes, `{}`)
		for i, other := range others {
			if ans := h.upsertOver(t, a, true,
				[]string{day(fmt.Sprintf(`{"date": "2000-01-01", "hours": %d}`, 1+i%2)), other}); !ok(ans) {
				t.Error(ans.Code, ans.Message)
			}
		}
	})
	for range 2 {
		running.Go(func() {
			for version := 0.0; version < float64(writes) && !t.Failed(); {
				ans := a.REST(t, "admin",
					"GET "+h.path+"?limit=1&count=true&updatedSince="+since.Format(time.RFC3339Nano), "", nil)
				total, _ := apitest.Lookup(ans.Body, "data.total").(float64)
				version, _ = apitest.Lookup(ans.Body, "data.items.0.version").(float64)
				if !ok(ans) || total > 0 && total != version+1 {
					t.Errorf("%v rows of which the first has version %v: %s", total, version, ans.Raw)
				}
			}
		})
	}
	running.Wait()
}

// TestUpdatedSinceOfHoursWithoutTheJournal has a row that is only in the table and one that
// is also in the journal. Two rows mean that the table was read.
func TestUpdatedSinceOfHoursWithoutTheJournal(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		a := apitest.NewIsolated(t)
		withoutJournal, _ := a.Start(services.Config{}, without.Journal)
		at := clock(t, a)
		reachBack(t, a, at)
		for i, server := range []*apitest.API{withoutJournal, a} {
			if ans := h.upsertOver(t, server, true,
				[]string{day(fmt.Sprintf(`{"date": "2026-03-%02d"}`, 1+i))}); !ok(ans) {
				t.Fatal(ans.Message)
			}
		}
		allNumbered(t, a)
		const fromJournal, fromTable = 1, 2
		check := func(name string, server *apitest.API, since time.Time, want float64) {
			t.Helper()
			ans := server.REST(t, "admin",
				"GET "+h.path+"?count=true&updatedSince="+since.Format(time.RFC3339Nano), "", nil)
			if got := apitest.Lookup(ans.Body, "data.total"); got != want {
				t.Errorf("%s: %v rows, want %v: %s", name, got, want, ans.Raw)
			}
		}
		check("the journal has older events", a, at, fromJournal)
		check("a server without the journal", withoutJournal, at, fromTable)
		check("an hour after the oldest event", a, at.Add(-time.Hour+time.Second), fromJournal)
		check("less than an hour after the oldest event", a, at.Add(-time.Hour-time.Second), fromTable)
		check("before the oldest event", a, at.Add(-24*time.Hour), fromTable)

		a.Exec("UPDATE event_heads SET first_seq = seq WHERE organization_id = $1", a.Organization)
		check("older events were removed", a, at, fromTable)
		a.Exec("UPDATE event_heads SET first_seq = 1 WHERE organization_id = $1", a.Organization)
		check("and are there again", a, at, fromJournal)

		a.Exec("UPDATE "+h.table+" SET updated_at = '2040-01-01T00:00:00Z' WHERE organization_id = $1", a.Organization)
		check("the far future", a, time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC), fromTable)
		check("the future, by a clock that is ahead", a, clock(t, a).Add(14*time.Hour), 0)

		setRows := "UPDATE events SET row_count = $2 WHERE organization_id = $1 AND type = '" + h.table + ".upserted'"
		a.Exec(setRows, a.Organization, 20_000)
		check("many rows changed", a, at, fromTable)
		a.Exec(setRows, a.Organization, 19_999)
		check("not quite as many rows changed", a, at, fromJournal)

		more := func(n int) {
			a.Exec(`INSERT INTO events (organization_id, id, seq, written_at, type, request_id, row_count, encoding, data)
				SELECT $1, gen_random_uuid(), seq + i, clock_timestamp(), 'client.updated', '', 0, 1, '{}'
					FROM event_heads, generate_series(1, $2::int) i WHERE organization_id = $1`,
				a.Organization, n)
			a.Exec("UPDATE event_heads SET seq = seq + $2 WHERE organization_id = $1", a.Organization, n)
		}
		more(9_999)
		check("10,000 events", a, at, fromJournal)
		more(1)
		check("10,001 events", a, at, fromTable)
	})
}
