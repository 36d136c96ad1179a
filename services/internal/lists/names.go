package lists

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/google/uuid"
)

// CompareNames orders by name in any case, and then by id.
func CompareNames(name string, id uuid.UUID, otherName string, otherID uuid.UUID) int {
	return cmp.Or(strings.Compare(strings.ToLower(name), strings.ToLower(otherName)), bytes.Compare(id[:], otherID[:]))
}

// CompareNoneLast orders as CompareNames does, and uuid.Nil after all others.
func CompareNoneLast(name string, id uuid.UUID, otherName string, otherID uuid.UUID) int {
	if (id == uuid.Nil) != (otherID == uuid.Nil) {
		return bytes.Compare(otherID[:], id[:]) // uuid.Nil is the smallest id
	}
	return CompareNames(name, id, otherName, otherID)
}
