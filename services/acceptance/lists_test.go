package acceptance_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// manyOf adds n rows to every list, and twice as many to those of the other organization.
func manyOf(a *apitest.API, n int) {
	for i, o := range []string{a.Organization.String(), a.Other.String()} {
		for _, insert := range []string{
			`INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, default_availability, role, is_active)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(),
					'u' || i || '@example.com', 'U', 40, 'member', true FROM generate_series(1, $2::int) i`,
			`INSERT INTO clients (organization_id, id, version, created_at, updated_at, company_name, is_active,
				client_priority, categories)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(),
					'C' || i, true, 'low', '{}' FROM generate_series(1, $2::int) i`,
			`INSERT INTO capabilities (organization_id, id, version, created_at, updated_at, name, is_active)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(),
					'K' || i, true FROM generate_series(1, $2::int) i`,
			`INSERT INTO time_off_types (organization_id, id, version, created_at, updated_at, name, is_active)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(),
					'T' || i, true FROM generate_series(1, $2::int) i`,
			`INSERT INTO projects (organization_id, id, version, created_at, updated_at, name, client_id, start_date,
				end_date, status, billing_type)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(),
					'P' || i, (SELECT id FROM clients WHERE organization_id = $1 LIMIT 1), '2026-01-01', '2026-02-01',
					'draft', 'non_billable' FROM generate_series(1, $2::int) i`,
			`INSERT INTO time_off_requests (organization_id, id, version, created_at, updated_at, user_id,
				time_off_type_id, start_date, end_date, availability, reason, status)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(),
					(SELECT id FROM users WHERE organization_id = $1 LIMIT 1),
					(SELECT id FROM time_off_types WHERE organization_id = $1 LIMIT 1),
					'2026-01-01', '2026-01-02', 0, 'R', 'pending' FROM generate_series(1, $2::int) i`,
			`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours)
				SELECT $1, gen_random_uuid(), 1, now(), now(), u.id, p.id, CASE WHEN i % 2 = 0 THEN k.id END,
					'2026-01-01'::date + (i % 3)::int, 8
				FROM (SELECT id, row_number() OVER () AS i FROM users WHERE organization_id = $1 LIMIT $2::int) u,
					(SELECT id FROM projects WHERE organization_id = $1 LIMIT 1) p,
					(SELECT id FROM capabilities WHERE organization_id = $1 LIMIT 1) k`,
			`INSERT INTO webhooks (organization_id, id, version, created_at, updated_at, url, types, state,
				api_key_id, secret_generation, position, tries, failures, due_at, lease)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(),
					'https://example.com', '{*}', 'paused',
					(SELECT id FROM api_keys WHERE organization_id = $1 LIMIT 1), 1, 0, 0, 0, now(), 0 FROM generate_series(1, $2::int) i`,
			`INSERT INTO holidays (organization_id, id, version, created_at, updated_at, country_code, date, name, factor)
				SELECT $1, gen_random_uuid(), 1, now(), now(), (ARRAY['DE', 'GB', 'AT'])[1 + i % 3],
					'2026-01-01'::date + (i / 3)::int, 'H', 1 FROM generate_series(1, $2::int) i`,
			`INSERT INTO proposals (organization_id, id, version, created_at, updated_at, title, visibility, reviewer_ids, source,
				status, creator_id, row_count, outcome)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(), 'P', 'private', '{}',
					'person',
					'rejected', (SELECT id FROM users WHERE organization_id = $1 LIMIT 1), 0, '{}' FROM generate_series(1, $2::int) i`,
			`INSERT INTO locks (organization_id, id, version, created_at, updated_at, end_date, kinds, user_ids, reason, exceptions,
				created_by_id)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(), '2020-01-31',
					'{time_off}', '{}', 'L', '[]', (SELECT id FROM users WHERE organization_id = $1 LIMIT 1)
				FROM generate_series(1, $2::int) i`,
			`INSERT INTO timesheets (organization_id, id, version, created_at, updated_at, user_id, start_date, end_date, status, hours)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(),
					(SELECT id FROM users WHERE organization_id = $1 LIMIT 1), '2026-01-01', '2026-01-07', 'withdrawn', 8
				FROM generate_series(1, $2::int) i`,
			`INSERT INTO actual_hours_entries (organization_id, id, version, created_at, updated_at, entry_id, user_id, project_id,
				date, hours)
				SELECT $1, gen_random_uuid(), 1, '2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(), i::text,
					(SELECT id FROM users WHERE organization_id = $1 LIMIT 1),
					(SELECT id FROM projects WHERE organization_id = $1 LIMIT 1), '2024-01-01', 0 FROM generate_series(1, $2::int) i`,
			`INSERT INTO sessions (organization_id, id, user_id, token_hash, method, created_at, last_used_at, expires_at)
				SELECT $1, gen_random_uuid(), (SELECT id FROM users WHERE organization_id = $1 LIMIT 1),
					sha256(convert_to(i::text, 'UTF8')), 'demo',
					'2026-01-01'::timestamptz + i % 3 * interval '1 hour', now(), now() + interval '1 day'
					FROM generate_series(1, $2::int) i`,
			`INSERT INTO calendar_feeds (organization_id, id, token_hash, created_at)
				SELECT $1, id, sha256(convert_to(id::text, 'UTF8')),
					'2026-01-01'::timestamptz + i % 3 * interval '1 hour'
					FROM (SELECT id, row_number() OVER (ORDER BY id) AS i FROM users WHERE organization_id = $1 LIMIT $2::int) u`,
			`INSERT INTO actual_hours SELECT organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date,
				hours FROM assignments WHERE organization_id = $1 AND $2::int > 0 ON CONFLICT DO NOTHING`,
		} {
			a.Exec(insert, o, n*(i+1))
		}
	}
}

