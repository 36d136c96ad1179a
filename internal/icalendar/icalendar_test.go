package icalendar_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/icalendar"
)

func shown(days []icalendar.Day) (lines []string) {
	for _, d := range days {
		lines = append(lines, d.Date.Format(time.DateOnly)+" "+d.Name)
	}
	return lines
}

// TestFile reads a file as public sources publish them: CRLF, folded lines, escaped text, a time
// zone, an alarm, an event of two days, and one that is cancelled.
func TestFile(t *testing.T) {
	file, err := os.ReadFile("testdata/bank-holidays.ics")
	if err != nil {
		t.Fatal(err)
	}
	const christmas = `Christmas Day, substitute; with  Boxing Day \ Stephen’s`
	want := []string{"2027-01-01 New Year’s Day", "2027-12-27 " + christmas, "2027-12-28 " + christmas}
	for name, text := range map[string]string{
		"as it is": string(file), "with LF": strings.ReplaceAll(string(file), "\r\n", "\n"),
		"with a byte order mark": "\ufeff" + string(file),
	} {
		days, err := icalendar.Days([]byte(text))
		if got := shown(days); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
}

// calendar returns a file with events of these properties.
func calendar(events ...string) string {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n")
	for _, e := range events {
		b.WriteString("BEGIN:VEVENT\r\n" + strings.ReplaceAll(e, "\n", "\r\n") + "\r\nEND:VEVENT\r\n")
	}
	return b.String() + "END:VCALENDAR\r\n"
}

func TestDays(t *testing.T) {
	for _, test := range []struct {
		event string
		days  int
		fault string
	}{
		{"SUMMARY:A\nDTSTART;VALUE=DATE:20270101", 1, ""},
		{"SUMMARY:A\nDTSTART:20270101", 1, ""},
		{"SUMMARY:A\nDTSTART;VALUE=DATE:20270101\nDTEND;VALUE=DATE:20270101", 1, ""},
		{"SUMMARY:A\nDTSTART;VALUE=DATE:20240228\nDTEND;VALUE=DATE:20240302", 3, ""},
		{"SUMMARY:A\nDTSTART;VALUE=DATE:20270101\nDURATION:P2D", 2, ""},
		{"SUMMARY:A\nDTSTART;VALUE=DATE:20270101\nDURATION:P1W", 7, ""},
		{"DTSTART;VALUE=DATE:20270101", 1, ""}, // the bounds of the API refuse the empty name
		{"SUMMARY:May Day\nDTSTART;VALUE=DATE:20270501\nRRULE:FREQ=YEARLY", 0, `event "May Day" repeats (RRULE)`},
		{"SUMMARY:May Day\nDTSTART;VALUE=DATE:20270501\nRDATE;VALUE=DATE:20280501", 0,
			`event "May Day" repeats (RDATE)`},
		{"SUMMARY:A\nDTSTART:20270101T090000Z", 0, `event "A" has a time of day: DTSTART must be a date`},
		{"SUMMARY:A\nDTSTART;TZID=Europe/Berlin:20270101T000000\nDTEND;TZID=Europe/Berlin:20270102T000000",
			0, "has a time of day"},
		{"SUMMARY:A\nDTSTART;VALUE=DATE:20270101\nDTEND:20270101T120000Z", 0, "DTEND must be a date"},
		{"SUMMARY:A\nDTSTART;VALUE=DATE:20270230", 0, "DTSTART that is no date"},
		{"SUMMARY:A\nDTSTART;VALUE=DATE:00000101", 0, "DTSTART that is no date"},
		{"SUMMARY:A\nDTSTART;VALUE=DATE:20270102\nDTEND;VALUE=DATE:20270101", 0, "a DTEND that is before its DTSTART"},
		{"SUMMARY:A\nDTSTART;VALUE=DATE:20270101\nDURATION:PT8H", 0, "a DURATION that is no number of days"},
		{"UID:7@example.com", 0, `event "7@example.com" has no DTSTART`},
		{"DESCRIPTION:x", 0, `event "number 1" has no DTSTART`},
		{"SUMMARY:A\nDTSTART;VALUE=DATE:00010101\nDTEND;VALUE=DATE:99991231", 0, "more than 10000 days"},
	} {
		days, err := icalendar.Days([]byte(calendar(test.event)))
		switch {
		case test.fault == "" && (err != nil || len(days) != test.days):
			t.Errorf("%q: %q, %v; want %d days", test.event, shown(days), err, test.days)
		case test.fault != "" && (err == nil || !strings.Contains(err.Error(), test.fault)):
			t.Errorf("%q: %v, want %q", test.event, err, test.fault)
		}
	}
}

func TestEveryFaultIsListed(t *testing.T) {
	_, err := icalendar.Days([]byte(calendar("SUMMARY:A\nDTSTART;VALUE=DATE:20270101\nRRULE:FREQ=DAILY",
		"SUMMARY:B\nDTSTART;VALUE=DATE:20270102", "SUMMARY:C")))
	if lines := strings.Split(fmt.Sprint(err), "\n"); len(lines) != 2 || !strings.Contains(lines[0], `"A"`) ||
		!strings.Contains(lines[1], `"C"`) {
		t.Errorf("%q", lines)
	}
}

func TestNoCalendar(t *testing.T) {
	for file, want := range map[string]string{
		"":                  "must begin with BEGIN:VCALENDAR",
		"date,name\n":       "not in the iCalendar format",
		"\xff\xfe":          "not in UTF-8",
		"{}":                "not in the iCalendar format",
		"BEGIN:VTODO\r\n":   "not in the iCalendar format",
		"BEGIN;X=\"\r\n":    "not in the iCalendar format",
		"BEGIN;X=Y":         "not in the iCalendar format",
		"BEGIN:VCALENDAR\n": "", // no events
	} {
		days, err := icalendar.Days([]byte(file))
		if want == "" && len(days) == 0 {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
}

// TestTruncated: of a file that is cut anywhere, also between two events, no day is imported.
func TestTruncated(t *testing.T) {
	file := calendar("SUMMARY:A\nDTSTART;VALUE=DATE:20270101", "SUMMARY:B\nDTSTART;VALUE=DATE:20270102")
	for _, end := range []string{"", "\r\n", "\n\n"} {
		if days, err := icalendar.Days([]byte(strings.TrimSpace(file) + end)); err != nil || len(days) != 2 {
			t.Errorf("with the end %q: %q, %v", end, shown(days), err)
		}
	}
	for n := range len(file) - len("\r\n") {
		if days, err := icalendar.Days([]byte(file[:n])); err == nil || days != nil {
			t.Errorf("cut after %q: %q, %v", file[max(0, n-20):n], shown(days), err)
		}
	}
}

func FuzzDays(f *testing.F) {
	file, err := os.ReadFile("testdata/bank-holidays.ics")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Add([]byte(calendar("SUMMARY:A\nDTSTART;VALUE=DATE:20270101\nDURATION:P2W")))
	f.Fuzz(func(t *testing.T, file []byte) {
		days, err := icalendar.Days(file)
		for _, d := range days {
			if err == nil && d.Date.Hour() != 0 || len(days) > 10_000 {
				t.Errorf("%v of %d", d, len(days))
			}
		}
	})
}
