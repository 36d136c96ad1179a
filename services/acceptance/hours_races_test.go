package acceptance_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestDryRunOfHours(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		many := make([]string, 60)
		for i := range many {
			many[i] = day(fmt.Sprintf(`{"date": "2027-01-%02d", "projectId": "$%s"}`, 1+i%30,
				[2]string{"atlas", "beacon"}[i/30]))
		}
		apitest.RunIsolated(t, []apitest.Step{
			h.upsert("a dry run returns the row that it would create", day(`{}`),
				h.wrote(day(`{"id": "*", "version": 1, "createdAt": "*", "updatedAt": "*"}`)), dryRun),
			h.upsert("a dry run of many rows", items(many...), dryRun),
			h.has("dry runs write nothing", ""),
			h.upsert("dryRun=false writes", day(`{}`), func(p *pair) { p.Call += "?dryRun=false" }),
			h.upsert("a dry run returns the row that it would change", day(`{"hours": 3}`),
				h.wrote(day(`{"hours": 3, "version": 2}`)), dryRun),
			h.has("the row is unchanged", day(`{"hours": 8, "version": 1}`)),
			h.upsert("a dry run refuses unknown ids", day(`{"userId": "$unknown"}`),
				badField("unknown_reference", "items[0].userId"), dryRun),
			h.upsert("a dry run refuses values out of range", day(`{"hours": 25}`),
				badField("validation_failed", "items[0].hours"), dryRun),
			h.upsert("a dry run refuses forbidden rows", day(`{"userId": "$boss"}`), by("loner"),
				badField("permission_denied", "items[0]"), dryRun),
			h.upsert("dryRun is true or false", day(`{}`), badParam("validation_failed", "dryRun"), overREST,
				func(p *pair) { p.Call += "?dryRun=1" }),
		})
	})
}

// batch returns a body with these items.
func batch(all []string) string { return `{"items": [` + strings.Join(all, ",") + `]}` }

// upsertOver writes items over REST, or over gRPC.
func (h hours) upsertOver(t *testing.T, a *apitest.API, overREST bool, all []string) *apitest.Answer {
	if overREST {
		return a.REST(t, "admin", "POST "+h.path, batch(all), nil)
	}
	return a.Call(t, "admin", h.one+"Service/Upsert"+h.many, `{"batch": `+batch(all)+`}`, nil)
}

// inQueue makes a call for callers that wait for the rows of each other. On a busy machine and on Citus, a write may
// hold its rows for long. Then a caller may get 503 after 1.2 s at a lock, or 429 after 500 ms in the queue of its
// organization, with the time to wait, and must succeed when it tries again. A statement of a machine that stands still
// for 4 s is too_expensive, and says no such time.
func inQueue(t *testing.T, call func() *apitest.Answer) (ans *apitest.Answer) {
	t.Helper()
	for range 5 {
		if ans = call(); ans.RetryAfter == 0 && ans.Code != "too_expensive" {
			break
		}
		t.Logf("tries again after %s: %s", ans.RetryAfter, ans.Message)
		time.Sleep(ans.RetryAfter)
	}
	return ans
}

// upsertInQueue is upsertOver for callers that wait for the rows of each other.
func (h hours) upsertInQueue(t *testing.T, a *apitest.API, overREST bool, all []string) *apitest.Answer {
	t.Helper()
	return inQueue(t, func() *apitest.Answer { return h.upsertOver(t, a, overREST, all) })
}

// dates returns the dates of the rows in a response.
func (h hours) dates(ans *apitest.Answer) []string {
	rows, _ := apitest.Lookup(ans.Body, h.rows).([]any)
	dates := make([]string, len(rows))
	for i, row := range rows {
		dates[i], _ = apitest.Lookup(row, "date").(string)
	}
	return dates
}

func TestManyHoursAreWrittenOrNone(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	bothHours(t, func(t *testing.T, h hours) {
		for i, size := range []int{1, 2, 3, 99, 250, 251, 5000} {
			all := repeated(size, fmt.Sprintf(`{"hours": %d}`, i))
			rand.Shuffle(size, func(i, j int) { all[i], all[j] = all[j], all[i] })
			var want []string
			for _, found := range regexp.MustCompile(`"date":"([^"]*)"`).FindAllStringSubmatch(batch(all), -1) {
				want = append(want, found[1])
			}
			bad := slices.Clone(all)
			bad[size/2] = merged(bad[size/2], `{"projectId": "$other_atlas"}`)
			written := func() int { return a.Count("SELECT count(*) FROM "+h.table+" WHERE hours = $1", i) }
			for _, overREST := range []bool{true, false} {
				a.Exec("UPDATE "+h.table+" SET hours = 24 WHERE hours = $1", i)
				ans := h.upsertOver(t, a, overREST, bad)
				if field := fmt.Sprintf("items[%d]", size/2); ans.Code != "unknown_reference" || len(ans.Fields) != 1 ||
					!strings.Contains(ans.Fields[0], field) {
					t.Errorf("%d items: %s %s, want a refusal of %s", size, ans.Code, ans.Message, field)
				}
				if n := written(); n > 0 {
					t.Errorf("%d items of which one is bad: %d were written", size, n)
				}
				ans = h.upsertOver(t, a, overREST, all)
				if got := h.dates(ans); !ok(ans) || !slices.Equal(got, want) {
					t.Errorf("%d items: the rows are not in the order of the items: %s", size, ans.Message)
				}
				if n := written(); n != size {
					t.Errorf("%d items: %d rows", size, n)
				}
			}
		}
	})
}

