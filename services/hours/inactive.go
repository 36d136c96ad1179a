package hours

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent/capability"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/internal/ttlcache"
	"github.com/workplan-api/workplan/services/chain/call"
)

// cacheTime makes a change effective on every process within one second. On the process that
// makes it, it is effective at once.
const cacheTime = 900 * time.Millisecond

// changeTime is for how long nothing is cached after a change: until it is committed, for which a request has less
// time.
const changeTime = 10 * time.Second

// Inactive knows which capabilities are inactive. Without its cache, every upsert with a
// capability would need one more statement.
type Inactive struct {
	// cache has the ids of the inactive capabilities of an organization.
	cache *ttlcache.Cache[uuid.UUID, map[string]bool]
	// changed has the organizations in which a capability has changed.
	changed *ttlcache.Cache[uuid.UUID, struct{}]
}

// NewInactive returns an Inactive that knows nothing yet.
func NewInactive() *Inactive {
	return &Inactive{
		ttlcache.New[uuid.UUID, map[string]bool](cacheTime), ttlcache.New[uuid.UUID, struct{}](changeTime),
	}
}

// capabilities returns the ids of the inactive capabilities of the organization, as they
// were at most cacheTime ago.
func (i *Inactive) capabilities(ctx context.Context) (map[string]bool, error) {
	if ids, ok := i.cache.Get(tenant.Organization(ctx)); ok {
		return ids, nil
	}
	return i.readInactive(ctx)
}

// current returns the ids of the inactive capabilities of the organization, without those that have become active
// again on another process since the cache was filled.
func (i *Inactive) current(ctx context.Context) (map[string]bool, error) {
	if ids, ok := i.cache.Get(tenant.Organization(ctx)); ok && len(ids) == 0 {
		return ids, nil
	}
	return i.readInactive(ctx)
}

// readInactive fills the cache.
func (i *Inactive) readInactive(ctx context.Context) (map[string]bool, error) {
	organization, began := tenant.Organization(ctx), time.Now()
	rows, err := call.DB(ctx).Capability.Query().Where(capability.IsActive(false)).IDs(ctx)
	if err != nil {
		return nil, err
	}
	ids := make(map[string]bool, len(rows))
	for _, id := range rows {
		ids[id.String()] = true
	}
	if _, is := i.changed.Get(organization); !is { // else what was read may be from before the change
		i.cache.Add(organization, ids, began)
	}
	return ids, nil
}

// Forget drops what is cached about the organization. Call it after a change of a
// capability, which need not be committed yet.
func (i *Inactive) Forget(ctx context.Context) {
	organization := tenant.Organization(ctx)
	i.changed.Add(organization, struct{}{}, time.Now())
	i.cache.Remove(organization)
}
