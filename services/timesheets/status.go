package timesheets

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent/timesheet"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/hoursrow"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/journal"
)

// maxPersons is how many items GetTimesheetStatus returns at most: each can have a missing day for each day.
const maxPersons = 2500

const (
	selectWorked = `
SELECT a.user_id, ` + sumHours + `, array_agg(DISTINCT a.date - $2::date) FROM actual_hours a
WHERE a.organization_id = $1 AND a.date BETWEEN $2 AND $3 AND ($4::uuid IS NULL OR a.user_id = $4) GROUP BY a.user_id`

	selectSettled = `
SELECT user_id, greatest(start_date - $2::date, 0), least(end_date, $3::date) - $2::date, status FROM timesheets
WHERE organization_id = $1 AND end_date >= $2 AND start_date <= $3 AND status IN ('pending', 'approved')
  AND ($4::uuid IS NULL OR user_id = $4)`
)

// statusRange is the days of a request. They are numbered from 0 to n-1.
type statusRange struct {
	first, last string
	n, passed   int // passed are the days before today
}

func newStatusRange(req *pb.GetTimesheetStatusRequest) (statusRange, error) {
	r := statusRange{first: req.StartDate, last: req.EndDate}
	if err := lists.CheckDates(req); err != nil {
		return r, err
	}
	first := hoursrow.Day(protoconv.Date(r.first))
	day := func(date time.Time) int { return int(hoursrow.Day(date) - first) }
	if r.n = day(protoconv.Date(r.last)) + 1; r.n > maxDays {
		return r, problem.TooManyDays("end_date", maxDays)
	}
	r.passed = day(protoconv.Today(time.Now()))
	return r, nil
}

// GetTimesheetStatus returns how far the days of persons are settled. It checks the parameters (400), and then reads
// all in one snapshot, first the number of the last event. If the client has the list already, it reads no more: see
// call.CheckTag and Sequencer.ReadAsOf.
func (s *Service) GetTimesheetStatus(
	ctx context.Context, req *pb.GetTimesheetStatusRequest,
) (*pb.GetTimesheetStatusResponse, error) {
	days, err := newStatusRange(req)
	if err != nil {
		return nil, err
	}
	list := &pb.TimesheetStatusList{}
	head, err := s.sequencer.ReadAsOf(ctx, call.DB(ctx), func(head journal.Latest) (err error) {
		// Others see other people, and a day that has passed can be missing.
		tag := fmt.Sprintf("%s-%s-%d", head.Tag, call.Caller(ctx).ActorID, days.passed)
		if call.CheckTag(ctx, tag, head.Numbered) {
			return nil
		}
		list.Items, err = s.status(ctx, req, days)
		return err
	})
	list.AsOf = head.Seq
	return &pb.GetTimesheetStatusResponse{Data: list}, err
}

// worked is the actual hours of a person, and the days that have some.
type worked struct {
	hours float64
	days  []bool
}

// status reads the items of a response.
func (s *Service) status(
	ctx context.Context, req *pb.GetTimesheetStatusRequest, r statusRange,
) (items []*pb.PersonSettlement, err error) {
	team, err := permit.Team(ctx)
	if err != nil {
		return nil, err
	}
	work, err := readWorked(ctx, r, req.UserId)
	if err != nil {
		return nil, err
	}
	settled, err := readSettled(ctx, r, req.UserId)
	if err != nil {
		return nil, err
	}
	reminded, err := readReminded(ctx, r, req.UserId)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, user := range team {
		seen[user] = true
	}
	add := func(person uuid.UUID, isActive bool, expected []float64, sum float64) {
		w := work[person]
		if team != nil && !seen[person.String()] || !isActive && w.days == nil && settled[person] == nil {
			return
		}
		it := &pb.PersonSettlement{UserId: person.String(), Expected: sum, Actual: w.hours, Days: &pb.SettlementDays{}}
		if at, is := reminded[person]; is {
			it.RemindedAt = timestamppb.New(at)
		}
		r.settle(it, expected, w.days, settled[person])
		if req.State == nil || it.State == *req.State {
			items = append(items, it)
		}
	}
	if err := s.expected(ctx, protoconv.Date(r.first), r.n, req.UserId, req.ManagerId, add); err != nil {
		return nil, err
	}
	if len(items) > maxPersons {
		return nil, problem.Field(problem.ValidationFailed, "manager_id", fmt.Sprintf(
			"is required, or state: the response would have %d persons, and can have at most %d", len(items), maxPersons))
	}
	slices.SortFunc(items, func(a, b *pb.PersonSettlement) int { return strings.Compare(a.UserId, b.UserId) })
	return items, nil
}

// settle counts the days of a person, and says what is to be done. worked and settled may be nil.
func (r statusRange) settle(it *pb.PersonSettlement, expected []float64, worked []bool, settled []timesheet.Status) {
	for day := range r.n {
		hasHours := worked != nil && worked[day]
		status := timesheet.Status("")
		if settled != nil {
			status = settled[day]
		}
		switch {
		case expected[day] == 0 && !hasHours:
		case status == timesheet.StatusApproved:
			it.Days.Approved++
		case status == timesheet.StatusPending:
			it.Days.Pending++
		default:
			it.Days.Open++
			if !hasHours && day < r.passed {
				it.MissingDays = append(it.MissingDays, protoconv.AddDays(r.first, day))
			}
		}
	}
	switch {
	case len(it.MissingDays) > 0:
		it.State = pb.SettlementState_SETTLEMENT_STATE_MISSING
	case it.Days.Open > 0:
		it.State = pb.SettlementState_SETTLEMENT_STATE_OPEN
	case it.Days.Pending > 0:
		it.State = pb.SettlementState_SETTLEMENT_STATE_PENDING
	case it.Days.Approved > 0:
		it.State = pb.SettlementState_SETTLEMENT_STATE_APPROVED
	default:
		it.State = pb.SettlementState_SETTLEMENT_STATE_NONE
	}
}

// readWorked returns the actual hours of each person, or of one.
func readWorked(ctx context.Context, r statusRange, user *string) (map[uuid.UUID]worked, error) {
	found := map[uuid.UUID]worked{}
	return found, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id uuid.UUID
		var days pq.Int64Array
		w := worked{days: make([]bool, r.n)}
		if err := scan(&id, &w.hours, &days); err != nil {
			return err
		}
		for _, day := range days {
			w.days[day] = true
		}
		found[id] = w
		return nil
	}, selectWorked, r.first, r.last, user)
}

// readSettled returns the status of the timesheet of each day, of each person or of one.
func readSettled(ctx context.Context, r statusRange, user *string) (map[uuid.UUID][]timesheet.Status, error) {
	found := map[uuid.UUID][]timesheet.Status{}
	return found, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id uuid.UUID
		var first, last int
		var status timesheet.Status
		if err := scan(&id, &first, &last, &status); err != nil {
			return err
		}
		if found[id] == nil {
			found[id] = make([]timesheet.Status, r.n)
		}
		for day := first; day <= last; day++ {
			found[id][day] = status
		}
		return nil
	}, selectSettled, r.first, r.last, user)
}
