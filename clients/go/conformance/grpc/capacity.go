package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan/workplangrpc"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

func (p *program) holidays() pb.HolidayServiceClient { return pb.NewHolidayServiceClient(p.admin) }

func (p *program) upsertHolidays(ctx context.Context, in struct {
	Items []struct {
		CountryCode, Date, Name string
		Factor                  *float64
	}
}) (any, error) {
	batch := &pb.HolidayBatch{}
	for _, h := range in.Items {
		batch.Items = append(batch.Items,
			&pb.Holiday{CountryCode: h.CountryCode, Date: h.Date, Name: &h.Name, Factor: h.Factor})
	}
	resp, err := p.holidays().UpsertHolidays(ctx, &pb.UpsertHolidaysRequest{Batch: batch})
	if err != nil {
		return nil, err
	}
	var written []scenario.Holiday
	for _, h := range resp.GetData() {
		written = append(written,
			scenario.Holiday{CountryCode: h.GetCountryCode(), Factor: h.GetFactor(), Version: h.GetVersion()})
	}
	return scenario.Holidays(written), nil
}

func (p *program) listHolidays(ctx context.Context, in struct{ Year, Limit int32 }) (any, error) {
	var dates, names []string
	req := &pb.ListHolidaysRequest{Year: &in.Year, Limit: &in.Limit}
	for h, err := range workplangrpc.All(ctx, p.holidays().ListHolidays, req) {
		if err != nil {
			return nil, err
		}
		dates, names = append(dates, h.GetDate()), append(names, h.GetName())
	}
	return map[string]any{"dates": dates, "names": names}, nil
}

func (p *program) deleteHoliday(ctx context.Context, in struct{ CountryCode string }) (any, error) {
	list := &pb.ListHolidaysRequest{CountryCode: &in.CountryCode}
	found, err := p.holidays().ListHolidays(ctx, list)
	if err != nil {
		return nil, err
	}
	holiday := found.GetData().GetItems()[0]
	if _, err := p.holidays().DeleteHoliday(ifMatch(ctx, holiday.GetVersion()),
		&pb.DeleteHolidayRequest{HolidayId: holiday.GetId()}); err != nil {
		return nil, err
	}
	left, err := p.holidays().ListHolidays(ctx, list)
	if err != nil {
		return nil, err
	}
	return map[string]any{"name": holiday.GetName(), "holidays": len(left.GetData().GetItems())}, nil
}

func ifMatch(ctx context.Context, version int64) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "if-match", fmt.Sprintf("%q", fmt.Sprint(version)))
}

func (p *program) workingPatterns() pb.WorkingPatternServiceClient {
	return pb.NewWorkingPatternServiceClient(p.admin)
}

func (p *program) getPatterns(ctx context.Context) (any, error) {
	resp, err := p.workingPatterns().GetWorkingPatterns(ctx, &pb.GetWorkingPatternsRequest{UserId: p.workerID})
	if err != nil {
		return nil, err
	}
	return patterns(resp.GetData()), nil
}

// patternsInput is the input of the steps that replace working patterns.
type patternsInput struct {
	Version int64
	Items   []struct {
		ValidFrom string
		Hours     []float64
	}
}

func (in patternsInput) patterns() (items []*pb.WorkingPattern) {
	for _, pattern := range in.Items {
		items = append(items, &pb.WorkingPattern{ValidFrom: pattern.ValidFrom, Hours: pattern.Hours})
	}
	return items
}

func (p *program) replacePatterns(ctx context.Context, in patternsInput) (any, error) {
	p.patterns = in
	return p.replacePatternsAgain(ctx)
}

func (p *program) replacePatternsAgain(ctx context.Context) (any, error) {
	wanted := &pb.WorkingPatterns{Items: p.patterns.patterns()}
	resp, err := p.workingPatterns().ReplaceWorkingPatterns(ifMatch(ctx, p.patterns.Version),
		&pb.ReplaceWorkingPatternsRequest{
			UserId:          p.workerID,
			WorkingPatterns: wanted,
		})
	if err != nil {
		return nil, err
	}
	return patterns(resp.GetData()), nil
}

