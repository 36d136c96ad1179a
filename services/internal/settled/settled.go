// Package settled knows which days of an organization are closed, and for whom: by locks, by the age of the days, and
// by timesheets.
//
// A method that writes such days looks at them in what Checker.Checked calls, and passes the version of what it has
// seen to package journal. Its last statement, which may be its only one, asks whether the organization still has that
// version, with a lock that writers share until they commit. Who closes days takes that lock alone, see Change. So it
// waits for the writes that have asked before, and those that ask after it see another version and are checked again,
// this time with the lock from the beginning. No write needs one more statement, unless it is about days for which
// there are timesheets, or is checked again.
package settled

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
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
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/journal"
)

// Checker remembers the closed days of organizations. One that is nil remembers nothing.
type Checker struct {
	known *ttlcache.Cache[uuid.UUID, *Days]
}

// NewChecker returns a Checker that knows nothing yet.
func NewChecker() *Checker { return &Checker{ttlcache.New[uuid.UUID, *Days](time.Hour)} }

// Checked calls write with the closed days of the organization. write looks at them before it writes, and passes their
// version to package journal. If closed days have changed meanwhile, nothing was written, and Checked calls write
// again, in a transaction in which they do not change. It does so too if write has refused a day that has been opened
// since the days were read. locks means that write locks the organization.
func (c *Checker) Checked(ctx context.Context, locks bool, write func(*Days) error) error {
	days, err := c.days(ctx)
	if err != nil {
		return err
	}
	err = write(days)
	switch {
	case errors.Is(err, journal.ErrSettled):
	case Refused(err):
		now, other := journal.ClosedVersion(ctx, call.DB(ctx))
		if other != nil || now == days.Version {
			return cmp.Or(other, err)
		}
	default:
		return err
	}
	if err = c.hold(ctx, locks, write); errors.Is(err, journal.ErrSettled) {
		err = problem.New(problem.Unavailable, "closed days have changed: send the request again")
	}
	return err
}

// Refused reports whether an error is about days that are closed.
func Refused(err error) bool {
	return problem.Has(err, problem.PeriodLocked) || problem.Has(err, problem.DaySettled)
}

// hold calls write with the closed days of the organization in a transaction in which they do not change.
func (c *Checker) hold(ctx context.Context, locks bool, write func(*Days) error) error {
	db := call.DB(ctx)
	return db.Unit.Do(ctx, func() error {
		if locks { // before the closed days, as those do who change them
			if err := tenant.Lock(ctx, db); err != nil {
				return err
			}
		}
		version, err := journal.HoldClosed(ctx, db)
		if err != nil {
			return err
		}
		days, err := c.days(ctx)
		if err == nil && days.Version != version {
			c.forget(ctx)
			days, err = c.days(ctx)
		}
		if err != nil {
			return err
		}
		return write(days)
	})
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

const readDays = `
SELECT d.version, coalesce(s.self_approval, false), coalesce(s.auto_lock_after_days, 0),
       (SELECT max(end_date) FROM timesheets t WHERE t.organization_id = $1 AND t.status IN ('pending', 'approved')),
       l.id, l.start_date, l.end_date, l.kinds, l.user_ids, l.reason, coalesce(l.exceptions, '[]')
FROM closed_days d
LEFT JOIN organization_settlement s ON s.organization_id = $1
LEFT JOIN locks l ON l.organization_id = $1
WHERE d.organization_id = $1
ORDER BY l.id`

// readStored reads the closed days of the organization. Their version is 0 if it has none yet.
func readStored(ctx context.Context) (*Days, error) {
	days := &Days{}
	return days, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id, reason sql.NullString
		var latest, first, last sql.NullTime
		var kinds, users pq.StringArray
		var exceptions exception.List
		err := scan(&days.Version, &days.selfApproval, &days.autoLock, &latest,
			&id, &first, &last, &kinds, &users, &reason, &exceptions)
		if err != nil {
			return err
		}
		if latest.Valid {
			days.latest = protoconv.DateString(latest.Time)
		}
		if !id.Valid {
			return nil
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
// it waits for those who do, and they are checked again. If change returns false, nothing has changed, and Change
// undoes the transaction. Afterwards this process forgets what was closed before.
func (c *Checker) Change(ctx context.Context, change func() (changed bool, err error)) error {
	db := call.DB(ctx)
	err := db.Unit.Do(ctx, func() error {
		if err := journal.ChangeClosed(ctx, db); err != nil {
			return err
		}
		if changed, err := change(); err != nil || changed {
			return err
		}
		return txn.ErrUndo
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
