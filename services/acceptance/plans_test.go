package acceptance_test

import (
	"database/sql"
	_ "embed"
	"fmt"
	"math"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

//go:embed testdata/load.sql
var loadSQL string

// The loaded organization has people users with hours on each of workdays. The organizations beside it are small.
const (
	people, workdays = 600, 24
	beside           = 100
	// madeByKey is how many keys the key that is revoked has made. Each of these has made a user and a webhook.
	madeByKey = 300
	// fewRows are too few to matter. They are fewer than the rows of the loaded organization in any table.
	fewRows = 450.0
)

// otherPlan lets PostgreSQL plan for the values. Without statistics, some of these plans would run for minutes. The
// best plan of any statement takes less than 100 ms, so one that takes more than 250 is not the best.
const otherPlan = "SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL jit = off; " +
	"SET LOCAL statement_timeout = '250ms'"

// forget makes the statistics as if the tables were never analyzed.
const forget = `DELETE FROM pg_statistic;
	UPDATE pg_class SET reltuples = -1, relpages = 0, relallvisible = 0
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`

// TestPlansDoNotDependOnStatistics runs every statement that the calls of this test make on tables that were analyzed
// before the organization was loaded, that were never analyzed, and that were analyzed after. With the settings of a
// server, a statement may do at most three times the work of its best plan in any state.
func TestPlansDoNotDependOnStatistics(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "the workers make the plans")
	a := apitest.NewAmong(t, func(db *sql.DB) error {
		if _, err := db.ExecContext(t.Context(), "SET session_replication_role = replica; "+loadSQL); err != nil {
			return err
		}
		for range beside {
			if _, err := db.ExecContext(t.Context(), fmt.Sprintf(
				"SET session_replication_role = replica; SELECT load('%s', 6, 4, NULL)", uuid.New(),
			)); err != nil {
				return err
			}
		}
		_, err := db.ExecContext(t.Context(), "SET session_replication_role = DEFAULT; ANALYZE")
		return err
	})
	a.Exec(fmt.Sprintf("SET session_replication_role = replica; SELECT load('%s', %d, %d, '%s'); SET "+
		"session_replication_role = DEFAULT", a.Organization, people, workdays, a.ID("boss")))
	a = seed(a)
	a.Exec(`INSERT INTO user_capabilities (organization_id, id, version, created_at, updated_at, items)
		VALUES ($1, $2, 1, now(), now(), jsonb_build_array(jsonb_build_object('capabilityId', $3::uuid, 'level', 1)))`,
		a.Organization, a.ID("vacancy"), a.ID("design"))
	for _, made := range []struct{ kind, by string }{{"key", "$2::uuid"}, {"user", "loaded($1, 'key', i)"},
		{"webhook", "loaded($1, 'key', i)"}} {
		a.Exec(`INSERT INTO events (organization_id, id, written_at, type, request_id, record_id, api_key_id, row_count, encoding, data)
			SELECT $1, gen_random_uuid(), now(), $3 || '.created', '', loaded($1, $3, i),
				`+made.by+`, 0, 1, convert_to('{"after":{}}', 'UTF8')
			FROM generate_series(1, $4::int) i WHERE $2::uuid IS NOT NULL`, a.Organization,
			a.ID("rotatable"), made.kind, madeByKey)
	}
	var ran apitest.Statements
	db := apitest.OpenRecorded(t, a.DSN, &ran)
	running, stop := a.Start(services.Config{DB: db, Background: apitest.Open(t, a.DSN)})
	callAll(t, running, &ran)
	if err := stop(); err != nil {
		t.Error(err)
	}
	statements := ran.All()
	own, best := make([]map[string]apitest.Work, len(statements)), make([]apitest.Work, len(statements))
	for i := range statements {
		own[i], best[i] = map[string]apitest.Work{},
			apitest.Work{Rows: math.Inf(1), Fetched: math.Inf(1), Buffers: math.Inf(1)}
	}
	pool := apitest.Open(t, a.DSN)
	for _, state := range []struct{ name, prepare string }{{"analyzed before", ""}, {"never analyzed", forget},
		{"analyzed after", "ANALYZE"}} {
		a.Exec(state.prepare)
		for i, st := range statements {
			w := measured(t, pool, st, "")
			own[i][state.name] = w
			for _, w := range []apitest.Work{w, measured(t, a.DB, st, otherPlan)} {
				b := &best[i]
				b.Rows, b.Fetched, b.Buffers = min(b.Rows, w.Rows), min(b.Fetched, w.Fetched), min(b.Buffers, w.Buffers)
			}
		}
	}
	for i, st := range statements {
		floor := fewRows
		if st.Whole {
			floor = 3 * people
		}
		for state, w := range own[i] {
			if w.Rows > 3*best[i].Rows+floor || !st.Whole && w.Fetched > 3*best[i].Fetched+floor ||
				w.Buffers > 3*best[i].Buffers+1.3*w.Rows+floor {
				t.Errorf("%s: %g rows, %g of tables, %g buffers, but at best %g, %g and %g:\n%.300s\n%s", state,
					w.Rows, w.Fetched, w.Buffers, best[i].Rows, best[i].Fetched, best[i].Buffers,
					strings.Join(strings.Fields(st.Text), " "), w.Plan)
			}
		}
	}
	t.Logf("%d statements", len(statements))
}

