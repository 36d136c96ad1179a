package acceptance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/icalendar/corpus"
	"github.com/workplan-api/workplan/test/apitest"
)

// holidayFile is a calendar with one holiday, as the API takes it.
var holidayFile = fileOf("2027-12-28 Boxing Day").Base64()

// importing is a step that imports a file for Great Britain.
func importing(name string, c corpus.Case, dryRun bool, expectations ...expectation) apitest.Step {
	first, last := c.Years()
	calendar := map[string]any{"countryCode": "GB", "file": c.Base64(), "firstYear": first, "lastYear": last}
	if c.Also != nil {
		calendar["also"] = c.Also
	}
	call, request := "POST /api/v1/holidays/import", map[string]any{}
	if dryRun {
		call, request["dry_run"] = call+"?dryRun=true", true
	}
	return paired(apitest.Step{Name: name, Call: call, Body: asJSON(calendar), RPC: "HolidayService/ImportHolidays"},
		"calendar", request, expectations)
}

// fileOf returns a file whose events are these days and names.
func fileOf(days ...string) corpus.Case {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\nVERSION:2.0\n")
	for _, d := range days {
		date, name, _ := strings.Cut(d, " ")
		b.WriteString("BEGIN:VEVENT\nDTSTART;VALUE=DATE:" + strings.ReplaceAll(date, "-", "") + "\nSUMMARY:" + name +
			"\nEND:VEVENT\n")
	}
	return corpus.Case{File: b.String() + "END:VCALENDAR\n"}
}

// TestImportHolidaysCorpus: the API reads each file as the table says, and a dry run writes nothing.
func TestImportHolidaysCorpus(t *testing.T) {
	t.Parallel()
	a := apitest.New(t)
	for _, c := range corpus.Cases {
		first, last := c.Years()
		calendar := map[string]any{"countryCode": "GB", "file": c.Base64(), "firstYear": first, "lastYear": last,
			"also": append([]string{}, c.Also...)}
		ans := inQueue(t, func() *apitest.Answer {
			return a.REST(t, "admin", "POST /api/v1/holidays/import?dryRun=true", asJSON(calendar), nil)
		})
		var got []string
		items, _ := apitest.Lookup(ans.Body, "data.items").([]any)
		for _, i := range items {
			item := i.(map[string]any)
			if got = append(got, fmt.Sprint(item["date"], " ", item["name"])); item["result"] != "created" {
				t.Errorf("%s: %v", c.Name, item)
			}
		}
		leftOut, _ := apitest.Lookup(ans.Body, "data.leftOut").([]any)
		for _, l := range leftOut {
			got = append(got, fmt.Sprint(l.(map[string]any)["reason"], " ", l.(map[string]any)["count"]))
		}
		switch {
		case c.Refused != "":
			if ans.Status != 400 || apitest.Lookup(ans.Body, "error.details.0.field") != "file" ||
				!slices.ContainsFunc(strings.Split(c.Refused, "|"),
					func(part string) bool { return strings.Contains(string(ans.Raw), part) }) {
				t.Errorf("%s: %d %s, want %q", c.Name, ans.Status, ans.Raw, c.Refused)
			}
		case ans.Status != 200 || !slices.Equal(got, c.Want):
			t.Errorf("%s: %d %q, want %q\n%s", c.Name, ans.Status, got, c.Want, ans.Raw)
		}
	}
	if n := a.Count(`SELECT count(*) FROM holidays WHERE organization_id = $1`, a.Organization); n != 0 {
		t.Errorf("%d holidays after dry runs", n)
	}
}

