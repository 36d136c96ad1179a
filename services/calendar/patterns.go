package calendar

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/workingpatterns"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/placeholder"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/reference"
	"github.com/workplan-api/workplan/services/internal/upsert"
)

// WorkingPatterns implements pb.WorkingPatternServiceServer.
type WorkingPatterns struct {
	pb.UnimplementedWorkingPatternServiceServer
}

// NewWorkingPatterns returns the service.
func NewWorkingPatterns() *WorkingPatterns {
	return &WorkingPatterns{}
}

// patterns are the working patterns of a user.
type patterns = patch.UserList[pattern]

// pattern is an element of the column items.
type pattern struct {
	ValidFrom string    `json:"validFrom"`
	Hours     []float64 `json:"hours"`
}

// GetWorkingPatterns returns the working patterns of a user: an empty list of version 0 if none was ever written.
// Without the user, it is 404.
func (s *WorkingPatterns) GetWorkingPatterns(
	ctx context.Context, req *pb.GetWorkingPatternsRequest,
) (*pb.GetWorkingPatternsResponse, error) {
	row, err := s.reading(req.UserId)(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.GetWorkingPatternsResponse{Data: patternsToProto(row)}, nil
}

// ReplaceWorkingPatterns replaces the working patterns of a user, with the event working_patterns.updated: patch.Run.
// What the items alone show to be invalid (400) comes before a missing user (404). A placeholder has no patterns (400).
// The user's managers and admins may write them (403).
func (s *WorkingPatterns) ReplaceWorkingPatterns(
	ctx context.Context, req *pb.ReplaceWorkingPatternsRequest,
) (*pb.ReplaceWorkingPatternsResponse, error) {
	bad := validate.Items(req, call.FromContext(ctx).Unread)
	after, _, err := s.replace(ctx, req.UserId, req.GetWorkingPatterns().GetItems(), bad, s.reading(req.UserId))
	return &pb.ReplaceWorkingPatternsResponse{Data: after}, err
}

// replace replaces the working patterns of a user, and returns the version that they had before. read reads them, in
// each attempt of patch.Run.
func (s *WorkingPatterns) replace(
	ctx context.Context, userID string, in []*pb.WorkingPattern, bad []problem.Detail, read upsert.Reading[pattern],
) (after *pb.WorkingPatterns, was int64, err error) {
	items, err := sorted(in, bad)
	if err != nil {
		return nil, 0, err
	}
	id := protoconv.ID(userID)
	after, err = patch.Run(ctx, patch.Change[patterns, *pb.WorkingPatterns]{
		Event: "working_patterns.updated",
		Read:  read,
		Apply: func(_ context.Context, row *patterns) error {
			if placeholder.Is(id) {
				return problem.Field(problem.ValidationFailed, "user_id", reference.IsPlaceholder)
			}
			was, row.Items = row.Version, items
			return nil
		},
		Permit:  func(ctx context.Context, _, _ *patterns) error { return permit.WriteWorkingPatterns(ctx, id) },
		Message: patternsToProto,
	})
	return after, was, err
}

// UpsertWorkingPatterns replaces the working patterns of many users, all of them or none, in one transaction and with
// an event for each list that differs: upsert.UserLists.
func (s *WorkingPatterns) UpsertWorkingPatterns(
	ctx context.Context, req *pb.UpsertWorkingPatternsRequest,
) (*pb.UpsertWorkingPatternsResponse, error) {
	records, meta, err := upsert.UserLists[pattern, *pb.PatternsOfUser, *pb.WorkingPatterns]{
		Name: "working_patterns", Table: workingpatterns.Table,
		Permit: permit.WriteWorkingPatterns,
		Replace: func(
			ctx context.Context, item *pb.PatternsOfUser, read upsert.Reading[pattern],
		) (*pb.WorkingPatterns, int64, error) {
			return s.replace(ctx, item.UserId, item.Items, nil, read)
		},
	}.Run(ctx, req, req.GetBatch().GetItems())
	return &pb.UpsertWorkingPatternsResponse{Data: records, Meta: meta}, err
}

// ListWorkingPatterns returns a page of the working patterns of all users who ever had any, in the order of the users'
// ids.
func (s *WorkingPatterns) ListWorkingPatterns(
	ctx context.Context, req *pb.ListWorkingPatternsRequest,
) (*pb.ListWorkingPatternsResponse, error) {
	q := call.DB(ctx).WorkingPatterns.Query()
	lists.FilterIDs(ctx, q, workingpatterns.Table, req.Ids)
	page := &pb.WorkingPatternsPage{}
	return &pb.ListWorkingPatternsResponse{Data: page}, lists.GetByID(ctx, req, page, q, lists.EachOr(
		func(row *ent.WorkingPatterns) (*pb.WorkingPatterns, error) {
			list, err := patch.ParseUserList[pattern](row.ID, row.Version, row.UpdatedAt, row.Items)
			return patternsToProto(list), err
		}))
}

// sorted returns the items in the order of their first days. Its error lists the bad items,
// and those that begin on the same day as an earlier one.
func sorted(in []*pb.WorkingPattern, bad []problem.Detail) ([]pattern, error) {
	places, bad := patch.DistinctItems(in, bad, (*pb.WorkingPattern).GetValidFrom, func(i, first int) problem.Detail {
		return problem.InvalidItem(i, fmt.Sprintf("working_patterns.items[%d].valid_from", i),
			fmt.Sprintf("must be another day than that of items[%d]", first))
	})
	items := lists.Map(places, func(i int) pattern {
		return pattern{in[i].ValidFrom, lists.Map(in[i].Hours, math.Abs)} // jsonb has no negative zero
	})
	slices.SortFunc(items, func(a, b pattern) int { return strings.Compare(a.ValidFrom, b.ValidFrom) })
	return items, problem.List(bad)
}

// reading returns a function that reads the working patterns of a user.
func (s *WorkingPatterns) reading(userID string) upsert.Reading[pattern] {
	return func(ctx context.Context) (*patterns, error) {
		return patch.ReadUserList[pattern](ctx, call.DB(ctx), workingpatterns.Table, protoconv.ID(userID))
	}
}

func patternsToProto(row *patterns) *pb.WorkingPatterns {
	m := &pb.WorkingPatterns{Id: row.UserID.String(), Version: row.Version}
	for _, p := range row.Items {
		m.Items = append(m.Items, &pb.WorkingPattern{ValidFrom: p.ValidFrom, Hours: p.Hours})
	}
	if row.Version > 0 {
		m.UpdatedAt = timestamppb.New(row.UpdatedAt)
	}
	return m
}