// loadedDays is how many days the people of oneStatement have hours on.
const loadedDays = 120

// oneStatement makes a request in a database of few organizations, where an average one has many rows, and returns the
// work of the one statement of it that reads planned hours.
func oneStatement(t *testing.T, path string) (text string, w apitest.Work) {
	t.Helper()
	apitest.SkipOnCitus(t, "the workers make the plans")
	a := apitest.NewAmong(t, func(db *sql.DB) error {
		_, err := db.ExecContext(t.Context(), "SET session_replication_role = replica; "+loadSQL)
		return err
	})
	a.Exec(fmt.Sprintf("SET session_replication_role = replica; SELECT load('%s', %d, %d, '%s'); SET "+
		"session_replication_role = DEFAULT", a.Organization, people, loadedDays, a.ID("boss")))
	a.Exec("VACUUM ANALYZE") // as after some time: only then an index is read without its table
	var ran apitest.Statements
	db := apitest.OpenRecorded(t, a.DSN, &ran)
	running, stop := a.Start(services.Config{DB: db, Background: apitest.Open(t, a.DSN)})
	mustGet(t, running, "admin", path)
	if err := stop(); err != nil {
		t.Error(err)
	}
	found := 0
	for _, st := range ran.All() {
		if strings.Contains(st.Text, "FROM assignments") {
			found++
			text, w = st.Text, measured(t, apitest.Open(t, a.DSN), st, "")
		}
	}
	if found != 1 {
		t.Fatalf("%d statements read assignments", found)
	}
	return text, w
}

// TestPlanOfCapacityOfPeople measures the statement of the hours of selected people: the index of dates must not be
// read as a whole for each of them.
func TestPlanOfCapacityOfPeople(t *testing.T) {
	t.Parallel()
	text, w := oneStatement(t,
		"/api/v1/capacity/gaps?hours=8&start_date=2026-01-01&end_date=2026-12-31&manager_id=$boss")
	if most := 3.0 * people * loadedDays; w.Buffers > most {
		t.Errorf("%g buffers, want at most %g:\n%.300s\n%s", w.Buffers, most, text, w.Plan)
	}
}

// TestPlanOfADeepPage measures the statement of a page at a deep offset: it passes the rows before the page in an
// index, and reads only those of the page.
func TestPlanOfADeepPage(t *testing.T) {
	t.Parallel()
	const offset = people * loadedDays / 2
	text, w := oneStatement(t, fmt.Sprintf("/api/v1/assignments?offset=%d", offset))
	if w.Rows > 1.5*offset {
		t.Errorf("%g rows, want some %d:\n%.300s\n%s", w.Rows, offset, text, w.Plan)
	}
}

func measured(t *testing.T, db *sql.DB, st apitest.Statement, settings string) apitest.Work {
	t.Helper()
	w, err := apitest.Measure(t.Context(), db, st, settings)
	if err != nil {
		t.Fatalf("%v: %s", err, st.Text)
	}
	return w
}

