package capacity

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/proposed"
)

// The statements of Overloads read only what belongs to the given users and dates, whatever else
// the organization has.
const (
	// Each date is looked up by itself, as package among does it with ids.
	readHolidaysOn = `
SELECT h.country_code, h.date, h.factor FROM unnest((SELECT $2::date[])) AS days (date) CROSS JOIN LATERAL (
  SELECT * FROM holidays WHERE organization_id = $1 AND date BETWEEN days.date AND days.date AND country_code = ANY ($3)
  ORDER BY date OFFSET 0) h`

	// The range is not compared by columns, so that no index of dates is used: it would lead to
	// the time off of all users.
	readLeaveOf = `
SELECT user_id, start_date, end_date, availability FROM time_off_requests
WHERE organization_id = $1 AND user_id = ANY ($2) AND status = 'approved'
  AND daterange(start_date, end_date, '[]') && daterange($3, $4, '[]')`
)

// plannedOn returns the statement that reads the planned hours of users on dates, and its arguments from $2 on.
func plannedOn(users, dates []string, proposal *uuid.UUID) (string, []any) {
	args := tenant.Args{pq.StringArray(users), pq.StringArray(dates)}
	const of = "t.organization_id = $1 AND t.user_id = k.user_id AND t.date = k.date AND t.tentative IS NOT TRUE"
	rows := "(SELECT t.hours, t.project_id FROM assignments t WHERE " + of + ")"
	if proposal != nil {
		id := args.Add(*proposal)
		rows = "(SELECT t.hours, t.project_id FROM assignments t WHERE " + of + " AND " + proposed.Unwished(id) +
			" UNION ALL SELECT t.hours, t.project_id FROM proposal_rows t WHERE " + of + " AND " + proposed.Wished(id) + ")"
	}
	return `
SELECT s.hours FROM unnest((SELECT $2::uuid[]), (SELECT $3::date[])) WITH ORDINALITY AS k (user_id, date, place)
CROSS JOIN LATERAL (
  SELECT coalesce(sum(t.hours), 0) AS hours FROM ` + rows + ` t
    JOIN projects p ON p.organization_id = $1 AND p.id = t.project_id
  WHERE p.status NOT IN ('draft', 'cancelled')
) s ORDER BY k.place`, args
}

// Overloads returns for each pair of a person and a date by how many hours the planned hours of the person on that date
// are above the availability, as GetCapacity counts them, or 0. It is also 0 if the caller may not see the utilization
// of the person. Persons exist, and ids are in lower case. If proposal is not nil, the planned hours are those that it
// would make.
func Overloads(ctx context.Context, users, dates []string, proposal *uuid.UUID) ([]float64, error) {
	over := make([]float64, len(users))
	if len(users) == 0 {
		return over, nil
	}
	sight, err := permit.SightOf(ctx, auth.Utilization)
	if err != nil {
		return nil, err
	}
	available, err := readAvailability(ctx, users, dates)
	if err != nil {
		return nil, err
	}
	text, args := plannedOn(users, dates, proposal)
	i := 0
	return over, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var hours float64
		err := scan(&hours)
		if sight.Of(auth.Utilization, protoconv.ID(users[i])) {
			over[i] = max(0, rounded(hours-available[i]))
		}
		i++
		return err
	}, text, args...)
}

// absence is approved time off.
type absence struct {
	first, last time.Time
	available   float64
}

// FullDaysOff returns those of the dates on which a person has the whole day off, and whether that is a holiday. On
// others, approved time off leaves no hours. The person exists, and the id is in lower case.
func FullDaysOff(ctx context.Context, person string, dates []string) (holiday map[string]bool, err error) {
	holiday = map[string]bool{}
	if len(dates) == 0 {
		return holiday, nil
	}
	on, err := readDays(ctx, []string{person}, dates)
	if err != nil {
		return nil, err
	}
	for _, date := range dates {
		at := protoconv.Date(date)
		for _, a := range on.absences[person] {
			if a.covers(at) && a.available == 0 {
				holiday[date] = false
			}
		}
		for _, h := range on.holidays[date][on.people[person].country] {
			if h.factor >= 1 {
				holiday[date] = true
			}
		}
	}
	return holiday, nil
}

// days is what decides the availability of some people on some dates.
type days struct {
	from     dateRange // patterns are numbered from its first date on
	people   map[string]*person
	holidays map[string]map[string][]holidayOf // by date and country
	absences map[string][]absence
}

// covers reports whether a date is one of the time off.
func (a absence) covers(date time.Time) bool { return !date.Before(a.first) && !date.After(a.last) }

// readDays reads what decides the availability of users on dates. There is at least one date.
func readDays(ctx context.Context, users, dates []string) (*days, error) {
	from := dateRange{first: protoconv.Date(slices.Min(dates)), n: 1}
	ids := distinct(users)
	people, countries := map[string]*person{}, []string{}
	if err := tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		p, err := scanPerson(scan, from)
		if err != nil {
			return err
		}
		people[p.id.String()], countries = p, append(countries, p.country)
		return nil
	}, readPeopleByID, ids); err != nil {
		return nil, err
	}
	holidays := map[string]map[string][]holidayOf{} // by date and country
	if err := tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var country string
		var date time.Time
		var h holidayOf
		if err := scan(&country, &date, &h.factor); err != nil {
			return err
		}
		day := protoconv.DateString(date)
		if holidays[day] == nil {
			holidays[day] = map[string][]holidayOf{}
		}
		holidays[day][country] = []holidayOf{h}
		return nil
	}, readHolidaysOn, distinct(dates), distinct(countries)); err != nil {
		return nil, err
	}
	absences := map[string][]absence{}
	if err := tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var user string
		var a absence
		err := scan(&user, &a.first, &a.last, &a.available)
		absences[user] = append(absences[user], a)
		return err
	}, readLeaveOf, ids, from.start(), slices.Max(dates)); err != nil {
		return nil, err
	}
	return &days{from, people, holidays, absences}, nil
}

// readAvailability returns the availability of each user on the date at the same place.
func readAvailability(ctx context.Context, users, dates []string) ([]float64, error) {
	r, err := readDays(ctx, users, dates)
	if err != nil {
		return nil, err
	}
	available := make([]float64, len(users))
	d := newDaily(dateRange{n: 1})
	for i, user := range users {
		date := protoconv.Date(dates[i])
		on := &staff{days: dateRange{first: date, n: 1}, holidays: r.holidays[dates[i]]}
		d.reset()
		on.availability(r.people[user].on(date, r.from.day(date), r.absences[user]), d)
		available[i] = d.series[availability][0]
	}
	return available, nil
}

// on returns what decides the availability of a user on a date, which is the given number of days
// after the first date.
func (p *person) on(date time.Time, day int, absences []absence) *person {
	one := p.startingOn(day)
	for _, a := range absences {
		if a.covers(date) {
			one.leave = append(one.leave, leave{0, 0, a.available, true})
		}
	}
	return one
}

// distinct returns the different values, as an argument of a statement.
func distinct(values []string) pq.StringArray {
	sorted := slices.Sorted(slices.Values(values))
	return slices.Compact(sorted)
}
