package settled

import (
	"context"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/permit"
)

// Closed is days of a user that a lock or a timesheet closes.
type Closed struct {
	lock        *lock
	sheet       *sheet // if lock is nil
	user        string // empty: everybody
	isSeen      bool   // the caller may see the sheet
	first, last string
}

// LastDay is the last day of something without an end.
const LastDay = "9999-12-31"

// RefuseRates returns an error (409) with a detail for each span of which a day is closed for rates. field is what
// changes what they are worth. A span without a user is of everybody, and one without a first day begins before all
// days.
func (d *Days) RefuseRates(ctx context.Context, field string, spans []Span) error {
	found, err := d.Closed(ctx, Rates, len(spans), func(i int) Span { return spans[i] })
	if err != nil {
		return err
	}
	var details []problem.Detail
	for _, closed := range found {
		if closed != nil {
			details = append(details, closed.Detail(ctx, field))
		}
	}
	return problem.List(details)
}

// Error returns the error of a write to the days, which names no field.
func (c *Closed) Error(ctx context.Context) error {
	return problem.New(c.code(), "%s", c.sentence(ctx))
}

// Item returns what is wrong with a field of an item, which is the day.
func (c *Closed) Item(ctx context.Context, index int, field string) problem.Detail {
	return problem.Detail{Field: field, Message: "is " + c.by(ctx), Index: index, Code: c.code()}
}

// Detail returns what is wrong with a field that means the days among others.
func (c *Closed) Detail(ctx context.Context, field string) problem.Detail {
	return problem.Detail{Field: field, Message: c.sentence(ctx), IsSentence: true, Index: -1, Code: c.code()}
}

func (c *Closed) code() problem.Code {
	if c.lock == nil {
		return problem.DaySettled
	}
	return problem.PeriodLocked
}

func (c *Closed) sentence(ctx context.Context) string {
	if c.first == "" {
		return "the days up to " + c.last + " are " + c.by(ctx)
	}
	if c.first == c.last {
		return c.first + " is " + c.by(ctx)
	}
	return "the days from " + c.first + " to " + c.last + " are " + c.by(ctx)
}

func (c *Closed) by(ctx context.Context) string {
	switch {
	case c.lock == nil:
		return c.bySheet()
	case c.lock.id == "":
		return "closed because of its age: an admin can change autoLockAfterDays of the settlement"
	}
	reason := ""
	if permit.Reads(ctx, "lock") {
		reason = " (" + c.lock.reason + ")"
	}
	advice := ": an admin can make an exception for the user, or delete the lock"
	if c.user == "" {
		advice = ": an admin can delete the lock"
	}
	return "closed by the lock " + c.lock.id + reason + advice
}

// bySheet names the timesheet to those who may see it.
func (c *Closed) bySheet() string {
	switch {
	case c.sheet.isPending && c.isSeen:
		return "settled by the pending timesheet " + c.sheet.id +
			": withdraw it, or ask a manager of the user or an admin, who can also write the hours"
	case c.sheet.isPending:
		return "settled by a pending timesheet of the user: a manager of the user or an admin can write the hours"
	case c.isSeen:
		return "settled by the approved timesheet " + c.sheet.id + ": a manager of the user or an admin can reopen it"
	}
	return "settled by an approved timesheet of the user: a manager of the user or an admin can reopen it"
}
