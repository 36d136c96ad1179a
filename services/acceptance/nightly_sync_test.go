package acceptance_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

// TestNightlySync copies a plan of 200 people and 13,000 rows, night by night, as a program does that keeps nothing:
// one call for each person, with all rows of the quarter, and no difference of its own.
func TestNightlySync(t *testing.T) {
	t.Parallel()
	const people, workdays = 200, 65
	a := apitest.New(t)
	first := time.Date(2027, 1, 4, 0, 0, 0, 0, time.UTC)
	var ids []string
	for i := range people {
		ans := a.REST(t, "admin", "POST /api/v1/users",
			fmt.Sprintf(`{"email": "p%d@example.com", "name": "P"}`, i), nil)
		id, _ := apitest.Lookup(ans.Body, "data.id").(string)
		ids = append(ids, id)
	}
	// plan is what the other system has: on the second day, ten people begin with another project, and one leaves a
	// week early.
	plan := func(person, day int) (rows []string) {
		for i := range workdays {
			if day == 2 && person == 7 && i >= 60 {
				continue
			}
			project := "$atlas"
			if day == 2 && person < 10 && i < 5 {
				project = "$beacon"
			}
			date := first.AddDate(0, 0, i/5*7+i%5).Format(time.DateOnly)
			rows = append(rows, fmt.Sprintf(`{"userId": "%s", "projectId": "%s", "date": "%s", "hours": %d}`,
				ids[person], project, date, 4+(person+i)%5))
		}
		return rows
	}
	events := func() int {
		return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND type LIKE 'assignments.%'`,
			a.Organization)
	}
	sync := func(day int) (created, updated, unchanged, deleted int) {
		for person, id := range ids {
			ans := a.REST(t, "admin", "PUT /api/v1/assignments/window", `{"userId": "`+id+`", "startDate": "2027-01-01",
				"endDate": "2027-04-30", "items": [`+strings.Join(plan(person, day), ",")+`]}`, nil)
			if ans.Status != 200 {
				t.Fatalf("%s", ans.Raw)
			}
			for name, sum := range map[string]*int{
				"created": &created, "updated": &updated, "unchanged": &unchanged, "deleted": &deleted,
			} {
				*sum += int(apitest.Lookup(ans.Body, "data."+name).(float64))
			}
		}
		return created, updated, unchanged, deleted
	}
	for _, night := range []struct{ day, created, unchanged, deleted, events int }{
		{1, 13_000, 0, 0, people},
		{1, 0, 13_000, 0, 0},
		{2, 50, 13_000 - 55, 55, 20}, // for each of ten people, an event of the new rows and one of those that are gone
		{2, 0, 13_000 - 5, 0, 0},
	} {
		before := events()
		created, updated, unchanged, deleted := sync(night.day)
		if created != night.created || updated != 0 || unchanged != night.unchanged || deleted != night.deleted {
			t.Errorf("a night creates %d, updates %d, leaves %d and deletes %d rows, want %+v", created, updated,
				unchanged, deleted, night)
		}
		if n := events() - before; n != night.events {
			t.Errorf("a night leaves %d events, want %d", n, night.events)
		}
	}
	if n := a.Count(`SELECT count(*) FROM assignments WHERE organization_id = $1 AND user_id = $2`, a.Organization,
		ids[7]); n != 60 {
		t.Errorf("the person who leaves has %d rows", n)
	}
}
