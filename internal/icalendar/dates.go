package icalendar

import (
	"fmt"
	"regexp"
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

// occurrence is a day of an event that repeats.
type occurrence struct {
	uid  string
	date time.Time
}

// replaced returns the days of events that repeat for which the file has an event of its own.
func replaced(events []*event) map[occurrence]bool {
	list := map[occurrence]bool{}
	for _, e := range events {
		if p, there := e.get("RECURRENCE-ID"); there {
			if m, ok := readMoment(p.value); ok {
				list[occurrence{e.text("UID"), m.date}] = true
			}
		}
	}
	return list
}

const (
	firstRepeated = 1600 // the first year of an event that repeats: some programs begin rules then
	maxPerYear    = 31   // days of a rule
	maxOften      = 366  // days of a rule that repeats more often than once a year
)

func tooOften(message string) *why { return &why{pb.LeftOutReason_LEFT_OUT_REASON_REPEATS, message} }

// occurrences returns the first days of an event as often as it repeats, those that matter for the years of the options.
func (e *event) occurrences(first time.Time, days int, r *reader) ([]time.Time, *why) {
	if !e.repeats() {
		return []time.Time{first}, nil
	}
	starts := []time.Time{first}
	without := map[time.Time]bool{}
	rules := 0
	for _, p := range e.properties {
		switch p.name {
		case "EXRULE":
			return nil, tooOften("has an EXRULE")
		case "RRULE":
			if rules++; rules > 1 {
				return nil, tooOften("has several rules (RRULE)")
			}
			var wrong *why
			if starts, wrong = follow(p.value, first, days, r.options); wrong != nil {
				return nil, wrong
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
				return nil, unreadable(fmt.Sprintf("has a date in %s that cannot be read", p.name))
			case p.name == "RDATE":
				starts = append(starts, m.date)
			default:
				without[m.date] = true
			}
		}
	}
	kept := starts[:0]
	for _, start := range starts {
		if !without[start] && !r.replaced[occurrence{e.text("UID"), start}] {
			kept = append(kept, start)
		}
	}
	return kept, nil
}

// follow returns the days of a rule that matter for the years of the options.
func follow(value string, first time.Time, days int, o Options) ([]time.Time, *why) {
	option, err := rrule.StrToROption(strings.Trim(strings.ToUpper(strings.ReplaceAll(value, " ", "")), ";"))
	if err != nil {
		return nil, tooOften("has a rule (RRULE) that cannot be read")
	}
	yearly := option.Freq == rrule.YEARLY ||
		option.Freq == rrule.MONTHLY && option.Interval > 0 && option.Interval%12 == 0
	plain := len(option.Bymonth)+len(option.Byyearday)+len(option.Byweekno)+len(option.Bysetpos)+len(option.Byeaster) == 0
	switch {
	case option.Freq > rrule.DAILY || len(option.Byhour)+len(option.Byminute)+len(option.Bysecond) > 0:
		return nil, tooOften("repeats at times of day")
	case !yearly && option.Count == 0 && option.Until.IsZero():
		return nil, tooOften("repeats more often than once a year, without an end")
	case !yearly && (!plain || option.Freq == rrule.DAILY && len(option.Bymonthday)+len(option.Byweekday) > 0 ||
		option.Freq == rrule.WEEKLY && len(option.Bymonthday) > 0):
		return nil, tooOften("repeats more often than once a year, by a rule of many parts")
	case first.Year() < firstRepeated:
		return nil, tooOften(fmt.Sprintf("repeats since before the year %d", firstRepeated))
	case option.Count < 0 || option.Interval < 0:
		return nil, tooOften("has a rule (RRULE) that cannot be read")
	}
	option.Dtstart = first
	if yearly && !applies(*option) {
		return nil, tooOften("has a rule (RRULE) that is on no day")
	}
	rule, err := rrule.NewRRule(*option)
	if err != nil {
		return nil, tooOften("has a rule (RRULE) that cannot be read")
	}
	var starts []time.Time
	perYear := map[int]int{}
	next := rule.Iterator()
	for n := 0; ; n++ {
		start, more := next()
		if !more || start.Year() > o.LastYear {
			return starts, nil
		}
		if perYear[start.Year()]++; perYear[start.Year()] > maxPerYear || !yearly && n == maxOften {
			return nil, tooOften("repeats too often")
		}
		if start.AddDate(0, 0, days-1).Year() >= o.FirstYear {
			starts = append(starts, start)
		}
	}
}

// applies reports whether a rule for each year has a day. The library looks for one until the year 9999, so that a rule for
// 30 February costs a hundred times what another one does. The last years before it are enough to know.
func applies(option rrule.ROption) bool {
	const enough = 50
	step, month := max(1, option.Interval), time.January
	if option.Freq == rrule.MONTHLY {
		step, month = step/12, option.Dtstart.Month()
	}
	first := option.Dtstart
	steps := (rrule.MAXYEAR - first.Year()) / step
	if steps <= enough {
		return true
	}
	// What the rule takes from DTSTART.
	if len(option.Bymonthday)+len(option.Byyearday)+len(option.Byweekno)+len(option.Byweekday)+len(option.Byeaster) == 0 {
		option.Bymonthday = []int{first.Day()}
		if len(option.Bymonth) == 0 && option.Freq == rrule.YEARLY {
			option.Bymonth = []int{int(first.Month())}
		}
	}
	option.Dtstart = time.Date(first.Year()+step*(steps-enough), month, 1, 0, 0, 0, 0, time.UTC)
	option.Count, option.Until = 1, time.Time{}
	rule, err := rrule.NewRRule(option)
	if err != nil {
		return false
	}
	_, has := rule.Iterator()()
	return has
}
