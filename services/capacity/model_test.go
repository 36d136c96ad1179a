package capacity_test

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/test/apitest"
)

// model is all rows of an organization. It computes a capacity in the plainest way: user by
// user, day by day, row by row. It shares no code with the service.
type model struct {
	id, name              string
	users                 []user
	holidays              []publicHoliday
	leave                 []timeOff
	timeOffTypes          []timeOffType // in the order in which they were created
	projects              map[string]project
	clients, capabilities map[string]string // names
	planned, actual       []row
}

type user struct {
	id, name, country, manager string
	weekly                     float64
	active, placeholder        bool
	start, end                 string // of employment, or ""
	patterns                   []struct {
		ValidFrom string
		Hours     []float64
	}
	skills []struct {
		CapabilityID string
		Level        int32
	}
}

type publicHoliday struct {
	country, date string
	factor        float64
}

type timeOff struct {
	user, kind, start, end, status string
	availability                   float64
}

type timeOffType struct{ id, name string }

type project struct{ name, client, status string }

type row struct {
	user, project, capability, date string
	hours                           float64
	tentative                       bool
}

// readModel reads all rows of the organization.
func readModel(t *testing.T, a *apitest.API) *model {
	m := &model{
		id: a.Organization.String(), projects: map[string]project{}, clients: map[string]string{},
		capabilities: map[string]string{},
	}
	each := func(query string, read func(scan func(...any) error) error) {
		t.Helper()
		rows, err := a.DB.QueryContext(t.Context(), query, m.id)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			if err := read(rows.Scan); err != nil {
				t.Fatal(err)
			}
		}
	}
	each("SELECT name FROM organizations WHERE id = $1", func(scan func(...any) error) error { return scan(&m.name) })
	each("SELECT u.id, u.name, coalesce(country_code, '-'), coalesce(reports_to_id::text, ''), default_availability, "+
		"is_active, kind IS NOT NULL, coalesce(start_date::text, ''), coalesce(end_date::text, ''), coalesce(items, '[]') "+
		"FROM users u LEFT JOIN working_patterns w USING (organization_id, id) WHERE organization_id = $1",
		func(scan func(...any) error) error {
			var u user
			var items []byte
			if err := scan(&u.id, &u.name, &u.country, &u.manager, &u.weekly, &u.active, &u.placeholder,
				&u.start, &u.end, &items); err != nil {
				return err
			}
			m.users = append(m.users, u)
			return json.Unmarshal(items, &m.users[len(m.users)-1].patterns)
		})
	each("SELECT id, items FROM user_capabilities WHERE organization_id = $1", func(scan func(...any) error) error {
		var id string
		var items []byte
		if err := scan(&id, &items); err != nil {
			return err
		}
		i := slices.IndexFunc(m.users, func(u user) bool { return u.id == id })
		return json.Unmarshal(items, &m.users[i].skills)
	})
	each("SELECT country_code, date::text, factor FROM holidays WHERE organization_id = $1",
		func(scan func(...any) error) error {
			var h publicHoliday
			defer func() { m.holidays = append(m.holidays, h) }()
			return scan(&h.country, &h.date, &h.factor)
		})
	each("SELECT id, name FROM time_off_types WHERE organization_id = $1 ORDER BY created_at, id",
		func(scan func(...any) error) error {
			var kind timeOffType
			defer func() { m.timeOffTypes = append(m.timeOffTypes, kind) }()
			return scan(&kind.id, &kind.name)
		})
	each("SELECT user_id, time_off_type_id, start_date::text, end_date::text, status, availability FROM time_off_requests WHERE "+
		"organization_id = $1", func(scan func(...any) error) error {
		var l timeOff
		defer func() { m.leave = append(m.leave, l) }()
		return scan(&l.user, &l.kind, &l.start, &l.end, &l.status, &l.availability)
	})
	each("SELECT id, name, client_id, status FROM projects WHERE organization_id = $1",
		func(scan func(...any) error) error {
			var id string
			var p project
			defer func() { m.projects[id] = p }()
			return scan(&id, &p.name, &p.client, &p.status)
		})
	names := func(into map[string]string) func(func(...any) error) error {
		return func(scan func(...any) error) error {
			var id, name string
			defer func() { into[id] = name }()
			return scan(&id, &name)
		}
	}
	each("SELECT id, company_name FROM clients WHERE organization_id = $1", names(m.clients))
	each("SELECT id, name FROM capabilities WHERE organization_id = $1", names(m.capabilities))
	hours := func(into *[]row) func(func(...any) error) error {
		return func(scan func(...any) error) error {
			var r row
			var capability sql.NullString
			defer func() { r.capability = capability.String; *into = append(*into, r) }()
			return scan(&r.user, &r.project, &capability, &r.date, &r.hours, &r.tentative)
		}
	}
	each("SELECT user_id, project_id, capability_id, date::text, hours, coalesce(tentative, false) FROM assignments "+
		"WHERE organization_id = $1", hours(&m.planned))
	each("SELECT user_id, project_id, capability_id, date::text, hours, false FROM actual_hours WHERE organization_id = $1",
		hours(&m.actual))
	return m
}

