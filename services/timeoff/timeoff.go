// Package timeoff serves requests for time off and their decisions.
//
// A request is for one user, its owner, and has a first and a last day. It has at most 366
// days. Days in the past and requests that overlap are allowed. A new type must be active;
// a request keeps its type if that becomes inactive. A request is pending until
// an approver decides it. The approvers are the managers of the owner, and admins. Only an
// approver may create a request that is already decided. A request that is created as
// rejected may have a rejection reason.
//
// The table shows for each status what approve and reject do, and who may update and
// delete:
//
//	          approve    reject                  update           delete
//	pending   approved   rejected                owner, approver  owner, approver
//	approved  no change  refused                 approver         approver; the owner before it starts
//	rejected  refused    no change for the same  nobody           approver
//	                     reason, else refused
//
// A request has external ids, which only approvers may write: a program finds its requests by them. In a batch that
// matches by them, a status that differs is a decision, as approve and reject make it, and a request that the batch
// deletes may be gone already.
//
// Nobody changes days that a lock closes (409), see Service.runUnlessClosed.
//
// A change writes the row only if the row still has the version that was read. If two callers decide at the same time,
// one wins, and the other gets the result for the new state. The owner, the owner's managers and admins can read the
// reasons. All others read null. If the organization hides the types of time off, or requests that are not approved,
// the same people see these, and nobody else.
package timeoff

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/timeoffrequest"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/externalid"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
)

// record is the name of the resource in errors, and kind its name in the types of events and of external ids.
const (
	record = "time off request"
	kind   = "time_off"
)

// Service implements pb.TimeOffServiceServer.
type Service struct {
	pb.UnimplementedTimeOffServiceServer
	now          func() time.Time
	closed       *settled.Checker
	workingTimes WorkingTimes
}

// WorkingTimes returns what requests take of the working time of their users, see capacity.WorkingTimes.
type WorkingTimes func(ctx context.Context, requests []*pb.TimeOff) ([]*pb.WorkingTime, error)

// New returns the service. workingTimes may be nil if no request has include=workingTime.
func New(closed *settled.Checker, workingTimes WorkingTimes) *Service {
	return &Service{now: time.Now, closed: closed, workingTimes: workingTimes}
}

// ListTimeOff returns a page of the requests that the caller may see, oldest first. Whom the caller
// manages is read before the page if requests are hidden, and after it for the reasons. The working time is read last,
// and is null if the organization hides the utilization of the person.
func (s *Service) ListTimeOff(ctx context.Context, req *pb.ListTimeOffRequest) (*pb.ListTimeOffResponse, error) {
	q := call.DB(ctx).TimeOffRequest.Query()
	lists.Filter(q, protoconv.OptionalID(req.UserId), timeoffrequest.UserID)
	lists.Filter(q, req.Status, func(status pb.TimeOffStatus) predicate.TimeOffRequest {
		return timeoffrequest.StatusEQ(protoconv.Word[timeoffrequest.Status](status))
	})
	lists.Filter(q, req.ExternalId, externalid.Of[predicate.TimeOffRequest](ctx, kind))
	// The list has the requests that overlap the time between the two dates.
	lists.Filter(q, protoconv.OptionalDate(req.StartDate), timeoffrequest.EndDateGTE)
	lists.Filter(q, protoconv.OptionalDate(req.EndDate), timeoffrequest.StartDateLTE)
	if err := onlySeen(ctx, q); err != nil {
		return nil, err
	}
	page := &pb.TimeOffPage{}
	return &pb.ListTimeOffResponse{Data: page},
		lists.Get(ctx, req, page, q, func(ctx context.Context, rows []*ent.TimeOffRequest) ([]*pb.TimeOff, error) {
			items, err := s.readable(ctx, rows)
			if err != nil {
				return nil, err
			}
			return items, s.include(ctx, req.Include, items)
		})
}

// onlySeen adds the condition that the caller may see that a request exists. If any are hidden, it reads whom the
// caller manages.
func onlySeen(ctx context.Context, q *ent.TimeOffRequestQuery) error {
	sight, err := permit.SightOf(ctx, auth.PendingRequests)
	if err != nil || !sight.Hides(auth.PendingRequests) {
		return err
	}
	q.Where(timeoffrequest.Or(timeoffrequest.StatusEQ(timeoffrequest.StatusApproved),
		among.In[predicate.TimeOffRequest](timeoffrequest.FieldUserID, sight.Users())))
	return nil
}

