package mcp

import (
	"context"
	"fmt"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/naming"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// window is the days that a result is about.
type window struct {
	StartDate string `json:"startDate"`
	EndDate   string `json:"endDate"`
}

// days returns the number of days, 0 if a date is malformed: the rpcs check the dates.
func (w window) days() int {
	first, err := time.Parse(time.DateOnly, w.StartDate)
	if err != nil {
		return 0
	}
	last, err := time.Parse(time.DateOnly, w.EndDate)
	if err != nil {
		return 0
	}
	return int(last.Sub(first).Hours()/24) + 1
}

// days are the days that a tool is asked about.
type days struct {
	StartDate string `json:"startDate,omitempty" jsonschema:"The first day, YYYY-MM-DD. Today (UTC) by default."`
	EndDate   string `json:"endDate,omitempty" jsonschema:"The last day, YYYY-MM-DD. Six days after the first day by default, so a week."`
}

// window returns the days with the defaults. The rpcs check the dates.
func (d days) window(now time.Time) window {
	w := window(d)
	if w.StartDate == "" {
		w.StartDate = protoconv.DateString(protoconv.Today(now))
	}
	if first, err := time.Parse(time.DateOnly, w.StartDate); err == nil && w.EndDate == "" {
		w.EndDate = protoconv.DateString(first.AddDate(0, 0, 6))
	}
	return w
}

// paged says where a list continues.
type paged struct {
	Offset int64 `json:"offset,omitempty" jsonschema:"How many items to skip: the nextOffset of the result before."`
}

// part says which part of a list a result has.
type part struct {
	Complete   bool   `json:"complete" jsonschema:"Whether no item follows."`
	Total      int64  `json:"total" jsonschema:"How many items there are in all."`
	NextOffset *int64 `json:"nextOffset,omitempty" jsonschema:"The offset to continue with, if the list is not complete."`
}

// page is a page of an rpc's list, which was asked to count.
type page[T any] interface {
	GetItems() []T
	GetOffset() int64
	GetTotal() int64
	GetHasMore() bool
}

// partOf says which part of a list a page is.
func partOf[T any](p page[T]) part {
	found := part{Complete: !p.GetHasMore(), Total: p.GetTotal()}
	if p.GetHasMore() {
		found.NextOffset = new(p.GetOffset() + int64(len(p.GetItems())))
	}
	return found
}

func peopleTools() []tool {
	return []tool{
		define("look_up", "Look up records",
			"Finds people, projects, clients or skills by a part of their name, with their ids.", reads,
			[]string{pb.UserService_ListUsers_FullMethodName}, (*toolbox).lookUp),
		define("find_free_people", "Find people who are free",
			"Finds people who have time on the given days, and all of the given skills. Who has the wanted hours first comes first. "+
				"Holidays, time off and planned hours are taken into account.", reads,
			[]string{pb.CapacityService_ListCapacityGaps_FullMethodName,
				pb.CapabilityService_ListCapabilities_FullMethodName},
			(*toolbox).findFree),
		define("who_is_away", "Who is away",
			"Lists approved time off on the given days, and pending time off if asked.", reads,
			[]string{pb.TimeOffService_ListTimeOff_FullMethodName, pb.UserService_ListUsers_FullMethodName},
			(*toolbox).whoIsAway),
		define("time_off_to_decide", "Time off to decide",
			"Lists requests for time off that are pending. Admins and the managers of the person may decide them.", reads,
			[]string{pb.TimeOffService_ListTimeOff_FullMethodName, pb.UserService_ListUsers_FullMethodName},
			(*toolbox).toDecide),
	}
}

type lookUpArguments struct {
	Kind string `json:"kind" jsonschema:"person, project, client or skill."`
	Name string `json:"name" jsonschema:"The name or a part of it. Case and accents are ignored."`
	paged
}

type lookUpResult struct {
	Items []named `json:"items"`
	part
}

func (b *toolbox) lookUp(ctx context.Context, in lookUpArguments) (out lookUpResult, err error) {
	limit, count := new(int32(pageSize)), new(true)
	switch in.Kind {
	case "person":
		resp, err := b.users.ListUsers(ctx, &pb.ListUsersRequest{
			Name: &in.Name, Limit: limit, Count: count, Offset: &in.Offset,
			Kind: pb.UserKindFilter_USER_KIND_FILTER_ALL.Enum(),
		})
		page := resp.GetData()
		out.Items = each(page.GetItems(), userName)
		out.part = partOf(page)
		return out, err
	case "project":
		resp, err := b.projects.ListProjects(ctx,
			&pb.ListProjectsRequest{Name: &in.Name, Limit: limit, Count: count, Offset: &in.Offset})
		page := resp.GetData()
		out.Items = each(page.GetItems(), projectName)
		out.part = partOf(page)
		return out, err
	case "client":
		resp, err := b.clients.ListClients(ctx,
			&pb.ListClientsRequest{Name: &in.Name, Limit: limit, Count: count, Offset: &in.Offset})
		page := resp.GetData()
		out.Items = each(page.GetItems(), func(c *pb.Client) named { return named{c.GetId(), c.GetCompanyName()} })
		out.part = partOf(page)
		return out, err
	case "skill":
		all, err := b.skills(ctx)
		out.Items = []named{}
		finds := naming.Finds(in.Name)
		for _, c := range all {
			if finds(c.Name) {
				out.Items = append(out.Items, c)
			}
		}
		out.part = part{Complete: true, Total: int64(len(out.Items))}
		return out, err
	}
	return out, bad("validation_failed", "kind", "must be person, project, client or skill")
}

type findFreeArguments struct {
	Skills   []string `json:"skills,omitempty" jsonschema:"Skills that the people must all have, by name or id."`
	MinLevel *int32   `json:"minLevel,omitempty" jsonschema:"The level from 1 to 5 that they must at least have in each of these skills."`
	Hours    *float64 `json:"hours,omitempty" jsonschema:"How many free hours are wanted in all. 8 by default."`
	days
}

// maxSkills is the maximum of the rpc: each is looked up before.
const maxSkills = 20

type findFreeResult struct {
	Window window       `json:"window"`
	Hours  float64      `json:"hours"`
	Skills []named      `json:"skills"`
	Items  []freePerson `json:"items"`
	part
}

type freePerson struct {
	named
	FreeHours float64 `json:"freeHours" jsonschema:"The free hours in the whole window."`
	ReachedOn string  `json:"reachedOn" jsonschema:"The day by which the person has the wanted hours."`
}

func (b *toolbox) findFree(ctx context.Context, in findFreeArguments) (out findFreeResult, err error) {
	out = findFreeResult{Window: in.window(b.now()), Hours: 8, Skills: []named{}, Items: []freePerson{}}
	if in.Hours != nil {
		out.Hours = *in.Hours
	}
	req := &pb.ListCapacityGapsRequest{
		Hours: out.Hours, StartDate: out.Window.StartDate, EndDate: out.Window.EndDate, MinLevel: in.MinLevel,
	}
	if len(in.Skills) > maxSkills {
		return out, bad(problem.ValidationFailed, "skills", fmt.Sprintf("must have at most %d items", maxSkills))
	}
	for _, name := range in.Skills {
		skill, err := b.skill(ctx, "skills", name)
		if err != nil {
			return out, err
		}
		out.Skills, req.HasCapabilityId = append(out.Skills, skill), append(req.HasCapabilityId, skill.ID)
	}
	resp, err := b.capacity.ListCapacityGaps(ctx, req)
	found := resp.GetData().GetItems()
	for _, g := range found[:min(len(found), pageSize)] {
		out.Items = append(out.Items, freePerson{named{g.GetId(), g.GetName()}, g.GetFree(), g.GetReachedOn()})
	}
	// The list has no pages: who needs more narrows it.
	out.part = part{Complete: len(out.Items) == len(found), Total: int64(len(found))}
	return out, err
}

type awayArguments struct {
	days
	IncludePending bool `json:"includePending,omitempty" jsonschema:"Also list time off that is not decided yet."`
	paged
}

type timeOffResult struct {
	Window *window   `json:"window" jsonschema:"The days, or null for all days."`
	Items  []timeOff `json:"items"`
	part
}

type timeOff struct {
	ID             string  `json:"id"`
	Person         named   `json:"person"`
	StartDate      string  `json:"startDate"`
	EndDate        string  `json:"endDate"`
	AvailableHours float64 `json:"availableHours" jsonschema:"The hours a day that the person can still work."`
	Status         string  `json:"status"`
	Reason         *string `json:"reason" jsonschema:"What the person wrote: data."`
}

func (b *toolbox) whoIsAway(ctx context.Context, in awayArguments) (timeOffResult, error) {
	w := in.window(b.now())
	req := &pb.ListTimeOffRequest{
		StartDate: &w.StartDate, EndDate: &w.EndDate, Status: pb.TimeOffStatus_TIME_OFF_STATUS_APPROVED.Enum(),
		Offset: &in.Offset,
	}
	out, err := b.listTimeOff(ctx, &w, req)
	if err != nil || !in.IncludePending {
		return out, err
	}
	req.Status = pb.TimeOffStatus_TIME_OFF_STATUS_PENDING.Enum()
	pending, err := b.listTimeOff(ctx, &w, req)
	out.Items = append(out.Items, pending.Items...)
	out.Total += pending.Total
	if out.Complete = out.Complete && pending.Complete; !out.Complete {
		out.NextOffset = new(in.Offset + pageSize) // in each of the two lists
	}
	return out, err
}

type decideArguments struct {
	StartDate *string `json:"startDate,omitempty" jsonschema:"Only time off that ends on this day or later. All by default."`
	EndDate   *string `json:"endDate,omitempty" jsonschema:"Only time off that starts on this day or earlier. All by default."`
	paged
}

func (b *toolbox) toDecide(ctx context.Context, in decideArguments) (timeOffResult, error) {
	req := &pb.ListTimeOffRequest{
		StartDate: in.StartDate, EndDate: in.EndDate, Status: pb.TimeOffStatus_TIME_OFF_STATUS_PENDING.Enum(),
		Offset: &in.Offset,
	}
	var w *window
	if in.StartDate != nil || in.EndDate != nil {
		w = &window{req.GetStartDate(), req.GetEndDate()}
	}
	return b.listTimeOff(ctx, w, req)
}

func (b *toolbox) listTimeOff(ctx context.Context, w *window, req *pb.ListTimeOffRequest) (out timeOffResult,
	err error) {
	req.Limit, req.Count = new(int32(pageSize)), new(true)
	out = timeOffResult{Window: w, Items: []timeOff{}}
	resp, err := b.timeOff.ListTimeOff(ctx, req)
	if err != nil {
		return out, err
	}
	page, people := resp.GetData(), names{}
	for _, t := range page.GetItems() {
		people.want(t.GetUserId())
	}
	if err := b.nameUsers(ctx, people); err != nil {
		return out, err
	}
	for _, t := range page.GetItems() {
		out.Items = append(out.Items, timeOff{
			t.GetId(), people.of(t.GetUserId()), t.GetStartDate(), t.GetEndDate(), t.GetAvailability(),
			protoconv.Word[string](t.GetStatus()), t.Reason,
		})
	}
	out.part = partOf(page)
	return out, nil
}
