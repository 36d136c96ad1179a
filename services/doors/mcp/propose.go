package mcp

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/idempotency"
)

func changeTools() []tool {
	calls := []string{
		pb.AssignmentService_UpsertAssignments_FullMethodName, pb.AssignmentService_CopyAssignments_FullMethodName,
		pb.AssignmentService_ListAssignments_FullMethodName, pb.CapabilityService_ListCapabilities_FullMethodName,
		pb.UserService_ListUsers_FullMethodName, pb.ProjectService_ListProjects_FullMethodName,
	}
	const propose = " It writes nothing: the result says what would change, and has a token for "
	const apply = " It needs the token of the proposal and the same arguments. Call it only if the person has agreed to what " +
		"the proposal shows. If the plan has changed since, nothing is written."
	return []tool{
		define("propose_assignments", "Propose assignments",
			"Proposes to plan hours of people on projects."+propose+"apply_assignments.", reads, calls,
			func(b *toolbox, ctx context.Context, in assignArguments) (proposal, error) {
				return proposeOf(ctx, b, in)
			}),
		define("apply_assignments", "Apply proposed assignments",
			"Plans the hours that propose_assignments has shown."+apply, writes, calls,
			func(b *toolbox, ctx context.Context, in applyAssignArguments) (applied, error) {
				return applyProposed(ctx, b, in.assignArguments, in.Token)
			}),
		define("propose_week_copy", "Propose to copy a week",
			"Proposes to copy the planned hours of a week to another week, for a person or a project."+propose+"apply_week_copy.",
			reads, calls,
			func(b *toolbox, ctx context.Context, in copyArguments) (proposal, error) {
				return proposeOf(ctx, b, in)
			}),
		define("apply_week_copy", "Apply a proposed copy of a week",
			"Copies the week that propose_week_copy has shown."+apply, writes, calls,
			func(b *toolbox, ctx context.Context, in applyCopyArguments) (applied, error) {
				return applyProposed(ctx, b, in.copyArguments, in.Token)
			}),
	}
}

// change is something that is proposed and then applied.
type change interface {
	// name is what tokens call it.
	name() string
	// prepare finds the records and returns how to write the change.
	prepare(context.Context, *toolbox) (prepared, error)
}

// prepared is a change whose records are found.
type prepared struct {
	window window
	// rows are the lists of the rows that there are now, and may change.
	rows []*pb.ListAssignmentsRequest
	// write writes the change, or only checks it. It returns the rows after the change.
	write func(ctx context.Context, dryRun bool, opts ...grpc.CallOption) ([]*pb.Assignment, *pb.WriteMeta, error)
	// rename returns the argument for a field of the request.
	rename func(path string) string
	// of returns the index of the assignment that made the row with an index. It is nil if there is no list of them.
	of func(row int) int
	// availability means that write compares the hours with the availability of the people.
	availability bool
}

// proposal is what a change would do.
type proposal struct {
	Window    window      `json:"window"`
	Changes   []rowChange `json:"changes" jsonschema:"The rows that would change, at most 200."`
	Total     int         `json:"total" jsonschema:"How many rows would change in all."`
	Complete  bool        `json:"complete" jsonschema:"Whether all of them are listed."`
	Unchanged int         `json:"unchanged" jsonschema:"How many rows are already as proposed."`
	warned
	Token     string    `json:"token" jsonschema:"For the tool that applies."`
	ExpiresAt time.Time `json:"expiresAt" jsonschema:"When the token expires."`
}

// rowChange is how the hours of one day would change.
type rowChange struct {
	Date            string   `json:"date"`
	Person          named    `json:"person"`
	Project         named    `json:"project"`
	Skill           *named   `json:"skill"`
	HoursBefore     *float64 `json:"hoursBefore" jsonschema:"null if there is no row yet."`
	HoursAfter      float64  `json:"hoursAfter"`
	TentativeBefore *bool    `json:"tentativeBefore"`
	TentativeAfter  bool     `json:"tentativeAfter"`
}

// warned are the warnings about a change: those of the API, with its words.
type warned struct {
	Warnings            []warning `json:"warnings" jsonschema:"What is unusual, from the first 100 rows with something unusual. The change can be applied nevertheless."`
	WarningCount        int       `json:"warningCount" jsonschema:"How many rows have something unusual."`
	AvailabilityChecked bool      `json:"availabilityChecked" jsonschema:"Whether hours beyond the availability of a person are among the warnings, such as on leave, holidays and full days. A copy is not compared, nor is anything for a key without the scope read:time_off."`
}

