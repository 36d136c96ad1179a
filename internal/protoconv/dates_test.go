package protoconv_test

import (
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/protoconv"
)

func TestValid(t *testing.T) {
	for s, want := range map[string]bool{
		"2026-03-02": true, "2024-02-29": true, "2000-02-29": true, "0001-01-01": true, "9999-12-31": true,
		"1969-12-31": true, "": false, "2026-02-30": false, "2026-02-29": false, "1900-02-29": false,
		"2026-13-01": false, "2026-00-10": false, "2026-04-31": false, "2026-01-00": false, "0000-01-01": false,
		"0000-00-00": false, "12026-01-01": false, "2026-1-1": false, "2026-01-1 ": false, " 2026-01-1": false,
		"20260101": false, "2026/01/01": false, "01-01-2026": false, "-026-01-01": false, "+026-01-01": false,
		"2026-01-01T00:00:00Z": false, "today": false,
		"infinity": false, "２026-1-1": false,
	} {
		if got := protoconv.ValidDate(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
		if want && protoconv.DateString(protoconv.Date(s)) != s {
			t.Errorf("%q comes back as %q", s, protoconv.DateString(protoconv.Date(s)))
		}
	}
}

func TestTodayIsTheDayInUTC(t *testing.T) {
	late := time.Date(2026, 3, 2, 23, 30, 0, 0, time.FixedZone("west", -3600))
	if got := protoconv.DateString(protoconv.Today(late)); got != "2026-03-03" {
		t.Error(got)
	}
}

func TestWeeksBeginOnMonday(t *testing.T) {
	monday := time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)
	for days := range 7 {
		if got := protoconv.Monday(monday.AddDate(0, 0, days)); !got.Equal(monday) {
			t.Errorf("%d days later: %s", days, got)
		}
	}
}

func TestTimesAreKeptToTheMicrosecond(t *testing.T) {
	now := protoconv.Now()
	if now.Location() != time.UTC || now.Nanosecond()%1000 != 0 {
		t.Error(now)
	}
	if protoconv.OptionalTimestamp(nil) != nil || !protoconv.OptionalTimestamp(&now).AsTime().Equal(now) {
		t.Error("a time does not come back")
	}
}