// figures are the sums of an item: by series, and then by bucket. An item without an id or a
// split has "".
type figures struct {
	id, name, split, splitName string
	series                     map[string][]float64
	types                      map[string][]float64 // the hours of time off, by the id of the type
}

// isThere reports whether a user is active, and employed on some day of a range.
func (u *user) isThere(first, last string) bool {
	return u.active && (u.start == "" || u.start <= last) && (u.end == "" || u.end >= first)
}

// works reports whether a user is a person who is there.
func (u *user) works(first, last string) bool { return !u.placeholder && u.isThere(first, last) }

// available returns what a user has on a date.
func (m *model) available(u user, date string) (contracted, holiday, timeOff, availability, pending float64) {
	day, _ := time.Parse(time.DateOnly, date)
	weekday := (int(day.Weekday()) + 6) % 7
	if weekday < 5 {
		contracted = u.weekly / 5
	}
	latest := ""
	for _, p := range u.patterns {
		if p.ValidFrom <= date && p.ValidFrom > latest {
			contracted, latest = p.Hours[weekday], p.ValidFrom
		}
	}
	for _, h := range m.holidays {
		if h.country == u.country && h.date == date {
			holiday = contracted * h.factor
		}
	}
	if u.start > date || u.end != "" && u.end < date {
		contracted, holiday = 0, 0
	}
	base := contracted - holiday
	availability = base
	for _, l := range m.leave {
		if l.user == u.id && l.status == "approved" && l.start <= date && date <= l.end {
			availability = math.Min(availability, l.availability)
		}
	}
	withPending := availability
	for _, l := range m.leave {
		if l.user == u.id && l.status == "pending" && l.start <= date && date <= l.end {
			withPending = math.Min(withPending, l.availability)
		}
	}
	return contracted, holiday, base - availability, availability, availability - withPending
}

// takes returns the type of time off that takes the hours of a user on a date, or "".
func (m *model) takes(u user, date string) (taker string) {
	least := math.Inf(1)
	for _, kind := range m.timeOffTypes {
		for _, l := range m.leave {
			if l.user == u.id && l.kind == kind.id && l.status == "approved" && l.start <= date && date <= l.end &&
				l.availability < least {
				least, taker = l.availability, kind.id
			}
		}
	}
	return taker
}

// below reports whether a user is somewhere below another one.
func (m *model) below(u user, manager string) bool {
	for u.manager != "" && u.manager != manager {
		u = m.users[slices.IndexFunc(m.users, func(o user) bool { return o.id == u.manager })]
	}
	return u.manager == manager
}

// selects reports whether the filters of rows select a row.
func (m *model) selects(req *pb.GetCapacityRequest, r row) bool {
	return (req.ProjectId == nil || r.project == *req.ProjectId) &&
		(req.ClientId == nil || m.projects[r.project].client == *req.ClientId) &&
		(req.CapabilityId == nil || r.capability == *req.CapabilityId)
}

// sums returns the sums of some rows.
func (m *model) sums(rows []row, keep func(row, project) bool) (sum float64) {
	for _, r := range rows {
		if keep(r, m.projects[r.project]) {
			sum += r.hours
		}
	}
	return sum
}

func isUncertain(r row, p project) bool { return p.status == "draft" || r.tentative }
func isLive(_ row, p project) bool      { return p.status != "cancelled" }
func isPlanned(r row, p project) bool   { return isLive(r, p) && !isUncertain(r, p) }
func isTentative(r row, p project) bool { return isLive(r, p) && isUncertain(r, p) }
func anyProject(row, project) bool      { return true }

