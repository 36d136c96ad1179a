package mcp

import (
	"context"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// copyArguments say which week to copy where.
type copyArguments struct {
	Person     string `json:"person,omitempty" jsonschema:"The person: name, e-mail address, external id or id. A person, a project or both are required."`
	Project    string `json:"project,omitempty" jsonschema:"The project: name, external id or id."`
	FromDate   string `json:"fromDate" jsonschema:"A day of the week to copy, YYYY-MM-DD. Weeks begin on Monday."`
	ToDate     string `json:"toDate" jsonschema:"A day of the week to copy to."`
	OnExisting string `json:"onExisting,omitempty" jsonschema:"What happens to hours that are planned in that week already: skip keeps them (the default), replace replaces them, add adds to them."`
}

type proposeCopyArguments struct {
	copyArguments
	destination
}

func (c copyArguments) prepare(ctx context.Context, b *toolbox) (p prepared, err error) {
	if c.Person == "" && c.Project == "" {
		return p, bad(problem.ValidationFailed, "person", "or project is required")
	}
	from, err := monday("fromDate", c.FromDate)
	if err != nil {
		return p, err
	}
	to, err := monday("toDate", c.ToDate)
	if err != nil {
		return p, err
	}
	modes := map[string]pb.OnExisting{
		"": pb.OnExisting_ON_EXISTING_SKIP, "skip": pb.OnExisting_ON_EXISTING_SKIP,
		"replace": pb.OnExisting_ON_EXISTING_REPLACE, "add": pb.OnExisting_ON_EXISTING_ADD,
	}
	mode, ok := modes[c.OnExisting]
	if !ok {
		return p, bad(problem.ValidationFailed, "onExisting", "must be skip, replace or add")
	}
	p.window = window{protoconv.DateString(to), protoconv.DateString(to.AddDate(0, 0, 6))}
	source := &pb.AssignmentSource{
		StartDate: protoconv.DateString(from), EndDate: protoconv.DateString(from.AddDate(0, 0, 6)),
	}
	p.title = "Assistant: copy " + window{source.StartDate, source.EndDate}.words(b.now()) + " to " + p.window.words(b.now())
	list := &pb.ListAssignmentsRequest{StartDate: &p.window.StartDate, EndDate: &p.window.EndDate}
	if c.Person != "" {
		person, err := b.person(ctx, "person", c.Person)
		if err != nil {
			return p, err
		}
		source.UserId, list.UserId = &person.ID, &person.ID
		p.title += " for " + person.Name
	}
	if c.Project != "" {
		project, err := b.project(ctx, "project", c.Project)
		if err != nil {
			return p, err
		}
		source.ProjectId, list.ProjectId = &project.ID, &project.ID
		p.title += " on " + project.Name
	}
	p.rows = []*pb.ListAssignmentsRequest{list}
	p.write = func(ctx context.Context, proposal *string) ([]*pb.Assignment, *pb.WriteMeta, error) {
		resp, err := b.assignments.CopyAssignments(ctx, &pb.CopyAssignmentsRequest{
			Copy: &pb.AssignmentCopy{
				Source: source, Target: &pb.AssignmentTarget{StartDate: p.window.StartDate}, OnExisting: mode,
			},
			ProposalId: proposal, Include: included,
		})
		return resp.GetData().GetItems(), resp.GetMeta(), err
	}
	p.rename = func(path string) string {
		switch name := argument(path); name {
		case "userId":
			return "person"
		case "projectId":
			return "project"
		case "startDate", "target", "date":
			return "toDate"
		case "hours":
			return "onExisting"
		default:
			return name
		}
	}
	return p, nil
}

// monday returns the first day of the week of a day.
func monday(field, day string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return t, bad(problem.ValidationFailed, field, "must be a date, YYYY-MM-DD")
	}
	return protoconv.Monday(t), nil
}
