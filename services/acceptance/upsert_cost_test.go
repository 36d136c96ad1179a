package acceptance_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// staffed has 100 people below the lead, with the external ids p:1 to p:100.
func staffed(t *testing.T) (a *apitest.API, ran *apitest.Statements) {
	base := apitest.NewIsolated(t)
	ran = &apitest.Statements{}
	a, _ = base.Start(services.Config{
		DB: apitest.OpenRecorded(t, base.DSN, ran), Background: apitest.Open(t, base.DSN),
	})
	mustREST(t, a, "POST /api/v1/users/upsert", `{"match": "email", "items": [`+manyItems(100, func(i int) string {
		return fmt.Sprintf(`{"name": "P%d", "email": "p%d@staff.example", "externalIds": ["p:%d"], "reportsToId": "$lead"}`, i, i, i)
	})+`]}`)
	return a, ran
}

// manyItems returns n items.
func manyItems(n int, item func(i int) string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = item(i + 1)
	}
	return strings.Join(items, ", ")
}

// TestUnchangedRecordsCostNoStatement sends batches that change nothing, of 10 and of 100 records, by an admin and by
// the manager of all.
func TestUnchangedRecordsCostNoStatement(t *testing.T) {
	t.Parallel()
	a, ran := staffed(t)
	lists := map[string]string{
		"users/capabilities":     designer + `,` + engineer,
		"users/working-patterns": partTime("2026-01-01"),
	}
	for path, list := range lists {
		t.Run(path, func(t *testing.T) {
			body := func(n int) string {
				return listOfItems(manyItems(n, func(i int) string { return ofUser(fmt.Sprintf("p:%d", i), list) }))
			}
			mustREST(t, a, "POST /api/v1/"+path+"/upsert", body(100))
			constant(t, a, ran, "POST /api/v1/"+path+"/upsert", body, "unchanged")
		})
	}
	t.Run("time-off", func(t *testing.T) {
		constant(t, a, ran, "POST /api/v1/time-off/upsert", func(n int) string {
			return `{"match": "externalId:hr", "items": [], "deleted": [` + manyItems(n, func(i int) string {
				return fmt.Sprintf(`"01890000-0000-7000-8000-%012d"`, i)
			}) + `]}`
		}, "")
	})
}

// constant expects that a call has as many statements with 10 records as with 100.
func constant(t *testing.T, a *apitest.API, ran *apitest.Statements, call string, body func(n int) string,
	count string) {
	t.Helper()
	for _, caller := range []string{"admin", "lead"} {
		cost := func(n int) int {
			before := ran.Runs("")
			ans := a.REST(t, caller, call+"?include=summary", body(n), nil)
			if ans.Status != http.StatusOK || count != "" &&
				apitest.Lookup(ans.Body, "meta.summary."+count) != float64(n) {
				t.Fatalf("%s by %s: %d %.300s", call, caller, ans.Status, ans.Raw)
			}
			return ran.Runs("") - before
		}
		// On a slow machine, what is known of the caller may have to be read again between two calls.
		few, many := 0, 1
		for try := 0; few != many && try < 3; try++ {
			cost(1) // the caller is known from now on
			few, many = cost(10), cost(100)
		}
		if few != many {
			t.Errorf("%s by %s: %d statements for 10 records, %d for 100", call, caller, few, many)
		}
	}
}

// TestABatchIsWrittenOnce: whether the caller may write a batch is asked before, and by reading alone.
func TestABatchIsWrittenOnce(t *testing.T) {
	t.Parallel()
	a, ran := staffed(t)
	for _, tt := range []struct {
		caller, call, body, write string
		times                     int
	}{
		{"boss", "POST /api/v1/clients/upsert", `{"match": "name", "items": [` + manyItems(3, func(i int) string {
			return fmt.Sprintf(`{"companyName": "Once %d"}`, i)
		}) + `]}`, `INSERT INTO "clients"`, 3},
		{"lead", "POST /api/v1/users/upsert", `{"match": "externalId:p", "items": [` + manyItems(4, func(i int) string {
			return fmt.Sprintf(`{"name": "Q%d", "email": "p%d@staff.example", "externalIds": ["p:%d"]}`, i, i, i)
		}) + `]}`, `UPDATE "users"`, 4},
		{"lead", "POST /api/v1/time-off/upsert", `{"match": "externalId:hr", "items": [` + manyItems(5, func(i int) string {
			return skiing(fmt.Sprintf(`{"userId": "p:%d", "externalIds": ["hr:%d"]}`, i, i))
		}) + `]}`, `INSERT INTO "time_off_requests"`, 5},
		{"lead", "POST /api/v1/users/capabilities/upsert", listOfItems(manyItems(6, func(i int) string {
			return ofUser(fmt.Sprintf("p:%d", i), designer)
		})), `INSERT INTO "user_capabilities"`, 6},
	} {
		before := ran.Runs(tt.write)
		if ans := a.REST(t, tt.caller, tt.call, tt.body, nil); ans.Status != http.StatusOK {
			t.Errorf("%s: %d %s", tt.call, ans.Status, ans.Raw)
		}
		if n := ran.Runs(tt.write) - before; n != tt.times {
			t.Errorf("%s: %s ran %d times, want %d", tt.call, tt.write, n, tt.times)
		}
	}
}