// patterns returns the outcome of working patterns.
func patterns(found *pb.WorkingPatterns) map[string]any {
	var first []string
	var hours [][]float64
	for _, pattern := range found.GetItems() {
		first, hours = append(first, pattern.GetValidFrom()), append(hours, pattern.GetHours())
	}
	return map[string]any{
		"patterns":  len(found.GetItems()),
		"validFrom": first,
		"hours":     hours,
		"version":   found.GetVersion(),
		"updated":   found.UpdatedAt != nil,
	}
}

func (p *program) userService() pb.UserServiceClient { return pb.NewUserServiceClient(p.admin) }

func (p *program) getSkills(ctx context.Context) (any, error) {
	resp, err := p.userService().GetUserCapabilities(ctx, &pb.GetUserCapabilitiesRequest{UserId: p.workerID})
	if err != nil {
		return nil, err
	}
	return skills(resp.GetData()), nil
}

// skillsInput is the input of the steps about the capabilities of users.
type skillsInput struct {
	Version int64
	Level   int32
}

func (p *program) replaceSkills(ctx context.Context, in skillsInput) (any, error) {
	resp, err := p.userService().ReplaceUserCapabilities(ifMatch(ctx, in.Version), &pb.ReplaceUserCapabilitiesRequest{
		UserId: p.workerID,
		UserCapabilities: &pb.UserCapabilities{
			Items: []*pb.UserCapability{{CapabilityId: p.capability, Level: &in.Level}},
		},
	})
	if err != nil {
		return nil, err
	}
	return skills(resp.GetData()), nil
}

// skills returns the outcome of the capabilities of a user.
func skills(found *pb.UserCapabilities) map[string]any {
	return map[string]any{
		"capabilities": len(found.GetItems()), "levels": levels(found.GetItems()), "version": found.GetVersion(),
		"updated": found.UpdatedAt != nil,
	}
}

func levels(skills []*pb.UserCapability) (levels []int32) {
	for _, skill := range skills {
		levels = append(levels, skill.GetLevel())
	}
	return levels
}

func (p *program) findSkilled(ctx context.Context, in skillsInput) (any, error) {
	found, err := p.userService().ListUsers(ctx,
		&pb.ListUsersRequest{CapabilityId: []string{p.capability}, MinLevel: &in.Level})
	if err != nil {
		return nil, err
	}
	users := found.GetData().GetItems()
	return map[string]any{"users": len(users), "name": users[0].GetName()}, nil
}

func (p *program) colorProject(ctx context.Context, in struct{ Color string }) (any, error) {
	const prefix = "PROJECT_COLOR_"
	color := pb.ProjectColor(pb.ProjectColor_value[prefix+strings.ToUpper(in.Color)])
	projects, mask := pb.NewProjectServiceClient(p.admin), &fieldmaskpb.FieldMask{Paths: []string{"color"}}
	chosen, err := projects.UpdateProject(ctx,
		&pb.UpdateProjectRequest{ProjectId: p.projectID, Project: &pb.Project{Color: &color}, UpdateMask: mask})
	if err != nil {
		return nil, err
	}
	cleared, err := projects.UpdateProject(ctx,
		&pb.UpdateProjectRequest{ProjectId: p.projectID, Project: &pb.Project{}, UpdateMask: mask})
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"chosen":  strings.ToLower(strings.TrimPrefix(chosen.GetData().GetColor().String(), prefix)),
		"cleared": cleared.GetData().Color,
	}, nil
}

func (p *program) upsertClient(ctx context.Context, in struct{ Match, ExternalID, CompanyName string }) (any, error) {
	clients := pb.NewClientServiceClient(p.admin)
	req := &pb.UpsertClientsRequest{Batch: &pb.ClientBatch{Match: &in.Match, Items: []*pb.Client{{
		CompanyName: &in.CompanyName, ExternalIds: []string{in.ExternalID},
	}}}}
	first, err := clients.UpsertClients(ctx, req)
	if err != nil {
		return nil, err
	}
	second, err := clients.UpsertClients(ctx, req)
	if err != nil {
		return nil, err
	}
	page, err := clients.ListClients(ctx, &pb.ListClientsRequest{ExternalId: &in.ExternalID})
	if err != nil {
		return nil, err
	}
	found := []string{}
	for _, c := range page.GetData().GetItems() {
		found = append(found, c.GetCompanyName())
	}
	return map[string]any{"found": found, "sameId": first.GetData()[0].GetId() == second.GetData()[0].GetId()}, nil
}

