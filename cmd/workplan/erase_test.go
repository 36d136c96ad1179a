package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/apitest"
	"github.com/workplan-api/workplan/internal/erasure"
)

// canaries are the texts that are searched for after an erasure.
var canaries = []string{"Kanarie", "kanarie@birds.example", "https://birds.example/kanarie.png", "nest-repair", "wing-check"}

// found returns the places that still have a canary.
func found(t *testing.T, a *apitest.API) []erasure.Place {
	t.Helper()
	places, err := erasure.Find(t.Context(), apitest.Open(t, a.DSN), a.Organization, canaries...)
	if err != nil {
		t.Fatal(err)
	}
	return places
}

// seed writes the canaries wherever they can be, over the API.
func seed(t *testing.T, a *apitest.API) *apitest.API {
	t.Helper()
	call := func(as, call, body, key string) string {
		t.Helper()
		ans := a.REST(t, as, call, body, map[string]string{"Idempotency-Key": key})
		if ans.Status != 200 {
			t.Fatalf("%s: %s", call, ans.Raw)
		}
		id, _ := apitest.Lookup(ans.Body, "data.id").(string)
		return id
	}
	bird := call("admin", "POST /api/v1/users", `{"name": "Kanarie", "email": "kanarie@birds.example", "image": "https://birds.example/kanarie.png"}`, "1")
	a = a.With("bird", bird)
	call("admin", "PATCH /api/v1/users/$bird", `{"name": "Kanarie Two", "email": "two.kanarie@birds.example"}`, "2")
	call("admin", "POST /api/v1/keys", `{"name": "Kanarie's laptop", "actorUserId": "$bird", "scopes": ["read:users"]}`, "3")
	call("admin", "PUT /api/v1/users/$bird/working-patterns", `{"items": [{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 4, 0, 0]}]}`, "4")
	call("admin", "POST /api/v1/actual-hours", `{"items": [{"userId": "$bird", "projectId": "$atlas", "date": "2026-03-02", "hours": 7}]}`, "5")
	leave := `{"userId": "$bird", "timeOffTypeId": "$vacation", "startDate": "2026-07-01", "endDate": "2026-07-14", "availability": 0, "reason": "nest-repair"}`
	a = a.With("leave", call("admin", "POST /api/v1/time-off", leave, "6"))
	call("admin", "POST /api/v1/time-off/$leave/reject", `{"rejectionReason": "wing-check"}`, "7")
	a = a.With("gone", call("admin", "POST /api/v1/time-off", leave, "8"))
	call("admin", "DELETE /api/v1/time-off/$gone", ``, "9")
	return a
}

func TestEraseAUser(t *testing.T) {
	a := apitest.New(t)
	t.Setenv("DATABASE_URL", a.DSN)
	a = seed(t, a)
	if places := found(t, a); len(places) < 7 {
		t.Fatalf("the canaries are only in %v", places)
	}
	erase := []string{"user", "erase", "TWO.kanarie@birds.example", "--organization", a.Organization.String()}
	mustFail(t, "kanarie\n", "not confirmed", erase...)
	r := runCommand(t, "two.kanarie@birds.example\n", erase...)
	if r.code != 0 || !strings.Contains(r.out, `"stillIn": {}`) {
		t.Fatalf("%+v", r)
	}
	if places := found(t, a); len(places) > 0 {
		t.Errorf("still in %v", places)
	}
	file := filepath.Join(t.TempDir(), "archive")
	mustRun(t, "", "organization", "export", a.Organization.String(), "-o", file)
	events := a.REST(t, "admin", "GET /api/v1/events?after=0&limit=200", "", nil)
	for name, text := range map[string]string{"the journal": string(events.Raw), "a new archive": mustRead(t, file)} {
		for _, canary := range canaries {
			if strings.Contains(text, canary) {
				t.Errorf("%s has %s", name, canary)
			}
		}
	}
	items, _ := apitest.Lookup(events.Body, "data.items").([]any)
	for i, item := range items {
		if seq := apitest.Lookup(item, "seq"); seq != float64(i+1) {
			t.Errorf("event %d has the number %v", i+1, seq)
		}
	}
	if n := a.Count(`SELECT count(*) FROM events WHERE type = 'user.erased' AND record_id = $1`, a.ID("bird")); n != 1 {
		t.Errorf("%d events of the erasure", n)
	}
	if n := a.Count(`SELECT count(*) FROM actual_hours WHERE user_id = $1 AND hours = 7`, a.ID("bird")); n != 1 {
		t.Errorf("%d rows of hours", n)
	}
	mustRun(t, "", "verify")
	mustRun(t, "", "user", "erase", a.ID("bird"), "--organization", a.Organization.String(), "--confirm", "erased-"+a.ID("bird")+"@erased.invalid")
	if n := a.Count(`SELECT count(*) FROM events WHERE type = 'user.erased'`); n != 1 {
		t.Errorf("%d events after the same again", n)
	}
	mustFail(t, "", "last active admin", "user", "erase", a.ID("admin"), "--organization", a.Organization.String(), "--confirm", "admin@example.com")
}

func TestDeleteAnOrganization(t *testing.T) {
	a := apitest.New(t)
	t.Setenv("DATABASE_URL", a.DSN)
	a = seed(t, a)
	id, folder := a.Organization.String(), t.TempDir()
	archived, receiptFile := filepath.Join(folder, "a"), filepath.Join(folder, "r")
	remove := []string{"organization", "delete", "Acme Works", "--archive", archived, "--receipt", receiptFile}
	mustFail(t, "Acme Works\n", "is not suspended", remove...)
	mustRun(t, "", "organization", "suspend", id)
	mustFail(t, "acme\n", "not confirmed", remove...)
	others := a.Count(`SELECT count(*) FROM users WHERE organization_id <> $1`, id)
	var r receipt
	if err := json.Unmarshal([]byte(mustRun(t, "Acme Works\n", remove...)), &r); err != nil {
		t.Fatal(err)
	}
	if r.DeletedAt == nil || r.Rows["users"] != 8 || r.Rows["organizations"] != 1 || r.Rows["events"] < 10 || r.By == "" || !strings.Contains(mustRead(t, receiptFile), id) {
		t.Errorf("%+v", r)
	}
	rows, err := erasure.Count(t.Context(), apitest.Open(t, a.DSN), a.Organization)
	if err != nil {
		t.Fatal(err)
	}
	for table, n := range rows {
		if n != 0 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	if n := a.Count(`SELECT count(*) FROM users WHERE organization_id <> $1`, id); n != others || n == 0 {
		t.Errorf("%d users of others, before %d", n, others)
	}
	mustRun(t, "", "organization", "import", archived)
}
