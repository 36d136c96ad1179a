package apitest_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

func TestGuardRefusesAStatementThatDoesNotNameTheOrganization(t *testing.T) {
	for name, query := range map[string]string{
		"a select":                       `SELECT id FROM users WHERE id = $1`,
		"a volatile update":              `UPDATE users SET updated_at = clock_timestamp() WHERE organization_id = $1`,
		"a simple CASE":                  `SELECT CASE role WHEN 'x' THEN 1 END FROM users WHERE organization_id = $1`,
		"a select by an alias":           `SELECT u.id FROM users u WHERE u.id = $1`,
		"a select over lines":            "SELECT id\nFROM\n\tusers\nWHERE id = $1",
		"a quoted table":                 `SELECT "users"."id" FROM "users" WHERE "users"."id" = $1`,
		"a table with its schema":        `SELECT id FROM public.users WHERE id = $1`,
		"a quoted table with its schema": `SELECT id FROM "public"."users" WHERE id = $1`,
		"ONLY":                           `SELECT id FROM ONLY users`,
		"a second table of a list":       `SELECT 1 FROM users u, clients c WHERE u.organization_id = $1`,
		"a join":                         `SELECT 1 FROM projects p JOIN clients c ON c.id = p.client_id WHERE p.organization_id = $1`,
		"a left join": `SELECT 1 FROM projects AS p
			LEFT JOIN users AS u ON u.id = p.project_manager_id WHERE p.organization_id = $1`,
		"both sides of a join":     `SELECT 1 FROM projects p JOIN clients c ON c.id = p.client_id`,
		"a table joined to itself": `SELECT 1 FROM users u JOIN users m ON m.id = u.reports_to_id WHERE u.organization_id = $1`,
		"a lateral join": `SELECT 1 FROM projects p, LATERAL (SELECT 1 FROM assignments a
			WHERE a.project_id = p.id) x WHERE p.organization_id = $1`,
		"EXISTS": `SELECT 1 FROM projects p WHERE p.organization_id = $1
			AND EXISTS (SELECT 1 FROM assignments a WHERE a.project_id = p.id)`,
		"IN": `SELECT 1 FROM projects p WHERE p.organization_id = $1
			AND p.client_id IN (SELECT id FROM clients WHERE is_active)`,
		"a scalar subquery": `SELECT (SELECT name FROM users WHERE id = $2) FROM projects p WHERE p.organization_id = $1`,
		"a CTE": `WITH x AS (SELECT id FROM users) SELECT 1 FROM projects p JOIN x ON true
			WHERE p.organization_id = $1`,
		"the main query behind a CTE": `WITH x AS (SELECT id FROM users WHERE organization_id = $1)
			SELECT 1 FROM projects p JOIN x ON x.id = p.project_manager_id`,
		"the recursive member": `WITH RECURSIVE line AS (SELECT id, reports_to_id FROM users
			WHERE organization_id = $1
			UNION SELECT u.id, u.reports_to_id FROM line JOIN users u ON u.id = line.reports_to_id) SELECT 1 FROM line`,
		"the first member of a recursion": `WITH RECURSIVE line AS (SELECT id, reports_to_id FROM users
			WHERE id = $2
			UNION SELECT u.id, u.reports_to_id FROM line JOIN users u ON u.organization_id = $1 AND u.id = line.reports_to_id)
			SELECT 1 FROM line`,
		"one side of a UNION":    `SELECT id FROM users WHERE organization_id = $1 UNION ALL SELECT id FROM clients`,
		"an update":              `UPDATE users SET name = $1 WHERE id = $2`,
		"an update that sets it": `UPDATE users SET organization_id = $1 WHERE id = $2`,
		"an update from another table": `UPDATE projects p SET name = c.company_name FROM clients c
			WHERE p.organization_id = $1 AND c.id = p.client_id`,
		"a delete": `DELETE FROM time_off_requests WHERE id = $1`,
		"a delete using another table": `DELETE FROM assignments a USING projects p WHERE a.organization_id = $1
			AND p.id = a.project_id`,
		"an insert":                         `INSERT INTO users (id, name) VALUES ($1, $2)`,
		"an insert without columns":         `INSERT INTO users VALUES ($1, $2)`,
		"an insert from a select":           `INSERT INTO actual_hours (organization_id, id) SELECT $1, id FROM assignments WHERE id = $2`,
		"an insert in a CTE":                `WITH x AS (INSERT INTO users (id) VALUES ($1) RETURNING id) SELECT 1 FROM x`,
		"a MERGE":                           `MERGE INTO assignments a USING (VALUES (1)) v (x) ON a.id = $1 WHEN MATCHED THEN DELETE`,
		"another comparison":                `SELECT 1 FROM users WHERE organization_id <> $1`,
		"a comparison with itself":          `SELECT 1 FROM users WHERE organization_id = organization_id`,
		"the organization only in a text":   `SELECT 1 FROM users WHERE name = 'organization_id = $1'`,
		"the organization only in a remark": "SELECT 1 FROM users -- organization_id = $1\nWHERE id = $1",
		"a word of the catalog in a text":   `SELECT 1 FROM users WHERE name = 'pg_class'`,
		"TRUNCATE":                          `TRUNCATE users`,
		"a remark in front":                 "-- all of them\nSELECT 1 FROM users",
	} {
		t.Run(name, func(t *testing.T) {
			if apitest.Guard(query) == nil {
				t.Errorf("it passes: %s", query)
			}
			if err := apitest.Guard(strings.ToLower(query)); err == nil {
				t.Error("it passes in lower case")
			}
		})
	}
}

