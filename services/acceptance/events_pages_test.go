package acceptance_test

import (
	"fmt"
	"testing"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestPagesOfLargeEvents reads events that are much larger than usual. The size of a page is bounded, and the database
// sends no more than that. An event that is larger than a page is a page of its own.
func TestPagesOfLargeEvents(t *testing.T) {
	t.Parallel()
	const small, large, events = 300_000, 1_500_000, 40
	a := apitest.NewIsolated(t)
	first := a.Count(`SELECT seq FROM event_heads WHERE organization_id = $1`, a.Organization) + 1
	a.Exec(`INSERT INTO events (organization_id, id, seq, written_at, type, request_id, record_id, row_count, encoding, data)
		SELECT $1, gen_random_uuid(), $2::bigint + i, now(), 'client.updated', '', $3, 0, 1,
			convert_to('{"before":{},"after":{"note":"' ||
				repeat('x', CASE WHEN i IN (0, 20) THEN $4::int ELSE $5::int END) || '"}}', 'UTF8')
		FROM generate_series(0, $6::int - 1) i`, a.Organization, first, a.ID("acme"), large, small, events)
	a.Exec(`UPDATE event_heads SET seq = seq + $2 WHERE organization_id = $1`, a.Organization, events)
	var ran apitest.Statements
	b, _ := a.Start(services.Config{DB: apitest.OpenRecorded(t, a.DSN, &ran), Background: apitest.Open(t, a.DSN)})
	for _, filter := range []string{"", "&recordId=" + a.ID("acme")} {
		next, seq := first-1, first
		for seq < first+events {
			before := ran.Bytes()
			data := b.REST(t, "admin", fmt.Sprintf("GET /api/v1/events?limit=200&after=%d%s", next, filter), "",
				nil).Body.(map[string]any)["data"].(map[string]any)
			items := data["items"].([]any)
			if len(items) == 0 {
				t.Fatalf("no events after %d", next)
			}
			for _, item := range items {
				if got := int(item.(map[string]any)["seq"].(float64)); got != seq {
					t.Fatalf("event %d, want %d", got, seq)
				}
				seq++
			}
			most := int64(1<<20 + 100_000)
			if len(items) == 1 {
				most = large + 100_000
			}
			if sent := ran.Bytes() - before; sent > most {
				t.Errorf("the database sent %d bytes for %d events after %d", sent, len(items), next)
			}
			next = int(data["nextAfter"].(float64))
		}
	}
}
