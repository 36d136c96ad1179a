package sessions

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/session"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// record is the name of the resource in errors and in events.
const record = "session"

// Service implements pb.SessionServiceServer.
type Service struct {
	pb.UnimplementedSessionServiceServer
}

// NewService returns the service.
func NewService() *Service {
	return &Service{}
}

// ListSessions returns a page of the sessions that have not ended by time alone, oldest first. Only admins may (403).
func (s *Service) ListSessions(ctx context.Context, req *pb.ListSessionsRequest) (*pb.ListSessionsResponse, error) {
	q := call.DB(ctx).Session.Query().Where(live(time.Now()))
	lists.Filter(q, protoconv.OptionalID(req.UserId), session.UserID)
	page := &pb.SessionPage{}
	if err := lists.Get(ctx, req, page, q, lists.Each(toProto)); err != nil {
		return nil, err
	}
	if err := permit.ManageSessions(ctx); err != nil { // after Get, because 400 comes before 403
		return nil, err
	}
	return &pb.ListSessionsResponse{Data: page}, nil
}

// DeleteSession ends a session: one statement deletes the row, with the event session.ended. It reads the session first
// (404, also if it has ended by time alone). Only admins may (403).
func (s *Service) DeleteSession(ctx context.Context, req *pb.DeleteSessionRequest) (*pb.DeleteSessionResponse, error) {
	id := protoconv.ID(req.SessionId)
	row, err := call.DB(ctx).Session.Query().Where(live(time.Now()), session.ID(id)).Only(ctx)
	if err != nil {
		return nil, problem.OrMissing(err, record)
	}
	if err := permit.ManageSessions(ctx); err != nil {
		return nil, err
	}
	// If another request has ended it since, nothing is left to do.
	_, err = end(ctx, call.DB(ctx), session.ID(row.ID))
	return &pb.DeleteSessionResponse{Data: &emptypb.Empty{}}, err
}

// toProto returns the message of the row.
func toProto(row *ent.Session) *pb.Session {
	return &pb.Session{
		Id:         row.ID.String(),
		UserId:     row.UserID.String(),
		Method:     protoconv.EnumOf[pb.SessionMethod](row.Method),
		KeyId:      protoconv.OptionalIDString(row.APIKeyID),
		CreatedAt:  timestamppb.New(row.CreatedAt),
		LastUsedAt: timestamppb.New(row.LastUsedAt),
		ExpiresAt:  timestamppb.New(Ends(row)),
	}
}

// Ends returns when a session ends if it is not used until then.
func Ends(row *ent.Session) time.Time { return auth.SessionEnd(row.ExpiresAt, row.LastUsedAt) }
