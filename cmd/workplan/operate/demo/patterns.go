package demo

import (
	"slices"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// pattern is the hours of a person from Monday to Friday, from the Monday of a week on.
type pattern struct {
	from int
	days [5]float64
}

// changes are the people whose working days change in a week.
var changes = map[string]pattern{
	"zanele": {3, [5]float64{8, 8, 8, 8, 0}}, // a day more
	"freja":  {-5, [5]float64{8, 8, 8, 6, 0}},
}

// patterns returns the working patterns of the person. A person who works the same hours on
// all days has none, unless they change.
func (s schedule) patterns() []pattern {
	list := []pattern{{patternsBegin, s.days}}
	if change, ok := changes[s.handle]; ok {
		return append(list, change)
	}
	if slices.Min(s.days[:]) == slices.Max(s.days[:]) {
		return nil
	}
	return list
}

// patternsBegin is the week in which the working patterns begin.
const patternsBegin = -52

// daysIn returns the hours of the person from Monday to Friday in a week.
func (s schedule) daysIn(week int) [5]float64 {
	if change, ok := changes[s.handle]; ok && week >= change.from {
		return change.days
	}
	return s.days
}

// workingPatterns returns the message of the person's working patterns.
func (s schedule) workingPatterns() *pb.WorkingPatterns {
	m := &pb.WorkingPatterns{}
	for _, p := range s.patterns() {
		m.Items = append(m.Items, &pb.WorkingPattern{
			ValidFrom: protoconv.DateString(s.monday.AddDate(0, 0, 7*p.from)),
			Hours:     append(p.days[:len(p.days):len(p.days)], 0, 0),
		})
	}
	return m
}

// rush is the weeks in which a person has an hour too many each day, and half a day on a free
// day.
type rush struct {
	who      string
	from, to int
}

var rushes = []rush{{"kenji", 0, 1}, {"camille", -1, 1}, {"amara", 0, 0}, {"emma", 1, 2}, {"sanjay", 0, 1},
	{"ayesha", 1, 1}, {"joana", 2, 2}}

func (s schedule) isRushed(week int) bool {
	return slices.ContainsFunc(rushes, func(r rush) bool { return r.who == s.handle && r.from <= week && week <= r.to })
}
