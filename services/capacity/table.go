package capacity

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/google/uuid"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/proposed"
)

// maxSize is the maximum number of items times buckets of a response.
const maxSize = 20_000

// maxUserDays is the maximum number of users times days whose hours are added up for a response.
// PostgreSQL collects the rows of more in longer than its statement_timeout on a busy machine.
const maxUserDays = 1_000_000

// The series of a capacity of users, of one of selected rows, and of one of capabilities.
var (
	allSeries = []series{contracted, holiday, timeOff, availability, pendingTimeOff, planned,
		tentative, actual, free, over, unfilled}
	rowsSeries   = []series{planned, tentative, actual, unfilled}
	supplySeries = []series{planned, tentative, actual, supply, unfilled}
)

// table is the items of a capacity.
type table struct {
	req      *pb.GetCapacityRequest
	proposal *uuid.UUID // whose wishes are over the planned hours; nil for none
	sight    *permit.Sight
	days     dateRange
	buckets  []string // their first dates
	bucketOf []int    // of each day
	// firstDays has the number of the first day of the bucket of each day.
	firstDays []int32
	// ofRows means that the figures are about selected or split rows, so that they cannot be
	// compared with the availability of users.
	ofRows bool
	series []series
	items  map[key]*item
	total  *item
	// live is the same table of the plan as it is, if the request compares with it.
	live *table
	// types is nil unless the request asks for time off by type. typed is how many types all items have.
	types *timeOffTypes
	typed int
}

// item is the sums of an item: for each series those of all buckets. Its key has uuid.Nil for
// what belongs to none.
type item struct {
	key
	name, splitName string
	sums            [][]float64
	types           map[uuid.UUID][]float64 // the part of each type of time off in timeOff
	incomparable    bool                    // some planned hours are without the availability that belongs to them
}

func newTable(req *pb.GetCapacityRequest, days dateRange) *table {
	t := &table{req: req, days: days, items: map[key]*item{}, series: allSeries}
	t.buckets, t.bucketOf = days.buckets(req.GetBucket())
	for day, bucket := range t.bucketOf {
		first := int32(day)
		if day > 0 && t.bucketOf[day-1] == bucket {
			first = t.firstDays[day-1]
		}
		t.firstDays = append(t.firstDays, first)
	}
	t.ofRows = t.columns().group != "" || req.ProjectId != nil || req.ClientId != nil || req.CapabilityId != nil
	switch {
	case t.hasSupply():
		t.series = supplySeries
	case t.ofRows:
		t.series = rowsSeries
	}
	t.total = t.newItem(key{}, "")
	return t
}

func (t *table) newItem(k key, name string) *item {
	it := &item{key: k, name: name, sums: make([][]float64, len(t.series))}
	sums := make([]float64, len(t.series)*len(t.buckets))
	for i := range it.sums {
		it.sums[i], sums = sums[:len(t.buckets)], sums[len(t.buckets):]
	}
	return it
}

// columnOf has the columns of the groups that are not of users.
var columnOf = map[pb.CapacityGroup]string{
	pb.CapacityGroup_CAPACITY_GROUP_PROJECT:    byProject,
	pb.CapacityGroup_CAPACITY_GROUP_CLIENT:     byClient,
	pb.CapacityGroup_CAPACITY_GROUP_CAPABILITY: byCapability,
}

var columnOfSplit = map[pb.CapacitySplit]string{
	pb.CapacitySplit_CAPACITY_SPLIT_PROJECT:    byProject,
	pb.CapacitySplit_CAPACITY_SPLIT_CLIENT:     byClient,
	pb.CapacitySplit_CAPACITY_SPLIT_CAPABILITY: byCapability,
}

// columns returns the columns whose values make an item of rows. Without a column group, the
// items are of users and their availability.
func (t *table) columns() columns {
	if t.req.SplitBy != nil {
		return columns{byUser, columnOfSplit[t.req.GetSplitBy()]}
	}
	return columns{group: columnOf[t.req.GetGroupBy()]}
}

