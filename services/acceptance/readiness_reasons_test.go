package acceptance_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

// standbyAlone returns the folder of the socket of a standby whose primary is stopped.
func standbyAlone(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "workplan-standby-")
	if err == nil {
		err = os.Chmod(dir, 0o755) // for the user of the server, if this one is root
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	primary, err := cluster.Start(t.Context(), cluster.Config{DataDir: filepath.Join(dir, "primary")})
	if err != nil {
		t.Fatal(err)
	}
	defer primary.Stop()
	if err := primary.StandbyCopy(t.Context(), filepath.Join(dir, "standby")); err != nil {
		if strings.Contains(err.Error(), "install PostgreSQL") && os.Getenv("CI") == "" {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	standby, err := cluster.Start(t.Context(), cluster.Config{DataDir: filepath.Join(dir, "standby"), Standby: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = standby.Stop() })
	return strings.Split(standby.DSN("postgres"), "'")[1]
}

// TestReadinessSaysWhatIsWrongWithTheDatabase: the operator has to do something else in each case. The line in the log
// has the details, with every LOG_LEVEL.
func TestReadinessSaysWhatIsWrongWithTheDatabase(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	standby := standbyAlone(t)
	for name, test := range map[string]struct{ dsn, want, log string }{
		"nothing responds": {"host=127.0.0.1 port=1 user=me dbname=x sslmode=disable",
			"the database cannot be reached", "connection refused"},
		"the role is refused": {regexp.MustCompile(`user=\S+`).ReplaceAllString(a.DSN, "user=no_such_role"),
			"PostgreSQL refuses the role, the password or the database of DATABASE_URL", "no_such_role"},
		"the database does not exist": {strings.Replace(a.DSN, "dbname='", "dbname='no_", 1),
			"PostgreSQL refuses the role, the password or the database of DATABASE_URL", "does not exist"},
		"only a standby": {"host=/nowhere," + standby + " port=5432 user=postgres dbname=postgres sslmode=disable",
			"no host of the database that can be reached is a primary", standby},
	} {
		t.Run(name, func(t *testing.T) {
			db, err := postgres.Open(test.dsn, postgres.Options{MaxConns: 2})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			log := &buffer{}
			b, _ := a.Start(services.Config{
				DB: db, Log: slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelError})),
			})
			waitFor(t, "/readyz says "+test.want, func() bool {
				status, body, _ := readiness(t, b)
				return status == 503 && strings.Contains(body, test.want)
			})
			if text := log.String(); !strings.Contains(text, `"msg":"not ready"`) || !strings.Contains(text, test.log) {
				t.Errorf("no line with %q", test.log)
			}
			if _, body, _ := readiness(t, b); strings.Contains(body, standby) {
				t.Errorf("/readyz, which needs no key, names a host: %s", body)
			}
		})
	}
}
