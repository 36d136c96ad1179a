// Package settled knows which days of an organization are closed, and for whom.
//
// A method that writes such days looks at them in what Checker.Checked calls, and passes the version of what it has
// seen to package journal. Its last statement, which may be its only one, asks whether the organization still has that
// version, with a lock that writers share until they commit. Who closes days takes that lock alone, see Change. So it
// waits for the writes that have asked before, and those that ask after it see another version and are checked again.
// No write needs one more statement.
package settled

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/exception"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/ttlcache"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/journal"
)

// TimeOff is the kind of a lock that closes time off. The others are the tables of hours.
const TimeOff = "time_off"

// lock is a lock as it is compared with days. Dates are texts, which are in the order of the days.
type lock struct {
	id, reason  string
	first, last string
	kinds       []string
	users       map[string]bool // everybody if there are none
	exceptions  exception.List
}

// Days are the closed days of an organization.
type Days struct {
	// Version counts the changes of what is closed.
	Version int64
	locks   []lock
}

// Among returns those of the closed days that can be days of a kind from first to last, nil if none can.
func (d *Days) Among(kind, first, last string) *Days {
	var locks []lock
	for _, l := range d.locks {
		if slices.Contains(l.kinds, kind) && first <= l.last && last >= l.first {
			locks = append(locks, l)
		}
	}
	if locks == nil {
		return nil
	}
	return &Days{Version: d.Version, locks: locks}
}

// Closed returns what closes a day of a user from first to last, nil if nothing does. user is the text of an id in
// lower case, and first and last are those of dates. Days that are nil close nothing.
func (d *Days) Closed(user, first, last string) *Closed {
	if d == nil {
		return nil
	}
	for i := range d.locks {
		if l := &d.locks[i]; first <= l.last && last >= l.first && l.closes(user) {
			return &Closed{l, max(first, l.first), min(last, l.last)}
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

// Closed is days that a lock closes.
type Closed struct {
	lock        *lock
	first, last string
}

// Error returns the error of a write to the days, which names no field.
func (c *Closed) Error(ctx context.Context) error {
	return problem.New(problem.PeriodLocked, "%s", c.sentence(ctx))
}

// Item returns what is wrong with a field of an item, which is the day.
func (c *Closed) Item(ctx context.Context, index int, field string) problem.Detail {
	return problem.Detail{Field: field, Message: "is " + c.by(ctx), Index: index, Code: problem.PeriodLocked}
}

// Detail returns what is wrong with a field that means the days among others.
func (c *Closed) Detail(ctx context.Context, field string) problem.Detail {
	return problem.Detail{
		Field: field, Message: c.sentence(ctx), IsSentence: true, Index: -1, Code: problem.PeriodLocked,
	}
}

func (c *Closed) sentence(ctx context.Context) string {
	if c.first == c.last {
		return c.first + " is " + c.by(ctx)
	}
	return "the days from " + c.first + " to " + c.last + " are " + c.by(ctx)
}

func (c *Closed) by(ctx context.Context) string {
	reason := ""
	if call.Caller(ctx).Has("read:timesheets") {
		reason = " (" + c.lock.reason + ")"
	}
	return "closed by the lock " + c.lock.id + reason +
		": an admin can make an exception for the user, or delete the lock"
}

// Checker remembers the closed days of organizations. One that is nil remembers nothing.
type Checker struct {
	known *ttlcache.Cache[uuid.UUID, *Days]
}

// NewChecker returns a Checker that knows nothing yet.
func NewChecker() *Checker { return &Checker{ttlcache.New[uuid.UUID, *Days](time.Hour)} }

// attempts is how often Checked calls its function at most because closed days have changed meanwhile.
const attempts = 8

// Checked calls write with the closed days of the organization. write looks at them before it writes, and passes their
// version to package journal. If closed days have changed meanwhile, nothing was written, and Checked calls write
// again. It does so too if write has refused a day that has been opened since the days were read.
func (c *Checker) Checked(ctx context.Context, write func(*Days) error) error {
	for range attempts {
		days, err := c.days(ctx)
		if err != nil {
			return err
		}
		err = write(days)
		switch {
		case errors.Is(err, journal.ErrSettled):
		case problem.Has(err, problem.PeriodLocked):
			now, other := journal.SettledVersion(ctx, call.DB(ctx))
			if other != nil || now == days.Version {
				return cmp.Or(other, err)
			}
		default:
			return err
		}
		c.forget(ctx)
	}
	return problem.New(problem.Unavailable, "admins are closing days all the time; try again later")
}

func (c *Checker) forget(ctx context.Context) {
	if c != nil {
		c.known.Remove(tenant.Organization(ctx))
	}
}

// days returns the closed days of the organization, at least as new as what is known of the caller.
func (c *Checker) days(ctx context.Context) (*Days, error) {
	if c == nil {
		days, _, err := read(ctx)
		return days, err
	}
	organization, began := tenant.Organization(ctx), time.Now()
	days, is := c.known.Get(organization)
	if is && days.Version >= call.Caller(ctx).SettledVersion {
		return days, nil
	}
	days, isNew, err := read(ctx)
	if err == nil && !isNew { // whose transaction may still be undone
		c.known.Add(organization, days, began)
	}
	return days, err
}

const readDays = `
SELECT d.version, l.id, l.start_date, l.end_date, l.kinds, l.user_ids, l.reason,
       coalesce(l.exceptions, '[]')
FROM closed_days d LEFT JOIN locks l ON l.organization_id = $1
WHERE d.organization_id = $1
ORDER BY l.id`

// read reads the closed days of the organization. The first time, it gives them a version.
func read(ctx context.Context) (days *Days, isNew bool, err error) {
	days, err = readStored(ctx)
	if err != nil || days.Version > 0 {
		return days, false, err
	}
	if err := journal.BeginClosed(ctx, call.DB(ctx)); err != nil {
		return nil, false, err
	}
	days, err = readStored(ctx)
	return days, true, err
}

// readStored reads the closed days of the organization. Their version is 0 if it has none yet.
func readStored(ctx context.Context) (*Days, error) {
	days := &Days{}
	return days, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id, reason sql.NullString
		var first, last sql.NullTime
		var kinds, users pq.StringArray
		var exceptions exception.List
		err := scan(&days.Version, &id, &first, &last, &kinds, &users, &reason, &exceptions)
		if err != nil || !id.Valid {
			return err
		}
		l := lock{
			id: id.String, reason: reason.String, last: protoconv.DateString(last.Time), kinds: kinds,
			exceptions: exceptions,
		}
		if first.Valid {
			l.first = protoconv.DateString(first.Time)
		}
		if len(users) > 0 {
			l.users = make(map[string]bool, len(users))
			for _, user := range users {
				l.users[strings.ToLower(user)] = true
			}
		}
		days.locks = append(days.locks, l)
		return nil
	}, readDays)
}

// Change calls change, which changes what is closed, in a transaction in which nobody else writes what can be closed:
// it waits for those who do, and they are checked again. Afterwards this process forgets what was closed before.
func (c *Checker) Change(ctx context.Context, change func() error) error {
	db := call.DB(ctx)
	err := db.Unit.Do(ctx, func() error {
		if err := journal.ChangeClosed(ctx, db); err != nil {
			return err
		}
		return change()
	})
	c.forget(ctx)
	if postgres.IsLockTimeout(err) {
		busy := problem.New(problem.Unavailable,
			"another request writes for long what can be closed: nothing has changed; try again in a second")
		busy.RetryAfter, busy.Cause = time.Second, err
		return busy
	}
	return err
}
