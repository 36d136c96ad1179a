package acceptance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/test/apitest"
)

// include asks an upsert for more than its rows.
func include(words ...string) expectation {
	return func(p *pair) {
		mark := "?"
		if strings.Contains(p.Call, "?") {
			mark = "&"
		}
		p.Call += mark + "include=" + strings.Join(words, ",")
		p.Request = merged(p.Request, `{"include": `+asJSON(words)+`}`)
	}
}

// meta expects exactly this beside the rows. Over gRPC, fields have other names.
func meta(want string) expectation {
	return func(p *pair) {
		list := p.resource + ".items["
		checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
			t.Helper()
			want := want
			if ans.Status == 0 {
				want = strings.NewReplacer("items[", list, "userId", "user_id").Replace(want)
			}
			if got := asJSON(ans.Body.(map[string]any)["meta"]); got != merged(want, "{}") {
				t.Errorf("meta is\n%s, want\n%s", got, merged(want, "{}"))
			}
		})(p)
	}
}

// onlyData expects a response without meta.
var onlyData = checked(func(t *testing.T, _ *apitest.API, ans *apitest.Answer) {
	if body := ans.Body.(map[string]any); len(body) != 1 || body["data"] == nil {
		t.Errorf("the response is %v", body)
	}
})

// warning is an entry of the list of warnings.
func warning(i int, field, code, message string) string {
	return fmt.Sprintf(`{"index": %d, "field": "items[%d].%s", "code": "%s", "message": "%s"}`,
		i, i, field, code, message)
}

// settledUnchanged expects one warning: a closed day has the hours of the item already, and what closes it.
func settledUnchanged(i int, closedBy, name string) expectation {
	return checked(func(t *testing.T, a *apitest.API, ans *apitest.Answer) {
		t.Helper()
		found, _ := apitest.Lookup(ans.Body, "meta.warnings").([]any)
		if len(found) != 1 || apitest.Lookup(found[0], "index") != float64(i) ||
			apitest.Lookup(found[0], "code") != "settled_unchanged" {
			t.Fatalf("warnings: %s", ans.Raw)
		}
		message, _ := apitest.Lookup(found[0], "message").(string)
		if want := "has these hours already, and is " + closedBy + " " + a.ID(name); !strings.HasPrefix(message, want) {
			t.Errorf("%q, want %q", message, want)
		}
	})
}

func repeatedKey(i int) string {
	return warning(i, "date", "repeated_key",
		"is in a later item again, with the same user, project and capability: that item counts")
}

func inactiveUser(i int) string { return warning(i, "userId", "inactive_user", "is inactive") }

func outsideDates(i int) string {
	return warning(i, "date", "outside_project_dates", "is outside of the dates of the project")
}

func overAvailability(i int) string {
	return warning(i, "hours", "over_availability",
		"lead to more planned hours than availability of the user on this day")
}

func warned(all ...string) string {
	return fmt.Sprintf(`"warnings": [%s], "warningCount": %d`, items(all...), len(all))
}

func summed(created, updated, unchanged int) string {
	return fmt.Sprintf(`"summary": {"created": %d, "updated": %d, "unchanged": %d}`, created, updated, unchanged)
}

// withoutPeer makes a user inactive.
func withoutPeer() apitest.Step {
	return do("Pe leaves", func(_ *testing.T, a *apitest.API) {
		a.Exec("UPDATE users SET is_active = false WHERE id = $1", a.ID("peer"))
	})
}