// callAll makes every call of calls, and lists with each filter and batches of several sizes.
func callAll(t *testing.T, a *apitest.API, ran *apitest.Statements) {
	for _, c := range calls {
		ran.Whole(strings.Contains(c.rest, "/capacity") || strings.Contains(c.rest, "/suggest"))
		if ans := a.REST(t, "admin", c.rest, c.body, nil); ans.Status != 200 {
			t.Errorf("%s: %d %s", c.rest, ans.Status, ans.Message)
		}
	}
	ran.Whole(false)
	user, project, client, capability := loaded(a, "user", 7), loaded(a, "project", 8), loaded(a, "client", 7),
		loaded(a, "capability", 8)
	byIDs := "ids=" + strings.Join([]string{user, project, client, capability}, ",")
	for _, as := range []string{"admin", "boss"} {
		for _, list := range []struct {
			path    string
			filters []string
		}{
			{"users", []string{"", "email=user7@works.example", "role=member", "isActive=true",
				"reportsToId=$boss", byIDs,
				"externalId=hr:7", "capabilityId=" + capability + "&minLevel=3", "sort=-createdAt"}},
			{"clients", []string{"", byIDs, "isActive=true", "sort=-createdAt", "accountManagerId=" + user}},
			{"projects",
				[]string{"", byIDs, "expand=client,projectManager", "clientId=" + client, "status=active,planned",
					"sort=-createdAt", "clientId=" + client + "&sort=-createdAt",
					"startDate=2026-01-01&endDate=2026-12-31", "isBillable=false"}},
			{"capabilities", []string{"", byIDs}},
			{"time-off-types", []string{""}},
			{"time-off", []string{"", "user_id=" + user, "status=pending", "sort=-createdAt",
				"user_id=" + user + "&sort=-createdAt", "startDate=2026-02-01&endDate=2026-03-01"}},
			{"holidays", []string{"", "country_code=FR", "year=2026"}},
			{"keys", []string{""}},
			{"webhooks", []string{""}},
			{"webhooks/" + loaded(a, "webhook", 1) + "/attempts", []string{"", "outcome=delivered", "seq=5"}},
			{"assignments", hoursFilters(user, project, capability)},
			{"actual-hours", hoursFilters(user, project, capability)},
		} {
			if as == "boss" && (list.path == "keys" || strings.HasPrefix(list.path, "webhooks")) {
				continue
			}
			for _, filter := range list.filters {
				listAll(t, a, ran, as, list.path, filter)
			}
		}
		ran.Whole(true) // no index has these filters and the order: all rows are read if few match
		mustGet(t, a, as, "/api/v1/projects?assignedUserId="+user)
		mustGet(t, a, as, "/api/v1/users?capabilityId="+user) // nobody has it
		ran.Whole(false)
		for _, query := range []string{"", "after=0", "types=client.updated", "types=time_off.*", "actorId=$admin",
			"recordId=" + client, "after=11000&limit=200", "since=2026-01-01T00:00:00Z"} {
			mustGet(t, a, as, "/api/v1/events?"+query)
		}
		mustGet(t, a, as, "/api/v1/events/100")
		for _, n := range []int{1, 10, 100, 1000, 5000} {
			for _, prefer := range []string{"", "", "return=minimal"} {
				for _, table := range []string{"assignments", "actual-hours"} {
					body := `{"items": [` + stored(a, n) + `]}`
					if ans := a.REST(t, as, "POST /api/v1/"+table, body,
						map[string]string{"Prefer": prefer}); ans.Status != 200 {
						t.Errorf("%s of %d rows: %d %s", table, n, ans.Status, ans.Message)
					}
				}
			}
		}
		for _, r := range []string{"GET /api/v1/time-off/$patchable", "PATCH /api/v1/users/" + user,
			"PATCH /api/v1/projects/" + project, "PATCH /api/v1/clients/" + client} {
			body := ""
			switch {
			case strings.HasSuffix(r, client):
				body = `{"companyName": "Another", "currency": "CHF"}`
			case strings.HasSuffix(r, project):
				body = `{"name": "Another", "currency": "CHF"}`
			case strings.HasPrefix(r, "PATCH"):
				body = `{"name": "Another"}`
			}
			a.REST(t, as, r, body, map[string]string{"Idempotency-Key": as + "plans"})
			a.REST(t, as, r, body, map[string]string{"Idempotency-Key": as + "plans"})
		}
	}
	for _, match := range []string{"email", "externalId:hr"} {
		for _, n := range []int{1, 200} {
			items := make([]string, n)
			for i := range items {
				items[i] = fmt.Sprintf(`{"name": "User", "email": "user%d@works.example", "externalIds": ["hr:%d"]}`,
					i+20, i+20)
			}
			body := `{"match": "` + match + `", "items": [` + strings.Join(items, ",") + `]}`
			if ans := a.REST(t, "admin", "POST /api/v1/users/upsert", body, nil); ans.Status != 200 {
				t.Errorf("%d users by %s: %s", n, match, ans.Message)
			}
		}
	}
	ran.Whole(true)
	for _, query := range []string{"", "&group_by=manager", "&group_by=project", "&group_by=client",
		"&group_by=capability", "&group_by=organization", "&user_id=" + user, "&manager_id=$boss",
		"&project_id=" + project} {
		mustGet(t, a, "admin", "/api/v1/capacity?start_date=2026-01-01&end_date=2026-02-15"+query)
	}
	for _, query := range []string{"", "&capability_id=" + capability, "&manager_id=$boss",
		"&has_capability_id=" + capability} {
		mustGet(t, a, "admin", "/api/v1/capacity/gaps?hours=8&start_date=2026-01-01&end_date=2026-02-15"+query)
	}
	ran.Whole(false)
}

