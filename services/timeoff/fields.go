package timeoff

import (
	"context"
	"fmt"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/timeofftype"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// maxDays is how long a request may be, its first and its last day among them:
// decisions.md section 3.
const maxDays = 366

// The fields that rules of this package are about.
const (
	startDate = "time_off.start_date"
	endDate   = "time_off.end_date"
)

// apply brings the fields of in into the row and into its update.
func (s *Service) apply(ctx context.Context, row *ent.TimeOffRequest, u *ent.TimeOffRequestUpdate, in *pb.TimeOff, fields []string) error {
	for _, field := range fields {
		switch field {
		case "time_off_type_id":
			row.TimeOffTypeID = protoconv.ID(in.GetTimeOffTypeId())
			u.SetTimeOffTypeID(row.TimeOffTypeID)
		case "start_date":
			row.StartDate = protoconv.Date(in.GetStartDate())
			u.SetStartDate(row.StartDate)
		case "end_date":
			row.EndDate = protoconv.Date(in.GetEndDate())
			u.SetEndDate(row.EndDate)
		case "availability":
			row.Availability = in.GetAvailability()
			u.SetAvailability(row.Availability)
		case "reason":
			row.Reason = in.GetReason()
			u.SetReason(row.Reason)
		}
	}
	blame := endDate
	if !slices.Contains(fields, "end_date") {
		blame = startDate // the client did not write the other
	}
	if err := checkDates(row, blame); err != nil {
		return err
	}
	if slices.Contains(fields, "time_off_type_id") {
		return checkReferences(ctx, s.typeReference(row))
	}
	return nil
}

// checkDates holds the two dates of the row to each other. The error names the
// field blame.
func checkDates(row *ent.TimeOffRequest, blame string) error {
	switch last := row.StartDate.AddDate(0, 0, maxDays-1); {
	case row.EndDate.Before(row.StartDate) && blame == startDate:
		return problem.Field(problem.ValidationFailed, blame, "must not be after the end date")
	case row.EndDate.Before(row.StartDate):
		return problem.Field(problem.ValidationFailed, blame, "must not be before the start date")
	case row.EndDate.After(last):
		return problem.Field(problem.ValidationFailed, blame, fmt.Sprintf("must leave at most %d days from the first day to the last", maxDays))
	}
	return nil
}

// reference is an id in a request, by its field, and the look-up of what it names.
type reference struct {
	field string
	exist func(context.Context) (bool, error)
}

func (s *Service) userReference(row *ent.TimeOffRequest) reference {
	return reference{"time_off.user_id", s.db.User.Query().Where(user.ID(row.UserID)).Exist}
}

func (s *Service) typeReference(row *ent.TimeOffRequest) reference {
	return reference{"time_off.time_off_type_id", s.db.TimeOffType.Query().Where(timeofftype.ID(row.TimeOffTypeID)).Exist}
}

// checkReferences refuses ids that name nothing in the organization, all of them at
// once. A deactivated user and a type that is no longer in use exist.
func checkReferences(ctx context.Context, references ...reference) error {
	p := &problem.Error{Code: problem.UnknownReference}
	for _, r := range references {
		known, err := r.exist(ctx)
		if err != nil {
			return err
		}
		if !known {
			p.Add(problem.Detail{Field: r.field, Message: "does not exist", Index: -1})
		}
	}
	if len(p.Details) > 0 {
		return p
	}
	return nil
}

func toProto(row *ent.TimeOffRequest) *pb.TimeOff {
	status := protoconv.EnumOf[pb.TimeOffStatus](row.Status)
	typeID := row.TimeOffTypeID.String()
	start, end := protoconv.DateString(row.StartDate), protoconv.DateString(row.EndDate)
	return &pb.TimeOff{
		Id:              row.ID.String(),
		UserId:          row.UserID.String(),
		TimeOffTypeId:   &typeID,
		StartDate:       &start,
		EndDate:         &end,
		Availability:    &row.Availability,
		Reason:          &row.Reason,
		Status:          &status,
		RejectionReason: row.RejectionReason,
		DecidedById:     protoconv.OptionalIDString(row.DecidedByID),
		DecidedAt:       protoconv.OptionalTimestamp(row.DecidedAt),
		Version:         row.Version,
		CreatedAt:       timestamppb.New(row.CreatedAt),
		UpdatedAt:       timestamppb.New(row.UpdatedAt),
	}
}

// withoutReasons is the message for those whom the reasons are not for.
func withoutReasons(m *pb.TimeOff) *pb.TimeOff {
	m.Reason, m.RejectionReason = nil, nil
	return m
}
