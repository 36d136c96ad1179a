package icalendar

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	rrule "github.com/teambition/rrule-go"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

const day = 24 * time.Hour

// moment is a date, or a date and a time of day. The zone is not read: a whole day is one in each zone.
type moment struct {
	date  time.Time
	clock time.Duration // since midnight
	timed bool
	utc   bool
}

var moments = regexp.MustCompile(`^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d))?(Z?))?$`)

// readMoment reads a value such as 20271227 or 20271227T090000Z, with hyphens and colons too.
func readMoment(value string) (m moment, ok bool) {
	parts := moments.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(value)))
	if parts == nil {
		return m, false
	}
	date, err := time.Parse("20060102", parts[1]+parts[2]+parts[3])
	if err != nil || date.Year() < 1 {
		return m, false
	}
	m = moment{date: date, timed: parts[4] != "", utc: parts[7] != ""}
	for i, unit := range []time.Duration{time.Hour, time.Minute, time.Second} {
		n, _ := strconv.Atoi(parts[4+i]) // two digits or none
		m.clock += time.Duration(n) * unit
	}
	return m, m.clock <= day
}

var durations = regexp.MustCompile(`^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$`)

// readDuration reads a value such as P2D.
func readDuration(value string) (d time.Duration, ok bool) {
	parts := durations.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(value)))
	if parts == nil {
		return 0, false
	}
	for i, unit := range []time.Duration{7 * day, day, time.Hour, time.Minute, time.Second} {
		n, _ := strconv.Atoi(parts[1+i]) // a few digits or none
		d += time.Duration(n) * unit
	}
	return d, true
}

// span returns the first day of an event and its number of days, at least 1. first is zero if it cannot be read.
func (e *event) span() (first time.Time, days int, wrong *why) {
	p, there := e.get("DTSTART")
	if !there {
		return first, 0, unreadable("has no DTSTART")
	}
	start, ok := readMoment(p.value)
	if !ok {
		return first, 0, unreadable("has a DTSTART that is no date such as 20271227")
	}
	wholeDay := strings.Contains(p.params, "VALUE=DATE") && !strings.Contains(p.params, "VALUE=DATE-TIME") ||
		e.word("X-MICROSOFT-CDO-ALLDAYEVENT") == "TRUE" || e.word("X-FUNAMBOL-ALLDAY") == "1"
	length := time.Duration(0)
	if p, there := e.get("DTEND"); there {
		end, ok := readMoment(p.value)
		if !ok {
			return start.date, 0, unreadable("has a DTEND that is no date such as 20271227")
		}
		length = end.date.Sub(start.date) + end.clock - start.clock
	} else if p, there := e.get("DURATION"); there {
		if length, ok = readDuration(p.value); !ok {
			return start.date, 0, unreadable("has a DURATION that is no length of time such as P1D")
		}
	}
	if length < 0 {
		return start.date, 0, unreadable("has a DTEND that is before its DTSTART")
	}
	// 23:59 and 23:59:59 are the ends of days too.
	whole := (length + time.Minute).Truncate(day)
	if length > whole || start.clock != 0 && (start.utc || !wholeDay) ||
		length == 0 && start.timed && !wholeDay {
		return start.date, 0, &why{pb.LeftOutReason_LEFT_OUT_REASON_TIME_OF_DAY, "has a time of day"}
	}
	return start.date, max(1, int(whole/day)), nil
}

// repeats reports whether an event has days beside its first one.
func (e *event) repeats() bool {
	for _, p := range e.properties {
		if p.name == "RRULE" || p.name == "RDATE" || p.name == "EXRULE" {
			return true
		}
	}
	return false
}

// replaced returns the days of events that repeat for which the file has an event of its own, by the UID of the events.
func replaced(events []*event) map[string]map[time.Time]bool {
	list := map[string]map[time.Time]bool{}
	for _, e := range events {
		p, there := e.get("RECURRENCE-ID")
		if !there {
			continue
		}
		if m, ok := readMoment(p.value); ok {
			uid := e.text("UID")
			if list[uid] == nil {
				list[uid] = map[time.Time]bool{}
			}
			list[uid][m.date] = true
		}
	}
	return list
}