var next = regexp.MustCompile(`<([^>]*)>; rel="next"`)

// TestPages reads every list by its links and by cursor: each row comes once, in the
// order of the list.
func TestPages(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	manyOf(a, 23)
	for list, table := range map[string]string{
		"users": "users", "clients": "clients", "projects": "projects", "assignments": "assignments",
		"actual-hours": "actual_hours", "time-off": "time_off_requests", "capabilities": "capabilities",
		"time-off-types": "time_off_types",
		"webhooks":       "webhooks", "holidays": "holidays", "locks": "locks", "timesheets": "timesheets",
		"actual-hours/entries": "actual_hours_entries",
		"sessions":             "sessions", "calendar-feeds": "calendar_feeds",
	} {
		changes := list != "sessions" && list != "calendar-feeds" // which have no updatedAt
		order, only := "created_at, id", ""
		if list == "users" {
			only = " AND kind IS NULL"
		}
		if list == "assignments" || list == "actual-hours" {
			order = "date, user_id, project_id, capability_id NULLS FIRST"
		} else if list == "holidays" {
			order = "date, country_code"
		}
		var want []string
		rows, err := a.DB.QueryContext(t.Context(),
			"SELECT id::text FROM "+table+" WHERE organization_id = $1"+only+" ORDER BY "+order, a.Organization)
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
				path := fmt.Sprintf("/api/v1/%s?limit=%d", list, limit)
				if changes {
					path += "&updatedSince=2020-01-01T00:00:00Z"
				}
				for pages := 0; path != ""; pages++ {
					if pages > 60 {
						t.Fatal("the links have no end")
					}
					ans := a.REST(t, "admin", "GET "+path, "", nil)
					items, _ := apitest.Lookup(ans.Body, "data.items").([]any)
					for _, item := range items {
						got = append(got, item.(map[string]any)["id"].(string))
					}
					m := next.FindStringSubmatch(ans.Header.Get("Link"))
					if more := apitest.Lookup(ans.Body, "data.hasMore"); more != (m != nil) || len(items) > limit ||
						apitest.Lookup(ans.Body, "data.total") != nil || ans.Header.Get("X-Total-Count") != "" {
						t.Errorf("%s: %d items, hasMore %v, Link %q, total %v", path, len(items), more,
							ans.Header.Get("Link"), apitest.Lookup(ans.Body, "data.total"))
					}
					path = ""
					if m != nil {
						path = "/api/v1/" + list + m[1]
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("by %d: %d rows, want %d in order", limit, len(got), len(want))
				}
			}
		})
		t.Run(list+" by cursor", func(t *testing.T) {
			for _, limit := range []int{1, 7, 200} {
				for _, overREST := range []bool{true, false} {
					if got := byCursor(t, a, list, limit, overREST, nil); !slices.Equal(got, want) {
						t.Errorf("by %d: %d rows, want %d in order", limit, len(got), len(want))
					}
				}
			}
		})
		t.Run(list+" over gRPC is the same", func(t *testing.T) {
			i := slices.IndexFunc(calls, func(c call) bool { return c.rest == "GET /api/v1/"+list })
			ans := a.Call(t, "admin", calls[i].rpc, `{"limit": 5, "offset": 3, "count": true}`, nil)
			rest := a.REST(t, "admin", "GET /api/v1/"+list+"?limit=5&offset=3&count=true", "", nil)
			if fmt.Sprint(ans.Body) != fmt.Sprint(rest.Body) ||
				apitest.Lookup(ans.Body, "data.total") != float64(len(want)) ||
				rest.Header.Get("X-Total-Count") != fmt.Sprint(len(want)) {
				t.Errorf("%v\n%v\nof %d", ans.Body, rest.Body, len(want))
			}
		})
		t.Run(list+" past its end is empty", func(t *testing.T) {
			for _, offset := range []string{fmt.Sprint(len(want)), "9007199254740991"} {
				ans := a.REST(t, "admin", "GET /api/v1/"+list+"?offset="+offset, "", nil)
				if items, _ := apitest.Lookup(ans.Body, "data.items").([]any); ans.Status != 200 || items == nil ||
					len(items) != 0 || apitest.Lookup(ans.Body, "data.hasMore") != false {
					t.Errorf("%d %s", ans.Status, ans.Raw)
				}
			}
		})
		if !changes {
			continue
		}
		t.Run(list+" changed since is inclusive", func(t *testing.T) {
			a.Exec("UPDATE "+table+" SET updated_at = '2031-05-05 05:05:05.000005+00' WHERE organization_id = $1 "+
				"AND id = $2", a.Organization, want[4])
			for since, n := range map[string]float64{
				"2031-05-05T05:05:05.000005Z": 1, "2031-05-05T07:05:05.000005%2B02:00": 1,
				"2031-05-05T05:05:05.000006Z": 0, "2000-01-01T00:00:00Z": float64(len(want)),
			} {
				ans := a.REST(t, "admin", "GET /api/v1/"+list+"?count=true&updatedSince="+since, "", nil)
				if got := apitest.Lookup(ans.Body, "data.total"); got != n {
					t.Errorf("since %s: %v, want %v", since, got, n)
				}
			}
		})
	}
}

