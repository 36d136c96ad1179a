package mcp

import (
	"context"
	"fmt"
	"math"
	"slices"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
)

func planTools() []tool {
	rows := []string{
		pb.AssignmentService_ListAssignments_FullMethodName, pb.CapabilityService_ListCapabilities_FullMethodName,
		pb.UserService_ListUsers_FullMethodName, pb.ProjectService_ListProjects_FullMethodName,
	}
	return []tool{
		define("plan_of_person", "Plan of a person",
			"Lists the planned hours of a person on the given days: project, skill, day and hours.", reads, rows,
			(*toolbox).planOfPerson),
		define("plan_of_project", "Plan of a project",
			"Lists the planned hours on a project on the given days: person, skill, day and hours.", reads, rows,
			(*toolbox).planOfProject),
		define("plan_against_actual", "Plan against actual hours",
			"Compares planned with actual hours, by person, project or client, in days, weeks or months.", reads,
			[]string{
				pb.CapacityService_GetCapacity_FullMethodName,
				pb.UserService_ListUsers_FullMethodName, pb.ProjectService_ListProjects_FullMethodName,
			}, (*toolbox).planAgainstActual),
	}
}

type planOfPersonArguments struct {
	Person string `json:"person" jsonschema:"The person: name, e-mail address, external id or id."`
	days
	paged
}

type planOfProjectArguments struct {
	Project string `json:"project" jsonschema:"The project: name, external id or id."`
	days
	paged
}

type planResult struct {
	Window window    `json:"window"`
	Items  []planRow `json:"items"`
	part
}

// planRow is planned hours on one day.
type planRow struct {
	Date      string  `json:"date"`
	Person    named   `json:"person"`
	Project   named   `json:"project"`
	Skill     *named  `json:"skill"`
	Hours     float64 `json:"hours"`
	Tentative bool    `json:"tentative" jsonschema:"Whether the plan of this day is not firm."`
}

func (b *toolbox) planOfPerson(ctx context.Context, in planOfPersonArguments) (planResult, error) {
	person, err := b.person(ctx, "person", in.Person)
	if err != nil {
		return planResult{}, err
	}
	return b.plan(ctx, in.window(b.now()), in.Offset, &pb.ListAssignmentsRequest{UserId: &person.ID})
}

func (b *toolbox) planOfProject(ctx context.Context, in planOfProjectArguments) (planResult, error) {
	project, err := b.project(ctx, "project", in.Project)
	if err != nil {
		return planResult{}, err
	}
	return b.plan(ctx, in.window(b.now()), in.Offset, &pb.ListAssignmentsRequest{ProjectId: &project.ID})
}

func (b *toolbox) plan(
	ctx context.Context, w window, offset int64, req *pb.ListAssignmentsRequest,
) (out planResult, err error) {
	req.StartDate, req.EndDate = &w.StartDate, &w.EndDate
	req.Limit, req.Count, req.Offset = new(int32(pageSize)), new(true), &offset
	out = planResult{Window: w, Items: []planRow{}}
	resp, err := b.assignments.ListAssignments(ctx, req)
	if err != nil {
		return out, err
	}
	page := resp.GetData()
	n, err := namesOf(ctx, b, page.GetItems())
	if err != nil {
		return out, err
	}
	for _, row := range page.GetItems() {
		out.Items = append(out.Items, planRow{
			row.GetDate(), n.people.of(row.GetUserId()), n.projects.of(row.GetProjectId()),
			n.skill(row.GetCapabilityId()), row.GetHours(), row.GetTentative(),
		})
	}
	out.part = partOf(page)
	return out, nil
}

// rowNames has the names of what rows of hours are about.
type rowNames struct{ people, projects, skills names }

func (n rowNames) skill(id string) *named {
	if id == "" {
		return nil
	}
	return new(n.skills.of(id))
}

// keyed is a row of planned hours, or the key of one.
type keyed interface {
	GetUserId() string
	GetProjectId() string
	GetCapabilityId() string
	GetDate() string
}

// namesOf finds the names of what rows are about.
func namesOf[T keyed](ctx context.Context, b *toolbox, rows []T) (rowNames, error) {
	n := rowNames{names{}, names{}, names{}}
	for _, row := range rows {
		n.people.want(row.GetUserId())
		n.projects.want(row.GetProjectId())
		if id := row.GetCapabilityId(); id != "" {
			n.skills.want(id)
		}
	}
	err := b.nameUsers(ctx, n.people)
	if err == nil {
		err = b.nameProjects(ctx, n.projects)
	}
	if err == nil {
		err = b.nameSkills(ctx, n.skills)
	}
	return n, err
}

