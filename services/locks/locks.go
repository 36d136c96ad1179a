// Package locks serves locks, which close days.
//
// A lock closes days of actual hours, planned hours or time off, of everybody or of some users, for all callers, also
// admins. Somebody who could otherwise write these days is refused until an admin deletes the lock, or makes an
// exception for a user. An exception ends by itself, and stays in the record until the exceptions of the lock change
// again. Nothing else of a lock changes: another one is created instead, so that its event says what was closed from
// when to when.
//
// Only admins write locks. Each of their writes waits for the writes that can change closed days, see package settled.
package locks

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/lib/pq"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/lock"
	"github.com/workplan-api/workplan/ent/user"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/exception"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/reference"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
)

// record is the name of the resource in errors and in the types of events.
const record = "lock"

const (
	// maxLocks is how many locks an organization can have.
	maxLocks = 200
	// maxExceptions is how many exceptions a lock can have at a time.
	maxExceptions = 100
	// maxException is how long an exception can last.
	maxException = 30 * 24 * time.Hour
)

// Service implements pb.LockServiceServer.
type Service struct {
	pb.UnimplementedLockServiceServer
	closed *settled.Checker
}

// New returns the service. closed is that of the services that write what can be closed.
func New(closed *settled.Checker) *Service { return &Service{closed: closed} }

// ListLocks returns a page of locks, oldest first.
func (s *Service) ListLocks(ctx context.Context, req *pb.ListLocksRequest) (*pb.ListLocksResponse, error) {
	page := &pb.LockPage{}
	return &pb.ListLocksResponse{Data: page},
		lists.Get(ctx, req, page, call.DB(ctx).Lock.Query(), lists.Each(toProto))
}

// GetLock returns one lock.
func (s *Service) GetLock(ctx context.Context, req *pb.GetLockRequest) (*pb.GetLockResponse, error) {
	row, err := byID(req.LockId)(ctx)
	if err != nil {
		return nil, problem.OrMissing(err, record)
	}
	// An erasure changes the row without its version.
	if slices.ContainsFunc(row.Exceptions, func(e exception.Exception) bool { return e.Reason == journal.Erased }) {
		call.FromContext(ctx).Condition.TagByBody()
	}
	return &pb.GetLockResponse{Data: toProto(row)}, nil
}

// CreateLock closes days. It checks the fields (400) and the permission (403). Then it waits, in a transaction, for
// the writes that can change closed days, and inserts the row with the event lock.created: settled.Checker.Change. An
// organization has at most 200 locks (409).
func (s *Service) CreateLock(ctx context.Context, req *pb.CreateLockRequest) (*pb.CreateLockResponse, error) {
	row, err := newLock(ctx, req.Lock)
	if err != nil {
		return nil, err
	}
	if err := permit.WriteLocks(ctx); err != nil {
		return nil, err
	}
	created, db := toProto(row), call.DB(ctx)
	err = s.closed.Change(ctx, func() (changed bool, err error) {
		if err := patch.LockAndCheckRoom(ctx, db, maxLocks, db.Lock.Query().Count, "locks",
			"replace those of adjoining days by one"); err != nil {
			return false, err
		}
		return true, journal.Insert(ctx, db, journal.Created(record, created), row)
	})
	return &pb.CreateLockResponse{Data: created}, err
}

// newLock returns the row of a new lock.
func newLock(ctx context.Context, in *pb.Lock) (*ent.Lock, error) {
	now := protoconv.Now()
	row := &ent.Lock{
		ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now, CreatedByID: call.Caller(ctx).ActorID,
		StartDate: protoconv.OptionalDate(in.StartDate), EndDate: protoconv.Date(in.GetEndDate()),
		Kinds:   pq.StringArray(slices.Compact(slices.Sorted(slices.Values(in.Kinds)))),
		UserIds: pq.StringArray{}, Reason: in.GetReason(), Exceptions: exception.List{},
	}
	if row.StartDate != nil && row.EndDate.Before(*row.StartDate) {
		return nil, problem.DatesReversed(record, true)
	}
	ids := lists.Map(in.UserIds, protoconv.ID)
	known, err := among.Existing(ctx, call.DB(ctx), user.Table, ids)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		if !known[id] {
			return nil, problem.Field(problem.UnknownReference, fmt.Sprintf("lock.user_ids[%d]", i), "does not exist")
		}
		row.UserIds = append(row.UserIds, id.String())
	}
	slices.Sort(row.UserIds)
	row.UserIds = slices.Compact(row.UserIds)
	return row, nil
}