func TestPagesOfManyHours(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	bothHours(t, func(t *testing.T, h hours) {
		if ans := h.upsertOver(t, a, true, repeated(2500, `{}`)); !ok(ans) {
			t.Fatal(ans.Message)
		}
		for _, filter := range []string{"", "&user_id=$worker", "&project_id=$atlas", "&start_date=2000-01-01",
			"&updated_since=2020-01-01T00:00:00Z"} {
			last := ""
			for offset := 0; offset <= 2500; offset += 100 {
				ans := a.REST(t, "admin", fmt.Sprintf("GET %s?limit=100&offset=%d%s", h.path, offset, filter), "", nil)
				rows, _ := apitest.Lookup(ans.Body, "data.items").([]any)
				if len(rows) != min(100, 2500-offset) || apitest.Lookup(ans.Body, "data.hasMore") != (offset < 2400) {
					t.Fatalf("offset %d%s: %d rows: %.200s", offset, filter, len(rows), ans.Raw)
				}
				for _, row := range rows {
					date, _ := apitest.Lookup(row, "date").(string)
					if date <= last {
						t.Fatalf("offset %d%s: %s comes after %s", offset, filter, date, last)
					}
					last = date
				}
			}
		}
	})
}

// sessions waits until the database has this number of sessions with a condition.
func sessions(t *testing.T, a *apitest.API, such string, want int) {
	t.Helper()
	waitFor(t, fmt.Sprintf("%d sessions with %s", want, such), func() bool {
		return a.Count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "+such) == want
	})
}

const countDeadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"

// counting starts another server. deadlocks stops it and returns the number of deadlocks
// that it had, which a connection reports when it ends.
func counting(t *testing.T, a *apitest.API) (b *apitest.API, deadlocks func() int) {
	t.Helper()
	before := a.Count(countDeadlocks)
	pool := apitest.Open(t, a.DSN+" application_name=counted")
	b, stop := a.Start(services.Config{DB: pool, Limits: services.Limits{Wait: time.Minute}})
	return b, func() int {
		if err := stop(); err != nil {
			t.Error(err)
		}
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
		sessions(t, a, "application_name = 'counted'", 0)
		return a.Count(countDeadlocks) - before
	}
}

// TestWritersInOppositeOrdersDoNotDeadlock counts the deadlocks of the database, because
// the service retries after one. The control shows that unsorted writers deadlock.
func TestWritersInOppositeOrdersDoNotDeadlock(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	a.Exec(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = 10', current_database()); END $$`)
	ascending := repeated(130, `{}`) // several statements in one transaction
	descending := slices.Clone(ascending)
	slices.Reverse(descending)

	bothHours(t, func(t *testing.T, h hours) {
		b, deadlocks := counting(t, a)
		var writers sync.WaitGroup
		for i := range 8 {
			all := [][]string{ascending, descending, ascending[:100], descending[:100]}[i%4]
			writers.Go(func() {
				for range 15 {
					if ans := h.upsertInQueue(t, b, i < 4, all); !ok(ans) {
						t.Errorf("%d %s: %s", ans.Status, ans.GRPC, ans.Message)
					}
				}
			})
		}
		writers.Wait()
		if n := deadlocks(); n > 0 {
			t.Errorf("%d deadlocks", n)
		}
		if n := a.Count("SELECT count(*) FROM " + h.table); n != 130 {
			t.Errorf("%d rows, want 130", n)
		}
	})

	t.Run("control: unsorted writers deadlock", func(t *testing.T) {
		const unordered = `INSERT INTO assignments AS t (organization_id, id, version, created_at, updated_at,
			user_id, project_id, date, hours)
			SELECT $1, gen_random_uuid(), 1, now(), now(), $2, $3, date '2001-01-01' + d, 1
				FROM generate_series($4::int, 99 - $4, 1 - 2 * sign($4)::int) d
			ON CONFLICT (organization_id, user_id, project_id, capability_id, date) DO UPDATE SET hours = t.hours`
		codes := make(chan string, 2)
		for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
			for _, first := range []int{0, 99} {
				go func() {
					_, err := a.DB.ExecContext(t.Context(), unordered, a.Organization,
						a.ID("worker"), a.ID("beacon"), first)
					codes <- postgres.Code(err)
				}()
			}
			if <-codes+<-codes == "40P01" {
				return
			}
		}
		t.Error("they do not")
	})
}

