package hours

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/internal/reference"
)

// maxHours is the largest number of hours of a row.
const maxHours = 24

// copying copies or moves the rows of a window.
type copying struct {
	source        *window
	days          int    // by which the rows move
	user, project string // of the target; empty for those of the source
	existing      pb.OnExisting
	move          bool
	inactive      map[string]bool // capabilities that new rows cannot have
	target        string          // the path of the message with user and project, with a dot at the end
	overfull      string          // the field that an error about more than 24 hours names
}

func (t *table) newCopying(ctx context.Context, m *pb.AssignmentCopy) (*copying, error) {
	c := &copying{
		source: newWindow("copy.source.", m.GetSource()), existing: m.GetOnExisting(), move: m.GetMove(),
		target: "copy.target.", overfull: "copy.on_existing",
		user: strings.ToLower(m.GetTarget().GetUserId()), project: strings.ToLower(m.GetTarget().GetProjectId()),
	}
	if err := c.source.owned(); err != nil {
		return nil, err
	}
	if err := c.source.check(ctx, t); err != nil {
		return nil, err
	}
	// Without this, rows of several users or projects would become the same row.
	var details []problem.Detail
	if c.user != "" && c.source.user == "" {
		details = append(details, problem.Invalid("copy.target.user_id", "needs a user in the source"))
	}
	if c.project != "" && c.source.project == "" {
		details = append(details, problem.Invalid("copy.target.project_id", "needs a project in the source"))
	}
	if len(details) > 0 {
		return nil, problem.List(details)
	}
	c.days = int(dayOf(m.GetTarget().GetStartDate())) - int(dayOf(c.source.first))
	if c.days == 0 && (c.user == "" || c.user == c.source.user) && (c.project == "" || c.project == c.source.project) {
		return nil, problem.Field(problem.ValidationFailed, "copy.target", "must differ from the source")
	}
	if err := t.exist(ctx, "copy.target.", c.user, c.project); err != nil {
		return nil, err
	}
	var err error
	c.inactive, err = t.inactive.current(ctx)
	return c, err
}

// means returns the field by which the client meant a row: that of the target, if it has another user or project.
func (c *copying) means(k key) string {
	switch {
	case c.user != "" && c.user != c.source.user && k.user == c.user:
		return c.target + "user_id"
	case c.project != "" && c.project != c.source.project && k.project == c.project:
		return c.target + "project_id"
	}
	return c.source.name()
}

// targetOf returns the key to which a row is copied.
func (c *copying) targetOf(k key) key {
	if c.user != "" {
		k.user = c.user
	}
	if c.project != "" {
		k.project = c.project
	}
	k.date = protoconv.AddDays(k.date, c.days)
	return k
}

// day returns the day to which a row is copied.
func (c *copying) day(k key) time.Time { return protoconv.Date(k.date).AddDate(0, 0, c.days) }

