package acceptance_test

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/apitest"
)

// manyOf fills a list with so many rows beside those of the fixture, and with as many
// of the other organization that must not count.
func manyOf(a *apitest.API, n int) {
	for i, o := range []string{a.Organization.String(), a.Other.String()} {
		for _, insert := range []string{
			`INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, default_availability, role, is_active)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(), 'u' || i || '@example.com', 'U', 40, 'member', true FROM generate_series(1, $2::int) i`,
			`INSERT INTO clients (organization_id, id, version, created_at, updated_at, company_name, is_active, client_priority, categories)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(), 'C' || i, true, 'low', '{}' FROM generate_series(1, $2::int) i`,
			`INSERT INTO capabilities (organization_id, id, version, created_at, updated_at, name, is_active)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(), 'K' || i, true FROM generate_series(1, $2::int) i`,
			`INSERT INTO time_off_types (organization_id, id, version, created_at, updated_at, name, is_active)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(), 'T' || i, true FROM generate_series(1, $2::int) i`,
			`INSERT INTO projects (organization_id, id, version, created_at, updated_at, name, client_id, start_date, end_date, status, billing_type)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(), 'P' || i, (SELECT id FROM clients WHERE organization_id = $1 LIMIT 1), '2026-01-01', '2026-02-01', 'draft', 'non_billable' FROM generate_series(1, $2::int) i`,
			`INSERT INTO time_off_requests (organization_id, id, version, created_at, updated_at, user_id, time_off_type_id, start_date, end_date, availability, reason, status)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(), (SELECT id FROM users WHERE organization_id = $1 LIMIT 1), (SELECT id FROM time_off_types WHERE organization_id = $1 LIMIT 1), '2026-01-01', '2026-01-02', 0, 'R', 'pending' FROM generate_series(1, $2::int) i`,
			`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours)
				SELECT $1, gen_random_uuid(), 1, now(), now(), u.id, p.id, CASE WHEN i % 2 = 0 THEN k.id END, '2026-01-01'::date + (i % 3)::int, 8
				FROM (SELECT id, row_number() OVER () AS i FROM users WHERE organization_id = $1 LIMIT $2::int) u, (SELECT id FROM projects WHERE organization_id = $1 LIMIT 1) p, (SELECT id FROM capabilities WHERE organization_id = $1 LIMIT 1) k`,
			`INSERT INTO actual_hours SELECT * FROM assignments WHERE organization_id = $1 AND $2::int > 0 ON CONFLICT DO NOTHING`,
		} {
			a.Exec(insert, o, n*(i+1))
		}
	}
}

var next = regexp.MustCompile(`<([^>]*)>; rel="next"`)