// bucketsOf returns the dates of each bucket.
func bucketsOf(req *pb.GetCapacityRequest) (buckets [][]string) {
	start, _ := time.Parse(time.DateOnly, req.StartDate)
	end, _ := time.Parse(time.DateOnly, req.EndDate)
	for day := start; !day.After(end); day = day.AddDate(0, 0, 1) {
		begins := len(buckets) == 0
		switch req.GetBucket() {
		case pb.CapacityBucket_CAPACITY_BUCKET_DAY:
			begins = true
		case pb.CapacityBucket_CAPACITY_BUCKET_MONTH:
			begins = begins || day.Day() == 1
		default:
			begins = begins || day.Weekday() == time.Monday
		}
		if begins {
			buckets = append(buckets, nil)
		}
		last := &buckets[len(buckets)-1]
		*last = append(*last, day.Format(time.DateOnly))
	}
	return buckets
}

var (
	all = []string{"contracted", "holiday", "timeOff", "availability", "pendingTimeOff", "planned",
		"tentative", "actual", "free", "over", "unfilled"}
	ofHours        = []string{"planned", "tentative", "actual", "unfilled"}
	ofCapabilities = []string{"planned", "tentative", "actual", "supply", "unfilled"}
)

// capacity returns the series, the items in their order, and the total.
func (m *model) capacity(req *pb.GetCapacityRequest) (series []string, items []*figures, total *figures) {
	byRows := req.GetGroupBy() == pb.CapacityGroup_CAPACITY_GROUP_PROJECT ||
		req.GetGroupBy() == pb.CapacityGroup_CAPACITY_GROUP_CLIENT ||
		req.GetGroupBy() == pb.CapacityGroup_CAPACITY_GROUP_CAPABILITY
	series = all
	if byRows || req.SplitBy != nil || req.ProjectId != nil || req.ClientId != nil || req.CapabilityId != nil {
		series = ofHours
	}
	hasSupply := req.GetGroupBy() == pb.CapacityGroup_CAPACITY_GROUP_CAPABILITY && req.ProjectId == nil &&
		req.ClientId == nil
	if hasSupply {
		series = ofCapabilities
	}
	buckets := bucketsOf(req)
	empty := func(id, name string) *figures {
		f := &figures{id: id, name: name, series: map[string][]float64{}, types: map[string][]float64{}}
		for _, s := range series {
			f.series[s] = make([]float64, len(buckets))
		}
		return f
	}
	total = empty("", "")
	found := map[string]*figures{}
	get := func(id, name, split, splitName string) *figures {
		key := id + " " + split
		if found[key] == nil {
			found[key] = empty(id, name)
			found[key].split, found[key].splitName = split, splitName
		}
		return found[key]
	}
	isItem := true // the hours of the user at hand are in an item, and not only in the total
	taker := ""    // the type of time off that takes the hours of the day at hand
	addType := func(f *figures, bucket int, hours float64) {
		if hours > 0 {
			if f.types[taker] == nil {
				f.types[taker] = make([]float64, len(buckets))
			}
			f.types[taker][bucket] += hours
		}
	}
	add := func(id, name, split, splitName string, bucket int, hours map[string]float64) {
		if isItem {
			addType(get(id, name, split, splitName), bucket, hours["timeOff"])
		}
		addType(total, bucket, hours["timeOff"])
		for _, s := range series {
			if isItem {
				get(id, name, split, splitName).series[s][bucket] += hours[s]
			}
			total.series[s][bucket] += hours[s]
		}
	}
	addTo := func(id, name string, bucket int, hours map[string]float64) { add(id, name, "", "", bucket, hours) }
	for _, u := range m.users {
		if req.UserId != nil && u.id != *req.UserId || req.ManagerId != nil && !m.below(u, *req.ManagerId) {
			continue
		}
		isItem = true
		if req.GetGroupBy() <= pb.CapacityGroup_CAPACITY_GROUP_USER {
			kind := req.GetKind()
			isItem = kind == pb.UserKindFilter_USER_KIND_FILTER_ALL ||
				u.placeholder == (kind == pb.UserKindFilter_USER_KIND_FILTER_PLACEHOLDER) || u.placeholder &&
				req.UserId != nil
			if !isItem && !u.placeholder {
				continue
			}
		}
		mine := func(rows []row) (list []row) {
			for _, r := range rows {
				if r.user == u.id && m.selects(req, r) && req.StartDate <= r.date && r.date <= req.EndDate {
					list = append(list, r)
				}
			}
			return list
		}
		for bucket, dates := range buckets {
			for _, date := range dates {
				_, _, _, available, _ := m.available(u, date)
				counted := false
				for _, s := range u.skills {
					if !hasSupply || !u.works(req.StartDate, req.EndDate) || available == 0 ||
						req.CapabilityId != nil && s.CapabilityID != *req.CapabilityId {
						continue
					}
					get(s.CapabilityID, m.capabilities[s.CapabilityID], "", "").series["supply"][bucket] += available
					if !counted {
						total.series["supply"][bucket] += available
						counted = true
					}
				}
			}
		}
		planned, actual := mine(m.planned), mine(m.actual)
		hasHours := m.sums(planned, isPlanned)+m.sums(planned, isTentative)+m.sums(actual, anyProject) > 0
		for bucket, dates := range buckets {
			for _, date := range dates {
				on := func(rows []row, key func(row) string, value string) (list []row) {
					for _, r := range rows {
						if r.date == date && key(r) == value {
							list = append(list, r)
						}
					}
					return list
				}
				hours := func(key func(row) string, value string) map[string]float64 {
					p := on(planned, key, value)
					if u.placeholder {
						return map[string]float64{"unfilled": m.sums(p, isLive)}
					}
					return map[string]float64{
						"planned": m.sums(p, isPlanned), "tentative": m.sums(p, isTentative),
						"actual": m.sums(on(actual, key, value), anyProject),
					}
				}
				if byRows || req.SplitBy != nil {
					ofGroup := map[pb.CapacityGroup]string{
						pb.CapacityGroup_CAPACITY_GROUP_PROJECT:    "project",
						pb.CapacityGroup_CAPACITY_GROUP_CLIENT:     "client",
						pb.CapacityGroup_CAPACITY_GROUP_CAPABILITY: "capability",
					}[req.GetGroupBy()]
					ofSplit := []string{"", "project", "client", "capability"}[req.GetSplitBy()]
					key := map[string]func(row) string{
						"project": func(r row) string { return r.project }, "client": func(r row) string {
							return m.projects[r.project].client
						}, "capability": func(r row) string { return r.capability },
					}[ofGroup+ofSplit]
					values := map[string]bool{}
					for _, r := range slices.Concat(planned, actual) {
						values[key(r)] = true
					}
					for value := range values {
						h := hours(key, value)
						name := cmp.Or(m.projects[value].name, m.clients[value], m.capabilities[value])
						switch {
						case h["planned"]+h["tentative"]+h["actual"]+h["unfilled"] == 0:
						case req.SplitBy != nil:
							add(u.id, u.name, value, name, bucket, h)
						default:
							addTo(value, name, bucket, h)
						}
					}
					continue
				}
				isThere := u.isThere(req.StartDate, req.EndDate)
				if !hasHours && (!isThere && req.UserId == nil || len(series) == len(ofHours)) {
					continue
				}
				h := hours(func(row) string { return "" }, "")
				if !u.placeholder {
					taker = m.takes(u, date)
					h["contracted"], h["holiday"], h["timeOff"], h["availability"], h["pendingTimeOff"] = m.available(u, date)
					h["free"], h["over"] = math.Max(0, h["availability"]-h["planned"]),
						math.Max(0, h["planned"]-h["availability"])
				}
				id, name := u.id, u.name
				switch req.GetGroupBy() {
				case pb.CapacityGroup_CAPACITY_GROUP_MANAGER:
					id, name = u.manager, ""
					for _, o := range m.users {
						if o.id == u.manager {
							name = o.name
						}
					}
				case pb.CapacityGroup_CAPACITY_GROUP_ORGANIZATION:
					id, name = m.id, m.name
				}
				addTo(id, name, bucket, h)
			}
		}
	}
	for _, f := range found {
		items = append(items, f)
	}
	byName := func(name, id, otherName, otherID string) int {
		if id == "" || otherID == "" {
			return strings.Compare(otherID, id)
		}
		return cmp.Or(strings.Compare(strings.ToLower(name), strings.ToLower(otherName)), strings.Compare(id, otherID))
	}
	slices.SortFunc(items, func(a, b *figures) int {
		return cmp.Or(byName(a.name, a.id, b.name, b.id), byName(a.splitName, a.split, b.splitName, b.split))
	})
	return series, items, total
}

