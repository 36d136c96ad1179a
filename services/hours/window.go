package hours

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/reference"
)

// window is the rows of a user, of a project, of both, or all, in a range of dates. Its ids are in lower case, and
// empty if it has none.
type window struct {
	path          string // of its message in the request, with a dot at the end, or ""
	first, last   string
	user, project string
	tentative     bool   // only tentative rows
	takesSums     bool   // its entries are deleted, if its rows are replaced
	field         string // that errors about its rows name; if it is empty, one of the window
}

func newWindow(path string, m interface {
	GetStartDate() string
	GetEndDate() string
	GetUserId() string
	GetProjectId() string
}) *window {
	return &window{path: path, first: m.GetStartDate(), last: m.GetEndDate(),
		user: strings.ToLower(m.GetUserId()), project: strings.ToLower(m.GetProjectId())}
}

// owned returns an error if the window has neither a user nor a project.
func (w *window) owned() error {
	if w.user != "" || w.project != "" {
		return nil
	}
	const message = "is required, or %s: without both, the rows of the whole organization would be meant"
	return problem.List([]problem.Detail{
		problem.Invalid(w.path+"user_id", fmt.Sprintf(message, "a project")),
		problem.Invalid(w.path+"project_id", fmt.Sprintf(message, "a user")),
	})
}

// check returns an error if the window ends before it starts, or if its user or its project does not exist.
func (w *window) check(ctx context.Context, t *table) error {
	if w.first > w.last {
		return reversed(w.path)
	}
	return t.exist(ctx, w.path, w.user, w.project)
}

// reversed is the error about dates of which the last is before the first.
func reversed(path string) error {
	return problem.List(lists.Reversed(path))
}

// exist returns an error that names the fields of a message whose records do not exist, or cannot have rows. An id may
// be empty.
func (t *table) exist(ctx context.Context, path, user, project string) error {
	var links []link
	for _, l := range []link{{"user_id", user}, {"project_id", project}} {
		if l.id != "" {
			links = append(links, l)
		}
	}
	if len(links) == 0 {
		return nil
	}
	known, err := t.lookUp(ctx, links)
	if err != nil {
		return err
	}
	var details []problem.Detail
	for _, l := range links {
		if _, exists := known[l]; !exists {
			details = append(details, problem.Detail{
				Field: path + l.field, Message: "does not exist", Index: -1, Code: problem.UnknownReference,
			})
		} else if l.id == user && t.ofPersons && placeholder.IsText(user) {
			details = append(details, problem.Invalid(path+l.field, reference.IsPlaceholder))
		}
	}
	return problem.List(details)
}

// name is the field of the window that errors about its rows name.
func (w *window) name() string {
	switch {
	case w.field != "":
		return w.field
	case w.user != "":
		return w.path + "user_id"
	case w.project != "":
		return w.path + "project_id"
	}
	return w.path + "start_date"
}

// means returns the field of the request that stands for a row: it is the same for all rows of the window.
func (w *window) means(key) string { return w.name() }

// tooMany returns the error about a window that has more rows than a request may touch.
func (w *window) tooMany(what string) error {
	return problem.Field(problem.ValidationFailed, w.name(),
		fmt.Sprintf("%s: at most %d are possible, so use shorter ranges of dates", what, maxTouched))
}

// readWindow returns all rows of a window that the caller may see.
func (t *table) readWindow(ctx context.Context, w *window) (map[key]*pb.Assignment, error) {
	filters := &pb.ListAssignmentsRequest{StartDate: &w.first, EndDate: &w.last}
	if w.user != "" {
		filters.UserId = &w.user
	}
	if w.project != "" {
		filters.ProjectId = &w.project
	}
	if w.tentative {
		filters.Tentative = &w.tentative
	}
	seen, err := t.seen(ctx, filters)
	if err != nil {
		return nil, err
	}
	live := *t
	live.proposal = nil // overlay adds the wishes
	q := live.query(seen)
	list, err := q.rows(ctx, maxRead+1, 0)
	if err != nil {
		return nil, err
	}
	if len(list) > maxRead {
		n, err := q.count(ctx)
		if err != nil {
			return nil, err
		}
		return nil, w.tooMany(fmt.Sprintf("has %d rows", n))
	}
	found := byKey(list)
	t.overlay(found, w.has, w.tentative)
	return found, nil
}

// has reports whether the row with a key is in the window, if it is not only about tentative rows.
func (w *window) has(k key) bool {
	return (w.user == "" || k.user == w.user) && (w.project == "" || k.project == w.project) && k.date >= w.first &&
		k.date <= w.last
}

// outside returns what is wrong with items that are not in the window of their batch. It leaves out those in bad.
func (b *batch) outside(bad []problem.Detail) (details []problem.Detail) {
	if b.within == nil {
		return nil
	}
	for i, k := range b.keys {
		if slices.ContainsFunc(bad, func(d problem.Detail) bool { return d.Index == i }) {
			continue
		}
		for _, fault := range []struct {
			is             bool
			field, message string
		}{
			{b.within.user != "" && k.user != b.within.user, "user_id", "must be the user of the window"},
			{b.within.project != "" && k.project != b.within.project, "project_id",
				"must be the project of the window"},
			{k.date < b.within.first || k.date > b.within.last, "date", "must be within the dates of the window"},
		} {
			if fault.is {
				details = append(details,
					problem.InvalidItem(i, b.field(i, fault.field), fault.message))
			}
		}
	}
	return details
}