func TestImportHolidays(t *testing.T) {
	t.Parallel()
	two := fileOf("2027-12-27 Christmas Day", "2027-12-28 Boxing Day", "2027-03-28 Daylight Saving Time starts")
	leftOut := `[{"reason": "observance", "count": 1, "events": [{"line": 11, "name": "Daylight Saving Time starts",
		"date": "2027-03-28", "message": "is observed but not free"}]}]`
	result := func(result, previous string, c, u, same int) string {
		return fmt.Sprintf(`{"items": [{"date": "2027-12-27", "name": "Christmas Day", "result": %q, "previousName": %s, "line": 3},
			{"date": "2027-12-28", "name": "Boxing Day", "result": "created", "previousName": null, "line": 7}],
			"summary": {"created": %d, "updated": %d, "unchanged": %d}, "leftOut": `+leftOut+`}`, result, previous, c, u, same)
	}
	var years []string
	for day := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2030; day = day.AddDate(0, 0, 1) {
		years = append(years, day.Format(time.DateOnly)+" Free")
	}
	long := fileOf(years...)
	long.FirstYear, long.LastYear = 2027, 2029
	apitest.Run(t, []apitest.Step{
		importing("a dry run says what would become of the file", two, true, data(result("created", "null", 2, 0, 0)),
			hasMembers("data", "items summary leftOut"), hasMembers("data.items.0",
				"date name result previousName line")),
		importing("and writes nothing", two, true, data(`{"summary": {"created": 2}}`)),
		putHolidays("a holiday with another name", merged(holiday("GB", "2027-12-27", "Xmas"), `{"factor": 0.5}`)),
		importing("is renamed", two, true, data(result("renamed", `"Xmas"`, 1, 1, 0))),
		do("the import writes and leaves events", func(t *testing.T, a *apitest.API) {
			first, last := two.Years()
			body := asJSON(map[string]any{"countryCode": "gb", "file": two.Base64(), "firstYear": first,
				"lastYear": last})
			key := map[string]string{"Idempotency-Key": "import-1"}
			ans := a.REST(t, "admin", "POST /api/v1/holidays/import", body, key)
			again := a.REST(t, "admin", "POST /api/v1/holidays/import", body, key)
			if !ok(ans) || !replayed(again) || string(ans.Raw) != string(again.Raw) ||
				apitest.Lookup(ans.Body, "data.summary.updated") != 1. {
				t.Errorf("%s, then %s", ans.Raw, again.Raw)
			}
			var types []string
			for _, e := range eventsOf(t, a, "holiday.") {
				types = append(types, e.Type)
			}
			if got := strings.Join(types, " "); got != "holiday.created holiday.updated holiday.created" &&
				got != "holiday.created holiday.created holiday.updated" {
				t.Error(got)
			}
			if n := a.Count(`SELECT count(*) FROM holidays
				WHERE organization_id = $1 AND name = 'Christmas Day' AND factor = 0.5`, a.Organization); n != 1 {
				t.Error("the factor was not kept")
			}
		}),
		importing("again, nothing changes", two, false,
			data(`{"summary": {"created": 0, "updated": 0, "unchanged": 2}}`)),
		importing("more than 1,000 days", long, false, overREST,
			data(`{"summary": {"created": 1094, "updated": 2, "unchanged": 0}}`)),

		importing("a manager may not", two, true, by("boss"), refused("permission_denied")),
		importing("what is no base64", corpus.Case{}, true, overREST, func(p *pair) {
			p.Body = `{"countryCode": "GB", "file": "BEGIN:VCALENDAR"}`
		}, badField("validation_failed", "file")),
		importing("a country that is none", two, true, overREST, func(p *pair) {
			p.Body = strings.ReplaceAll(p.Body, `"GB"`, `"ZZ"`)
		}, badField("validation_failed", "countryCode")),
		importing("years that end before they begin", corpus.Case{File: two.File, FirstYear: 2027, LastYear: 2026},
			true,
			badField("validation_failed", "lastYear")),
		importing("more than 10 years", corpus.Case{File: two.File, FirstYear: 2027, LastYear: 2037}, true,
			badField("validation_failed", "lastYear")),
		importing("10 years", corpus.Case{File: two.File, FirstYear: 2027, LastYear: 2036}, true, overREST),
		importing("a reason that always counts", corpus.Case{File: two.File, Also: []string{"cancelled"}}, true,
			badField("validation_failed", "also[0]")),
		scopedKeys("read:time_off"),
		importing("the names of holidays are not told without the scope to read them", two, true, by("without"),
			outOfScope("read:time_off")),
	})
}