func TestWarningsOfHours(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		leaver, shorter, late := day(`{"userId": "$peer"}`), day(`{"userId": "$peer", "hours": 1}`),
			day(`{"date": "2027-01-01"}`)
		both := day(`{"userId": "$peer", "projectId": "$beacon", "date": "2026-05-31", "hours": 0}`)
		apitest.Run(t, []apitest.Step{
			withoutPeer(),
			h.upsert("hours of a leaver and outside of the project are taken, and nothing says so by default",
				items(leaver, late), h.wrote(items(leaver, late)), onlyData),
			h.upsert("with warnings they are taken as well", items(day(`{}`), leaver, late, both), include("warnings"),
				h.wrote(items(day(`{}`), leaver, late, both)),
				meta(`{`+warned(inactiveUser(1), outsideDates(2), inactiveUser(3), outsideDates(3))+`}`)),
			h.upsert("a dry run warns, too", items(day(`{"date": "2025-12-31"}`)), dryRun,
				include("warnings", "summary"),
				meta(`{`+warned(outsideDates(0))+`, `+summed(1, 0, 0)+`}`)),
			h.list("but writes nothing", "end_date=2025-12-31", `{"end_date": "2025-12-31"}`, data(noRows)),
			h.upsert("the first and the last day are inside",
				items(day(`{"date": "2026-01-01"}`), day(`{"date": "2026-12-31"}`)),
				include("warnings"), meta(`{`+warned()+`}`)),
			h.upsert("a summary comes without warnings",
				items(leaver, day(`{"hours": 3}`), day(`{"date": "2026-03-03"}`)), include("summary"),
				meta(`{`+summed(1, 1, 1)+`}`)),
			h.upsert("the same again changes nothing",
				items(leaver, day(`{"hours": 3}`), day(`{"date": "2026-03-03"}`)), include("summary"),
				meta(`{`+summed(0, 0, 3)+`}`)),
			h.upsert("no items have no warnings", "", include("warnings", "summary"),
				meta(`{`+warned()+`, `+summed(0, 0, 0)+`}`)),
			h.upsert("a key named twice is one row, and each item has its warning",
				items(leaver, day(`{"userId": "$peer", "hours": 2}`)), include("summary", "warnings"),
				meta(`{`+warned(repeatedKey(0), inactiveUser(0), inactiveUser(1))+`, `+summed(0, 1, 0)+`}`)),
			do("ids in capitals are the same ids", func(t *testing.T, a *apitest.API) {
				ans := a.REST(t, "admin", "POST "+h.path+"?include=warnings",
					`{"items": [`+day(`{"userId": "`+strings.ToUpper(a.ID("peer"))+`"}`)+`]}`, nil)
				if apitest.Lookup(ans.Body, "meta.warningCount") != 1. {
					t.Errorf("%s", ans.Raw)
				}
			}),
			h.upsert("a word that is not known is named", leaver, include("warnings", "warning"),
				badParam("validation_failed", "include[1]"), func(p *pair) { p.Field = "include" }),
			h.upsert("an error has no warnings", items(leaver, day(`{"hours": 25}`)), include("warnings"),
				badField("validation_failed", "items[1].hours")),
			h.upsert("a write with an Idempotency-Key", shorter, include("warnings", "summary"), keyed("with-meta"),
				meta(`{`+warned(inactiveUser(0))+`, `+summed(0, 1, 0)+`}`)),
			h.upsert("its replay has the same meta", shorter, include("warnings", "summary"), keyed("with-meta"),
				replays, meta(`{`+warned(inactiveUser(0))+`, `+summed(0, 1, 0)+`}`)),
			h.upsert("without include it is another request", shorter, keyed("with-meta"),
				badKey("idempotency_key_reused")),
		})
	})
}

func TestManyWarnings(t *testing.T) {
	t.Parallel()
	bothHours(t, func(t *testing.T, h hours) {
		many := slices.Concat(repeated(150, `{"userId": "$peer"}`), repeated(4850, `{}`))
		listedFirst := make([]string, 100)
		for i := range listedFirst {
			listedFirst[i] = inactiveUser(i)
		}
		apitest.Run(t, []apitest.Step{
			withoutPeer(),
			do("Atlas has all days", func(_ *testing.T, a *apitest.API) {
				a.Exec("UPDATE projects SET start_date = '0001-01-01', end_date = '9999-12-31' WHERE id = $1",
					a.ID("atlas"))
			}),
			h.upsert("5,000 rows with 150 warnings list the first hundred", items(many...),
				include("warnings", "summary"),
				meta(strings.Replace(`{`+warned(listedFirst...)+`, `+summed(5000, 0, 0)+`}`, `"warningCount": 100`,
					`"warningCount": 150`, 1))),
		})
	})
}

