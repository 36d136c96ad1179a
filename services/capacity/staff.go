package capacity

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// staff is the users of the organization, also placeholders, and what decides the availability of persons.
type staff struct {
	days     dateRange
	people   []*person
	byID     map[uuid.UUID]*person
	holidays map[string][]holidayOf // by country
}

// person is a user, who may be a placeholder.
type person struct {
	id, manager uuid.UUID // manager is uuid.Nil if the user reports to nobody
	name        string
	country     string
	weekly      float64   // defaultAvailability
	active      bool      // and employed on some day of the range
	from, to    int       // the first and the last day of employment
	patterns    []pattern // in the order of their first days
	leave       []leave
}

// pattern is a working pattern. from is its first day, which may be before the range.
type pattern struct {
	from  int
	hours [daysOfWeek]float64
}

// leave is time off within the range.
type leave struct {
	from, to  int
	available float64
	approved  bool
}

type holidayOf struct {
	day    int
	factor float64
}

const (
	selectPerson = `
SELECT t.id, t.name, coalesce(t.country_code, ''), t.default_availability, t.reports_to_id, t.is_active,
  t.start_date, t.end_date, w.items
FROM `

	readPeople = selectPerson + `users t LEFT JOIN working_patterns w ON w.organization_id = $1 AND w.id = t.id
WHERE t.organization_id = $1`

	readHolidays = `
SELECT country_code, date - $2::date, factor FROM holidays WHERE organization_id = $1 AND date >= $2 AND date <= $3`

	readLeave = `
SELECT user_id, greatest(start_date - $2::date, 0), least(end_date, $3::date) - $2::date,
  availability, status = 'approved'
FROM time_off_requests
WHERE organization_id = $1 AND end_date >= $2 AND start_date <= $3 AND status IN ('approved', 'pending')`

	readLeaveIn = readLeave + ` AND user_id = ANY ($4)`
)

// readPeopleByID reads only what belongs to the given users, whatever else the organization has.
var readPeopleByID = selectPerson + among.Rows("users", "$2") + ` LEFT JOIN LATERAL (
  SELECT * FROM working_patterns WHERE organization_id = $1 AND id BETWEEN t.id AND t.id ORDER BY id OFFSET 0) w ON true`

// farAway is the number of a day after all others, also as seen from any of them: ten thousand years are 3.7 million
// days.
const farAway = 1 << 30

// scanPerson reads a row of readPeople. The working patterns are numbered in the days of a range.
func scanPerson(scan postgres.Scan, days dateRange) (*person, error) {
	p, manager, items := &person{}, uuid.NullUUID{}, []byte(nil)
	var start, end sql.NullTime
	if err := scan(&p.id, &p.name, &p.country, &p.weekly, &manager, &p.active, &start, &end, &items); err != nil {
		return nil, err
	}
	p.manager = manager.UUID
	p.from, p.to = -farAway, farAway
	if start.Valid {
		p.from = days.day(start.Time)
	}
	if end.Valid {
		p.to = days.day(end.Time)
	}
	p.active = p.active && p.from < days.n && p.to >= 0
	return p, p.readPatterns(items, days)
}

// readStaff reads all users, because any of them may be in the reporting line.
func readStaff(ctx context.Context, days dateRange, sight *permit.Sight) (*staff, error) {
	return newStaff(ctx, days, sight, readPeople, readLeave)
}

// readStaffOf reads the users with these ids.
func readStaffOf(ctx context.Context, days dateRange, sight *permit.Sight, ids []uuid.UUID) (*staff, error) {
	return newStaff(ctx, days, sight, readPeopleByID, readLeaveIn, tenant.IDs(slices.Values(ids)))
}

// newStaff reads users and their time off with two statements, without the requests that sight does not have. ids is
// the last argument of both, if they have one.
func newStaff(
	ctx context.Context, days dateRange, sight *permit.Sight, people, absent string, ids ...any,
) (*staff, error) {
	s := &staff{days: days, byID: map[uuid.UUID]*person{}, holidays: map[string][]holidayOf{}}
	if err := s.readPeople(ctx, people, ids...); err != nil {
		return nil, err
	}
	if err := s.readHolidays(ctx); err != nil {
		return nil, err
	}
	return s, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var user uuid.UUID
		var l leave
		if err := scan(&user, &l.from, &l.to, &l.available, &l.approved); err != nil {
			return err
		}
		if !l.approved && !sight.Of(auth.PendingRequests, user) {
			return nil
		}
		p := s.byID[user] // the foreign key and the snapshot guarantee it
		p.leave = append(p.leave, l)
		return nil
	}, absent, append([]any{days.start(), days.end()}, ids...)...)
}

