package capacity

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// maxTypedSize is the maximum number of types of time off times items times buckets of a response.
const maxTypedSize = 10 * maxSize

var errTooManyTypes = problem.Field(problem.ValidationFailed, "time_off_by_type",
	"would give more than 200,000 types times items times buckets: shorten the range, choose longer buckets or another "+
		"group_by, or select users with manager_id")

// timeOffTypes says which type of time off takes the hours of a user on a day: that of the approved request with the
// least availability, and of equal ones the type that was created first. It is uuid.Nil if the caller may not see it.
type timeOffTypes struct {
	names    map[uuid.UUID]string
	approved map[uuid.UUID][]typedLeave // by user, in the order in which the types were created
}

type typedLeave struct {
	from, to  int
	available float64
	kind      uuid.UUID
}

const readTypedLeave = `
SELECT r.user_id, greatest(r.start_date - $2::date, 0), least(r.end_date, $3::date) - $2::date, r.availability, t.id, t.name
FROM time_off_requests r JOIN time_off_types t ON t.organization_id = $1 AND t.id = r.time_off_type_id
WHERE r.organization_id = $1 AND r.end_date >= $2 AND r.start_date <= $3 AND r.status = 'approved'
ORDER BY t.created_at, t.id`

func readTimeOffTypes(ctx context.Context, days dateRange, sight *permit.Sight) (*timeOffTypes, error) {
	types := &timeOffTypes{names: map[uuid.UUID]string{}, approved: map[uuid.UUID][]typedLeave{}}
	return types, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var user uuid.UUID
		var name string
		var l typedLeave
		if err := scan(&user, &l.from, &l.to, &l.available, &l.kind, &name); err != nil {
			return err
		}
		if !sight.Of(auth.LeaveTypes, user) {
			return nil
		}
		types.names[l.kind] = name
		types.approved[user] = append(types.approved[user], l)
		return nil
	}, readTypedLeave, days.start(), days.end())
}

// fill sets the type of each day on which a user has approved time off. The least availability must be in d.
func (types *timeOffTypes) fill(d *daily, user uuid.UUID) {
	clear(d.typeOf)
	for _, l := range types.approved[user] {
		for day := l.from; day <= l.to; day++ {
			if l.available == d.left[day] && d.typeOf[day] == uuid.Nil {
				d.typeOf[day] = l.kind
			}
		}
	}
}

// addTypes adds the hours of time off to the types of an item.
func (t *table) addTypes(it *item, d *daily) {
	for day, hours := range d.series[timeOff] {
		if hours == 0 {
			continue
		}
		kind := d.typeOf[day]
		if it.types == nil {
			it.types = map[uuid.UUID][]float64{}
		}
		if it.types[kind] == nil {
			t.typed++
			it.types[kind] = make([]float64, len(t.buckets))
		}
		it.types[kind][t.bucketOf[day]] += hours
	}
}

// byType returns the hours of the types of an item, whose figures are rounded already. It rounds the sums from the
// first type to each other one. So the hours of a bucket add up to timeOff, and each is off by less than a millionth.
// The hours of hidden types are last, for the rounding, and are then cut off.
func (t *table) byType(it *item) *pb.CapacityTimeOffTypes {
	if t.types == nil {
		return nil
	}
	list := &pb.CapacityTimeOffTypes{}
	kinds := slices.SortedFunc(maps.Keys(it.types), func(a, b uuid.UUID) int {
		return lists.CompareNoneLast(t.types.names[a], a, t.types.names[b], b)
	})
	for _, kind := range kinds {
		list.Items = append(list.Items, &pb.CapacityTimeOffType{
			Id: kind.String(), Name: t.types.names[kind], Hours: make([]float64, len(t.buckets)),
		})
	}
	for bucket, whole := range it.sums[slices.Index(t.series, timeOff)] {
		var exact, given float64
		last := 0
		for i, kind := range kinds {
			if hours := it.types[kind][bucket]; hours > 0 {
				exact += hours
				sum := min(rounded(exact), whole)
				list.Items[i].Hours[bucket] = rounded(sum - given)
				given, last = sum, i
			}
		}
		if given < whole {
			list.Items[last].Hours[bucket] = rounded(list.Items[last].Hours[bucket] + whole - given)
		}
	}
	if it.types[uuid.Nil] != nil {
		list.Items = list.Items[:len(kinds)-1]
	}
	return list
}