// warning is a warning of the API about rows that one argument has made.
type warning struct {
	Index   *int     `json:"index" jsonschema:"The index of the assignment that it is about, null if the change is not a list."`
	Field   string   `json:"field"`
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Person  named    `json:"person"`
	Project named    `json:"project"`
	Dates   []string `json:"dates" jsonschema:"The days that it is about."`
}

// applied is what a change has done.
type applied struct {
	Window    window `json:"window"`
	Created   int32  `json:"created"`
	Updated   int32  `json:"updated"`
	Unchanged int32  `json:"unchanged"`
	warned
}

// proposeOf runs a change without writing it.
func proposeOf[C change](ctx context.Context, b *toolbox, c C) (proposal, error) {
	p, err := c.prepare(ctx, b)
	if err != nil {
		return proposal{}, err
	}
	out, _, shown, err := b.preview(ctx, p)
	if err != nil {
		return proposal{}, err
	}
	out.Token, out.ExpiresAt, err = newToken(b.caller, c.name(), c, shown, b.now())
	return out, err
}

// applyProposed writes a change that was proposed, if it still does what the proposal has shown. A token works once: it
// is the Idempotency-Key of the write.
func applyProposed[C change](ctx context.Context, b *toolbox, c C, token string) (out applied, err error) {
	proposed, err := openToken(b.caller, token, c.name(), c, b.now())
	if err != nil {
		return out, err
	}
	p, err := c.prepare(ctx, b)
	if err != nil {
		return out, err
	}
	_, n, shown, err := b.preview(ctx, p)
	if err != nil {
		return out, err
	}
	changed := &failure{Code: problem.VersionConflict,
		Message: "the plan has changed since the proposal, or it is applied already: propose the change again"}
	if shown != proposed {
		return out, changed
	}
	once, header := sha256.Sum256([]byte(token)), metadata.MD{}
	rows, meta, err := p.write(metadata.AppendToOutgoingContext(ctx, idempotency.Header, hex.EncodeToString(once[:])),
		false, grpc.Header(&header))
	if err != nil {
		return out, explain(err, p.rename)
	}
	if len(header.Get(call.ReplayedHeader)) > 0 { // it was applied, and then somebody undid it
		return out, changed
	}
	s := meta.GetSummary()
	out = applied{Window: p.window, Created: s.GetCreated(), Updated: s.GetUpdated(), Unchanged: s.GetUnchanged()}
	out.warned = warningsOf(p, rows, meta, n) // the names of the preview: after the write, no call may fail
	return out, nil
}

// rowKey is the key of a row of planned hours.
type rowKey struct{ user, project, skill, date string }

func keyOf(row *pb.Assignment) rowKey {
	return rowKey{row.GetUserId(), row.GetProjectId(), row.GetCapabilityId(), row.GetDate()}
}

// preview returns what a change would do, the names in it, and the hash of all of it.
func (b *toolbox) preview(ctx context.Context, p prepared) (out proposal, n rowNames, shown hash, err error) {
	after, meta, err := p.write(ctx, true)
	if err != nil {
		return out, n, shown, explain(err, p.rename)
	}
	before := map[rowKey]*pb.Assignment{}
	for _, list := range p.rows {
		if err := b.rowsBefore(ctx, list, before); err != nil {
			return out, n, shown, err
		}
	}
	rows := map[rowKey]*pb.Assignment{} // of two items with the same key, the later one wins
	for _, row := range after {
		rows[keyOf(row)] = row
	}
	var changed []*pb.Assignment
	for key, row := range rows {
		old := before[key]
		if old == nil || old.GetHours() != row.GetHours() || old.GetTentative() != row.GetTentative() {
			changed = append(changed, row)
		}
	}
	slices.SortFunc(changed, func(a, b *pb.Assignment) int {
		return cmp.Or(cmp.Compare(a.GetDate(), b.GetDate()), cmp.Compare(a.GetUserId(), b.GetUserId()),
			cmp.Compare(a.GetProjectId(), b.GetProjectId()), cmp.Compare(a.GetCapabilityId(), b.GetCapabilityId()))
	})
	out = proposal{
		Window: p.window, Changes: []rowChange{}, Total: len(changed), Complete: len(changed) <= pageSize,
		Unchanged: len(rows) - len(changed),
	}
	if n, err = b.namesOf(ctx, after); err != nil {
		return out, n, shown, err
	}
	out.warned = warningsOf(p, after, meta, n)
	all := make([]rowChange, len(changed))
	for i, row := range changed {
		all[i] = rowChange{
			Date: row.GetDate(), Person: n.people.of(row.GetUserId()), Project: n.projects.of(row.GetProjectId()),
			Skill: n.skill(row.CapabilityId), HoursAfter: row.GetHours(), TentativeAfter: row.GetTentative(),
		}
		if old := before[keyOf(row)]; old != nil {
			all[i].HoursBefore, all[i].TentativeBefore = new(old.GetHours()), new(old.GetTentative())
		}
	}
	out.Changes = append(out.Changes, all[:min(len(all), pageSize)]...)
	shown, err = hashOf(all)
	return out, n, shown, err
}

