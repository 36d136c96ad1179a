package capacity

import (
	"context"
	"time"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// Absence is the days from the first to the last one, on which a person works no more than some hours.
type Absence struct {
	User        uuid.UUID
	First, Last time.Time
	Available   float64
}

// WorkingTimes returns what each absence takes of the working time of its person, as if it were the only one. It is nil
// if the organization hides the utilization of the person from the caller. The persons exist.
func WorkingTimes(ctx context.Context, absences []Absence) ([]*pb.WorkingTime, error) {
	times := make([]*pb.WorkingTime, len(absences))
	if len(absences) == 0 {
		return times, nil
	}
	sight, err := permit.SightOf(ctx, auth.Utilization)
	if err != nil {
		return nil, err
	}
	first, last := absences[0].First, absences[0].Last
	for _, a := range absences {
		if a.First.Before(first) {
			first = a.First
		}
		if a.Last.After(last) {
			last = a.Last
		}
	}
	s := &staff{days: dateRange{first: first}, byID: map[uuid.UUID]*person{}, holidays: map[string][]holidayOf{}}
	s.days.n = s.days.day(last) + 1
	ids := lists.Map(absences, func(a Absence) string { return a.User.String() })
	if err := s.readPeople(ctx, readPeopleByID, distinct(ids)); err != nil {
		return nil, err
	}
	if err := s.readHolidays(ctx); err != nil {
		return nil, err
	}
	for i, a := range absences {
		if sight.Of(auth.Utilization, a.User) {
			times[i] = s.workingTime(s.byID[a.User], a)
		}
	}
	return times, nil
}

// workingTime returns what an absence takes of the working time of a person.
func (s *staff) workingTime(p *person, a Absence) *pb.WorkingTime {
	from := s.days.day(a.First)
	its := &staff{days: dateRange{first: a.First, n: s.days.day(a.Last) - from + 1}}
	contracted := make([]float64, its.days.n)
	its.contract(&person{weekly: p.weekly, patterns: p.patternsFrom(from)}, contracted)
	left := append([]float64{}, contracted...)
	for _, h := range s.holidays[p.country] {
		if day := h.day - from; day >= 0 && day < its.days.n {
			left[day] -= h.factor * contracted[day]
		}
	}
	t := &pb.WorkingTime{}
	for day, hours := range left {
		if taken := hours - min(hours, a.Available); taken > 0 {
			t.Hours += taken
			t.Days += taken / contracted[day]
		}
	}
	t.Hours, t.Days = rounded(t.Hours), rounded(t.Days)
	return t
}
