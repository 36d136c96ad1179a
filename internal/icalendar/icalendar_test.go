package icalendar_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/icalendar"
	"github.com/workplan-api/workplan/internal/icalendar/corpus"
	"github.com/workplan-api/workplan/internal/protoconv"
)

func shown(holidays []icalendar.Holiday, leftOut []*pb.LeftOutEvents) (lines []string) {
	for _, h := range holidays {
		lines = append(lines, h.Date.Format(time.DateOnly)+" "+h.Name)
	}
	for _, l := range leftOut {
		lines = append(lines, fmt.Sprintf("%s %d", protoconv.Word[string](l.Reason), l.Count))
	}
	return lines
}

func read(t testing.TB, c corpus.Case) ([]string, error) {
	t.Helper()
	first, last := c.Years()
	holidays, leftOut, err := icalendar.Read(t.Context(), []byte(c.File),
		icalendar.Options{FirstYear: first, LastYear: last, Also: c.Also})
	return shown(holidays, leftOut), err
}

func TestCorpus(t *testing.T) {
	if len(corpus.Cases) < 60 {
		t.Errorf("%d files", len(corpus.Cases))
	}
	seen := map[string]bool{}
	for _, c := range corpus.Cases {
		if seen[c.Name] {
			t.Errorf("%s: twice", c.Name)
		}
		seen[c.Name] = true
		got, err := read(t, c)
		switch {
		case c.Refused != "":
			if err == nil || !slices.ContainsFunc(strings.Split(c.Refused, "|"), func(part string) bool {
				return strings.Contains(err.Error(), part)
			}) {
				t.Errorf("%s: %q, %v; want %q", c.Name, got, err, c.Refused)
			}
		case err != nil || !slices.Equal(got, c.Want):
			t.Errorf("%s: %q, %v; want %q", c.Name, got, err, c.Want)
		}
	}
}

// TestFile reads a file with everything at once, with each end of lines and a byte order mark.
func TestFile(t *testing.T) {
	file, err := os.ReadFile("testdata/bank-holidays.ics")
	if err != nil {
		t.Fatal(err)
	}
	const christmas = `Christmas Day, substitute; with Boxing Day \ Stephen’s`
	want := []string{"2027-01-01 New Year’s Day", "2027-12-27 " + christmas, "2027-12-28 " + christmas, "cancelled 1"}
	for name, text := range map[string]string{
		"as it is": string(file), "with LF": strings.ReplaceAll(string(file), "\r\n", "\n"),
		"with a byte order mark": "\ufeff" + string(file),
	} {
		if got, err := read(t, corpus.Case{File: text}); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	for n := range len(strings.TrimSpace(string(file))) {
		if got, err := read(t, corpus.Case{File: string(file[:n])}); err == nil {
			t.Errorf("cut after %q: %q", file[max(0, n-20):n], got)
		}
	}
}

// TestLeftOut: an event that is left out has its line, its name, its day and why. Only the first 100 are named.
func TestLeftOut(t *testing.T) {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\nVERSION:2.0\n")
	for i := range 150 {
		fmt.Fprintf(&b, "BEGIN:VEVENT\nDTSTART;VALUE=DATE:20270101\nSTATUS:CANCELLED\nSUMMARY:Day %d\nEND:VEVENT\n", i)
	}
	b.WriteString("END:VCALENDAR\n")
	_, leftOut, err := icalendar.Read(t.Context(), []byte(b.String()), icalendar.Options{FirstYear: 2027,
		LastYear: 2027})
	if err != nil || len(leftOut) != 1 || leftOut[0].Count != 150 || len(leftOut[0].Events) != 100 {
		t.Fatal(leftOut, err)
	}
	if e := leftOut[0].Events[1]; e.Line != 8 || e.GetName() != "Day 1" || e.GetDate() != "2027-01-01" ||
		e.Message != "is cancelled" {
		t.Error(e)
	}
}

// TestExpensive: following a rule ends soon, and reading ends with the request. Memory is what can be counted: a rule
// without a day takes it for each year that is looked at.
func TestExpensive(t *testing.T) {
	repeated := func(n int, rule string) []byte {
		event := "BEGIN:VEVENT\nDTSTART;VALUE=DATE:16000101\nSUMMARY:A\nRRULE:" + rule + "\nEND:VEVENT\n"
		return []byte("BEGIN:VCALENDAR\n" + strings.Repeat(event, n) + "END:VCALENDAR\n")
	}
	o := icalendar.Options{FirstYear: 2190, LastYear: 2199}
	for _, rule := range []string{
		"FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=30",
		"FREQ=MONTHLY;INTERVAL=12;BYMONTH=2", "FREQ=DAILY;UNTIL=99990101", "FREQ=WEEKLY;BYDAY=MO,TU,WE;UNTIL=99990101",
		"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU;BYWEEKNO=5,6,7,8,9", "FREQ=MONTHLY;COUNT=99999;BYDAY=5MO",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, _, err := icalendar.Read(t.Context(), repeated(20, rule), o); err != nil {
			t.Errorf("%s: %v", rule, err)
		}
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) / 20; took > 8<<20 {
			t.Errorf("%s: %d bytes for an event", rule, took)
		}
	}
	if _, _, err := icalendar.Read(t.Context(), repeated(1001, "FREQ=YEARLY"), o); err == nil ||
		!strings.Contains(err.Error(), "more than 1000 events that repeat") {
		t.Error(err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, _, err := icalendar.Read(gone, repeated(1, "FREQ=YEARLY"), o); err == nil {
		t.Error("a file was read for a client that had left")
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range corpus.Cases {
		f.Add([]byte(c.File))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		holidays, leftOut, err := icalendar.Read(t.Context(), file, icalendar.Options{FirstYear: 2027, LastYear: 2030})
		if err != nil && (holidays != nil || leftOut != nil) {
			t.Errorf("%v with an error", holidays)
		}
		for i, h := range holidays {
			if h.Date.Year() < 2027 || h.Date.Year() > 2030 || h.Name == "" || h.Line < 1 ||
				i > 0 && !h.Date.After(holidays[i-1].Date) {
				t.Errorf("%v", h)
			}
		}
		for _, l := range leftOut {
			if l.Reason == 0 || l.Count < int32(len(l.Events)) || len(l.Events) == 0 {
				t.Errorf("%v", l)
			}
		}
	})
}
