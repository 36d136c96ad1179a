package protoconv

import "github.com/google/uuid"

// ID parses an id. It returns uuid.Nil, which no row has, if s is not a UUID.
func ID(s string) uuid.UUID {
	id, _ := uuid.Parse(s)
	return id
}

// OptionalID parses an id that may be absent. It returns nil if s is nil.
func OptionalID(s *string) *uuid.UUID {
	if s == nil {
		return nil
	}
	id := ID(*s)
	return &id
}

// OptionalIDString formats an id that may be absent. It returns nil if id is nil.
func OptionalIDString(id *uuid.UUID) *string {
	if id == nil {
		return nil
	}
	s := id.String()
	return &s
}
