package mcp

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
)

func changeTools() []tool {
	calls := []string{
		pb.ProposalService_CreateProposal_FullMethodName, pb.ProposalService_GetProposal_FullMethodName,
		pb.AssignmentService_ListAssignments_FullMethodName, pb.CapabilityService_ListCapabilities_FullMethodName,
		pb.UserService_ListUsers_FullMethodName, pb.ProjectService_ListProjects_FullMethodName,
	}
	wishing := func(t tool) tool {
		t.wishes = []string{
			pb.AssignmentService_UpsertAssignments_FullMethodName, pb.AssignmentService_CopyAssignments_FullMethodName,
		}
		return t
	}
	const propose = " It makes a proposal, or extends one, and nothing of the plan changes: the result says what would change."
	return []tool{
		wishing(define("propose_assignments", "Propose assignments",
			"Proposes to plan hours of people on projects."+propose, proposes, calls,
			func(b *toolbox, ctx context.Context, in proposeAssignArguments) (changeResult, error) {
				return b.propose(ctx, in.assignArguments, in.destination)
			})),
		wishing(define("propose_week_copy", "Propose to copy a week",
			"Proposes to copy the planned hours of a week to another week, for a person or a project."+propose, proposes, calls,
			func(b *toolbox, ctx context.Context, in proposeCopyArguments) (changeResult, error) {
				return b.propose(ctx, in.copyArguments, in.destination)
			})),
	}
}

// change is something that is proposed.
type change interface {
	// prepare finds the records and returns how to write the change.
	prepare(context.Context, *toolbox) (prepared, error)
}

// prepared is a change whose records are found.
type prepared struct {
	// title says what would change, in a few words.
	title  string
	window window
	// rows are the lists of the rows that there are now, and may change.
	rows []*pb.ListAssignmentsRequest
	// write writes the change into a proposal. It returns the rows as they would be.
	write func(ctx context.Context, proposal *string) ([]*pb.Assignment, *pb.WriteMeta, error)
	// rename returns the argument for a field of the request.
	rename func(path string) string
	// of returns the index of the assignment that made the row with an index. It is nil if there is no list of them.
	of func(row int) int
	// availability means that write compares the hours with the availability of the people.
	availability bool
}

// destination says to which proposal a change is added.
type destination struct {
	Proposal  string   `json:"proposal,omitempty" jsonschema:"The id of a proposal to extend. By default a new one is made."`
	Title     string   `json:"title,omitempty" jsonschema:"The title of a new proposal. By default it says what would change."`
	Note      string   `json:"note,omitempty" jsonschema:"What whoever decides about a new proposal should know."`
	Reviewers []string `json:"reviewers,omitempty" jsonschema:"Who decides about a new proposal: names, e-mail addresses, external ids or ids, at most 20. By default admins."`
}

// changeResult is what a change would do.
type changeResult struct {
	Proposal  *proposal   `json:"proposal" jsonschema:"The proposal with the change. null if nothing would change: then none is made."`
	Window    window      `json:"window"`
	Changes   []rowChange `json:"changes" jsonschema:"The rows that would change, at most 200. What the proposal would change besides is not listed."`
	Total     int         `json:"total" jsonschema:"How many rows would change in all."`
	Complete  bool        `json:"complete" jsonschema:"Whether all of them are listed."`
	Unchanged int         `json:"unchanged" jsonschema:"How many rows of the plan are already as proposed."`
	warned
}

// rowChange is how the hours of one day would change.
type rowChange struct {
	Date            string   `json:"date"`
	Person          named    `json:"person"`
	Project         named    `json:"project"`
	Skill           *named   `json:"skill"`
	HoursBefore     *float64 `json:"hoursBefore" jsonschema:"null if there is no row yet."`
	HoursAfter      *float64 `json:"hoursAfter" jsonschema:"null if the row would be deleted."`
	TentativeBefore *bool    `json:"tentativeBefore"`
	TentativeAfter  *bool    `json:"tentativeAfter"`
}

