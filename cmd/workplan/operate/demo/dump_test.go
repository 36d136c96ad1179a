package demo_test

import (
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/cmd/workplan/operate/demo"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/apitest"
)

func mustFill(t *testing.T, db *sql.DB) *demo.Organization {
	t.Helper()
	org, err := demo.Fill(t.Context(), db, now, nil)
	if err != nil {
		t.Fatal(err)
	}
	return org
}

func open(t *testing.T, dsn string, options postgres.Options) *sql.DB {
	t.Helper()
	db, err := postgres.Open(dsn, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func number(t *testing.T, db *sql.DB, query string, args ...any) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

func text(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// dump returns every row as JSON, with names in place of ids and without times, keys
// and versions. Of an event it has the type.
func dump(t *testing.T, dsn string) []string {
	t.Helper()
	db := open(t, dsn, postgres.Options{})
	names := map[uuid.UUID]string{}
	for _, query := range []string{
		`SELECT id, name FROM organizations`, `SELECT id, coalesce(email, name) FROM users`, `SELECT id, company_name FROM clients`,
		`SELECT id, name FROM projects`, `SELECT id, name FROM capabilities`, `SELECT id, name FROM time_off_types`,
		`SELECT id, title FROM proposals`,
	} {
		for _, row := range pairs(t, db, query) {
			names[uuid.MustParse(row[0])] = row[1]
		}
	}
	var lines []string
	for _, table := range apitest.TenantTables() {
		shown := `to_jsonb(r) - '{id,created_at,updated_at,submitted_at,decided_at,approved_at,last_used_at,secret_hash,
			version}'::text[]`
		switch table {
		case "events":
			shown = `jsonb_build_object('type', r.type)`
		case "event_heads":
			continue // a server numbers the events
		}
		for _, row := range pairs(t, db, `SELECT $1, `+shown+` FROM `+table+` r`, table) {
			var fields map[string]any
			if err := json.Unmarshal([]byte(row[1]), &fields); err != nil {
				t.Fatal(err)
			}
			for field, value := range fields {
				if id, ok := value.(string); ok && strings.HasSuffix(field, "_id") {
					fields[field] = names[uuid.MustParse(id)]
				}
			}
			if reviewers, _ := fields["reviewer_ids"].([]any); table == "proposals" {
				for i, id := range reviewers {
					reviewers[i] = names[uuid.MustParse(id.(string))]
				}
			}
			if items, _ := fields["items"].([]any); table == "user_capabilities" || table == "rates" {
				for _, item := range items {
					record := item.(map[string]any)
					if id, has := record["capabilityId"].(string); has {
						record["capabilityId"] = names[uuid.MustParse(id)]
					}
				}
			}
			lines = append(lines, table+" "+text(t, fields))
		}
	}
	slices.Sort(lines)
	return lines
}

// pairs returns the rows of two columns of a query.
func pairs(t *testing.T, db *sql.DB, query string, args ...any) (list [][2]string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var row [2]string
		if err := rows.Scan(&row[0], &row[1]); err != nil {
			t.Fatal(err)
		}
		list = append(list, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func compare(t *testing.T, want, got []string) {
	t.Helper()
	if len(want) == 0 || len(want) != len(got) {
		t.Errorf("%d rows, want %d", len(got), len(want))
	}
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			t.Fatalf("row %d is\n%s\nwant\n%s", i, got[i], want[i])
		}
	}
}
