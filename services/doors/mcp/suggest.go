package mcp

import (
	"context"
	"fmt"
	"strings"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
)

func suggestTools() []tool {
	return []tool{
		define("suggest_people", "Suggest people for work",
			"Makes a proposal with people who have the skill and the time, for the planned hours of a placeholder or for hours "+
				"of a project. Nothing of the plan changes. The same plan has the same suggestion.", proposes,
			[]string{
				pb.ProposalService_SuggestProposal_FullMethodName, pb.UserService_ListUsers_FullMethodName,
				pb.ProjectService_ListProjects_FullMethodName, pb.CapabilityService_ListCapabilities_FullMethodName,
			}, (*toolbox).suggestPeople),
	}
}

type suggestArguments struct {
	Placeholder string   `json:"placeholder,omitempty" jsonschema:"The placeholder whose hours people shall do: name or id. It excludes project, skill, minLevel, hours and hoursPerDay."`
	Project     string   `json:"project,omitempty" jsonschema:"The project: name, external id or id. It needs hours, startDate and endDate."`
	Skill       string   `json:"skill,omitempty" jsonschema:"The skill that people must have: name or id. Anybody by default."`
	MinLevel    *int32   `json:"minLevel,omitempty" jsonschema:"The lowest level in the skill, 1 to 5. 1 by default."`
	Hours       *float64 `json:"hours,omitempty" jsonschema:"The hours of all people together."`
	HoursPerDay *float64 `json:"hoursPerDay,omitempty" jsonschema:"The most hours of a person on a day. All that are free by default."`
	StartDate   string   `json:"startDate,omitempty" jsonschema:"The first day, YYYY-MM-DD. Of a placeholder, today by default."`
	EndDate     string   `json:"endDate,omitempty" jsonschema:"The last day. Of a placeholder, a year later by default."`
	Among       []string `json:"among,omitempty" jsonschema:"Only these people: names, e-mail addresses, external ids or ids, at most 200."`
	Objective   string   `json:"objective,omitempty" jsonschema:"fewest_people, earliest, or least_over, which also plans more than people have free. fewest_people by default."`
	KeepFree    *float64 `json:"keepFree,omitempty" jsonschema:"How many free hours each person keeps on each day. 0 by default."`
	Title       string   `json:"title,omitempty" jsonschema:"The title of the proposal. By default it names the work."`
}

type suggestResult struct {
	Proposal *proposal   `json:"proposal" jsonschema:"The draft. null if nobody has time: then none is made."`
	Items    []suggested `json:"items" jsonschema:"Who would do it, at most 200 rows."`
	Total    int         `json:"total" jsonschema:"How many rows there are in all."`
	Complete bool        `json:"complete" jsonschema:"Whether all of them are listed."`
	Unmet    []unmet     `json:"unmet" jsonschema:"The hours that nobody is suggested for."`
}

type suggested struct {
	Date    string  `json:"date"`
	Person  named   `json:"person"`
	Project named   `json:"project"`
	Skill   *named  `json:"skill"`
	Hours   float64 `json:"hours"`
	Because string  `json:"because" jsonschema:"Why it is this person."`
}

type unmet struct {
	Date   *string `json:"date" jsonschema:"null if the hours may be on any day."`
	Hours  float64 `json:"hours"`
	Reason string  `json:"reason" jsonschema:"nobody_capable or no_time."`
}

// suggestPeople makes a draft of who could do some work.
func (b *toolbox) suggestPeople(ctx context.Context, in suggestArguments) (out suggestResult, err error) {
	brief, err := in.brief(ctx, b)
	if err != nil {
		return out, err
	}
	resp, err := b.proposals.SuggestProposal(ctx, &pb.SuggestProposalRequest{Brief: brief})
	if err != nil {
		return out, explain(err, argumentOfBrief)
	}
	found := resp.GetData()
	n, err := namesOf(ctx, b, found.GetItems())
	if err != nil {
		return out, err
	}
	out = suggestResult{
		Items: []suggested{}, Total: len(found.Items), Complete: len(found.Items) <= pageSize, Unmet: []unmet{},
	}
	if found.Proposal != nil {
		out.Proposal = new(b.proposalOf(found.Proposal))
	}
	for _, row := range found.Items[:min(len(found.Items), pageSize)] {
		of := n.row(row)
		out.Items = append(out.Items,
			suggested{of.Date, of.Person, of.Project, of.Skill, row.GetHours(), row.GetBecause()})
	}
	for _, left := range found.Unmet {
		out.Unmet = append(out.Unmet, unmet{left.Date, left.GetHours(), protoconv.Word[string](left.GetReason())})
	}
	return out, nil
}

// objectives are the words for the objectives of a suggestion.
var objectives = map[string]pb.SuggestionObjective{
	"fewest_people": pb.SuggestionObjective_SUGGESTION_OBJECTIVE_FEWEST_PEOPLE,
	"earliest":      pb.SuggestionObjective_SUGGESTION_OBJECTIVE_EARLIEST,
	"least_over":    pb.SuggestionObjective_SUGGESTION_OBJECTIVE_LEAST_OVER,
}

// brief finds the records that the arguments name.
func (in suggestArguments) brief(ctx context.Context, b *toolbox) (*pb.SuggestionBrief, error) {
	demand := &pb.SuggestionDemand{MinLevel: in.MinLevel, Hours: in.Hours, HoursPerDay: in.HoursPerDay}
	brief := &pb.SuggestionBrief{Demand: demand, KeepFree: in.KeepFree}
	for _, text := range []struct {
		sent string
		into **string
	}{{in.StartDate, &demand.StartDate}, {in.EndDate, &demand.EndDate}, {in.Title, &brief.Title}} {
		if text.sent != "" {
			*text.into = new(text.sent)
		}
	}
	if in.Objective != "" {
		objective, known := objectives[in.Objective]
		if !known {
			return nil, bad(problem.ValidationFailed, "objective", "must be fewest_people, earliest or least_over")
		}
		brief.Objective = &objective
	}
	for _, record := range []struct {
		argument, sent string
		find           func(*toolbox, context.Context, string, string) (named, error)
		into           **string
	}{
		{"placeholder", in.Placeholder, (*toolbox).person, &demand.PlaceholderId},
		{"project", in.Project, (*toolbox).project, &demand.ProjectId},
		{"skill", in.Skill, (*toolbox).skill, &demand.CapabilityId},
	} {
		if record.sent == "" {
			continue
		}
		found, err := record.find(b, ctx, record.argument, record.sent)
		if err != nil {
			return nil, err
		}
		*record.into = &found.ID
	}
	if len(in.Among) > maxAmong {
		return nil, bad(problem.ValidationFailed, "among", fmt.Sprintf("must have at most %d items", maxAmong))
	}
	for i, text := range in.Among {
		found, err := b.person(ctx, fmt.Sprintf("among[%d]", i), text)
		if err != nil {
			return nil, err
		}
		brief.Among = append(brief.Among, found.ID)
	}
	return brief, nil
}

// maxAmong is the bound of the proto.
const maxAmong = 200

// argumentOfBrief returns the argument for a field of the request.
func argumentOfBrief(path string) string {
	name := argument(path)
	switch name {
	case "placeholderId", "projectId":
		return strings.TrimSuffix(name, "Id")
	case "demand":
		return "project"
	case "capabilityId":
		return "skill"
	}
	return name
}