// externalIDs returns the change of the external ids of a request. Its error names no request that the caller may not
// see.
func externalIDs(ctx context.Context, id uuid.UUID, fields, ids []string) *externalid.Change {
	change := externalid.New(call.DB(ctx), kind, id, fields, ids)
	change.Seen = func(ctx context.Context, other uuid.UUID) (bool, error) {
		q := call.DB(ctx).TimeOffRequest.Query().Where(timeoffrequest.ID(other))
		if err := onlySeen(ctx, q); err != nil {
			return false, err
		}
		return q.Exist(ctx)
	}
	return change
}

// readable returns the messages of rows, with only the reasons and types that the caller may read. It reads whom the
// caller manages.
func (s *Service) readable(ctx context.Context, rows []*ent.TimeOffRequest) ([]*pb.TimeOff, error) {
	owners := lists.Map(rows, func(row *ent.TimeOffRequest) uuid.UUID { return row.UserID })
	mayRead, err := permit.SeesPrivate(ctx, owners)
	if err != nil {
		return nil, err
	}
	return lists.Map(rows, func(row *ent.TimeOffRequest) *pb.TimeOff { return visible(ctx, row, mayRead) }), nil
}

// GetTimeOff returns one request, as ListTimeOff does. A request that is hidden from the caller does not exist (404).
func (s *Service) GetTimeOff(ctx context.Context, req *pb.GetTimeOffRequest) (*pb.GetTimeOffResponse, error) {
	row, err := s.byID(req.RequestId)(ctx)
	if err != nil {
		return nil, problem.OrMissing(err, record)
	}
	mayRead, err := permit.SeesPrivate(ctx, []uuid.UUID{row.UserID})
	if err != nil {
		return nil, err
	}
	// An erasure changes the row without its version, and the working time has none.
	if !mayRead(row.UserID) || row.Reason == journal.Erased || len(req.Include) > 0 {
		call.FromContext(ctx).Condition.TagByBody()
	}
	items := []*pb.TimeOff{visible(ctx, row, mayRead)}
	return &pb.GetTimeOffResponse{Data: items[0]}, s.include(ctx, req.Include, items)
}

// include adds the working time, the only thing that a request can ask for with include. It reads it.
func (s *Service) include(ctx context.Context, asked []string, items []*pb.TimeOff) error {
	if len(asked) == 0 {
		return nil
	}
	times, err := s.workingTimes(ctx, items)
	for i, t := range times {
		items[i].WorkingTime = t
	}
	return err
}

// CreateTimeOff creates a request, which is pending if the client sends no status. It checks the fields and the
// references (400), and then the permission, also to decide (403), and inserts the row with the event time_off.created:
// patch.Create.
func (s *Service) CreateTimeOff(ctx context.Context, req *pb.CreateTimeOffRequest) (*pb.CreateTimeOffResponse, error) {
	created, err := s.create(ctx, req.TimeOff)
	return &pb.CreateTimeOffResponse{Data: created}, err
}

func (s *Service) create(ctx context.Context, in *pb.TimeOff) (*pb.TimeOff, error) {
	now := protoconv.Now()
	if err := checkRejectionReason(in); err != nil {
		return nil, err
	}
	row := &ent.TimeOffRequest{
		ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now, Status: timeoffrequest.DefaultStatus,
		ExternalIds: pq.StringArray{},
	}
	fields := patch.Fields(in)
	ids := externalIDs(ctx, row.ID, fields, in.ExternalIds)
	if err := s.apply(ctx, row, in, fields, ids); err != nil {
		return nil, err
	}
	if err := s.mayCreate(ctx, row); err != nil {
		return nil, err
	}
	if row.Status != timeoffrequest.StatusPending {
		setDecided(ctx, row, now)
	}
	created := toProto(row)
	return created, s.closed.Checked(ctx, false, func(days *settled.Days) error {
		if err := refuseClosed(ctx, days, []settled.Span{spanOf(row)}); err != nil {
			return err
		}
		event := journal.Created(kind, created)
		event.Settled = &days.Version
		return patch.Create(ctx, ids, event, row)
	})
}

// mayCreate returns an error if the caller may not create a request, or not with external ids.
func (s *Service) mayCreate(ctx context.Context, row *ent.TimeOffRequest) error {
	if err := permit.CreateTimeOff(ctx, row.UserID, row.Status); err != nil || len(row.ExternalIds) == 0 {
		return err
	}
	return permit.IdentifyTimeOff(ctx, row.UserID)
}