func TestAvailabilityWarnings(t *testing.T) {
	t.Parallel()
	h := plannedHours
	over := func(overrides ...string) []expectation {
		return []expectation{include("warnings", "availability"), meta(`{` + warned(overrides...) + `}`)}
	}
	apitest.Run(t, []apitest.Step{
		do("the organization has holidays, time off and patterns", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE users SET default_availability = 40, country_code = 'DE' WHERE id IN ($1, $2)",
				a.ID("worker"), a.ID("lead"))
			insert := func(table, columns, values string, args ...any) {
				a.Exec("INSERT INTO "+table+" (organization_id, id, version, created_at, updated_at, "+columns+
					") VALUES ($1, gen_random_uuid(), 1, now(), now(), "+values+")",
					append([]any{a.Organization}, args...)...)
			}
			insert("holidays", "country_code, date, name, factor", "'DE', '2026-04-03', 'Good Friday', 1")
			insert("holidays", "country_code, date, name, factor", "'GB', '2026-04-06', 'Easter Monday', 1")
			leave := "user_id, time_off_type_id, start_date, end_date, availability, reason, status"
			insert("time_off_requests", leave, "$2, $3, '2026-04-07', '2026-04-08', 2, 'rest', 'approved'",
				a.ID("worker"), a.ID("vacation"))
			insert("time_off_requests", leave, "$2, $3, '2026-04-09', '2026-04-09', 0, 'rest', 'pending'",
				a.ID("worker"), a.ID("vacation"))
			a.Exec(`INSERT INTO working_patterns (organization_id, id, version, created_at, updated_at, items)
				VALUES ($1, $2, 1, now(), now(), '[{"ValidFrom": "2026-05-04", "Hours": [4, 4, 0, 0, 0, 0, 6]}]')`,
				a.Organization, a.ID("lead"))
		}),
		h.upsert("8 of 8 hours are fine, and 9 are too many",
			items(day(`{}`), day(`{"date": "2026-03-03", "hours": 9}`)), over(overAvailability(1))...),
		h.upsert("the sum counts, and the first item of the day has the warning",
			items(day(`{"projectId": "$beacon", "date": "2026-06-01", "hours": 5}`),
				day(`{"date": "2026-06-01", "hours": 4}`)), over(overAvailability(0))...),
		h.upsert("hours from before count", day(`{"capabilityId": "$design", "hours": 0.5}`),
			over(overAvailability(0))...),
		h.upsert("a key named twice has the hours of its last item",
			items(day(`{"date": "2026-03-04", "hours": 20}`), day(`{"date": "2026-03-04", "hours": 8}`)),
			over(repeatedKey(0))...),
		h.upsert("0 hours are no reason for a warning",
			day(`{"date": "2026-03-03", "capabilityId": "$design", "hours": 0}`), over()...),
		h.upsert("weekends, holidays of the user's country and approved time off count", items(
			day(`{"date": "2026-04-04", "hours": 1}`), day(`{"date": "2026-04-03", "hours": 1}`),
			day(`{"date": "2026-04-06", "hours": 8}`), day(`{"date": "2026-04-07", "hours": 2}`),
			day(`{"date": "2026-04-08", "hours": 2.5}`),
			day(`{"date": "2026-04-09", "hours": 8}`)),
			over(overAvailability(0), overAvailability(1), overAvailability(4))...),
		h.upsert("working patterns count from their first day on", items(
			day(`{"userId": "$lead", "date": "2026-05-01", "hours": 8}`),
			day(`{"userId": "$lead", "date": "2026-05-04", "hours": 4}`),
			day(`{"userId": "$lead", "date": "2026-05-05", "hours": 5}`),
			day(`{"userId": "$lead", "date": "2026-05-06", "hours": 1}`),
			day(`{"userId": "$lead", "date": "2026-05-10", "hours": 6}`)),
			over(overAvailability(2), overAvailability(3))...),
		h.upsert("a dry run compares the hours that it would write", day(`{"date": "2026-03-05", "hours": 9}`),
			append([]expectation{dryRun}, over(overAvailability(0))...)...),
		h.upsert("no items are fine", "", over()...),
		do("Beacon is a draft", func(_ *testing.T, a *apitest.API) {
			a.Exec("UPDATE projects SET status = 'draft' WHERE id = $1", a.ID("beacon"))
		}),
		h.upsert("drafts do not count", day(`{"projectId": "$beacon", "date": "2026-06-02", "hours": 24}`), over()...),
		h.upsert("without availability nothing is compared", day(`{"date": "2026-03-06", "hours": 24}`),
			include("warnings"), meta(`{`+warned()+`}`)),
		h.upsert("availability goes with warnings", day(`{}`), include("availability", "summary"),
			badParam("validation_failed", "include")),
		do("a key cannot read time off", func(_ *testing.T, a *apitest.API) {
			a.Key("blind", "admin", "write:assignments", "read:assignments", "read:users")
		}),
		h.upsert("then it is not told of availability", day(`{"hours": 24}`), by("blind"),
			include("warnings", "availability"), badParam("scope_missing", "include"), says("read:time_off")),
		h.upsert("but of the rest", day(`{"date": "2027-01-01"}`), by("blind"), include("warnings"),
			meta(`{`+warned(outsideDates(0))+`}`)),
		actualHours.upsert("actual hours are what they are", day(`{"hours": 24}`), include("warnings", "availability"),
			badParam("validation_failed", "include[1]"), func(p *pair) { p.Field = "include" }),
	})
}