// namesOf has the statements that read the names of the ids of a column.
var namesOf = map[string]string{
	byUser:       "SELECT t.id, t.name FROM " + among.Rows("users", "$2"),
	byProject:    "SELECT t.id, t.name FROM " + among.Rows("projects", "$2"),
	byClient:     "SELECT t.id, t.company_name FROM " + among.Rows("clients", "$2"),
	byCapability: "SELECT t.id, t.name FROM " + among.Rows("capabilities", "$2"),
}

// read reads the items, also of the plan as it is if the request compares with it.
func (t *table) read(ctx context.Context) error {
	if err := t.readItems(ctx); err != nil || t.req.Compare == nil {
		return err
	}
	t.live = newTable(t.req, t.days)
	t.live.sight = t.sight
	if err := t.live.readItems(ctx); err != nil {
		return err
	}
	if err := t.complete(t.live); err != nil {
		return err
	}
	return t.live.complete(t)
}

// readItems reads the items.
func (t *table) readItems(ctx context.Context) error {
	if by := t.columns(); by.group != "" {
		return t.readRows(ctx, by)
	}
	return t.readPeople(ctx)
}

// readPeople adds up the hours of users.
func (t *table) readPeople(ctx context.Context) error {
	staff, err := readStaff(ctx, t.days, t.sight)
	if err != nil {
		return err
	}
	people := staff.selected(t.req.UserId, t.req.ManagerId)
	if err := t.checkSize(people); err != nil {
		return err
	}
	plan, work, err := t.readHours(ctx, columns{group: byUser}, people)
	if err != nil {
		return err
	}
	itemOf, err := t.grouping(ctx, staff)
	if err != nil {
		return err
	}
	d := newDaily(t.days)
	if t.req.GetTimeOffByType() {
		if t.types, err = readTimeOffTypes(ctx, t.days, t.sight); err != nil {
			return err
		}
		d.typeOf = make([]uuid.UUID, t.days.n)
	}
	for _, p := range people {
		d.reset()
		t.addHours(d, key{group: p.id}, plan, work)
		if !d.hasHours() && (t.ofRows || !p.active && t.req.UserId == nil) {
			continue
		}
		switch {
		case p.isPlaceholder():
		case !t.sight.Of(auth.Utilization, p.id):
			d.incomparable = true
		default:
			staff.availability(p, d)
			d.compare()
			if t.types != nil {
				t.types.fill(d, p.id)
			}
		}
		id, name := itemOf(p)
		if err := t.add(key{group: id}, name, d); err != nil {
			return err
		}
	}
	return nil
}

// addHours adds the hours of a key to d.
func (t *table) addHours(d *daily, k key, plan, work map[key]dayHours) {
	if t.keysAreUsers() && placeholder.Is(k.group) {
		d.addUnfilled(plan[k])
	} else {
		d.add(plan[k], work[k])
	}
}

// keysAreUsers reports whether the group of keys is a user.
func (t *table) keysAreUsers() bool {
	by := t.columns().group
	return by == "" || by == byUser
}

// isItem reports whether the hours of a group are in an item. Only users may be in none.
func (t *table) isItem(id uuid.UUID) bool {
	if !byUsers(t.req) {
		return true
	}
	switch t.req.GetKind() {
	case pb.UserKindFilter_USER_KIND_FILTER_ALL:
		return true
	case pb.UserKindFilter_USER_KIND_FILTER_PLACEHOLDER:
		return placeholder.Is(id)
	}
	return !placeholder.Is(id) || t.req.UserId != nil
}

// onlyPlaceholders reports whether neither an item nor the total has hours of persons.
func (t *table) onlyPlaceholders() bool {
	return t.req.GetKind() == pb.UserKindFilter_USER_KIND_FILTER_PLACEHOLDER
}

// checkSize fails early if each active user is an item and there are too many, or if their hours
// would take too long.
func (t *table) checkSize(people []*person) error {
	active := 0
	for _, p := range people {
		if p.works() {
			active++
		}
	}
	switch {
	case byUsers(t.req) && !t.ofRows && !t.onlyPlaceholders() && active*len(t.buckets) > maxSize:
		return errTooLarge
	case active*t.days.n > maxUserDays:
		return problem.Field(problem.ValidationFailed, "end_date",
			fmt.Sprintf("must be at most %d days after the start date for %d users: shorten the range, or select users "+
				"with manager_id", maxUserDays/active-1, active))
	}
	return nil
}

