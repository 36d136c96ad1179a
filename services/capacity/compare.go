package capacity

import (
	"slices"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// ofPlan are the series that a proposal changes.
var ofPlan = []series{planned, tentative, free, over, unfilled}

// compared returns the series that the table has of both plans.
func (t *table) compared() []series {
	if t.live == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(ofPlan), func(s series) bool { return !slices.Contains(t.series, s) })
}

// liveFigures returns the figures of the series that are compared, of the item that of returns from the live plan.
func (t *table) liveFigures(of func(*table) *item) (values []*pb.CapacityHours) {
	compared := t.compared()
	if compared == nil {
		return nil
	}
	all, _ := t.live.figures(of(t.live))
	for _, s := range compared {
		values = append(values, all[slices.Index(t.series, s)])
	}
	return values
}

// complete adds the items that only the table of the other plan has: nothing of them is planned in this one. In groups,
// the availability of a person who is inactive and has hours in one of the plans only is in the table of that plan.
func (t *table) complete(other *table) error {
	for k, its := range other.items {
		if t.items[k] != nil {
			continue
		}
		it, err := t.item(k, its.name)
		if err != nil {
			return err
		}
		it.splitName, it.types, it.incomparable = its.splitName, its.types, its.incomparable
		for i, s := range t.series {
			from := s
			switch {
			case s == free: // nothing takes it
				from = availability
			case slices.Contains(ofPlan, s):
				continue
			}
			copy(it.sums[i], its.sums[slices.Index(t.series, from)])
			if s == supply {
				continue // the total counts each user once
			}
			for bucket, hours := range it.sums[i] {
				t.total.sums[i][bucket] += hours
			}
		}
	}
	return nil
}
