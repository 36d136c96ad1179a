// Package me serves what belongs to the caller: the identity of the key or the session, and the saved views of the
// acting user.
package me

import (
	"context"
	"fmt"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent/userviews"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/journal"
)

// Service implements pb.MeServiceServer.
type Service struct {
	pb.UnimplementedMeServiceServer
	limits *pb.OrganizationLimits
}

// New returns the service. limits are those of each organization.
func New(limits *pb.OrganizationLimits) *Service {
	return &Service{limits: limits}
}

// GetMe returns the identity of the calling key or session, as the chain has looked it up, at most 900 ms ago. It
// runs no statement. A key may call it also if its user is deactivated or its organization suspended. The id is that
// of the key, also of one with which the session was made, and otherwise that of the session.
func (s *Service) GetMe(ctx context.Context, _ *pb.GetMeRequest) (*pb.GetMeResponse, error) {
	c := call.Caller(ctx)
	return &pb.GetMeResponse{Data: &pb.KeyIdentity{
		KeyId:          c.QuotaID().String(),
		KeyName:        c.KeyName,
		OrganizationId: c.OrganizationID.String(),
		ActorUserId:    c.ActorID.String(),
		Scopes:         c.Scopes,
		Organization:   &pb.KeyOrganization{SuspendedAt: protoconv.OptionalTimestamp(c.SuspendedAt), Limits: s.limits},
	}}, nil
}

// views are the saved views of a user.
type views = patch.UserList[view]

// view is an element of the column items.
type view struct {
	Name  string `json:"name"`
	Query string `json:"query"`
}

// GetViews returns the saved views of the acting user: an empty list of version 0 if none was ever written.
func (s *Service) GetViews(ctx context.Context, _ *pb.GetViewsRequest) (*pb.GetViewsResponse, error) {
	row, err := s.readViews(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.GetViewsResponse{Data: toProto(row)}, nil
}

// ReplaceViews replaces the saved views of the acting user: patch.Run, in a transaction that also checks that the
// organization is open, because a write without a difference does not. It leaves no event: how somebody looks at the
// board is no work of the organization, and whoever reads users could read it.
func (s *Service) ReplaceViews(ctx context.Context, req *pb.ReplaceViewsRequest) (*pb.ReplaceViewsResponse, error) {
	bad := validate.Items(req, call.FromContext(ctx).Unread)
	items, err := distinct(req.GetViews().GetItems(), bad)
	if err != nil {
		return nil, err
	}
	change := patch.Change[views, *pb.Views]{
		Event:   journal.Silent,
		Read:    s.readViews,
		Apply:   func(_ context.Context, row *views) error { row.Items = items; return nil },
		Permit:  func(context.Context, *views, *views) error { return nil }, // they are the caller's own
		Message: toProto,
	}
	resp, db := &pb.ReplaceViewsResponse{}, call.DB(ctx)
	return resp, db.Unit.Do(ctx, func() (err error) {
		if resp.Data, err = patch.Run(ctx, change); err != nil {
			return err
		}
		return journal.CheckOpen(ctx, db)
	})
}

// distinct returns the items. Its error lists the bad ones, and those that have the name of an earlier one.
func distinct(in []*pb.View, bad []problem.Detail) ([]view, error) {
	places, bad := patch.DistinctItems(in, bad,
		func(v *pb.View) string { return strings.ToLower(v.GetName()) },
		func(i, first int) problem.Detail {
			return problem.InvalidItem(i, fmt.Sprintf("views.items[%d].name", i),
				fmt.Sprintf("must be another name than that of items[%d], in any case of its letters", first))
		})
	return lists.Map(places, func(i int) view { return view{in[i].GetName(), in[i].GetQuery()} }), problem.List(bad)
}

// readViews returns the saved views of the acting user.
func (s *Service) readViews(ctx context.Context) (*views, error) {
	return patch.ReadUserList[view](ctx, call.DB(ctx), userviews.Table, call.Caller(ctx).ActorID)
}

func toProto(row *views) *pb.Views {
	m := &pb.Views{Id: row.UserID.String(), Version: row.Version}
	for _, item := range row.Items {
		m.Items = append(m.Items, &pb.View{Name: &item.Name, Query: &item.Query})
	}
	if row.Version > 0 {
		m.UpdatedAt = timestamppb.New(row.UpdatedAt)
	}
	return m
}