// gaps returns the users with enough free hours.
func (m *model) gaps(req *pb.ListCapacityGapsRequest) (gaps []*pb.CapacityGap) {
	start, _ := time.Parse(time.DateOnly, req.StartDate)
	before := start.AddDate(0, 0, -365).Format(time.DateOnly)
	for _, u := range m.users {
		practised := req.CapabilityId == nil
		for _, r := range m.planned {
			practised = practised || r.user == u.id && r.capability == *req.CapabilityId && before <= r.date &&
				r.date <= req.EndDate && r.hours > 0 && m.projects[r.project].status != "cancelled"
		}
		for _, r := range m.actual {
			practised = practised || r.user == u.id && r.capability == *req.CapabilityId && before <= r.date &&
				r.date <= req.EndDate && r.hours > 0
		}
		capable := true
		for _, wanted := range req.HasCapabilityId {
			has := false
			for _, s := range u.skills {
				has = has || s.CapabilityID == wanted && s.Level >= req.GetMinLevel()
			}
			capable = capable && has
		}
		if !u.works(req.StartDate, req.EndDate) || !practised || !capable ||
			req.ManagerId != nil && !m.below(u, *req.ManagerId) {
			continue
		}
		gap := &pb.CapacityGap{Id: u.id, Name: u.name}
		for _, dates := range bucketsOf(&pb.GetCapacityRequest{StartDate: req.StartDate, EndDate: req.EndDate}) {
			for _, date := range dates {
				_, _, _, free, _ := m.available(u, date)
				for _, r := range m.planned {
					if r.user == u.id && r.date == date && isPlanned(r, m.projects[r.project]) {
						free -= r.hours
					}
				}
				gap.Free += math.Max(0, free)
				if gap.ReachedOn == "" && gap.Free > req.Hours-1e-9 {
					gap.ReachedOn = date
				}
			}
		}
		if gap.ReachedOn != "" {
			gaps = append(gaps, gap)
		}
	}
	slices.SortFunc(gaps, func(a, b *pb.CapacityGap) int {
		return cmp.Or(strings.Compare(a.ReachedOn, b.ReachedOn),
			strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Id, b.Id))
	})
	return gaps
}

