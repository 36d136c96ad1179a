package main

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/lib/pq"

	adminv1 "github.com/workplan-api/workplan/gen/go/workplan/admin/v1"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/importer"
	"github.com/workplan-api/workplan/internal/postgres"
)

// The organization: every user has four rows on every day, two of them without a
// capability, and the table is as long as there are days.
const (
	users        = 250
	projects     = 60
	capabilities = 12
	clients      = 400
	rowsOfUser   = 4 // a day
	rowsADay     = users * rowsOfUser
	loadAtOnce   = 50 * rowsADay
	loadTimeout  = 10 * time.Minute
)

// firstDay is the date of the first rows.
var firstDay = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// data is what requests are made of: the ids of the organization, its key, and how
// many days have rows.
type data struct {
	organization, key                      string
	users, projects, capabilities, clients []string
	days                                   int
}

// document is the organization without its rows.
func document() *adminv1.ImportDocument {
	email := func(i int) string { return fmt.Sprintf("user%d@bench.example", i) }
	doc := &adminv1.ImportDocument{Organization: &adminv1.ImportName{Name: "Bench"}}
	for i := range users {
		u := &adminv1.ImportUser{Email: email(i), Role: pb.Role_ROLE_MEMBER, Record: &pb.User{Name: new(fmt.Sprintf("User %d", i))}}
		if i == 0 {
			u.Role = pb.Role_ROLE_ADMIN
		} else {
			u.ReportsTo = new(email((i - 1) / 6))
		}
		doc.Users = append(doc.Users, u)
	}
	for i := range capabilities {
		doc.Capabilities = append(doc.Capabilities, &adminv1.ImportName{Name: fmt.Sprintf("Capability %d", i)})
	}
	for i := range clients {
		doc.Clients = append(doc.Clients, &adminv1.ImportClient{Record: &pb.Client{
			CompanyName: new(fmt.Sprintf("Client %d", i)), Website: new("https://client.example"), Categories: []string{"bench"},
		}})
	}
	for i := range projects {
		doc.Projects = append(doc.Projects, &adminv1.ImportProject{
			Client: fmt.Sprintf("Client %d", i), ProjectManager: new(email(i)),
			Record: &pb.Project{
				Name: new(fmt.Sprintf("Project %d", i)), StartDate: new("2026-01-01"), EndDate: new("2029-12-31"),
				Status: new(pb.ProjectStatus_PROJECT_STATUS_ACTIVE),
			},
		})
	}
	doc.Keys = []*adminv1.ImportKey{{Name: "bench", Actor: email(0), Scopes: []string{"*"}, RateLimit: new(int32(0))}}
	return doc
}

// loadRows adds the rows from $5 up to $6, in the order in which planning fills a
// calendar, with ids that grow with time.
var loadRows = fmt.Sprintf(`
INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours)
SELECT $1::uuid,
       (lpad(to_hex(1767225600000 + i), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid,
       1, at, at,
       ($2::uuid[])[1 + u],
       ($3::uuid[])[1 + (7*u + 13*nth + day/20) %% %d],
       CASE WHEN nth %% 2 = 1 THEN ($4::uuid[])[1 + (u + nth) %% %d] END,
       date '%s' + day,
       0.25 * (1 + (7*i) %% 16)
FROM generate_series($5::int, $6::int - 1) i,
     LATERAL (SELECT i %% %d AS u, i / %d %% %d AS nth, i / %d AS day, timestamptz '%[3]s' + i * interval '1 ms' AS at) place`,
	projects, capabilities, firstDay.Format(time.DateOnly), users, users, rowsOfUser, rowsADay)

// fill imports the organization and loads its rows.
func fill(ctx context.Context, dsn string, rows int, std streams) (*data, error) {
	db, err := postgres.Open(dsn+" application_name=bench", postgres.Options{StatementTimeout: loadTimeout})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	result, err := importer.Import(ctx, db, document())
	if err != nil {
		return nil, err
	}
	d := &data{
		organization: result.Organization.GetId(), key: result.Keys[0].GetSecret(), days: rows / rowsADay,
		projects: idsOf(result.Projects), capabilities: idsOf(result.Capabilities), clients: idsOf(result.Clients),
	}
	for _, u := range result.Users {
		d.users = append(d.users, u.GetId())
	}
	for from := 0; from < rows; from += loadAtOnce {
		to := min(from+loadAtOnce, rows)
		if _, err := db.ExecContext(ctx, loadRows, d.organization, pq.Array(d.users), pq.Array(d.projects), pq.Array(d.capabilities), from, to); err != nil {
			return nil, err
		}
		std.say("  %d of %d rows", to, rows)
	}
	return d, settle(ctx, db)
}

func idsOf(list []*adminv1.Named) (ids []string) {
	for _, n := range list {
		ids = append(ids, n.GetId())
	}
	return ids
}

// settle leaves the database as it is some time after a load.
func settle(ctx context.Context, db *sql.DB) error {
	for _, statement := range []string{"VACUUM ANALYZE", "CHECKPOINT"} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// rowsOf returns the keys of n rows of so many users, from a day on, as items with
// other hours.
func rowsOf(ctx context.Context, db *sql.DB, d *data, n int, users []string, from time.Time) ([]item, error) {
	rows, err := db.QueryContext(ctx, `
SELECT user_id, project_id, coalesce(capability_id::text, ''), date::text FROM assignments
WHERE organization_id = $1 AND user_id = ANY ($2) AND date >= $3 AND date < $4
ORDER BY user_id, date, project_id LIMIT $5`,
		d.organization, pq.Array(users), from.Format(time.DateOnly), from.AddDate(0, 0, daysAtOnce).Format(time.DateOnly), n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	items := make([]item, 0, n)
	for rows.Next() {
		var it item
		if err := rows.Scan(&it.user, &it.project, &it.capability, &it.date); err != nil {
			return nil, err
		}
		it.hours = 0.25 * float64(1+(len(items)*5+from.Day())%31)
		items = append(items, it)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if len(items) != n {
		return nil, fmt.Errorf("found %d rows instead of %d to update", len(items), n)
	}
	return items, nil
}
