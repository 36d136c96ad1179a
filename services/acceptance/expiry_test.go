package acceptance_test

import (
	"os"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/internal/sweep"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/services/chain/idempotency"
	eventlog "github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/services/proposals"
	signins "github.com/workplan-api/workplan/services/sessions"
	"github.com/workplan-api/workplan/services/webhooks"
	"github.com/workplan-api/workplan/test/apitest"
)

// expiring are the rows that expire: a statement that adds $2 of them to an organization, and their removal.
var expiring = map[string]struct {
	add, count string
	table      func(*apitest.API) sweep.Table
}{
	"idempotency keys": {
		`INSERT INTO idempotency_keys (organization_id, id, api_key_id, rpc, key, fingerprint, created_at, expires_at)
			SELECT organization_id, gen_random_uuid(), id, '/x/Y', n::text, sha256(''), now(), now() - interval '1 day'
			FROM (SELECT * FROM api_keys WHERE organization_id = $1 LIMIT 1) k, generate_series(1, $2::int) n`,
		`SELECT count(*) FROM idempotency_keys WHERE organization_id = $1`,
		func(a *apitest.API) sweep.Table { return idempotency.Expired(a.DB) },
	},
	"sessions": {
		`INSERT INTO sessions (organization_id, id, user_id, token_hash, method, created_at, last_used_at, expires_at)
			SELECT organization_id, gen_random_uuid(), id, sha256(n::text::bytea), 'demo', now(), now(), now() - interval '1 day'
			FROM (SELECT * FROM users WHERE organization_id = $1 LIMIT 1) u, generate_series(1, $2::int) n`,
		`SELECT count(*) FROM sessions WHERE organization_id = $1`,
		func(a *apitest.API) sweep.Table { return signins.Expired(a.DB) },
	},
	"attempts of webhooks": {
		`INSERT INTO webhook_attempts (organization_id, id, webhook_id, created_at, type, duration, outcome)
			SELECT $1, gen_random_uuid(), gen_random_uuid(), now() - interval '31 days', 'x', 1, 'delivered'
			FROM generate_series(1, $2::int) n`,
		`SELECT count(*) FROM webhook_attempts WHERE organization_id = $1`,
		func(a *apitest.API) sweep.Table { return webhooks.Expired(a.DB) },
	},
	"wishes of proposals": {
		`WITH made AS (
			INSERT INTO proposals (organization_id, id, version, created_at, updated_at, title, visibility, reviewer_ids, source,
				status, creator_id, row_count, outcome)
			SELECT organization_id, gen_random_uuid(), 1, now(), now() - interval '91 days', 'X', 'private', '{}', 'person',
				status, u.id, $2, '{}'
			FROM (SELECT * FROM users WHERE organization_id = $1 LIMIT 1) u, unnest(ARRAY['withdrawn', 'draft']) status RETURNING *)
		INSERT INTO proposal_rows (organization_id, proposal_id, id, version, created_at, updated_at, user_id, project_id, date,
			hours, tentative, base_version)
		SELECT m.organization_id, m.id, gen_random_uuid(), 1, now(), now(), m.creator_id, p.id, date '2020-01-01' + n, 1, false, 0
		FROM made m, (SELECT * FROM projects WHERE organization_id = $1 LIMIT 1) p, generate_series(1, $2::int / 2) n`,
		`SELECT count(*) FROM proposal_rows WHERE organization_id = $1`,
		func(a *apitest.API) sweep.Table { return proposals.Expired(a.DB) },
	},
	"events": {
		`WITH added AS (
			INSERT INTO events (organization_id, id, seq, written_at, type, request_id, row_count, encoding, data)
			SELECT $1, gen_random_uuid(), h.seq + n, now() - interval '31 days', 'client.updated', 'x', 0, 1, '{}'
			FROM event_heads h, generate_series(1, $2::int) n WHERE h.organization_id = $1), old AS (
			UPDATE events SET written_at = now() - interval '31 days' WHERE organization_id = $1)
		UPDATE event_heads SET seq = seq + $2::int WHERE organization_id = $1`,
		`SELECT count(*) FROM events WHERE organization_id = $1`,
		func(a *apitest.API) sweep.Table { return eventlog.Expired(a.DB) },
	},
}

