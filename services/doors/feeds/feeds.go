// Package feeds serves the calendar feeds of users: secret addresses at which calendar programs
// read the planned hours and the time off of one user.
//
// Admins list and revoke the feeds of all users. A user has at most one feed. The address has a token, which names the
// organization, and the database has only the hash of the token. A new feed replaces the old one. A feed ends if its
// user revokes it or is deactivated. If it was created with an API key, or in a session that was started with one, it
// also ends when this key is revoked or expires. So whoever stole a key cannot read on. Package auth looks feeds up and
// decides whether they have ended.
package feeds

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/calendarfeed"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/feed"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/journal"
)

// record is the name of the resource in errors.
const record = "calendar feed"

// The path of a feed is its token between these two.
const (
	Prefix = "/calendar/"
	suffix = ".ics"
)

// Service implements pb.CalendarFeedServiceServer.
type Service struct {
	pb.UnimplementedCalendarFeedServiceServer
	url string
}

// New returns the service. url is the address of the server without a slash at its end,
// or empty if it is not known. Then the addresses of feeds are paths.
func New(url string) *Service {
	return &Service{url: url}
}

// GetCalendarFeed returns the feed of the acting user, without its token. It is 404 if there is none.
func (s *Service) GetCalendarFeed(
	ctx context.Context, _ *pb.GetCalendarFeedRequest,
) (*pb.GetCalendarFeedResponse, error) {
	row, err := s.readFeed(ctx, call.Caller(ctx).ActorID)
	if err != nil {
		return nil, err
	}
	return &pb.GetCalendarFeedResponse{Data: feed.ToProto(row)}, nil
}

func (s *Service) readFeed(ctx context.Context, user uuid.UUID) (*ent.CalendarFeed, error) {
	row, err := call.DB(ctx).CalendarFeed.Query().Where(calendarfeed.ID(user)).Only(ctx)
	return row, problem.OrMissing(err, record)
}

// CreateCalendarFeed gives the acting user a feed with a new token, in place of the one before, with one statement and
// the event calendar_feed.created. Only the response has the token.
func (s *Service) CreateCalendarFeed(
	ctx context.Context, _ *pb.CreateCalendarFeedRequest,
) (*pb.CreateCalendarFeedResponse, error) {
	caller := call.Caller(ctx)
	token := auth.NewFeedToken(caller.OrganizationID)
	hash, now := token.Hash(), protoconv.Now()
	row := &ent.CalendarFeed{ID: caller.ActorID, TokenHash: hash[:], CreatedAt: now}
	if caller.KeyID != uuid.Nil {
		row.APIKeyID = &caller.KeyID
	}
	created := feed.ToProto(row)
	if err := journal.Replace(ctx, call.DB(ctx), journal.Created(feed.Record, created), row); err != nil {
		return nil, err
	}
	created.Url = new(s.url + Prefix + token.Reveal() + suffix)
	return &pb.CreateCalendarFeedResponse{Data: created}, nil
}

// DeleteCalendarFeed revokes the feed of the acting user (404), with the event calendar_feed.deleted. If another
// request has replaced it meanwhile, the new one stays.
func (s *Service) DeleteCalendarFeed(
	ctx context.Context, _ *pb.DeleteCalendarFeedRequest,
) (*pb.DeleteCalendarFeedResponse, error) {
	row, err := s.readFeed(ctx, call.Caller(ctx).ActorID)
	if err == nil {
		err = feed.Delete(ctx, call.DB(ctx), row)
	}
	return &pb.DeleteCalendarFeedResponse{Data: &emptypb.Empty{}}, err
}

// ListCalendarFeeds returns a page of the feeds of all users, oldest first. Only admins may (403).
func (s *Service) ListCalendarFeeds(
	ctx context.Context, req *pb.ListCalendarFeedsRequest,
) (*pb.ListCalendarFeedsResponse, error) {
	page := &pb.CalendarFeedPage{}
	if err := lists.Get(ctx, req, page, call.DB(ctx).CalendarFeed.Query(), lists.Each(feed.ToProto)); err != nil {
		return nil, err
	}
	if err := permit.ManageSessions(ctx); err != nil { // after Get, because 400 comes before 403
		return nil, err
	}
	return &pb.ListCalendarFeedsResponse{Data: page}, nil
}

// DeleteUserCalendarFeed revokes the feed of a user, as DeleteCalendarFeed does. Only admins may (403).
func (s *Service) DeleteUserCalendarFeed(
	ctx context.Context, req *pb.DeleteUserCalendarFeedRequest,
) (*pb.DeleteUserCalendarFeedResponse, error) {
	row, err := s.readFeed(ctx, protoconv.ID(req.UserId))
	if err != nil {
		return nil, err
	}
	if err := permit.ManageSessions(ctx); err != nil {
		return nil, err
	}
	return &pb.DeleteUserCalendarFeedResponse{Data: &emptypb.Empty{}}, feed.Delete(ctx, call.DB(ctx), row)
}
