package timesheets

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/eventtype"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/txn"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/reference"
	"github.com/workplan-api/workplan/services/journal"
)

const (
	selectReminders = `
SELECT id, user_id, start_date, end_date, created_by_id, created_at FROM timesheet_reminders
WHERE organization_id = $1 AND user_id = ANY ($2) AND day = $3`

	// A person has at most one reminder a day, so a range of 62 days matches few rows of a person.
	selectReminded = `
SELECT user_id, max(created_at) FROM timesheet_reminders
WHERE organization_id = $1 AND end_date >= $2 AND start_date <= $3 AND ($4::uuid IS NULL OR user_id = $4)
GROUP BY user_id`
)

// reminderSizes are the numbers of reminders that one statement can write, largest first.
var reminderSizes = []int{100, 10, 1}

// insertReminders has the statement for each of reminderSizes.
var insertReminders = tenant.BySize(reminderSizes, func(size int) string {
	return `INSERT INTO timesheet_reminders
(organization_id, id, user_id, day, start_date, end_date, created_by_id, created_at) VALUES ` +
		tenant.Values(size, "uuid", "uuid", "date", "date", "date", "uuid", "timestamptz") + `
ON CONFLICT (organization_id, user_id, day) DO NOTHING`
})

// RemindOfTimesheets reminds users, each with the event timesheet.reminded, in one transaction. It checks the fields
// and the users (400), and then whom the caller may remind (403). Who was reminded today gets no other reminder: the
// table has one for each user and day (UTC).
func (s *Service) RemindOfTimesheets(
	ctx context.Context, req *pb.RemindOfTimesheetsRequest,
) (*pb.RemindOfTimesheetsResponse, error) {
	in := req.GetReminding()
	users, err := usersToRemind(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := permitReminding(ctx, users); err != nil {
		return nil, err
	}
	ids := map[uuid.UUID]uuid.UUID{} // of the new reminders, by user
	for _, person := range users {
		ids[person] = journal.NewID()
	}
	var reminders map[uuid.UUID]*pb.TimesheetReminder
	err = call.DB(ctx).Unit.Do(ctx, func() (err error) {
		if reminders, err = remind(ctx, in, users, ids); err != nil {
			return err
		}
		var changes []journal.Change
		for _, person := range users {
			if r := reminders[person]; r.GetId() == ids[person].String() {
				changes = append(changes, journal.Change{Type: eventtype.Reminded, After: r})
			}
		}
		if req.GetDryRun() {
			return txn.ErrUndo
		}
		return journal.Write(ctx, call.DB(ctx), changes)
	})
	if err != nil {
		return nil, err
	}
	return &pb.RemindOfTimesheetsResponse{Data: &pb.RemindedUsers{
		Items: lists.Map(users, func(person uuid.UUID) *pb.RemindedUser {
			r := reminders[person]
			return &pb.RemindedUser{Reminder: r, IsNew: r.GetId() == ids[person].String()}
		}),
	}}, nil
}

// usersToRemind returns the users of a request, or an error that names what is wrong with its fields.
func usersToRemind(ctx context.Context, in *pb.TimesheetReminding) ([]uuid.UUID, error) {
	if err := checkDays("reminding", protoconv.Date(in.StartDate), protoconv.Date(in.EndDate)); err != nil {
		return nil, err
	}
	users := lists.Map(in.UserIds, protoconv.ID)
	known, err := among.Existing(ctx, call.DB(ctx), user.Table, users)
	if err != nil {
		return nil, err
	}
	var bad []problem.Detail
	named := map[uuid.UUID]bool{}
	for i, person := range users {
		d := problem.Invalid(fmt.Sprintf("reminding.user_ids[%d]", i), "")
		switch {
		case !known[person]:
			d.Message, d.Code = "does not exist", problem.UnknownReference
		case placeholder.Is(person):
			d.Message = reference.IsPlaceholder
		case named[person]:
			d.Message = "is named twice: send each user once"
		default:
			named[person] = true
			continue
		}
		bad = append(bad, d)
	}
	return users, problem.List(bad)
}

// permitReminding returns an error that names the users whom the caller may not remind.
func permitReminding(ctx context.Context, users []uuid.UUID) error {
	sees, err := permit.SeesPrivate(ctx, users)
	if err != nil {
		return err
	}
	denied := &problem.Error{Code: problem.PermissionDenied}
	for i, person := range users {
		if !sees(person) || !permit.DecidesSeen(ctx, person, true) {
			denied.Add(problem.Detail{Field: fmt.Sprintf("reminding.user_ids[%d]", i), Index: -1,
				Message: "is not a user whom the caller may remind"})
		}
	}
	if len(denied.Details) > 0 {
		return denied
	}
	return nil
}

// remind stores the reminders of the users who have none of today, and returns those of today of all.
func remind(
	ctx context.Context, in *pb.TimesheetReminding, users []uuid.UUID, ids map[uuid.UUID]uuid.UUID,
) (map[uuid.UUID]*pb.TimesheetReminder, error) {
	db, day := call.DB(ctx), protoconv.Today(time.Now())
	// In the order of their ids, so that two requests cannot deadlock.
	sorted := slices.SortedFunc(slices.Values(users), func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	now := protoconv.Now()
	for _, chunk := range tenant.Chunks(sorted, reminderSizes) {
		var args []any
		for _, person := range chunk {
			args = append(args, ids[person], person, day, in.StartDate, in.EndDate, call.Caller(ctx).ActorID, now)
		}
		if err := db.Unit.Owe(eventtype.Reminded, func() (int, error) {
			result, err := tenant.Exec(ctx, db, insertReminders[len(chunk)], args...)
			if err != nil {
				return 0, err
			}
			n, err := result.RowsAffected()
			return int(n), err
		}); err != nil {
			return nil, err
		}
	}
	found := map[uuid.UUID]*pb.TimesheetReminder{}
	return found, tenant.Each(ctx, db, func(scan postgres.Scan) error {
		r := &pb.TimesheetReminder{}
		var person uuid.UUID
		var first, last, created time.Time
		err := scan(&r.Id, &person, &first, &last, &r.CreatedById, &created)
		r.UserId, r.CreatedAt = person.String(), timestamppb.New(created)
		r.StartDate, r.EndDate = protoconv.DateString(first), protoconv.DateString(last)
		found[person] = r
		return err
	}, selectReminders, pq.Array(users), day)
}

// readReminded returns when persons, or one, were last reminded of days of a range.
func readReminded(ctx context.Context, r statusRange, person *string) (map[uuid.UUID]time.Time, error) {
	found := map[uuid.UUID]time.Time{}
	return found, tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id uuid.UUID
		var at time.Time
		err := scan(&id, &at)
		found[id] = at
		return err
	}, selectReminded, r.first, r.last, person)
}
