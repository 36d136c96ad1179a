package acceptance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/test/apitest"
)

const march = `{"startDate": "2026-03-01", "endDate": "2026-03-31"}`

// replace is a step that makes the rows of a window these items.
func (h hours) replace(name, window, items string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "PUT " + h.path + "/window", Body: merged(window, `{"items": [`+items+`]}`),
		RPC: h.one + "Service/Replace" + h.many + "Window",
	}, "window", nil, expectations)
}

// remove is a step that deletes the rows of a window, which is as in a query.
func (h hours) remove(name, query string, expectations ...expectation) apitest.Step {
	params := map[string]any{}
	for pair := range strings.SplitSeq(query, "&") {
		param, value, _ := strings.Cut(pair, "=")
		params[param] = value
	}
	return paired(apitest.Step{
		Name: name, Call: "DELETE " + h.path + "?" + query, RPC: h.one + "Service/Delete" + h.many,
	}, "", params, expectations)
}

// removeKeys is a step that deletes rows by their keys.
func (h hours) removeKeys(name, keys string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "POST " + h.path + "/delete", Body: `{"items": [` + keys + `]}`,
		RPC: h.one + "Service/Delete" + h.one + "Rows",
	}, "rows", nil, expectations)
}

// changed expects how many rows were created, updated, left unchanged and deleted.
func changed(created, updated, unchanged, deleted int) expectation {
	return data(fmt.Sprintf(`{"created": %d, "updated": %d, "unchanged": %d, "deleted": %d}`, created, updated,
		unchanged, deleted))
}

// keyOnly is a key of day.
func keyOnly(override string) string { return merged(day(override), `{"hours": "-"}`) }

// retire makes $design inactive.
func retire(t *testing.T, a *apitest.API) {
	if ans := a.REST(t, "admin", "PATCH /api/v1/capabilities/$design", `{"isActive": false}`, nil); ans.Status != 200 {
		t.Fatal(ans.Raw)
	}
}

