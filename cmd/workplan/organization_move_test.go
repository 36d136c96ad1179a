package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/services"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMoveAnOrganization(t *testing.T) {
	apitest.SkipOnCitus(t, "organizations are not moved from Citus")
	a := apitest.NewIsolated(t)
	target := apitest.NewDatabase(t)
	id, pointer := a.Organization.String(), "https://eu.workplan.example"
	t.Setenv("DATABASE_URL", a.DSN)
	start := []string{"organization", "move", "Acme Works", "--pointer", pointer}

	t.Run("mistakes say what to do", func(t *testing.T) {
		mustFail(t, "", "the other installation: no database: set MOVE_TO_DATABASE_URL or --to", start...)
		t.Setenv("MOVE_TO_DATABASE_URL", target)
		mustFail(t, "", "--pointer is missing", "organization", "move", id)
		mustFail(t, "", "--pointer must be an address", "organization", "move", id, "--pointer", "eu")
		mustFail(t, "", "--max-pause must be", append(start, "--max-pause", "1s")...)
		mustFail(t, "", "see `workplan organization list`", "organization", "move", "Acme", "--pointer", pointer)
		mustFail(t, "", "are the same database", append(start, "--to", a.DSN)...)
		mustFail(t, "", "MOVE_TO_DATABASE_URL is malformed", append(start, "--to", "postgres://a:b#@c/d")...)
		mustFail(t, "",
			"the other installation: the schema of the database is missing or out of date: run `workplan migrate`",
			append(start, "--to", apitest.BareDatabase(t))...)
		mustFail(t, "", "MOVE_TO_DATABASE_URL may not change events",
			append(start, "--to", apitest.AsServer(target))...)
		mustFail(t, "", "is not being moved to this target", "organization", "move", id, "--abort")
	})
	t.Setenv("MOVE_TO_DATABASE_URL", target)
	t.Run("a suspended organization is exported and imported instead", func(t *testing.T) {
		mustRun(t, "", "organization", "suspend", id)
		mustFail(t, "", "organization export", start...)
		mustRun(t, "", "organization", "resume", id)
	})
	t.Run("a move that has begun keeps other commands away until it is aborted", func(t *testing.T) {
		a.Exec(`UPDATE organizations SET move_id = $1, closed_at = now() WHERE id = $1`, id)
		mustFail(t, "", "is being moved", "organization", "suspend", id)
		mustFail(t, "", "is being moved", "user", "erase", "worker@example.com", "--organization", id, "--confirm",
			"worker@example.com")
		if out := mustRun(t, "", "organization", "list"); !strings.Contains(out, "being moved") {
			t.Error(out)
		}
		ans := a.REST(t, "admin", "GET /api/v1/clients", "", nil)
		if ans.Status != http.StatusServiceUnavailable || ans.Code != "unavailable" ||
			ans.Header.Get("Retry-After") != "1" {
			t.Errorf("%d %s", ans.Status, ans.Raw)
		}
		if ans := a.REST(t, "admin", "GET /api/v1/me", "", nil); ans.Status != http.StatusOK {
			t.Errorf("%d %s", ans.Status, ans.Raw)
		}
		mustRun(t, "", "organization", "move", id, "--abort")
	})
	t.Run("the target cannot be reached, and the organization is served here again", func(t *testing.T) {
		a.Exec(`UPDATE organizations SET move_id = $1, closed_at = now() WHERE id = $1`, id)
		mustFail(t, "", "is served here as before", "organization", "move", id, "--abort", "--to",
			"postgres://127.0.0.1:1/none?sslmode=disable")
		if a.Count(`SELECT count(*) FROM organizations WHERE closed_at IS NOT NULL OR move_id IS NOT NULL`) > 0 {
			t.Error("it is closed")
		}
	})
	t.Run("it moves", func(t *testing.T) {
		var r moved
		out := runCommand(t, "", append(start, "--max-pause", "10s", "--output", "json")...)
		if err := json.Unmarshal([]byte(out.out), &r); err != nil || out.code != 0 ||
			r.Organization.ID != a.Organization ||
			r.Pause < 1 || r.Pause > 10 || r.Compared == 0 || !strings.Contains(out.err, `Moved organization "Acme Works"`) {
			t.Fatalf("%+v %v", out, err)
		}
		if list := mustRun(t, "", "organization", "list"); !strings.Contains(list, "moved to "+pointer) {
			t.Error(list)
		}
		mustFail(t, "", "was moved to "+pointer, "organization", "resume", id)
		if out := runCommand(t, "", start...); out.code != 0 || !strings.Contains(out.err, "has been moved already") {
			t.Errorf("%+v", out)
		}
		mustFail(t, "", "it cannot be aborted", "organization", "move", id, "--abort")
		there := *a
		there.DSN = target
		started, _ := there.Start(services.Config{})
		if ans := started.REST(t, "admin", "GET /api/v1/clients", "", nil); ans.Status != http.StatusOK {
			t.Errorf("%d %s", ans.Status, ans.Raw)
		}
	})
	t.Run("an archive of what is left can be imported", func(t *testing.T) {
		file := t.TempDir() + "/left.ndjson"
		mustRun(t, "", "organization", "delete", id, "--archive", file, "--confirm", "Acme Works", "--receipt",
			file+".json")
		t.Setenv("DATABASE_URL", apitest.NewDatabase(t))
		mustRun(t, "", "organization", "import", file)
		mustRun(t, "", "organization", "resume", id)
	})
}
