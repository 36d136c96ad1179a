package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/test/apitest"
	"github.com/workplan-api/workplan/test/bouncer"
)

func TestAPoolerNeedsItsSetting(t *testing.T) {
	dsn := apitest.NewDatabase(t)
	admin, err := postgres.Open(dsn, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if err := bouncer.Set(t.Context(), admin, bouncer.Limits...); err != nil {
		t.Fatal(err)
	}
	const wanted = "set DATABASE_POOLER to its mode"
	serve := []string{"serve", "--http-addr", "127.0.0.1:0", "--grpc-addr", "127.0.0.1:0", "--ops-addr",
		"", "--shutdown-delay", "0s"}
	for _, mode := range []string{bouncer.Session, bouncer.Transaction} {
		t.Run(mode, func(t *testing.T) {
			t.Setenv("DATABASE_URL", bouncer.Start(t, dsn, mode, bouncer.Ignored, 20))
			mustFail(t, "", wanted, serve...)
			mustFail(t, "", wanted, append(serve, "--migrate")...)
			mustFail(t, "", wanted, "migrate")
			mustFail(t, "", wanted, "organization", "list")
			if r := runCommand(t, "", "doctor"); r.code == 0 || !strings.Contains(r.out, wanted) {
				t.Errorf("doctor: %+v", r)
			}
			t.Setenv("DATABASE_POOLER", mode)
			mustRun(t, "", "organization", "list")
			mustFail(t, "",
				"this command needs PostgreSQL itself, and DATABASE_URL is a pooler: set MIGRATE_DATABASE_URL",
				"backup", "create", filepath.Join(t.TempDir(), "x"))
			t.Run("also for the owner", func(t *testing.T) {
				t.Setenv("MIGRATE_DATABASE_URL", os.Getenv("DATABASE_URL"))
				mustFail(t, "",
					"MIGRATE_DATABASE_URL is a pooler: set it to the address of PostgreSQL itself", "migrate")
				mustFail(t, "", "MIGRATE_DATABASE_URL is a pooler: set it to the address of PostgreSQL itself",
					"backup", "create", filepath.Join(t.TempDir(), "x"))
				t.Setenv("MIGRATE_DATABASE_URL", dsn)
				mustRun(t, "", "backup", "create", filepath.Join(t.TempDir(), "x"))
			})
			if out := runCommand(t, "", "doctor").out; !strings.Contains(out, "connected to") ||
				strings.Contains(out, "fail ") {
				t.Errorf("doctor: %s", out)
			}
		})
	}
	t.Run("the mode session is checked", func(t *testing.T) {
		t.Setenv("DATABASE_URL", bouncer.Start(t, dsn, bouncer.Transaction, bouncer.Ignored, 20))
		t.Setenv("DATABASE_POOLER", string(postgres.SessionPooler))
		mustFail(t, "", "set DATABASE_POOLER to transaction", serve...)
		mustFail(t, "", "set DATABASE_POOLER to transaction", "migrate")
	})
	t.Run("what needs a session is refused in the mode transaction", func(t *testing.T) {
		t.Setenv("DATABASE_URL", bouncer.Start(t, dsn, bouncer.Transaction, bouncer.Ignored, 20))
		t.Setenv("DATABASE_POOLER", string(postgres.TransactionPooler))
		mustFail(t, "", "set MIGRATE_DATABASE_URL to the address of PostgreSQL", "migrate")
		mustFail(t, "", "set MIGRATE_DATABASE_URL to the address of PostgreSQL", append(serve, "--migrate")...)
		mustFail(t, "", "needs PostgreSQL itself", "verify")
		t.Setenv("MIGRATE_DATABASE_URL", dsn)
		mustRun(t, "", "migrate")
	})
	mustFail(t, "", "database-pooler: must be one of", "config", "check", "--database-url", dsn,
		"--database-pooler", "statement")
}