func TestGuardLetsPass(t *testing.T) {
	for name, query := range map[string]string{
		"a select": `SELECT id FROM users WHERE organization_id = $1 AND id = $2`,
		"a select of Ent's": `SELECT "users"."id", "users"."organization_id", "users"."name" FROM "users"
			WHERE "users"."id" = $1 AND "users"."organization_id" = $2 LIMIT 2`,
		"an update of Ent's": `UPDATE "clients" SET "version" = $1, "updated_at" = $2
			WHERE "clients"."organization_id" = $3 AND ("clients"."id" = $4 AND "clients"."version" = $5)`,
		"a delete of Ent's":     `DELETE FROM "time_off_requests" WHERE "time_off_requests"."organization_id" = $1`,
		"in any order":          `SELECT id FROM users WHERE id = $2 AND organization_id = $1`,
		"a parameter of a type": `SELECT id FROM users WHERE organization_id = $1::uuid`,
		"a join by the columns": `SELECT 1 FROM projects p JOIN clients c ON c.organization_id = p.organization_id
			AND c.id = p.client_id WHERE p.organization_id = $1`,
		"the recursion": `WITH RECURSIVE line (a, b) AS (SELECT id, reports_to_id FROM users
			WHERE organization_id = $1 AND id = ANY ($2)
			UNION SELECT line.a, u.reports_to_id FROM line JOIN users u ON u.organization_id = $1 AND u.id = line.b)
			SELECT DISTINCT a FROM line`,
		"an update": `UPDATE users SET name = $1 WHERE organization_id = $2 AND id = $3`,
		"an insert": `INSERT INTO users (organization_id, id) VALUES ($1, $2)`,
		"an upsert": `INSERT INTO assignments (organization_id, id, hours)
			VALUES ($1, $2, $3), ($1, $4, $5)
			ON CONFLICT (organization_id, user_id) DO UPDATE SET hours = excluded.hours RETURNING id`,
		"an insert from a select": `INSERT INTO actual_hours (organization_id, id) SELECT $1, id FROM assignments
			WHERE organization_id = $1`,
		"the organization":        `SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE`,
		"a new organization":      `INSERT INTO organizations (id, name) VALUES ($1, $2)`,
		"the catalog":             `SELECT to_regclass('schema_revisions') IS NOT NULL`,
		"a lock":                  `SELECT pg_advisory_xact_lock(1)`,
		"a setting":               `SET LOCAL lock_timeout = '1s'`,
		"a column of a like name": `SELECT 1 FROM clients WHERE organization_id = $1 AND users_count > 0`,
		"a table of a like name":  `SELECT 1 FROM users_of_old`,
		"BEGIN":                   `BEGIN`,
	} {
		t.Run(name, func(t *testing.T) {
			if err := apitest.Guard(query); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestGuardKnowsTheTables(t *testing.T) {
	a := apitest.New(t)
	rows, err := a.DB.QueryContext(t.Context(),
		`SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
			AND relname NOT IN ('schema_revisions', 'organizations')`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, table)
	}
	slices.Sort(tables)
	if known := slices.Sorted(slices.Values(apitest.TenantTables())); !slices.Equal(known, tables) {
		t.Errorf("the guard knows %q, the database has %q", known, tables)
	}
}

// TestGuardCatchesWhatIsNotConfined switches the confinement of Ent off: the guard is
// the second wall.
func TestGuardCatchesWhatIsNotConfined(t *testing.T) {
	a := apitest.New(t)
	db := apitest.OpenRecorded(t, a.DSN, &apitest.Statements{}) // whose writes need no events
	bare := ent.NewClient(ent.Driver(entsql.OpenDB(dialect.Postgres, db)))
	ctx, id := t.Context(), uuid.MustParse(a.ID("worker"))
	for name, run := range map[string]func() error{
		"a query":       func() error { _, err := bare.User.Query().All(ctx); return err },
		"a look-up":     func() error { _, err := bare.User.Get(ctx, id); return err },
		"a count":       func() error { _, err := bare.Project.Query().Count(ctx); return err },
		"whether it is": func() error { _, err := bare.Customer.Query().Exist(ctx); return err },
		"an update":     func() error { return bare.User.Update().Where(user.ID(id)).SetName("x").Exec(ctx) },
		"an update one": func() error { return bare.User.UpdateOneID(id).SetName("x").Exec(ctx) },
		"a delete":      func() error { _, err := bare.Assignment.Delete().Exec(ctx); return err },
		"a delete one":  func() error { return bare.TimeOffRequest.DeleteOneID(id).Exec(ctx) },
	} {
		t.Run(name, func(t *testing.T) {
			if err := run(); err == nil || !strings.Contains(err.Error(), "no organization") {
				t.Errorf("error %v, want that of the guard", err)
			}
		})
	}
	t.Run("and what names it passes", func(t *testing.T) {
		n, err := bare.User.Update().Where(user.OrganizationID(a.Organization), user.ID(id)).SetName("x").
			SetUpdatedAt(time.Now()).Save(ctx)
		if err != nil || n != 1 {
			t.Error(n, err)
		}
	})
	if name := a.Count(`SELECT count(*) FROM users WHERE name = 'x'`); name != 1 {
		t.Errorf("%d users are changed", name)
	}
}

// TestAWriteOfARecordNeedsItsEvent: the pool of servers under test sees statements as text, which [txn.Unit] does not.
func TestAWriteOfARecordNeedsItsEvent(t *testing.T) {
	a := apitest.NewIsolated(t)
	db := apitest.Open(t, a.DSN)
	const write = `UPDATE users SET name = $2 WHERE organization_id = $1`
	if _, err := db.ExecContext(t.Context(), write, a.Organization, "Changed"); !isWithoutEvent(err) {
		t.Errorf("by itself: %v", err)
	}
	const event = `INSERT INTO events (organization_id, id, written_at, type, request_id, row_count, encoding, data)
		VALUES ($1, $2, now(), 'user.updated', '', 0, 1, '{}')`
	for _, tt := range []struct {
		name  string
		write func(*sql.Tx) error
		fails bool
	}{
		{"in a transaction", func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), write, a.Organization, "Changed")
			return err
		}, true},
		{"with its rows", func(tx *sql.Tx) error {
			rows, err := tx.QueryContext(t.Context(), write+" RETURNING id", a.Organization, "Changed")
			if err != nil {
				return err
			}
			rows.Next()
			return rows.Close()
		}, true},
		{"of no rows", func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), write+" AND name = $3", a.Organization, "Changed", "Nobody")
			return err
		}, false},
		{"undone, and its event too", func(tx *sql.Tx) error {
			for _, statement := range []string{
				"SAVEPOINT a", "UPDATE users SET name = 'Changed' WHERE organization_id = '" + a.Organization.String() + "'::uuid",
				"SAVEPOINT b", "ROLLBACK TO SAVEPOINT a; RELEASE SAVEPOINT a",
			} {
				if _, err := tx.ExecContext(t.Context(), statement); err != nil {
					return err
				}
			}
			return nil
		}, false},
		{"whose event is undone", func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(t.Context(), write, a.Organization, "Changed"); err != nil {
				return err
			}
			if _, err := tx.ExecContext(t.Context(), "SAVEPOINT a"); err != nil {
				return err
			}
			if _, err := tx.ExecContext(t.Context(), event, a.Organization, uuid.Must(uuid.NewV7())); err != nil {
				return err
			}
			_, err := tx.ExecContext(t.Context(), "ROLLBACK TO SAVEPOINT a")
			return err
		}, true},
		{"with its event", func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(t.Context(), write, a.Organization, "Settled"); err != nil {
				return err
			}
			_, err := tx.ExecContext(t.Context(), event, a.Organization, uuid.Must(uuid.NewV7()))
			return err
		}, false},
	} {
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := tt.write(tx); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err := tx.Commit(); isWithoutEvent(err) != tt.fails || !tt.fails && err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if n := a.Count(`SELECT count(*) FROM users WHERE name = 'Changed'`); n != 0 {
		t.Errorf("%d users were changed without an event", n)
	}
	if n := a.Count(`SELECT count(*) FROM users WHERE name = 'Settled'`); n == 0 {
		t.Error("no users were changed with an event")
	}
}

func isWithoutEvent(err error) bool {
	return err != nil && strings.Contains(err.Error(), "written without an event")
}
