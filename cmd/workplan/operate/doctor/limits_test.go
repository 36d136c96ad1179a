package doctor_test

import (
	"database/sql"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/cmd/workplan/operate/doctor"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestLimitsOfConnectionsCount gives the role and the database limits that are below that of PostgreSQL.
func TestLimitsOfConnectionsCount(t *testing.T) {
	apitest.SkipOnCitus(t, "it creates a role")
	dsn := apitest.NewDatabase(t)
	name := regexp.MustCompile(`dbname='([^']+)'`).FindStringSubmatch(dsn)[1]
	admin, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	role := name + "_limited"
	mustExec(t, admin, `CREATE ROLE `+role+` LOGIN`)
	db, err := sql.Open("postgres", strings.Replace(dsn, "user=postgres", "user="+role, 1))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, test := range []struct {
		change string
		opens  int
		status doctor.Status
		want   string
	}{
		{`SELECT 1`, 3, doctor.OK, "PostgreSQL allows "},
		{`ALTER ROLE ` + role + ` CONNECTION LIMIT 15`, 3, doctor.OK, "the role " + role + " allows 15"},
		{`SELECT 1`, 7, doctor.Warn,
			"room for 2 servers: as a superuser, ALTER ROLE " + role + " CONNECTION LIMIT 21 or more"},
		{`SELECT 1`, 16, doctor.Fail, "ALTER ROLE " + role + " CONNECTION LIMIT 48 or more"},
		{`ALTER DATABASE ` + name + ` CONNECTION LIMIT 8`, 7, doctor.Warn, "the database " + name + " allows 8"},
		{`ALTER ROLE ` + role + ` SUPERUSER`, 3, doctor.OK, "PostgreSQL allows "},
	} {
		mustExec(t, admin, test.change)
		all := doctor.Database(t.Context(), db, doctor.Limits{Connections: test.opens})
		i := slices.IndexFunc(all, func(f doctor.Finding) bool { return f.Check == "connections" })
		if f := all[i]; f.Status != test.status || !strings.Contains(f.Text, test.want) {
			t.Errorf("after %s: %+v, want %s", test.change, f, test.want)
		}
	}
	mustExec(t, admin, `ALTER ROLE `+role+` NOSUPERUSER`)
}
