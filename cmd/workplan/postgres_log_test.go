package main

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/cmd/workplan/operate/doctor"
	"github.com/workplan-api/workplan/internal/postgres/cluster"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestTheLogOfPostgreSQLHasNoValues sends an e-mail address that a user has already. PostgreSQL logs the failure, and
// neither the address nor another value of the row.
func TestTheLogOfPostgreSQLHasNoValues(t *testing.T) {
	c, err := cluster.Start(t.Context(), cluster.Config{Settings: []string{"log_min_error_statement=error"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	dsn := c.DSN("postgres")
	mustRun(t, "", "migrate", "--database-url", dsn)
	secret := importResult(t,
		mustRun(t, "", "import", "testdata/organization.json", "--database-url", dsn)).Keys[0].GetSecret()
	r := startServe(t, dsn)
	url := r.url(t)
	eventually(t, "it is ready", func() bool { return httpStatus(t, url+"/readyz") == http.StatusOK })
	for _, want := range []int{http.StatusOK, http.StatusConflict} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/v1/users",
			strings.NewReader(`{"email": "kim@twice.example", "name": "Kim Twice", "role": "member"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+secret)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Fatal(resp.Status)
		}
	}
	log := func() string { return c.WithLog(errors.New("")).Error() }
	eventually(t, "the failure is logged", func() bool { return strings.Contains(log(), "duplicate key value") })
	if text := strings.ToLower(log()); strings.Contains(text, "twice") {
		t.Error(text)
	}
}

// TestTheDoctorWarnsOfValuesInTheLog: migrate keeps them out, unless somebody has decided otherwise for the database.
func TestTheDoctorWarnsOfValuesInTheLog(t *testing.T) {
	apitest.SkipOnCitus(t, "the settings of a database outlast it")
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	expect := func(when string, want doctor.Status) {
		t.Helper()
		if r, status := examined(t, 0); status("log") != want {
			t.Errorf("%s: %+v", when, r.Findings)
		}
	}
	expect("a new database", doctor.Warn)
	mustRun(t, "", "migrate")
	expect("after migrate", doctor.OK)
	a.Exec(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET log_error_verbosity = %L', current_database(), 'default'); END $$`)
	mustRun(t, "", "migrate")
	expect("after somebody wants the details", doctor.Warn)
}
