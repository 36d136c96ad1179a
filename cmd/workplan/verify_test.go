package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/cmd/workplan/operate/verify"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestVerify(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	t.Run("a sound database is ok", func(t *testing.T) {
		r := runCommand(t, "", "verify")
		if r.code != 0 || strings.Count(r.out, "ok     ") < 12 || strings.Contains(r.out, "FOUND") {
			t.Fatalf("%+v", r)
		}
	})
	a.Exec(`UPDATE clients SET version = 7 WHERE id = $1`, a.ID("acme"))
	t.Run("what is found is listed with what to do, and the exit code is 1", func(t *testing.T) {
		r := runCommand(t, "", "verify")
		if r.code != 1 || !strings.Contains(r.err, "1 of 16 checks are not ok: versions") ||
			!strings.Contains(r.out, "FOUND  versions") || !strings.Contains(r.out, "organization "+
			a.Organization.String()+": clients: not the version of the last event, or deleted: "+a.ID("acme")) ||
			!strings.Contains(r.out, "what to do: ") {
			t.Errorf("%+v", r)
		}
	})
	t.Run("of one organization", func(t *testing.T) {
		mustFail(t, "", "versions", "verify", "--organization", "Acme Works")
		mustRun(t, "", "verify", "--organization", a.Other.String())
		mustFail(t, "", "see `workplan organization list`", "verify", "--organization", "Acme")
	})
	t.Run("as JSON", func(t *testing.T) {
		var results []verify.Result
		r := runCommand(t, "", "verify", "--json")
		if err := json.Unmarshal([]byte(r.out), &results); err != nil || r.code != 1 || len(results) != 16 {
			t.Fatalf("%v: %+v", err, r)
		}
		for _, result := range results {
			if result.OK != (result.Check != "versions") || result.OK == (len(result.Findings) == 1) {
				t.Errorf("%+v", result)
			}
		}
	})
	t.Run("a check that takes too long is not ok, and says what to do", func(t *testing.T) {
		apitest.SkipOnCitus(t, "it slows a table down with a row policy, and Citus refuses that policy")
		a.Exec(`DO $$ BEGIN CREATE ROLE verifier; EXCEPTION WHEN duplicate_object THEN NULL; END $$`)
		a.Exec(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO verifier`)
		a.Exec(`ALTER TABLE capabilities ENABLE ROW LEVEL SECURITY`)
		a.Exec(`CREATE POLICY slow ON capabilities USING (pg_sleep(10) IS NOT NULL)`)
		r := runCommand(t, "", "verify", "--statement-timeout", "300ms", "--database-url", a.DSN+" role=verifier")
		if r.code != 1 || !strings.Contains(r.out, "a statement took longer than 300ms: give it more time") ||
			!strings.Contains(r.out, "ok     journal") {
			t.Errorf("%+v", r)
		}
		mustFail(t, "", "--statement-timeout must be at least 1ms", "verify", "--statement-timeout", "0s")
	})
}
