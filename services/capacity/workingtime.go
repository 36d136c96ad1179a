package capacity

import (
	"context"
	"time"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// absenceDays are the first and the last day of a request for time off.
func absenceDays(request *pb.TimeOff) (first, last time.Time) {
	return protoconv.Date(request.GetStartDate()), protoconv.Date(request.GetEndDate())
}

// WorkingTimes reads what each request for time off takes of the working time of its person, as if it were the only
// one. An element is nil if the organization hides the utilization of the person from the caller. The persons exist.
func WorkingTimes(ctx context.Context, requests []*pb.TimeOff) ([]*pb.WorkingTime, error) {
	times := make([]*pb.WorkingTime, len(requests))
	if len(requests) == 0 {
		return times, nil
	}
	sight, err := permit.SightOf(ctx, auth.Utilization)
	if err != nil {
		return nil, err
	}
	first, last := absenceDays(requests[0])
	for _, request := range requests {
		begin, end := absenceDays(request)
		if begin.Before(first) {
			first = begin
		}
		if end.After(last) {
			last = end
		}
	}
	s := &staff{days: dateRange{first: first}, byID: map[uuid.UUID]*person{}, holidays: map[string][]holidayOf{}}
	s.days.n = s.days.day(last) + 1
	ids := lists.Map(requests, (*pb.TimeOff).GetUserId)
	if err := s.readPeople(ctx, readPeopleByID, distinct(ids)); err != nil {
		return nil, err
	}
	if err := s.readHolidays(ctx); err != nil {
		return nil, err
	}
	for i, request := range requests {
		if user := protoconv.ID(request.UserId); sight.Of(auth.Utilization, user) {
			times[i] = s.workingTime(s.byID[user], request)
		}
	}
	return times, nil
}

// workingTime returns what a request takes of the working time of a person.
func (s *staff) workingTime(p *person, request *pb.TimeOff) *pb.WorkingTime {
	first, last := absenceDays(request)
	from := s.days.day(first)
	its := &staff{days: dateRange{first: first, n: s.days.day(last) - from + 1}, holidays: map[string][]holidayOf{}}
	for _, h := range s.holidays[p.country] {
		if h.day -= from; h.day >= 0 && h.day < its.days.n {
			its.holidays[p.country] = append(its.holidays[p.country], h)
		}
	}
	d := newDaily(its.days)
	d.reset()
	asked := p.startingOn(from)
	asked.leave = []leave{{0, its.days.n - 1, request.GetAvailability(), true}}
	its.availability(asked, d)
	t := &pb.WorkingTime{}
	for day, hours := range d.series[timeOff] {
		if hours > 0 {
			t.Hours += hours
			t.Days += hours / d.series[contracted][day]
		}
	}
	t.Hours, t.Days = rounded(t.Hours), rounded(t.Days)
	return t
}
