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
	"github.com/workplan-api/workplan/services/internal/settled"
)

// Suggest returns who could do the work of a brief on days that are not closed, without a proposal, and the name of
// the placeholder or the project. Each person's free hours are those of ListCandidates. It reads all in one snapshot,
// unless the request is in a transaction.
func Suggest(
	ctx context.Context, brief *pb.SuggestionBrief, closed *settled.Days,
) (found *pb.Suggestion, name string, err error) {
	if err := checkBrief(brief); err != nil {
		return nil, "", err
	}
	sight, err := permit.SightOf(ctx, auth.Utilization)
	if err != nil {
		return nil, "", err
	}
	s := &search{brief: brief, closed: closed, taken: map[share]float64{}}
	err = snapshot(ctx, func() error {
		if name, err = s.readWork(ctx); err != nil || len(s.jobs) == 0 {
			return err
		}
		s.wholeWeeks()
		return s.readPeople(ctx, sight)
	})
	if err != nil {
		return nil, "", err
	}
	switch brief.GetObjective() {
	case pb.SuggestionObjective_SUGGESTION_OBJECTIVE_EARLIEST:
		err = s.earliest(ctx)
	case pb.SuggestionObjective_SUGGESTION_OBJECTIVE_LEAST_OVER:
		if err = s.fewest(ctx); err == nil {
			err = s.leastOver(ctx)
		}
	default:
		err = s.fewest(ctx)
	}
	switch {
	case err != nil:
		return nil, "", err
	case len(s.taken) > proposed.MaxRows:
		return nil, "", errTooManyRows
	}
	return s.suggestion(), name, nil
}

// errTooManyRows is the error about a suggestion that no proposal can have.
var errTooManyRows = problem.Field(problem.ValidationFailed, demandPath, fmt.Sprintf(
	"needs more than %d rows: ask for fewer hours or days, or for more hours_per_day", proposed.MaxRows))

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
		bad = append(bad, lists.Reversed(demandPath+".")...)
	}
	return problem.List(bad)
}

// search is the work of a brief, and who may do it.
type search struct {
	brief  *pb.SuggestionBrief
	closed *settled.Days
	days   dateRange
	jobs   []*job
	wanted map[uuid.UUID]int32 // the least level of each capability
	names  map[uuid.UUID]string
	people []*helper
	taken  map[share]float64
}

// job is hours of a project and, unless it is uuid.Nil, a capability, to be done from a first to a last day.
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
	maybe  []float64           // tentative hours
	maybes float64             // all of them
	room   []float64           // the hours of each day that are free and may be taken; negative if the day is overfull
	most   []float64           // the hours of each day that may be taken even if nothing is free
	sum    float64             // what offers has returned for the helper last
}

// share is the hours of a job that a person does on a day.
type share struct {
	by  *helper
	of  *job
	day int
}

// readWork reads what has to be done, and returns the name of its placeholder or project.
func (s *search) readWork(ctx context.Context) (name string, err error) {
	d := s.brief.Demand
	start := d.GetStartDate()
	if start == "" {
		if start, err = firstDay(ctx, d.GetPlaceholderId()); err != nil {
			return "", err
		}
	}
	s.days.first = protoconv.Date(start)
	s.days.n = maxDays
	if d.EndDate != nil {
		s.days.n = s.days.day(protoconv.Date(d.GetEndDate())) + 1
	}
	switch {
	case s.days.n > maxDays:
		return "", problem.TooManyDays(demandPath+".end_date", maxDays)
	case d.PlaceholderId != nil:
		return s.readPlaceholder(ctx, protoconv.ID(d.GetPlaceholderId()))
	}
	return s.readProject(ctx)
}

// wholeWeeks makes the days those of the weeks in which the jobs are, for the free hours of a week: because.
func (s *search) wholeWeeks() {
	first, last := s.days.n, 0
	for _, j := range s.jobs {
		first, last = min(first, j.first), max(last, j.last)
	}
	first -= s.days.weekday(first)
	last += daysOfWeek - 1 - s.days.weekday(last)
	for s.days.date(last).Year() > maxYear {
		last--
	}
	s.days = dateRange{first: s.days.date(first), n: last + 1 - first}
	for _, j := range s.jobs {
		j.first, j.last = j.first-first, j.last-first
	}
}

// maxYear is the last year of dates in the API.
const maxYear = 9999

