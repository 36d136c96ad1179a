package capacity

import (
	"bytes"
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/capability"
	"github.com/workplan-api/workplan/ent/project"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/reference"
)

// Suggest returns who could do the work of a brief, without a proposal, and the name of the placeholder or the project.
// Each person's free hours are those of ListCandidates. It reads all in one snapshot, unless the request is in a
// transaction.
func Suggest(ctx context.Context, brief *pb.SuggestionBrief) (found *pb.Suggestion, name string, err error) {
	if err := checkBrief(brief); err != nil {
		return nil, "", err
	}
	sight, err := permit.SightOf(ctx, auth.Utilization)
	if err != nil {
		return nil, "", err
	}
	s := &search{brief: brief, taken: map[share]float64{}}
	err = snapshot(ctx, func() error {
		if name, err = s.readWork(ctx); err != nil || len(s.jobs) == 0 {
			return err
		}
		return s.readPeople(ctx, sight)
	})
	if err != nil {
		return nil, "", err
	}
	switch brief.GetObjective() {
	case pb.SuggestionObjective_SUGGESTION_OBJECTIVE_EARLIEST:
		s.earliest()
	case pb.SuggestionObjective_SUGGESTION_OBJECTIVE_LEAST_OVER:
		s.fewest()
		s.leastOver()
	default:
		s.fewest()
	}
	return s.suggestion(), name, nil
}

// demandPath is the field of a request that has the work.
const demandPath = "brief.demand"

// checkBrief returns an error (400) about fields that do not go together.
func checkBrief(brief *pb.SuggestionBrief) error {
	d := brief.GetDemand()
	var bad []problem.Detail
	fault := func(field, message string) { bad = append(bad, problem.Invalid(demandPath+"."+field, message)) }
	sent := map[string]bool{
		"project_id": d.ProjectId != nil, "capability_id": d.CapabilityId != nil, "min_level": d.MinLevel != nil,
		"hours": d.Hours != nil, "hours_per_day": d.HoursPerDay != nil, "start_date": d.StartDate != nil,
		"end_date": d.EndDate != nil,
	}
	switch {
	case d.PlaceholderId != nil:
		for _, field := range []string{"project_id", "capability_id", "min_level", "hours", "hours_per_day"} {
			if sent[field] {
				fault(field, "must not be sent with a placeholder, whose rows have it")
			}
		}
	case d.ProjectId == nil:
		bad = append(bad, problem.Invalid(demandPath, "needs a placeholder or a project"))
	default:
		for _, field := range []string{"hours", "start_date", "end_date"} {
			if !sent[field] {
				fault(field, "is required with a project")
			}
		}
		if sent["min_level"] && !sent["capability_id"] {
			fault("min_level", "needs a capability")
		}
	}
	if start, end := d.GetStartDate(), d.GetEndDate(); start != "" && end != "" && start > end {
		fault("start_date", "must not be after the last day")
		fault("end_date", "must not be before the first day")
	}
	return problem.List(bad)
}

// search is the work of a brief, and who may do it.
type search struct {
	brief  *pb.SuggestionBrief
	days   dateRange
	jobs   []*job
	wanted map[uuid.UUID]int32 // the least level of each capability
	names  map[uuid.UUID]string
	people []*helper
	taken  map[share]float64
}

// job is hours of a project and, unless it is uuid.Nil, a capability, which may be done from a day to another one.
type job struct {
	project, capability uuid.UUID
	first, last         int
	hours               float64 // that nobody does yet
	anyDay              bool
}

// helper is a person who may do jobs.
type helper struct {
	*person
	order  int                 // by name
	levels map[uuid.UUID]int32 // in the wanted capabilities
	level  int32               // the least of them, 0 without any
	free   []float64           // before anything is suggested
	room   []float64           // the hours of each day that are free and may be taken; negative if the day is overfull
	most   []float64           // the hours of each day that may be taken even if nothing is free
	sum    float64             // the hours that the helper could take when it was looked at last
}

// share is a day of a job, and who does hours of it.
type share struct {
	*helper
	*job
	day int
}

// readWork reads what has to be done, and returns the name of its placeholder or project.
func (s *search) readWork(ctx context.Context) (name string, err error) {
	d := s.brief.Demand
	s.days.first = protoconv.Date(cmp.Or(d.GetStartDate(), protoconv.DateString(time.Now().UTC())))
	s.days.n = maxDays
	if d.EndDate != nil {
		s.days.n = s.days.day(protoconv.Date(d.GetEndDate())) + 1
	}
	switch {
	case s.days.n > maxDays:
		return "", problem.TooManyDays(demandPath+".end_date", maxDays)
	case s.days.n < 1: // the placeholder's last day is over
		return "", problem.Field(problem.ValidationFailed, demandPath+".end_date", "must not be before today")
	case d.PlaceholderId != nil:
		return s.readPlaceholder(ctx, protoconv.ID(d.GetPlaceholderId()))
	}
	return s.readProject(ctx)
}