// listPage returns a page of a list over either protocol. params are those of the query.
func listPage(t *testing.T, a *apitest.API, list string, params map[string]any, overREST bool) *apitest.Answer {
	t.Helper()
	if !overREST {
		i := slices.IndexFunc(calls, func(c call) bool { return c.rest == "GET /api/v1/"+list })
		return a.Call(t, "admin", calls[i].rpc, asJSON(params), nil)
	}
	query := url.Values{}
	for name, value := range params {
		query.Set(name, fmt.Sprint(value))
	}
	return a.REST(t, "admin", "GET /api/v1/"+list+"?"+query.Encode(), "", nil)
}

// byCursor returns the ids of a whole list, read by cursor. between runs after each
// page.
func byCursor(t *testing.T, a *apitest.API, list string, limit int, overREST bool, between func()) (ids []string) {
	t.Helper()
	params := map[string]any{"limit": limit}
	for range 100_000 {
		ans := inQueue(t, func() *apitest.Answer { return listPage(t, a, list, params, overREST) })
		items, _ := apitest.Lookup(ans.Body, "data.items").([]any)
		for _, item := range items {
			ids = append(ids, apitest.Lookup(item, "id").(string))
		}
		cursor, more := apitest.Lookup(ans.Body, "data.nextCursor").(string)
		if !ok(ans) || more != (apitest.Lookup(ans.Body, "data.hasMore") == true) ||
			apitest.Lookup(ans.Body, "data.offset") != 0. {
			t.Fatalf("page of %v: %s %v", params, ans.Message, ans.Body)
		}
		if !more {
			return ids
		}
		params["cursor"] = cursor
		if between != nil {
			between()
		}
	}
	t.Fatal("the cursors have no end")
	return nil
}

