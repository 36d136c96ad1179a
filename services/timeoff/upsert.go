package timeoff

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/internal/among"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/upsert"
)

// decision are the fields that approve and reject write.
var decision = []string{"status", "rejection_reason"}

// UpsertTimeOff creates, changes and deletes requests.
func (s *Service) UpsertTimeOff(ctx context.Context, req *pb.UpsertTimeOffRequest) (*pb.UpsertTimeOffResponse, error) {
	resource := upsert.Resource[*pb.TimeOff]{
		Name: kind, Table: timeoffrequest.Table,
		Value:   func(*pb.TimeOff) string { return "" }, // external ids alone tell which request an item is
		Changes: decision,
		Read: func(ctx context.Context, ids []uuid.UUID) ([]*pb.TimeOff, error) {
			rows, err := among.Read[ent.TimeOffRequest](ctx, s.db, timeoffrequest.Table, timeoffrequest.Columns, ids)
			return lists.Map(rows, toProto), err
		},
		Permit: func(ctx context.Context, item *pb.TimeOff) error {
			if auth.FromContext(ctx).Has("read:time_off") {
				return nil
			}
			// What is wrong with an item would tell whether somebody else has its external id.
			return s.permits.IdentifyTimeOff(ctx, protoconv.ID(item.UserId))
		},
		Create: s.create,
		Update: s.rewrite,
		Delete: s.delete,
	}
	records, meta, err := resource.Run(ctx, s.db, req, req.GetBatch())
	return &pb.UpsertTimeOffResponse{Data: records, Meta: meta}, err
}

// rewrite changes a request as an item of a batch wants it. fields are those that differ. A status among them is a
// decision, but pending is none: what is decided stays so. A rejected request that does not differ is no conflict.
func (s *Service) rewrite(ctx context.Context, id string, in *pb.TimeOff, fields []string) (*pb.TimeOff, error) {
	if err := checkRejectionReason(in); err != nil {
		return nil, err
	}
	if in.GetStatus() == pb.TimeOffStatus_TIME_OFF_STATUS_PENDING {
		fields = slices.DeleteFunc(fields, func(field string) bool { return field == "status" })
	}
	decides := slices.ContainsFunc(fields, func(field string) bool { return slices.Contains(decision, field) })
	change := s.update(id, in, fields)
	if !decides {
		if len(fields) == 0 {
			change.State = nil
		}
		return patch.Run(ctx, change)
	}
	change.Event = kind + "." + string(protoconv.Word[timeoffrequest.Status](in.GetStatus()))
	apply, permit, state := change.Apply, change.Permit, change.State
	change.Apply = func(ctx context.Context, row *ent.TimeOffRequest) error {
		was := row.Status
		if err := apply(ctx, row); err != nil {
			return err
		}
		if was == timeoffrequest.StatusPending {
			decided(ctx, row, protoconv.Now())
		}
		return nil
	}
	change.Permit = func(ctx context.Context, read, row *ent.TimeOffRequest) error {
		if err := permit(ctx, read, row); err != nil {
			return err
		}
		return s.permits.DecideTimeOff(ctx, read.UserID)
	}
	change.State = func(ctx context.Context, read, row *ent.TimeOffRequest) error {
		if read.Status != timeoffrequest.StatusPending {
			return refused(read)
		}
		return state(ctx, read, row)
	}
	return patch.Run(ctx, change)
}

// checkRejectionReason returns an error if a request that is not rejected has a reason for the rejection.
func checkRejectionReason(in *pb.TimeOff) error {
	if in.RejectionReason != nil && in.GetStatus() != pb.TimeOffStatus_TIME_OFF_STATUS_REJECTED {
		return problem.Field(problem.ValidationFailed, "time_off.rejection_reason", "goes only with the status rejected")
	}
	return nil
}
