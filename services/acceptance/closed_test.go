package acceptance_test

import (
	"fmt"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestNothingWithoutAnEventIsWrittenAfterTheOrganizationIsClosed closes an organization, as a move does, while a call
// that was admitted before waits for a lock. The other installation would not get what it writes. A write with an event
// checks that itself.
func TestNothingWithoutAnEventIsWrittenAfterTheOrganizationIsClosed(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t, "no organization is moved from there, and locks are on the workers")
	a := apitest.NewIsolated(t)
	h := newHook(t, a, "client.*")
	seq := write(t, a, 1)[0]
	h.waitFor(seq)
	h.caughtUp()
	h.patch(`{"state": "paused"}`)
	a.Exec(`INSERT INTO webhook_redeliveries (organization_id, id, webhook_id, from_seq, to_seq, position, parked)
VALUES ($1, $2, $2, 900, 900, 899, true)`, a.Organization, h.id)
	if ans := a.REST(t, "admin", "PUT /api/v1/me/views", `{"items": [{"name": "First", "query": ""}]}`, nil); !ok(ans) {
		t.Fatal(string(ans.Raw))
	}
	for _, test := range []struct{ name, lock, call, body, written string }{
		{"saved views", `user_views`, "PUT /api/v1/me/views", `{"items": []}`,
			`SELECT count(*) FROM user_views WHERE version > 1`},
		{"a redelivery", `webhooks`, "POST /api/v1/webhooks/" + h.id + "/redeliver", fmt.Sprintf(`{"seq": %d}`, seq),
			`SELECT count(*) FROM webhook_redeliveries WHERE NOT parked`},
		{"a redelivery of what is parked", `webhook_redeliveries`, "POST /api/v1/webhooks/" + h.id + "/redeliver",
			`{"parked": true}`, `SELECT count(*) FROM webhook_redeliveries WHERE NOT parked`},
	} {
		t.Run(test.name, func(t *testing.T) {
			tx, err := a.DB.BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer tx.Rollback()
			if _, err := tx.ExecContext(t.Context(), "SELECT FROM "+test.lock+" WHERE organization_id = $1 FOR UPDATE",
				a.Organization); err != nil {
				t.Fatal(err)
			}
			answer := make(chan *apitest.Answer)
			go func() { answer <- a.REST(t, "admin", test.call, test.body, nil) }()
			sessions(t, a, "wait_event_type = 'Lock'", 1)
			a.Exec(`UPDATE organizations SET move_id = $1, closed_at = now() WHERE id = $1`, a.Organization)
			defer a.Exec(`UPDATE organizations SET move_id = NULL, closed_at = NULL WHERE id = $1`, a.Organization)
			if err := tx.Rollback(); err != nil {
				t.Fatal(err)
			}
			if ans := <-answer; ans.Status != 503 || ans.Header.Get("Retry-After") != "1" {
				t.Errorf("%d %s", ans.Status, ans.Raw)
			}
			if a.Count(test.written) > 0 {
				t.Error("it was written")
			}
		})
	}
}