// patient starts another server, whose requests wait for their turn as long as it takes. Tests
// that race requests are not about the share of an organization.
func patient(a *apitest.API) *apitest.API {
	b, _ := a.Start(services.Config{Limits: services.Limits{Wait: time.Minute}})
	return b
}

// TestRacingUpsertsOfOneKeyMakeOneRow has 16 callers write one row, each time with other
// hours: its version goes up by one with every write, and its time never goes back.
func TestRacingUpsertsOfOneKeyMakeOneRow(t *testing.T) {
	t.Parallel()
	a := patient(apitest.NewIsolated(t))
	bothHours(t, func(t *testing.T, h hours) {
		times := make([]string, 801) // by version
		var callers sync.WaitGroup
		for i := range 16 {
			callers.Go(func() {
				for j := range 50 {
					hours := float64(50*i+j) / 100
					ans := h.upsertInQueue(t, a, i%2 == 0, []string{day(fmt.Sprintf(`{"hours": %g}`, hours))})
					version, _ := apitest.Lookup(ans.Body, h.rows+".0.version").(float64)
					if !ok(ans) || apitest.Lookup(ans.Body, h.rows+".0.hours") != hours || version < 1 ||
						version > 800 || times[int(version)] != "" {
						t.Errorf("%s %v", ans.Message, ans.Body)
						return
					}
					times[int(version)] = apitest.Lookup(ans.Body, h.rows+".0.updatedAt").(string)
				}
			})
		}
		callers.Wait()
		if rows, version := a.Count("SELECT count(*) FROM "+h.table),
			a.Count("SELECT max(version) FROM "+h.table); rows != 1 || version != 800 {
			t.Errorf("%d rows and version %d, want 1 and 800", rows, version)
		}
		if !t.Failed() && !slices.IsSorted(times) { // the versions of failed calls have no time
			t.Error("updatedAt goes back while version goes up")
		}
	})
}

// TestEqualHoursAreNotWritten upserts hours that are there already, alone and in
// batches of which some rows are new or changed.
func TestEqualHoursAreNotWritten(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	bothHours(t, func(t *testing.T, h hours) {
		const state = " coalesce(string_agg(id::text || version || updated_at || xmin::text, " +
			"',' ORDER BY id), '') FROM "
		for _, overREST := range []bool{true, false} {
			for _, size := range []int{1, 2, 100, 130, 1000} {
				a.Exec("DELETE FROM " + h.table)
				all := repeated(size, `{"hours": 0.1}`)
				first := h.upsertOver(t, a, overREST, all)
				var before, after string
				if err := a.DB.QueryRowContext(t.Context(), "SELECT"+state+h.table).Scan(&before); err != nil {
					t.Fatal(err)
				}
				second := h.upsertOver(t, a, overREST, all)
				if err := a.DB.QueryRowContext(t.Context(), "SELECT"+state+h.table).Scan(&after); err != nil {
					t.Fatal(err)
				}
				if fmt.Sprint(first.Body) != fmt.Sprint(second.Body) || !ok(second) || before == "" || before != after {
					t.Errorf("%d equal rows were written", size)
				}
				for i := 1; i < size; i += 3 {
					all[i] = merged(all[i], `{"hours": 0.2}`)
				}
				all = append(all, day(`{"date": "1999-01-01"}`), all[0])
				rows, _ := apitest.Lookup(h.upsertOver(t, a, overREST, all).Body, h.rows).([]any)
				for i, row := range rows {
					want, version := 0.1, 1.
					switch {
					case i == size:
						want = 8
					case i%3 == 1 && i < size:
						want, version = 0.2, 2
					}
					if apitest.Lookup(row, "hours") != want || apitest.Lookup(row, "version") != version {
						t.Fatalf("row %d of %d: %v, want %v hours and version %v", i, size, row, want, version)
					}
				}
				if len(rows) != size+2 {
					t.Errorf("%d rows, want %d", len(rows), size+2)
				}
			}
		}
	})
}

