package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestTheOwnerIsOfTheSameDatabase has the addresses of two databases that both have the organization.
func TestTheOwnerIsOfTheSameDatabase(t *testing.T) {
	other := newOwned(t)
	file := filepath.Join(t.TempDir(), "workplan.dump")
	mustRun(t, "", "backup", "create", file)
	o := newOwned(t)
	t.Setenv("MIGRATE_DATABASE_URL", other.dsn)
	const wanted = "DATABASE_URL and MIGRATE_DATABASE_URL are not the same database"
	commands := [][]string{
		{"migrate"}, {"migrate", "--create-role"}, {"backup", "create", filepath.Join(t.TempDir(), "x.dump")},
		{"backup", "restore", file}, {"backup", "switch", "x"},
		{"organization", "create", "--migrate", "--name", "x"},
		{"organization", "delete", "Harbour Works", "--no-archive", "--confirm", "Harbour Works"},
		{"user", "erase", "ada@example.com", "--organization", "Harbour Works", "--confirm", "ada@example.com"},
		{"serve", "--migrate", "--http-addr", "127.0.0.1:0", "--grpc-addr", "127.0.0.1:0", "--ops-addr", ""},
	}
	refused := func(t *testing.T, wanted string) {
		t.Helper()
		for _, command := range commands {
			mustFail(t, "", wanted, command...)
		}
		if r := runCommand(t, "", "doctor"); r.code == 0 || !strings.Contains(r.out+r.err, wanted) {
			t.Errorf("doctor: %+v", r)
		}
		if all := append(o.databases(), other.databases()...); len(all) != 2 {
			t.Errorf("%v", all)
		}
	}
	t.Run("two databases of a server", func(t *testing.T) { refused(t, wanted) })
	t.Run("a database that does not exist", func(t *testing.T) {
		t.Setenv("DATABASE_URL", o.dsn+" dbname=nosuch")
		mustFail(t, "", wanted, "migrate")
		mustFail(t, "", wanted, "backup", "restore", file)
		t.Setenv("DATABASE_URL", o.dsn)
		t.Setenv("MIGRATE_DATABASE_URL", o.dsn+" dbname=nosuch")
		mustFail(t, "", wanted, "backup", "restore", file)
	})
	t.Run("a role that does not exist yet", func(t *testing.T) {
		t.Setenv("DATABASE_URL", strings.Replace(o.dsn, "user="+o.name, "user=nobody password=x", 1))
		mustFail(t, "", wanted, "migrate", "--create-role")
	})
	t.Run("malformed addresses", func(t *testing.T) {
		for variable, value := range map[string]string{
			"DATABASE_URL": "postgres://me:hunter2#@127.0.0.1/x", "MIGRATE_DATABASE_URL": "mysql://foo",
		} {
			t.Run(variable, func(t *testing.T) {
				t.Setenv(variable, value)
				refused(t, variable+" is ")
				mustFail(t, "", variable+" is ", "config", "check")
			})
		}
	})
	t.Run("the owner alone", func(t *testing.T) {
		t.Setenv("DATABASE_URL", "")
		t.Setenv("MIGRATE_DATABASE_URL", o.dsn)
		mustRun(t, "", "migrate")
	})
	t.Run("the same database", func(t *testing.T) {
		t.Setenv("MIGRATE_DATABASE_URL", strings.Replace(o.dsn, "user="+o.name, "user=postgres", 1))
		mustRun(t, "", "migrate")
		mustRun(t, "", "backup", "restore", file)
		mustRun(t, "", "config", "check")
		if r := runCommand(t, "", "doctor"); !strings.Contains(r.out, "MIGRATE_DATABASE_URL is the same database") {
			t.Errorf("%+v", r)
		}
	})
	if names := other.organizations(other.name); names != "Harbour Works" {
		t.Error(names)
	}
}
