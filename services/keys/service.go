package keys

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/apikey"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/internal/patch"
	"github.com/workplan-api/workplan/services/internal/reference"
)

// The time that the old secret works after a rotation: by default, and at most.
const (
	defaultOverlap = 24 * time.Hour
	MaxOverlap     = 7 * 24 * time.Hour
)

// Service implements pb.KeyServiceServer.
type Service struct {
	pb.UnimplementedKeyServiceServer
	granted func(perMinute *int32) quota.Limit
	// disableWebhooks writes in the transaction of the request.
	disableWebhooks func(ctx context.Context, ids []uuid.UUID) error
	maxKeys         int
}

// New returns the service. granted returns the limit of a key with a rate limit, see quota.Quota. Only
// UpdateKey calls it. disableWebhooks is webhooks.Disable. Only RevokeKey calls it. maxKeys is how many
// keys an organization may have that are not revoked; 0 is no limit.
func New(
	granted func(perMinute *int32) quota.Limit,
	disableWebhooks func(ctx context.Context, ids []uuid.UUID) error, maxKeys int,
) *Service {
	return &Service{granted: granted, disableWebhooks: disableWebhooks, maxKeys: maxKeys}
}

// ListKeys returns a page of keys, oldest first.
func (s *Service) ListKeys(ctx context.Context, req *pb.ListKeysRequest) (*pb.ListKeysResponse, error) {
	page := &pb.KeyPage{}
	if err := lists.Get(ctx, req, page, call.DB(ctx).APIKey.Query(), lists.Each(ToProto)); err != nil {
		return nil, err
	}
	if err := permit.ManageKeys(ctx); err != nil { // after Get, because 400 comes before 403
		return nil, err
	}
	return &pb.ListKeysResponse{Data: page}, nil
}

// CreateKey creates a key, with the event key.created. It checks the fields and the user that the key acts as (400),
// and then that the calling key has the scopes (403). With a limit of keys (409), it inserts the key in a transaction
// that locks the organization, and otherwise with one statement. Only the response has the secret.
func (s *Service) CreateKey(ctx context.Context, req *pb.CreateKeyRequest) (*pb.CreateKeyResponse, error) {
	const actor = "actor_user_id"
	in := Request{
		Name:      req.Key.GetName(),
		ActorID:   protoconv.ID(req.Key.GetActorUserId()),
		Scopes:    req.Key.GetScopes(),
		RateLimit: req.Key.RateLimit,
		ExpiresAt: protoconv.OptionalTime(req.Key.GetExpiresAt()),
	}
	if err := in.Check(); err != nil {
		return nil, err
	}
	if err := reference.Check(ctx, record, []string{actor},
		reference.Person(call.DB(ctx), actor, &in.ActorID)); err != nil {
		return nil, err
	}
	if err := permit.GiveScopes(ctx, record+".scopes", in.Scopes); err != nil {
		return nil, err
	}
	row, key, err := s.create(ctx, in)
	if err != nil {
		return nil, err
	}
	created := ToProto(row)
	created.Secret = new(key.Reveal())
	return &pb.CreateKeyResponse{Data: created}, nil
}

// create inserts a new key, unless the organization has maxKeys. A revoked key does not count: it never works again.
func (s *Service) create(ctx context.Context, in Request) (row *ent.APIKey, key auth.Key, err error) {
	if s.maxKeys == 0 {
		return Create(ctx, call.DB(ctx), in)
	}
	db := call.DB(ctx)
	err = db.Unit.Do(ctx, func() error {
		working := db.APIKey.Query().Where(apikey.RevokedAtIsNil())
		if err := patch.LockAndCheckRoom(ctx, db, s.maxKeys, working.Count, "keys", "revoke one"); err != nil {
			return err
		}
		row, key, err = Create(ctx, db, in)
		return err
	})
	return row, key, err
}

// UpdateKey changes the fields in the mask, with the event key.updated: patch.Run. Only admins may (403). A calling
// key that lacks a scope of the key may not make it work longer or send more requests (403). A revoked key can be
// changed too.
func (s *Service) UpdateKey(ctx context.Context, req *pb.UpdateKeyRequest) (*pb.UpdateKeyResponse, error) {
	change := s.changeOf(req.KeyId)
	change.Apply = func(_ context.Context, row *ent.APIKey) error {
		return apply(row, req.Key, req.UpdateMask.GetPaths())
	}
	change.Permit = func(ctx context.Context, read, row *ent.APIKey) error {
		return permit.UpdateKey(ctx, auth.Granted(read.Scopes), s.gains(read, row))
	}
	after, err := patch.Run(ctx, change)
	return &pb.UpdateKeyResponse{Data: after}, err
}

// gains returns the fields by whose change a key works longer or can send more requests. A later expiry counts also
// for a key that has expired.
func (s *Service) gains(read, row *ent.APIKey) (fields []string) {
	if s.granted(row.RateLimit).Exceeds(s.granted(read.RateLimit)) {
		fields = append(fields, record+".rate_limit")
	}
	if read.ExpiresAt != nil && (row.ExpiresAt == nil || row.ExpiresAt.After(*read.ExpiresAt)) {
		fields = append(fields, record+".expires_at")
	}
	return fields
}

