package acceptance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/workplan-api/workplan/test/apitest"
)

// hours is one of the two resources of hours. Both have the same tests.
type hours struct {
	resource
	// rows is the path of the rows in the response of an upsert.
	rows string
	// own reports whether users may write their own rows.
	own bool
	// members are those of a row.
	members string
}

var (
	plannedHours = hours{
		resource{
			path: "/api/v1/assignments", one: "Assignment", many: "Assignments", table: "assignments",
			scope: "read:assignments",
		}, "data", false, "id userId projectId capabilityId date hours tentative version createdAt updatedAt",
	}
	actualHours = hours{
		resource{
			path: "/api/v1/actual-hours", one: "ActualHours", many: "ActualHours", table: "actual_hours",
			scope: "read:actual_hours",
		}, "data.items", true, "id userId projectId capabilityId date hours version createdAt updatedAt",
	}
)

func bothHours(t *testing.T, f func(t *testing.T, h hours)) {
	for _, h := range []hours{plannedHours, actualHours} {
		t.Run(h.table, func(t *testing.T) { f(t, h) })
	}
}

// upsert is a step that writes these items.
func (h hours) upsert(name, items string, expectations ...expectation) apitest.Step {
	return paired(apitest.Step{
		Name: name, Call: "POST " + h.path, Body: `{"items": [` + items + `]}`, RPC: h.one + "Service/Upsert" + h.many,
	}, "batch", nil, expectations)
}

// dryRun makes an upsert a dry run.
func dryRun(p *pair) {
	p.Call += "?dryRun=true"
	p.Request = merged(p.Request, `{"dryRun": true}`)
}

// wrote expects these rows.
func (h hours) wrote(rows string) expectation {
	if h.rows == "data" {
		return data(`[` + rows + `]`)
	}
	return data(`{"items": [` + rows + `]}`)
}

// has expects the list to be these rows.
func (h hours) has(name, rows string) apitest.Step {
	return h.list(name, "", "{}", data(`{"items": [`+rows+`]}`))
}

// day returns an item of the worker on Atlas without a capability, with the members of
// override. It also serves as an expected row.
func day(override string) string {
	return merged(
		`{"userId": "$worker", "projectId": "$atlas", "capabilityId": null, "date": "2026-03-02", "hours": 8}`,
		override,
	)
}

func items(all ...string) string { return strings.Join(all, ", ") }

