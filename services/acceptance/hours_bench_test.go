package acceptance_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// BenchmarkWindows compares calls with upserts of as many rows, in turns. Run it alone:
//
//	go test ./services/acceptance -run '^$' -bench Windows -benchtime 50x
func BenchmarkWindows(b *testing.B) {
	const rows = 1000
	a := apitest.NewIsolated(b)
	window := `"userId": "$worker", "startDate": "2026-01-01", "endDate": "2027-12-31"`
	items := func(hours int, changed int) string {
		var all []string
		for i := range rows {
			h := 1
			if i%(rows/50) == 0 && changed > 0 {
				h = hours
			}
			all = append(all, fmt.Sprintf(`{"userId": "$worker", "projectId": "%s", "date": "%s", "hours": %d}`,
				[]string{"$atlas", "$beacon"}[i%2],
				time.Date(2026, 1, 1+i/2, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), h))
		}
		return a.Expand(strings.Join(all, ","))
	}
	same := items(1, 0)
	took := map[string]time.Duration{}
	call := func(name, call, body string) {
		started := time.Now()
		if ans := a.REST(b, "admin", call, body, nil); ans.Status != 200 {
			b.Fatalf("%s: %s", name, ans.Raw)
		}
		took[name] += time.Since(started)
	}
	for i := 0; b.Loop(); i++ {
		call("create", "POST /api/v1/assignments", `{"items": [`+same+`]}`)
		call("same", "POST /api/v1/assignments", `{"items": [`+same+`]}`)
		call("window", "PUT /api/v1/assignments/window", `{`+window+`, "items": [`+items(2+i%20, 50)+`]}`)
		call("delete", "DELETE /api/v1/assignments?user_id=$worker&start_date=2026-01-01&end_date=2027-12-31", "")
	}
	for name, d := range took {
		b.ReportMetric(float64(d.Microseconds())/1000/float64(b.N), name+"-ms")
	}
	b.ReportMetric(float64(took["window"])/float64(took["same"]), "window/same")
	b.ReportMetric(float64(took["delete"])/float64(took["create"]), "delete/create")
}

// BenchmarkHoursAsOf compares pages of 180,000 rows as they are with pages as they were, in turns, before 1, 1,000 and
// 100,000 rows were written in batches, and before 1,000 rows were written one by one. Its figures are medians in ms.
//
//	go test ./services/acceptance -run '^$' -bench HoursAsOf -benchtime 21x
func BenchmarkHoursAsOf(b *testing.B) {
	a := apitest.NewAmong(b, func(db *sql.DB) error {
		_, err := db.ExecContext(b.Context(), "SET session_replication_role = replica; "+loadSQL)
		return err
	})
	a.Exec(fmt.Sprintf("SET session_replication_role = replica; SELECT load('%s', %d, %d, '%s'); SET session_replication_role = DEFAULT",
		a.Organization, 2000, 90, a.ID("boss")))
	a.Exec("ANALYZE")
	a, stop := a.Start(services.Config{DB: apitest.Open(b, a.DSN), Background: apitest.Open(b, a.DSN)})
	defer func() {
		if err := stop(); err != nil {
			b.Error(err)
		}
	}()
	write := func(rows, size int) (head int64) {
		head = events(b, a, "admin", "after=head").Head
		var items []string
		result, err := a.DB.QueryContext(b.Context(), `SELECT
			format('{"userId": "%s", "projectId": "%s", "capabilityId": %s, "date": "%s", "hours": %s}',
			user_id, project_id,
			coalesce('"' || capability_id || '"', 'null'), date, floor(random() * 9999) / 1000)
			FROM assignments WHERE organization_id = $1 ORDER BY id LIMIT $2`, a.Organization, rows)
		if err != nil {
			b.Fatal(err)
		}
		defer result.Close()
		for result.Next() {
			var item string
			if err := result.Scan(&item); err != nil {
				b.Fatal(err)
			}
			items = append(items, item)
		}
		for part := range slices.Chunk(items, size) {
			if ans := a.REST(b, "admin", "POST /api/v1/assignments", batch(part), nil); ans.Status != 200 {
				b.Fatal(string(ans.Raw))
			}
		}
		allNumbered(b, a)
		return head
	}
	moments := map[string]int64{}
	moments["100,000"] = write(100_000, 5000)
	moments["1,000-alone"] = write(1000, 1)
	moments["1,000"] = write(1000, 1000)
	moments["1"] = write(1, 1)
	for name, filter := range map[string]string{
		"all": "", "user": "&user_id=$worker", "month": "&start_date=2026-02-01&end_date=2026-02-28",
	} {
		b.Run(name, func(b *testing.B) {
			took := map[string][]time.Duration{}
			get := func(name, query string) {
				started := time.Now()
				if ans := a.REST(b, "admin", "GET /api/v1/assignments?limit=50"+filter+query, "",
					nil); ans.Status != 200 {
					b.Fatal(string(ans.Raw))
				}
				took[name] = append(took[name], time.Since(started))
			}
			for b.Loop() {
				get("now", "")
				for name, seq := range moments {
					get(name, fmt.Sprintf("&asOf=%d", seq))
				}
			}
			for name, all := range took {
				slices.Sort(all)
				b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, name+"-ms")
			}
		})
	}
}

