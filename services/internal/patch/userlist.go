package patch

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
)

// UserList is a record that has the id of a user: a list, such as the working patterns of the user, that is read and
// replaced as a whole. Its version is 0 until it is written for the first time. Its table has the items as JSON.
type UserList[Item any] struct {
	UserID    uuid.UUID
	Version   int64
	UpdatedAt time.Time
	Items     []Item
}

// ParseUserList returns the list of a row of its table.
func ParseUserList[Item any](
	userID uuid.UUID, version int64, updatedAt time.Time, items []byte,
) (*UserList[Item], error) {
	l := &UserList[Item]{UserID: userID, Version: version, UpdatedAt: updatedAt}
	return l, json.Unmarshal(items, &l.Items)
}

// ReadUserList returns the list of a user. Its error is problem.Missing if there is no such user.
func ReadUserList[Item any](
	ctx context.Context, db *ent.Client, table string, userID uuid.UUID,
) (*UserList[Item], error) {
	found, err := ReadUserLists[Item](ctx, db, table, []uuid.UUID{userID})
	if err == nil && found[userID] == nil {
		err = problem.Missing("user")
	}
	return found[userID], err
}

// ReadUserLists returns the lists of those of the users who exist, by their ids.
func ReadUserLists[Item any](
	ctx context.Context, db *ent.Client, table string, userIDs []uuid.UUID,
) (map[uuid.UUID]*UserList[Item], error) {
	found := map[uuid.UUID]*UserList[Item]{}
	return found, tenant.Each(ctx, db, func(scan postgres.Scan) error {
		l, items := &UserList[Item]{}, []byte(nil)
		if err := scan(&l.UserID, &l.Version, &l.UpdatedAt, &items); err != nil {
			return err
		}
		found[l.UserID] = l
		return json.Unmarshal(items, &l.Items)
	}, "SELECT t.id, coalesce(l.version, 0), coalesce(l.updated_at, 'epoch'), coalesce(l.items, '[]') FROM "+
		among.Rows("users", "$2")+" LEFT JOIN "+among.Row("version, updated_at, items", table, "t.id")+" l ON true",
		among.Distinct(userIDs))
}

// Stamp is for Change.Stamp.
func (l *UserList[Item]) Stamp() (version *int64, updatedAt *time.Time) {
	return &l.Version, &l.UpdatedAt
}

// WriteUserList returns a function for Change.Write. It writes a list if the stored one still has the version that was
// read, or if there is still none.
func WriteUserList[Item any](
	db *ent.Client, table string,
) func(ctx context.Context, l *UserList[Item], read int64) (int, error) {
	update := "UPDATE " + table + " SET version = $3, updated_at = $4, items = $5 " +
		"WHERE organization_id = $1 AND id = $2 AND version = $6"
	create := "INSERT INTO " + table + " (organization_id, id, version, created_at, updated_at, items) " +
		"VALUES ($1, $2, $3, $4, $4, $5) ON CONFLICT DO NOTHING"
	return func(ctx context.Context, l *UserList[Item], read int64) (int, error) {
		items, err := json.Marshal(l.Items)
		if err != nil {
			return 0, err
		}
		text, args := create, []any{l.UserID, l.Version, l.UpdatedAt, json.RawMessage(items)}
		if read > 0 {
			text, args = update, append(args, read)
		}
		result, err := tenant.Exec(ctx, db, text, args...)
		if err != nil {
			return 0, err
		}
		n, err := result.RowsAffected()
		return int(n), err
	}
}