const (
	firstRepeated = 1600 // the first year of an event that repeats: some programs begin rules then
	maxPerYear    = 31   // days of a rule
	maxOften      = 366  // days of a rule that repeats more often than once a year
	maxRule       = 2000 // bytes of a rule: all days of a year are 1,400
	maxInterval   = 1000 // of a rule
	maxWithout    = 50   // periods without a day, after which a rule is on none
	maxDates      = 4000 // of RDATE and EXDATE of an event: ten years have fewer days
)

func tooOften(message string) *why { return &why{pb.LeftOutReason_LEFT_OUT_REASON_REPEATS, message} }

// occurrences returns the first days of an event as often as it repeats, those that matter for the years of the
// options.
func (r *reader) occurrences(ctx context.Context, e *event, first time.Time, days int) ([]time.Time, *why, error) {
	if !e.repeats() {
		return []time.Time{first}, nil, nil
	}
	starts := []time.Time{first}
	without := map[time.Time]bool{}
	rules, dates := 0, 0
	for _, p := range e.properties {
		switch p.name {
		case "EXRULE":
			return nil, tooOften("has an EXRULE"), nil
		case "RRULE":
			if rules++; rules > 1 {
				return nil, tooOften("has several rules (RRULE)"), nil
			}
			var wrong *why
			var err error
			if starts, wrong, err = r.follow(ctx, e, p.value, first, days); wrong != nil || err != nil {
				return nil, wrong, err
			}
		}
	}
	for _, p := range e.properties {
		if p.name != "RDATE" && p.name != "EXDATE" {
			continue
		}
		for value := range strings.SplitSeq(p.value, ",") {
			value, _, _ = strings.Cut(value, "/") // the end of a period
			switch m, ok := readMoment(value); {
			case !ok:
				return nil, unreadable(fmt.Sprintf("has a date in %s that cannot be read", p.name)), nil
			case p.name == "RDATE":
				starts = append(starts, m.date)
			default:
				without[m.date] = true
			}
			if dates++; dates > maxDates {
				return nil, tooOften(fmt.Sprintf("has more than %d dates in RDATE and EXDATE", maxDates)), nil
			}
		}
	}
	replaced := r.replaced[e.text("UID")]
	return slices.DeleteFunc(starts, func(d time.Time) bool { return without[d] || replaced[d] }), nil, nil
}

// follow returns the days of a rule that matter for the years of the options.
func (r *reader) follow(
	ctx context.Context, e *event, value string, first time.Time, days int,
) (starts []time.Time, wrong *why, err error) {
	option, yearly, wrong := readRule(value, first)
	if wrong != nil {
		return nil, wrong, nil
	}
	last := time.Date(r.options.LastYear+1, time.January, 1, 0, 0, 0, -1, time.UTC)
	if !option.Until.IsZero() && option.Until.Before(last) {
		last = option.Until
	}
	n, perYear := 0, map[int]int{}
	// take takes a day. It returns false if it was the last one.
	take := func(start time.Time) bool {
		if perYear[start.Year()]++; perYear[start.Year()] > maxPerYear || !yearly && n == maxOften {
			wrong = tooOften("repeats too often")
			return false
		}
		if start.AddDate(0, 0, days-1).Year() >= r.options.FirstYear {
			starts = append(starts, start)
		}
		n++
		return n != option.Count
	}
	if option.Freq > rrule.MONTHLY { // these always have a next day, so they are soon too many
		option.Until = last
		rule, err := rrule.NewRRule(option)
		if err != nil {
			return nil, nil, err
		}
		next := rule.Iterator()
		for start, more := next(); more && take(start); start, more = next() {
		}
		return starts, wrong, nil
	}
	months := option.Interval
	begin := time.Date(first.Year(), first.Month(), 1, 0, 0, 0, 0, time.UTC)
	if option.Freq == rrule.YEARLY {
		months, begin = 12*months, time.Date(first.Year(), time.January, 1, 0, 0, 0, 0, time.UTC)
	}
	begins := begin
	if before := 12 * (r.options.FirstYear - 1 - begin.Year()); yearly && option.Count == 0 && before > 0 {
		begin = begin.AddDate(0, before/months*months, 0) // no earlier day matters
	}
	for ; !begin.After(last); begin = begin.AddDate(0, months, 0) {
		found, err := r.period(ctx, e, option, begin)
		if err != nil {
			return nil, nil, err
		}
		for _, start := range found {
			if start.After(last) || !take(start) {
				return starts, wrong, nil
			}
		}
	}
	for i := 0; yearly && n == 0; i++ { // whether it ever has a day
		if i == maxWithout {
			return nil, tooOften("has a rule (RRULE) that is on no day"), nil
		}
		found, err := r.period(ctx, e, option, begins.AddDate(0, i*months, 0))
		if len(found) > 0 || err != nil {
			return nil, nil, err
		}
	}
	return starts, nil, nil
}