// permitRows returns an error that names the rows that the caller may not write, if the caller may read them. field is
// what the client wrote to mean a row.
func (t *table) permitRows(ctx context.Context, field func(key) string, keys []key) error {
	refused, err := t.refusedKeys(ctx, keys)
	if err != nil || len(refused) == 0 {
		return err
	}
	denied := &problem.Error{Code: problem.PermissionDenied}
	const message = "has a row that is not the caller's to write"
	if !call.Caller(ctx).Has("read:" + t.name) {
		denied.Add(problem.Detail{Field: field(keys[refused[0]]), Index: -1, Message: message})
		return denied
	}
	for _, i := range refused {
		denied.Add(problem.Detail{Field: field(keys[i]), Index: -1, Message: fmt.Sprintf(
			message+": user %s, project %s, %s", keys[i].user, keys[i].project, keys[i].date,
		)})
	}
	return denied
}

// changes is what a request did to many rows.
type changes struct {
	outcome
	deleted int
	items   []*pb.Assignment
}

// replace makes the rows of a window the items. If the window takesSums, it deletes the entries of its rows; otherwise
// rows that are the sum of entries can only stay as they are (409).
func (t *table) replace(
	ctx context.Context, req upsertRequest, w *window, items []*pb.Assignment,
) (*changes, *pb.WriteMeta, error) {
	x, err := extrasOf(ctx, req.GetInclude())
	if err != nil {
		return nil, nil, err
	}
	if err := w.owned(); err != nil {
		return nil, nil, err
	}
	if err := w.check(ctx, t); err != nil {
		return nil, nil, err
	}
	b := newBatch(req, "window.items", items)
	b.within = w
	if err := t.check(ctx, b); err != nil {
		return nil, nil, err
	}
	final, indexes := b.distinct()
	found := &warnings{}
	r, err := t.rewrite(ctx, req.GetDryRun(), func() (*rewriting, error) {
		r, err := t.newRewriting(ctx, w)
		if err != nil {
			return nil, err
		}
		if r.takesSums = w.takesSums; w.takesSums {
			sums, err := readSums(ctx, slices.Collect(maps.Keys(r.read)))
			if err != nil {
				return nil, err
			}
			r.sums = make(map[key]bool, len(sums))
			for k := range sums {
				r.sums[k] = true
			}
		}
		wanted := map[key]bool{}
		for _, e := range final {
			wanted[e.key] = true
			r.set(e)
		}
		r.removeIf(func(k key) bool { return !wanted[k] })
		r.items = b
		return r, t.permitRows(ctx, w.means, r.remove)
	}, func(r *rewriting) (err error) {
		if err := removeEntries(ctx, slices.Collect(maps.Keys(r.sums))); err != nil {
			return err
		}
		if x.warnings {
			found, err = t.warn(ctx, x, b)
		}
		return err
	})
	if err != nil {
		return nil, nil, t.explain(ctx, b, err)
	}
	done := r.changes(keysOf(final))
	done.items = x.items(lists.Map(indexes, func(i int) *pb.Assignment { return done.rows[i] }))
	return done, x.meta(done.outcome, found), nil
}

// changes returns what the rewriting did. keys are those of the rows that it is about.
func (r *rewriting) changes(keys []key) *changes {
	list := lists.Map(keys, func(k key) *pb.Assignment { return r.after[k] })
	return &changes{
		outcome: outcome{rows: list, total: len(list), created: r.created, updated: len(r.write) - r.created},
		deleted: len(r.remove), items: list,
	}
}

// removeWindow deletes all rows of a window.
func (t *table) removeWindow(ctx context.Context, w *window, dryRun bool) (*pb.DeletedRows, error) {
	if err := w.owned(); err != nil {
		return nil, err
	}
	if err := w.check(ctx, t); err != nil {
		return nil, err
	}
	return t.removeAll(ctx, dryRun, func() (*rewriting, error) {
		return t.newRewriting(ctx, w)
	})
}

// removeKeys deletes the rows with these keys, those of them that exist. First it checks the keys (400): table.bad.
func (t *table) removeKeys(ctx context.Context, req interface {
	proto.Message
	GetDryRun() bool
	GetRows() *pb.HoursKeys
}) (*pb.DeletedRows, error) {
	b := newBatch(req, "rows.items", lists.Map(req.GetRows().GetItems(), func(k *pb.HoursKey) *pb.Assignment {
		return &pb.Assignment{UserId: k.GetUserId(), ProjectId: k.GetProjectId(), CapabilityId: k.CapabilityId,
			Date: k.GetDate()}
	}))
	bad := validate.Items(req, call.FromContext(ctx).Unread)
	b.createsNone = true
	if err := t.bad(ctx, b, bad); err != nil {
		return nil, err
	}
	distinct, _ := b.distinct()
	keys := keysOf(distinct)
	return t.removeAll(ctx, req.GetDryRun(), func() (*rewriting, error) {
		r := &rewriting{
			read: map[key]*pb.Assignment{}, items: b, means: func(key) string { return b.path },
		}
		return r, t.readToo(ctx, r, keys)
	})
}

// removeAll deletes all rows that read has read.
func (t *table) removeAll(
	ctx context.Context, dryRun bool, read func() (*rewriting, error),
) (*pb.DeletedRows, error) {
	r, err := t.rewrite(ctx, dryRun, func() (*rewriting, error) {
		r, err := read()
		if err != nil {
			return nil, err
		}
		r.removeIf(func(key) bool { return true })
		return r, t.permitRows(ctx, r.means, r.remove)
	}, nil)
	if err != nil {
		return nil, err
	}
	return &pb.DeletedRows{Deleted: int32(len(r.remove))}, nil
}