// TestSort reads lists from their end.
func TestSort(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	manyOf(a, 23)
	for _, list := range []string{"users", "clients", "projects", "time-off"} {
		want := byCursor(t, a, list, 200, true, nil)
		slices.Reverse(want)
		for _, overREST := range []bool{true, false} {
			t.Run(fmt.Sprint(list, " over REST ", overREST), func(t *testing.T) {
				var got []string
				for params := (map[string]any{"limit": 7, "sort": "-createdAt"}); params != nil; {
					ans := listPage(t, a, list, params, overREST)
					items, _ := apitest.Lookup(ans.Body, "data.items").([]any)
					for _, item := range items {
						got = append(got, apitest.Lookup(item, "id").(string))
					}
					cursor, more := apitest.Lookup(ans.Body, "data.nextCursor").(string)
					if params["cursor"] = cursor; !more {
						break
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%q, want %q", got, want)
				}
				first := listPage(t, a, list, map[string]any{"limit": 7, "sort": "createdAt"}, overREST)
				if id := apitest.Lookup(first.Body, "data.items.0.id"); id != want[len(want)-1] {
					t.Errorf("the first one is %v", id)
				}
				cursor := apitest.Lookup(first.Body, "data.nextCursor")
				ans := listPage(t, a, list, map[string]any{"sort": "-createdAt", "cursor": cursor}, overREST)
				if ans.Code != "validation_failed" || ans.Fields[0] != "cursor" {
					t.Errorf("a cursor of the other order: %s %v", ans.Code, ans.Fields)
				}
				ans = listPage(t, a, list, map[string]any{"sort": "name"}, overREST)
				if ans.Code != "validation_failed" || ans.Fields[0] != "sort" {
					t.Errorf("an order that is none: %s %v", ans.Code, ans.Fields)
				}
			})
		}
	}
}

func TestCursorsBelongToTheirList(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	manyOf(a, 3)
	var all []string
	for _, c := range calls {
		if list, found := strings.CutPrefix(c.rest, "GET /api/v1/"); found && strings.Contains(c.rpc, "/List") &&
			list != "events" && !strings.ContainsAny(list, "/?") {
			all = append(all, list)
		}
	}
	if len(all) != 16 {
		t.Fatalf("lists %q", all)
	}
	for _, from := range all {
		cursor := apitest.Lookup(listPage(t, a, from, map[string]any{"limit": 1}, true).Body, "data.nextCursor")
		for _, to := range all {
			for _, overREST := range []bool{true, false} {
				ans := listPage(t, a, to, map[string]any{"cursor": cursor}, overREST)
				if ok(ans) != (from == to) || from != to && !slices.Equal(ans.Fields, []string{"cursor"}) {
					t.Errorf("a cursor of %s for %s: %s %v", from, to, ans.Code, ans.Fields)
				}
			}
		}
	}
}

// TestCursorsHoldUnderWrites reads lists while rows are written. By cursor, each row
// that was there throughout comes exactly once. The controls show what an offset does.
func TestCursorsHoldUnderWrites(t *testing.T) {
	t.Parallel()
	// counts returns how often each of the ids comes.
	counts := func(ids, in []string) (n []int) {
		for _, id := range ids {
			n = append(n, len(slices.DeleteFunc(slices.Clone(in), func(s string) bool { return s != id })))
		}
		return n
	}
	bothHours(t, func(t *testing.T, h hours) {
		a := apitest.New(t)
		list := strings.TrimPrefix(h.path, "/api/v1/")
		ans := h.upsertOver(t, a, true, repeated(300, `{}`))
		rows, _ := apitest.Lookup(ans.Body, h.rows).([]any)
		want := make([]string, len(rows))
		for i, row := range rows {
			want[i] = apitest.Lookup(row, "id").(string)
		}
		stop := make(chan struct{})
		var writers sync.WaitGroup
		end := sync.OnceFunc(func() { close(stop); writers.Wait() })
		defer end()
		for i := range 2 {
			writers.Go(func() {
				for n := 0; ; n++ {
					select {
					case <-stop:
						return
					default:
					}
					// Changed.
					all := repeated(300, fmt.Sprintf(`{"hours": %d}`, n%24))
					// New.
					for _, override := range []string{`{"userId": "$peer"}`, `{"capabilityId": "$design"}`,
						`{"projectId": "$beacon"}`} {
						all = append(all, merged(all[rand.IntN(300)], override))
					}
					if ans := h.upsertInQueue(t, a, i == 0, all); !ok(ans) {
						t.Error(ans.Message)
					}
				}
			})
		}
		for i := range 6 {
			if got := counts(want, byCursor(t, a, list, 7, i%2 == 0, nil)); slices.ContainsFunc(got, func(n int) bool {
				return n != 1
			}) {
				t.Errorf("the rows come %v times", got)
			}
		}
		end()

		t.Run("control: an offset repeats a row", func(t *testing.T) {
			first := listPage(t, a, list, map[string]any{"limit": 1}, true)
			h.upsertOver(t, a, true, []string{day(`{"date": "0001-01-01"}`)})
			second := listPage(t, a, list, map[string]any{"limit": 1, "offset": 1}, true)
			if apitest.Lookup(first.Body, "data.items.0.id") != apitest.Lookup(second.Body, "data.items.0.id") {
				t.Error("it does not")
			}
		})
	})
	t.Run("time off", func(t *testing.T) {
		for _, overREST := range []bool{true, false} {
			a := apitest.New(t)
			manyOf(a, 30)
			before := byCursor(t, a, "time-off", 200, true, nil)
			var kept []string
			for i, id := range before {
				if i%3 > 0 {
					kept = append(kept, id)
				}
			}
			i := 0
			got := byCursor(t, a, "time-off", 4, overREST, func() { // deletes every third, read or not, and adds one
				for range 2 {
					if i < len(before) {
						a.Exec("DELETE FROM time_off_requests WHERE id = $1", before[i])
						i += 3
					}
				}
				a.REST(t, "admin", "POST /api/v1/time-off", skiing(`{}`), nil)
			})
			if n := counts(kept, got); slices.ContainsFunc(n, func(n int) bool { return n != 1 }) {
				t.Errorf("the rows come %v times", n)
			}
			if i < len(before) {
				t.Errorf("only the first %d of %d rows were written meanwhile", i, len(before))
			}
		}
		t.Run("control: an offset loses a row", func(t *testing.T) {
			a := apitest.New(t)
			manyOf(a, 3)
			ids := byCursor(t, a, "time-off", 200, true, nil)
			a.Exec("DELETE FROM time_off_requests WHERE id = $1", ids[0])
			if next := listPage(t, a, "time-off",
				map[string]any{"limit": 1, "offset": 1}, true); apitest.Lookup(next.Body, "data.items.0.id") != ids[2] {
				t.Error("it does not")
			}
		})
	})
}

// TestLargePagesEndEarly reads projects with objectives of the maximum length, with a
// gRPC client that accepts 4 MiB, the default.
func TestLargePagesEndEarly(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Exec(`INSERT INTO projects (organization_id, id, version, created_at, updated_at, name, client_id, start_date,
		end_date, objective, status, billing_type)
		SELECT $1, gen_random_uuid(), 1, now(), now(), 'Long', $2, '2026-01-01', '2026-02-01', repeat('日', 10000),
			'draft', 'non_billable' FROM generate_series(1, 250)`,
		a.Organization, a.ID("acme"))
	for _, overREST := range []bool{true, false} {
		for _, params := range []map[string]any{{"limit": 200}, {"limit": 200, "offset": 2, "count": true}} {
			ans := listPage(t, a, "projects", params, overREST)
			items, _ := apitest.Lookup(ans.Body, "data.items").([]any)
			if n := len(items); n < 100 || n > 110 || apitest.Lookup(ans.Body, "data.limit") != float64(n) ||
				apitest.Lookup(ans.Body, "data.hasMore") != true {
				t.Errorf("%d %s: %d items, limit %v, hasMore %v", ans.Status, ans.Message, n,
					apitest.Lookup(ans.Body, "data.limit"), apitest.Lookup(ans.Body, "data.hasMore"))
			}
		}
		ids := byCursor(t, a, "projects", 200, overREST, nil)
		slices.Sort(ids)
		if len(slices.Compact(ids)) != 252 || len(ids) != 252 {
			t.Errorf("%d rows, want 252", len(ids))
		}
	}
}

func TestUserFilters(t *testing.T) {
	bad := func(param string) expectation { return badParam("validation_failed", param) }
	filter := func(query, request string, e expectation) apitest.Step { return userAPI.list(query, query, request, e) }
	apitest.Run(t, []apitest.Step{
		userAPI.update("the peer has another name", "$peer", `{"name": "Übel % Öhl"}`),
		do("the loner is no longer active", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE users SET is_active = false WHERE id = $1", a.ID("loner"))
		}),
		filter("email=worker@example.com", `{"email": "worker@example.com"}`, data(rowsOf("$worker"))),
		filter("email=WORKER@Example.COM", `{"email": "WORKER@Example.COM"}`, data(rowsOf("$worker"))),
		filter("email=worker@example.co_", `{"email": "worker@example.co_"}`, data(noRows)),
		filter("email=worker", `{"email": "worker"}`, data(noRows)),
		filter("email=", `{"email": ""}`, bad("email")),
		filter("name=ER", `{"name": "ER"}`, data(rowsOf("$worker", "$loner"))),
		filter("name=%C3%BCBEL+%25+%C3%96", `{"name": "üBEL % Ö"}`, data(rowsOf("$peer"))),
		filter("name=_", `{"name": "_"}`, data(noRows)),
		filter("nameExact=%C3%9Cbel+%25+%C3%96hl", `{"nameExact": "Übel % Öhl"}`, data(rowsOf("$peer"))),
		filter("nameExact=%C3%9Cbel+%25", `{"nameExact": "Übel %"}`, data(noRows)),
		filter("nameExact=%C3%BCbel+%25+%C3%96hl", `{"nameExact": "übel % Öhl"}`, data(noRows)),
		filter("name_exact=+%C3%9Cbel+%25+%C3%96hl+", `{"nameExact": " Übel % Öhl "}`, data(rowsOf("$peer"))),
		filter("nameExact=+", `{"nameExact": " "}`, bad("nameExact")),
		filter("isActive=false", `{"isActive": false}`, data(rowsOf("$loner"))),
		filter("is_active=true&limit=1&count=true", `{"isActive": true, "limit": 1, "count": true}`,
			data(`{`+itemsOf("$admin")+`, "total": 6}`)),
		filter("role=manager", `{"role": "ROLE_MANAGER"}`, data(rowsOf("$boss"))),
		filter("role=unspecified", `{"role": 0}`, bad("role")),
		filter("role=admin,manager", "", bad("role")),
		filter("reportsToId=$lead", `{"reportsToId": "$lead"}`, data(rowsOf("$worker", "$peer"))),
		filter("reports_to_id=$unknown", `{"reportsToId": "$unknown"}`, data(noRows)),
		filter("reportsToId=$other_lead", `{"reportsToId": "$other_lead"}`, data(noRows)),
		filter("reportsToId=x", `{"reportsToId": "x"}`, bad("reportsToId")),
		filter("role=member&reportsToId=$lead&isActive=true&name=wo&email=worker@example.com&updatedSince=2020-01-01T00:00:00Z",
			`{"role": "ROLE_MEMBER", "reportsToId": "$lead", "isActive": true, "name": "wo",
				"email": "worker@example.com", "updatedSince": "2020-01-01T00:00:00Z"}`,
			data(rowsOf("$worker"))),
		userAPI.list("a page of a filter", "role=member&limit=2", `{"role": "ROLE_MEMBER", "limit": 2}`,
			data(`{`+itemsOf("$lead", "$worker")+`, "hasMore": true}`), keepsCursor),
		userAPI.list("the next page of the filter", "role=member&limit=2&cursor=$cursor",
			`{"role": "ROLE_MEMBER", "limit": 2, "cursor": "$cursor"}`,
			data(`{`+itemsOf("$peer", "$loner")+`, "hasMore": true}`)),
		userAPI.list("the cursor is refused with another filter", "role=admin&cursor=$cursor",
			`{"role": "ROLE_ADMIN", "cursor": "$cursor"}`, bad("cursor")),
	})
}

