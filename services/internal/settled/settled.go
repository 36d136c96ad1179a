// Package settled knows which days of an organization are closed, and for whom: by locks, by the age of the days, and
// by timesheets.
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
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent/timesheet"
	"github.com/workplan-api/workplan/internal/exception"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/ttlcache"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/journal"
)

// Checker remembers the closed days of organizations. One that is nil remembers nothing.
type Checker struct {
	known *ttlcache.Cache[uuid.UUID, *Days]
	// before are those that were known last. They may be out of date, and then only the timesheets that have changed
	// since are read.
	before *ttlcache.Cache[uuid.UUID, *Days]
}

// readAgain is after how long all timesheets are read again when closed days change: a database that was restored does
// not say which timesheets are gone.
const readAgain = 10 * time.Minute

// NewChecker returns a Checker that knows nothing yet.
func NewChecker() *Checker {
	return &Checker{ttlcache.New[uuid.UUID, *Days](time.Hour), ttlcache.New[uuid.UUID, *Days](time.Hour)}
}

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
		case problem.Has(err, problem.PeriodLocked), problem.Has(err, problem.DaySettled):
			now, other := journal.SettledVersion(ctx, call.DB(ctx))
			if other != nil || now == days.Version {
				return cmp.Or(other, err)
			}
		default:
			return err
		}
		c.forget(ctx)
	}
	return problem.New(problem.Unavailable, "other requests close days all the time: try again later")
}

func (c *Checker) forget(ctx context.Context) {
	if c != nil {
		c.known.Remove(tenant.Organization(ctx))
	}
}

// days returns the closed days of the organization, at least as new as what is known of the caller.
func (c *Checker) days(ctx context.Context) (*Days, error) {
	if c == nil {
		days, _, err := read(ctx, nil)
		return days, err
	}
	organization, began := tenant.Organization(ctx), time.Now()
	days, is := c.known.Get(organization)
	if is && days.Version >= call.Caller(ctx).SettledVersion {
		return days, nil
	}
	before, _ := c.before.Get(organization)
	days, isNew, err := read(ctx, before)
	if err == nil && !isNew { // whose transaction may still be undone
		c.known.Add(organization, days, began)
		c.before.Add(organization, days, began)
	}
	return days, err
}

// read reads the closed days of the organization. The first time, it gives them a version. before are those of an
// earlier version, or nil.
func read(ctx context.Context, before *Days) (days *Days, isNew bool, err error) {
	days, err = readStored(ctx)
	if err == nil && days.Version == 0 {
		isNew = true
		if err = journal.BeginClosed(ctx, call.DB(ctx)); err == nil {
			days, err = readStored(ctx)
		}
	}
	if err != nil {
		return nil, false, err
	}
	return days, isNew, days.readSheets(ctx, before)
}

const readDays = `
SELECT d.version, coalesce(s.self_approval, false), coalesce(s.auto_lock_after_days, 0),
       l.id, l.start_date, l.end_date, l.kinds, l.user_ids, l.reason, coalesce(l.exceptions, '[]')
FROM closed_days d
LEFT JOIN organization_settlement s ON s.organization_id = $1
LEFT JOIN locks l ON l.organization_id = $1
WHERE d.organization_id = $1
ORDER BY l.id`

// readStored reads the closed days of the organization, without those of timesheets. Their version is 0 if it has none
// yet.
func readStored(ctx context.Context) (*Days, error) {
	days := &Days{}
	return days, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id, reason sql.NullString
		var first, last sql.NullTime
		var kinds, users pq.StringArray
		var exceptions exception.List
		err := scan(&days.Version, &days.SelfApproval, &days.autoLock,
			&id, &first, &last, &kinds, &users, &reason, &exceptions)
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

// Those that are not pending and not approved settle no days. If only changes are read, they say that they no longer
// do.
const readSheets = `
SELECT id, user_id, start_date, end_date, status FROM timesheets
WHERE organization_id = $1 AND settled_version > $2 AND ($2 > 0 OR status IN ('pending', 'approved'))
ORDER BY end_date`

// readSheets reads the timesheets of the organization. Of those that before has, it reads what has changed since. It
// may read a change that is later than the version of the days: a write that has looked at it is then checked again.
func (d *Days) readSheets(ctx context.Context, before *Days) error {
	since := int64(0)
	d.sheets, d.readAt = map[string][]sheet{}, time.Now()
	if before != nil && before.Version <= d.Version && time.Since(before.readAt) < readAgain {
		since, d.readAt, d.sheets = before.Version, before.readAt, maps.Clone(before.sheets)
	}
	return tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var s sheet
		var user, status string
		var first, last time.Time
		if err := scan(&s.id, &user, &first, &last, &status); err != nil {
			return err
		}
		s.first, s.last, s.isPending = protoconv.DateString(first), protoconv.DateString(last), status == pending
		sheets := d.sheets[user]
		if since > 0 { // others read the list of before
			sheets = slices.DeleteFunc(slices.Clone(sheets), func(other sheet) bool { return other.id == s.id })
		}
		if s.isPending || status == approved {
			sheets = append(sheets, s)
		}
		if since > 0 {
			slices.SortFunc(sheets, func(a, b sheet) int { return cmp.Compare(a.last, b.last) })
		}
		d.sheets[user] = sheets
		return nil
	}, readSheets, since)
}

// The statuses of timesheets that settle days.
const (
	pending  = string(timesheet.StatusPending)
	approved = string(timesheet.StatusApproved)
)

// Change calls change, which changes what is closed, in a transaction in which nobody else writes what can be closed:
// it waits for those who do, and they are checked again. The closed days have the version from then on. Afterwards this
// process forgets what was closed before.
func (c *Checker) Change(ctx context.Context, change func(version int64) error) error {
	db := call.DB(ctx)
	err := db.Unit.Do(ctx, func() error {
		version, err := journal.ChangeClosed(ctx, db)
		if err != nil {
			return err
		}
		return change(version)
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
