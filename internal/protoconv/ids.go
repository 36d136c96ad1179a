package protoconv

import "github.com/google/uuid"

// ID reads an id. A string that is no UUID gives uuid.Nil, which no row has.
func ID(s string) uuid.UUID {
	id, _ := uuid.Parse(s)
	return id
}

// OptionalID reads an id that may be absent; nil gives nil.
func OptionalID(s *string) *uuid.UUID {
	if s == nil {
		return nil
	}
	id := ID(*s)
	return &id
}

// OptionalIDString writes an id that may be absent; nil gives nil.
func OptionalIDString(id *uuid.UUID) *string {
	if id == nil {
		return nil
	}
	s := id.String()
	return &s
}
