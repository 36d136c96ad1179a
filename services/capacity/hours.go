package capacity

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"math"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/tenant"
)

// hoursQuery sums the rows of a table of hours by one or two columns and by day.
type hoursQuery struct {
	planned                     bool // planned hours, else actual hours
	by                          columns
	days                        dateRange
	people                      []uuid.UUID // only these users; nil means all
	project, client, capability *string
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

// dayHours is the hours of a key, as PostgreSQL sends them: for each day with hours its number
// in two bytes, and the sums in eight bytes each. Planned hours have two sums, those of projects
// that are no drafts and those of drafts. Actual hours have one.
type dayHours []byte

// text returns the statement and its arguments. It returns one value for each key: its ids and
// its dayHours. Adding up in PostgreSQL is faster than here, because the rows need not be sent.
// The text does not depend on the values of filters, so that the statement stays prepared.
func (q hoursQuery) text(ctx context.Context) (string, []any) {
	args := []any{tenant.Organization(ctx), q.days.start(), q.days.end()}
	parameter := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	sums, values, from := "sum(t.hours) AS hours", "float8send(hours)", "actual_hours t"
	where := " WHERE t.organization_id = $1 AND t.date >= $2 AND t.date <= $3"
	if q.planned {
		sums = "coalesce(sum(t.hours) FILTER (WHERE p.status <> 'draft'), 0) AS planned, coalesce(sum(t.hours) FILTER (WHERE p.status = 'draft'), 0) AS tentative"
		values, from = "float8send(planned) || float8send(tentative)", "assignments t"
		where += " AND p.status <> 'cancelled'"
	}
	if q.planned || q.client != nil || q.by.group == byClient || q.by.split == byClient {
		from += " JOIN projects p ON p.organization_id = $1 AND p.id = t.project_id"
	}
	if q.people != nil {
		from += " JOIN unnest((SELECT " + parameter(texts(slices.Values(q.people))) + "::uuid[])) AS people (id) ON people.id = t.user_id"
	}
	for _, filter := range []struct {
		column string
		id     *string
	}{{"t.project_id", q.project}, {"p.client_id", q.client}, {"t.capability_id", q.capability}} {
		if filter.id != nil {
			where += " AND " + filter.column + " = " + parameter(*filter.id)
		}
	}
	ids, selected, keys, days := "uuid_send(key)", q.by.group+" AS key", "key", "1, 2"
	if q.by.split != "" {
		ids, selected, keys, days = "uuid_send(key) || uuid_send(split)", selected+", "+q.by.split+" AS split", "key, split", "1, 2, 3"
	}
	return "SELECT " + ids + " || string_agg(int2send(day::int2) || " + values + ", '') FROM (" +
		"SELECT " + selected + ", t.date - $2::date AS day, " + sums + " FROM " + from + where + " GROUP BY " + days + ") d GROUP BY " + keys, args
}

// read returns the hours of each key that has rows.
func (q hoursQuery) read(ctx context.Context, db *ent.Client) (map[key]dayHours, error) {
	hours := map[key]dayHours{}
	if q.people != nil && len(q.people) == 0 {
		return hours, nil
	}
	text, args := q.text(ctx)
	return hours, query(ctx, db, text, args, func(scan scanner) error {
		var value []byte
		if err := scan(&value); err != nil {
			return err
		}
		k := key{group: uuid.UUID(value[:16])}
		value = value[16:]
		if q.by.split != "" {
			k.split, value = uuid.UUID(value[:16]), value[16:]
		}
		hours[k] = value
		return nil
	})
}

// addTo adds the hours to series that have a value for each day.
func (h dayHours) addTo(series ...[]float64) {
	for day := range slices.Chunk(h, 2+8*len(series)) {
		for i, s := range series {
			s[binary.BigEndian.Uint16(day)] += math.Float64frombits(binary.BigEndian.Uint64(day[2+8*i:]))
		}
	}
}

// texts returns ids as an argument of a statement.
func texts(ids iter.Seq[uuid.UUID]) pq.StringArray {
	list := pq.StringArray{}
	for id := range ids {
		list = append(list, id.String())
	}
	return list
}

// scanner reads the columns of a row.
type scanner func(columns ...any) error

// query calls read with each row that a statement returns.
func query(ctx context.Context, db *ent.Client, text string, args []any, read func(scanner) error) (err error) {
	rows, err := db.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := read(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
