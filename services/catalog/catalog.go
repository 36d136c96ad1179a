// Package catalog lists capabilities, which rows of hours refer to, and time off types,
// which time off requests refer to. Clients read the ids here to send them in other
// requests. Only the import creates and changes these records.
//
// The lists include inactive records, because older rows still refer to them.
package catalog

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/internal/lists"
)

// Capabilities implements pb.CapabilityServiceServer.
type Capabilities struct {
	pb.UnimplementedCapabilityServiceServer
	db *ent.Client
}

// NewCapabilities returns the service over db.
func NewCapabilities(db *ent.Client) *Capabilities { return &Capabilities{db: db} }

// ListCapabilities returns a page of capabilities, oldest first.
func (s *Capabilities) ListCapabilities(ctx context.Context, req *pb.ListCapabilitiesRequest) (*pb.ListCapabilitiesResponse, error) {
	page := &pb.CapabilityPage{}
	return &pb.ListCapabilitiesResponse{Data: page}, lists.Get(ctx, req, page, s.db.Capability.Query(), lists.Each(capabilityToProto))
}

func capabilityToProto(row *ent.Capability) *pb.Capability {
	return &pb.Capability{
		Id:        row.ID.String(),
		Name:      &row.Name,
		IsActive:  &row.IsActive,
		Version:   row.Version,
		CreatedAt: timestamppb.New(row.CreatedAt),
		UpdatedAt: timestamppb.New(row.UpdatedAt),
	}
}

// TimeOffTypes implements pb.TimeOffTypeServiceServer.
type TimeOffTypes struct {
	pb.UnimplementedTimeOffTypeServiceServer
	db *ent.Client
}

// NewTimeOffTypes returns the service over db.
func NewTimeOffTypes(db *ent.Client) *TimeOffTypes { return &TimeOffTypes{db: db} }

// ListTimeOffTypes returns a page of time off types, oldest first.
func (s *TimeOffTypes) ListTimeOffTypes(ctx context.Context, req *pb.ListTimeOffTypesRequest) (*pb.ListTimeOffTypesResponse, error) {
	page := &pb.TimeOffTypePage{}
	return &pb.ListTimeOffTypesResponse{Data: page}, lists.Get(ctx, req, page, s.db.TimeOffType.Query(), lists.Each(timeOffTypeToProto))
}

func timeOffTypeToProto(row *ent.TimeOffType) *pb.TimeOffType {
	return &pb.TimeOffType{
		Id:        row.ID.String(),
		Name:      &row.Name,
		IsActive:  &row.IsActive,
		Version:   row.Version,
		CreatedAt: timestamppb.New(row.CreatedAt),
		UpdatedAt: timestamppb.New(row.UpdatedAt),
	}
}