// readPlaceholder makes each row of a placeholder a job. Those of one day must be done on that day.
func (s *search) readPlaceholder(ctx context.Context, id uuid.UUID) (name string, err error) {
	const field = demandPath + ".placeholder_id"
	row, err := call.DB(ctx).User.Query().Where(user.ID(id)).Only(ctx)
	switch {
	case ent.IsNotFound(err):
		return "", problem.Field(problem.UnknownReference, field, "does not exist")
	case err != nil:
		return "", err
	case !placeholder.Is(id):
		return "", problem.Field(problem.ValidationFailed, field, reference.IsPerson)
	}
	q := hoursQuery{planned: true, by: columns{group: byProject, split: byCapability}, days: s.days,
		people: []uuid.UUID{id}}
	plan, err := q.hoursByKey(ctx)
	if err != nil {
		return "", err
	}
	d := newDaily(s.days)
	for k, hours := range plan {
		d.reset()
		d.addUnfilled(hours)
		for day, hours := range d.series[unfilled] {
			if hours > 0 {
				j := &job{project: k.group, capability: k.split, first: day, last: day, hours: hours}
				s.jobs = append(s.jobs, j)
			}
		}
	}
	slices.SortFunc(s.jobs, func(a, b *job) int {
		return cmp.Or(cmp.Compare(a.first, b.first), bytes.Compare(a.project[:], b.project[:]),
			bytes.Compare(a.capability[:], b.capability[:]))
	})
	s.wanted, err = readNeeds(ctx, id)
	return row.Name, err
}

// readProject makes the hours of the brief one job.
func (s *search) readProject(ctx context.Context) (name string, err error) {
	d, db := s.brief.Demand, call.DB(ctx)
	var bad []problem.Detail
	check := func(field string, err error, ended bool, message string) error {
		fault := problem.Invalid(demandPath+"."+field, message)
		switch {
		case ent.IsNotFound(err):
			fault.Message, fault.Code = "does not exist", problem.UnknownReference
		case err != nil:
			return err
		case !ended:
			return nil
		}
		bad = append(bad, fault)
		return nil
	}
	j := &job{project: protoconv.ID(d.GetProjectId()), last: s.days.n - 1, hours: d.GetHours(), anyDay: true}
	of, err := db.Project.Query().Where(project.ID(j.project)).Only(ctx)
	err = check("project_id", err, err == nil && of.Status == project.StatusCancelled, "is cancelled: nothing can be planned")
	if err != nil {
		return "", err
	}
	if d.CapabilityId != nil {
		j.capability = protoconv.ID(d.GetCapabilityId())
		s.wanted = map[uuid.UUID]int32{j.capability: max(d.GetMinLevel(), 1)}
		skill, err := db.Capability.Query().Where(capability.ID(j.capability)).Only(ctx)
		err = check("capability_id", err, err == nil && !skill.IsActive, reference.IsInactive)
		if err != nil {
			return "", err
		}
	}
	if err := problem.List(bad); err != nil {
		return "", err
	}
	s.jobs = []*job{j}
	return of.Name, nil
}

// readPeople reads who is capable, may be suggested, and may be seen by the caller.
func (s *search) readPeople(ctx context.Context, sight *permit.Sight) error {
	staff, levels, err := readCapable(ctx, s.wanted, s.days, sight)
	if err != nil {
		return err
	}
	people := measured(staff.people, sight)
	if len(s.brief.Among) > 0 {
		only, err := s.among(ctx)
		if err != nil {
			return err
		}
		people = slices.DeleteFunc(people, func(p *person) bool { return !only[p.id] })
	}
	query := hoursQuery{planned: true, by: columns{group: byUser}, days: s.days}
	if levels != nil || len(s.brief.Among) > 0 {
		query.people = idsOf(people)
	}
	plan, err := query.hoursByKey(ctx)
	if err != nil {
		return err
	}
	slices.SortFunc(people, func(a, b *person) int { return lists.CompareNames(a.name, a.id, b.name, b.id) })
	d := newDaily(s.days)
	most := cmp.Or(s.brief.Demand.GetHoursPerDay(), hoursOfDay)
	for i, p := range people {
		d.reset()
		d.add(plan[key{group: p.id}], nil)
		staff.availability(p, d)
		d.compare()
		h := &helper{
			person: p, order: i, levels: levels[p.id], level: leastOf(levels[p.id]),
			free: slices.Clone(d.series[free]), room: make([]float64, s.days.n), most: make([]float64, s.days.n),
		}
		for day, available := range d.series[availability] {
			h.room[day] = available - d.series[planned][day] - s.brief.GetKeepFree()
			if available > 0 {
				hours := d.series[planned][day] + d.series[tentative][day]
				h.most[day] = max(0, min(most, hoursOfDay-hours))
			}
		}
		s.people = append(s.people, h)
	}
	skills, err := among.Read[ent.Capability](ctx, call.DB(ctx), capability.Table, capability.Columns,
		slices.Collect(maps.Keys(s.wanted)))
	s.names = map[uuid.UUID]string{}
	for _, skill := range skills {
		s.names[skill.ID] = skill.Name
	}
	return err
}

