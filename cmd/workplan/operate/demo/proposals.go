package demo

import (
	"context"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/hours"
	"github.com/workplan-api/workplan/services/proposals"
)

// whatIf is a draft of the user of AdminKey, which everybody can read: the person leaves a project for another one, in
// the weeks from the first to the last one. In these weeks the person works for both projects on each day.
var whatIf = struct {
	title, note, who    string
	from, to            string
	firstWeek, lastWeek int
}{
	"What if Patient Booking goes live earlier?",
	"For two weeks, Nikolai would work for Patient Booking instead of Crew Rostering.",
	"nikolai", "Crew Rostering", "Patient Booking", 1, 2,
}

// request is a request for a person by the user of MemberKey, in the weeks from the first to the last one. It waits for
// its reviewer, the manager of both. In the first week the person is free, and in the last one not.
var request = struct {
	title, note, who, project, reviewer string
	firstWeek, lastWeek                 int
	hours                               float64
}{
	"Oliver for the Rider App",
	"The screens for groups need a second designer, for half of each day.",
	"oliver", "Rider App", "sofia", 6, 7, 4,
}

// proposals makes the what-if and the request. All of it is one transaction, so it is done if there is a proposal.
func (f *fill) proposals(ctx context.Context) error {
	if exist, err := f.db.Proposal.Query().Exist(ctx); err != nil || exist {
		return err
	}
	in := *f
	in.db = call.DB(ctx)
	planned := hours.NewAssignments(hours.NewInactive(), nil, nil, nil)
	service := proposals.New(planned)
	return in.db.Unit.Do(ctx, func() error {
		if err := in.makeWhatIf(ctx, service, planned); err != nil {
			return err
		}
		if err := in.makeRequest(ctx, service, planned); err != nil {
			return err
		}
		f.log("a draft of a proposal, and one that waits for a review")
		return nil
	})
}

// makeWhatIf makes the what-if. One of its wishes is in conflict: while it is made, the plan has an hour more on the
// first day. Then the manager of the person takes the hour back, so the plan is as it was.
func (f *fill) makeWhatIf(ctx context.Context, service *proposals.Service, planned *hours.Assignments) error {
	plan, wishes := f.swap()
	setFirst := func(extra float64) error {
		first := plan[0]
		first.hours += extra
		_, err := planned.UpsertAssignments(f.as(ctx, approver(whatIf.who)),
			&pb.UpsertAssignmentsRequest{Batch: &pb.AssignmentBatch{Items: f.assignments([]entry{first})}})
		return err
	}
	if err := setFirst(1); err != nil {
		return err
	}
	as := f.as(ctx, adminHandle)
	id, err := create(as, service, &pb.Proposal{
		Title: &whatIf.title, Note: &whatIf.note,
		Visibility: pb.ProposalVisibility_PROPOSAL_VISIBILITY_ORGANIZATION.Enum(),
	})
	if err != nil {
		return err
	}
	_, err = planned.ReplaceAssignmentsWindow(as, &pb.ReplaceAssignmentsWindowRequest{
		Window: &pb.AssignmentWindow{
			UserId:    new(f.users[whatIf.who]),
			StartDate: protoconv.DateString(f.monday.AddDate(0, 0, 7*whatIf.firstWeek)),
			EndDate:   protoconv.DateString(f.monday.AddDate(0, 0, 7*whatIf.lastWeek+6)),
			Items:     f.assignments(wishes),
		},
		ProposalId: &id,
	})
	if err != nil {
		return err
	}
	return setFirst(0)
}

// swap returns the planned hours that would grow, and all planned hours of the person in the weeks as they would be.
func (f *fill) swap() (grow, wishes []entry) {
	first, after := f.monday.AddDate(0, 0, 7*whatIf.firstWeek), f.monday.AddDate(0, 0, 7*(whatIf.lastWeek+1))
	for day := range byDay(scheduleOf(f.monday, whatIf.who).plan()) {
		if day[0].date.Before(first) || !day[0].date.Before(after) {
			continue
		}
		var left float64
		for _, e := range day {
			if e.project == whatIf.from {
				left += e.hours
			}
		}
		for _, e := range day {
			switch e.project {
			case whatIf.from:
				continue
			case whatIf.to:
				grow = append(grow, e)
				e.hours += left
			}
			wishes = append(wishes, e)
		}
	}
	return grow, wishes
}

// makeRequest makes the request, with hours on each day on which the person works, and submits it.
func (f *fill) makeRequest(ctx context.Context, service *proposals.Service, planned *hours.Assignments) error {
	as := f.as(ctx, memberHandle)
	id, err := create(as, service, &pb.Proposal{
		Title: &request.title, Note: &request.note, ReviewerIds: []string{f.users[request.reviewer]},
	})
	if err != nil {
		return err
	}
	var wishes []entry
	s := scheduleOf(f.monday, request.who)
	for week := request.firstWeek; week <= request.lastWeek; week++ {
		for day, hours := range s.daysIn(week) {
			date := f.monday.AddDate(0, 0, 7*week+day)
			if hours > 0 && s.off[protoconv.DateString(date)] == 0 && s.absence(date) == nil {
				wishes = append(wishes, entry{request.who, request.project, "", date, request.hours})
			}
		}
	}
	if _, err := planned.UpsertAssignments(as, &pb.UpsertAssignmentsRequest{
		Batch: &pb.AssignmentBatch{Items: f.assignments(wishes)}, ProposalId: &id,
	}); err != nil {
		return err
	}
	_, err = service.SubmitProposal(as, &pb.SubmitProposalRequest{ProposalId: id})
	return err
}

// create makes a draft.
func create(ctx context.Context, service *proposals.Service, proposal *pb.Proposal) (id string, err error) {
	resp, err := service.CreateProposal(ctx, &pb.CreateProposalRequest{Proposal: proposal})
	return resp.GetData().GetId(), err
}