// rowsBefore adds the rows of a list.
func (b *toolbox) rowsBefore(ctx context.Context, list *pb.ListAssignmentsRequest,
	rows map[rowKey]*pb.Assignment) error {
	list.Limit = new(int32(pageSize))
	return pages(func(cursor *string) (*string, error) {
		list.Cursor = cursor
		resp, err := b.assignments.ListAssignments(ctx, list)
		for _, row := range resp.GetData().GetItems() {
			rows[keyOf(row)] = row
		}
		return next(resp.GetData().GetNextCursor()), err
	})
}

// warnings returns the warnings about the rows of a change. Those that differ only in the day are one.
func warningsOf(p prepared, rows []*pb.Assignment, meta *pb.WriteMeta, n rowNames) warned {
	all := warned{
		Warnings: []warning{}, WarningCount: int(meta.GetWarningCount()), AvailabilityChecked: p.availability,
	}
	for _, w := range meta.GetWarnings().GetItems() {
		row := rows[w.GetIndex()]
		found := warning{
			Field: p.rename(w.GetField()), Code: protoconv.Word[string](w.GetCode()), Message: w.GetMessage(),
			Person: n.people.of(row.GetUserId()), Project: n.projects.of(row.GetProjectId()),
		}
		if p.of != nil {
			found.Index = new(p.of(int(w.GetIndex())))
		}
		at := slices.IndexFunc(all.Warnings, func(w warning) bool {
			return w.Field == found.Field && w.Code == found.Code && w.Person == found.Person &&
				w.Project == found.Project
		})
		if at < 0 {
			at, all.Warnings = len(all.Warnings), append(all.Warnings, found)
		}
		if dates := &all.Warnings[at].Dates; !slices.Contains(*dates, row.GetDate()) {
			*dates = append(*dates, row.GetDate())
		}
	}
	return all
}

// availabilityScopes are the scopes that the API asks for to compare hours with availability.
var availabilityScopes = []string{"read:users", "read:assignments", "read:time_off"}

func (b *toolbox) checksAvailability() bool {
	return !slices.ContainsFunc(availabilityScopes, func(scope string) bool { return !b.caller.Has(scope) })
}

// included is what the result of a change needs of a response.
var included = []string{"warnings", "summary"}

// assignArguments are assignments of whole ranges of days.
type assignArguments struct {
	Assignments []assignment `json:"assignments" jsonschema:"1 to 100 assignments."`
}

type applyAssignArguments struct {
	assignArguments
	Token string `json:"token" jsonschema:"The token of the proposal."`
}

type assignment struct {
	Person      string   `json:"person" jsonschema:"The person: name, e-mail address, external id or id."`
	Project     string   `json:"project" jsonschema:"The project: name, external id or id."`
	Skill       string   `json:"skill,omitempty" jsonschema:"The skill: name or id. None by default."`
	StartDate   string   `json:"startDate" jsonschema:"The first day, YYYY-MM-DD."`
	EndDate     string   `json:"endDate,omitempty" jsonschema:"The last day. The first day by default."`
	HoursPerDay *float64 `json:"hoursPerDay" jsonschema:"The hours of each day, 0 to 24. They replace the hours that are planned so far."`
	Weekends    bool     `json:"weekends,omitempty" jsonschema:"Also plan Saturdays and Sundays."`
	Tentative   *bool    `json:"tentative,omitempty" jsonschema:"Whether the plan is not firm. By default a row keeps what it has, and a new row is firm."`
}

const (
	maxAssignments = 100
	// maxRows is the maximum of the rpc.
	maxRows = 5000
)

func (assignArguments) name() string { return "assignments" }

