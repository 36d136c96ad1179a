// Package sessions keeps the sessions of people who have signed in to the console.
//
// A session acts as one user. The browser has its token in a cookie, and the database only the
// hash of the token. A session ends 12 hours after its last use and 7 days after it began. It
// also ends if its person signs out, is deactivated or gets another e-mail address, if its
// organization is suspended, if an admin or an operator ends it, and, if it was made with an API
// key, when the secret of that key stops working. Package auth looks sessions up and decides
// whether they have ended.
//
// The first account of an OpenID Connect provider with which a person signs in is bound to the
// user, by its issuer and subject. Another account with the same e-mail address is refused until
// an admin unbinds the first one, or changes the address.
package sessions

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/predicate"
	"github.com/workplan-api/workplan/ent/session"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/sweep"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/journal"
)

// maxPerUser is how many sessions a user has at most, and as many more with each key. A new one replaces the one of the
// same kind that was not used for the longest time, so a key cannot end the sessions that its user began without it.
const maxPerUser = 50

// Start is a session to begin.
type Start struct {
	UserID uuid.UUID
	Method session.Method
	// KeyID is the key of a session with the method key, and Key its text.
	KeyID uuid.UUID
	Key   auth.Key
	// Identity is that of a session with the method oidc.
	Identity Identity
}

// row returns the row of the session, without its secrets.
func (s Start) row() *ent.Session {
	now := protoconv.Now()
	row := &ent.Session{
		ID: journal.NewID(), UserID: s.UserID, Method: s.Method, CreatedAt: now, LastUsedAt: now,
		ExpiresAt: now.Add(auth.MaxTime),
	}
	if s.Method == session.MethodKey {
		row.APIKeyID = &s.KeyID
	}
	return row
}

// Create begins a session in the organization of the context and returns its token. It fails with 403 if another
// identity is bound to the user. With the method oidc, it is a transaction that locks the user. A session beyond
// maxPerUser ends another one.
func Create(ctx context.Context, db *ent.Client, start Start) (token auth.Key, err error) {
	if start.Method != session.MethodOidc {
		return create(ctx, db, start)
	}
	db = db.InUnit()
	err = db.Unit.Do(ctx, func() error {
		if err := bind(ctx, db, start.UserID, start.Identity); err != nil {
			return err
		}
		token, err = create(ctx, db, start)
		return err
	})
	return token, err
}

// create inserts a session with its event, and then ends those beyond maxPerUser.
func create(ctx context.Context, db *ent.Client, start Start) (token auth.Key, err error) {
	row := start.row()
	token = auth.NewToken(tenant.Organization(ctx))
	hash := token.Hash()
	row.TokenHash = hash[:]
	if row.APIKeyID != nil {
		hash := start.Key.Hash()
		row.APIKeyHash = hash[:]
	}
	if err := journal.Insert(ctx, db, journal.Created(record, toProto(row)), row); err != nil {
		return token, err
	}
	sameKind := session.APIKeyIDIsNil()
	if row.APIKeyID != nil {
		sameKind = session.APIKeyID(*row.APIKeyID)
	}
	surplus, err := db.Session.Query().Where(session.UserID(start.UserID), sameKind).
		Order(ent.Desc(session.FieldLastUsedAt, session.FieldID)).Offset(maxPerUser).IDs(ctx)
	if err == nil && len(surplus) > 0 {
		_, err = End(ctx, db, surplus...)
	}
	return token, err
}

// Refuse writes the event that somebody could not sign in as a user.
func Refuse(ctx context.Context, db *ent.Client, start Start) error {
	row := start.row()
	refused := toProto(row)
	refused.LastUsedAt, refused.ExpiresAt = nil, nil
	return journal.Write(ctx, db, []journal.Change{{Type: record + ".refused", After: refused}})
}

// end reads the sessions that match, and deletes each with a statement that also writes its event. It returns how many
// it has deleted: another request may have ended some meanwhile.
func end(ctx context.Context, db *ent.Client, where ...predicate.Session) (ended int, err error) {
	rows, err := db.Session.Query().Where(where...).All(ctx)
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		change := journal.Change{Type: record + ".ended", Before: toProto(row)}
		n, err := journal.Delete(ctx, db, change, row)
		if err != nil {
			return ended, err
		}
		ended += n
	}
	return ended, nil
}

// End ends the sessions with these ids, and returns their number.
func End(ctx context.Context, db *ent.Client, ids ...uuid.UUID) (int, error) {
	return end(ctx, db, among.IDs[predicate.Session](ids))
}

// EndOf ends all sessions of a user, so that none comes back if the user is activated again, or
// those that match. It returns their number.
func EndOf(ctx context.Context, db *ent.Client, user uuid.UUID, where ...predicate.Session) (int, error) {
	return end(ctx, db, append(where, session.UserID(user))...)
}

// EndAll ends all sessions of the organization of the context, and returns their number.
func EndAll(ctx context.Context, db *ent.Client) (int, error) { return end(ctx, db) }

// live returns the condition that a session has not ended by time alone. The index of expires_at is for the removal,
// which reads all organizations: with the sum, PostgreSQL cannot use it here.
func live(now time.Time) predicate.Session {
	return func(s *sql.Selector) {
		s.Where(sql.And(
			sql.P(func(b *sql.Builder) {
				b.Ident(s.C(session.FieldExpiresAt)).WriteString(" + interval '0' > ").Arg(now)
			}),
			sql.GT(s.C(session.FieldLastUsedAt), now.Add(-auth.IdleTime)),
		))
	}
}

// List returns the sessions of the organization of the context that have not ended by time
// alone, the one used last first.
func List(ctx context.Context, db *ent.Client) ([]*ent.Session, error) {
	return db.Session.Query().Where(live(time.Now())).
		Order(ent.Desc(session.FieldLastUsedAt, session.FieldID)).All(ctx)
}

// Expired removes the sessions that expired before a time. Those that were not used for too long are kept until they
// would have expired: then the browser forgets the cookie too. So an old cookie does not count as a wrong key.
func Expired(db sweep.Database) sweep.Table {
	return sweep.Rows(db, "sessions", "sessions", "expires_at")
}