// candidates returns who could do the work of a placeholder.
func (m *model) candidates(req *pb.ListCandidatesRequest) *pb.Candidates {
	find := func(id string) user {
		return m.users[slices.IndexFunc(m.users, func(u user) bool { return u.id == id })]
	}
	wanted := map[string]float64{}
	c := &pb.Candidates{}
	for _, r := range m.planned {
		inRange := req.StartDate <= r.date && r.date <= req.EndDate
		if r.user == req.PlaceholderId && inRange && isLive(r, m.projects[r.project]) && r.hours > 0 {
			wanted[r.date] += r.hours
			c.Hours += r.hours
		}
	}
	if c.Days = int32(len(wanted)); c.Days == 0 {
		return c
	}
next:
	for _, u := range m.users {
		days := slices.Sorted(maps.Keys(wanted))
		if !u.works(days[0], days[len(days)-1]) {
			continue
		}
		one := &pb.Candidate{Id: u.id, Name: u.name}
		for _, needs := range find(req.PlaceholderId).skills {
			level := int32(0)
			for _, s := range u.skills {
				if s.CapabilityID == needs.CapabilityID {
					level = s.Level
				}
			}
			if level < needs.Level {
				continue next
			}
			if one.Level == nil || level < *one.Level {
				one.Level = &level
			}
		}
		for date, hours := range wanted {
			_, _, _, free, _ := m.available(u, date)
			for _, r := range m.planned {
				if r.user == u.id && r.date == date && isPlanned(r, m.projects[r.project]) {
					free -= r.hours
				}
			}
			one.Covered += math.Min(hours, math.Max(0, free))
			if free < hours-1e-9 {
				one.DaysShort++
			}
		}
		c.Items = append(c.Items, one)
	}
	slices.SortFunc(c.Items, func(a, b *pb.Candidate) int {
		return cmp.Or(cmp.Compare(math.Round(b.Covered*1e6), math.Round(a.Covered*1e6)),
			cmp.Compare(b.GetLevel(), a.GetLevel()),
			strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Id, b.Id))
	})
	return c
}

// isPlaceholder reports whether a user exists and is a placeholder.
func (m *model) isPlaceholder(id string) bool {
	return slices.ContainsFunc(m.users, func(u user) bool { return u.id == id && u.placeholder })
}