func (a assignArguments) prepare(ctx context.Context, b *toolbox) (prepared, error) {
	if n := len(a.Assignments); n == 0 || n > maxAssignments {
		return prepared{}, bad(problem.ValidationFailed, "assignments",
			fmt.Sprintf("must have 1 to %d items", maxAssignments))
	}
	batch, of := &pb.AssignmentBatch{}, []int(nil) // the assignment of each item
	p := prepared{}
	found := finder{b, map[string]named{}}
	for i, item := range a.Assignments {
		field := func(name string) string { return fmt.Sprintf("assignments[%d].%s", i, name) }
		if item.HoursPerDay == nil { // 0 would be a proposal to plan nothing
			return p, bad(problem.ValidationFailed, field("hoursPerDay"), "is required")
		}
		row := &pb.Assignment{Hours: item.HoursPerDay, Tentative: item.Tentative}
		person, err := found.findOnce(ctx, (*toolbox).person, field("person"), "person", item.Person)
		if err != nil {
			return p, err
		}
		project, err := found.findOnce(ctx, (*toolbox).project, field("project"), "project", item.Project)
		if err != nil {
			return p, err
		}
		row.UserId, row.ProjectId = person.ID, project.ID
		if item.Skill != "" {
			skill, err := found.findOnce(ctx, (*toolbox).skill, field("skill"), "skill", item.Skill)
			if err != nil {
				return p, err
			}
			row.CapabilityId = &skill.ID
		}
		first, err := time.Parse(time.DateOnly, item.StartDate)
		if err != nil {
			return p, bad(problem.ValidationFailed, field("startDate"), "must be a date, YYYY-MM-DD")
		}
		last, err := time.Parse(time.DateOnly, cmp.Or(item.EndDate, item.StartDate))
		if err != nil || last.Before(first) {
			return p, bad(problem.ValidationFailed, field("endDate"),
				"must be a date, YYYY-MM-DD, not before startDate")
		}
		for day := first; !day.After(last); day = day.AddDate(0, 0, 1) {
			if !item.Weekends && (day.Weekday() == time.Saturday || day.Weekday() == time.Sunday) {
				continue
			}
			if len(batch.Items) == maxRows {
				return p, bad(problem.TooManyItems, field("endDate"),
					fmt.Sprintf("makes more than %d days in all", maxRows))
			}
			batch.Items, of = append(batch.Items, &pb.Assignment{
				UserId: row.UserId, ProjectId: row.ProjectId, CapabilityId: row.CapabilityId,
				Hours: row.Hours, Tentative: row.Tentative, Date: day.Format(time.DateOnly),
			}), append(of, i)
		}
		start, end := first.Format(time.DateOnly), last.Format(time.DateOnly)
		p.window = p.window.with(start, end)
		p.rows = append(p.rows, &pb.ListAssignmentsRequest{
			UserId: &row.UserId, ProjectId: &row.ProjectId, StartDate: &start, EndDate: &end,
		})
	}
	include := included
	if p.availability = b.checksAvailability(); p.availability {
		include = append(slices.Clone(included), "availability")
	}
	p.write = func(ctx context.Context, dryRun bool, opts ...grpc.CallOption) ([]*pb.Assignment, *pb.WriteMeta, error) {
		resp, err := b.assignments.UpsertAssignments(ctx,
			&pb.UpsertAssignmentsRequest{Batch: batch, DryRun: &dryRun, Include: include}, opts...)
		return resp.GetData(), resp.GetMeta(), err
	}
	p.rename = func(path string) string { return renameItem(path, of) }
	p.of = func(row int) int { return of[row] }
	return p, nil
}

// finder keeps what it has found.
type finder struct {
	b     *toolbox
	found map[string]named
}

// findOnce calls find, unless it has found the record with the text before.
func (f finder) findOnce(
	ctx context.Context, find func(*toolbox, context.Context, string, string) (named, error), field, what, text string,
) (named, error) {
	if r, ok := f.found[what+" "+text]; ok {
		return r, nil
	}
	r, err := find(f.b, ctx, field, text)
	if err == nil {
		f.found[what+" "+text] = r
	}
	return r, err
}

// with returns a window that has these days too.
func (w window) with(start, end string) window {
	if w.StartDate == "" {
		return window{start, end}
	}
	return window{min(w.StartDate, start), max(w.EndDate, end)}
}

var itemOf = regexp.MustCompile(`items\[(\d+)\]\.?(\w*)`)

// renameItem returns the argument for a field of an item of the batch: each assignment makes several items.
func renameItem(path string, of []int) string {
	m := itemOf.FindStringSubmatch(path)
	if m == nil {
		return "assignments"
	}
	i, err := strconv.Atoi(m[1])
	if err != nil || i >= len(of) {
		return "assignments"
	}
	names := map[string]string{
		"user_id": "person", "project_id": "project", "capability_id": "skill", "date": "startDate", "hours": "hoursPerDay",
	}
	argument := fmt.Sprintf("assignments[%d]", of[i])
	if m[2] != "" {
		argument += "." + cmp.Or(names[m[2]], m[2])
	}
	return argument
}