// byUsers reports whether the items of a response are users, or parts of their hours.
func byUsers(req *pb.GetCapacityRequest) bool {
	group := req.GetGroupBy()
	return group == pb.CapacityGroup_CAPACITY_GROUP_UNSPECIFIED || group == pb.CapacityGroup_CAPACITY_GROUP_USER
}

// grouping returns a function that returns the id and the name of the item of a user. It reads the name of the
// organization if that is the only item.
func (t *table) grouping(ctx context.Context, staff *staff) (func(*person) (uuid.UUID, string), error) {
	switch t.req.GetGroupBy() {
	case pb.CapacityGroup_CAPACITY_GROUP_ORGANIZATION:
		o, err := call.DB(ctx).Organization.Query().Only(ctx)
		if err != nil {
			return nil, err
		}
		return func(*person) (uuid.UUID, string) { return o.ID, o.Name }, nil
	case pb.CapacityGroup_CAPACITY_GROUP_MANAGER:
		return func(p *person) (uuid.UUID, string) {
			if manager := staff.byID[p.manager]; manager != nil {
				return manager.id, manager.name
			}
			return uuid.Nil, ""
		}, nil
	}
	return func(p *person) (uuid.UUID, string) { return p.id, p.name }, nil
}

// readRows adds up rows by the values of columns.
func (t *table) readRows(ctx context.Context, by columns) error {
	var all *staff
	var people []*person
	if t.req.UserId != nil || t.req.ManagerId != nil || t.hasSupply() {
		var err error
		if all, err = readStaff(ctx, t.days, t.sight); err != nil {
			return err
		}
		people = all.selected(t.req.UserId, t.req.ManagerId)
	}
	plan, work, err := t.readHours(ctx, by, people)
	if err != nil {
		return err
	}
	keys := map[key]bool{}
	for _, hours := range []map[key]dayHours{plan, work} {
		for k := range hours {
			keys[k] = true
		}
	}
	d := newDaily(t.days)
	for k := range keys {
		d.reset()
		t.addHours(d, k, plan, work)
		if err := t.add(k, "", d); err != nil {
			return err
		}
	}
	if t.hasSupply() {
		if err := t.addSupply(ctx, all, people, d); err != nil {
			return err
		}
	}
	return t.readNames(ctx, by)
}

// readNames reads the names of the items that readRows has added.
func (t *table) readNames(ctx context.Context, by columns) error {
	names := map[uuid.UUID]string{}
	for k := range t.items {
		names[k.group], names[k.split] = "", ""
	}
	ids := tenant.IDs(maps.Keys(names))
	for _, column := range []string{by.group, by.split} {
		if column == "" {
			continue
		}
		if err := tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
			var id uuid.UUID
			var name string
			err := scan(&id, &name)
			names[id] = name
			return err
		}, namesOf[column], ids); err != nil {
			return err
		}
	}
	for _, it := range t.items {
		it.name, it.splitName = names[it.group], names[it.split]
	}
	return nil
}

// readHours returns the selected planned and actual hours by columns. people matters only if the
// request selects people.
func (t *table) readHours(
	ctx context.Context, by columns, people []*person,
) (plan, work map[key]dayHours, err error) {
	q := hoursQuery{
		planned: true, by: by, days: t.days, project: t.req.ProjectId, client: t.req.ClientId,
		capability: t.req.CapabilityId, placeholders: t.onlyPlaceholders(), proposal: t.proposal,
	}
	if t.req.UserId != nil || t.req.ManagerId != nil {
		q.people = idsOf(people)
	}
	// What is not compared with the availability of a day is summed in buckets.
	if by != (columns{group: byUser}) {
		q.countAs, q.maxKeys = t.firstDays, maxSize/len(t.buckets)
	}
	if plan, err = q.hoursByKey(ctx); err != nil {
		return nil, nil, err
	}
	q.planned, q.countAs, q.sight, q.proposal = false, t.firstDays, t.sight, nil
	work, err = q.hoursByKey(ctx)
	return plan, work, err
}

