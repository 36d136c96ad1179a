// Package keys serves the API keys of an organization: it creates, lists, changes, rotates
// and revokes them.
//
// A key acts as one user and has at least one scope. Only a hash of its secret is stored.
// So the secret is shown only once, when it is created. A rotation gives the key a new
// secret, and the old one works for some time more. Keys are not deleted. They are revoked
// instead, for good.
//
// Only admins may use these rpcs. A key can create or rotate only keys whose scopes it has
// itself, so that nobody gets a scope from a key that lacks it.
package keys

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/apikey"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/internal/lists"
	"github.com/workplan-api/workplan/services/journal"
)

// record is the name of the resource in errors and in requests.
const record = "key"

const maxName = 255

// Request is a key to create.
type Request struct {
	// Name is 1 to 255 characters after trimming.
	Name string
	// ActorID is the user that the key acts as.
	ActorID uuid.UUID
	// Scopes are the scopes of the key, at least one. With ByOperator, auth.EveryScope is one too.
	Scopes []string
	// ByOperator is set for keys of the command line and of the import.
	ByOperator bool
	// RateLimit is the number of requests per minute. 0 means no limit. Nil means the
	// default of the installation.
	RateLimit *int32
	// ExpiresAt is when the key stops working, a time in the future. Nil means that the key
	// does not expire.
	ExpiresAt *time.Time
}

// Check returns a *problem.Error that lists what is wrong with the request, or nil. The
// fields have the names that they have in a CreateKeyRequest.
func (r Request) Check() error {
	var found []problem.Detail
	fault := func(field, format string, args ...any) {
		found = append(found, problem.Invalid(record+"."+field, fmt.Sprintf(format, args...)))
	}
	if n := utf8.RuneCountInString(strings.TrimSpace(r.Name)); n < 1 || n > maxName {
		fault("name", "must have 1 to %d characters", maxName)
	}
	if r.RateLimit != nil && *r.RateLimit < 0 {
		fault("rate_limit", "must not be negative: 0 is no limit")
	}
	if expired(r.ExpiresAt) {
		fault("expires_at", inFuture)
	}
	if len(r.Scopes) == 0 {
		fault("scopes", "must have at least one scope")
	}
	for i, scope := range r.Scopes {
		if slices.Contains(auth.AllScopes(), scope) || r.ByOperator && scope == auth.EveryScope {
			continue
		}
		hint := cmp.Or(nearest.Hint(scope, auth.AllScopes()), ": the scopes are "+strings.Join(auth.AllScopes(), ", "))
		fault(fmt.Sprintf("scopes[%d]", i), "is not a scope%s", hint)
	}
	return problem.List(found)
}

// inFuture is the message about a time at which a new key would have expired already.
const inFuture = "must be in the future"

// ParseExpiry parses an RFC 3339 time, or a date, which becomes the last microsecond of
// that day in UTC. It returns nil if text is nil. Its error is a *problem.Error.
func ParseExpiry(text *string) (*time.Time, error) {
	if text == nil {
		return nil, nil
	}
	if day, err := time.Parse(time.DateOnly, *text); err == nil {
		return new(day.AddDate(0, 0, 1).Add(-time.Microsecond)), nil
	}
	t, err := time.Parse(time.RFC3339, *text)
	if err != nil {
		return nil, problem.Field(problem.ValidationFailed, record+".expires_at",
			"must be a date, such as 2027-01-31, or a time, such as 2027-01-31T08:00:00Z")
	}
	return &t, nil
}

// Create creates a key in the organization of the context. Only the returned Key has the
// text of the key. Create fails as Check does, or with the error of the database.
func Create(ctx context.Context, db *ent.Client, req Request) (*ent.APIKey, auth.Key, error) {
	if err := req.Check(); err != nil {
		return nil, auth.Key{}, err
	}
	scopes := slices.Sorted(slices.Values(req.Scopes))
	if slices.Contains(scopes, auth.EveryScope) {
		scopes = append([]string{auth.EveryScope}, auth.AllScopes()...)
	}
	key := auth.NewKey(tenant.Organization(ctx))
	hash, now := key.Hash(), protoconv.Now()
	row := &ent.APIKey{
		ID: journal.NewID(), Version: 1, CreatedAt: now, UpdatedAt: now,
		Name: strings.TrimSpace(req.Name), ActorUserID: req.ActorID, Scopes: slices.Compact(scopes),
		RateLimit: req.RateLimit, ExpiresAt: req.ExpiresAt, SecretHash: hash[:],
	}
	return row, key, journal.Insert(ctx, db, journal.Created(record, ToProto(row)), row)
}

// List returns the keys of the organization of the context, oldest first, and the
// e-mail addresses of the users that they act as.
func List(ctx context.Context, db *ent.Client) ([]*ent.APIKey, map[uuid.UUID]string, error) {
	rows, err := db.APIKey.Query().Order(apikey.ByCreatedAt(), apikey.ByID()).All(ctx)
	if err != nil {
		return nil, nil, err
	}
	ids := lists.Map(rows, func(row *ent.APIKey) uuid.UUID { return row.ActorUserID })
	users, err := among.Read[ent.User](ctx, db, user.Table, []string{user.FieldID, user.FieldEmail}, ids)
	if err != nil {
		return nil, nil, err
	}
	actors := make(map[uuid.UUID]string, len(users))
	for _, u := range users {
		actors[u.ID] = u.Email
	}
	return rows, actors, nil
}
