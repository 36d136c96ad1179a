// Package dates reads and writes calendar dates, YYYY-MM-DD.
package dates

import "time"

// Parse reads a date that validation has let through; a string that is no date
// gives the zero time.
func Parse(s string) time.Time {
	t, _ := time.Parse(time.DateOnly, s)
	return t
}

// Valid tells whether s is a day of the calendar from 0001-01-01 to 9999-12-31,
// in the form YYYY-MM-DD and no other.
func Valid(s string) bool {
	if len(s) != len(time.DateOnly) {
		return false
	}
	t, err := time.Parse(time.DateOnly, s)
	return err == nil && t.Year() >= 1
}

// Format writes the date of t.
func Format(t time.Time) string { return t.Format(time.DateOnly) }

// Today is the current day in UTC, as the database keeps dates.
func Today(now time.Time) time.Time { return now.UTC().Truncate(24 * time.Hour) }