func TestUpsertHours(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		first := h.rows + ".0"
		design := day(`{"capabilityId": "$design", "hours": 2}`)
		steps := []apitest.Step{
			h.upsert("an item creates a row, and the response has all of it", day(`{}`),
				h.wrote(day(`{"id": "*", "version": 1, "createdAt": "*", "updatedAt": "*"}`)),
				hasMembers(first, h.members),
				func(p *pair) { p.Save = map[string]string{"row": first + ".id", "born": first + ".createdAt"} },
				checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
					if created, updated := apitest.Lookup(ans.Body, first+".createdAt"),
						apitest.Lookup(ans.Body, first+".updatedAt"); created != updated {
						t.Errorf("created at %v and updated at %v", created, updated)
					}
				})),
			h.upsert("the same key changes it", day(`{"hours": 7.5}`),
				h.wrote(`{"id": "$row", "hours": 7.5, "version": 2, "createdAt": "$born"}`)),
			h.upsert("no capability is the same as null", day(`{"capabilityId": "-", "hours": 7}`),
				h.wrote(`{"id": "$row", "capabilityId": null, "hours": 7, "version": 3}`)),
			h.upsert("0 hours keep the row", day(`{"hours": 0}`), h.wrote(`{"id": "$row", "hours": 0, "version": 4}`)),
			h.upsert("a capability makes another row", design, h.wrote(merged(design, `{"version": 1}`))),
			h.upsert("24 hours are a day", day(`{"hours": 24}`), h.wrote(`{"id": "$row", "hours": 24, "version": 5}`)),
			h.upsert("over-planning is legal", day(`{"projectId": "$beacon", "hours": 24}`),
				h.wrote(day(`{"projectId": "$beacon", "hours": 24, "version": 1}`))),
			h.upsert("hours are not null", day(`{"hours": null}`), badField("validation_failed", "items[0].hours")),
			h.upsert("no items give no rows", "", h.wrote("")),
			h.upsert("rows come in the order of the items", items(day(`{"date": "2026-05-09"}`),
				day(`{"date": "2026-05-01"}`), design, day(`{"userId": "$admin", "date": "2026-05-05"}`)),
				h.wrote(items(`{"date": "2026-05-09"}`, `{"date": "2026-05-01"}`,
					`{"capabilityId": "$design", "date": "2026-03-02", "version": 1}`,
					`{"userId": "$admin", "date": "2026-05-05"}`))),
			h.upsert("if two items have the same key, the later one wins in both places",
				items(day(`{"date": "2026-06-02", "hours": 1}`), day(`{"date": "2026-06-01", "hours": 5}`),
					day(`{"date": "2026-06-02", "hours": 3}`),
					day(`{"date": "2026-06-02", "capabilityId": "-", "hours": 2}`)),
				h.wrote(items(`{"date": "2026-06-02", "hours": 2, "version": 1}`, `{"date": "2026-06-01", "hours": 5}`,
					`{"date": "2026-06-02", "hours": 2, "version": 1}`,
					`{"date": "2026-06-02", "hours": 2, "version": 1}`))),
			do("ids in capitals are the same ids", func(t *testing.T, a *apitest.API) {
				body := a.Expand(`{"items": [` + items(day(`{"hours": 3}`), day(`{"hours": 4}`)) + `]}`)
				body = strings.Replace(body, a.ID("worker"), strings.ToUpper(a.ID("worker")), 1)
				ans := a.REST(t, "admin", "POST "+h.path, body, nil)
				for i := range 2 {
					at := fmt.Sprintf("%s.%d.", h.rows, i)
					if apitest.Lookup(ans.Body, at+"id") != a.ID("row") ||
						apitest.Lookup(ans.Body, at+"userId") != a.ID("worker") ||
						apitest.Lookup(ans.Body, at+"hours") != 4. {
						t.Errorf("item %d: %s", i, ans.Raw)
					}
				}
			}),
		}
		for _, exact := range []string{"0.30000000000000004", "7.123456789012345", "24", "0", "0.1",
			"23.999999999999996", "5e-324", "2.2250738585072014e-308", "1e-7"} {
			steps = append(steps,
				h.upsert(exact+" hours are returned exactly", day(`{"hours": `+exact+`}`),
					h.wrote(`{"hours": `+exact+`}`)),
				h.list(exact+" hours are listed exactly", "end_date=2026-03-02&limit=1",
					`{"end_date": "2026-03-02", "limit": 1}`, data(`{"items": [{"hours": `+exact+`}]}`)))
		}
		for _, date := range []string{"0001-01-01", "1969-12-31", "2000-01-01", "2024-02-29", "9999-12-31"} {
			steps = append(steps,
				h.upsert(date+" is a day", day(`{"date": "`+date+`"}`), h.wrote(`{"date": "`+date+`"}`)))
		}
		apitest.Run(t, steps)
	})
}

// listed expects these bad fields, as REST names them, and no others.
func listed(fields ...string) expectation {
	return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		want := slices.Clone(fields)
		if ans.Status == 0 {
			for i := range want {
				want[i] = "batch." + snake(want[i])
			}
		}
		if !slices.Equal(ans.Fields, want) {
			t.Errorf("bad fields %q, want %q", ans.Fields, want)
		}
	})
}

// says expects a message that contains this text.
func says(text string) expectation {
	return checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
		if !strings.Contains(ans.Message, text) {
			t.Errorf("message %q does not say %q", ans.Message, text)
		}
	})
}

