// Package icalendar reads iCalendar files (RFC 5545) that contain whole days, such as the
// public holidays of a country.
package icalendar

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
)

// Day is a day of an event. Name is the summary of the event without white space at both
// ends.
type Day struct {
	Date time.Time
	Name string
}

// maxDays is the largest number of days of a file.
const maxDays = 10_000

var byteOrderMark = []byte("\ufeff")

// Days returns the days of the events of a file, in the order of the file. An event of
// several days results in several days. Cancelled events are left out. The error lists
// every event that repeats, has a time of day, or cannot be read.
func Days(file []byte) ([]Day, error) {
	if !utf8.Valid(file) {
		return nil, errors.New("the file is not in UTF-8")
	}
	calendar, err := ics.ParseCalendar(bytes.NewReader(bytes.TrimPrefix(file, byteOrderMark)))
	if err != nil {
		return nil, fmt.Errorf("the file is not in the iCalendar format: %w", err)
	}
	if len(calendar.Components) == 0 && len(calendar.CalendarProperties) == 0 {
		return nil, errors.New("the file has no calendar: it must begin with BEGIN:VCALENDAR")
	}
	// The parser takes a file that is cut after an event for a whole one.
	if !bytes.HasSuffix(bytes.ToUpper(bytes.TrimSpace(file)), []byte("END:VCALENDAR")) {
		return nil, errors.New("the file ends before END:VCALENDAR: it is truncated. Get it again")
	}
	var days []Day
	var faults []error
	for i, event := range calendar.Events() {
		if strings.EqualFold(text(event, ics.ComponentPropertyStatus), "CANCELLED") {
			continue
		}
		first, n, err := span(event)
		name := text(event, ics.ComponentPropertySummary)
		switch {
		case err != nil:
			label := cmp.Or(name, text(event, ics.ComponentPropertyUniqueId), fmt.Sprintf("number %d", i+1))
			faults = append(faults, fmt.Errorf("event %q %w", label, err))
		case len(days)+n > maxDays:
			return nil, fmt.Errorf("the file has more than %d days", maxDays)
		default:
			for d := range n {
				days = append(days, Day{first.AddDate(0, 0, d), name})
			}
		}
	}
	return days, errors.Join(faults...)
}

// text returns a property of an event, or "".
func text(event *ics.VEvent, name ics.ComponentProperty) string {
	if p := event.GetProperty(name); p != nil {
		return strings.TrimSpace(p.Value)
	}
	return ""
}

var wholeDays = regexp.MustCompile(`^\+?P(\d{1,4})([DW])$`)

// span returns the first day of an event and its number of days.
func span(event *ics.VEvent) (first time.Time, days int, err error) {
	for _, repeats := range []ics.ComponentProperty{ics.ComponentPropertyRrule, ics.ComponentPropertyRdate} {
		if event.HasProperty(repeats) {
			return first, 0, fmt.Errorf("repeats (%s): write an event for each of its days", repeats)
		}
	}
	if !event.HasProperty(ics.ComponentPropertyDtStart) {
		return first, 0, errors.New("has no DTSTART")
	}
	first, err = date(event, ics.ComponentPropertyDtStart)
	switch {
	case err != nil:
		return first, 0, err
	case event.HasProperty(ics.ComponentPropertyDtEnd):
		end, err := date(event, ics.ComponentPropertyDtEnd)
		if err == nil && end.Before(first) {
			err = errors.New("has a DTEND that is before its DTSTART")
		}
		days = int(end.Sub(first) / (24 * time.Hour)) // DTEND is the day after the last one
		return first, max(1, days), err
	case event.HasProperty(ics.ComponentPropertyDuration):
		m := wholeDays.FindStringSubmatch(text(event, ics.ComponentPropertyDuration))
		if m == nil {
			return first, 0, errors.New("has a DURATION that is no number of days or weeks, such as P2D")
		}
		days, _ = strconv.Atoi(m[1]) // up to four digits
		if m[2] == "W" {
			days *= 7
		}
		return first, max(1, days), nil
	}
	return first, 1, nil
}

// date returns the day in a property of an event.
func date(event *ics.VEvent, name ics.ComponentProperty) (time.Time, error) {
	value := text(event, name)
	day, err := time.Parse("20060102", value)
	switch {
	case err == nil && day.Year() >= 1:
		return day, nil
	case strings.Contains(value, "T"):
		return day, fmt.Errorf("has a time of day: %s must be a date, as %s;VALUE=DATE:20271227", name, name)
	}
	return day, fmt.Errorf("has a %s that is no date such as 20271227", name)
}
