package capacity

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
)

// hasSupply reports whether the items are capabilities whose hours can be compared with the availability of the users
// who have them. The hours on one project or client cannot: the availability of users is for all of them.
func (t *table) hasSupply() bool {
	return t.req.GetGroupBy() == pb.CapacityGroup_CAPACITY_GROUP_CAPABILITY &&
		t.req.ProjectId == nil && t.req.ClientId == nil
}

// addSupply reads the capabilities of the active people, and adds their availability to the supply of each of these,
// and once to the total. A request for one capability has no others. d is overwritten.
func (t *table) addSupply(ctx context.Context, all *staff, people []*person, d *daily) error {
	skills, err := readSkills(ctx, t.req.CapabilityId)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(measured(people, t.sight), func(p *person) bool { return len(skills[p.id]) == 0 })
	if err := t.checkSize(people); err != nil {
		return err
	}
	place := slices.Index(t.series, supply)
	for _, p := range people {
		d.reset()
		all.availability(p, d)
		inBuckets, some := make([]float64, len(t.buckets)), false
		for day, hours := range d.series[availability] {
			inBuckets[t.bucketOf[day]] += hours
			some = some || hours != 0
		}
		if !some {
			continue
		}
		addTo(t.total.sums[place], inBuckets)
		for _, capability := range skills[p.id] {
			it, err := t.item(key{group: capability}, "")
			if err != nil {
				return err
			}
			addTo(it.sums[place], inBuckets)
		}
	}
	return nil
}

func addTo(sums, hours []float64) {
	for i, h := range hours {
		sums[i] += h
	}
}

const readSkillsOfAll = `SELECT id, items FROM user_capabilities WHERE organization_id = $1`

// readSkills returns the capabilities of each user. With only, it returns no other capability.
func readSkills(ctx context.Context, only *string) (map[uuid.UUID][]uuid.UUID, error) {
	skills := map[uuid.UUID][]uuid.UUID{}
	one := protoconv.OptionalID(only)
	return skills, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var user uuid.UUID
		var items []byte
		if err := scan(&user, &items); err != nil {
			return err
		}
		return eachSkill(items, func(capability uuid.UUID, _ int32) {
			if one == nil || capability == *one {
				skills[user] = append(skills[user], capability)
			}
		})
	}, readSkillsOfAll)
}

// eachSkill calls f for each capability in the column items of user_capabilities.
func eachSkill(items []byte, f func(capability uuid.UUID, level int32)) error {
	var list []struct {
		CapabilityID uuid.UUID
		Level        int32
	}
	if err := json.Unmarshal(items, &list); err != nil {
		return err
	}
	for _, s := range list {
		f(s.CapabilityID, s.Level)
	}
	return nil
}
