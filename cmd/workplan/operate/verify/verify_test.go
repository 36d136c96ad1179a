package verify_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/workplan-api/workplan/cmd/workplan/operate/archive"
	"github.com/workplan-api/workplan/cmd/workplan/operate/demo"
	"github.com/workplan-api/workplan/cmd/workplan/operate/verify"
	"github.com/workplan-api/workplan/ent/migrations"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/internal/postgres/migrate"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/money"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

func open(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := postgres.Open(dsn, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func mustVerify(t *testing.T, dsn string, organization uuid.UUID) []verify.Result {
	t.Helper()
	results, err := verify.Run(t.Context(), open(t, dsn),
		verify.Options{Organization: organization, StatementTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// bad returns the results that are not ok, as lines.
func bad(results []verify.Result) (lines []string) {
	for _, r := range results {
		if r.Error != "" {
			lines = append(lines, r.Check+": "+r.Error)
		}
		for _, f := range r.Findings {
			lines = append(lines, fmt.Sprintf("%s: %s: %s", r.Check, f.Subject, strings.Join(f.IDs, ",")))
		}
	}
	return lines
}

// used returns a server whose organization has rows of all kinds, written through the API. It stops the server.
func used(t *testing.T) *apitest.API {
	t.Helper()
	a := apitest.NewIsolated(t)
	call := func(as, call, body string, header map[string]string) any {
		t.Helper()
		ans := a.REST(t, as, call, body, header)
		if ans.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", call, ans.Status, ans.Raw)
		}
		return apitest.Lookup(ans.Body, "data.id")
	}
	hook := call("admin", "POST /api/v1/webhooks",
		`{"url": "http://127.0.0.1:1", "types": ["client.*"], "state": "paused", "name": "kept"}`, nil)
	call("admin", "PATCH /api/v1/webhooks/"+hook.(string), `{"name": "payroll"}`, nil)
	call("admin", "POST /api/v1/assignments",
		`{"items": [{"userId": "$peer", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-07-01",
			"hours": 2, "tentative": true}]}`, nil)
	for _, hours := range []string{"7.5", "3", "7.25"} {
		call("admin", "POST /api/v1/assignments",
			`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": `+hours+`}]}`, nil)
	}
	call("admin", "PUT /api/v1/assignments/window",
		`{"userId": "$peer", "startDate": "2026-06-01", "endDate": "2026-06-30", "items": [
			{"userId": "$peer", "projectId": "$atlas", "date": "2026-06-02", "hours": 1, "tentative": true}]}`, nil)
	call("admin", "DELETE /api/v1/assignments?user_id=$peer&start_date=2026-06-01&end_date=2026-06-30", ``, nil)
	var many []string
	for day := range 300 {
		many = append(many, fmt.Sprintf(`{"userId": "$peer", "projectId": "$atlas", "date": %q, "hours": 1}`,
			time.Date(2026, 1, 1+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)))
	}
	call("admin", "POST /api/v1/actual-hours", `{"items": [`+strings.Join(many, ",")+`]}`, nil)
	call("worker", "POST /api/v1/actual-hours",
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-03", "hours": 3}]}`,
		map[string]string{"Idempotency-Key": "once"})
	call("admin", "PATCH /api/v1/clients/$acme", `{"companyName": "Acme GmbH"}`, nil)
	call("admin", "PUT /api/v1/users/$worker/working-patterns",
		`{"items": [{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 4, 0, 0]}]}`, nil)
	call("worker", "PUT /api/v1/users/$worker/capabilities",
		`{"items": [{"capabilityId": "$design", "level": 3}]}`, nil)
	call("admin", "PUT /api/v1/projects/$atlas/rates", `{"items": [{"kind": "cost", "amount": 60, "userId": "$worker"},
		{"kind": "bill", "amount": 120.5, "capabilityId": "$design", "validFrom": "2026-04-01"}]}`, nil)
	proposal := call("worker", "POST /api/v1/proposals", `{"title": "What if"}`, nil).(string)
	call("worker", "POST /api/v1/assignments?proposal="+proposal,
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-04-06", "hours": 3}]}`, nil)
	for _, project := range []string{"$atlas", "$beacon"} {
		call("admin", "PUT /api/v1/projects/"+project+"/budget", `{"items": [{"hours": 400, "period": "total"}]}`, nil)
	}
	if err := money.NewAlerts(tenant.Open(open(t, a.DSN)), time.Hour, slog.New(slog.DiscardHandler),
		prometheus.NewRegistry()).Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	call("admin", "POST /api/v1/timesheets/remind",
		`{"userIds": ["$loner"], "startDate": "2026-01-05", "endDate": "2026-01-11"}`, nil)
	call("worker", "PUT /api/v1/me/views", `{"items": [{"name": "My team", "query": "zoom=month"}]}`, nil)
	call("admin", "PUT /api/v1/holidays",
		`{"items": [{"countryCode": "GB", "date": "2027-12-27", "name": "Christmas Day", "factor": 0.5},
			{"countryCode": "GB", "date": "2027-12-28", "name": "Boxing Day", "factor": 0.5}]}`, nil)
	holiday := apitest.Lookup(a.REST(t, "admin", "GET /api/v1/holidays", "", nil).Body, "data.items.0.id")
	call("admin", "DELETE /api/v1/holidays/"+holiday.(string), ``, nil)
	call("worker", "POST /api/v1/calendar-feed", ``, nil)
	for verb, body := range map[string]string{"/approve": ``, "/reject": `{"rejectionReason": "No"}`, "": ``} {
		id := call("worker", "POST /api/v1/time-off",
			`{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-05-01", "endDate": "2026-05-02",
				"availability": 0, "reason": "Rest"}`,
			nil).(string)
		if verb == "" {
			call("worker", "DELETE /api/v1/time-off/"+id, ``, nil)
		} else {
			call("lead", "POST /api/v1/time-off/"+id+verb, body, nil)
		}
	}
	call("worker", "POST /api/v1/actual-hours/entries", `{"items": [
		{"entryId": "toggl:1", "userId": "$worker", "projectId": "$atlas", "date": "2026-04-06", "hours": 0.1},
		{"entryId": "toggl:2", "userId": "$worker", "projectId": "$atlas", "date": "2026-04-06", "hours": 0.2},
		{"entryId": "toggl:3", "userId": "$worker", "projectId": "$atlas", "capabilityId": "$design",
			"date": "2026-04-06", "hours": 1}]}`, nil)
	const week = `{"startDate": "2026-03-02", "endDate": "2026-03-08"}`
	reopened := call("worker", "POST /api/v1/timesheets", week, nil).(string)
	call("lead", "POST /api/v1/timesheets/"+reopened+"/approve", ``, nil)
	call("lead", "POST /api/v1/timesheets/"+reopened+"/reopen", `{"reason": "No"}`, nil)
	approved := call("worker", "POST /api/v1/timesheets", week, nil).(string)
	call("lead", "POST /api/v1/timesheets/"+approved+"/approve", ``, nil)
	call("worker", "POST /api/v1/timesheets", `{"startDate": "2026-03-09", "endDate": "2026-03-15"}`, nil)
	for end := time.Now().Add(time.Minute); a.Count(`SELECT count(*) FROM events WHERE seq IS NULL`) > 0; time.Sleep(
		20 * time.Millisecond,
	) {
		if time.Now().After(end) {
			t.Fatal("events have no numbers")
		}
	}
	return a
}

func TestNothingIsFoundInASoundDatabase(t *testing.T) {
	t.Parallel()
	t.Run("that the API has written", func(t *testing.T) {
		a := used(t)
		results := mustVerify(t, a.DSN, uuid.Nil)
		if lines := bad(results); len(lines) > 0 || len(results) < 12 {
			t.Errorf("%d checks: %s", len(results), strings.Join(lines, "\n"))
		}
	})
	t.Run("of the demo, without a server that numbers events", func(t *testing.T) {
		dsn := apitest.NewDatabase(t)
		if _, err := demo.Fill(t.Context(), open(t, dsn), time.Now(), nil); err != nil {
			t.Fatal(err)
		}
		results := mustVerify(t, dsn, uuid.Nil)
		if lines := bad(results); len(lines) > 0 {
			t.Error(strings.Join(lines, "\n"))
		}
		i := slices.IndexFunc(results, func(r verify.Result) bool { return r.Check == "journal" })
		if len(results[i].Notes) != 1 || !strings.Contains(results[i].Notes[0], "have no number yet") {
			t.Errorf("%q", results[i].Notes)
		}
	})
}

// TestNothingIsFoundBesideWrites checks while the rows change that the check has read.
func TestNothingIsFoundBesideWrites(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	var writers sync.WaitGroup
	stop := make(chan struct{})
	var written atomic.Int64
	for range 2 {
		writers.Go(func() {
			for n := 0; ; n++ {
				time.Sleep(2 * time.Millisecond)
				select {
				case <-stop:
					return
				default:
				}
				hours := fmt.Sprint(float64(n%32) / 4)
				if ans := a.REST(t, "admin", "POST /api/v1/assignments",
					`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": `+hours+
						`}, {"userId": "$peer", "projectId": "$atlas", "date": "2026-03-02", "hours": `+hours+`}]}`,
					nil); ans.Status != http.StatusOK {
					t.Errorf("%d %s", ans.Status, ans.Raw)
					return
				}
				written.Add(1)
			}
		})
	}
	for range 5 {
		for before := written.Load(); written.Load() < before+10 && !t.Failed(); time.Sleep(time.Millisecond) {
		}
		for _, line := range bad(mustVerify(t, a.DSN, a.Organization)) {
			if strings.HasPrefix(line, "hours: ") {
				t.Error(line)
			}
		}
	}
	close(stop)
	writers.Wait()
}

// clone returns the address of a new database of the cluster of from. In the options of CREATE DATABASE, $from is the
// name of that database.
func clone(t *testing.T, a *apitest.API, from, name, options string) string {
	t.Helper()
	cfg, err := pq.NewConfig(from)
	if err != nil {
		t.Fatal(err)
	}
	a.Exec("CREATE DATABASE " + name + " " + strings.ReplaceAll(options, "$from", cfg.Database))
	t.Cleanup(func() {
		if _, err := a.DB.ExecContext(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return strings.Replace(from, "dbname='"+cfg.Database+"'", "dbname='"+name+"'", 1)
}

func TestAnotherOrderOfTextIsFound(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	dsn := clone(t, a, a.DSN, "harmed_icu",
		"TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en' LOCALE 'C'")
	db := open(t, dsn)
	if _, err := migrate.Up(t.Context(), db, migrations.Files, migrate.Options{}); err != nil {
		t.Fatal(err)
	}
	if lines := bad(mustVerify(t, dsn, uuid.Nil)); len(lines) > 0 {
		t.Error(lines)
	}
	if _, err := db.ExecContext(t.Context(),
		`UPDATE pg_database SET datcollversion = '1' WHERE datname = current_database()`); err != nil {
		t.Fatal(err)
	}
	if lines := bad(mustVerify(t, dsn, uuid.Nil)); len(lines) != 1 ||
		!strings.HasPrefix(lines[0], "schema: database whose order of text has changed: harmed_icu: 1 is now ") {
		t.Error(lines)
	}
}

// TestDamageIsFound harms a database, for each check and each of its statements.
func TestDamageIsFound(t *testing.T) {
	t.Parallel()
	apitest.SkipOnCitus(t,
		"it damages tables and their catalog on one node, and there the rows are in shards on others")
	a := used(t)
	base := apitest.NewDatabase(t)
	for _, organization := range []uuid.UUID{a.Organization, a.Other} {
		var file bytes.Buffer
		if _, err := archive.Export(t.Context(), open(t, a.DSN), organization, &file, nil); err != nil {
			t.Fatal(err)
		}
		db := open(t, base)
		if _, err := archive.Import(t.Context(), db, &file, nil); err != nil {
			t.Fatal(err)
		}
		db.Close() // a database that is copied must have no connections
	}
	// Foreign keys and unique indexes would refuse the damage.
	replica := func(harm string) string { return "SET session_replication_role = replica; " + harm }
	const head = `(SELECT seq FROM event_heads WHERE organization_id = '$org')`
	type harm struct{ name, harm, found string }
	words := strings.NewReplacer("$org", a.Organization.String(), "$unknown", a.ID("unknown"), "$acme", a.ID("acme"),
		"$design", a.ID("design"), "$atlas", a.ID("atlas"), "$beacon", a.ID("beacon"), "$worker", a.ID("worker"),
		"$peer", a.ID("peer"), "$vacancy", a.ID("vacancy"), "$pm", a.ID("pm"), "$loner", a.ID("loner"), "$lead",
		a.ID("lead"), "$admin", a.ID("admin"), "$sick", a.ID("sick"))
	// find does harm to one copy of the database and expects that all of it is found.
	find := func(t *testing.T, harms ...harm) {
		dsn := clone(t, a, base, "harmed", "TEMPLATE $from")
		db := open(t, dsn)
		for _, h := range harms {
			if _, err := db.ExecContext(t.Context(), words.Replace(h.harm)); err != nil {
				t.Fatalf("%s: %v", h.name, err)
			}
		}
		all := mustVerify(t, dsn, uuid.Nil)
		ofAll, ofOne := bad(all), bad(mustVerify(t, dsn, a.Organization))
		for _, h := range harms {
			want := words.Replace(h.found)
			isWanted := func(line string) bool { return strings.HasPrefix(line, want) }
			if !slices.ContainsFunc(ofAll, isWanted) {
				t.Errorf("%s: not found: %s\nbut\n%s", h.name, want, strings.Join(ofAll, "\n"))
			}
			isOfDatabase := strings.HasPrefix(want, "schema:") || strings.HasPrefix(want, "organizations:")
			if !isOfDatabase && !slices.ContainsFunc(ofOne, isWanted) {
				t.Errorf("%s: not found in the organization: %s\nbut\n%s", h.name, want, strings.Join(ofOne, "\n"))
			}
		}
		for _, r := range all {
			for _, f := range r.Findings {
				if f.Organization != nil && *f.Organization != a.Organization {
					t.Errorf("%s: %s: of another organization: %s", r.Check, f.Subject, f.Organization)
				}
			}
		}
	}
	t.Run("in one database", func(t *testing.T) {
		find(t, []harm{
			{"an invalid index",
				`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'clients_created_at_idx'::regclass`,
				"schema: invalid index: clients_created_at_idx"},
			{"a constraint that is not validated",
				`ALTER TABLE users ADD CONSTRAINT users_x CHECK (name <> 'x') NOT VALID`,
				"schema: constraint that is not validated: users users_x"},
			{"a placeholder in a place of a person", `UPDATE users SET reports_to_id = '$vacancy' WHERE id = '$peer'`,
				"people: a placeholder is in a place of a person: users $peer"},
			{"disabled triggers", `ALTER TABLE users DISABLE TRIGGER ALL`, "schema: table with disabled triggers"},
			{"rows of an organization that does not exist",
				replica(`UPDATE capabilities SET organization_id = '$unknown' WHERE id = '$design'`),
				"organizations: capabilities: $unknown"},
			{"a user that does not exist", replica(`UPDATE users SET reports_to_id = '$unknown' WHERE id = '$loner'`),
				"references: users_reports_to_id_fkey: $loner"},
			{"hours of a project that does not exist", replica(`DELETE FROM projects WHERE id = '$atlas'`),
				"references: actual_hours_project_id_fkey: "},
			{"an event of a user that does not exist",
				`UPDATE events SET actor_id = '$unknown' WHERE organization_id = '$org' AND seq = ` + head,
				"references: events.actor_id: "},
			{"an event of a key that does not exist",
				`UPDATE events SET api_key_id = '$unknown' WHERE organization_id = '$org' AND seq = ` + head,
				"references: events.api_key_id: "},
			{"a capability of a user that does not exist",
				`UPDATE user_capabilities SET items = replace(items::text, '$design', '$unknown')::jsonb`,
				"references: user_capabilities.items: $worker"},
			{"rates of a project that does not exist", `UPDATE rates SET id = '$unknown' WHERE id = '$atlas'`,
				"references: rates.id: $unknown"},
			{"a rate of a user that does not exist",
				`UPDATE rates SET items = replace(items::text, '$worker', '$unknown')::jsonb`,
				"references: rates.items: $unknown"},
			{"a rate of a capability that does not exist",
				`UPDATE rates SET items = replace(items::text, '$design', '$unknown')::jsonb`,
				"references: rates.items: $unknown"},
			{"a budget of a project that does not exist", replica(`UPDATE budgets SET id = '$unknown' WHERE id = '$beacon'`),
				"references: budgets_project_fkey: $unknown"},
			{"an external id without its record",
				`INSERT INTO record_external_ids VALUES ('$org', 'user', 'hr:1', '$worker')`,
				"references: record_external_ids: hr:1"},
			{"a record that is not found by its external id",
				`UPDATE clients SET external_ids = '{crm:8000}' WHERE id = '$acme'`,
				"references: external ids of a record: $acme"},
			{"a doubled key",
				`UPDATE pg_index SET indisunique = false WHERE indexrelid = 'users_email_key'::regclass;
				UPDATE users SET email = 'PEER@acme.example' WHERE id = '$worker';
				UPDATE users SET email = 'peer@acme.example' WHERE id = '$peer';
				UPDATE pg_index SET indisunique = true WHERE indexrelid = 'users_email_key'::regclass`,
				"keys: users_email_key: "},
			{"a version below 1", `UPDATE time_off_types SET version = 0 WHERE id = '$sick'`,
				"records: time_off_types: $sick"},
			{"a change before the creation",
				`UPDATE projects SET updated_at = created_at - interval '1 hour' WHERE id = '$beacon'`,
				"records: projects: $beacon"},
			{"a cycle", `UPDATE users SET reports_to_id = '$peer' WHERE id = '$lead'`,
				"people: cycle in the reporting line: "},
			{"no active admin", `UPDATE users SET is_active = false WHERE organization_id = '$org' AND role = 'admin'`,
				"people: no admin is active: $admin"},
			{"time off that nobody has decided",
				`UPDATE time_off_requests SET decided_at = NULL WHERE status = 'approved'`,
				"time-off: time_off_requests: "},
			{"approved hours are other ones",
				`UPDATE timesheet_hours SET hours = 4 WHERE timesheet_id IN (SELECT id FROM timesheets WHERE status = 'approved')`,
				"timesheets: timesheets whose hours differ from those that were approved: "},
			{"a sum of approved hours is another one",
				`UPDATE timesheets SET hours = 4 WHERE status = 'reopened'`,
				"timesheets: timesheets whose sum differs from what was approved: "},
			{"a timesheet has hours of somebody else",
				`UPDATE timesheet_hours SET user_id = '$peer'
					WHERE timesheet_id IN (SELECT id FROM timesheets WHERE status = 'reopened')`,
				"timesheets: timesheets with hours that they did not approve: "},
			{"an approval has no number",
				`UPDATE timesheets SET approved_seq = NULL WHERE status = 'reopened'`,
				"timesheets: timesheets without the number of their approval: "},
			{"timesheets overlap",
				`UPDATE timesheets SET start_date = '2026-03-08' WHERE status = 'pending'`,
				"timesheets: timesheets that have a day in common: "},
			{"an approved timesheet is not decided",
				`UPDATE timesheets SET decided_at = NULL WHERE status = 'reopened'`,
				"timesheets: timesheets whose decision differs from their status: "},
			{"an entry has other hours", `UPDATE actual_hours_entries SET hours = 3 WHERE entry_id = 'toggl:1'`,
				"entries: rows of actual hours that are not the sum of their entries: "},
			{"an entry has no row", `UPDATE actual_hours_entries SET date = '2026-04-07' WHERE entry_id = 'toggl:3'`,
				"entries: rows of actual hours that are not the sum of their entries: "},
			{"a draft has changed a row", `UPDATE proposal_rows SET applied_version = 1`,
				"proposals: proposals that have changed rows and are not applied: "},
			{"a wish is lost", `UPDATE proposals SET row_count = row_count + 1`, "proposals: proposals with another number of wishes: "},
			{"a change without an event", `UPDATE clients SET version = version + 1 WHERE id = '$acme'`,
				"versions: clients: not the version of the last event, or deleted: $acme"},
			{"a budget without the event of its change", `UPDATE budgets SET version = version + 1 WHERE id = '$atlas'`,
				"versions: budgets: not the version of the last event, or deleted: $atlas"},
			{"an alert is lost", `DELETE FROM budget_alerts`, "versions: budget_alerts: missing, although an event wrote it: "},
			{"a reminder is lost", `DELETE FROM timesheet_reminders`,
				"versions: timesheet_reminders: missing, although an event wrote it: "},
			{"an event without its change", `UPDATE users SET version = version - 1 WHERE id = '$pm'`,
				"versions: users: not the version of the last event, or deleted: $pm"},
			{"a lost record", replica(`DELETE FROM working_patterns WHERE id = '$worker'`),
				"versions: working_patterns: missing, although no event deleted it: $worker"},
			{"a record that came back",
				`INSERT INTO holidays SELECT organization_id, record_id, 2, written_at, written_at, 'DE',
					'2026-01-01', 'Again', 1 FROM events WHERE type = 'holiday.deleted'`,
				"versions: holidays: not the version of the last event, or deleted: "},
			{"lost hours", `DELETE FROM assignments WHERE user_id = '$worker'`,
				"hours: assignments that are missing, although no event deleted them: "},
			{"old hours", `UPDATE actual_hours SET version = version - 1 WHERE user_id = '$worker'`,
				"hours: actual_hours that are older than their event: "},
			{"other hours", `UPDATE actual_hours SET hours = 2 WHERE user_id = '$peer'`,
				"hours: actual_hours that do not have the hours of their event: "},
			{"hours of another project",
				`UPDATE actual_hours SET project_id = '$beacon' WHERE user_id = '$peer' AND date = '2026-01-05'`,
				"hours: actual_hours of another user, project, capability or day than in their event: "},
			{"hours on another day",
				`UPDATE actual_hours SET date = '2030-01-06' WHERE user_id = '$peer' AND date = '2026-01-06'`,
				"hours: actual_hours of another user, project, capability or day than in their event: "},
			{"newer hours",
				`UPDATE actual_hours SET version = version + 1 WHERE user_id = '$peer' AND date = '2026-01-01'`,
				"hours: actual_hours that are newer than their last event: "},
			{"a key without a response", `UPDATE idempotency_keys SET response = NULL`,
				"idempotency: idempotency_keys without a response: "},
			{"a key that never was valid", `UPDATE idempotency_keys SET expires_at = created_at`,
				"idempotency: idempotency_keys that expire before they were created: "},
			{"a cursor ahead of the journal", `UPDATE webhooks SET position = 100000`,
				"webhooks: webhooks whose cursor is after the last event: "},
			{"a redelivery of nothing",
				`INSERT INTO webhook_redeliveries SELECT organization_id, id, id, 100000, 100000, 99999, true FROM webhooks`,
				"webhooks: webhook_redeliveries of events that do not exist: "},
			{"an attempt of nothing",
				`INSERT INTO webhook_attempts (organization_id, id, webhook_id, created_at, seq, type, duration,
					outcome)
					SELECT organization_id, id, id, now(), 100000, 'client.updated', 1, 'failed' FROM webhooks`,
				"webhooks: webhook_attempts of events that do not exist: "},
		}...)
	})
	for _, h := range []harm{ // they concern the same events
		{"events of an organization that does not exist",
			`UPDATE events SET organization_id = '$unknown' WHERE organization_id = '$org' AND seq = 1`,
			"organizations: events: $unknown"},
		{"a gap", `DELETE FROM events WHERE organization_id = '$org' AND seq = 5`,
			"journal: numbers are missing before these events: 6"},
		{"a lost end", `DELETE FROM events WHERE organization_id = '$org' AND seq = ` + head,
			"journal: the first and the last number differ from those in event_heads: "},
		{"a lost beginning", `DELETE FROM events WHERE organization_id = '$org' AND seq = 1`,
			"journal: the first and the last number differ from those in event_heads: 2 to "},
		{"no head", `DELETE FROM event_heads WHERE organization_id = '$org'`,
			"journal: the first and the last number differ from those in event_heads: 1 to "},
		{"a head without events", `DELETE FROM events WHERE organization_id = '$org'`,
			"journal: the first and the last number differ from those in event_heads: none to none instead of 1 to "},
		{"times that go back",
			`UPDATE events SET written_at = written_at + interval '1 hour' WHERE organization_id = '$org' AND seq = 3`,
			"journal: events are older than the event before: 4"},
		{"a forgotten event",
			`UPDATE events SET seq = NULL, written_at = written_at - interval '2 minutes' WHERE organization_id = '$org' AND seq = 2`,
			"journal: events have no number, although"},
		{"newer hours, and events without numbers",
			`UPDATE events SET seq = NULL WHERE organization_id = '$org';
				UPDATE assignments SET version = version + 1 WHERE user_id = '$worker'`,
			"hours: assignments that are newer than their last event: "},
		{"lost hours, and events without numbers",
			`UPDATE events SET seq = NULL WHERE organization_id = '$org'; DELETE FROM assignments WHERE user_id = '$worker'`,
			"hours: assignments that are missing, although no event deleted them: "},
		{"hours that became tentative", `UPDATE assignments SET tentative = true WHERE user_id = '$worker'`,
			"hours: assignments that are tentative, and not in their event, or the other way round: "},
		{"hours of another capability", `UPDATE assignments SET capability_id = '$design' WHERE user_id = '$worker'`,
			"hours: assignments of another user, project, capability or day than in their event: "},
		{"hours that are there, although they were deleted",
			`UPDATE events SET (encoding, data, row_count) = (SELECT encoding, data, row_count FROM events WHERE organization_id = '$org'
					AND type = 'assignments.upserted' AND encoding = 2 ORDER BY seq DESC LIMIT 1)
				WHERE organization_id = '$org' AND type = 'assignments.deleted'`,
			"hours: assignments that are there, although an event deleted them: "},
		{"events that cannot be read",
			`UPDATE events SET data = '\x00' WHERE organization_id = '$org' AND encoding IN (2, 3)`,
			"events: events that cannot be read: "},
		{"events of records that cannot be read",
			`UPDATE events SET data = '{' WHERE organization_id = '$org' AND encoding = 1`,
			"events: events that cannot be read: "},
		{"events with fewer rows than they say",
			`UPDATE events SET row_count = row_count + 1 WHERE organization_id = '$org' AND encoding IN (2, 3)`,
			"events: events that cannot be read: "},
	} {
		t.Run(h.name, func(t *testing.T) { find(t, h) })
	}
}

// TestEveryRecordIsComparedWithItsEvents fails if a new table of records is not in the list of the check.
func TestEveryRecordIsComparedWithItsEvents(t *testing.T) {
	t.Parallel()
	tables, err := catalog.Tables(t.Context(), open(t, apitest.NewDatabase(t)))
	if err != nil {
		t.Fatal(err)
	}
	compared := slices.Collect(maps.Values(verify.Journaled))
	records := 0
	for _, table := range tables {
		// The hours, their entries, those of timesheets and the wishes of proposals have checks of their own, and saved
		// views and the versions of closed days leave no events.
		if !table.Has("version") || slices.Contains(
			[]string{"assignments", "actual_hours", "actual_hours_entries", "timesheet_hours", "proposal_rows", "user_views",
				"closed_days"}, table.Name) {
			continue
		}
		if records++; !slices.Contains(compared, table.Name) {
			t.Errorf("%s is not in the list", table.Name)
		}
	}
	if records < 8 {
		t.Errorf("only %d tables have records", records)
	}
}