// TestPages walks every list by its links: every row comes once, in the list's order.
func TestPages(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	manyOf(a, 23)
	for list, table := range map[string]string{
		"users": "users", "clients": "clients", "projects": "projects", "assignments": "assignments", "actual-hours": "actual_hours",
		"time-off": "time_off_requests", "capabilities": "capabilities", "time-off-types": "time_off_types",
	} {
		order := "created_at, id"
		if list == "assignments" || list == "actual-hours" {
			order = "date, user_id, project_id, capability_id NULLS FIRST"
		}
		var want []string
		rows, err := a.DB.QueryContext(t.Context(), "SELECT id::text FROM "+table+" WHERE organization_id = $1 ORDER BY "+order, a.Organization)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				t.Fatal(err)
			}
			want = append(want, id)
		}
		if err := rows.Close(); err != nil || len(want) < 23 {
			t.Fatal(len(want), err)
		}
		t.Run(list, func(t *testing.T) {
			for _, limit := range []int{1, 7, 23, 200} {
				var got []string
				path := fmt.Sprintf("/api/v1/%s?limit=%d&updatedSince=2020-01-01T00:00:00Z", list, limit)
				for pages := 0; path != ""; pages++ {
					if pages > 60 {
						t.Fatal("the links go round")
					}
					ans := a.REST(t, "admin", "GET "+path, "", nil)
					items, _ := apitest.Lookup(ans.Body, "data.items").([]any)
					for _, item := range items {
						got = append(got, item.(map[string]any)["id"].(string))
					}
					m := next.FindStringSubmatch(ans.Header.Get("Link"))
					if more := apitest.Lookup(ans.Body, "data.hasMore"); more != (m != nil) || len(items) > limit || apitest.Lookup(ans.Body, "data.total") != nil || ans.Header.Get("X-Total-Count") != "" {
						t.Errorf("%s: %d items, hasMore %v, Link %q, total %v", path, len(items), more, ans.Header.Get("Link"), apitest.Lookup(ans.Body, "data.total"))
					}
					path = ""
					if m != nil {
						path = m[1]
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("by %d: %d rows, want %d in order", limit, len(got), len(want))
				}
			}
		})
		t.Run(list+" over gRPC is the same", func(t *testing.T) {
			i := slices.IndexFunc(calls, func(c call) bool { return c.rest == "GET /api/v1/"+list })
			ans := a.Call(t, "admin", calls[i].rpc, `{"limit": 5, "offset": 3, "count": true}`, nil)
			rest := a.REST(t, "admin", "GET /api/v1/"+list+"?limit=5&offset=3&count=true", "", nil)
			if fmt.Sprint(ans.Body) != fmt.Sprint(rest.Body) || apitest.Lookup(ans.Body, "data.total") != float64(len(want)) || rest.Header.Get("X-Total-Count") != fmt.Sprint(len(want)) {
				t.Errorf("%v\n%v\nof %d", ans.Body, rest.Body, len(want))
			}
		})
		t.Run(list+" past its end is empty", func(t *testing.T) {
			for _, offset := range []string{fmt.Sprint(len(want)), "9007199254740991"} {
				ans := a.REST(t, "admin", "GET /api/v1/"+list+"?offset="+offset, "", nil)
				if items, _ := apitest.Lookup(ans.Body, "data.items").([]any); ans.Status != 200 || items == nil || len(items) != 0 || apitest.Lookup(ans.Body, "data.hasMore") != false {
					t.Errorf("%d %s", ans.Status, ans.Raw)
				}
			}
		})
		t.Run(list+" changed since is inclusive", func(t *testing.T) {
			a.Exec("UPDATE "+table+" SET updated_at = '2031-05-05 05:05:05.000005+00' WHERE organization_id = $1 AND id = $2", a.Organization, want[4])
			for since, n := range map[string]float64{"2031-05-05T05:05:05.000005Z": 1, "2031-05-05T07:05:05.000005%2B02:00": 1, "2031-05-05T05:05:05.000006Z": 0, "2000-01-01T00:00:00Z": float64(len(want))} {
				ans := a.REST(t, "admin", "GET /api/v1/"+list+"?count=true&updatedSince="+since, "", nil)
				if got := apitest.Lookup(ans.Body, "data.total"); got != n {
					t.Errorf("since %s: %v, want %v", since, got, n)
				}
			}
		})
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	manyOf(a, 23)
	links := func(path string) map[string]url.Values {
		out := map[string]url.Values{}
		ans := a.REST(t, "admin", "GET "+path, "", nil)
		for _, m := range regexp.MustCompile(`<([^>]*)>; rel="([a-z]*)"`).FindAllStringSubmatch(ans.Header.Get("Link"), -1) {
			u, err := url.Parse(m[1])
			if err != nil || !strings.HasPrefix(m[1], "/api/v1/projects?") {
				t.Errorf("link %q (%v)", m[1], err)
				continue
			}
			out[m[2]] = u.Query()
		}
		return out
	}
	t.Run("they keep the filters as they were written", func(t *testing.T) {
		for rel, query := range links("/api/v1/projects?client_id=" + firstClient(t, a) + "&status=draft,active&name=P%26%3D&expand=client&limit=5&count=true") {
			if query.Get("status") != "draft,active" || query.Get("name") != "P&=" || query.Get("expand") != "client" || query.Get("client_id") == "" || query.Get("limit") != "5" || query.Get("count") != "true" {
				t.Errorf("%s: %v", rel, query)
			}
		}
	})
	for _, test := range []struct{ query, next, prev, first, last string }{
		{"limit=10", "10", "", "0", ""},
		{"limit=10&offset=10", "20", "0", "0", ""},
		{"limit=10&offset=5", "15", "0", "0", ""},
		{"limit=10&offset=20", "", "10", "0", ""},
		{"limit=10&count=true", "10", "", "0", "20"},
		{"limit=5&count=true", "5", "", "0", "20"},
		{"limit=25&count=true", "", "", "0", "0"},
		{"name=nothing&count=true", "", "", "0", "0"},
		{"", "", "", "0", ""},
	} {
		t.Run("of "+test.query, func(t *testing.T) {
			got := links("/api/v1/projects?" + test.query)
			for rel, want := range map[string]string{"next": test.next, "prev": test.prev, "first": test.first, "last": test.last} {
				if offset := got[rel].Get("offset"); offset != want {
					t.Errorf("%s is at %q, want %q", rel, offset, want)
				}
			}
		})
	}
	t.Run("a row changed now is found by the time of its answer", func(t *testing.T) {
		ans := a.REST(t, "admin", "PATCH /api/v1/projects/$atlas", `{"objective": "Fly"}`, nil)
		since := apitest.Lookup(ans.Body, "data.updatedAt").(string)
		if _, err := time.Parse("2006-01-02T15:04:05.000000Z", since); err != nil {
			t.Error(err)
		}
		list := a.REST(t, "admin", "GET /api/v1/projects?count=true&updatedSince="+since, "", nil)
		if apitest.Lookup(list.Body, "data.items.0.id") != a.ID("atlas") || apitest.Lookup(list.Body, "data.total") != 1. {
			t.Errorf("%s: %s", since, list.Raw)
		}
	})
}

func firstClient(t *testing.T, a *apitest.API) string {
	t.Helper()
	ans := a.REST(t, "admin", "GET /api/v1/projects?name=P1", "", nil)
	return apitest.Lookup(ans.Body, "data.items.0.clientId").(string)
}
