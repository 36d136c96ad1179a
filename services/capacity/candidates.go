package capacity

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/proposed"
	"github.com/workplan-api/workplan/services/internal/reference"
)

const (
	defaultCandidates = 20
	maxCandidates     = 200
)

// ListCandidates lists the persons who could do the work of a placeholder, as far as the caller may see their
// utilization. It reads all in one snapshot, also whether the placeholder exists (404). What is hidden from the caller
// is read before it, by a statement of its own.
func (s *Service) ListCandidates(ctx context.Context,
	req *pb.ListCandidatesRequest) (*pb.ListCandidatesResponse, error) {
	days, err := newRange(req)
	if err != nil {
		return nil, err
	}
	sight, err := permit.SightOf(ctx, auth.Utilization)
	if err != nil {
		return nil, err
	}
	proposal, err := proposed.ID(ctx, req.ProposalId)
	if err != nil {
		return nil, err
	}
	var found *pb.Candidates
	if err := snapshot(ctx, func() error {
		found, err = readCandidates(ctx, protoconv.ID(req.PlaceholderId), days, sight, proposal)
		return err
	}); err != nil {
		return nil, err
	}
	limit := defaultCandidates
	if req.Limit != nil {
		limit = min(max(int(req.GetLimit()), 1), maxCandidates)
	}
	found.Items = found.Items[:min(len(found.Items), limit)]
	return &pb.ListCandidatesResponse{Data: found}, nil
}

// readCandidates returns all candidates, the best first. Without hours of the placeholder there are none.
func readCandidates(
	ctx context.Context, of uuid.UUID, days dateRange, sight *permit.Sight, proposal *uuid.UUID,
) (*pb.Candidates, error) {
	exists, err := call.DB(ctx).User.Query().Where(user.ID(of)).Exist(ctx)
	switch {
	case err != nil:
		return nil, err
	case !exists:
		return nil, problem.Missing("user")
	case !placeholder.Is(of):
		return nil, problem.Field(problem.ValidationFailed, "placeholder_id", reference.IsPerson)
	}
	wanted, days, err := readDemand(ctx, of, days, proposal)
	if err != nil || days.n == 0 {
		return &pb.Candidates{}, err
	}
	found := &pb.Candidates{}
	for _, hours := range wanted {
		if hours > 0 {
			found.Hours += hours
			found.Days++
		}
	}
	found.Hours = rounded(found.Hours)
	needs, err := readNeeds(ctx, of)
	if err != nil {
		return nil, err
	}
	staff, levels, err := readCapable(ctx, needs, days, sight)
	if err != nil {
		return nil, err
	}
	people := measured(staff.people, sight)
	query := hoursQuery{planned: true, by: columns{group: byUser}, days: days, proposal: proposal}
	if levels != nil { // one read of all hours is faster than a look-up for each person of the whole staff
		query.people = idsOf(people)
	}
	plan, err := query.hoursByKey(ctx)
	if err != nil {
		return nil, err
	}
	d := newDaily(days)
	for _, p := range people {
		d.compareWith(staff, p, plan[key{group: p.id}])
		found.Items = append(found.Items, candidateOf(p, leastOf(levels[p.id]), d.series[free], wanted))
	}
	slices.SortFunc(found.Items, func(a, b *pb.Candidate) int {
		return cmp.Or(cmp.Compare(b.Covered, a.Covered), cmp.Compare(b.GetLevel(), a.GetLevel()),
			lists.CompareNames(a.Name, protoconv.ID(a.Id), b.Name, protoconv.ID(b.Id)))
	})
	return found, nil
}

// candidateOf compares the free hours of a person with those that are wanted. level is 0 if no capability is.
func candidateOf(p *person, level int32, free, wanted []float64) *pb.Candidate {
	c := &pb.Candidate{Id: p.id.String(), Name: p.name}
	if level > 0 {
		c.Level = &level
	}
	for day, hours := range wanted {
		c.Covered += min(hours, free[day])
		if rounded(free[day]) < rounded(hours) {
			c.DaysShort++
		}
	}
	c.Covered = rounded(c.Covered)
	return c
}

// readDemand returns the hours of a placeholder on each day, and the days from the first to the last one with hours.
// Their number is 0 if there are none.
func readDemand(
	ctx context.Context, of uuid.UUID, days dateRange, proposal *uuid.UUID,
) ([]float64, dateRange, error) {
	q := hoursQuery{planned: true, by: columns{group: byUser}, days: days, people: []uuid.UUID{of}, proposal: proposal}
	plan, err := q.hoursByKey(ctx)
	if err != nil {
		return nil, days, err
	}
	d := newDaily(days)
	d.addUnfilled(plan[key{group: of}])
	hours := d.series[unfilled]
	first := slices.IndexFunc(hours, func(h float64) bool { return h > 0 })
	if first < 0 {
		return nil, dateRange{first: days.first}, nil
	}
	last := len(hours) - 1
	for hours[last] == 0 {
		last--
	}
	return hours[first : last+1], dateRange{first: days.date(first), n: last + 1 - first}, nil
}

const (
	selectNeeds = `SELECT items FROM user_capabilities WHERE organization_id = $1 AND id = $2`

	readAble = `SELECT id, items FROM user_capabilities WHERE organization_id = $1 AND items @> $2`
)

// readNeeds returns the level of each capability of a placeholder.
func readNeeds(ctx context.Context, of uuid.UUID) (map[uuid.UUID]int32, error) {
	needs := map[uuid.UUID]int32{}
	return needs, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var items []byte
		if err := scan(&items); err != nil {
			return err
		}
		return eachSkill(items, func(capability uuid.UUID, level int32) { needs[capability] = level })
	}, selectNeeds, of.String())
}

// readCapable returns the staff who have all needed capabilities at their levels or higher ones, and the levels of each
// user in these. If nothing is needed, it returns the whole staff and no levels.
func readCapable(
	ctx context.Context, needs map[uuid.UUID]int32, days dateRange, sight *permit.Sight,
) (*staff, map[uuid.UUID]map[uuid.UUID]int32, error) {
	if len(needs) == 0 {
		all, err := readStaff(ctx, days, sight)
		return all, nil, err
	}
	var having []map[string]uuid.UUID
	for capability := range needs {
		having = append(having, map[string]uuid.UUID{"capabilityId": capability})
	}
	wanted, err := json.Marshal(having)
	if err != nil {
		return nil, nil, err
	}
	levels, ids := map[uuid.UUID]map[uuid.UUID]int32{}, []uuid.UUID{}
	if err := tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id uuid.UUID
		var items []byte
		if err := scan(&id, &items); err != nil {
			return err
		}
		has, fits := map[uuid.UUID]int32{}, true
		err := eachSkill(items, func(capability uuid.UUID, level int32) {
			if needed, is := needs[capability]; is {
				has[capability], fits = level, fits && level >= needed
			}
		})
		if fits {
			levels[id], ids = has, append(ids, id)
		}
		return err
	}, readAble, string(wanted)); err != nil {
		return nil, nil, err
	}
	some, err := readStaffOf(ctx, days, sight, ids)
	return some, levels, err
}

// leastOf returns the lowest level, 0 if there is none.
func leastOf(levels map[uuid.UUID]int32) (least int32) {
	for _, level := range levels {
		if least == 0 || level < least {
			least = level
		}
	}
	return least
}