func TestBadItemsOfHours(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		good := day(`{}`)
		unknown := func(field, id string) apitest.Step {
			return h.upsert(field+" "+id, items(good, day(`{"`+field+`": "`+id+`"}`)),
				badField("unknown_reference", "items[1]."+field), listed("items[1]."+field))
		}
		invalid := func(field, value string) apitest.Step {
			return h.upsert(field+" "+value, items(good, day(`{"`+field+`": `+value+`}`)),
				badField("validation_failed", "items[1]."+field))
		}
		steps := []apitest.Step{
			unknown("userId", "$unknown"), unknown("userId", "$other_worker"), unknown("userId", "$atlas"),
			unknown("userId", "00000000-0000-0000-0000-000000000000"),
			unknown("projectId", "$unknown"), unknown("projectId", "$other_atlas"), unknown("projectId", "$acme"),
			unknown("capabilityId", "$unknown"), unknown("capabilityId", "$other_design"),
			unknown("capabilityId", "$worker"),
			unknown("capabilityId", "00000000-0000-0000-0000-000000000000"),
			h.upsert("every unknown id is listed", items(day(`{"userId": "$unknown", "capabilityId": "$unknown"}`),
				good, day(`{"projectId": "$unknown"}`),
				day(`{"userId": "$unknown", "date": "2026-04-01"}`)), badField("unknown_reference", "items[0].userId"),
				listed("items[0].userId", "items[0].capabilityId", "items[2].projectId", "items[3].userId"),
				says("3 items are bad")),
			h.upsert("the first hundred, and how many there are", items(repeated(150, `{"userId": "$unknown"}`)...),
				badField("unknown_reference", "items[0].userId"), fieldCount(100), says("150 items are bad")),
			h.upsert("unknown ids are reported before forbidden rows",
				items(day(`{"userId": "$boss"}`), day(`{"projectId": "$unknown"}`)), by("loner"),
				badField("unknown_reference", "items[1].projectId"), listed("items[1].projectId")),
			h.upsert("unknown ids are listed together with values out of range",
				items(day(`{"userId": "$unknown"}`), day(`{"hours": 24.5}`), good),
				badField("unknown_reference", "items[0].userId"), listed("items[0].userId", "items[1].hours"),
				says("2 items are bad")),
			h.upsert("errors are in the order of the items",
				items(day(`{"hours": 24.5, "projectId": "$unknown"}`), good, day(`{"capabilityId": "$other_design"}`)),
				badField("validation_failed", "items[0].hours"), listed("items[0].hours", "items[2].capabilityId")),
			h.upsert("5,001 items are too many", items(repeated(5001, `{}`)...), refused("validation_failed"),
				func(p *pair) { p.Code = "too_many_items" }),
			{Name: "items are required", Call: "POST " + h.path, Body: `{}`, Status: 400, GRPC: codes.InvalidArgument,
				Code: "validation_failed", Field: "items"},
			{Name: "items are a list", Call: "POST " + h.path, Body: `{"items": null}`, Status: 400,
				GRPC: codes.InvalidArgument, Code: "validation_failed", Field: "items"},
			h.upsert("an item is an object", `null`, refused("validation_failed"), overREST),
			h.upsert("a field that the server sets is not accepted", day(`{"id": "$unknown"}`),
				badField("unknown_field", "items[0].id"), overREST),
		}
		for _, field := range []string{"userId", "projectId", "date", "hours"} {
			steps = append(steps, h.upsert(field+" is required", items(good, day(`{"`+field+`": "-"}`)),
				badField("validation_failed", "items[1]."+field)))
		}
		for _, value := range []string{"-0.5", "24.000000000000004", `"NaN"`, `"Infinity"`} {
			steps = append(steps, invalid("hours", value))
		}
		for _, field := range []string{"userId", "projectId", "capabilityId"} {
			steps = append(steps, invalid(field, `""`), invalid(field, `"x"`))
		}
		for _, value := range []string{`"2026-02-29"`, `"0000-12-31"`, `"10000-01-01"`, `"2026-3-2"`} {
			steps = append(steps, invalid("date", value))
		}
		apitest.Run(t, append(steps, h.has("the refused calls have written nothing", "")))
	})
}

// repeated returns n items on n days.
func repeated(n int, override string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = merged(day(fmt.Sprintf(`{"date": "%d-%02d-%02d"}`, 2001+i/336, 1+i/28%12, 1+i%28)), override)
	}
	return out
}

