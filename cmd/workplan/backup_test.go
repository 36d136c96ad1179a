package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/apitest"
)

// owned is a database of its own role, which is no superuser, with one organization.
type owned struct {
	t         *testing.T
	dsn, name string
	admin     *sql.DB // a superuser, in the database postgres
}

func newOwned(t *testing.T) *owned {
	t.Helper()
	apitest.SkipOnCitus(t, "it creates roles, and the databases of Citus cannot be renamed")
	bare := apitest.BareDatabase(t)
	o := &owned{t: t, name: regexp.MustCompile(`dbname='([^']+)'`).FindStringSubmatch(bare)[1]}
	o.admin = openPool(t, bare+" dbname=postgres")
	o.dsn = strings.Replace(bare, "user=postgres", "user="+o.name, 1)
	o.exec("CREATE ROLE " + o.name + " LOGIN CREATEDB")
	o.exec("ALTER DATABASE " + o.name + " OWNER TO " + o.name)
	t.Setenv("DATABASE_URL", o.dsn)
	mustRun(t, "", "organization", "create", "--migrate", "--name", "Harbour Works", "--admin-email",
		"ada@example.com", "--admin-name", "Ada")
	return o
}

func openPool(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := postgres.Open(dsn, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// exec runs a statement as a superuser.
func (o *owned) exec(statement string) {
	o.t.Helper()
	if _, err := o.admin.ExecContext(o.t.Context(), statement); err != nil {
		o.t.Fatalf("%s: %v", statement, err)
	}
}

// in runs a statement in a database.
func (o *owned) in(database, statement string) {
	o.t.Helper()
	if _, err := openPool(o.t, o.dsn+" dbname="+database).ExecContext(o.t.Context(), statement); err != nil {
		o.t.Fatalf("%s: %v", statement, err)
	}
}

// databases returns the databases whose names begin with that of o.
func (o *owned) databases() (names []string) {
	o.t.Helper()
	rows, err := o.admin.QueryContext(o.t.Context(),
		"SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY datname", o.name)
	if err != nil {
		o.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			o.t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// organizations returns the names of the organizations in a database.
func (o *owned) organizations(database string) string {
	o.t.Helper()
	var names string
	err := openPool(o.t, o.dsn+" dbname="+database).QueryRowContext(o.t.Context(),
		"SELECT string_agg(name, ', ' ORDER BY name) FROM organizations").Scan(&names)
	if err != nil {
		o.t.Fatal(err)
	}
	return names
}

func TestBackupAndRestore(t *testing.T) {
	o := newOwned(t)
	folder := t.TempDir()
	file, metric := filepath.Join(folder, "workplan.dump"), filepath.Join(folder, "workplan.prom")
	created := runCommand(t, "", "backup", "create", file, "--metrics-file", metric,
		"--metrics-job", "payroll")
	if !regexp.MustCompile(`^Wrote `+file+`, [0-9]+ bytes, and `+file+`\.sha256\.\n$`).MatchString(created.err) ||
		created.code != 0 {
		t.Fatalf("%+v", created)
	}
	t.Run("the dump is private and has its SHA-256 and its time", func(t *testing.T) {
		if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
			t.Errorf("%v %v", info, err)
		}
		if digest := mustRead(t, file+".sha256"); !regexp.MustCompile(`^[0-9a-f]{64}  workplan\.dump\n$`).
			MatchString(digest) {
			t.Errorf("%q", digest)
		}
		if text := mustRead(t, metric); !regexp.MustCompile(
			`\nworkplan_last_backup_timestamp_seconds\{kind="dump",installation="payroll"\} 1[0-9]{9}\n$`,
		).MatchString(text) {
			t.Errorf("%q", text)
		}
		mustFail(t, "", "a backup replaces no file", "backup", "create", file)
		if left, err := filepath.Glob(filepath.Join(folder, "*.part")); err != nil || len(left) > 0 {
			t.Errorf("%v %v", left, err)
		}
	})
	o.exec("ALTER DATABASE " + o.name + " SET work_mem = '5MB'")
	o.exec("ALTER DATABASE " + o.name + " SET search_path = \"$user\", public")
	o.exec("ALTER DATABASE " + o.name + " CONNECTION LIMIT 50")
	o.exec("COMMENT ON DATABASE " + o.name + " IS 'Kim''s, 100 %'")
	o.exec("ALTER ROLE postgres IN DATABASE " + o.name + " SET work_mem = '7MB'")
	o.exec("REVOKE CONNECT ON DATABASE " + o.name + " FROM PUBLIC")
	o.in(o.name, "UPDATE organizations SET name = 'After the dump'")

	t.Run("a damaged dump changes nothing", func(t *testing.T) {
		whole := mustRead(t, file)
		flipped := []byte(whole)
		flipped[len(flipped)/2] ^= 1
		for name, text := range map[string]string{"flipped": string(flipped), "truncated": whole[:len(whole)/2]} {
			bad := filepath.Join(folder, name)
			if err := os.WriteFile(bad, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			mustFail(t, "", "sha256sum "+bad, "backup", "restore", bad)
			if err := os.WriteFile(bad+".sha256", []byte(mustRead(t, file+".sha256")), 0o600); err != nil {
				t.Fatal(err)
			}
			mustFail(t, "", "is damaged", "backup", "restore", bad)
		}
		if all := o.databases(); len(all) != 1 || o.organizations(o.name) != "After the dump" {
			t.Errorf("%v", all)
		}
	})
	t.Run("a dump is restored while a client is connected, and the old database is kept", func(t *testing.T) {
		connected := openPool(t, o.dsn)
		if err := connected.PingContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		r := runCommand(t, "", "backup", "restore", file)
		all := o.databases()
		if r.code != 0 || len(all) != 2 || !strings.Contains(r.err, "dropdb "+all[1]) {
			t.Fatalf("%v: %+v", all, r)
		}
		if now, before := o.organizations(o.name), o.organizations(all[1]); now != "Harbour Works" ||
			before != "After the dump" {
			t.Errorf("%s; %s", now, before)
		}
		var memory, path, acl string
		if err := openPool(t, o.dsn).QueryRowContext(t.Context(), "SELECT current_setting('work_mem'), "+
			"current_setting('search_path'), datacl::text FROM pg_database WHERE datname = current_database()").
			Scan(&memory, &path, &acl); err != nil || memory != "5MB" || path != `"$user", public` ||
			strings.Contains(acl, "{=") || strings.Contains(acl, ",=Tc") || strings.Contains(acl, ",=c") {
			t.Errorf("%v: %s, %s, %s", err, memory, path, acl)
		}
		var limit, comment string
		if err := o.admin.QueryRowContext(t.Context(),
			"SELECT datconnlimit, shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = $1", o.name).
			Scan(&limit, &comment); err != nil || limit != "50" || comment != "Kim's, 100 %" {
			t.Errorf("%v: %s, %s", err, limit, comment)
		}
		_, statement, ok := strings.Cut(r.err, "Make it as a superuser: ")
		if statement, _, _ = strings.Cut(statement, "\n"); !ok {
			t.Fatalf("%s", r.err)
		}
		o.exec(statement)
		if err := openPool(t, strings.Replace(o.dsn, "user="+o.name, "user=postgres", 1)).QueryRowContext(t.Context(),
			"SELECT current_setting('work_mem')").Scan(&memory); err != nil || memory != "7MB" {
			t.Errorf("%v: %s after %s", err, memory, statement)
		}
		mustRun(t, "", "verify")
	})
}

func TestRestoreWithTwoRoles(t *testing.T) {
	o := newOwned(t)
	runtime := o.name + "_runtime"
	o.exec("CREATE ROLE " + runtime + " LOGIN")
	as := strings.Replace(o.dsn, "user="+o.name, "user="+runtime, 1)
	t.Setenv("MIGRATE_DATABASE_URL", o.dsn)
	t.Setenv("MIGRATE_GRANT_TO", runtime)
	t.Setenv("DATABASE_URL", as)
	mustRun(t, "", "migrate")
	file := filepath.Join(t.TempDir(), "workplan.dump")
	mustRun(t, "", "backup", "create", file)
	t.Run("connections that the owner may not end refuse the switch", func(t *testing.T) {
		if err := openPool(t, as).PingContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		mustFail(t, "", "GRANT pg_signal_backend", "backup", "restore", file)
	})
	o.exec("GRANT pg_signal_backend TO " + o.name)
	mustFail(t, "", "remove it with `dropdb "+o.name+"_restored`", "backup", "restore", file)
	mustRun(t, "", "backup", "switch", o.name+"_restored")
	t.Setenv("MIGRATE_DATABASE_URL", "")
	t.Setenv("MIGRATE_GRANT_TO", "")
	if list := mustRun(t, "", "organization", "list"); !strings.Contains(list, "Harbour Works") {
		t.Error(list)
	}
	t.Run("the role of the servers gets no advice that does not help", func(t *testing.T) {
		for _, right := range []string{"NOCREATEDB", "CREATEDB"} {
			o.exec("ALTER ROLE " + runtime + " " + right)
			r := runCommand(t, "", "backup", "restore", file)
			if r.code != 1 ||
				!strings.Contains(r.err, "does not own the database "+o.name+": set MIGRATE_DATABASE_URL") ||
				strings.Contains(r.err, "ALTER ROLE") {
				t.Errorf("with %s: %+v", right, r)
			}
		}
		t.Setenv("MIGRATE_DATABASE_URL", o.dsn)
		o.exec("ALTER ROLE " + o.name + " NOCREATEDB")
		mustFail(t, "", "run ALTER ROLE \""+o.name+"\" CREATEDB", "backup", "restore", file)
	})
}

func TestRestoreOfAnInconsistentOrOlderDump(t *testing.T) {
	o := newOwned(t)
	// The state before the last migration that changes no rows.
	o.in(o.name, "ALTER TABLE schema_revisions DROP COLUMN requires")
	o.in(o.name, "DELETE FROM schema_revisions WHERE version = '0007'")
	o.in(o.name, "UPDATE users SET version = 7")
	file := filepath.Join(t.TempDir(), "workplan.dump")
	mustRun(t, "", "backup", "create", file)
	r := runCommand(t, "", "backup", "restore", file)
	if r.code != 1 || !strings.Contains(r.err, "applied 0007_requires.sql") ||
		!strings.Contains(r.err, "versions. The database "+o.name+" is as it was") {
		t.Fatalf("%+v", r)
	}
	mustFail(t, "", "versions", "backup", "switch", o.name+"_restored")
	mustRun(t, "", "backup", "switch", o.name+"_restored", "--unverified")
	mustRun(t, "", "organization", "list")

	t.Run("a database that is lost is restored without the old one", func(t *testing.T) {
		o.exec("DROP DATABASE " + o.name + " WITH (FORCE)")
		r := runCommand(t, "", "backup", "restore", file, "--unverified")
		if r.code != 0 || strings.Contains(r.err, "is kept as") {
			t.Errorf("%+v", r)
		}
		mustRun(t, "", "organization", "list")
	})
	t.Run("a database without tables of Workplan is refused", func(t *testing.T) {
		empty := fmt.Sprint(o.name, "_empty")
		o.exec("CREATE DATABASE " + empty)
		mustFail(t, "", "has no tables of Workplan", "backup", "switch", empty)
		mustFail(t, "", "in place already", "backup", "switch", o.name)
	})
}
