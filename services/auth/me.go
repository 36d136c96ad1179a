package auth

import (
	"context"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// MeService implements pb.MeServiceServer.
type MeService struct {
	pb.UnimplementedMeServiceServer
}

// nameOfSession is the name of a session that was not made with a key.
const nameOfSession = "console"

// GetMe returns the identity of the calling key or session.
func (MeService) GetMe(ctx context.Context, _ *pb.GetMeRequest) (*pb.GetMeResponse, error) {
	c := FromContext(ctx)
	return &pb.GetMeResponse{Data: &pb.KeyIdentity{
		KeyId:          c.bucket().String(),
		KeyName:        c.KeyName,
		OrganizationId: c.OrganizationID.String(),
		ActorUserId:    c.ActorID.String(),
		Scopes:         c.Scopes,
		Organization:   &pb.KeyOrganization{SuspendedAt: protoconv.OptionalTimestamp(c.suspendedAt)},
	}}, nil
}