func TestClientFilters(t *testing.T) {
	filter := func(query, request string, e expectation) apitest.Step {
		return clientAPI.list(query, query, request, e)
	}
	apitest.Run(t, []apitest.Step{
		clientAPI.update("Globex is inactive and has a manager", "$globex",
			`{"isActive": false, "accountManagerId": "$pm"}`),
		filter("name=CM", `{"name": "CM"}`, data(rowsOf("$acme"))),
		filter("name=%25", `{"name": "%"}`, data(noRows)),
		filter("nameExact=Acme", `{"nameExact": "Acme"}`, data(rowsOf("$acme"))),
		filter("nameExact=ACME", `{"nameExact": "ACME"}`, data(noRows)),
		filter("nameExact=Acm", `{"nameExact": "Acm"}`, data(noRows)),
		filter("ids=$acme,$globex&isActive=true", `{"ids": ["$acme", "$globex"], "isActive": true}`,
			data(rowsOf("$acme"))),
		filter("isActive=true", `{"isActive": true}`, data(rowsOf("$acme"))),
		filter("isActive=false", `{"isActive": false}`, data(rowsOf("$globex"))),
		filter("accountManagerId=$pm", `{"accountManagerId": "$pm"}`, data(rowsOf("$globex"))),
		filter("account_manager_id=$other_pm", `{"accountManagerId": "$other_pm"}`, data(noRows)),
		filter("accountManagerId=", `{"accountManagerId": ""}`, badParam("validation_failed", "accountManagerId")),
		filter("name=glob&isActive=false&accountManagerId=$pm&count=true",
			`{"name": "glob", "isActive": false, "accountManagerId": "$pm", "count": true}`,
			data(`{`+itemsOf("$globex")+`, "total": 1}`)),
	})
}

