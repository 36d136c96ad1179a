package main

import (
	"context"
	"strings"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan/workplangrpc"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

func (p *program) upsertSkills(ctx context.Context, in skillsInput) (any, error) {
	written, err := p.userService().UpsertUserCapabilities(ctx, &pb.UpsertUserCapabilitiesRequest{
		Batch: &pb.UserCapabilitiesBatch{Items: []*pb.CapabilitiesOfUser{{
			UserId: p.workerID, Items: []*pb.UserCapability{{CapabilityId: p.capability, Level: &in.Level}},
		}}},
	})
	if err != nil {
		return nil, err
	}
	listed, err := scenario.Find(
		workplangrpc.All(ctx, p.userService().ListUserCapabilities, &pb.ListUserCapabilitiesRequest{}),
		func(c *pb.UserCapabilities) bool { return c.GetId() == p.workerID })
	if err != nil {
		return nil, err
	}
	outcome := skills(written.GetData()[0])
	outcome["listed"] = levels(listed.GetItems())
	return outcome, nil
}

func (p *program) listSkilled(ctx context.Context) (any, error) {
	found, err := p.userService().ListUsers(ctx,
		&pb.ListUsersRequest{CapabilityId: []string{p.capability}, Include: []string{"capabilities"}})
	if err != nil {
		return nil, err
	}
	users := found.GetData().GetItems()
	return map[string]any{
		"users": len(users), "name": users[0].GetName(), "levels": levels(users[0].GetCapabilities()),
	}, nil
}

func (p *program) upsertPatterns(ctx context.Context, in patternsInput) (any, error) {
	written, err := p.workingPatterns().UpsertWorkingPatterns(ctx, &pb.UpsertWorkingPatternsRequest{
		Batch: &pb.WorkingPatternsBatch{Items: []*pb.PatternsOfUser{{UserId: p.workerID, Items: in.patterns()}}},
	})
	if err != nil {
		return nil, err
	}
	listed, err := scenario.Find(
		workplangrpc.All(ctx, p.workingPatterns().ListWorkingPatterns, &pb.ListWorkingPatternsRequest{}),
		func(w *pb.WorkingPatterns) bool { return w.GetId() == p.workerID })
	if err != nil {
		return nil, err
	}
	outcome := patterns(written.GetData()[0])
	outcome["listed"] = len(listed.GetItems())
	return outcome, nil
}

func (p *program) timeOff() pb.TimeOffServiceClient { return pb.NewTimeOffServiceClient(p.admin) }

func (p *program) upsertTimeOff(ctx context.Context, in scenario.Leave) (any, error) {
	types := workplangrpc.All(ctx, pb.NewTimeOffTypeServiceClient(p.admin).ListTimeOffTypes,
		&pb.ListTimeOffTypesRequest{})
	vacation, err := scenario.Find(types, func(t *pb.TimeOffType) bool { return t.GetName() == scenario.Vacation })
	if err != nil {
		return nil, err
	}
	p.leave = &pb.TimeOffBatch{Match: &in.Match}
	for _, item := range in.Items {
		p.leave.Items = append(p.leave.Items, &pb.TimeOff{
			UserId: p.workerID, TimeOffTypeId: &vacation.Id, StartDate: &item.StartDate, EndDate: &item.EndDate,
			Availability: new(0.0), Reason: &in.Reason, ExternalIds: []string{item.ExternalID},
		})
	}
	resp, err := p.timeOff().UpsertTimeOff(ctx,
		&pb.UpsertTimeOffRequest{Batch: p.leave, Include: []string{"summary"}})
	if err != nil {
		return nil, err
	}
	p.upserted = resp.GetData()
	return summary(resp.GetMeta()), nil
}

// summary returns the outcome of the counts of a write.
func summary(meta *pb.WriteMeta) map[string]any {
	s := meta.GetSummary()
	return map[string]any{
		"created": s.GetCreated(), "updated": s.GetUpdated(), "unchanged": s.GetUnchanged(), "deleted": s.GetDeleted(),
	}
}

func (p *program) deleteLeave(ctx context.Context) (any, error) {
	second := p.upserted[1]
	resp, err := p.timeOff().UpsertTimeOff(ctx, &pb.UpsertTimeOffRequest{
		Batch:   &pb.TimeOffBatch{Match: p.leave.Match, Items: p.leave.Items[:1], Deleted: []string{second.GetId()}},
		Include: []string{"summary"},
	})
	if err != nil {
		return nil, err
	}
	left, err := p.timeOff().ListTimeOff(ctx, &pb.ListTimeOffRequest{ExternalId: &second.ExternalIds[0]})
	if err != nil {
		return nil, err
	}
	outcome := summary(resp.GetMeta())
	outcome["left"] = len(left.GetData().GetItems())
	return outcome, nil
}

func (p *program) keepLeave(ctx context.Context, in struct{ Email string }) (any, error) {
	other, err := workplangrpc.FindUserByEmail(ctx, p.admin, in.Email)
	if err != nil {
		return nil, err
	}
	p.leave.Items[0].UserId = other.GetId()
	resp, err := p.timeOff().UpsertTimeOff(ctx, &pb.UpsertTimeOffRequest{
		Batch: &pb.TimeOffBatch{Match: p.leave.Match, Items: p.leave.Items[:1], CreateOnly: new("keep")},
	})
	if err != nil {
		return nil, err
	}
	meta := resp.GetMeta()
	first := meta.GetWarnings().GetItems()[0]
	return map[string]any{
		"kept": resp.GetData()[0].GetUserId() == p.workerID, "warnings": meta.GetWarningCount(),
		"warning": strings.ToLower(strings.TrimPrefix(first.GetCode().String(), "WARNING_CODE_")),
		"field":   first.GetField(),
	}, nil
}