var errTooLarge = problem.New(problem.ValidationFailed,
	"the response would have more than 20,000 items times buckets: shorten the range, choose longer buckets or "+
		"another group_by, or select users with manager_id")

// add adds hours to an item, which it creates if it is new, and to the total. The hours of a placeholder that is no
// item are in the total all the same, because they need a person.
func (t *table) add(k key, name string, d *daily) error {
	switch {
	case t.isItem(k.group):
		it, err := t.item(k, name)
		if err != nil {
			return err
		}
		t.addTo(it, d)
	case !placeholder.Is(k.group):
		return nil
	}
	t.addTo(t.total, d)
	if t.typed*len(t.buckets) > maxTypedSize {
		return errTooManyTypes
	}
	return nil
}

func (t *table) addTo(it *item, d *daily) {
	it.incomparable = it.incomparable || d.incomparable
	for i, s := range t.series {
		if s == supply {
			continue // see addSupply
		}
		for day, hours := range d.series[s] {
			it.sums[i][t.bucketOf[day]] += hours
		}
	}
	if t.types != nil {
		t.addTypes(it, d)
	}
}

// item returns the item with a key, which it creates if it is new.
func (t *table) item(k key, name string) (*item, error) {
	it := t.items[k]
	if it == nil {
		if (len(t.items)+1)*len(t.buckets) > maxSize {
			return nil, errTooLarge
		}
		it = t.newItem(k, name)
		t.items[k] = it
	}
	return it, nil
}

// message returns the rounded figures. Items are ordered by name, and the items of a user by the
// name of the split. What belongs to none is last.
func (t *table) message() *pb.Capacity {
	items := slices.SortedFunc(maps.Values(t.items), func(a, b *item) int {
		return cmp.Or(lists.CompareNoneLast(a.name, a.group, b.name, b.group),
			lists.CompareNoneLast(a.splitName, a.split, b.splitName, b.split))
	})
	m := &pb.Capacity{Buckets: t.buckets, Total: &pb.CapacityTotal{}, SplitBy: t.req.SplitBy}
	for _, s := range t.series {
		m.Series = append(m.Series, seriesNames[s])
	}
	for _, s := range t.compared() {
		m.Series = append(m.Series, proposed.LiveName(seriesNames[s]))
	}
	for _, it := range items {
		one := &pb.CapacityItem{}
		if it.group != uuid.Nil {
			one.Id, one.Name = new(it.group.String()), &it.name
		}
		if m.SplitBy != nil {
			one.Split = &pb.CapacityPart{}
			if it.split != uuid.Nil {
				one.Split.Id, one.Split.Name = it.split.String(), it.splitName
			}
		}
		one.Values, one.Utilization = t.figures(it)
		one.Values = append(one.Values, t.liveFigures(func(t *table) *item { return t.items[it.key] })...)
		one.TimeOffByType = t.byType(it)
		m.Items = append(m.Items, one)
	}
	m.Total.Values, m.Total.Utilization = t.figures(t.total)
	m.Total.Values = append(m.Total.Values, t.liveFigures(func(t *table) *item { return t.total })...)
	m.Total.TimeOffByType = t.byType(t.total)
	return m
}

// figures rounds the sums of an item, and divides planned by availability, if it has that of everybody in it.
func (t *table) figures(it *item) (values []*pb.CapacityHours, utilization []float64) {
	bySeries := [seriesCount][]float64{}
	for i, s := range t.series {
		for bucket, hours := range it.sums[i] {
			it.sums[i][bucket] = rounded(hours)
		}
		bySeries[s] = it.sums[i]
		values = append(values, &pb.CapacityHours{Hours: it.sums[i]})
	}
	utilization = make([]float64, len(t.buckets))
	for bucket := range utilization {
		utilization[bucket] = math.NaN()
		if !t.ofRows && !it.incomparable && bySeries[availability][bucket] > 0 {
			utilization[bucket] = rounded(bySeries[planned][bucket] / bySeries[availability][bucket])
		}
	}
	return values, utilization
}
