package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/cmd/workplan/operate/erasure"
	"github.com/workplan-api/workplan/test/apitest"
)

// canaries are the texts that are searched for after an erasure.
var canaries = []string{"Kanarie", "kanarie@birds.example", "https://birds.example/kanarie.png",
	"nest-repair", "wing-check", "hr:kanarie", "47.110815"}

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
	bird := call("admin", "POST /api/v1/users",
		`{"name": "Kanarie", "email": "kanarie@birds.example", "image": "https://birds.example/kanarie.png",
			"externalIds": ["hr:kanarie"]}`, "1")
	a = a.With("bird", bird)
	call("admin", "PATCH /api/v1/users/$bird", `{"name": "Kanarie Two", "email": "two.kanarie@birds.example",
		"externalIds": ["hr:kanarie", "erp:Kanarie"]}`, "2")
	call("admin", "POST /api/v1/keys",
		`{"name": "Kanarie's laptop", "actorUserId": "$bird", "scopes": ["read:users"]}`, "3")
	// The response about a key that is revoked has the names of the keys that it has made, and not their users.
	a.Key("nest", "admin", "write:keys", "read:users")
	a = a.With("nest", apitest.Lookup(a.REST(t, "nest", "GET /api/v1/me", "", nil).Body, "data.keyId").(string))
	call("nest", "POST /api/v1/keys",
		`{"name": "Kanarie's phone", "actorUserId": "$bird", "scopes": ["read:users"]}`, "11")
	call("admin", "POST /api/v1/keys/$nest/revoke", `{}`, "12")
	call("admin", "PUT /api/v1/users/$bird/working-patterns",
		`{"items": [{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 4, 0, 0]}]}`, "4")
	call("admin", "PUT /api/v1/users/$bird/capabilities", `{"items": [{"capabilityId": "$design", "level": 3}]}`, "10")
	call("admin", "POST /api/v1/actual-hours",
		`{"items": [{"userId": "$bird", "projectId": "$atlas", "date": "2026-03-02", "hours": 7}]}`, "5")
	call("admin", "POST /api/v1/actual-hours/entries", `{"items": [{"entryId": "toggl:1", "userId": "$bird", "projectId": "$atlas",
		"date": "2026-03-03", "hours": 1, "note": "nest-repair"}]}`, "21")
	call("admin", "POST /api/v1/timesheets/remind", `{"userIds": ["$bird"], "startDate": "2026-03-02", "endDate": "2026-03-08"}`, "22")
	leave := `{"userId": "$bird", "timeOffTypeId": "$vacation", "startDate": "2026-07-01", "endDate": "2026-07-14",
		"availability": 0, "reason": "nest-repair"}`
	a = a.With("leave", call("admin", "POST /api/v1/time-off", leave, "6"))
	call("admin", "POST /api/v1/time-off/$leave/reject", `{"rejectionReason": "wing-check"}`, "7")
	a = a.With("gone", call("admin", "POST /api/v1/time-off", leave, "8"))
	call("admin", "DELETE /api/v1/time-off/$gone", ``, "9")
	a = a.With("lock", call("admin", "POST /api/v1/locks",
		`{"endDate": "2020-12-31", "kinds": ["time_off"], "reason": "Archived"}`, "13"))
	until := time.Now().Add(time.Hour).Format(time.RFC3339)
	call("admin", "POST /api/v1/locks/$lock/exceptions", `{"userId": "$bird", "until": "`+until+`", "reason": "nest-repair"}`, "14")
	call("admin", "POST /api/v1/locks/$lock/exceptions", `{"userId": "$worker", "until": "`+until+`", "reason": "Late"}`, "15")
	call("admin", "PUT /api/v1/users/$bird/rates", `{"items": [{"kind": "cost", "amount": 47.110815}]}`, "23")
	call("admin", "PUT /api/v1/projects/$atlas/rates", `{"items": [{"kind": "cost", "amount": 47.110815, "userId": "$bird"},
		{"kind": "bill", "amount": 90, "userId": "$bird"}]}`, "24")
	a = a.With("sheet", call("admin", "POST /api/v1/timesheets",
		`{"userId": "$bird", "startDate": "2026-03-02", "endDate": "2026-03-08", "note": "nest-repair"}`, "16"))
	call("admin", "POST /api/v1/timesheets/$sheet/approve", ``, "17")
	call("admin", "POST /api/v1/timesheets/$sheet/reopen", `{"reason": "wing-check"}`, "18")
	a = a.With("sheet", call("admin", "POST /api/v1/timesheets",
		`{"userId": "$bird", "startDate": "2026-03-02", "endDate": "2026-03-08"}`, "19"))
	call("admin", "POST /api/v1/timesheets/$sheet/reject", `{"rejectionReason": "wing-check"}`, "20")
	a.Exec(`INSERT INTO sessions (organization_id, id, user_id, method, token_hash, created_at, last_used_at, expires_at)
		VALUES ($1, gen_random_uuid(), $2, 'oidc', sha256('a'), now(), now(), now() + interval '1 day')`,
		a.Organization, bird)
	a.Exec(`INSERT INTO user_views (organization_id, id, version, created_at, updated_at, items)
		VALUES ($1, $2, 1, now(), now(), '[{"name": "Kanarie", "query": "q=Kanarie"}]')`, a.Organization, bird)
	a.Exec(`INSERT INTO scim_names (organization_id, id, name, given_name, family_name)
		VALUES ($1, $2, 'Kanarie', '', 'Kanarie')`, a.Organization, bird)
	// What endpoints of webhooks respond can quote a person, also after an event about something else.
	a.Exec(`INSERT INTO webhooks (organization_id, id, version, created_at, updated_at, url, types, state, api_key_id,
		secret_generation, position, tries, failures, last_error, due_at, lease)
		SELECT organization_id, gen_random_uuid(), 1, now(), now(), 'https://example.com', '{*}', 'paused', id, 1, 0,
			0, 0, 'the request failed: malformed HTTP response "KANARIE"', now(), 0
		FROM api_keys WHERE organization_id = $1 LIMIT 1`, a.Organization)
	for _, seq := range []string{"(SELECT max(seq) FROM events WHERE organization_id = $1 AND type = 'client.created')",
		"(SELECT min(seq) FROM events WHERE organization_id = $1 AND record_id = '" + bird + "')", "NULL"} {
		a.Exec(`INSERT INTO webhook_attempts (organization_id, id, webhook_id, created_at, seq, type, duration,
			outcome, status, error, response)
			SELECT organization_id, gen_random_uuid(), id, now(), `+seq+`, 'x', 1,
				'failed', 400, 'two.kanarie@birds.example?', 'Thanks for Kanarie'
			FROM webhooks WHERE organization_id = $1`,
			a.Organization)
	}
	return a
}

