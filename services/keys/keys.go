// Package keys creates and lists the API keys of an organization. Section 6 of
// decisions.md.
package keys

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/ent/apikey"
	"github.com/workplan-api/workplan/ent/user"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/auth"
)

// all stands for every scope there is when a key is created.
const all = "*"

// Request is a key to create.
type Request struct {
	// Name is 1 to 255 characters.
	Name string
	// ActorID is the user that the key acts as.
	ActorID uuid.UUID
	// Scopes are what the key may be used for, at least one; "*" is all of them.
	Scopes []string
	// RateLimit is the number of requests a minute, 0 for no limit, nil for the
	// default of the installation.
	RateLimit *int32
	// ExpiresAt is when the key stops to work, or nil.
	ExpiresAt *time.Time
}

// Create creates a key in the organization of the context. Its text is in the Key
// that is returned and nowhere else. A scope that no rpc needs is a validation_failed
// of the field scopes.
func Create(ctx context.Context, db *ent.Client, req Request) (*ent.APIKey, auth.Key, error) {
	scopes, err := expand(req.Scopes)
	if err != nil {
		return nil, auth.Key{}, err
	}
	key := auth.NewKey(tenant.Organization(ctx))
	hash, now := key.Hash(), protoconv.Now()
	row, err := db.APIKey.Create().
		SetName(req.Name).
		SetActorUserID(req.ActorID).
		SetSecretHash(hash[:]).
		SetScopes(pq.StringArray(scopes)).
		SetNillableRateLimit(req.RateLimit).
		SetNillableExpiresAt(req.ExpiresAt).
		SetCreatedAt(now).
		SetUpdatedAt(now).
		Save(ctx)
	return row, key, err
}

func expand(asked []string) ([]string, error) {
	table, err := rpc.NewTable()
	if err != nil {
		return nil, err
	}
	known := table.Scopes()
	var scopes []string
	for _, scope := range asked {
		switch {
		case scope == all:
			scopes = append(scopes, known...)
		case slices.Contains(known, scope):
			scopes = append(scopes, scope)
		default:
			return nil, problem.Field(problem.ValidationFailed, "scopes", "must be among "+strings.Join(known, ", ")+`, or "*"`)
		}
	}
	slices.Sort(scopes)
	return slices.Compact(scopes), nil
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

// Actor returns the user of the organization of the context who has that e-mail
// address, whatever its case. Ent's NotFoundError says that there is none.
func Actor(ctx context.Context, db *ent.Client, email string) (*ent.User, error) {
	return db.User.Query().Where(user.EmailEqualFold(email)).Only(ctx)
}
