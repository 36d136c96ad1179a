package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestWriteOnlyKeysLearnNothing: the errors of a key that may write and not read do not tell what it may not read.
func TestWriteOnlyKeysLearnNothing(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	a.Key("writer", "worker", "write:time_off", "write:assignments", "write:actual_hours")
	a.Key("reader", "worker", "write:time_off", "write:assignments", "write:actual_hours", "read:time_off",
		"read:assignments",
		"read:actual_hours", "read:users", "read:projects")
	t.Run("whether there is an external id, and whose it is", func(t *testing.T) {
		upsert := func(as, id, user string) *apitest.Answer {
			item := skiing(fmt.Sprintf(`{"externalIds": ["hr:%s"], "userId": "$%s"}`, id, user))
			return a.REST(t, as, "POST /api/v1/time-off/upsert", `{"match": "externalId:hr", "items": [`+item+`]}`, nil)
		}
		if got := upsert("admin", "theirs", "peer"); !ok(got) {
			t.Fatal(got.Message)
		}
		for _, user := range []string{"worker", "peer", "boss"} {
			want, got := upsert("writer", "nobodys", user), upsert("writer", "theirs", user)
			if want.Status != 403 || got.Status != want.Status || got.Message != want.Message {
				t.Errorf("of %s: %d %s; of an id that nobody has %d %s", user, got.Status, got.Message, want.Status,
					want.Message)
			}
		}
	})
	t.Run("the rows of a window", func(t *testing.T) {
		for _, path := range []string{"assignments", "actual-hours"} {
			row := `{"items": [{"userId": "$peer", "projectId": "$atlas", "date": "2026-03-%02d", "hours": 1}]}`
			for day := range 2 {
				if got := a.REST(t, "admin", "POST /api/v1/"+path, fmt.Sprintf(row, day+2), nil); !ok(got) {
					t.Fatal(got.Message)
				}
			}
			call := "DELETE /api/v1/" + path + "?user_id=$peer&start_date=2026-03-01&end_date=2026-03-31"
			got := a.REST(t, "writer", call, "", nil)
			if text := string(got.Raw); got.Status != 403 || strings.Contains(text, a.ID("atlas")) ||
				strings.Contains(text, a.ID("peer")) || strings.Contains(text, "2026-03") ||
				!strings.Contains(text, "has a row that is not the caller's to write") {
				t.Errorf("%s: %d %s", path, got.Status, text)
			}
			if got := a.REST(t, "reader", call, "", nil); got.Status != 403 ||
				strings.Count(string(got.Raw), a.ID("atlas")) < 2 {
				t.Errorf("%s: who may read: %d %s", path, got.Status, got.Raw)
			}
		}
	})
}
