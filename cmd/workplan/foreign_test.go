package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestTablesOfOthersChangeNothing makes the tables that people leave in a database, and runs what goes over all tables.
func TestTablesOfOthersChangeNothing(t *testing.T) {
	o := newOwned(t)
	server := o.name + "_server"
	o.exec("CREATE ROLE " + server + " LOGIN")
	o.exec("GRANT pg_signal_backend TO " + o.name)
	asServer := strings.Replace(o.dsn, "user="+o.name, "user="+server, 1)
	super := openPool(t, strings.Replace(o.dsn, "user="+o.name, "user=postgres", 1))
	o.in(o.name, "CREATE TABLE owners_copy AS SELECT * FROM clients")
	o.in(o.name, "CREATE TABLE bound (id bigserial PRIMARY KEY, organization_id uuid REFERENCES organizations, "+
		"place int, CHECK (place > 0) NOT VALID)")
	for _, statement := range []string{
		"CREATE TABLE superusers_copy AS SELECT * FROM users", "CREATE TABLE superusers_list (id serial PRIMARY KEY)",
		"CREATE TABLE superusers_gift AS SELECT * FROM users", "GRANT SELECT ON superusers_gift TO PUBLIC",
		"CREATE SCHEMA scratch", "CREATE TABLE scratch.clients (LIKE clients INCLUDING ALL)",
		"CREATE TABLE scratch.organizations AS SELECT * FROM organizations",
		"CREATE VIEW superusers_view AS SELECT id FROM users",
	} {
		if _, err := super.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	super.Close()
	t.Setenv("MIGRATE_DATABASE_URL", o.dsn)
	t.Setenv("DATABASE_URL", asServer)
	mustRun(t, "", "migrate")
	var given string
	if err := openPool(t, o.dsn).QueryRowContext(t.Context(), `
		SELECT coalesce(string_agg(table_name || ' ' || privilege_type, ', '), '')
		FROM information_schema.role_table_grants WHERE grantee = $1 AND table_name IN ('owners_copy', 'bound',
		'superusers_copy', 'superusers_list')`, server).Scan(&given); err != nil || given != "" {
		t.Errorf("the role of the servers got rights on tables of others: %s, %v", given, err)
	}
	checked := func() {
		t.Helper()
		mustRun(t, "", "verify")
		report := runCommand(t, "", "doctor").out
		if !strings.Contains(report, server+" may read and write all tables") {
			t.Errorf("doctor: %s", report)
		}
		if !strings.Contains(report, "not tables of Workplan, which erases and deletes nothing in them: "+
			"drop those that have copies of rows: bound; owners_copy") {
			t.Errorf("doctor: %s", report)
		}
	}
	checked()
	file := filepath.Join(t.TempDir(), "workplan.dump")
	created := runCommand(t, "", "backup", "create", file)
	if created.code != 0 || !strings.Contains(created.err, `"public"."superusers_copy"`) ||
		strings.Contains(created.err, "superusers_gift") {
		t.Fatalf("%+v", created)
	}
	restored := runCommand(t, "", "backup", "restore", file)
	if restored.code != 0 || !strings.Contains(restored.err, "is not whole") {
		t.Fatalf("%+v", restored)
	}
	checked()
	if rows := o.organizations(o.name); rows != "Harbour Works" {
		t.Error(rows)
	}
	mustRun(t, "", "backup", "switch", o.databases()[1]) // back to the old one, with all of these tables
	checked()
}

// TestADumpWithExtensionsIsRestored restores a dump of a database with extensions that only a superuser may create, and
// what depends on them, with the role that owns the tables.
func TestADumpWithExtensionsIsRestored(t *testing.T) {
	o := newOwned(t)
	super := openPool(t, strings.Replace(o.dsn, "user="+o.name, "user=postgres", 1))
	for _, statement := range []string{
		"CREATE EXTENSION pg_stat_statements", "CREATE EXTENSION pgstattuple", "CREATE EXTENSION pg_trgm",
		"GRANT EXECUTE ON FUNCTION pgstattuple(regclass) TO PUBLIC",
		"CREATE VIEW slowest AS SELECT * FROM pg_stat_statements", "CREATE VIEW names AS SELECT name FROM users",
		"CREATE INDEX users_name_search ON users USING gin (name gin_trgm_ops)",
	} {
		if _, err := super.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	super.Close()
	file := filepath.Join(t.TempDir(), "workplan.dump")
	mustRun(t, "", "backup", "create", file)
	restored := runCommand(t, "", "backup", "restore", file)
	if restored.code != 0 || !strings.Contains(restored.err, `permission denied to create extension "pgstattuple"`) {
		t.Fatalf("%+v", restored)
	}
	if names := o.organizations(o.name); names != "Harbour Works" {
		t.Error(names)
	}
	mustRun(t, "", "verify")
	if report := runCommand(t, "", "doctor").out; !strings.Contains(report,
		"columns, types, constraints and indexes are as the migrations make them") {
		t.Error(report)
	}
	t.Run("a superuser restores all of it", func(t *testing.T) {
		t.Setenv("DATABASE_URL", strings.Replace(o.dsn, "user="+o.name, "user=postgres", 1))
		restored := runCommand(t, "", "backup", "restore", file)
		if restored.code != 0 || strings.Contains(restored.err, "is not whole") {
			t.Fatalf("%+v", restored)
		}
		var whole bool
		if err := openPool(t, strings.Replace(o.dsn, "user="+o.name, "user=postgres", 1)).QueryRowContext(t.Context(),
			`SELECT to_regclass('slowest') IS NOT NULL AND to_regclass('names') IS NOT NULL
				AND to_regclass('users_name_search') IS NOT NULL`).Scan(&whole); err != nil || !whole {
			t.Errorf("views or an index are missing, %v", err)
		}
	})
}
