package settled

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent/actualhours"
	"github.com/workplan-api/workplan/ent/timesheet"
	"github.com/workplan-api/workplan/internal/exception"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
)

const (
	// TimeOff is the kind of a lock that closes time off.
	TimeOff = "time_off"
	// Rates is the kind of a lock that closes rates. The others are the tables of hours.
	Rates = "rates"
)

// Days are the closed days of an organization.
type Days struct {
	// Version counts the changes of what is closed.
	Version int64

	locks []lock
	// autoLock is after how many days actual hours are closed, 0 for never, and selfApproval whether an admin decides
	// the own timesheet: they are those of the settlement.
	autoLock     int
	selfApproval bool
	// latest is the last day of all timesheets that are pending or approved, empty if there are none. Timesheets are
	// many, and most writes are of later days. So the others read those of their users and days.
	latest string
}

// lock is a lock as it is compared with days. Dates are texts, which are in the order of the days.
type lock struct {
	id, reason  string // none: it is that of the settlement
	first, last string
	kinds       []string
	users       map[string]bool // everybody if there are none
	exceptions  exception.List
}

// sheet is a timesheet that is pending or approved.
type sheet struct {
	id, first, last string
	isPending       bool
}

// Span is days of a user, or of everybody. User is the text of an id in lower case, or empty, and First and Last are
// those of dates.
type Span struct{ User, First, Last string }

// Closed returns for each of n spans of days of a kind what closes one of them for the caller, nil if nothing does. It
// returns nil if nothing closes any of them. span returns the span at a place: most writes are of days that nothing
// closes, and make no list of them. Closed may read timesheets, and whom the caller manages, with a statement each.
func (d *Days) Closed(ctx context.Context, kind string, n int, span func(i int) Span) ([]*Closed, error) {
	if n == 0 {
		return nil, nil
	}
	first, last := span(0).First, span(0).Last
	for i := range n {
		first, last = min(first, span(i).First), max(last, span(i).Last)
	}
	locks := d.locksAmong(kind, first, last)
	settles := (kind == actualhours.Table || kind == TimeOff) && first <= d.latest
	if locks == nil && !settles {
		return nil, nil
	}
	var sheets map[string][]sheet
	if settles {
		var err error
		if sheets, err = readSheets(ctx, kind, usersOf(n, span), first, last); err != nil {
			return nil, err
		}
	}
	found := make([]*Closed, n)
	for i := range n {
		s := span(i)
		found[i] = closing(s, locks, sheets[s.User])
	}
	return found, d.lookAtTimesheets(ctx, found)
}

// usersOf returns the users of spans, each once.
func usersOf(n int, span func(i int) Span) (users []uuid.UUID) {
	known := map[string]bool{}
	for i := range n {
		if user := span(i).User; !known[user] {
			known[user], users = true, append(users, protoconv.ID(user))
		}
	}
	return users
}

// locksAmong returns the locks of a kind that close a day from first to last, nil if none does.
func (d *Days) locksAmong(kind, first, last string) (locks []lock) {
	for _, l := range d.locks {
		if slices.Contains(l.kinds, kind) && first <= l.last && last >= l.first {
			locks = append(locks, l)
		}
	}
	if kind == actualhours.Table && d.autoLock > 0 {
		end := protoconv.AddDays(protoconv.DateString(protoconv.Today(time.Now())), -d.autoLock-1)
		if first <= end {
			locks = append(locks, lock{last: end})
		}
	}
	return locks
}

const selectSheets = `
SELECT id, user_id, start_date, end_date, status FROM timesheets
WHERE organization_id = $1 AND user_id = ANY ($2) AND end_date >= $3 AND start_date <= $4 AND status IN ('pending', 'approved')
ORDER BY end_date`

// readSheets reads the timesheets of users that settle days of the kind from first to last, in the order of their days.
// One that is pending settles no time off. They may be later than the version of the days: a write that has looked at
// one is then checked again.
func readSheets(
	ctx context.Context, kind string, users []uuid.UUID, first, last string,
) (map[string][]sheet, error) {
	sheets := map[string][]sheet{}
	return sheets, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var s sheet
		var user string
		var first, last time.Time
		var status timesheet.Status
		if err := scan(&s.id, &user, &first, &last, &status); err != nil {
			return err
		}
		s.first, s.last = protoconv.DateString(first), protoconv.DateString(last)
		s.isPending = status == timesheet.StatusPending
		if !s.isPending || kind != TimeOff {
			sheets[user] = append(sheets[user], s)
		}
		return nil
	}, selectSheets, pq.Array(users), first, last)
}

// closing returns what closes a day of a span: a lock, or else the first of the timesheets, which do not overlap.
func closing(s Span, locks []lock, sheets []sheet) *Closed {
	for i := range locks {
		if l := &locks[i]; s.First <= l.last && s.Last >= l.first && l.closes(s.User) {
			return &Closed{lock: l, user: s.User, first: max(s.First, l.first), last: min(s.Last, l.last)}
		}
	}
	i, _ := slices.BinarySearchFunc(sheets, s.First, func(s sheet, day string) int { return cmp.Compare(s.last, day) })
	if i == len(sheets) || sheets[i].first > s.Last {
		return nil
	}
	return &Closed{
		sheet: &sheets[i], user: s.User, first: max(s.First, sheets[i].first), last: min(s.Last, sheets[i].last),
	}
}

// closes reports whether the lock closes days of a user now. It closes those of everybody if it closes those of
// anybody.
func (l *lock) closes(user string) bool {
	if user == "" {
		return true
	}
	if len(l.users) > 0 && !l.users[user] {
		return false
	}
	return !slices.ContainsFunc(l.exceptions, func(e exception.Exception) bool {
		return e.UserID.String() == user && time.Now().Before(e.Until)
	})
}

// lookAtTimesheets removes the days of pending timesheets that the caller may decide, and finds out which of the others
// the caller may see.
func (d *Days) lookAtTimesheets(ctx context.Context, found []*Closed) error {
	var users []uuid.UUID
	for _, c := range found {
		if c != nil && c.lock == nil {
			users = append(users, protoconv.ID(c.user))
		}
	}
	if len(users) == 0 {
		return nil
	}
	sees, err := permit.SeesPrivate(ctx, users)
	if err != nil {
		return err
	}
	for i, c := range found {
		if c == nil || c.lock != nil {
			continue
		}
		user := protoconv.ID(c.user)
		if c.sheet.isPending && sees(user) && permit.DecidesSeen(ctx, user, d.selfApproval) {
			found[i] = nil
			continue
		}
		c.isSeen = sees(user) && permit.Reads(ctx, "timesheet")
	}
	return nil
}
