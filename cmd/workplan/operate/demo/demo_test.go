package demo_test

import (
	"database/sql"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/cmd/workplan/operate/demo"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// A Wednesday.
var now = time.Date(2026, 3, 11, 15, 4, 5, 0, time.UTC)

func TestFill(t *testing.T) {
	t.Parallel()
	dsn := apitest.NewDatabase(t)
	db := apitest.Open(t, dsn)
	if exists, err := demo.Exists(t.Context(), db); err != nil || exists {
		t.Fatal("before a fill:", exists, err)
	}
	began := time.Now()
	org := mustFill(t, db)
	t.Logf("filled in %s", time.Since(began).Round(time.Millisecond))
	if exists, err := demo.Exists(t.Context(), db); err != nil || !exists {
		t.Fatal("after a fill:", exists, err)
	}
	plain := open(t, dsn, postgres.Options{})

	t.Run("it has as much of everything as an organization of that size", func(t *testing.T) {
		for _, c := range []struct {
			table  string
			lo, hi int
		}{
			{"users", 38, 45}, {"capabilities", 10, 10}, {"time_off_types", 5, 5}, {"clients", 12, 14},
			{"projects", 23, 29}, {"assignments", 6_000, 14_000}, {"actual_hours", 3_500, 8_000},
			{"time_off_requests", 30, 60}, {"api_keys", 2, 2}, {"organization_privacy", 1, 1},
			{"budgets", 11, 11}, {"timesheets", 43, 43}, {"timesheet_hours", 900, 2_000},
			{"proposals", 2, 2}, {"proposal_rows", 30, 30},
		} {
			n := number(t, plain, "SELECT count(*) FROM "+c.table)
			t.Log(c.table, n)
			if n < c.lo || n > c.hi {
				t.Errorf("%s: %d rows, want %d to %d", c.table, n, c.lo, c.hi)
			}
		}
		if n := number(t, plain, `SELECT count(*) FROM assignments WHERE user_id = $1`, org.BusyUserID); n < 150 {
			t.Errorf("the busy user has %d rows of planned hours", n)
		}
	})

	t.Run("every state is there", func(t *testing.T) {
		for query, want := range map[string]string{
			`SELECT string_agg(DISTINCT role, ' ' ORDER BY role) FROM users`:        "admin manager member",
			`SELECT string_agg(DISTINCT status, ' ' ORDER BY status) FROM projects`: "active cancelled completed draft planned",
			`SELECT string_agg(DISTINCT billing_type, ' ' ORDER BY billing_type) FROM projects`: "fixed_price " +
				"non_billable retainer time_materials",
			`SELECT count(DISTINCT color)::text FROM projects`:                                       "12",
			`SELECT count(*)::text FROM projects WHERE color IS NULL`:                                "0",
			`SELECT string_agg(DISTINCT client_priority, ' ' ORDER BY client_priority) FROM clients`: "high low medium",
			`SELECT string_agg(DISTINCT is_active::text, ' ' ORDER BY is_active::text) FROM clients`: "false true",
			`SELECT string_agg(DISTINCT status, ' ' ORDER BY status) FROM time_off_requests`:         "approved pending rejected",
			`SELECT string_agg(DISTINCT (capability_id IS NULL)::text, ' ') FROM assignments`:        "false true",
			`SELECT string_agg(DISTINCT (capability_id IS NULL)::text, ' ') FROM actual_hours`:       "false true",
			`SELECT string_agg(DISTINCT status || ' ' || start_date, ', ' ORDER BY status || ' ' || start_date)
				FROM timesheets`: "approved 2026-02-01, pending 2026-03-02, rejected 2026-02-01",
			`SELECT string_agg(DISTINCT end_date::text, ' ' ORDER BY end_date::text) FROM timesheets`: "2026-02-28 2026-03-08",
			`SELECT count(DISTINCT time_off_type_id)::text FROM time_off_requests`:                    "5",
			`SELECT string_agg(DISTINCT status, ' ') FROM projects WHERE id = '` + org.ActiveProjectID.String() +
				`'`: "active",
			`SELECT status FROM time_off_requests WHERE id = '` + org.PendingTimeOffID.String() +
				`'`: "pending",
			`SELECT role FROM users WHERE id = '` + org.AdminID.String() +
				`'`: "admin",
			`SELECT role FROM users WHERE id = '` + org.BusyUserID.String() +
				`'`: "member",
			`SELECT string_agg(DISTINCT factor::text, ' ' ORDER BY factor::text) FROM holidays`: "0.5 1",
			`SELECT max(jsonb_array_length(items))::text FROM user_capabilities`:                "2",
			`SELECT string_agg(DISTINCT i->>'level', ' ' ORDER BY i->>'level')
				FROM user_capabilities, jsonb_array_elements(items) i`: "2 3 4 5",
			`SELECT count(DISTINCT i->>'capabilityId')::text FROM user_capabilities, jsonb_array_elements(items) i`: "10",
			`SELECT string_agg(DISTINCT coalesce(i->>'validFrom', 'ever'), ' ')
				FROM rates, jsonb_array_elements(items) i`: "2026-01-01 ever",
			`SELECT string_agg(DISTINCT p.billing_type || ' ' || (i->>'period'), ', ')
				FROM budgets b JOIN projects p USING (id), jsonb_array_elements(b.items) i`: "fixed_price total, retainer month, " +
				"time_materials total",
			`SELECT string_agg(DISTINCT coalesce(i->>'validFrom', 'ever'), ' ')
				FROM budgets, jsonb_array_elements(items) i`: "2026-02-23 ever",
			// Percent of the hours of a month that its plan takes.
			`SELECT string_agg(p.name || ' ' || round(100 * (SELECT sum(hours) FROM assignments a WHERE a.project_id = p.id
					AND a.date BETWEEN '2026-03-01' AND '2026-03-31') / (b.items->0->>'hours')::float8), ', ' ORDER BY p.name)
				FROM budgets b JOIN projects p USING (id) WHERE b.items->0->>'period' = 'month'`: "Design System 85, Website Care 261",
			// These have hours left, and their firm plan takes more.
			`SELECT string_agg(p.name, ', ' ORDER BY p.name) FROM budgets b JOIN projects p USING (id)
				CROSS JOIN LATERAL (SELECT coalesce((b.items->-1->>'hours')::float8, (b.items->-1->>'amount')::float8 / hourly_rate) -
					(SELECT sum(hours) FROM actual_hours a WHERE a.project_id = p.id) AS hours) remaining
				WHERE b.items->-1->>'period' = 'total' AND remaining.hours BETWEEN 1 AND (SELECT sum(hours) FROM assignments a
					WHERE a.project_id = p.id AND NOT tentative AND a.date >= '2026-03-11')`: "Grid Dashboard, Patient Booking",
			`SELECT string_agg(concat_ws(' ', c.role, status, row_count, visibility, m.role), ', ' ORDER BY status)
				FROM proposals p JOIN users c ON c.id = creator_id LEFT JOIN users m ON m.id = ANY (reviewer_ids)`: "admin draft 20 " +
				"organization, member in_review 10 private manager",
			// Half of its wishes delete a row, and the others add the hours of that row to another one.
			`SELECT string_agg(concat_ws(' ', name, days, hours), ', ' ORDER BY name) FROM (
				SELECT j.name, count(*) AS days, sum(coalesce(r.hours, 0) - coalesce(a.hours, 0)) AS hours
				FROM proposal_rows r JOIN proposals p ON p.id = r.proposal_id JOIN projects j ON j.id = r.project_id
				LEFT JOIN assignments a ON a.id = r.base_id WHERE p.status = 'draft' GROUP BY j.name) x`: "Crew Rostering 10 -25, " +
				"Patient Booking 10 25",
			`SELECT count(*) || ' ' || min(extract(isodow FROM date)) || ' ' || min(base_hours - a.hours)
				FROM proposal_rows r JOIN assignments a USING (user_id, project_id, date) WHERE base_version <> a.version`: "1 1 1",
			`SELECT count(*) || ' ' || min(name) FROM users WHERE kind = 'placeholder'`: "2 Backend Engineer",
			`SELECT min(date)::text FROM assignments WHERE tentative`:                   "2026-05-04",
			`SELECT max(date)::text FROM assignments WHERE NOT tentative`:               "2026-05-01",
			`SELECT max(jsonb_array_length(items))::text FROM working_patterns`:         "2",
			`SELECT (count(*) > 30)::text FROM assignments a JOIN projects p ON p.id = a.project_id
				WHERE p.status = 'draft' AND a.date < '2026-06-01'`: "true",
			// More than the working pattern has, in this week or the next: on a free day, or an hour too many.
			`SELECT string_agg(DISTINCT (w.items->0->'hours'->>(extract(isodow FROM a.date)::int - 1)), ' ')
				FROM assignments a JOIN working_patterns w ON w.id = a.user_id JOIN users u ON u.id = a.user_id
				WHERE u.name = 'Camille Dubois' AND a.date BETWEEN '2026-03-09' AND '2026-03-20'`: "0 8",
			`SELECT count(DISTINCT default_availability)::text FROM users WHERE default_availability BETWEEN 20 AND 40`: "6",
		} {
			var got string
			if err := plain.QueryRowContext(t.Context(), query).Scan(&got); err != nil || got != want {
				t.Errorf("%s: %q, %v; want %q", query, got, err, want)
			}
		}
	})

	t.Run("it makes sense", func(t *testing.T) {
		for what, query := range map[string]string{
			"hours on weekends": `SELECT count(*)
				FROM (SELECT date FROM assignments UNION ALL SELECT date FROM actual_hours) h
				WHERE extract(isodow FROM date) > 5`,
			"a plan beyond six months": `SELECT count(*) FROM assignments
				WHERE date < '2025-12-08' OR date > '2026-06-05'`,
			"actual hours of today or later": `SELECT count(*) FROM actual_hours WHERE date >= '2026-03-11'`,
			"nobody worked yesterday": `SELECT count(*)
				FROM (SELECT 1 WHERE NOT EXISTS (SELECT FROM actual_hours WHERE date = '2026-03-10')) x`,
			"planned hours that are no half ones": `SELECT count(*) FROM assignments
				WHERE 2 * hours <> floor(2 * hours) OR hours <= 0`,
			"a day longer than its owner": `SELECT count(*)
				FROM (SELECT 1 FROM assignments GROUP BY user_id, date HAVING sum(hours) > 9) d`,
			"more than three projects in a day": `SELECT count(*)
				FROM (SELECT 1 FROM assignments GROUP BY user_id, date HAVING count(DISTINCT project_id) > 3) d`,
			"more than twelve hours of work": `SELECT count(*)
				FROM (SELECT 1 FROM actual_hours GROUP BY user_id, date HAVING sum(hours) > 12) d`,
			"hours with a capability that the person does not have": `SELECT count(*) FROM assignments a
				WHERE capability_id IS NOT NULL AND NOT EXISTS (
					SELECT FROM user_capabilities c, jsonb_array_elements(c.items) i
					WHERE c.id = a.user_id AND i->>'capabilityId' = a.capability_id::text)`,
			"a person without work": `SELECT count(*) FROM users u
				WHERE NOT EXISTS (SELECT FROM assignments a WHERE a.user_id = u.id)`,
			"a plan outside of its project": `SELECT count(*) FROM assignments a
				JOIN projects p ON p.id = a.project_id
				WHERE a.date NOT BETWEEN p.start_date AND p.end_date`,
			"a person with two projects of one colour on a day": `SELECT count(*)
				FROM (SELECT 1 FROM assignments a JOIN projects p ON p.id = a.project_id
					GROUP BY a.user_id, a.date, p.color HAVING count(DISTINCT p.id) > 1) d`,
			"work for a draft": `SELECT count(*) FROM actual_hours a
				JOIN projects p ON p.id = a.project_id
				WHERE p.status = 'draft'`,
			"a plan on a holiday": `SELECT count(*) FROM assignments a
				JOIN users u ON u.id = a.user_id
				JOIN holidays h ON h.country_code = u.country_code AND h.date = a.date
				WHERE h.factor = 1`,
			"half a holiday that is too full": `SELECT count(*)
				FROM (SELECT 1 FROM assignments a
					JOIN users u ON u.id = a.user_id
					JOIN holidays h ON h.country_code = u.country_code AND h.date = a.date
					GROUP BY a.user_id, a.date HAVING sum(a.hours) > 4.5) d`,
			"a country without a holiday": `SELECT count(*) FROM users u
				WHERE kind IS NULL AND NOT EXISTS (SELECT FROM holidays h WHERE h.country_code = u.country_code)`,
			"a person with irregular days and no pattern": `SELECT count(*) FROM users u
				WHERE default_availability IN (24, 32, 36)
				AND NOT EXISTS (SELECT FROM working_patterns w WHERE w.id = u.id)`,
			"a completed project that goes on": `SELECT count(*) FROM projects
				WHERE status = 'completed' AND end_date >= '2026-03-11'`,
			"an active project that does not run": `SELECT count(*) FROM projects
				WHERE status = 'active' AND '2026-03-11' NOT BETWEEN start_date AND end_date`,
			"a planned project that has begun": `SELECT count(*) FROM projects
				WHERE status = 'planned' AND start_date <= '2026-03-11'`,
			"a plan in time off": `SELECT count(*) FROM assignments a
				JOIN time_off_requests t USING (user_id)
				JOIN time_off_types k ON k.id = t.time_off_type_id
				WHERE t.status = 'approved' AND k.name <> 'Sick Leave' AND t.availability = 0
					AND a.date BETWEEN t.start_date AND t.end_date`,
			"work while ill": `SELECT count(*) FROM actual_hours a
				JOIN time_off_requests t USING (user_id)
				JOIN time_off_types k ON k.id = t.time_off_type_id
				WHERE t.status = 'approved' AND k.name = 'Sick Leave' AND a.date BETWEEN t.start_date AND t.end_date`,
			"decided by another than the manager": `SELECT count(*) FROM time_off_requests t
				JOIN users u ON u.id = t.user_id
				WHERE t.status <> 'pending' AND (t.decided_at IS NULL
					OR u.reports_to_id IS NOT NULL AND t.decided_by_id <> u.reports_to_id
					OR t.decided_by_id = t.user_id)`,
			"a timesheet decided by another than the manager": `SELECT count(*) FROM timesheets t
				JOIN users u ON u.id = t.user_id
				WHERE t.status <> 'pending' AND (u.reports_to_id IS NOT NULL AND t.decided_by_id <> u.reports_to_id
					OR t.decided_by_id = t.user_id)`,
			"a wish outside of its project": `SELECT count(*) FROM proposal_rows r
				JOIN projects p ON p.id = r.project_id
				WHERE r.date NOT BETWEEN p.start_date AND p.end_date OR r.date < '2026-03-11'`,
			"a wish on a holiday or in time off": `SELECT count(*) FROM proposal_rows r JOIN users u ON u.id = r.user_id
				WHERE EXISTS (SELECT FROM holidays h WHERE h.country_code = u.country_code AND h.date = r.date)
					OR EXISTS (SELECT FROM time_off_requests t WHERE t.user_id = u.id AND t.status = 'approved'
						AND r.date BETWEEN t.start_date AND t.end_date)`,
			"rejected without a reason": `SELECT count(*) FROM time_off_requests
				WHERE (status = 'rejected') <> (rejection_reason IS NOT NULL)`,
		} {
			if n := number(t, plain, query); n > 0 {
				t.Errorf("%s: %d", what, n)
			}
		}
		const levels = `WITH RECURSIVE l AS (SELECT id, 1 AS level FROM users WHERE reports_to_id IS NULL
			UNION ALL SELECT u.id, level + 1 FROM users u JOIN l ON l.id = u.reports_to_id)
			SELECT max(level) FROM l`
		if n := number(t, plain, levels); n != 4 {
			t.Errorf("the reporting tree has %d levels", n)
		}
	})

	t.Run("its keys work", func(t *testing.T) {
		drafts := pairs(t, plain, `SELECT id, title FROM proposals WHERE status = 'draft'`)
		callWith(t, db, org, drafts[0][0])
	})
}

// TestLastWeekInLastMonth fills on a day whose last week began in last month: the month of who waits ends before it.
func TestLastWeekInLastMonth(t *testing.T) {
	t.Parallel()
	dsn := apitest.NewDatabase(t)
	tuesday := time.Date(2026, 3, 3, 8, 0, 0, 0, time.UTC)
	if _, err := demo.Fill(t.Context(), apitest.Open(t, dsn), tuesday, nil); err != nil {
		t.Fatal(err)
	}
	const ofHanna = `SELECT string_agg(concat_ws(' ', status, t.start_date, t.end_date), ', ' ORDER BY t.start_date)
		FROM timesheets t JOIN users u ON u.id = t.user_id WHERE u.name = 'Hanna Lindqvist'`
	const want = "approved 2026-02-01 2026-02-22, pending 2026-02-23 2026-03-01"
	var got string
	err := open(t, dsn, postgres.Options{}).QueryRowContext(t.Context(), ofHanna).Scan(&got)
	if err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// callWith calls the API with the keys of the organization. draft is the id of the proposal that is a draft.
func callWith(t *testing.T, db *sql.DB, org *demo.Organization, draft string) {
	s, err := services.New(services.Config{
		DB: db, Log: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.HTTP)
	defer server.Close()
	for _, c := range []struct{ key, call, want string }{
		{demo.AdminKey, "GET /api/v1/me", org.AdminID.String()},
		{demo.MemberKey, "GET /api/v1/me", org.BusyUserID.String()},
		{demo.MemberKey, "GET /api/v1/users?limit=200", "Inês Carvalho"},
		{demo.MemberKey, "GET /api/v1/clients?limit=200", "Harbourline Logistics"},
		{demo.MemberKey, "GET /api/v1/projects?limit=200&expand=client", "Mobile Banking"},
		{demo.MemberKey, "GET /api/v1/assignments?user_id=" + org.BusyUserID.String(), `"hours"`},
		{demo.MemberKey, "GET /api/v1/actual-hours?user_id=" + org.BusyUserID.String(), `"hours"`},
		{demo.MemberKey, "GET /api/v1/time-off?limit=200", `"timeOffTypeId":null`},
		{demo.AdminKey, "GET /api/v1/time-off?limit=200", "pending"},
		{demo.AdminKey, "GET /api/v1/timesheets?status=pending", "Two interviews"},
		{demo.AdminKey, "GET /api/v1/timesheets/status?start_date=2026-02-01&end_date=2026-02-28&state=missing",
			`"missingDays":["2026-02-24","2026-02-25","2026-02-26","2026-02-27"]`},
		{demo.MemberKey, `POST /api/v1/timesheets {"startDate": "2026-02-01", "endDate": "2026-02-28"}`, "pending"},
		{demo.MemberKey, "GET /api/v1/proposals?status=draft", "What if"},
		{demo.MemberKey, "GET /api/v1/proposals?creator_id=" + org.BusyUserID.String(), `"status":"in_review"`},
		{demo.AdminKey, "GET /api/v1/proposals/" + draft + "/diff?limit=200", `"conflicts":1`},
		{demo.AdminKey, "POST /api/v1/time-off/" + org.PendingTimeOffID.String() + "/approve", `"data"`},
	} {
		verb, rest, _ := strings.Cut(c.call, " ")
		path, body, _ := strings.Cut(rest, " ")
		req, err := http.NewRequestWithContext(t.Context(), verb, server.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if body != "" {
			req.Header.Set("Content-Type", "application/json")
		}
		req.Header.Set("Authorization", "Bearer "+org.Keys[c.key])
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK || !strings.Contains(string(got), c.want) {
			t.Errorf("%s as %s: %d, %v, no %q in %.300s", c.call, c.key, resp.StatusCode, err, c.want, got)
		}
	}
}