func TestReplaceWindow(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		of := func(override string) string { return merged(march, override) }
		worker, atlas := of(`{"userId": "$worker"}`), of(`{"projectId": "$atlas"}`)
		second, third, april := `{"date": "2026-03-03"}`, `{"date": "2026-03-04"}`, day(`{"date": "2026-04-01"}`)
		peer := day(`{"userId": "$peer"}`)
		item := func(name, field, override, code string) apitest.Step {
			return h.replace(name, worker, items(day(`{}`), day(override)), badField(code, "items[1]."+field))
		}
		apitest.Run(t, []apitest.Step{
			h.upsert("rows in and out of the window", items(day(`{}`), day(second), april, peer), answers("")),
			h.replace("a window becomes the items", worker, items(day(`{"hours": 6}`), day(third)),
				changed(1, 1, 0, 1)),
			h.has("the rest stays",
				items(day(`{"hours": 6, "version": 2}`), peer, day(`{"date": "2026-03-04", "version": 1}`), april)),
			h.replace("the same again changes nothing", worker, items(day(`{"hours": 6}`), day(third)),
				changed(0, 0, 2, 0)),
			h.has("no row has a new version", items(day(`{"hours": 6, "version": 2}`), peer,
				day(`{"date": "2026-03-04", "version": 1}`), april)),
			h.replace("a dry run says what it would do", worker, day(third), dryRun, changed(0, 0, 1, 1)),
			h.replace("the later item with a key wins, and has a warning", worker,
				items(day(`{"hours": 1}`), day(third), day(`{"hours": 6}`)), include("warnings", "summary"),
				changed(0, 0, 2, 0),
				meta(`{`+warned(repeatedKey(0))+`, `+summed(0, 0, 2)+`}`)),
			h.replace("rows come in the order of the items", worker, items(day(third), day(`{"hours": 6}`)),
				data(`{"items": [`+items(day(third), day(`{"hours": 6}`))+`]}`)),
			h.replace("a project has all its people", atlas, items(day(third), peer), changed(0, 0, 2, 1)),
			h.replace("a user and a project are both", of(`{"userId": "$worker", "projectId": "$beacon"}`),
				day(`{"projectId": "$beacon"}`), changed(1, 0, 0, 0)),
			h.replace("no items empty the window", worker, "", changed(0, 0, 0, 2)),
			h.has("of the others nothing is gone", items(peer, april)),
			h.replace("a capability is part of the key", worker, items(day(`{}`), day(`{"capabilityId": "$design"}`)),
				changed(2, 0, 0, 0)),
			do("ids are compared in any case", func(t *testing.T, a *apitest.API) {
				body := merged(of(`{"userId": "`+strings.ToUpper(a.ID("worker"))+`"}`),
					`{"items": [`+day(`{}`)+`,`+day(`{"capabilityId": "$design"}`)+`]}`)
				if ans := a.REST(t, "admin", "PUT "+h.path+"/window", body, nil); apitest.Lookup(ans.Body,
					"data.unchanged") != 2. {
					t.Errorf("%s", ans.Raw)
				}
			}),

			h.replace("a window needs a user or a project", march, day(`{}`), badField("validation_failed", "userId"),
				fieldCount(2)),
			h.replace("a window does not end before it starts",
				of(`{"userId": "$worker", "endDate": "2026-02-28"}`), "",
				badField("validation_failed", "startDate"), fieldCount(2)),
			h.replace("both dates are required", `{"userId": "$worker"}`, "",
				badField("validation_failed", "startDate"), fieldCount(2)),
			h.replace("the user must exist", of(`{"userId": "$unknown"}`), "", badField("unknown_reference", "userId")),
			h.replace("the project must exist", of(`{"projectId": "$other_atlas"}`), "",
				badField("unknown_reference", "projectId")),
			item("items are within the dates", "date", `{"date": "2026-04-01"}`, "validation_failed"),
			item("items are of the user", "userId", `{"userId": "$peer"}`, "validation_failed"),
			item("hours are in range", "hours", `{"date": "2026-03-05", "hours": 25}`, "validation_failed"),
			item("projects exist", "projectId", `{"projectId": "$unknown"}`, "unknown_reference"),
			h.replace("all bad items are named", worker,
				items(day(`{"date": "2026-04-01"}`), day(`{"hours": -1}`), day(`{}`), day(`{"projectId": "$unknown"}`)),
				badField("validation_failed", "items[0].date"), fieldCount(3)),
			do("a capability is retired", retire),
			h.replace("new rows have an active capability", worker, items(day(`{}`), day(`{"capabilityId": "$design"}`),
				day(`{"capabilityId": "$design", "date": "2026-03-05"}`)), badField("validation_failed", "items[2].capabilityId")),
			h.has("what is refused changes nothing", items(day(`{}`), day(`{"capabilityId": "$design"}`), peer, april)),
		})
	})
}

// TestWindowPermissions: a call that touches one row that is not the caller's to write is refused whole, and names the
// rows.
func TestWindowPermissions(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		of := merged(march, `{"userId": "$worker"}`)
		beacon := day(`{"projectId": "$beacon"}`)
		apitest.Run(t, []apitest.Step{
			h.upsert("a row of the project of pm, and another one", items(day(`{}`), beacon), answers("")),
			h.replace("a row that would go is another's", of, day(`{}`), by("pm"),
				badField("permission_denied", "userId"),
				checked(func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
					if want := a.Expand("user $worker, project $beacon, 2026-03-02"); !strings.Contains(ans.Message, want) {
						t.Errorf("%s does not name %s", ans.Message, want)
					}
				})),
			h.replace("a row that would be written is another's", of, items(day(`{}`), beacon), by("pm"),
				badField("permission_denied", "items[1]")),
			h.remove("rows of others are not deleted", "user_id=$worker&start_date=2026-03-01&end_date=2026-03-31",
				by("pm"),
				badParam("permission_denied", "user_id")),
			h.removeKeys("keys of others neither", items(keyOnly(`{}`), keyOnly(`{"projectId": "$beacon"}`)), by("pm"),
				badField("permission_denied", "items")),
			h.has("nothing is gone", items(day(`{}`), beacon)),
			h.replace("the caller's own part can be written", merged(of, `{"projectId": "$atlas"}`),
				day(`{"hours": 5}`), by("pm"),
				changed(0, 1, 0, 0)),
			h.remove("and deleted", "user_id=$worker&project_id=$atlas&start_date=2026-03-01&end_date=2026-03-31",
				by("pm"),
				data(`{"deleted": 1}`)),
			h.has("the other part stays", beacon),
		})
	})
}

