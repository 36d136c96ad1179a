package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/apitest"
)

func TestImportHolidays(t *testing.T) {
	a := apitest.NewIsolated(t)
	t.Setenv("DATABASE_URL", a.DSN)
	path := filepath.Join(t.TempDir(), "holidays.ics")
	file := func(events string) {
		text := "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test\n" + events + "END:VCALENDAR\n"
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "\n", "\r\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	event := func(day, name string) string {
		return "BEGIN:VEVENT\nDTSTART;VALUE=DATE:" + day + "\nSUMMARY:" + name + "\nEND:VEVENT\n"
	}
	command := func(more ...string) []string {
		return append(
			[]string{"holidays", "import", path, "--country", "gb", "--organization", a.Organization.String()}, more...,
		)
	}
	stored := func() string {
		list := a.REST(t, "admin", "GET /api/v1/holidays", "", nil)
		var names []string
		items, _ := apitest.Lookup(list.Body, "data.items").([]any)
		for _, item := range items {
			h := item.(map[string]any)
			names = append(names, h["countryCode"].(string)+" "+h["date"].(string)+" "+h["name"].(string))
		}
		return strings.Join(names, ", ")
	}

	file(event("20271227", "Christmas Day") + event("20271228", "Boxing Day"))
	t.Run("a dry run writes nothing", func(t *testing.T) {
		r := runCommand(t, "", command("--dry-run")...)
		if r.code != 0 || !strings.Contains(r.out, "created  2027-12-27  Christmas Day\n") ||
			!strings.Contains(r.err, "nothing was written") || stored() != "" {
			t.Errorf("%+v, stored %q", r, stored())
		}
	})
	t.Run("a file is imported, with its events", func(t *testing.T) {
		r := runCommand(t, "", command()...)
		if r.code != 0 || r.out != "created  2027-12-27  Christmas Day\ncreated  2027-12-28  Boxing Day\n" ||
			!strings.Contains(r.err, "2 created, 0 changed, 0 unchanged") {
			t.Errorf("%+v", r)
		}
		if got := stored(); got != "GB 2027-12-27 Christmas Day, GB 2027-12-28 Boxing Day" {
			t.Error(got)
		}
		if n := a.Count(
			`SELECT count(*) FROM events WHERE organization_id = $1 AND type = 'holiday.created' AND actor_id IS NULL`,
			a.Organization,
		); n != 2 {
			t.Errorf("%d events", n)
		}
	})
	t.Run("a half day stays one", func(t *testing.T) {
		a.Exec(`UPDATE holidays SET factor = 0.5 WHERE organization_id = $1 AND name = 'Boxing Day'`, a.Organization)
		r := runCommand(t, "", command()...)
		n := a.Count(`SELECT count(*) FROM holidays WHERE organization_id = $1 AND factor = 0.5`, a.Organization)
		if n != 1 || !strings.Contains(r.err, "0 created, 0 changed, 2 unchanged") {
			t.Errorf("%d, %+v", n, r)
		}
	})
	t.Run("again, it shows what differs", func(t *testing.T) {
		file(event("20271228", "St Stephen's Day") + event("20271227", "Christmas Day") + event("20270101", "A") +
			event("20270101", "New Year's Day"))
		r := runCommand(t, "", command("--output", "json")...)
		var list []importedHoliday
		if err := json.Unmarshal([]byte(r.out), &list); err != nil || len(list) != 3 {
			t.Fatalf("%v: %+v", err, r)
		}
		want := []importedHoliday{{"changed", "2027-12-28", "St Stephen's Day", "Boxing Day"},
			{"unchanged", "2027-12-27", "Christmas Day", ""}, {"created", "2027-01-01", "New Year's Day", ""}}
		for i, h := range list {
			if h != want[i] {
				t.Errorf("%+v, want %+v", h, want[i])
			}
		}
		if !strings.Contains(r.err, `2027-01-01 has two events, "A" and "New Year's Day": the second one is imported`) {
			t.Error(r.err)
		}
	})
	before := stored()
	t.Run("mistakes are listed, and nothing is imported", func(t *testing.T) {
		file(event("20280101", "New Year") + event("20280501", "May Day\nRRULE:FREQ=YEARLY") +
			event("20280601T120000Z", "Noon"))
		mustFail(t, "", `event "May Day" repeats (RRULE)`, command()...)
		mustFail(t, "", `event "Noon" has a time of day`, command()...)
		file(event("20280101", " ") + event("20280102", strings.Repeat("x", 256)))
		mustFail(t, "", "2028-01-01: the name", command()...)
		mustFail(t, "", "2028-01-02: the name", command()...)
		file("BEGIN:VEVENT\nDTSTART;VALUE=DATE:20280101\nDTEND;VALUE=DATE:20310101\nSUMMARY:Long\nEND:VEVENT\n")
		mustFail(t, "", "at most 1000", command()...)
		file("")
		mustFail(t, "", "the file has no events", command()...)
		mustFail(t, "BEGIN", "not in the iCalendar format", "holidays", "import", "-", "--country", "GB",
			"--organization", a.Organization.String())
		mustFail(t, "", "--country must be an assigned", "holidays", "import", path, "--country", "ZZ",
			"--organization", a.Organization.String())
		mustFail(t, "", "no such file", "holidays", "import", path+"x", "--country", "GB",
			"--organization", a.Organization.String())
		file(event("20280101", "New Year"))
		mustFail(t, "", "there is no organization", "holidays", "import", path, "--country", "GB",
			"--organization", a.ID("unknown"))
		if got := stored(); got != before {
			t.Errorf("%q, want %q", got, before)
		}
	})
}