// hoursOfDay is how many hours a person can plan for a day.
const hoursOfDay = 24

// among returns the persons to choose from. It is an error (400) if one does not exist, is no person, or is named
// twice.
func (s *search) among(ctx context.Context) (map[uuid.UUID]bool, error) {
	ids := lists.Map(s.brief.Among, protoconv.ID)
	known, err := among.Existing(ctx, call.DB(ctx), user.Table, ids)
	if err != nil {
		return nil, err
	}
	var bad []problem.Detail
	only := map[uuid.UUID]bool{}
	for i, id := range ids {
		fault := problem.Invalid(fmt.Sprintf("brief.among[%d]", i), "")
		switch {
		case !known[id]:
			fault.Message, fault.Code = "does not exist", problem.UnknownReference
		case placeholder.Is(id):
			fault.Message = reference.IsPlaceholder
		case only[id]:
			fault.Message = "is named twice: send each user once"
		default:
			only[id] = true
			continue
		}
		bad = append(bad, fault)
	}
	return only, problem.List(bad)
}

// quarter is the least that is suggested for a person and a day, unless less is left of a job.
const quarter = 0.25

// portion returns how much of what is left of a job a person takes who has time for some hours: quarters, or the rest.
func portion(time, left float64) float64 {
	if rounded(time) >= left {
		return left
	}
	return max(0, math.Floor(rounded(time)/quarter)*quarter)
}

// part is hours of a job on a day.
type part struct {
	*job
	day   int
	hours float64
}

// offers returns what a person could take of all jobs without being over, in their order, and the sum of it.
func (s *search) offers(h *helper) (parts []part, sum float64) {
	given := map[int]float64{}
	for _, j := range s.jobs {
		left := j.hours
		for day := j.first; day <= j.last && left > 0; day++ {
			if hours := portion(min(h.room[day], h.most[day])-given[day], left); hours > 0 {
				parts = append(parts, part{j, day, hours})
				left, sum = rounded(left-hours), rounded(sum+hours)
				given[day] += hours
			}
		}
	}
	return parts, sum
}

// take gives hours of a job to a person.
func (s *search) take(h *helper, p part) {
	p.job.hours = rounded(p.job.hours - p.hours)
	h.room[p.day] = rounded(h.room[p.day] - p.hours)
	h.most[p.day] = rounded(h.most[p.day] - p.hours)
	s.taken[share{h, p.job, p.day}] += p.hours
}

// fewest lets whoever can take the most take all of that, again and again. What a person can take becomes only less
// while others take hours, so whoever still is the first after another look has the most of all.
func (s *search) fewest() {
	q := &queue[*helper]{slices.Clone(s.people), func(a, b *helper) int {
		return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(b.level, a.level), cmp.Compare(a.order, b.order))
	}}
	for _, h := range s.people {
		_, h.sum = s.offers(h)
	}
	heap.Init(q)
	for q.Len() > 0 {
		h, before := q.items[0], q.items[0].sum
		var parts []part
		if parts, h.sum = s.offers(h); h.sum < before {
			heap.Fix(q, 0)
			continue
		}
		heap.Pop(q)
		for _, p := range parts {
			s.take(h, p)
		}
	}
}

