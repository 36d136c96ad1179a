// Package placeholder tells placeholders from persons by their ids.
//
// The id of a placeholder is a UUID of version 8, and that of a person is of another version. The database checks it,
// see migration 0014. So what reads and writes many rows of hours knows the kind of each user without looking it up.
package placeholder

import "github.com/google/uuid"

const version = 8

// NewID returns an id for a new placeholder. Ids made later are greater, as those of other records are.
func NewID() uuid.UUID {
	id := uuid.Must(uuid.NewV7())
	id[6] = id[6]&0x0f | version<<4
	return id
}

// Is reports whether a user with this id is a placeholder.
func Is(id uuid.UUID) bool { return id.Version() == version }

// IsText is Is for the text of an id, such as 01970000-0000-8000-8000-000000000001.
func IsText(id string) bool { return len(id) == 36 && id[14] == '0'+version }

// Condition is Is for a column of ids in SQL.
func Condition(column string) string { return "get_byte(uuid_send(" + column + "), 6) >> 4 = 8" }