func (p *program) saveView(ctx context.Context, in struct {
	Name, Query string
	Version     int64
}) (any, error) {
	me, wanted := pb.NewMeServiceClient(p.admin), &pb.Views{Items: []*pb.View{{Name: &in.Name, Query: &in.Query}}}
	if _, err := me.ReplaceViews(ifMatch(ctx, in.Version), &pb.ReplaceViewsRequest{Views: wanted}); err != nil {
		return nil, err
	}
	saved, err := me.GetViews(ctx, &pb.GetViewsRequest{})
	if err != nil {
		return nil, err
	}
	view := saved.GetData().GetItems()[0]
	return map[string]any{"name": view.GetName(), "query": view.GetQuery(),
		"version": saved.GetData().GetVersion()}, nil
}

// days is the input of the steps that read a capacity.
type days struct{ StartDate, EndDate string }

func (p *program) userCapacity(ctx context.Context, in days) (any, error) {
	return p.capacity(ctx, &pb.GetCapacityRequest{
		StartDate: in.StartDate,
		EndDate:   in.EndDate,
		UserId:    &p.workerID,
		Bucket:    pb.CapacityBucket_CAPACITY_BUCKET_WEEK.Enum(),
		GroupBy:   pb.CapacityGroup_CAPACITY_GROUP_USER.Enum(),
	})
}

func (p *program) projectCapacity(ctx context.Context, in days) (any, error) {
	return p.capacity(ctx, &pb.GetCapacityRequest{
		StartDate: in.StartDate,
		EndDate:   in.EndDate,
		ProjectId: &p.projectID,
		Bucket:    pb.CapacityBucket_CAPACITY_BUCKET_MONTH.Enum(),
		GroupBy:   pb.CapacityGroup_CAPACITY_GROUP_PROJECT.Enum(),
	})
}

func (p *program) longCapacity(ctx context.Context, in days) (any, error) {
	return p.capacity(ctx, &pb.GetCapacityRequest{StartDate: in.StartDate, EndDate: in.EndDate})
}

func (p *program) capacity(ctx context.Context, req *pb.GetCapacityRequest) (any, error) {
	resp, err := pb.NewCapacityServiceClient(p.admin).GetCapacity(ctx, req)
	if err != nil {
		return nil, err
	}
	capacity := resp.GetData()
	item := capacity.GetItems()[0]
	var values [][]float64
	for _, series := range item.GetValues() {
		values = append(values, series.GetHours())
	}
	var utilization []any
	for _, ratio := range item.GetUtilization() {
		if math.IsNaN(ratio) {
			utilization = append(utilization, nil)
		} else {
			utilization = append(utilization, ratio)
		}
	}
	return map[string]any{
		"items":       len(capacity.GetItems()),
		"buckets":     capacity.GetBuckets(),
		"series":      capacity.GetSeries(),
		"name":        item.Name,
		"values":      values,
		"utilization": utilization,
	}, nil
}

func (p *program) gaps(ctx context.Context, in struct {
	Hours              float64
	StartDate, EndDate string
}) (any, error) {
	resp, err := pb.NewCapacityServiceClient(p.admin).ListCapacityGaps(ctx, &pb.ListCapacityGapsRequest{
		Hours:        in.Hours,
		StartDate:    in.StartDate,
		EndDate:      in.EndDate,
		CapabilityId: &p.capability,
	})
	if err != nil {
		return nil, err
	}
	users := resp.GetData().GetItems()
	first := users[0]
	return map[string]any{
		"users": len(users), "name": first.GetName(), "reachedOn": first.GetReachedOn(), "free": first.GetFree(),
	}, nil
}
