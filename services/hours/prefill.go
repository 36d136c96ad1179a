package hours

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// maxPrefill is how many days a prefill can have.
const maxPrefill = 62

// DaysOff returns those of the dates on which a person has the whole day off, and whether that is a holiday. Others are
// approved time off.
type DaysOff func(ctx context.Context, person string, dates []string) (holiday map[string]bool, err error)

// prefilling fills the empty days of a person.
type prefilling struct {
	target  *window // whose days are filled
	from    pb.PrefillSource
	skipped []*pb.SkippedDay
}

func newPrefilling(ctx context.Context, t *table, m *pb.ActualHoursPrefill) (*prefilling, error) {
	const path = "prefill."
	person := strings.ToLower(cmp.Or(m.GetUserId(), call.Caller(ctx).ActorID.String()))
	p := &prefilling{from: m.FromSource, target: &window{
		path: path, first: m.StartDate, last: m.EndDate, user: person, field: path + "user_id",
	}}
	if p.target.first > p.target.last {
		return nil, reversed(path)
	}
	if days := int(dayOf(p.target.last)-dayOf(p.target.first)) + 1; days > maxPrefill {
		return nil, problem.TooManyDays(path+"end_date", maxPrefill)
	}
	return p, p.target.check(ctx, t)
}

// prefill fills the empty days of a person.
func (s *ActualHours) prefill(
	ctx context.Context, req *pb.PrefillActualHoursRequest,
) (*pb.ActualHoursPrefilled, error) {
	t := &s.table
	p, err := newPrefilling(ctx, t, req.GetPrefill())
	if err != nil {
		return nil, err
	}
	r, err := t.rewrite(ctx, req.GetDryRun(), func() (*rewriting, error) { return s.decidePrefill(ctx, p) }, nil)
	if err != nil {
		return nil, err
	}
	for _, day := range slices.Sorted(maps.Keys(r.closed)) {
		p.skip(day, pb.SkipReason_SKIP_REASON_CLOSED)
	}
	slices.SortFunc(p.skipped, func(a, b *pb.SkippedDay) int { return strings.Compare(a.Date, b.Date) })
	done := &pb.ActualHoursPrefilled{Created: int32(len(r.write)), Skipped: p.skipped}
	if !call.Minimal(ctx) {
		rows := lists.Map(r.write, func(e entry) *pb.Assignment { return r.after[e.key] })
		slices.SortFunc(rows, func(a, b *pb.Assignment) int { return compareByDate(keyOf(a), keyOf(b)) })
		done.Items = actual(rows)
	}
	return done, nil
}

func (p *prefilling) skip(day string, reason pb.SkipReason) {
	p.skipped = append(p.skipped, &pb.SkippedDay{Date: day, Reason: reason})
}

// decidePrefill chooses what to write: for each day the entries of the source, unless the day is not to be filled.
func (s *ActualHours) decidePrefill(ctx context.Context, p *prefilling) (*rewriting, error) {
	t := &s.table
	r, err := t.newRewriting(ctx, p.target)
	if err != nil {
		return nil, err
	}
	entries, err := s.sourceOf(ctx, p)
	if err != nil {
		return nil, err
	}
	hasHours := map[string]bool{}
	for k := range r.read {
		hasHours[k.date] = true
	}
	days := slices.Sorted(maps.Keys(entries))
	off, err := s.daysOff(ctx, p.target.user, days)
	if err != nil {
		return nil, err
	}
	p.skipped = nil
	today := protoconv.DateString(protoconv.Today(time.Now()))
	for _, day := range days {
		holiday, isOff := off[day]
		switch {
		case hasHours[day]:
			p.skip(day, pb.SkipReason_SKIP_REASON_HAS_HOURS)
		case day > today:
			p.skip(day, pb.SkipReason_SKIP_REASON_FUTURE)
		case holiday:
			p.skip(day, pb.SkipReason_SKIP_REASON_HOLIDAY)
		case isOff:
			p.skip(day, pb.SkipReason_SKIP_REASON_TIME_OFF)
		default:
			r.write = append(r.write, entries[day]...)
		}
	}
	slices.SortFunc(r.write, func(a, b entry) int { return a.compare(&b.key) })
	r.leavesOut = true
	return r, t.permitRows(ctx, p.target.means, keysOf(r.write))
}

// sourceOf returns the rows of the source of a prefill, by the day to which they go.
func (s *ActualHours) sourceOf(ctx context.Context, p *prefilling) (map[string][]entry, error) {
	source, days, from := s.planned, 0, *p.target
	if p.from == pb.PrefillSource_PREFILL_SOURCE_PREVIOUS_WEEK {
		source, days = &s.table, 7
		from.first = max(protoconv.AddDays(from.first, -days), firstDay)
		from.last = max(protoconv.AddDays(from.last, -days), firstDay)
	}
	rows, err := source.readWindow(ctx, &from)
	if err != nil {
		return nil, err
	}
	inactive, err := s.table.inactive.current(ctx)
	if err != nil {
		return nil, err
	}
	sums := map[key]float64{} // rows whose capability is left out can have the same key
	for k, row := range rows {
		if row.GetHours() == 0 || row.GetTentative() {
			continue
		}
		k.date = protoconv.AddDays(k.date, days)
		if inactive[k.capability] {
			k.capability = ""
		}
		sums[k] = min(sum(sums[k], row.GetHours()), maxHours)
	}
	entries := map[string][]entry{}
	for k, hours := range sums {
		entries[k.date] = append(entries[k.date], entry{key: k, hours: hours})
	}
	return entries, nil
}
