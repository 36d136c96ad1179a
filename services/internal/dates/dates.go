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
	if len(s) != len(time.DateOnly) || s[4] != '-' || s[7] != '-' {
		return false
	}
	year, ok1 := number(s[:4])
	month, ok2 := number(s[5:7])
	day, ok3 := number(s[8:])
	if !ok1 || !ok2 || !ok3 || year < 1 || month < 1 || month > 12 || day < 1 || day > 31 {
		return false
	}
	// Day 0 of the next month is the last one of this month.
	return day <= 28 || day <= time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func number(s string) (n int, ok bool) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

// Format writes the date of t.
func Format(t time.Time) string { return t.Format(time.DateOnly) }

// Today is the current day in UTC, as the database keeps dates.
func Today(now time.Time) time.Time { return now.UTC().Truncate(24 * time.Hour) }
