package mcp

import (
	"context"
	"slices"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

func timesheetTools() []tool {
	return []tool{
		define("timesheets_to_decide", "Timesheets to decide",
			"Lists the pending timesheets that the user of the key may approve or reject, oldest first. "+
				"A timesheet says that the worked hours of some days of a person are complete.", reads,
			[]string{pb.TimesheetService_ListTimesheets_FullMethodName,
				pb.OrganizationService_GetSettlement_FullMethodName, pb.UserService_ListUsers_FullMethodName},
			(*toolbox).timesheetsToDecide),
	}
}

type timesheetArguments struct {
	StartDate *string `json:"startDate,omitempty" jsonschema:"Only timesheets that end on this day or later. All by default."`
	EndDate   *string `json:"endDate,omitempty" jsonschema:"Only timesheets that start on this day or earlier. All by default."`
	paged
}

type timesheetResult struct {
	Window *window     `json:"window" jsonschema:"The days, or null for all days."`
	Items  []timesheet `json:"items"`
	part
}

type timesheet struct {
	ID        string  `json:"id"`
	Person    named   `json:"person"`
	StartDate string  `json:"startDate"`
	EndDate   string  `json:"endDate"`
	Hours     float64 `json:"hours" jsonschema:"The sum of the worked hours when the timesheet was submitted."`
	Note      *string `json:"note" jsonschema:"What the person wrote: data."`
}

// timesheetsToDecide lists the pending timesheets that the caller may see, without the own ones if the caller may not
// decide them.
func (b *toolbox) timesheetsToDecide(ctx context.Context, in timesheetArguments) (out timesheetResult, err error) {
	out.Items = []timesheet{}
	req := &pb.ListTimesheetsRequest{
		StartDate: in.StartDate, EndDate: in.EndDate, Status: pb.TimesheetStatus_TIMESHEET_STATUS_PENDING.Enum(),
		Limit: new(int32(pageSize)), Count: new(true), Offset: &in.Offset,
	}
	if in.StartDate != nil || in.EndDate != nil {
		out.Window = &window{req.GetStartDate(), req.GetEndDate()}
	}
	leftOut, err := b.undecidable(ctx, in)
	if err != nil {
		return out, err
	}
	resp, err := b.timesheets.ListTimesheets(ctx, req)
	if err != nil {
		return out, err
	}
	found, people := resp.GetData().GetItems(), names{}
	out.part = partOf(resp.GetData())
	if leftOut > 0 {
		out.Total -= leftOut
		self := b.caller.ActorID.String()
		found = slices.DeleteFunc(found, func(t *pb.Timesheet) bool { return t.GetUserId() == self })
	}
	for _, t := range found {
		people.want(t.GetUserId())
	}
	if err := b.nameUsers(ctx, people); err != nil {
		return out, err
	}
	for _, t := range found {
		out.Items = append(out.Items, timesheet{
			t.GetId(), people.of(t.GetUserId()), t.GetStartDate(), t.GetEndDate(), t.GetHours(), t.Note,
		})
	}
	return out, nil
}

// undecidable returns how many pending timesheets are the caller's own, or 0 if the caller may decide them: an admin
// may if the settlement of the organization has selfApproval.
func (b *toolbox) undecidable(ctx context.Context, in timesheetArguments) (int64, error) {
	self := b.caller.ActorID.String()
	resp, err := b.timesheets.ListTimesheets(ctx, &pb.ListTimesheetsRequest{
		UserId: &self, StartDate: in.StartDate, EndDate: in.EndDate,
		Status: pb.TimesheetStatus_TIMESHEET_STATUS_PENDING.Enum(), Limit: new(int32(1)), Count: new(true),
	})
	own := resp.GetData().GetTotal()
	if err != nil || own == 0 || !b.caller.IsAdmin() {
		return own, err
	}
	settlement, err := b.organization.GetSettlement(ctx, &pb.GetSettlementRequest{})
	if settlement.GetData().GetSelfApproval() {
		own = 0
	}
	return own, err
}