func TestWhoWritesHours(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		atlas := func(user string) string { return day(`{"userId": "$` + user + `"}`) }
		beacon := func(user string) string { return day(`{"projectId": "$beacon", "userId": "$` + user + `"}`) }
		var steps []apitest.Step
		allow := func(who, whose string, item string) {
			steps = append(steps, h.upsert(who+" writes the hours of "+whose, item, by(who), h.wrote(`{"id": "*"}`)))
		}
		refuse := func(who, whose string, item string) {
			steps = append(steps, h.upsert(who+" does not write the hours of "+whose, item, by(who),
				badField("permission_denied", "items[0]"), listed("items[0]")))
		}
		allow("admin", "anyone", beacon("loner"))
		allow("lead", "who reports to them", beacon("worker"))
		allow("boss", "who reports to them through others", beacon("worker"))
		allow("pm", "anyone on their project", atlas("loner"))
		refuse("pm", "others on other projects", beacon("loner"))
		refuse("boss", "who does not report to them, role manager or not", beacon("loner"))
		refuse("worker", "their manager", beacon("lead"))
		refuse("worker", "a colleague", beacon("peer"))
		if h.own {
			allow("worker", "themselves", beacon("worker"))
		} else {
			refuse("worker", "themselves", beacon("worker"))
			refuse("lead", "themselves", beacon("lead"))
		}
		steps = append(steps,
			h.upsert("every forbidden row is listed",
				items(beacon("worker"), beacon("lead"), beacon("boss"), beacon("peer"), beacon("admin")), by("lead"),
				badField("permission_denied", map[bool]string{false: "items[1]", true: "items[2]"}[h.own]),
				listed(map[bool][]string{
					false: {"items[1]", "items[2]", "items[4]"}, true: {"items[2]", "items[4]"},
				}[h.own]...)),
			h.upsert("the first hundred, and how many there are",
				items(repeated(150, `{"projectId": "$beacon", "userId": "$boss"}`)...), by("worker"),
				badField("permission_denied", "items[0]"), fieldCount(100), says("150 items are bad")),
			h.list("a refused call writes nothing", "user_id=$boss", `{"user_id": "$boss"}`, data(noRows)),
			do("Pi no longer manages Atlas", func(t *testing.T, a *apitest.API) {
				a.Exec("UPDATE projects SET project_manager_id = NULL WHERE id = $1", a.ID("atlas"))
			}),
			h.upsert("the change is effective at once", atlas("loner"), by("pm"),
				badField("permission_denied", "items[0]")),
		)
		apitest.Run(t, steps)
	})
}

func TestListHours(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		two := []apitest.Step{
			h.upsert("a row", day(`{}`), func(p *pair) { p.Save = map[string]string{"first": h.rows + ".0.id"} }),
			h.upsert("a later one", day(`{"date": "2026-03-03"}`),
				func(p *pair) { p.Save = map[string]string{"second": h.rows + ".0.id"} }),
		}
		apitest.Run(t, append(two, pages(h.resource, "$first", "$second")...))
	})
}