// firstDay returns the day of the first row of a placeholder from today on, and today if there is none.
func firstDay(ctx context.Context, placeholder string) (first string, err error) {
	today := protoconv.DateString(time.Now().UTC())
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error { return scan(&first) },
		`SELECT coalesce(min(date), $3::date)::text FROM assignments
		WHERE organization_id = $1 AND user_id = $2 AND date >= $3 AND hours > 0`, placeholder, today)
	return first, err
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
	case s.days.n < 1: // the first row is later
		return row.Name, nil
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
	if len(s.jobs) > proposed.MaxRows {
		return "", errTooManyRows
	}
	slices.SortFunc(s.jobs, func(a, b *job) int {
		return cmp.Or(cmp.Compare(a.first, b.first), bytes.Compare(a.project[:], b.project[:]),
			bytes.Compare(a.capability[:], b.capability[:]))
	})
	s.wanted, err = readNeeds(ctx, id)
	return row.Name, err
}

// readProject makes the hours of the brief one job. The name is empty if the caller may not read projects.
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
	if call.Caller(ctx).Has("read:projects") {
		name = of.Name
	}
	return name, nil
}

// readPeople reads who is capable, may be suggested, and may be seen by the caller.
func (s *search) readPeople(ctx context.Context, sight *permit.Sight) error {
	staff, levels, err := readCapable(ctx, s.wanted, s.days, sight)
	if err != nil {
		return err
	}
	people := measured(staff.people, sight)
	if only := lists.Map(s.brief.Among, protoconv.ID); len(only) > 0 {
		bad, err := reference.Persons(ctx, call.DB(ctx), "brief.among", only)
		if err == nil {
			err = problem.List(bad)
		}
		if err != nil {
			return err
		}
		people = slices.DeleteFunc(people, func(p *person) bool { return !slices.Contains(only, p.id) })
	}
	if n := len(people); n*s.days.n > maxUserDays {
		return problem.Field(problem.ValidationFailed, demandPath+".end_date", fmt.Sprintf(
			"must be at most %d days after the start date for %d people: shorten the range, or name people in among",
			maxUserDays/n-1, n))
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
		d.compareWith(staff, p, plan[key{group: p.id}])
		h := &helper{
			person: p, order: i, levels: levels[p.id], level: leastOf(levels[p.id]),
			free: slices.Clone(d.series[free]), maybe: slices.Clone(d.series[tentative]),
			room: make([]float64, s.days.n), most: make([]float64, s.days.n),
		}
		for day, available := range d.series[availability] {
			h.room[day] = available - d.series[planned][day] - s.brief.GetKeepFree()
			if available > 0 {
				hours := d.series[planned][day] + d.series[tentative][day]
				h.most[day] = max(0, min(most, hoursOfDay-hours))
			}
		}
		for _, hours := range h.maybe {
			h.maybes += hours
		}
		s.people = append(s.people, h)
	}
	if err := s.closeDays(ctx); err != nil {
		return err
	}
	skills, err := among.Read[ent.Capability](ctx, call.DB(ctx), capability.Table, capability.Columns,
		slices.Collect(maps.Keys(s.wanted)))
	s.names = map[uuid.UUID]string{}
	for _, skill := range skills {
		s.names[skill.ID] = skill.Name
	}
	return err
}

// closeDays leaves no hours on days of which the planned hours are closed for a person, or for the placeholder.
func (s *search) closeDays(ctx context.Context) error {
	users := lists.Map(s.people, func(h *helper) string { return h.id.String() })
	if s.brief.Demand.PlaceholderId != nil {
		users = append(users, strings.ToLower(s.brief.Demand.GetPlaceholderId()))
	}
	dates := make([]string, s.days.n)
	for day := range dates {
		dates[day] = protoconv.DateString(s.days.date(day))
	}
	n := len(dates)
	closed, err := s.closed.Closed(ctx, "assignments", len(users)*n, func(i int) settled.Span {
		return settled.Span{User: users[i/n], First: dates[i%n], Last: dates[i%n]}
	})
	if err != nil || closed == nil {
		return err
	}
	for i := range users {
		for day := range n {
			switch {
			case closed[i*n+day] == nil:
			case i < len(s.people):
				s.people[i].most[day] = 0
			default: // the placeholder's hours cannot move
				for _, h := range s.people {
					h.most[day] = 0
				}
			}
		}
	}
	return nil
}

// hoursOfDay is how many hours a person can plan for a day.
const hoursOfDay = 24

// quarter is the least that is suggested for a person and a day, unless less is left of a job.
const quarter = 0.25

