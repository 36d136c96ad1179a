package acceptance_test

import (
	"slices"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestABatchListsEveryBadItem has one item for each way in which an item can be bad.
func TestABatchListsEveryBadItem(t *testing.T) {
	good := `"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02"`
	bounds := `{` + good + `, "hours": 25}`
	unknown := `{"userId": "$other_worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 1}`
	fine := `{` + good + `, "hours": 2}`
	missing := `{` + good + `}`
	body := `{"items": [` + fine + `, {` + good + `, "hours": "8"}, ` + bounds + `, ` + unknown + `, 7, {` + good +
		`, "hours": 3, "x": 1}, ` + missing + `]}`

	for _, path := range []string{"assignments", "actual-hours"} {
		for _, query := range []string{"", "?dryRun=true"} {
			t.Run(path+query+" over REST", func(t *testing.T) {
				a := apitest.New(t)
				ans := a.REST(t, "admin", "POST /api/v1/"+path+query, body, nil)
				want := []string{"items[1].hours", "items[2].hours", "items[3].userId", "items[4]",
					"items[5].x", "items[6].hours"}
				if ans.Status != 400 || !slices.Equal(ans.Fields, want) ||
					ans.Message != "items[1].hours must be a number (6 items are bad)" {
					t.Errorf("%d %s", ans.Status, ans.Raw)
				}
				if n := a.Count(
					`SELECT (SELECT count(*) FROM assignments) + (SELECT count(*) FROM actual_hours)`,
				); n != 0 {
					t.Errorf("%d rows were written", n)
				}
			})
		}
	}
	for _, rpc := range []string{"AssignmentService/UpsertAssignments", "ActualHoursService/UpsertActualHours"} {
		t.Run(rpc+" over gRPC", func(t *testing.T) {
			a := apitest.New(t)
			ans := a.Call(t, "admin", rpc,
				`{"batch": {"items": [`+fine+`, `+bounds+`, `+unknown+`, `+missing+`]}}`, nil)
			want := []string{"batch.items[1].hours", "batch.items[2].user_id", "batch.items[3].hours"}
			if ans.GRPC != codes.InvalidArgument || !slices.Equal(ans.Fields, want) {
				t.Errorf("%s %q %s", ans.GRPC, ans.Fields, ans.Message)
			}
		})
	}
}