// warned are the warnings about a change: those of the API, with its words.
type warned struct {
	Warnings            []warning `json:"warnings" jsonschema:"What is unusual, from the first 100 rows with something unusual. It can be applied nevertheless."`
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

// propose writes a change into a proposal. It leaves no new one that would change nothing.
func (b *toolbox) propose(ctx context.Context, c change, to destination) (out changeResult, err error) {
	p, err := c.prepare(ctx, b)
	if err != nil {
		return out, err
	}
	id := to.Proposal
	if isNew := id == ""; isNew {
		if id, err = b.newProposal(ctx, p.title, to); err != nil {
			return out, err
		}
		defer func() {
			if err == nil && out.Total > 0 {
				return
			}
			_, failed := b.proposals.DeleteProposal(ctx, &pb.DeleteProposalRequest{ProposalId: id})
			out.Proposal, err = nil, cmp.Or(err, failed)
		}()
	} else if to.Title != "" || to.Note != "" || len(to.Reviewers) > 0 {
		return out, bad(problem.ValidationFailed, "proposal", "does not go together with title, note and reviewers: "+
			"they are for a new proposal")
	}
	if out, err = b.write(ctx, p, id); err != nil {
		return out, err
	}
	found, err := b.getProposal(ctx, id)
	if err == nil {
		out.Proposal = new(b.proposalOf(found))
	}
	return out, err
}

// newProposal makes a draft and returns its id.
func (b *toolbox) newProposal(ctx context.Context, title string, to destination) (string, error) {
	reviewers, err := b.reviewers(ctx, to.Reviewers)
	if err != nil {
		return "", err
	}
	text := []rune(cmp.Or(to.Title, title))
	in := &pb.Proposal{
		Title: new(string(text[:min(len(text), maxText)])), ReviewerIds: reviewers,
		Source: pb.ProposalSource_PROPOSAL_SOURCE_ASSISTANT.Enum(),
	}
	if to.Note != "" {
		in.Note = &to.Note
	}
	resp, err := b.proposals.CreateProposal(ctx, &pb.CreateProposalRequest{Proposal: in})
	if err != nil {
		return "", explain(err, proposalArgument)
	}
	return resp.GetData().GetId(), nil
}

// rowKey is the key of a row of planned hours.
type rowKey struct{ user, project, skill, date string }

func keyOf(row keyed) rowKey {
	return rowKey{row.GetUserId(), row.GetProjectId(), row.GetCapabilityId(), row.GetDate()}
}

// write writes a change into a proposal, and returns what it would do to the plan.
func (b *toolbox) write(ctx context.Context, p prepared, proposal string) (out changeResult, err error) {
	after, meta, err := p.write(ctx, &proposal)
	if err != nil {
		return out, explain(err, func(path string) string {
			if path == "proposal_id" {
				return "proposal"
			}
			return p.rename(path)
		})
	}
	before := map[rowKey]*pb.Assignment{}
	for _, list := range p.rows {
		if err := b.rowsBefore(ctx, list, before); err != nil {
			return out, err
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
	out = changeResult{
		Window: p.window, Changes: []rowChange{}, Total: len(changed), Complete: len(changed) <= pageSize,
		Unchanged: len(rows) - len(changed),
	}
	n, err := namesOf(ctx, b, after)
	if err != nil {
		return out, err
	}
	out.warned = warningsOf(p, after, meta, n)
	for _, row := range changed[:min(len(changed), pageSize)] {
		c := n.row(row)
		if old := before[keyOf(row)]; old != nil {
			c.HoursBefore, c.TentativeBefore = new(old.GetHours()), new(old.GetTentative())
		}
		c.HoursAfter, c.TentativeAfter = new(row.GetHours()), new(row.GetTentative())
		out.Changes = append(out.Changes, c)
	}
	return out, nil
}

// row returns a change of a row, without its hours.
func (n rowNames) row(key keyed) rowChange {
	return rowChange{
		Date: key.GetDate(), Person: n.people.of(key.GetUserId()), Project: n.projects.of(key.GetProjectId()),
		Skill: n.skill(key.GetCapabilityId()),
	}
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

type proposeAssignArguments struct {
	assignArguments
	destination
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

func (a assignArguments) prepare(ctx context.Context, b *toolbox) (prepared, error) {
	if n := len(a.Assignments); n == 0 || n > maxAssignments {
		return prepared{}, bad(problem.ValidationFailed, "assignments",
			fmt.Sprintf("must have 1 to %d items", maxAssignments))
	}
	batch, of := &pb.AssignmentBatch{}, []int(nil) // the assignment of each item
	p, people, projects := prepared{}, map[named]bool{}, map[named]bool{}
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
		row.UserId, row.ProjectId, people[person], projects[project] = person.ID, project.ID, true, true
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
	p.title = fmt.Sprintf("Assistant: %s h for %s on %s, %s", hoursOf(batch.Items), oneOf(people, "people"),
		oneOf(projects, "projects"), p.window.words(b.now()))
	p.write = func(ctx context.Context, proposal *string) ([]*pb.Assignment, *pb.WriteMeta, error) {
		resp, err := b.assignments.UpsertAssignments(ctx,
			&pb.UpsertAssignmentsRequest{Batch: batch, ProposalId: proposal, Include: include})
		return resp.GetData(), resp.GetMeta(), err
	}
	p.rename = func(path string) string { return renameItem(path, of) }
	p.of = func(row int) int { return of[row] }
	return p, nil
}

// hoursOf returns the sum of the hours of rows. Of two rows with the same key, the later one counts.
func hoursOf(rows []*pb.Assignment) string {
	hours, sum := map[rowKey]float64{}, 0.0
	for _, row := range rows {
		hours[keyOf(row)] = row.GetHours()
	}
	for _, h := range hours {
		sum += h
	}
	return strconv.FormatFloat(math.Round(sum*100)/100, 'f', -1, 64)
}

// oneOf returns the name of the only record, or how many they are.
func oneOf(records map[named]bool, what string) string {
	for r := range records {
		if len(records) == 1 {
			return r.Name
		}
	}
	return fmt.Sprint(len(records), " ", what)
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

// words returns the days for people: 5–9 May, with the year unless it is that of now.
func (w window) words(now time.Time) string {
	first, last := protoconv.Date(w.StartDate), protoconv.Date(w.EndDate)
	day, end := "2 Jan", "2 Jan"
	if last.Year() != now.UTC().Year() || first.Year() != last.Year() {
		end += " 2006"
	}
	switch {
	case first.Equal(last):
		return last.Format(end)
	case first.Year() != last.Year():
		day = end
	case first.Month() == last.Month():
		return first.Format("2") + "–" + last.Format(end)
	}
	return first.Format(day) + " – " + last.Format(end)
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
