package timesheets

import (
	"context"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/timesheet"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
)

// maxRows is how many rows of hours a timesheet can have that is approved, so that GetTimesheetHours can return all.
const maxRows = 5000

const (
	// The sum of decimals is exact. That of binary fractions would depend on their order.
	sumHours = "coalesce(sum(a.hours::numeric), 0)::double precision"

	selectSumOfDays = "SELECT " + sumHours + ` FROM actual_hours a
WHERE a.organization_id = $1 AND a.user_id = $2 AND a.date BETWEEN $3 AND $4`

	ofTimesheet = `actual_hours a
ON a.organization_id = $1 AND a.user_id = t.user_id AND a.date BETWEEN t.start_date AND t.end_date`
)

var (
	selectSums = "SELECT t.id, count(a.id), " + sumHours + " FROM " + among.Rows("timesheets", "$2") +
		" LEFT JOIN " + ofTimesheet + " GROUP BY t.id"

	insertProof = `
INSERT INTO timesheet_hours (organization_id, timesheet_id, approved_at, id, version, created_at, updated_at, user_id,
  project_id, capability_id, date, hours)
SELECT t.organization_id, t.id, t.decided_at, a.id, a.version, a.created_at, a.updated_at, a.user_id, a.project_id,
  a.capability_id, a.date, a.hours
FROM ` + among.Rows("timesheets", "$2") + " JOIN " + ofTimesheet

	selectProof = `
SELECT id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours FROM timesheet_hours
WHERE organization_id = $1 AND timesheet_id = $2
ORDER BY date, project_id, capability_id NULLS FIRST`
)

// sums are the actual hours of the days of a timesheet.
type sums struct {
	rows  int
	hours float64
}

// sumOfDays returns the sum of the actual hours of the days of a new timesheet.
func sumOfDays(ctx context.Context, row *ent.Timesheet) (hours float64, err error) {
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error { return scan(&hours) },
		selectSumOfDays, row.UserID, row.StartDate, row.EndDate)
	return hours, err
}

// readSums returns the actual hours of the days of timesheets.
func readSums(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]sums, error) {
	found := map[uuid.UUID]sums{}
	return found, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id uuid.UUID
		var s sums
		err := scan(&id, &s.rows, &s.hours)
		found[id] = s
		return err
	}, selectSums, among.Distinct(ids))
}

// writeProof keeps the actual hours of timesheets as they are now.
func writeProof(ctx context.Context, ids []uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := tenant.Exec(ctx, call.DB(ctx), insertProof, among.Distinct(ids))
	return err
}

// GetTimesheetHours returns the rows of a timesheet as they were when it was approved. One that the caller may not see
// does not exist (404), and one that was never approved has none (409).
func (s *Service) GetTimesheetHours(
	ctx context.Context, req *pb.GetTimesheetHoursRequest,
) (*pb.GetTimesheetHoursResponse, error) {
	row, err := byID(ctx, req.TimesheetId)
	if err != nil {
		return nil, err
	}
	if row.Status != timesheet.StatusApproved && row.Status != timesheet.StatusReopened {
		return nil, problem.New(problem.InvalidState, "the timesheet is %s: it was never approved", row.Status)
	}
	proof := &pb.TimesheetHours{}
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		m := &pb.ActualHoursRow{Hours: new(float64)}
		var date, created, updated time.Time
		err := scan(&m.Id, &m.Version, &created, &updated, &m.UserId, &m.ProjectId, &m.CapabilityId, &date, m.Hours)
		m.Date = protoconv.DateString(date)
		m.CreatedAt, m.UpdatedAt = timestamppb.New(created), timestamppb.New(updated)
		proof.Items = append(proof.Items, m)
		return err
	}, selectProof, row.ID)
	return &pb.GetTimesheetHoursResponse{Data: proof}, err
}
