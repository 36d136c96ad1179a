package timeoff

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/upsert"
)

// decision are the fields that approve and reject write.
var decision = []string{"status", "rejection_reason"}

// UpsertTimeOff creates, changes and deletes requests, all of them or none, in one transaction and with an event for
// each that differs: upsert.Resource. An item is refused as the rpc for one request refuses it, also if it changes a
// day that is closed (409).
func (s *Service) UpsertTimeOff(ctx context.Context, req *pb.UpsertTimeOffRequest) (*pb.UpsertTimeOffResponse, error) {
	resource := upsert.Resource[*pb.TimeOff]{
		Name: kind, Table: timeoffrequest.Table,
		Value:   func(*pb.TimeOff) string { return "" }, // external ids alone tell which request an item is
		Changes: decision,
		Read: func(ctx context.Context, ids []uuid.UUID) ([]*pb.TimeOff, error) {
			sight, err := permit.SightOf(ctx, auth.PendingRequests)
			if err != nil {
				return nil, err
			}
			rows, err := among.Read[ent.TimeOffRequest](ctx, call.DB(ctx), timeoffrequest.Table,
				timeoffrequest.Columns, ids)
			return lists.Map(slices.DeleteFunc(rows, func(row *ent.TimeOffRequest) bool {
				return row.Status != timeoffrequest.StatusApproved && !sight.Of(auth.PendingRequests, row.UserID)
			}), toProto), err
		},
		Permit:       s.mayWrite,
		Person:       (*pb.TimeOff).GetUserId,
		Create:       s.create,
		Update:       s.updateItem,
		Delete:       s.delete,
		PermitDelete: func(ctx context.Context, m *pb.TimeOff) error { return s.mayDelete(ctx, rowForPermit(m)) },
	}
	records, meta, err := resource.Run(ctx, req, req.GetBatch())
	return &pb.UpsertTimeOffResponse{Data: records, Meta: meta}, err
}

// mayWrite returns an error if the caller may not create the request of an item, or not change fields of the one that
// it matches.
func (s *Service) mayWrite(ctx context.Context, was, is *pb.TimeOff, fields []string) error {
	if was == nil {
		return s.mayCreate(ctx, rowForPermit(is))
	}
	if err := s.mayUpdate(ctx, rowForPermit(was), rowForPermit(is)); err != nil {
		return err
	}
	if _, decides := fieldsToWrite(is, fields); decides {
		return permit.DecideTimeOff(ctx, protoconv.ID(was.UserId))
	}
	return nil
}

// rowForPermit returns a row with only those fields of a request by which it is decided who may write the request.
// Without a status, it is pending.
func rowForPermit(m *pb.TimeOff) *ent.TimeOffRequest {
	row := &ent.TimeOffRequest{
		UserID: protoconv.ID(m.UserId), Status: timeoffrequest.DefaultStatus, ExternalIds: m.ExternalIds,
		StartDate: protoconv.Date(m.GetStartDate()),
	}
	if m.Status != nil {
		row.Status = protoconv.Word[timeoffrequest.Status](m.GetStatus())
	}
	return row
}

// fieldsToWrite returns the fields that an update writes, of those in which an item differs, and reports whether it is
// a decision. It leaves a status out that is pending: what is decided stays so.
func fieldsToWrite(in *pb.TimeOff, fields []string) (_ []string, decides bool) {
	if in.GetStatus() == pb.TimeOffStatus_TIME_OFF_STATUS_PENDING {
		fields = slices.DeleteFunc(slices.Clone(fields), func(field string) bool { return field == "status" })
	}
	return fields, slices.ContainsFunc(fields, func(field string) bool { return slices.Contains(decision, field) })
}

// updateItem changes a request to an item of a batch. fields are those that differ. If none does, also a rejected
// request is no conflict.
func (s *Service) updateItem(ctx context.Context, id string, in *pb.TimeOff, fields []string) (*pb.TimeOff, error) {
	if err := checkRejectionReason(in); err != nil {
		return nil, err
	}
	fields, decides := fieldsToWrite(in, fields)
	change := s.updateOf(ctx, id, in, fields)
	change.State = func(_ context.Context, read, _ *ent.TimeOffRequest) error {
		if read.Status == timeoffrequest.StatusRejected || decides && read.Status != timeoffrequest.StatusPending {
			return refusedInBatch(read)
		}
		return nil
	}
	if !decides {
		if len(fields) == 0 {
			change.State = nil
		}
		return s.runUnlessClosed(ctx, change)
	}
	change.Event = kind + "." + string(protoconv.Word[timeoffrequest.Status](in.GetStatus()))
	apply, mayUpdate := change.Apply, change.Permit
	change.Apply = func(ctx context.Context, row *ent.TimeOffRequest) error {
		was := row.Status
		if err := apply(ctx, row); err != nil {
			return err
		}
		if was == timeoffrequest.StatusPending {
			setDecided(ctx, row, protoconv.Now())
		}
		return nil
	}
	change.Permit = func(ctx context.Context, read, row *ent.TimeOffRequest) error {
		if err := mayUpdate(ctx, read, row); err != nil {
			return err
		}
		return permit.DecideTimeOff(ctx, read.UserID)
	}
	return s.runUnlessClosed(ctx, change)
}

// checkRejectionReason returns an error if a request that is not rejected has a reason for the rejection.
func checkRejectionReason(in *pb.TimeOff) error {
	if in.RejectionReason != nil && in.GetStatus() != pb.TimeOffStatus_TIME_OFF_STATUS_REJECTED {
		return problem.Field(problem.ValidationFailed, "time_off.rejection_reason",
			"goes only with the status rejected")
	}
	return nil
}
