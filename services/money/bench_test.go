package money_test

import (
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/test/apitest"
)

// fill gives the organization 500 people with two rows of planned and of actual hours on each of 91 days, on 60
// projects of the three billing types, and rates at several levels.
func fill(a *apitest.API) (start, end string) {
	today := time.Now().UTC().Format(time.DateOnly)
	start, end = plus(today, -90), today
	org := a.Organization
	for range 500 {
		a.Exec(`INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, default_availability,
			role, is_active) VALUES ($1, $2, 1, now(), now(), gen_random_uuid()::text || '@example.com', 'P', 40, 'member', true)`,
			org, uuid.Must(uuid.NewV7()))
	}
	for i := range 60 {
		billing := []string{"time_materials", "time_materials", "fixed_price", "retainer"}[i%4]
		var amount *float64
		if i%4 > 1 {
			amount = new(50_000.0)
		}
		a.Exec(`INSERT INTO projects (organization_id, id, version, created_at, updated_at, name, client_id, start_date,
			end_date, status, billing_type, amount) VALUES ($1, $2, 1, now(), now(), 'Project', $3, $4, $5, 'active', $6, $7)`,
			org, uuid.Must(uuid.NewV7()), a.ID("acme"), start, end, billing, amount)
	}
	for _, table := range []string{"assignments", "actual_hours"} {
		a.Exec(`INSERT INTO `+table+
			` (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours)
			SELECT $1, gen_random_uuid(), 1, now(), now(), u.id, p.id, $4, d::date, 3.5
			FROM (SELECT id, row_number() OVER () AS n FROM users WHERE organization_id = $1 AND email LIKE '%@example.com') u
			CROSS JOIN generate_series($2::date, $3::date, '1 day') d CROSS JOIN generate_series(0, 1) i
			JOIN (SELECT id, row_number() OVER () AS n FROM projects WHERE organization_id = $1 AND name = 'Project') p
				ON p.n = 1 + (u.n + i * 7 + extract(month FROM d)::int) % 60`, org, start, end, a.ID("design"))
		a.Exec("ANALYZE " + table)
	}
	for _, owner := range []struct{ kind, from string }{{"user", "users"}, {"project", "projects"}} {
		a.Exec(`INSERT INTO rates (organization_id, id, version, created_at, updated_at, owner, items)
			SELECT $1, id, 1, now(), now(), $2, jsonb_build_array(
				jsonb_build_object('kind', 'bill', 'amount', 95.5, 'currency', 'EUR'),
				jsonb_build_object('kind', 'bill', 'amount', 101, 'currency', 'EUR', 'validFrom', $3::text))
			FROM `+owner.from+` WHERE organization_id = $1`, org, owner.kind, plus(start, 40))
	}
	return start, end
}

// BenchmarkMoney compares money by project with the capacity of the same hours, both by week over gRPC, and reads all
// lines as NDJSON over REST.
func BenchmarkMoney(b *testing.B) {
	a := apitest.NewIsolated(b)
	a.Key("reader", "admin", "read:rates", "read:costs", "read:assignments", "read:actual_hours", "read:projects",
		"read:users", "read:time_off")
	start, end := fill(a)
	ctx := a.Context(b.Context(), "reader")
	b.Run("capacity", func(b *testing.B) {
		for b.Loop() {
			if _, err := pb.NewCapacityServiceClient(a.Conn).GetCapacity(ctx, &pb.GetCapacityRequest{
				StartDate: start, EndDate: end, GroupBy: pb.CapacityGroup_CAPACITY_GROUP_PROJECT.Enum(),
			}); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, budget := range map[string]bool{"money": false, "money with budgets": true} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := pb.NewMoneyServiceClient(a.Conn).GetMoney(ctx, &pb.GetMoneyRequest{
					StartDate: start, EndDate: end, Bucket: pb.MoneyBucket_MONEY_BUCKET_WEEK.Enum(), Budget: &budget,
				}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for name, path := range map[string]string{
		"lines": "/money/lines?start_date=" + start + "&end_date=" + end, "rows": "/actual-hours?start_date=" + start + "&end_date=" + end,
	} {
		b.Run(name, func(b *testing.B) {
			lines := 0
			for b.Loop() {
				req, err := http.NewRequestWithContext(ctx, "GET", a.URL+"/api/v1"+path, nil)
				if err != nil {
					b.Fatal(err)
				}
				req.Header = http.Header{"Authorization": {"Bearer " + a.Secret("reader")}, "Accept": {"application/x-ndjson"}}
				resp, err := http.DefaultClient.Do(req)
				if err != nil {
					b.Fatal(err)
				}
				text, err := io.ReadAll(resp.Body)
				if err != nil || resp.StatusCode != 200 {
					b.Fatal(err, resp.Status, string(text))
				}
				for _, c := range text {
					if c == '\n' {
						lines++
					}
				}
				resp.Body.Close()
			}
			b.ReportMetric(float64(lines)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

// BenchmarkAlerts looks at the budgets of all projects, none of which is reached, and rests as long as that took.
func BenchmarkAlerts(b *testing.B) {
	a := apitest.NewIsolated(b)
	fill(a)
	a.Exec(`INSERT INTO budgets (organization_id, id, version, created_at, updated_at, items, alert_at)
		SELECT organization_id, id, 1, now(), now(), '[{"hours": 1000000, "period": "total"}]', '{100}'
		FROM projects WHERE organization_id = $1 AND billing_type = 'time_materials'`, a.Organization)
	for b.Loop() {
		if err := newAlerts(b, a).Once(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
