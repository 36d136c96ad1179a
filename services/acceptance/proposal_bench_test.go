package acceptance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// wishing makes a proposal with 50 wishes of each of so many people out of loadedStaff, and returns its id.
func wishing(b *testing.B, a *apitest.API, people []string) string {
	b.Helper()
	created := mustREST(b, a, "POST /api/v1/proposals", `{"title": "What if"}`)
	id, _ := apitest.Lookup(created.Body, "data.id").(string)
	for chunk := range slices.Chunk(people, 20) {
		mustREST(b, a, "POST /api/v1/assignments?proposal="+id, `{"items": [`+strings.Join(fiftyDays(chunk), ",")+`]}`)
	}
	return id
}

// fiftyDays returns items of people on 50 days, on which they have hours of another project.
func fiftyDays(people []string) (rows []string) {
	for _, id := range people {
		for day := range 50 {
			rows = append(rows, fmt.Sprintf(`{"userId": %q, "projectId": "$beacon", "date": "%s", "hours": 2}`,
				id, time.Date(2026, 1, 5+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)))
		}
	}
	return rows
}

// BenchmarkProposals reads with a proposal of 1,000 and of 5,000 wishes beside the plan as it is, and applies 5,000
// beside the window that writes the same rows. The medians are of rounds that take turns.
//
//	go test ./services/acceptance -run '^$' -bench Proposals -benchtime 20x
func BenchmarkProposals(b *testing.B) {
	a := loadedStaff(b, 500, 90)
	var ids string
	if err := a.DB.QueryRowContext(b.Context(), `SELECT string_agg(id::text, ' ') FROM (SELECT id FROM users
		WHERE organization_id = $1 AND kind IS NULL ORDER BY id LIMIT 100) u`, a.Organization).Scan(&ids); err != nil {
		b.Fatal(err)
	}
	people := strings.Fields(ids)
	small, large := wishing(b, a, people[:20]), wishing(b, a, people)
	took := map[string][]float64{}
	timed := func(name, call, body string) *apitest.Answer {
		begin := time.Now()
		ans := mustREST(b, a, call, body)
		took[name] = append(took[name], float64(time.Since(begin).Microseconds())/1000)
		return ans
	}
	report := func(b *testing.B) {
		for name, all := range took {
			slices.Sort(all)
			b.ReportMetric(all[len(all)/2], name+"-ms")
		}
		clear(took)
	}
	const month = "start_date=2026-01-05&end_date=2026-02-01"
	for name, path := range map[string]string{
		"list-50":       "/api/v1/assignments?limit=50",
		"list-50-month": "/api/v1/assignments?limit=50&" + month,
		"capacity":      "/api/v1/capacity?bucket=week&start_date=2026-01-02&end_date=2026-04-01",
		"board":         "/api/v1/assignments?limit=200&" + month,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				timed("live", "GET "+path, "")
				for rows, id := range map[string]string{"1000": small, "5000": large} {
					timed(rows, "GET "+path+"&proposal="+id, "")
				}
			}
			report(b)
		})
	}
	b.Run("apply", func(b *testing.B) {
		rows := strings.Join(fiftyDays(people), ",")
		window := `{"projectId": "$beacon", "startDate": "2026-01-05", "endDate": "2026-02-23", "items": [`
		for b.Loop() {
			mustREST(b, a, "PUT /api/v1/assignments/window", window+`]}`)
			timed("window", "PUT /api/v1/assignments/window", window+rows+`]}`)
			mustREST(b, a, "PUT /api/v1/assignments/window", window+`]}`)
			id := wishing(b, a, people)
			mustREST(b, a, "POST /api/v1/proposals/"+id+"/submit", "")
			mustREST(b, a, "POST /api/v1/proposals/"+id+"/approve", "")
			timed("apply", "POST /api/v1/proposals/"+id+"/apply", `{}`)
		}
		report(b)
	})
}
