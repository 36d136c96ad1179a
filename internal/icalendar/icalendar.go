// Package icalendar reads the public holidays in iCalendar files (RFC 5545), as producers write them: with rules,
// in several encodings, and with days that are not free. What is no public holiday is left out and counted.
package icalendar

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// Options says what to read of a file.
type Options struct {
	// FirstYear and LastYear are the years whose holidays are read.
	FirstYear, LastYear int
	// Also are reasons, as in HolidayCalendar, that leave no event out.
	Also []string
}

// Holiday is a day of an event.
type Holiday struct {
	Date time.Time // midnight in UTC
	Name string    // the summary of the event on one line, 1 to 255 characters
	Line int       // the line of the file on which the event begins
}

const (
	maxName      = 255     // characters
	maxDays      = 31      // of an event
	maxRepeating = 1000    // events with a rule: each is followed through many years
	maxNamed     = 100     // events that are named for a reason
	maxPlaced    = 100_000 // days of all events
	maxSteps     = 500_000 // of all rules, see stepsOf
)

// why is the reason to leave an event out.
type why struct {
	reason  pb.LeftOutReason
	message string
}

// Read returns the holidays of a file, ordered by date, one a day: a later event of a day takes the place of an
// earlier one. It also returns what was left out. The error is one for people: it continues a sentence that begins with
// the file.
func Read(ctx context.Context, file []byte, o Options) ([]Holiday, []*pb.LeftOutEvents, error) {
	events, err := parse(file)
	if err != nil {
		return nil, nil, err
	}
	r := reader{
		options: o, replaced: replaced(events), holidays: map[time.Time]Holiday{},
		leftOut: map[pb.LeftOutReason]*pb.LeftOutEvents{},
	}
	for _, e := range events {
		if err := ctx.Err(); err != nil {
			return nil, nil, context.Cause(ctx)
		}
		if e.repeats() {
			r.repeating++
		}
		if r.repeating > maxRepeating {
			return nil, nil, fmt.Errorf("has more than %d events that repeat", maxRepeating)
		}
		if err := r.readEvent(ctx, e); err != nil {
			return nil, nil, err
		}
	}
	holidays := slices.SortedFunc(maps.Values(r.holidays), func(a, b Holiday) int { return a.Date.Compare(b.Date) })
	leftOut := slices.SortedFunc(maps.Values(r.leftOut), func(a, b *pb.LeftOutEvents) int {
		return cmp.Compare(a.Reason, b.Reason)
	})
	for _, l := range leftOut {
		slices.SortStableFunc(l.Events, func(a, b *pb.LeftOutEvent) int { return cmp.Compare(a.Line, b.Line) })
	}
	return holidays, leftOut, nil
}

type reader struct {
	options   Options
	replaced  map[string]map[time.Time]bool
	repeating int
	placed    int
	steps     int
	holidays  map[time.Time]Holiday
	leftOut   map[pb.LeftOutReason]*pb.LeftOutEvents
}

// readEvent reads an event. What is wrong with an event leaves it out; an error is about the file or the request.
func (r *reader) readEvent(ctx context.Context, e *event) (err error) {
	name := naming.Clean(e.text("SUMMARY"))
	first, days, wrong := e.span()
	reason := e.judge(name, r.options.Also)
	switch {
	case reason != nil:
	case wrong != nil:
		reason = wrong
	case name == "":
		reason = unreadable("has no SUMMARY, which is its name")
	case utf8.RuneCountInString(name) > maxName:
		reason = unreadable(fmt.Sprintf("has a SUMMARY of more than %d characters", maxName))
	case days > maxDays:
		reason = &why{pb.LeftOutReason_LEFT_OUT_REASON_TOO_LONG, fmt.Sprintf("has more than %d days", maxDays)}
	}
	var starts []time.Time
	if reason == nil {
		if starts, reason, err = r.occurrences(ctx, e, first, days); err != nil {
			return err
		}
	}
	if reason != nil {
		r.leave(reason, e.line, name, first)
		return nil
	}
	if r.placed += len(starts) * days; r.placed > maxPlaced {
		return fmt.Errorf("has more than %d days, up to those of the event on line %d", maxPlaced, e.line)
	}
	found := false
	for _, start := range starts {
		for d := range days {
			if date := start.AddDate(0, 0, d); r.asked(date) {
				found = true
				r.place(Holiday{date, name, e.line})
			}
		}
	}
	if !found {
		r.leave(&why{pb.LeftOutReason_LEFT_OUT_REASON_OTHER_YEAR, fmt.Sprintf("has no day from %d to %d",
			r.options.FirstYear, r.options.LastYear)}, e.line, name, first)
	}
	return nil
}

// asked reports whether a date is in the years of the options.
func (r *reader) asked(date time.Time) bool {
	return date.Year() >= r.options.FirstYear && date.Year() <= r.options.LastYear
}

// place adds a holiday. One that has the same day is left out.
func (r *reader) place(h Holiday) {
	if earlier, there := r.holidays[h.Date]; there {
		r.leave(&why{pb.LeftOutReason_LEFT_OUT_REASON_SAME_DAY,
			fmt.Sprintf("has the same day as %q on line %d", h.Name, h.Line)}, earlier.Line, earlier.Name, h.Date)
	}
	r.holidays[h.Date] = h
}

// leave counts an event that is left out.
func (r *reader) leave(w *why, line int, name string, date time.Time) {
	l := r.leftOut[w.reason]
	if l == nil {
		l = &pb.LeftOutEvents{Reason: w.reason}
		r.leftOut[w.reason] = l
	}
	if l.Count++; len(l.Events) == maxNamed {
		return
	}
	e := &pb.LeftOutEvent{Line: int32(line), Message: w.message} // a file has at most 2 MiB
	if name != "" {
		e.Name = &name
	}
	if !date.IsZero() {
		e.Date = new(protoconv.DateString(date))
	}
	l.Events = append(l.Events, e)
}

func unreadable(message string) *why {
	return &why{pb.LeftOutReason_LEFT_OUT_REASON_UNREADABLE, message}
}

var (
	errNoCalendar = errors.New("has no calendar: it must begin with BEGIN:VCALENDAR")
	errTruncated  = errors.New("ends before END:VCALENDAR: it is truncated. Get it again")
)