// apply copies the given fields of in to the row and checks the result.
func apply(row *ent.APIKey, in *pb.Key, fields []string) error {
	for _, field := range fields {
		switch field {
		case "name":
			row.Name = in.GetName()
		case "rate_limit":
			row.RateLimit = in.RateLimit
		case "expires_at":
			row.ExpiresAt = protoconv.OptionalTime(in.ExpiresAt)
			if expired(row.ExpiresAt) {
				return problem.Field(problem.ValidationFailed, record+".expires_at", inFuture)
			}
		default:
			return patch.Unhandled(record, field)
		}
	}
	return nil
}

// RotateKey gives a key a new secret, with the event key.rotated: patch.Run. The old one becomes the previous secret,
// in place of an earlier one. The calling key must have the scopes of the key (403). A key that is revoked or has
// expired is not rotated (409). Only the response has the secret.
func (s *Service) RotateKey(ctx context.Context, req *pb.RotateKeyRequest) (*pb.RotateKeyResponse, error) {
	overlap := defaultOverlap
	if r := req.GetRotation(); r != nil && r.OverlapSeconds != nil {
		overlap = time.Duration(*r.OverlapSeconds) * time.Second
	}
	key := auth.NewKey(tenant.Organization(ctx))
	change := s.changeOf(req.KeyId)
	change.Apply = func(_ context.Context, row *ent.APIKey) error {
		previous, hash := row.SecretHash, key.Hash()
		row.SecretHash, row.PreviousSecretHash, row.PreviousSecretExpiresAt = hash[:], nil, nil
		if overlap > 0 {
			row.PreviousSecretHash, row.PreviousSecretExpiresAt = previous, new(protoconv.Now().Add(overlap))
		}
		return nil
	}
	change.Permit = func(ctx context.Context, read, _ *ent.APIKey) error {
		return permit.GiveScopes(ctx, "scopes", auth.Granted(read.Scopes))
	}
	change.State = func(_ context.Context, read, _ *ent.APIKey) error {
		switch {
		case read.RevokedAt != nil:
			return problem.Conflict(problem.InvalidState, "the key is revoked")
		case expired(read.ExpiresAt):
			return problem.Conflict(problem.InvalidState, "the key has expired")
		}
		return nil
	}
	change.Event, change.Always = "key.rotated", true
	after, err := patch.Run(ctx, change)
	if err != nil {
		return nil, err
	}
	after.Secret = new(key.Reveal())
	return &pb.RotateKeyResponse{Data: after}, nil
}

// changeOf returns a change of the key that any admin may make.
func (s *Service) changeOf(keyID string) patch.Change[ent.APIKey, *pb.Key] {
	id := protoconv.ID(keyID)
	return patch.Change[ent.APIKey, *pb.Key]{
		Record: record,
		Event:  "key.updated",
		Read: func(ctx context.Context) (*ent.APIKey, error) {
			return call.DB(ctx).APIKey.Query().Where(apikey.ID(id)).Only(ctx)
		},
		Permit:  func(ctx context.Context, _, _ *ent.APIKey) error { return permit.ManageKeys(ctx) },
		Message: ToProto,
	}
}

// ToProto returns the message of the row, without the secret.
func ToProto(row *ent.APIKey) *pb.Key {
	return &pb.Key{
		Id:                      row.ID.String(),
		Name:                    &row.Name,
		ActorUserId:             row.ActorUserID.String(),
		Scopes:                  auth.Granted(row.Scopes),
		AllScopes:               slices.Contains(row.Scopes, auth.EveryScope),
		RateLimit:               row.RateLimit,
		ExpiresAt:               protoconv.OptionalTimestamp(row.ExpiresAt),
		LastUsedAt:              protoconv.OptionalTimestamp(row.LastUsedAt),
		RevokedAt:               protoconv.OptionalTimestamp(row.RevokedAt),
		PreviousSecretExpiresAt: protoconv.OptionalTimestamp(previousSecretExpiry(row)),
		Version:                 row.Version,
		CreatedAt:               timestamppb.New(row.CreatedAt),
		UpdatedAt:               timestamppb.New(row.UpdatedAt),
	}
}

// previousSecretExpiry returns when the previous secret stops working, or nil if none
// works. No secret works longer than its key.
func previousSecretExpiry(row *ent.APIKey) *time.Time {
	end := row.PreviousSecretExpiresAt
	switch {
	case end == nil || row.RevokedAt != nil || expired(end) || expired(row.ExpiresAt):
		return nil
	case row.ExpiresAt != nil && row.ExpiresAt.Before(*end):
		return row.ExpiresAt
	}
	return end
}

func expired(t *time.Time) bool { return t != nil && !t.After(time.Now()) }