// copy copies or moves rows, and returns the rows of the target in the order of the list.
func (t *table) copy(ctx context.Context, req *pb.CopyAssignmentsRequest) (*changes, *pb.WriteMeta, error) {
	x, err := extrasOf(ctx, req.GetInclude())
	if err != nil {
		return nil, nil, err
	}
	c, err := t.newCopying(ctx, req.GetCopy())
	if err != nil {
		return nil, nil, err
	}
	done, found := &changes{}, &warnings{}
	_, err = t.rewrite(ctx, req.GetDryRun(), func() (*rewriting, error) {
		return t.decideCopy(ctx, c)
	}, func(r *rewriting) (err error) {
		done = r.changes(r.keys)
		found, err = t.warnOf(ctx, x, done)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	meta := x.meta(done.outcome, found)
	done.items = x.items(done.items)
	return done, meta, nil
}

// warnOf returns the warnings about the rows of changes, if the request includes warnings.
func (t *table) warnOf(ctx context.Context, x extras, done *changes) (*warnings, error) {
	if !x.warnings {
		return &warnings{}, nil
	}
	return t.warn(ctx, x, newBatch(nil, "items", done.items))
}

// decideCopy chooses what to write and to delete. Every row of the source has a target of its own. A row that is both
// source and target counts as no row of the target if it moves away.
func (t *table) decideCopy(ctx context.Context, c *copying) (*rewriting, error) {
	r, err := t.newRewriting(ctx, c.source)
	if err != nil {
		return nil, err
	}
	sources := c.inOrder(r.read)
	for _, k := range sources[:min(len(sources), 1)] {
		if year := c.day(k).Year(); year < 1 || year > 9999 {
			return nil, problem.Field(problem.ValidationFailed, "copy.target.start_date",
				"must leave all days in the years 1 to 9999")
		}
	}
	moves := map[key]bool{}
	if c.move {
		for _, k := range sources {
			moves[k] = true
		}
	}
	from := make([]*pb.Assignment, len(sources))
	targets := make([]key, len(sources))
	for i, k := range sources {
		from[i], targets[i] = r.read[k], c.targetOf(k)
	}
	if err := t.readToo(ctx, r, targets); err != nil {
		return nil, err
	}
	var over []string
	filled := map[key]bool{}
	for i, k := range targets {
		e := entry{key: k, hours: from[i].GetHours(), tentative: from[i].Tentative}
		if row := r.read[k]; row != nil && !moves[k] {
			switch c.existing {
			case pb.OnExisting_ON_EXISTING_SKIP:
				delete(moves, sources[i]) // it stays where it is
				continue
			case pb.OnExisting_ON_EXISTING_ADD:
				e.hours, e.tentative = sum(e.hours, row.GetHours()), row.Tentative
			}
		}
		if e.hours > maxHours {
			over = append(over, k.date)
		}
		filled[k] = true
		r.set(e)
	}
	r.removeIf(func(k key) bool { return moves[k] && !filled[k] })
	maps.DeleteFunc(moves, func(k key, _ bool) bool { return filled[k] })
	r.moved = moves
	if r.means = c.means; c.days != 0 && c.user == "" && c.project == "" {
		r.target = "copy.target.start_date"
	}
	slices.SortFunc(r.keys, compareByDate)
	if err := t.permitRows(ctx, c.means, slices.Concat(r.keys, r.remove)); err != nil {
		return nil, err
	}
	if err := overfull(c.overfull, over); err != nil {
		return nil, err
	}
	for _, e := range r.write {
		if c.inactive[e.capability] && r.read[e.key] == nil {
			return nil, problem.Field(problem.ValidationFailed, c.source.name(),
				"has rows with the capability "+e.capability+", which "+reference.IsInactive)
		}
	}
	return r, nil
}

// inOrder returns the keys of rows so that a row comes after the row to which it is copied, if both are copied. So it
// is known whether that one moves away.
func (c *copying) inOrder(read map[key]*pb.Assignment) []key {
	return slices.SortedFunc(maps.Keys(read), func(a, b key) int {
		if c.days < 0 {
			return compareByDate(a, b)
		}
		return compareByDate(b, a)
	})
}

// compareByDate compares keys in the order of the list.
func compareByDate(a, b key) int {
	if c := strings.Compare(a.date, b.date); c != 0 {
		return c
	}
	return a.compare(&b)
}

// sum adds hours. It rounds to six decimals, so that 0.1 and 0.2 are 0.3.
func sum(a, b float64) float64 { return math.Round((a+b)*1e6) / 1e6 }

// overfull returns an error that lists the days on which a row would have more than 24 hours, or nil.
func overfull(field string, days []string) error {
	if len(days) == 0 {
		return nil
	}
	slices.Sort(days)
	days = slices.Compact(days)
	more := ""
	if n := len(days) - 1; n > 0 {
		more = fmt.Sprintf(" and %d later days", n)
	}
	e := problem.Conflict(problem.InvalidState, "a row would have more than %d hours on %s%s", maxHours, days[0], more)
	for _, day := range days {
		e.Add(problem.Detail{Field: field, Message: fmt.Sprintf("leads to more than %d hours on %s", maxHours, day),
			Index: -1})
	}
	return e
}