// withRoles gives the commands the two roles of an installation: that of the servers in DATABASE_URL, and the owner of
// the tables in MIGRATE_DATABASE_URL. First it runs the command without the owner, which must say so and change
// nothing.
func withRoles(t *testing.T, a *apitest.API, command ...string) {
	t.Helper()
	apitest.SkipOnCitus(t, "the servers of the tests have no role of their own there")
	t.Setenv("DATABASE_URL", apitest.AsServer(a.DSN))
	before := found(t, a)
	mustFail(t, "", "set MIGRATE_DATABASE_URL to the same database with the role that owns the tables", command...)
	if after := found(t, a); !reflect.DeepEqual(after, before) {
		t.Errorf("the role of the servers has changed something: %v, before %v", after, before)
	}
	t.Setenv("MIGRATE_DATABASE_URL", a.DSN)
}

func TestEraseAUser(t *testing.T) {
	a := seed(t, apitest.NewIsolated(t))
	if places := found(t, a); len(places) < 10 {
		t.Fatalf("the canaries are only in %v", places)
	}
	erase := []string{"user", "erase", "TWO.kanarie@birds.example", "--organization", a.Organization.String()}
	withRoles(t, a, append(erase, "--confirm", "two.kanarie@birds.example")...)
	mustFail(t, "kanarie\n", "Nothing was changed", erase...)
	tag := a.REST(t, "admin", "GET /api/v1/time-off/$leave", "", nil).Header.Get("ETag")
	r := runCommand(t, "two.kanarie@birds.example\n", erase...)
	if r.code != 0 || !strings.Contains(r.out, `"stillIn": {}`) {
		t.Fatalf("%+v", r)
	}
	if places := found(t, a); len(places) > 0 {
		t.Errorf("still in %v", places)
	}
	if ans := a.REST(t, "admin", "GET /api/v1/locks/$lock", "", map[string]string{"If-None-Match": `"3"`}); ans.Status != 200 ||
		apitest.Lookup(ans.Body, "data.exceptions.0.reason") != "Erased" ||
		apitest.Lookup(ans.Body, "data.exceptions.1.reason") != "Late" {
		t.Errorf("the lock is %d %s", ans.Status, ans.Raw)
	}
	if ans := a.REST(t, "admin", "GET /api/v1/projects/$atlas/rates", "", nil); apitest.Lookup(ans.Body, "data.items.0.amount") != 90.0 ||
		apitest.Lookup(ans.Body, "data.items.1") != nil || apitest.Lookup(ans.Body, "data.version") != 2.0 {
		t.Errorf("the rates of the project are %s", ans.Raw)
	}
	old := map[string]string{"If-None-Match": tag}
	if ans := a.REST(t, "admin", "GET /api/v1/time-off/$leave", "", old); ans.Status != 200 {
		t.Errorf("a client with the reasons gets %d", ans.Status)
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
	if n := a.Count(`SELECT count(*) FROM events WHERE type = 'session.ended'`); n != 1 {
		t.Errorf("%d events of the session that ended", n)
	}
	if n := a.Count(`SELECT count(*) FROM actual_hours WHERE user_id = $1 AND hours = 7`, a.ID("bird")); n != 1 {
		t.Errorf("%d rows of hours", n)
	}
	if n := a.Count(`SELECT count(*) FROM user_capabilities WHERE id = $1 AND items <> '[]'`, a.ID("bird")); n != 1 {
		t.Errorf("%d lists of capabilities", n)
	}
	if n := a.Count(`SELECT count(*) FROM user_views`); n != 0 {
		t.Errorf("%d lists of views", n)
	}
	if n := a.Count(`SELECT count(*) FROM scim_names`); n != 0 {
		t.Errorf("%d parts of names", n)
	}
	mustRun(t, "", "verify")
	mustRun(t, "", "user", "erase", a.ID("bird"), "--organization", a.Organization.String(), "--confirm",
		"erased-"+a.ID("bird")+"@erased.invalid")
	if n := a.Count(`SELECT count(*) FROM events WHERE type = 'user.erased'`); n != 1 {
		t.Errorf("%d events after the same again", n)
	}
	mustFail(t, "", "last active admin: make another user an admin first\n", "user", "erase", a.ID("admin"),
		"--organization", a.Organization.String(), "--confirm", "admin@example.com")
}

func TestDeleteAnOrganization(t *testing.T) {
	a := seed(t, apitest.NewIsolated(t))
	id, folder := a.Organization.String(), t.TempDir()
	archived, receiptFile := filepath.Join(folder, "a"), filepath.Join(folder, "r")
	remove := []string{"organization", "delete", "Acme Works", "--archive", archived, "--receipt", receiptFile}
	withRoles(t, a, remove...)
	mustFail(t, "Acme Works\n", "is not suspended", remove...)
	mustRun(t, "", "organization", "suspend", id)
	mustFail(t, "acme\n", "not confirmed", remove...)
	others := a.Count(`SELECT count(*) FROM users WHERE organization_id <> $1`, id)
	var r receipt
	if err := json.Unmarshal([]byte(mustRun(t, "Acme Works\n", remove...)), &r); err != nil {
		t.Fatal(err)
	}
	if r.DeletedAt == nil || r.Rows["users"] != 9 || r.Rows["organizations"] != 1 || r.Rows["events"] < 10 ||
		r.By == "" || !strings.Contains(mustRead(t, receiptFile), id) {
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

// TestAnArchiveHasWhatWasWrittenUntilTheSuspension deletes or exports an organization at once after it is suspended,
// while a client writes. A server still serves it for a moment, and what it has acknowledged must be in the archive.
func TestAnArchiveHasWhatWasWrittenUntilTheSuspension(t *testing.T) {
	for name, command := range map[string][]string{
		"deleted": {"delete", "--confirm", "Acme Works", "--receipt", filepath.Join(t.TempDir(), "receipt"),
			"--archive"},
		"exported": {"export", "--output"},
	} {
		t.Run(name, func(t *testing.T) {
			a := apitest.NewIsolated(t)
			t.Setenv("DATABASE_URL", a.DSN)
			var written []string
			begun, done := make(chan struct{}, 1), make(chan struct{})
			go func() {
				defer close(done)
				for n := range 100_000 {
					ans := a.REST(t, "admin", "POST /api/v1/clients",
						fmt.Sprintf(`{"companyName": "Client %d"}`, n), nil)
					if ans.Status != 200 {
						return
					}
					written = append(written, apitest.Lookup(ans.Body, "data.id").(string))
					select {
					case begun <- struct{}{}:
					default:
					}
				}
			}()
			<-begun
			mustRun(t, "", "organization", "suspend", a.Organization.String())
			archived := filepath.Join(t.TempDir(), "archive")
			mustRun(t, "", append(append([]string{"organization"}, command...), archived, a.Organization.String())...)
			<-done
			lost, file := 0, mustRead(t, archived)
			for _, id := range written {
				if !strings.Contains(file, id) {
					lost++
				}
			}
			if lost > 0 {
				t.Errorf("%d of %d clients are not in the archive", lost, len(written))
			}
		})
	}
}

// killed starts a command as a process and kills it when a statement of it waits for the lock of another transaction,
// and the condition holds.
func killed(t *testing.T, a *apitest.API, lock string, condition func() bool, args ...string) {
	t.Helper()
	cmd := exec.Command(apitest.Program(t), args...) // before the transaction, which may not be idle for long
	tx, err := apitest.Open(t, a.DSN).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	result, err := tx.ExecContext(t.Context(), lock, a.Organization)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := result.RowsAffected(); n == 0 || err != nil {
		t.Fatal("no row is locked", err)
	}
	out := &syncBuffer{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waits := func() bool {
		return a.Count(
			`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
		) > 0
	}
	for deadline := time.Now().Add(15 * time.Second); !waits() || !condition(); {
		if time.Now().After(deadline) {
			t.Fatalf("it did not come to the lock: %s", out)
		}
		time.Sleep(5 * time.Millisecond)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != -1 {
		t.Fatalf("it ended by itself, with %v: %s", err, out)
	}
}

// TestADeletionThatWasKilledGoesOn kills the command when it has deleted the hours and not the users, and runs it
// again.
func TestADeletionThatWasKilledGoesOn(t *testing.T) {
	a := seed(t, apitest.NewIsolated(t))
	t.Setenv("DATABASE_URL", a.DSN)
	mustRun(t, "", "organization", "suspend", a.Organization.String())
	a.Exec(`UPDATE organizations SET suspended_at = suspended_at - interval '1 minute' WHERE id = $1`, a.Organization)
	a.Exec(`INSERT INTO actual_hours (organization_id, id, version, user_id, project_id, date, hours, created_at, updated_at)
		SELECT $1, gen_random_uuid(), 1, $2, $3, '2000-01-01'::date + n, 1, now(), now() FROM generate_series(1, 5000) n`,
		a.Organization, a.ID("bird"), a.ID("atlas"))
	before, err := erasure.Count(t.Context(), apitest.Open(t, a.DSN), a.Organization)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	archived, receiptFile := filepath.Join(folder, "a"), filepath.Join(folder, "r")
	remove := []string{"organization", "delete", a.Organization.String(), "--archive", archived, "--receipt",
		receiptFile, "--confirm", "Acme Works"}
	hours := func() int {
		return a.Count(`SELECT count(*) FROM actual_hours WHERE organization_id = $1`, a.Organization)
	}
	killed(t, a, "SELECT FROM users WHERE organization_id = $1 FOR UPDATE",
		func() bool { return hours() == 0 }, remove...)
	if n := a.Count(`SELECT count(*) FROM users WHERE organization_id = $1`, a.Organization); n == 0 || hours() > 0 {
		t.Fatalf("%d users and %d hours are left, so it was not killed in the middle", n, hours())
	}
	archive := mustRead(t, archived)
	other := slices.Clone(remove)
	other[slices.Index(other, archived)] = filepath.Join(folder, "other")
	mustFail(t, "", "began with --archive "+archived, other...)
	since := "SET suspended_at = suspended_at + interval '1 second' WHERE id = $1"
	a.Exec(`UPDATE organizations `+since, a.Organization) // as if it had been resumed and suspended again
	mustFail(t, "", "was resumed after the deletion", remove...)
	a.Exec(`UPDATE organizations `+strings.Replace(since, "+", "-", 1), a.Organization)
	mustFail(t, "", archived+" exists",
		append(remove[:len(remove)-3:len(remove)-3], filepath.Join(folder, "other"), "--confirm", "Acme Works")...)

	var r receipt
	if err := json.Unmarshal([]byte(mustRun(t, "", remove...)), &r); err != nil {
		t.Fatal(err)
	}
	if r.DeletedAt == nil || !maps.Equal(r.Rows, before) {
		t.Errorf("the receipt has %+v, want the rows %v", r, before)
	}
	if rows, err := erasure.Count(t.Context(), apitest.Open(t, a.DSN), a.Organization); err != nil ||
		!maps.Equal(rows, map[string]int64{}) && slices.Max(slices.Collect(maps.Values(rows))) > 0 {
		t.Errorf("%v, %v are left", rows, err)
	}
	if mustRead(t, archived) != archive {
		t.Error("the archive was written again, from what was left")
	}
	mustRun(t, "", "organization", "import", archived)
	if hours() != int(before["actual_hours"]) {
		t.Errorf("the archive has %d hours, want %d", hours(), before["actual_hours"])
	}
}

// TestADeletionThatWasKilledAtItsEndGetsItsReceipt makes the receipt as it is if the command is killed after the last
// row was deleted.
func TestADeletionThatWasKilledAtItsEndGetsItsReceipt(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	t.Chdir(t.TempDir())
	id := a.Organization.String()
	unfinish := func(file string, r receipt) {
		r.DeletedAt = nil
		if err := (&organizationDeleteCmd{Receipt: file}).keep(r); err != nil {
			t.Fatal(err)
		}
	}
	unfinish("early", receipt{Organization: organization{ID: a.Organization, Name: "Acme"}})
	// It was renamed.
	mustFail(t, "", "there is no organization Acme", "organization", "delete", "Acme",
		"--no-archive", "--receipt", "early")
	mustRun(t, "", "organization", "suspend", id)
	byName := []string{"organization", "delete", "Acme Works", "--no-archive", "--receipt",
		"r", "--confirm", "Acme Works"}
	byID := []string{"organization", "delete", id, "--no-archive", "--confirm", "Acme Works"}
	var first receipt
	if err := json.Unmarshal([]byte(mustRun(t, "", byName...)), &first); err != nil {
		t.Fatal(err)
	}
	mustFail(t, "", "there is no organization Acme Works", byName...) // the receipt is complete
	for file, args := range map[string][]string{"r": byName, "workplan-deleted-" + id + ".json": byID} {
		unfinish(file, first)
		mustFail(t, "", "there is no organization Other", "organization", "delete", "Other",
			"--no-archive", "--receipt", file)
		mustFail(t, "no\n", "not confirmed", args[:len(args)-2]...)
		var printed, kept receipt
		if err := json.Unmarshal([]byte(mustRun(t, "", args...)), &printed); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(mustRead(t, file)), &kept); err != nil {
			t.Fatal(err)
		}
		for _, r := range []receipt{printed, kept} {
			if r.DeletedAt == nil || !maps.Equal(r.Rows, first.Rows) ||
				!r.StartedAt.Equal(first.StartedAt) || r.By != first.By {
				t.Errorf("%s: %+v, want %+v", file, r, first)
			}
		}
	}
}

// TestAnErasureThatWasKilledGoesOn kills the command when it has rewritten the records and some events, and runs it
// again.
func TestAnErasureThatWasKilledGoesOn(t *testing.T) {
	a := seed(t, apitest.NewIsolated(t))
	t.Setenv("DATABASE_URL", a.DSN)
	const withName = `SELECT count(*) FROM events WHERE organization_id = $1 AND record_id = $2
		AND position('Kanarie' IN convert_from(data, 'UTF8')) > 0`
	events := a.Count(withName, a.Organization, a.ID("bird"))
	eventually(t, "all events have numbers, so that nothing else waits for the lock", func() bool {
		return a.Count(`SELECT count(*) FROM events WHERE organization_id = $1 AND seq IS NULL`, a.Organization) == 0
	})
	erase := []string{"user", "erase", a.ID("bird"), "--organization", a.Organization.String()}
	key := `SELECT FROM events WHERE organization_id = $1 AND type = 'key.created'
		AND position('Kanarie' IN convert_from(data, 'UTF8')) > 0 FOR UPDATE`
	killed(t, a, key, func() bool { return a.Count(withName, a.Organization, a.ID("bird")) < events },
		append(erase, "--confirm", "two.kanarie@birds.example")...)
	places := found(t, a)
	if n := a.Count(`SELECT count(*) FROM users WHERE id = $1 AND name = 'Erased'`, a.ID("bird")); n != 1 ||
		len(places) == 0 {
		t.Fatalf("%d users are erased, and the canaries are in %v, so it was not killed in the middle", n, places)
	}

	mustRun(t, "", append(erase, "--confirm", "erased-"+a.ID("bird")+"@erased.invalid")...)
	if places := found(t, a); len(places) > 0 {
		t.Errorf("still in %v", places)
	}
	if n := a.Count(`SELECT count(*) FROM events WHERE type = 'user.erased'`); n != 1 {
		t.Errorf("%d events of the erasure", n)
	}
	mustRun(t, "", "verify")
}
