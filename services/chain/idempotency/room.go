package idempotency

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/tenant"
)

const (
	// counters is how many rows share the count of an organization. A write locks one of them until it
	// commits, so others rarely wait for it.
	counters = 16
	// counted is the smallest number of bytes that is counted. A smaller response is counted as so many
	// bytes once in a while: then most of them cost no statement, and the count is still right on average.
	counted = 4 << 10
	// fullOrganizations is how many organizations without room a process remembers.
	fullOrganizations = 10_000
)

// missing is stored in place of a response for which there was no room. No message begins with this byte, so a server
// that does not know it fails instead of responding with an empty message.
var missing = []byte{0}

const (
	storedOn = `SELECT coalesce(sum(bytes), 0)::bigint FROM stored_responses WHERE organization_id = $1 AND day = $2`

	// addStored does not go back to an earlier day if the clocks of two servers differ.
	addStored = `
INSERT INTO stored_responses AS s (organization_id, id, day, bytes) VALUES ($1, $2, $3, $4)
ON CONFLICT (organization_id, id) DO UPDATE
SET bytes = CASE WHEN s.day < excluded.day THEN excluded.bytes ELSE s.bytes + excluded.bytes END,
  day = greatest(s.day, excluded.day)`
)

// room is the room for the responses of a day.
type room struct {
	perDay int64 // 0: no limit
	// full are the days on which this process has seen that an organization has no room.
	full *lru.Cache[uuid.UUID, time.Time]
}

func newRoom(perDay int64) *room {
	full, err := lru.New[uuid.UUID, time.Time](fullOrganizations)
	if err != nil {
		panic(err) // the size is positive
	}
	return &room{perDay: perDay, full: full}
}

// fit returns what to store in place of a response: the response if there is room for it today, else missing. Writes
// that run at the same time do not see each other, so the limit may be exceeded by as many responses.
func (r *room) fit(ctx context.Context, db *ent.Client, response []byte) ([]byte, error) {
	if r.perDay == 0 {
		return response, nil
	}
	organization, today := tenant.Organization(ctx), time.Now().UTC().Truncate(24*time.Hour)
	if day, ok := r.full.Get(organization); ok && day.Equal(today) {
		return missing, nil
	}
	if len(response) < counted && rand.IntN(counted) >= len(response) {
		return response, nil
	}
	size := int64(max(len(response), counted))
	stored, err := storedBytes(ctx, db, today)
	if err != nil {
		return nil, err
	}
	if stored+size > r.perDay {
		r.full.Add(organization, today)
		return missing, nil
	}
	_, err = tenant.Exec(ctx, db, addStored, rand.IntN(counters), today, size)
	return response, err
}

// storedBytes returns the bytes that are stored for the organization on a day.
func storedBytes(ctx context.Context, db *ent.Client, day time.Time) (n int64, err error) {
	err = tenant.Each(ctx, db, func(scan postgres.Scan) error { return scan(&n) }, storedOn, day)
	return n, err
}
