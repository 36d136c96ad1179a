package acceptance_test

import (
	"fmt"
	"testing"

	"github.com/workplan-api/workplan/internal/apitest"
	"github.com/workplan-api/workplan/services/idempotency"
)

// TestWritesCommitOnOneNode calls every rpc on Citus, which keeps a record of each transaction that has changed several
// nodes and so committed in two phases. A write with such a commit fails for organizations of healthy nodes while
// another node is down.
func TestWritesCommitOnOneNode(t *testing.T) {
	t.Parallel()
	if !apitest.OnCitus() {
		t.Skip("one PostgreSQL has one node")
	}
	a := seed(apitest.NewIsolated(t))
	twoPhases := func() int { return a.Count(`SELECT count(*) FROM pg_dist_transaction`) }
	before := twoPhases()
	batches := []call{
		{rest: "POST /api/v1/assignments", body: `{"items": [
			{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-03", "hours": 8},
			{"userId": "$boss", "projectId": "$atlas", "date": "2026-03-03", "hours": 4}]}`},
		{rest: "POST /api/v1/actual-hours", body: `{"items": [
			{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-03", "hours": 8},
			{"userId": "$boss", "projectId": "$atlas", "date": "2026-03-03", "hours": 4}]}`},
		{rest: "PUT /api/v1/holidays", body: `{"items": [
			{"countryCode": "GB", "date": "2027-01-01", "name": "New Year's Day"},
			{"countryCode": "FR", "date": "2027-01-01", "name": "Jour de l'An"}]}`},
	}
	for i, c := range append(batches, calls...) {
		ans := a.REST(t, "admin", c.rest, c.body, map[string]string{idempotency.Header: fmt.Sprintf("write-%d", i)})
		if ans.Status != 200 {
			t.Errorf("%s: %s", c.rest, ans.Raw)
		}
		// Citus removes old records, so there may be fewer.
		after := twoPhases()
		if after > before {
			t.Errorf("%s commits in two phases", c.rest)
		}
		before = after
	}
}
