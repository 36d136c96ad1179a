package auth

import (
	"context"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// MeService implements pb.MeServiceServer.
type MeService struct {
	pb.UnimplementedMeServiceServer
}

// GetMe returns the identity of the calling key.
func (MeService) GetMe(ctx context.Context, _ *pb.GetMeRequest) (*pb.GetMeResponse, error) {
	c := FromContext(ctx)
	return &pb.GetMeResponse{Data: &pb.KeyIdentity{
		KeyId:          c.KeyID.String(),
		KeyName:        c.KeyName,
		OrganizationId: c.OrganizationID.String(),
		ActorUserId:    c.ActorID.String(),
		Scopes:         c.Scopes,
	}}, nil
}