// period returns the days that a rule has in the year or month that begins on a day. The library is asked for one
// period at a time, because it looks for the next day until the year 9999, also for a client that has left.
func (r *reader) period(ctx context.Context, e *event, option rrule.ROption, begin time.Time) ([]time.Time, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if r.steps += stepsOf(option); r.steps > maxSteps {
		return nil, fmt.Errorf("has rules (RRULE) that take too long to follow, up to the one of the event on line %d", e.line)
	}
	if begin.After(option.Dtstart) {
		option.Dtstart = begin
	}
	option.Interval, option.Count, option.Until = 12*rrule.MAXYEAR, 0, time.Time{}
	rule, err := rrule.NewRRule(option)
	if err != nil {
		return nil, err
	}
	return rule.All(), nil
}

// stepsOf returns what a period costs: each value of a rule about as much as a fifth of a year without any.
func stepsOf(o rrule.ROption) int {
	return 5 + len(o.Bysetpos) + len(o.Bymonth) + len(o.Bymonthday) + len(o.Byyearday) + len(o.Byweekno) +
		len(o.Byweekday) +
		len(o.Byeaster)
}

// readRule reads the rule of an event that begins on a day. yearly means that it repeats once a year.
func readRule(value string, first time.Time) (option rrule.ROption, yearly bool, wrong *why) {
	if len(value) > maxRule {
		return option, false, tooOften(fmt.Sprintf("has a rule (RRULE) of more than %d bytes", maxRule))
	}
	read, err := rrule.StrToROption(strings.Trim(strings.ToUpper(strings.ReplaceAll(value, " ", "")), ";"))
	if err != nil {
		return option, false, unreadableRule()
	}
	if option = *read; option.Freq > rrule.DAILY || len(option.Byhour)+len(option.Byminute)+len(option.Bysecond) > 0 {
		return option, false, tooOften("repeats at times of day") // the library lists all of them
	}
	option.Dtstart, option.Interval = first, max(1, option.Interval)
	yearly = option.Freq == rrule.YEARLY || option.Freq == rrule.MONTHLY && option.Interval%12 == 0
	parts := len(option.Byyearday) + len(option.Byweekno) + len(option.Byeaster)
	plain := parts+len(option.Bymonth)+len(option.Bysetpos) == 0
	_, err = rrule.NewRRule(option)
	switch {
	case !yearly && option.Count == 0 && option.Until.IsZero():
		wrong = tooOften("repeats more often than once a year, without an end")
	case !yearly && (!plain || option.Freq == rrule.DAILY && len(option.Bymonthday)+len(option.Byweekday) > 0 ||
		option.Freq == rrule.WEEKLY && len(option.Bymonthday) > 0):
		wrong = tooOften("repeats more often than once a year, by a rule of many parts")
	case first.Year() < firstRepeated:
		wrong = tooOften(fmt.Sprintf("repeats since before the year %d", firstRepeated))
	case err != nil || option.Count < 0 || read.Interval < 0 || option.Interval > maxInterval || isOutside(option):
		wrong = unreadableRule()
	}
	// What the rule takes from DTSTART.
	if parts+len(option.Bymonthday)+len(option.Byweekday) == 0 && option.Freq <= rrule.MONTHLY {
		option.Bymonthday = []int{first.Day()}
		if len(option.Bymonth) == 0 && option.Freq == rrule.YEARLY {
			option.Bymonth = []int{int(first.Month())}
		}
	}
	return option, yearly, wrong
}

// isOutside reports whether a rule has values with which the library looks outside a year: it checks the others itself.
func isOutside(o rrule.ROption) bool {
	weeks := 53
	if o.Freq == rrule.MONTHLY || len(o.Bymonth) > 0 {
		weeks = 5
	}
	return slices.ContainsFunc(o.Byweekday, func(d rrule.Weekday) bool { return max(d.N(), -d.N()) > weeks }) ||
		slices.ContainsFunc(o.Byeaster, func(days int) bool { return days < -80 || days > 250 })
}

func unreadableRule() *why { return tooOften("has a rule (RRULE) that cannot be read") }
