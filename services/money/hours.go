package money

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/internal/decimal"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/proposed"
)

// maxRows is how many rows of hours a response can be about: a year of more than 2,000 people. Those of fixed
// prices and of budgets are kept while the response is made, in about 100 bytes each.
const maxRows = 2_000_000

// hoursQuery selects rows of planned hours, and of actual hours up to today.
type hoursQuery struct {
	days     period
	today    int32
	projects pq.StringArray // only of these; nil means all
	sight    *permit.Sight  // of actual hours; nil sees all
	proposal *uuid.UUID     // whose wishes are over the planned hours; nil for none
}

// hoursKey is whose hours they are, on which project, and with which capability. The last is uuid.Nil if there is none.
type hoursKey struct{ user, project, capability uuid.UUID }

// hoursOfDay is a row of hours.
type hoursOfDay struct {
	day                   int32
	hours                 decimal.Number
	isActual, isTentative bool
}

// rowSize is the size of a row as PostgreSQL sends it: twice the number of the day, plus 1 if the row is tentative, in
// four bytes, and its hours in eight.
const rowSize = 4 + 8

// each calls f for each user, project and capability with the rows of both tables, in any order, but once for each
// table.
func (q hoursQuery) each(ctx context.Context, f func(hoursKey, []hoursOfDay) error) error {
	left, rows := maxRows, []hoursOfDay{}
	for _, isActual := range []bool{false, true} {
		text, args := q.text(isActual)
		if err := tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
			var value []byte
			if err := scan(&value); err != nil {
				return err
			}
			of := hoursKey{uuid.UUID(value), uuid.UUID(value[16:]), uuid.UUID(value[32:])}
			rows = rows[:0]
			for value = value[48:]; len(value) > 0; value = value[rowSize:] {
				day := int32(binary.BigEndian.Uint32(value))
				rows = append(rows, hoursOfDay{
					day >> 1, hoursOf(math.Float64frombits(binary.BigEndian.Uint64(value[4:]))), isActual, day&1 != 0,
				})
			}
			if left -= len(rows); left < 0 {
				return errTooManyRows
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			return f(of, rows)
		}, text, args...); err != nil {
			return err
		}
	}
	return nil
}

var errTooManyRows = problem.New(problem.ValidationFailed,
	"the response would be about more than 2,000,000 rows of hours: shorten the range, or select a project or a client")

// text returns the statement that reads a table, and its arguments from $2 on; $1 is the organization. It returns one
// value for each user, project and capability, which is faster than a row for each day.
func (q hoursQuery) text(isActual bool) (string, []any) {
	last := q.days.last
	if isActual {
		last = min(last, q.today)
	}
	args := tenant.Args{dateOf(q.days.first), dateOf(last)}
	from, day := "actual_hours", "(t.date - '2000-01-01'::date) * 2"
	if !isActual {
		from, day = proposed.Rows("assignments", &args, q.proposal), day+" + CASE WHEN t.tentative THEN 1 ELSE 0 END"
	}
	where := " WHERE t.organization_id = $1 AND t.date >= $2 AND t.date <= $3 AND t.hours > 0"
	if q.projects != nil {
		where += " AND t.project_id = ANY (" + args.Add(q.projects) + ")"
	}
	if isActual {
		where += q.sight.AndSeenHours(&args)
	}
	return "SELECT uuid_send(user_id) || uuid_send(project_id) || uuid_send(capability) || " +
		"string_agg(int4send(day) || float8send(hours), '') FROM (" +
		"SELECT t.user_id, t.project_id, coalesce(t.capability_id, '00000000-0000-0000-0000-000000000000') AS capability, " +
		day + " AS day, t.hours FROM " + from + " t" + where + ") d GROUP BY user_id, project_id, capability", args
}