// CreateLockException opens the days of a user for a time, with the event lock.exception_created, in a transaction that
// waits as CreateLock does. A lock has at most 100 exceptions (409).
func (s *Service) CreateLockException(
	ctx context.Context, req *pb.CreateLockExceptionRequest,
) (*pb.CreateLockExceptionResponse, error) {
	in, now := req.Exception, protoconv.Now()
	until := in.Until.AsTime().Truncate(time.Microsecond)
	const field = "exception.until"
	switch {
	case !until.After(now):
		return nil, problem.Field(problem.ValidationFailed, field, "must be in the future")
	case until.After(now.Add(maxException)):
		return nil, problem.Field(problem.ValidationFailed, field, "must be at most 30 days from now")
	}
	made := exception.Exception{
		ID: journal.NewID(), UserID: protoconv.ID(in.UserId), Until: until, Reason: in.GetReason(),
		CreatedByID: call.Caller(ctx).ActorID, CreatedAt: now,
	}
	change := changeOf(req.LockId, "exception_created",
		func(ctx context.Context, row *ent.Lock, list exception.List) (exception.List, error) {
			err := reference.Check(ctx, "exception", []string{"user_id"},
				reference.User(call.DB(ctx), "user_id", made.UserID))
			if err == nil && len(row.UserIds) > 0 && !slices.Contains(row.UserIds, made.UserID.String()) {
				err = problem.Field(problem.ValidationFailed, "exception.user_id", "is not a user whose days the lock closes")
			}
			return append(list, made), err
		})
	change.State = func(_ context.Context, _, row *ent.Lock) error {
		if len(row.Exceptions) <= maxExceptions {
			return nil
		}
		return problem.Conflict(problem.InvalidState, "the lock has %d exceptions, the most that it can have",
			maxExceptions)
	}
	return &pb.CreateLockExceptionResponse{Data: exceptionMessage(made)}, s.runAlone(ctx, change)
}

// DeleteLockException closes the days of a user again, with the event lock.exception_deleted, in a transaction that
// waits as CreateLock does. The exception may have ended meanwhile (404).
func (s *Service) DeleteLockException(
	ctx context.Context, req *pb.DeleteLockExceptionRequest,
) (*pb.DeleteLockExceptionResponse, error) {
	id := protoconv.ID(req.ExceptionId)
	return &pb.DeleteLockExceptionResponse{Data: &emptypb.Empty{}}, s.runAlone(ctx, changeOf(req.LockId, "exception_deleted",
		func(_ context.Context, _ *ent.Lock, list exception.List) (exception.List, error) {
			left := slices.DeleteFunc(slices.Clone(list), func(e exception.Exception) bool { return e.ID == id })
			if len(left) == len(list) {
				return nil, problem.Missing("exception")
			}
			return left, nil
		}))
}

// DeleteLock opens the days again, with the event lock.deleted, in a transaction that waits as CreateLock does.
func (s *Service) DeleteLock(ctx context.Context, req *pb.DeleteLockRequest) (*pb.DeleteLockResponse, error) {
	change := changeOf(req.LockId, "deleted", nil)
	change.Deletes = true
	return &pb.DeleteLockResponse{Data: &emptypb.Empty{}}, s.runAlone(ctx, change)
}

// changeOf returns a change of a lock with the event lock.EVENT. exceptions returns the exceptions after the change, of
// those that have not ended; if it is nil, they stay.
func changeOf(
	id, event string, exceptions func(context.Context, *ent.Lock, exception.List) (exception.List, error),
) patch.Change[ent.Lock, *pb.Lock] {
	change := patch.Change[ent.Lock, *pb.Lock]{
		Record:  record,
		Event:   record + "." + event,
		Read:    byID(id),
		Permit:  func(ctx context.Context, _, _ *ent.Lock) error { return permit.WriteLocks(ctx) },
		Message: toProto,
	}
	if exceptions == nil {
		return change
	}
	change.Apply = func(ctx context.Context, row *ent.Lock) error {
		now := time.Now()
		list := slices.DeleteFunc(slices.Clone(row.Exceptions), func(e exception.Exception) bool {
			return !e.Until.After(now)
		})
		list, err := exceptions(ctx, row, list)
		row.Exceptions = list
		return err
	}
	return change
}

// runAlone makes a change of what is closed, while nobody writes what can be closed.
func (s *Service) runAlone(ctx context.Context, change patch.Change[ent.Lock, *pb.Lock]) error {
	// Whoever may not make the change must not delay those who write.
	if _, err := change.Read(ctx); err != nil {
		return problem.OrMissing(err, record)
	}
	if err := permit.WriteLocks(ctx); err != nil {
		return err
	}
	return s.closed.Change(ctx, func() (changed bool, err error) {
		_, err = patch.Run(ctx, change)
		return true, err
	})
}

func byID(id string) func(context.Context) (*ent.Lock, error) {
	return func(ctx context.Context) (*ent.Lock, error) {
		return call.DB(ctx).Lock.Query().Where(lock.ID(protoconv.ID(id))).Only(ctx)
	}
}

func toProto(row *ent.Lock) *pb.Lock {
	end := protoconv.DateString(row.EndDate)
	return &pb.Lock{
		Id:          row.ID.String(),
		StartDate:   protoconv.OptionalDateString(row.StartDate),
		EndDate:     &end,
		Kinds:       row.Kinds,
		UserIds:     row.UserIds,
		Reason:      &row.Reason,
		Exceptions:  lists.Map(row.Exceptions, exceptionMessage),
		CreatedById: row.CreatedByID.String(),
		Version:     row.Version,
		CreatedAt:   timestamppb.New(row.CreatedAt),
		UpdatedAt:   timestamppb.New(row.UpdatedAt),
	}
}

func exceptionMessage(e exception.Exception) *pb.LockException {
	return &pb.LockException{
		Id: e.ID.String(), UserId: e.UserID.String(), Until: timestamppb.New(e.Until), Reason: &e.Reason,
		CreatedById: e.CreatedByID.String(), CreatedAt: timestamppb.New(e.CreatedAt),
	}
}
