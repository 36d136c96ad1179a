package archive_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/cmd/workplan/operate/archive"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/postgres/catalog"
	"github.com/workplan-api/workplan/services"
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

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never happened that %s", what)
		}
	}
}

func mustExport(t *testing.T, dsn string, organization uuid.UUID) []byte {
	t.Helper()
	var file bytes.Buffer
	if _, err := archive.Export(t.Context(), apitest.Open(t, dsn), organization, &file, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func mustImport(t *testing.T, dsn string, file []byte) archive.Imported {
	t.Helper()
	written := map[string]int64{}
	r, err := archive.Import(t.Context(), apitest.Open(t, dsn), bytes.NewReader(file),
		func(table string, rows int64) { written[table] = rows })
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(written, r.Rows) {
		t.Errorf("the progress ends with %v, and %v were written", written, r.Rows)
	}
	return r
}

func mustFail(t *testing.T, db *sql.DB, file []byte, message string) {
	t.Helper()
	if _, err := archive.Import(t.Context(), db, bytes.NewReader(file), nil); err == nil ||
		!strings.Contains(err.Error(), message) {
		t.Errorf("%v, want an error that says %q", err, message)
	}
}

// dump returns the rows of an organization by table.
func dump(t *testing.T, dsn string, organization uuid.UUID) map[string][]string {
	t.Helper()
	db := open(t, dsn)
	all, err := catalog.Tables(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][]string{}
	for _, table := range all {
		rows, err := db.QueryContext(t.Context(),
			fmt.Sprintf("SELECT t::text FROM %s t WHERE %s = $1 ORDER BY %s", table.Name, table.Organization(),
				strings.Join(table.Key, ", ")), organization)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		tables[table.Name] = []string{}
		for rows.Next() {
			var row string
			if err := rows.Scan(&row); err != nil {
				t.Fatal(err)
			}
			tables[table.Name] = append(tables[table.Name], row)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return tables
}

// on returns an API whose servers run on another database.
func on(t *testing.T, a *apitest.API, dsn string) *apitest.API {
	b := *a
	b.DSN, b.DB = dsn, open(t, dsn)
	return &b
}

// fill writes rows into all tables of the organization of the tests.
func fill(t *testing.T, a *apitest.API, receiver string) {
	t.Helper()
	call := func(as, call, body string, header map[string]string) map[string]any {
		t.Helper()
		ans := a.REST(t, as, call, body, header)
		if ans.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", call, ans.Status, ans.Raw)
		}
		data, _ := apitest.Lookup(ans.Body, "data").(map[string]any)
		return data
	}
	hook := call("admin", "POST /api/v1/webhooks", `{"url": "`+receiver+`", "types": ["*"]}`, nil)["id"]
	behind := call("admin", "POST /api/v1/webhooks",
		`{"url": "`+receiver+`/behind", "types": ["*"], "state": "paused"}`, nil)["id"]
	call("admin", "POST /api/v1/locks",
		`{"endDate": "2020-12-31", "kinds": ["time_off", "actual_hours"], "userIds": ["$worker", "$boss"], "reason": "A, 'b'\t{}"}`,
		nil)
	call("admin", "PATCH /api/v1/organization/privacy", `{"utilization": "managers"}`, nil)
	call("admin", "POST /api/v1/assignments",
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": null, "date": "2026-03-02", "hours": 7.3},
		{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design", "date": "2026-03-02", "hours": 0.1}]}`,
		nil)
	call("admin", "POST /api/v1/assignments",
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-02", "hours": 8}]}`, nil)
	call("worker", "POST /api/v1/actual-hours",
		`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-03", "hours": 3.3333333333333335}]}`,
		map[string]string{"Idempotency-Key": "once"})
	call("worker", "POST /api/v1/actual-hours/entries", `{"items": [{"entryId": "toggl:1", "userId": "$worker",
		"projectId": "$atlas", "date": "2026-04-06", "hours": 0.1, "note": "Workshop"}]}`, nil)
	call("admin", "POST /api/v1/timesheets/remind",
		`{"userIds": ["$worker"], "startDate": "2026-04-06", "endDate": "2026-04-12"}`, nil)
	sheet := call("worker", "POST /api/v1/timesheets",
		`{"startDate": "2026-03-02", "endDate": "2026-03-08", "note": "A, 'b'\t{}"}`, nil)["id"].(string)
	call("admin", "POST /api/v1/timesheets/"+sheet+"/approve", ``, nil)
	call("admin", "PATCH /api/v1/organization/settlement", `{"period": "half_month", "autoLockAfterDays": 1000}`, nil)
	call("admin", "PUT /api/v1/projects/$atlas/rates", `{"items": [
		{"kind": "cost", "amount": 999999999.999999, "userId": "$worker", "currency": "KWD"},
		{"kind": "bill", "amount": 0.000001, "capabilityId": "$design", "validFrom": "2026-04-01"},
		{"kind": "bill", "amount": null}]}`, nil)
	call("admin", "PUT /api/v1/projects/$atlas/budget", `{"items": [{"hours": 0.000001, "period": "month"},
		{"hours": 1000000, "period": "total", "validFrom": "2026-04-01"}], "alertAt": [1, 1000]}`, nil)
	proposal := call("worker", "POST /api/v1/proposals", `{"title": "A, 'b'\t{}", "reviewerIds": ["$boss"], "visibility": "organization",
		"expiresAt": "2099-01-01T00:00:00.123456Z"}`, nil)["id"].(string)
	call("worker", "POST /api/v1/assignments?proposal="+proposal, `{"items": [{"userId": "$peer", "projectId": "$atlas",
		"date": "2026-05-05", "hours": 0.1, "tentative": true}]}`, nil)
	call("worker", "POST /api/v1/proposals/"+proposal+"/submit", ``, nil)
	call("boss", "POST /api/v1/proposals/"+proposal+"/reject", `{"reason": "A, 'b'\t{}"}`, nil)
	open := call("worker", "POST /api/v1/proposals", `{"title": "Open", "source": "assistant"}`, nil)["id"].(string)
	call("worker", "PUT /api/v1/assignments/window?proposal="+open, `{"userId": "$worker", "startDate": "2026-03-01",
		"endDate": "2026-03-31", "items": [{"userId": "$worker", "projectId": "$atlas", "capabilityId": "$design",
		"date": "2026-03-02", "hours": 0.30000000000000004}, {"userId": "$worker", "projectId": "$beacon",
		"date": "2026-03-31", "hours": 24}]}`, nil)
	applied := call("admin", "POST /api/v1/proposals", `{"title": "Applied"}`, nil)["id"].(string)
	call("admin", "POST /api/v1/assignments?proposal="+applied, `{"items": [{"userId": "$worker", "projectId": "$atlas",
		"date": "2026-03-02", "hours": 3.3}, {"userId": "$peer", "projectId": "$beacon", "date": "2026-06-02", "hours": 1}]}`, nil)
	call("admin", "POST /api/v1/proposals/"+applied+"/submit", ``, nil)
	call("admin", "POST /api/v1/proposals/"+applied+"/approve", ``, nil)
	call("admin", "POST /api/v1/proposals/"+applied+"/apply", `{}`, nil)
	call("admin", "POST /api/v1/proposals/"+applied+"/revert", ``, nil)
	call("admin", "PATCH /api/v1/organization/pricing", `{"currency": "CHF"}`, nil)
	call("admin", "PATCH /api/v1/clients/$acme",
		`{"companyName": "\\N \"quoted\" 'x'\t{a,b}\nÜ 🚀 \\.", "website": null, "categories": ["a,b", "NULL", "\"", "\\"],
		"externalIds": ["crm:a,b", "sap:\""]}`, nil)
	call("admin", "PATCH /api/v1/clients/$globex", `{"currency": "GBP"}`, nil)
	call("admin", "PATCH /api/v1/projects/$beacon", `{"currency": "jpy"}`, nil)
	call("admin", "PUT /api/v1/projects/$beacon/budget", `{"items": [{"amount": 999999999.999999, "period": "total"}]}`, nil)
	call("admin", "PUT /api/v1/users/$worker/working-patterns",
		`{"items": [{"validFrom": "2026-01-01", "hours": [8, 8, 8, 8, 4, 0, 0]}]}`, nil)
	call("worker", "PUT /api/v1/users/$worker/capabilities",
		`{"items": [{"capabilityId": "$design", "level": 3}]}`, nil)
	call("worker", "PUT /api/v1/me/views", `{"items": [{"name": "Ü", "query": "q=%C3%9C"}]}`, nil)
	call("admin", "PUT /api/v1/holidays",
		`{"items": [{"countryCode": "GB", "date": "2027-12-27", "name": "Christmas Day", "factor": 0.5}]}`, nil)
	call("worker", "POST /api/v1/calendar-feed", ``, nil)
	id := call("worker", "POST /api/v1/time-off",
		`{"userId": "$worker", "timeOffTypeId": "$vacation", "startDate": "2026-05-01", "endDate": "2026-05-02",
			"availability": 0, "reason": "Rest"}`,
		nil)["id"]
	call("lead", "POST /api/v1/time-off/"+id.(string)+"/approve", ``, nil)
	eventually(t, "all events have numbers, and the endpoint has them", func() bool {
		return a.Count(`SELECT count(*) FROM events WHERE seq IS NULL`) == 0 &&
			a.Count(`SELECT count(*) FROM webhooks w JOIN event_heads h USING (organization_id) WHERE w.id = $1 AND w.position = h.seq`,
				hook) == 1
	})
	a.Exec(`UPDATE webhooks SET position = 3 WHERE id = $1`, behind)
	a.Exec(`INSERT INTO webhook_redeliveries (organization_id, id, webhook_id, from_seq, to_seq, position, parked)
		VALUES ($1, gen_random_uuid(), $2, 1, 2, 0, true)`,
		a.Organization, hook)
	a.Exec(`INSERT INTO budget_alerts (organization_id, id, project_id, month, percent, hours, created_at)
		VALUES ($1, gen_random_uuid(), $2, '2026-11-01', 50, 'planned', now())`, a.Organization, a.ID("atlas"))
	a.Exec(`INSERT INTO sign_in_identities (organization_id, id, issuer, subject, created_at)
		VALUES ($1, $2, 'https://accounts.example.com', '1', now())`,
		a.Organization, a.ID("worker"))
	a.Exec(`INSERT INTO scim_names (organization_id, id, name, given_name, family_name)
		VALUES ($1, $2, 'Wo Worker', 'Wo', 'Worker')`, a.Organization, a.ID("worker"))
	a.Exec(`INSERT INTO sessions (organization_id, id, user_id, token_hash, method, created_at, last_used_at, expires_at)
		VALUES ($1, gen_random_uuid(), $2, '\x00', 'demo', now(), now(), now())`, a.Organization, a.ID("worker"))
}

// answers are the responses to reads, with their ETags.
func answers(t *testing.T, a *apitest.API) map[string]string {
	t.Helper()
	all := map[string]string{}
	paths := []string{
		"/users?limit=200", "/users/$worker", "/users/$worker/working-patterns", "/users/$worker/capabilities",
		"/clients", "/clients/$acme",
		"/projects?expand=client", "/projects/$atlas", "/assignments", "/actual-hours", "/capabilities",
		"/time-off-types", "/time-off", "/holidays", "/webhooks", "/projects/$atlas/rates", "/organization/pricing",
		"/projects/$atlas/budget", "/projects/$beacon/budget", "/proposals",
		"/events?after=0&limit=200", "/events/1",
		"/capacity?start_date=2026-03-01&end_date=2026-05-31",
	}
	proposals := a.REST(t, "admin", "GET /api/v1/proposals", "", nil)
	items, _ := apitest.Lookup(proposals.Body, "data.items").([]any)
	if len(items) != 4 {
		t.Errorf("there are %d proposals: %s", len(items), proposals.Raw)
	}
	for _, item := range items {
		id := item.(map[string]any)["id"].(string)
		paths = append(paths, "/proposals/"+id, "/proposals/"+id+"/diff", "/assignments?proposal="+id)
	}
	for _, path := range paths {
		ans := a.REST(t, "admin", "GET /api/v1"+path, "", nil)
		all[path] = fmt.Sprint(ans.Status, ans.Header.Get("ETag"), string(ans.Raw))
		if ans.Status != http.StatusOK {
			t.Errorf("GET %s: %s", path, ans.Raw)
		}
	}
	return all
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	var received atomic.Int64
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if !strings.Contains(string(body), "webhook.ping") {
			received.Add(1)
		}
	}))
	defer receiver.Close()
	a := apitest.NewIsolated(t)
	fill(t, a, receiver.URL)
	a.Exec(`UPDATE webhooks SET tries = 3, failures = 19, failing_since = now() - interval '6 days',
last_error = 'gone', due_at = now() + interval '1 hour' WHERE organization_id = $1`, a.Organization)
	before, answersBefore := dump(t, a.DSN, a.Organization), answers(t, a)
	file := mustExport(t, a.DSN, a.Organization)

	t.Run("each table is in the file, or in the list of exceptions with a reason", func(t *testing.T) {
		rows, err := open(t, a.DSN).QueryContext(t.Context(),
			`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		tables := 0
		for rows.Next() {
			var table string
			if err := rows.Scan(&table); err != nil {
				t.Fatal(err)
			}
			tables++
			if table == "schema_revisions" || archive.Omitted[table] != "" {
				continue
			}
			if !bytes.Contains(file, []byte(`{"table":"`+table+`"`)) {
				t.Errorf("%s is not in the file", table)
			}
			if len(before[table]) == 0 {
				t.Errorf("%s has no rows: add some to fill, so that this test compares them", table)
			}
		}
		if tables < 20 {
			t.Errorf("the database has only %d tables", tables)
		}
	})

	target := apitest.NewDatabase(t)
	b := on(t, a, target)
	imported := mustImport(t, target, file)
	if len(imported.Behind) != 1 || imported.Behind[0].From != 4 || imported.Organization.ID != a.Organization {
		t.Errorf("%+v", imported)
	}

	t.Run("every row of every table is the same, but for what would send old events", func(t *testing.T) {
		head := b.Count(`SELECT seq FROM event_heads`)
		if n := b.Count(`SELECT count(*) FROM webhooks WHERE position <> $1 OR leased_until IS NOT NULL`,
			head); n != 0 {
			t.Errorf("the cursors of %d endpoints are not at the head %d", n, head)
		}
		var due time.Time
		if err := open(t, target).QueryRowContext(t.Context(), `SELECT max(due_at) FROM webhooks
WHERE tries = 0 AND failures = 0 AND failing_since IS NULL AND last_error IS NULL`).Scan(&due); err != nil {
			t.Fatalf("an endpoint has failed already: %v", err)
		}
		a.Exec(`UPDATE webhooks SET position = $1, leased_until = NULL, due_at = $3, tries = 0, failures = 0,
failing_since = NULL, last_error = NULL WHERE organization_id = $2`, head, a.Organization, due)
		want, got := dump(t, a.DSN, a.Organization), dump(t, target, a.Organization)
		for table, rows := range want {
			if archive.Omitted[table] != "" {
				rows = []string{}
			}
			if !slices.Equal(rows, got[table]) {
				t.Errorf("%s: %d rows are\n%s\nwant %d\n%s", table, len(got[table]), strings.Join(got[table], "\n"),
					len(rows), strings.Join(rows, "\n"))
			}
		}
	})
	t.Run("an export of the import is the same file", func(t *testing.T) {
		again := mustExport(t, target, a.Organization)
		was, is := bytes.Split(mustExport(t, a.DSN, a.Organization), []byte("\n")), bytes.Split(again, []byte("\n"))
		for i := 1; i < len(was)-2; i++ { // the first line has the time, and the last one the hash
			if !bytes.Equal(was[i], is[i]) && !bytes.HasPrefix(was[i], []byte(`{"rows"`)) {
				t.Fatalf("line %d is\n%s\nwant\n%s", i+1, is[i], was[i])
			}
		}
	})
	received.Store(0)
	running, _ := b.Start(services.Config{})
	t.Run("the keys work, and the API gives the same responses and ETags", func(t *testing.T) {
		// The admin has moved no cursor, but the import has.
		answersBefore["/webhooks"] = answers(t, a)["/webhooks"]
		for path, want := range answersBefore {
			if got := answers(t, running)[path]; got != want {
				t.Errorf("GET %s is\n%s\nwant\n%s", path, got, want)
			}
		}
	})
	t.Run("a repeated request with an Idempotency-Key gets the stored response", func(t *testing.T) {
		ans := running.REST(t, "worker", "POST /api/v1/actual-hours",
			`{"items": [{"userId": "$worker", "projectId": "$atlas", "date": "2026-03-03", "hours": 3.3333333333333335}]}`,
			map[string]string{"Idempotency-Key": "once"})
		if ans.Status != http.StatusOK || ans.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("%d %v %s", ans.Status, ans.Header, ans.Raw)
		}
	})
	t.Run("old events are not sent to webhooks, and new ones are", func(t *testing.T) {
		time.Sleep(1500 * time.Millisecond) // a process looks for endpoints each second
		if n := received.Load(); n != 0 {
			t.Errorf("the receivers got %d old events", n)
		}
		if ans := running.REST(t, "admin", "PATCH /api/v1/clients/$acme",
			`{"companyName": "New"}`, nil); ans.Status != http.StatusOK {
			t.Fatalf("%s", ans.Raw)
		}
		eventually(t, "the receiver gets the new event", func() bool { return received.Load() == 1 })
	})
	t.Run("an organization that exists is refused", func(t *testing.T) {
		mustFail(t, b.DB, file, "exists in this database")
	})
	t.Run("beside another organization, which stays as it is", func(t *testing.T) {
		was := dump(t, target, a.Organization)
		mustImport(t, target, mustExport(t, a.DSN, a.Other))
		if is := dump(t, target, a.Organization); !maps.EqualFunc(was, is, slices.Equal[[]string]) {
			t.Error("the other organization has changed")
		}
		if want, got := dump(t, a.DSN, a.Other),
			dump(t, target, a.Other); !maps.EqualFunc(want, got, slices.Equal[[]string]) {
			t.Error("the organization differs")
		}
	})
}

// TestNewTablesAndColumnsAreExported has what a newer program has added. A table that a migration does not make is not
// exported.
func TestNewTablesAndColumnsAreExported(t *testing.T) {
	t.Parallel()
	const later = `INSERT INTO schema_revisions (version, description, applied, total, executed_at, hash, error)
		VALUES ('9999', 'later', 1, 1, now(), '', '')`
	a := apitest.NewIsolated(t)
	a.Exec(`ALTER TABLE clients ADD COLUMN tax_number text DEFAULT 'DE1'`)
	a.Exec(`CREATE TABLE badges (organization_id uuid NOT NULL REFERENCES organizations (id), id uuid NOT NULL,
		user_id uuid NOT NULL, PRIMARY KEY (organization_id, id),
		FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id))`)
	a.Exec(`GRANT SELECT ON badges TO PUBLIC`)
	a.Exec(`INSERT INTO badges VALUES ($1, $2, $2)`, a.Organization, a.ID("worker"))
	if strings.Contains(string(mustExport(t, a.DSN, a.Organization)), `{"table":"badges"`) {
		t.Error("a table that no migration makes is in the file")
	}
	a.Exec(later)
	file := string(mustExport(t, a.DSN, a.Organization))
	if users, badges := strings.Index(file, `{"table":"users"`),
		strings.Index(file, `{"table":"badges"`); badges < users || !strings.Contains(file, `"tax_number"`) ||
		!strings.Contains(file, `"DE1"`) {
		t.Error("the new table or column is missing, or comes before the users")
	}
	target := open(t, apitest.NewDatabase(t))
	if _, err := target.ExecContext(t.Context(), later); err != nil {
		t.Fatal(err)
	}
	mustFail(t, target, []byte(file), "of the file is wrong")
}

func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	file := mustExport(t, a.DSN, a.Organization)
	target := apitest.NewDatabase(t)
	db := open(t, target)
	lines := bytes.SplitAfter(file, []byte("\n"))
	without := func(i int) []byte { return bytes.Join(slices.Delete(slices.Clone(lines), i, i+1), nil) }
	row := slices.IndexFunc(lines, func(line []byte) bool { return bytes.Contains(line, []byte(`{"table":"users"`)) }) +
		2

	t.Run("truncated after any line, or within one", func(t *testing.T) {
		for end := 1; end < len(lines)-1; end += 7 {
			mustFail(t, db, bytes.Join(lines[:end], nil), "truncated")
		}
		mustFail(t, db, file[:len(file)-1], "truncated")
		mustFail(t, db, nil, "truncated")
	})
	t.Run("changed", func(t *testing.T) {
		mustFail(t, db, bytes.Replace(file, []byte(`"Acme`), []byte(`"Akme`), 1), "checksum differs")
		mustFail(t, db, bytes.Replace(file, lines[row], append(slices.Clone(lines[row]), lines[row]...), 1),
			"refuses rows of table users")
		// A foreign key, or the checksum.
		mustFail(t, db, bytes.Replace(file, []byte(a.ID("worker")), []byte(a.ID("unknown")), 1), "")
		mustFail(t, db, append(slices.Clone(file), "{}\n"...), "goes on after its last line")
		events := slices.IndexFunc(lines,
			func(line []byte) bool { return bytes.Contains(line, []byte(`{"table":"events"`)) }) + 1
		mustFail(t, db, without(events), "checksum differs")
		mustFail(t, db, bytes.Replace(file, []byte(`"sha256":"`), []byte(`"sha256":"0`), 1), "checksum differs")
		mustFail(t, db, bytes.Replace(file, lines[row], []byte("[1]\n"), 1), "not a row of")
		mustFail(t, db, bytes.Replace(file, lines[row], []byte("[\n"), 1), "not a row of")
		mustFail(t, db,
			bytes.Replace(file, lines[row],
				bytes.Replace(lines[row], []byte(a.Organization.String()), []byte(a.Other.String()), 1), 1),
			"does not belong to the organization")
		mustFail(t, db, without(row-2), "wrong")
	})
	t.Run("of another kind, version or schema", func(t *testing.T) {
		mustFail(t, db, []byte("{\"organization\": {\"name\": \"Harbour Works\"}}\n"),
			"was not made by `workplan organization export`")
		mustFail(t, db, bytes.Replace(file, []byte(`"version":1`), []byte(`"version":2`), 1),
			"use the version of workplan that made it")
		mustFail(t, db, bytes.Replace(file, []byte(`"schema":"`), []byte(`"schema":"9`), 1),
			"and this database has only")
	})
	t.Run("nothing was written", func(t *testing.T) {
		for table, rows := range dump(t, target, a.Organization) {
			if len(rows) > 0 {
				t.Errorf("%s has %d rows", table, len(rows))
			}
		}
	})
}

func TestServersSeeNothingOfAnImportThatRuns(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	target := apitest.NewDatabase(t)
	file := mustExport(t, a.DSN, a.Organization)
	half := bytes.LastIndex(file, []byte(`{"table":`)) // all tables but one come before
	running, _ := on(t, a, target).Start(services.Config{})
	reader, writer := io.Pipe()
	done := make(chan error, 1)
	reached := make(chan string, 100)
	go func() {
		_, err := archive.Import(context.Background(), open(t, target), reader, func(table string, rows int64) {
			if rows == 0 {
				reached <- table
			}
		})
		done <- err
	}()
	if _, err := writer.Write(file[:half]); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the import is in its middle", func() bool { return len(reached) >= 10 })
	if ans := running.REST(t, "admin", "GET /api/v1/users", "", nil); ans.Status != http.StatusUnauthorized {
		t.Errorf("%d %s", ans.Status, ans.Raw)
	}
	if n := running.Count(`SELECT count(*) FROM organizations`); n != 0 {
		t.Errorf("%d organizations", n)
	}
	if _, err := writer.Write(file[half:]); err != nil {
		t.Fatal(err)
	}
	writer.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	started, _ := on(t, a, target).Start(services.Config{}) // the other one does not look the key up again for a minute
	if ans := started.REST(t, "admin", "GET /api/v1/users", "", nil); ans.Status != http.StatusOK {
		t.Errorf("%d %s", ans.Status, ans.Raw)
	}
}

// TestAnExportIsOneMoment writes during an export: each written pair must be in the file as a whole, or not at all.
func TestAnExportIsOneMoment(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	var file bytes.Buffer
	_, err := archive.Export(t.Context(), open(t, a.DSN), a.Organization, &file, func(table string) {
		a.Exec(`UPDATE users SET version = version + 1 WHERE organization_id = $1`, a.Organization)
		a.Exec(`UPDATE clients SET version = version + 1 WHERE organization_id = $1`, a.Organization)
	})
	if err != nil {
		t.Fatal(err)
	}
	target := apitest.NewDatabase(t)
	mustImport(t, target, file.Bytes())
	if n := on(t, a, target).Count(
		`SELECT (SELECT count(*) FROM users WHERE version > 1) + (SELECT count(*) FROM clients WHERE version > 1)`,
	); n > 0 {
		t.Errorf("%d rows are newer than the beginning of the export", n)
	}
}

// TestMemory moves 60,000 rows of hours, which have 14 MB in the file.
func TestMemory(t *testing.T) { // not parallel: the memory is that of the process
	a := apitest.NewIsolated(t)
	for _, table := range []string{"assignments", "actual_hours"} {
		a.Exec(`INSERT INTO `+table+
			` (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
			SELECT $1, gen_random_uuid(), 1, now(), now(), $2, $3, date '1900-01-01' + n, 8 FROM generate_series(1, 30000) n`,
			a.Organization, a.ID("worker"), a.ID("atlas"))
	}
	reader, writer := io.Pipe()
	target := open(t, apitest.NewDatabase(t))
	var peak, size atomic.Int64
	stop := make(chan struct{})
	sampled := make(chan struct{})
	base := live()
	go func() {
		defer close(sampled)
		for {
			select {
			case <-stop:
				return
			case <-time.After(200 * time.Millisecond):
				peak.Store(max(peak.Load(), live()-base))
			}
		}
	}()
	exported := make(chan error, 1)
	go func() {
		_, err := archive.Export(context.Background(), open(t, a.DSN), a.Organization,
			io.MultiWriter(writer, counter{&size}), nil)
		exported <- err
		writer.Close()
	}()
	r, err := archive.Import(t.Context(), target, reader, nil)
	close(stop)
	<-sampled
	if err := <-exported; err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if r.Rows["assignments"] != 30_000 || r.Rows["actual_hours"] != 30_000 {
		t.Errorf("%v", r.Rows)
	}
	t.Logf("%d MB in the file, at most %d MB in memory", size.Load()>>20, peak.Load()>>20)
	if limit := int64(8 << 20); peak.Load() > limit || size.Load() < limit*3/2 {
		t.Errorf("%d MB of memory for a file of %d MB", peak.Load()>>20, size.Load()>>20)
	}
}

// live returns the bytes in use: the least of three, because what is allocated during a collection counts as used.
func live() int64 {
	least := int64(math.MaxInt64)
	for range 3 {
		runtime.GC()
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(sample)
		least = min(least, int64(sample[0].Value.Uint64()))
	}
	return least
}

type counter struct{ n *atomic.Int64 }

func (c counter) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return len(p), nil
}

func TestTheFormatIsThatOfTheDocumentation(t *testing.T) {
	t.Parallel()
	a := apitest.NewIsolated(t)
	for i, line := range bytes.Split(bytes.TrimSpace(mustExport(t, a.DSN, a.Organization)), []byte("\n")) {
		var value any
		if err := json.Unmarshal(line, &value); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		if o, is := value.(map[string]any); i == 0 &&
			(!is || o["format"] != "workplan-organization" || o["schema"] == "" || o["exportedAt"] == "") {
			t.Errorf("%s", line)
		}
	}
}