// earliest goes from day to day, and lets those with the highest level take what they can, then those with the most
// free hours.
func (s *search) earliest() {
	helpers := slices.Clone(s.people)
	for day := range s.days.n {
		jobs := slices.DeleteFunc(slices.Clone(s.jobs), func(j *job) bool {
			return j.hours == 0 || day < j.first || j.last < day
		})
		if len(jobs) == 0 {
			continue
		}
		slices.SortFunc(helpers, func(a, b *helper) int {
			return cmp.Or(cmp.Compare(b.level, a.level), cmp.Compare(b.room[day], a.room[day]),
				cmp.Compare(a.order, b.order))
		})
		for _, j := range jobs {
			for _, h := range helpers {
				if hours := portion(min(h.room[day], h.most[day]), j.hours); hours > 0 {
					s.take(h, part{j, day, hours})
				}
			}
		}
	}
}

// leastOver gives what is left, an hour at a time, to whoever is then the least over availability.
func (s *search) leastOver() {
	for _, j := range s.jobs {
		q := &queue[share]{compare: func(a, b share) int {
			return cmp.Or(cmp.Compare(b.room[b.day], a.room[a.day]), cmp.Compare(a.day, b.day),
				cmp.Compare(a.order, b.order))
		}}
		for day := j.first; day <= j.last && j.hours > 0; day++ {
			for _, h := range s.people {
				if portion(h.most[day], j.hours) > 0 {
					q.items = append(q.items, share{h, j, day})
				}
			}
		}
		heap.Init(q)
		for q.Len() > 0 && j.hours > 0 {
			to := q.items[0]
			hours := portion(min(1, to.most[to.day]), j.hours)
			if hours == 0 {
				heap.Pop(q)
				continue
			}
			s.take(to.helper, part{j, to.day, hours})
			heap.Fix(q, 0)
		}
	}
}

// suggestion returns what was taken, and what is left.
func (s *search) suggestion() *pb.Suggestion {
	found := &pb.Suggestion{}
	for of, hours := range s.taken {
		row := &pb.SuggestedRow{
			UserId: of.id.String(), ProjectId: of.project.String(), Date: protoconv.DateString(s.days.date(of.day)),
			Hours: rounded(hours), Because: s.because(of.helper, of.day),
		}
		if of.capability != uuid.Nil {
			row.CapabilityId = new(of.capability.String())
		}
		found.Items = append(found.Items, row)
	}
	slices.SortFunc(found.Items, func(a, b *pb.SuggestedRow) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.UserId, b.UserId),
			cmp.Compare(a.ProjectId, b.ProjectId), cmp.Compare(a.GetCapabilityId(), b.GetCapabilityId()))
	})
	reason := pb.UnmetReason_UNMET_REASON_NO_TIME
	if len(s.people) == 0 {
		reason = pb.UnmetReason_UNMET_REASON_NOBODY_CAPABLE
	}
	for _, j := range s.jobs {
		if j.hours == 0 {
			continue
		}
		left := &pb.UnmetHours{Hours: j.hours, Reason: reason}
		if !j.anyDay {
			left.Date = new(protoconv.DateString(s.days.date(j.first)))
			// Jobs of a day are one after another.
			if n := len(found.Unmet); n > 0 && found.Unmet[n-1].GetDate() == left.GetDate() {
				found.Unmet[n-1].Hours = rounded(found.Unmet[n-1].Hours + j.hours)
				continue
			}
		}
		found.Unmet = append(found.Unmet, left)
	}
	return found
}

// because returns why hours of a day are suggested for a person: the levels, and the free hours of the week before.
func (s *search) because(h *helper, day int) string {
	var reasons []string
	for id, level := range h.levels {
		reasons = append(reasons, fmt.Sprintf("%s %d", s.names[id], level))
	}
	slices.Sort(reasons)
	monday := day - s.days.weekday(day)
	var free float64
	for d := max(monday, 0); d < min(monday+daysOfWeek, s.days.n); d++ {
		free += h.free[d]
	}
	_, week := s.days.date(day).ISOWeek()
	reasons = append(reasons, fmt.Sprintf("%s h free in week %d", strconv.FormatFloat(rounded(free), 'f', -1, 64), week))
	return h.name + ": " + strings.Join(reasons, ", ")
}

// queue is a heap for container/heap, whose first item is the best one.
type queue[T any] struct {
	items   []T
	compare func(a, b T) int // negative if a is better
}

func (q *queue[T]) Len() int           { return len(q.items) }
func (q *queue[T]) Less(i, j int) bool { return q.compare(q.items[i], q.items[j]) < 0 }
func (q *queue[T]) Swap(i, j int)      { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *queue[T]) Push(item any)      { q.items = append(q.items, item.(T)) }
func (q *queue[T]) Pop() any {
	last := q.items[len(q.items)-1]
	q.items = q.items[:len(q.items)-1]
	return last
}