// TestUpsertsOfEqualHoursInterleave writes the same rows with two values at once: another
// caller may change a row between the statement that leaves it alone and its reading.
func TestUpsertsOfEqualHoursInterleave(t *testing.T) {
	t.Parallel()
	a := patient(apitest.NewIsolated(t))
	bothHours(t, func(t *testing.T, h hours) {
		for _, size := range []int{1, 10, 130} {
			var callers sync.WaitGroup
			for i := range 8 {
				callers.Go(func() {
					all := repeated(size, fmt.Sprintf(`{"hours": %d}`, i%2))
					for range 60 {
						ans := h.upsertInQueue(t, a, i < 4, all)
						rows, _ := apitest.Lookup(ans.Body, h.rows).([]any)
						if len(rows) != size {
							t.Fatal(ans.Message)
						}
						for _, row := range rows {
							if apitest.Lookup(row, "hours") != float64(i%2) {
								t.Errorf("%d hours are returned as %v", i%2, row)
								return
							}
						}
					}
				})
			}
			callers.Wait()
		}
	})
}

// TestABatchOfHoursIsSeenWhole reads while batches of several statements are written:
// all rows of a page have the hours of one batch.
func TestABatchOfHoursIsSeenWhole(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	bothHours(t, func(t *testing.T, h hours) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			for i := range 20 {
				if ans := h.upsertOver(t, a, true, repeated(199, fmt.Sprintf(`{"hours": %d}`, i))); !ok(ans) {
					t.Error(ans.Message)
				}
			}
		}()
		for reading := true; reading; {
			select {
			case <-done:
				reading = false
			default:
			}
			rows, _ := apitest.Lookup(a.REST(t, "loner", "GET "+h.path+"?limit=200", "", nil).Body,
				"data.items").([]any)
			for _, row := range rows {
				if got, want := apitest.Lookup(row, "hours"), apitest.Lookup(rows[0], "hours"); got != want {
					t.Fatalf("one page has %v and %v hours", got, want)
				}
			}
		}
	})
}

// TestUpsertsAreRetriedAfterADeadlock makes a deadlock: a transaction locks the second
// row while the service has locked the first and waits for the second.
func TestUpsertsAreRetriedAfterADeadlock(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "it looks for the lock that a session waits for, and those are on the workers")
	a := apitest.NewIsolated(t)
	for _, size := range []int{2, 6} { // one statement, and a transaction of two
		all := repeated(size, `{}`)
		b, deadlocks := counting(t, a)
		if ans := plannedHours.upsertOver(t, b, true, all); !ok(ans) {
			t.Fatal(ans.Message)
		}
		tx, err := a.DB.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		exec := func(statement string) {
			if _, err := tx.ExecContext(t.Context(), statement); err != nil {
				t.Error(err)
			}
		}
		exec("SET LOCAL deadlock_timeout = '1min'") // so that the service finds the deadlock
		exec("UPDATE assignments SET version = version WHERE date = '2001-01-02'")
		answer := make(chan *apitest.Answer)
		go func() { answer <- plannedHours.upsertOver(t, b, true, all) }()
		sessions(t, a, "wait_event_type = 'Lock'", 1)
		exec("UPDATE assignments SET version = version WHERE date = '2001-01-01'")
		if err := tx.Commit(); err != nil {
			t.Error(err)
		}
		if ans := <-answer; !ok(ans) {
			t.Errorf("%d items: %s", size, ans.Message)
		}
		if deadlocks() == 0 {
			t.Errorf("%d items: there was no deadlock", size)
		}
	}
}

// TestSummaryOfAnOvertakenUpsert: another request changes a row that already had its hours, after the statement that
// has created the other row, and before the rows are read. What that statement has done is in the summary all the same.
func TestSummaryOfAnOvertakenUpsert(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "upserts do not begin without a transaction there")
	a := apitest.NewIsolated(t)
	a.Exec(`CREATE FUNCTION overtake() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			UPDATE assignments SET hours = 1, version = version + 1
			WHERE organization_id = new.organization_id AND date = '2030-01-01';
			RETURN NULL;
		END $$;
		CREATE TRIGGER overtake AFTER INSERT ON assignments FOR EACH ROW WHEN (new.date = '2030-01-02')
		EXECUTE FUNCTION overtake()`)
	old, other := day(`{"date": "2030-01-01"}`), day(`{"date": "2030-01-02"}`)
	if ans := plannedHours.upsertOver(t, a, true, []string{old}); !ok(ans) {
		t.Fatal(ans.Message)
	}
	ans := a.REST(t, "admin", "POST "+plannedHours.path+"?include=summary", batch([]string{old, other}), nil)
	if !ok(ans) {
		t.Fatal(ans.Message)
	}
	if got := fmt.Sprint(apitest.Lookup(ans.Body, "meta.summary")); got != "map[created:1 unchanged:0 updated:1]" {
		t.Errorf("%s", got)
	}
}
