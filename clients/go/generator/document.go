package main

import (
	"slices"

	"github.com/workplan-api/workplan/internal/openapi"
)

const mediaType = "application/json"

// is reports whether a value may have a JSON type.
func is(s *openapi.Schema, jsonType string) bool { return slices.Contains(s.Type, jsonType) }

func isNull(s *openapi.Schema) bool { return is(s, "null") }

func nullable(s *openapi.Schema) bool { return isNull(s) || slices.ContainsFunc(s.AnyOf, isNull) }

// only returns the member called name of an object that has no other members, or nil.
func only(s *openapi.Schema, name string) *openapi.Schema {
	if s.Properties.Len() == 1 {
		return s.Properties.Get(name)
	}
	return nil
}

// row returns the schema of the items of a page, or nil if the schema is not a page.
func row(s *openapi.Schema) *openapi.Schema {
	if s.Properties.Has("hasMore") {
		return s.Properties.Get("items").Items
	}
	return nil
}
