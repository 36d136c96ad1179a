package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestCreateOrganization(t *testing.T) {
	dsn := apitest.BareDatabase(t)
	t.Setenv("DATABASE_URL", dsn)
	create := []string{"organization", "create", "--name", "Harbour Works", "--admin-email", "Ada@example.com",
		"--admin-name", "Ada Lovelace"}

	t.Run("a database without a schema is refused", func(t *testing.T) {
		mustFail(t, "", "run `workplan migrate`", create...)
	})
	t.Run("wrong flags are named before anything is migrated", func(t *testing.T) {
		mustFail(t, "", "--admin-email must", "organization", "create", "--migrate", "--name", "New", "--admin-email",
			"ada", "--admin-name", "Ada")
		mustFail(t, "", "run `workplan migrate`", "organization", "list")
	})
	var key string
	t.Run("with --migrate an empty database is enough", func(t *testing.T) {
		r := runCommand(t, "", append(create, "--migrate")...)
		if key = strings.TrimSpace(r.out); r.code != 0 || len(key) != 75 ||
			!strings.Contains(r.err, `Created organization "Harbour Works"`) || strings.Contains(r.err, key) {
			t.Errorf("%+v", r)
		}
	})
	t.Run("the admin has all scopes and creates a user over the API", func(t *testing.T) {
		r := startServe(t, dsn)
		url := r.url(t)
		eventually(t, "it is ready", func() bool { return httpStatus(t, url+"/readyz") == http.StatusOK })
		req, _ := http.NewRequest(http.MethodPost, url+"/api/v1/users",
			strings.NewReader(`{"email": "new@example.com", "name": "Nia New"}`))
		req.Header.Set("Authorization", "Bearer "+key)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatal(resp, err)
		}
		resp.Body.Close()
		r.cancel()
		<-r.done
	})
	t.Run("as JSON it prints what import prints", func(t *testing.T) {
		r := importResult(t, mustRun(t, "", "organization", "create", "--name", " Quay ", "--admin-email",
			"ada@example.com", "--admin-name", "Ada", "--output", "json"))
		if r.GetOrganization().GetName() != "Quay" || len(r.Users) != 1 || len(r.Keys) != 1 ||
			len(r.Keys[0].GetSecret()) != 75 {
			t.Errorf("%v", r)
		}
	})
	t.Run("without an admin it can be filled by an import", func(t *testing.T) {
		id := strings.TrimSpace(mustRun(t, "", "organization", "create", "--name", "Pier"))
		if r := importResult(t,
			mustRun(t, `{"organization": {"name": "Pier"}}`, "import", "-")); r.GetOrganization().GetId() != id {
			t.Errorf("%v is not %s", r, id)
		}
	})
	t.Run("mistakes name the flags, and nothing is created", func(t *testing.T) {
		mustFail(t, "", "--name is the name of the organization", create...)
		mustFail(t, "", "--name must", "organization", "create", "--name", " ")
		mustFail(t, "", "--admin-email must", "organization", "create", "--name", "New", "--admin-email",
			"ada", "--admin-name", "Ada")
		mustFail(t, "", "--admin-name must", "organization", "create", "--name", "New", "--admin-email",
			"ada@example.com", "--admin-name", " ")
		mustFail(t, "", "--admin-name", "organization", "create", "--name", "New", "--admin-email", "ada@example.com")
		mustFail(t, "", "--name", "organization", "create")
		if out := mustRun(t, "", "organization", "list"); strings.Count(out, "\n") != 4 {
			t.Error(out)
		}
	})
}

func TestSuspendOrganization(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	other, _ := a.Start(services.Config{}) // another node
	id := a.Organization.String()
	var own organization
	for _, o := range listed(t) {
		if o.ID == a.Organization {
			own = o
		}
	}
	users := func(t *testing.T, b *apitest.API, as string) string {
		return b.REST(t, as, "GET /api/v1/users", "", nil).Code
	}
	// within waits at most one second until both nodes respond with the code.
	within := func(t *testing.T, code string) {
		t.Helper()
		for _, b := range []*apitest.API{a, other} {
			start := time.Now()
			for users(t, b, "admin") != code {
				if time.Since(start) > time.Second {
					t.Fatalf("the code is %q after a second, want %q", users(t, b, "admin"), code)
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
	}

	within(t, "")
	if r := runCommand(t, "", "organization", "suspend", id); r.code != 0 ||
		!strings.Contains(r.err, "Suspended organization") || r.out != "" {
		t.Fatalf("%+v", r)
	}
	within(t, "organization_suspended")
	if ans := a.REST(t, "admin", "GET /api/v1/me", "", nil); ans.Code != "" ||
		apitest.Lookup(ans.Body, "data.organization.suspendedAt") == nil {
		t.Errorf("GET /me: %s", ans.Raw)
	}
	if code := users(t, a, "other_admin"); code != "" {
		t.Errorf("another organization: %s", code)
	}

	t.Run("again changes nothing", func(t *testing.T) {
		before := listed(t)
		r := runCommand(t, "", "organization", "suspend", own.Name, "--output", "json")
		var o organization
		if err := json.Unmarshal([]byte(r.out), &o); err != nil || r.code != 0 ||
			!strings.Contains(r.err, "suspended already") {
			t.Errorf("%v: %+v", err, r)
		}
		for _, b := range before {
			if b.ID == o.ID && (b.SuspendedAt == nil || !b.SuspendedAt.Equal(*o.SuspendedAt)) {
				t.Errorf("%v became %v", b, o)
			}
		}
	})
	mustRun(t, "", "organization", "resume", own.Name)
	within(t, "")
	if r := runCommand(t, "", "organization", "resume", id); r.code != 0 ||
		!strings.Contains(r.err, "is not suspended") {
		t.Errorf("%+v", r)
	}

	t.Run("mistakes say what to do", func(t *testing.T) {
		mustFail(t, "", "see `workplan organization list`", "organization", "suspend", a.ID("unknown"))
		mustFail(t, "", `did you mean "`+own.Name+`"?`, "organization", "suspend", own.Name+"x")
		a.Exec("UPDATE organizations SET name = $1", own.Name)
		mustFail(t, "", "2 organizations have the name", "organization", "resume", own.Name)
		mustFail(t, "", "expected \"<organization>\"", "organization", "resume")
	})
}

func listed(t *testing.T) []organization {
	t.Helper()
	var list []organization
	if err := json.Unmarshal([]byte(mustRun(t, "", "organization", "list", "--output", "json")), &list); err != nil {
		t.Fatal(err)
	}
	return list
}