// TestListsByIDs reads records by their ids, from every list that has this filter.
func TestListsByIDs(t *testing.T) {
	for _, tt := range []struct {
		resource
		first, second string // in the order of the list
	}{
		{userAPI, "$lead", "$worker"}, {clientAPI, "$acme", "$globex"}, {projectAPI, "$atlas", "$beacon"},
		{capabilities, "$design", "$engineering"},
	} {
		t.Run(tt.table, func(t *testing.T) {
			list := func(name string, ids []string, rest, restRPC string, expectations ...expectation) apitest.Step {
				return tt.list(name, "ids="+strings.Join(ids, ",")+rest,
					`{"ids": `+asJSON(ids)+restRPC+`}`, expectations...)
			}
			many := slices.Repeat([]string{tt.second}, 201)
			other := strings.Replace(tt.first, "$", "$other_", 1)
			apitest.Run(t, []apitest.Step{
				list("in the order of the list", []string{tt.second, tt.first}, "", "",
					data(rowsOf(tt.first, tt.second))),
				list("unknown ids and those of others are left out", []string{other, "$unknown", tt.second},
					"&count=true",
					`, "count": true`, data(`{`+itemsOf(tt.second)+`, "total": 1, "hasMore": false, "nextCursor": null}`)),
				list("none is left", []string{"$unknown"}, "", "", data(noRows)),
				list("an id is a UUID", []string{"x", tt.first}, "", "",
					badParam("validation_failed", "ids"), overGRPCPath("ids[0]")),
				list("an id twice is one row", []string{tt.first, tt.first}, "", "", data(rowsOf(tt.first))),
				list("200 are enough", many[:200], "", "", data(rowsOf(tt.second))),
				list("201 are too many", many, "", "", badParam("validation_failed", "ids")),
				tt.list("and so is none", "ids=", "", badParam("validation_failed", "ids")),
				list("a page", []string{tt.first, tt.second}, "&limit=1", `, "limit": 1`,
					data(`{`+itemsOf(tt.first)+`, "hasMore": true}`), keepsCursor),
				list("the next page", []string{tt.first, tt.second}, "&limit=1&cursor=$cursor",
					`, "limit": 1, "cursor": "$cursor"`,
					data(`{`+itemsOf(tt.second)+`, "hasMore": false}`)),
				list("a cursor is for its ids", []string{tt.second}, "&cursor=$cursor", `, "cursor": "$cursor"`,
					badParam("validation_failed", "cursor")),
				list("with another filter", []string{tt.first, tt.second}, "&updatedSince=2999-01-01T00:00:00Z",
					`, "updatedSince": "2999-01-01T00:00:00Z"`, data(noRows)),
			})
		})
	}
	apitest.Run(t, []apitest.Step{
		userAPI.list("a placeholder is left out", "ids=$vacancy,$worker", `{"ids": ["$vacancy", "$worker"]}`,
			data(rowsOf("$worker"))),
		userAPI.list("unless the kind is all", "ids=$vacancy,$worker&kind=all",
			`{"ids": ["$vacancy", "$worker"], "kind": "USER_KIND_FILTER_ALL"}`, data(rowsOf("$worker", "$vacancy"))),
	})
}

