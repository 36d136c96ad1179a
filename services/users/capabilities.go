package users

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/capability"
	"github.com/workplan-api/workplan/ent/usercapabilities"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/validate"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/reference"
	"github.com/workplan-api/workplan/services/internal/upsert"
	"github.com/workplan-api/workplan/services/journal"
)

// capabilities are the capabilities that a user has.
type capabilities = patch.UserList[skill]

// skill is an element of the column items.
type skill struct {
	CapabilityID uuid.UUID `json:"capabilityId"`
	Level        int32     `json:"level"`
}

func (s skill) id() uuid.UUID { return s.CapabilityID }

// GetUserCapabilities returns the capabilities of a user: an empty list of version 0 if none was ever written. Without
// the user, it is 404.
func (s *Service) GetUserCapabilities(
	ctx context.Context, req *pb.GetUserCapabilitiesRequest,
) (*pb.GetUserCapabilitiesResponse, error) {
	row, err := s.readingCapabilities(req.UserId)(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.GetUserCapabilitiesResponse{Data: capabilitiesToProto(row)}, nil
}

// ReplaceUserCapabilities replaces the capabilities of a user, with the event user_capabilities.updated: patch.Run. Its
// error (400) lists all bad items. What the items alone show to be invalid comes before a missing user (404), like in
// the chain. Each attempt looks up whether the capabilities exist and are active.
func (s *Service) ReplaceUserCapabilities(
	ctx context.Context, req *pb.ReplaceUserCapabilitiesRequest,
) (*pb.ReplaceUserCapabilitiesResponse, error) {
	bad := validate.Items(req, call.FromContext(ctx).Unread)
	after, _, err := s.replaceCapabilities(ctx, req.UserId, req.GetUserCapabilities().GetItems(), bad,
		s.readingCapabilities(req.UserId), s.readActive)
	return &pb.ReplaceUserCapabilitiesResponse{Data: after}, err
}

// replaceCapabilities replaces the capabilities of a user, and returns the version that they had before. read reads
// them. known looks capabilities up like readActive; that of a batch looks up those of all items once.
func (s *Service) replaceCapabilities(
	ctx context.Context, userID string, in []*pb.UserCapability, bad []problem.Detail,
	read upsert.Reading[skill], known func(context.Context, []uuid.UUID) (map[uuid.UUID]bool, error),
) (after *pb.UserCapabilities, was int64, err error) {
	items, places, bad := distinct("user_capabilities.items", in, bad)
	id := protoconv.ID(userID)
	after, err = patch.Run(ctx, patch.Change[capabilities, *pb.UserCapabilities]{
		Record: record,
		Event:  "user_capabilities.updated",
		Read: func(ctx context.Context) (*capabilities, error) {
			row, err := read(ctx)
			var p *problem.Error
			if len(bad) > 0 && errors.As(err, &p) && p.Code == problem.NotFound {
				err = problem.List(slices.Clone(bad))
			}
			return row, err
		},
		Apply: func(ctx context.Context, row *capabilities) error {
			active, err := known(ctx, lists.Map(items, skill.id))
			if err != nil {
				return err
			}
			refused := unfit("user_capabilities.items", items, places, row.Items, active)
			was, row.Items = row.Version, items
			return problem.List(slices.Concat(bad, refused))
		},
		Permit: func(ctx context.Context, _, _ *capabilities) error {
			return permit.WriteCapabilities(ctx, id)
		},
		Message: capabilitiesToProto,
	})
	return after, was, err
}

// UpsertUserCapabilities replaces the capabilities of many users, all of them or none, in one transaction and with an
// event for each list that differs: upsert.UserLists.
func (s *Service) UpsertUserCapabilities(
	ctx context.Context, req *pb.UpsertUserCapabilitiesRequest,
) (*pb.UpsertUserCapabilitiesResponse, error) {
	var active map[uuid.UUID]bool // of all items
	known := func(ctx context.Context, _ []uuid.UUID) (_ map[uuid.UUID]bool, err error) {
		if active == nil {
			var ids []uuid.UUID
			for _, item := range req.GetBatch().GetItems() {
				for _, c := range item.Items {
					ids = append(ids, protoconv.ID(c.CapabilityId))
				}
			}
			active, err = s.readActive(ctx, ids)
		}
		return active, err
	}
	records, meta, err := upsert.UserLists[skill, *pb.CapabilitiesOfUser, *pb.UserCapabilities]{
		Name: "user_capabilities", Table: usercapabilities.Table,
		Permit: permit.WriteCapabilities,
		Begin:  func() { active = nil },
		Replace: func(
			ctx context.Context, item *pb.CapabilitiesOfUser, read upsert.Reading[skill],
		) (*pb.UserCapabilities, int64, error) {
			return s.replaceCapabilities(ctx, item.UserId, item.Items, nil, read, known)
		},
	}.Run(ctx, req, req.GetBatch().GetItems())
	return &pb.UpsertUserCapabilitiesResponse{Data: records, Meta: meta}, err
}

// ListUserCapabilities returns a page of the capabilities of all users who ever had any, in the order of the users'
// ids.
func (s *Service) ListUserCapabilities(
	ctx context.Context, req *pb.ListUserCapabilitiesRequest,
) (*pb.ListUserCapabilitiesResponse, error) {
	q := call.DB(ctx).UserCapabilities.Query()
	lists.FilterIDs(ctx, q, usercapabilities.Table, req.Ids)
	page := &pb.UserCapabilitiesPage{}
	return &pb.ListUserCapabilitiesResponse{Data: page}, lists.GetByID(ctx, req, page, q, lists.EachOr(
		func(row *ent.UserCapabilities) (*pb.UserCapabilities, error) {
			list, err := patch.ParseUserList[skill](row.ID, row.Version, row.UpdatedAt, row.Items)
			return capabilitiesToProto(list), err
		}))
}

// include adds to users what the request asks for with include: the capabilities, which it reads with one statement.
func (s *Service) include(ctx context.Context, words []string, users []*pb.User) error {
	if len(words) == 0 || len(users) == 0 {
		return nil
	}
	byID, ids := map[uuid.UUID]*pb.User{}, make([]uuid.UUID, len(users))
	for i, u := range users {
		ids[i] = protoconv.ID(u.Id)
		byID[ids[i]] = u
	}
	rows, err := among.Read[ent.UserCapabilities](ctx, call.DB(ctx), usercapabilities.Table,
		[]string{usercapabilities.FieldID, usercapabilities.FieldItems}, ids)
	for _, row := range rows {
		list, err := patch.ParseUserList[skill](row.ID, 0, row.UpdatedAt, row.Items)
		if err != nil {
			return err
		}
		byID[row.ID].Capabilities = capabilitiesToProto(list).Items
	}
	return err
}

// newCapabilities returns the capabilities that a new user has at once, or nil if it has none. It looks up whether they
// exist and are active.
func (s *Service) newCapabilities(
	ctx context.Context, row *ent.User, in []*pb.UserCapability,
) (*capabilities, error) {
	if len(in) == 0 {
		return nil, nil
	}
	const path = record + ".capabilities"
	items, places, bad := distinct(path, in, nil)
	active, err := s.readActive(ctx, lists.Map(items, skill.id))
	if err != nil {
		return nil, err
	}
	return &capabilities{Table: usercapabilities.Table, UserID: row.ID, Version: 1, UpdatedAt: row.CreatedAt,
			Items: items},
		problem.List(slices.Concat(bad, unfit(path, items, places, nil, active)))
}

// createCapabilities inserts the capabilities of a new user, with their event.
func createCapabilities(ctx context.Context, row *capabilities) error {
	change := journal.Change{Type: "user_capabilities.updated",
		Before: capabilitiesToProto(&capabilities{UserID: row.UserID}), After: capabilitiesToProto(row)}
	return journal.Insert(ctx, call.DB(ctx), change, row)
}

// distinct returns the items that are not bad in the order of their capabilities, and their places in the request by
// capability. It adds the items to bad that have the same capability as an earlier one. path is that of the items in
// the request.
func distinct(
	path string, in []*pb.UserCapability, bad []problem.Detail,
) ([]skill, map[uuid.UUID]int, []problem.Detail) {
	id := func(c *pb.UserCapability) uuid.UUID { return protoconv.ID(c.CapabilityId) }
	list := path[strings.LastIndexByte(path, '.')+1:]
	kept, bad := patch.DistinctItems(in, bad, id, func(i, first int) problem.Detail {
		return badCapability(path, i, problem.ValidationFailed,
			fmt.Sprintf("must be another capability than that of %s[%d]", list, first))
	})
	items, places := make([]skill, 0, len(kept)), map[uuid.UUID]int{}
	for _, i := range kept {
		places[id(in[i])] = i
		items = append(items, skill{id(in[i]), in[i].GetLevel()})
	}
	slices.SortFunc(items, func(a, b skill) int { return bytes.Compare(a.CapabilityID[:], b.CapabilityID[:]) })
	return items, places, bad
}

func badCapability(path string, i int, code problem.Code, message string) problem.Detail {
	return problem.Detail{Field: fmt.Sprintf("%s[%d].capability_id", path, i), Code: code, Index: i, Message: message}
}

// readActive returns those of the capabilities that exist, and whether each is active.
func (s *Service) readActive(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	rows, err := among.Read[ent.Capability](ctx, call.DB(ctx), capability.Table,
		[]string{capability.FieldID, capability.FieldIsActive}, ids)
	if err != nil {
		return nil, err
	}
	active := map[uuid.UUID]bool{}
	for _, row := range rows {
		active[row.ID] = row.IsActive
	}
	return active, nil
}

// unfit returns what is wrong with the capabilities of items: they must exist, and those that the user does not have
// already must be active. active is of readActive.
func unfit(
	path string, items []skill, places map[uuid.UUID]int, has []skill, active map[uuid.UUID]bool,
) (unfit []problem.Detail) {
	for _, id := range lists.Map(items, skill.id) {
		isActive, exists := active[id]
		isNew := !slices.ContainsFunc(has, func(h skill) bool { return h.CapabilityID == id })
		switch {
		case !exists:
			unfit = append(unfit, badCapability(path, places[id], problem.UnknownReference, "does not exist"))
		case !isActive && isNew:
			unfit = append(unfit, badCapability(path, places[id], problem.ValidationFailed, reference.IsInactive))
		}
	}
	return unfit
}

// readingCapabilities returns a function that reads the capabilities of a user.
func (s *Service) readingCapabilities(userID string) upsert.Reading[skill] {
	return func(ctx context.Context) (*capabilities, error) {
		return patch.ReadUserList[skill](ctx, call.DB(ctx), usercapabilities.Table, protoconv.ID(userID))
	}
}

func capabilitiesToProto(row *capabilities) *pb.UserCapabilities {
	m := &pb.UserCapabilities{Id: row.UserID.String(), Version: row.Version}
	for _, item := range row.Items {
		m.Items = append(m.Items, &pb.UserCapability{CapabilityId: item.CapabilityID.String(), Level: &item.Level})
	}
	if row.Version > 0 {
		m.UpdatedAt = timestamppb.New(row.UpdatedAt)
	}
	return m
}
