package organization

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/organizationsettlement"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/patch"
)

// settlement is the name of the record in errors and in events.
const settlement = "settlement"

// GetSettlement returns how people settle their days. Everybody may read it.
func (s *Service) GetSettlement(ctx context.Context, _ *pb.GetSettlementRequest) (*pb.GetSettlementResponse, error) {
	row, err := readSettlement(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.GetSettlementResponse{Data: settlementMessage(row)}, nil
}

// UpdateSettlement changes the fields in the mask. Only admins may (403). It waits, in a transaction, for the writes
// that can change closed days, and writes what differs, with the event settlement.updated: settled.Checker.Change.
func (s *Service) UpdateSettlement(
	ctx context.Context, req *pb.UpdateSettlementRequest,
) (*pb.UpdateSettlementResponse, error) {
	// Whoever may not make the change must not delay those who write.
	if err := permit.UpdateSettlement(ctx); err != nil {
		return nil, err
	}
	var after *pb.Settlement
	var version int64 // before
	err := s.closed.Change(ctx, func() (changed bool, err error) {
		after, err = patch.Run(ctx, patch.Change[ent.OrganizationSettlement, *pb.Settlement]{
			Record: settlement,
			Event:  settlement + ".updated",
			Read:   readSettlement,
			Apply: func(_ context.Context, row *ent.OrganizationSettlement) error {
				version = row.Version
				return applySettlement(row, req.Settlement, req.UpdateMask.GetPaths())
			},
			Permit: func(ctx context.Context, _, _ *ent.OrganizationSettlement) error {
				return permit.UpdateSettlement(ctx)
			},
			Message: settlementMessage,
		})
		return after.GetVersion() != version, err
	})
	return &pb.UpdateSettlementResponse{Data: after}, err
}

// readSettlement returns the row of the organization. Until it is stored, its version is 0, and each field has its
// default.
func readSettlement(ctx context.Context) (*ent.OrganizationSettlement, error) {
	row, err := call.DB(ctx).OrganizationSettlement.Query().Only(ctx)
	if !ent.IsNotFound(err) {
		return row, err
	}
	return &ent.OrganizationSettlement{
		ID: call.Caller(ctx).OrganizationID, CreatedAt: protoconv.Now(),
		Period:       organizationsettlement.DefaultPeriod,
		WeekStart:    organizationsettlement.DefaultWeekStart,
		SelfApproval: organizationsettlement.DefaultSelfApproval,
	}, nil
}

// applySettlement copies the given fields of in to the row.
func applySettlement(row *ent.OrganizationSettlement, in *pb.Settlement, fields []string) error {
	for _, field := range fields {
		switch field {
		case "period":
			row.Period = protoconv.Word[organizationsettlement.Period](in.GetPeriod())
		case "week_start":
			row.WeekStart = in.GetWeekStart()
		case "self_approval":
			row.SelfApproval = in.GetSelfApproval()
		case "auto_lock_after_days":
			row.AutoLockAfterDays = in.AutoLockAfterDays
		default:
			return patch.Unhandled(settlement, field)
		}
	}
	return nil
}

func settlementMessage(row *ent.OrganizationSettlement) *pb.Settlement {
	m := &pb.Settlement{
		Id:                row.ID.String(),
		Period:            protoconv.EnumOf[pb.SettlementPeriod](row.Period).Enum(),
		WeekStart:         &row.WeekStart,
		SelfApproval:      &row.SelfApproval,
		AutoLockAfterDays: row.AutoLockAfterDays,
		Version:           row.Version,
	}
	if row.Version > 0 {
		m.UpdatedAt = timestamppb.New(row.UpdatedAt)
	}
	return m
}
