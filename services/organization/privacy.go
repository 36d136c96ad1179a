// Package organization serves what an organization decides for all of its people.
//
// Its privacy is what people see of each other. Nothing is hidden until an admin decides it, and everybody may know
// what is hidden. Package permit has the rule whom it is hidden from, and each resource asks it, see permit.SightOf.
//
// Its settlement is how people settle their days. Package settled asks for it.
package organization

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/organizationprivacy"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/settled"
)

// record is the name of the record in errors and in events.
const record = "privacy"

// Service implements pb.OrganizationServiceServer.
type Service struct {
	pb.UnimplementedOrganizationServiceServer
	closed *settled.Checker
}

// New returns the service. closed is that of the services that write what can be closed.
func New(closed *settled.Checker) *Service { return &Service{closed: closed} }

// GetPrivacy returns what people see of each other. Everybody may read it.
func (s *Service) GetPrivacy(ctx context.Context, _ *pb.GetPrivacyRequest) (*pb.GetPrivacyResponse, error) {
	row, err := read(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.GetPrivacyResponse{Data: toProto(row)}, nil
}

// UpdatePrivacy changes the fields in the mask. Only admins may (403). It writes what differs, with the event
// privacy.updated: patch.Run.
func (s *Service) UpdatePrivacy(ctx context.Context, req *pb.UpdatePrivacyRequest) (*pb.UpdatePrivacyResponse, error) {
	after, err := patch.Run(ctx, patch.Change[ent.OrganizationPrivacy, *pb.Privacy]{
		Record: record,
		Event:  record + ".updated",
		Read:   read,
		Apply: func(_ context.Context, row *ent.OrganizationPrivacy) error {
			return apply(row, req.Privacy, req.UpdateMask.GetPaths())
		},
		Permit:  func(ctx context.Context, _, _ *ent.OrganizationPrivacy) error { return permit.UpdatePrivacy(ctx) },
		Message: toProto,
	})
	return &pb.UpdatePrivacyResponse{Data: after}, err
}

// read returns the row of the organization. Until it is stored, its version is 0, and it hides nothing.
func read(ctx context.Context) (*ent.OrganizationPrivacy, error) {
	row, err := call.DB(ctx).OrganizationPrivacy.Query().Only(ctx)
	if !ent.IsNotFound(err) {
		return row, err
	}
	return &ent.OrganizationPrivacy{
		ID: call.Caller(ctx).OrganizationID, CreatedAt: protoconv.Now(),
		LeaveTypes:      organizationprivacy.DefaultLeaveTypes,
		PendingRequests: organizationprivacy.DefaultPendingRequests,
		WorkedHours:     organizationprivacy.DefaultWorkedHours,
		Utilization:     organizationprivacy.DefaultUtilization,
	}, nil
}

// apply copies the given fields of in to the row.
func apply(row *ent.OrganizationPrivacy, in *pb.Privacy, fields []string) error {
	for _, field := range fields {
		switch field {
		case "leave_types":
			row.LeaveTypes = protoconv.Word[organizationprivacy.LeaveTypes](in.GetLeaveTypes())
		case "pending_requests":
			row.PendingRequests = protoconv.Word[organizationprivacy.PendingRequests](in.GetPendingRequests())
		case "worked_hours":
			row.WorkedHours = protoconv.Word[organizationprivacy.WorkedHours](in.GetWorkedHours())
		case "utilization":
			row.Utilization = protoconv.Word[organizationprivacy.Utilization](in.GetUtilization())
		default:
			return patch.Unhandled(record, field)
		}
	}
	return nil
}

func toProto(row *ent.OrganizationPrivacy) *pb.Privacy {
	m := &pb.Privacy{
		Id:              row.ID.String(),
		LeaveTypes:      protoconv.EnumOf[pb.Audience](row.LeaveTypes).Enum(),
		PendingRequests: protoconv.EnumOf[pb.Audience](row.PendingRequests).Enum(),
		WorkedHours:     protoconv.EnumOf[pb.Audience](row.WorkedHours).Enum(),
		Utilization:     protoconv.EnumOf[pb.Audience](row.Utilization).Enum(),
		Version:         row.Version,
	}
	if row.Version > 0 {
		m.UpdatedAt = timestamppb.New(row.UpdatedAt)
	}
	return m
}
