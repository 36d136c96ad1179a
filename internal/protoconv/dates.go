package protoconv

import "time"

// Date parses a date, YYYY-MM-DD. It returns the zero time if s is not a date.
func Date(s string) time.Time {
	t, _ := time.Parse(time.DateOnly, s)
	return t
}

// OptionalDate parses a date that may be absent. It returns nil if s is nil.
func OptionalDate(s *string) *time.Time {
	if s == nil {
		return nil
	}
	t := Date(*s)
	return &t
}

// ValidDate reports whether s is a day of the calendar from 0001-01-01 to
// 9999-12-31, in the form YYYY-MM-DD and no other.
func ValidDate(s string) bool {
	if len(s) != len(time.DateOnly) || s[4] != '-' || s[7] != '-' {
		return false
	}
	year, ok1 := number(s[:4])
	month, ok2 := number(s[5:7])
	day, ok3 := number(s[8:])
	if !ok1 || !ok2 || !ok3 || year < 1 || month < 1 || month > 12 || day < 1 || day > 31 {
		return false
	}
	// Day 0 of the next month is the last day of this month.
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

// DateString formats the date of t as YYYY-MM-DD.
func DateString(t time.Time) string { return t.Format(time.DateOnly) }

// AddDays returns the date some days later.
func AddDays(date string, days int) string { return DateString(Date(date).AddDate(0, 0, days)) }

// OptionalDateString formats the date of t. It returns nil if t is nil.
func OptionalDateString(t *time.Time) *string {
	if t == nil {
		return nil
	}
	return new(DateString(*t))
}

// Today returns the day of now in UTC, as the database stores dates.
func Today(now time.Time) time.Time { return now.UTC().Truncate(24 * time.Hour) }

// Monday returns the Monday of the week of a day.
func Monday(day time.Time) time.Time { return day.AddDate(0, 0, -(int(day.Weekday())+6)%7) }