// TestRefusedBatchesLockNothing has the organization locked, and records that the batches name. Whoever may not write
// one of a batch is refused nevertheless, also if the caller may write the others.
func TestRefusedBatchesLockNothing(t *testing.T) {
	t.Parallel()
	a := seed(apitest.NewIsolated(t))
	mustREST(t, a, "POST /api/v1/users/upsert", `{"match": "email", "items": [
		{"name": "Wendy", "email": "worker@example.com", "externalIds": ["m:1"]},
		{"name": "Pete", "email": "peer@example.com", "externalIds": ["m:2"]}]}`)
	tx, err := a.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	for _, lock := range []string{
		`SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE`,
		`SELECT FROM users WHERE organization_id = $1 FOR UPDATE`,
		`SELECT FROM projects WHERE organization_id = $1 FOR UPDATE`,
		`SELECT FROM clients WHERE organization_id = $1 FOR UPDATE`,
		`SELECT FROM time_off_requests WHERE organization_id = $1 FOR UPDATE`,
		`SELECT FROM record_external_ids WHERE organization_id = $1 FOR UPDATE`,
		`SELECT FROM user_capabilities WHERE organization_id = $1 FOR UPDATE`,
	} {
		if _, err := tx.ExecContext(t.Context(), lock, a.Organization); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ name, caller, call, body string }{
		{"addresses move", "peer", "POST /api/v1/users/upsert", `{"match": "externalId:m", "items": [
			{"name": "Wendy", "email": "peer@example.com", "externalIds": ["m:1"]},
			{"name": "Pete", "email": "worker@example.com", "externalIds": ["m:2"]}]}`},
		{"external ids move", "peer", "POST /api/v1/users/upsert", `{"match": "email", "items": [
			{"name": "Wendy", "email": "worker@example.com", "externalIds": ["m:2"]},
			{"name": "Pete", "email": "peer@example.com", "externalIds": ["m:1"]}]}`},
		{"one's own name, and one's own role", "peer", "POST /api/v1/users/upsert", `{"match": "email", "items": [
			{"name": "Pete P", "email": "peer@example.com", "role": "admin"}]}`},
		{"a project to change, and one to take", "boss", "POST /api/v1/projects/upsert", `{"match": "name", "items": [
			{"name": "Atlas", "clientId": "$acme", "startDate": "2026-01-01", "endDate": "2026-12-31", "objective": "x"},
			{"name": "Beacon", "clientId": "$globex", "startDate": "2026-01-01", "endDate": "2026-12-31",
				"projectManagerId": "$boss"}]}`},
		{"a leave of a report, and one of the own manager", "lead", "POST /api/v1/time-off/upsert",
			`{"match": "externalId:hr", "items": [` + skiing(`{"externalIds": ["hr:1"]}`) + `,` +
				skiing(`{"userId": "$boss", "externalIds": ["hr:2"]}`) + `]}`},
		{"a leave to delete", "peer", "POST /api/v1/time-off/upsert",
			`{"match": "externalId:hr", "items": [], "deleted": ["$deletable"]}`},
		{"the skills of a report, and those of another", "lead", "POST /api/v1/users/capabilities/upsert",
			listOfItems(ofUser("$worker", designer), ofUser("$boss", designer))},
	} {
		if ans := a.REST(t, tt.caller, tt.call, tt.body, nil); ans.Status != http.StatusForbidden {
			t.Errorf("%s: %d %s", tt.name, ans.Status, ans.Raw)
		}
	}
}
