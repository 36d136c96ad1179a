package capacity

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/proposed"
)

// gap is a user with enough free hours.
type gap struct {
	*person
	reached int // the day on which the free hours reach the wanted number
	free    float64
}

// ListCapacityGaps lists the active users who have enough free hours and whose utilization the caller may see. It reads
// them in one snapshot. What is hidden from the caller is read before it, by a statement of its own.
func (s *Service) ListCapacityGaps(
	ctx context.Context, req *pb.ListCapacityGapsRequest,
) (*pb.ListCapacityGapsResponse, error) {
	days, err := newRange(req)
	if err != nil {
		return nil, err
	}
	capable, err := lists.NewHasCapabilities("has_capability_id", req.HasCapabilityId, req.MinLevel)
	if err != nil {
		return nil, err
	}
	sight, err := permit.SightOf(ctx, auth.WorkedHours|auth.Utilization)
	if err != nil {
		return nil, err
	}
	proposal, err := proposed.ID(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	var gaps []gap
	if err := snapshot(ctx, func() error {
		gaps, err = readGaps(ctx, req, days, capable, sight, proposal)
		return err
	}); err != nil {
		return nil, err
	}
	slices.SortFunc(gaps, func(a, b gap) int {
		return cmp.Or(cmp.Compare(a.reached, b.reached), lists.CompareNames(a.name, a.id, b.name, b.id))
	})
	list := &pb.CapacityGaps{}
	for _, g := range gaps {
		list.Items = append(list.Items, &pb.CapacityGap{
			Id: g.id.String(), Name: g.name, ReachedOn: protoconv.DateString(days.date(g.reached)),
			Free: rounded(g.free),
		})
	}
	return &pb.ListCapacityGapsResponse{Data: list}, nil
}

func readGaps(
	ctx context.Context, req *pb.ListCapacityGapsRequest, days dateRange, capable lists.HasCapabilities,
	sight *permit.Sight, proposal *uuid.UUID,
) (gaps []gap, err error) {
	staff, err := readStaff(ctx, days, sight)
	if err != nil {
		return nil, err
	}
	people := measured(staff.selected(nil, req.ManagerId), sight)
	if req.CapabilityId != nil {
		text, args := practised, []any{days.start(), days.end(), req.GetCapabilityId()}
		if sight.Hides(auth.WorkedHours) {
			text, args = practised+" AND "+permit.HoursCondition("$5", "$6"), append(args, sight.Users(), sight.Projects())
		}
		people, err = selectedBy(ctx, people, text, args...)
		if err != nil {
			return nil, err
		}
	}
	if !capable.All() {
		text, args := capable.Users()
		if people, err = selectedBy(ctx, people, text, args...); err != nil {
			return nil, err
		}
	}
	q := hoursQuery{planned: true, by: columns{group: byUser}, days: days, proposal: proposal}
	if req.ManagerId != nil || req.CapabilityId != nil || !capable.All() {
		q.people = idsOf(people)
	}
	plan, err := q.hoursByKey(ctx)
	if err != nil {
		return nil, err
	}
	d := newDaily(days)
	for _, p := range people {
		d.compareWith(staff, p, plan[key{group: p.id}])
		g := gap{p, -1, 0}
		for day, hours := range d.series[free] {
			if g.free += hours; g.reached < 0 && rounded(g.free) >= req.Hours {
				g.reached = day
			}
		}
		if g.reached >= 0 {
			gaps = append(gaps, g)
		}
	}
	return gaps, nil
}

// practised selects the users who have hours with a capability, in the range or in the 365 days
// before it.
const practised = `
SELECT t.user_id FROM assignments t JOIN projects p ON p.organization_id = $1 AND p.id = t.project_id
WHERE t.organization_id = $1 AND t.date >= $2::date - 365 AND t.date <= $3 AND t.capability_id = $4 AND t.hours > 0
  AND p.status <> 'cancelled'
UNION
SELECT t.user_id FROM actual_hours t
WHERE t.organization_id = $1 AND t.date >= $2::date - 365 AND t.date <= $3 AND t.capability_id = $4 AND t.hours > 0`

// selectedBy runs a statement, and returns those people whose ids it selects. args are its arguments from $2 on.
func selectedBy(ctx context.Context, people []*person, text string, args ...any) ([]*person, error) {
	users := map[uuid.UUID]bool{}
	err := tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id uuid.UUID
		err := scan(&id)
		users[id] = true
		return err
	}, text, args...)
	return slices.DeleteFunc(people, func(p *person) bool { return !users[p.id] }), err
}
