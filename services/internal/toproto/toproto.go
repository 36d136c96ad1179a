// Package toproto makes the messages of rows that more than one service answers
// with: a project can carry its client and its manager.
package toproto

import (
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// User is the message of a user.
func User(row *ent.User) *pb.User {
	return &pb.User{
		Id:                  row.ID.String(),
		Name:                &row.Name,
		Email:               row.Email,
		Image:               row.Image,
		CountryCode:         row.CountryCode,
		DefaultAvailability: &row.DefaultAvailability,
		ReportsToId:         protoconv.OptionalIDString(row.ReportsToID),
		Role:                protoconv.EnumOf[pb.Role](row.Role),
		IsActive:            row.IsActive,
		Version:             row.Version,
		CreatedAt:           timestamppb.New(row.CreatedAt),
		UpdatedAt:           timestamppb.New(row.UpdatedAt),
	}
}

// Client is the message of a client.
func Client(row *ent.Customer) *pb.Client {
	priority := protoconv.EnumOf[pb.ClientPriority](row.ClientPriority)
	return &pb.Client{
		Id:               row.ID.String(),
		CompanyName:      &row.CompanyName,
		Email:            row.Email,
		Image:            row.Image,
		CountryCode:      row.CountryCode,
		Website:          row.Website,
		IsActive:         &row.IsActive,
		ClientPriority:   &priority,
		Categories:       row.Categories,
		AccountManagerId: protoconv.OptionalIDString(row.AccountManagerID),
		Version:          row.Version,
		CreatedAt:        timestamppb.New(row.CreatedAt),
		UpdatedAt:        timestamppb.New(row.UpdatedAt),
	}
}
