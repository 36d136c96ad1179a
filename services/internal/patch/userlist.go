package patch

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/workplan-api/workplan/ent"
	"github.com/workplan-api/workplan/internal/among"
	"github.com/workplan-api/workplan/internal/jsonb"
	"github.com/workplan-api/workplan/internal/postgres"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/tenant"
)

// UserList is a record that has the id of a user: a list, such as the working patterns of the user, that is read and
// replaced as a whole. Its version is 0 until it is written for the first time. Its table has the items as JSON.
type UserList[Item any] struct {
	Table   string
	UserID  uuid.UUID
	Version int64
	// CreatedAt is zero until the list is written.
	CreatedAt, UpdatedAt time.Time
	Items                []Item
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
		l, created, items := &UserList[Item]{Table: table}, sql.NullTime{}, []byte(nil)
		if err := scan(&l.UserID, &l.Version, &created, &l.UpdatedAt, &items); err != nil {
			return err
		}
		l.CreatedAt, found[l.UserID] = created.Time, l
		return json.Unmarshal(items, &l.Items)
	}, "SELECT t.id, coalesce(l.version, 0), l.created_at, coalesce(l.updated_at, 'epoch'), coalesce(l.items, '[]') FROM "+
		among.Rows("users", "$2")+" LEFT JOIN "+among.Row("version, created_at, updated_at, items", table,
		"t.id")+" l ON true",
		among.Distinct(userIDs))
}

// DistinctItems returns the places of the items that are neither bad nor have the key of an earlier item, and adds to
// bad what repeated returns for each of those that have: item i has the key of the item first.
func DistinctItems[Item any, Key comparable](
	items []Item, bad []problem.Detail, key func(Item) Key, repeated func(i, first int) problem.Detail,
) (places []int, _ []problem.Detail) {
	known := map[Key]int{}
	for i, item := range items {
		if slices.ContainsFunc(bad, func(d problem.Detail) bool { return d.Index == i }) {
			continue
		}
		k := key(item)
		if first, is := known[k]; is {
			bad = append(bad, repeated(i, first))
			continue
		}
		known[k] = i
		places = append(places, i)
	}
	return places, bad
}

// Stamp returns pointers to the version of the list and to the time of its last change.
func (l *UserList[Item]) Stamp() (version *int64, updatedAt *time.Time) {
	return &l.Version, &l.UpdatedAt
}

var userListColumns = []string{"id", "version", "created_at", "updated_at", "items"}

// Row returns the row of the list, as a write stores it.
func (l *UserList[Item]) Row() ent.Row {
	created := l.CreatedAt
	if created.IsZero() {
		created = l.UpdatedAt
	}
	return ent.Row{Table: l.Table, Columns: userListColumns, Values: []any{
		l.UserID, l.Version, created, l.UpdatedAt, column[Item](l.Items),
	}}
}

// column is the items of a list in the column items.
type column[Item any] []Item

// Value implements driver.Valuer.
func (items column[Item]) Value() (driver.Value, error) { return jsonb.Value([]Item(items)) }
