// Package timeoff serves requests for time off and their decisions.
//
// A request is for one user, from its first day to its last, at most 366 days in
// all; days in the past and requests that overlap are allowed. It is pending until
// an approver decides it: one of the user's managers, or an admin. Only an approver
// may create a request that is decided already.
//
//	          approve    reject                  update           delete
//	pending   approved   rejected                owner, approver  owner, approver
//	approved  no change  refused                 approver         approver; the owner before it starts
//	rejected  refused    no change for the same  nobody           approver
//	                     reason, else refused
//
// Every write is one statement that holds only for the version that was read, so
// that of two who decide at once one wins, and the other meets the state that won.
// The reasons are for the owner, their managers and admins; all others read null.
package timeoff

import (
	"context"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/internal/ifmatch"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/permit"
)

// Service implements pb.TimeOffServiceServer.
type Service struct {
	pb.UnimplementedTimeOffServiceServer
	db      *ent.Client
	permits *permit.Permits
	now     func() time.Time
}

// New returns the service over db.
func New(db *ent.Client, permits *permit.Permits) *Service {
	return &Service{db: db, permits: permits, now: time.Now}
}

// ListTimeOff returns a page of requests, oldest first.
func (s *Service) ListTimeOff(ctx context.Context, req *pb.ListTimeOffRequest) (*pb.ListTimeOffResponse, error) {
	q := s.db.TimeOffRequest.Query()
	lists.Filter(q, protoconv.OptionalID(req.UserId), timeoffrequest.UserID)
	lists.Filter(q, req.Status, func(status pb.TimeOffStatus) predicate.TimeOffRequest {
		return timeoffrequest.StatusEQ(protoconv.Word[timeoffrequest.Status](status))
	})
	// The two dates are a window that the requests overlap.
	lists.Filter(q, protoconv.OptionalDate(req.StartDate), timeoffrequest.EndDateGTE)
	lists.Filter(q, protoconv.OptionalDate(req.EndDate), timeoffrequest.StartDateLTE)
	page := &pb.TimeOffPage{}
	return &pb.ListTimeOffResponse{Data: page}, lists.Get(ctx, req, page, q, s.readable)
}

// readable returns the messages of rows, with the reasons that the caller may read.
func (s *Service) readable(ctx context.Context, rows []*ent.TimeOffRequest) ([]*pb.TimeOff, error) {
	owners := lists.Map(rows, func(row *ent.TimeOffRequest) uuid.UUID { return row.UserID })
	mayRead, err := s.permits.ReadReasons(ctx, owners)
	if err != nil {
		return nil, err
	}
	return lists.Map(rows, func(row *ent.TimeOffRequest) *pb.TimeOff {
		if mayRead(row.UserID) {
			return toProto(row)
		}
		return withoutReasons(toProto(row))
	}), nil
}

// CreateTimeOff creates a request, pending unless the request says otherwise.
func (s *Service) CreateTimeOff(ctx context.Context, req *pb.CreateTimeOffRequest) (*pb.CreateTimeOffResponse, error) {
	in, now := req.TimeOff, protoconv.Now()
	row := &ent.TimeOffRequest{
		UserID:        protoconv.ID(in.UserId),
		TimeOffTypeID: protoconv.ID(in.GetTimeOffTypeId()),
		StartDate:     protoconv.Date(in.GetStartDate()),
		EndDate:       protoconv.Date(in.GetEndDate()),
		Status:        timeoffrequest.DefaultStatus,
	}
	if in.Status != nil {
		row.Status = protoconv.Word[timeoffrequest.Status](in.GetStatus())
	}
	if err := checkDates(row, endDate); err != nil {
		return nil, err
	}
	if err := checkReferences(ctx, s.userReference(row), s.typeReference(row)); err != nil {
		return nil, err
	}
	if err := s.permits.CreateTimeOff(ctx, row.UserID, row.Status); err != nil {
		return nil, err
	}
	create := s.db.TimeOffRequest.Create().
		SetUserID(row.UserID).SetTimeOffTypeID(row.TimeOffTypeID).
		SetStartDate(row.StartDate).SetEndDate(row.EndDate).
		SetAvailability(in.GetAvailability()).SetReason(in.GetReason()).
		SetStatus(row.Status).SetCreatedAt(now).SetUpdatedAt(now)
	if row.Status != timeoffrequest.StatusPending {
		create.SetDecidedByID(auth.FromContext(ctx).ActorID).SetDecidedAt(now)
	}
	row, err := create.Save(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.CreateTimeOffResponse{Data: toProto(row)}, nil
}

// UpdateTimeOff changes the fields in the mask. Whoever may do so may also read the
// reasons that it answers with.
func (s *Service) UpdateTimeOff(ctx context.Context, req *pb.UpdateTimeOffRequest) (*pb.UpdateTimeOffResponse, error) {
	fields := req.UpdateMask.GetPaths()
	row, err := s.change(ctx, req.RequestId, func(ctx context.Context, row *ent.TimeOffRequest) (int, error) {
		u := s.guarded(row)
		if err := s.apply(ctx, row, u, req.TimeOff, fields); err != nil {
			return 0, err
		}
		if err := s.permits.UpdateTimeOff(ctx, row); err != nil {
			return 0, err
		}
		if err := ifmatch.Check(ctx, row.Version); err != nil {
			return 0, err
		}
		if row.Status == timeoffrequest.StatusRejected {
			return 0, refused(row)
		}
		if len(fields) == 0 {
			return 1, nil
		}
		return save(ctx, row, u)
	})
	if err != nil {
		return nil, err
	}
	return &pb.UpdateTimeOffResponse{Data: toProto(row)}, nil
}

// DeleteTimeOff deletes a request.
func (s *Service) DeleteTimeOff(ctx context.Context, req *pb.DeleteTimeOffRequest) (*pb.DeleteTimeOffResponse, error) {
	_, err := s.change(ctx, req.RequestId, func(ctx context.Context, row *ent.TimeOffRequest) (int, error) {
		if err := s.permits.DeleteTimeOff(ctx, row, protoconv.Today(s.now())); err != nil {
			return 0, err
		}
		if err := ifmatch.Check(ctx, row.Version); err != nil {
			return 0, err
		}
		return s.db.TimeOffRequest.Delete().Where(timeoffrequest.ID(row.ID), timeoffrequest.Version(row.Version)).Exec(ctx)
	})
	if err != nil {
		return nil, err
	}
	return &pb.DeleteTimeOffResponse{Data: &emptypb.Empty{}}, nil
}

// change has a request read and changed, see patch.Run.
func (s *Service) change(ctx context.Context, id string, change func(context.Context, *ent.TimeOffRequest) (int, error)) (*ent.TimeOffRequest, error) {
	read := func(ctx context.Context) (*ent.TimeOffRequest, error) {
		return s.db.TimeOffRequest.Query().Where(timeoffrequest.ID(protoconv.ID(id))).Only(ctx)
	}
	return patch.Run(ctx, "time off request", read, change)
}

// guarded is an update of the row that holds only for the version that was read.
func (s *Service) guarded(row *ent.TimeOffRequest) *ent.TimeOffRequestUpdate {
	return s.db.TimeOffRequest.Update().Where(timeoffrequest.ID(row.ID), timeoffrequest.Version(row.Version))
}

// save writes a guarded update as the next version of the row.
func save(ctx context.Context, row *ent.TimeOffRequest, u *ent.TimeOffRequestUpdate) (int, error) {
	row.Version, row.UpdatedAt = row.Version+1, protoconv.Now()
	return u.SetVersion(row.Version).SetUpdatedAt(row.UpdatedAt).Save(ctx)
}