// TestASweepRemovesAllThatHasExpired has more expired rows than one turn of an organization removes.
func TestASweepRemovesAllThatHasExpired(t *testing.T) {
	for name, rows := range expiring {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := apitest.NewIsolated(t)
			table := rows.table(a)
			if table.Name != name {
				t.Errorf("the table is that of %s", table.Name)
			}
			for _, organization := range []any{a.Organization, a.Other} {
				a.Exec(rows.add, organization, 21*table.Batch)
			}
			begin, before := time.Now(), a.Count(rows.count, a.Organization)
			if err := table.Once(t.Context(), time.Now()); err != nil {
				t.Fatal(err)
			}
			took := time.Since(begin)
			if left := a.Count(rows.count, a.Organization) + a.Count(rows.count, a.Other); left > 0 {
				t.Errorf("%d rows are left", left)
			}
			t.Logf("%.0f rows a second", 2*float64(before)/took.Seconds())
		})
	}
}

// TestRowsThatExpireAreNamed compares the rows that a server sweeps with those of the page and of the test above.
func TestRowsThatExpireAreNamed(t *testing.T) {
	t.Parallel()
	metrics := prometheus.NewRegistry()
	apitest.NewWith(t, services.Config{Metrics: metrics})
	var swept []string
	waitFor(t, "the first sweep of each table", func() bool {
		swept = nil
		families, err := metrics.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range families {
			if f.GetName() != "workplan_expired_rows_removed_timestamp_seconds" {
				continue
			}
			for _, m := range f.GetMetric() {
				if m.GetGauge().GetValue() > 0 {
					swept = append(swept, m.GetLabel()[0].GetValue())
				}
			}
		}
		return len(swept) >= len(expiring)
	})
	page, err := os.ReadFile("../../docs/operate/postgresql.md")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(swept)
	for _, name := range swept {
		if _, tested := expiring[name]; !tested {
			t.Errorf("%s have no test", name)
		}
		if !regexp.MustCompile(`(?m)^\| ` + name + ` \|`).Match(page) {
			t.Errorf("docs/operate/postgresql.md does not name %s", name)
		}
	}
}

// TestWishesStayWhileAProposalIsOpen: those of an applied one go after the retention of events, and cannot be undone
// then.
func TestWishesStayWhileAProposalIsOpen(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	p := propose(t, a, "admin", `{}`)
	sweep := func(before time.Time, want int) {
		t.Helper()
		if err := proposals.Expired(a.DB).Once(t.Context(), before); err != nil {
			t.Fatal(err)
		}
		if n := a.Count(`SELECT count(*) FROM proposal_rows WHERE organization_id = $1`, a.Organization); n != want {
			t.Fatalf("%d wishes, want %d", n, want)
		}
	}
	p.must(200, "admin", "POST /api/v1/assignments?proposal={id}", `{"items": [`+day(`{}`)+`]}`)
	sweep(time.Now().Add(89*24*time.Hour), 1)
	p.must(200, "admin", "POST /api/v1/proposals/{id}/submit", "")
	p.must(200, "admin", "POST /api/v1/proposals/{id}/approve", "")
	p.must(200, "admin", "POST /api/v1/proposals/{id}/apply", `{}`)
	sweep(time.Now().Add(-time.Hour), 1)
	sweep(time.Now().Add(time.Hour), 0)
	if ans := p.must(409, "admin", "POST /api/v1/proposals/{id}/revert", ""); ans.Code != "invalid_state" {
		t.Errorf("%s", ans.Raw)
	}
	p.must(200, "admin", "GET /api/v1/proposals/{id}/diff", "")
}
