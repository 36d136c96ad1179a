package settled

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/actualhours"
	"github.com/workplan-api/workplan/internal/exception"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
)

// TimeOff is the kind of a lock that closes time off. The others are the tables of hours.
const TimeOff = "time_off"

// Days are the closed days of an organization.
type Days struct {
	// Version counts the changes of what is closed.
	Version int64
	// SelfApproval is that of the settlement.
	SelfApproval bool
	autoLock     int // of the settlement: after how many days actual hours are closed; 0: never
	locks        []lock
	sheets       map[string][]sheet // of each user, ordered by their days, which do not overlap
	onlyApproved bool               // of sheets, those that are pending do not count
	readAt       time.Time          // when all sheets were read, and not only those that have changed
}

// lock is a lock as it is compared with days. Dates are texts, which are in the order of the days.
type lock struct {
	id, reason  string // none: it is that of the settlement
	first, last string
	kinds       []string
	users       map[string]bool // everybody if there are none
	exceptions  exception.List
}

// sheet is a timesheet that settles days. It is approved or pending.
type sheet struct {
	id, first, last string
	isPending       bool
}

// Among returns those of the closed days that can be days of a kind from first to last, nil if none can.
func (d *Days) Among(kind, first, last string) *Days {
	found := &Days{Version: d.Version, SelfApproval: d.SelfApproval}
	for _, l := range d.locks {
		if slices.Contains(l.kinds, kind) && first <= l.last && last >= l.first {
			found.locks = append(found.locks, l)
		}
	}
	if kind == actualhours.Table && d.autoLock > 0 {
		end := protoconv.AddDays(protoconv.DateString(protoconv.Today(time.Now())), -d.autoLock-1)
		if first <= end {
			found.locks = append(found.locks, lock{last: end})
		}
	}
	if kind == actualhours.Table || kind == TimeOff {
		found.sheets, found.onlyApproved = d.sheets, kind == TimeOff
	}
	if found.locks == nil && len(found.sheets) == 0 {
		return nil
	}
	return found
}

// Closed returns what closes a day of a user from first to last, nil if nothing does. user is the text of an id in
// lower case, and first and last are those of dates. Days that are nil close nothing.
func (d *Days) Closed(user, first, last string) *Closed {
	if d == nil {
		return nil
	}
	for i := range d.locks {
		if l := &d.locks[i]; first <= l.last && last >= l.first && l.closes(user) {
			return &Closed{lock: l, first: max(first, l.first), last: min(last, l.last)}
		}
	}
	sheets := d.sheets[user]
	i, _ := slices.BinarySearchFunc(sheets, first, func(s sheet, day string) int { return cmp.Compare(s.last, day) })
	for ; i < len(sheets) && sheets[i].first <= last; i++ {
		if s := &sheets[i]; !s.isPending || !d.onlyApproved {
			return &Closed{sheet: s, user: user, first: max(first, s.first), last: min(last, s.last)}
		}
	}
	return nil
}

// closes reports whether the lock closes days of a user now.
func (l *lock) closes(user string) bool {
	if len(l.users) > 0 && !l.users[user] {
		return false
	}
	return !slices.ContainsFunc(l.exceptions, func(e exception.Exception) bool {
		return e.UserID.String() == user && time.Now().Before(e.Until)
	})
}

// Closed is days of a user that a lock or a timesheet closes.
type Closed struct {
	lock        *lock
	sheet       *sheet // if lock is nil
	user        string // of the sheet
	first, last string
}

// Open removes from found the days that only a pending timesheet closes, if the caller may decide it. It may read whom
// the caller manages, with one statement.
func Open[K comparable](ctx context.Context, days *Days, found map[K]*Closed) error {
	var users []uuid.UUID
	for _, c := range found {
		if c.isPending() {
			users = append(users, protoconv.ID(c.user))
		}
	}
	if len(users) == 0 {
		return nil
	}
	decides, err := permit.DecidesTimesheets(ctx, users, days.SelfApproval)
	if err != nil {
		return err
	}
	for k, c := range found {
		if c.isPending() && decides(protoconv.ID(c.user)) {
			delete(found, k)
		}
	}
	return nil
}

func (c *Closed) isPending() bool { return c.lock == nil && c.sheet.isPending }

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
	if c.first == c.last {
		return c.first + " is " + c.by(ctx)
	}
	return "the days from " + c.first + " to " + c.last + " are " + c.by(ctx)
}

func (c *Closed) by(ctx context.Context) string {
	switch {
	case c.isPending():
		return "settled by the pending timesheet " + c.sheet.id +
			": withdraw it, or ask a manager of the user or an admin, who can also write the hours"
	case c.lock == nil:
		return "settled by the approved timesheet " + c.sheet.id +
			": a manager of the user or an admin can reopen it"
	case c.lock.id == "":
		return "closed because of its age: an admin can change autoLockAfterDays of the settlement"
	}
	reason := ""
	if call.Caller(ctx).Has("read:timesheets") {
		reason = " (" + c.lock.reason + ")"
	}
	return "closed by the lock " + c.lock.id + reason +
		": an admin can make an exception for the user, or delete the lock"
}
