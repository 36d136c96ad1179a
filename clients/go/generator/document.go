package main

import (
	"slices"

	"github.com/workplan-api/workplan/internal/openapi"
)

const mediaType = "application/json"

// is tells whether a value may be of a JSON type.
func is(s *openapi.Schema, jsonType string) bool { return slices.Contains(s.Type, jsonType) }

func isNull(s *openapi.Schema) bool { return is(s, "null") }

func nullable(s *openapi.Schema) bool { return isNull(s) || slices.ContainsFunc(s.AnyOf, isNull) }

// only is the member of an object that has no other than the one called name.
func only(s *openapi.Schema, name string) *openapi.Schema {
	if s.Properties.Len() == 1 {
		return s.Properties.Get(name)
	}
	return nil
}

// row is what the items of a page are, or nil where the schema is not a page.
func row(s *openapi.Schema) *openapi.Schema {
	if s.Properties.Has("hasMore") {
		return s.Properties.Get("items").Items
	}
	return nil
}