// readPeople reads users with a statement.
func (s *staff) readPeople(ctx context.Context, statement string, args ...any) error {
	return tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		p, err := scanPerson(scan, s.days)
		if err != nil {
			return err
		}
		s.people = append(s.people, p)
		s.byID[p.id] = p
		return nil
	}, statement, args...)
}

// readHolidays reads the holidays of all countries.
func (s *staff) readHolidays(ctx context.Context) error {
	return tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var country string
		var h holidayOf
		if err := scan(&country, &h.day, &h.factor); err != nil {
			return err
		}
		s.holidays[country] = append(s.holidays[country], h)
		return nil
	}, readHolidays, s.days.start(), s.days.end())
}

// startingOn returns what decides the hours of a person in a range that starts on a day of this one, without leave.
func (p *person) startingOn(day int) *person {
	return &person{
		country: p.country, weekly: p.weekly, from: p.from - day, to: p.to - day,
		patterns: lists.Map(p.patterns, func(its pattern) pattern { return pattern{its.from - day, its.hours} }),
	}
}

// readPatterns reads the column items of working_patterns, which is nil without any.
func (p *person) readPatterns(items []byte, days dateRange) error {
	if items == nil {
		return nil
	}
	var stored []struct {
		ValidFrom string
		Hours     [daysOfWeek]float64
	}
	if err := json.Unmarshal(items, &stored); err != nil {
		return err
	}
	for _, s := range stored {
		p.patterns = append(p.patterns, pattern{days.day(protoconv.Date(s.ValidFrom)), s.Hours})
	}
	return nil
}

// isPlaceholder reports whether the user has planned hours, but no availability.
func (p *person) isPlaceholder() bool { return placeholder.Is(p.id) }

// works reports whether the user is an active person.
func (p *person) works() bool { return p.active && !p.isPlaceholder() }

// selected returns the users with an id, and below a user in the reporting line. Both may be
// nil, which selects all.
func (s *staff) selected(id, manager *string) []*person {
	people := slices.Clone(s.people)
	if id != nil {
		only := protoconv.ID(*id)
		people = slices.DeleteFunc(people, func(p *person) bool { return p.id != only })
	}
	if manager != nil {
		above := protoconv.ID(*manager)
		people = slices.DeleteFunc(people, func(p *person) bool { return !s.isBelow(p, above) })
	}
	return people
}

// measured returns those of the people who work and whose utilization sight has.
func measured(people []*person, sight *permit.Sight) []*person {
	return slices.DeleteFunc(people, func(p *person) bool { return !p.works() || !sight.Of(auth.Utilization, p.id) })
}

func idsOf(people []*person) []uuid.UUID {
	ids := make([]uuid.UUID, len(people))
	for i, p := range people {
		ids[i] = p.id
	}
	return ids
}

// isBelow reports whether a user has another one above in the reporting line, which has no
// cycles.
func (s *staff) isBelow(p *person, above uuid.UUID) bool {
	for p != nil && p.manager != uuid.Nil {
		if p.manager == above {
			return true
		}
		p = s.byID[p.manager]
	}
	return false
}

// availability fills in the series of a user up to pendingTimeOff. d must be reset before.
func (s *staff) availability(of *person, d *daily) {
	for _, l := range of.leave {
		left := d.left
		if !l.approved {
			left = d.leftByPending
		}
		for day := l.from; day <= l.to; day++ {
			left[day] = min(left[day], l.available)
		}
	}
	s.contract(of, d.series[contracted])
	for _, h := range s.holidays[of.country] {
		d.series[holiday][h.day] = h.factor * d.series[contracted][h.day]
	}
	for day, hours := range d.series[contracted] {
		base := hours - d.series[holiday][day]
		available := min(base, d.left[day])
		d.series[timeOff][day] = base - available
		d.series[availability][day] = available
		d.series[pendingTimeOff][day] = available - min(available, d.leftByPending[day])
	}
}

// contract fills in the hours of the working patterns, on the days of employment.
func (s *staff) contract(p *person, hours []float64) {
	daily := p.weekly / 5
	week := [daysOfWeek]float64{daily, daily, daily, daily, daily}
	patterns, weekday := p.patterns, s.days.weekday(0)
	for day := range hours {
		for len(patterns) > 0 && patterns[0].from <= day {
			week, patterns = patterns[0].hours, patterns[1:]
		}
		if p.from <= day && day <= p.to {
			hours[day] = week[weekday]
		}
		weekday = (weekday + 1) % daysOfWeek
	}
}
