package main

import (
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestTwoRoles migrates with a role that owns the database and serves with another one that may not change the schema.
func TestTwoRoles(t *testing.T) {
	apitest.SkipOnCitus(t, "it creates roles, which would outlast it on a shared cluster")
	dsn := apitest.BareDatabase(t)
	as := func(role string) string { return strings.Replace(dsn, "user=postgres", "user="+role, 1) }
	pool := func(dsn string) *sql.DB {
		db, err := postgres.Open(dsn, postgres.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return db
	}
	admin, runtime := pool(dsn), pool(as("workplan_runtime"))
	var name string
	if err := admin.QueryRowContext(t.Context(), "SELECT current_database()").Scan(&name); err != nil {
		t.Fatal(err)
	}
	if _, err := admin.ExecContext(t.Context(), "CREATE ROLE workplan_owner LOGIN; CREATE ROLE workplan_runtime "+
		"LOGIN; ALTER DATABASE "+name+" OWNER TO workplan_owner"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DATABASE_URL", as("workplan_runtime"))

	mustFail(t, "", "set MIGRATE_DATABASE_URL", "migrate")
	mustFail(t, "", "unset one of them", "migrate", "--migrate-database-url", as("workplan_owner"),
		"--migrate-database-url-file", "x")
	mustFail(t, "", "MIGRATE_DATABASE_URL is malformed", "migrate", "--migrate-database-url",
		"postgres://me:hunter2#@127.0.0.1/x")
	file := filepath.Join(t.TempDir(), "owner")
	if err := os.WriteFile(file, []byte(as("workplan_owner")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("MIGRATE_DATABASE_URL_FILE", file)
	mustRun(t, "", "migrate") // gives the role of DATABASE_URL its rights
	mustRun(t, "", "organization", "list")
	if _, err := admin.ExecContext(t.Context(),
		"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM workplan_runtime"); err != nil {
		t.Fatal(err)
	}
	mustFail(t, "", "workplan migrate --grant-to", "organization", "list")
	if r := runCommand(t, "", "doctor"); r.code == 0 ||
		!strings.Contains(r.out, "permission denied") && !strings.Contains(r.out, "workplan migrate --grant-to") {
		t.Errorf("%+v", r)
	}
	mustFail(t, "", `create it with CREATE ROLE "nobody's"`, "migrate", "--grant-to", "nobody's")
	for range 2 { // the second time, it has all rights
		mustRun(t, "", "migrate", "--grant-to", "workplan_runtime")
	}

	t.Run("the role of the server may not change the schema", func(t *testing.T) {
		for _, statement := range []string{"CREATE TABLE x ()", "DROP TABLE users",
			"ALTER TABLE users ADD COLUMN x int", "TRUNCATE events", "DELETE FROM schema_revisions",
			"CREATE INDEX ON users (name)"} {
			if _, err := runtime.ExecContext(t.Context(), statement); postgres.Code(err) != "42501" {
				t.Errorf("%s: %v", statement, err)
			}
		}
	})
	t.Run("it has all rights that it needs", func(t *testing.T) {
		t.Setenv("MIGRATE_DATABASE_URL_FILE", "")
		if r := runCommand(t, "", "migrate"); r.code != 0 || !strings.Contains(r.err, "up to date") {
			t.Errorf("%+v", r)
		}
		result := importResult(t, mustRun(t, "", "import", "testdata/organization.json"))
		mustRun(t, "", "organization", "create", "--migrate", "--name", "Second", "--admin-email",
			"a@example.com", "--admin-name", "A")
		_, url := startServeProcess(t, "SHUTDOWN_DELAY=0s")
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/v1/clients",
			strings.NewReader(`{"companyName": "Initech"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+result.GetKeys()[0].GetSecret())
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", "one")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("POST /clients: %d", resp.StatusCode)
		}
		// The sequencer is in the background.
		eventually(t, "the event has a number", func() bool {
			var n int
			err := runtime.QueryRowContext(t.Context(),
				"SELECT count(*) FROM events WHERE organization_id = $1 AND type = 'client.created' AND seq "+
					"IS NOT NULL", result.GetOrganization().GetId()).Scan(&n)
			return err == nil && n > 0
		})
	})
	t.Run("each command says if it needs the owner", func(t *testing.T) {
		t.Setenv("MIGRATE_DATABASE_URL_FILE", "")
		organization := strings.TrimSpace(mustRun(t, "", "organization", "create", "--name", "Quay"))
		archive, receipt := filepath.Join(t.TempDir(), "archive"), filepath.Join(t.TempDir(), "receipt")
		mustRun(t, "", "key", "create", "--organization", "Second", "--actor", "a@example.com",
			"--name", "x", "--scopes", "*")
		mustRun(t, "", "key", "list", "--organization", "Second")
		mustRun(t, "", "session", "list", "--organization", "Second")
		mustRun(t, "", "verify")
		mustRun(t, "", "organization", "export", organization, "--output", archive)
		mustRun(t, "", "organization", "suspend", organization)
		deletion := []string{"organization", "delete", organization, "--no-archive", "--confirm",
			"Quay", "--receipt", receipt}
		const needsOwner = "the role workplan_runtime may not change events: set MIGRATE_DATABASE_URL"
		mustFail(t, "", needsOwner, deletion...)
		mustFail(t, "", needsOwner, "user", "erase", "a@example.com", "--organization", "Second",
			"--confirm", "a@example.com")
		if r := runCommand(t, "", "doctor"); !strings.Contains(r.out,
			"workplan_runtime may read and write all tables") {
			t.Errorf("%+v", r)
		}
		t.Setenv("DATABASE_URL", as("workplan_owner"))
		if r := runCommand(t, "", "doctor"); !strings.Contains(r.out, "workplan_owner owns the tables") {
			t.Errorf("%+v", r)
		}
		mustRun(t, "", deletion...)
		t.Setenv("DATABASE_URL", as("workplan_runtime"))
		mustRun(t, "", "organization", "import", archive)
		dump := filepath.Join(t.TempDir(), "dump")
		mustRun(t, "", "backup", "create", dump)
		mustFail(t, "", "set MIGRATE_DATABASE_URL to the same database", "backup", "restore", dump)
	})
	t.Run("it may not change the journal", func(t *testing.T) {
		exec := func(db *sql.DB, statement string) (n int64, err error) {
			result, err := db.ExecContext(t.Context(), statement)
			if err != nil {
				return 0, err
			}
			return result.RowsAffected()
		}
		for _, statement := range []string{
			"UPDATE events SET data = ''", "UPDATE events SET actor_id = NULL",
			"UPDATE events SET id = gen_random_uuid()", "DELETE FROM events", "DELETE FROM events WHERE seq = 1",
			"CREATE OR REPLACE FUNCTION remove_events(uuid, bigint) RETURNS void LANGUAGE sql AS ''",
		} {
			if _, err := exec(runtime, statement); postgres.Code(err) != "42501" {
				t.Errorf("%s: %v", statement, err)
			}
		}
		count := func() (n int) {
			if err := admin.QueryRowContext(t.Context(), "SELECT count(*) FROM events").Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		// The function removes nothing that is not old, whatever the role writes into the other columns.
		before := count()
		if n, err := exec(runtime, "UPDATE events SET written_at = '2020-01-01'"); n == 0 || err != nil {
			t.Fatal(n, err)
		}
		if _, err := exec(runtime, "SELECT remove_events(organization_id, 1000000) FROM event_heads"); err != nil ||
			count() != before {
			t.Errorf("%d of %d events are left, %v", count(), before, err)
		}
		// Expiry removes an event whose id is of 2020.
		if _, err := exec(admin,
			"UPDATE events SET id = overlay(id::text PLACING '01700000' FROM 1)::uuid WHERE seq = 1"); err != nil {
			t.Fatal(err)
		}
		if err := journal.Expired(runtime).Once(t.Context(), time.Now().AddDate(0, 0, -100)); err != nil {
			t.Fatal(err)
		}
		var first int
		if err := admin.QueryRowContext(t.Context(), "SELECT count(*) FROM events WHERE seq = 1").
			Scan(&first); err != nil || first != 0 || count() == before {
			t.Errorf("%d events with the number 1, %d of %d are left, %v", first, count(), before, err)
		}
	})
	t.Run("every table grants what the statements of the program need", func(t *testing.T) {
		for _, table := range append(apitest.TenantTables(), "organizations") {
			rights := []string{"SELECT", "INSERT", "UPDATE", "DELETE"}
			if table == "events" {
				rights = rights[:2]
			}
			for _, right := range rights {
				var has bool
				if err := runtime.QueryRowContext(t.Context(), "SELECT has_table_privilege($1, $2)", table, right).
					Scan(&has); err != nil || !has {
					t.Error(fmt.Sprint(right, " on ", table, ": "), has, err)
				}
			}
		}
	})
}

// TestMigrateCreatesTheRole creates the role of the servers, and logs in with its password.
func TestMigrateCreatesTheRole(t *testing.T) {
	o := newOwned(t)
	role := o.name + "_server"
	// Only this role needs a password. A role that does not exist is no error in pg_hba.conf.
	o.exec("CREATE TABLE hba (line text); INSERT INTO hba VALUES ('local all " + role +
		" scram-sha-256'), ('local all all trust')")
	o.exec("DO $$ BEGIN EXECUTE format('COPY hba TO %L', current_setting('hba_file')); END $$; DROP TABLE hba")
	o.exec("SELECT pg_reload_conf()")
	as := func(password string) string {
		return strings.Replace(o.dsn, "user="+o.name, "user="+role+" password="+password, 1)
	}
	t.Setenv("MIGRATE_DATABASE_URL", o.dsn)

	t.Setenv("DATABASE_URL", as("the+right/one"))
	mustFail(t, "", "create it as a superuser", "migrate", "--create-role")
	o.exec("ALTER ROLE " + o.name + " CREATEROLE")
	mustFail(t, "", "leave one of them out", "migrate", "--create-role", "--grant-to", "workplan_other")
	for range 2 { // the second time, it exists
		mustRun(t, "", "migrate", "--create-role")
	}
	mustRun(t, "", "organization", "list")
	var owns bool
	if err := openPool(t, as("the+right/one")).QueryRowContext(
		t.Context(), "SELECT pg_has_role((SELECT relowner FROM pg_class WHERE relname = 'users'), 'USAGE')",
	).Scan(&owns); err != nil || owns {
		t.Errorf("it owns the tables: %t, %v", owns, err)
	}
	t.Setenv("DATABASE_URL", as("another"))
	mustFail(t, "", "wrong password for user", "organization", "list")
	mustRun(t, "", "migrate", "--create-role")
	mustFail(t, "", "wrong password for user", "organization", "list") // an existing role keeps its password
	t.Setenv("DATABASE_URL", strings.Replace(as("x"), role, role+"_two", 1)+" password='schön'")
	mustFail(t, "", "printable ASCII", "migrate", "--create-role")
}

// TestMigrateWaits starts before the database can be reached.
func TestMigrateWaits(t *testing.T) {
	dsn := apitest.BareDatabase(t)
	later := filepath.Join(t.TempDir(), "later")
	socket := regexp.MustCompile(`host='([^']+)'`).FindStringSubmatch(dsn)
	if socket == nil {
		t.Skip("the database is not at a socket")
	}
	go func() {
		time.Sleep(3 * time.Second)
		_ = os.Symlink(socket[1], later)
	}()
	t.Setenv("DATABASE_URL", strings.Replace(dsn, socket[1], later, 1))
	mustFail(t, "", "cannot reach the database", "migrate")
	if r := runCommand(t, "", "migrate", "--wait"); r.code != 0 ||
		!strings.Contains(r.err, "Waiting: cannot reach the database") || !strings.Contains(r.err, "Applied") {
		t.Errorf("%+v", r)
	}
}

// TestFromOneRoleToTwo runs the statements of docs/operate/upgrading.md on an installation with one role, and then
// migrates as its unit of systemd does.
func TestFromOneRoleToTwo(t *testing.T) {
	o := newOwned(t)
	if r := runCommand(t, "", "doctor"); !strings.Contains(r.out, "owns the tables") {
		t.Errorf("with one role: %+v", r)
	}
	page := mustRead(t, "../../docs/operate/upgrading.md")
	_, page, _ = strings.Cut(page, "### From one role to two")
	_, page, _ = strings.Cut(page, "```sql\n")
	statements, _, ok := strings.Cut(page, "```")
	if !ok || !strings.Contains(statements, "REASSIGN") {
		t.Fatalf("the statements are %q", statements)
	}
	statements = strings.NewReplacer("workplan_owner", o.name+"_owner", "workplan", o.name).Replace(statements)
	if _, err := openPool(t,
		strings.Replace(o.dsn, "user="+o.name, "user=postgres", 1)).ExecContext(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "", "key", "list", "--organization", "Harbour Works") // a server goes on before the next migration
	t.Setenv("MIGRATE_DATABASE_URL", strings.Replace(o.dsn, "user="+o.name, "user="+o.name+"_owner", 1))
	mustRun(t, "", "migrate", "--create-role")
	if r := runCommand(t, "", "doctor"); !strings.Contains(r.out, "may read and write all tables") {
		t.Errorf("with two roles: %+v", r)
	}
	if _, err := openPool(t, o.dsn).ExecContext(t.Context(), "DELETE FROM events"); postgres.Code(err) != "42501" {
		t.Errorf("the role of the servers deletes events: %v", err)
	}
}

func TestDistributeNeedsCitus(t *testing.T) {
	apitest.SkipOnCitus(t, "it needs a database without the extension")
	dsn := apitest.NewDatabase(t)
	mustFail(t, "", "the database does not have the extension citus", "migrate", "--distribute", "--database-url", dsn)
}
