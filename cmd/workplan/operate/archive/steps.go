package archive

import (
	"fmt"
	"slices"

	"github.com/workplan-api/workplan/internal/postgres/catalog"
)

// oldest is the oldest schema whose files can be read.
const oldest = "0006"

// step is what one migration after oldest adds to the tables of a file. A file from before it is read without them: a
// new table is empty, and a new column gets the default that the migration gave to the rows that existed.
type step struct {
	migration string
	tables    []string
	columns   map[string][]string // by table
}

// steps are those of all migrations after oldest, in order. Each migration has one, also if it adds nothing to a file.
// A test compares them with the migrations.
var steps = []step{
	{migration: "0007"},
	{migration: "0008", tables: []string{"sign_in_identities"}},
	{migration: "0009"},
	{migration: "0010"},
	{migration: "0011", tables: []string{"user_capabilities"}},
	{migration: "0012", columns: map[string][]string{"assignments": {"tentative"}}},
	{migration: "0013"},
	{migration: "0014", columns: map[string][]string{"users": {"kind"}}},
	{migration: "0015"},
	{migration: "0016", columns: map[string][]string{"projects": {"color"}}},
	{migration: "0017"},
	{migration: "0018", tables: []string{"user_views"}},
	{
		migration: "0019", tables: []string{"record_external_ids"},
		columns: map[string][]string{
			"users": {"external_ids"}, "clients": {"external_ids"}, "projects": {"external_ids"},
		},
	},
	{migration: "0020", columns: map[string][]string{"organizations": {"move_id", "closed_at", "moved_to"}}},
	{migration: "0021", tables: []string{"scim_names"}},
	{migration: "0022", columns: map[string][]string{"users": {"can_sign_in"}}},
	{migration: "0023", columns: map[string][]string{"time_off_requests": {"external_ids"}}},
	{migration: "0024", columns: map[string][]string{"assignments": {"previous_tentative"}}},
	{migration: "0025", tables: []string{"organization_privacy"}},
	{migration: "0026", columns: map[string][]string{"users": {"start_date", "end_date"}}},
	{migration: "0027"},
	{migration: "0028", tables: []string{"closed_days", "locks"}},
	{migration: "0029", tables: []string{"organization_settlement", "timesheet_hours", "timesheets"}},
	{
		migration: "0030", tables: []string{"actual_hours_entries", "timesheet_reminders"},
		columns: map[string][]string{"actual_hours": {"entries_hours"}},
	},
	{migration: "0031"},
	{migration: "0032", tables: []string{"organization_pricing", "rates"}},
	{migration: "0033"},
	{
		migration: "0034", tables: []string{"budget_alerts", "budgets"},
		columns: map[string][]string{"clients": {"currency"}, "projects": {"currency"}},
	},
	{migration: "0035"},
	{migration: "0036"},
	{migration: "0037", tables: []string{"proposal_rows", "proposals"}},
}

// added is what a file does not have because it is older than the database.
type added struct {
	tables  map[string]bool
	columns map[string][]string // by table
}

// between returns what the database with the schema now has, and a file with the schema then does not.
func between(then, now string) (added, error) {
	a := added{map[string]bool{}, map[string][]string{}}
	switch {
	case then > now:
		return a, fmt.Errorf(
			"the file was made with migration %s, and this database has only %s: run `workplan migrate` of the "+
				"version of workplan that made the file, or of a newer one, and import the file with that", then, now,
		)
	case then < oldest:
		return a, fmt.Errorf("the file was made with migration %s, and this program reads files from %s on: import "+
			"it with the version of workplan that made it, into a database that this version has migrated, and run "+
			"`workplan migrate` of the newer version afterwards", then, oldest)
	case then == now:
		return a, nil
	}
	if last := steps[len(steps)-1].migration; now > last {
		return a, fmt.Errorf("this database has migration %s, and this program knows the migrations up to %s: import "+
			"the file with the version of workplan that has migrated the database", now, last)
	}
	for _, s := range steps {
		if s.migration <= then || s.migration > now {
			continue
		}
		for _, t := range s.tables {
			a.tables[t] = true
		}
		for t, columns := range s.columns {
			a.columns[t] = append(a.columns[t], columns...)
		}
	}
	return a, nil
}

// of returns a table as it was when the file was made.
func (a added) of(t catalog.Table) catalog.Table {
	t.Columns = slices.DeleteFunc(slices.Clone(t.Columns),
		func(c string) bool { return slices.Contains(a.columns[t.Name], c) })
	return t
}
