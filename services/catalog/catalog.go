// Package catalog serves capabilities, which rows of hours refer to, and time off types,
// which time off requests refer to. Admins create and change them.
//
// The names of the capabilities of an organization are unique, and so are those of its time
// off types. Case matters: Design and design are two names. The unique key decides; a look-up before the write only
// finds the record that has the name, for the error (409). Records are not deleted. They are
// set to inactive instead: the lists include them, because older rows still refer to them,
// but new rows cannot.
//
// The two kinds of records have the same fields and share one implementation. Go converts
// between their rows and between their messages without a copy.
package catalog

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/capability"
	"github.com/workplan-api/workplan/ent/timeofftype"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/journal"
)

// Capabilities implements pb.CapabilityServiceServer.
type Capabilities struct {
	pb.UnimplementedCapabilityServiceServer
	entries entries[*pb.Capability]
	forget  func(context.Context)
}

// NewCapabilities returns the service. It calls forget after each write of a capability that succeeds, which need not
// be committed yet, so that this process does not use what it has cached about capabilities: see hours.Inactive.
func NewCapabilities(forget func(context.Context)) *Capabilities {
	return &Capabilities{forget: forget, entries: entries[*pb.Capability]{
		record: "capability", table: capability.Table,
		message: toProto,
		find: func(ctx context.Context, where func(*sql.Selector)) (*ent.Capability, error) {
			return call.DB(ctx).Capability.Query().Where(where).Only(ctx)
		},
		row: func(row *ent.Capability) journal.Row { return row },
	}}
}

// ListCapabilities returns a page of capabilities, oldest first.
func (s *Capabilities) ListCapabilities(
	ctx context.Context, req *pb.ListCapabilitiesRequest,
) (*pb.ListCapabilitiesResponse, error) {
	q := call.DB(ctx).Capability.Query()
	lists.FilterIDs(ctx, q, capability.Table, req.Ids)
	page := &pb.CapabilityPage{}
	return &pb.ListCapabilitiesResponse{Data: page}, lists.Get(ctx, req, page, q, lists.Each(toProto))
}

// CreateCapability creates a capability, with the event capability.created: entries.create.
func (s *Capabilities) CreateCapability(
	ctx context.Context, req *pb.CreateCapabilityRequest,
) (*pb.CreateCapabilityResponse, error) {
	created, err := s.entries.create(ctx, req.Capability, patch.Fields(req.Capability))
	if err != nil {
		return nil, err
	}
	s.forget(ctx)
	return &pb.CreateCapabilityResponse{Data: created}, nil
}

// UpdateCapability changes the fields in the mask, with the event capability.updated: entries.update.
func (s *Capabilities) UpdateCapability(
	ctx context.Context, req *pb.UpdateCapabilityRequest,
) (*pb.UpdateCapabilityResponse, error) {
	after, err := s.entries.update(ctx, req.CapabilityId, req.Capability, req.UpdateMask.GetPaths())
	if err != nil {
		return nil, err
	}
	s.forget(ctx)
	return &pb.UpdateCapabilityResponse{Data: after}, nil
}

// TimeOffTypes implements pb.TimeOffTypeServiceServer.
type TimeOffTypes struct {
	pb.UnimplementedTimeOffTypeServiceServer
	entries entries[*pb.TimeOffType]
}

// NewTimeOffTypes returns the service.
func NewTimeOffTypes() *TimeOffTypes {
	return &TimeOffTypes{entries: entries[*pb.TimeOffType]{
		record: "time_off_type", table: timeofftype.Table,
		message: func(row *ent.Capability) *pb.TimeOffType { return (*pb.TimeOffType)(toProto(row)) },
		find: func(ctx context.Context, where func(*sql.Selector)) (*ent.Capability, error) {
			row, err := call.DB(ctx).TimeOffType.Query().Where(where).Only(ctx)
			return (*ent.Capability)(row), err
		},
		row: func(row *ent.Capability) journal.Row { return (*ent.TimeOffType)(row) },
	}}
}

// ListTimeOffTypes returns a page of time off types, oldest first.
func (s *TimeOffTypes) ListTimeOffTypes(
	ctx context.Context, req *pb.ListTimeOffTypesRequest,
) (*pb.ListTimeOffTypesResponse, error) {
	page := &pb.TimeOffTypePage{}
	each := lists.Each(func(row *ent.TimeOffType) *pb.TimeOffType { return s.entries.message((*ent.Capability)(row)) })
	return &pb.ListTimeOffTypesResponse{Data: page}, lists.Get(ctx, req, page, call.DB(ctx).TimeOffType.Query(), each)
}

// CreateTimeOffType creates a time off type, with the event time_off_type.created: entries.create.
func (s *TimeOffTypes) CreateTimeOffType(
	ctx context.Context, req *pb.CreateTimeOffTypeRequest,
) (*pb.CreateTimeOffTypeResponse, error) {
	created, err := s.entries.create(ctx, (*pb.Capability)(req.TimeOffType), patch.Fields(req.TimeOffType))
	return &pb.CreateTimeOffTypeResponse{Data: created}, err
}

// UpdateTimeOffType changes the fields in the mask, with the event time_off_type.updated: entries.update.
func (s *TimeOffTypes) UpdateTimeOffType(
	ctx context.Context, req *pb.UpdateTimeOffTypeRequest,
) (*pb.UpdateTimeOffTypeResponse, error) {
	after, err := s.entries.update(ctx, req.TimeOffTypeId, (*pb.Capability)(req.TimeOffType), req.UpdateMask.GetPaths())
	return &pb.UpdateTimeOffTypeResponse{Data: after}, err
}