// loadedStaff returns an organization of people with days of planned hours from 2 January 2026 on, an eighth of whom
// are designers, and of the placeholders $vacancy and $skilled, a designer, with 6 hours on each of these days.
func loadedStaff(b *testing.B, people, days int) *apitest.API {
	a := apitest.NewAmong(b, func(db *sql.DB) error {
		_, err := db.ExecContext(b.Context(), "SET session_replication_role = replica; "+loadSQL)
		return err
	})
	a.Exec(fmt.Sprintf("SET session_replication_role = replica; SELECT load('%s', %d, %d, '%s'); SET session_replication_role = DEFAULT",
		a.Organization, people, days, a.ID("boss")))
	a.Exec(`INSERT INTO user_capabilities (organization_id, id, version, created_at, updated_at, items)
		SELECT organization_id, id, 1, now(), now(), jsonb_build_array(jsonb_build_object('capabilityId', $2::uuid, 'level', 4))
		FROM users WHERE organization_id = $1 AND kind IS NULL AND substr(id::text, 1, 1) IN ('0', '1')
		ON CONFLICT (organization_id, id) DO UPDATE SET items = excluded.items`, a.Organization, a.ID("design"))
	a.Exec("ANALYZE")
	a, stop := a.Start(services.Config{DB: apitest.Open(b, a.DSN), Background: apitest.Open(b, a.DSN)})
	b.Cleanup(func() {
		if err := stop(); err != nil {
			b.Error(err)
		}
	})
	var rows []string
	for day := range days {
		for _, name := range []string{"vacancy", "skilled"} {
			rows = append(rows, fmt.Sprintf(`{"userId": "$%s", "projectId": "$atlas", "date": "%s", "hours": 6}`,
				name, time.Date(2026, 1, 2+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)))
		}
	}
	created := a.REST(b, "admin", "POST /api/v1/users", `{"kind": "placeholder", "name": "Designer",
		"capabilities": [{"capabilityId": "$design", "level": 3}]}`, nil)
	id, _ := apitest.Lookup(created.Body, "data.id").(string)
	a = a.With("skilled", id)
	if ans := a.REST(b, "admin", "POST /api/v1/assignments", `{"items": [`+strings.Join(rows, ",")+`]}`,
		nil); ans.Status != 200 {
		b.Fatal(string(ans.Raw))
	}
	return a
}

// BenchmarkCandidates looks for candidates among 2,000 people with 90 days of planned hours each: all of them, those
// who have the capability, and those of the capacity of all in weeks, to compare.
//
//	go test ./services/acceptance -run '^$' -bench Candidates -benchtime 20x
func BenchmarkCandidates(b *testing.B) {
	a := loadedStaff(b, 2000, 90)
	const dates = "start_date=2026-01-02&end_date=2026-04-01"
	for name, path := range map[string]string{
		"all":      "/api/v1/users/$vacancy/candidates?" + dates,
		"able":     "/api/v1/users/$skilled/candidates?" + dates,
		"capacity": "/api/v1/capacity?group_by=organization&bucket=week&" + dates,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if ans := a.REST(b, "admin", "GET "+path, "", nil); ans.Status != 200 {
					b.Fatal(string(ans.Raw))
				}
			}
		})
	}
}

// BenchmarkSuggest suggests people out of 500 for 90 days: for the hours of a placeholder, and for 2,000 hours of a
// project, by each objective.
//
//	go test ./services/acceptance -run '^$' -bench Suggest -benchtime 20x
func BenchmarkSuggest(b *testing.B) {
	a := loadedStaff(b, 500, 90)
	project := `"demand": {"projectId": "$atlas", "hours": 2000, "startDate": "2026-01-02", "endDate": "2026-04-01"}`
	for name, brief := range map[string]string{
		"placeholder":   `{"demand": {"placeholderId": "$skilled", "startDate": "2026-01-02", "endDate": "2026-04-01"}}`,
		"fewest_people": `{"objective": "fewest_people", ` + project + `}`,
		"earliest":      `{"objective": "earliest", ` + project + `}`,
		"least_over":    `{"objective": "least_over", "keepFree": 8, ` + project + `}`,
	} {
		b.Run(name, func(b *testing.B) {
			rows := 0
			for b.Loop() {
				ans := a.REST(b, "admin", "POST /api/v1/proposals/suggest?dryRun=true", brief, nil)
				if ans.Status != 200 {
					b.Fatal(string(ans.Raw))
				}
				found, _ := apitest.Lookup(ans.Body, "data.items").([]any)
				rows = len(found)
			}
			b.ReportMetric(float64(rows), "rows")
		})
	}
}
