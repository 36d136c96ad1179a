package acceptance_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/apitest"
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
				[]string{"$atlas", "$beacon"}[i%2], time.Date(2026, 1, 1+i/2, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), h))
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
