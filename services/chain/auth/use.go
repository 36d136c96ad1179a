package auth

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
)

// uses are times at which keys, sessions and calendar feeds were used and that are not stored yet. No request waits for
// that. There is at most one time for each of them, and at most cacheSize in all.
type uses struct {
	db  *sql.DB
	log *slog.Logger

	mu      sync.Mutex
	pending map[uuid.UUID]use
	wake    chan struct{}
}

// use is the use of a credential.
type use struct {
	statement        string
	organization, id uuid.UUID
	minute           time.Time
}

// A key that was revoked meanwhile is not used any more.
const (
	storeUseOfKey = `UPDATE api_keys SET last_used_at = $3
WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL`
	storeUseOfSession = `UPDATE sessions SET last_used_at = $3 WHERE organization_id = $1 AND id = $2`
	storeUseOfFeed    = `UPDATE calendar_feeds SET last_read_at = $3 WHERE organization_id = $1 AND id = $2`

	// storeTime is the time to store the uses, also if the server stops meanwhile.
	storeTime = 3 * time.Second
)

// markUsed remembers that a key, a session or a calendar feed is used in the current minute. A process stores that at
// most once a minute for each, in the background, and not for one that has ended: it must not be revived. Nor does it
// while the organization is closed, because nothing may be written then.
func (a *Admission) markUsed(c *Caller) {
	minute, id := a.now().UTC().Truncate(time.Minute), c.CredentialID()
	isNew := c.feed && c.lastUsed == nil // it has the id of the feed that it replaces
	if marked, ok := a.used.Get(id); ok && !marked.Before(minute) && !isNew ||
		c.lastUsed != nil && !c.lastUsed.Before(minute) || c.isClosed() || c.ended(a.now()) != nil {
		return
	}
	if a.uses.add(use{c.kind.storeUse, c.OrganizationID, id, minute}) {
		a.used.Add(id, minute)
	}
}

// add adds a use. It returns false if there are too many: then a later use is stored.
func (s *uses) add(u use) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pending) >= cacheSize {
		return false
	}
	s.pending[u.id] = u
	select {
	case s.wake <- struct{}{}:
	default: // it is awake already
	}
	return true
}

func (s *uses) take() map[uuid.UUID]use {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.pending
	s.pending = map[uuid.UUID]use{}
	return taken
}

// StoreUses stores in the background when credentials were last used, until ctx is done, and then what is left.
func (a *Admission) StoreUses(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-a.uses.wake:
			a.uses.store(ctx)
		}
	}
	a.uses.store(ctx)
}

// store stores all uses. One that fails is only logged: a later one follows.
func (s *uses) store(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
	defer cancel()
	for _, u := range s.take() {
		if _, err := s.db.ExecContext(ctx, u.statement, u.organization, u.id, u.minute); err != nil {
			s.log.WarnContext(ctx, "cannot note the use of a credential", "id", u.id, "error", err)
		}
	}
}
