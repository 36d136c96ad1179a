package demo

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/workplan-api/workplan/internal/protoconv"
)

// The weeks of the plan, relative to the current week. Actual hours begin in firstWeek.
const (
	firstWeek = -13
	lastWeek  = 12
)

// seed is the seed of the random numbers, the same in every demo organization. Each
// person has one stream for planned hours and one for actual hours.
const (
	seed         = 41
	planStream   = 0
	actualStream = 1 << 32
)

// entry is the hours of a person for a project on a day.
type entry struct {
	who, project, capability string
	date                     time.Time
	hours                    float64
}

// schedule is the working time of a person.
type schedule struct {
	person
	index  int
	monday time.Time
	// days are the hours from Monday to Friday, before a change, see daysIn.
	days [5]float64
	// off has the part of the day that a holiday takes, by its date.
	off map[string]float64
}

// schedules returns the schedules of all people. Weeks are relative to the week of monday.
func schedules(monday time.Time) []schedule {
	list, holidays := make([]schedule, len(people)), holidays(monday)
	for i, p := range people {
		days := workdays[p.availability]
		s := schedule{person: p, index: i, monday: monday, off: off(holidays, p.country)}
		for d := range days {
			s.days[d] = days[(d+i)%len(days)]
		}
		list[i] = s
	}
	return list
}

// scheduleOf returns the schedule of a person.
func scheduleOf(monday time.Time, handle string) schedule {
	list := schedules(monday)
	return list[slices.IndexFunc(list, func(s schedule) bool { return s.handle == handle })]
}

func (s schedule) random(stream uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, stream+uint64(s.index)))
}

// absence returns the approved time off of the person on a day, or nil.
func (s schedule) absence(date time.Time) *absence {
	for i, a := range absences {
		if a.who == s.handle && a.status == approved && !date.Before(a.first(s.monday)) &&
			!date.After(a.last(s.monday)) {
			return &absences[i]
		}
	}
	return nil
}

// plan returns the planned hours of the person by date. On a day of time off they are at
// most the hours still worked, and on a holiday only those that it leaves. Sick leave does not
// change the plan, because nobody plans it.
func (s schedule) plan() []entry {
	random := s.random(planStream)
	shares := sharesOf(s.person, random)
	var entries []entry
	for week := firstWeek; week <= lastWeek; week++ {
		open := random.IntN(100) < 6*(week-4) // later weeks are planned for fewer people
		extra := 0.0
		if random.IntN(30) == 0 { // a week that is too full
			extra = 1
		}
		rushed := s.isRushed(week)
		if open && !rushed {
			continue
		}
		if rushed {
			extra = 1
		}
		running := inWeek(shares, week)
		alone := -1 // in one week of four, one project gets all hours
		if random.IntN(4) == 0 {
			alone = random.IntN(len(running))
		}
		for day, hours := range s.daysIn(week) {
			switch {
			case hours > 0:
				hours += extra
			case rushed:
				hours = 4
			}
			date := s.monday.AddDate(0, 0, 7*week+day)
			if factor := s.off[protoconv.DateString(date)]; factor > 0 {
				hours = math.Floor(2*hours*(1-factor)) / 2
			}
			if a := s.absence(date); a != nil && a.kind != sickLeave {
				hours = min(hours, a.availability)
			}
			for i, part := range split(hours, running, alone) {
				if part > 0 {
					entries = append(entries, entry{s.handle, running[i].project, running[i].capability, date, part})
				}
			}
		}
	}
	return entries
}

// actual returns the hours worked on the days before today: mostly as planned, sometimes
// more or less, sometimes not recorded, and sometimes an unplanned meeting. With a later
// today, it returns the same hours and those of the days between.
func (s schedule) actual(plan []entry, today time.Time) []entry {
	random := s.random(actualStream)
	var entries []entry
	for day := range byDay(plan) {
		date := day[0].date
		if !date.Before(today) {
			break
		}
		if a := s.absence(date); a != nil && a.kind == sickLeave {
			continue
		}
		meeting := random.IntN(12) == 0
		for _, e := range day {
			meeting = meeting && e.project != studioOperations
			if random.IntN(25) == 0 {
				continue
			}
			e.hours = worked(random, e.hours)
			entries = append(entries, e)
		}
		if meeting {
			entries = append(entries, entry{s.handle, studioOperations, "", date, 0.5 * float64(1+random.IntN(3))})
		}
	}
	return entries
}

// byDay returns the entries of each date. The entries must be sorted by date.
func byDay(entries []entry) func(yield func([]entry) bool) {
	return func(yield func([]entry) bool) {
		for len(entries) > 0 {
			n := slices.IndexFunc(entries, func(e entry) bool { return !e.date.Equal(entries[0].date) })
			if n < 0 {
				n = len(entries)
			}
			if !yield(entries[:n]) {
				return
			}
			entries = entries[n:]
		}
	}
}

// worked returns the actual hours for planned hours, in quarters of an hour.
func worked(random *rand.Rand, hours float64) float64 {
	if random.IntN(5) < 3 {
		return hours
	}
	return max(0.25, hours+0.25*float64(random.IntN(9)-5))
}

// share is a project of a person.
type share struct {
	project, capability string
	from, to            int
	// weight is the part of the week that the project takes, relative to the other
	// projects.
	weight int
}

// sharesOf returns the projects of a person. On three of four projects for clients, hours
// have the capability of the person. On all others they have none.
func sharesOf(p person, random *rand.Rand) []share {
	var shares []share
	for _, project := range projects {
		if !slices.Contains(strings.Fields(project.team), p.handle) {
			continue
		}
		s := share{project: project.name, from: project.from, to: project.to, weight: 1 + random.IntN(4)}
		if random.IntN(4) > 0 && project.client != Name {
			s.capability = p.capability
		}
		shares = append(shares, s)
	}
	return shares
}

// inWeek returns the projects that run in a week, or the studio's own if there is none.
func inWeek(shares []share, week int) []share {
	var running []share
	for _, s := range shares {
		if s.from <= week && week <= s.to {
			running = append(running, s)
		}
	}
	if len(running) == 0 {
		return []share{{project: studioOperations, weight: 1}}
	}
	return running
}

// split divides the hours of a day among projects by weight, in half hours, or gives them all to the one at index
// alone.
func split(hours float64, shares []share, alone int) []float64 {
	parts := make([]float64, len(shares))
	if alone >= 0 {
		parts[alone] = hours
		return parts
	}
	total := 0
	for _, s := range shares {
		total += s.weight
	}
	left := hours
	for i, s := range shares[1:] {
		parts[i+1] = min(left, math.Round(2*hours*float64(s.weight)/float64(total))/2)
		left -= parts[i+1]
	}
	parts[0] = left
	return parts
}
