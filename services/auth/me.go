package auth

import (
	"context"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// MeService implements pb.MeServiceServer.
type MeService struct {
	pb.UnimplementedMeServiceServer
	limits *pb.OrganizationLimits
}

// NewMeService returns the service. limits are those of each organization.
func NewMeService(limits *pb.OrganizationLimits) MeService { return MeService{limits: limits} }

// nameOfSession is the name of a session that was not made with a key.
const nameOfSession = "console"

// GetMe returns the identity of the calling key or session.
func (s MeService) GetMe(ctx context.Context, _ *pb.GetMeRequest) (*pb.GetMeResponse, error) {
	c := FromContext(ctx)
	return &pb.GetMeResponse{Data: &pb.KeyIdentity{
		KeyId:          c.bucket().String(),
		KeyName:        c.KeyName,
		OrganizationId: c.OrganizationID.String(),
		ActorUserId:    c.ActorID.String(),
		Scopes:         c.Scopes,
		Organization:   &pb.KeyOrganization{SuspendedAt: protoconv.OptionalTimestamp(c.suspendedAt), Limits: s.limits},
	}}, nil
}
