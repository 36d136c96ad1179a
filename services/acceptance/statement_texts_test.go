package acceptance_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestStatementTextsDoNotDependOnNumbers makes the same calls with pages and batches of many sizes. A connection keeps
// few statements prepared, so a text for each size would replace those that are needed all the time.
func TestStatementTextsDoNotDependOnNumbers(t *testing.T) {
	const most = 30
	a := apitest.NewIsolated(t)
	a.Exec(`INSERT INTO clients (organization_id, id, version, created_at, updated_at, company_name, is_active, client_priority, categories)
		SELECT $1, md5('client' || i)::uuid, 1, now(), now(), 'Client ' || i, true, 'low', '{}' FROM generate_series(1, $2::int) i`,
		a.Organization, most)
	a.Exec(`INSERT INTO projects (organization_id, id, version, created_at, updated_at, name, client_id, start_date,
		end_date, project_manager_id, status, billing_type)
		SELECT $1, md5('project' || i)::uuid, 1, now(), now(), 'Project ' || i, md5('client' || i)::uuid,
			'2026-01-01', '2026-12-31', $3, 'active', 'non_billable'
		FROM generate_series(1, $2::int) i`, a.Organization, most, a.ID("pm"))
	var ran apitest.Statements
	b, _ := a.Start(services.Config{DB: apitest.OpenRecorded(t, a.DSN, &ran), Background: apitest.Open(t, a.DSN)})
	feed := b.REST(t, "worker",
		"POST /api/v1/calendar-feed", "", nil).Body.(map[string]any)["data"].(map[string]any)["url"].(string)
	texts := 0
	for n := 1; n <= most; n++ {
		b.Exec(`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
			VALUES ($1, gen_random_uuid(), 1, now(), now(), $2, md5('project' || $3::int)::uuid, current_date + $3::int, 8)`,
			b.Organization, b.ID("worker"), n)
		for _, path := range []string{"projects?expand=client,projectManager&limit=%d", "users?limit=%d",
			"users?offset=%d", "holidays?limit=%d", "keys?limit=%d", "time-off?limit=%d", "assignments?limit=%d"} {
			if ans := b.REST(t, "admin", "GET /api/v1/"+fmt.Sprintf(path, n), "", nil); ans.Status != http.StatusOK {
				t.Fatalf("%s: %d %s", path, ans.Status, ans.Message)
			}
		}
		resp, err := http.Get(b.URL + feed)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d", feed, resp.StatusCode)
		}
		switch {
		case n == 2:
			texts = ran.Texts()
		case n > 2 && ran.Texts() != texts:
			t.Fatalf("%d texts of statements for pages of 1 and 2 records, %d with one of %d", texts, ran.Texts(), n)
		}
	}
}