func TestDeleteHours(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		const dates = "&start_date=2026-03-01&end_date=2026-03-31"
		peer, design := day(`{"userId": "$peer"}`), day(`{"capabilityId": "$design", "date": "2026-03-05"}`)
		apitest.Run(t, []apitest.Step{
			h.upsert("rows", items(day(`{}`), design, day(`{"date": "2026-04-01"}`), peer), answers("")),
			h.remove("a dry run counts", "user_id=$worker"+dates+"&dryRun=true", data(`{"deleted": 2}`), overREST),
			h.remove("rows of a user in a range are deleted", "user_id=$worker"+dates, data(`{"deleted": 2}`)),
			h.remove("again there are none", "user_id=$worker"+dates, data(`{"deleted": 0}`)),
			h.has("the rest stays", items(peer, day(`{"date": "2026-04-01"}`))),
			h.upsert("a key can have a row again, which is another one", day(`{}`), h.wrote(`{"version": 1}`)),
			h.removeKeys("rows are deleted by their keys", items(keyOnly(`{}`), keyOnly(`{"userId": "$peer"}`),
				keyOnly(`{"date": "2026-03-09"}`),
				keyOnly(`{}`)), data(`{"deleted": 2}`)),
			h.has("one is left", day(`{"date": "2026-04-01"}`)),
			h.removeKeys("a key without the capability is another one",
				keyOnly(`{"date": "2026-04-01", "capabilityId": "$design"}`),
				data(`{"deleted": 0}`)),
			h.upsert("a row with a capability", day(`{"capabilityId": "$design"}`), h.wrote(`{"version": 1}`)),
			do("the capability is retired", retire),
			h.removeKeys("its rows can go", items(keyOnly(`{"capabilityId": "$design"}`),
				keyOnly(`{"capabilityId": "$design", "date": "2026-03-09"}`)), data(`{"deleted": 1}`)),
			h.removeKeys("no keys delete nothing", "", data(`{"deleted": 0}`)),

			h.remove("a user or a project is required", "start_date=2026-03-01&end_date=2026-03-31",
				badParam("validation_failed", "user_id"), fieldCount(2)),
			h.remove("both dates are required", "user_id=$worker", badParam("validation_failed", "start_date"),
				fieldCount(2)),
			h.remove("the dates are in order", "user_id=$worker&start_date=2026-03-31&end_date=2026-03-01",
				badParam("validation_failed", "start_date"), fieldCount(2)),
			h.remove("the user must exist", "user_id=$unknown"+dates, badParam("unknown_reference", "user_id")),
			h.remove("the project must exist", "project_id=$other_atlas"+dates,
				badParam("unknown_reference", "project_id")),
			h.removeKeys("ids of keys must exist", items(keyOnly(`{}`), keyOnly(`{"userId": "$unknown"}`)),
				badField("unknown_reference", "items[1].userId")),
			h.removeKeys("a key has no hours", day(`{}`), badField("unknown_field", "items[0].hours"), overREST),
			h.has("what is refused deletes nothing", day(`{"date": "2026-04-01"}`)),
		})
	})
}

