package demo

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/timesheets"
)

// incomplete is the person whose hours of the last days of last month are missing, so the timesheet is rejected.
const (
	incomplete = "pedro"
	rejection  = "The last days of the month are missing."
)

// waiting are the people whose last week waits for a decision, with what they wrote. The user of AdminKey is the
// manager of the first one.
var waiting = []struct{ who, note string }{
	{"hanna", "Two interviews are on Studio Operations."},
	{"samuel", "On Wednesday I was at the client until late."},
	{"thandiwe", ""},
}

// period is days from the first to the last one.
type period struct{ first, last time.Time }

// monthBefore returns the month before that of a day.
func monthBefore(today time.Time) period {
	first := time.Date(today.Year(), today.Month()-1, 1, 0, 0, 0, 0, time.UTC)
	return period{first, first.AddDate(0, 1, -1)}
}

// weekBefore returns the week before that of a day, from Monday to Sunday.
func weekBefore(today time.Time) period {
	monday := protoconv.Monday(today)
	return period{monday.AddDate(0, 0, -7), monday.AddDate(0, 0, -1)}
}

// isForgotten reports whether the hours of an entry were not recorded: those of the last five days of last month, which
// have at least three working days.
func (f *fill) isForgotten(e entry) bool {
	month := monthBefore(f.today)
	return e.who == incomplete && !e.date.After(month.last) && e.date.After(month.last.AddDate(0, 0, -5))
}

// timesheets submits last month as each person, and decides it as the managers. The user of MemberKey has not submitted
// it yet, so that there are days to try it with. Then it submits the weeks that wait. All of it is one transaction, so
// it is done if there is a timesheet.
func (f *fill) timesheets(ctx context.Context) error {
	if exist, err := f.db.Timesheet.Query().Exist(ctx); err != nil || exist {
		return err
	}
	in := *f
	in.db = call.DB(ctx)
	return in.db.Unit.Do(ctx, func() error {
		decisions := map[string][]*pb.TimesheetDecision{} // by who makes them
		for _, p := range people {
			if p.handle == memberHandle {
				continue
			}
			id, err := in.submit(ctx, p.handle, f.settled(p.handle), "")
			if err != nil {
				return err
			}
			manager := approver(p.handle)
			decisions[manager] = append(decisions[manager], decisionOf(p.handle, id))
		}
		for _, manager := range slices.Sorted(maps.Keys(decisions)) {
			if err := in.decideAll(ctx, manager, decisions[manager]); err != nil {
				return err
			}
		}
		for _, w := range waiting {
			if _, err := in.submit(ctx, w.who, weekBefore(f.today), w.note); err != nil {
				return err
			}
		}
		f.log("%d timesheets of last month, and %d of last week", len(people)-1, len(waiting))
		return nil
	})
}

// settled returns the days of last month of a person. If the person's last week waits, they end before it.
func (f *fill) settled(who string) period {
	days, week := monthBefore(f.today), weekBefore(f.today)
	for _, w := range waiting {
		if w.who == who && !days.last.Before(week.first) {
			days.last = week.first.AddDate(0, 0, -1)
		}
	}
	return days
}

// submit submits days of a person, as that person.
func (f *fill) submit(ctx context.Context, who string, days period, note string) (id string, err error) {
	sheet := &pb.Timesheet{
		StartDate: new(protoconv.DateString(days.first)), EndDate: new(protoconv.DateString(days.last)),
	}
	if note != "" {
		sheet.Note = &note
	}
	resp, err := timesheets.New(nil, nil, nil).
		CreateTimesheet(f.as(ctx, who), &pb.CreateTimesheetRequest{Timesheet: sheet})
	return resp.GetData().GetId(), err
}

// decisionOf returns the decision about a timesheet of a person.
func decisionOf(who, id string) *pb.TimesheetDecision {
	if who == incomplete {
		return &pb.TimesheetDecision{Id: id, Decision: pb.Decision_DECISION_REJECT, RejectionReason: new(rejection)}
	}
	return &pb.TimesheetDecision{Id: id, Decision: pb.Decision_DECISION_APPROVE}
}

// decideAll makes the decisions of a manager.
func (f *fill) decideAll(ctx context.Context, manager string, decisions []*pb.TimesheetDecision) error {
	resp, err := timesheets.New(nil, nil, nil).DecideTimesheets(f.as(ctx, manager),
		&pb.DecideTimesheetsRequest{Batch: &pb.TimesheetDecisions{Items: decisions}})
	if err != nil {
		return err
	}
	for _, item := range resp.GetData().GetItems() {
		if refusal := item.GetRefusal(); refusal != nil {
			return fmt.Errorf("the decisions of %s: %s", manager, refusal.GetMessage())
		}
	}
	return nil
}
