// Package sessions keeps the sessions of people who have signed in to the console.
//
// A session acts as one user. The browser has its token in a cookie, and the database only the
// hash of the token. A session ends 12 hours after its last use and 7 days after it began. It
// also ends if its person signs out or is deactivated, if its organization is suspended, if an
// operator revokes it, and, if it was made with an API key, when the secret of that key stops
// working. Package auth looks sessions up and decides whether they have ended.
package sessions

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/session"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/auth"
	"github.com/workplan-api/workplan/services/internal/among"
	"github.com/workplan-api/workplan/services/internal/sweep"
)

// maxPerUser is how many sessions a user has at most. A new one replaces the one that was not
// used for the longest time.
const maxPerUser = 50

// Start is a session to begin.
type Start struct {
	UserID uuid.UUID
	Method session.Method
	// KeyID is the key of a session with the method key, and Key its text.
	KeyID uuid.UUID
	Key   auth.Key
}

// Create begins a session in the organization of the context and returns its token.
func Create(ctx context.Context, db *ent.Client, start Start) (id uuid.UUID, token auth.Key, err error) {
	id, token = uuid.Must(uuid.NewV7()), auth.NewToken(tenant.Organization(ctx))
	hash, now := token.Hash(), protoconv.Now()
	create := db.Session.Create().SetID(id).SetUserID(start.UserID).SetMethod(start.Method).SetTokenHash(hash[:]).
		SetCreatedAt(now).SetLastUsedAt(now).SetExpiresAt(now.Add(auth.MaxTime))
	if start.Method == session.MethodKey {
		hash := start.Key.Hash()
		create.SetAPIKeyID(start.KeyID).SetAPIKeyHash(hash[:])
	}
	if err := create.Exec(ctx); err != nil {
		return id, token, err
	}
	surplus, err := db.Session.Query().Where(session.UserID(start.UserID)).Order(ent.Desc(session.FieldLastUsedAt, session.FieldID)).Offset(maxPerUser).IDs(ctx)
	if err == nil && len(surplus) > 0 {
		_, err = db.Session.Delete().Where(among.IDs[predicate.Session](surplus)).Exec(ctx)
	}
	return id, token, err
}

// End ends a session.
func End(ctx context.Context, db *ent.Client, id uuid.UUID) error {
	_, err := db.Session.Delete().Where(session.ID(id)).Exec(ctx)
	return err
}

// EndOf ends all sessions of a user, so that none comes back if the user is activated again. It
// returns their number.
func EndOf(ctx context.Context, db *ent.Client, user uuid.UUID) (int, error) {
	return db.Session.Delete().Where(session.UserID(user)).Exec(ctx)
}

// EndAll ends all sessions of the organization of the context, and returns their number.
func EndAll(ctx context.Context, db *ent.Client) (int, error) { return db.Session.Delete().Exec(ctx) }

// List returns the sessions of the organization of the context that have not ended by time
// alone, the one used last first.
func List(ctx context.Context, db *ent.Client) ([]*ent.Session, error) {
	now := time.Now()
	return db.Session.Query().Where(session.ExpiresAtGT(now), session.LastUsedAtGT(now.Add(-auth.IdleTime))).
		Order(ent.Desc(session.FieldLastUsedAt, session.FieldID)).All(ctx)
}

// Sessions that were not used for too long are kept until they would have expired: then the
// browser forgets the cookie too. So an old cookie does not count as a wrong key.
const (
	// Only this statement and the search for the people of an e-mail address read more than one
	// organization.
	withExpired = `
SELECT o.id FROM organizations o
WHERE EXISTS (SELECT FROM sessions s WHERE s.organization_id = o.id AND s.expires_at <= $1)
LIMIT $2`

	removeExpired = `
DELETE FROM sessions WHERE organization_id = $1 AND id IN (
  SELECT id FROM sessions WHERE organization_id = $1 AND expires_at <= $2
  LIMIT $3 FOR UPDATE SKIP LOCKED)`
)

// RemoveExpired removes expired sessions in the background until ctx is done.
func RemoveExpired(ctx context.Context, db sweep.Database, log *slog.Logger) {
	expired(db).Run(ctx, log, time.Now)
}

// Sweep removes the sessions that have expired.
func Sweep(ctx context.Context, db sweep.Database) error { return expired(db).Once(ctx, time.Now()) }

func expired(db sweep.Database) sweep.Table {
	return sweep.Rows(db, "sessions", withExpired, removeExpired)
}
