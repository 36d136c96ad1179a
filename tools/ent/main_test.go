package main

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql/schema"
	"entgo.io/ent/entc/gen"
	"entgo.io/ent/entc/load"
	"entgo.io/ent/schema/field"

	"github.com/workplan-api/workplan/ent/schema"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

func open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", apitest.NewDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// texts returns the rows of a query of one column.
func texts(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// columns returns the columns of the database as "users.name text NOT NULL".
const columns = `
SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
  AND c.relname <> 'schema_revisions'`

// tables returns the tables that ent/schema declares.
func tables(t *testing.T) []*entsql.Table {
	t.Helper()
	storage, err := gen.NewStorage("sql")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := gen.NewGraph(&gen.Config{Package: "ent", Storage: storage}, declarations(t,
		schema.ActualHours{}, schema.APIKey{}, schema.IdempotencyKey{}, schema.Assignment{},
		schema.Capability{}, schema.Customer{},
		schema.Organization{}, schema.Project{}, schema.TimeOffRequest{}, schema.TimeOffType{}, schema.User{},
		schema.Webhook{}, schema.WebhookAttempt{}, schema.WebhookRedelivery{},
		schema.WorkingPatterns{}, schema.UserCapabilities{}, schema.UserViews{}, schema.Holiday{}, schema.Session{},
		schema.CalendarFeed{}, schema.OrganizationPrivacy{}, schema.Lock{},
		schema.OrganizationSettlement{}, schema.Timesheet{}, schema.ActualHoursEntry{},
		schema.Rates{}, schema.Budget{}, schema.Proposal{}, schema.OrganizationPricing{},
		schema.SignInIdentity{})...)
	if err != nil {
		t.Fatal(err)
	}
	all, err := graph.Tables()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// declarations loads schemas as Ent's generator does.
func declarations(t *testing.T, all ...ent.Interface) (loaded []*load.Schema) {
	t.Helper()
	for _, s := range all {
		text, err := load.MarshalSchema(s)
		if err != nil {
			t.Fatal(err)
		}
		l, err := load.UnmarshalSchema(text)
		if err != nil {
			t.Fatal(err)
		}
		loaded = append(loaded, l)
	}
	return loaded
}

// types maps Ent's types to those of the columns.
var types = map[field.Type]string{
	field.TypeUUID: "uuid", field.TypeString: "text", field.TypeEnum: "text", field.TypeBool: "boolean",
	field.TypeBytes: "bytea", field.TypeInt32: "integer", field.TypeInt64: "bigint",
	field.TypeFloat64: "double precision",
	field.TypeTime:    "timestamp with time zone", field.TypeJSON: "jsonb",
}

func columnType(c *entsql.Column) string {
	if own := c.SchemaType[dialect.Postgres]; own != "" {
		return own
	}
	return types[c.Type]
}

// onlySQL are the columns that only statements in SQL use, so that Ent need not know them.
var onlySQL = regexp.MustCompile(
	`^(events|event_heads|record_external_ids|scim_names|stored_responses|` +
		`closed_days|timesheet_hours|timesheet_reminders|budget_alerts|proposal_rows)\.|\.previous_(hours|tentative) `)

func TestDeclarationsMatchTheDatabase(t *testing.T) {
	db := open(t)
	var want []string
	for _, table := range tables(t) {
		for _, c := range table.Columns {
			column := fmt.Sprintf("%s.%s %s", table.Name, c.Name, columnType(c))
			if !c.Nullable {
				column += " NOT NULL"
			}
			want = append(want, column)
		}
	}
	got := texts(t, db, columns)
	for _, column := range want {
		if !slices.Contains(got, column) {
			t.Errorf("only ent/schema has %s", column)
		}
	}
	for _, column := range got {
		if !slices.Contains(want, column) && !onlySQL.MatchString(column) {
			t.Errorf("only the migrations have %s: is its schema in the list of this test?", column)
		}
	}
	if len(want) < 80 {
		t.Errorf("ent/schema has only %d columns", len(want))
	}

	t.Run("the database checks the values of each enum", func(t *testing.T) {
		checks := texts(t, db, `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
			WHERE contype = 'c' AND connamespace = 'public'::regnamespace`)
		for _, table := range tables(t) {
			for _, c := range table.Columns {
				if c.Type != field.TypeEnum {
					continue
				}
				var words []string
				for _, word := range c.Enums {
					words = append(words, "'"+word+"'::text")
				}
				want := table.Name + " CHECK ((" + c.Name + " = ANY (ARRAY[" + strings.Join(words, ", ") + "])))"
				if !slices.Contains(checks, want) {
					t.Errorf("missing: %s", want)
				}
			}
		}
	})
}

func TestKeysOfTheDeclarations(t *testing.T) {
	db := open(t)
	t.Run("every primary key starts with the organization", func(t *testing.T) {
		got := texts(t, db, `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
			WHERE contype = 'p' AND connamespace = 'public'::regnamespace`)
		for _, table := range tables(t) {
			want := table.Name + " PRIMARY KEY (organization_id, id)"
			if table.Name == "organizations" {
				want = "organizations PRIMARY KEY (id)"
			}
			if !slices.Contains(got, want) {
				t.Errorf("missing: %s", want)
			}
		}
	})
	t.Run("every reference is a foreign key with the organization", func(t *testing.T) {
		got := texts(t, db, `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
			WHERE contype = 'f' AND connamespace = 'public'::regnamespace`)
		target := map[string]string{
			"user_id": "users", "reports_to_id": "users", "account_manager_id": "users", "project_manager_id": "users",
			"decided_by_id": "users", "created_by_id": "users", "actor_user_id": "users", "client_id": "clients", "project_id": "projects",
			"capability_id":    "capabilities",
			"time_off_type_id": "time_off_types", "api_key_id": "api_keys", "webhook_id": "webhooks",
			"creator_id": "users", "applied_by_id": "users", "reverts_id": "proposals",
		}
		for _, table := range tables(t) {
			for _, c := range table.Columns {
				want := fmt.Sprintf("%s FOREIGN KEY (organization_id, %s) REFERENCES %s(organization_id, id)",
					table.Name, c.Name, target[c.Name])
				switch {
				case c.Name == "organization_id":
					want = table.Name + " FOREIGN KEY (organization_id) REFERENCES organizations(id)"
				case c.Name == "id" || c.Type != field.TypeUUID:
					continue
				case table.Name == "organizations" && c.Name == "move_id": // of a move, which has no row
					continue
				case table.Name == "idempotency_keys" && c.Name == "api_key_id": // or a session, which they outlive
					continue
				case table.Name == "webhook_attempts" && c.Name == "webhook_id": // attempts outlive their endpoint
					continue
				}
				if !slices.Contains(got, want) && !slices.Contains(got, want+" ON DELETE CASCADE") {
					t.Errorf("missing: %s", want)
				}
			}
		}
	})
}