func TestFiltersOfHours(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		// In the order of the list: ids have the order in which the fixture names them.
		rows := []string{
			day(`{"userId": "$peer", "date": "2026-02-27", "hours": 2}`),
			day(`{"hours": 7.5}`),
			day(`{"capabilityId": "$design", "hours": 7}`),
			day(`{"capabilityId": "$engineering", "hours": 1}`),
			day(`{"projectId": "$beacon", "hours": 3}`),
			day(`{"userId": "$peer", "hours": 4}`),
			day(`{"userId": "$peer", "capabilityId": "$design", "hours": 5}`),
			day(`{"date": "2026-03-03", "hours": 6}`),
			day(`{"date": "2026-03-04", "projectId": "$beacon", "capabilityId": "$design"}`),
		}
		shuffled := items(rows[7], rows[4], rows[0], rows[6], rows[3], rows[8], rows[2], rows[5], rows[1])
		some := func(places ...int) expectation {
			all := make([]string, len(places))
			for i, place := range places {
				all[i] = rows[place]
			}
			return data(`{"items": [` + items(all...) + fmt.Sprintf(`], "total": %d}`, len(places)))
		}
		filter := func(query, request string, e expectation) apitest.Step {
			return h.list(query, query+"&count=true", merged(request, `{"count": true}`), e)
		}
		apitest.Run(t, []apitest.Step{
			h.upsert("rows are written in any order", shuffled),
			h.has("rows are listed by date, user, project and capability, none first", items(rows...)),
			h.list("pages follow each other", "limit=4&offset=3", `{"limit": 4, "offset": 3}`,
				data(`{"items": [`+items(rows[3:7]...)+`], "hasMore": true}`)),
			filter("user_id=$peer", `{"user_id": "$peer"}`, some(0, 5, 6)),
			filter("project_id=$beacon", `{"project_id": "$beacon"}`, some(4, 8)),
			filter("capability_id=$design", `{"capability_id": "$design"}`, some(2, 6, 8)),
			filter("start_date=2026-03-03", `{"start_date": "2026-03-03"}`, some(7, 8)),
			filter("end_date=2026-02-28", `{"end_date": "2026-02-28"}`, some(0)),
			filter("start_date=2026-03-02&end_date=2026-03-02&user_id=$peer",
				`{"start_date": "2026-03-02", "end_date": "2026-03-02", "user_id": "$peer"}`, some(5, 6)),
			filter("user_id=$worker&project_id=$beacon&capability_id=$design",
				`{"user_id": "$worker", "project_id": "$beacon", "capability_id": "$design"}`, some(8)),
			filter("start_date=0001-01-01&end_date=9999-12-31&project_id=$beacon",
				`{"start_date": "0001-01-01", "end_date": "9999-12-31", "project_id": "$beacon"}`, some(4, 8)),
			filter("userId=$peer&startDate=2026-03-01", `{"user_id": "$peer", "start_date": "2026-03-01"}`, some(5, 6)),
			filter("user_id=$other_peer", `{"user_id": "$other_peer"}`, some()),
			filter("project_id=$unknown", `{"project_id": "$unknown"}`, some()),
			filter("capability_id=none", `{"capability_id": "none"}`, some(0, 1, 4, 5, 7)),
			filter("capability_id=none&user_id=$peer", `{"capability_id": "none", "user_id": "$peer"}`, some(0, 5)),
			filter("capability_id=$unknown", `{"capability_id": "$unknown"}`, some()),
			filter("min_hours=7.5", `{"min_hours": 7.5}`, some(1, 8)),
			filter("minHours=7.500001&capability_id=$design",
				`{"min_hours": 7.500001, "capability_id": "$design"}`, some(8)),
			filter("min_hours=0&project_id=$beacon", `{"min_hours": 0, "project_id": "$beacon"}`, some(4, 8)),
			h.list("hours are 0 to 24", "min_hours=24.5", `{"min_hours": 24.5}`,
				badParam("validation_failed", "min_hours")),
			h.list("hours are a number", "min_hours=x", "", badParam("validation_failed", "min_hours")),
			h.list("a capability is a UUID or none", "capability_id=None", `{"capability_id": "None"}`,
				badParam("validation_failed", "capability_id")),
			h.list("a page ends with no capability of a user, project and day",
				"start_date=2026-03-02&end_date=2026-03-02&limit=1",
				`{"start_date": "2026-03-02", "end_date": "2026-03-02", "limit": 1}`,
				data(`{"items": [`+items(rows[1:2]...)+`], "hasMore": true}`), keepsCursor),
			h.list("and no capability comes once", "start_date=2026-03-02&end_date=2026-03-02&cursor=$cursor",
				`{"start_date": "2026-03-02", "end_date": "2026-03-02", "cursor": "$cursor"}`,
				data(`{"items": [`+items(rows[2:7]...)+`], "hasMore": false}`)),
			h.list("a page ends with a capability of a user, project and day",
				"start_date=2026-03-02&end_date=2026-03-02&limit=2",
				`{"start_date": "2026-03-02", "end_date": "2026-03-02", "limit": 2}`,
				data(`{"items": [`+items(rows[1:3]...)+`], "hasMore": true}`), keepsCursor),
			h.list("and a capability comes once", "start_date=2026-03-02&end_date=2026-03-02&cursor=$cursor",
				`{"start_date": "2026-03-02", "end_date": "2026-03-02", "cursor": "$cursor"}`,
				data(`{"items": [`+items(rows[3:7]...)+`], "hasMore": false}`)),
			h.list("a page ends with the last capability of a user, project and day",
				"start_date=2026-03-02&end_date=2026-03-02&limit=3",
				`{"start_date": "2026-03-02", "end_date": "2026-03-02", "limit": 3}`,
				data(`{"items": [`+items(rows[1:4]...)+`], "hasMore": true}`), keepsCursor),
			h.list("and the last capability comes once", "start_date=2026-03-02&end_date=2026-03-02&cursor=$cursor",
				`{"start_date": "2026-03-02", "end_date": "2026-03-02", "cursor": "$cursor"}`,
				data(`{"items": [`+items(rows[4:7]...)+`], "hasMore": false}`)),
			h.list("the same filter in the other case", "startDate=2026-03-02&endDate=2026-03-02&cursor=$cursor", "",
				data(`{"items": [`+items(rows[4:7]...)+`]}`)),
			filter("updatedSince=2020-01-01T00:00:00Z&capability_id=$engineering",
				`{"updatedSince": "2020-01-01T00:00:00Z", "capability_id": "$engineering"}`, some(3)),
			h.list("anyone with the scope reads all rows", "limit=1", `{"limit": 1}`, by("loner"),
				data(`{"items": [`+rows[0]+`], "hasMore": true}`)),
			h.list("an id is a UUID", "user_id=x", `{"user_id": "x"}`, badParam("validation_failed", "user_id")),
			h.list("a date is one of the calendar", "endDate=2026-02-29", `{"end_date": "2026-02-29"}`,
				badParam("validation_failed", "endDate")),
		})
	})
}