// TestDeletedRowsAreInTheJournal: each call leaves one event of each kind, and readers of updatedSince miss no other
// row.
func TestDeletedRowsAreInTheJournal(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		a := apitest.New(t)
		write := func(call, body string) {
			t.Helper()
			if ans := a.REST(t, "admin", call, body, nil); ans.Status != 200 {
				t.Fatalf("%s: %s", call, ans.Raw)
			}
		}
		var rows []string
		for d := 1; d <= 9; d++ {
			rows = append(rows, day(fmt.Sprintf(`{"date": "2026-03-0%d"}`, d)))
		}
		write("POST "+h.path, `{"items": [`+items(rows...)+`]}`)
		rows[3] = day(`{"date": "2026-03-04", "hours": 3}`)
		write("PUT "+h.path+"/window", merged(march, `{"userId": "$worker", "items": [`+items(rows[2:]...)+`]}`))
		write("DELETE "+h.path+"?user_id=$worker&start_date=2026-03-05&end_date=2026-03-05", "")
		write("DELETE "+h.path+"?user_id=$worker&start_date=2026-03-05&end_date=2026-03-05", "")

		var got []string
		for _, e := range journal(t, a, "admin") {
			if !strings.HasPrefix(e.Type, h.table) {
				continue
			}
			text := e.Type
			for _, row := range e.Rows {
				text += fmt.Sprintf(" %s v%d %v", row.Date[8:], row.Version, row.Hours)
				if row.PreviousHours != nil {
					text += fmt.Sprintf("<%v", *row.PreviousHours)
				}
			}
			got = append(got, text)
		}
		want := []string{
			h.table + ".upserted 01 v1 8 02 v1 8 03 v1 8 04 v1 8 05 v1 8 06 v1 8 07 v1 8 08 v1 8 09 v1 8",
			h.table + ".upserted 04 v2 3<8",
			h.table + ".deleted 01 v2 0<8 02 v2 0<8",
			h.table + ".deleted 05 v2 0<8",
		}
		if !slices.Equal(got, want) {
			t.Errorf("events\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}

		// The list is read from the journal if that reaches back for more than an hour.
		since := time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
		a.Exec(`UPDATE events SET written_at = $2 WHERE organization_id = $1 AND seq = 1`, a.Organization,
			time.Now().Add(-3*time.Hour))
		var dates []string
		for cursor := ""; ; {
			ans := a.REST(t, "admin", "GET "+h.path+"?updatedSince="+since+"&limit=2&count=true"+cursor, "", nil)
			if total := apitest.Lookup(ans.Body, "data.total"); total != 6.0 {
				t.Fatalf("total %v, want 6: %s", total, ans.Raw)
			}
			for _, item := range apitest.Lookup(ans.Body, "data.items").([]any) {
				dates = append(dates, item.(map[string]any)["date"].(string)[8:])
			}
			next, more := apitest.Lookup(ans.Body, "data.nextCursor").(string)
			if !more {
				break
			}
			cursor = "&cursor=" + next
		}
		if got := strings.Join(dates, " "); got != "03 04 06 07 08 09" {
			t.Errorf("the list since then has %s", got)
		}
	})
}

// TestTooManyRowsOfAWindow: the error says how many rows there are, and nothing is written.
func TestTooManyRowsOfAWindow(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	load := func(n int) {
		a.Exec(`INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, date, hours)
			SELECT $1, gen_random_uuid(), 1, now(), now(), $2, $3, '2030-01-01'::date + i, 1 FROM generate_series(1, $4::int) i
			ON CONFLICT DO NOTHING`, a.Organization, a.ID("worker"), a.ID("atlas"), n)
	}
	load(5001)
	const dates = "start_date=2030-01-01&end_date=2099-12-31"
	refused := func(call, body, message string) {
		t.Helper()
		ans := a.REST(t, "admin", call, body, nil)
		if ans.Status != 400 || !strings.Contains(ans.Message, message) {
			t.Errorf("%s: %d %s, want %s", call, ans.Status, ans.Message, message)
		}
		if n := a.Count(`SELECT count(*) FROM assignments WHERE organization_id = $1`, a.Organization); n < 5001 {
			t.Fatalf("%s: %d rows are left", call, n)
		}
	}
	refused("DELETE /api/v1/assignments?user_id=$worker&"+dates, "",
		"user_id would create, change and delete 5001 rows")
	refused("PUT /api/v1/assignments/window",
		`{"userId": "$worker", "startDate": "2030-01-01", "endDate": "2099-12-31", "items": []}`,
		"userId would create, change and delete 5001 rows")
	load(10_001)
	refused("DELETE /api/v1/assignments?user_id=$worker&"+dates, "", "user_id has 10001 rows")
	if ans := a.REST(t, "admin", "DELETE /api/v1/assignments?user_id=$worker&start_date=2030-01-01&end_date=2043-09-08",
		"", nil); ans.Status != 200 ||
		apitest.Lookup(ans.Body, "data.deleted") != 4998.0 {
		t.Errorf("%s", ans.Raw)
	}
}
