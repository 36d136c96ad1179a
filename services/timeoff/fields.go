package timeoff

import (
	"context"
	"fmt"
	"slices"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/reference"
)

// maxDays is the maximum length of a request in days, including the first and the last day.
const maxDays = 366

// The field names in errors about the dates.
const (
	startDate = "time_off.start_date"
	endDate   = "time_off.end_date"
)

// apply copies the given fields of in to the row and checks the result. It reads the user and the type if they are
// among the fields.
func (s *Service) apply(
	ctx context.Context, row *ent.TimeOffRequest, in *pb.TimeOff, fields []string, ids *externalid.Change,
) error {
	typeBefore := row.TimeOffTypeID
	for _, field := range fields {
		switch field {
		case "user_id":
			row.UserID = protoconv.ID(in.UserId)
		case "time_off_type_id":
			row.TimeOffTypeID = protoconv.ID(in.GetTimeOffTypeId())
		case "start_date":
			row.StartDate = protoconv.Date(in.GetStartDate())
		case "end_date":
			row.EndDate = protoconv.Date(in.GetEndDate())
		case "availability":
			row.Availability = in.GetAvailability()
		case "reason":
			row.Reason = in.GetReason()
		case "status":
			row.Status = protoconv.Word[timeoffrequest.Status](in.GetStatus())
		case "rejection_reason":
			row.RejectionReason = in.RejectionReason
		case externalid.Field:
			row.ExternalIds = ids.Replace(row.ExternalIds)
		default:
			return patch.Unhandled(record, field)
		}
	}
	blame := endDate
	if !slices.Contains(fields, "end_date") {
		blame = startDate // the client did not send the end date
	}
	if err := checkDates(row.StartDate, row.EndDate, blame); err != nil {
		return err
	}
	return reference.Check(ctx, "time_off", fields,
		reference.Person(call.DB(ctx), "user_id", &row.UserID),
		reference.ActiveTimeOffType(call.DB(ctx), "time_off_type_id", row.TimeOffTypeID, typeBefore))
}

// checkDates returns an error if the days are in the wrong order or are more than maxDays.
// The error names the field blame.
func checkDates(start, end time.Time, blame string) error {
	switch {
	case end.Before(start):
		return problem.DatesReversed(kind, blame == endDate)
	case end.After(start.AddDate(0, 0, maxDays-1)) && blame == startDate:
		return problem.Field(problem.ValidationFailed, blame,
			fmt.Sprintf("must be at most %d days before the end date", maxDays-1))
	case end.After(start.AddDate(0, 0, maxDays-1)):
		return problem.TooManyDays(blame, maxDays)
	}
	return nil
}

// toProto returns the message of the row, with the reasons.
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
		ExternalIds:     row.ExternalIds,
	}
}

// visible returns the message of the row. It has the reasons only if mayRead allows them
// for the owner of the row. If the organization hides types, the same holds for the type.
func visible(ctx context.Context, row *ent.TimeOffRequest, mayRead func(owner uuid.UUID) bool) *pb.TimeOff {
	m := toProto(row)
	if !mayRead(row.UserID) {
		m.Reason, m.RejectionReason = nil, nil
		if call.Caller(ctx).Hides(auth.LeaveTypes) {
			m.TimeOffTypeId = nil
		}
	}
	return m
}