// portion returns how many of the hours that are left of a job somebody gets who has room for some: all, if there is
// room for that, and otherwise whole quarters of an hour.
func portion(room, left float64) float64 {
	if rounded(room) >= left {
		return left
	}
	return max(0, math.Floor(rounded(room)/quarter)*quarter)
}

// part is hours of a job on a day.
type part struct {
	of    *job
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
	p.of.hours = rounded(p.of.hours - p.hours)
	h.room[p.day] = rounded(h.room[p.day] - p.hours)
	h.most[p.day] = rounded(h.most[p.day] - p.hours)
	s.taken[share{h, p.of, p.day}] += p.hours
}

// fewest lets whoever can take the most take all of that, again and again. While others take hours, what a person can
// take hardly ever becomes more, and then by less than a quarter of an hour. So whoever still is the first after
// another look has the most of all.
func (s *search) fewest(ctx context.Context) error {
	q := &queue[*helper]{slices.Clone(s.people), func(a, b *helper) int {
		return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(b.level, a.level), cmp.Compare(a.maybes, b.maybes),
			cmp.Compare(a.order, b.order))
	}}
	for _, h := range s.people {
		_, h.sum = s.offers(h)
	}
	heap.Init(q)
	for q.Len() > 0 && q.items[0].sum > 0 && ctx.Err() == nil {
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
	return ctx.Err()
}

// earliest goes from day to day, and lets those with the highest level take what they can, then those with the most
// free hours.
func (s *search) earliest(ctx context.Context) error {
	helpers := slices.Clone(s.people)
	for day := range s.days.n {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		jobs := slices.DeleteFunc(slices.Clone(s.jobs), func(j *job) bool {
			return j.hours == 0 || day < j.first || j.last < day
		})
		if len(jobs) == 0 {
			continue
		}
		slices.SortFunc(helpers, func(a, b *helper) int {
			return cmp.Or(cmp.Compare(b.level, a.level), cmp.Compare(b.room[day], a.room[day]),
				cmp.Compare(a.maybes, b.maybes), cmp.Compare(a.order, b.order))
		})
		for _, j := range jobs {
			for _, h := range helpers {
				if hours := portion(min(h.room[day], h.most[day]), j.hours); hours > 0 {
					s.take(h, part{j, day, hours})
				}
			}
		}
	}
	return nil
}

// leastOver gives what is left, an hour at a time, to whoever is then the least over availability.
func (s *search) leastOver(ctx context.Context) error {
	for _, j := range s.jobs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		q := &queue[share]{compare: func(a, b share) int {
			return cmp.Or(cmp.Compare(b.by.room[b.day], a.by.room[a.day]), cmp.Compare(a.day, b.day),
				cmp.Compare(a.by.order, b.by.order))
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
			hours := portion(min(1, to.by.most[to.day]), j.hours)
			if hours == 0 {
				heap.Pop(q)
				continue
			}
			s.take(to.by, part{j, to.day, hours})
			heap.Fix(q, 0)
		}
	}
	return nil
}

// suggestion returns what was taken, and what is left.
func (s *search) suggestion() *pb.Suggestion {
	found := &pb.Suggestion{}
	for it, hours := range s.taken {
		row := &pb.SuggestedRow{
			UserId: it.by.id.String(), ProjectId: it.of.project.String(),
			Date: protoconv.DateString(s.days.date(it.day)), Hours: rounded(hours), Because: s.because(it.by, it.day),
		}
		if it.of.capability != uuid.Nil {
			row.CapabilityId = new(it.of.capability.String())
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

// because says why a person is suggested on a day: the levels in the wanted capabilities, and how many hours of the
// week were free before the suggestion. It has no name, which an erasure would miss.
func (s *search) because(h *helper, day int) string {
	var reasons []string
	for id, level := range h.levels {
		reasons = append(reasons, fmt.Sprintf("%s %d", s.names[id], level))
	}
	slices.Sort(reasons)
	monday := day - s.days.weekday(day)
	var free, maybe float64
	for d := monday; d < min(monday+daysOfWeek, s.days.n); d++ {
		free, maybe = free+h.free[d], maybe+h.maybe[d]
	}
	_, week := s.days.date(day).ISOWeek()
	if maybe > 0 {
		reasons = append(reasons, fmt.Sprintf("%v h tentative", rounded(maybe)))
	}
	return strings.Join(append(reasons, fmt.Sprintf("%v h free in week %d", rounded(free), week)), ", ")
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
