package hours

import (
	"context"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/capability"
	"github.com/workplan-api/workplan/internal/tenant"
)

// The cache makes a change effective on every process within one second, and at once on the
// process that makes it.
const (
	cacheTime = 900 * time.Millisecond
	cacheSize = 10_000
)

// Inactive knows which capabilities are inactive. Without its cache, every upsert with a
// capability would need one more statement.
type Inactive struct {
	db    *ent.Client
	cache *lru.Cache[uuid.UUID, inactive]
}

// inactive are the ids of the inactive capabilities of an organization.
type inactive struct {
	ids       map[string]bool
	readAfter time.Time
}

// NewInactive returns an Inactive that looks capabilities up in db.
func NewInactive(db *ent.Client) *Inactive {
	cache, err := lru.New[uuid.UUID, inactive](cacheSize)
	if err != nil {
		panic(err) // the size is positive
	}
	return &Inactive{db, cache}
}

// capabilities returns the ids of the inactive capabilities of the organization, as they
// were at most cacheTime ago.
func (i *Inactive) capabilities(ctx context.Context) (map[string]bool, error) {
	organization := tenant.Organization(ctx)
	if cached, ok := i.cache.Get(organization); ok && time.Since(cached.readAfter) < cacheTime {
		return cached.ids, nil
	}
	readAfter := time.Now()
	rows, err := i.db.Capability.Query().Where(capability.IsActive(false)).IDs(ctx)
	if err != nil {
		return nil, err
	}
	ids := make(map[string]bool, len(rows))
	for _, id := range rows {
		ids[id.String()] = true
	}
	i.cache.Add(organization, inactive{ids, readAfter})
	return ids, nil
}

// Forget drops what is cached about the organization. Call it after a change of a
// capability.
func (i *Inactive) Forget(ctx context.Context) { i.cache.Remove(tenant.Organization(ctx)) }