// maxDays is how many days a comparison by day has at most. More than that, for each of up to pageSize people, nobody
// reads.
const maxDays = 62

type againstArguments struct {
	GroupBy string `json:"groupBy,omitempty" jsonschema:"What to compare: person, project or client. person by default."`
	Bucket  string `json:"bucket,omitempty" jsonschema:"day, week or month. week by default. day is for at most 62 days."`
	Person  string `json:"person,omitempty" jsonschema:"Only this person: name, e-mail address, external id or id."`
	Project string `json:"project,omitempty" jsonschema:"Only hours on this project: name, external id or id."`
	days
}

type againstResult struct {
	Window window        `json:"window"`
	Items  []againstItem `json:"items"`
	Sums   []comparison  `json:"sums" jsonschema:"The sums of all items, also of those that are not listed."`
	part
}

type againstItem struct {
	ID      *string      `json:"id"`
	Name    *string      `json:"name"`
	Buckets []comparison `json:"buckets"`
}

// comparison has the hours of the days that begin with StartDate.
type comparison struct {
	StartDate  string  `json:"startDate"`
	Planned    float64 `json:"planned"`
	Actual     float64 `json:"actual"`
	Difference float64 `json:"difference" jsonschema:"actual - planned"`
}

func (b *toolbox) planAgainstActual(ctx context.Context, in againstArguments) (out againstResult, err error) {
	out = againstResult{Window: in.window(b.now()), Items: []againstItem{}}
	req := &pb.GetCapacityRequest{StartDate: out.Window.StartDate, EndDate: out.Window.EndDate}
	groups := map[string]pb.CapacityGroup{
		"": pb.CapacityGroup_CAPACITY_GROUP_USER, "person": pb.CapacityGroup_CAPACITY_GROUP_USER,
		"project": pb.CapacityGroup_CAPACITY_GROUP_PROJECT, "client": pb.CapacityGroup_CAPACITY_GROUP_CLIENT,
	}
	group, ok := groups[in.GroupBy]
	if !ok {
		return out, bad(problem.ValidationFailed, "groupBy", "must be person, project or client")
	}
	buckets := map[string]pb.CapacityBucket{
		"": pb.CapacityBucket_CAPACITY_BUCKET_WEEK, "week": pb.CapacityBucket_CAPACITY_BUCKET_WEEK,
		"day": pb.CapacityBucket_CAPACITY_BUCKET_DAY, "month": pb.CapacityBucket_CAPACITY_BUCKET_MONTH,
	}
	bucket, ok := buckets[in.Bucket]
	if !ok {
		return out, bad(problem.ValidationFailed, "bucket", "must be day, week or month")
	}
	if n := out.Window.days(); bucket == pb.CapacityBucket_CAPACITY_BUCKET_DAY && n > maxDays {
		return out, bad(problem.ValidationFailed, "bucket",
			fmt.Sprintf("day is for at most %d days, and these are %d: ask for weeks or months, or for fewer days",
				maxDays, n))
	}
	req.GroupBy, req.Bucket = &group, &bucket
	if in.Person != "" {
		person, err := b.person(ctx, "person", in.Person)
		if err != nil {
			return out, err
		}
		req.UserId = &person.ID
	}
	if in.Project != "" {
		project, err := b.project(ctx, "project", in.Project)
		if err != nil {
			return out, err
		}
		req.ProjectId = &project.ID
	}
	resp, err := b.capacity.GetCapacity(ctx, req)
	if err != nil {
		return out, err
	}
	data := resp.GetData()
	for _, item := range data.GetItems()[:min(len(data.GetItems()), pageSize)] {
		out.Items = append(out.Items, againstItem{item.Id, item.Name, compare(data, item.GetValues())})
	}
	out.Sums = compare(data, data.GetTotal().GetValues())
	out.part = part{Complete: len(out.Items) == len(data.GetItems()), Total: int64(len(data.GetItems()))}
	return out, nil
}

func compare(data *pb.Capacity, values []*pb.CapacityHours) []comparison {
	hours := func(series string) []float64 { return values[slices.Index(data.GetSeries(), series)].GetHours() }
	planned, actual, all := hours("planned"), hours("actual"), make([]comparison, len(data.GetBuckets()))
	for i, day := range data.GetBuckets() {
		all[i] = comparison{day, planned[i], actual[i], math.Round((actual[i]-planned[i])*1e6) / 1e6}
	}
	return all
}
