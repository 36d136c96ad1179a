package keys

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/workplan-api/workplan/ent/webhook"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/call"
)

const (
	// maxMade is how many records a list of what a key has made has, and how many keys one request revokes.
	maxMade = 200
	// maxLookedAt is how many keys are looked at.
	maxLookedAt = 10_000
)

// created returns a statement that reads which records of a type a key has made, at most $3, the latest first. key is
// where the statement has the id of the key. Only events_made_idx finds the events of a key, and it needs the type as a
// constant.
func created(kind, key string) string {
	return `SELECT record_id, api_key_id FROM events WHERE organization_id = $1 AND api_key_id = ` + key +
		` AND type = '` + kind + `.created' ORDER BY id DESC LIMIT $3`
}

// madeKeys reads the keys that the key $2 has made, and those that these have made, and so on: first those that work.
var madeKeys = `
WITH RECURSIVE made (id, by) AS (
  SELECT * FROM (` + created(record, "$2") + `) e
  UNION ALL
  SELECT e.* FROM made CROSS JOIN LATERAL (` + created(record, "made.id") + `) e
)
SELECT t.id, made.by, t.name, t.created_at, t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $4)
FROM (SELECT * FROM made LIMIT $3) made
CROSS JOIN ` + among.Row("*", "api_keys", "made.id") + ` t
ORDER BY 5 DESC, t.id DESC`

// madeUsers reads the users that the keys $2 have made: $4 at most, first admins and managers, and of these the active
// ones.
var madeUsers = `
SELECT t.id, made.api_key_id, t.name, t.created_at, t.is_active
FROM unnest((SELECT $2::uuid[])) AS key (id)
CROSS JOIN LATERAL (` + created("user", "key.id") + `) made
CROSS JOIN ` + among.Row("*", "users", "made.record_id") + ` t
ORDER BY t.role <> 'member' DESC, 5 DESC, t.id DESC LIMIT $4`

// madeWebhooks reads the ids of the endpoints that the keys $2 have made.
var madeWebhooks = `
SELECT made.record_id, made.api_key_id
FROM unnest((SELECT $2::uuid[])) AS key (id)
CROSS JOIN LATERAL (` + created("webhook", "key.id") + `) made`

// readMade reads what the key has made, maxMade keys and users at most. The keys that work come first, then the newest
// ones. The webhooks are those of all the keys: a webhook works on with the rights of a key that was revoked.
func (s *Service) readMade(ctx context.Context, key uuid.UUID) (*pb.MadeByKey, error) {
	keys, err := s.readRecords(ctx, madeKeys, key, maxLookedAt, time.Now())
	if err != nil {
		return nil, err
	}
	by := []uuid.UUID{key}
	for _, k := range keys {
		by = append(by, protoconv.ID(k.Id))
	}
	users, err := s.readRecords(ctx, madeUsers, among.Distinct(by), maxLookedAt, maxMade+1)
	if err != nil {
		return nil, err
	}
	webhooks, err := s.readWebhooks(ctx, by)
	if err != nil {
		return nil, err
	}
	return &pb.MadeByKey{
		Webhooks: webhooks, Keys: keys[:min(len(keys), maxMade)], Users: users[:min(len(users), maxMade)],
		HasMore: len(keys) > maxMade || len(users) > maxMade,
	}, nil
}

// readRecords returns the records that a statement reads.
func (s *Service) readRecords(ctx context.Context, query string, args ...any) (found []*pb.MadeRecord, err error) {
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var r pb.MadeRecord
		var created time.Time
		err := scan(&r.Id, &r.KeyId, &r.Name, &created, &r.IsActive)
		r.CreatedAt = timestamppb.New(created)
		found = append(found, &r)
		return err
	}, query, args...)
	return found, err
}

// readWebhooks reads all endpoints, which are few, and returns those that the keys have made, or that have the rights
// of one of them.
func (s *Service) readWebhooks(ctx context.Context, keys []uuid.UUID) ([]*pb.MadeRecord, error) {
	makers, err := s.readMakers(ctx, keys)
	if err != nil {
		return nil, err
	}
	rows, err := call.DB(ctx).Webhook.Query().All(ctx)
	if err != nil {
		return nil, err
	}
	isMade := map[uuid.UUID]bool{}
	for _, key := range keys {
		isMade[key] = true
	}
	var found []*pb.MadeRecord
	for _, row := range rows {
		maker, ok := makers[row.ID]
		if row.APIKeyID != nil && isMade[*row.APIKeyID] {
			maker, ok = *row.APIKeyID, true
		}
		if ok {
			found = append(found, &pb.MadeRecord{
				Id: row.ID.String(), Name: row.Name, KeyId: maker.String(),
				IsActive: row.State != webhook.StateDisabled, CreatedAt: timestamppb.New(row.CreatedAt),
			})
		}
	}
	slices.SortFunc(found, func(a, b *pb.MadeRecord) int { return cmp.Compare(b.Id, a.Id) })
	return found, nil
}

// readMakers returns the keys that have made endpoints, by the ids of these.
func (s *Service) readMakers(ctx context.Context, keys []uuid.UUID) (makers map[uuid.UUID]uuid.UUID, err error) {
	makers = map[uuid.UUID]uuid.UUID{}
	err = tenant.Each(ctx, call.DB(ctx), func(scan postgres.Scan) error {
		var id, by uuid.UUID
		err := scan(&id, &by)
		makers[id] = by
		return err
	}, madeWebhooks, among.Distinct(keys), maxLookedAt)
	return makers, err
}
