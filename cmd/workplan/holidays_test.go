package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/workplan-api/workplan/internal/icalendar/corpus"
	"github.com/workplan-api/workplan/test/apitest"
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
			!strings.Contains(r.err, "2 created, 0 renamed, 0 unchanged") {
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
		if n != 1 || !strings.Contains(r.err, "0 created, 0 renamed, 2 unchanged") {
			t.Errorf("%d, %+v", n, r)
		}
	})
	t.Run("again, it shows what differs", func(t *testing.T) {
		file(event("20271228", "St Stephen's Day") + event("20271227", "Christmas Day") + event("20270101", "A") +
			event("20270101", "New Year's Day"))
		r := runCommand(t, "", command("--output", "json")...)
		var got struct {
			Items   []struct{ Result, Date, Name, PreviousName string }
			LeftOut []struct {
				Reason string
				Events []struct{ Line int }
			}
		}
		err := json.Unmarshal([]byte(r.out), &got)
		if shown := fmt.Sprint(err, got); shown != `<nil> {[{created 2027-01-01 New Year's Day } `+
			`{unchanged 2027-12-27 Christmas Day } {renamed 2027-12-28 St Stephen's Day Boxing Day}] [{same_day [{12}]}]}` {
			t.Errorf("%s, %+v", shown, r)
		}
		r = runCommand(t, "", command("--dry-run")...)
		if r.code != 0 || !strings.Contains(r.err,
			"1 left out (same_day):\n  line 12: 2027-01-01 \"A\" has the same day as") {
			t.Errorf("%+v", r)
		}
	})
	before := stored()
	t.Run("the command reads each file as the API does", func(t *testing.T) {
		for _, c := range corpus.Cases {
			if err := os.WriteFile(path, []byte(c.File), 0o600); err != nil {
				t.Fatal(err)
			}
			first, last := c.Years()
			more := []string{"--dry-run", "--output", "json", "--first-year", fmt.Sprint(first), "--last-year",
				fmt.Sprint(last)}
			for _, reason := range c.Also {
				more = append(more, "--also", reason)
			}
			r := runCommand(t, "", command(more...)...)
			var got struct {
				Items   []struct{ Date, Name string }
				LeftOut []struct {
					Reason string
					Count  int
				}
			}
			if c.Refused != "" {
				if r.code == 0 || !slices.ContainsFunc(strings.Split(c.Refused, "|"),
					func(part string) bool { return strings.Contains(r.err, part) }) {
					t.Errorf("%s: %+v, want %q", c.Name, r, c.Refused)
				}
				continue
			}
			err := json.Unmarshal([]byte(r.out), &got)
			var lines []string
			for _, h := range got.Items {
				lines = append(lines, h.Date+" "+h.Name)
			}
			for _, l := range got.LeftOut {
				lines = append(lines, fmt.Sprint(l.Reason, " ", l.Count))
			}
			if err != nil || r.code != 0 || !slices.Equal(lines, c.Want) {
				t.Errorf("%s: %q, %v; want %q; %s", c.Name, lines, err, c.Want, r.err)
			}
		}
	})
	t.Run("what is wrong is named, and nothing is imported", func(t *testing.T) {
		mustFail(t, "BEGIN", "the file has no calendar", "holidays", "import", "-", "--country", "GB",
			"--organization", a.Organization.String())
		mustFail(t, "", "--country must be", "holidays", "import", path, "--country", "ZZ",
			"--organization", a.Organization.String())
		mustFail(t, "", "no such file", "holidays", "import", path+"x", "--country", "GB",
			"--organization", a.Organization.String())
		file(event("20280101", "New Year"))
		mustFail(t, "", "there is no organization", "holidays", "import", path, "--country", "GB",
			"--organization", a.ID("unknown"))
		mustFail(t, "", "--last-year must not be before", command("--first-year", "2028", "--last-year", "2027")...)
		mustFail(t, "", "--first-year must be from 1900 to 2200", command("--first-year", "27")...)
		mustFail(t, "", "--also must be one of", command("--also", "cancelled")...)
		if got := stored(); got != before {
			t.Errorf("%q, want %q", got, before)
		}
	})
}
