package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"time"

	"github.com/workplan-api/workplan/tools/internal/testbed"
)

// organization is what workplan import prints.
type organization struct {
	Organization             entry
	Users, Projects, Clients []entry
	Keys                     []entry
}

type entry struct{ ID, Name, Secret string }

type object map[string]any

const (
	leastPeople       = rowsOfBatch / daysOfWeek // those of a batch
	projects, clients = 20, 10
	daysOfWeek        = 5
)

// firstDay is a Monday.
var firstDay = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

// date returns a working day by its number.
func date(day int) string {
	return firstDay.AddDate(0, 0, day/daysOfWeek*7+day%daysOfWeek).Format(time.DateOnly)
}

// documentOf returns the input of workplan import.
func documentOf(n, people int) object {
	email := func(i int) string { return fmt.Sprintf("user%d@org%d.example", i, n) }
	list := func(count int, make func(i int) object) (all []object) {
		for i := range count {
			all = append(all, make(i))
		}
		return all
	}
	return object{
		"organization": object{"name": fmt.Sprint("Organization ", n)},
		"users": list(people, func(i int) object {
			if i == 0 {
				return object{"email": email(0), "name": "Admin", "role": "admin"}
			}
			return object{
				"email": email(i), "name": fmt.Sprint("User ", i), "role": "member", "reportsTo": email((i - 1) / 10),
			}
		}),
		"clients": list(clients, func(i int) object { return object{"companyName": fmt.Sprint("Client ", i)} }),
		"projects": list(projects, func(i int) object {
			return object{
				"name": fmt.Sprint("Project ", i), "client": fmt.Sprint("Client ", i%clients),
				"startDate": "2026-01-01", "endDate": "2026-12-31", "status": "active",
			}
		}),
		"keys":         []object{{"name": "key", "actor": email(0), "scopes": []string{"*"}, "rateLimit": 0}},
		"timeOffTypes": []object{{"name": "Vacation"}},
	}
}

// hours are the rows of a table of hours: of each user on each day as many as docs/operate/scale.md assumes, on
// average, the same number of each project. A user has 1 or 2 rows of planned hours, and 2 or 3 of actual hours.
const hours = `
INSERT INTO %s (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
SELECT u.organization_id, gen_random_uuid(), 1, now(), now(), u.id, p.id, $1::date + day / 5 * 7 + day %% 5, 2
FROM (SELECT organization_id, id, row_number() OVER (PARTITION BY organization_id ORDER BY id) AS n FROM users) u
CROSS JOIN generate_series(0, $2 - 1) day
CROSS JOIN LATERAL generate_series(0, %d + (u.n + day) %% 2) nth
JOIN (SELECT organization_id, id, row_number() OVER (PARTITION BY organization_id ORDER BY id) - 1 AS n FROM projects) p
  ON p.organization_id = u.organization_id AND p.n = (u.n + 7 * nth) %% %d`

// load makes the organizations and their hours.
func (r *report) load(ctx context.Context, site *testbed.Site, db *sql.DB) ([]*organization, error) {
	log.Printf("Importing %d organizations of %d people …", r.Organizations, r.People)
	var all []*organization
	for n := range r.Organizations {
		o := &organization{}
		if err := site.Import(ctx, site.Workplan, site.Postgres.DSN(database), documentOf(n, r.People), o); err != nil {
			return nil, err
		}
		if all = append(all, o); len(all)%100 == 0 {
			log.Printf("%d of %d", len(all), r.Organizations)
		}
	}
	if _, err := db.ExecContext(ctx, "ANALYZE"); err != nil {
		return nil, err
	}
	for _, table := range []struct {
		name  string
		least int // rows of a user on a day
	}{{"assignments", 0}, {"actual_hours", 1}} {
		log.Printf("Filling %s for %d days …", table.name, r.Days)
		result, err := db.ExecContext(ctx, fmt.Sprintf(hours, table.name, table.least, projects), firstDay, r.Days)
		if err != nil {
			return nil, err
		}
		rows, err := result.RowsAffected()
		if err != nil {
			return nil, err
		}
		r.rows += int(rows)
	}
	for _, statement := range []string{"VACUUM ANALYZE", "CHECKPOINT"} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	return all, nil
}
