// Package ids reads and writes the ids of messages. Validation has let them
// through, so that what is no UUID cannot arrive here.
package ids

import "github.com/google/uuid"

// Parse reads an id; a string that is none gives uuid.Nil, which no row has.
func Parse(s string) uuid.UUID {
	id, _ := uuid.Parse(s)
	return id
}

// Optional reads an id that may be missing.
func Optional(s *string) *uuid.UUID {
	if s == nil {
		return nil
	}
	id := Parse(*s)
	return &id
}

// String writes an id that may be missing.
func String(id *uuid.UUID) *string {
	if id == nil {
		return nil
	}
	s := id.String()
	return &s
}
