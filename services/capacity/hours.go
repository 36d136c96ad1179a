package capacity

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/proposed"
)

// hoursQuery collects the rows of a table of hours by one or two columns.
type hoursQuery struct {
	planned                     bool // planned hours, else actual hours
	by                          columns
	days                        dateRange
	countAs                     []int32     // for each day, the day that its hours count for; nil means itself
	people                      []uuid.UUID // only these users; nil means all
	project, client, capability *string
	placeholders                bool          // only those of placeholders
	sight                       *permit.Sight // of actual hours
	proposal                    *uuid.UUID    // whose wishes are over the planned hours; nil for none
	// maxKeys is how many keys may have hours; 0 means any number.
	maxKeys int
}

// columns are the columns that make the key of a row. split may be "".
type columns struct{ group, split string }

// key is the values of these columns. Without a column split, and for rows without a
// capability, it has uuid.Nil.
type key struct{ group, split uuid.UUID }

// The columns of keys.
const (
	byUser       = "t.user_id"
	byProject    = "t.project_id"
	byClient     = "p.client_id"
	byCapability = "coalesce(t.capability_id, '00000000-0000-0000-0000-000000000000')"
)

// dayHours is the hours of a key, as PostgreSQL sends them: the number of a day in two bytes, and its hours in eight. A
// day may come several times. isTentative is added to the number for tentative hours, and ofPlaceholders for hours of
// placeholders, if the key is no user.
type dayHours []byte

const (
	ofPlaceholders = 1 << 10 // more than maxDays
	isTentative    = 1 << 11

	sizeOfDay = 2 + 8
)

// text returns the statement and its arguments from $2 on; $1 is the organization. It returns one value for each key:
// its ids and its dayHours, which is faster than a row for each. With countAs, PostgreSQL adds up what counts for the
// same day. Without it there are few rows of the same key and day, and adding them up takes longer than sending them.
// The text does not depend on the values of filters, so that the statement stays prepared.
func (q hoursQuery) text() (string, []any) {
	args := tenant.Args{q.days.start(), q.days.end()}
	keys, ids, columns := "key", "uuid_send(key)", q.by.group+" AS key"
	if q.by.split != "" {
		keys, ids, columns = "key, split", "uuid_send(key) || uuid_send(split)", columns+", "+q.by.split+" AS split"
	}
	day, hours, groups := "t.date - $2::date", "t.hours", ""
	if q.countAs != nil {
		day = "(" + args.Add(pq.Int32Array(q.countAs)) + "::int[])[" + day + " + 1]"
		hours, groups = "sum(t.hours) AS hours", " GROUP BY "+keys+", day"
	}
	table := "actual_hours"
	where := " WHERE t.organization_id = $1 AND t.date >= $2 AND t.date <= $3 AND t.hours > 0"
	if q.planned {
		table = "assignments"
		day += fmt.Sprintf(" + CASE WHEN p.status = 'draft' OR t.tentative IS TRUE THEN %d ELSE 0 END", isTentative)
		where += " AND p.status <> 'cancelled'"
		if q.by.group != byUser {
			day += fmt.Sprintf(" + CASE WHEN %s THEN %d ELSE 0 END", placeholder.Condition("t.user_id"), ofPlaceholders)
		}
	}
	rows := table
	if q.people != nil {
		// Each user is looked up by itself. BETWEEN leaves a use for the order of the users, which only the right index
		// has. Dates are compared together with users: with a condition on dates alone, PostgreSQL may choose the index
		// of dates, and read the days of all users for each user. The last OFFSET 0 keeps the join with projects out of
		// the look-ups, which would otherwise read all projects for each user.
		people := args.Add(tenant.IDs(slices.Values(q.people)))
		rows = "(SELECT t.* FROM unnest((SELECT " + people +
			"::uuid[])) AS people (id) CROSS JOIN LATERAL (SELECT * FROM " + table +
			" WHERE organization_id = $1 AND user_id BETWEEN people.id AND people.id " +
			"AND (user_id, date) >= (people.id, $2::date) AND (user_id, date) <= (people.id, $3::date) " +
			"ORDER BY user_id, date OFFSET 0) t OFFSET 0)"
		if q.proposal != nil { // whose wishes may be about others
			where += " AND t.user_id = ANY (" + people + ")"
		}
	}
	if q.planned {
		rows = proposed.Rows(rows, &args, q.proposal)
	}
	from := rows + " t"
	if q.planned || q.client != nil || q.by.group == byClient || q.by.split == byClient {
		from += " JOIN projects p ON p.organization_id = $1 AND p.id = t.project_id"
	}
	for _, filter := range []struct {
		column string
		id     *string
	}{{"t.project_id", q.project}, {"p.client_id", q.client}, {"t.capability_id", q.capability}} {
		if filter.id != nil {
			where += " AND " + filter.column + " = " + args.Add(*filter.id)
		}
	}
	if !q.planned {
		where += q.sight.AndSeenHours(&args)
	}
	if q.placeholders {
		where += " AND " + placeholder.Condition("t.user_id")
	}
	return "SELECT " + ids + " || string_agg(int2send(day::int2) || float8send(hours), '') FROM (" +
		"SELECT " + columns + ", " + day + " AS day, " + hours + " FROM " + from + where +
		groups + ") d GROUP BY " + keys, args
}

// hoursByKey reads the hours of each key that has some.
func (q hoursQuery) hoursByKey(ctx context.Context) (map[key]dayHours, error) {
	hours := map[key]dayHours{}
	if q.people != nil && len(q.people) == 0 {
		return hours, nil
	}
	text, args := q.text()
	return hours, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var value []byte
		if err := scan(&value); err != nil {
			return err
		}
		k := key{group: uuid.UUID(value[:16])}
		value = value[16:]
		if q.by.split != "" {
			k.split, value = uuid.UUID(value[:16]), value[16:]
		}
		if hours[k] = value; q.maxKeys > 0 && len(hours) > q.maxKeys {
			return errTooLarge
		}
		return nil
	}, text, args...)
}

// addTo adds firm and tentative hours to a series each. Hours of placeholders are unfilled.
func (h dayHours) addTo(d *daily, firm, tentative series) {
	for value := range slices.Chunk(h, sizeOfDay) {
		day, to := binary.BigEndian.Uint16(value), firm
		switch {
		case day&ofPlaceholders != 0:
			to = unfilled
		case day&isTentative != 0:
			to = tentative
		}
		d.series[to][day%ofPlaceholders] += math.Float64frombits(binary.BigEndian.Uint64(value[2:]))
	}
}
