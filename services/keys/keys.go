// Package keys creates and lists the API keys of an organization.
//
// A key acts as one user and has at least one scope. Only a hash of its secret is stored.
// So the key itself is shown only once, when it is created.
package keys

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/apikey"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/auth"
)

// allScopes requests all scopes that exist when the key is created.
const allScopes = "*"

const maxName = 255

// Request is a key to create.
type Request struct {
	// Name is 1 to 255 characters after trimming.
	Name string
	// ActorID is the user that the key acts as.
	ActorID uuid.UUID
	// Scopes are the scopes of the key, at least one. "*" means all.
	Scopes []string
	// RateLimit is the number of requests per minute. 0 means no limit. Nil means the
	// default of the installation. The limit is stored but not enforced yet.
	RateLimit *int32
	// ExpiresAt is an RFC 3339 time at which the key stops working, or a date, which is
	// the last day of the key in UTC. Nil means that the key does not expire.
	ExpiresAt *string
}

// Check returns a *problem.Error that lists what is wrong with the request, or nil.
func (r Request) Check() error {
	_, err := r.row()
	return err
}

// row returns the key that the request describes, without a secret, or the error of Check.
func (r Request) row() (*ent.APIKey, error) {
	row := &ent.APIKey{Name: strings.TrimSpace(r.Name), ActorUserID: r.ActorID, RateLimit: r.RateLimit}
	var found []problem.Detail
	fault := func(field, format string, args ...any) {
		found = append(found, problem.Detail{Field: field, Message: fmt.Sprintf(format, args...), Index: -1, Code: problem.ValidationFailed})
	}
	if n := utf8.RuneCountInString(row.Name); n < 1 || n > maxName {
		fault("name", "must have 1 to %d characters", maxName)
	}
	if r.RateLimit != nil && *r.RateLimit < 0 {
		fault("rateLimit", "must not be negative: 0 is no limit")
	}
	if r.ExpiresAt != nil {
		switch t, err := parseExpiry(*r.ExpiresAt); {
		case err != nil:
			fault("expiresAt", "must be a date, such as 2027-01-31, or a time, such as 2027-01-31T08:00:00Z")
		case !t.After(time.Now()):
			fault("expiresAt", "must be in the future")
		default:
			row.ExpiresAt = &t
		}
	}
	table, err := rpc.NewTable()
	if err != nil {
		return nil, err
	}
	known := table.Scopes()
	if len(r.Scopes) == 0 {
		fault("scopes", `must name one scope or more, or "*" for all`)
	}
	for i, scope := range r.Scopes {
		switch hint := nearest.Hint(scope, known); {
		case scope == allScopes:
			row.Scopes = append(row.Scopes, known...)
		case slices.Contains(known, scope):
			row.Scopes = append(row.Scopes, scope)
		case hint != "":
			fault(fmt.Sprintf("scopes[%d]", i), "names an unknown scope, %q%s", scope, hint)
		default:
			fault(fmt.Sprintf("scopes[%d]", i), `names an unknown scope, %q: the scopes are %s, and "*" for all`, scope, strings.Join(known, ", "))
		}
	}
	slices.Sort(row.Scopes)
	row.Scopes = slices.Compact(row.Scopes)
	return row, problem.List(found)
}

// parseExpiry parses a time or a date. A date becomes the last microsecond of that day.
func parseExpiry(s string) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, s); err == nil {
		return day.AddDate(0, 0, 1).Add(-time.Microsecond), nil
	}
	return time.Parse(time.RFC3339, s)
}

// Create creates a key in the organization of the context. Only the returned Key has the
// text of the key. Create fails as Check does, or with the error of the database.
func Create(ctx context.Context, db *ent.Client, req Request) (*ent.APIKey, auth.Key, error) {
	in, err := req.row()
	if err != nil {
		return nil, auth.Key{}, err
	}
	key := auth.NewKey(tenant.Organization(ctx))
	hash, now := key.Hash(), protoconv.Now()
	row, err := db.APIKey.Create().
		SetName(in.Name).
		SetActorUserID(in.ActorUserID).
		SetSecretHash(hash[:]).
		SetScopes(pq.StringArray(in.Scopes)).
		SetNillableRateLimit(in.RateLimit).
		SetNillableExpiresAt(in.ExpiresAt).
		SetCreatedAt(now).
		SetUpdatedAt(now).
		Save(ctx)
	return row, key, err
}

// List returns the keys of the organization of the context, oldest first, and the
// e-mail addresses of the users that they act as.
func List(ctx context.Context, db *ent.Client) ([]*ent.APIKey, map[uuid.UUID]string, error) {
	rows, err := db.APIKey.Query().Order(apikey.ByCreatedAt(), apikey.ByID()).All(ctx)
	if err != nil {
		return nil, nil, err
	}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ActorUserID
	}
	users, err := db.User.Query().Where(user.IDIn(ids...)).Select(user.FieldID, user.FieldEmail).All(ctx)
	if err != nil {
		return nil, nil, err
	}
	actors := make(map[uuid.UUID]string, len(users))
	for _, u := range users {
		actors[u.ID] = u.Email
	}
	return rows, actors, nil
}