func TestLinks(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	manyOf(a, 23)
	links := func(path string) map[string]url.Values {
		out := map[string]url.Values{}
		ans := a.REST(t, "admin", "GET "+path, "", nil)
		for _, m := range regexp.MustCompile(`<([^>]*)>; rel="([a-z]*)"`).
			FindAllStringSubmatch(ans.Header.Get("Link"), -1) {
			u, err := url.Parse(m[1])
			if err != nil || !strings.HasPrefix(m[1], "?") {
				t.Errorf("link %q (%v)", m[1], err)
				continue
			}
			out[m[2]] = u.Query()
		}
		return out
	}
	t.Run("links keep the filters as they were written", func(t *testing.T) {
		for rel, query := range links("/api/v1/projects?client_id=" + firstClient(t, a) +
			"&status=draft,active&name=P%26%3D&expand=client&limit=5&count=true") {
			if query.Get("status") != "draft,active" || query.Get("name") != "P&=" || query.Get("expand") != "client" ||
				query.Get("client_id") == "" || query.Get("limit") != "5" || query.Get("count") != "true" {
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
			for rel, want := range map[string]string{
				"next": test.next, "prev": test.prev, "first": test.first, "last": test.last,
			} {
				if offset := got[rel].Get("offset"); offset != want {
					t.Errorf("%s is at %q, want %q", rel, offset, want)
				}
			}
		})
	}
	t.Run("a changed row is found by the updatedAt of its response", func(t *testing.T) {
		ans := a.REST(t, "admin", "PATCH /api/v1/projects/$atlas", `{"objective": "Fly"}`, nil)
		since := apitest.Lookup(ans.Body, "data.updatedAt").(string)
		if _, err := time.Parse("2006-01-02T15:04:05.000000Z", since); err != nil {
			t.Error(err)
		}
		list := a.REST(t, "admin", "GET /api/v1/projects?count=true&updatedSince="+since, "", nil)
		if apitest.Lookup(list.Body, "data.items.0.id") != a.ID("atlas") ||
			apitest.Lookup(list.Body, "data.total") != 1. {
			t.Errorf("%s: %s", since, list.Raw)
		}
	})
}

func firstClient(t *testing.T, a *apitest.API) string {
	t.Helper()
	ans := a.REST(t, "admin", "GET /api/v1/projects?name=P1", "", nil)
	return apitest.Lookup(ans.Body, "data.items.0.clientId").(string)
}