// mayUpdate returns an error if the caller may not change a request, or not its external ids. It does not ask who
// may decide: mayWrite does.
func (s *Service) mayUpdate(ctx context.Context, read, row *ent.TimeOffRequest) error {
	if err := permit.UpdateTimeOff(ctx, read); err != nil || slices.Equal(read.ExternalIds, row.ExternalIds) {
		return err
	}
	return permit.IdentifyTimeOff(ctx, read.UserID)
}

// mayDelete returns an error if the caller may not delete a request.
func (s *Service) mayDelete(ctx context.Context, row *ent.TimeOffRequest) error {
	return permit.DeleteTimeOff(ctx, row, protoconv.Today(s.now()))
}

// UpdateTimeOff changes the fields in the mask, with the event time_off.updated: patch.Run. The package says who may
// (403). A rejected request stays as it is (409), and a hidden one does not exist (404). The response has the reasons,
// because whoever may change a request may also read them.
func (s *Service) UpdateTimeOff(ctx context.Context, req *pb.UpdateTimeOffRequest) (*pb.UpdateTimeOffResponse, error) {
	in := req.TimeOff
	if in.StartDate != nil && in.EndDate != nil { // by the body alone, so before 404
		if err := checkDates(protoconv.Date(*in.StartDate), protoconv.Date(*in.EndDate), endDate); err != nil {
			return nil, err
		}
	}
	after, err := s.runUnlessClosed(ctx, s.updateOf(ctx, req.RequestId, in, req.UpdateMask.GetPaths()))
	return &pb.UpdateTimeOffResponse{Data: after}, err
}

// updateOf returns the change of some fields.
func (s *Service) updateOf(
	ctx context.Context, id string, in *pb.TimeOff, fields []string,
) patch.Change[ent.TimeOffRequest, *pb.TimeOff] {
	change := s.change(id)
	change.ExternalIDs = externalIDs(ctx, protoconv.ID(id), fields, in.ExternalIds)
	change.Apply = func(ctx context.Context, row *ent.TimeOffRequest) error {
		return s.apply(ctx, row, in, fields, change.ExternalIDs)
	}
	change.Permit = s.mayUpdate
	change.State = func(_ context.Context, read, _ *ent.TimeOffRequest) error {
		if read.Status == timeoffrequest.StatusRejected {
			return refused(read)
		}
		return nil
	}
	return change
}

// DeleteTimeOff deletes a request and its external ids in one transaction, with the event time_off.deleted: patch.Run.
// The package says who may (403). A hidden request does not exist (404).
func (s *Service) DeleteTimeOff(ctx context.Context, req *pb.DeleteTimeOffRequest) (*pb.DeleteTimeOffResponse, error) {
	return &pb.DeleteTimeOffResponse{Data: &emptypb.Empty{}}, s.delete(ctx, req.RequestId)
}

// delete deletes a request and its external ids.
func (s *Service) delete(ctx context.Context, id string) error {
	change := s.change(id)
	change.ExternalIDs = externalIDs(ctx, protoconv.ID(id), []string{externalid.Field}, nil)
	change.Apply = func(_ context.Context, row *ent.TimeOffRequest) error {
		change.ExternalIDs.Replace(row.ExternalIds)
		return nil
	}
	change.Permit = func(ctx context.Context, read, _ *ent.TimeOffRequest) error { return s.mayDelete(ctx, read) }
	change.Event, change.Deletes = kind+".deleted", true
	_, err := s.runUnlessClosed(ctx, change)
	return err
}

// change returns the parts that all changes of a request have in common.
func (s *Service) change(id string) patch.Change[ent.TimeOffRequest, *pb.TimeOff] {
	return patch.Change[ent.TimeOffRequest, *pb.TimeOff]{
		Record:  record,
		Event:   kind + ".updated",
		Read:    s.byID(id),
		Message: toProto,
	}
}

// byID returns a function that reads a request that the caller may see: see onlySeen.
func (s *Service) byID(id string) func(context.Context) (*ent.TimeOffRequest, error) {
	return func(ctx context.Context) (*ent.TimeOffRequest, error) {
		q := call.DB(ctx).TimeOffRequest.Query().Where(timeoffrequest.ID(protoconv.ID(id)))
		if err := onlySeen(ctx, q); err != nil {
			return nil, err
		}
		return q.Only(ctx)
	}
}
