package keys

import (
	"bytes"
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
)

// RevokeKey stops a key for good, and on request the webhooks and the keys that it has made. All of it is one
// transaction, with the event key.revoked or webhook.disabled for each. A second call stops only what the first one
// left: what the key has made and still works.
func (s *Service) RevokeKey(ctx context.Context, req *pb.RevokeKeyRequest) (resp *pb.RevokeKeyResponse, err error) {
	err = call.DB(ctx).Unit.Do(ctx, func() error {
		change := s.changeOf(req.KeyId)
		change.Permit = func(ctx context.Context, _, _ *ent.APIKey) error {
			return permit.RevokeKey(ctx, req.Revocation.GetDisableWebhooks())
		}
		key, err := s.revoke(ctx, change)
		if err != nil {
			return err
		}
		if key.Made, err = s.stopMade(ctx, protoconv.ID(req.KeyId), req.Revocation); err != nil {
			return err
		}
		resp = &pb.RevokeKeyResponse{Data: key}
		return nil
	})
	return resp, err
}

// revoke makes a change that revokes one key. A key that is revoked already stays as it is.
func (s *Service) revoke(ctx context.Context, change patch.Change[ent.APIKey, *pb.Key]) (*pb.Key, error) {
	change.Event = "key.revoked"
	change.Apply = func(_ context.Context, row *ent.APIKey) error {
		if row.RevokedAt == nil {
			row.RevokedAt = new(protoconv.Now())
		}
		return nil
	}
	return patch.Run(ctx, change)
}

// stopMade stops what the key has made as far as the request asks for it, maxMade keys at most, and returns it as it is
// then. Keys that still work come first, so that a client can call again until the first one is revoked.
func (s *Service) stopMade(ctx context.Context, key uuid.UUID, r *pb.KeyRevocation) (*pb.MadeByKey, error) {
	made, err := s.readMade(ctx, key)
	if err != nil || !r.GetDisableWebhooks() && !r.GetRevokeKeys() {
		return made, err
	}
	if r.GetDisableWebhooks() {
		if err := s.disableWebhooks(ctx, ids(made.Webhooks)); err != nil {
			return nil, err
		}
	}
	if r.GetRevokeKeys() {
		for _, id := range ids(made.Keys) {
			change := s.changeOf(id.String())
			change.Unconditional = true
			if _, err := s.revoke(ctx, change); err != nil {
				return nil, err
			}
		}
	}
	return s.readMade(ctx, key)
}

// ids returns the ids of records in ascending order, so that two requests lock them in the same order.
func ids(records []*pb.MadeRecord) []uuid.UUID {
	ids := lists.Map(records, func(r *pb.MadeRecord) uuid.UUID { return protoconv.ID(r.Id) })
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return ids
}