func hoursFilters(user, project, capability string) []string {
	return []string{
		"", "user_id=" + user, "project_id=" + project, "start_date=2026-01-10&end_date=2026-01-20",
		"user_id=" + user + "&start_date=2026-01-10", "project_id=" + project + "&end_date=2026-01-20",
		"user_id=" + user + "&project_id=" + project, "capability_id=" + capability, "capability_id=none", "minHours=3",
		"updatedSince=2026-01-01T00:00:00Z",
	}
}

func listAll(t *testing.T, a *apitest.API, ran *apitest.Statements, as, path, filter string) {
	t.Helper()
	first := mustGet(t, a, as, "/api/v1/"+path+"?"+filter)
	next, _ := first.Body.(map[string]any)["data"].(map[string]any)["nextCursor"].(string)
	if next != "" {
		mustGet(t, a, as, "/api/v1/"+path+"?cursor="+url.QueryEscape(next)+"&"+filter)
	}
	mustGet(t, a, as, "/api/v1/"+path+"?offset=60&"+filter)
	ran.Whole(true)
	mustGet(t, a, as, "/api/v1/"+path+"?count=true&limit=1&"+filter)
	mustGet(t, a, as, "/api/v1/"+path+"?offset=2000&"+filter)
	ran.Whole(false)
}

func mustGet(t *testing.T, a *apitest.API, as, path string) *apitest.Answer {
	t.Helper()
	ans := a.REST(t, as, "GET "+path, "", nil)
	if ans.Status != 200 {
		t.Errorf("%s: %d %s %v", path, ans.Status, ans.Message, ans.Fields)
	}
	return ans
}

// loaded returns the id of the nth row of a kind that load has added.
func loaded(a *apitest.API, kind string, n int) string {
	var id string
	if err := a.DB.QueryRow("SELECT loaded($1, $2, $3)", a.Organization, kind, n).Scan(&id); err != nil {
		panic(err)
	}
	return id
}

// stored returns n items: rows that load has added.
func stored(a *apitest.API, n int) string {
	var items string
	if err := a.DB.QueryRow(`SELECT string_agg(json_build_object('userId', user_id, 'projectId', project_id,
		'capabilityId', capability_id, 'date', date, 'hours', 4)::text, ',')
		FROM (SELECT * FROM assignments WHERE organization_id = $1 AND date > '2026-01-01' AND date < '2026-02-10'
			AND hours = 4 ORDER BY user_id, date LIMIT $2) t`,
		a.Organization, n).Scan(&items); err != nil {
		panic(err)
	}
	return items
}
